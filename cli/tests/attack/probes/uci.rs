//! An engine that answers at once, from nothing but the position: the probes need results and no chess. Its name is hostile.

use std::io::Write as _;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};

/// The argument that makes an engine of this program.
pub(super) const ARGUMENT: &str = "--as-engine";

/// The settings of a home whose engine this program is.
pub(super) fn settings() -> String {
    let program = std::env::current_exe().unwrap();
    format!(
        "profile = \"short\"\nlang = \"en\"\n[engine]\npath = {program:?}\nargs = [{ARGUMENT:?}]\nprocesses = 1\n\
         [profiles.short]\ndepth = 3\nmultipv = 2\nhash_mib = 16\nnode_cap = 20000\n"
    )
}

/// A number that depends on nothing but its arguments.
fn value(fen: &str, moved: &UciMove, depth: u32) -> i64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in format!("{fen} {moved} {depth}").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash % 120).cast_signed() - 60
}

fn position(words: &[&str]) -> Option<(String, Chess)> {
    let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut board = match words.get(1) {
        Some(&"fen") => {
            let fen: Fen = words[2..moves].join(" ").parse().ok()?;
            fen.into_position(CastlingMode::Standard).ok()?
        }
        _ => Chess::default(),
    };
    for word in words.iter().skip(moves + 1) {
        let played = word.parse::<UciMove>().ok()?.to_move(&board).ok()?;
        board.play_unchecked(played);
    }
    Some((words.join(" "), board))
}

fn search(words: &[&str], at: Option<&(String, Chess)>, lines: usize, out: &mut impl std::io::Write) {
    let depth: u32 = words
        .iter()
        .position(|word| *word == "depth")
        .and_then(|place| words.get(place + 1)?.parse().ok())
        .unwrap_or(1);
    let only: Vec<&str> = words.iter().skip_while(|word| **word != "searchmoves").skip(1).copied().collect();
    let moves: Vec<UciMove> = at
        .iter()
        .flat_map(|(_, board)| board.legal_moves())
        .map(|legal| legal.to_uci(CastlingMode::Standard))
        .filter(|legal| only.is_empty() || only.contains(&legal.to_string().as_str()))
        .collect();
    let mut best = "(none)".to_owned();
    for d in 1..=depth {
        let fen = at.map_or("", |(fen, _)| fen);
        let mut ranked: Vec<(i64, &UciMove)> =
            moves.iter().map(|moved| (value(fen, moved, d), moved)).collect();
        ranked.sort_by_key(|(value, moved)| (-value, moved.to_string()));
        for (place, (value, moved)) in ranked.iter().take(lines).enumerate() {
            let nodes = u64::from(d) * 100;
            writeln!(out, "info depth {d} multipv {} score cp {value} nodes {nodes} pv {moved}", place + 1)
                .unwrap();
        }
        best = ranked.first().map_or(best, |(_, moved)| moved.to_string());
    }
    writeln!(out, "bestmove {best}").unwrap();
}

/// Plays the engine on standard input and output until it is told to stop.
pub(super) fn play() {
    let mut out = std::io::stdout().lock();
    let (mut at, mut lines) = (None, 1);
    for line in std::io::stdin().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"uci") => {
                writeln!(
                    out,
                    "id name {}\nid author x\noption name Hash type spin default 16 min 1 max 64\n\
                     option name Threads type spin default 1 min 1 max 4\n\
                     option name MultiPV type spin default 1 min 1 max 20\nuciok",
                    super::markup::MARKUP
                )
                .unwrap();
            }
            Some(&"isready") => writeln!(out, "readyok").unwrap(),
            Some(&"setoption") if line.contains("MultiPV") => {
                lines = words.last().and_then(|word| word.parse().ok()).unwrap_or(1);
            }
            Some(&"position") => at = position(&words),
            Some(&"go") => search(&words, at.as_ref(), lines, &mut out),
            Some(&"quit") => return,
            _ => {}
        }
        out.flush().unwrap();
    }
}
