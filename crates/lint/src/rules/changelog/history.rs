//! How the changelog at the head relates to the one at the merge base.
//!
//! The law: the base's bytes are a prefix of the head's, and new entries stand behind them. The
//! only edit to history is a `pr-link` line that becomes canonical, alone.

use std::collections::BTreeMap;
use std::ops::Range;

use sweeplint_inferencex::changelog::{Changelog, ChangelogEntry, entry_blocks};
use sweeplint_source::{RepoPath, hunks};
use sweeplint_yaml::{Document, Span};

use crate::{ChangeContext, Edit, Fix, Safety};

/// The address of a pull request of the repository, up to the number.
pub(super) const CANONICAL: &str = "https://github.com/SemiAnalysisAI/InferenceX/pull/";

/// The changelog on both sides.
pub(super) struct History<'c> {
    pub file: RepoPath,
    pub base: &'c str,
    pub head: &'c str,
    pub relation: Relation,
    /// Blocks of the head that the base does not have.
    pub own: Vec<Range<usize>>,
}

/// How the two sides relate.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same bytes.
    Same,
    /// The base's bytes, then something.
    Appended,
    /// `pr-link` lines of history were made canonical and nothing else.
    LinksCorrected,
    /// Anything else.
    Broken(Breakage),
}

/// What happened to history.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Breakage {
    /// New blocks that stand before an entry of the base.
    pub inserted: Vec<Range<usize>>,
    /// Entries of the base that are gone, with the byte of the head where they stood.
    pub dropped: Vec<(String, usize)>,
    /// First byte of the head at which history itself reads otherwise.
    pub changed: Option<usize>,
    /// Historical links that were changed while entries were added.
    pub links: Vec<Range<usize>>,
}

impl<'c> History<'c> {
    /// Reads both sides; `None` where one has no changelog.
    pub fn read(change: &ChangeContext<'c>) -> Option<Self> {
        let path = change.head.layout.changelog.as_str();
        let head = change.head.file(path)?;
        let base = change.base.file(path)?;
        Some(Self::compare(head.path.clone(), base.text(), head.text()))
    }

    /// Compares two contents.
    pub fn compare(file: RepoPath, base: &'c str, head: &'c str) -> Self {
        if base == head {
            return Self { file, base, head, relation: Relation::Same, own: Vec::new() };
        }
        if let Some(appended) = head.strip_prefix(base) {
            let own = entry_blocks(appended)
                .into_iter()
                .map(|block| block.start + base.len()..block.end + base.len())
                .collect();
            return Self { file, base, head, relation: Relation::Appended, own };
        }
        let corrected = corrected_links(base, head);
        if let Some(corrected) = &corrected
            && corrected.iter().all(|line| has_canonical_link(&head[line.clone()]))
        {
            let relation = Relation::LinksCorrected;
            return Self { file, base, head, relation, own: Vec::new() };
        }
        let (own, breakage) = breakage(base, head);
        Self { file, base, head, relation: Relation::Broken(breakage), own }
    }

    /// The parsed entry of an own block.
    pub fn entry(block: &str) -> Option<ChangelogEntry> {
        let document = Document::parse(block);
        if !document.is_accepted() || !document.duplicate_keys().is_empty() {
            return None;
        }
        let mut entries = Changelog::read(&document).entries;
        let entry = entries.pop()?;
        (entries.is_empty() && !entry.config_keys.is_empty()).then_some(entry)
    }

    /// The file as it should be: the base's bytes, then the own entries, one blank line before
    /// each. `None` when an own block cannot be told apart from damage.
    pub fn repaired(&self) -> Option<String> {
        let blocks: Vec<&str> = self.own.iter().map(|block| &self.head[block.clone()]).collect();
        let readable = blocks.iter().all(|block| Self::entry(block).is_some());
        let spliced: Vec<String> = if readable {
            blocks.into_iter().map(str::to_owned).collect()
        } else {
            inserted_entries(self.base, self.head)?
        };
        if spliced.iter().any(|block| Self::entry(block).is_none()) {
            return None;
        }
        Some(append(self.base, spliced.iter().map(String::as_str)))
    }

