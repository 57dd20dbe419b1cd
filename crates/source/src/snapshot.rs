//! A read-only tree of files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gix::ObjectId;

use crate::git::git_error;
use crate::{Blob, CommitId, GitRepository, RepoPath, SourceError};

/// Links followed in a row.
const LINKS: usize = 8;

/// What protects the reader from hostile trees.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Files of one tree.
    pub files: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 4 * 1024 * 1024, files: 100_000 }
    }
}

/// A read-only tree of files: a working tree, a revision, or memory. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    tree: Arc<Tree>,
}

#[derive(Debug)]
struct Tree {
    paths: Vec<RepoPath>,
    folders: BTreeSet<String>,
    entries: BTreeMap<RepoPath, Entry>,
    origin: Origin,
    description: String,
    limits: Limits,
    read: Mutex<BTreeMap<RepoPath, Blob>>,
}

#[derive(Debug)]
enum Origin {
    Worktree(PathBuf),
    Git(GitRepository),
    Memory,
}

#[derive(Clone, Debug)]
enum Entry {
    /// A file or link of the working tree.
    OnDisk { link: bool },
    /// An object of a git repository.
    Object { id: ObjectId, link: bool },
    /// Content at hand.
    Content(Blob),
}

impl Snapshot {
    /// The files of a working tree as they are now, ignored ones left out.
    ///
    /// # Errors
    /// When the folder cannot be read or holds more files than the limit.
    pub fn worktree(root: &Path, limits: Limits) -> Result<Self, SourceError> {
        let mut entries = BTreeMap::new();
        let walk = ignore::WalkBuilder::new(root)
            .hidden(false)
            .git_global(false)
            .require_git(false)
            .parents(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        for found in walk {
            let Ok(found) = found else { continue };
            let Some(kind) = found.file_type() else { continue };
            if kind.is_dir() {
                continue;
            }
            let Some(path) = found
                .path()
                .strip_prefix(root)
                .ok()
                .and_then(Path::to_str)
                .and_then(|path| RepoPath::new(path).ok())
            else {
                continue;
            };
            if entries.len() >= limits.files {
                return Err(SourceError::TooManyFiles { limit: limits.files });
            }
            entries.insert(path, Entry::OnDisk { link: kind.is_symlink() });
        }
        let origin = Origin::Worktree(root.to_owned());
        Ok(Self::build(entries, origin, "working tree".to_owned(), limits))
    }

    /// The files of a commit. Nothing is checked out.
    ///
    /// # Errors
    /// When git's objects cannot be read or there are more files than the limit.
    pub fn revision(
        repository: &GitRepository,
        commit: CommitId,
        limits: Limits,
    ) -> Result<Self, SourceError> {
        let local = repository.local();
        let tree = local
            .find_commit(commit.0)
            .map_err(git_error)?
            .tree()
            .map_err(git_error)?;
        let listed = tree.traverse().breadthfirst.files().map_err(git_error)?;
        let mut entries = BTreeMap::new();
        for file in listed {
            let link = file.mode.is_link();
            if !(link || file.mode.is_blob()) {
                continue;
            }
            let path = std::str::from_utf8(&file.filepath).ok();
            let Some(path) = path.and_then(|path| RepoPath::new(path).ok()) else { continue };
            if entries.len() >= limits.files {
                return Err(SourceError::TooManyFiles { limit: limits.files });
            }
            entries.insert(path, Entry::Object { id: file.oid, link });
        }
        Ok(Self::build(entries, Origin::Git(repository.clone()), commit.short(), limits))
    }

    /// Files in memory.
    #[must_use]
    pub fn memory(files: impl IntoIterator<Item = (RepoPath, Vec<u8>)>) -> Self {
        let entries = files
            .into_iter()
            .map(|(path, bytes)| (path, Entry::Content(Blob::new(bytes))))
            .collect();
        Self::build(entries, Origin::Memory, "memory".to_owned(), Limits::default())
    }

    /// The same tree with some files replaced, or removed where there is no content.
    #[must_use]
    pub fn overlay(&self, changes: BTreeMap<RepoPath, Option<Vec<u8>>>) -> Self {
        let mut entries = self.tree.entries.clone();
        let mut known = self.tree.lock().clone();
        for (path, content) in changes {
            known.remove(&path);
            match content {
                Some(bytes) => entries.insert(path, Entry::Content(Blob::new(bytes))),
                None => entries.remove(&path),
            };
        }
        let origin = match &self.tree.origin {
            Origin::Worktree(root) => Origin::Worktree(root.clone()),
            Origin::Git(repository) => Origin::Git(repository.clone()),
            Origin::Memory => Origin::Memory,
        };
        let snapshot =
            Self::build(entries, origin, self.tree.description.clone(), self.tree.limits);
        *snapshot.tree.lock() = known;
        snapshot
    }

    fn build(
        entries: BTreeMap<RepoPath, Entry>,
        origin: Origin,
        description: String,
        limits: Limits,
    ) -> Self {
        let paths: Vec<RepoPath> = entries.keys().cloned().collect();
        let mut folders = BTreeSet::new();
        for path in &paths {
            let mut folder = path.parent();
            while !folder.is_empty() && folders.insert(folder.to_owned()) {
                folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
            }
        }
        let read = Mutex::default();
        let tree = Tree { paths, folders, entries, origin, description, limits, read };
        Self { tree: Arc::new(tree) }
    }

    /// Files and links, sorted.
    #[must_use]
    pub fn paths(&self) -> &[RepoPath] {
        &self.tree.paths
    }

    /// Whether a file or link stands there.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.tree.entries.contains_key(path)
    }

