//! Objects that are in use, so that none is read twice.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gix::ObjectId;

use crate::Blob;
use crate::blob::WeakBlob;

/// Blobs by id, for as long as somebody holds them. The lock is held for a look-up only, never
/// while an object is read.
#[derive(Default)]
pub(super) struct Objects {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    blobs: HashMap<ObjectId, WeakBlob>,
    /// Number of blobs at which those that are gone are forgotten.
    sweep_at: usize,
}

impl Objects {
    pub(super) fn get(&self, id: &ObjectId) -> Option<Blob> {
        self.lock().blobs.get(id).and_then(WeakBlob::upgrade)
    }

    /// Keeps a blob and returns it, or the same one when another thread was faster.
    pub(super) fn keep(&self, id: ObjectId, blob: Blob) -> Blob {
        const FEW: usize = 1024;
        let mut known = self.lock();
        if let Some(earlier) = known.blobs.get(&id).and_then(WeakBlob::upgrade) {
            return earlier;
        }
        if known.blobs.len() >= known.sweep_at.max(FEW) {
            known.blobs.retain(|_, blob| !blob.is_gone());
            known.sweep_at = 2 * known.blobs.len();
        }
        known.blobs.insert(id, blob.downgrade());
        blob
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> ObjectId {
        ObjectId::from_hex(format!("{number:040x}").as_bytes()).unwrap()
    }

    #[test]
    fn shares_what_is_held_and_forgets_what_is_not() {
        let objects = Objects::default();
        let held = objects.keep(id(0), Blob::new("a"));
        let again = objects.keep(id(0), Blob::new("a"));
        assert!(std::ptr::eq(held.bytes(), again.bytes()));
        for number in 1..5000 {
            objects.keep(id(number), Blob::new("b"));
        }
        assert!(objects.get(&id(0)).is_some());
        assert!(objects.get(&id(1)).is_none());
        assert!(objects.lock().blobs.len() <= 1024);
    }
}
