//! `changelog/history-link`

use sweeplint_yaml::Span;

use super::history::{History, Relation};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # changelog/history-link
    ///
    /// **What it finds.** A `pr-link` of history that was changed together with new entries, or to
    /// something that is no canonical link.
    ///
    /// **Why it matters.** Correcting a historical link is the one edit to history that is allowed,
    /// and only alone. A tool that replaces the first `XXX` of the file hits somebody else's entry.
    ///
    /// **Fix.** The base's bytes, then the branch's own entries (safe).
    HistoryLink, "changelog/history-link", Blocking, fix: Safe,
    "a link of the changelog's history was changed"
}

impl Rule for HistoryLink {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        let Relation::Broken(breakage) = &history.relation else { return };
        for line in &breakage.links {
            let text = history.head[line.clone()].trim();
            let mut draft = Draft::new(
                &history.file,
                Span::new(line.start, line.end),
                "was another link at the base",
                "the link of a historical entry was changed; that is allowed only alone and to a canonical link",
            )
            .identity(text)
            .why("history must stay byte for byte when entries are added, so merging would be refused");
            if let Some(fix) = history.fix() {
                draft = draft.fix_edits(fix);
            }
            reporter.report(draft);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{CHANGELOG, Toy};

    const RULE: &str = "changelog/history-link";

    #[test]
    fn a_historical_link_changed_beside_new_entries_is_restored() {
        let toy = Toy::clean().in_change().replace(CHANGELOG, "pull/101", "pull/123");
        toy.one(RULE);
        assert_eq!(toy.fixed(RULE, Safety::Safe)[CHANGELOG], Toy::clean().head_text(CHANGELOG));
        // A comment among history would itself change history, so there is nothing to suppress.
    }
}