    /// Whether a folder with files stands there.
    #[must_use]
    pub fn is_dir(&self, path: &str) -> bool {
        self.tree.folders.contains(path.trim_end_matches('/'))
    }

    /// What the tree is, for people.
    #[must_use]
    pub fn describe(&self) -> &str {
        &self.tree.description
    }

    /// Whether both trees are known, without reading, to hold the same content at a path.
    #[must_use]
    pub fn is_known_same(&self, other: &Self, path: &str) -> bool {
        match (self.tree.entries.get(path), other.tree.entries.get(path)) {
            (Some(Entry::Object { id: a, .. }), Some(Entry::Object { id: b, .. })) => a == b,
            (Some(Entry::Content(a)), Some(Entry::Content(b))) => a.same(b),
            _ => false,
        }
    }

    /// The content of a file. Links are followed inside the tree only. A file is read once.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub fn read(&self, path: &str) -> Result<Blob, SourceError> {
        let mut place = path.to_owned();
        for _ in 0..LINKS {
            match self.step(&place)? {
                Step::Content(blob) => return Ok(blob),
                Step::Link(target) => {
                    let folder = place.rsplit_once('/').map_or("", |(folder, _)| folder);
                    place = join(folder, &target).ok_or_else(|| SourceError::Link {
                        path: path.to_owned(),
                        target: target.clone(),
                    })?;
                    if !self.contains(&place) {
                        return Err(SourceError::Link { path: path.to_owned(), target });
                    }
                }
            }
        }
        Err(SourceError::Link { path: path.to_owned(), target: place })
    }

    fn step(&self, path: &str) -> Result<Step, SourceError> {
        let Some(entry) = self.tree.entries.get(path) else {
            let path = path.to_owned();
            return Err(if self.is_dir(&path) {
                SourceError::IsDirectory { path }
            } else {
                SourceError::Missing { path }
            });
        };
        if let Some(known) = self.tree.lock().get(path) {
            return Ok(Step::Content(known.clone()));
        }
        let limit = self.tree.limits.file_bytes;
        let blob = match (entry, &self.tree.origin) {
            (Entry::Content(blob), _) => {
                let size = blob.bytes().len() as u64;
                if size > limit {
                    return Err(SourceError::TooLarge { path: path.to_owned(), size, limit });
                }
                return Ok(Step::Content(blob.clone()));
            }
            (Entry::Object { id, link }, Origin::Git(repository)) => {
                let blob = repository.blob(*id, path, limit)?;
                if *link {
                    return Ok(Step::Link(String::from_utf8_lossy(blob.bytes()).into_owned()));
                }
                return Ok(Step::Content(blob));
            }
            (Entry::OnDisk { link }, Origin::Worktree(root)) => {
                let full = root.join(path);
                if *link {
                    let target = std::fs::read_link(&full).map_err(|error| io(path, &error))?;
                    return Ok(Step::Link(target.to_string_lossy().into_owned()));
                }
                read_file(&full, path, limit)?
            }
            _ => return Err(SourceError::Missing { path: path.to_owned() }),
        };
        if let Ok(path) = RepoPath::new(path) {
            self.tree.lock().insert(path, blob.clone());
        }
        Ok(Step::Content(blob))
    }
}

impl Tree {
    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<RepoPath, Blob>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Step {
    Content(Blob),
    Link(String),
}

fn io(path: &str, error: &std::io::Error) -> SourceError {
    SourceError::Io { path: path.to_owned(), reason: error.to_string() }
}

fn read_file(full: &Path, path: &str, limit: u64) -> Result<Blob, SourceError> {
    let facts = std::fs::symlink_metadata(full).map_err(|error| io(path, &error))?;
    if !facts.is_file() {
        let reason = "not a regular file".to_owned();
        return Err(SourceError::Io { path: path.to_owned(), reason });
    }
    if facts.len() > limit {
        return Err(SourceError::TooLarge { path: path.to_owned(), size: facts.len(), limit });
    }
    std::fs::read(full).map(Blob::new).map_err(|error| io(path, &error))
}

/// A link's target seen from its folder; nothing when it leaves the tree.
fn join(folder: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
