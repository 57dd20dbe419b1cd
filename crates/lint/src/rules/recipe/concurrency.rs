//! `recipe/concurrency`

use std::collections::BTreeSet;
use std::sync::Arc;

use sweeplint_inferencex::recipe::Deployment;
use sweeplint_inferencex::{Field, Placed, Project};
use sweeplint_yaml::{Kind, Span, TextEdit, edit};

use crate::{Draft, Edit, Fix, Meta, Reporter, Rule, Safety, Severity, declare_rule};

declare_rule! {
    /// # recipe/concurrency
    ///
    /// **What it finds.** A fixed-sequence point whose concurrencies are not, as a set, the
    /// `benchmark.concurrencies` of its recipe; and a recipe whose `benchmark.env.CONC` is not the
    /// single concurrency of its point. Only recipes of this repository are compared.
    ///
    /// **Why it matters.** The recipe's list is what runs; the master config only labels. A
    /// concurrency that did not run is waited for in vain, one that is not listed is lost.
    ///
    /// **Fix.** `conc-list` takes the recipe's list (unsafe: the recipe may be the mistake).
    ///
    /// **Exceptions.** A list that holds only the recipe's largest concurrency, under a comment
    /// that says the matrix tracks the maximum, is a note.
    Concurrency, "recipe/concurrency", Blocking, fix: Unsafe,
    "the concurrencies of a point are not the ones its recipe runs"
}

impl Rule for Concurrency {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            for deployment in placed.deployments() {
                let lists = deployment
                    .concurrencies
                    .as_ref()
                    .filter(|_| !placed.scenario.kind.is_agentic())
                    .and_then(|runs| lists(project, &placed, deployment, runs));
                let single = deployment
                    .env_concurrency
                    .as_ref()
                    .and_then(|env| single(&placed, deployment, env));
                for draft in lists.into_iter().chain(single) {
                    reporter.report(draft);
                }
            }
        }
    }
}

fn lists(
    project: &Project,
    placed: &Placed<'_>,
    deployment: &Arc<Deployment>,
    runs: &Field<Vec<i64>>,
) -> Option<Draft> {
    let concurrency = &placed.point.concurrency;
    let claimed: BTreeSet<i64> = concurrency.values.iter().copied().collect();
    let deployed: BTreeSet<i64> = runs.value.iter().copied().collect();
    if claimed == deployed || claimed.is_empty() || deployed.is_empty() {
        return None;
    }
    let file = &placed.file.path;
    let span = place(placed);
    let mut draft = Draft::new(
        file,
        span,
        "claimed",
        format!("concurrency {} is claimed, the recipe runs {}", join(&claimed), join(&deployed)),
    )
    .at_point(placed)
    .identity(join(&claimed))
    .identity(join(&deployed))
    .related(&deployment.path, runs.span, "what runs")
    .why("the recipe's list is what runs: concurrencies that are only claimed have no results, the others are not published");
    if claimed.is_subset(&deployed) && claimed.last() == deployed.last() && tracks_maximum(placed) {
        draft = draft.severity(Severity::Note);
    }
    let into_recipe = written_like(project, &deployment.path, runs, &claimed);
    if let Some(fix) = into_recipe {
        draft = draft.alternative(fix);
    }
    let Some(list) = concurrency.list_node else { return Some(draft) };
    let items: Vec<String> = deployed.iter().map(i64::to_string).collect();
    let title = format!("conc-list: [{}]", items.join(", "));
    match edit::replace_items(placed.file.document().node(list), &items) {
        Ok(edit) => Some(draft.fix(title, Safety::Unsafe, file, [edit])),
        Err(_) => Some(draft),
    }
}

