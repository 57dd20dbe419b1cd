//! Decisions over several fields of a master entry.
//!
//! Pydantic runs them after a model's own fields were accepted, so each runs only where nothing at
//! or below the model was refused, and of one model only the first that refuses speaks. One
//! function per decision, in the order of the real validator.

mod concurrency;
mod decision;
mod model;
mod offload;
mod scope;
mod topology;

use std::collections::BTreeSet;

use serde_json::Value;

pub use decision::Decision;
use model::Model;

use super::Edition;
use super::violation::Segment;

/// A refused decision: where, which and why.
pub(super) struct Refusal {
    pub path: Vec<Segment>,
    pub decision: Decision,
    pub message: String,
}

/// What a decision function gives: nothing, or the field it points at (none for the model as a
/// whole), the decision and a sentence.
type Verdict = Option<(Option<&'static str>, Decision, String)>;

/// Judges an entry in which `refused` are the paths that were refused already.
pub(super) fn judge(
    entry: &Value,
    multi_node: bool,
    edition: Edition,
    refused: BTreeSet<Vec<Segment>>,
) -> Vec<Refusal> {
    let mut judge = Judge { edition, refused, refusals: Vec::new() };
    let root = Model::root(entry);
    for fixed in root.list(&["scenarios", "fixed-seq-len"]) {
        for point in fixed.list(&["search-space"]) {
            if multi_node {
                judge.multi_node_point(&point);
            } else {
                judge.single_node_point(&point);
            }
        }
    }
    for agentic in root.list(&["scenarios", "agentic-coding"]) {
        for point in agentic.list(&["search-space"]) {
            judge.agentic_point(&point);
        }
        judge.run(&agentic, &[&offload::dram_needs_utilization]);
    }
    if let Some(scenarios) = root.get("scenarios") {
        judge.run(&scenarios, &[&scope::at_least_one_scenario]);
    }
    judge.run(
        &root,
        &[
            &scope::agentic_runs_on_a_cluster,
            &|entry| scope::declared_once(entry, "router"),
            &|entry| scope::declared_once(entry, "kv-p2p-transfer"),
            &|entry| scope::transfer_needs_nodes(entry, multi_node),
            &scope::disagg_needs_transfer,
            &|entry| scope::topology_suits_the_entry(entry, multi_node, edition),
        ],
    );
    judge.refusals
}

struct Judge {
    edition: Edition,
    refused: BTreeSet<Vec<Segment>>,
    refusals: Vec<Refusal>,
}

impl Judge {
    /// Runs decisions over a model until one refuses.
    fn run(&mut self, model: &Model<'_>, decisions: &[&dyn Fn(&Model<'_>) -> Verdict]) {
        let path = model.path();
        let at_or_below = self.refused.range(path.clone()..).next();
        if at_or_below.is_some_and(|refused| refused.starts_with(&path)) {
            return;
        }
        let verdict = decisions.iter().find_map(|decide| decide(model));
        if let Some((field, decision, message)) = verdict {
            let mut path = path;
            path.extend(field.map(|name| Segment::Key(name.to_owned())));
            self.refused.insert(path.clone());
            self.refusals.push(Refusal { path, decision, message });
        }
    }

    fn workers(&mut self, point: &Model<'_>) {
        for role in ["worker", "prefill", "decode"] {
            if let Some(worker) = point.get(role) {
                self.run(&worker, &[&topology::dcp_divides_tp]);
            }
        }
    }

    fn single_node_point(&mut self, point: &Model<'_>) {
        self.run(point, &[&concurrency::judge, &topology::dcp_divides_tp]);
    }

    fn multi_node_point(&mut self, point: &Model<'_>) {
        self.workers(point);
        let edition = self.edition;
        self.run(
            point,
            &[
                &concurrency::judge,
                &|point| topology::one_of_worker_or_pools(point, edition),
                &topology::hardware_on_both,
            ],
        );
    }

    fn agentic_point(&mut self, point: &Model<'_>) {
        self.workers(point);
        let edition = self.edition;
        self.run(
            point,
            &[
                &concurrency::judge,
                &offload::backend_pairing,
                &|point| topology::one_topology(point, edition),
                &topology::single_node_says_offloading,
                &topology::dcp_divides_tp,
                &offload::nvme_needs_a_single_node,
                &topology::no_sizes_beside_workers,
                &topology::hardware_on_both,
            ],
        );
    }
}
