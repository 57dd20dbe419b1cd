//! The runners file.

use sweeplint_yaml::{Document, Kind, Span};

use super::{Segment, Violation, json, locate, schema};

pub(super) fn judge(document: &Document) -> Vec<Violation> {
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
        return vec![whole("the file must be a mapping with `labels`")];
    }
    let mut violations: Vec<Violation> = schema::runners(&json::value(root))
        .into_iter()
        .map(|fault| {
            let place = locate(root, &fault.path);
            let span = match place.key {
                Some(key) if fault.about_key.is_some() => key.span(),
                _ => place.short_span(),
            };
            let config_key = match fault.path.get(1) {
                Some(Segment::Key(label)) => Some(label.clone()),
                _ => None,
            };
            Violation { path: fault.path, span, message: fault.message, config_key }
        })
        .collect();
    // The validator asks for `labels` and its names by their exact spelling.
    for name in ["labels", "hardware"] {
        let labels = root.get(name).map(|node| node.effective_entries()).unwrap_or_default();
        for entry in labels.iter().filter(|entry| entry.key.as_str().is_none()) {
            violations.push(Violation {
                path: vec![Segment::Key(name.to_owned())],
                span: entry.key.span(),
                message: format!("the label {} is no text", entry.key.raw()),
                config_key: None,
            });
        }
    }
    violations
}
