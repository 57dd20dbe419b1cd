//! Lines of two contents that differ.

use std::collections::HashMap;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Lines of context that git and GitHub show around a hunk.
pub const CONTEXT: usize = 3;

/// Lines of both sides in which lines that stayed are searched for: about a quarter of a second.
const SEARCHED: usize = 100_000;

/// Lines that differ: `base` was replaced by `head`; one of both may be empty. Line numbers count
/// from 0; only `\n` ends a line, and a last line without it is another line than one with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Lines of the base.
    pub base: Range<usize>,
    /// Lines of the head.
    pub head: Range<usize>,
}

/// Lines of two texts that differ, in order, without context. Where more than 100,000 lines lie
/// between the first and the last difference, that is one hunk: no input takes minutes.
#[must_use]
pub fn hunks(base: &str, head: &str) -> Vec<Hunk> {
    hunks_of_bytes(base.as_bytes(), head.as_bytes())
}

/// As [`hunks`], for contents that need not be text.
pub(crate) fn hunks_of_bytes(base: &[u8], head: &[u8]) -> Vec<Hunk> {
    if base == head {
        return Vec::new();
    }
    let mut names = HashMap::new();
    let (base, head) = (name_lines(base, &mut names), name_lines(head, &mut names));
    let middle = middle(&base, &head);
    if middle.base.len() + middle.head.len() > SEARCHED {
        return vec![middle];
    }
    let operations = capture_diff_slices(Algorithm::Myers, &base, &head);
    let mut hunks: Vec<Hunk> = Vec::new();
    for operation in operations.iter().filter(|operation| operation.tag() != DiffTag::Equal) {
        let (base, head) = (operation.old_range(), operation.new_range());
        match hunks.last_mut() {
            Some(last) if last.base.end == base.start && last.head.end == head.start => {
                last.base.end = base.end;
                last.head.end = head.end;
            }
            _ => hunks.push(Hunk { base, head }),
        }
    }
    hunks
}

/// Lines as numbers that are equal where the lines are.
fn name_lines<'t>(text: &'t [u8], names: &mut HashMap<&'t [u8], usize>) -> Vec<usize> {
    text.split_inclusive(|byte| *byte == b'\n')
        .map(|line| {
            let next = names.len();
            *names.entry(line).or_insert(next)
        })
        .collect()
}

/// Everything from the first line that differs to the last one.
fn middle(base: &[usize], head: &[usize]) -> Hunk {
    let before = base.iter().zip(head).take_while(|(base, head)| base == head).count();
    let (base_rest, head_rest) = (&base[before..], &head[before..]);
    let pairs = base_rest.iter().rev().zip(head_rest.iter().rev());
    let after = pairs.take_while(|(base, head)| base == head).count();
    Hunk { base: before..base.len() - after, head: before..head.len() - after }
}

/// Hunks with up to `context` unchanged lines on each side, as `git diff` shows them: those that
/// touch or overlap then are one. `base_lines` is the number of lines of the base.
#[must_use]
pub fn with_context(hunks: &[Hunk], context: usize, base_lines: usize) -> Vec<Hunk> {
    let mut wide: Vec<Hunk> = Vec::new();
    for hunk in hunks {
        let before = context.min(hunk.base.start).min(hunk.head.start);
        let after = context.min(base_lines.saturating_sub(hunk.base.end));
        let hunk = Hunk {
            base: hunk.base.start - before..hunk.base.end + after,
            head: hunk.head.start - before..hunk.head.end + after,
        };
        match wide.last_mut() {
            Some(last) if last.base.end >= hunk.base.start => {
                last.base.end = hunk.base.end;
                last.head.end = hunk.head.end;
            }
            _ => wide.push(hunk),
        }
    }
    wide
}

