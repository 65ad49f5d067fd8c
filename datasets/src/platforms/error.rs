//! Why games could not be fetched.

use std::io;

use thiserror::Error;

use crate::live::SourceError;

/// What to do where Chess.com hands out no games of an event.
const BY_HAND: &str = "ask the organiser or Chess.com for one PGN file of all its games, or take each player's month with \
                       `fairplay import https://www.chess.com/member/NAME --month 2026-03`";

/// Every variant says what was asked or what to do.
#[derive(Debug, Error)]
pub enum ImportError {
    #[error(
        "`{address}` is no address of an event or a player that is known here; copy it from the browser, for example \
         https://lichess.org/tournament/ID, https://lichess.org/swiss/ID, https://lichess.org/broadcast/NAME/ID, \
         https://lichess.org/@/NAME, https://www.chess.com/tournament/NAME, https://www.chess.com/club/matches/NUMBER or \
         https://www.chess.com/member/NAME"
    )]
    Address { address: String },
    #[error("games of a player come by the month, and none was given; write it as 2026-03")]
    NoMonth,
    #[error("a month is for the games of a player; an event comes whole")]
    NeedlessMonth,
    #[error("`{text}` is no month; write it as 2026-03")]
    Month { text: String },
    #[error(transparent)]
    Server(#[from] SourceError),
    #[error("{url} is not known there (status 404); check the address")]
    Missing { url: String },
    #[error("Chess.com publishes no games at {url}; {BY_HAND}")]
    NotPublished { url: String },
    #[error(
        "{url} holds no games; a private event needs the PGN from its organiser, one that has not begun comes later"
    )]
    NoGames { url: String },
    #[error("{url} refused the request (status {status})")]
    Status { url: String, status: u16 },
    #[error("{url} asked {times} times to wait; try again in an hour")]
    Busy { url: String, times: u32 },
    #[error(
        "{url} could not be reached, {times} times in a row: {reason}; check the connection of this machine and try again"
    )]
    Unreachable { url: String, times: u32, reason: String },
    #[error("{url} gave no complete answer: {reason}; nothing was kept, start again")]
    Transport { url: String, reason: String },
    #[error("{url} answered with more than {limit} bytes")]
    TooLarge { url: String, limit: u64 },
    #[error("{url} lists more than {limit} rounds, groups or boards")]
    TooManyParts { url: String, limit: usize },
    #[error("{url} answered in a form that is not known here, at {place}: {reason}")]
    Answer {
        url: String,
        /// The place within the JSON, such as `games[3].pgn`.
        place: String,
        reason: String,
    },
    #[error("the {what} cannot be sent: it holds something else than printable ASCII")]
    Unprintable { what: &'static str },
    #[error(
        "a token would travel to {url} in clear, for everybody between here and there to read; give an address with https://"
    )]
    TokenInClear { url: String },
    #[error("{url}: the import took more than {hours} hours; nothing was kept")]
    TooLong { url: String, hours: u64 },
    #[error("the games could not be written: {0}")]
    Write(io::Error),
    #[error("stopped before all games had come; nothing was kept")]
    Stopped,
}
