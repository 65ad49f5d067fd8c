//! Which tournaments and players are measured: by hash, never by a result.

use std::collections::BTreeMap;

use cli::sample::{MIN_TURNS, countable_turns};
use datasets::tournament::corpus::Tournament;
use sha2::{Digest, Sha256};

/// Ratings that are drawn.
const RATINGS: std::ops::RangeInclusive<u16> = 1400..=2900;
/// Fewest rated players of a tournament that is drawn.
const MIN_PLAYERS: usize = 20;
/// First years of the eras, each with its share: today's players first, earlier ones for the trend.
const ERAS: [(u16, f64); 4] = [(2005, 20.0), (2016, 10.0), (2019, 60.0), (2021, 32.0)];

/// Players drawn of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    /// Index of the tournament.
    pub(super) tournament: usize,
    /// Indices into its roster.
    pub(super) people: Vec<usize>,
}

/// The first `players` of each of the first `tournaments`; a larger number adds to a smaller one.
pub(super) fn draw(tournaments: &[Tournament], count: usize, players: usize) -> Vec<Drawn> {
    let mut eras: BTreeMap<usize, Vec<(u64, Drawn)>> = BTreeMap::new();
    for (index, tournament) in tournaments.iter().enumerate() {
        let year = tournament.days.map_or(0, |[first, _]| first.year);
        let Some(era) = ERAS.iter().rposition(|(since, _)| *since <= year) else { continue };
        if tournament.sealed || tournament.facts.left_out().is_some() {
            continue;
        }
        let people = eligible(tournament);
        if people.len() >= MIN_PLAYERS {
            let people = people.into_iter().take(players).collect();
            let place = hash(&tournament.identity, "");
            eras.entry(era).or_default().push((place, Drawn { tournament: index, people }));
        }
    }
    let mut order: Vec<(f64, u64, Drawn)> = Vec::new();
    for (era, mut found) in eras {
        found.sort_by_key(|(place, _)| *place);
        let share = ERAS.get(era).map_or(1.0, |(_, share)| *share);
        let placed = found.into_iter().enumerate();
        order.extend(placed.map(|(rank, (place, drawn))| ((rank as f64 + 0.5) / share, place, drawn)));
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    order.into_iter().take(count).map(|(.., drawn)| drawn).collect()
}

/// Rated players with enough moves, in the order of a hash.
fn eligible(tournament: &Tournament) -> Vec<usize> {
    let people = &tournament.roster.people;
    let mut turns = vec![0; people.len()];
    for (game, seats) in tournament.collection.games.iter().zip(&tournament.roster.games) {
        for (person, plies) in [(seats.0, game.moves.len().div_ceil(2)), (seats.1, game.moves.len() / 2)] {
            if let Some(turns) = turns.get_mut(person) {
                *turns += countable_turns(plies);
            }
        }
    }
    let enough = people.iter().zip(turns).enumerate().filter(|(_, (person, turns))| {
        *turns >= MIN_TURNS && person.rating.is_some_and(|rating| RATINGS.contains(&rating))
    });
    let mut placed: Vec<(u64, usize)> =
        enough.map(|(index, (person, _))| (hash(&tournament.identity, &person.name), index)).collect();
    placed.sort_unstable();
    placed.into_iter().map(|(_, index)| index).collect()
}

fn hash(identity: &str, name: &str) -> u64 {
    let hash = Sha256::digest(format!("measure\n{identity}\n{name}"));
    hash.first_chunk().copied().map_or(0, u64::from_be_bytes)
}
