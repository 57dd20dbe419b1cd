//! What differs between editions of the format, as data.

use serde_json::{Value, json};
use sweeplint_yaml::Node;

use crate::master::Entry;

/// An edition of the master and changelog formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Edition {
    /// Summer 2026, validator at `utils/matrix_logic/validation.py`.
    #[default]
    Summer,
    /// Autumn 2026, validator at `infx/matrix/validation.py`.
    Autumn,
}

/// Entries that must lack a field before its absence tells of an earlier edition and not of a
/// mistake.
const ENOUGH: usize = 5;

/// Whether master configs are written in an edition before the ones that can be judged: fixed
/// sequences under `seq-len-configs` (before May 2026), or several disaggregated entries of which
/// none has a `kv-p2p-transfer` (before July 2026).
#[must_use]
pub fn is_earlier<'e>(entries: impl IntoIterator<Item = (&'e Entry, Node<'e>)>) -> bool {
    let (mut disaggregated, mut transferring) = (0, 0);
    for (entry, node) in entries {
        if node.get("seq-len-configs").is_some() {
            return true;
        }
        let points_transfer = || entry.points().any(|(_, point)| point.kv_p2p_transfer.is_some());
        if entry.kv_p2p_transfer.is_some() || points_transfer() {
            transferring += 1;
        }
        disaggregated += usize::from(entry.disagg);
    }
    disaggregated >= ENOUGH && transferring == 0
}

/// Puts an edition's differences into a schema, which says summer. What stands under a JSON pointer
/// is replaced or added; a `null` takes it away.
pub(super) fn overlay(edition: Edition, name: &str, schema: &mut Value) {
    if edition == Edition::Summer {
        return;
    }
    for (file, pointer, value) in autumn() {
        if file == name
            && let Some((parent, field)) = pointer.rsplit_once('/')
            && let Some(Value::Object(object)) = schema.pointer_mut(parent)
        {
            if value.is_null() {
                object.remove(field);
            } else {
                object.insert(field.to_owned(), value);
            }
        }
    }
    if name == "master" {
        add_aggregated_worker(schema);
    }
}

/// What autumn changes. Decisions over several fields ask for the edition in `cross`.
fn autumn() -> Vec<(&'static str, &'static str, Value)> {
    let worker = json!({
        "$ref": "#/$defs/optional-aggregated-worker",
        "description": "The aggregated deployment's own role, in place of `prefill` and `decode`."
    });
    let nodes = json!({
        "description": "Nodes that an aggregated deployment takes.",
        "type": ["integer", "null"],
        "x-strict": "integer",
        "exclusiveMinimum": 0
    });
    let no_evals = json!({
        "description": "Run no evaluation. Excludes the other evaluation fields.",
        "type": ["boolean", "string", "number", "integer"],
        "x-lax": "boolean",
        "default": false
    });
    let pool = |role: &str| {
        json!({
            "$ref": "#/$defs/optional-worker",
            "description": format!("The {role} workers; both roles or neither.")
        })
    };
    vec![
        ("master", "/$defs/multi-node-point/properties/worker", worker.clone()),
        ("master", "/$defs/agentic-point/properties/worker", worker),
        ("master", "/$defs/multi-node-point/properties/num-nodes", nodes.clone()),
        ("master", "/$defs/agentic-point/properties/num-nodes", nodes),
        ("master", "/$defs/multi-node-point/properties/prefill", pool("prefill")),
        ("master", "/$defs/multi-node-point/properties/decode", pool("decode")),
        ("master", "/$defs/multi-node-point/required", Value::Null),
        (
            "master",
            "/$defs/agentic-point/properties/kv-offloading/enum",
            json!(["none", "dram", "nvme", ["dram", "nvme"], null]),
        ),
        ("changelog", "/$defs/entry/properties/no-evals", no_evals),
    ]
}

/// The aggregated worker: a worker whose `num-worker` may be absent and is not converted.
fn add_aggregated_worker(schema: &mut Value) {
    let mut worker = schema["$defs"]["optional-worker"].clone();
    worker["required"] = json!(["tp", "ep", "dp-attn"]);
    worker["properties"]["num-worker"] = json!({
        "description": "Workers of the deployment.",
        "type": "integer",
        "x-strict": "integer",
        "exclusiveMinimum": 0,
        "default": 1
    });
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        definitions.insert("optional-aggregated-worker".to_owned(), worker);
    }
}
