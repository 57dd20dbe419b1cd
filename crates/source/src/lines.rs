//! Byte offsets to lines and columns.

use std::ops::Range;

/// A place for people: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters. A byte order mark is no column.
    pub column: usize,
}

/// Starts of the lines of a text. Only `\n` ends a line, as GitHub counts.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: usize,
}

impl LineIndex {
    /// Indexes a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                starts.push(u32::try_from(at + 1).unwrap_or(u32::MAX));
            }
        }
        Self { starts, length: text.len() }
    }

    /// The line of an offset, from 1. An offset past the end counts as the end.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        let offset = u32::try_from(offset.min(self.length)).unwrap_or(u32::MAX);
        self.starts.partition_point(|start| *start <= offset)
    }

    /// Line and column of an offset of `text`.
    #[must_use]
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line_of(offset);
        let start = self.starts[line - 1] as usize;
        let end = offset.min(text.len());
        let before = text.get(start..end).unwrap_or("");
        let before = if start == 0 { before.trim_start_matches('\u{FEFF}') } else { before };
        Position { line, column: before.chars().count() + 1 }
    }

    /// Number of lines; a text that ends in a line break has an empty last one.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Bytes of a line (from 1) without its line break; empty past the end.
    #[must_use]
    pub fn line_range(&self, text: &str, line: usize) -> Range<usize> {
        let Some(start) = line.checked_sub(1).and_then(|index| self.starts.get(index)) else {
            return self.length..self.length;
        };
        let start = *start as usize;
        let end = self.starts.get(line).map_or(self.length, |next| *next as usize);
        let body = text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        start..start + body.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_characters_and_only_line_feeds() {
        let text = "\u{FEFF}中文: a\r\nb: \u{2028}x";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 3), Position { line: 1, column: 1 });
        assert_eq!(index.position(text, text.find('a').unwrap()), Position { line: 1, column: 5 });
        assert_eq!(index.position(text, text.find('x').unwrap()), Position { line: 2, column: 5 });
        assert_eq!(&text[index.line_range(text, 1)], "\u{FEFF}中文: a");
        assert_eq!(index.line_of(10_000), 2);
    }
}
