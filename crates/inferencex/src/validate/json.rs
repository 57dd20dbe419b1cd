//! From nodes to the values that `jsonschema` validates.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Map, Number, Value};
use sweeplint_yaml::{Entry, Key, Kind, Node, Scalar, Span};

use super::edition::{Edition, overlay};
use super::schema::SCHEMAS;
use super::violation::Segment;

/// Nesting below which conversion stops; the reader's own limit is lower.
const DEPTH: usize = 160;

/// Values of one entry or file after which conversion stops; the reader's own limit for what
/// aliases expand to is of that size, and then the file is refused already.
const VALUES: usize = 1_000_000;

/// Begins the key of an object that stands for a value JSON does not have, and the name of a key
/// that is no text.
const FOREIGN: char = '\0';

/// The smallest float that no integer field of pydantic takes.
const TOO_LARGE: f64 = 9_223_372_036_854_775_808.0;

/// Names of fields that have two spellings, in kebab case, of every edition.
static TWO_SPELLINGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut names = BTreeSet::new();
    for file in SCHEMAS {
        if let Ok(mut schema) = serde_json::from_str(file.text) {
            overlay(Edition::Autumn, file.name, &mut schema);
            collect_kebab_fields(&schema, &mut names);
        }
    }
    names
});

fn collect_kebab_fields(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(fields)) = object.get("properties") {
                names.extend(fields.keys().filter(|name| name.contains('-')).cloned());
            }
            object.values().for_each(|inner| collect_kebab_fields(inner, names));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect_kebab_fields(inner, names)),
        _ => {}
    }
}

/// The kebab spelling of a field's name in snake case; `None` for any other name.
fn kebab_of(name: &str) -> Option<&'static str> {
    if !name.contains('_') || name.contains('-') {
        return None;
    }
    TWO_SPELLINGS.get(&name.replace('_', "-")).map(String::as_str)
}

/// A field in its snake spelling.
#[derive(Clone, Debug)]
pub(super) struct Respelled {
    pub path: Vec<Segment>,
    pub key: Span,
    pub kebab: &'static str,
}

/// A node as JSON, with what was respelled for it.
pub(super) struct Converted {
    pub value: Value,
    pub respelled: Vec<Respelled>,
}

/// Converts a node. Fields in snake case take their kebab spelling unless that is there as well,
/// as pydantic's alias wins over the name. Mappings above `fields_from` levels have free keys,
/// which are left alone. Dates, infinities and other values that JSON does not have become an
/// object that no field accepts.
pub(super) fn convert(node: Node<'_>, fields_from: usize) -> Converted {
    let mut converter =
        Converter { fields_from, left: VALUES, path: Vec::new(), respelled: Vec::new() };
    let value = converter.value(node, 0);
    Converted { value, respelled: converter.respelled }
}

struct Converter<'d> {
    fields_from: usize,
    left: usize,
    path: Vec<Step<'d>>,
    respelled: Vec<Respelled>,
}

enum Step<'d> {
    Key(&'d str),
    Index(usize),
}

impl<'d> Converter<'d> {
    fn value(&mut self, node: Node<'d>, depth: usize) -> Value {
        if depth > DEPTH || self.left == 0 {
            return Value::Null;
        }
        self.left -= 1;
        match node.kind() {
            Kind::Sequence => {
                let items = node.items();
                let mut list = Vec::with_capacity(items.len());
                for (index, item) in items.enumerate() {
                    self.path.push(Step::Index(index));
                    list.push(self.value(item, depth + 1));
                    self.path.pop();
                }
                Value::Array(list)
            }
            Kind::Mapping => self.mapping(node, depth),
            Kind::Scalar => scalar(node),
        }
    }

    fn mapping(&mut self, node: Node<'d>, depth: usize) -> Value {
        let entries = node.effective_entries();
        let mut object = Map::with_capacity(entries.len());
        for entry in &entries {
            let Some(written) = entry.key.as_str() else {
                if let Some(name) = foreign_name(entry) {
                    object.insert(name, Value::Null);
                }
                continue;
            };
            let kebab = kebab_of(written).filter(|kebab| {
                depth >= self.fields_from && !entries.iter().any(|other| other.is_string_key(kebab))
            });
            let name = kebab.unwrap_or(written);
            self.path.push(Step::Key(name));
            if let Some(kebab) = kebab {
                let path = self.path.iter().map(Step::owned).collect();
                self.respelled.push(Respelled { path, key: entry.key.span(), kebab });
            }
            let value = self.value(entry.value, depth + 1);
            self.path.pop();
            object.insert(name.to_owned(), value);
        }
        Value::Object(object)
    }
}

