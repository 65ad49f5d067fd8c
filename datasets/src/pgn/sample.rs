//! The bundled event that `fairplay demo` screens; `datasets/samples` says where it comes from.

/// File name under which the event appears in manifests and reports.
pub const NAME: &str = "rigo-memorial-2025.pgn";

/// Seven complete rounds of a closed tournament of ten players: 35 games, every rating and FIDE number given.
pub const PGN: &[u8] = include_bytes!("../../samples/rigo-memorial-2025.pgn");

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{NAME, PGN};

    /// Values of one tag, in the order of the games.
    fn tag(name: &str) -> Vec<&'static str> {
        let text = std::str::from_utf8(PGN).expect("the sample is UTF-8");
        let start = format!("[{name} \"");
        text.lines().filter_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]")).collect()
    }

    #[test]
    fn every_round_is_complete() {
        let (rounds, white, black) = (tag("Round"), tag("White"), tag("Black"));
        assert_eq!((rounds.len(), white.len(), black.len()), (35, 35, 35));
        let mut seats: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (round, pair) in rounds.iter().zip(white.iter().zip(&black)) {
            let (round, _board) = round.split_once('.').expect("round and board");
            seats.entry(round).or_default().extend([*pair.0, *pair.1]);
        }
        assert_eq!(seats.len(), 7);
        let mut field: Vec<&str> = seats["3"].clone();
        field.sort_unstable();
        field.dedup();
        assert_eq!(field.len(), 10);
        for (round, mut players) in seats {
            players.sort_unstable();
            assert_eq!(players, field, "round {round} seats everybody once");
        }
    }

    #[test]
    fn nobody_meets_the_same_opponent_twice() {
        let mut pairs: Vec<[&str; 2]> = tag("White")
            .into_iter()
            .zip(tag("Black"))
            .map(|(w, b)| if w < b { [w, b] } else { [b, w] })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), 35);
    }

    #[test]
    fn every_side_has_a_rating_and_a_number() {
        for name in ["WhiteElo", "BlackElo"] {
            let ratings: Vec<u16> = tag(name).iter().map(|r| r.parse().expect("a rating")).collect();
            assert_eq!(ratings.len(), 35);
            assert!(ratings.iter().all(|r| (2261..=2533).contains(r)));
        }
        for name in ["WhiteFideId", "BlackFideId"] {
            let ids: Vec<u32> = tag(name).iter().map(|r| r.parse().expect("a number")).collect();
            assert_eq!(ids.len(), 35);
        }
    }

    #[test]
    fn the_name_is_that_of_the_file() {
        assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(NAME).is_file());
    }
}
