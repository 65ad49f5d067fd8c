//! Which rounds of an event are complete.
//!
//! A round is complete when every game of it has a result. The round stands in the `Round` tag before the first point:
//! `3.14` is board 14 of round 3. Games whose tag names no round belong to none and complete none; they are counted.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use datasets::{Collection, GameResult, round_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far one game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// It has no result yet.
    Running,
    /// It has a result.
    Finished,
    /// It cannot be read. It does not hold its round up, because nobody may ever mend it.
    Unreadable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundState {
    /// Its number, from 1.
    pub round: u16,
    /// Games seen.
    pub games: u32,
    /// Of them, those with a result.
    pub finished: u32,
    /// Of them, those that cannot be read.
    pub unreadable: u32,
    /// Whether every game that can be read has a result, and there is one.
    pub complete: bool,
}

/// The rounds of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    /// In order of number.
    pub rounds: Vec<RoundState>,
    /// Games whose tags name no round.
    pub unnumbered: u32,
    /// The last round up to which every round seen is complete; absent before the first.
    pub complete_through: Option<u16>,
}

impl Rounds {
    /// Rounds of games: for each its `Round` tag and its state.
    pub fn from_games<'a>(games: impl IntoIterator<Item = (&'a str, GameState)>) -> Self {
        let mut counts: BTreeMap<u16, [u32; 3]> = BTreeMap::new();
        let mut unnumbered = 0_u32;
        for (tag, state) in games {
            let Some(round) = round_of(tag) else {
                unnumbered = unnumbered.saturating_add(1);
                continue;
            };
            let [games, finished, unreadable] = counts.entry(round).or_default();
            *games = games.saturating_add(1);
            match state {
                GameState::Running => {}
                GameState::Finished => *finished = finished.saturating_add(1),
                GameState::Unreadable => *unreadable = unreadable.saturating_add(1),
            }
        }
        let rounds: Vec<RoundState> = counts
            .into_iter()
            .map(|(round, [games, finished, unreadable])| RoundState {
                round,
                games,
                finished,
                unreadable,
                complete: finished > 0 && finished.saturating_add(unreadable) == games,
            })
            .collect();
        let complete = rounds.iter().take_while(|round| round.complete);
        Self { complete_through: complete.last().map(|round| round.round), rounds, unnumbered }
    }

    /// Rounds of a collection. Its quarantine holds no round tags, so games there are in no round.
    pub fn of_collection(collection: &Collection) -> Self {
        let state = |result: GameResult| match result {
            GameResult::Unknown => GameState::Running,
            GameResult::White | GameResult::Black | GameResult::Draw => GameState::Finished,
        };
        let games = collection.games.iter().map(|g| (g.round.as_str(), state(g.result)));
        let aside = collection
            .unscored
            .iter()
            // A copy of a game is not another game of the round.
            .filter(|g| g.partner.is_none())
            .map(|g| (g.round.as_str(), state(g.result)));
        Self::from_games(games.chain(aside))
    }

    /// Rounds from 1 through another of which no game is here, as ranges in order.
    pub fn missing(&self, through: u16) -> Vec<RangeInclusive<u16>> {
        let mut missing = Vec::new();
        let mut next = 1_u16;
        for round in self.rounds.iter().map(|round| round.round).take_while(|round| *round <= through) {
            if round > next {
                missing.push(next..=round - 1);
            }
            next = round.saturating_add(1);
        }
        missing
    }

    /// The round that is being played: the first that is not complete.
    pub fn running(&self) -> Option<u16> {
        self.rounds.iter().find(|round| !round.complete).map(|round| round.round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameState::{Finished, Running, Unreadable};

    #[test]
    fn a_round_is_complete_when_every_game_has_a_result() {
        let mut games = vec![("1.1", Finished), ("1.2", Finished), ("2.1", Finished), ("2.2", Running)];
        let rounds = Rounds::from_games(games.clone());
        assert_eq!(rounds.complete_through, Some(1));
        assert_eq!(rounds.running(), Some(2));
        games[3].1 = Finished;
        let rounds = Rounds::from_games(games.clone());
        assert_eq!((rounds.complete_through, rounds.running()), (Some(2), None));
        let second = rounds.rounds[1];
        assert_eq!((second.round, second.games, second.finished), (2, 2, 2));
        // A game that cannot be read holds nobody up, but a round of nothing else is none.
        games.push(("2.3", Unreadable));
        assert_eq!(Rounds::from_games(games.clone()).complete_through, Some(2));
        games.push(("3.1", Unreadable));
        assert_eq!(Rounds::from_games(games).complete_through, Some(2));
    }

    #[test]
    fn a_postponed_game_keeps_later_rounds_from_counting() {
        let rounds = Rounds::from_games([("1", Finished), ("2", Running), ("3", Finished), ("10", Finished)]);
        assert_eq!((rounds.complete_through, rounds.running()), (Some(1), Some(2)));
        assert_eq!(rounds.rounds.iter().map(|r| r.round).collect::<Vec<_>>(), [1, 2, 3, 10]);
        assert!(rounds.rounds[3].complete);
    }

    #[test]
    fn rounds_without_a_game_are_named() {
        for (tags, through, missing) in [
            (&["1", "2", "3"][..], 3, vec![]),
            (&["4"], 4, vec![1..=3]),
            (&["2", "3", "7", "9"], 9, vec![1..=1, 4..=6, 8..=8]),
            (&["1", "3", "9"], 3, vec![2..=2]),
            (&["0", "1"], 1, vec![]),
        ] {
            let rounds = Rounds::from_games(tags.iter().map(|tag| (*tag, Finished)));
            assert_eq!(rounds.missing(through), missing, "{tags:?}");
        }
    }

    #[test]
    fn tags_without_a_round_are_counted_and_complete_none() {
        let rounds =
            Rounds::from_games([("?", Finished), ("", Finished), ("-", Running), ("Final", Finished)]);
        assert_eq!((rounds.unnumbered, rounds.complete_through), (4, None));
        assert_eq!(Rounds::from_games([]), Rounds::default());
    }

    #[test]
    fn the_bundled_event_has_its_rounds() {
        let collection = crate::fixtures::bundled();
        let rounds = Rounds::of_collection(&collection);
        let games: u32 = rounds.rounds.iter().map(|round| round.games).sum();
        let read = collection.games.len() + collection.unscored.len();
        assert_eq!(usize::try_from(games + rounds.unnumbered).expect("small"), read);
        assert_eq!(rounds.complete_through, rounds.rounds.last().map(|round| round.round));
    }
}
