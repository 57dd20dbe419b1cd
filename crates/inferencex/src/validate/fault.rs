//! What a schema objects to, before it has a place in the text.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::paths::LocationSegment;
use serde_json::Value;

use super::keyword::Objection;
use super::schema::Compiled;
use super::violation::{Code, Limit, Segment};

/// One objection.
pub(super) struct Fault {
    /// The place; the missing or unknown field included.
    pub path: Vec<Segment>,
    pub what: What,
}

/// What is objected to.
pub(super) enum What {
    /// A required field is absent.
    Missing,
    /// A field that is none, with the fields that the mapping could still have.
    Unknown(Fields),
    /// A value is not as expected; the text completes "expected".
    Expected(Code, Expected),
    /// A sentence of its own.
    Sentence(Code, String),
}

/// Completes "expected".
pub(super) enum Expected {
    /// Words.
    Words(String),
    /// One of these texts.
    Choice(Vec<String>),
}

/// Fields that a mapping could have instead of an unknown one.
#[derive(Default)]
pub(super) struct Fields {
    /// Known at that place and not there yet.
    pub absent: Vec<String>,
    /// The field is known there and stands in its other spelling as well.
    pub repeated: bool,
    /// The field belongs to entries of the other kind.
    pub elsewhere: Option<Elsewhere>,
}

/// Where an unknown field is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// In entries whose `multinode` is false.
    SingleNode,
    /// In entries whose `multinode` is true.
    MultiNode,
}

/// The fault of this program whose schema cannot be compiled. A test excludes it.
pub(super) fn uncompiled() -> Fault {
    let sentence = "sweeplint's own schema could not be compiled".to_owned();
    Fault { path: Vec::new(), what: What::Sentence(Code::Crash, sentence) }
}

/// The faults that one schema error stands for.
pub(super) fn read(error: &ValidationError<'_>, compiled: &Compiled) -> Vec<Fault> {
    let at = path(error);
    let below = |name: &str| {
        let mut path = at.clone();
        path.push(Segment::Key(name.to_owned()));
        path
    };
    let limit = |words: String| What::Expected(Code::Value(Limit::Bound), Expected::Words(words));
    let empty =
        |words: &str| What::Expected(Code::Value(Limit::Empty), Expected::Words(words.to_owned()));
    let what = match error.kind() {
        Kind::Required { property } => {
            let path = below(property.as_str().unwrap_or(""));
            return vec![Fault { path, what: What::Missing }];
        }
        Kind::AdditionalProperties { unexpected } => {
            return unexpected
                .iter()
                .map(|name| {
                    let what = What::Unknown(fields(name, error, compiled));
                    Fault { path: below(name), what }
                })
                .collect();
        }
        Kind::Type { .. } => {
            What::Expected(Code::Type, Expected::Words(noun(error, compiled).to_owned()))
        }
        Kind::Custom { message, .. } => {
            let objection = Objection::read(message);
            What::Expected(objection.code, Expected::Words(objection.expected))
        }
        Kind::Enum { options } => choice(options),
        Kind::ExclusiveMinimum { limit: bound } => limit(format!("more than {bound}")),
        Kind::Minimum { limit: bound } => limit(format!("at least {bound}")),
        Kind::Maximum { limit: bound } => limit(format!("at most {bound}")),
        Kind::MinItems { .. } => empty("at least one item"),
        Kind::MinLength { .. } => empty("at least one character"),
        _ => What::Sentence(Code::Type, error.to_string()),
    };
    vec![Fault { path: at, what }]
}

/// The path of an error's instance.
fn path(error: &ValidationError<'_>) -> Vec<Segment> {
    error
        .instance_path()
        .iter()
        .map(|segment| match segment {
            LocationSegment::Property(name) => Segment::Key(name.into_owned()),
            LocationSegment::Index(index) => Segment::Index(index),
        })
        .collect()
}

/// What `enum` asks for. A boolean among the options is what the numbers beside it stand for.
fn choice(options: &Value) -> What {
    let options = options.as_array().map_or(&[][..], Vec::as_slice);
    if let Some(value) = options.iter().find_map(Value::as_bool) {
        return What::Expected(Code::Type, Expected::Words(value.to_string()));
    }
    let texts = options.iter().filter(|option| !option.is_null()).map(|option| match option {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    });
    What::Expected(Code::Value(Limit::Choice), Expected::Choice(texts.collect()))
}

/// What a `type` keyword asks for, for people: what a lax field converts to, else its first type.
fn noun(error: &ValidationError<'_>, compiled: &Compiled) -> &'static str {
    let schema = parent(error).and_then(|pointer| compiled.at(&pointer));
    let read = |keyword: &str| {
        let value = schema?.get(keyword)?;
        value.as_str().or_else(|| value.as_array()?.first()?.as_str())
    };
    match read("x-lax").or_else(|| read("type")) {
        Some("object") => "a mapping",
        Some("array") => "a list",
        Some("integer") => "an integer",
        Some("boolean") => "true or false",
        Some("number") => "a number",
        Some("string") => "a text",
        _ => "another value",
    }
}

/// The JSON pointer of the schema that the error's keyword stands in.
fn parent(error: &ValidationError<'_>) -> Option<String> {
    let location = error.schema_path().to_string();
    location.rsplit_once('/').map(|(parent, _)| parent.to_owned())
}

/// What is known of an unknown field of the mapping that the error is about.
fn fields(name: &str, error: &ValidationError<'_>, compiled: &Compiled) -> Fields {
    let Some(schema) = parent(error) else { return Fields::default() };
    let present = error.instance();
    let absent = compiled
        .fields(&schema)
        .filter(|field| present.get(*field).is_none_or(Value::is_null))
        .map(str::to_owned)
        .collect();
    let kebab = name.replace('_', "-");
    let repeated = kebab != name && compiled.fields(&schema).any(|field| field == kebab);
    let elsewhere = [
        ("single-node", "multi-node", Elsewhere::MultiNode),
        ("multi-node", "single-node", Elsewhere::SingleNode),
    ]
    .into_iter()
    .filter(|(this, _, _)| schema.contains(this))
    .find(|(this, other, _)| {
        compiled.fields(&schema.replace(this, other)).any(|field| field == name)
    })
    .map(|(_, _, elsewhere)| elsewhere);
    Fields { absent, repeated, elsewhere }
}
