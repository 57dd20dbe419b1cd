//! The files of a commit.

use std::sync::OnceLock;

use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};

use super::entry::{Content, Entry};
use super::{EntryKind, Listed, SkipReason, Skipped};
use crate::git::unreadable;
use crate::{CommitId, GitRepository, Limits, RepoPath, SourceError};

/// Bytes of a path; no system has longer ones.
const PATH_BYTES: usize = 4096;

pub(super) fn of_commit(
    repository: &GitRepository,
    commit: &CommitId,
    limits: Limits,
) -> Result<Listed, SourceError> {
    repository.with(|repository| {
        let root = repository
            .find_commit(commit.0)
            .and_then(|found| found.tree_id().map(gix::Id::detach))
            .map_err(|error| unreadable("commit", &commit.0, &error))?;
        let mut walk = Walk {
            listed: Listed { entries: Vec::new(), skipped: Vec::new() },
            ahead: vec![(String::new(), root)],
        };
        let mut folders = 0;
        // Trees may name each other over and over: what is counted is what the walk visits.
        while let Some((folder, id)) = walk.ahead.pop() {
            folders += 1;
            let tree =
                repository.find_tree(id).map_err(|error| unreadable(&folder, &id, &error))?;
            for entry in tree.iter() {
                let entry = entry.map_err(|error| unreadable(&folder, &id, &error))?;
                walk.visit(&folder, entry.mode(), entry.filename(), entry.oid().to_owned());
            }
            let files = walk.listed.entries.len() + walk.listed.skipped.len();
            if files.max(folders + walk.ahead.len()) > limits.files.saturating_add(1) {
                let tree = commit.short();
                return Err(SourceError::TooManyFiles { tree, limit: limits.files });
            }
        }
        if walk.listed.entries.len() > limits.files {
            let tree = commit.short();
            return Err(SourceError::TooManyFiles { tree, limit: limits.files });
        }
        Ok(walk.listed)
    })
}

struct Walk {
    listed: Listed,
    /// Folders that are still to be listed, with their trees.
    ahead: Vec<(String, ObjectId)>,
}

impl Walk {
    fn visit(&mut self, folder: &str, mode: gix::objs::tree::EntryMode, name: &BStr, id: ObjectId) {
        let Ok(text) = name.to_str() else {
            let place = join(folder, &name.to_str_lossy());
            self.listed.skipped.push(Skipped::new(&place, SkipReason::NameNotUtf8));
            return;
        };
        let full = join(folder, text);
        let path = match checked(&full, text) {
            Ok(path) => path,
            Err(reason) => {
                self.listed.skipped.push(Skipped::new(&full, reason));
                return;
            }
        };
        let kind = if mode.is_tree() {
            self.ahead.push((full, id));
            return;
        } else if mode.is_blob() {
            EntryKind::File
        } else if mode.is_link() {
            EntryKind::Link
        } else {
            self.listed.skipped.push(Skipped::new(&full, SkipReason::Submodule));
            return;
        };
        let content = Content::Object(id, OnceLock::new());
        self.listed.entries.push((path, Entry::new(kind, content)));
    }
}

/// A path whose last part is `name`, of a tree that anybody may have written.
fn checked(full: &str, name: &str) -> Result<RepoPath, SkipReason> {
    if name.contains('/') || full.len() > PATH_BYTES {
        let what =
            if name.contains('/') { "the name holds a slash" } else { "the path is too long" };
        return Err(SkipReason::BadName(what.to_owned()));
    }
    let path = RepoPath::new(full)?;
    if path.as_str() == full {
        Ok(path)
    } else {
        Err(SkipReason::BadName(format!("the name {name:?} is no file's")))
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
