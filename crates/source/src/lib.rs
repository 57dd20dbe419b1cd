//! Read-only snapshots of a repository, and the change between two of them.
//!
//! A [`Snapshot`] is a working tree, a revision of any git repository (bare ones too, nothing is
//! checked out) or memory. A [`Change`] is two of them: the merge base and the head.
//!
//! Nothing outside the tree is ever read: paths with `..`, absolute paths and links that leave
//! the tree are refused. Nothing is executed, written or fetched, and neither the environment nor
//! the user's git settings are looked at. What a tree holds and no snapshot can is not lost
//! silently: it stands in [`Snapshot::skipped`].

mod blob;
mod change;
mod diff;
mod error;
mod git;
mod limits;
mod lines;
mod path;
mod snapshot;

pub use blob::{Blob, Utf8Problem};
pub use change::{Change, PathChange, Status};
pub use diff::{CONTEXT, Hunk, hunks, with_context};
pub use error::SourceError;
pub use git::{CommitId, GitRepository, Revision};
pub use limits::Limits;
pub use lines::{LineIndex, Position};
pub use path::{PathError, RepoPath};
pub use snapshot::{EntryKind, SkipReason, Skipped, Snapshot};

#[cfg(test)]
mod fixture;
