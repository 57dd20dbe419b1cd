//! Paths inside a repository.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A path relative to the repository's root: `/`-separated, no `..`, not absolute, no empty part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<str>);

/// Why a text is no path inside a repository.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Nothing is left of the text.
    #[error("the path {0:?} is empty")]
    Empty(String),
    /// It starts at the root of the file system.
    #[error("the path {0:?} is absolute")]
    Absolute(String),
    /// It has a part that leaves its folder.
    #[error("the path {0:?} has a `..` part")]
    Parent(String),
    /// It has a character that no path of a repository has.
    #[error("the path {path:?} holds {character:?}")]
    Character {
        /// The text.
        path: String,
        /// The character.
        character: char,
    },
}

impl RepoPath {
    /// Checks and normalizes a path: `./` parts and doubled slashes are dropped.
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn new(path: &str) -> Result<Self, PathError> {
        if path.starts_with('/') {
            return Err(PathError::Absolute(path.to_owned()));
        }
        if let Some(character) = path.chars().find(|c| *c == '\\' || *c == '\0' || *c == '\n') {
            return Err(PathError::Character { path: path.to_owned(), character });
        }
        if path.split('/').any(|part| part == "..") {
            return Err(PathError::Parent(path.to_owned()));
        }
        let parts: Vec<&str> =
            path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        if parts.is_empty() {
            return Err(PathError::Empty(path.to_owned()));
        }
        Ok(Self(parts.join("/").into()))
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&*self.0, |(_, name)| name)
    }

    /// The folder, empty at the root.
    #[must_use]
    pub fn parent(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// What follows the last dot of the file name.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        self.file_name().rsplit_once('.').map(|(_, extension)| extension)
    }

    /// Whether the path lies below `folder`.
    #[must_use]
    pub fn starts_with_dir(&self, folder: &str) -> bool {
        self.0.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }
}

impl Deref for RepoPath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for RepoPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for RepoPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_leaves_the_tree() {
        assert_eq!(RepoPath::new("a/../b").unwrap_err(), PathError::Parent("a/../b".into()));
        assert!(matches!(RepoPath::new("/etc/passwd"), Err(PathError::Absolute(_))));
        assert!(matches!(RepoPath::new("./"), Err(PathError::Empty(_))));
        assert!(matches!(RepoPath::new("a\\b"), Err(PathError::Character { .. })));
        assert_eq!(RepoPath::new("./a//b").unwrap().as_str(), "a/b");
    }
}
