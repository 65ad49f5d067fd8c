//! The statements of games and report as values, which each language writes in its own words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pgn::game::GameResult;
use crate::tournament::encounters::Encounter;
use crate::tournament::trf::{Ending, How, Pairing, Trf};

/// Statement of one of the two sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "says", deny_unknown_fields)]
pub enum Said {
    /// There is no such game.
    NoGame {},
    /// There is no such pairing.
    NoPairing {},
    /// There is no such player.
    NoPlayer {},
    /// A player.
    Player {
        /// The name, empty if there is none.
        name: String,
        /// The FIDE number.
        fide_id: Option<u64>,
        /// Number of games, where it matters: those in the PGN, or those that the report says were played.
        games: Option<usize>,
    },
    /// A game of the PGN.
    Game {
        /// The round tag, where the round is what differs.
        round: Option<String>,
        /// White's name, empty if there is none.
        white: String,
        /// Black's name, empty if there is none.
        black: String,
        /// The result: `1-0`, `0-1`, `1/2-1/2`, or none.
        result: Option<String>,
        /// Moves of both sides, in plies.
        plies: usize,
    },
    /// A pairing of the report.
    Pairing {
        /// The round, where that is what differs.
        round: Option<u16>,
        /// The first player: White if the colours are known.
        first: String,
        /// The other player.
        second: String,
        /// How it ended, or that its two lines contradict each other.
        how: How,
        /// The result: `1-0`, `0-1`, `1/2-1/2`, `0-0`, or none.
        result: Option<String>,
        /// Whether the colours are known.
        coloured: bool,
    },
    /// A rating.
    Rating {
        /// The rating taken.
        rating: u16,
        /// Ratings that other games give.
        others: Vec<u16>,
    },
    /// The date of some games.
    Date {
        /// The day, as `year/month/day`.
        date: String,
        /// Number of games.
        games: usize,
    },
    /// The days of the event.
    Days {
        /// The first, as `year/month/day`.
        first: String,
        /// The last.
        last: String,
    },
}

impl Said {
    /// A game as the PGN has it; `with_round` where the rounds differ.
    pub(super) fn game(encounter: &Encounter<'_>, with_round: bool) -> Self {
        let [white, black] = encounter.sides;
        let known = encounter.result != GameResult::Unknown;
        Self::Game {
            round: with_round.then(|| encounter.round_tag.to_owned()),
            white: white.name.clone(),
            black: black.name.clone(),
            result: known.then(|| encounter.result.as_str().to_owned()),
            plies: encounter.plies,
        }
    }

    /// A pairing as the report has it; `with_round` where the rounds differ.
    pub(super) fn pairing(trf: &Trf, pairing: &Pairing, with_round: bool) -> Self {
        let [first, second] = players(trf, pairing);
        let Ending { how, halves } = pairing.ending();
        let score = |halves: [u8; 2]| match halves {
            [2, 0] => "1-0",
            [0, 2] => "0-1",
            [1, 1] => "1/2-1/2",
            _ => "0-0",
        };
        Self::Pairing {
            round: with_round.then_some(pairing.round),
            first,
            second,
            how,
            result: halves.map(|halves| score(halves).to_owned()),
            coloured: pairing.coloured,
        }
    }

    pub(super) fn player(name: &str, fide_id: Option<u64>) -> Self {
        Self::Player { name: name.to_owned(), fide_id, games: None }
    }
}

/// The names of a pairing's players.
pub(super) fn players(trf: &Trf, pairing: &Pairing) -> [String; 2] {
    pairing.players.map(|player| trf.players[player].name.clone())
}
