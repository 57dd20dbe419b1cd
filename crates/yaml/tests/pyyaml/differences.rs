//! Where this reader and PyYAML are known to differ, and why that is accepted.

use serde_json::Value;

/// A kind of difference.
pub struct Known {
    /// What and why.
    pub what: &'static str,
    /// Whether a text that is read differently is of this kind.
    pub applies: fn(&str, &Result<Value, Vec<String>>, &Value) -> bool,
}

/// Every known kind.
pub const KNOWN: &[Known] = &[];
