//! Recorded verdicts of the real validators.

use std::path::Path;

use serde::Deserialize;

/// A document with the real validator's verdict.
#[derive(Debug, Deserialize)]
pub struct Verdict {
    /// Its name.
    pub id: String,
    /// `master`, `runners` or `changelog`.
    pub kind: String,
    /// The text.
    pub yaml: String,
    /// Whether it was accepted.
    pub valid: bool,
    /// Where it was refused: `yaml`, `schema` or `crash`.
    pub stage: String,
    /// The refusals.
    #[serde(default)]
    pub errors: Vec<Refusal>,
}

/// One refusal.
#[derive(Debug, Deserialize)]
pub struct Refusal {
    /// The place, as pydantic names it.
    #[serde(default)]
    pub loc: Vec<String>,
    /// The sentence.
    pub msg: String,
}

/// Every recorded verdict.
///
/// # Errors
/// When the file cannot be read or a line is no verdict.
pub fn verdicts(shared: &Path) -> std::io::Result<Vec<Verdict>> {
    std::fs::read_to_string(shared.join("oracle/validation.jsonl"))?
        .lines()
        .map(|line| serde_json::from_str(line).map_err(std::io::Error::from))
        .collect()
}
