//! Which tournaments and players are measured: by hash, never by a result.

use std::collections::BTreeMap;

use analyzer::calibration::measurement::Measurement;
use anyhow::bail;
use cli::sample::{MIN_TURNS, countable_turns};
use datasets::tournament::corpus::Tournament;
use datasets::tournament::corpus::facts::Conditions;
use sha2::{Digest, Sha256};

/// Ratings that are drawn.
const RATINGS: std::ops::RangeInclusive<u16> = 1400..=2900;
/// Fewest eligible players of a tournament that is drawn.
const MIN_PLAYERS: usize = 20;
/// The same where only high ratings are drawn: the strongest play in fields of ten.
const MIN_STRONG_PLAYERS: usize = 3;
/// Part of the games of a tournament without byes that a complete one has.
const COMPLETE: f64 = 0.9;
/// First year of complete tournaments that are drawn.
const RECENT: u16 = 2019;
/// First years of the eras, each with its share: today's players first, earlier ones for the trend.
const ERAS: [(u16, f64); 4] = [(2005, 20.0), (2016, 10.0), (2019, 60.0), (2021, 32.0)];

/// Players drawn of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Index of the tournament.
    pub(crate) tournament: usize,
    /// Indices into its roster.
    pub(crate) people: Vec<usize>,
    /// Most games of a player; of more, those that a hash puts first.
    pub(crate) games: usize,
}

impl Drawn {
    /// All games of some players of a tournament.
    fn new(tournament: usize, people: Vec<usize>) -> Self {
        Self { tournament, people, games: usize::MAX }
    }

    /// Of each game of the tournament, which sides are drawn, White first.
    pub(crate) fn sides(&self, tournament: &Tournament) -> Vec<[bool; 2]> {
        let seats: Vec<[usize; 2]> = tournament.roster.games.iter().map(|seats| [seats.0, seats.1]).collect();
        let mut sides = vec![[false; 2]; seats.len()];
        let name = |person: usize| tournament.roster.people.get(person).map_or("", |person| &person.name);
        for person in &self.people {
            let mut placed = Vec::new();
            for ((game, seats), of) in seats.iter().enumerate().zip(&tournament.collection.games) {
                for side in (0..2).filter(|side| seats[*side] == *person) {
                    let played = format!("{}\n{}", name(*person), of.sha256);
                    placed.push((hash(&tournament.identity, &played), game, side));
                }
            }
            placed.sort_unstable();
            for (_, game, side) in placed.into_iter().take(self.games) {
                sides[game][side] = true;
            }
        }
        sides
    }
}

