//! Fetches the games of an event or a player.

use std::io::Write;

use super::address::Wanted;
use super::chess_com::{self, ChessCom};
use super::error::ImportError;
use super::exchange::{Access, Exchange, Observer};
use super::fetched::Fetched;

/// Writes the games as PGN, as they are received. After an error, what was written is no use.
pub fn fetch(
    wanted: &Wanted,
    access: &Access,
    observer: &mut dyn Observer,
    to: &mut dyn Write,
) -> Result<Fetched, ImportError> {
    match wanted {
        Wanted::Lichess(lichess) => {
            let mut exchange =
                Exchange::new("https://lichess.org", "application/x-chess-pgn", access, observer)?;
            pgn(&mut exchange, &lichess.path(), to)
        }
        Wanted::ChessCom(chess_com) => {
            // A token of Lichess is nothing that another platform should see.
            let access = Access { token: None, ..access.clone() };
            let mut exchange = Exchange::new("https://api.chess.com", "*/*", &access, observer)?;
            match chess_com {
                ChessCom::Player { .. } => pgn(&mut exchange, &chess_com.path(), to),
                ChessCom::Tournament(_) | ChessCom::Match { .. } => {
                    chess_com::event(&mut exchange, chess_com, to)
                }
            }
        }
    }
}

/// One answer that is PGN.
fn pgn(exchange: &mut Exchange<'_>, path: &str, to: &mut dyn Write) -> Result<Fetched, ImportError> {
    let mut count = Count { games: 0, matched: 1 };
    exchange.get(path, &mut |observer, piece| {
        to.write_all(piece).map_err(ImportError::Write)?;
        let before = count.games;
        count.add(piece);
        if count.games != before && !observer.games(count.games) {
            return Err(ImportError::Stopped);
        }
        Ok(())
    })?;
    if count.games == 0 {
        return Err(ImportError::NoGames { url: exchange.url(path) });
    }
    Ok(Fetched { games: count.games, ..Fetched::default() })
}

/// Counts lines that begin with an Event tag, in pieces that may break anywhere.
struct Count {
    games: u64,
    /// Bytes of [`Count::TAG`] that were seen last. The first line needs no line before it.
    matched: usize,
}

impl Count {
    const TAG: &'static [u8] = b"\n[Event ";

    fn add(&mut self, piece: &[u8]) {
        for byte in piece {
            self.matched = match Self::TAG.get(self.matched) {
                Some(next) if next == byte => self.matched + 1,
                _ => usize::from(*byte == b'\n'),
            };
            if self.matched == Self::TAG.len() {
                self.games += 1;
                self.matched = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn games_are_counted_wherever_the_pieces_break() {
        let text = b"[Event \"A\"]\n[Site \"[Event \"]\n\n1. e4 *\n\n\n[Event \"B\"]\n[EventDate \"x\"]\n\n1. d4 *\n";
        for size in 1..text.len() {
            let mut count = Count { games: 0, matched: 1 };
            text.chunks(size).for_each(|piece| count.add(piece));
            assert_eq!(count.games, 2, "{size}");
        }
    }
}
