//! Master configs.

use serde_json::Value;
use sweeplint_yaml::{Document, Entry, Kind, Span};

use super::{Edition, Segment, Violation, cross, json, locate, schema};

pub(super) fn judge(document: &Document, edition: Edition) -> Vec<Violation> {
    let whole = |message: &str| Violation {
        path: Vec::new(),
        span: Span::at(0),
        message: message.to_owned(),
        config_key: None,
    };
    let Some(root) = document.root() else {
        return if document.is_accepted() { vec![whole("the file is empty")] } else { Vec::new() };
    };
    if root.kind() != Kind::Mapping {
        return vec![whole("the file must be a mapping of config keys")];
    }
    root.effective_entries().into_iter().flat_map(|entry| judge_entry(entry, edition)).collect()
}

fn judge_entry(entry: Entry<'_>, edition: Edition) -> Vec<Violation> {
    let Some(key) = entry.key.as_str() else {
        return vec![Violation {
            path: Vec::new(),
            span: entry.key.span(),
            message: format!("the config key {} is no text", entry.key.raw()),
            config_key: None,
        }];
    };
    let at_key = |message: String| Violation {
        path: vec![Segment::Key(key.to_owned())],
        span: entry.key.span(),
        message,
        config_key: Some(key.to_owned()),
    };
    let mut violations = Vec::new();
    if key.contains('*') {
        violations.push(at_key("a config key cannot hold `*`, which the changelog reads as a pattern".to_owned()));
    }
    if entry.value.kind() != Kind::Mapping {
        violations.push(at_key(format!(
            "{key} is {}, expected a mapping",
            json::describe(&json::value(entry.value))
        )));
        return violations;
    }
    let value = json::value(entry.value);
    let multi_node = entry.value.get("multinode").map(json::value).is_some_and(|v| is_truthy(&v));
    let faults = schema::master_entry(&value, multi_node, edition);
    let refused: Vec<Vec<Segment>> = faults.iter().map(|fault| fault.path.clone()).collect();
    let located = |path: &[Segment], message: String, about_key: bool| {
        let place = locate(entry.value, path);
        let missing = path.is_empty();
        let span = match place.key {
            _ if missing => entry.key.span(),
            Some(found) if about_key => found.span(),
            None => entry.key.span(),
            Some(_) => place.short_span(),
        };
        let mut full = vec![Segment::Key(key.to_owned())];
        full.extend_from_slice(path);
        Violation { path: full, span, message, config_key: Some(key.to_owned()) }
    };
    for fault in faults {
        violations.push(located(&fault.path, fault.message, fault.about_key.is_some()));
    }
    for refusal in cross::judge(&value, multi_node, edition, &refused) {
        violations.push(located(&refusal.path, refusal.message, false));
    }
    violations
}

/// Python's truth of a value.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => !object.is_empty(),
    }
}