/// The first `players` of each of the first `count`, those of `from` rating points or more where that is given; a larger number
/// adds to a smaller one.
pub(super) fn draw(
    tournaments: Vec<(usize, &Tournament)>,
    count: usize,
    players: usize,
    from: Option<u16>,
) -> Vec<Drawn> {
    let least = from.map_or(MIN_PLAYERS, |_| MIN_STRONG_PLAYERS);
    let mut eras: BTreeMap<usize, Vec<(u64, Drawn)>> = BTreeMap::new();
    for (index, tournament) in tournaments {
        let year = tournament.days.map_or(0, |[first, _]| first.year);
        let Some(era) = ERAS.iter().rposition(|(since, _)| *since <= year) else { continue };
        let people = eligible(tournament, from);
        if people.len() >= least {
            let people = people.into_iter().take(players).collect();
            let place = hash(&tournament.identity, "");
            eras.entry(era).or_default().push((place, Drawn::new(index, people)));
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

/// Tournaments of these conditions, with their indices: those of the sealed part, or all others.
pub(super) fn candidates(
    tournaments: &[Tournament],
    wanted: Conditions,
    sealed: bool,
) -> Vec<(usize, &Tournament)> {
    let may =
        |tournament: &Tournament| tournament.sealed == sealed && tournament.facts.left_out(wanted).is_none();
    tournaments.iter().enumerate().filter(|(_, tournament)| may(tournament)).collect()
}

/// All players of the first `count` complete tournaments from 2019 on that have at most `players` with enough moves.
pub(super) fn draw_whole(tournaments: Vec<(usize, &Tournament)>, count: usize, players: usize) -> Vec<Drawn> {
    let mut found: Vec<(u64, Drawn)> = Vec::new();
    for (index, tournament) in tournaments {
        let year = tournament.days.map_or(0, |[first, _]| first.year);
        let people = eligible(tournament, None);
        if year >= RECENT && (MIN_PLAYERS..=players).contains(&people.len()) && is_complete(tournament) {
            found.push((hash(&tournament.identity, ""), Drawn::new(index, people)));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().take(count).map(|(_, drawn)| drawn).collect()
}

/// The performances of a table, in its order. Tournaments that these collections do not hold are left out.
///
/// # Errors
/// If the table knows a player that these collections do not: it was made of others, or people were told apart in another way.
pub(crate) fn draw_again(tournaments: &[Tournament], rows: &[Measurement]) -> anyhow::Result<Vec<Drawn>> {
    let mut drawn: Vec<Drawn> = Vec::new();
    for row in rows {
        let found = tournaments.iter().position(|tournament| tournament.identity == row.tournament);
        let Some(index) = found else { continue };
        let people = tournaments.get(index).map(|tournament| &tournament.people);
        let Some(person) = people.and_then(|people| people.iter().position(|person| *person == row.person))
        else {
            bail!(
                "no player of tournament {} has the number {}: the table was made of other collections; give those",
                row.tournament,
                row.person
            );
        };
        match drawn.iter_mut().find(|drawn| drawn.tournament == index) {
            Some(known) if known.people.contains(&person) => {}
            Some(known) => known.people.push(person),
            None => drawn.push(Drawn::new(index, vec![person])),
        }
    }
    Ok(drawn)
}

/// Takes the performances of a table out of what is drawn.
///
/// # Errors
/// As [`draw_again`].
pub(super) fn leave_out(
    drawn: &mut Vec<Drawn>,
    tournaments: &[Tournament],
    rows: &[Measurement],
) -> anyhow::Result<()> {
    for known in draw_again(tournaments, rows)? {
        for drawn in drawn.iter_mut().filter(|drawn| drawn.tournament == known.tournament) {
            drawn.people.retain(|person| !known.people.contains(person));
        }
    }
    drawn.retain(|drawn| !drawn.people.is_empty());
    Ok(())
}

/// Whether nearly every player has nearly as many games as the one with most.
fn is_complete(tournament: &Tournament) -> bool {
    let roster = &tournament.roster;
    let mut games = vec![0_usize; roster.people.len()];
    for person in roster.games.iter().flat_map(|seats| [seats.0, seats.1]) {
        if let Some(games) = games.get_mut(person) {
            *games += 1;
        }
    }
    let rounds = games.iter().copied().max().unwrap_or(0);
    games.iter().sum::<usize>() as f64 >= COMPLETE * (rounds * games.len()) as f64
}

/// Rated players with enough moves, in the order of a hash.
fn eligible(tournament: &Tournament, from: Option<u16>) -> Vec<usize> {
    let ratings = from.unwrap_or(*RATINGS.start())..=*RATINGS.end();
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
        *turns >= MIN_TURNS && person.rating.is_some_and(|rating| ratings.contains(&rating))
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

#[cfg(test)]
mod tests {
    use analyzer::calibration::measurement::Model;
    use analyzer::null::gains::Gains;
    use datasets::tournament::corpus::Corpus;

    use super::*;

    #[test]
    fn the_performances_of_a_table_are_found_again() {
        let event = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../datasets/samples/rigo-memorial-2025.pgn");
        let corpus = Corpus::new(datasets::read(&[event], None).expect("reads"));
        let tournament = &corpus.tournaments[0];
        let row = |tournament: &str, person, model| Measurement {
            tournament: tournament.to_owned(),
            day: "2025-01-01".to_owned(),
            person,
            rating: 2400,
            age: None,
            youth: false,
            women: false,
            games: 9,
            decisions: 200,
            model,
            gains: Gains::default(),
            game_squares: Default::default(),
            game_freedom: 8,
        };
        let (first, other) = (tournament.people[3], tournament.people[1]);
        let rows = [
            row(&tournament.identity, first, Model::Primary),
            row(&tournament.identity, first, Model::DepthAware),
            row("elsewhere", first, Model::Primary),
            row(&tournament.identity, other, Model::Primary),
        ];
        let drawn = draw_again(&corpus.tournaments, &rows).expect("found");
        assert_eq!(drawn, [Drawn::new(0, vec![3, 1])]);
        let mut more = vec![Drawn::new(0, vec![0, 1, 2, 3])];
        leave_out(&mut more, &corpus.tournaments, &rows).expect("found");
        assert_eq!(more, [Drawn::new(0, vec![0, 2])]);
        let mut none = vec![Drawn::new(0, vec![3])];
        leave_out(&mut none, &corpus.tournaments, &rows).expect("found");
        assert!(none.is_empty());
        let strange = [row(&tournament.identity, usize::MAX, Model::Primary)];
        let error = draw_again(&corpus.tournaments, &strange).expect_err("refused").to_string();
        assert!(error.contains("made of other collections"), "{error}");
        let [all] = drawn.try_into().expect("one tournament");
        let three = Drawn { games: 3, ..all.clone() };
        let played = |drawn: &Drawn| {
            let sides = drawn.sides(tournament);
            let seats = tournament.roster.games.iter().map(|seats| [seats.0, seats.1]);
            [3, 1].map(|person| {
                let of = |(sides, seats): (&[bool; 2], [usize; 2])| {
                    (0..2).any(|side| sides[side] && seats[side] == person)
                };
                sides.iter().zip(seats.clone()).map(of).collect::<Vec<bool>>()
            })
        };
        for (few, every) in played(&three).iter().zip(&played(&all)) {
            assert_eq!(few.iter().filter(|played| **played).count(), 3);
            assert!(few.iter().zip(every).all(|(few, every)| !few || *every), "games of the same player");
        }
    }
}
