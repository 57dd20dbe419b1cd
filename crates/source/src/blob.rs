//! The content of a file, read once.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock, Weak};

use gix::ObjectId;

/// Content of a file. Cheap to clone, equal by content, usable as a cache key.
#[derive(Clone)]
pub struct Blob {
    content: Arc<Content>,
}

struct Content {
    bytes: Box<[u8]>,
    /// Git's name for the bytes, where it is known.
    id: Option<ObjectId>,
    /// A digest of all bytes, computed when first asked for.
    digest: OnceLock<u64>,
}

/// Content that is no UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not UTF-8: byte {offset} (line {line})")]
pub struct Utf8Problem {
    /// The first byte that belongs to no character, from 0.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
}

impl Blob {
    /// Wraps bytes.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self::with_id(bytes.into(), None)
    }

    /// Wraps the bytes of a git object.
    pub(crate) fn of_object(bytes: Vec<u8>, id: ObjectId) -> Self {
        Self::with_id(bytes, Some(id))
    }

    fn with_id(bytes: Vec<u8>, id: Option<ObjectId>) -> Self {
        let content = Content { bytes: bytes.into(), id, digest: OnceLock::new() };
        Self { content: Arc::new(content) }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.content.bytes
    }

    /// The bytes as text.
    ///
    /// # Errors
    /// When they are no UTF-8, with the place.
    pub fn text(&self) -> Result<&str, Utf8Problem> {
        std::str::from_utf8(self.bytes()).map_err(|error| {
            let offset = error.valid_up_to();
            let line = self.bytes()[..offset].split(|byte| *byte == b'\n').count();
            Utf8Problem { offset, line }
        })
    }

    /// Whether both hold the same bytes. Bytes are looked at only where neither the pointers nor
    /// git's object ids tell.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.content, &other.content) {
            return true;
        }
        match (self.content.id, other.content.id) {
            (Some(id), Some(other)) => id == other,
            _ => self.bytes() == other.bytes(),
        }
    }

    fn digest(&self) -> u64 {
        *self.content.digest.get_or_init(|| {
            // This hasher has fixed keys: the digest is the same in every run.
            let mut hasher = DefaultHasher::new();
            hasher.write(self.bytes());
            hasher.finish()
        })
    }

    pub(crate) fn downgrade(&self) -> WeakBlob {
        WeakBlob(Arc::downgrade(&self.content))
    }
}

/// A blob that goes when nobody else holds it.
pub(crate) struct WeakBlob(Weak<Content>);

impl WeakBlob {
    pub(crate) fn upgrade(&self) -> Option<Blob> {
        self.0.upgrade().map(|content| Blob { content })
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for Blob {}

impl Hash for Blob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.digest());
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.bytes().len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn is_equal_by_content() {
        let id = ObjectId::from_hex(b"ce013625030ba8dba906f756967f9e9ca394464a").unwrap();
        let (a, b) = (Blob::new("hello\n"), Blob::of_object(b"hello\n".to_vec(), id));
        assert_eq!(a, b);
        assert_eq!(a, a.clone());
        assert_ne!(a, Blob::new("hello"));
        assert_eq!(HashSet::from([a, b]).len(), 1);
    }

    #[test]
    fn says_where_text_ends() {
        let blob = Blob::new(b"a: 1\nb: \xff\xfe".to_vec());
        let problem = blob.text().unwrap_err();
        assert_eq!(problem, Utf8Problem { offset: 8, line: 2 });
        assert_eq!(problem.to_string(), "not UTF-8: byte 8 (line 2)");
        assert_eq!(Blob::new("中").text(), Ok("中"));
        assert_eq!(Blob::new("中".as_bytes()[..2].to_vec()).text().unwrap_err().offset, 0);
    }

    #[test]
    fn a_weak_one_does_not_keep_the_content() {
        let blob = Blob::new("x");
        let weak = blob.downgrade();
        assert!(weak.upgrade().is_some_and(|again| again.same(&blob)));
        drop(blob);
        assert!(weak.is_gone() && weak.upgrade().is_none());
    }
}
