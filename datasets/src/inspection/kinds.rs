//! Counts by kind, and the names of kinds as machine output has them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::document::KindCount;

/// The name of a kind: what it is written as in JSON.
pub(super) fn name(kind: impl Serialize) -> String {
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// How often each kind occurs.
#[derive(Clone, Debug)]
pub(super) struct Tally<K>(BTreeMap<K, u64>);

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord> Tally<K> {
    pub(super) fn add(&mut self, kind: K) {
        *self.0.entry(kind).or_default() += 1;
    }

    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    pub(super) fn get(&self, kind: &K) -> u64 {
        self.0.get(kind).copied().unwrap_or_default()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, &u64)> {
        self.0.iter()
    }

    /// The most frequent first, then by kind.
    pub(super) fn counted(&self, named: impl Fn(&K) -> String) -> Vec<KindCount> {
        let mut counted: Vec<KindCount> =
            self.0.iter().map(|(kind, &games)| KindCount { name: named(kind), games }).collect();
        counted.sort_by_key(|line| std::cmp::Reverse(line.games));
        counted
    }
}
