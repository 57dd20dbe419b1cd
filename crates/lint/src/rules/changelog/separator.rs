//! `changelog/separator`

use sweeplint_yaml::Span;

use super::history::{History, Relation, edits};
use crate::{ChangeContext, Draft, Fix, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # changelog/separator
    ///
    /// **What it finds.** What is appended to the changelog and has not the right shape: exactly one
    /// blank line before each new entry (none before the first where the base already ends in a
    /// blank line), exactly one line break at the end, no carriage return or tab, and nothing but
    /// entries.
    ///
    /// **Why it matters.** The merge tool compares bytes and refuses any other shape.
    ///
    /// **Fix.** The right blank lines, in the appended part only (safe).
    Separator, "changelog/separator", Warning, fix: Safe,
    "blank lines or line ends of the appended changelog entries are wrong"
}

impl Rule for Separator {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        if history.relation != Relation::Appended {
            return;
        }
        let Some((at, message)) = first_fault(&history) else { return };
        let end = history.head[at..]
            .find(|c: char| !matches!(c, '\n' | '\r'))
            .map_or(history.head.len(), |length| at + length);
        let mut draft = Draft::new(&history.file, Span::new(at, end), "here", message)
            .identity("appended")
            .why("the merge tool compares the changelog byte by byte and refuses any other shape");
        if let Some(key) = first_key(&history) {
            draft = draft.key(&key);
        }
        if let Some(repaired) = history.repaired().map(|text| text.replace(['\r', '\t'], "")) {
            draft = draft.fix_edits(Fix {
                title: "one blank line before each new entry, one line break at the end".to_owned(),
                safety: Safety::Safe,
                edits: edits(&history.file, history.head, &repaired),
            });
        }
        reporter.report(draft);
    }
}

fn first_key(history: &History<'_>) -> Option<String> {
    let block = history.own.first()?;
    let entry = History::entry(&history.head[block.clone()])?;
    entry.config_keys.into_iter().next().map(|key| key.value)
}

/// The first byte that is wrong, with the sentence that says how.
fn first_fault(history: &History<'_>) -> Option<(usize, String)> {
    let (base, head) = (history.base, history.head);
    let suffix = &head[base.len()..];
    if let Some(at) = suffix.find(['\r', '\t', '\0']) {
        let what = match &suffix[at..=at] {
            "\r" => "a carriage return",
            "\t" => "a tab",
            _ => "a NUL byte",
        };
        return Some((base.len() + at, format!("{what} stands in the appended part")));
    }
    let Some(first) = history.own.first() else {
        let message = "something is appended that is no entry".to_owned();
        return Some((base.len(), message));
    };
    let mut end_of_previous = base.len();
    let mut blank_wanted = usize::from(!base.ends_with("\n\n") && !base.is_empty());
    let mut which = "the new entry";
    for block in &history.own {
        // A base without a final line break first has to end its last line.
        let gap = &head[end_of_previous..block.start];
        let ended = head[..end_of_previous].is_empty() || head[..end_of_previous].ends_with('\n');
        let wanted = blank_wanted + usize::from(!ended);
        if gap.chars().any(|c| c != '\n') {
            let other = gap.find(|c| c != '\n').unwrap_or(0);
            let message = if gap.trim().is_empty() {
                format!("blanks stand on the line before {which}")
            } else {
                "something is appended that is no entry".to_owned()
            };
            return Some((end_of_previous + other, message));
        }
        if gap.len() != wanted {
            let found = match gap.len().saturating_sub(usize::from(!ended)) {
                0 => "no blank line stands".to_owned(),
                1 => "a blank line stands".to_owned(),
                count => format!("{count} blank lines stand"),
            };
            let needed = if blank_wanted == 0 {
                "the base already ends in one, so none belongs there"
            } else {
                "exactly one belongs there"
            };
            return Some((end_of_previous, format!("{found} before {which}; {needed}")));
        }
        end_of_previous = block.end;
        blank_wanted = 1;
        which = "this new entry";
    }
    let last = history.own.last().unwrap_or(first);
    let tail = &head[last.end..];
    if !head.ends_with('\n') {
        return Some((head.len(), "the file does not end with a line break".to_owned()));
    }
    if !tail.is_empty() {
        let message = if tail.trim().is_empty() {
            "blank lines follow the last entry; the file ends with exactly one line break"
                .to_owned()
        } else {
            "something is appended that is no entry".to_owned()
        };
        return Some((last.end, message));
    }
    let body = head[last.clone()].trim_end_matches('\n');
    if head[last.clone()].len() - body.len() > 1 {
        return Some((last.start + body.len(), "blank lines follow the last entry".to_owned()));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{CHANGELOG, Toy};

    const RULE: &str = "changelog/separator";

    #[test]
    fn blank_lines_are_counted_and_mended() {
        let head = Toy::clean().head_text(CHANGELOG).to_owned();
        let own = head.match_indices("\n- config-keys").nth(1).unwrap().0;
        let (before, after) = head.split_at(own);
        let texts = [
            (format!("{before}\n{after}"), "2 blank lines stand before the new entry"),
            (format!("{before}{}", &after[1..]), "no blank line stands before the new entry"),
            (format!("{head}\n"), "blank lines follow the last entry"),
            (head.trim_end().to_owned(), "does not end with a line break"),
            (format!("{before}\n  {after}"), "blanks stand on the line before"),
        ];
        for (text, words) in texts {
            let toy = Toy::clean().in_change().write(CHANGELOG, text);
            let finding = toy.one(RULE);
            assert!(finding.message.contains(words), "{}", finding.message);
            assert_eq!(toy.fixed(RULE, Safety::Safe)[CHANGELOG], head);
        }
        Toy::clean().in_change().write(CHANGELOG, format!("{before}\n{after}")).suppressed(RULE);
    }
}
