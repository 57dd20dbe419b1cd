//! From the document to the typed view.

use sweeplint_yaml::{Document, Kind, Node, Span};

use super::{
    Component, Concurrency, Entry, Point, Role, Scenario, ScenarioKind, Setting, Worker, Workers,
};
use crate::field::{Field, boolean, integer, member, string};

/// Ranges are expanded to at most this many concurrencies.
const MOST_CONCURRENCIES: usize = 64;

/// Reads a master config. Entries that are no mappings are left out; of two equal keys the last
/// is kept, as `safe_load` does.
#[must_use]
pub fn read(document: &Document) -> Vec<Entry> {
    let Some(root) = document.root() else { return Vec::new() };
    root.effective_entries()
        .into_iter()
        .filter(|entry| entry.value.kind() == Kind::Mapping)
        .filter_map(|entry| {
            let key = string(entry.key)?;
            Some(read_entry(key, entry.span(), entry.value))
        })
        .collect()
}

fn read_entry(key: Field<String>, span: Span, node: Node<'_>) -> Entry {
    let text = |name| member(node, name).and_then(string);
    let flag = |name| member(node, name).and_then(boolean).is_some_and(|field| field.value);
    Entry {
        key,
        span,
        node: node.id(),
        image: text("image"),
        model: text("model"),
        model_prefix: text("model-prefix"),
        runner: text("runner"),
        precision: text("precision"),
        framework: text("framework"),
        multinode: flag("multinode"),
        disagg: flag("disagg"),
        router: component(node, "router"),
        kv_p2p_transfer: text("kv-p2p-transfer"),
        scenarios: scenarios(node),
    }
}

/// The scenarios; before May 2026 fixed sequence lengths stood under `seq-len-configs`.
fn scenarios(entry: Node<'_>) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    let wrapped = member(entry, "scenarios");
    let fixed = wrapped
        .and_then(|node| member(node, "fixed-seq-len"))
        .or_else(|| member(entry, "seq-len-configs"));
    for node in fixed.into_iter().flat_map(Node::items) {
        let length = |name| member(node, name).and_then(integer);
        let kind = ScenarioKind::FixedSeqLen { isl: length("isl"), osl: length("osl") };
        scenarios.push(scenario(kind, node));
    }
    let agentic = wrapped.and_then(|node| member(node, "agentic-coding"));
    for node in agentic.into_iter().flat_map(Node::items) {
        let dram_utilization = member(node, "dram-utilization").and_then(number);
        scenarios.push(scenario(ScenarioKind::Agentic { dram_utilization }, node));
    }
    scenarios
}

fn scenario(kind: ScenarioKind, node: Node<'_>) -> Scenario {
    let points = member(node, "search-space")
        .into_iter()
        .flat_map(Node::items)
        .filter(|point| point.kind() == Kind::Mapping)
        .map(point)
        .collect();
    Scenario { kind, span: node.span(), node: node.id(), points }
}

fn point(node: Node<'_>) -> Point {
    let text = |name| member(node, name).and_then(string);
    Point {
        span: node.span(),
        node: node.id(),
        concurrency: concurrency(node),
        spec_decoding: text("spec-decoding"),
        kv_offloading: text("kv-offloading"),
        kv_offload_backend: component(node, "kv-offload-backend"),
        router: component(node, "router"),
        kv_p2p_transfer: text("kv-p2p-transfer"),
        workers: workers(node),
    }
}

fn workers(point: Node<'_>) -> Workers {
    let pool = |name: &str, role| {
        let entry = point.entry(name).filter(|entry| entry.value.kind() == Kind::Mapping)?;
        Some(Box::new(worker(role, entry.key.span(), entry.value)))
    };
    if let Some(worker) = pool("worker", Role::Aggregated) {
        return Workers::Aggregated(worker);
    }
    match (pool("prefill", Role::Prefill), pool("decode", Role::Decode)) {
        (Some(prefill), Some(decode)) => Workers::Pools { prefill, decode },
        _ if member(point, "tp").is_some() => {
            let start = point.span().start as usize;
            Workers::SingleNode(Box::new(worker(Role::Aggregated, Span::at(start), point)))
        }
        _ => Workers::Unknown,
    }
}

