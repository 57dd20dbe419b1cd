//! What git knows of a working tree.

use std::collections::BTreeMap;
use std::path::Path;

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::index::entry::{Mode, Stat, stat};
use gix::index::fs::Metadata;

use super::EntryKind;
use super::worktree::GIT;
use crate::{GitRepository, RepoPath};

/// The files and links that git tracks, from its index; empty where there is no git.
#[derive(Default)]
pub(super) struct Tracked {
    files: BTreeMap<RepoPath, Option<Known>>,
}

/// What the index says of a file whose stamps can be trusted.
struct Known {
    id: ObjectId,
    kind: EntryKind,
    stat: Stat,
}

impl Tracked {
    /// Reads the index of the working tree `root`. An index that cannot be read counts as none:
    /// files are compared by content then.
    pub(super) fn of(root: &Path) -> Self {
        if root.join(GIT).symlink_metadata().is_err() {
            return Self::default();
        }
        let index = GitRepository::discover(root)
            .ok()
            .and_then(|repository| repository.with(|handle| handle.open_index().ok()));
        let Some(index) = index else { return Self::default() };
        // Times to the second: what was written in the second of the index is compared by content.
        let by_second = stat::Options { use_nsec: false, ..stat::Options::default() };
        let files = index.entries().iter().filter_map(|entry| {
            let path = RepoPath::new(entry.path(&index).to_str().ok()?).ok()?;
            let kind = match entry.mode {
                Mode::FILE | Mode::FILE_EXECUTABLE => EntryKind::File,
                Mode::SYMLINK => EntryKind::Link,
                _ => return None,
            };
            let certain =
                entry.stage_raw() == 0 && !entry.stat.is_racy(index.timestamp(), by_second);
            Some((path, certain.then_some(Known { id: entry.id, kind, stat: entry.stat })))
        });
        Self { files: files.collect() }
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &RepoPath> {
        self.files.keys()
    }

    /// Git's id of a file or link on the disk, when size, times and inode are those that git saw.
    pub(super) fn unchanged(
        &self,
        root: &Path,
        path: &RepoPath,
        kind: EntryKind,
    ) -> Option<ObjectId> {
        let known = self.files.get(path)?.as_ref().filter(|known| known.kind == kind)?;
        let now = Stat::from_fs(&Metadata::from_path_no_follow(&root.join(path.as_str())).ok()?);
        let options =
            stat::Options { use_nsec: true, use_stdev: false, ..stat::Options::default() };
        now.ok()?.matches(&known.stat, options).then_some(known.id)
    }
}
