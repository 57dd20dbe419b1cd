//! Adding, removing and replacing items of a list.

use super::{EditError, TextEdit, column, line_end, line_ending, line_start, with_ending};
use crate::{Kind, Node, Span};

fn list(sequence: Node<'_>) -> Result<Vec<Node<'_>>, EditError> {
    if sequence.is_alias() || sequence.kind() != Kind::Sequence {
        return Err(EditError::NotACollection);
    }
    Ok(sequence.items().collect())
}

/// Where the dash of a block item stands.
fn dash(text: &str, item: Node<'_>) -> Option<usize> {
    let start = item.outer_span().start as usize;
    text[..start].rfind('-')
}

/// Adds an item before the one at `index`, or last. `value` is YAML text of one line.
///
/// # Errors
/// When the node is no list written here, or an empty block list.
pub fn insert_item(sequence: Node<'_>, index: usize, value: &str) -> Result<TextEdit, EditError> {
    let items = list(sequence)?;
    let text = sequence.document().text();
    if sequence.is_flow() {
        let span = sequence.span();
        if items.is_empty() {
            let inner = Span { start: span.start + 1, end: span.end.saturating_sub(1) };
            return Ok(TextEdit { span: inner, text: value.to_owned() });
        }
        if let Some(next) = items.get(index) {
            let at = next.outer_span().start as usize;
            return Ok(TextEdit { span: Span::at(at), text: format!("{value}, ") });
        }
        let end = items.last().map_or(span.end, |last| last.outer_span().end);
        return Ok(TextEdit { span: Span::at(end as usize), text: format!(", {value}") });
    }
    let first = items.first().ok_or(EditError::Unusual)?;
    let dash_at = dash(text, *first).ok_or(EditError::Unusual)?;
    let indent = " ".repeat(column(text, dash_at));
    let ending = line_ending(text);
    let line = with_ending(&format!("- {value}"), ending);
    if index == 0 {
        return Ok(TextEdit { span: Span::at(dash_at), text: format!("{line}{ending}{indent}") });
    }
    let before = items[index.min(items.len()) - 1];
    let end = line_end(text, before.outer_span().end as usize);
    let added = if text[..end].ends_with('\n') {
        format!("{indent}{line}{ending}")
    } else {
        format!("{ending}{indent}{line}")
    };
    Ok(TextEdit { span: Span::at(end), text: added })
}

/// Removes an item; in block style its whole lines.
///
/// # Errors
/// When the node is no list written here, has no such item, or has no other one in block style.
pub fn remove_item(sequence: Node<'_>, index: usize) -> Result<TextEdit, EditError> {
    let items = list(sequence)?;
    let item = *items.get(index).ok_or(EditError::NotFound)?;
    let text = sequence.document().text();
    let edit = |from: usize, to: usize| TextEdit { span: Span::new(from, to), text: String::new() };
    let (start, end) = (item.outer_span().start as usize, item.outer_span().end as usize);
    if sequence.is_flow() {
        return Ok(match (items.get(index + 1), index.checked_sub(1)) {
            (Some(next), _) => edit(start, next.outer_span().start as usize),
            (None, Some(before)) => edit(items[before].outer_span().end as usize, end),
            (None, None) => edit(start, end),
        });
    }
    if items.len() == 1 {
        return Err(EditError::Unusual);
    }
    let dash_at = dash(text, item).ok_or(EditError::Unusual)?;
    let shares_line = !text[line_start(text, dash_at)..dash_at].trim().is_empty();
    match (shares_line, items.get(index + 1)) {
        (false, _) => Ok(edit(line_start(text, dash_at), line_end(text, end))),
        (true, Some(next)) => {
            let next = dash(text, *next).ok_or(EditError::Unusual)?;
            Ok(edit(dash_at, next))
        }
        (true, None) => Err(EditError::Unusual),
    }
}

/// Replaces all items by YAML texts of one line each; the list keeps its style.
///
/// # Errors
/// When the node is no list written here, or a block list would become empty.
pub fn replace_items(sequence: Node<'_>, values: &[String]) -> Result<TextEdit, EditError> {
    let items = list(sequence)?;
    let text = sequence.document().text();
    if sequence.is_flow() {
        let span = sequence.span();
        let inner = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.outer_span().cover(last.outer_span()),
            _ => Span { start: span.start + 1, end: span.end.saturating_sub(1) },
        };
        return Ok(TextEdit { span: inner, text: values.join(", ") });
    }
    let (Some(first), Some(last), false) = (items.first(), items.last(), values.is_empty()) else {
        return Err(EditError::Unusual);
    };
    let dash_at = dash(text, *first).ok_or(EditError::Unusual)?;
    let indent = " ".repeat(column(text, dash_at));
    let separator = format!("{}{indent}- ", line_ending(text));
    let span = Span::new(dash_at, last.outer_span().end as usize);
    Ok(TextEdit { span, text: format!("- {}", values.join(&separator)) })
}

#[cfg(test)]
mod tests {
    use super::super::apply;
    use super::*;
    use crate::Document;

    fn edited(
        text: &str,
        edit: impl Fn(Node<'_>) -> Result<TextEdit, EditError>,
        expected: &[i64],
    ) -> String {
        let document = Document::parse(text);
        let list = document.root().unwrap().get("l").unwrap();
        let out = apply(text, &[edit(list).unwrap()]).unwrap();
        let again = Document::parse(out.as_str());
        assert!(again.is_accepted(), "{out}");
        let values: Vec<i64> =
            again.root().unwrap().get("l").unwrap().items().filter_map(Node::as_int).collect();
        assert_eq!(values, expected, "{out}");
        out
    }

    #[test]
    fn edits_flow_lists() {
        let text = "l: [10, 15, 30] # x\n";
        assert_eq!(edited(text, |l| remove_item(l, 2), &[10, 15]), "l: [10, 15] # x\n");
        assert_eq!(edited(text, |l| remove_item(l, 0), &[15, 30]), "l: [15, 30] # x\n");
        edited(text, |l| insert_item(l, 1, "12"), &[10, 12, 15, 30]);
        edited(text, |l| insert_item(l, 9, "60"), &[10, 15, 30, 60]);
        let padded = "l: [ 1, 2 ]\n";
        let values = ["4".to_owned(), "8".to_owned()];
        assert_eq!(edited(padded, |l| replace_items(l, &values), &[4, 8]), "l: [ 4, 8 ]\n");
        edited("l: []\n", |l| insert_item(l, 0, "1"), &[1]);
    }

    #[test]
    fn edits_block_lists() {
        let text = "l:\n- 1 # one\n- 2\nz: 0\n";
        assert_eq!(edited(text, |l| remove_item(l, 0), &[2]), "l:\n- 2\nz: 0\n");
        assert_eq!(edited(text, |l| remove_item(l, 1), &[1]), "l:\n- 1 # one\nz: 0\n");
        assert_eq!(
            edited(text, |l| insert_item(l, 2, "3"), &[1, 2, 3]),
            "l:\n- 1 # one\n- 2\n- 3\nz: 0\n"
        );
        edited(text, |l| insert_item(l, 0, "0"), &[0, 1, 2]);
        let values = ["7".to_owned()];
        assert_eq!(
            edited("l:\r\n  - 1\r\n  - 2\r\n", |l| replace_items(l, &values), &[7]),
            "l:\r\n  - 7\r\n"
        );
    }
}
