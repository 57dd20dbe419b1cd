//! A git repository, bare or not, read without checkout or network.

mod commit;
mod handles;
mod objects;
mod revision;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use gix::ObjectId;
use gix::discover::upwards;
use gix::open::Options;
use gix::sec::{Trust, trust::Mapping};

use crate::{Blob, SourceError};

pub use commit::{CommitId, Revision};
use handles::Handles;
use objects::Objects;

/// No object of more than 256 MiB is unpacked; GitHub takes none of more than 100 MiB.
const ALLOCATION: &str = "gitoxide.objects.allocLimit=268435456";

/// A git repository. Cheap to clone, usable from several threads at once. Objects that snapshots
/// hold are kept, so that what two revisions share is read once and is one [`Blob`].
#[derive(Clone)]
pub struct GitRepository {
    inner: Arc<Inner>,
}

struct Inner {
    handles: Handles,
    objects: Objects,
}

impl GitRepository {
    /// Opens the repository that holds `path`, which may itself be a bare one. The environment and
    /// the user's and the system's git settings are not read; the owner of the files does not
    /// matter, since nothing of the repository is executed.
    ///
    /// # Errors
    /// [`SourceError::NoRepository`] when there is none, [`SourceError::Unopened`] when there is
    /// one that is broken.
    pub fn discover(path: &Path) -> Result<Self, SourceError> {
        let shown = || path.display().to_string();
        let search = || upwards::Options {
            trust: upwards::TrustPolicy::Assume(Trust::Full),
            ..upwards::Options::default()
        };
        gix::discover::upwards_opts(path, search())
            .map_err(|_| SourceError::NoRepository { path: shown() })?;
        let options = || Options::isolated().config_overrides([ALLOCATION]);
        let options = Mapping { full: options(), reduced: options() };
        let repository = gix::ThreadSafeRepository::discover_opts(path, search(), options)
            .map_err(|error| SourceError::Unopened { path: shown(), reason: error.to_string() })?;
        let inner = Inner { handles: Handles::new(repository), objects: Objects::default() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The folder of the checked-out files; none when the repository is bare.
    #[must_use]
    pub fn workdir(&self) -> Option<&Path> {
        self.inner.handles.shared().work_dir()
    }

    /// The folder of git's own files: `.git`, or the bare repository itself.
    #[must_use]
    pub fn git_dir(&self) -> &Path {
        self.inner.handles.shared().git_dir()
    }

    /// Whether the repository holds a part of its history only.
    #[must_use]
    pub fn is_shallow(&self) -> bool {
        self.with(|repository| repository.is_shallow().unwrap_or(false))
    }

    /// The commit that a revision names: a branch, a tag, a commit id or an expression such as
    /// `main~2`; a name that only the remote `origin` has is found there.
    ///
    /// # Errors
    /// [`SourceError::UnknownRevision`], with a similar branch or tag when there is one,
    /// [`SourceError::Unborn`] for a `HEAD` without commits, [`SourceError::NotACommit`].
    pub fn resolve(&self, revision: &str) -> Result<CommitId, SourceError> {
        self.with(|repository| revision::resolve(repository, revision))
    }

    /// The best common ancestor of two commits.
    ///
    /// # Errors
    /// [`SourceError::NoMergeBase`] when there is none, or none in the part of the history that a
    /// shallow clone holds.
    pub fn merge_base(&self, base: &CommitId, head: &CommitId) -> Result<CommitId, SourceError> {
        if base == head {
            return Ok(*base);
        }
        self.with(|repository| {
            let found = repository.merge_base(base.0, head.0);
            let shallow = repository.is_shallow().unwrap_or(false);
            match found {
                Ok(Some(id)) => Ok(CommitId(id.detach())),
                Err(error) if !shallow => Err(unreadable("history", &base.0, &error)),
                _ => {
                    let (base, head) = (base.short(), head.short());
                    Err(SourceError::NoMergeBase { base, head, shallow })
                }
            }
        })
    }

    /// The parents of a commit, the first one first.
    ///
    /// # Errors
    /// [`SourceError::Object`] when the commit cannot be read.
    pub fn parents(&self, commit: &CommitId) -> Result<Vec<CommitId>, SourceError> {
        self.with(|repository| {
            let commit = repository
                .find_commit(commit.0)
                .map_err(|error| unreadable("commit", &commit.0, &error))?;
            Ok(commit.parent_ids().map(|id| CommitId(id.detach())).collect())
        })
    }

    /// The commit's first parent.
    ///
    /// # Errors
    /// [`SourceError::Object`] when the commit cannot be read.
    pub fn first_parent(&self, commit: &CommitId) -> Result<Option<CommitId>, SourceError> {
        Ok(self.parents(commit)?.into_iter().next())
    }

    /// Runs `work` with a handle of the calling thread's own.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&gix::Repository) -> T) -> T {
        self.inner.handles.with(work)
    }

    /// Reads the blob `id`, named `path` in errors, of at most `limit` bytes.
    pub(crate) fn blob(&self, id: ObjectId, path: &str, limit: u64) -> Result<Blob, SourceError> {
        if let Some(known) = self.inner.objects.get(&id) {
            return Ok(known);
        }
        let size = self.blob_size(id, path)?;
        if size > limit {
            return Err(SourceError::TooLarge { path: path.to_owned(), size, limit });
        }
        let bytes = self.with(|repository| {
            let object =
                repository.find_object(id).map_err(|error| unreadable(path, &id, &error))?;
            if object.kind == gix::objs::Kind::Blob {
                return Ok(object.detach().data);
            }
            let reason = format!("it is a {}, not a blob", object.kind);
            Err(SourceError::Object { place: path.to_owned(), id: id.to_string(), reason })
        })?;
        Ok(self.inner.objects.keep(id, Blob::of_object(bytes, id)))
    }

    /// The size in bytes of the blob `id`, named `path` in errors.
    pub(crate) fn blob_size(&self, id: ObjectId, path: &str) -> Result<u64, SourceError> {
        self.with(|repository| {
            let header =
                repository.find_header(id).map_err(|error| unreadable(path, &id, &error))?;
            Ok(header.size())
        })
    }
}

/// An object of git's that could not be read.
pub(crate) fn unreadable(
    place: &str,
    id: &ObjectId,
    error: &impl std::error::Error,
) -> SourceError {
    SourceError::Object { place: place.to_owned(), id: id.to_string(), reason: error.to_string() }
}

impl fmt::Debug for GitRepository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GitRepository").field(&self.git_dir()).finish()
    }
}

#[cfg(test)]
mod tests;
