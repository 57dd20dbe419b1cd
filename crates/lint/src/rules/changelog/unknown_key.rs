//! `changelog/unknown-key`

use std::collections::BTreeSet;

use sweeplint_inferencex::changelog::matches_key;
use sweeplint_yaml::Span;

use super::history::History;
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # changelog/unknown-key
    ///
    /// **What it finds.** A key of a new entry that stands in no master config, or a pattern that
    /// matches none.
    ///
    /// **Why it matters.** The sweep's set-up stops with an error, so nothing runs.
    ///
    /// **Fix.** None; the nearest key is named.
    UnknownKey, "changelog/unknown-key", Blocking, fix: None,
    "a new changelog entry selects a key that does not exist"
}

impl Rule for UnknownKey {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        let known: BTreeSet<&str> =
            change.head.entries().map(|(_, entry)| entry.key.value.as_str()).collect();
        let removed: BTreeSet<&str> =
            change.base.entries().map(|(_, entry)| entry.key.value.as_str()).collect();
        for block in &history.own {
            let Some(entry) = History::entry(&history.head[block.clone()]) else { continue };
            for key in &entry.config_keys {
                if known.iter().any(|known| matches_key(&key.value, known)) {
                    continue;
                }
                let span = Span::new(
                    key.span.start as usize + block.start,
                    key.span.end as usize + block.start,
                );
                let (label, message) = if key.value.contains('*') {
                    ("matches nothing", format!("the pattern {} matches no config key", key.value))
                } else if removed.contains(key.value.as_str()) {
                    (
                        "removed by this change",
                        format!("{} is removed by this very change", key.value),
                    )
                } else {
                    ("no such key", format!("{} stands in no master config", key.value))
                };
                let mut draft = Draft::new(&history.file, span, label, message)
                    .key(&key.value)
                    .identity(&key.value)
                    .why("the sweep's set-up stops at a key it does not know, so nothing runs");
                if let Some(near) = nearest(&known, &key.value) {
                    draft = draft.help(format!("did you mean `{near}`?"));
                }
                reporter.report(draft);
            }
        }
    }
}

fn nearest<'k>(known: &BTreeSet<&'k str>, wanted: &str) -> Option<&'k str> {
    let most = (wanted.chars().count() / 4).max(2);
    known
        .iter()
        .map(|key| (strsim::osa_distance(key, wanted), *key))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use crate::tester::{AGENTIC_KEY, CHANGELOG, Toy};

    const RULE: &str = "changelog/unknown-key";

    #[test]
    fn unknown_keys_and_patterns_are_found() {
        let toy = Toy::clean().in_change().replace(
            CHANGELOG,
            AGENTIC_KEY,
            "orbit1-fp4-gb200-dynamo-vllm-agntic",
        );
        assert!(toy.one(RULE).help.unwrap().contains(AGENTIC_KEY));
        toy.suppressed(RULE);
        let pattern = Toy::clean().in_change().replace(CHANGELOG, AGENTIC_KEY, "nova-*");
        assert!(pattern.one(RULE).message.contains("matches no config key"));
    }

    #[test]
    fn history_may_name_keys_that_are_gone() {
        let log = "- config-keys:\n  - gone\n  description: [x]\n  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/1\n";
        Toy::clean().in_change().base(CHANGELOG, log).write(CHANGELOG, log).quiet(RULE);
    }
}
