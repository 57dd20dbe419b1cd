//! Two trees and what lies between them.

use std::cmp::Ordering;

use crate::diff::{CONTEXT, hunks_of_bytes, line_count, with_context};
use crate::{Blob, GitRepository, Hunk, Limits, RepoPath, Snapshot, SourceError};

/// A change: the head compared with the merge base.
#[derive(Clone, Debug)]
pub struct Change {
    /// The tree at the merge base.
    pub base: Snapshot,
    /// The tree after the change.
    pub head: Snapshot,
    /// The tip of the target branch, where it is not the merge base.
    pub target: Option<Snapshot>,
}

/// What happened to a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Only the head has it.
    Added,
    /// Both have it, with other content, or as a file and as a link.
    Modified,
    /// Only the base has it.
    Removed,
}

/// A file or link that differs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PathChange {
    /// The file.
    pub path: RepoPath,
    /// What happened.
    pub status: Status,
}

impl Change {
    /// A change between two trees.
    #[must_use]
    pub fn new(base: Snapshot, head: Snapshot) -> Self {
        Self { base, head, target: None }
    }

    /// The change from the merge base of `base` and the head to the head: a revision, or the
    /// working tree where none is given.
    ///
    /// # Errors
    /// Those of [`GitRepository::resolve`], [`GitRepository::merge_base`],
    /// [`Snapshot::revision`] and [`Snapshot::worktree`]; [`SourceError::NoWorktree`] where a bare
    /// repository is asked for its working tree.
    pub fn between(
        repository: &GitRepository,
        base: &str,
        head: Option<&str>,
        limits: Limits,
    ) -> Result<Self, SourceError> {
        let base_tip = repository.resolve(base)?;
        let head_tip = repository.resolve(head.unwrap_or("HEAD"))?;
        let merge_base = repository.merge_base(&base_tip, &head_tip)?;
        let head = match (head, repository.workdir()) {
            (Some(name), _) => Snapshot::revision(repository, name, limits)?,
            (None, Some(root)) => Snapshot::worktree(root, limits)?,
            (None, None) => {
                let path = repository.git_dir().display().to_string();
                return Err(SourceError::NoWorktree { path });
            }
        };
        if merge_base == base_tip {
            let base = Snapshot::revision(repository, base, limits)?;
            return Ok(Self { base, head, target: None });
        }
        let target = Some(Snapshot::revision(repository, base, limits)?);
        let base = Snapshot::revision(repository, merge_base, limits)?;
        Ok(Self { base, head, target })
    }

    /// Files and links that differ, sorted. A link differs when its target does, not when the file
    /// behind it does.
    #[must_use]
    pub fn changed_paths(&self) -> Vec<PathChange> {
        let (mut base, mut head) = (self.base.paths(), self.head.paths());
        let mut changes = Vec::new();
        loop {
            let order = match (base.first(), head.first()) {
                (None, None) => return changes,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some(base), Some(head)) => base.cmp(head),
            };
            let (path, status) = match order {
                Ordering::Less => (base.split_off_first(), Some(Status::Removed)),
                Ordering::Greater => (head.split_off_first(), Some(Status::Added)),
                Ordering::Equal => {
                    head.split_off_first();
                    (base.split_off_first(), None)
                }
            };
            let Some(path) = path.cloned() else { return changes };
            match status {
                Some(status) => changes.push(PathChange { path, status }),
                None if self.is_same(&path) => {}
                None => changes.push(PathChange { path, status: Status::Modified }),
            }
        }
    }

    /// Whether a file or link is the same on both sides; also where neither has it.
    #[must_use]
    pub fn is_same(&self, path: &str) -> bool {
        match (self.base.contains(path), self.head.contains(path)) {
            (true, true) => self.base.has_same(&self.head, path),
            (base, head) => base == head,
        }
    }

    /// Lines of a file that differ, without context. A file that one side lacks counts as empty
    /// there, a link as a line with its target, as in git's diff; nothing when a side cannot be
    /// read.
    #[must_use]
    pub fn hunks(&self, path: &str) -> Vec<Hunk> {
        let Some((base, head)) = self.sides(path) else { return Vec::new() };
        hunks_of_bytes(bytes(base.as_ref()), bytes(head.as_ref()))
    }

    /// As [`hunks`](Self::hunks), with the lines around that GitHub shows: the lines that can be
    /// commented on.
    #[must_use]
    pub fn shown_hunks(&self, path: &str) -> Vec<Hunk> {
        let Some((base, head)) = self.sides(path) else { return Vec::new() };
        let (base, head) = (bytes(base.as_ref()), bytes(head.as_ref()));
        with_context(&hunks_of_bytes(base, head), CONTEXT, line_count(base))
    }

    /// The contents of both sides; nothing when one is there and cannot be read.
    fn sides(&self, path: &str) -> Option<(Option<Blob>, Option<Blob>)> {
        let side = |snapshot: &Snapshot| match snapshot.read_entry(path) {
            Ok(blob) => Some(Some(blob)),
            Err(SourceError::Missing { .. }) => Some(None),
            Err(_) => None,
        };
        Some((side(&self.base)?, side(&self.head)?))
    }
}

fn bytes(blob: Option<&Blob>) -> &[u8] {
    blob.map_or(&[], Blob::bytes)
}

#[cfg(test)]
mod tests;
