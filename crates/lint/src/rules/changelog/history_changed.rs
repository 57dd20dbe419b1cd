//! `changelog/history-changed`

use sweeplint_yaml::Span;

use super::history::{History, Relation};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # changelog/history-changed
    ///
    /// **What it finds.** A byte of the base's changelog that reads otherwise at the head: an entry
    /// that was edited or reformatted, or a blank line between two entries. History's trailing
    /// spaces and double blank lines are part of it.
    ///
    /// **Why it matters.** Sweep reuse compares the changelog's bytes: the base's bytes must be a
    /// prefix of the head's. Editors that trim white space and merges with main are the usual cause.
    ///
    /// **Fix.** The base's bytes, then the branch's own entries (safe).
    HistoryChanged, "changelog/history-changed", Blocking, fix: Safe,
    "bytes of the changelog's history were changed"
}

impl Rule for HistoryChanged {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        let Relation::Broken(breakage) = &history.relation else { return };
        let Some(at) = breakage.changed else { return };
        let at = at.min(history.head.len());
        let line_end = history.head[at..].find('\n').map_or(history.head.len(), |end| at + end);
        let mut draft = Draft::new(
            &history.file,
            Span::new(at, line_end),
            "reads otherwise at the base",
            "history was changed here; the base's bytes have to stay, trailing spaces and blank lines included",
        )
        .identity("history")
        .why("sweep reuse compares bytes: the base's changelog must be a prefix of this one, so merging would be refused");
        if let Some(fix) = history.fix() {
            draft = draft.fix_edits(fix);
        }
        reporter.report(draft);
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{CHANGELOG, Toy};

    const RULE: &str = "changelog/history-changed";

    #[test]
    fn blanks_of_history_are_restored() {
        let clean = Toy::clean().in_change();
        let spaced = |text: &str| text.replacen("pull/101\n\n", "pull/101\n  \n", 1);
        let head = clean.head_text(CHANGELOG).to_owned();
        let base =
            sweeplint_testkit::example::BASE.iter().find(|(path, _)| *path == CHANGELOG).unwrap().1;
        let toy = clean.clone().base(CHANGELOG, spaced(base));
        let finding = toy.one(RULE);
        assert_eq!(finding.config_key, None);
        assert_eq!(toy.fixed(RULE, Safety::Safe)[CHANGELOG], spaced(&head));
        toy.write(CHANGELOG, spaced(&head)).quiet("");
    }

    #[test]
    fn an_edited_entry_is_found() {
        let toy =
            Toy::clean().in_change().replace(CHANGELOG, "on B200 with vLLM", "on B200 with  vLLM");
        assert_eq!(toy.fixed(RULE, Safety::Safe)[CHANGELOG], Toy::clean().head_text(CHANGELOG));
        toy.suppressed(RULE);
    }
}
