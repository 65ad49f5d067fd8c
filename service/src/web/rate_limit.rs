//! How often somebody may try to sign in, how often who is signed in may ask, and how many refused accesses the audit log
//! names.
//!
//! Failures are counted for a name from one address, for a name from everywhere, and for an address. The counts have a table
//! of fixed size from which nothing is dropped (a count-min sketch; Cormode and Muthukrishnan, Journal of Algorithms 55, 2005):
//! a flood of invented names fills no memory and empties no count, and a name that nobody has is counted like one that
//! somebody has. It is kept in memory only; a restart forgets it. Time is that since the start, whatever the clock is set to.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::accounts::secret::Secret;
use crate::store::audit::Actor;
use crate::web::access::Share;
use crate::web::problem::{Problem, WINDOW};

/// Most failures for one name from one address.
const MAX_NAME_HERE: u32 = 8;
/// Most failures for one name from everywhere. Higher, so that a stranger cannot easily lock somebody out.
const MAX_NAME: u32 = 60;
/// Most failures from one address: a playing hall may share one.
const MAX_ADDRESS: u32 = 60;
/// Cells of a row. Two threads hash some 100 attempts a second, which are 300,000 counts in a window: about one to a cell.
const CELLS: usize = 1 << 18;
const ROWS: usize = 2;

/// What failures are counted for. Each stands in one cell of each row; others may share one of them, hardly both.
#[derive(Hash)]
enum Key<'a> {
    NameHere(&'a str, [u8; 8]),
    Name(&'a str),
    Address([u8; 8]),
    /// A name in a browser or a session that is known.
    NameKnown(&'a str, [u8; 32]),
}

#[derive(Clone, Copy, Default)]
struct Cell {
    /// When the first of them was, in seconds since the start.
    since: u64,
    count: u32,
}

impl Cell {
    fn counted(self, now: u64) -> u32 {
        if now < self.since.saturating_add(WINDOW.as_secs()) { self.count } else { 0 }
    }
}

pub(crate) struct Limiter {
    /// Where a key stands: a secret of this process, so that nobody chooses names that share cells.
    places: RandomState,
    cells: Mutex<Vec<Cell>>,
}

impl Default for Limiter {
    fn default() -> Self {
        Self { places: RandomState::new(), cells: Mutex::new(vec![Cell::default(); ROWS * CELLS]) }
    }
}

impl Limiter {
    fn lock(&self) -> MutexGuard<'_, Vec<Cell>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cells of a key, by their places.
    fn places(&self, key: &Key<'_>) -> [usize; ROWS] {
        let bytes = self.places.hash_one(key).to_le_bytes();
        let [a, b, c, d, e, f, g, h] = bytes;
        let place = |bytes: [u8; 4], row: usize| row * CELLS + u32::from_le_bytes(bytes) as usize % CELLS;
        [place([a, b, c, d], 0), place([e, f, g, h], 1)]
    }

    fn failures(&self, cells: &[Cell], key: &Key<'_>, now: u64) -> u32 {
        let counts = self.places(key).into_iter().filter_map(|place| cells.get(place));
        counts.map(|cell| cell.counted(now)).min().unwrap_or(0)
    }

    /// Counts an attempt, before the work that it costs: attempts side by side are bounded like those one after the other.
    /// Refused if there were too many already. A secret that only a good sign-in gives has a count of its own, which others
    /// cannot fill. `now` is the time since the start.
    pub(crate) fn tries(
        &self,
        login: &str,
        address: IpAddr,
        known: Option<&Secret>,
        now: Duration,
    ) -> Result<(), Problem> {
        let (mut cells, keys, now) = (self.lock(), keys(login, address, known), now.as_secs());
        if keys.iter().any(|(key, most)| self.failures(&cells, key, now) >= *most) {
            return Err(Problem::TooMany);
        }
        for place in keys.iter().flat_map(|(key, _)| self.places(key)) {
            if let Some(cell) = cells.get_mut(place) {
                let count = cell.counted(now);
                let since = if count == 0 { now } else { cell.since };
                *cell = Cell { since, count: count.saturating_add(1) };
            }
        }
        Ok(())
    }

    /// The attempt was not looked at: it no longer counts.
    pub(crate) fn take_back(&self, login: &str, address: IpAddr, known: Option<&Secret>) {
        let mut cells = self.lock();
        for (key, _) in keys(login, address, known) {
            self.lower(&mut cells, &key, 1);
        }
    }

    /// The attempt was right: it no longer counts, and neither do earlier ones for this name from this address.
    pub(crate) fn succeeded(&self, login: &str, address: IpAddr, known: Option<&Secret>, now: Duration) {
        let mut cells = self.lock();
        for (place, (key, _)) in keys(login, address, known).into_iter().enumerate() {
            let by = if place == 0 { self.failures(&cells, &key, now.as_secs()) } else { 1 };
            self.lower(&mut cells, &key, by);
        }
    }

    fn lower(&self, cells: &mut [Cell], key: &Key<'_>, by: u32) {
        for place in self.places(key) {
            if let Some(cell) = cells.get_mut(place) {
                cell.count = cell.count.saturating_sub(by);
            }
        }
    }
}

/// Refused accesses of one person or token that the audit log names, in an hour.
pub(crate) const MAX_REFUSALS: u32 = 20;

/// Refused accesses, counted so that nobody fills the log with them. There is a count for each person and token, so the table
/// is no larger than their number.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<BTreeMap<Actor, (Duration, u32)>>);

const HOUR: Duration = Duration::from_secs(3_600);

impl Refusals {
    /// Counts one; its number within the hour. `now` is the time since the start.
    pub(crate) fn count(&self, actor: Actor, now: Duration) -> u32 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, count) = counts.entry(actor).or_insert((now, 0));
        if now >= since.saturating_add(HOUR) {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        *count
    }
}

/// Requests of each person, and of the tokens of each: so many at once, and then as many as come back with time. The table is
/// no larger than twice their number.
pub(crate) struct Rates {
    a_second: f64,
    at_once: f64,
    /// What is left to each, and when that was.
    left: Mutex<BTreeMap<Share, (f64, Instant)>>,
}

impl Rates {
    pub(crate) fn new(a_second: u32, at_once: u32) -> Self {
        Self { a_second: a_second.into(), at_once: at_once.into(), left: Mutex::default() }
    }

    /// Counts a request. Refused if there were too many just now; who is not signed in is bounded elsewhere.
    pub(crate) fn asks(&self, share: Share, now: Instant) -> Result<(), Problem> {
        if share == Share::Nobody {
            return Ok(());
        }
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, at) = left.entry(share).or_insert((self.at_once, now));
        let back = now.saturating_duration_since(*at).as_secs_f64() * self.a_second;
        (*left, *at) = ((*left + back).min(self.at_once), now);
        if *left < 1.0 {
            return Err(Problem::TooFast);
        }
        *left -= 1.0;
        Ok(())
    }
}

