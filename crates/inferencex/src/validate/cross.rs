//! Decisions over several fields of a master entry.
//!
//! Pydantic runs them after a model's own fields were accepted, so each runs only where nothing at
//! or below the model was refused. One function per decision.

use serde_json::Value;

use super::lax;
use super::{Edition, Segment};

/// A refused decision: where, and why.
pub(super) struct Refusal {
    pub path: Vec<Segment>,
    pub message: String,
}

/// A model of the entry, with its place.
struct Model<'v> {
    value: &'v Value,
    path: Vec<Segment>,
}

/// Judges an entry in which `refused` are the paths that were refused already.
pub(super) fn judge(
    entry: &Value,
    multi_node: bool,
    edition: Edition,
    refused: &[Vec<Segment>],
) -> Vec<Refusal> {
    let mut judge = Judge { refused: refused.to_vec(), refusals: Vec::new() };
    let root = Model { value: entry, path: Vec::new() };
    for fixed in root.list(&["scenarios", "fixed-seq-len"]) {
        for point in fixed.list(&["search-space"]) {
            judge.point(&point, multi_node, false, edition);
        }
    }
    for agentic in root.list(&["scenarios", "agentic-coding"]) {
        for point in agentic.list(&["search-space"]) {
            judge.point(&point, multi_node, true, edition);
        }
        judge.run(&agentic, dram_needs_utilization);
    }
    if let Some(scenarios) = root.get("scenarios") {
        judge.run(&scenarios, at_least_one_scenario);
    }
    judge.run(&root, agentic_runs_on_a_cluster);
    judge.run(&root, |model| declared_once(model, "router"));
    judge.run(&root, |model| declared_once(model, "kv-p2p-transfer"));
    judge.run(&root, |model| transfer_needs_nodes(model, multi_node));
    judge.run(&root, disagg_needs_transfer);
    judge.refusals
}

struct Judge {
    refused: Vec<Vec<Segment>>,
    refusals: Vec<Refusal>,
}

type Decision = Option<(Vec<&'static str>, String)>;

impl Judge {
    fn run(&mut self, model: &Model<'_>, decide: impl Fn(&Model<'_>) -> Decision) {
        if model.value.is_null() || self.refused.iter().any(|path| path.starts_with(&model.path)) {
            return;
        }
        if let Some((field, message)) = decide(model) {
            let mut path = model.path.clone();
            path.extend(field.into_iter().map(|name| Segment::Key(name.to_owned())));
            self.refused.push(path.clone());
            self.refusals.push(Refusal { path, message });
        }
    }

    fn point(&mut self, point: &Model<'_>, multi_node: bool, agentic: bool, edition: Edition) {
        for role in ["prefill", "decode", "worker"] {
            if let Some(worker) = point.get(role) {
                self.run(&worker, dcp_divides_tp);
            }
        }
        self.run(point, concurrency);
        if agentic {
            self.run(point, offload_backend);
            self.run(point, |point| one_topology(point, edition));
        } else if multi_node {
            if edition == Edition::Autumn {
                self.run(point, |point| one_topology(point, edition));
            }
            self.run(point, hardware_on_both);
        } else {
            self.run(point, dcp_divides_tp);
        }
    }
}

impl<'v> Model<'v> {
    fn get(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        let mut path = self.path.clone();
        path.push(Segment::Key(name.to_owned()));
        Some(Self { value, path })
    }

    fn has(&self, name: &str) -> bool {
        self.value.get(name).is_some_and(|value| !value.is_null())
    }

    fn list(&self, names: &[&str]) -> Vec<Self> {
        let mut place = Self { value: self.value, path: self.path.clone() };
        for name in names {
            match place.get(name) {
                Some(next) => place = next,
                None => return Vec::new(),
            }
        }
        place
            .value
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, value)| {
                let mut path = place.path.clone();
                path.push(Segment::Index(index));
                Self { value, path }
            })
            .collect()
    }

    fn integer(&self, name: &str) -> Option<f64> {
        self.value.get(name).and_then(lax::integer)
    }

    fn text(&self, name: &str) -> Option<&'v str> {
        self.value.get(name).and_then(Value::as_str)
    }

    /// The points of every scenario, this being the entry.
    fn points(&self) -> Vec<Self> {
        ["fixed-seq-len", "agentic-coding"]
            .into_iter()
            .flat_map(|kind| self.list(&["scenarios", kind]))
            .flat_map(|config| config.list(&["search-space"]))
            .collect()
    }
}

fn concurrency(point: &Model<'_>) -> Decision {
    let list = point.value.get("conc-list").and_then(Value::as_array).filter(|l| !l.is_empty());
    let range = point.integer("conc-start").zip(point.integer("conc-end"));
    match (list, range) {
        (Some(_), Some(_)) => Some((
            vec!["conc-list"],
            "`conc-list` and `conc-start`/`conc-end` exclude each other".to_owned(),
        )),
        (None, None) => Some((
            vec![],
            "no concurrency: `conc-list`, or `conc-start` and `conc-end`, is needed".to_owned(),
        )),
        (None, Some((start, end))) if start <= 0.0 || end <= 0.0 => Some((
            vec!["conc-start"],
            "`conc-start` and `conc-end` must be above 0".to_owned(),
        )),
        (None, Some((start, end))) if start > end => Some((
            vec!["conc-start"],
            format!("`conc-start` ({start}) is above `conc-end` ({end})"),
        )),
        (Some(list), None) if list.iter().filter_map(lax::integer).any(|value| value <= 0.0) => {
            Some((vec!["conc-list"], "every concurrency must be above 0".to_owned()))
        }
        _ => None,
    }
}

