//! `changelog/key-coverage`

use sweeplint_yaml::Span;

use super::history::History;
use super::missing_entry::what;
use super::touched::{Touch, touched};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, Severity, declare_rule};

declare_rule! {
    /// # changelog/key-coverage
    ///
    /// **What it finds.** A config key that the change touches, in a master config or through a
    /// recipe, and that none of the new changelog entries selects.
    ///
    /// **Why it matters.** The key changes without being run, so its published results belong to
    /// something else from then on. Blocking when its image or a recipe changed.
    ///
    /// **Fix.** In words: the key to add to `config-keys`.
    ///
    /// **Exceptions.** Comments and removed keys. Changes that only rename what runs or take points
    /// away are not reported.
    KeyCoverage, "changelog/key-coverage", Warning, fix: None,
    "a changed config key is selected by no new changelog entry"
}

impl Rule for KeyCoverage {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        let entries: Vec<_> = history
            .own
            .iter()
            .filter_map(|block| Some((block, History::entry(&history.head[block.clone()])?)))
            .collect();
        if entries.is_empty() || entries.len() != history.own.len() {
            return;
        }
        for touched in touched(change).iter().filter(|touched| touched.touch > Touch::Label) {
            let key = touched.entry.key.value.as_str();
            if entries.iter().any(|(_, entry)| entry.selects(key)) {
                continue;
            }
            let (block, _) = &entries[0];
            let first_line = history.head[(*block).clone()].lines().next().map_or(0, str::len);
            let severity = if touched.image_changed || touched.recipe.is_some() {
                Severity::Blocking
            } else {
                Severity::Warning
            };
            let verb = if touched.touch == Touch::New { "is new" } else { "changes" };
            reporter.report(
                Draft::new(
                    &touched.file.path,
                    touched.entry.key.span,
                    what(touched),
                    format!("{key} {verb}, and no new changelog entry selects it"),
                )
                .key(key)
                .severity(severity)
                .identity(key)
                .related(
                    &history.file,
                    Span::new(block.start, block.start + first_line),
                    "the new entries begin here",
                )
                .why("the key changes without being run: its published results would belong to something else")
                .help(format!("add `{key}` to config-keys of an entry of this change")),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Severity;
    use crate::tester::{AGENTIC_KEY, CHANGELOG, DISAGG_KEY, Toy};

    const RULE: &str = "changelog/key-coverage";

    #[test]
    fn a_changed_key_that_no_entry_selects_is_found() {
        let toy =
            Toy::clean().in_change().replace_after(CHANGELOG, AGENTIC_KEY, DISAGG_KEY, AGENTIC_KEY);
        let finding = toy.one(RULE);
        assert_eq!(finding.config_key.as_deref(), Some(DISAGG_KEY));
        assert_eq!(finding.severity, Severity::Blocking, "its image changed");
        toy.suppressed(RULE);
    }

    #[test]
    fn a_pattern_selects() {
        Toy::clean()
            .in_change()
            .replace_after(CHANGELOG, AGENTIC_KEY, DISAGG_KEY, "orbit1-*-sglang")
            .quiet(RULE);
    }
}