    /// The edits that make the head the repaired file.
    pub fn fix(&self) -> Option<Fix> {
        let repaired = self.repaired()?;
        let title = match self.own.len() {
            0 => "restore the bytes of the base".to_owned(),
            1 => "restore the bytes of the base, own entry at the end".to_owned(),
            count => format!("restore the bytes of the base, {count} own entries at the end"),
        };
        Some(Fix { title, safety: Safety::Safe, edits: edits(&self.file, self.head, &repaired) })
    }
}

/// `base`, then the blocks, one blank line before each and one line break at the end.
fn append<'b>(base: &str, blocks: impl Iterator<Item = &'b str>) -> String {
    let mut text = base.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for block in blocks {
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
        text.push_str(block.trim_end());
        text.push('\n');
    }
    text
}

/// Line edits that turn one text into another.
pub(super) fn edits(file: &RepoPath, from: &str, to: &str) -> Vec<Edit> {
    let starts = |text: &str| -> Vec<usize> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut starts = vec![0];
        starts.extend(breaks.map(|(at, _)| at + 1));
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        starts
    };
    let (from_starts, to_starts) = (starts(from), starts(to));
    hunks(from, to)
        .into_iter()
        .map(|hunk| Edit {
            file: file.clone(),
            span: Span::new(from_starts[hunk.base.start], from_starts[hunk.base.end]),
            text: to[to_starts[hunk.head.start]..to_starts[hunk.head.end]].to_owned(),
        })
        .collect()
}

/// The lines of the head that differ, when all of them are `pr-link` lines on both sides.
fn corrected_links(base: &str, head: &str) -> Option<Vec<Range<usize>>> {
    let (base, head_lines): (Vec<&str>, Vec<&str>) =
        (base.split_inclusive('\n').collect(), head.split_inclusive('\n').collect());
    if base.len() != head_lines.len() {
        return None;
    }
    let mut changed = Vec::new();
    let mut offset = 0;
    for (before, after) in base.iter().zip(&head_lines) {
        if before != after {
            if !(before.starts_with("  pr-link:") && after.starts_with("  pr-link:")) {
                return None;
            }
            changed.push(offset..offset + after.trim_end().len());
        }
        offset += after.len();
    }
    Some(changed)
}

fn has_canonical_link(line: &str) -> bool {
    line.trim_start()
        .strip_prefix("pr-link:")
        .map(|rest| rest.trim().trim_matches(['"', '\'']))
        .is_some_and(is_canonical)
}

/// Whether a link is the address of a pull request of the repository.
pub(super) fn is_canonical(link: &str) -> bool {
    link.strip_prefix(CANONICAL)
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

fn breakage(base: &str, head: &str) -> (Vec<Range<usize>>, Breakage) {
    let (base_blocks, head_blocks) = (entry_blocks(base), entry_blocks(head));
    let text_of = |text: &'_ str, block: &Range<usize>| text[block.clone()].trim_end().to_owned();
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for block in &base_blocks {
        *left.entry(text_of(base, block)).or_default() += 1;
    }
    let mut strange = Vec::new();
    let mut last_known = 0;
    for block in &head_blocks {
        match left.get_mut(&text_of(head, block)).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                last_known = block.start;
            }
            None => strange.push(block.clone()),
        }
    }
    let gone: Vec<&Range<usize>> = base_blocks
        .iter()
        .rev()
        .filter(|block| {
            let count = left.get_mut(&text_of(base, block)).filter(|count| **count > 0);
            count.map(|count| *count -= 1).is_some()
        })
        .collect();
    let mut breakage = Breakage::default();
    let mut own = Vec::new();
    let mut unmatched: Vec<&Range<usize>> = gone.into_iter().rev().collect();
    for block in strange {
        let twin = unmatched
            .iter()
            .position(|gone| is_same_entry(&base[(*gone).clone()], &head[block.clone()]));
        if let Some(twin) = twin {
            let gone = unmatched.remove(twin);
            if let Some(link) = changed_link(&base[gone.clone()], head, &block) {
                breakage.links.push(link);
            } else {
                let at = block.start + common_prefix(&base[gone.clone()], &head[block.clone()]);
                breakage.changed = breakage.changed.into_iter().chain([at]).min();
            }
        } else {
            if block.start < last_known {
                breakage.inserted.push(block.clone());
            }
            own.push(block);
        }
    }
    for gone in unmatched {
        let title = title(&base[gone.clone()]);
        breakage.dropped.push((title, place_of(base, head, gone.start)));
    }
    let separators = separators_changed(base, head, &own);
    breakage.changed = breakage.changed.into_iter().chain(separators).min();
    let nothing_named = breakage.inserted.is_empty()
        && breakage.dropped.is_empty()
        && breakage.changed.is_none()
        && breakage.links.is_empty();
    if nothing_named {
        breakage.changed = Some(common_prefix(base, head));
    }
    (own, breakage)
}

