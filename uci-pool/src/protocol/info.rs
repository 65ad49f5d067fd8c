//! `info` and `bestmove`, read word by word.
//!
//! Unknown keys are skipped, because engines invent them. A key that decides a result (`depth`, `multipv`,
//! `score`, `nodes`, `pv`) with a value that cannot be read makes the line an error instead: reading
//! `multipv x` as line 1 would be a silent repair.

use shakmaty::uci::UciMove;

use crate::evaluation::{Bound, Value};
use crate::request::Failure;

/// Content of an `info` line. A key that is absent is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    /// Nominal depth in plies.
    pub(crate) depth: Option<u32>,
    /// Number of the line, from 1.
    pub(crate) multipv: Option<u32>,
    /// Value from the mover's side.
    pub(crate) value: Option<Value>,
    /// A bound named anywhere in the line: Stockfish 15 puts it behind `wdl`, Stockfish 19 before.
    pub(crate) bound: Option<Bound>,
    /// Nodes searched so far.
    pub(crate) nodes: Option<u64>,
    /// The variation; `Some` and empty if the engine printed `pv` with no move, or `(none)` or `0000` in its place.
    pub(crate) pv: Option<Vec<UciMove>>,
}

fn unreadable(key: &str) -> Failure {
    Failure::new(format_args!("unreadable `{key}` in a line of the engine"))
}

/// A line printed during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchLine {
    /// `info ...`
    Info(Info),
    /// `bestmove ...`; `None` for `(none)` and `0000`.
    BestMove(Option<UciMove>),
    Other,
}

/// Reads one line printed during a search. A key that decides a result without a readable value is an error.
pub(crate) fn read(line: &str) -> Result<SearchLine, Failure> {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("info") => info(words).map(SearchLine::Info),
        Some("bestmove") => match words.next() {
            Some(word) if is_no_move(word) => Ok(SearchLine::BestMove(None)),
            Some(word) => {
                let mv = word.parse().map_err(|_| unreadable("bestmove"))?;
                Ok(SearchLine::BestMove(Some(mv)))
            }
            None => Err(unreadable("bestmove")),
        },
        _ => Ok(SearchLine::Other),
    }
}

fn info<'a>(words: impl Iterator<Item = &'a str>) -> Result<Info, Failure> {
    let mut words = words.peekable();
    let mut info = Info::default();
    while let Some(key) = words.next() {
        match key {
            "string" => break,
            "depth" => info.depth = Some(number(words.next(), "depth")?),
            "multipv" => info.multipv = Some(number(words.next(), "multipv")?),
            "nodes" => info.nodes = Some(number(words.next(), "nodes")?),
            "score" => {
                let kind = words.next();
                let value = number(words.next(), "score")?;
                info.value = Some(match kind {
                    Some("cp") => Value::Cp(value),
                    Some("mate") => Value::Mate(value),
                    _ => return Err(unreadable("score")),
                });
            }
            "lowerbound" => info.bound = Some(Bound::Lower),
            "upperbound" => info.bound = Some(Bound::Upper),
            "pv" => {
                let mut pv = Vec::new();
                words.next_if(|word| is_no_move(word));
                while let Some(word) = words.next_if(|word| !is_key(word)) {
                    pv.push(word.parse().map_err(|_| unreadable("pv"))?);
                }
                info.pv = Some(pv);
            }
            // An unknown key, or a word that belongs to one: neither carries anything that is kept.
            _ => {}
        }
    }
    Ok(info)
}

/// How engines write that there is no move.
fn is_no_move(word: &str) -> bool {
    matches!(word, "(none)" | "0000")
}

fn number<T: std::str::FromStr>(word: Option<&str>, key: &str) -> Result<T, Failure> {
    word.and_then(|w| w.parse().ok()).ok_or_else(|| unreadable(key))
}

/// Words that end a variation.
const KEYS: &str = "depth seldepth multipv score wdl lowerbound upperbound nodes nps hashfull tbhits sbhits cpuload time pv \
                    refutation currline currmove currmovenumber string";

fn is_key(word: &str) -> bool {
    KEYS.split(' ').any(|key| key == word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(line: &str) -> Info {
        match read(line) {
            Ok(SearchLine::Info(info)) => info,
            other => panic!("`{line}` was read as {other:?}"),
        }
    }

    #[test]
    fn bounds_are_found_on_both_sides_of_wdl() {
        let old = parsed("info depth 9 multipv 1 score cp -9 wdl 4 986 10 upperbound nodes 77 pv e2e4");
        let new = parsed("info depth 9 multipv 1 score cp -9 upperbound wdl 4 986 10 nodes 77 pv e2e4");
        assert_eq!(old.bound, Some(Bound::Upper));
        assert_eq!(old, new);
        assert_eq!(old.nodes, Some(77));
        assert_eq!(old.pv.map(|pv| pv.len()), Some(1));
    }

    #[test]
    fn large_counts_mates_and_unknown_keys_are_read() {
        let info =
            parsed("info depth 40 zeal 3 x score mate -12 ebf 1.5 nodes 1000680000000 currmovenumber 1");
        assert_eq!(info.nodes, Some(1_000_680_000_000));
        assert_eq!(info.value, Some(Value::Mate(-12)));
        assert_eq!(info.depth, Some(40));
        assert_eq!(info.pv, None);
    }

    #[test]
    fn string_runs_to_the_end_and_an_empty_pv_is_empty() {
        assert_eq!(parsed("info string depth 3 score cp x pv e2e4"), Info::default());
        for none in ["", "(none)", "0000", "(none) nodes 3"] {
            assert_eq!(parsed(&format!("info depth 1 score cp 0 nodes 0 pv {none}")).pv, Some(Vec::new()));
        }
        let middle = parsed("info pv e2e4 e7e5 depth 3");
        assert_eq!((middle.depth, middle.pv.map(|pv| pv.len())), (Some(3), Some(2)));
    }

    #[test]
    fn best_moves_are_read() {
        assert_eq!(read("bestmove (none)"), Ok(SearchLine::BestMove(None)));
        let promotion = "a7a8q".parse().expect("a move");
        assert_eq!(read("bestmove a7a8q ponder b8a8"), Ok(SearchLine::BestMove(Some(promotion))));
        assert!(read("bestmove").is_err());
        assert!(read("bestmove e2").is_err());
        assert_eq!(read("readyok"), Ok(SearchLine::Other));
    }

    #[test]
    fn a_deciding_key_without_a_value_is_an_error() {
        for line in [
            "info depth",
            "info depth -1",
            "info multipv one",
            "info nodes 99999999999999999999999",
            "info score 12",
            "info score cp 99999999999",
            "info score mate",
            "info depth 3 pv e2e4 e9e5",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_panics(line in "\\PC{0,120}") {
            let _ = read(&line);
        }

        #[test]
        fn no_near_miss_panics(words in prop::collection::vec(prop::sample::select(vec![
            "info", "bestmove", "depth", "multipv", "score", "cp", "mate", "wdl", "lowerbound", "nodes", "pv", "string",
            "e2e4", "e7e8q", "0000", "P@e4", "-1", "0", "7", "99999999999999999999", "(none)", "é", "\u{fffd}", "e2é4",
        ]), 0..16)) {
            let _ = read(&words.join(" "));
            let _ = read(&format!("info {}", words.join(" ")));
        }
    }
}
