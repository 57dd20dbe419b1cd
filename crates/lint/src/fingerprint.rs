//! Identity of a finding across revisions.

use std::fmt;

use sha2::{Digest, Sha256};

/// A finding's identity: the rule, the config key, the role or path, and the disagreeing values.
/// Line numbers are no part of it, so that a finding stays itself when lines move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of a sequence of parts.
    #[must_use]
    pub fn of<'p>(parts: impl IntoIterator<Item = &'p str>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part.as_bytes());
            hasher.update([0]);
        }
        let digest = hasher.finalize();
        Self(digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Sixteen hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
