//! What is wrong with a text as YAML.

use crate::Span;

/// One reason why PyYAML's `safe_load` refuses the text, or would read it differently from one
/// version to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of trouble.
    pub kind: ProblemKind,
    /// Where. Empty for a point.
    pub span: Span,
    /// One sentence without the place, lower case, no full stop.
    pub message: String,
}

/// The kinds of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProblemKind {
    /// The text is not YAML: `safe_load` raises while scanning, parsing or composing.
    Syntax,
    /// The text is YAML, but `safe_load` raises while building the value (unknown tag,
    /// impossible date, unhashable key …).
    Construct,
    /// A limit of this reader, which protects it from hostile input.
    Limit,
    /// Two PyYAML versions in use read the text differently.
    VersionDependent,
}

impl ProblemKind {
    /// Whether `safe_load` would refuse the text.
    #[must_use]
    pub fn refuses(self) -> bool {
        !matches!(self, Self::VersionDependent)
    }
}
