//! Where KV blocks go that do not fit on the GPU.

use serde_json::Value;

use super::model::Model;
use super::{Decision, Verdict};

/// The tiers that a search-space entry offloads to.
fn tiers<'v>(point: &Model<'v>) -> Vec<&'v str> {
    match point.value("kv-offloading") {
        Some(Value::String(tier)) if tier != "none" => vec![tier],
        Some(Value::Array(tiers)) => tiers.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// A backend stands exactly where something is offloaded.
pub(super) fn backend_pairing(point: &Model<'_>) -> Verdict {
    let tiers = tiers(point).join(", ");
    if tiers.is_empty() == point.has("kv-offload-backend") {
        let (field, message) = if !tiers.is_empty() {
            ("kv-offloading", format!("`kv-offloading: {tiers}` needs a `kv-offload-backend`"))
        } else if point.has("kv-offloading") {
            let message =
                "`kv-offload-backend` stands beside `kv-offloading: none`, which offloads nothing";
            ("kv-offload-backend", message.to_owned())
        } else {
            let message = "`kv-offload-backend` stands without `kv-offloading`".to_owned();
            ("kv-offload-backend", message)
        };
        return Some((Some(field), Decision::OffloadBackend, message));
    }
    None
}

/// Only a single node offloads to `nvme`.
pub(super) fn nvme_needs_a_single_node(point: &Model<'_>) -> Verdict {
    (!point.has("tp") && tiers(point).contains(&"nvme")).then(|| {
        let message = "`kv-offloading` to `nvme` needs a single-node entry, with `tp`".to_owned();
        (Some("kv-offloading"), Decision::NvmeSingleNode, message)
    })
}

/// Offloading to CPU memory needs the share of it that may be used.
pub(super) fn dram_needs_utilization(agentic: &Model<'_>) -> Verdict {
    let offloads = |point: &Model<'_>| tiers(point).contains(&"dram");
    (!agentic.has("dram-utilization") && agentic.list(&["search-space"]).iter().any(offloads)).then(
        || {
            let message = "`dram-utilization` is missing, which `kv-offloading: dram` below needs";
            (Some("dram-utilization"), Decision::DramUtilization, message.to_owned())
        },
    )
}
