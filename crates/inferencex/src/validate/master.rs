//! Master configs.

use std::collections::BTreeMap;

use sweeplint_yaml::{Document, Entry, Kind, Node, Span};

use super::fault::Fault;
use super::json::{Converted, convert};
use super::judged::{Judged, MOST};
use super::keyword::Mode;
use super::place::first_line;
use super::schema::{self, Part};
use super::violation::{Code, Segment, Violation};
use super::{Edition, cross, lax, message, style};

pub(super) fn judge(document: &Document, edition: Edition) -> Vec<Violation> {
    let Some(root) = document.root() else { return empty(document, "a mapping of config keys") };
    if root.kind() != Kind::Mapping {
        let found = message::describe(root);
        let message = format!("the file is {found}, expected a mapping of config keys");
        return vec![whole(first_line(root), Code::Crash, message)];
    }
    root.effective_entries().iter().flat_map(|entry| judge_entry(entry, edition)).collect()
}

/// What lax conversion hides in a master config.
pub(super) fn lax_style(document: &Document, edition: Edition) -> Vec<Violation> {
    let Some(root) = document.root().filter(|root| root.kind() == Kind::Mapping) else {
        return Vec::new();
    };
    let entries = root.effective_entries();
    let sound = entries.iter().filter_map(|entry| {
        let judged = judged(entry, entry.key.as_str()?);
        (entry.value.kind() == Kind::Mapping).then_some(judged)
    });
    sound
        .flat_map(|judged| {
            let converted = convert(judged.node, 0);
            style::remarks(&judged, part(&converted), edition, &converted)
        })
        .collect()
}

fn judge_entry(entry: &Entry<'_>, edition: Edition) -> Vec<Violation> {
    let Some(key) = entry.key.as_str() else {
        return vec![whole(entry.key.span(), Code::Crash, message::key_is_no_text(entry.key))];
    };
    let judged = judged(entry, key);
    let shown = message::short(key);
    let mut violations = Vec::new();
    if key.contains('*') {
        let message =
            format!("the config key `{shown}` holds `*`, which the changelog reads as a pattern");
        violations.push(judged.violation(&[], entry.key.span(), Code::Wildcard, message));
    }
    if entry.value.kind() != Kind::Mapping {
        let message =
            format!("`{shown}` is {}, expected a mapping", message::describe(entry.value));
        violations.push(judged.violation(&[], entry.key.span(), Code::Crash, message));
        return violations;
    }
    let converted = convert(entry.value, 0);
    let part = part(&converted);
    let faults = schema::faults(part, edition, Mode::Lax, &converted.value);
    violations.extend(faults.iter().take(MOST).map(|fault| judged.fault(fault)));
    let refused = faults.into_iter().map(|Fault { path, .. }| path).collect();
    let refusals = cross::judge(&converted.value, part == Part::MultiNode, edition, refused);
    violations.extend(refusals.iter().take(MOST).map(|refusal| judged.refusal(refusal)));
    violations
}

fn judged<'d>(entry: &Entry<'d>, key: &str) -> Judged<'d> {
    Judged {
        node: entry.value,
        key: Some(entry.key),
        path: vec![Segment::Key(key.to_owned())],
        unpacked: true,
        config_key: Some(key.to_owned()),
    }
}

/// The generator asks for Python's truth of `multinode`; the model then takes one value only.
fn part(converted: &Converted) -> Part {
    let multi_node = converted.value.get("multinode").is_some_and(lax::is_truthy);
    if multi_node { Part::MultiNode } else { Part::SingleNode }
}

/// A violation of a file as a whole.
pub(super) fn whole(span: Span, code: Code, message: String) -> Violation {
    Violation { path: Vec::new(), span, code, message, config_key: None }
}

/// Judges a document without a root: nothing is left of one that cannot be read.
pub(super) fn empty(document: &Document, expected: &str) -> Vec<Violation> {
    if document.is_accepted() {
        let message = format!("the file is empty, expected {expected}");
        vec![whole(Span::at(0), Code::Crash, message)]
    } else {
        Vec::new()
    }
}

/// A config key that stands in two master configs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedKey<'f> {
    /// The file in which it stands first, in the order given.
    pub first: &'f str,
    /// The key there.
    pub first_span: Span,
    /// The file in which it stands again.
    pub again: &'f str,
    /// The refusal, at the key in the second file.
    pub violation: Violation,
}

/// Names every config key that stands in more than one file. Files are given with their paths in
/// the order in which the generator reads them.
#[must_use]
pub fn master_keys_unique<'f>(files: &[(&'f str, &'f Document)]) -> Vec<SharedKey<'f>> {
    let mut seen: BTreeMap<&str, (&str, Span)> = BTreeMap::new();
    let mut shared = Vec::new();
    for (path, document) in files {
        let root = document.root().filter(|root| root.kind() == Kind::Mapping);
        let entries = root.map(Node::effective_entries).unwrap_or_default();
        let mut own = Vec::with_capacity(entries.len());
        for entry in entries {
            let Some(key) = entry.key.as_str() else { continue };
            let span = entry.key.span();
            match seen.get(key) {
                Some((first, first_span)) => {
                    let message = format!(
                        "the config key `{}` stands in {first} as well",
                        message::short(key)
                    );
                    let violation =
                        judged(&entry, key).violation(&[], span, Code::TwoFiles, message);
                    shared.push(SharedKey {
                        first,
                        first_span: *first_span,
                        again: path,
                        violation,
                    });
                }
                None => own.push((key, (*path, span))),
            }
        }
        seen.extend(own);
    }
    shared
}
