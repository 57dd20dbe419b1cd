//! What a tree holds and a snapshot cannot.

use std::fmt;

use crate::PathError;

/// Characters of a path that are shown.
const SHOWN: usize = 200;

/// Something of a tree that is not part of its snapshot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skipped {
    place: String,
    reason: SkipReason,
}

/// Why something of a tree is not part of its snapshot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
pub enum SkipReason {
    /// Another repository.
    #[error("another repository")]
    Submodule,
    /// Its name is no UTF-8.
    #[error("its name is not UTF-8")]
    NameNotUtf8,
    /// Its name is no path inside a repository.
    #[error("{0}")]
    BadName(String),
    /// The tree has its path twice; the first counts.
    #[error("its path occurs twice")]
    Duplicate,
    /// A pipe, socket or device.
    #[error("neither a file nor a link")]
    NotAFile,
    /// The system or git would not show it.
    #[error("{0}")]
    Unreadable(String),
}

impl Skipped {
    /// `place` is what can be said of the path.
    pub(super) fn new(place: &str, reason: SkipReason) -> Self {
        let mut characters = place.chars();
        let mut place = characters.by_ref().take(SHOWN).collect::<String>();
        if characters.next().is_some() {
            place.push('…');
        }
        Self { place: place.escape_debug().to_string(), reason }
    }

    /// The path, as far as it can be written: control characters are escaped, what is no UTF-8 is
    /// replaced, and more than 200 characters are cut.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Why it is not part of the snapshot.
    #[must_use]
    pub fn reason(&self) -> &SkipReason {
        &self.reason
    }
}

impl From<PathError> for SkipReason {
    fn from(error: PathError) -> Self {
        Self::BadName(error.to_string())
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}
