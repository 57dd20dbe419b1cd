//! Handles of one repository for several threads.

use std::sync::{Mutex, PoisonError};

use gix::{Repository, ThreadSafeRepository};

/// Gives each caller a handle of its own, and keeps handles that nobody uses with what they have
/// already loaded. No lock is held while a handle is in use.
pub(super) struct Handles {
    shared: ThreadSafeRepository,
    idle: Mutex<Vec<Repository>>,
}

impl Handles {
    pub(super) fn new(shared: ThreadSafeRepository) -> Self {
        Self { shared, idle: Mutex::default() }
    }

    pub(super) fn shared(&self) -> &ThreadSafeRepository {
        &self.shared
    }

    pub(super) fn with<T>(&self, work: impl FnOnce(&Repository) -> T) -> T {
        let idle = self.idle().pop();
        let handle = idle.unwrap_or_else(|| self.shared.to_thread_local());
        let result = work(&handle);
        self.idle().push(handle);
        result
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Repository>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
