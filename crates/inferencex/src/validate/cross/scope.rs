//! What must agree across a whole entry.

use serde_json::Value;

use super::model::Model;
use super::{Decision, Verdict};
use crate::validate::{Edition, message};

/// Something is swept.
pub(super) fn at_least_one_scenario(scenarios: &Model<'_>) -> Verdict {
    let is_filled = |name: &str| {
        scenarios.value(name).and_then(Value::as_array).is_some_and(|list| !list.is_empty())
    };
    (!is_filled("fixed-seq-len") && !is_filled("agentic-coding")).then(|| {
        let message =
            "`scenarios` is empty, expected `fixed-seq-len` or `agentic-coding`".to_owned();
        (None, Decision::NoScenario, message)
    })
}

/// Every point of an agentic config runs on one exact fleet.
pub(super) fn agentic_runs_on_a_cluster(entry: &Model<'_>) -> Verdict {
    let runner = entry.text("runner").unwrap_or("");
    (!runner.starts_with("cluster:") && !entry.list(&["scenarios", "agentic-coding"]).is_empty()).then(
        || {
            let runner = message::short(runner);
            let message = format!(
                "`runner` is the text \"{runner}\", expected `cluster:<name>`: an agentic config runs on one exact fleet"
            );
            (Some("runner"), Decision::AgenticRunner, message)
        },
    )
}

/// A component stands at the top or in search-space entries.
pub(super) fn declared_once(entry: &Model<'_>, field: &'static str) -> Verdict {
    (entry.has(field) && entry.points().iter().any(|point| point.has(field))).then(|| {
        let message = format!(
            "`{field}` stands at the top and in search-space entries, expected one of the two"
        );
        (Some(field), Decision::DeclaredTwice, message)
    })
}

/// Nothing is transferred between workers of one node.
pub(super) fn transfer_needs_nodes(entry: &Model<'_>, multi_node: bool) -> Verdict {
    (!multi_node && entry.points().iter().any(|point| point.has("kv-p2p-transfer"))).then(|| {
        let message =
            "`kv-p2p-transfer` stands in a search-space entry, which needs `multinode: true`";
        (Some("scenarios"), Decision::TransferSingleNode, message.to_owned())
    })
}

/// Disaggregated workers say how KV blocks move between them.
pub(super) fn disagg_needs_transfer(entry: &Model<'_>) -> Verdict {
    if !entry.flag("disagg") || entry.has("kv-p2p-transfer") {
        return None;
    }
    let points = entry.points();
    let everywhere = !points.is_empty() && points.iter().all(|point| point.has("kv-p2p-transfer"));
    (!everywhere).then(|| {
        let message =
            "`disagg: true` needs `kv-p2p-transfer` at the top or in every search-space entry";
        (Some("disagg"), Decision::DisaggTransfer, message.to_owned())
    })
}

/// Since autumn, the topology of every search-space entry suits `multinode` and `disagg`.
pub(super) fn topology_suits_the_entry(
    entry: &Model<'_>,
    multi_node: bool,
    edition: Edition,
) -> Verdict {
    if edition == Edition::Summer {
        return None;
    }
    let disagg = entry.flag("disagg");
    let message = entry.points().iter().find_map(|point| {
        let (worker, nodes) = (point.has("worker"), point.has("num-nodes"));
        let (prefill, decode) = (point.has("prefill"), point.has("decode"));
        if !multi_node {
            (worker || nodes || prefill || decode).then_some(
                "a search-space entry of `multinode: false` has workers, expected `tp` alone",
            )
        } else if disagg {
            (worker || nodes || !prefill || !decode).then_some(
                "a search-space entry of `disagg: true` is not `prefill` with `decode` alone",
            )
        } else if !worker || prefill || decode {
            Some("a search-space entry of `disagg: false` is not one `worker`")
        } else if !nodes {
            Some("a search-space entry of `disagg: false` has no `num-nodes`")
        } else {
            None
        }
    })?;
    let field = if multi_node { "scenarios" } else { "multinode" };
    Some((Some(field), Decision::TopologyScope, message.to_owned()))
}
