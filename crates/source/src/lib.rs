//! Read-only snapshots of a repository, and the change between two of them.
//!
//! A [`Snapshot`] is a working tree, a revision of any git repository (bare ones too, nothing is
//! checked out) or memory. Nothing outside the tree is ever read: paths with `..`, absolute paths
//! and links that leave the tree are refused.

mod blob;
mod change;
mod error;
mod git;
mod lines;
mod path;
mod snapshot;

pub use blob::{Blob, Utf8Problem};
pub use change::{Change, Hunk, PathChange, Status, hunks};
pub use error::SourceError;
pub use git::{CommitId, GitRepository};
pub use lines::{LineIndex, Position};
pub use path::{PathError, RepoPath};
pub use snapshot::{Limits, Snapshot};
