//! What differs between editions of the format, as data.

use serde_json::{Value, json};

/// An edition of the master format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Edition {
    /// Summer 2026, validator at `utils/matrix_logic/validation.py`.
    #[default]
    Summer,
    /// Autumn 2026, validator at `infx/matrix/validation.py`.
    Autumn,
}

/// A replacement in the schema: a JSON pointer and what stands there in the edition.
pub(super) fn patches(edition: Edition) -> Vec<(&'static str, Value)> {
    match edition {
        Edition::Summer => Vec::new(),
        Edition::Autumn => {
            let worker = json!({
                "$ref": "#/$defs/optional-aggregated-worker",
                "description": "The aggregated deployment's own role."
            });
            let nodes = json!({
                "description": "Nodes of the point.",
                "type": ["integer", "null"],
                "x-strict": "integer",
                "exclusiveMinimum": 0
            });
            vec![
                ("/$defs/multi-node-point/properties/worker", worker.clone()),
                ("/$defs/agentic-point/properties/worker", worker),
                ("/$defs/multi-node-point/properties/num-nodes", nodes.clone()),
                ("/$defs/agentic-point/properties/num-nodes", nodes),
                ("/$defs/multi-node-point/required", json!([])),
                (
                    "/$defs/agentic-point/properties/kv-offloading/enum",
                    json!(["none", "dram", "nvme", ["dram", "nvme"], null]),
                ),
            ]
        }
    }
}
