//! Commits and how they are named.

use std::fmt;

use gix::ObjectId;

/// A commit. Displayed as all digits of its id, in hexadecimal.
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
        fmt::Display::fmt(&self.0, f)
    }
}

/// What names a commit: a text that is still to be resolved, or the commit itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Revision<'r> {
    /// A branch, a tag, a commit id or an expression of git's.
    Name(&'r str),
    /// A commit.
    Commit(CommitId),
}

impl Revision<'_> {
    /// The revision for people, once resolved: `main (1a2b3c4)`, or `1a2b3c4` where it is an id.
    pub(crate) fn describe(self, commit: &CommitId) -> String {
        match self {
            Self::Name(name) if !commit.to_string().starts_with(&name.to_ascii_lowercase()) => {
                format!("{name} ({})", commit.short())
            }
            _ => commit.short(),
        }
    }
}

impl<'r> From<&'r str> for Revision<'r> {
    fn from(name: &'r str) -> Self {
        Self::Name(name)
    }
}

impl<'r> From<&'r String> for Revision<'r> {
    fn from(name: &'r String) -> Self {
        Self::Name(name)
    }
}

impl From<CommitId> for Revision<'_> {
    fn from(commit: CommitId) -> Self {
        Self::Commit(commit)
    }
}

impl From<&CommitId> for Revision<'_> {
    fn from(commit: &CommitId) -> Self {
        Self::Commit(*commit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_names_and_ids() {
        let id = ObjectId::from_hex(b"1a2b3c4d5e6f708192a3b4c5d6e7f80910111213").unwrap();
        let commit = CommitId(id);
        assert_eq!(commit.to_string(), "1a2b3c4d5e6f708192a3b4c5d6e7f80910111213");
        assert_eq!(Revision::from("main").describe(&commit), "main (1a2b3c4)");
        assert_eq!(Revision::from("1A2B3C4D5E").describe(&commit), "1a2b3c4");
        assert_eq!(Revision::from(commit).describe(&commit), "1a2b3c4");
    }
}
