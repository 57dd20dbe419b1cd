//! What `safe_load` does after composing: tags to values, and what it then refuses.

use granit_parser::Tag;

use crate::key::Key;
use crate::scalar::{bool_value, float_value, int_value};
use crate::{Document, Kind, Problem, ProblemKind, Scalar, ScalarStyle, resolve_plain};

const YAML: &str = "tag:yaml.org,2002:";

/// The value of a scalar, or the sentence in which `safe_load` would refuse it.
pub(crate) fn scalar(value: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Scalar, String> {
    let Some(tag) = tag else {
        return if style == ScalarStyle::Plain {
            resolve_plain(value).map_err(|error| error.to_string())
        } else {
            Ok(Scalar::Str)
        };
    };
    // PyYAML resolves a scalar under the bare `!` as if it were plain, even a quoted one.
    if tag.handle().is_empty() && tag.suffix() == "!"
        || tag.handle() == "!" && tag.suffix().is_empty()
    {
        return resolve_plain(value).map_err(|error| error.to_string());
    }
    let not_a = |kind: &str| format!("{value:?} is not {kind}");
    let name = format!("{}{}", tag.handle(), tag.suffix());
    match name.strip_prefix(YAML) {
        Some("str") => Ok(Scalar::Str),
        Some("null") => Ok(Scalar::Null),
        Some("bool") => {
            let lower = value.to_lowercase();
            bool_value(&lower).map(Scalar::Bool).ok_or_else(|| not_a("a boolean"))
        }
        Some("int") => int_value(value).ok_or_else(|| not_a("an integer")),
        Some("float") => float_value(value).map(Scalar::Float).ok_or_else(|| not_a("a float")),
        Some("timestamp") => match resolve_plain(value) {
            Ok(Scalar::Timestamp) => Ok(Scalar::Timestamp),
            _ => Err(not_a("a date")),
        },
        Some("binary") => Ok(Scalar::Binary),
        _ => Err(format!("unknown tag {}", shown(tag))),
    }
}

/// The sentence in which `safe_load` would refuse a collection's tag, if it does.
pub(crate) fn collection_tag(tag: &Tag, kind: Kind) -> Option<String> {
    let name = format!("{}{}", tag.handle(), tag.suffix());
    let fits = match (name.strip_prefix(YAML), kind) {
        (Some("map" | "set"), Kind::Mapping) | (Some("seq" | "omap" | "pairs"), Kind::Sequence) => {
            true
        }
        _ => name == "!",
    };
    let known = [
        "map",
        "set",
        "seq",
        "omap",
        "pairs",
        "str",
        "int",
        "float",
        "bool",
        "null",
        "binary",
        "timestamp",
    ];
    let is_known = name.strip_prefix(YAML).is_some_and(|name| known.contains(&name));
    match (fits, is_known) {
        (true, _) => None,
        (false, true) => Some(format!("the tag {} does not fit what it stands on", shown(tag))),
        (false, false) => Some(format!("unknown tag {}", shown(tag))),
    }
}

fn shown(tag: &Tag) -> String {
    tag.original()
}

/// What `safe_load` refuses in keys and values once everything is composed.
pub(crate) fn check(document: &Document) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |span, message: &str| {
        problems.push(Problem { kind: ProblemKind::Construct, span, message: message.to_owned() });
    };
    for mapping in document.mappings() {
        for entry in mapping.entries() {
            if entry.is_merge() {
                let mergeable = match entry.value.kind() {
                    Kind::Mapping => true,
                    Kind::Sequence => entry.value.items().all(|item| item.kind() == Kind::Mapping),
                    Kind::Scalar => false,
                };
                if !mergeable {
                    refuse(entry.value.span(), "only mappings can be merged with <<");
                }
            } else if Key::of(entry.key).is_none() {
                refuse(entry.key.span(), "a list or mapping cannot be a key");
            }
            if matches!(entry.value.scalar(), Some(Scalar::Merge | Scalar::Equals)) {
                refuse(entry.value.span(), "an unquoted << or = cannot be a value");
            }
        }
    }
    for item in document.sequence_items().chain(document.root()) {
        if matches!(item.scalar(), Some(Scalar::Merge | Scalar::Equals)) {
            refuse(item.span(), "an unquoted << or = cannot be a value");
        }
    }
    problems
}
