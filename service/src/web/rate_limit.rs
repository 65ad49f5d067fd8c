//! How often somebody may try to sign in, how often who is signed in may ask, and how many refused accesses the audit log
//! names.
//!
//! Failures are counted for a name from one address, for a name from everywhere, and for an address. The table of counts is
//! bounded: a flood of invented names pushes out the older half and never fills the memory. It is kept in memory only; a
//! restart forgets it.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use uci_pool::hex;

use crate::accounts::secret::Secret;
use crate::clock::HOUR;
use crate::store::audit::Actor;
use crate::web::problem::{Problem, WINDOW};

/// Most failures for one name from one address.
const MAX_NAME_HERE: u32 = 8;
/// Most failures for one name from everywhere. Higher, so that a stranger cannot easily lock somebody out.
const MAX_NAME: u32 = 60;
/// Most failures from one address: a playing hall may share one.
const MAX_ADDRESS: u32 = 60;
const MAX_COUNTS: usize = 20_000;

/// A sign-in name, which is short, and a network; without one of them, any.
type Key = (Option<String>, Option<[u8; 8]>);

#[derive(Default)]
pub(crate) struct Limiter(Mutex<BTreeMap<Key, (i64, u32)>>);

impl Limiter {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, (i64, u32)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt, before the work that it costs: attempts side by side are bounded like those one after the other.
    /// Refused if there were too many already. A secret that only a good sign-in gives has a count of its own, which others
    /// cannot fill.
    pub(crate) fn tries(
        &self,
        login: &str,
        address: IpAddr,
        known: Option<&Secret>,
        now: i64,
    ) -> Result<(), Problem> {
        let mut counts = self.lock();
        let counted = |(since, _): &(i64, u32)| now < since.saturating_add(WINDOW);
        let keys = keys(login, address, known);
        let spent = |(key, most): &(Key, u32)| {
            counts.get(key).filter(|count| counted(count)).is_some_and(|(_, count)| count >= most)
        };
        if keys.iter().any(spent) {
            return Err(Problem::TooMany);
        }
        for (key, _) in keys {
            let count = counts.entry(key).or_insert((now, 0));
            *count = if counted(count) { (count.0, count.1 + 1) } else { (now, 1) };
        }
        if counts.len() > MAX_COUNTS {
            let mut ages: Vec<i64> = counts.values().map(|(since, _)| *since).collect();
            let (_, middle, _) = ages.select_nth_unstable(MAX_COUNTS / 2);
            counts.retain(|_, (since, _)| *since > *middle);
        }
        Ok(())
    }

    /// The attempt was right: it no longer counts, and neither do earlier ones for this name from this address.
    pub(crate) fn succeeded(&self, login: &str, address: IpAddr, known: Option<&Secret>) {
        let mut counts = self.lock();
        for (place, (key, _)) in keys(login, address, known).into_iter().enumerate() {
            if place == 0 {
                counts.remove(&key);
            } else if let Some((_, count)) = counts.get_mut(&key) {
                *count = count.saturating_sub(1);
            }
        }
    }
}

/// Refused accesses of one person or token that the audit log names, in an hour.
pub(crate) const MAX_REFUSALS: u32 = 20;

/// Refused accesses, counted so that nobody fills the log with them. There is a count for each person and token, so the table
/// is no larger than their number.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<BTreeMap<Actor, (i64, u32)>>);

impl Refusals {
    /// Counts one; its number within the hour.
    pub(crate) fn count(&self, actor: Actor, now: i64) -> u32 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, count) = counts.entry(actor).or_insert((now, 0));
        if now >= since.saturating_add(HOUR) {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        *count
    }
}

/// Requests of each person and token: so many at once, and then as many as come back with time. The table is no larger than
/// their number.
pub(crate) struct Rates {
    a_second: f64,
    at_once: f64,
    /// What is left to each, and when that was.
    left: Mutex<BTreeMap<Actor, (f64, Instant)>>,
}

impl Rates {
    pub(crate) fn new(a_second: u32, at_once: u32) -> Self {
        Self { a_second: a_second.into(), at_once: at_once.into(), left: Mutex::default() }
    }

    /// Counts a request. Refused if there were too many just now; who is not signed in is bounded elsewhere.
    pub(crate) fn asks(&self, actor: Actor, now: Instant) -> Result<(), Problem> {
        if !matches!(actor, Actor::Person(_) | Actor::Token(_)) {
            return Ok(());
        }
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, at) = left.entry(actor).or_insert((self.at_once, now));
        let back = now.saturating_duration_since(*at).as_secs_f64() * self.a_second;
        (*left, *at) = ((*left + back).min(self.at_once), now);
        if *left < 1.0 {
            return Err(Problem::TooFast);
        }
        *left -= 1.0;
        Ok(())
    }
}

