//! A small cache of the most recently used values.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// About as many events as are opened within a day.
const CAPACITY: usize = 8;

pub(crate) struct Recent<T>(Mutex<VecDeque<Arc<T>>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Recent<T> {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, fits: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.lock().iter().find(|value| fits(value)).cloned()
    }

    pub(crate) fn forget(&self, fits: impl Fn(&T) -> bool) {
        self.lock().retain(|value| !fits(value));
    }

    /// Keeps a value in place of those that fit.
    pub(crate) fn keep(&self, value: &Arc<T>, replaces: impl Fn(&T) -> bool) {
        self.forget(replaces);
        let mut recent = self.lock();
        recent.push_front(Arc::clone(value));
        recent.truncate(CAPACITY);
    }
}
