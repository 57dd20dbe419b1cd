//! The changelog.

use sweeplint_yaml::{Document, Kind, Span};

use super::{Segment, Violation, json, lax, locate, schema};
use crate::changelog::entry_starts;

pub(super) fn judge(document: &Document) -> Vec<Violation> {
    let mut violations = bytes(document.text());
    let at = |span: Span, message: &str| Violation {
        path: Vec::new(),
        span,
        message: message.to_owned(),
        config_key: None,
    };
    for duplicate in document.duplicate_keys() {
        let key = duplicate.second.key;
        let message = format!("`{}` stands twice in one entry", key.raw());
        violations.push(at(key.span(), &message));
    }
    let Some(root) = document.root() else {
        if document.is_accepted() {
            violations.push(at(Span::at(0), "the file must be a list of entries"));
        }
        return violations;
    };
    if root.kind() != Kind::Sequence {
        violations.push(at(Span::at(0), "the file must be a list of entries"));
        return violations;
    }
    for (index, item) in root.items().enumerate() {
        let first_key = item.get("config-keys").and_then(|keys| keys.items().next()?.as_str());
        let violation = |path: Vec<Segment>, span: Span, message: String| {
            let mut full = vec![Segment::Index(index)];
            full.extend(path);
            Violation { path: full, span, message, config_key: first_key.map(str::to_owned) }
        };
        let value = json::value(item);
        if !value.is_object() || item.kind() != Kind::Mapping {
            let message = format!("an entry is {}, expected a mapping", json::describe(&value));
            violations.push(violation(Vec::new(), item.span(), message));
            continue;
        }
        let faults = schema::changelog_entry(&value);
        let sound = faults.is_empty();
        for fault in faults {
            let place = locate(item, &fault.path);
            let span = match place.key {
                Some(key) if fault.about_key.is_some() => key.span(),
                Some(_) => place.short_span(),
                None => item.entries().next().map_or(item.span(), |entry| entry.key.span()),
            };
            violations.push(violation(fault.path, span, fault.message));
        }
        let flag = |name: &str| value.get(name).and_then(lax::boolean).unwrap_or(false);
        let minimum = value.get("eval-min-prefill-ep").is_some_and(|value| !value.is_null());
        if sound && flag("append-only") && (flag("evals-only") || flag("all-evals") || minimum) {
            let path = vec![Segment::Key("append-only".to_owned())];
            let span = locate(item, &path).short_span();
            let message = "`append-only` excludes the evaluation fields".to_owned();
            violations.push(violation(path, span, message));
        }
    }
    violations
}

/// Whether every entry begins with `- config-keys:` at the left margin. The merge tool counts those
/// lines; the sweep's set-up does not, so this is no part of the verdict.
pub(super) fn miscounted(document: &Document) -> Option<Violation> {
    let root = document.root().filter(|root| root.kind() == Kind::Sequence)?;
    let starts = entry_starts(document.text());
    if !document.is_accepted() || starts.len() == root.items().len() {
        return None;
    }
    let odd = root
        .items()
        .find(|item| !starts.contains(&line_start(document.text(), item.span().start as usize)));
    Some(Violation {
        path: Vec::new(),
        span: odd.map_or(Span::at(0), |item| Span::at(item.span().start as usize)),
        message: format!(
            "{} lines begin `- config-keys:` at the left margin, {} entries are read",
            starts.len(),
            root.items().len()
        ),
        config_key: None,
    })
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |at| at + 1)
}

/// Rules about the file's bytes.
fn bytes(text: &str) -> Vec<Violation> {
    let violation = |at: usize, message: &str| Violation {
        path: Vec::new(),
        span: Span::at(at),
        message: message.to_owned(),
        config_key: None,
    };
    let mut violations = Vec::new();
    if !text.ends_with('\n') {
        violations.push(violation(text.len(), "the file does not end with a line break"));
    }
    for (byte, message) in [
        ('\r', "a carriage return; lines end with a line feed alone"),
        ('\t', "a tab; the changelog has none"),
        ('\0', "a NUL byte"),
    ] {
        if let Some(at) = text.find(byte) {
            violations.push(violation(at, message));
        }
    }
    violations
}
