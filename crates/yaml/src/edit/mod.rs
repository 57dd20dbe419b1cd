//! Format-preserving edits, as values.
//!
//! An edit names the bytes it replaces; [`apply`] changes those and no others. Nothing is printed
//! anew, so comments, quoting, line endings and indentation around an edit stay as they were.

mod entry;
mod item;
mod scalar;

pub use entry::{Place, insert_entry, remove_entry};
pub use item::{insert_item, remove_item, replace_items};
pub use scalar::{replace_with_plain, replace_with_str, string_literal};

use crate::{Document, Span};

/// A change to a text: what stands under `span` becomes `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced.
    pub span: Span,
    /// What replaces it.
    pub text: String,
}

/// Why an edit cannot be made or applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two edits touch the same bytes.
    #[error("two edits overlap at byte {0}")]
    Overlap(u32),
    /// An edit lies outside the text or inside a character.
    #[error("an edit lies outside the text: bytes {0:?}")]
    OutOfBounds(Span),
    /// The node is no mapping or list, or is an alias for one.
    #[error("not a collection that is written here")]
    NotACollection,
    /// No such key or index.
    #[error("no such key or item")]
    NotFound,
    /// The collection is written in a way that this edit does not handle.
    #[error("the collection is written in an unusual way")]
    Unusual,
}

/// Applies edits; every byte outside them stays. Edits at the same empty place are applied in the
/// order given.
///
/// # Errors
/// When edits overlap or do not fit the text.
pub fn apply(text: &str, edits: &[TextEdit]) -> Result<String, EditError> {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in sorted {
        if (edit.span.start as usize) < at {
            return Err(EditError::Overlap(edit.span.start));
        }
        let kept = text.get(at..edit.span.start as usize);
        let (Some(kept), Some(_)) = (kept, text.get(edit.span.range())) else {
            return Err(EditError::OutOfBounds(edit.span));
        };
        out.push_str(kept);
        out.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    Ok(out)
}

/// Appends a block at the end of the document; a missing final line break is added before it.
#[must_use]
pub fn append_block(document: &Document, block: &str) -> TextEdit {
    let text = document.text();
    let ending = line_ending(text);
    let mut added = String::new();
    if !text.is_empty() && !text.ends_with('\n') {
        added.push_str(ending);
    }
    added.push_str(&with_ending(block, ending));
    TextEdit { span: Span::at(text.len()), text: added }
}

/// The line ending of a text: that of its first line.
pub(crate) fn line_ending(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// `block` with the line ending of the text it goes into.
pub(crate) fn with_ending(block: &str, ending: &str) -> String {
    if ending == "\r\n" {
        block.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        block.to_owned()
    }
}

/// Start of the line that holds `offset`.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |at| at + 1)
}

/// End of the line that holds `offset`, its line break included.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |at| offset + at + 1)
}

/// Column of `offset` in bytes.
pub(crate) fn column(text: &str, offset: usize) -> usize {
    offset - line_start(text, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn applies_in_order_and_refuses_overlap() {
        let edit =
            |start, end, text: &str| TextEdit { span: Span::new(start, end), text: text.into() };
        assert_eq!(apply("abc", &[edit(2, 3, "C"), edit(0, 1, "A")]).unwrap(), "AbC");
        assert_eq!(apply("abc", &[edit(0, 2, ""), edit(1, 3, "")]), Err(EditError::Overlap(1)));
        assert!(matches!(apply("中", &[edit(1, 2, "")]), Err(EditError::OutOfBounds(_))));
    }

    #[test]
    fn appends_after_a_missing_line_break() {
        let document = Document::parse("a: 1\r\nb: 2");
        let edit = append_block(&document, "c: 3\n");
        assert_eq!(apply(document.text(), &[edit]).unwrap(), "a: 1\r\nb: 2\r\nc: 3\r\n");
    }
}
