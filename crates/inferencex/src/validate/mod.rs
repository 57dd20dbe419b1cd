//! The verdict of the real validators, with places.
//!
//! Structure and types are JSON Schemas (`schemas/`, draft 2020-12), which `jsonschema` validates
//! with; what pydantic's lax mode accepts beyond JSON's types is the schemas' own keywords
//! (`keyword`). Decisions over several fields are small functions in `cross`. Source: the
//! validators at `utils/matrix_logic/validation.py` and `utils/validate_perf_changelog.py`; the
//! oracle test compares with their recorded verdicts.
//!
//! A document is accepted when there is no violation and PyYAML reads it
//! ([`Document::is_accepted`]). Not judged here: whether what is claimed is true.

mod changelog;
mod cross;
mod edition;
mod fault;
mod json;
mod judged;
mod keyword;
mod lax;
mod master;
mod message;
mod place;
mod runners;
mod schema;
mod style;
#[cfg(test)]
mod tests;
mod violation;

use sweeplint_yaml::Document;

pub use cross::Decision;
pub use edition::{Edition, is_earlier};
pub use master::{SharedKey, master_keys_unique};
pub use schema::{SCHEMAS, SchemaFile};
pub use violation::{ByteRule, Code, Limit, Segment, Violation};

/// A file whose format is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A master config.
    Master(Edition),
    /// The runners file.
    Runners,
    /// The changelog.
    Changelog(Edition),
}

/// Judges a master config.
#[must_use]
pub fn master(document: &Document, edition: Edition) -> Vec<Violation> {
    sorted(master::judge(document, edition))
}

/// Judges a runners file.
#[must_use]
pub fn runners(document: &Document) -> Vec<Violation> {
    sorted(runners::judge(document))
}

/// Judges the changelog of the summer edition: the bytes of its text and its entries.
#[must_use]
pub fn changelog(document: &Document) -> Vec<Violation> {
    changelog_bytes(document.text().as_bytes(), document, Edition::Summer)
}

/// Judges the changelog by its raw bytes, which need not be UTF-8, and the document read from
/// them. Spans of violations of the bytes are offsets into `raw`.
#[must_use]
pub fn changelog_bytes(raw: &[u8], document: &Document, edition: Edition) -> Vec<Violation> {
    sorted(changelog::judge(raw, document, edition))
}

/// Names an entry of the changelog that the merge tool would miscount.
#[must_use]
pub fn changelog_miscounted(document: &Document) -> Option<Violation> {
    changelog::miscounted(document)
}

/// Remarks on what the real validator accepts only through lax conversion (`"8"` for an integer,
/// `"yes"` for a boolean) or in Python's spelling (`conc_list`): matters of style, never a reason
/// for refusal.
#[must_use]
pub fn lax_style(document: &Document, subject: Subject) -> Vec<Violation> {
    sorted(match subject {
        Subject::Master(edition) => master::lax_style(document, edition),
        Subject::Runners => runners::lax_style(document),
        Subject::Changelog(edition) => changelog::lax_style(document, edition),
    })
}

fn sorted(mut violations: Vec<Violation>) -> Vec<Violation> {
    violations.sort_by(|a, b| {
        (a.span, &a.path, a.code, &a.message).cmp(&(b.span, &b.path, b.code, &b.message))
    });
    violations.dedup();
    violations
}
