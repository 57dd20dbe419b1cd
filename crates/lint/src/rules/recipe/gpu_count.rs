//! `recipe/gpu-count`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::recipe::{DeployedWorker, Engine};
use sweeplint_yaml::{TextEdit, edit};

use super::pair::{Pair, pairs_of};
use crate::{Draft, Meta, Reporter, Rule, Safety, Severity, declare_rule};

declare_rule! {
    /// # recipe/gpu-count
    ///
    /// **What it finds.** A worker pool that accounts for another number of GPUs than its recipe
    /// deploys. Accounted is `num-worker × tp × pp × pcp-size`; there is no data-parallel factor
    /// and `dcp-size` reuses TP's GPUs. Deployed is the recipe's workers × GPUs per worker.
    ///
    /// **Why it matters.** Agentic results are divided by the accounted GPUs, so an error there
    /// corrupts every per-GPU number of the point (blocking). Fixed-sequence results take the
    /// count from the run itself, so there the label alone is wrong (warning).
    ///
    /// **Fix.** The repository's own way to write data parallelism (unsafe, since `tp` could be
    /// changed instead): a recipe of TP1 × DP*n* is written `tp: n`; one of TP*t* × DP*d* is written
    /// as `num-worker: workers × d`, `tp: t`.
    ///
    /// **Exceptions.** Data parallelism written as workers is right when the total is. A
    /// fixed-sequence vLLM worker of TP1 × DP*n* may be written `tp: n` or `tp: 1`.
    GpuCount, "recipe/gpu-count", Blocking, fix: Unsafe,
    "a point accounts for another number of GPUs than its recipe deploys"
}

impl Rule for GpuCount {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            for deployment in placed.deployments() {
                let pairs = pairs_of(placed, deployment);
                let accounted: i64 = pairs.iter().map(|pair| pair.claimed.gpus()).sum();
                let deployed: i64 = pairs.iter().map(|pair| pair.deployed.gpus()).sum();
                for pair in &pairs {
                    if let Some(draft) = judge(pair, accounted, deployed) {
                        reporter.report(draft);
                    }
                }
            }
        }
    }
}

fn judge(pair: &Pair<'_>, accounted: i64, deployed: i64) -> Option<Draft> {
    let (claims, runs) = (pair.claimed.gpus(), pair.deployed.gpus());
    let agentic = pair.placed.scenario.kind.is_agentic();
    if claims == runs || runs <= 0 || (!agentic && is_label_by_tp(pair)) {
        return None;
    }
    let file = &pair.placed.file.path;
    let worker = pair.claimed;
    let span = worker.tp.as_ref().map_or(worker.key, |tp| tp.span);
    let product = product(pair);
    let shape = if pair.deployed.has_settings {
        format!(", {}", pair.deployed.shape())
    } else {
        String::new()
    };
    let recipe_span = pair.deployed.gpus_per_worker.span.unwrap_or(pair.deployment.resources);
    let mut draft = Draft::new(
        file,
        span,
        format!("{product}: {claims} accounted for {}", pair.role()),
        format!(
            "{claims} {} accounted ({product}), {runs} deployed by the recipe ({}{shape})",
            if claims == 1 { "GPU is" } else { "GPUs are" },
            workers(pair.deployed)
        ),
    )
    .at_point(&pair.placed)
    .identity(pair.role())
    .identity(format!("{claims}≠{runs}"))
    .related(
        &pair.deployment.path,
        recipe_span,
        format!("{} = {runs} GPUs", workers(pair.deployed)),
    );
    draft = if agentic {
        draft.why(format!(
            "agentic results are divided by the accounted GPUs, so per-GPU results of this point would be published {}; the job itself succeeds",
            factor(accounted, deployed)
        ))
    } else {
        draft
            .severity(Severity::Warning)
            .why("the point is published under a topology that did not run; per-GPU numbers stay right, they take the count from the run")
    };
    let Some((num_worker, tp)) = written(pair) else { return Some(draft) };
    if worker.num_worker.as_ref().map(|field| field.value) != Some(num_worker)
        && worker.tp_size() == tp
        && runs % num_worker == 0
        && pair.deployed.workers.value > 0
    {
        let whole = runs / pair.deployed.workers.value;
        draft = draft
            .help(format!("`tp: {whole}`; this repository writes data-parallel ranks as workers"));
    }
    let document = pair.placed.file.document();
    let wanted = [(worker.num_worker.as_ref(), num_worker), (worker.tp.as_ref(), tp)];
    if wanted.iter().any(|(field, value)| field.is_none() && *value != 1) {
        return Some(draft);
    }
    let edits: Vec<TextEdit> = wanted
        .into_iter()
        .filter_map(|(field, value)| field.filter(|field| field.value != value).map(|f| (f, value)))
        .map(|(field, value)| {
            edit::replace_with_plain(document.node(field.node), &value.to_string())
        })
        .collect();
    let title = format!("num-worker: {num_worker}, tp: {tp}");
    Some(draft.fix(title, Safety::Unsafe, file, edits))
}

