//! Two trees and what lies between them.

use std::collections::BTreeSet;
use std::ops::Range;

use similar::{ChangeTag, TextDiff};

use crate::{GitRepository, Limits, RepoPath, Snapshot, SourceError};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Only the head has it.
    Added,
    /// Both have it, with other content.
    Modified,
    /// Only the base has it.
    Removed,
}

/// A file that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathChange {
    /// The file.
    pub path: RepoPath,
    /// What happened.
    pub status: Status,
}

/// Lines that differ, without context; line numbers from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Lines of the base.
    pub base: Range<usize>,
    /// Lines of the head.
    pub head: Range<usize>,
}

impl Change {
    /// A change between two trees.
    #[must_use]
    pub fn new(base: Snapshot, head: Snapshot) -> Self {
        Self { base, head, target: None }
    }

    /// The change from the merge base of `base` and the head to the head: a revision, or the
    /// working tree.
    ///
    /// # Errors
    /// Unknown revisions, no common history, unreadable trees, or no working tree where one is
    /// asked for.
    pub fn between(
        repository: &GitRepository,
        base: &str,
        head: Option<&str>,
        limits: Limits,
    ) -> Result<Self, SourceError> {
        let base = repository.resolve(base)?;
        let commit = repository.resolve(head.unwrap_or("HEAD"))?;
        let merge_base = repository.merge_base(base, commit)?;
        let tree = match (head, repository.workdir()) {
            (Some(_), _) => Snapshot::revision(repository, commit, limits)?,
            (None, Some(root)) => Snapshot::worktree(&root, limits)?,
            (None, None) => {
                return Err(SourceError::Git(
                    "a bare repository has no working tree; name the head revision".to_owned(),
                ));
            }
        };
        let target = if merge_base == base {
            None
        } else {
            Some(Snapshot::revision(repository, base, limits)?)
        };
        let base = Snapshot::revision(repository, merge_base, limits)?;
        Ok(Self { base, head: tree, target })
    }

    /// Files that differ, sorted.
    #[must_use]
    pub fn changed_paths(&self) -> Vec<PathChange> {
        let all: BTreeSet<&RepoPath> =
            self.base.paths().iter().chain(self.head.paths()).collect();
        all.into_iter()
            .filter_map(|path| {
                let status = match (self.base.contains(path), self.head.contains(path)) {
                    (false, _) => Status::Added,
                    (_, false) => Status::Removed,
                    _ if self.is_same(path) => return None,
                    _ => Status::Modified,
                };
                Some(PathChange { path: path.clone(), status })
            })
            .collect()
    }

    /// Whether a file has the same content on both sides.
    #[must_use]
    pub fn is_same(&self, path: &str) -> bool {
        if self.base.is_known_same(&self.head, path) {
            return true;
        }
        match (self.base.read(path), self.head.read(path)) {
            (Ok(base), Ok(head)) => base.same(&head),
            (Err(_), Err(_)) => !self.base.contains(path) && !self.head.contains(path),
            _ => false,
        }
    }

    /// Lines of a file that differ. A file that one side lacks counts as empty there.
    #[must_use]
    pub fn hunks(&self, path: &str) -> Vec<Hunk> {
        let text = |snapshot: &Snapshot| {
            snapshot
                .read(path)
                .map(|blob| String::from_utf8_lossy(blob.bytes()).into_owned())
                .unwrap_or_default()
        };
        hunks(&text(&self.base), &text(&self.head))
    }
}

/// Lines of two texts that differ.
#[must_use]
pub fn hunks(base: &str, head: &str) -> Vec<Hunk> {
    let diff = TextDiff::from_lines(base, head);
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut at_base, mut at_head) = (0, 0);
    for change in diff.iter_all_changes() {
        match change.tag() {
            ChangeTag::Equal => {
                at_base += 1;
                at_head += 1;
            }
            tag => {
                let starts = hunks
                    .last()
                    .is_none_or(|hunk| hunk.base.end != at_base || hunk.head.end != at_head);
                if starts {
                    hunks.push(Hunk { base: at_base..at_base, head: at_head..at_head });
                }
                if let Some(hunk) = hunks.last_mut() {
                    if tag == ChangeTag::Delete {
                        at_base += 1;
                        hunk.base.end = at_base;
                    } else {
                        at_head += 1;
                        hunk.head.end = at_head;
                    }
                }
            }
        }
    }
    hunks
}
