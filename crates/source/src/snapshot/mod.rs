//! A read-only tree of files.

mod disk;
mod entry;
mod links;
mod listing;
mod skipped;
mod tracked;
mod worktree;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::{Blob, GitRepository, Limits, RepoPath, Revision, SourceError};

pub use entry::EntryKind;
use entry::{Content, Entry, Store};
pub use skipped::{SkipReason, Skipped};

/// A read-only tree of files: a working tree, a revision, or memory. Cheap to clone, usable from
/// several threads at once; each file is read once, when first asked for.
#[derive(Clone)]
pub struct Snapshot {
    tree: Arc<Tree>,
}

struct Tree {
    /// Sorted by bytes.
    paths: Vec<RepoPath>,
    /// What stands at each path.
    entries: Vec<Arc<Entry>>,
    skipped: Vec<Skipped>,
    store: Store,
    description: String,
    limits: Limits,
}

impl Snapshot {
    /// The files of a working tree as they are now: hidden ones too, without those that
    /// `.gitignore` files exclude unless git tracks them, without `.git` and without other
    /// repositories inside.
    ///
    /// # Errors
    /// [`SourceError::Io`] when `root` is no folder that can be read,
    /// [`SourceError::TooManyFiles`].
    pub fn worktree(root: &Path, limits: Limits) -> Result<Self, SourceError> {
        let listed = worktree::list(root, limits)?;
        let store = Store { root: Some(root.into()), repository: None };
        Ok(Self::build(listed, store, "working tree".to_owned(), limits))
    }

