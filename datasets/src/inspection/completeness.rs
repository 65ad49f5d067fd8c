//! Rounds and pairings of an event: what seems to be missing, and whether there is enough to score.
//!
//! Hints only: an event may be a match, a knockout or a Swiss, and a player may leave it. The tournament report knows.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Completeness, FewGames, MissingPairing, RoundLine};
use crate::pgn::game::{Collection, Unscored};
use crate::players::Roster;
use crate::tournament::encounters::encounters;

/// Most entries of a list.
const LISTED: usize = 200;
/// Fields in which a round robin is looked for.
const FIELD: std::ops::RangeInclusive<usize> = 4..=60;
/// The share of pairs, in per cent, that must have met for a round robin.
const MET: usize = 80;

/// Describes an event. `scored` has games and moves for each person of the roster; `gate` is what an index needs.
pub(super) fn describe(
    collection: &Collection,
    roster: &Roster,
    scored: &[(u32, u32)],
    gate: u32,
) -> Completeness {
    let mut rounds: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
    let mut without_round = 0;
    let mut games: BTreeMap<usize, u32> = BTreeMap::new();
    let mut met: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    let all = encounters(collection, roster);
    for encounter in all.iter().filter(|one| !one.aside.is_some_and(Unscored::is_copy)) {
        match encounter.round {
            None => without_round += 1,
            Some(round) => {
                let (all, scored) = rounds.entry(round).or_default();
                *all += 1;
                *scored += u64::from(encounter.aside.is_none());
            }
        }
        if encounter.bye().is_some() || encounter.is_nameless() {
            continue;
        }
        let [white, black] = encounter.people;
        if white != black {
            *met.entry((white.min(black), white.max(black))).or_default() += 1;
            for place in [white, black] {
                *games.entry(place).or_default() += 1;
            }
        }
    }
    let name = |place: usize| roster.people.get(place).map_or_else(String::new, |person| person.name.clone());
    let (round_robin, mut unmet) = match round_robin(&games, &met) {
        None => (None, Vec::new()),
        Some((cycles, pairs)) => {
            let unmet =
                pairs.into_iter().map(|((a, b), games)| MissingPairing { a: name(a), b: name(b), games });
            (Some(cycles), unmet.collect())
        }
    };
    unmet.truncate(LISTED);
    let median = median(games.values().copied().collect());
    let few = games.iter().filter(|(_, games)| **games * 2 < median);
    let few_games = few.take(LISTED).map(|(&place, &games)| FewGames { name: name(place), games });
    let playing = || roster.people.iter().zip(scored).filter(|(_, (games, _))| *games > 0);
    let rated = |enough: bool| {
        playing().filter(|(person, (_, moves))| person.rating.is_some() && (*moves >= gate) == enough).count()
            as u64
    };
    Completeness {
        rounds: rounds
            .into_iter()
            .map(|(round, (games, scored))| RoundLine { round, games, scored })
            .collect(),
        without_round,
        round_robin,
        unmet,
        few_games: few_games.collect(),
        gate,
        may_have_an_index: rated(true),
        too_few_moves: rated(false),
        without_rating: playing().filter(|(person, _)| person.rating.is_none()).count() as u64,
    }
}

/// The lower median; 0 of nothing.
fn median(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    let middle = numbers.len().saturating_sub(1) / 2;
    numbers.get(middle).copied().unwrap_or_default()
}

/// A pair of people with the games between them.
type Met = ((usize, usize), u32);

/// How often everybody met everybody, and the pairs that did not, if most pairs met so often and none more often.
fn round_robin(games: &BTreeMap<usize, u32>, met: &BTreeMap<(usize, usize), u32>) -> Option<(u8, Vec<Met>)> {
    let people: BTreeSet<usize> = games.keys().copied().collect();
    if !FIELD.contains(&people.len()) {
        return None;
    }
    let pairs = people.len() * (people.len() - 1) / 2;
    let cycles = met.values().copied().max().filter(|most| *most <= 2)?;
    let complete = met.values().filter(|games| **games == cycles).count();
    if complete * 100 < pairs * MET {
        return None;
    }
    let mut unmet = Vec::new();
    for (nth, &a) in people.iter().enumerate() {
        for &b in people.iter().skip(nth + 1) {
            let games = met.get(&(a, b)).copied().unwrap_or_default();
            if games < cycles {
                unmet.push(((a, b), games));
            }
        }
    }
    Some((u8::try_from(cycles).ok()?, unmet))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::{Game, Side};
    use crate::players::roster;

    /// Games of players named by letters, one round a pair.
    fn event(pairs: &[&str]) -> Collection {
        let side = |letter: Option<char>| Side {
            name: letter.map(String::from).unwrap_or_default(),
            rating: Some(2000),
            ..Side::default()
        };
        let games = pairs.iter().zip(1..).map(|(pair, number)| {
            let mut letters = pair.chars();
            Game {
                number,
                round: format!("{}.{number}", 1 + number / 3),
                white: side(letters.next()),
                black: side(letters.next()),
                ..Game::default()
            }
        });
        Collection { games: games.collect(), ..Collection::default() }
    }

    fn describe(pairs: &[&str]) -> Completeness {
        let collection = event(pairs);
        let roster = roster(&collection);
        let scored = super::super::people::scored(&collection, &roster, &|_| [60, 10]);
        super::describe(&collection, &roster, &scored, 100)
    }

    #[test]
    fn a_missing_game_of_a_round_robin_is_named() {
        let all = ["ab", "cd", "ac", "bd", "ad", "bc", "ae", "be", "ce", "de"];
        let whole = describe(&all);
        assert_eq!((whole.round_robin, whole.unmet.len()), (Some(1), 0));
        assert_eq!(whole.rounds.len(), 4);
        assert_eq!(whole.rounds[0], RoundLine { round: 1, games: 2, scored: 2 });
        let found = describe(&all[..9]);
        assert_eq!(found.round_robin, Some(1));
        let unmet = MissingPairing { a: "d".into(), b: "e".into(), games: 0 };
        assert_eq!(found.unmet, [unmet]);
        // A few pairs of many are no round robin.
        assert_eq!(describe(&all[..4]).round_robin, None);
        let twice: Vec<&str> = all.iter().chain(&all[1..]).copied().collect();
        let found = describe(&twice);
        assert_eq!((found.round_robin, found.unmet.len(), found.unmet[0].games), (Some(2), 1, 1));
    }

    #[test]
    fn few_games_and_few_moves_are_counted() {
        let found = describe(&["ab", "ab", "ab", "ac", "bc", "ab", "ca", "cb", "dc"]);
        // Games: a 6, b 6, c 5, d 1; the lower median is 5.
        assert_eq!(found.few_games, [FewGames { name: "d".into(), games: 1 }]);
        // White has 60 moves a game, Black 10: a 310, b 100, c 150, d 60.
        assert_eq!((found.may_have_an_index, found.too_few_moves), (3, 1));
        assert_eq!(found.without_rating, 0);
        assert_eq!(found.round_robin, None);
    }
}
