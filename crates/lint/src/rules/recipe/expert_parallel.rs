//! `recipe/expert-parallel`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::master::Worker;
use sweeplint_inferencex::recipe::{DeployedWorker, EpSource};
use sweeplint_yaml::{Span, TextEdit, edit};

use super::pair::{Pair, pairs};
use crate::{Draft, Meta, Reporter, Rule, Safety, Severity, declare_rule};

declare_rule! {
    /// # recipe/expert-parallel
    ///
    /// **What it finds.** A worker whose `ep` is not the size of the expert-parallel group that its
    /// recipe forms. vLLM: TP × DP when `enable-expert-parallel` is true, else 1. SGLang:
    /// `expert-parallel-size`, else 1 (an all-to-all backend without a size may also mean TP).
    /// TensorRT-LLM: `moe_expert_parallel_size`; where it is absent nothing is said.
    ///
    /// **Why it matters.** Results are published and grouped under a topology that did not run.
    ///
    /// **Fix.** `ep` takes the recipe's value (safe). Where the recipe's own name speaks of expert
    /// parallelism that it does not switch on, the recipe is likely to be the mistake: the finding
    /// is blocking, stands at the recipe, and a person has to decide.
    ExpertParallel, "recipe/expert-parallel", Warning, fix: Safe,
    "`ep` is not the expert-parallel size that the recipe deploys"
}

impl Rule for ExpertParallel {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for pair in pairs(project).filter(|pair| pair.deployed.has_settings) {
            if let Some(draft) = judge(&pair) {
                reporter.report(draft);
            }
        }
    }
}

fn judge(pair: &Pair<'_>) -> Option<Draft> {
    let deployed = pair.deployed;
    let expected = deployed.ep.value;
    let fits = |worker: &Worker| match deployed.ep_source {
        EpSource::Unknown => true,
        EpSource::Backend => [1, expected].contains(&worker.ep_size()),
        _ => worker.ep_size() == expected,
    };
    let mirror = pair.mirror.filter(|mirror| mirror.ep.is_some());
    let wrong: Vec<&Worker> =
        [Some(pair.claimed), mirror].into_iter().flatten().filter(|w| !fits(w)).collect();
    let first = *wrong.first()?;
    let claimed = first.ep_size();
    let file = &pair.placed.file.path;
    let span = first.ep.as_ref().map_or(first.key, |ep| ep.span);
    let recipe_is_suspect = expected == 1 && pair.name_claims_expert_parallel();
    let message = if expected == 1 {
        format!("ep: {claimed} is claimed, the recipe runs without expert parallelism (ep 1)")
    } else if first.ep.is_none() {
        format!("no ep is claimed, the recipe runs {} (ep {expected})", source(deployed))
    } else {
        format!("ep: {claimed} is claimed, the recipe runs {} (ep {expected})", source(deployed))
    };
    let label = if wrong.len() > 1 {
        format!("claimed for {}, and again for {}", first.role.name(), wrong[1].role.name())
    } else {
        format!("claimed for {}", first.role.name())
    };
    let recipe_span = deployed.ep.span.or(deployed.tp.span).unwrap_or(deployed.settings);
    let why =
        format!("results are published and grouped as EP{claimed}, a topology that did not run");
    let draft = if recipe_is_suspect {
        recipe_draft(pair, recipe_span, claimed).related(file, span, label)
    } else {
        let draft = Draft::new(file, span, label, message).related(
            &pair.deployment.path,
            recipe_span,
            recipe_label(deployed),
        );
        let edits: Vec<TextEdit> = wrong
            .iter()
            .filter_map(|worker| worker.ep.as_ref())
            .map(|ep| pair.placed.file.document().node(ep.node))
            .map(|node| edit::replace_with_plain(node, &expected.to_string()))
            .collect();
        let roles: Vec<&str> = wrong.iter().map(|worker| worker.role.name()).collect();
        draft.fix(format!("ep: {expected} in {}", roles.join(" and ")), Safety::Safe, file, edits)
    };
    let draft = draft
        .at_point(&pair.placed)
        .identity(pair.role())
        .identity(format!("{claimed}≠{expected}"))
        .why(why);
    Some(match wrong.get(1).and_then(|worker| worker.ep.as_ref()) {
        Some(again) => draft.related(file, again.span, "claimed again"),
        None => draft,
    })
}