/// Whether two blocks are one entry, edited: the same keys, or the same canonical link.
fn is_same_entry(base: &str, head: &str) -> bool {
    let (Some(base), Some(head)) = (first_entry(base), first_entry(head)) else { return false };
    let keys = |entry: &ChangelogEntry| -> Vec<String> {
        entry.config_keys.iter().map(|key| key.value.clone()).collect()
    };
    let link = |entry: &ChangelogEntry| entry.pr_link.as_ref().map(|link| link.value.clone());
    let words = |entry: &ChangelogEntry| -> Vec<String> {
        entry.description.iter().map(|line| line.value.clone()).collect()
    };
    let same_link = link(&base).is_some_and(|l| is_canonical(&l)) && link(&base) == link(&head);
    same_link || keys(&base) == keys(&head) && words(&base) == words(&head)
}

fn first_entry(block: &str) -> Option<ChangelogEntry> {
    Changelog::read(&Document::parse(block)).entries.into_iter().next()
}

/// The head's `pr-link` line, when that line alone differs.
fn changed_link(base: &str, head: &str, block: &Range<usize>) -> Option<Range<usize>> {
    let changed = corrected_links(base.trim_end(), head[block.clone()].trim_end())?;
    let [line] = &changed[..] else { return None };
    Some(block.start + line.start..block.start + line.end)
}

/// Where history's own bytes outside entries first differ, new entries and what was dropped set
/// aside: the blank lines between two entries that are neighbours on both sides.
fn separators_changed(base: &str, head: &str, own: &[Range<usize>]) -> Option<usize> {
    let body = |text: &'_ str, block: &Range<usize>| text[block.clone()].trim_end().len();
    let mut gaps: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for pair in entry_blocks(base).windows(2) {
        let [before, after] = pair else { continue };
        let end = before.start + body(base, before);
        let names = (base[before.start..end].trim_end(), base[after.clone()].trim_end());
        gaps.entry(names).or_default().push(&base[end..after.start]);
    }
    for pair in entry_blocks(head).windows(2) {
        let [before, after] = pair else { continue };
        if own.contains(before) || own.contains(after) {
            continue;
        }
        let end = before.start + body(head, before);
        let names = (head[before.start..end].trim_end(), head[after.clone()].trim_end());
        let gap = &head[end..after.start];
        let Some(known) = gaps.get(&names).filter(|known| !known.contains(&gap)) else { continue };
        return Some(end + known.first().map_or(0, |base_gap| common_prefix(base_gap, gap)));
    }
    None
}

fn common_prefix(a: &str, b: &str) -> usize {
    let mut same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    while !b.is_char_boundary(same) {
        same -= 1;
    }
    same
}

/// The byte of the head at which the base's byte `offset` would stand, by lines.
fn place_of(base: &str, head: &str, offset: usize) -> usize {
    let line = base[..offset].matches('\n').count();
    let mut shift: isize = 0;
    let signed = |value: usize| isize::try_from(value).unwrap_or(isize::MAX);
    for hunk in hunks(base, head) {
        if hunk.base.start > line {
            break;
        }
        if hunk.base.contains(&line) {
            return start_of_line(head, hunk.head.start);
        }
        shift += signed(hunk.head.len()) - signed(hunk.base.len());
    }
    start_of_line(head, usize::try_from(signed(line) + shift).unwrap_or(0))
}

