//! How often somebody may try to sign in.
//!
//! Failures are counted for a name from one address, for a name from everywhere, and for an address. The table of counts is
//! bounded: a flood of invented names pushes out the oldest counts and never fills the memory. It is kept in memory
//! only; a restart forgets it.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::clock::MINUTE;

/// Failures are counted over so many seconds.
const WINDOW: i64 = 15 * MINUTE;
/// Most failures for one name from one address.
const MAX_NAME_HERE: u32 = 8;
/// Most failures for one name from everywhere. Higher, so that a stranger cannot easily lock somebody out.
const MAX_NAME: u32 = 60;
/// Most failures from one address: a playing hall may share one.
const MAX_ADDRESS: u32 = 60;
const MAX_COUNTS: usize = 20_000;

type Key = [u8; 16];

#[derive(Default)]
pub(crate) struct Limiter(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// Since when, and how many.
    counts: BTreeMap<Key, (i64, u32)>,
    /// The same keys by age.
    ages: BTreeMap<(i64, Key), ()>,
}

impl Limiter {
    /// Whether somebody may try.
    pub(crate) fn allows(&self, login: &str, address: IpAddr, now: i64) -> bool {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys(login, address).iter().all(|(key, most)| counts.count(key, now) < *most)
    }

    /// Counts an attempt, before the work that it costs: attempts side by side are bounded like those one after the other.
    pub(crate) fn tries(&self, login: &str, address: IpAddr, now: i64) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, _) in keys(login, address) {
            counts.add(key, now);
        }
    }

    /// The attempt was right: it no longer counts, and neither do earlier ones for this name from this address.
    pub(crate) fn succeeded(&self, login: &str, address: IpAddr) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [(here, _), (name, _), (address, _)] = keys(login, address);
        counts.remove(&here);
        for key in [name, address] {
            if let Some((_, count)) = counts.counts.get_mut(&key) {
                *count = count.saturating_sub(1);
            }
        }
    }

    #[cfg(test)]
    fn kept(&self) -> usize {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(counts.counts.len(), counts.ages.len());
        counts.counts.len()
    }
}

impl Counts {
    fn count(&self, key: &Key, now: i64) -> u32 {
        self.counts
            .get(key)
            .filter(|(since, _)| now < since.saturating_add(WINDOW))
            .map_or(0, |(_, count)| *count)
    }

    fn add(&mut self, key: Key, now: i64) {
        if let Some((since, count)) = self.counts.get_mut(&key)
            && now < since.saturating_add(WINDOW)
        {
            *count = count.saturating_add(1);
            return;
        }
        self.remove(&key);
        if self.counts.len() >= MAX_COUNTS
            && let Some(((since, oldest), ())) = self.ages.pop_first()
        {
            self.counts.remove(&oldest);
            debug_assert!(since <= now);
        }
        self.counts.insert(key, (now, 1));
        self.ages.insert((now, key), ());
    }

    fn remove(&mut self, key: &Key) {
        if let Some((since, _)) = self.counts.remove(key) {
            self.ages.remove(&(since, *key));
        }
    }
}

/// The three counts that an attempt belongs to, with how many failures each allows. Hashed, so that names of any length
/// take the same room.
fn keys(login: &str, address: IpAddr) -> [(Key, u32); 3] {
    let address = network(address);
    [
        (key(&[b"here", login.as_bytes(), &address]), MAX_NAME_HERE),
        (key(&[b"name", login.as_bytes()]), MAX_NAME),
        (key(&[b"address", &address]), MAX_ADDRESS),
    ]
}

fn key(parts: &[&[u8]]) -> Key {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut key = [0; 16];
    key.copy_from_slice(&hash.finalize()[..16]);
    key
}

/// An address; of one in IPv6 the network, because one customer has 2^64 addresses.
fn network(address: IpAddr) -> [u8; 8] {
    let mut bytes = [0; 8];
    match address.to_canonical() {
        IpAddr::V4(address) => bytes[..4].copy_from_slice(&address.octets()),
        IpAddr::V6(address) => bytes.copy_from_slice(&address.octets()[..8]),
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn a_name_is_stopped_here_first_and_others_go_on() {
        let limiter = Limiter::default();
        for n in 0..MAX_NAME_HERE {
            assert!(limiter.allows("birch", here(1), 100), "{n}");
            limiter.tries("birch", here(1), 100);
        }
        assert!(!limiter.allows("birch", here(1), 100));
        assert!(!limiter.allows("birch", here(1), 100 + WINDOW - 1));
        assert!(limiter.allows("birch", here(1), 100 + WINDOW));
        assert!(limiter.allows("birch", here(2), 100), "from elsewhere");
        assert!(limiter.allows("oak", here(1), 100), "another name");
    }

    #[test]
    fn a_name_is_stopped_everywhere_in_the_end_and_so_is_an_address() {
        let limiter = Limiter::default();
        for n in 0..MAX_NAME {
            limiter.tries("birch", IpAddr::from([10, 0, 0, u8::try_from(n).expect("small")]), 0);
        }
        assert!(!limiter.allows("birch", here(200), 1));
        for n in 0..MAX_ADDRESS {
            limiter.tries(&format!("name-{n}"), here(3), 0);
        }
        assert!(!limiter.allows("somebody", here(3), 1));
        assert!(limiter.allows("somebody", here(4), 1));
    }

    #[test]
    fn who_signs_in_starts_anew() {
        let limiter = Limiter::default();
        for _ in 0..MAX_NAME_HERE {
            limiter.tries("birch", here(1), 0);
        }
        limiter.succeeded("birch", here(1));
        assert!(limiter.allows("birch", here(1), 1));
        // A hall in which everybody signs in at once is not closed.
        for n in 0..200 {
            let name = format!("arbiter-{n}");
            assert!(limiter.allows(&name, here(1), 2), "{n}");
            limiter.tries(&name, here(1), 2);
            limiter.succeeded(&name, here(1));
        }
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_go_first() {
        let limiter = Limiter::default();
        let from = |n: i64| IpAddr::from(u32::try_from(n).expect("small").to_be_bytes());
        for n in 0..30_000_i64 {
            limiter.tries(&format!("name-{n}"), from(n), n / 100);
        }
        assert_eq!(limiter.kept(), MAX_COUNTS);
        let count = |n: i64| {
            let [_, (name, _), _] = keys(&format!("name-{n}"), from(n));
            limiter.0.lock().expect("not poisoned").count(&name, 300)
        };
        assert_eq!([0, 10_000, 29_999].map(count), [0, 0, 1]);
    }

    #[test]
    fn one_network_of_ipv6_is_one_address() {
        let address = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
