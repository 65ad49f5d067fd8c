//! Requests to the pool, answers, and the check that a request is a legal position.
//!
//! Engines are not to be trusted with positions that make no sense: Stockfish 15.1 crashes on a board without
//! a king and drops an illegal move list in silence. So every position is validated before an engine sees it.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

use crate::evaluation::Evaluation;
use crate::settings::Settings;

/// One position to search.
///
/// A position with rights to castle says in its spelling what game it is: `KQkq` is standard chess, the files of
/// the rooks (Shredder-FEN, `HAha`) are Chess960. So the two never share the key of a stored evaluation. A
/// position without rights is spelled alike in both and is the same question: castling is all that differs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    pub fen: String,
    /// Search this move only (`searchmoves`), with one line.
    pub only: Option<UciMove>,
}

/// The game a FEN belongs to, by the spelling of its castling rights; see [`Request`].
pub fn mode(fen: &str) -> CastlingMode {
    let rights = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
    CastlingMode::from_chess960(rights.bytes().any(|b| matches!(b, b'A'..=b'H' | b'a'..=b'h')))
}

/// Spells a position: castling rights as `KQkq`, or in Chess960 as the files of the rooks (Shredder-FEN).
pub fn fen(position: &Chess, mode: CastlingMode, en_passant: EnPassantMode) -> String {
    let spelled = Fen::from_position(position, en_passant).to_string();
    if mode == CastlingMode::Standard {
        return spelled;
    }
    let rights = position.castles().castling_rights();
    let files = [Color::White, Color::Black].into_iter().flat_map(|color| {
        let rooks = (rights & color.backrank()).into_iter().rev();
        rooks.map(move |rook| color.fold_wb(rook.file().upper_char(), rook.file().char()))
    });
    let files: String = files.collect();
    let mut fields: Vec<&str> = spelled.split(' ').collect();
    if let Some(field) = fields.get_mut(2).filter(|_| !files.is_empty()) {
        *field = &files;
    }
    fields.join(" ")
}

/// Result of a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub request: Request,
    /// The evaluation, or why there is none.
    pub result: Result<Evaluation, Failure>,
    /// Searches that were attempted, attempts to start an engine included; 0 if none was needed.
    pub tries: u32,
    /// Number of the engine process that answered, from 0; 0 for answers from elsewhere.
    pub worker: usize,
}

/// Why a request has no evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Failure {
    /// A lower-case fragment; the last reason if there were several tries.
    pub reason: String,
}

impl Failure {
    pub(crate) fn new(reason: impl std::fmt::Display) -> Self {
        Self { reason: reason.to_string() }
    }
}

/// Reason of a failure where the engine does not play Chess960.
pub(crate) const NO_CHESS960: &str = "the position is Chess960, and the engine does not offer `UCI_Chess960`";

/// Longest FEN that is looked at; the longest legal one has fewer than 100 bytes.
const MAX_FEN: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) position: Chess,
    /// Standard chess or Chess960.
    pub(crate) mode: CastlingMode,
    /// The position in canonical spelling, safe to send.
    pub(crate) fen: String,
    pub(crate) only: Option<UciMove>,
}

impl Task {
    /// Checks a request: readable FEN, legal position, a legal move to find, and a legal `only`.
    pub(crate) fn new(request: &Request) -> Result<Self, Failure> {
        if request.fen.len() > MAX_FEN {
            return Err(Failure::new(format_args!("the FEN is longer than {MAX_FEN} bytes")));
        }
        let fen = Fen::from_ascii(request.fen.as_bytes())
            .map_err(|error| Failure::new(format_args!("the FEN cannot be read: {error}")))?;
        let mode = mode(&request.fen);
        let position: Chess = fen
            .into_position(mode)
            .map_err(|error| Failure::new(format_args!("the position is not legal: {error}")))?;
        if position.legal_moves().is_empty() {
            return Err(Failure::new("the position has no legal move"));
        }
        if let Some(only) = request.only.filter(|only| play(&position, mode, *only).is_none()) {
            return Err(Failure::new(format_args!("the move {only} is not legal")));
        }
        // Spelled anew, so that nothing but a position can reach the engine. The en passant square stays as it
        // was given: it belongs to the position asked about.
        let fen = self::fen(&position, mode, EnPassantMode::Always);
        Ok(Self { position, mode, fen, only: request.only })
    }