fn start_of_line(text: &str, line: usize) -> usize {
    if line == 0 {
        return 0;
    }
    text.match_indices('\n').nth(line - 1).map_or(text.len(), |(at, _)| at + 1)
}

/// An entry for people: its pull request, else its first key.
fn title(block: &str) -> String {
    let Some(entry) = first_entry(block) else { return "an entry".to_owned() };
    let number = entry
        .pr_link
        .as_ref()
        .and_then(|link| link.value.strip_prefix(CANONICAL).map(str::to_owned));
    match (number, entry.config_keys.first()) {
        (Some(number), _) => format!("the entry of #{number}"),
        (None, Some(key)) => format!("the entry of {}", key.value),
        (None, None) => "an entry".to_owned(),
    }
}

/// The entries that line-wise insertions add, when nothing but insertions happened. Tells an entry
/// apart that was put inside another one.
fn inserted_entries(base: &str, head: &str) -> Option<Vec<String>> {
    let lines: Vec<&str> = head.split_inclusive('\n').collect();
    let mut entries = Vec::new();
    for hunk in hunks(base, head) {
        if !hunk.base.is_empty() {
            return None;
        }
        // The same insertion can be seen one or more lines higher where lines repeat.
        let length = hunk.head.len();
        let starts = (0..=hunk.head.start).rev().take_while(|start| {
            (*start..hunk.head.start).all(|line| lines[line] == lines[line + length])
        });
        let block = starts
            .map(|start| lines[start..start + length].concat())
            .find(|text| text.trim_start().starts_with("- config-keys:"))?;
        let block = block.trim_start();
        entries.extend(entry_blocks(block).into_iter().map(|range| block[range].to_owned()));
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "- config-keys:\n  - a\n  description:\n  - \"x\"\n  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/1\n";
    const TWO: &str = "- config-keys:\n  - b\n  description:\n  - \"y\"\n  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/2\n";
    const OWN: &str = "- config-keys:\n  - c\n  description:\n  - \"z\"\n  pr-link: XXX\n";

    fn broken(base: &str, head: &str) -> (Breakage, Option<String>) {
        let file = RepoPath::new("perf-changelog.yaml").unwrap();
        let history = History::compare(file, base, head);
        let repaired = history.repaired();
        match history.relation {
            Relation::Broken(breakage) => (breakage, repaired),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn repairs_every_accident() {
        // Two blanks between the entries are history and must survive.
        let base = format!("{ONE}  \n{TWO}");
        let good = format!("{base}\n{OWN}");
        let (breakage, repaired) = broken(&base, &format!("{ONE}  \n{OWN}\n{TWO}"));
        assert_eq!(breakage.inserted.len(), 1);
        assert_eq!(repaired.as_deref(), Some(good.as_str()));
        let (breakage, repaired) = broken(&base, &format!("{ONE}\n{TWO}\n{OWN}"));
        assert!(breakage.changed.is_some());
        assert_eq!(repaired.as_deref(), Some(good.as_str()));
        let (breakage, repaired) = broken(&base, &format!("{TWO}\n{OWN}"));
        assert_eq!(breakage.dropped, [("the entry of #1".to_owned(), 0)]);
        assert_eq!(repaired.as_deref(), Some(good.as_str()));
        let split = ONE.replace("  pr-link", &format!("{OWN}  pr-link"));
        let (_, repaired) = broken(&base, &format!("{split}  \n{TWO}"));
        assert_eq!(repaired.as_deref(), Some(good.as_str()));
        let (breakage, _) =
            broken(&base, &format!("{}  \n{TWO}\n{OWN}", ONE.replace("pull/1", "pull/9")));
        assert_eq!(breakage.links.len(), 1);
    }

    #[test]
    fn corrected_links_alone_are_allowed() {
        let base = format!("{}\n{TWO}", ONE.replace("/pull/1", "/pull/XXX"));
        let head = format!("{ONE}\n{TWO}");
        let file = RepoPath::new("perf-changelog.yaml").unwrap();
        assert_eq!(History::compare(file, &base, &head).relation, Relation::LinksCorrected);
    }
}
