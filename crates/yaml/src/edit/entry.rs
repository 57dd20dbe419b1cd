//! Adding and removing keys of a mapping.

use super::{EditError, TextEdit, column, line_end, line_ending, line_start, with_ending};
use crate::{Entry, Kind, Node, Span};

/// Where a new key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'k> {
    /// Before every other key.
    First,
    /// After every other key.
    Last,
    /// After that key, or last where it is absent.
    After(&'k str),
    /// Before that key, or first where it is absent.
    Before(&'k str),
}

/// Adds `key: value` to a mapping, in the mapping's own style and indentation. `value` is YAML
/// text: of one line, or lines whose indentation is relative to the key.
///
/// # Errors
/// When the node is no mapping written here, is empty, or a flow mapping spread over lines.
pub fn insert_entry(
    mapping: Node<'_>,
    place: Place<'_>,
    key: &str,
    value: &str,
) -> Result<TextEdit, EditError> {
    if mapping.is_alias() || mapping.kind() != Kind::Mapping {
        return Err(EditError::NotACollection);
    }
    let entries: Vec<Entry<'_>> = mapping.entries().collect();
    let position = |name: &str| entries.iter().position(|entry| entry.is_string_key(name));
    let index = match place {
        Place::First => 0,
        Place::Last => entries.len(),
        Place::After(name) => position(name).map_or(entries.len(), |index| index + 1),
        Place::Before(name) => position(name).unwrap_or(0),
    };
    let text = mapping.document().text();
    if mapping.is_flow() {
        return flow(mapping, &entries, index, &format!("{key}: {value}"));
    }
    let Some(first) = entries.first() else { return Err(EditError::Unusual) };
    let start = first.key.outer_span().start as usize;
    let indent = " ".repeat(column(text, start));
    let ending = line_ending(text);
    let body = value.replace('\n', &format!("\n{indent}"));
    let line = with_ending(&format!("{key}: {body}"), ending);
    if index == 0 {
        // The first key may follow a dash on its line, so the new key takes its place.
        return Ok(TextEdit { span: Span::at(start), text: format!("{line}{ending}{indent}") });
    }
    let before = entries[index - 1];
    let end = line_end(text, before.span().end as usize);
    let mut added = format!("{indent}{line}{ending}");
    if !text[..end].ends_with('\n') {
        added = format!("{ending}{indent}{line}");
    }
    Ok(TextEdit { span: Span::at(end), text: added })
}

fn flow(
    mapping: Node<'_>,
    entries: &[Entry<'_>],
    index: usize,
    entry: &str,
) -> Result<TextEdit, EditError> {
    let span = mapping.span();
    if entries.is_empty() {
        let inner = Span { start: span.start + 1, end: span.end.saturating_sub(1) };
        return Ok(TextEdit { span: inner, text: entry.to_owned() });
    }
    if let Some(next) = entries.get(index) {
        return Ok(TextEdit {
            span: Span::at(next.key.outer_span().start as usize),
            text: format!("{entry}, "),
        });
    }
    let last = entries.last().ok_or(EditError::Unusual)?;
    Ok(TextEdit { span: Span::at(last.span().end as usize), text: format!(", {entry}") })
}

/// Removes a key with its value and the comment on its line. In block style whole lines go; the
/// dash before a first key stays.
///
/// # Errors
/// When the node is no mapping written here, has no such key, or has no other one.
pub fn remove_entry(mapping: Node<'_>, key: &str) -> Result<TextEdit, EditError> {
    if mapping.is_alias() || mapping.kind() != Kind::Mapping {
        return Err(EditError::NotACollection);
    }
    let entries: Vec<Entry<'_>> = mapping.entries().collect();
    let index =
        entries.iter().rposition(|entry| entry.is_string_key(key)).ok_or(EditError::NotFound)?;
    let text = mapping.document().text();
    let entry = entries[index];
    let start = entry.key.outer_span().start as usize;
    if mapping.is_flow() {
        let edit =
            |from: usize, to: usize| TextEdit { span: Span::new(from, to), text: String::new() };
        return Ok(match (entries.get(index + 1), index.checked_sub(1)) {
            (Some(next), _) => edit(start, next.key.outer_span().start as usize),
            (None, Some(before)) => {
                edit(entries[before].span().end as usize, entry.span().end as usize)
            }
            (None, None) => edit(start, entry.span().end as usize),
        });
    }
    if entries.len() == 1 {
        return Err(EditError::Unusual);
    }
    let shares_line = !text[line_start(text, start)..start].trim().is_empty();
    let (from, to) = match (shares_line, entries.get(index + 1)) {
        (true, Some(next)) => (start, next.key.outer_span().start as usize),
        (true, None) => return Err(EditError::Unusual),
        (false, _) => (line_start(text, start), line_end(text, entry.span().end as usize)),
    };
    Ok(TextEdit { span: Span::new(from, to), text: String::new() })
}

#[cfg(test)]
mod tests {
    use super::super::apply;
    use super::*;
    use crate::Document;

    fn inserted(text: &str, place: Place<'_>, value: &str) -> String {
        let document = Document::parse(text);
        let mapping = document.root().unwrap().get("m").unwrap();
        let edit = insert_entry(mapping, place, "new", value).unwrap();
        let edited = apply(text, &[edit]).unwrap();
        let again = Document::parse(edited.as_str());
        assert!(again.is_accepted(), "{edited}");
        assert!(again.root().unwrap().at(&["m", "new"]).is_some(), "{edited}");
        assert_eq!(
            again.root().unwrap().get("m").unwrap().entries().len(),
            mapping.entries().len() + 1
        );
        edited
    }

    #[test]
    fn inserts_in_the_style_of_the_mapping() {
        let block = "m:\n  a: 1  # one\n  b: {c: 2}\nz: 0\n";
        assert_eq!(
            inserted(block, Place::After("a"), "8"),
            "m:\n  a: 1  # one\n  new: 8\n  b: {c: 2}\nz: 0\n"
        );
        assert_eq!(
            inserted(block, Place::Last, "8"),
            "m:\n  a: 1  # one\n  b: {c: 2}\n  new: 8\nz: 0\n"
        );
        assert_eq!(
            inserted(block, Place::First, "8"),
            "m:\n  new: 8\n  a: 1  # one\n  b: {c: 2}\nz: 0\n"
        );
        assert_eq!(
            inserted("m: {a: 1, b: 2} # x\n", Place::After("a"), "8"),
            "m: {a: 1, new: 8, b: 2} # x\n"
        );
        assert_eq!(inserted("m: { a: 1 }\n", Place::Last, "8"), "m: { a: 1, new: 8 }\n");
        assert_eq!(inserted("m: {}\n", Place::Last, "8"), "m: {new: 8}\n");
        assert_eq!(inserted("m:\r\n  a: 1\r\n", Place::Last, "8"), "m:\r\n  a: 1\r\n  new: 8\r\n");
        assert_eq!(inserted("m:\n  a: 1", Place::Last, "8"), "m:\n  a: 1\n  new: 8");
        assert_eq!(
            inserted("m:\n  a: 1\n", Place::Last, "\n  x: 1"),
            "m:\n  a: 1\n  new: \n    x: 1\n"
        );
    }

    fn removed(text: &str, key: &str) -> String {
        let document = Document::parse(text);
        let mapping = document.root().unwrap().get("m").unwrap();
        let mapping = mapping.items().next().unwrap_or(mapping);
        let edited = apply(text, &[remove_entry(mapping, key).unwrap()]).unwrap();
        assert!(Document::parse(edited.as_str()).is_accepted(), "{edited}");
        edited
    }

    #[test]
    fn removes_whole_entries() {
        assert_eq!(
            removed("m:\n  a: 1  # one\n  b:\n  - 2\n  c: 3\n", "b"),
            "m:\n  a: 1  # one\n  c: 3\n"
        );
        assert_eq!(removed("m:\n  a: 1  # one\n  b: 2\n", "a"), "m:\n  b: 2\n");
        assert_eq!(removed("m:\n- a: 1\n  b: 2\n", "a"), "m:\n- b: 2\n");
        assert_eq!(removed("m: {a: 1, b: 2}\n", "a"), "m: {b: 2}\n");
        assert_eq!(removed("m: {a: 1, b: 2}\n", "b"), "m: {a: 1}\n");
        assert_eq!(removed("m: {a: 1}\n", "a"), "m: {}\n");
    }
}