/// The recipe's list rewritten in its own form.
fn written_like(
    project: &Project,
    path: &sweeplint_source::RepoPath,
    runs: &Field<Vec<i64>>,
    wanted: &BTreeSet<i64>,
) -> Option<Fix> {
    let node = project.file(path)?.document().node(runs.node);
    let items: Vec<String> = wanted.iter().map(i64::to_string).collect();
    let edit: TextEdit = if node.kind() == Kind::Sequence {
        edit::replace_items(node, &items).ok()?
    } else {
        edit::replace_with_str(node, &items.join("x"))
    };
    Some(Fix {
        title: format!("concurrencies: {}", items.join("x")),
        safety: Safety::Unsafe,
        edits: vec![Edit { file: path.clone(), span: edit.span, text: edit.text }],
    })
}

fn single(placed: &Placed<'_>, deployment: &Arc<Deployment>, env: &Field<i64>) -> Option<Draft> {
    let [claimed] = placed.point.concurrency.values[..] else { return None };
    if claimed == env.value {
        return None;
    }
    let draft = Draft::new(
        &placed.file.path,
        place(placed),
        "claimed",
        format!(
            "concurrency {claimed} is claimed, benchmark.env.CONC of the recipe is {}",
            env.value
        ),
    )
    .at_point(placed)
    .identity("CONC")
    .identity(claimed)
    .identity(env.value)
    .related(&deployment.path, env.span, "what the client is told")
    .why("the client runs another concurrency than the point is published at");
    Some(draft)
}

fn place(placed: &Placed<'_>) -> Span {
    let concurrency = &placed.point.concurrency;
    let range = concurrency.range.map(|(start, end)| start.cover(end));
    concurrency.list.or(range).unwrap_or(Span::at(placed.point.span.start as usize))
}

/// Whether the comment above the point says that the matrix tracks the maximum.
fn tracks_maximum(placed: &Placed<'_>) -> bool {
    let text = placed.file.text();
    let before = &text[..placed.point.span.start as usize];
    before
        .lines()
        .rev()
        .skip(usize::from(!before.ends_with('\n')))
        .take_while(|line| line.trim_start().starts_with('#'))
        .any(|line| line.to_lowercase().contains("max"))
}

fn join(values: &BTreeSet<i64>) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join("×")
}

#[cfg(test)]
mod tests {
    use crate::tester::{DISAGG, LATENCY, MASTER, Toy};
    use crate::{Safety, Severity};

    const RULE: &str = "recipe/concurrency";

    #[test]
    fn lists_that_differ_are_found_and_fixed() {
        let toy = Toy::clean().replace(MASTER, "[64, 128, 256]", "[64, 128]");
        let finding = toy.one(RULE);
        assert_eq!(finding.severity, Severity::Blocking);
        assert_eq!(finding.message, "concurrency 64×128 is claimed, the recipe runs 64×128×256");
        assert_eq!(toy.fixed(RULE, Safety::Unsafe)[MASTER], Toy::clean().head_text(MASTER));
        toy.suppressed(RULE);
    }

    #[test]
    fn every_way_to_write_the_list_is_read() {
        for list in ["[256, 64, 128]", "64x128x256", "'256x128x64'"] {
            Toy::clean().replace(DISAGG, "\"64x128x256\"", list).quiet(RULE);
        }
        Toy::clean()
            .replace(MASTER, "conc-list: [64, 128, 256]", "conc-start: 64\n        conc-end: 256")
            .quiet(RULE);
    }

    #[test]
    fn a_point_that_tracks_the_maximum_is_a_note() {
        let toy = Toy::clean().replace(
            MASTER,
            "      - conc-list: [64, 128, 256]",
            "      # The recipe runs 64x128x256; matrix tracks the max.\n      - conc-list: [256]",
        );
        assert_eq!(toy.one(RULE).severity, Severity::Note);
    }

    #[test]
    fn a_single_concurrency_must_be_the_clients() {
        let toy = Toy::clean().replace(MASTER, "[1, 2, 4, 8]", "[8]").replace(
            LATENCY,
            "  type: custom\n",
            "  type: custom\n  env:\n    CONC: \"4\"\n",
        );
        assert!(toy.one(RULE).message.contains("benchmark.env.CONC"));
    }
}
