//! The games of a followed source as one PGN file: those that it shows, and the finished ones that it has dropped, because many
//! addresses stay and show the current round only. An unfinished game that is gone was no game.

use super::reading::{LiveGame, parse_text};
use super::versions::Tracked;
use crate::pgn::game::GameResult;

/// How a game that was caught half-written is ended: within the moves, a comment, a variation, or a comment of a variation.
const ENDS: [&str; 4] = [" *", "} *", ") *", "}) *"];

/// The games that are kept, in the order of appearance.
pub fn kept(games: &[Tracked]) -> impl Iterator<Item = &Tracked> {
    games.iter().filter(|game| game.present || game.latest.result != GameResult::Unknown)
}

/// Each of them in its latest version, as the source wrote it. A game that was caught half-written ends with its last whole token and `*`.
pub fn pgn(games: &[Tracked]) -> Vec<u8> {
    let mut text = Vec::new();
    for game in kept(games) {
        text.extend_from_slice(game.latest.text.trim_ascii());
        if !game.latest.complete {
            text.extend_from_slice(end(&game.latest).as_bytes());
        }
        text.extend_from_slice(b"\n\n");
    }
    text
}

/// The end with which a half-written game reads.
fn end(game: &LiveGame) -> &'static str {
    let reads = |end: &&str| {
        let text = [game.text.trim_ascii(), end.as_bytes()].concat();
        parse_text(&game.document, &text).is_some_and(|game| game.fault.is_none())
    };
    ENDS.into_iter().find(reads).unwrap_or(ENDS[0])
}
