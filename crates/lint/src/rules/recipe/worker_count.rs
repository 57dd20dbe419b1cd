//! `recipe/worker-count`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::recipe::Engine;
use sweeplint_yaml::edit;

use super::pair::{Pair, pairs};
use crate::{Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/worker-count
    ///
    /// **What it finds.** A fixed-sequence pool whose `num-worker` is neither its recipe's number
    /// of workers nor that number times the data-parallel size. Agentic pools are judged by their
    /// total, see `recipe/gpu-count`.
    ///
    /// **Why it matters.** The point is published as another ratio of prefill to decode workers
    /// than ran.
    ///
    /// **Fix.** `num-worker` takes the recipe's number, offered where the pool then accounts for
    /// exactly the GPUs deployed (unsafe: the recipe may be the mistake).
    WorkerCount, "recipe/worker-count", Blocking, fix: Unsafe,
    "`num-worker` is not the recipe's number of workers"
}

impl Rule for WorkerCount {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for pair in pairs(project).filter(|pair| !pair.placed.scenario.kind.is_agentic()) {
            if let Some(draft) = judge(&pair) {
                reporter.report(draft);
            }
        }
    }
}

fn judge(pair: &Pair<'_>) -> Option<Draft> {
    let claimed = pair.claimed.num_worker.as_ref()?;
    let deployed = pair.deployed.workers.value;
    let ranks =
        if pair.deployment.engine == Some(Engine::Vllm) { pair.deployed.dp.value } else { 1 };
    if [deployed, deployed.saturating_mul(ranks)].contains(&claimed.value)
        || pair.deployment.is_llmd
    {
        return None;
    }
    let file = &pair.placed.file.path;
    let recipe_span = pair.deployed.workers.span.unwrap_or(pair.deployment.resources);
    let draft = Draft::new(
        file,
        claimed.span,
        format!("claimed for {}", pair.role()),
        format!(
            "num-worker: {} is claimed for {}, the recipe starts {deployed}",
            claimed.value,
            pair.role()
        ),
    )
    .at_point(&pair.placed)
    .identity(pair.role())
    .identity(format!("{}≠{deployed}", claimed.value))
    .related(
        &pair.deployment.path,
        recipe_span,
        format!("{deployed} {} workers", pair.deployed.role.name()),
    )
    .why("the point is published as another ratio of prefill to decode workers than ran");
    let accounts = deployed.saturating_mul(pair.claimed.gpus_per_worker()) == pair.deployed.gpus();
    if !accounts {
        return Some(draft);
    }
    let edit = edit::replace_with_plain(
        pair.placed.file.document().node(claimed.node),
        &deployed.to_string(),
    );
    Some(draft.fix(
        format!("num-worker: {deployed} in {}", pair.role()),
        Safety::Unsafe,
        file,
        [edit],
    ))
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{DISAGG, MASTER, Toy};

    const RULE: &str = "recipe/worker-count";

    #[test]
    fn a_wrong_number_is_found_and_fixed() {
        let toy =
            Toy::clean().replace_after(MASTER, "8k1k/disagg", "num-worker: 1", "num-worker: 2");
        let finding = toy.one(RULE);
        assert_eq!(toy.pointed(&finding), "2");
        assert_eq!(toy.fixed(RULE, Safety::Unsafe)[MASTER], Toy::clean().head_text(MASTER));
        toy.suppressed(RULE);
    }

    #[test]
    fn agentic_pools_and_ranks_as_workers_are_not_judged() {
        Toy::clean()
            .replace_after(MASTER, "conc-list: [1,", "num-worker: 1", "num-worker: 3")
            .quiet(RULE);
        let ranks = Toy::clean()
            .replace(DISAGG, "type: sglang", "type: vllm")
            .replace(DISAGG, "sglang_config", "vllm_config")
            .replace_after(MASTER, "8k1k/disagg", "num-worker: 1", "num-worker: 8");
        ranks.quiet(RULE);
    }
}
