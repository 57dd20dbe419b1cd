//! A git repository, bare or not, read without checkout or network.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gix::ObjectId;

use crate::{Blob, SourceError};

/// A git repository. Objects that were read are kept, so that what two revisions share is read
/// once.
#[derive(Clone)]
pub struct GitRepository {
    inner: Arc<Inner>,
}

struct Inner {
    repository: gix::ThreadSafeRepository,
    blobs: Mutex<HashMap<ObjectId, Blob>>,
}

/// A commit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommitId(pub(crate) ObjectId);

impl CommitId {
    /// The first seven digits.
    #[must_use]
    pub fn short(&self) -> String {
        self.0.to_hex_with_len(7).to_string()
    }
}

impl fmt::Display for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

pub(crate) fn git_error(error: impl std::error::Error) -> SourceError {
    SourceError::Git(error.to_string())
}

impl GitRepository {
    /// Opens the repository that holds `path`, which may itself be a bare one. The user's and the
    /// system's git settings are not read.
    ///
    /// # Errors
    /// When there is none.
    pub fn discover(path: &Path) -> Result<Self, SourceError> {
        let missing = || SourceError::NoRepository { path: path.display().to_string() };
        let (found, _) = gix::discover::upwards(path).map_err(|_| missing())?;
        let (git_dir, _) = found.into_repository_and_work_tree_directories();
        let options = gix::open::Options::isolated();
        let repository =
            gix::ThreadSafeRepository::open_opts(git_dir, options).map_err(|_| missing())?;
        Ok(Self { inner: Arc::new(Inner { repository, blobs: Mutex::default() }) })
    }

    /// The checked-out tree, unless the repository is bare.
    #[must_use]
    pub fn workdir(&self) -> Option<PathBuf> {
        self.local().workdir().map(Path::to_owned)
    }

    /// The commit that a revision names.
    ///
    /// # Errors
    /// [`SourceError::UnknownRevision`] with a similar branch or tag, when there is one.
    pub fn resolve(&self, revision: &str) -> Result<CommitId, SourceError> {
        let repository = self.local();
        let unknown = || SourceError::UnknownRevision {
            revision: revision.to_owned(),
            suggestion: similar_name(&repository, revision),
        };
        // References first: a branch may be named like one of git's revision expressions.
        let reference = |name: &str| {
            let mut reference = repository.find_reference(name).ok()?;
            reference.peel_to_id().ok()
        };
        let id = reference(revision)
            .or_else(|| repository.rev_parse_single(revision).ok())
            .or_else(|| reference(&format!("origin/{revision}")))
            .ok_or_else(unknown)?;
        let commit = id
            .object()
            .map_err(git_error)?
            .peel_to_kind(gix::object::Kind::Commit)
            .map_err(|_| unknown())?;
        Ok(CommitId(commit.id))
    }

    /// The best common ancestor.
    ///
    /// # Errors
    /// When there is none.
    pub fn merge_base(&self, base: CommitId, head: CommitId) -> Result<CommitId, SourceError> {
        let repository = self.local();
        let missing = || SourceError::NoMergeBase { base: base.short(), head: head.short() };
        let found = repository.merge_base(base.0, head.0).map_err(git_error)?;
        found.map(|id| CommitId(id.detach())).ok_or_else(missing)
    }

    /// The commit's first parent.
    ///
    /// # Errors
    /// When git's objects cannot be read.
    pub fn first_parent(&self, commit: CommitId) -> Result<Option<CommitId>, SourceError> {
        let repository = self.local();
        let commit = repository.find_commit(commit.0).map_err(git_error)?;
        Ok(commit.parent_ids().next().map(|id| CommitId(id.detach())))
    }

    pub(crate) fn local(&self) -> gix::Repository {
        self.inner.repository.to_thread_local()
    }

    pub(crate) fn known(&self, id: &ObjectId) -> Option<Blob> {
        self.inner.blobs.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Reads an object of at most `limit` bytes.
    pub(crate) fn blob(&self, id: ObjectId, path: &str, limit: u64) -> Result<Blob, SourceError> {
        if let Some(known) = self.known(&id) {
            return Ok(known);
        }
        let repository = self.local();
        let header = repository.find_header(id).map_err(git_error)?;
        let size = header.size();
        if size > limit {
            return Err(SourceError::TooLarge { path: path.to_owned(), size, limit });
        }
        let object = repository.find_object(id).map_err(git_error)?;
        let blob = Blob::new(object.detach().data);
        let mut blobs = self.inner.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(blobs.entry(id).or_insert(blob).clone())
    }
}

impl fmt::Debug for GitRepository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GitRepository")
    }
}

/// A branch or tag whose name is at most two edits away.
fn similar_name(repository: &gix::Repository, wanted: &str) -> Option<String> {
    let references = repository.references().ok()?;
    let names = references.all().ok()?.filter_map(Result::ok);
    names
        .map(|reference| reference.name().shorten().to_string())
        .map(|name| (distance(&name, wanted), name))
        .filter(|(distance, _)| *distance <= 2)
        .min()
        .map(|(_, name)| name)
}

/// Edit distance in which swapping two neighbours counts once.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for j in 0..=b.len() {
        rows[0][j] = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + differs);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}
