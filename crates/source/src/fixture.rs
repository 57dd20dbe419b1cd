//! Real repositories and files for tests, independent of the machine's git settings.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::{GitRepository, Limits, RepoPath, Snapshot};

/// A folder that goes with the value.
pub(crate) struct Folder {
    dir: TempDir,
}

/// A repository in a folder of its own.
pub(crate) struct Repo {
    folder: Folder,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { dir: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let full = self.parent_of(path);
        std::fs::write(full, content).unwrap();
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: &str) {
        let full = self.parent_of(path);
        std::os::unix::fs::symlink(target, full).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        std::fs::remove_file(self.path().join(path)).unwrap();
    }

    pub(crate) fn worktree(&self) -> Snapshot {
        Snapshot::worktree(self.path(), Limits::default()).unwrap()
    }

    fn parent_of(&self, path: &str) -> PathBuf {
        let full = self.path().join(path);
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        full
    }
}

impl std::ops::Deref for Repo {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl Repo {
    pub(crate) fn new() -> Self {
        Self::with(&["-b", "main"])
    }

    pub(crate) fn with(options: &[&str]) -> Self {
        let repo = Self { folder: Folder::new() };
        repo.git(&[&["init", "-q"], options].concat());
        repo
    }

    /// A repository with one commit of these files.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let repo = Self::new();
        repo.commit(files);
        repo
    }

    /// Writes files and commits everything; returns the commit.
    pub(crate) fn commit(&self, files: &[(&str, &str)]) -> String {
        for (path, content) in files {
            self.write(path, content);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "a commit"]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// A copy in a folder of its own.
    pub(crate) fn clone_with(&self, options: &[&str]) -> Self {
        let copy = Self { folder: Folder::new() };
        let from = format!("file://{}", self.path().display());
        copy.git(&[&["clone", "-q"], options, &[&from, "."]].concat());
        copy
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.git_with(arguments, b"")
    }

    pub(crate) fn git_with(&self, arguments: &[&str], input: &[u8]) -> String {
        let mut child = Command::new("git")
            .args(["-c", "protocol.file.allow=always"])
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_NAME", "A")
            .env("GIT_AUTHOR_EMAIL", "a@example.com")
            .env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z")
            .env("GIT_COMMITTER_NAME", "C")
            .env("GIT_COMMITTER_EMAIL", "c@example.com")
            .env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// A tree object of raw entries, which git would refuse to write.
    pub(crate) fn tree(&self, entries: &[(&str, &[u8], &str)]) -> String {
        let mut bytes = Vec::new();
        for (mode, name, id) in entries {
            bytes.extend([mode.as_bytes(), b" ", name, b"\0"].concat());
            let digits = id.as_bytes().chunks(2);
            bytes.extend(
                digits
                    .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap()),
            );
        }
        self.git_with(&["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], &bytes)
    }

    pub(crate) fn blob(&self, content: &[u8]) -> String {
        self.git_with(&["hash-object", "-w", "--stdin"], content)
    }

    /// A commit of a tree, on no branch.
    pub(crate) fn commit_tree(&self, tree: &str) -> String {
        self.git(&["commit-tree", "-m", "a tree", tree])
    }

    pub(crate) fn open(&self) -> GitRepository {
        GitRepository::discover(self.path()).unwrap()
    }

    pub(crate) fn at(&self, revision: &str) -> Snapshot {
        Snapshot::revision(&self.open(), revision, Limits::default()).unwrap()
    }
}

pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

pub(crate) fn memory(files: &[(&str, &str)]) -> Snapshot {
    Snapshot::memory(files.iter().map(|(name, text)| (path(name), text.as_bytes().to_vec())))
}

pub(crate) fn changes(files: &[(&str, Option<&str>)]) -> BTreeMap<RepoPath, Option<Vec<u8>>> {
    let file = |(name, text): &(&str, Option<&str>)| {
        (path(name), text.map(|text| text.as_bytes().to_vec()))
    };
    files.iter().map(file).collect()
}

pub(crate) fn text(snapshot: &Snapshot, path: &str) -> String {
    snapshot.read(path).unwrap().text().unwrap().to_owned()
}

pub(crate) fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.paths().iter().map(RepoPath::as_str).collect()
}

pub(crate) fn skipped(snapshot: &Snapshot) -> Vec<String> {
    snapshot.skipped().iter().map(ToString::to_string).collect()
}
