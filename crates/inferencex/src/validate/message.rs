//! Schema errors as sentences.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::json::{FOREIGN, describe};
use super::schema::{Fault, path};
use super::Segment;

/// The faults that one schema error stands for.
pub(super) fn faults(error: &ValidationError<'_>) -> Vec<Fault> {
    let at = path(error);
    let field = field_name(&at);
    let instance = error.instance();
    let one = |message: String| vec![Fault { path: at.clone(), message, about_key: None }];
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or("").to_owned();
            let mut path = at.clone();
            path.push(Segment::Key(name.clone()));
            let message = format!("`{name}` is missing{}", within(&at));
            vec![Fault { path, message, about_key: None }]
        }
        Kind::AdditionalProperties { unexpected } => unexpected
            .iter()
            .map(|name| {
                let mut path = at.clone();
                path.push(Segment::Key(name.clone()));
                Fault { path, message: unknown(name, &at, error), about_key: Some(name.clone()) }
            })
            .collect(),
        Kind::Type { kind } => {
            let wanted = wanted(&format!("{kind:?}"));
            one(format!("{field} is {}, expected {wanted}", describe(instance)))
        }
        Kind::Custom { message, .. } => {
            one(format!("{field} is {}, {message}", describe(instance)))
        }
        Kind::Enum { options } => {
            let choices: Vec<String> = options
                .as_array()
                .into_iter()
                .flatten()
                .filter(|option| !option.is_null())
                .map(|option| option.as_str().map_or_else(|| option.to_string(), str::to_owned))
                .collect();
            one(format!("{field} is {}, expected {}", describe(instance), choices.join(", ")))
        }
        Kind::ExclusiveMinimum { limit } => one(format!("{field} is {}, expected more than {limit}", describe(instance))),
        Kind::Minimum { limit } => one(format!("{field} is {}, expected at least {limit}", describe(instance))),
        Kind::Maximum { limit } => one(format!("{field} is {}, expected at most {limit}", describe(instance))),
        Kind::MinItems { .. } => one(format!("{field} is empty, expected at least one item")),
        Kind::MinLength { .. } => one(format!("{field} is empty")),
        _ => one(format!("{field}: {error}")),
    }
}

/// The last key of a path, for the start of a sentence.
fn field_name(path: &[Segment]) -> String {
    match path {
        [.., Segment::Key(name), Segment::Index(index)] => {
            format!("item {} of `{name}`", index + 1)
        }
        [.., Segment::Key(name)] => format!("`{name}`"),
        [.., Segment::Index(index)] => format!("item {}", index + 1),
        [] => "this".to_owned(),
    }
}

fn within(path: &[Segment]) -> String {
    match path.last() {
        Some(Segment::Key(name)) => format!(" from `{name}`"),
        Some(Segment::Index(_)) => format!(" from {}", field_name(path)),
        None => String::new(),
    }
}

fn unknown(name: &str, path: &[Segment], error: &ValidationError<'_>) -> String {
    if name.starts_with(FOREIGN) {
        return format!("a key is no text{}", within(path));
    }
    let known = known_fields(error);
    match nearest(&known, name) {
        Some(near) => format!("`{name}` is not a field{}; did you mean `{near}`?", of(path)),
        None => format!("`{name}` is not a field{}", of(path)),
    }
}

fn of(path: &[Segment]) -> String {
    match path.last() {
        Some(Segment::Key(name)) => format!(" of `{name}`"),
        Some(Segment::Index(_)) => {
            let name = path.iter().rev().find_map(|segment| match segment {
                Segment::Key(name) => Some(name.as_str()),
                Segment::Index(_) => None,
            });
            name.map_or_else(String::new, |name| format!(" of an item of `{name}`"))
        }
        None => String::new(),
    }
}

/// Fields of the master, changelog and runners formats that the mapping does not have yet.
fn known_fields(error: &ValidationError<'_>) -> Vec<&'static str> {
    const FIELDS: &[&str] = &[
        "image", "model", "model-prefix", "runner", "precision", "framework", "multinode", "disagg",
        "router", "kv-p2p-transfer", "scenarios", "fixed-seq-len", "agentic-coding", "isl", "osl",
        "search-space", "dram-utilization", "tp", "pp", "dcp-size", "pcp-size", "ep", "dp-attn",
        "spec-decoding", "conc-list", "conc-start", "conc-end", "prefill", "decode", "num-worker",
        "hardware", "additional-settings", "kv-offloading", "kv-offload-backend", "name", "version",
        "labels", "available-cpu-dram-mib", "gpus-per-node", "config-keys", "description", "pr-link",
        "scenario-type", "evals-only", "all-evals", "append-only", "eval-min-prefill-ep",
    ];
    let present = error.instance();
    FIELDS
        .iter()
        .copied()
        .filter(|field| present.get(field).is_none_or(Value::is_null))
        .collect()
}

fn nearest(known: &[&'static str], name: &str) -> Option<&'static str> {
    let most = if name.len() > 5 { 2 } else { 1 };
    known
        .iter()
        .map(|field| (strsim::osa_distance(field, name), *field))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, field)| field)
}

/// What a `type` keyword asks for, for people. Lax fields list every type they convert from, so the
/// first one in this order is meant.
fn wanted(kinds: &str) -> &'static str {
    const WORDS: &[(&str, &str)] = &[
        ("Object", "a mapping"),
        ("Array", "a list"),
        ("Integer", "an integer"),
        ("Boolean", "true or false"),
        ("Number", "a number"),
        ("String", "a text"),
    ];
    WORDS.iter().find(|(name, _)| kinds.contains(name)).map_or("another value", |(_, word)| word)
}
