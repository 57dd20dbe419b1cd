//! The rules, one line each.

use crate::Rule;
use crate::rules::{changelog, master, recipe, runner, sweeplint, yaml};

/// A set of rules.
#[derive(Clone, Copy)]
pub struct Registry {
    rules: &'static [&'static dyn Rule],
}

/// Every rule, ordered by id.
#[must_use]
pub fn registry() -> Registry {
    Registry { rules: RULES }
}

impl Registry {
    /// The rules, ordered by id.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = &'static dyn Rule> + use<> {
        self.rules.iter().copied()
    }

    /// The rule of that id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&'static dyn Rule> {
        self.rules().find(|rule| rule.meta().id == id)
    }

    /// Ids that look like `id`, the nearest first.
    #[must_use]
    pub fn similar(&self, id: &str) -> Vec<&'static str> {
        let name = |id: &'static str| id.rsplit_once('/').map_or(id, |(_, name)| name);
        let mut near: Vec<_> = self
            .rules()
            .map(|rule| rule.meta().id)
            .map(|other| {
                (strsim::osa_distance(id, other).min(strsim::osa_distance(id, name(other))), other)
            })
            .filter(|(distance, _)| *distance <= 3)
            .collect();
        near.sort_unstable();
        near.into_iter().map(|(_, other)| other).collect()
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules().map(|rule| rule.meta().id)).finish()
    }
}

static RULES: &[&dyn Rule] = &[
    &changelog::dropped_entry::DroppedEntry,
    &changelog::history_changed::HistoryChanged,
    &changelog::history_link::HistoryLink,
    &changelog::key_coverage::KeyCoverage,
    &changelog::missing_entry::MissingEntry,
    &changelog::not_at_tail::NotAtTail,
    &changelog::pr_link::PrLink,
    &changelog::schema::Schema,
    &changelog::separator::Separator,
    &changelog::unknown_key::UnknownKey,
    &master::schema::Schema,
    &recipe::aggregated_decode_workers::AggregatedDecodeWorkers,
    &recipe::concurrency::Concurrency,
    &recipe::context_parallel::ContextParallel,
    &recipe::dp_attn::DpAttn,
    &recipe::expert_parallel::ExpertParallel,
    &recipe::gpu_count::GpuCount,
    &recipe::identity::Identity,
    &recipe::image::Image,
    &recipe::kv_offload::KvOffload,
    &recipe::missing::Missing,
    &recipe::router_version::RouterVersion,
    &recipe::selector::Selector,
    &recipe::sequence_length::SequenceLength,
    &recipe::spec_decoding::SpecDecoding,
    &recipe::worker_count::WorkerCount,
    &runner::schema::Schema,
    &runner::unknown_label::UnknownLabel,
    &sweeplint::suppression::Suppression,
    &yaml::duplicate_key::DuplicateKey,
    &yaml::syntax::Syntax,
    &yaml::version_dependent::VersionDependent,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ordered_and_unique() {
        let ids: Vec<_> = registry().rules().map(|rule| rule.meta().id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    }

    #[test]
    fn every_page_says_what_and_why() {
        for rule in registry().rules() {
            let meta = rule.meta();
            assert!(meta.page.contains(&format!("# {}", meta.id)), "{}", meta.id);
            assert!(meta.page.contains("**Why it matters.**"), "{}", meta.id);
        }
    }
}
