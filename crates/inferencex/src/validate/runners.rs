//! The runners file.

use sweeplint_yaml::{Document, Entry, Kind, Node};

use super::Edition;
use super::fault::{Expected, Fault, What};
use super::json::convert;
use super::judged::{Judged, MOST};
use super::keyword::Mode;
use super::master::{empty, whole};
use super::place::first_line;
use super::schema::{self, Part};
use super::violation::{Code, Segment, Violation};
use super::{message, style};

/// Levels of keys that are no fields: the two sections have one spelling, labels are free.
const FIELDS_FROM: usize = 2;

pub(super) fn judge(document: &Document) -> Vec<Violation> {
    let expected = "a mapping with `labels`";
    let Some(root) = document.root() else { return empty(document, expected) };
    if root.kind() != Kind::Mapping {
        let message = format!("the file is {}, expected {expected}", message::describe(root));
        return vec![whole(first_line(root), Code::Crash, message)];
    }
    let converted = convert(root, FIELDS_FROM);
    let faults = schema::faults(Part::Runners, Edition::Summer, Mode::Lax, &converted.value);
    let mut violations: Vec<Violation> = faults
        .iter()
        .filter(|fault| !is_in_a_section_of_free_keys(root, fault))
        .take(MOST)
        .map(|fault| judged(root, &fault.path).fault(fault))
        .collect();
    for section in ["labels", "hardware"] {
        violations.extend(keys_are_texts(root, section));
    }
    violations
}

/// What lax conversion hides in a runners file.
pub(super) fn lax_style(document: &Document) -> Vec<Violation> {
    let Some(root) = document.root().filter(|root| root.kind() == Kind::Mapping) else {
        return Vec::new();
    };
    let converted = convert(root, FIELDS_FROM);
    style::remarks(&judged(root, &[]), Part::Runners, Edition::Summer, &converted)
}

fn judged<'d>(root: Node<'d>, path: &[Segment]) -> Judged<'d> {
    let config_key = match path.get(1) {
        Some(Segment::Key(label)) => Some(label.clone()),
        _ => None,
    };
    Judged { node: root, key: None, path: Vec::new(), unpacked: true, config_key }
}

/// Whether a fault is about a key of a section that is no text, which [`keys_are_texts`] names.
fn is_in_a_section_of_free_keys(root: Node<'_>, fault: &Fault) -> bool {
    let Some([Segment::Key(section), Segment::Key(label)]) = fault.path.get(..2) else {
        return false;
    };
    let is_mapping = root.get(section).is_some_and(|node| node.kind() == Kind::Mapping);
    let what = matches!(&fault.what, What::Expected(_, Expected::Words(_)));
    what && is_mapping && super::json::is_foreign(label)
}

fn keys_are_texts(root: Node<'_>, section: &str) -> Vec<Violation> {
    let entries = root.get(section).map(Node::effective_entries).unwrap_or_default();
    let foreign = |entry: &&Entry<'_>| entry.key.as_str().is_none();
    let violation = |entry: &Entry<'_>| {
        let path = [Segment::Key(section.to_owned()), Segment::Key(entry.key.raw().to_owned())];
        judged(root, &[]).violation(
            &path,
            entry.key.span(),
            Code::Type,
            message::key_is_no_text(entry.key),
        )
    };
    entries.iter().filter(foreign).take(MOST).map(violation).collect()
}
