//! The closing line.

use std::time::Duration;

use sweeplint_lint::Outcome;

/// What the closing line says beside the counts.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// How long it took.
    pub elapsed: Duration,
    /// Whether older findings are shown as well.
    pub all: bool,
}

/// Counts with the time, and what was skipped.
#[must_use]
pub fn closing(outcome: &Outcome, tally: Tally) -> String {
    let summary = &outcome.summary;
    let total = summary.blocking + summary.warning + summary.note;
    let mut parts = Vec::new();
    for (count, one, many) in [
        (summary.blocking, "blocking", "blocking"),
        (summary.warning, "warning", "warnings"),
        (summary.note, "note", "notes"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {}", if count == 1 { one } else { many }));
        }
    }
    let origin = if outcome.has_base && !tally.all { " introduced by this change" } else { "" };
    let noun = if total == 1 { "finding" } else { "findings" };
    let mut line = if total == 0 {
        format!("No findings{origin}.")
    } else {
        format!("{total} {noun}{origin}: {}.", parts.join(", "))
    };
    if summary.preexisting > 0 && !tally.all {
        line.push_str(&format!("  {} older hidden (--all).", summary.preexisting));
    }
    if summary.suppressed > 0 {
        line.push_str(&format!("  {} suppressed.", summary.suppressed));
    }
    let skipped: usize = outcome.skipped.iter().map(|skip| skip.count).sum();
    if skipped > 0 {
        line.push_str(&format!("  {skipped} skipped (recipes and files that are not at hand)."));
    }
    let millis = tally.elapsed.as_millis();
    let plural =
        |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let (files, rules) = (plural(summary.files, "file"), plural(summary.rules, "rule"));
    line.push_str(&format!("  {files}, {rules}, {millis} ms\n"));
    line
}