    /// The files of a commit. Nothing is checked out.
    ///
    /// # Errors
    /// Those of [`GitRepository::resolve`], [`SourceError::Object`] when git's objects cannot be
    /// read, [`SourceError::TooManyFiles`].
    pub fn revision<'r>(
        repository: &GitRepository,
        revision: impl Into<Revision<'r>>,
        limits: Limits,
    ) -> Result<Self, SourceError> {
        let revision = revision.into();
        let commit = match revision {
            Revision::Name(name) => repository.resolve(name)?,
            Revision::Commit(commit) => commit,
        };
        let description = revision.describe(&commit);
        let listed = listing::of_commit(repository, &commit, limits)?;
        let store = Store { root: None, repository: Some(repository.clone()) };
        Ok(Self::build(listed, store, description, limits))
    }

    /// Files in memory, with the usual limits. Of two with one path, the last counts.
    #[must_use]
    pub fn memory(files: impl IntoIterator<Item = (RepoPath, Vec<u8>)>) -> Self {
        let files: BTreeMap<RepoPath, Vec<u8>> = files.into_iter().collect();
        let entries = files
            .into_iter()
            .map(|(path, bytes)| (path, Entry::file(Content::Known(Blob::new(bytes)))))
            .collect();
        let listed = Listed { entries, skipped: Vec::new() };
        Self::build(listed, Store::default(), "memory".to_owned(), Limits::default())
    }

    /// The same tree with some files replaced or added, or removed where there is no content.
    /// What was read already is not read again.
    #[must_use]
    pub fn overlay(&self, changes: BTreeMap<RepoPath, Option<Vec<u8>>>) -> Self {
        let tree = &self.tree;
        let kept = tree.paths.iter().cloned().zip(tree.entries.iter().cloned());
        let mut merged: Vec<(RepoPath, Arc<Entry>)> =
            kept.filter(|(path, _)| !changes.contains_key(path)).collect();
        merged.extend(changes.into_iter().filter_map(|(path, bytes)| {
            let content = Content::Known(Blob::new(bytes?));
            Some((path, Arc::new(Entry::file(content))))
        }));
        merged.sort_by(|(a, _), (b, _)| a.cmp(b));
        let (paths, entries) = merged.into_iter().unzip();
        let tree = Tree {
            paths,
            entries,
            skipped: tree.skipped.clone(),
            store: tree.store.clone(),
            description: tree.description.clone(),
            limits: tree.limits,
        };
        Self { tree: Arc::new(tree) }
    }

    fn build(listed: Listed, store: Store, description: String, limits: Limits) -> Self {
        let Listed { mut entries, mut skipped } = listed;
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        entries.dedup_by(|(later, _), (first, _)| {
            let is_double = later == first;
            if is_double {
                skipped.push(Skipped::new(later.as_str(), SkipReason::Duplicate));
            }
            is_double
        });
        skipped.sort();
        let (paths, entries) =
            entries.into_iter().map(|(path, entry)| (path, Arc::new(entry))).unzip();
        let tree = Tree { paths, entries, skipped, store, description, limits };
        Self { tree: Arc::new(tree) }
    }

    /// Files and links, sorted by bytes.
    #[must_use]
    pub fn paths(&self) -> &[RepoPath] {
        &self.tree.paths
    }

    /// Files and links below a folder, sorted; all of them for the root, the empty text.
    #[must_use]
    pub fn paths_below(&self, folder: &str) -> &[RepoPath] {
        let paths = self.paths();
        let folder = folder.trim_end_matches('/');
        if folder.is_empty() {
            return paths;
        }
        // Paths below a folder follow each other: compared with `folder/`, all are equal.
        let place = |path: &RepoPath| match path.strip_prefix(folder) {
            Some(rest) if rest.starts_with('/') => Ordering::Equal,
            Some(rest) => rest.cmp("/"),
            None => path.as_str().cmp(folder),
        };
        let start = paths.partition_point(|path| place(path) == Ordering::Less);
        let end = paths.partition_point(|path| place(path) != Ordering::Greater);
        &paths[start..end]
    }

    /// Whether a file or link stands there.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.entry(path).is_some()
    }

    /// What stands there: a file or a link; nothing for folders.
    #[must_use]
    pub fn kind(&self, path: &str) -> Option<EntryKind> {
        self.entry(path).map(|entry| entry.kind)
    }

    /// Whether a folder with files stands there.
    #[must_use]
    pub fn is_dir(&self, path: &str) -> bool {
        !self.paths_below(path).is_empty()
    }

    /// What the tree is, for people: `working tree`, `main (1a2b3c4)`, `memory`.
    #[must_use]
    pub fn describe(&self) -> &str {
        &self.tree.description
    }

    /// What the tree holds and the snapshot does not, sorted: submodules, names that are no paths,
    /// pipes, folders that cannot be read.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped] {
        &self.tree.skipped
    }

    /// The content of a file. Links are followed, inside the tree only.
    ///
    /// # Errors
    /// [`SourceError::Missing`], [`SourceError::IsDirectory`], [`SourceError::TooLarge`];
    /// for links also [`SourceError::LinkLeaves`], [`SourceError::LinkLoop`],
    /// [`SourceError::BrokenLink`]; [`SourceError::Io`] and [`SourceError::Object`] when reading
    /// fails.
    pub fn read(&self, path: &str) -> Result<Blob, SourceError> {
        match self.entry(path) {
            Some(entry) if entry.kind == EntryKind::File => self.content(path, entry),
            _ => {
                let place = links::follow(self, path)?;
                let entry =
                    self.entry(&place).ok_or(SourceError::Missing { path: place.clone() })?;
                self.content(&place, entry)
            }
        }
    }

    /// What a file or link itself holds: for a link its target, which is not followed.
    pub(crate) fn read_entry(&self, path: &str) -> Result<Blob, SourceError> {
        let missing = || SourceError::Missing { path: path.to_owned() };
        self.content(path, self.entry(path).ok_or_else(missing)?)
    }

    /// Whether a file or link stands in both trees and is the same; content is read only where
    /// neither git's ids nor the sizes tell.
    pub(crate) fn has_same(&self, other: &Self, path: &str) -> bool {
        let (Some(here), Some(there)) = (self.entry(path), other.entry(path)) else {
            return false;
        };
        if here.kind != there.kind {
            return false;
        }
        if let Some(same) = here.known_same(there) {
            return same;
        }
        let sizes = (self.size(path, here), other.size(path, there));
        if matches!(sizes, (Ok(here), Ok(there)) if here != there) {
            return false;
        }
        match (self.content(path, here), other.content(path, there)) {
            (Ok(here), Ok(there)) => here.same(&there),
            (Err(SourceError::TooLarge { .. }), _) | (_, Err(SourceError::TooLarge { .. })) => {
                let id = here.computed_id(&self.tree.store, path);
                id.is_some() && id == there.computed_id(&other.tree.store, path)
            }
            _ => false,
        }
    }

    fn entry(&self, path: &str) -> Option<&Entry> {
        let at = self.paths().binary_search_by(|known| known.as_str().cmp(path)).ok()?;
        self.tree.entries.get(at).map(Arc::as_ref)
    }

    fn content(&self, path: &str, entry: &Entry) -> Result<Blob, SourceError> {
        entry.read(&self.tree.store, path, self.tree.limits.file_bytes)
    }

    fn size(&self, path: &str, entry: &Entry) -> Result<u64, SourceError> {
        entry.size(&self.tree.store, path)
    }
}

/// What was found in a tree, in any order.
struct Listed {
    entries: Vec<(RepoPath, Entry)>,
    skipped: Vec<Skipped>,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot({}, {} files)", self.describe(), self.paths().len())
    }
}

#[cfg(test)]
mod tests;
