//! `CONFIG_FILE=<path>[:<selector>]` as written in a master config.

use sweeplint_yaml::Span;

use crate::master::Setting;

/// A parsed reference to a recipe.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The setting's name, `CONFIG_FILE` or `EVAL_CONFIG_FILE`.
    pub setting: String,
    /// The path as written.
    pub path: String,
    /// What follows the first colon.
    pub selector: Option<String>,
    /// The whole setting as written in the master config.
    pub span: Span,
}

/// Why a reference is refused before anything is looked up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceError {
    /// Nothing stands after `=`.
    #[error("no path is given")]
    Empty,
    /// The path is absolute.
    #[error("the path is absolute")]
    Absolute,
    /// The path leaves the tree it starts in.
    #[error("the path has a `..` part")]
    Parent,
    /// A character that no recipe path has.
    #[error("the path holds {0:?}")]
    Character(char),
}

impl Reference {
    /// Splits a setting.
    #[must_use]
    pub fn parse(setting: &Setting) -> Self {
        let (path, selector) = match setting.value.split_once(':') {
            Some((path, selector)) => (path, Some(selector.to_owned())),
            None => (setting.value.as_str(), None),
        };
        Self { setting: setting.name.clone(), path: path.to_owned(), selector, span: setting.span }
    }

    /// A reference typed by a person.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let text = text.strip_prefix("CONFIG_FILE=").unwrap_or(text);
        let (path, selector) = match text.split_once(':') {
            Some((path, selector)) => (path, Some(selector.to_owned())),
            None => (text, None),
        };
        Self {
            setting: "CONFIG_FILE".to_owned(),
            path: path.to_owned(),
            selector,
            span: Span::default(),
        }
    }

    /// The path, when it is one that may be looked up in the repository.
    ///
    /// # Errors
    /// Absolute paths, `..`, control characters and backslashes are refused.
    pub fn checked_path(&self) -> Result<&str, ReferenceError> {
        if self.path.trim().is_empty() {
            return Err(ReferenceError::Empty);
        }
        if self.path.starts_with('/') {
            return Err(ReferenceError::Absolute);
        }
        if self.path.split('/').any(|part| part == "..") {
            return Err(ReferenceError::Parent);
        }
        if let Some(bad) = self.path.chars().find(|c| c.is_control() || *c == '\\') {
            return Err(ReferenceError::Character(bad));
        }
        Ok(&self.path)
    }
}