fn dcp_divides_tp(worker: &Model<'_>) -> Decision {
    let tp = worker.integer("tp")?;
    let dcp = worker.integer("dcp-size").unwrap_or(1.0);
    (tp % dcp != 0.0)
        .then(|| (vec!["dcp-size"], format!("`tp` ({tp}) is not divisible by `dcp-size` ({dcp})")))
}

fn hardware_on_both(point: &Model<'_>) -> Decision {
    let named = |role: &str| point.get(role).is_some_and(|worker| worker.has("hardware"));
    (named("prefill") != named("decode")).then(|| {
        (vec![], "`hardware` stands on one of `prefill` and `decode`; both or neither".to_owned())
    })
}

fn offload_backend(point: &Model<'_>) -> Decision {
    let backend = point.has("kv-offload-backend");
    let offloading = point.value.get("kv-offloading").filter(|value| !value.is_null());
    match (offloading.and_then(Value::as_str), offloading.is_some()) {
        (_, false) if backend => Some((
            vec!["kv-offload-backend"],
            "`kv-offload-backend` stands without `kv-offloading`".to_owned(),
        )),
        (Some("none"), _) if backend => Some((
            vec!["kv-offload-backend"],
            "`kv-offload-backend` stands beside `kv-offloading: none`".to_owned(),
        )),
        (name, true) if name != Some("none") && !backend => Some((
            vec!["kv-offloading"],
            format!("`kv-offloading: {}` needs a `kv-offload-backend`", name.unwrap_or("dram, nvme")),
        )),
        _ => None,
    }
}

fn one_topology(point: &Model<'_>, edition: Edition) -> Decision {
    let (tp, prefill, decode) = (point.has("tp"), point.has("prefill"), point.has("decode"));
    let worker = edition == Edition::Autumn && point.has("worker");
    let pools = prefill && decode;
    let valid = match (tp, worker) {
        (true, false) | (false, true) => !prefill && !decode,
        (true, true) => false,
        (false, false) => pools,
    };
    if !valid {
        let forms = if edition == Edition::Autumn {
            "exactly one of `tp`, `worker`, or `prefill` with `decode` is needed"
        } else {
            "either `tp`, or `prefill` with `decode`, is needed"
        };
        return Some((vec![], forms.to_owned()));
    }
    if tp {
        if !point.has("kv-offloading") {
            let message = "a single-node agentic point must say `kv-offloading`".to_owned();
            return Some((vec!["kv-offloading"], message));
        }
        return dcp_divides_tp(point);
    }
    if pools {
        let written = ["pp", "dcp-size", "pcp-size"]
            .into_iter()
            .find(|name| point.value.get(name).is_some());
        if let Some(name) = written {
            let message = format!("`{name}` cannot stand beside `prefill` and `decode`");
            return Some((vec![name], message));
        }
        return hardware_on_both(point);
    }
    None
}

fn dram_needs_utilization(agentic: &Model<'_>) -> Decision {
    let offloads = |point: &Model<'_>| match point.value.get("kv-offloading") {
        Some(Value::String(name)) => name == "dram",
        Some(Value::Array(names)) => names.iter().any(|name| name == "dram"),
        _ => false,
    };
    (agentic.list(&["search-space"]).iter().any(offloads) && !agentic.has("dram-utilization")).then(
        || {
            let message = "`kv-offloading: dram` needs `dram-utilization` for the scenario";
            (vec!["dram-utilization"], message.to_owned())
        },
    )
}

fn at_least_one_scenario(scenarios: &Model<'_>) -> Decision {
    let filled = |name: &str| {
        scenarios.value.get(name).and_then(Value::as_array).is_some_and(|list| !list.is_empty())
    };
    (!filled("fixed-seq-len") && !filled("agentic-coding"))
        .then(|| (vec![], "`fixed-seq-len` or `agentic-coding` is needed".to_owned()))
}

fn agentic_runs_on_a_cluster(entry: &Model<'_>) -> Decision {
    let agentic = !entry.list(&["scenarios", "agentic-coding"]).is_empty();
    let runner = entry.text("runner").unwrap_or("");
    (agentic && !runner.starts_with("cluster:")).then(|| {
        let message =
            format!("an agentic config runs on `cluster:<name>`, one exact fleet; runner is {runner}");
        (vec!["runner"], message)
    })
}

fn declared_once(entry: &Model<'_>, field: &'static str) -> Decision {
    (entry.has(field) && entry.points().iter().any(|point| point.has(field))).then(|| {
        (vec![field], format!("`{field}` stands at the top and in a search-space entry; only one place"))
    })
}

fn transfer_needs_nodes(entry: &Model<'_>, multi_node: bool) -> Decision {
    (!multi_node && entry.points().iter().any(|point| point.has("kv-p2p-transfer"))).then(|| {
        (vec!["scenarios"], "`kv-p2p-transfer` only makes sense with `multinode: true`".to_owned())
    })
}

fn disagg_needs_transfer(entry: &Model<'_>) -> Decision {
    let disagg = entry.value.get("disagg").and_then(lax::boolean).unwrap_or(false);
    let points = entry.points();
    let everywhere = !points.is_empty() && points.iter().all(|point| point.has("kv-p2p-transfer"));
    (disagg && !entry.has("kv-p2p-transfer") && !everywhere).then(|| {
        let message =
            "`disagg: true` needs `kv-p2p-transfer` at the top or in every search-space entry";
        (vec!["disagg"], message.to_owned())
    })
}
