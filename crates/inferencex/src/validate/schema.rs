//! The schemas, compiled once.

use std::sync::LazyLock;

use jsonschema::paths::LocationSegment;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

use super::edition::{Edition, patches};
use super::{Segment, lax};

/// A schema of this project.
#[derive(Clone, Copy, Debug)]
pub struct SchemaFile {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Every schema.
pub const SCHEMAS: &[SchemaFile] = &[
    SchemaFile { name: "changelog", text: include_str!("../../../../schemas/changelog.schema.json") },
    SchemaFile { name: "findings", text: include_str!("../../../../schemas/findings.schema.json") },
    SchemaFile { name: "master", text: include_str!("../../../../schemas/master.schema.json") },
    SchemaFile { name: "runners", text: include_str!("../../../../schemas/runners.schema.json") },
];

/// One violation as the schema sees it.
pub(super) struct Fault {
    pub path: Vec<Segment>,
    pub message: String,
    /// The field that the message is about is a key without which, or with which, the mapping is
    /// wrong.
    pub about_key: Option<String>,
}

pub(super) struct Schemas {
    single_node: Validator,
    multi_node: Validator,
}

static SUMMER: LazyLock<Option<Schemas>> = LazyLock::new(|| Schemas::compile(Edition::Summer));
static AUTUMN: LazyLock<Option<Schemas>> = LazyLock::new(|| Schemas::compile(Edition::Autumn));
static RUNNERS: LazyLock<Option<Validator>> = LazyLock::new(|| build(&parse("runners")?));
static CHANGELOG_ENTRY: LazyLock<Option<Validator>> =
    LazyLock::new(|| build(&definition(&parse("changelog")?, "entry")));

impl Schemas {
    fn compile(edition: Edition) -> Option<Self> {
        let mut master = parse("master")?;
        if edition == Edition::Autumn {
            add_aggregated_worker(&mut master);
        }
        for (pointer, value) in patches(edition) {
            set(&mut master, pointer, value);
        }
        Some(Self {
            single_node: build(&definition(&master, "single-node-entry"))?,
            multi_node: build(&definition(&master, "multi-node-entry"))?,
        })
    }
}

/// The aggregated worker of the autumn edition: a worker whose `num-worker` may be absent.
fn add_aggregated_worker(master: &mut Value) {
    let mut worker = master["$defs"]["optional-worker"].clone();
    worker["required"] = json!(["tp", "ep", "dp-attn"]);
    worker["properties"]["num-worker"]["exclusiveMinimum"] = json!(0);
    set(master, "/$defs/optional-aggregated-worker", worker);
}

/// Sets what stands at a pointer whose parent exists.
fn set(schema: &mut Value, pointer: &str, value: Value) {
    if let Some((parent, name)) = pointer.rsplit_once('/')
        && let Some(Value::Object(object)) = schema.pointer_mut(parent)
    {
        object.insert(name.to_owned(), value);
    }
}

fn parse(name: &str) -> Option<Value> {
    let file = SCHEMAS.iter().find(|file| file.name == name)?;
    serde_json::from_str(file.text).ok()
}

/// A schema for one of the definitions of another.
fn definition(schema: &Value, name: &str) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/$defs/{name}"),
        "$defs": schema["$defs"],
    })
}

fn build(schema: &Value) -> Option<Validator> {
    lax::with_keywords(jsonschema::options()).build(schema).ok()
}

/// Judges one entry of a master config.
pub(super) fn master_entry(value: &Value, multi_node: bool, edition: Edition) -> Vec<Fault> {
    let schemas = match edition {
        Edition::Summer => &*SUMMER,
        Edition::Autumn => &*AUTUMN,
    };
    let schema = schemas.as_ref().map(|schemas| {
        if multi_node { &schemas.multi_node } else { &schemas.single_node }
    });
    faults(schema, value)
}

/// Judges a runners file.
pub(super) fn runners(value: &Value) -> Vec<Fault> {
    faults(RUNNERS.as_ref(), value)
}

/// Judges one entry of the changelog.
pub(super) fn changelog_entry(value: &Value) -> Vec<Fault> {
    faults(CHANGELOG_ENTRY.as_ref(), value)
}

fn faults(schema: Option<&Validator>, value: &Value) -> Vec<Fault> {
    let Some(schema) = schema else {
        return vec![Fault {
            path: Vec::new(),
            message: "sweeplint's own schema could not be compiled".to_owned(),
            about_key: None,
        }];
    };
    if schema.is_valid(value) {
        return Vec::new();
    }
    schema.iter_errors(value).flat_map(|error| super::message::faults(&error)).collect()
}

/// The path of an error's instance.
pub(super) fn path(error: &ValidationError<'_>) -> Vec<Segment> {
    error
        .instance_path()
        .iter()
        .map(|segment| match segment {
            LocationSegment::Property(name) => Segment::Key(name.into_owned()),
            LocationSegment::Index(index) => Segment::Index(index),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_is_one_and_compiles() {
        for file in SCHEMAS {
            let schema: Value = serde_json::from_str(file.text).unwrap();
            jsonschema::meta::validate(&schema).unwrap();
            assert!(build(&schema).is_some(), "{}", file.name);
        }
        assert!(SUMMER.is_some() && AUTUMN.is_some());
        assert!(RUNNERS.is_some() && CHANGELOG_ENTRY.is_some());
    }

    #[test]
    fn every_field_is_described() {
        fn walk(value: &Value, at: &str) {
            if let Some(properties) = value.get("properties").and_then(Value::as_object) {
                for (name, field) in properties {
                    let described = field.get("description").is_some() || field.get("$ref").is_some();
                    assert!(described || name == "edits" || name == "multinode" && at.contains("if"), "{at}/{name}");
                }
            }
            match value {
                Value::Object(object) => {
                    object.iter().for_each(|(key, value)| walk(value, &format!("{at}/{key}")));
                }
                Value::Array(items) => items.iter().for_each(|item| walk(item, at)),
                _ => {}
            }
        }
        for file in SCHEMAS {
            walk(&serde_json::from_str(file.text).unwrap(), file.name);
        }
    }
}
