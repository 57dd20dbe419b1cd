//! What an llm-d recipe deploys for a point: the settings of the point say how many nodes.

use sweeplint_source::RepoPath;
use sweeplint_yaml::{Kind, Node, Span};

use super::engine::Engine;
use super::{DeployedWorker, Deployment, EpSource, Fact};
use crate::field::{boolean, characters, integer};
use crate::master::{Point, Role, Worker};

/// Reads what an llm-d recipe deploys for `point`. GPUs of a role are
/// `<ROLE>_NODES × GPUS_PER_NODE ÷ workers` from the point's settings; a role for which they are
/// not given is left out.
#[must_use]
pub fn deploy(path: &RepoPath, root: Node<'_>, point: &Point) -> Deployment {
    let workers = point.pools().into_iter().filter_map(|claimed| worker(root, claimed)).collect();
    Deployment {
        path: path.clone(),
        variant: String::new(),
        is_llmd: true,
        engine: Some(Engine::Vllm),
        workers,
        container: root.at(&["model", "container"]).and_then(characters),
        identity_image: None,
        identity_repo: None,
        precision: None,
        gpu_type: None,
        gpus_per_node: None,
        model_path: None,
        isl: None,
        osl: None,
        concurrencies: None,
        env_concurrency: None,
        benchmark_type: None,
        dynamo: Vec::new(),
        offload: None,
        resources: root.span(),
    }
}

fn worker(root: Node<'_>, claimed: &Worker) -> Option<DeployedWorker> {
    let (key, prefix) = match claimed.role {
        Role::Prefill => ("prefill", "PREFILL"),
        Role::Decode => ("decode", "DECODE"),
        Role::Aggregated => return None,
    };
    let entry = root.entry(key).filter(|entry| entry.value.kind() == Kind::Mapping)?;
    let settings = entry.value;
    let number = |name: &str| claimed.setting(name)?.value.trim().parse::<i64>().ok();
    let nodes = number(&format!("{prefix}_NODES"))?;
    let gpus_per_node = number("GPUS_PER_NODE")?;
    let workers = number(&format!("{prefix}_WORKERS")).unwrap_or_else(|| claimed.workers());
    if workers <= 0 {
        return None;
    }
    let gpus = nodes.saturating_mul(gpus_per_node) / workers;
    let tp = settings.get("tp").and_then(integer);
    let tp = tp.map_or(Fact { value: claimed.tp_size(), span: None }, |field| Fact {
        value: field.value,
        span: Some(field.span),
    });
    let dp = if tp.value > 0 { (gpus / tp.value).max(1) } else { 1 };
    let flag = settings.get("enable-expert-parallel").and_then(boolean);
    let on = flag.as_ref().is_some_and(|flag| flag.value);
    let flag_span = flag.map(|flag| flag.span);
    Some(DeployedWorker {
        role: claimed.role,
        workers: Fact { value: workers, span: None },
        gpus_per_worker: Fact { value: gpus, span: None },
        dp: Fact { value: dp, span: None },
        pp: Fact { value: 1, span: None },
        dcp: Fact { value: 1, span: None },
        pcp: Fact { value: 1, span: None },
        ep: Fact { value: if on { tp.value.saturating_mul(dp) } else { 1 }, span: flag_span },
        ep_source: if on { EpSource::Flag } else { EpSource::NoFlag },
        dp_attention: Fact { value: on && dp > 1, span: flag_span },
        tp,
        speculation: speculative_flag(settings),
        settings: entry.key.span(),
        has_settings: true,
    })
}

fn speculative_flag(settings: Node<'_>) -> Option<Span> {
    let arguments = settings.get("extra-args")?;
    arguments.text()?.contains("--speculative-config").then(|| arguments.span())
}