/// The counts that an attempt belongs to, with how many failures each allows.
fn keys(login: &str, address: IpAddr, known: Option<&Secret>) -> Vec<(Key, u32)> {
    if let Some(known) = known {
        // No sign-in name has a space.
        return vec![((Some(format!("{login} {}", hex(&known.hash()))), None), MAX_NAME_HERE)];
    }
    let (login, address) = (Some(login.to_owned()), Some(network(address)));
    vec![((login.clone(), address), MAX_NAME_HERE), ((login, None), MAX_NAME), ((None, address), MAX_ADDRESS)]
}

/// An address; of one in IPv6 the network, because one customer has 2^64 addresses.
pub(crate) fn network(address: IpAddr) -> [u8; 8] {
    let mut bytes = [0; 8];
    match address.to_canonical() {
        IpAddr::V4(address) => bytes[..4].copy_from_slice(&address.octets()),
        IpAddr::V6(address) => bytes.copy_from_slice(&address.octets()[..8]),
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn here(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn a_name_is_stopped_everywhere_in_the_end_and_so_is_an_address() {
        let limiter = Limiter::default();
        for n in 0..MAX_NAME {
            let address = IpAddr::from([10, 0, 0, u8::try_from(n).expect("small")]);
            assert_eq!(limiter.tries("birch", address, None, 0), Ok(()));
        }
        assert_eq!(limiter.tries("birch", here(200), None, 1), Err(Problem::TooMany));
        for n in 0..MAX_ADDRESS {
            assert_eq!(limiter.tries(&format!("name-{n}"), here(3), None, 0), Ok(()));
        }
        assert_eq!(limiter.tries("somebody", here(3), None, 1), Err(Problem::TooMany));
        assert_eq!(limiter.tries("somebody", here(4), None, 1), Ok(()));
    }

    #[test]
    fn who_signs_in_starts_anew() {
        let limiter = Limiter::default();
        for _ in 0..MAX_NAME_HERE {
            assert_eq!(limiter.tries("birch", here(1), None, 0), Ok(()));
        }
        limiter.succeeded("birch", here(1), None);
        assert_eq!(limiter.tries("birch", here(1), None, 1), Ok(()));
        limiter.succeeded("birch", here(1), None);
        // A hall in which everybody signs in at once is not closed.
        for n in 0..200 {
            let name = format!("arbiter-{n}");
            assert_eq!(limiter.tries(&name, here(1), None, 2), Ok(()), "{n}");
            limiter.succeeded(&name, here(1), None);
        }
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_go_first() {
        let limiter = Limiter::default();
        let from = |n: i64| IpAddr::from(u32::try_from(n).expect("small").to_be_bytes());
        for n in 0..30_000_i64 {
            assert_eq!(limiter.tries(&format!("name-{n}"), from(n), None, n / 100), Ok(()));
            assert!(limiter.lock().len() <= MAX_COUNTS);
        }
        let count = |n: i64| {
            let keys = keys(&format!("name-{n}"), from(n), None);
            limiter.lock().get(&keys[1].0).map_or(0, |(_, count)| *count)
        };
        assert_eq!([0, 10_000, 27_500, 29_999].map(count), [0, 0, 1, 1]);
    }

    #[test]
    fn each_person_and_token_has_requests_of_its_own_that_come_back() {
        let rates = Rates::new(20, 3);
        let begun = Instant::now();
        let at = |ms| begun + Duration::from_millis(ms);
        let ask = |actor, ms| rates.asks(actor, at(ms)).is_ok();
        let (person, token) = (Actor::Person(1), Actor::Token(1));
        assert_eq!(
            [0, 0, 0, 0, 40, 60, 60].map(|ms| ask(person, ms)),
            [true, true, true, false, false, true, false]
        );
        assert!(ask(token, 60) && ask(Actor::Person(2), 60));
        // What is not used is not saved up.
        assert_eq!([9_000, 9_000, 9_000, 9_000].map(|ms| ask(person, ms)), [true, true, true, false]);
        assert!((0..100).all(|_| ask(Actor::Nobody, 0)));
    }

    #[test]
    fn one_network_of_ipv6_is_one_address() {
        let address = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
