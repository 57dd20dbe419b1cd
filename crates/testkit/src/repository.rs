//! Small git repositories, written without the git command.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gix::ObjectId;
use gix::objs::tree::{Entry, EntryKind};
use gix::objs::{Commit, Tree};

/// Why a repository could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// The folder is not empty.
    #[error("{0} is not empty; name a new or an empty folder")]
    NotEmpty(PathBuf),
    /// A file could not be written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Git's own files could not be written.
    #[error("git: {0}")]
    Git(String),
}

/// A repository under construction.
pub struct Builder {
    repository: gix::Repository,
    root: PathBuf,
    files: BTreeMap<String, String>,
    commits: i64,
}

fn git(error: impl std::error::Error) -> RepositoryError {
    RepositoryError::Git(error.to_string())
}

impl Builder {
    /// Starts a repository in a new or empty folder.
    ///
    /// # Errors
    /// When the folder holds something or cannot be made.
    pub fn new(root: &Path) -> Result<Self, RepositoryError> {
        let io = |source| RepositoryError::Io { path: root.to_owned(), source };
        fs::create_dir_all(root).map_err(io)?;
        if fs::read_dir(root).map_err(io)?.next().is_some() {
            return Err(RepositoryError::NotEmpty(root.to_owned()));
        }
        let repository = gix::ThreadSafeRepository::init_opts(
            root,
            gix::create::Kind::WithWorktree,
            gix::create::Options::default(),
            gix::open::Options::isolated(),
        )
        .map_err(git)?
        .to_thread_local();
        Ok(Self { repository, root: root.to_owned(), files: BTreeMap::new(), commits: 0 })
    }

    /// Writes or replaces files; they are committed next.
    pub fn write(&mut self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.files.insert((*path).to_owned(), (*text).to_owned());
        }
    }

    /// Commits all files on top of `parent` and lets `branch` point there.
    ///
    /// # Errors
    /// When git's files cannot be written.
    pub fn commit(
        &mut self,
        branch: &str,
        parent: Option<ObjectId>,
        message: &str,
    ) -> Result<ObjectId, RepositoryError> {
        let paths: Vec<(&str, &str)> =
            self.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let tree = self.tree(&paths)?;
        // Fixed times: the same repository every time.
        let time = gix::date::Time::new(1_788_000_000 + self.commits * 3600, 0);
        let who = gix::actor::Signature {
            name: "sweeplint".into(),
            email: "sweeplint@localhost".into(),
            time,
        };
        let commit = Commit {
            tree,
            parents: parent.into_iter().collect(),
            author: who.clone(),
            committer: who,
            encoding: None,
            message: message.into(),
            extra_headers: Vec::new(),
        };
        let id = self.repository.write_object(&commit).map_err(git)?.detach();
        self.commits += 1;
        let reference = self.root.join(".git/refs/heads").join(branch);
        put(&reference, &format!("{id}\n"))?;
        Ok(id)
    }

    /// Checks out the files as they are now, as `branch`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn check_out(&self, branch: &str, commit: ObjectId) -> Result<(), RepositoryError> {
        for (path, text) in &self.files {
            put(&self.root.join(path), text)?;
        }
        put(&self.root.join(".git/HEAD"), &format!("ref: refs/heads/{branch}\n"))?;
        let tree = self.repository.find_commit(commit).map_err(git)?.tree_id().map_err(git)?;
        let mut index = self.repository.index_from_tree(&tree).map_err(git)?;
        index.write(gix::index::write::Options::default()).map_err(git)
    }

    /// Writes a tree of files whose paths are relative to it, sorted.
    fn tree(&self, files: &[(&str, &str)]) -> Result<ObjectId, RepositoryError> {
        let mut folders: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
        let mut entries = Vec::new();
        for (path, text) in files {
            if let Some((folder, rest)) = path.split_once('/') {
                folders.entry(folder).or_default().push((rest, text));
            } else {
                let oid = self.repository.write_blob(text.as_bytes()).map_err(git)?.detach();
                let mode = EntryKind::Blob.into();
                entries.push(Entry { mode, filename: (*path).into(), oid });
            }
        }
        for (folder, files) in folders {
            let oid = self.tree(&files)?;
            entries.push(Entry { mode: EntryKind::Tree.into(), filename: folder.into(), oid });
        }
        entries.sort();
        Ok(self.repository.write_object(&Tree { entries }).map_err(git)?.detach())
    }
}

fn put(path: &Path, text: &str) -> Result<(), RepositoryError> {
    let io = |source| RepositoryError::Io { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    fs::write(path, text).map_err(io)
}

/// The example repository, with its pull request checked out.
///
/// # Errors
/// When the folder is not empty or cannot be written.
pub fn example(root: &Path) -> Result<(), RepositoryError> {
    let mut builder = Builder::new(root)?;
    builder.write(crate::example::BASE);
    let base = builder.commit("main", None, "Two configs with their recipes\n")?;
    builder.write(crate::example::PULL_REQUEST);
    let head = builder.commit("pull-request", Some(base), "Add Orbit-1 AgentX, bump SGLang\n")?;
    builder.check_out("pull-request", head)
}