    /// Lines the engine has to report: one for a single move, else as many as asked for and possible.
    pub(crate) fn width(&self, settings: &Settings) -> usize {
        match self.only {
            Some(_) => 1,
            None => self.position.legal_moves().len().min(settings.multipv.into()),
        }
    }
}

/// The position after `mv`, or `None` if the move is illegal or not in the engine's spelling: castling is `e1g1`
/// in standard chess, king takes rook (`e1h1`) in Chess960.
pub(crate) fn play(position: &Chess, mode: CastlingMode, mv: UciMove) -> Option<Chess> {
    let legal = mv.to_move(position).ok()?;
    if legal.to_uci(mode) != mv {
        return None;
    }
    position.clone().play(legal).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(fen: &str, only: Option<&str>) -> String {
        let only = only.map(|mv| mv.parse().expect("a move"));
        Task::new(&Request { fen: fen.to_owned(), only }).expect_err("no task").reason
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(reason("not a position", None).contains("cannot be read"));
        assert!(reason("8/8/8/8/8/8/8/8 w - - 0 1", None).contains("not legal"));
        assert!(reason("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\nquit", None).contains("cannot be read"));
        assert!(reason("k7/8/8/8/8/8/8/K6R b - - 0 1\u{e9}", None).contains("cannot be read"));
        assert!(reason("R6k/8/7K/8/8/8/8/8 b - - 0 1", None).contains("no legal move"), "checkmate");
        assert!(reason("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None).contains("no legal move"), "stalemate");
        assert!(reason("7k/8/6K1/8/8/8/8/8 w - - 0 1", Some("g6g7")).contains("g6g7 is not legal"));
        assert!(reason("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Some("e1h1")).contains("not legal"));
        assert!(reason(&"8/".repeat(200), None).contains("longer"));
    }

    #[test]
    fn the_spelling_of_the_rights_says_what_game_it_is() {
        let task = |fen: &str, only: Option<&str>| {
            Task::new(&Request { fen: fen.to_owned(), only: only.and_then(|mv| mv.parse().ok()) })
        };
        let chess960 = task("4k3/8/8/8/8/8/8/4K2R w H - 0 1", Some("e1h1")).expect("king takes rook");
        assert_eq!(chess960.fen, "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
        assert_eq!(chess960.mode, CastlingMode::Chess960);
        task("4k3/8/8/8/8/8/8/4K2R w H - 0 1", Some("e1g1")).expect_err("the other spelling");
        let standard = task("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Some("e1g1")).expect("castling");
        assert_eq!(standard.mode, CastlingMode::Standard);
        // A rook on g1 is no rook to castle with in standard chess.
        task("5k2/8/8/8/8/8/8/5KR1 w K - 0 1", None).expect_err("not legal");
        let inner = task("bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1", None).expect("legal");
        assert_eq!(inner.fen, "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1");
        // Without rights there is nothing to tell apart, and one question.
        let ended = Request { fen: "8/8/8/8/8/k7/8/KR6 w - - 0 1".to_owned(), only: None };
        assert_eq!(mode(&ended.fen), CastlingMode::Standard);
        assert_eq!(
            fen(&Chess::default(), CastlingMode::Chess960, EnPassantMode::Legal),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
        );
    }

    #[test]
    fn a_position_is_sent_in_canonical_spelling() {
        let request = Request { fen: " 4k3/8/8/8/8/8/8/4K2R  w K".to_owned(), only: "e1g1".parse().ok() };
        let task = Task::new(&request).expect("a legal position");
        assert_eq!(task.fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let settings = Settings { depth: 1, multipv: 64, hash_mib: 1, node_cap: 10_000, decided: None };
        assert_eq!(task.width(&settings), 1);
        let all = Task::new(&Request { only: None, ..request }).expect("a legal position");
        assert_eq!(all.width(&settings), all.position.legal_moves().len());
        assert_eq!(all.width(&Settings { multipv: 2, ..settings }), 2);
    }
}
