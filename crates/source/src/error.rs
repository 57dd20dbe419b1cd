//! What can go wrong when a tree is read.

/// Why something could not be read. Each variant names what it is about.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// No such file.
    #[error("{path}: no such file")]
    Missing {
        /// The path.
        path: String,
    },
    /// A folder stands where a file is expected.
    #[error("{path}: a directory, not a file")]
    IsDirectory {
        /// The path.
        path: String,
    },
    /// The file is larger than the limit.
    #[error("{path}: {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// The path.
        path: String,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A link leads out of the tree or in a circle.
    #[error("{path}: the link leads {target:?}, which is not a file of the tree")]
    Link {
        /// The path.
        path: String,
        /// What the link holds.
        target: String,
    },
    /// Reading failed.
    #[error("{path}: {reason}")]
    Io {
        /// The path.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// There is no git repository.
    #[error("{path} is not in a git repository")]
    NoRepository {
        /// The path.
        path: String,
    },
    /// The revision names nothing.
    #[error("revision '{revision}' not found in this repository{}", suggestion.as_ref().map(|name| format!("; did you mean '{name}'?")).unwrap_or_default())]
    UnknownRevision {
        /// The revision.
        revision: String,
        /// A branch or tag of a similar name.
        suggestion: Option<String>,
    },
    /// Two revisions have no common history.
    #[error("{base} and {head} have no common history")]
    NoMergeBase {
        /// One revision.
        base: String,
        /// The other.
        head: String,
    },
    /// Git's objects could not be read.
    #[error("git: {0}")]
    Git(String),
    /// More files than the limit.
    #[error("more than {limit} files")]
    TooManyFiles {
        /// The limit.
        limit: usize,
    },
}
