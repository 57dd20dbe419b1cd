//! Paths inside a repository.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

/// A path relative to the repository's root: `/`-separated, no `..`, not absolute, no empty part,
/// no backslash and no control character. Ordered by bytes; cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<str>);

/// Why a text is no path inside a repository. Each variant holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Nothing is left of the text.
    #[error("the path {0:?} is empty")]
    Empty(String),
    /// It starts at the root of the file system.
    #[error("the path {0:?} is absolute")]
    Absolute(String),
    /// It has a `..` part.
    #[error("the path {0:?} has a `..` part")]
    ParentSegment(String),
    /// It has a character that is refused: a backslash, NUL or another control character.
    #[error("the path {path:?} holds {character:?}")]
    Forbidden {
        /// The text.
        path: String,
        /// The first such character.
        character: char,
    },
}

impl RepoPath {
    /// Checks and normalizes a path: `.` parts and doubled slashes are dropped.
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn new(path: &str) -> Result<Self, PathError> {
        if path.starts_with('/') {
            return Err(PathError::Absolute(path.to_owned()));
        }
        if let Some(character) = path.chars().find(|c| *c == '\\' || c.is_control()) {
            return Err(PathError::Forbidden { path: path.to_owned(), character });
        }
        if path.split('/').any(|part| part == "..") {
            return Err(PathError::ParentSegment(path.to_owned()));
        }
        if path.split('/').all(is_name) {
            return Ok(Self(path.into()));
        }
        let parts: Vec<&str> = path.split('/').filter(|part| is_name(part)).collect();
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

    /// What follows the last dot of the file name; nothing for `.gitignore` and `name.`.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.file_name().rsplit_once('.')?;
        (!stem.is_empty() && !extension.is_empty()).then_some(extension)
    }

    /// Whether the path lies below `folder`, which may end in a slash. Everything lies below the
    /// root, the empty text.
    #[must_use]
    pub fn starts_with_dir(&self, folder: &str) -> bool {
        let folder = folder.trim_end_matches('/');
        folder.is_empty() || self.0.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Whether a part names something: it is neither empty nor `.`.
fn is_name(part: &str) -> bool {
    !part.is_empty() && part != "."
}

impl FromStr for RepoPath {
    type Err = PathError;

    fn from_str(path: &str) -> Result<Self, PathError> {
        Self::new(path)
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
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn refuses_what_leaves_the_tree() {
        assert_eq!(RepoPath::new("a/../b"), Err(PathError::ParentSegment("a/../b".into())));
        assert_eq!(RepoPath::new(".."), Err(PathError::ParentSegment("..".into())));
        assert_eq!(RepoPath::new("/etc/passwd"), Err(PathError::Absolute("/etc/passwd".into())));
        for path in ["", ".", "./", "./."] {
            assert_eq!(RepoPath::new(path), Err(PathError::Empty(path.into())));
        }
        for (path, character) in
            [("a\\b", '\\'), ("a\0", '\0'), ("a\nb", '\n'), ("\u{1b}[31m", '\u{1b}')]
        {
            let path = path.to_owned();
            assert_eq!(RepoPath::new(&path), Err(PathError::Forbidden { path, character }));
        }
    }

    #[test]
    fn says_what_is_wrong_without_raw_control_characters() {
        let error = RepoPath::new("a\u{1b}[31mb").unwrap_err();
        assert_eq!(error.to_string(), r#"the path "a\u{1b}[31mb" holds '\u{1b}'"#);
    }

    #[test]
    fn normalizes() {
        assert_eq!(RepoPath::new("./a//b/./c/").unwrap().as_str(), "a/b/c");
        assert_eq!(RepoPath::new("a..b/...").unwrap().as_str(), "a..b/...");
    }

    #[test]
    fn has_parts() {
        let path = RepoPath::new("benchmarks/multi_node/配置.v2.yaml").unwrap();
        assert_eq!(path.file_name(), "配置.v2.yaml");
        assert_eq!(path.parent(), "benchmarks/multi_node");
        assert_eq!(path.extension(), Some("yaml"));
        assert!(path.starts_with_dir("benchmarks"));
        assert!(path.starts_with_dir("benchmarks/multi_node/"));
        assert!(path.starts_with_dir(""));
        assert!(!path.starts_with_dir("benchmarks/multi"));
        assert!(!path.starts_with_dir(path.as_str()));
        let path = RepoPath::new(".gitignore").unwrap();
        assert_eq!((path.parent(), path.file_name(), path.extension()), ("", ".gitignore", None));
        assert_eq!(RepoPath::new("a.").unwrap().extension(), None);
    }

    #[test]
    fn is_found_by_text_in_maps() {
        let map = BTreeMap::from([(RepoPath::new("a/b").unwrap(), 1)]);
        assert_eq!(map.get("a/b"), Some(&1));
    }

    proptest! {
        #[test]
        fn any_text_is_a_normal_path_or_an_error(text in "[a./\\\\\\x00\n字 ]{0,12}|\\PC{0,20}") {
            if let Ok(path) = RepoPath::new(&text) {
                prop_assert!(path.split('/').all(|part| !matches!(part, "" | "." | "..")));
                prop_assert!(!path.contains(['\\', '\0', '\n']));
                prop_assert_eq!(RepoPath::new(path.as_str()), Ok(path.clone()));
                let joined = match path.parent() {
                    "" => path.file_name().to_owned(),
                    folder => format!("{folder}/{}", path.file_name()),
                };
                prop_assert_eq!(joined, path.as_str());
                prop_assert!(path.starts_with_dir(path.parent()));
            }
        }

        #[test]
        fn good_parts_make_a_good_path(parts in prop::collection::vec("[a-z0-9_-]{1,5}", 1..5)) {
            let text = parts.join("/");
            let path = RepoPath::new(&text).unwrap();
            prop_assert_eq!(path.as_str(), &text);
            prop_assert_eq!(RepoPath::new(&format!("./{}", parts.join("//"))), Ok(path));
        }
    }
}
