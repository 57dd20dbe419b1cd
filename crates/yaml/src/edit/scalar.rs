//! Replacing a scalar.

use std::fmt::Write as _;

use super::TextEdit;
use crate::{Document, Node, Scalar, ScalarStyle, resolve_plain};

/// Replaces a scalar by YAML text as it is: `16`, `true`.
#[must_use]
pub fn replace_with_plain(node: Node<'_>, text: &str) -> TextEdit {
    let needs_space = node.span().is_empty() && !text.is_empty();
    let text = if needs_space { format!(" {text}") } else { text.to_owned() };
    TextEdit { span: node.span(), text }
}

/// Replaces a scalar by a string, written in the old quotes where that is possible.
#[must_use]
pub fn replace_with_str(node: Node<'_>, value: &str) -> TextEdit {
    let text = match node.style() {
        Some(ScalarStyle::DoubleQuoted) => double_quoted(value),
        Some(ScalarStyle::SingleQuoted) if !value.contains(|c: char| c.is_control()) => {
            single_quoted(value)
        }
        _ => string_literal(value),
    };
    replace_with_plain(node, &text)
}

/// A string as YAML: plain where PyYAML then reads exactly that string anywhere (block or flow),
/// else in double quotes.
#[must_use]
pub fn string_literal(value: &str) -> String {
    if is_plain(value) { value.to_owned() } else { double_quoted(value) }
}

/// Whether a plain scalar reads back as this very string, in block and in flow context.
fn is_plain(value: &str) -> bool {
    if resolve_plain(value) != Ok(Scalar::Str)
        || value.contains(|c: char| c.is_control() || "\u{85}\u{2028}\u{2029}\u{FEFF}".contains(c))
    {
        return false;
    }
    let reads_back = |text: String| {
        let document = Document::parse(text);
        let Some(root) = document.root().filter(|_| document.is_accepted()) else { return false };
        let item = root.items().next().and_then(|item| item.get("k")).and_then(Node::as_str);
        item == Some(value) && root.items().len() == 1 && document.comments().is_empty()
    };
    reads_back(format!("[{{k: {value}}}]")) && reads_back(format!("- k: {value}\n"))
}

fn single_quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

fn double_quoted(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() || "\u{2028}\u{2029}\u{FEFF}".contains(c) => {
                let code = u32::from(c);
                // Writing to a string cannot fail.
                let _ = if code <= 0xFF {
                    write!(out, "\\x{code:02x}")
                } else {
                    write!(out, "\\u{code:04x}")
                };
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::apply;
    use super::*;

    fn replaced(text: &str, value: &str) -> String {
        let document = Document::parse(text);
        let node = document.root().unwrap().get("a").unwrap();
        let edited = apply(text, &[replace_with_str(node, value)]).unwrap();
        let again = Document::parse(edited.as_str());
        assert_eq!(again.root().unwrap().get("a").unwrap().as_str(), Some(value), "{edited}");
        edited
    }

    #[test]
    fn keeps_quotes_and_adds_them_where_needed() {
        assert_eq!(replaced("a: b # c\n", "d"), "a: d # c\n");
        assert_eq!(replaced("a: \"b\"\n", "d"), "a: \"d\"\n");
        assert_eq!(replaced("{a: 'b', c: 1}", "it's"), "{a: 'it''s', c: 1}");
        for text in ["yes", "1.10", "8", "a: b", "x # y", "", "-", "a, b", "2026-08-21", "[", "*x"]
        {
            assert_eq!(replaced("a: b\n", text), format!("a: \"{text}\"\n"));
        }
        assert_eq!(replaced("a: b\n", "org/image:v1.2#x"), "a: org/image:v1.2#x\n");
        assert_eq!(replaced("a:\n", "b"), "a: b\n");
        assert_eq!(replaced("a: b\n", "中文\n"), "a: \"中文\\n\"\n");
    }
}
