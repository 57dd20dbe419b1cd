//! Whether a recipe moves KV blocks to CPU memory.
//!
//! A Mooncake store block alone does not: only a connector of a role's settings does
//! (RULES.md A4, measured on the corpus).

use sweeplint_yaml::Node;

use super::engine::{Engine, VLLM_OFFLOAD_CONNECTORS};
use super::srt_slurm::switch;
use super::{DeployedWorker, Merged, OffloadEvidence};
use crate::master::Role;

/// The first setting of any role that switches offloading on.
pub(super) fn find(
    tree: Merged<'_>,
    engine: Engine,
    workers: &[DeployedWorker],
) -> Option<OffloadEvidence> {
    workers.iter().find_map(|worker| {
        let name = match worker.role {
            Role::Aggregated => "aggregated",
            Role::Prefill => "prefill",
            Role::Decode => "decode",
        };
        let settings = tree.at(&["backend", engine.config_key(), name])?;
        match engine {
            Engine::Vllm => vllm(settings, worker.role),
            Engine::Sglang => sglang(settings, worker.role),
            Engine::TrtLlm => trtllm(settings, worker.role),
        }
    })
}

fn vllm(settings: Merged<'_>, role: Role) -> Option<OffloadEvidence> {
    let transfer = settings.find(&["kv-transfer-config"]).and_then(Merged::node);
    if let Some(node) = transfer {
        // The value is JSON text or a mapping; a connector may stand nested in a MultiConnector.
        let raw = node.text().unwrap_or_else(|| node.raw());
        let known = VLLM_OFFLOAD_CONNECTORS.iter().find(|(connector, _)| raw.contains(connector));
        if let Some((connector, backend)) = known {
            return Some(evidence(backend, (*connector).to_owned(), node, role));
        }
    }
    let key = settings
        .keys()
        .into_iter()
        .find(|key| key.replace('_', "-").starts_with("kv-offloading-"))?;
    let node = settings.get(key)?.node().filter(|node| !node.is_null())?;
    Some(evidence("vllm-simple", key.to_owned(), node, role))
}

fn sglang(settings: Merged<'_>, role: Role) -> Option<OffloadEvidence> {
    let place = settings.find(&["enable-hierarchical-cache"]);
    let on = switch(place)?.value;
    let node = place?.node()?;
    on.then(|| evidence("hicache", "enable-hierarchical-cache".to_owned(), node, role))
}

fn trtllm(settings: Merged<'_>, role: Role) -> Option<OffloadEvidence> {
    let node = settings.find(&["kv_cache_config"])?.find(&["host_cache_size"])?.node()?;
    let size: f64 = node.text()?.replace('_', "").parse().ok()?;
    (size > 0.0).then(|| evidence("native", "host_cache_size".to_owned(), node, role))
}

fn evidence(backend: &'static str, setting: String, node: Node<'_>, role: Role) -> OffloadEvidence {
    OffloadEvidence { backend, setting, span: node.span(), role }
}
