//! The verdict of the real validators, with places.
//!
//! Structure and types are JSON Schemas (`schemas/`, draft 2020-12), which `jsonschema` validates
//! with; what pydantic's lax mode accepts beyond JSON's types is the schemas' own `x-lax` keyword.
//! Decisions over several fields are small functions in [`cross`]. Source: the validators at
//! `utils/matrix_logic/validation.py` and `utils/validate_perf_changelog.py`; the oracle test
//! compares with their recorded verdicts.
//!
//! A document is accepted when there is no violation and PyYAML reads it.

mod changelog;
mod cross;
mod edition;
mod json;
mod lax;
mod master;
mod message;
mod runners;
mod schema;

use sweeplint_yaml::{Document, Node, Span};

pub use edition::Edition;
pub use schema::{SCHEMAS, SchemaFile};

/// One reason for refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The place as a path of keys and indices; the field that is missing included.
    pub path: Vec<Segment>,
    /// The value; for a missing field the key of the mapping that lacks it, for an unknown field
    /// its key.
    pub span: Span,
    /// One sentence.
    pub message: String,
    /// The config key (or changelog entry's first key) concerned.
    pub config_key: Option<String>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Segment {
    /// A key of a mapping.
    Key(String),
    /// An index of a list.
    Index(usize),
}

impl std::fmt::Display for Segment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
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

/// Judges the changelog: its bytes and its entries.
#[must_use]
pub fn changelog(document: &Document) -> Vec<Violation> {
    sorted(changelog::judge(document))
}

/// Names an entry of the changelog that the merge tool would miscount.
#[must_use]
pub fn changelog_miscounted(document: &Document) -> Option<Violation> {
    changelog::miscounted(document)
}

fn sorted(mut violations: Vec<Violation>) -> Vec<Violation> {
    violations.sort_by(|a, b| a.span.cmp(&b.span).then_with(|| a.path.cmp(&b.path)));
    violations.dedup();
    violations
}

/// Where a path leads in a document: the deepest entry that exists on it.
fn locate<'d>(root: Node<'d>, path: &[Segment]) -> Place<'d> {
    let mut place = Place { node: root, key: None };
    for segment in path {
        let next = match segment {
            Segment::Key(name) => json::entry(place.node, name)
                .map(|entry| Place { node: entry.value, key: Some(entry.key) }),
            Segment::Index(index) => {
                place.node.items().nth(*index).map(|node| Place { node, key: place.key })
            }
        };
        match next {
            Some(next) => place = next,
            None => break,
        }
    }
    place
}

/// A node with the key it stands under, or the nearest one above.
#[derive(Clone, Copy)]
struct Place<'d> {
    node: Node<'d>,
    key: Option<Node<'d>>,
}

impl Place<'_> {
    /// The value, or the key where the value is long or absent.
    fn short_span(&self) -> Span {
        let value = self.node.span();
        let text = value.slice(self.node.document().text());
        match self.key {
            Some(key) if value.is_empty() || text.contains('\n') => key.span(),
            _ if text.contains('\n') => Span::at(value.start as usize),
            _ => value,
        }
    }
}
