//! Which sides a dear helper is asked about, when there is no time to ask about all.

use std::collections::BTreeSet;

use crate::calibrate::split::shuffled;
use crate::simulate::Side;

/// So many sides of each band, in an order that follows a hash of the seed and their positions: first one of every band,
/// then a second one, so that any first part is as balanced as the whole. As indices.
#[must_use]
pub fn balanced(sides: &[Side], bands: &[u16], half_width: u16, of_each: usize, seed: &str) -> Vec<usize> {
    let queue = |band: &u16| {
        let (low, high) = (band.saturating_sub(half_width), band.saturating_add(half_width));
        let inside = sides.iter().enumerate().filter(|(_, s)| (low..=high).contains(&s.rating));
        let mut queue: Vec<(String, usize)> = inside
            .map(|(k, side)| {
                let fens: Vec<&str> = side.positions.iter().map(|p| p.fen.as_str()).collect();
                (shuffled(seed, &fens.join("\n")), k)
            })
            .collect();
        queue.sort();
        queue
    };
    let queues: Vec<Vec<(String, usize)>> = bands.iter().map(queue).collect();
    let mut chosen = Vec::new();
    let mut known = BTreeSet::new();
    for place in 0..of_each {
        let next = queues.iter().filter_map(|queue| queue.get(place));
        chosen.extend(next.map(|(_, k)| *k).filter(|k| known.insert(*k)));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Played;
    use crate::simulate::Position;
    use crate::simulate::play::tests::decision;

    fn side(k: usize, rating: u16) -> Side {
        Side {
            event: 0,
            game: k,
            person: k,
            rating,
            positions: vec![Position {
                decision: decision(&[0.0, 0.1], 10, Played::Line(0)),
                fen: format!("position {k}"),
                ply: 20,
                moves: Vec::new(),
                best_cp: 0,
                helper: None,
            }],
        }
    }

    #[test]
    fn bands_take_turns_and_nobody_is_asked_about_twice() {
        let sides: Vec<Side> = (0..40).map(|k| side(k, if k < 30 { 2000 } else { 2310 })).collect();
        let chosen = balanced(&sides, &[2000, 2300], 100, 5, "seed");
        assert_eq!(chosen.len(), 10);
        for pair in chosen.chunks(2) {
            assert!(pair[0] < 30 && pair[1] >= 30, "{chosen:?}");
        }
        let first = balanced(&sides, &[2000, 2300], 100, 2, "seed");
        assert_eq!(first, chosen[..4]);
        assert_ne!(chosen, balanced(&sides, &[2000, 2300], 100, 5, "other"));
        // Bands that overlap share their sides.
        let all = balanced(&sides, &[2000, 2100], 100, 100, "seed");
        assert_eq!(all.len(), 30);
    }
}
