//! Format-preserving edits, as values.

use crate::{Node, ScalarStyle, Span, resolve_plain, Scalar};

/// A change to a text: what stands under `span` becomes `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced.
    pub span: Span,
    /// What replaces it.
    pub text: String,
}

/// Why edits cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two edits touch the same bytes.
    #[error("two edits overlap at byte {0}")]
    Overlap(u32),
    /// An edit lies outside the text or inside a character.
    #[error("an edit lies outside the text: bytes {0:?}")]
    OutOfBounds(Span),
}

/// Applies edits; every byte outside them stays.
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
        let replaced = text.get(edit.span.range());
        let (Some(kept), Some(_)) = (kept, replaced) else {
            return Err(EditError::OutOfBounds(edit.span));
        };
        out.push_str(kept);
        out.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    out.push_str(&text[at..]);
    Ok(out)
}

/// Replaces a scalar by YAML text as it is.
pub fn replace_with_plain(node: Node<'_>, text: &str) -> TextEdit {
    TextEdit { span: node.span(), text: text.to_owned() }
}

/// Replaces a scalar by a string, quoted as the old one was where that is possible.
pub fn replace_with_str(node: Node<'_>, value: &str) -> TextEdit {
    let plain = resolve_plain(value) == Ok(Scalar::Str)
        && !value.contains([':', '#', ',', '[', ']', '{', '}', '\n'])
        || (value.contains(':') && !value.contains(": ") && !value.contains([' ', ',', '[', ']', '{', '}', '\n', '#']) && !value.ends_with(':'));
    let text = match node.style() {
        Some(ScalarStyle::DoubleQuoted) => format!("\"{value}\""),
        Some(ScalarStyle::SingleQuoted) => format!("'{value}'"),
        _ if plain => value.to_owned(),
        _ => format!("\"{value}\""),
    };
    TextEdit { span: node.span(), text }
}
