//! From a document to its games, where the last one may be half-written.
//!
//! A reader of finished files may call a broken token an error. Here the text may simply not be there yet, so only whole
//! tokens count: a move is a move once something stands behind it. A last game without a result is *incomplete*; it is
//! handed out as far as it goes and is no error. What breaks in the middle of a document is a fault and is named.

use std::ops::ControlFlow;

use shakmaty::{CastlingMode, Chess, Move, Position};

use crate::live::source::Document;
use crate::pgn::encoding::{self, Encoding};
use crate::pgn::game::{GameResult, Side};
use crate::pgn::movetext::{self, End, Rules, Token};
pub use crate::pgn::reading::Fault;
use crate::pgn::reading::{self, Text};
use crate::pgn::result::WrittenResult;
use crate::pgn::split::{self, RawGame};
use crate::pgn::start::Opening;
use crate::pgn::tags::{Header, Tag};
use crate::pgn::validate::{reconcile, tag_fault};

/// Most games read from one document; what stands behind them is left alone and said.
pub const MAX_GAMES: usize = 20_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveGame {
    pub document: String,
    pub offset: u64,
    pub event: String,
    /// `Date` tag as written.
    pub date: String,
    /// `Round` tag as written; broadcasts write round and board, `3.14`.
    pub round: String,
    pub white: Side,
    pub black: Side,
    pub result: GameResult,
    /// The whole moves, in order: legal ones in UCI notation, castling in Chess960 as king takes rook. Where the first
    /// position is not known they are as written.
    pub moves: Vec<String>,
    /// Where the game breaks, if it does; the moves before stand in `moves`.
    pub fault: Option<Fault>,
    /// False for the last game of a document as long as no result stands behind its moves.
    pub complete: bool,
    /// The game's bytes from its first tag to its last whole token.
    pub text: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveGames {
    pub games: Vec<LiveGame>,
    /// Offset of the first game that is not among `games`: of a last game only tags are there yet, which may not be
    /// whole, or there are too many games.
    pub pending: Option<u64>,
    /// True if there are more than [`MAX_GAMES`] games; those behind are not among `games`.
    pub more: bool,
}

pub fn games(document: &Document) -> LiveGames {
    let bytes = &document.bytes[..whole_tokens(&document.bytes)];
    read(&document.name, bytes, true)
}

/// Reads the text of one game as it was cut out of a document; it is taken as complete.
pub(crate) fn parse_text(document: &str, text: &[u8]) -> Option<LiveGame> {
    let mut reading = read(document, text, false);
    (!reading.games.is_empty()).then(|| reading.games.swap_remove(0))
}

/// Length of the text up to its last whole token. A token is whole if something that cannot be part of it follows, or if
/// it is a result, behind which nothing has to follow.
fn whole_tokens(bytes: &[u8]) -> usize {
    let parts = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'{' | b'}' | b'(' | b')');
    let start = bytes.iter().rposition(parts).map_or(0, |at| at + 1);
    let last = &bytes[start..];
    // `1/2` may be the beginning of `1/2-1/2`: nothing is lost by waiting.
    let result =
        WrittenResult::from_word(last).is_some() && !matches!(last, b"1/2") && last != "½".as_bytes();
    if result { bytes.len() } else { start }
}