fn worker(role: Role, key: Span, node: Node<'_>) -> Worker {
    let count = |name| member(node, name).and_then(integer);
    Worker {
        role,
        key,
        span: node.span(),
        node: node.id(),
        num_worker: count("num-worker"),
        tp: count("tp"),
        pp: count("pp"),
        dcp_size: count("dcp-size"),
        pcp_size: count("pcp-size"),
        ep: count("ep"),
        dp_attn: member(node, "dp-attn").and_then(boolean),
        settings: member(node, "additional-settings")
            .into_iter()
            .flat_map(Node::items)
            .filter_map(setting)
            .collect(),
    }
}

fn setting(node: Node<'_>) -> Option<Setting> {
    let (name, value) = node.as_str()?.split_once('=')?;
    Some(Setting {
        name: name.to_owned(),
        value: value.to_owned(),
        span: node.span(),
        node: node.id(),
    })
}

fn component(parent: Node<'_>, name: &str) -> Option<Component> {
    let node = member(parent, name).filter(|node| node.kind() == Kind::Mapping)?;
    let text = |name| member(node, name).and_then(string);
    Some(Component {
        span: node.span(),
        node: node.id(),
        name: text("name"),
        version: text("version"),
    })
}

fn concurrency(point: Node<'_>) -> Concurrency {
    if let Some(list) = member(point, "conc-list").filter(|list| list.kind() == Kind::Sequence) {
        let values = list.items().filter_map(integer).map(|field| field.value).collect();
        return Concurrency {
            values,
            list: Some(list.span()),
            list_node: Some(list.id()),
            range: None,
        };
    }
    let bound = |name| member(point, name).and_then(integer);
    let (Some(start), Some(end)) = (bound("conc-start"), bound("conc-end")) else {
        return Concurrency::default();
    };
    Concurrency {
        values: doubled(start.value, end.value),
        range: Some((start.span, end.span)),
        ..Concurrency::default()
    }
}

/// `start`, twice that, …, and `end` in any case.
fn doubled(start: i64, end: i64) -> Vec<i64> {
    let mut values = Vec::new();
    let mut value = start;
    while value > 0 && value < end && values.len() < MOST_CONCURRENCIES {
        values.push(value);
        value = value.saturating_mul(2);
    }
    if start > 0 && start <= end {
        values.push(end);
    }
    values
}

fn number(node: Node<'_>) -> Option<Field<f64>> {
    use sweeplint_yaml::Scalar;
    let value = match node.scalar()? {
        Scalar::Float(value) => *value,
        Scalar::Int(value) => i32::try_from(*value).map(f64::from).ok()?,
        Scalar::Str => node.text()?.trim().parse().ok()?,
        _ => return None,
    };
    Some(Field::new(value, node))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASTER: &str = "\
toy-fp4-gb200-dynamo-vllm-agentic:
  image: org/image:v1
  model: org/Toy
  model-prefix: toy
  runner: cluster:gb200-nv
  precision: fp4
  framework: dynamo-vllm
  router: {name: dynamo-router, version: '1.3.0'}
  multinode: true
  scenarios:
    agentic-coding:
    - search-space:
      - conc-list: [1, 2]
        prefill:
          num-worker: 2
          tp: 4
          ep: 16
          dp-attn: true
          additional-settings:
          - CONFIG_FILE=recipes/vllm/toy/agg.yaml
        decode: {num-worker: 0, tp: 4, ep: 16, dp-attn: true}
    fixed-seq-len:
    - isl: 8192
      osl: 1024
      search-space:
      - {tp: 8, pp: 2, conc-start: 4, conc-end: 12}
";

    #[test]
    fn reads_entries_points_and_workers() {
        let document = Document::parse(MASTER);
        let entries = read(&document);
        let entry = &entries[0];
        assert_eq!(entry.key.value, "toy-fp4-gb200-dynamo-vllm-agentic");
        assert!(entry.multinode && !entry.disagg);
        let points: Vec<_> = entry.points().collect();
        assert_eq!(points[0].1.concurrency.values, [4, 8, 12]);
        assert_eq!(points[0].1.pools()[0].gpus(), 16);
        let pools = points[1].1.pools();
        assert!(points[1].1.is_claimed_aggregated());
        assert_eq!(pools[0].gpus(), 8);
        assert_eq!(pools[1].gpus(), 0);
        let setting = points[1].1.setting("CONFIG_FILE").unwrap();
        assert_eq!(setting.value, "recipes/vllm/toy/agg.yaml");
        assert_eq!(setting.span.slice(MASTER), "CONFIG_FILE=recipes/vllm/toy/agg.yaml");
    }
}
