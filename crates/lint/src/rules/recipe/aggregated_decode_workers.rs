//! `recipe/aggregated-decode-workers`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::master::Workers;
use sweeplint_yaml::edit;

use crate::{Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/aggregated-decode-workers
    ///
    /// **What it finds.** An aggregated recipe whose point claims decode workers. Such a point is
    /// written as `prefill` with `decode.num-worker: 0` and the same numbers repeated.
    ///
    /// **Why it matters.** The workers are counted twice, so per-GPU numbers are halved.
    ///
    /// **Fix.** `num-worker: 0` in `decode` (safe).
    AggregatedDecodeWorkers, "recipe/aggregated-decode-workers", Blocking, fix: Safe,
    "an aggregated recipe whose point claims decode workers"
}

impl Rule for AggregatedDecodeWorkers {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            let Workers::Pools { decode, .. } = &placed.point.workers else { continue };
            let Some(count) = decode.num_worker.as_ref().filter(|count| count.value != 0) else {
                continue;
            };
            for deployment in placed.deployments().filter(|deployment| deployment.is_aggregated()) {
                let file = &placed.file.path;
                let edit = edit::replace_with_plain(placed.file.document().node(count.node), "0");
                reporter.report(
                    Draft::new(
                        file,
                        count.span,
                        "claimed for decode",
                        format!(
                            "{} decode {} claimed, the recipe is aggregated and has none",
                            count.value,
                            if count.value == 1 { "worker is" } else { "workers are" }
                        ),
                    )
                    .at_point(&placed)
                    .identity(count.value)
                    .related(
                        &deployment.path,
                        deployment.workers.first().and_then(|worker| worker.workers.span).unwrap_or(deployment.resources),
                        "aggregated",
                    )
                    .why("the workers are counted twice, so per-GPU numbers of this point are too low")
                    .fix("num-worker: 0 in decode", Safety::Safe, file, [edit]),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{MASTER, Toy};

    const RULE: &str = "recipe/aggregated-decode-workers";

    #[test]
    fn decode_workers_of_an_aggregated_recipe_are_found_and_fixed() {
        let toy = Toy::clean().replace_after(
            MASTER,
            "tp16-latency.yaml",
            "num-worker: 0",
            "num-worker: 2",
        );
        let finding = toy.one(RULE);
        assert_eq!(toy.pointed(&finding), "2");
        assert_eq!(toy.fixed(RULE, Safety::Safe)[MASTER], Toy::clean().head_text(MASTER));
        toy.suppressed(RULE);
    }

    #[test]
    fn a_disaggregated_recipe_may_have_them() {
        Toy::clean()
            .replace_after(MASTER, "8k1k/disagg", "num-worker: 1", "num-worker: 2")
            .quiet(RULE);
    }
}
