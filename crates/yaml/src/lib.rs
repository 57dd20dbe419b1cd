//! A YAML document with PyYAML's meaning and byte-exact spans.
//!
//! Every file of InferenceX is read by PyYAML's pure-Python `safe_load`, YAML 1.1. [`Document`]
//! reads the same text to the same value and keeps what a linter needs besides: the exact place of
//! every key and value, duplicate keys, comments, aliases as references. It never fails: what
//! `safe_load` would refuse stands in [`Document::problems`], and a mapping or list with one broken
//! part keeps its other parts.
//!
//! Not done here: what any key means (crate `inferencex`), and writing new YAML from values.

mod compose;
mod construct;
mod document;
pub mod edit;
mod key;
mod merge;
mod precheck;
mod problem;
mod recover;
mod scalar;
mod span;

pub use compose::Limits;
pub use document::{Document, Entry, Kind, Node, NodeId, ScalarStyle};
pub use edit::{EditError, TextEdit};
pub use key::{DuplicateKey, Key};
pub use problem::{Problem, ProblemKind};
pub use scalar::{Scalar, ScalarError, resolve_plain};
pub use span::Span;
