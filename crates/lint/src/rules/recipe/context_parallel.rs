//! `recipe/context-parallel`

use sweeplint_inferencex::Field;
use sweeplint_inferencex::Project;
use sweeplint_inferencex::master::Worker;
use sweeplint_inferencex::recipe::{DeployedWorker, Engine, Fact};
use sweeplint_yaml::{TextEdit, edit};

use super::pair::{Pair, pairs};
use crate::{Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/context-parallel
    ///
    /// **What it finds.** A worker whose `pp`, `dcp-size` or `pcp-size` (1 where absent) is not its
    /// recipe's pipeline-parallel, decode context-parallel or prefill context-parallel size.
    ///
    /// **Why it matters.** The point is published without, or with, a way of splitting the model
    /// that decides its latency.
    ///
    /// **Fix.** The field takes the recipe's value (safe where it is written already or stands in a
    /// pool of its own).
    ///
    /// **Exceptions.** SGLang prefill context parallelism of *n* inside TP*n* is written
    /// `tp: 1, pcp-size: n`; the total decides there.
    ContextParallel, "recipe/context-parallel", Warning, fix: Safe,
    "`pp`, `dcp-size` or `pcp-size` is not the recipe's"
}

impl Rule for ContextParallel {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for pair in pairs(project).filter(|pair| pair.deployed.has_settings) {
            for size in SIZES {
                if let Some(draft) = judge(&pair, size) {
                    reporter.report(draft);
                }
            }
        }
    }
}

/// A size that both sides name.
struct Size {
    name: &'static str,
    claimed: fn(&Worker) -> Option<&Field<i64>>,
    deployed: fn(&DeployedWorker) -> &Fact<i64>,
}

const SIZES: &[Size] = &[
    Size { name: "pp", claimed: |w| w.pp.as_ref(), deployed: |d| &d.pp },
    Size { name: "dcp-size", claimed: |w| w.dcp_size.as_ref(), deployed: |d| &d.dcp },
    Size { name: "pcp-size", claimed: |w| w.pcp_size.as_ref(), deployed: |d| &d.pcp },
];

fn judge(pair: &Pair<'_>, size: &Size) -> Option<Draft> {
    let name = size.name;
    let field = (size.claimed)(pair.claimed);
    let fact = (size.deployed)(pair.deployed);
    let claimed = field.map_or(1, |field| field.value);
    if claimed == fact.value {
        return None;
    }
    let sglang_prefill = name == "pcp-size"
        && pair.deployment.engine == Some(Engine::Sglang)
        && pair.claimed.gpus() == pair.deployed.gpus();
    if sglang_prefill {
        return None;
    }
    let file = &pair.placed.file.path;
    let span = pair.place(field.map(|field| field.span));
    let recipe_span = fact.span.unwrap_or(pair.deployed.settings);
    let label = match field {
        Some(_) => format!("claimed for {}", pair.role()),
        None => format!("{name} is not written, so 1 is claimed"),
    };
    let draft = Draft::new(
        file,
        span,
        label,
        format!("{name} {claimed} is claimed for {}, the recipe runs {}", pair.role(), fact.value),
    )
    .at_point(&pair.placed)
    .identity(pair.role())
    .identity(name)
    .identity(format!("{claimed}≠{}", fact.value))
    .related(&pair.deployment.path, recipe_span, format!("{name} {}", fact.value))
    .why("the point is published without the way of splitting the model that it ran with");
    let edits = edits(pair, size, fact.value);
    Some(draft.fix(format!("{name}: {}", fact.value), Safety::Safe, file, edits))
}

/// The edits of the pool and of the decode pool that repeats it.
fn edits(pair: &Pair<'_>, size: &Size, value: i64) -> Vec<TextEdit> {
    let document = pair.placed.file.document();
    let mut edits = Vec::new();
    for pool in [Some(pair.claimed), pair.mirror].into_iter().flatten() {
        match (size.claimed)(pool) {
            Some(field) if field.value == value => {}
            Some(field) => {
                edits.push(edit::replace_with_plain(document.node(field.node), &value.to_string()));
            }
            None => {
                let after = edit::Place::After("tp");
                let pool = document.node(pool.node);
                match edit::insert_entry(pool, after, size.name, &value.to_string()) {
                    Ok(edit) => edits.push(edit),
                    Err(_) => return Vec::new(),
                }
            }
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{DISAGG, LATENCY, MASTER, Toy};

    const RULE: &str = "recipe/context-parallel";

    #[test]
    fn an_absent_size_is_found_and_written_into_both_pools() {
        let toy = Toy::clean().replace(
            LATENCY,
            "      tensor-parallel-size: 16\n",
            "      tensor-parallel-size: 16\n      decode-context-parallel-size: 8\n",
        );
        let finding = toy.one(RULE);
        assert_eq!(toy.pointed(&finding), "prefill");
        let fixed = toy.fixed(RULE, Safety::Safe);
        assert_eq!(fixed[MASTER].matches("          dcp-size: 8\n").count(), 2);
        toy.suppressed(RULE);
    }

    #[test]
    fn a_written_size_is_replaced() {
        let toy =
            Toy::clean().replace_after(MASTER, "8k1k/disagg", "tp: 8", "tp: 8\n          pp: 2");
        assert_eq!(toy.one(RULE).fix.unwrap().title, "pp: 1");
        assert!(toy.fixed(RULE, Safety::Safe)[MASTER].contains("pp: 1"));
    }

    #[test]
    fn sglang_prefill_context_parallelism_inside_tp_is_right() {
        Toy::clean()
            .replace_after(MASTER, DISAGG_CONC, "tp: 4", "tp: 1\n          pcp-size: 4")
            .quiet(RULE);
        assert!(Toy::clean().head_text(DISAGG).contains("tensor-parallel-size: 4"));
    }

    const DISAGG_CONC: &str = "conc-list: [64";
}