/// The finding at a recipe whose name speaks of what it does not switch on.
fn recipe_draft(pair: &Pair<'_>, span: Span, claimed: i64) -> Draft {
    let path = &pair.deployment.path;
    let role = pair.role();
    Draft::new(
        path,
        span,
        recipe_label(pair.deployed),
        format!(
            "{role} runs without expert parallelism, although the recipe's name speaks of it and ep: {claimed} is claimed",
        ),
    )
    .severity(Severity::Blocking)
    .help(format!(
        "set `enable-expert-parallel: true` for {role} if expert parallelism is meant, else claim ep: 1"
    ))
}

fn source(deployed: &DeployedWorker) -> String {
    match deployed.ep_source {
        EpSource::Flag => format!("expert parallelism over {}", deployed.shape()),
        _ => format!("EP{}", deployed.ep.value),
    }
}

fn recipe_label(deployed: &DeployedWorker) -> String {
    match deployed.ep_source {
        EpSource::Flag => format!("{}: an EP group of {}", deployed.shape(), deployed.ep.value),
        EpSource::NoFlag if deployed.ep.span.is_some() => {
            format!("{}, expert parallelism off", deployed.shape())
        }
        EpSource::NoFlag => {
            format!(
                "{}; enable-expert-parallel is not set, so there is no EP group",
                deployed.shape()
            )
        }
        EpSource::Size => format!("EP{}", deployed.ep.value),
        _ => format!("{}; no expert-parallel size is set", deployed.shape()),
    }
}

#[cfg(test)]
mod tests {
    use crate::tester::{LATENCY, MASTER, Toy};
    use crate::{Safety, Severity};

    const RULE: &str = "recipe/expert-parallel";

    fn labelled(ep: &str) -> Toy {
        Toy::clean()
            .replace_after(MASTER, "conc-list: [1,", "ep: 1\n", &format!("{ep}\n"))
            .replace_after(MASTER, "tp16-latency.yaml", "ep: 1\n", &format!("{ep}\n"))
    }

    #[test]
    fn a_label_without_a_group_is_found_and_fixed_in_both_pools() {
        let toy = labelled("ep: 16");
        let finding = toy.one(RULE);
        assert_eq!(finding.severity, Severity::Warning);
        assert_eq!(toy.pointed(&finding), "16");
        assert_eq!(finding.fix.as_ref().unwrap().title, "ep: 1 in prefill and decode");
        assert_eq!(toy.fixed(RULE, Safety::Safe)[MASTER], Toy::clean().head_text(MASTER));
        toy.suppressed(RULE);
    }

    #[test]
    fn a_recipe_whose_name_speaks_of_it_is_the_suspect() {
        let path = LATENCY.replace("tp16-latency", "tep16-latency");
        let toy = labelled("ep: 16");
        let text = toy.head_text(LATENCY).to_owned();
        let toy = toy.write(&path, text).replace(MASTER, "tp16-latency.yaml", "tep16-latency.yaml");
        let finding = toy.one(RULE);
        assert_eq!((finding.severity, finding.primary.file.as_str()), (Severity::Blocking, &*path));
        assert!(finding.fix.is_none());
    }

    #[test]
    fn sglang_backends_and_absent_trt_sizes_are_not_judged() {
        use crate::tester::DISAGG;
        let backend = Toy::clean().replace(
            DISAGG,
            "      expert-parallel-size: 8\n",
            "      moe-a2a-backend: deepep\n",
        );
        backend.quiet(RULE);
        backend.replace_after(MASTER, "8k1k/disagg", "ep: 8", "ep: 1").quiet(RULE);
    }
}
