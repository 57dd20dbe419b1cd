//! `changelog/dropped-entry`

use sweeplint_yaml::Span;

use super::history::{History, Relation};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, declare_rule};

/// Entries named by one finding.
const NAMED: usize = 5;

declare_rule! {
    /// # changelog/dropped-entry
    ///
    /// **What it finds.** Entries of the base's changelog that the head no longer has.
    ///
    /// **Why it matters.** The changelog is append-only; what it once said was swept. A conflict
    /// that was resolved by taking one side is the usual cause, and a revert appends instead.
    ///
    /// **Fix.** The base's bytes, then the branch's own entries (safe).
    DroppedEntry, "changelog/dropped-entry", Blocking, fix: Safe,
    "entries of the changelog's history are gone"
}

impl Rule for DroppedEntry {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        let Relation::Broken(breakage) = &history.relation else { return };
        let Some((_, at)) = breakage.dropped.first() else { return };
        let titles: Vec<&str> =
            breakage.dropped.iter().take(NAMED).map(|(title, _)| title.as_str()).collect();
        let rest = breakage.dropped.len() - titles.len();
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let verb = if breakage.dropped.len() == 1 { "is" } else { "are" };
        let at = (*at).min(history.head.len());
        let line_end = history.head[at..].find('\n').map_or(history.head.len(), |end| at + end);
        let mut draft = Draft::new(
            &history.file,
            Span::new(at, line_end),
            "stood here",
            format!("{}{more} {verb} gone from the changelog", titles.join(", ")),
        )
        .identity(titles.join(","))
        .why("the changelog is append-only: merging this would delete what others recorded")
        .help("restore the entries; a revert appends an entry of its own");
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

    const RULE: &str = "changelog/dropped-entry";

    #[test]
    fn a_dropped_entry_is_restored() {
        let clean = Toy::clean().in_change();
        let head = clean.head_text(CHANGELOG).to_owned();
        let second = head.match_indices("- config-keys").nth(1).unwrap().0;
        let toy = clean.write(CHANGELOG, &head[second..]);
        let finding = toy.one(RULE);
        assert!(finding.message.contains("#101"), "{}", finding.message);
        assert_eq!(toy.fixed(RULE, Safety::Safe)[CHANGELOG], head);
        toy.suppressed(RULE);
    }
}