/// Number of lines, as hunks count them.
pub(crate) fn line_count(content: &[u8]) -> usize {
    content.split_inclusive(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hunk(base: Range<usize>, head: Range<usize>) -> Hunk {
        Hunk { base, head }
    }

    fn lines(text: &str) -> Vec<&str> {
        text.split_inclusive('\n').collect()
    }

    fn apply(base: &str, head: &str, hunks: &[Hunk]) -> String {
        let (base, head) = (lines(base), lines(head));
        let mut result = String::new();
        let mut at = 0;
        for hunk in hunks {
            result.extend(base[at..hunk.base.start].iter().copied());
            result.extend(head[hunk.head.clone()].iter().copied());
            at = hunk.base.end;
        }
        result.extend(base[at..].iter().copied());
        result
    }

    #[test]
    fn finds_changed_added_and_removed_lines() {
        assert_eq!(hunks("a\nb\nc\n", "a\nB\nc\n"), [hunk(1..2, 1..2)]);
        assert_eq!(hunks("a\nc\n", "a\nb\nc\n"), [hunk(1..1, 1..2)]);
        assert_eq!(hunks("a\nb\n", "b\n"), [hunk(0..1, 0..0)]);
        assert_eq!(hunks("", "a\nb"), [hunk(0..0, 0..2)]);
        assert_eq!(hunks("a\n", "a\n"), []);
    }

    #[test]
    fn counts_line_feeds_only_and_sees_line_endings() {
        assert_eq!(hunks("a\rb\nc\n", "a\rb\nd\n"), [hunk(1..2, 1..2)]);
        assert_eq!(hunks("a\nb\n", "a\r\nb\n"), [hunk(0..1, 0..1)]);
        assert_eq!(hunks("a\nb", "a\nb\n"), [hunk(1..2, 1..2)]);
    }

    #[test]
    fn compares_bytes_that_are_no_text() {
        assert_eq!(hunks_of_bytes(b"\xff\n\xfe\n", b"\xfd\n\xfe\n"), [hunk(0..1, 0..1)]);
    }

    #[test]
    fn does_not_search_without_end() {
        let many = |odd: &str| format!("same\n{}same\n", format!("a\n{odd}\n").repeat(30_000));
        let (base, head) = (many("b"), many("c"));
        assert_eq!(hunks(&base, &head), [hunk(2..60_001, 2..60_001)]);
        let appended = format!("{base}new\n");
        assert_eq!(hunks(&base, &appended), [hunk(60_002..60_002, 60_002..60_003)]);
    }

    #[test]
    fn adds_context_as_git_does() {
        let one = [hunk(10..11, 10..12)];
        assert_eq!(with_context(&one, 3, 40), [hunk(7..14, 7..15)]);
        assert_eq!(with_context(&one, 3, 12), [hunk(7..12, 7..13)]);
        assert_eq!(with_context(&[hunk(1..1, 1..2)], 3, 2), [hunk(0..2, 0..3)]);
        // Six unchanged lines between two hunks are shown, seven are not.
        let near = [hunk(10..11, 10..11), hunk(17..18, 17..18)];
        assert_eq!(with_context(&near, 3, 40), [hunk(7..21, 7..21)]);
        let far = [hunk(10..11, 10..11), hunk(18..19, 18..19)];
        assert_eq!(with_context(&far, 3, 40), [hunk(7..14, 7..14), hunk(15..22, 15..22)]);
        assert_eq!(with_context(&far, 0, 40), far);
    }

    proptest! {
        #[test]
        fn applying_the_hunks_to_the_base_gives_the_head(
            base in "([ab{}é]{0,2}(\n|\r\n)){0,30}[ab]?",
            head in "([ab{}é]{0,2}(\n|\r\n)){0,30}[ab]?",
        ) {
            let found = hunks(&base, &head);
            prop_assert_eq!(apply(&base, &head, &found), head.clone());
            let mut last = hunk(0..0, 0..0);
            for (index, next) in found.iter().enumerate() {
                // Between hunks lie lines that are equal, at least one.
                let gap = next.base.start - last.base.end;
                prop_assert_eq!(gap, next.head.start - last.head.end);
                prop_assert!(index == 0 || gap > 0);
                prop_assert!(!next.base.is_empty() || !next.head.is_empty());
                prop_assert!(next.base.len() + next.head.len() > 0);
                last = next.clone();
            }
            let wide = with_context(&found, CONTEXT, line_count(base.as_bytes()));
            prop_assert_eq!(apply(&base, &head, &wide), head.clone());
            let lines_of_head = line_count(head.as_bytes());
            prop_assert!(wide.iter().all(|hunk| hunk.head.end <= lines_of_head));
        }
    }
}
