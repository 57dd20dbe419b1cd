//! Which workers a search-space entry has.

use super::model::Model;
use super::{Decision, Verdict};
use crate::validate::Edition;

/// Sizes of a single worker, which stand in the workers where there are any.
const SIZES: [&str; 3] = ["pp", "dcp-size", "pcp-size"];

/// Decode context parallelism reuses the GPUs of tensor parallelism.
pub(super) fn dcp_divides_tp(worker: &Model<'_>) -> Verdict {
    let tp = worker.integer("tp")?;
    let dcp = worker.integer("dcp-size").unwrap_or(1);
    // `dcp-size` is above 0 here; the saturated quotient of an overflow leaves no remainder.
    (tp.checked_rem(dcp).unwrap_or(0) != 0).then(|| {
        let message = format!("`tp` is {tp}, expected a multiple of `dcp-size`, which is {dcp}");
        (Some("dcp-size"), Decision::DcpDividesTp, message)
    })
}

/// A fleet is named for both pools or for neither.
pub(super) fn hardware_on_both(point: &Model<'_>) -> Verdict {
    let prefill = point.get("prefill")?.has("hardware");
    let decode = point.get("decode")?.has("hardware");
    (prefill != decode).then(|| {
        let (with, without) = if prefill { ("prefill", "decode") } else { ("decode", "prefill") };
        let message = format!(
            "`hardware` stands in `{with}` and not in `{without}`, expected both or neither"
        );
        (Some(without), Decision::HardwarePair, message)
    })
}

/// A multi-node fixed-sequence entry has one aggregated worker or two pools. Summer only knows
/// pools, which are required fields there.
pub(super) fn one_of_worker_or_pools(point: &Model<'_>, edition: Edition) -> Verdict {
    if edition == Edition::Summer {
        return None;
    }
    let (prefill, decode) = (point.has("prefill"), point.has("decode"));
    let one = if point.has("worker") { !prefill && !decode } else { prefill && decode };
    (!one).then(|| {
        let message = "expected either `worker`, or `prefill` with `decode`".to_owned();
        (None, Decision::OneTopology, message)
    })
}

/// An agentic entry says one topology.
pub(super) fn one_topology(point: &Model<'_>, edition: Edition) -> Verdict {
    let (tp, prefill, decode) = (point.has("tp"), point.has("prefill"), point.has("decode"));
    let worker = edition == Edition::Autumn && point.has("worker");
    let one = match (tp, worker) {
        (true, true) => false,
        (false, false) => prefill && decode,
        _ => !prefill && !decode,
    };
    if one {
        return None;
    }
    let written: Vec<&str> =
        [("tp", tp), ("worker", worker), ("prefill", prefill), ("decode", decode)]
            .into_iter()
            .filter_map(|(name, is_written)| is_written.then_some(name))
            .collect();
    let found = match written.as_slice() {
        [] => "no topology stands here".to_owned(),
        names => format!("the topology is `{}`", names.join("` and `")),
    };
    let forms = match edition {
        Edition::Summer => "either `tp`, or `prefill` with `decode`",
        Edition::Autumn => "exactly one of `tp`, `worker`, or `prefill` with `decode`",
    };
    Some((None, Decision::OneTopology, format!("{found}, expected {forms}")))
}

/// A single-node agentic entry says whether it offloads.
pub(super) fn single_node_says_offloading(point: &Model<'_>) -> Verdict {
    (point.has("tp") && !point.has("kv-offloading")).then(|| {
        let message =
            "`kv-offloading` is missing beside `tp`, expected `none` or a tier".to_owned();
        (Some("kv-offloading"), Decision::OffloadingUnsaid, message)
    })
}

/// Sizes stand inside the workers of an agentic entry that has workers.
pub(super) fn no_sizes_beside_workers(point: &Model<'_>) -> Verdict {
    if point.has("tp") {
        return None;
    }
    let written = SIZES.into_iter().find(|name| point.is_written(name))?;
    let message = format!("`{written}` stands beside the workers, expected it inside them");
    Some((Some(written), Decision::SizesBesideWorkers, message))
}
