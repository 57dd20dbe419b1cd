//! What can go wrong when a tree is read.

/// Why something could not be read. Each variant names what it is about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// A link leads out of the tree.
    #[error("{path}: a link to {target:?}, outside of the tree")]
    LinkLeaves {
        /// The path that was asked for.
        path: String,
        /// What the link holds.
        target: String,
    },
    /// Links lead to links, in a circle or too many in a row.
    #[error("{path}: links in a circle, or more than {limit} in a row")]
    LinkLoop {
        /// The path that was asked for.
        path: String,
        /// Links that are followed in a row.
        limit: usize,
    },
    /// A link leads to nothing.
    #[error("{path}: a link to {target:?}, which does not exist")]
    BrokenLink {
        /// The path that was asked for.
        path: String,
        /// What the link holds.
        target: String,
    },
    /// Reading failed.
    #[error("{path}: {reason}")]
    Io {
        /// The path: of the tree for a file, else of the file system.
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
    /// There is a git repository, and it cannot be opened.
    #[error("the git repository of {path} cannot be opened: {reason}")]
    Unopened {
        /// The path.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A repository without a working tree was asked for it.
    #[error("{path} is a bare repository without a working tree; name the head revision")]
    NoWorktree {
        /// The repository.
        path: String,
    },
    /// `HEAD` points to a branch without commits.
    #[error("{path}: the branch '{branch}' has no commit yet")]
    Unborn {
        /// The repository.
        path: String,
        /// The branch.
        branch: String,
    },
    /// The revision names nothing.
    #[error(
        "revision '{revision}' not found in this repository{}{}",
        did_you_mean(suggestion.as_deref()),
        fetch_more(*shallow)
    )]
    UnknownRevision {
        /// The revision.
        revision: String,
        /// A branch or tag of a similar name.
        suggestion: Option<String>,
        /// Whether the repository holds a part of its history only.
        shallow: bool,
    },
    /// The revision names several things, or something other than a commit.
    #[error("revision '{revision}' is no commit: {reason}")]
    NotACommit {
        /// The revision.
        revision: String,
        /// What it is.
        reason: String,
    },
    /// Two revisions have no common history.
    #[error("{base} and {head} have no common history{}", fetch_more(*shallow))]
    NoMergeBase {
        /// One revision.
        base: String,
        /// The other.
        head: String,
        /// Whether the repository holds a part of its history only.
        shallow: bool,
    },
    /// An object of git's could not be read.
    #[error("{place}: git object {id} cannot be read: {reason}")]
    Object {
        /// The path or commit the object is about.
        place: String,
        /// The object's id, in hexadecimal.
        id: String,
        /// What is wrong.
        reason: String,
    },
    /// More files than the limit.
    #[error("{tree}: more than {limit} files or folders")]
    TooManyFiles {
        /// The tree.
        tree: String,
        /// The limit.
        limit: usize,
    },
}

fn did_you_mean(name: Option<&str>) -> String {
    name.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

fn fetch_more(shallow: bool) -> &'static str {
    if shallow { "; the clone is shallow, fetch more of its history" } else { "" }
}
