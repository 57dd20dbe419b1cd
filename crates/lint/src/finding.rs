//! What a rule says.

use sweeplint_source::RepoPath;
use sweeplint_yaml::Span;

use crate::Fingerprint;

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Wrong numbers would be published, or the run would fail.
    Blocking,
    /// Something is wrong, but results stay right.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word in JSON and settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place with a few words about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The file.
    pub file: RepoPath,
    /// The place, in bytes of the file.
    pub span: Span,
    /// What stands there, in a few words; may be empty.
    pub text: String,
}

impl Label {
    /// A label.
    #[must_use]
    pub fn new(file: &RepoPath, span: Span, text: impl Into<String>) -> Self {
        Self { file: file.clone(), span, text: text.into() }
    }
}

/// One change to the text of one file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edit {
    /// The file.
    pub file: RepoPath,
    /// What is replaced, in bytes of the file.
    pub span: Span,
    /// What replaces it.
    pub text: String,
}

/// Whether a fix may be applied without a person looking at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Safety {
    /// The edit is what the repository's own practice prescribes.
    Safe,
    /// The edit is one of several that would end the disagreement.
    Unsafe,
}

impl Safety {
    /// The word in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// Edits that end a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What is done, in a few words: `ep: 1 in prefill and decode`.
    pub title: String,
    /// Whether it may be applied unseen.
    pub safety: Safety,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// A disagreement that a rule found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The rule's id, `group/name`.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where the author should look first.
    pub primary: Label,
    /// The other sides.
    pub related: Vec<Label>,
    /// The config key concerned.
    pub config_key: Option<String>,
    /// The point of the key concerned, for people: `conc 1–8`.
    pub point: Option<String>,
    /// The two disagreeing values and where each stands, in one sentence.
    pub message: String,
    /// What breaks downstream.
    pub why: String,
    /// What to do, in words, where no edit says it or there is a choice.
    pub help: Option<String>,
    /// The edit that ends it.
    pub fix: Option<Fix>,
    /// Other edits that would end it just as well; a rule chooses among them when it sees a change.
    pub alternatives: Vec<Fix>,
    /// The finding's identity across revisions.
    pub fingerprint: Fingerprint,
}
