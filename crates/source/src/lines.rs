//! Byte offsets to lines and columns, and back.

use std::ops::Range;

const BOM: char = '\u{FEFF}';

/// A place for people: line and column from 1, columns in characters (Unicode scalar values).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters. A byte order mark is no column.
    pub column: usize,
}

/// Starts of the lines of a text. Only `\n` ends a line, as GitHub counts; the `\r` of a `\r\n`
/// belongs to the line break.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    length: usize,
}

impl LineIndex {
    /// Indexes a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { starts, length: text.len() }
    }

    /// The line of an offset, from 1. An offset past the end counts as the end.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }

    /// Line and column of an offset of `text`, the text that was indexed. An offset inside a
    /// character counts as the character's start, one inside a line break as the line's end.
    #[must_use]
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line_of(offset);
        let body = self.columns(text, line);
        let end = text.floor_char_boundary(offset.clamp(body.start, body.end));
        let before = text.get(body.start..end).unwrap_or_default();
        Position { line, column: before.chars().count() + 1 }
    }

    /// The offset of a place in `text`, the text that was indexed. Nothing when the text has no
    /// such line or the line no such column; one column past its last character is its end.
    #[must_use]
    pub fn offset(&self, text: &str, position: Position) -> Option<usize> {
        if !(1..=self.line_count()).contains(&position.line) {
            return None;
        }
        let body = self.columns(text, position.line);
        let line = text.get(body.clone())?;
        let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        let at = ends.skip(position.column.checked_sub(1)?).take(1).next()?;
        Some(body.start + at)
    }

    /// Number of lines; a text that ends in a line break has an empty last one.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Bytes of a line (from 1) of `text`, the text that was indexed, without its line break.
    /// Empty at the end of the text for a line that does not exist.
    #[must_use]
    pub fn line_range(&self, text: &str, line: usize) -> Range<usize> {
        let Some(start) = line.checked_sub(1).and_then(|index| self.starts.get(index)).copied()
        else {
            return self.length..self.length;
        };
        let end = self.starts.get(line).copied().unwrap_or(self.length);
        let whole = text.get(start..end).unwrap_or_default();
        let body =
            whole.strip_suffix('\n').map_or(whole, |body| body.strip_suffix('\r').unwrap_or(body));
        start..start + body.len()
    }

    /// Bytes of a line that are columns: without the line break and the byte order mark.
    fn columns(&self, text: &str, line: usize) -> Range<usize> {
        let range = self.line_range(text, line);
        let has_bom = range.start == 0 && text.starts_with(BOM);
        if has_bom { BOM.len_utf8()..range.end } else { range }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(line: usize, column: usize) -> Position {
        Position { line, column }
    }

    #[test]
    fn counts_characters_and_only_line_feeds() {
        let text = "\u{FEFF}中文: a\r\nb: \u{2028}x";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 0), at(1, 1));
        assert_eq!(index.position(text, 3), at(1, 1));
        assert_eq!(index.position(text, text.find('a').unwrap()), at(1, 5));
        assert_eq!(index.position(text, text.find('x').unwrap()), at(2, 5));
        assert_eq!(&text[index.line_range(text, 1)], "\u{FEFF}中文: a");
        assert_eq!(index.line_of(10_000), 2);
        assert_eq!(index.line_count(), 2);
    }

    #[test]
    fn has_an_empty_last_line_after_a_line_break() {
        for (text, lines) in [("", 1), ("a", 1), ("a\n", 2), ("\n\n", 3)] {
            let index = LineIndex::new(text);
            assert_eq!(index.line_count(), lines);
            assert_eq!(index.line_range(text, lines).end, text.len());
            assert_eq!(index.line_range(text, lines + 1), text.len()..text.len());
            assert_eq!(index.line_range(text, 0), text.len()..text.len());
        }
    }

    #[test]
    fn takes_one_carriage_return_only() {
        let text = "a\r\r\nb\r";
        let index = LineIndex::new(text);
        assert_eq!(index.line_range(text, 1), 0..2);
        assert_eq!(index.line_range(text, 2), 4..6);
        assert_eq!(index.position(text, 3), at(1, 3));
    }

    #[test]
    fn rounds_to_characters_and_ends_of_lines() {
        let text = "🚀b\r\nc";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 2), at(1, 1));
        assert_eq!(index.position(text, 4), at(1, 2));
        assert_eq!(index.position(text, 5), at(1, 3));
        assert_eq!(index.position(text, 6), at(1, 3));
        assert_eq!(index.position(text, 1000), at(2, 2));
        assert_eq!(index.offset(text, at(1, 3)), Some(5));
        assert_eq!(index.offset(text, at(1, 4)), None);
        assert_eq!(index.offset(text, at(0, 1)), None);
        assert_eq!(index.offset(text, at(1, 0)), None);
        assert_eq!(index.offset(text, at(3, 1)), None);
    }

    #[test]
    fn survives_another_text() {
        let index = LineIndex::new("aaaa\nbbbb\ncccc");
        let _ = index.position("中", 12);
        assert_eq!(index.line_range("中", 3), 10..10);
        assert_eq!(index.offset("中", at(3, 2)), None);
    }

    proptest! {
        #[test]
        fn positions_round_trip(text in "(\u{FEFF})?([ab:中🚀é\u{2028}\u{85}]|\n|\r\n|\r){0,40}") {
            let index = LineIndex::new(&text);
            prop_assert_eq!(index.line_count(), text.matches('\n').count() + 1);
            let mut last = at(1, 1);
            for offset in 0..=text.len() {
                let position = index.position(&text, offset);
                prop_assert!(position >= last);
                last = position;
                let range = index.line_range(&text, position.line);
                let back = index.offset(&text, position);
                let bom = if text.starts_with(BOM) { 3 } else { 0 };
                if text.is_char_boundary(offset) && offset >= bom && range.contains(&offset) {
                    prop_assert_eq!(back, Some(offset));
                } else {
                    prop_assert!(back.is_some());
                }
            }
        }

        #[test]
        fn lines_and_breaks_make_the_text(text in "([ab中]|\n|\r\n|\r){0,40}") {
            let index = LineIndex::new(&text);
            let mut rebuilt = String::new();
            for line in 1..=index.line_count() {
                let range = index.line_range(&text, line);
                let next = index.line_range(&text, line + 1).start;
                prop_assert!(matches!(&text[range.end..next], "" | "\n" | "\r\n"));
                rebuilt.push_str(&text[range.start..next]);
            }
            prop_assert_eq!(rebuilt, text);
        }
    }
}