/// A fixed-sequence vLLM worker of TP1 × DP*n* is written `tp: n` and `tp: 1` alike.
fn is_label_by_tp(pair: &Pair<'_>) -> bool {
    let deployed = pair.deployed;
    let rest = pair.claimed.gpus_per_worker() / pair.claimed.tp_size().max(1);
    pair.deployment.engine == Some(Engine::Vllm)
        && deployed.has_settings
        && pair.claimed.workers() == deployed.workers.value
        && (deployed.tp.value == 1 && pair.claimed.tp_size() == 1
            || pair.claimed.tp_size() == deployed.gpus_per_worker.value / rest.max(1))
}

/// `num-worker` and `tp` as this repository writes what the recipe deploys, when they account for
/// exactly that.
fn written(pair: &Pair<'_>) -> Option<(i64, i64)> {
    let deployed = pair.deployed;
    let rest = pair.claimed.gpus_per_worker().checked_div(pair.claimed.tp_size())?;
    let per_worker = deployed.gpus_per_worker.value;
    let by_workers = pair.deployment.engine == Some(Engine::Vllm)
        && deployed.tp.value > 1
        && deployed.dp.value > 1;
    let (num_worker, tp) = if by_workers {
        (deployed.workers.value.checked_mul(deployed.dp.value)?, deployed.tp.value)
    } else {
        (deployed.workers.value, per_worker.checked_div(rest)?)
    };
    let total = num_worker.checked_mul(tp)?.checked_mul(rest)?;
    (total == deployed.gpus() && tp > 0).then_some((num_worker, tp))
}

fn product(pair: &Pair<'_>) -> String {
    let worker = pair.claimed;
    let mut product = format!("num-worker {} × tp {}", worker.workers(), worker.tp_size());
    for (name, field) in [("pp", &worker.pp), ("pcp-size", &worker.pcp_size)] {
        if let Some(field) = field.as_ref().filter(|field| field.value != 1) {
            product.push_str(&format!(" × {name} {}", field.value));
        }
    }
    product
}

fn workers(deployed: &DeployedWorker) -> String {
    let name = deployed.role.name();
    let noun = if deployed.workers.value == 1 { "worker" } else { "workers" };
    format!("{} {name} {noun} × {} GPUs", deployed.workers.value, deployed.gpus_per_worker.value)
}

/// How wrong per-GPU numbers become: `4 times too high`.
fn factor(accounted: i64, deployed: i64) -> String {
    if accounted <= 0 {
        return "divided by zero GPUs".to_owned();
    }
    let (high, low, word) = if deployed > accounted {
        (deployed, accounted, "high")
    } else {
        (accounted, deployed.max(1), "low")
    };
    if high % low == 0 {
        return format!("{} times too {word}", high / low);
    }
    // Two decimals, rounded half up, in integers: the text must not depend on the machine.
    let hundredths = (high * 200 + low) / (low * 2);
    format!("{}.{:02} times too {word}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::factor;
    use crate::tester::{DISAGG, MASTER, Toy};
    use crate::{Safety, Severity};

    const RULE: &str = "recipe/gpu-count";

    #[test]
    fn says_how_wrong_numbers_become() {
        assert_eq!(factor(4, 16), "4 times too high");
        assert_eq!(factor(13, 16), "1.23 times too high");
        assert_eq!(factor(16, 8), "2 times too low");
    }

    #[test]
    fn data_parallel_ranks_are_written_as_workers() {
        let toy =
            Toy::clean().replace_after(MASTER, "conc-list: [32", "num-worker: 4", "num-worker: 1");
        let finding = toy.one(RULE);
        assert_eq!(finding.severity, Severity::Blocking);
        assert!(finding.message.starts_with("4 GPUs are accounted"), "{}", finding.message);
        assert!(finding.why.contains("4 times too high"));
        assert_eq!(finding.fix.as_ref().unwrap().title, "num-worker: 4, tp: 4");
        assert!(finding.help.as_ref().unwrap().contains("`tp: 16`"));
        assert_eq!(toy.fixed(RULE, Safety::Unsafe)[MASTER], Toy::clean().head_text(MASTER));
        toy.suppressed(RULE);
    }

    #[test]
    fn a_total_that_is_right_is_right_however_it_is_written() {
        Toy::clean()
            .replace_after(
                MASTER,
                "conc-list: [32",
                "num-worker: 4\n          tp: 4",
                "num-worker: 1\n          tp: 16",
            )
            .quiet(RULE);
    }

    #[test]
    fn fixed_sequences_only_mislabel() {
        let toy = Toy::clean().replace_after(MASTER, "8k1k/disagg", "tp: 8", "tp: 4");
        assert_eq!(toy.one(RULE).severity, Severity::Warning);
        assert_eq!(toy.fixed(RULE, Safety::Unsafe)[MASTER], Toy::clean().head_text(MASTER));
    }

    #[test]
    fn both_labels_of_a_vllm_worker_of_tp1_are_accepted() {
        let vllm = Toy::clean()
            .replace(DISAGG, "type: sglang", "type: vllm")
            .replace(DISAGG, "sglang_config", "vllm_config")
            .replace_after(DISAGG, "decode:", "tensor-parallel-size: 8", "tensor-parallel-size: 1");
        vllm.quiet(RULE);
        vllm.replace_after(MASTER, "8k1k/disagg", "tp: 8", "tp: 1").quiet(RULE);
    }
}
