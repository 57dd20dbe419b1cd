//! What the real validator accepts, and only by converting it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::fault::{Expected, What};
use super::json::Converted;
use super::judged::{Judged, MOST};
use super::keyword::Mode;
use super::schema::{self, Part};
use super::violation::{Code, Segment, Violation};
use super::{Edition, lax, message};

/// Remarks on what is accepted; what is refused is left to the verdict.
pub(super) fn remarks(
    judged: &Judged<'_>,
    part: Part,
    edition: Edition,
    converted: &Converted,
) -> Vec<Violation> {
    let plain = schema::faults(part, edition, Mode::Plain, &converted.value);
    if plain.is_empty() && converted.respelled.is_empty() {
        return Vec::new();
    }
    let faults = schema::faults(part, edition, Mode::Lax, &converted.value);
    let refused: BTreeSet<&[Segment]> = faults.iter().map(|fault| fault.path.as_slice()).collect();
    let converted_values = plain.iter().filter_map(|fault| {
        let What::Expected(Code::Type, Expected::Words(words)) = &fault.what else { return None };
        if refused.contains(fault.path.as_slice()) {
            return None;
        }
        let place = judged.place(&fault.path);
        let read = read_as(at(&converted.value, &fault.path)?, words)?;
        let subject = message::subject(&fault.path);
        let message = format!(
            "{subject} is {}, which is read as {read}; write {read}",
            message::describe(place.node)
        );
        Some(judged.violation(&fault.path, place.value_span(), Code::Lax, message))
    });
    let spellings = converted.respelled.iter().filter_map(|respelled| {
        if refused.contains(respelled.path.as_slice()) {
            return None;
        }
        let written = respelled.kebab.replace('-', "_");
        let message = format!("`{written}` is read as `{0}`; write `{0}`", respelled.kebab);
        Some(judged.violation(&respelled.path, respelled.key, Code::Spelling, message))
    });
    converted_values.take(MOST).chain(spellings.take(MOST)).collect()
}

/// The value at a path.
fn at<'v>(value: &'v Value, path: &[Segment]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Key(key) => value.get(key),
        Segment::Index(index) => value.get(index),
    })
}

/// What a value is converted to where `expected` is.
fn read_as(value: &Value, expected: &str) -> Option<String> {
    match expected {
        "an integer" => lax::integer(value).map(|read| read.to_string()),
        "a number" => lax::number(value).map(|read| read.to_string()),
        "true or false" => lax::boolean(value).map(|read| read.to_string()),
        literal => Some(literal.to_owned()),
    }
}
