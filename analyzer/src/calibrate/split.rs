//! Deals events into parts for a fit that is checked on events it has not seen.
//!
//! Whole events, because players of one event share opponents, openings and a rating pool. Within each band of mean
//! rating the events are dealt round and round, so that every part covers the same ratings: a curve fitted without
//! a band is only guessed there. The order within a band follows a hash of seed and name, never the results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::decision::performance::Performance;

/// An event with its performances.
#[derive(Clone, Debug, PartialEq)]
pub struct EventSet {
    /// Name and year, as shown to people.
    pub name: String,
    /// Games evaluated.
    pub games: usize,
    /// Performances of rated players.
    pub performances: Vec<Performance>,
}

impl EventSet {
    /// Mean rating over decisions; 0 without any.
    fn mean_rating(&self) -> f64 {
        let (mut sum, mut n) = (0.0, 0.0);
        for p in &self.performances {
            let weight = p.decisions.len() as f64;
            sum += weight * f64::from(p.rating);
            n += weight;
        }
        if n > 0.0 { sum / n } else { 0.0 }
    }
}

/// The part of each event, from 0 to `parts - 1`. Events are given in any order; the answer does not depend on it.
pub fn deal(events: &[EventSet], parts: usize, seed: &str) -> Vec<usize> {
    let mut order: Vec<(u32, String, usize)> = events
        .iter()
        .enumerate()
        .map(|(index, event)| (band(event.mean_rating()), shuffled(seed, &event.name), index))
        .collect();
    order.sort();
    let mut part = vec![0; events.len()];
    // Going on from band to band keeps the parts of equal size even when every band has few events.
    for (dealt, (_, _, index)) in order.into_iter().enumerate() {
        if let Some(part) = part.get_mut(index) {
            *part = dealt % parts.max(1);
        }
    }
    part
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a mean rating lies between 0 and 4000"
)]
fn band(rating: f64) -> u32 {
    (rating / 200.0) as u32
}

/// One half of the events: parameters fitted to one are measured on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// Events whose hash begins with 0 to 7.
    #[cfg_attr(feature = "clap", value(help = "The first"))]
    First,
    /// The others.
    #[cfg_attr(feature = "clap", value(help = "The second"))]
    Second,
}

impl Half {
    /// Its name, as the command line knows it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// Whether an event belongs to it. What else is in the collection makes no difference.
    pub fn holds(self, seed: &str, name: &str) -> bool {
        let first = shuffled(&format!("{seed}, halves"), name).starts_with(|c| ('0'..='7').contains(&c));
        first == (self == Self::First)
    }
}

/// Sort key of a name under a seed: SHA-256 of both, which no name or result can steer.
pub fn shuffled(seed: &str, name: &str) -> String {
    uci_pool::hex(&Sha256::digest(format!("{seed}\n{name}").as_bytes()))
}

#[cfg(test)]
mod tests {
    /// The digests of "fairplay, halves\nEvent 1" and "... 2" begin with b and 0 (sha256sum).
    #[test]
    fn every_event_is_in_one_half_and_company_makes_no_difference() {
        use super::Half;
        assert!(Half::Second.holds("fairplay", "Event 1") && Half::First.holds("fairplay", "Event 2"));
        let names: Vec<String> = (0..1000).map(|k| format!("Event {k}")).collect();
        let first = names.iter().filter(|n| Half::First.holds("fairplay", n)).count();
        let second = names.iter().filter(|n| Half::Second.holds("fairplay", n)).count();
        assert_eq!(first + second, 1000);
        // A fair coin: within four standard deviations of 500.
        assert!(first.abs_diff(500) < 64, "{first}");
    }

    use super::*;
    use crate::decision::{Decision, PlayedMove};

    fn event(name: &str, rating: u16) -> EventSet {
        let decision = Decision {
            differences: vec![0.0],
            deltas: vec![0.0],
            unlisted: 1,
            played: PlayedMove::Line(0),
            looks: None,
        };
        EventSet {
            name: name.to_owned(),
            games: 1,
            performances: vec![Performance {
                event: 0,
                rating,
                year: None,
                decisions: vec![decision],
                games: Vec::new(),
            }],
        }
    }

    #[test]
    fn every_part_gets_its_share_of_every_band() {
        let events: Vec<EventSet> =
            (0..30).map(|k| event(&format!("Open {k}"), if k % 2 == 0 { 2050 } else { 2450 })).collect();
        let parts = deal(&events, 5, "seed");
        for part in 0..5 {
            for parity in 0..2 {
                let n = (0..30).filter(|k| parts[*k] == part && k % 2 == parity).count();
                assert_eq!(n, 3);
            }
        }
    }

    #[test]
    fn order_does_not_matter_and_the_seed_does() {
        let mut events: Vec<EventSet> = (0..12).map(|k| event(&format!("Open {k}"), 2100)).collect();
        let one = deal(&events, 3, "seed");
        events.reverse();
        let mut other = deal(&events, 3, "seed");
        other.reverse();
        assert_eq!(one, other);
        events.reverse();
        assert_ne!(one, deal(&events, 3, "another"));
    }
}
