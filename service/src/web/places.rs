//! Places for connections: so many in all, so many for one network, and some for those who hold none.
//!
//! A few machines that open connections and say nothing do not keep others out: the last fifth of the places is for networks
//! that hold no more than one browser does, and when all are taken the oldest connection that has not sent a request is closed for a new one. One whose
//! request is at work is never closed for another.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, oneshot};

/// Connections that one browser opens to a server.
const OF_A_BROWSER: usize = 6;

/// Addresses that one customer has: the number of bytes that they share, and those bytes.
type Network = (u8, [u8; 8]);

/// What a connection does.
#[derive(Default)]
pub(crate) struct Activity(AtomicU8);

impl Activity {
    /// No head of a request came yet.
    const SILENT: u8 = 0;
    /// Every request was answered.
    const IDLE: u8 = 1;
    const WORKING: u8 = 2;

    fn set(&self, to: u8) {
        self.0.store(to, Ordering::Relaxed);
    }
}

/// A request is at work until this is dropped.
pub(crate) struct Working(Arc<Activity>);

impl Working {
    pub(crate) fn begin(activity: &Arc<Activity>) -> Self {
        activity.set(Activity::WORKING);
        Self(Arc::clone(activity))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.set(Activity::IDLE);
    }
}

struct Connection {
    activity: Arc<Activity>,
    networks: Vec<Network>,
    /// Dropped to close it.
    _open: oneshot::Sender<()>,
}

#[derive(Default)]
struct Held {
    next: u64,
    /// By age, the oldest first.
    connections: BTreeMap<u64, Connection>,
    of_networks: BTreeMap<Network, usize>,
}

impl Held {
    fn count(&self, network: &Network) -> usize {
        self.of_networks.get(network).copied().unwrap_or(0)
    }

    fn add(&mut self, networks: Vec<Network>) -> (u64, Arc<Activity>, oneshot::Receiver<()>) {
        for network in &networks {
            *self.of_networks.entry(*network).or_default() += 1;
        }
        let (open, closed) = oneshot::channel();
        let (id, activity) = (self.next, Arc::<Activity>::default());
        self.connections.insert(id, Connection { activity: Arc::clone(&activity), networks, _open: open });
        self.next = id.saturating_add(1);
        (id, activity, closed)
    }

    fn remove(&mut self, id: u64) {
        let Some(connection) = self.connections.remove(&id) else { return };
        for network in connection.networks {
            if let Some(count) = self.of_networks.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    self.of_networks.remove(&network);
                }
            }
        }
    }

    /// Closes the oldest connection that is silent, else the oldest that is idle; says whether there was one.
    fn close_oldest(&mut self) -> bool {
        let oldest = |activity: u8| {
            let mut all = self.connections.iter();
            all.find(|(_, one)| one.activity.0.load(Ordering::Relaxed) == activity).map(|(id, _)| *id)
        };
        let found = oldest(Activity::SILENT).or_else(|| oldest(Activity::IDLE));
        found.inspect(|id| self.remove(*id)).is_some()
    }
}

pub(crate) struct Places {
    all: usize,
    of_network: usize,
    held: Mutex<Held>,
    freed: Notify,
}

/// A place, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    id: u64,
    pub(crate) activity: Arc<Activity>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().remove(self.id);
        self.places.freed.notify_one();
    }
}

/// The place of a connection, and what ends when it is to be closed for another.
pub(crate) type Taken = (Place, oneshot::Receiver<()>);