/// What an attempt counts for, with how many failures each allows.
fn keys<'a>(login: &'a str, address: IpAddr, known: Option<&Secret>) -> Vec<(Key<'a>, u32)> {
    if let Some(known) = known {
        return vec![(Key::NameKnown(login, known.hash()), MAX_NAME_HERE)];
    }
    let network = network(address);
    vec![
        (Key::NameHere(login, network), MAX_NAME_HERE),
        (Key::Name(login), MAX_NAME),
        (Key::Address(network), MAX_ADDRESS),
    ]
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

    const START: Duration = Duration::ZERO;
    const LATER: Duration = Duration::from_secs(1);

    #[test]
    fn a_name_is_stopped_everywhere_in_the_end_and_so_is_an_address() {
        let limiter = Limiter::default();
        for n in 0..MAX_NAME {
            let address = IpAddr::from([10, 0, 0, u8::try_from(n).expect("small")]);
            assert_eq!(limiter.tries("birch", address, None, START), Ok(()));
        }
        assert_eq!(limiter.tries("birch", here(200), None, LATER), Err(Problem::TooMany));
        for n in 0..MAX_ADDRESS {
            assert_eq!(limiter.tries(&format!("name-{n}"), here(3), None, START), Ok(()));
        }
        assert_eq!(limiter.tries("somebody", here(3), None, LATER), Err(Problem::TooMany));
        assert_eq!(limiter.tries("somebody", here(4), None, LATER), Ok(()));
        assert_eq!(limiter.tries("birch", here(200), None, WINDOW - LATER), Err(Problem::TooMany));
        assert_eq!(limiter.tries("birch", here(200), None, WINDOW), Ok(()));
    }

    #[test]
    fn who_signs_in_starts_anew() {
        let limiter = Limiter::default();
        for _ in 0..MAX_NAME_HERE {
            assert_eq!(limiter.tries("birch", here(1), None, START), Ok(()));
        }
        limiter.succeeded("birch", here(1), None, START);
        assert_eq!(limiter.tries("birch", here(1), None, LATER), Ok(()));
        limiter.succeeded("birch", here(1), None, LATER);
        // A hall in which everybody signs in at once is not closed.
        for n in 0..200 {
            let name = format!("arbiter-{n}");
            assert_eq!(limiter.tries(&name, here(1), None, LATER), Ok(()), "{n}");
            limiter.succeeded(&name, here(1), None, LATER);
        }
    }

    #[test]
    fn attempts_that_were_not_looked_at_close_nothing() {
        let limiter = Limiter::default();
        for n in 0..1_000 {
            assert_eq!(limiter.tries("birch", here(1), None, LATER), Ok(()), "{n}");
            limiter.take_back("birch", here(1), None);
        }
    }

    /// A flood of invented names from networks of their own, more than the former table held.
    #[test]
    fn a_flood_opens_no_name_that_was_closed_and_closes_no_other() {
        let limiter = Limiter::default();
        let device = Secret::generate().expect("random");
        for n in 0..MAX_NAME {
            let address = IpAddr::from([10, 0, 0, u8::try_from(n).expect("small")]);
            assert_eq!(limiter.tries("birch", address, None, START), Ok(()));
            assert_eq!(limiter.tries("oak", here(7), None, START).is_ok(), n < MAX_NAME_HERE);
            assert_eq!(limiter.tries("elm", here(8), Some(&device), START).is_ok(), n < MAX_NAME_HERE);
        }
        let mut refused = 0;
        for n in 0..40_000_u16 {
            let address = IpAddr::from([0x2001, 0xdb8, n >> 8, n & 0xff, 0, 0, 0, 1]);
            let now = Duration::from_millis(u64::from(n) / 10);
            refused += u32::from(limiter.tries(&format!("invented-{n}"), address, None, now).is_err());
        }
        assert_eq!(refused, 0);
        let closed = Err(Problem::TooMany);
        assert_eq!(limiter.tries("birch", here(200), None, LATER * 5), closed);
        assert_eq!(limiter.tries("oak", here(7), None, LATER * 5), closed);
        assert_eq!(limiter.tries("elm", here(8), Some(&device), LATER * 5), closed);
        for n in 0..1_000_u16 {
            let name = format!("arbiter-{n}");
            let [high, low] = n.to_be_bytes();
            let address = IpAddr::from([198, 51, high, low]);
            assert_eq!(limiter.tries(&name, address, None, LATER * 5), Ok(()), "{n}");
        }
    }

    #[test]
    fn each_person_and_their_tokens_have_requests_of_their_own_that_come_back() {
        let rates = Rates::new(20, 3);
        let begun = Instant::now();
        let at = |ms| begun + Duration::from_millis(ms);
        let ask = |share, ms| rates.asks(share, at(ms)).is_ok();
        let (person, tokens) = (Share::Person(1), Share::TokensOf(1));
        assert_eq!(
            [0, 0, 0, 0, 40, 60, 60].map(|ms| ask(person, ms)),
            [true, true, true, false, false, true, false]
        );
        assert!(ask(tokens, 60) && ask(Share::Person(2), 60));
        // What is not used is not saved up.
        assert_eq!([9_000, 9_000, 9_000, 9_000].map(|ms| ask(person, ms)), [true, true, true, false]);
        assert!((0..100).all(|_| ask(Share::Nobody, 0)));
    }

    #[test]
    fn one_network_of_ipv6_is_one_address() {
        let address = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
