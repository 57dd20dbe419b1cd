//! What PyYAML refuses and the parser underneath accepts.

use crate::document::Content;
use crate::{Document, Problem, ProblemKind, ScalarStyle, Span};

/// Characters that PyYAML's reader refuses anywhere in a text.
pub(crate) fn forbidden_character(text: &str) -> Option<Problem> {
    let plain_ascii = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7E);
    let bytes = text.as_bytes();
    // Whole blocks at once: nearly every file is nothing but plain ASCII.
    let plain_block = |block: &[u8]| block.iter().fold(true, |all, byte| all & plain_ascii(*byte));
    if bytes.chunks(256).all(plain_block) {
        return None;
    }
    let mut at = bytes.iter().position(|byte| !plain_ascii(*byte))?;
    loop {
        let character = text[at..].chars().next()?;
        let allowed = match u32::from(character) {
            code if code < 0x80 => plain_ascii(bytes[at]),
            0x80..=0x84 | 0x86..=0x9F | 0xFFFE | 0xFFFF => false,
            _ => true,
        };
        if !allowed {
            return Some(Problem {
                kind: ProblemKind::Syntax,
                span: Span::new(at, at + character.len_utf8()),
                message: format!(
                    "the control character U+{:04X} is not allowed",
                    u32::from(character)
                ),
            });
        }
        at += character.len_utf8();
        at += bytes[at..].iter().position(|byte| !plain_ascii(*byte))?;
    }
}

/// Tabs and line breaks that mean something else to PyYAML.
pub(crate) fn separators(document: &Document) -> Vec<Problem> {
    let text = document.text();
    let exotic =
        !text.is_ascii() && ["\u{85}", "\u{2028}", "\u{2029}"].iter().any(|c| text.contains(*c));
    if !exotic && !text.as_bytes().contains(&b'\t') {
        return Vec::new();
    }
    let mut quoted: Vec<Span> = Vec::new();
    let mut block: Vec<Span> = Vec::new();
    for node in &document.nodes {
        match &node.content {
            Content::Scalar { style: ScalarStyle::Block, .. } => block.push(node.span),
            Content::Scalar { style: ScalarStyle::Plain, .. } => {}
            Content::Scalar { .. } => quoted.push(node.span),
            _ => {}
        }
    }
    let inside = |spans: &[Span], at: usize| spans.iter().any(|span| span.contains(at));
    let mut problems = Vec::new();
    for (at, character) in text.char_indices() {
        let message = match character {
            '\t' => {
                let header = block
                    .iter()
                    .any(|span| span.contains(at) && !text[span.start as usize..at].contains('\n'));
                let content = inside(&quoted, at)
                    || inside(document.comments(), at)
                    || inside(&block, at) && !header;
                if content {
                    continue;
                }
                "a tab is used where blanks are needed".to_owned()
            }
            '\u{85}' | '\u{2028}' | '\u{2029}' => {
                if inside(&quoted, at) {
                    continue;
                }
                format!(
                    "U+{:04X} is a line break for PyYAML and none for other readers",
                    u32::from(character)
                )
            }
            _ => continue,
        };
        let span = Span::new(at, at + character.len_utf8());
        problems.push(Problem { kind: ProblemKind::Syntax, span, message });
        // One tab says it; a file full of them needs no list.
        break;
    }
    problems
}

/// A key that is absent and not introduced by `?`, which PyYAML refuses.
pub(crate) fn absent_keys(document: &Document) -> Vec<Problem> {
    let text = document.text();
    document
        .mappings()
        .filter(|mapping| !mapping.is_alias())
        .flat_map(|mapping| mapping.entries().collect::<Vec<_>>())
        .filter(|entry| entry.key.outer_span().is_empty())
        .filter(|entry| {
            let before = text[..entry.key.span().start as usize].trim_end();
            !before.ends_with('?')
        })
        .map(|entry| Problem {
            kind: ProblemKind::Syntax,
            span: entry.key.span(),
            message: "a key is missing before the colon".to_owned(),
        })
        .collect()
}

/// Whether PyYAML reads an anchor's or alias' name.
pub(crate) fn is_anchor_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