impl Places {
    pub(crate) fn new(all: usize, of_network: usize) -> Arc<Self> {
        Arc::new(Self { all, of_network, held: Mutex::default(), freed: Notify::new() })
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Places that are only for networks with few; none where one address may have all, as a proxy does.
    fn kept(&self) -> usize {
        if self.of_network < self.all { self.all / 5 } else { 0 }
    }

    /// A place for an address; none if it has all that it may have. Waits while every place is taken and at work.
    pub(crate) async fn take(self: &Arc<Self>, address: IpAddr) -> Option<Taken> {
        loop {
            let freed = self.freed.notified();
            match self.try_take(address) {
                Ok(place) => return Some(place),
                Err(NoPlace::ForIt) => return None,
                Err(NoPlace::ForAnybody) => freed.await,
            }
        }
    }

    fn try_take(self: &Arc<Self>, address: IpAddr) -> Result<Taken, NoPlace> {
        let networks = networks(address);
        let mut held = self.lock();
        let most = |(_, times): &(Network, usize)| self.of_network.saturating_mul(*times);
        if networks.iter().any(|network| held.count(&network.0) >= most(network)) {
            return Err(NoPlace::ForIt);
        }
        let has_few = networks.iter().all(|(network, _)| held.count(network) < OF_A_BROWSER);
        if !has_few && self.kept() > 0 && held.connections.len() + self.kept() >= self.all {
            return Err(NoPlace::ForIt);
        }
        if held.connections.len() >= self.all && !held.close_oldest() {
            return Err(NoPlace::ForAnybody);
        }
        let (id, activity, closed) = held.add(networks.into_iter().map(|(network, _)| network).collect());
        Ok((Place { places: Arc::clone(self), id, activity }, closed))
    }
}

#[derive(Debug, PartialEq, Eq)]
enum NoPlace {
    ForIt,
    ForAnybody,
}

/// The networks of an address, each with how many times the places of one address it may hold. In IPv6 a customer has a /64, as
/// a rule a /56 and sometimes a /48 (RFC 6177), and may use any address of it.
fn networks(address: IpAddr) -> Vec<(Network, usize)> {
    let mut bytes = [0; 8];
    match address.to_canonical() {
        IpAddr::V4(address) => {
            bytes[..4].copy_from_slice(&address.octets());
            vec![((4, bytes), 1)]
        }
        IpAddr::V6(address) => {
            let prefixes = [(8, 1), (7, 1), (6, 2)].into_iter();
            let of = |(length, times): (u8, usize)| {
                let mut bytes = [0; 8];
                let shared = address.octets().into_iter().take(usize::from(length));
                bytes.iter_mut().zip(shared).for_each(|(to, from)| *to = from);
                ((length, bytes), times)
            };
            prefixes.map(of).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v4(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn is_closed(taken: &mut Taken) -> bool {
        taken.1.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn places_come_back_and_no_network_is_remembered_without_one() {
        let places = Places::new(10, 2);
        let (first, second) = (places.try_take(v4(1)), places.try_take(v4(1)));
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(places.try_take(v4(1)).err(), Some(NoPlace::ForIt));
        assert!(places.try_take(v4(2)).is_ok(), "another one has places of its own");
        drop(first);
        assert!(places.try_take(v4(1)).is_ok());
        drop(second);
        let held = places.lock();
        assert!(held.of_networks.is_empty() && held.connections.is_empty());
    }

    /// A customer changes the lower bits of an address at will.
    #[test]
    fn networks_of_ipv6_are_counted_together() {
        let places = Places::new(100, 2);
        let mut held = Vec::new();
        let mut take = |text: &str| {
            let taken = places.try_take(text.parse().expect("an address"));
            let is_there = taken.is_ok();
            held.extend(taken.ok());
            is_there
        };
        assert!(take("2001:db8:1:100::1") && take("2001:db8:1:1ff::2"));
        assert!(!take("2001:db8:1:100::3") && !take("2001:db8:1:155::1"), "a /56");
        assert!(take("2001:db8:1:200::1") && take("2001:db8:1:300::1"));
        assert!(!take("2001:db8:1:400::1"), "a /48");
        assert!(take("2001:db8:2::1"));
    }

    #[test]
    fn the_last_fifth_is_for_those_who_hold_few() {
        let places = Places::new(50, 20);
        let mut held: Vec<Taken> = Vec::new();
        for n in 0..120 {
            held.extend(places.try_take(v4(n % 3)).ok());
        }
        assert_eq!(held.len(), 40, "three networks that could have sixty");
        for newcomer in 0..10 {
            held.push(places.try_take(v4(10 + newcomer / 6)).expect("a place"));
        }
        for with_many in [0, 10] {
            assert_eq!(places.try_take(v4(with_many)).err(), Some(NoPlace::ForIt));
        }
        assert!(held.iter_mut().all(|taken| !is_closed(taken)));
        // A proxy may have them all.
        let places = Places::new(10, 10);
        let held: Vec<Taken> = (0..10).filter_map(|_| places.try_take(v4(1)).ok()).collect();
        assert_eq!(held.len(), 10);
    }

    #[test]
    fn when_all_are_taken_the_oldest_silent_one_is_closed_and_none_that_works() {
        let places = Places::new(4, 1);
        let take = |last| places.try_take(v4(last));
        let mut held: Vec<Taken> = (0..4).map(|last| take(last).expect("a place")).collect();
        let working = [0, 2].map(|one: usize| Working::begin(&held[one].0.activity));
        held.push(take(10).expect("a place"));
        assert_eq!(held.iter_mut().map(is_closed).collect::<Vec<_>>(), [false, true, false, false, false]);
        held.push(take(11).expect("a place"));
        drop(working);
        let _again = Working::begin(&held[2].0.activity);
        // Two that are silent still, then the one that is idle.
        held.push(take(12).expect("a place"));
        held.push(take(13).expect("a place"));
        assert!(is_closed(&mut held[3]) && is_closed(&mut held[4]) && !is_closed(&mut held[0]));
        let _all: Vec<Working> = held.iter().skip(5).map(|one| Working::begin(&one.0.activity)).collect();
        held.push(take(14).expect("a place"));
        assert!(is_closed(&mut held[0]) && !is_closed(&mut held[2]));
        let _last = Working::begin(&held[8].0.activity);
        assert_eq!(take(15).err(), Some(NoPlace::ForAnybody));
    }
}
