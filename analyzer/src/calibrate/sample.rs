//! Which games to evaluate for a calibration, when there are far more than the engine has time for.
//!
//! The differences between events (the years, the pool of ratings, the level of preparation) is the same for everybody in
//! them, so many events with one player each say more than a few events in full. The sample is made of whole
//! *player-events*, all games of one player in one event, balanced over the bands of the rating and in an order that
//! follows a hash and never a result: any first part of it is a sample as good as the whole, only smaller.

use std::collections::BTreeMap;

use crate::calibrate::split::shuffled;

/// A player in an event who could be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which event, from 0.
    pub event: usize,
    /// Name of the event, as it is known everywhere.
    pub event_name: String,
    /// Name of the player.
    pub player: String,
    /// Rating in the event.
    pub rating: u16,
    /// The player's games, by their digests.
    pub games: Vec<String>,
}

/// Candidates in the order in which they are to be evaluated, as indices.
///
/// From band to band of 200 points, round and round, each time the next of the band: first one player of every event,
/// then a second one, and so on; events and players in the order of a hash of the seed and their names.
pub fn order(candidates: &[Candidate], seed: &str) -> Vec<usize> {
    // Players of one event in one band, in the order of the hash.
    let mut rooms: BTreeMap<(u16, usize), Vec<(String, usize)>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let key = format!("{}\n{}", candidate.event_name, candidate.player);
        let room = rooms.entry((candidate.rating / 200, candidate.event)).or_default();
        room.push((shuffled(seed, &key), index));
    }
    let mut bands: BTreeMap<u16, Vec<(usize, String, usize)>> = BTreeMap::new();
    for ((band, _), mut players) in rooms {
        players.sort();
        let turns = players.into_iter().enumerate();
        let band = bands.entry(band).or_default();
        band.extend(turns.map(|(turn, (hash, index))| (turn, hash, index)));
    }
    let mut queues: Vec<std::vec::IntoIter<(usize, String, usize)>> = bands
        .into_values()
        .map(|mut band| {
            band.sort();
            band.into_iter()
        })
        .collect();
    let mut order = Vec::with_capacity(candidates.len());
    while order.len() < candidates.len() {
        order.extend(queues.iter_mut().filter_map(|queue| Some(queue.next()?.2)));
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Six events of ten players each, most of them around 2100.
    fn candidates() -> Vec<Candidate> {
        let one = |k: usize| Candidate {
            event: k / 10,
            event_name: format!("Event {}", k / 10),
            player: format!("Player {k}"),
            rating: if k % 10 < 8 { 2100 } else { 2450 },
            games: vec![k.to_string()],
        };
        (0..60).map(one).collect()
    }

    #[test]
    fn every_candidate_comes_once_and_bands_take_turns() {
        let candidates = candidates();
        let order = order(&candidates, "seed");
        let once: BTreeSet<usize> = order.iter().copied().collect();
        assert_eq!((order.len(), once.len()), (60, 60));
        let high = |index: &usize| candidates[*index].rating > 2400;
        // Twelve of the high band, so the first 24 hold as many of each.
        assert_eq!(order[..24].iter().filter(|i| high(i)).count(), 12);
    }

    #[test]
    fn many_events_come_before_many_players_of_one() {
        let candidates = candidates();
        let order = order(&candidates, "seed");
        let low: Vec<usize> = order.into_iter().filter(|i| candidates[*i].rating < 2400).collect();
        let events: BTreeSet<usize> = low[..6].iter().map(|i| candidates[*i].event).collect();
        assert_eq!(events.len(), 6);
    }

    #[test]
    fn the_order_follows_names_and_seed_and_not_how_the_candidates_come() {
        let candidates = candidates();
        let mut turned = candidates.clone();
        turned.reverse();
        let names = |of: &[Candidate], seed: &str| -> Vec<String> {
            order(of, seed).into_iter().map(|i| of[i].player.clone()).collect()
        };
        assert_eq!(names(&candidates, "seed"), names(&turned, "seed"));
        assert_ne!(names(&candidates, "seed"), names(&candidates, "other"));
    }
}
