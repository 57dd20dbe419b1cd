//! From nodes to the values that `jsonschema` validates.

use serde_json::{Map, Number, Value};
use sweeplint_yaml::{Entry, Key, Kind, Node, Scalar};

/// Nesting below which conversion stops; the reader's own limit is lower.
const DEPTH: usize = 160;

/// The only key of an object that stands for a value JSON does not have.
pub(super) const FOREIGN: &str = "\u{0}";

/// The entry under a field name in either spelling; the kebab one wins, as pydantic's alias does.
pub(super) fn entry<'d>(mapping: Node<'d>, name: &str) -> Option<Entry<'d>> {
    mapping.entry(name).or_else(|| {
        let snake = name.replace('-', "_");
        if snake == name { None } else { mapping.entry(&snake) }
    })
}

/// A node as JSON. Snake-case keys take their kebab spelling unless that is there as well. Dates,
/// infinities and other values that JSON does not have become an object that no field accepts.
pub(super) fn value(node: Node<'_>) -> Value {
    convert(node, 0)
}

fn convert(node: Node<'_>, depth: usize) -> Value {
    if depth > DEPTH {
        return Value::Null;
    }
    match node.kind() {
        Kind::Sequence => node.items().map(|item| convert(item, depth + 1)).collect(),
        Kind::Mapping => {
            let entries = node.effective_entries();
            let mut object = Map::with_capacity(entries.len());
            for entry in &entries {
                let name = match (entry.key.as_str(), Key::of(entry.key)) {
                    (Some(name), _) => field_name(name, &entries),
                    // Python would see a key that is no string; no field is called so.
                    (None, Some(key)) => format!("{FOREIGN}{key:?}"),
                    (None, None) => continue,
                };
                object.insert(name, convert(entry.value, depth + 1));
            }
            Value::Object(object)
        }
        Kind::Scalar => scalar(node),
    }
}

fn field_name(name: &str, entries: &[Entry<'_>]) -> String {
    if !name.contains('_') {
        return name.to_owned();
    }
    let kebab = name.replace('_', "-");
    let taken = entries.iter().any(|entry| entry.is_string_key(&kebab));
    if taken { name.to_owned() } else { kebab }
}

fn scalar(node: Node<'_>) -> Value {
    let foreign = |kind: &str| {
        let mut object = Map::new();
        object.insert(FOREIGN.to_owned(), Value::from(kind));
        Value::Object(object)
    };
    match node.scalar() {
        None | Some(Scalar::Null) => Value::Null,
        Some(Scalar::Bool(value)) => Value::Bool(*value),
        Some(Scalar::Int(value)) => Value::from(*value),
        Some(Scalar::BigInt(digits)) => {
            digits.parse().map_or_else(|_| foreign("a number"), |big: f64| {
                Number::from_f64(big).map_or_else(|| foreign("a number"), Value::Number)
            })
        }
        Some(Scalar::Float(value)) => {
            Number::from_f64(*value).map_or_else(|| foreign("a number that is not finite"), Value::Number)
        }
        Some(Scalar::Str | Scalar::Merge | Scalar::Equals) => Value::from(node.text().unwrap_or("")),
        Some(Scalar::Timestamp) => foreign("a date"),
        Some(Scalar::Binary) => foreign("binary data"),
    }
}

/// What a value is, for people.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => format!("the boolean {value}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) if text.chars().count() > 40 => "a text".to_owned(),
        Value::String(text) => format!("the text {text:?}"),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(object) => object
            .get(FOREIGN)
            .and_then(Value::as_str)
            .map_or_else(|| "a mapping".to_owned(), str::to_owned),
    }
}
