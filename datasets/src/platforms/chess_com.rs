//! What Chess.com is asked for (<https://www.chess.com/news/view/published-data-api>). A tournament leads to its rounds, a round to
//! groups and a group to games; a match of teams leads to its boards and a board to games.

use std::collections::BTreeSet;
use std::io::Write;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::error::ImportError;
use super::exchange::Exchange;
use super::fetched::Fetched;
use super::month::Month;
use crate::text::visible::visible_within;

/// Rounds of an event, groups of a round, or boards, at most; far more than there are.
const MAX_PARTS: usize = 10_000;

/// Games on Chess.com.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessCom {
    Player {
        name: String,
        month: Month,
    },
    /// By the last part of its address.
    Tournament(String),
    /// A match of teams.
    Match {
        number: u64,
        /// Played live, and not by correspondence.
        live: bool,
    },
}

impl ChessCom {
    /// By the parts of the address behind the host; `None` if it is none of an event or a player.
    pub(super) fn at(parts: &[&str], month: Option<Month>) -> Result<Option<Self>, ImportError> {
        Ok(match *parts {
            ["member", name, ..] | ["games", "archive", name] => {
                let month = month.ok_or(ImportError::NoMonth)?;
                Some(Self::Player { name: name.to_ascii_lowercase(), month })
            }
            ["tournament", "live", "arena", id, ..]
            | ["tournament", "live", id, ..]
            | ["tournament", id, ..] => {
                (!matches!(id, "live" | "arena")).then(|| Self::Tournament(id.to_owned()))
            }
            ["club", "matches", ref rest @ ..] => {
                let number = rest.iter().find_map(|part| part.parse().ok());
                number.map(|number| Self::Match { number, live: rest.first() == Some(&"live") })
            }
            _ => None,
        })
    }

    /// The path of the player's PGN, or of the event.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Player { name, month } => {
                let (year, month) = month.parts();
                format!("/pub/player/{name}/games/{year:04}/{month:02}/pgn")
            }
            Self::Tournament(id) => format!("/pub/tournament/{id}"),
            Self::Match { number, live: true } => format!("/pub/match/live/{number}"),
            Self::Match { number, live: false } => format!("/pub/match/{number}"),
        }
    }

    pub(super) fn file_stem(&self) -> String {
        match self {
            Self::Player { name, month } => format!("{name}-{month}"),
            Self::Tournament(id) => id.clone(),
            Self::Match { number, live: true } => format!("live-match-{number}"),
            Self::Match { number, live: false } => format!("match-{number}"),
        }
    }
}

#[derive(Deserialize)]
struct Tournament {
    status: Option<String>,
    #[serde(default)]
    rounds: Vec<String>,
}

#[derive(Deserialize)]
struct Round {
    groups: Vec<String>,
}

#[derive(Deserialize)]
struct Match {
    status: Option<String>,
    teams: Teams,
}

#[derive(Deserialize)]
struct Teams {
    team1: Team,
    team2: Team,
}

#[derive(Deserialize)]
struct Team {
    #[serde(default)]
    players: Vec<TeamPlayer>,
}

#[derive(Deserialize)]
struct TeamPlayer {
    /// Address of the board; absent before the match.
    board: Option<String>,
}

#[derive(Deserialize)]
struct Games {
    games: Vec<Game>,
}

#[derive(Deserialize)]
struct Game {
    url: String,
    pgn: Option<String>,
}

/// Writes the games of a tournament or match.
pub(super) fn event(
    exchange: &mut Exchange<'_>,
    event: &ChessCom,
    to: &mut dyn Write,
) -> Result<Fetched, ImportError> {
    let path = event.path();
    let unpublished = |error| match error {
        ImportError::Missing { url } => ImportError::NotPublished { url },
        other => other,
    };
    let mut fetched = Fetched::default();
    let (status, parts) = match event {
        ChessCom::Match { .. } => boards(exchange, &path)?,
        ChessCom::Tournament(_) | ChessCom::Player { .. } => {
            let found: Tournament = json(exchange, &path).map_err(unpublished)?;
            let mut groups = Vec::new();
            for number in numbers(exchange, &path, &found.rounds)? {
                let round = format!("{path}/{number}");
                let found: Round = json(exchange, &round)?;
                for group in numbers(exchange, &round, &found.groups)? {
                    groups.push(format!("{round}/{group}"));
                }
            }
            (found.status, groups)
        }
    };
    fetched.going_on = status.is_some_and(|status| status != "finished");
    for part in &parts {
        let found: Games = json(exchange, part)?;
        for game in found.games {
            let Some(pgn) = game.pgn.filter(|pgn| !pgn.trim().is_empty()) else {
                fetched.without_moves.push(game.url);
                continue;
            };
            to.write_all(pgn.as_bytes()).and_then(|()| to.write_all(b"\n\n")).map_err(ImportError::Write)?;
            fetched.games += 1;
        }
        if !exchange.observer.games(fetched.games) {
            return Err(ImportError::Stopped);
        }
    }
    if fetched.games == 0 {
        return Err(ImportError::NotPublished { url: exchange.url(&path) });
    }
    Ok(fetched)
}

/// The status of a match, and the paths of its boards. Both players of a board name it.
fn boards(exchange: &mut Exchange<'_>, path: &str) -> Result<(Option<String>, Vec<String>), ImportError> {
    let found: Match = json(exchange, path)?;
    let players = found.teams.team1.players.into_iter().chain(found.teams.team2.players);
    let boards: Vec<String> = players.filter_map(|player| player.board).collect();
    let numbers = numbers(exchange, path, &boards)?;
    Ok((found.status, numbers.into_iter().map(|number| format!("{path}/{number}")).collect()))
}

/// The numbers at the end of addresses. Only they are used: boards of a live match are listed under the path of other matches,
/// and nothing that an answer holds may lead elsewhere.
fn numbers(exchange: &Exchange<'_>, path: &str, urls: &[String]) -> Result<BTreeSet<u32>, ImportError> {
    let number = |url: &String| {
        url.rsplit('/').next().and_then(|last| last.parse().ok()).ok_or_else(|| ImportError::Answer {
            url: exchange.url(path),
            place: "an address of a round, group or board".to_owned(),
            reason: format!("`{}` ends in no number", visible_within(url, 200)),
        })
    };
    let numbers: BTreeSet<u32> = urls.iter().map(number).collect::<Result<_, _>>()?;
    if numbers.len() > MAX_PARTS {
        return Err(ImportError::TooManyParts { url: exchange.url(path), limit: MAX_PARTS });
    }
    Ok(numbers)
}

fn json<T: DeserializeOwned>(exchange: &mut Exchange<'_>, path: &str) -> Result<T, ImportError> {
    let bytes = exchange.bytes(path)?;
    let mut reader = serde_json::Deserializer::from_slice(&bytes);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| ImportError::Answer {
        url: exchange.url(path),
        place: error.path().to_string(),
        reason: error.inner().to_string(),
    })
}
