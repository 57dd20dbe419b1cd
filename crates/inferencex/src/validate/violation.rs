//! What a refusal is.

use sweeplint_yaml::Span;

use super::cross::Decision;

/// One reason for refusal, or one remark on style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The place as a path of keys and indices; the field that is missing included. Fields stand
    /// in their kebab spelling.
    pub path: Vec<Segment>,
    /// The value; for a missing field the key of the mapping that lacks it, for an unknown field
    /// its key. Of a value over several lines only its key or first line.
    pub span: Span,
    /// What kind of refusal.
    pub code: Code,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The config key, runner label or changelog entry's first key concerned.
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

/// The kinds of [`Violation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A required field is absent.
    Missing,
    /// A field that the format does not have at that place.
    Unknown,
    /// A value of another type than the field's.
    Type,
    /// A value of the right type outside what the field takes.
    Value(Limit),
    /// Fields that are right one by one and wrong together.
    CrossField(Decision),
    /// What the real validator ends on with a Python exception instead of a message.
    Crash,
    /// The file's bytes.
    Bytes(ByteRule),
    /// A key that stands twice in one mapping, where that is refused.
    DuplicateKey,
    /// A config key that holds `*`.
    Wildcard,
    /// A config key that stands in two files.
    TwoFiles,
    /// As many entries are read as do not begin with `- config-keys:`.
    Miscounted,
    /// Accepted by lax conversion only: a matter of style.
    Lax,
    /// Accepted in the spelling of Python's attribute: a matter of style.
    Spelling,
}

/// What a value exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// None of the choices.
    Choice,
    /// Too small or too large.
    Bound,
    /// Empty.
    Empty,
    /// An image reference where a version belongs.
    ImageReference,
}

/// A rule about the bytes of the changelog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByteRule {
    /// UTF-8 throughout.
    Utf8,
    /// A line break at the end.
    FinalNewline,
    /// No carriage return.
    CarriageReturn,
    /// No tab.
    Tab,
    /// No NUL.
    Nul,
}

impl Code {
    /// A stable name in kebab case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unknown => "unknown",
            Self::Type => "type",
            Self::Value(Limit::Choice) => "value-choice",
            Self::Value(Limit::Bound) => "value-bound",
            Self::Value(Limit::Empty) => "value-empty",
            Self::Value(Limit::ImageReference) => "value-image-reference",
            Self::CrossField(decision) => decision.name(),
            Self::Crash => "crash",
            Self::Bytes(ByteRule::Utf8) => "bytes-utf-8",
            Self::Bytes(ByteRule::FinalNewline) => "bytes-final-newline",
            Self::Bytes(ByteRule::CarriageReturn) => "bytes-carriage-return",
            Self::Bytes(ByteRule::Tab) => "bytes-tab",
            Self::Bytes(ByteRule::Nul) => "bytes-nul",
            Self::DuplicateKey => "duplicate-key",
            Self::Wildcard => "wildcard",
            Self::TwoFiles => "two-files",
            Self::Miscounted => "miscounted",
            Self::Lax => "lax",
            Self::Spelling => "spelling",
        }
    }
}
