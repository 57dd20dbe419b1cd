//! A file or link of a tree, and how its content is come by.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use gix::ObjectId;

use super::disk;
use crate::{Blob, GitRepository, SourceError};

/// What stands at a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntryKind {
    /// A file, executable or not.
    File,
    /// A symbolic link.
    Link,
}

/// Bytes of a link's target that are read; no system has longer paths.
const TARGET_BYTES: u64 = 4096;

/// Where contents are.
#[derive(Clone, Default)]
pub(super) struct Store {
    /// The working tree.
    pub(super) root: Option<Arc<Path>>,
    /// The repository of the tree's objects.
    pub(super) repository: Option<GitRepository>,
}

/// A file or link.
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    content: Content,
    /// Git's id of what stands on the disk, where git knows it to be unchanged.
    tracked: Option<ObjectId>,
}

/// Where the content of an entry comes from. Cells hold it once it was read.
pub(super) enum Content {
    /// It is at hand.
    Known(Blob),
    /// An object of the store's repository.
    Object(ObjectId, OnceLock<Blob>),
    /// A file or link of the store's working tree.
    Disk(OnceLock<Blob>),
}

impl Entry {
    pub(super) fn new(kind: EntryKind, content: Content) -> Self {
        Self { kind, content, tracked: None }
    }

    /// A file or link of the working tree; `tracked` is git's id of it where that is known.
    pub(super) fn on_disk(kind: EntryKind, tracked: Option<ObjectId>) -> Self {
        Self { kind, content: Content::Disk(OnceLock::new()), tracked }
    }

    pub(super) fn file(content: Content) -> Self {
        Self::new(EntryKind::File, content)
    }

    /// What the entry holds, for a link its target. `path` is the entry's, `limit` in bytes.
    pub(super) fn read(&self, store: &Store, path: &str, limit: u64) -> Result<Blob, SourceError> {
        let limit = if self.kind == EntryKind::Link { TARGET_BYTES } else { limit };
        match (&self.content, store) {
            (Content::Known(blob), _) => {
                let size = blob.bytes().len() as u64;
                if size > limit {
                    return Err(SourceError::TooLarge { path: path.to_owned(), size, limit });
                }
                Ok(blob.clone())
            }
            (Content::Object(id, cell), Store { repository: Some(repository), .. }) => {
                once(cell, || repository.blob(*id, path, limit))
            }
            (Content::Disk(cell), Store { root: Some(root), .. }) => {
                once(cell, || match self.kind {
                    EntryKind::File => disk::read_file(root, path, limit),
                    EntryKind::Link => disk::read_link(root, path),
                })
            }
            _ => Err(SourceError::Missing { path: path.to_owned() }),
        }
    }

    /// Bytes of what the entry holds, which is not read for that.
    pub(super) fn size(&self, store: &Store, path: &str) -> Result<u64, SourceError> {
        match (&self.content, store) {
            (Content::Known(blob), _) => Ok(blob.bytes().len() as u64),
            (Content::Object(_, cell) | Content::Disk(cell), _) if cell.get().is_some() => {
                Ok(cell.get().map_or(0, |blob| blob.bytes().len() as u64))
            }
            (Content::Object(id, _), Store { repository: Some(repository), .. }) => {
                repository.blob_size(*id, path)
            }
            (Content::Disk(_), Store { root: Some(root), .. }) => disk::size(root, path),
            _ => Err(SourceError::Missing { path: path.to_owned() }),
        }
    }

    /// Whether both hold the same, where git's ids tell.
    pub(super) fn known_same(&self, other: &Self) -> Option<bool> {
        if std::ptr::eq(self, other) {
            return Some(true);
        }
        Some(self.id()? == other.id()?)
    }

    /// Git's id of what the entry holds. Large files are never in memory as a whole for that.
    pub(super) fn computed_id(&self, store: &Store, path: &str) -> Option<ObjectId> {
        match (&self.content, store) {
            (Content::Known(blob), _) => disk::id(blob.bytes(), blob.bytes().len() as u64),
            (Content::Disk(_), Store { root: Some(root), .. }) => disk::file_id(root, path),
            _ => self.id(),
        }
    }

    fn id(&self) -> Option<ObjectId> {
        match &self.content {
            Content::Known(_) => None,
            Content::Object(id, _) => Some(*id),
            Content::Disk(_) => self.tracked,
        }
    }
}

/// What `cell` holds, read where it is empty. Two threads may both read; one result is kept.
fn once(
    cell: &OnceLock<Blob>,
    read: impl FnOnce() -> Result<Blob, SourceError>,
) -> Result<Blob, SourceError> {
    if let Some(known) = cell.get() {
        return Ok(known.clone());
    }
    let blob = read()?;
    Ok(cell.get_or_init(|| blob).clone())
}
