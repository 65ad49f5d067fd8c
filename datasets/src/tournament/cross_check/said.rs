//! The statements of games and report as values, which each language writes in its own words.
//!
//! [`fmt::Display`] writes them in English, for the command line.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pgn::game::GameResult;
use crate::tournament::encounters::Encounter;
use crate::tournament::trf::{Ending, Pairing, Points, Trf};

/// What one of the two says.
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
        /// Why the two are taken for the same person, where that is uncertain.
        likeness: Option<Likeness>,
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

/// Why two names are taken for one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// The names are alike.
    Names,
    /// Both have the same opponents.
    Opponents,
}

/// How a pairing of the report ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// On the board.
    Played,
    /// In less than one move.
    Short,
    /// One or both did not come.
    Forfeit,
    /// No result yet.
    Open,
    /// The two lines contradict each other.
    Contradictory,
}

impl Said {
    /// A game as the PGN has it.
    pub(super) fn game(encounter: &Encounter<'_>) -> Self {
        let [white, black] = encounter.sides;
        let result = match encounter.result {
            GameResult::White => Some("1-0"),
            GameResult::Black => Some("0-1"),
            GameResult::Draw => Some("1/2-1/2"),
            GameResult::Unknown => None,
        };
        Self::Game {
            round: None,
            white: white.name.clone(),
            black: black.name.clone(),
            result: result.map(str::to_owned),
            plies: encounter.plies,
        }
    }

    /// A pairing as the report has it.
    pub(super) fn pairing(trf: &Trf, pairing: &Pairing) -> Self {
        let [first, second] = players(trf, pairing);
        let (how, points) = match pairing.ending() {
            None => (How::Contradictory, None),
            Some(Ending::Open) => (How::Open, None),
            Some(Ending::Played(points)) => (How::Played, Some(points)),
            Some(Ending::Short(points)) => (How::Short, Some(points)),
            Some(Ending::Forfeit(points)) => (How::Forfeit, Some(points)),
        };
        Self::Pairing {
            round: None,
            first,
            second,
            how,
            result: points.map(|points| score(points).to_owned()),
            coloured: pairing.coloured,
        }
    }

    /// A player.
    pub(super) fn player(name: &str, fide_id: Option<u64>) -> Self {
        Self::Player { name: name.to_owned(), fide_id, games: None, likeness: None }
    }
}

/// The names of a pairing's players.
pub(super) fn players(trf: &Trf, pairing: &Pairing) -> [String; 2] {
    let name = |player: usize| trf.players.get(player).map(|player| player.name.clone());
    pairing.players.map(|player| name(player).unwrap_or_default())
}

/// A name as the command line shows it: an empty one is said to be none.
pub(super) fn shown_name(name: &str) -> &str {
    if name.trim().is_empty() { "(no name)" } else { name }
}

fn score(points: Points) -> &'static str {
    match points {
        Points::First => "1-0",
        Points::Second => "0-1",
        Points::Halved => "1/2-1/2",
        Points::Neither => "0-0",
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame {} => f.write_str("no such game"),
            Self::NoPairing {} => f.write_str("no such pairing"),
            Self::NoPlayer {} => f.write_str("no such player"),
            Self::Player { name, fide_id, games, likeness } => {
                f.write_str(shown_name(name))?;
                match fide_id {
                    Some(id) => write!(f, ", FIDE {id}")?,
                    None => f.write_str(", no FIDE number")?,
                }
                if let Some(number) = games {
                    write!(f, ": {}", Counted(*number, "game", "games"))?;
                }
                match likeness {
                    None => Ok(()),
                    Some(Likeness::Names) => f.write_str("; the names are alike"),
                    Some(Likeness::Opponents) => f.write_str("; with the same opponents"),
                }
            }
            Self::Game { round, white, black, result, plies } => {
                if let Some(round) = round {
                    write!(f, "round {round}: ")?;
                }
                let result = result.as_deref().unwrap_or("no result");
                write!(f, "{} - {} {result}, ", shown_name(white), shown_name(black))?;
                match plies {
                    0 => f.write_str("no moves"),
                    _ => write!(f, "{}", Counted(*plies, "ply", "plies")),
                }
            }
            Self::Pairing { round, first, second, how, result, coloured } => {
                if let Some(round) = round {
                    write!(f, "round {round}: ")?;
                }
                write!(f, "{} - {} ", shown_name(first), shown_name(second))?;
                let result = result.as_deref().unwrap_or_default();
                match how {
                    How::Played => f.write_str(result),
                    How::Short => write!(f, "{result} in less than one move"),
                    How::Forfeit => write!(f, "{result} by forfeit"),
                    How::Open => f.write_str("no result yet"),
                    How::Contradictory => f.write_str("results that contradict each other"),
                }?;
                f.write_str(if *coloured { "" } else { ", colours unknown" })
            }
            Self::Rating { rating, others } => {
                write!(f, "{rating}")?;
                for (k, other) in others.iter().enumerate() {
                    let before = if k == 0 { ", in some games" } else { " or" };
                    write!(f, "{before} {other}")?;
                }
                Ok(())
            }
            Self::Date { date, games } => write!(f, "{date} in {}", Counted(*games, "game", "games")),
            Self::Days { first, last } => write!(f, "{first} to {last}"),
        }
    }
}

/// A number with its noun.
struct Counted(usize, &'static str, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { self.1 } else { self.2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_read_as_people_would_say_them() {
        let player =
            |games, likeness| Said::Player { name: "Ample, Anna".to_owned(), fide_id: None, games, likeness };
        let pairing = |how, result: Option<&str>, coloured| Said::Pairing {
            round: Some(3),
            first: "Ample, Anna".to_owned(),
            second: " ".to_owned(),
            how,
            result: result.map(str::to_owned),
            coloured,
        };
        for (said, wanted) in [
            (player(Some(1), None), "Ample, Anna, no FIDE number: 1 game"),
            (player(None, Some(Likeness::Names)), "Ample, Anna, no FIDE number; the names are alike"),
            (pairing(How::Forfeit, Some("1-0"), true), "round 3: Ample, Anna - (no name) 1-0 by forfeit"),
            (
                pairing(How::Open, None, false),
                "round 3: Ample, Anna - (no name) no result yet, colours unknown",
            ),
            (Said::Rating { rating: 2400, others: vec![2390, 2410] }, "2400, in some games 2390 or 2410"),
        ] {
            assert_eq!(said.to_string(), wanted);
            let json = serde_json::to_string(&said).expect("writes");
            assert_eq!(serde_json::from_str::<Said>(&json).expect("reads"), said);
        }
    }
}
