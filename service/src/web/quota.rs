//! Bounds on what each of many may hold at once, such as uploads of a person.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Places, of which each key may hold as many at once.
pub(crate) struct Quota<K> {
    each: usize,
    held: Mutex<BTreeMap<K, usize>>,
}

/// A place of a key, until it is dropped.
pub(crate) struct QuotaPlace<K: Ord> {
    quota: Arc<Quota<K>>,
    key: K,
}

impl<K> Quota<K> {
    pub(crate) fn new(each: usize) -> Arc<Self> {
        Arc::new(Self { each, held: Mutex::new(BTreeMap::new()) })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<K, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord + Copy> Quota<K> {
    /// A place for a key; none if it holds all of its places.
    pub(crate) fn take(self: &Arc<Self>, key: K) -> Option<QuotaPlace<K>> {
        let mut held = self.lock();
        let count = held.get(&key).copied().unwrap_or(0);
        if count >= self.each {
            return None;
        }
        held.insert(key, count + 1);
        Some(QuotaPlace { quota: Arc::clone(self), key })
    }
}

impl<K: Ord> Drop for QuotaPlace<K> {
    fn drop(&mut self) {
        let mut held = self.quota.lock();
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_and_no_key_is_remembered_without_one() {
        let quota = Quota::new(2);
        let (first, second) = (quota.take('a'), quota.take('a'));
        assert!(first.is_some() && second.is_some() && quota.take('a').is_none());
        assert!(quota.take('b').is_some(), "another key has places of its own");
        drop(first);
        assert!(quota.take('a').is_some());
        drop(second);
        assert!(quota.lock().is_empty());
    }
}
