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