/// `grows` says that the last game may go on behind the bytes.
fn read(document: &str, bytes: &[u8], grows: bool) -> LiveGames {
    let mut games: Vec<LiveGame> = Vec::new();
    let mut last = LastGame::Ended;
    let mut more = false;
    let mut tokens = Vec::new();
    // Bytes in memory do not fail to be read.
    let _ = split::split(bytes, &mut |raw| {
        let game;
        (game, last) = read_game(document, raw, &mut tokens);
        games.push(game);
        more = games.len() > MAX_GAMES;
        if more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let waits = grows && last == LastGame::TagsOnly;
    let pending = if more || waits { games.pop().map(|game| game.offset) } else { None };
    if let Some(game) = games.last_mut()
        && grows
        && pending.is_none()
        && last != LastGame::Ended
    {
        game.complete = false;
        if last == LastGame::Unclosed {
            game.fault = None;
        }
    }
    let mut until = pending.map_or(bytes.len(), |offset| place(offset, bytes.len()));
    for game in games.iter_mut().rev() {
        let from = place(game.offset, until);
        bytes[from..until].trim_ascii().clone_into(&mut game.text);
        until = from;
    }
    LiveGames { games, pending, more }
}

fn place(offset: u64, end: usize) -> usize {
    usize::try_from(offset).unwrap_or(end).min(end)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastGame {
    /// A result stands behind the moves.
    Ended,
    TagsOnly,
    /// In a comment or a variation.
    Unclosed,
    Open,
}

fn read_game(document: &str, raw: &RawGame, tokens: &mut Vec<Token>) -> (LiveGame, LastGame) {
    let encoding = encoding::detect(raw.tag_bytes());
    let mut header = Header::collect(raw.tags(), encoding);
    let (white, black) = header.take_sides();
    let mut found = moves(raw, &header, encoding, tokens);
    let result = match reconcile(header.result(), found.end) {
        Ok(ending) => ending.result,
        Err((token, reason)) => {
            found.fault.get_or_insert(Fault { ply: found.moves.len(), token: token.to_owned(), reason });
            GameResult::Unknown
        }
    };
    let last = if found.end != End::Missing {
        LastGame::Ended
    } else if raw.movetext.is_empty() && raw.too_long.is_none() {
        LastGame::TagsOnly
    } else if found.open {
        LastGame::Unclosed
    } else {
        LastGame::Open
    };
    let game = LiveGame {
        document: document.to_owned(),
        offset: raw.offset,
        event: header.take(Tag::Event).unwrap_or_default(),
        date: header.take(Tag::Date).unwrap_or_default(),
        round: header.take(Tag::Round).unwrap_or_default(),
        white,
        black,
        result,
        moves: found.moves,
        fault: tag_fault(raw, &header, encoding).or(found.fault),
        complete: true,
        text: Vec::new(),
    };
    (game, last)
}

struct ParsedMoves {
    moves: Vec<String>,
    end: End,
    fault: Option<Fault>,
    /// The text ends in a comment or a variation.
    open: bool,
}

fn moves(raw: &RawGame, header: &Header, encoding: Encoding, tokens: &mut Vec<Token>) -> ParsedMoves {
    let text = Text::new(&raw.movetext, encoding);
    let usual = Chess::default();
    let opening = Opening::from_header(header);
    let (start, mode) = match &opening {
        Opening::Standard => (&usual, CastlingMode::Standard),
        Opening::SetUp(position) => (&**position, CastlingMode::Standard),
        Opening::Chess960(position) => (&**position, CastlingMode::Chess960),
        Opening::Unreadable(_) => return counted(text, tokens),
    };
    let rules = if matches!(opening, Opening::Standard) { Rules::STANDARD } else { Rules::fragment(start) };
    let uci = |mv: Move| mv.to_uci(mode).to_string();
    match reading::read(text, start, rules, true, tokens) {
        Ok(read) => ParsedMoves {
            moves: read.moves.into_iter().map(uci).collect(),
            end: read.scan.end,
            fault: None,
            open: false,
        },
        // The moves before the fault are whole.
        Err(fault) => {
            let scanned = movetext::scan(text.bytes, rules, tokens);
            let mut position = start.clone();
            let legal = tokens.iter().take(fault.ply).map_while(|token| {
                let mv = token.san.san.to_move(&position).ok()?;
                position.play_unchecked(mv);
                Some(uci(mv))
            });
            let moves: Vec<String> = legal.collect();
            // An unclosed comment runs to the very end; a token ends before the line does.
            let unclosed = scanned.as_ref().is_err_and(|broken| broken.at.end == text.bytes.len());
            let open = unclosed && moves.len() == tokens.len();
            ParsedMoves {
                moves,
                end: scanned.map_or(End::Missing, |found| found.end),
                fault: Some(fault),
                open,
            }
        }
    }
}

/// The words where moves stand, of a game whose first position is not known.
fn counted(text: Text<'_>, tokens: &mut Vec<Token>) -> ParsedMoves {
    let scanned = movetext::scan(text.bytes, Rules::COUNTED, tokens);
    let moves: Vec<String> = tokens.iter().map(|token| text.shown(token)).collect();
    let end = scanned.as_ref().map_or(End::Missing, |found| found.end);
    let open = scanned.as_ref().is_err_and(|broken| broken.at.end == text.bytes.len());
    let fault = scanned.err().map(|broken| text.fault(moves.len(), broken));
    ParsedMoves { moves, end, fault, open }
}

#[cfg(test)]
mod tests {
    use super::{LiveGame, LiveGames, MAX_GAMES, games, parse_text, whole_tokens};
    use crate::GameDefect;
    use crate::live::source::Document;
    use crate::pgn::game::GameResult;

    fn document(text: &str) -> Document {
        Document::new("live.pgn".to_owned(), text.as_bytes().to_vec())
    }

    fn reading(text: &str) -> LiveGames {
        games(&document(text))
    }

    fn only(text: &str) -> LiveGame {
        let mut reading = reading(text);
        assert_eq!(reading.games.len(), 1, "{text}");
        reading.games.remove(0)
    }

    #[test]
    fn a_token_is_whole_once_something_follows() {
        for (text, whole) in [
            ("1. e4 e5", "1. e4 "),
            ("1. e4 e5 ", "1. e4 e5 "),
            ("1. e4 e5\n", "1. e4 e5\n"),
            ("1. e4 {", "1. e4 {"),
            ("1. e4 {a}", "1. e4 {a}"),
            ("1. e4 1-0", "1. e4 1-0"),
            ("1. e4 *", "1. e4 *"),
            ("1. e4 1/2", "1. e4 "),
            ("1. e4 ½", "1. e4 "),
            ("1. e4 ½-½", "1. e4 ½-½"),
            ("1. e4 1/2-1/2", "1. e4 1/2-1/2"),
            ("[Event", ""),
            ("", ""),
        ] {
            assert_eq!(&text[..whole_tokens(text.as_bytes())], whole, "{text}");
        }
    }

    #[test]
    fn the_last_game_without_a_result_is_incomplete() {
        let text = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 d5 2. c";
        let found = reading(text);
        assert_eq!(found.games.len(), 2);
        assert!(found.games[0].complete && !found.games[1].complete);
        assert_eq!(found.games[0].result, GameResult::White);
        assert_eq!(found.games[1].moves, ["d2d4", "d7d5"]);
        assert_eq!(found.games[1].fault, None);
    }

    #[test]
    fn what_does_not_close_yet_is_no_fault_in_the_last_game_only() {
        for open in ["1. e4 e5 {[%clk\n0:59:", "1. e4 e5 (1... c5 2. Nf3 "] {
            let game = only(open);
            assert_eq!((game.moves.len(), game.complete, game.fault), (2, false, None), "{open}");
        }
        let found = reading("[Event \"a\"]\n\n1. e4 {never\n\n[Event \"b\"]\n\n1. d4 *");
        assert_eq!(found.games.len(), 2);
        assert_eq!(
            found.games[0].fault.as_ref().map(|f| f.reason.to_string()),
            Some("comment does not close".to_owned())
        );
    }

    #[test]
    fn a_fault_keeps_the_moves_before_it() {
        let game = only("1. e4 e5 2. Ke3 *");
        let fault = game.fault.clone().expect("a king does not jump");
        assert_eq!((fault.ply, fault.token.as_str(), fault.reason), (2, "Ke3", GameDefect::IllegalMove));
        assert_eq!(game.moves, ["e2e4", "e7e5"]);
        let game = only("[Result \"1-0\"]\n\n1. e4 0-1\n");
        assert_eq!(
            game.fault.map(|f| f.reason.to_string()),
            Some("result tag says 1-0, movetext ends 0-1".to_owned())
        );
    }

    #[test]
    fn tags_alone_wait() {
        let text = "1. e4 *\n\n[Event \"x\"]\n[White \"Half a na";
        let found = reading(text);
        assert_eq!(found.games.len(), 1);
        assert_eq!(found.pending, Some(9));
        // A game without moves counts once another follows.
        let found = reading("[Event \"x\"]\n[White \"Bye\"]\n\n[Event \"y\"]\n\n1. e4 *");
        assert_eq!((found.games.len(), found.pending), (2, None));
    }

    #[test]
    fn other_variants_are_kept_as_written() {
        let game = only("[Variant \"Chess960\"]\n[FEN \"x\"]\n\n1. Nb3 O-O *");
        assert_eq!(game.moves, ["Nb3", "O-O"]);
    }

    #[test]
    fn the_text_alone_reads_like_the_document() {
        let text = "[White \"A\"]\n\n1. e4 e5\n\n\n[White \"B\"]\n\n1. d4 {x} d5 ";
        let found = reading(text);
        assert_eq!(found.games[0].text, b"[White \"A\"]\n\n1. e4 e5");
        assert_eq!(found.games[1].text, b"[White \"B\"]\n\n1. d4 {x} d5");
        for game in &found.games {
            let again = parse_text("live.pgn", &game.text).expect("one game");
            assert_eq!(again.moves, game.moves);
            assert_eq!(again.white, game.white);
        }
    }

    #[test]
    fn the_number_of_games_is_bounded() {
        let found = reading(&"*\n\n".repeat(MAX_GAMES + 5));
        assert!(found.more);
        assert_eq!(found.games.len(), MAX_GAMES);
        assert_eq!(found.pending, Some(3 * MAX_GAMES as u64));
    }
}
