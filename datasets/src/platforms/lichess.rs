//! What Lichess is asked for (<https://lichess.org/api>).

use super::error::ImportError;
use super::month::Month;

/// Moves, tags and clocks; no evaluations and names of openings, which are not read.
const GAMES: &str = "moves=true&tags=true&clocks=true&evals=false&opening=false";

/// Games on Lichess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lichess {
    /// An arena; battles of teams are arenas.
    Arena(String),
    Swiss(String),
    /// All rounds of a broadcast.
    Broadcast(String),
    /// One round of a broadcast.
    Round(String),
    Player {
        name: String,
        month: Month,
    },
}

impl Lichess {
    /// By the parts of the address behind the host; `None` if it is none of an event or a player.
    pub(super) fn at(parts: &[&str], month: Option<Month>) -> Result<Option<Self>, ImportError> {
        Ok(match *parts {
            ["tournament", id, ..] => Some(Self::Arena(id.to_owned())),
            ["swiss", id, ..] => Some(Self::Swiss(id.to_owned())),
            ["broadcast", _, id] => Some(Self::Broadcast(id.to_owned())),
            ["broadcast", _, _, id] | ["broadcast", _, _, id, _] => Some(Self::Round(id.to_owned())),
            ["@", name, ..] => {
                let month = month.ok_or(ImportError::NoMonth)?;
                Some(Self::Player { name: name.to_owned(), month })
            }
            _ => None,
        })
    }

    /// The path and query that answer with PGN.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Arena(id) => format!("/api/tournament/{id}/games?{GAMES}"),
            Self::Swiss(id) => format!("/api/swiss/{id}/games?{GAMES}"),
            Self::Broadcast(id) => format!("/api/broadcast/{id}.pgn?clocks=true&comments=false"),
            Self::Round(id) => format!("/api/broadcast/round/{id}.pgn?clocks=true&comments=false"),
            Self::Player { name, month } => {
                let (since, until) = month.milliseconds();
                format!("/api/games/user/{name}?since={since}&until={until}&sort=dateAsc&{GAMES}")
            }
        }
    }

    pub(super) fn file_stem(&self) -> String {
        match self {
            Self::Arena(id) => format!("arena-{id}"),
            Self::Swiss(id) => format!("swiss-{id}"),
            Self::Broadcast(id) => format!("broadcast-{id}"),
            Self::Round(id) => format!("round-{id}"),
            Self::Player { name, month } => format!("{name}-{month}"),
        }
    }
}