impl Step<'_> {
    fn owned(&self) -> Segment {
        match self {
            Self::Key(key) => Segment::Key((*key).to_owned()),
            Self::Index(index) => Segment::Index(*index),
        }
    }
}

/// The name under which an entry whose key is no text stands in an object. No field is called so.
fn foreign_name(entry: &Entry<'_>) -> Option<String> {
    Some(format!("{FOREIGN}{:?}", Key::of(entry.key)?))
}

/// Whether a name stands for a key that is no text, or for a value JSON does not have.
pub(super) fn is_foreign(name: &str) -> bool {
    name.starts_with(FOREIGN)
}

/// The entry of a mapping that stands under a name in the converted object.
pub(super) fn entry<'d>(mapping: Node<'d>, name: &str) -> Option<Entry<'d>> {
    if is_foreign(name) {
        let entries = mapping.effective_entries();
        return entries.into_iter().find(|entry| foreign_name(entry).as_deref() == Some(name));
    }
    mapping.entry(name).or_else(|| {
        let snake = name.replace('-', "_");
        if snake == name { None } else { mapping.entry(&snake) }
    })
}

fn scalar(node: Node<'_>) -> Value {
    let foreign = || Value::Object(Map::from_iter([(FOREIGN.to_string(), Value::Null)]));
    match node.scalar() {
        None | Some(Scalar::Null) => Value::Null,
        Some(Scalar::Bool(value)) => Value::Bool(*value),
        Some(Scalar::Int(value)) => Value::from(*value),
        Some(Scalar::BigInt(digits)) => {
            let float: f64 = digits.parse().unwrap_or(TOO_LARGE);
            Value::from(float.clamp(f64::MIN, f64::MAX))
        }
        Some(Scalar::Float(value)) if value.abs() < TOO_LARGE => {
            Number::from_f64(*value).map_or_else(foreign, Value::Number)
        }
        Some(Scalar::Float(_) | Scalar::Timestamp | Scalar::Binary) => foreign(),
        Some(Scalar::Str | Scalar::Merge | Scalar::Equals) => {
            Value::from(node.text().unwrap_or(""))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use serde_json::json;
    use sweeplint_yaml::Document;

    fn converted(text: &str, fields_from: usize) -> Converted {
        convert(Document::parse(text).root().unwrap(), fields_from)
    }

    #[test]
    fn fields_in_snake_case_take_their_kebab_spelling() {
        let read = converted("dp_attn: yes\nfree_name: 1\nconc-list: [1]\nconc_list: [2]\n", 0);
        assert_eq!(
            read.value,
            json!({"dp-attn": true, "free_name": 1, "conc-list": [1], "conc_list": [2]})
        );
        assert_eq!(read.respelled.len(), 1);
        assert_eq!(read.respelled[0].kebab, "dp-attn");
        assert_eq!(read.respelled[0].key, Span::new(0, 7));
        // Half of a spelling is none.
        assert_eq!(converted("kv-offload_backend: 1\n", 0).value, json!({"kv-offload_backend": 1}));
        // Free keys stay.
        assert_eq!(
            converted("dp_attn:\n  dp_attn: 1\n", 1).value,
            json!({"dp_attn": {"dp-attn": 1}})
        );
    }

    #[test]
    fn values_without_json_are_objects_that_no_field_takes() {
        for text in ["2026-08-21", ".inf", ".nan", "1.0e+30", "!!binary aGk="] {
            assert!(converted(text, 0).value.is_object(), "{text}");
        }
        assert!(converted("123456789012345678901234567890", 0).value.is_f64());
    }

    #[test]
    fn aliases_of_aliases_do_not_explode() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..12 {
            let inner = vec![format!("*a{}", level - 1); 10].join(", ");
            writeln!(text, "a{level}: &a{level} [{inner}]").unwrap();
        }
        let document = Document::parse(text.as_str());
        assert!(!document.is_accepted());
        if let Some(root) = document.root() {
            let _ = convert(root, 0);
        }
    }
}
