//! The files of a working tree.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};

use super::disk::io_error;
use super::entry::Entry;
use super::tracked::Tracked;
use super::{EntryKind, Listed, SkipReason, Skipped};
use crate::{Limits, RepoPath, SourceError};

/// Git's own folder, or the file that says where it is.
pub(super) const GIT: &str = ".git";

pub(super) fn list(root: &Path, limits: Limits) -> Result<Listed, SourceError> {
    let shown = root.display().to_string();
    let facts = root.metadata().map_err(|error| io_error(&shown, &error))?;
    if !facts.is_dir() {
        return Err(SourceError::Io { path: shown, reason: "not a directory".to_owned() });
    }
    let mut files = Files { root, found: Vec::new(), skipped: Vec::new() };
    let inner = InnerRepositories::default();
    for found in walk(root, &inner) {
        match found {
            Ok(found) => {
                if let Some(kind) = found.file_type() {
                    files.add(found.path(), kind);
                }
            }
            Err(error) => files.skip(root, SkipReason::Unreadable(error.to_string())),
        }
        files.check(&shown, limits)?;
    }
    for folder in inner.take() {
        files.skip(&folder, SkipReason::Submodule);
    }
    let tracked = Tracked::of(root);
    files.add_tracked(&tracked);
    files.check(&shown, limits)?;
    let entries = files.found.into_iter().map(|(path, kind)| {
        let entry = Entry::on_disk(kind, tracked.unchanged(root, &path, kind));
        (path, entry)
    });
    Ok(Listed { entries: entries.collect(), skipped: files.skipped })
}

/// Everything that git would not ignore, by the rules that stand in the tree itself; folders too.
fn walk(root: &Path, inner: &InnerRepositories) -> ignore::Walk {
    let inner = inner.clone();
    WalkBuilder::new(root)
        .hidden(false)
        .ignore(false)
        .git_global(false)
        .require_git(false)
        .parents(false)
        .filter_entry(move |entry| {
            entry.depth() == 0 || (entry.file_name() != GIT && !inner.is_one(entry))
        })
        .build()
}

/// Other repositories inside of the tree, submodules for example.
#[derive(Clone, Default)]
struct InnerRepositories {
    folders: Arc<Mutex<Vec<PathBuf>>>,
}

impl InnerRepositories {
    fn is_one(&self, entry: &DirEntry) -> bool {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let is_one = is_folder && entry.path().join(GIT).symlink_metadata().is_ok();
        if is_one {
            let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
            folders.push(entry.path().to_owned());
        }
        is_one
    }

    fn take(&self) -> Vec<PathBuf> {
        std::mem::take(&mut *self.folders.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

struct Files<'r> {
    root: &'r Path,
    found: Vec<(RepoPath, EntryKind)>,
    skipped: Vec<Skipped>,
}

impl Files<'_> {
    fn add(&mut self, found: &Path, kind: FileType) {
        if kind.is_dir() {
            return;
        }
        let Some(kind) = entry_kind(kind) else {
            return self.skip(found, SkipReason::NotAFile);
        };
        match repo_path(self.root, found) {
            Ok(path) => self.found.push((path, kind)),
            Err(reason) => self.skip(found, reason),
        }
    }

    fn skip(&mut self, found: &Path, reason: SkipReason) {
        let place = found.strip_prefix(self.root).unwrap_or(found).to_string_lossy();
        let place = if place.is_empty() { ".".into() } else { place };
        self.skipped.push(Skipped::new(&place, reason));
    }

    fn check(&self, tree: &str, limits: Limits) -> Result<(), SourceError> {
        if self.found.len() + self.skipped.len() > limits.files {
            return Err(SourceError::TooManyFiles { tree: tree.to_owned(), limit: limits.files });
        }
        Ok(())
    }

    /// Adds what git tracks although a `.gitignore` excludes it.
    fn add_tracked(&mut self, tracked: &Tracked) {
        let listed: BTreeSet<&RepoPath> = self.found.iter().map(|(path, _)| path).collect();
        let more: Vec<(RepoPath, EntryKind)> = tracked
            .paths()
            .filter(|path| !listed.contains(path))
            .filter_map(|path| Some((path.clone(), standing(self.root, path)?)))
            .collect();
        self.found.extend(more);
    }
}

fn entry_kind(kind: FileType) -> Option<EntryKind> {
    if kind.is_file() {
        Some(EntryKind::File)
    } else {
        kind.is_symlink().then_some(EntryKind::Link)
    }
}

/// The path of something found in the tree.
fn repo_path(root: &Path, found: &Path) -> Result<RepoPath, SkipReason> {
    let relative = found.strip_prefix(root).unwrap_or(found);
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    Ok(RepoPath::new(&parts.ok_or(SkipReason::NameNotUtf8)?.join("/"))?)
}

/// What stands at a path of the disk, none of whose folders is a link.
fn standing(root: &Path, path: &RepoPath) -> Option<EntryKind> {
    let mut place = root.to_owned();
    for folder in path.parent().split('/').filter(|folder| !folder.is_empty()) {
        place.push(folder);
        if !place.symlink_metadata().ok()?.is_dir() {
            return None;
        }
    }
    place.push(path.file_name());
    entry_kind(place.symlink_metadata().ok()?.file_type())
}
