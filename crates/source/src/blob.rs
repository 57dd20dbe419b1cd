//! The content of a file, read once.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Content of a file. Cheap to clone, equal by content, usable as a cache key.
#[derive(Clone)]
pub struct Blob {
    bytes: Arc<[u8]>,
}

/// Content that is no UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not UTF-8: byte {offset} (line {line})")]
pub struct Utf8Problem {
    /// The first byte that belongs to no character.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
}

impl Blob {
    /// Wraps bytes.
    #[must_use]
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { bytes: bytes.into() }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes as text.
    ///
    /// # Errors
    /// When they are no UTF-8, with the place.
    pub fn text(&self) -> Result<&str, Utf8Problem> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let offset = error.valid_up_to();
            let line = 1 + self.bytes[..offset].iter().filter(|byte| **byte == b'\n').count();
            Utf8Problem { offset, line }
        })
    }

    /// Whether both hold the same bytes.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes) || self.bytes == other.bytes
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for Blob {}

impl Hash for Blob {
    /// Length and both ends are enough to tell files apart; equality looks at every byte.
    fn hash<H: Hasher>(&self, state: &mut H) {
        const ENDS: usize = 256;
        self.bytes.len().hash(state);
        self.bytes[..self.bytes.len().min(ENDS)].hash(state);
        self.bytes[self.bytes.len().saturating_sub(ENDS)..].hash(state);
    }
}

impl std::fmt::Debug for Blob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Blob({} bytes)", self.bytes.len())
    }
}
