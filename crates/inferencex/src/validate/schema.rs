//! The schemas, compiled once for every part, edition and mode.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::edition::{Edition, overlay};
use super::fault::{self, Fault};
use super::keyword::{self, Mode};

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
    SchemaFile {
        name: "changelog",
        text: include_str!("../../../../schemas/changelog.schema.json"),
    },
    SchemaFile { name: "findings", text: include_str!("../../../../schemas/findings.schema.json") },
    SchemaFile { name: "master", text: include_str!("../../../../schemas/master.schema.json") },
    SchemaFile { name: "runners", text: include_str!("../../../../schemas/runners.schema.json") },
];

/// What is judged in one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// An entry of a master config with a false `multinode`.
    SingleNode,
    /// An entry of a master config with a true `multinode`.
    MultiNode,
    /// A runners file.
    Runners,
    /// An entry of the changelog.
    ChangelogEntry,
}

impl Part {
    fn schema(self) -> (&'static str, &'static str) {
        match self {
            Self::SingleNode => ("master", "/$defs/single-node-entry"),
            Self::MultiNode => ("master", "/$defs/multi-node-entry"),
            Self::Runners => ("runners", ""),
            Self::ChangelogEntry => ("changelog", "/$defs/entry"),
        }
    }
}

/// A schema with its validator.
pub(super) struct Compiled {
    schema: Value,
    validator: Validator,
}

const SLOTS: usize = 16;
static COMPILED: [OnceLock<Option<Compiled>>; SLOTS] = [const { OnceLock::new() }; SLOTS];

/// The schema of a part; `None` if it could not be compiled, which a test excludes.
fn compiled(part: Part, edition: Edition, mode: Mode) -> Option<&'static Compiled> {
    let slot = part as usize * 4 + edition as usize * 2 + mode as usize;
    COMPILED.get(slot)?.get_or_init(|| Compiled::new(part, edition, mode)).as_ref()
}

impl Compiled {
    fn new(part: Part, edition: Edition, mode: Mode) -> Option<Self> {
        let (name, pointer) = part.schema();
        let mut whole = parse(name)?;
        overlay(edition, name, &mut whole);
        let schema = if pointer.is_empty() {
            whole
        } else {
            json!({
                "$schema": whole["$schema"],
                "$ref": format!("#{pointer}"),
                "$defs": whole["$defs"],
            })
        };
        let validator = build(&schema, mode)?;
        Some(Self { schema, validator })
    }

    /// The schema at a JSON pointer.
    pub(super) fn at(&self, pointer: &str) -> Option<&Value> {
        self.schema.pointer(pointer)
    }

    /// The names of the fields of the object schema at a JSON pointer.
    pub(super) fn fields(&self, pointer: &str) -> impl Iterator<Item = &str> {
        let properties = self.at(pointer).and_then(|schema| schema.get("properties"));
        properties.and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.as_str())
    }
}

fn parse(name: &str) -> Option<Value> {
    let file = SCHEMAS.iter().find(|file| file.name == name)?;
    serde_json::from_str(file.text).ok()
}

fn build(schema: &Value, mode: Mode) -> Option<Validator> {
    keyword::with_keywords(jsonschema::options(), mode).build(schema).ok()
}

/// What is wrong with a part.
pub(super) fn faults(part: Part, edition: Edition, mode: Mode, value: &Value) -> Vec<Fault> {
    let Some(compiled) = compiled(part, edition, mode) else {
        return vec![fault::uncompiled()];
    };
    if compiled.validator.is_valid(value) {
        return Vec::new();
    }
    let errors = compiled.validator.iter_errors(value);
    errors.flat_map(|error| fault::read(&error, compiled)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_is_one_and_compiles() {
        for file in SCHEMAS {
            let schema: Value = serde_json::from_str(file.text).unwrap();
            jsonschema::meta::validate(&schema).unwrap();
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert!(build(&schema, Mode::Lax).is_some(), "{}", file.name);
        }
        for part in [Part::SingleNode, Part::MultiNode, Part::Runners, Part::ChangelogEntry] {
            for edition in [Edition::Summer, Edition::Autumn] {
                for mode in [Mode::Lax, Mode::Plain] {
                    let compiled = compiled(part, edition, mode).unwrap();
                    jsonschema::meta::validate(&compiled.schema).unwrap();
                }
            }
        }
    }

    /// Editors validate whole files, this crate their parts.
    #[test]
    fn whole_files_are_judged_as_their_parts_are() {
        let point = json!({"tp": "8", "conc-list": [1]});
        let entry = |multi_node: bool, points: &Value| {
            json!({
                "image": "i", "model": "m", "model-prefix": "p", "precision": "fp8",
                "framework": "vllm", "runner": "h200", "multinode": multi_node,
                "scenarios": {
                    "fixed-seq-len": [{"isl": 1, "osl": 1, "search-space": points}]
                }
            })
        };
        let valid = |name: &str, value: &Value| {
            build(&parse(name).unwrap(), Mode::Lax).unwrap().is_valid(value)
        };
        assert!(valid("master", &json!({"key": entry(false, &json!([point]))})));
        assert!(!valid("master", &json!({"key": entry(true, &json!([point]))})));
        assert!(valid("master", &json!({"key": entry(true, &json!([]))})));
        assert!(!valid("master", &json!({"k*y": entry(true, &json!([]))})));
        assert!(valid("runners", &json!({"labels": {"h200": ["h200_00"]}})));
        assert!(!valid("runners", &json!({"labels": {"h200": []}})));
        let log = json!([{"config-keys": ["key"], "description": ["d"], "pr-link": "XXX"}]);
        assert!(valid("changelog", &log));
        assert!(!valid("changelog", &json!([{}])));
    }

    #[test]
    fn every_field_is_described_and_every_object_is_closed() {
        fn walk(value: &Value, at: &str) {
            if let Some(properties) = value.get("properties").and_then(Value::as_object)
                && !at.ends_with("/if")
            {
                for (name, field) in properties {
                    assert!(field.get("description").is_some(), "{at}/{name}");
                }
                assert!(value.get("additionalProperties").is_some(), "{at}");
            }
            match value {
                Value::Object(object) => {
                    object.iter().for_each(|(key, value)| walk(value, &format!("{at}/{key}")));
                }
                Value::Array(items) => items.iter().for_each(|item| walk(item, at)),
                _ => {}
            }
        }
        for file in SCHEMAS.iter().filter(|file| file.name != "findings") {
            walk(&serde_json::from_str(file.text).unwrap(), file.name);
        }
    }
}
