//! What engines print: lines of a search, and the evaluation that comes of them.

use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
use uci_pool::transcript::{self, evaluation};
use uci_pool::{Bound, Evaluation, Request, Settings, mode};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "uci",
    about: "lines that engines print",
    run,
    words: WORDS,
    made: || {
        [
            include_bytes!("../../../uci-pool/tests/transcripts/stockfish-15.1-wdl.txt").as_slice(),
            include_bytes!("../../../uci-pool/tests/transcripts/stockfish-19-lite.txt"),
        ]
        .map(|bytes| bytes.get(..12 * 1024).unwrap_or(bytes).to_vec())
        .to_vec()
    },
    data: &[],
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Three legal moves; five lines are asked for and three can come.
const FEW: &str = "8/8/8/8/8/k7/8/K7 b - - 0 40";
const CHESS960: &str = "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1";

/// Words that end a variation, as the protocol lists them.
const KEYS: [&str; 20] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "lowerbound",
    "upperbound",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "time",
    "pv",
    "refutation",
    "currline",
    "currmove",
    "currmovenumber",
    "string",
];

fn run(bytes: &[u8], bench: &mut Bench) {
    for line in String::from_utf8_lossy(bytes).split('\n') {
        self::line(line, bench);
    }
    decoded(bytes);
    // A line may name the position that the rest is about.
    let text = String::from_utf8_lossy(bytes);
    let named = text.lines().find_map(|line| line.strip_prefix("position fen "));
    let shallow = Settings { depth: 3, ..Settings::QUICK };
    searched(bytes, START, &Settings::QUICK, bench);
    for fen in [START, FEW, CHESS960].into_iter().chain(named) {
        searched(bytes, fen, &shallow, bench);
    }
}

fn searched(bytes: &[u8], fen: &str, settings: &Settings, bench: &mut Bench) {
    let request = Request { fen: fen.to_owned(), only: None };
    match evaluation(&request, settings, bytes) {
        Ok(found) => sound(&found, fen, settings, bench),
        Err(failure) => bench.trace.said("failed", &failure.reason),
    }
}

fn line(line: &str, bench: &mut Bench) {
    match transcript::variation(line) {
        Ok(found) => {
            let info = line.split_ascii_whitespace().next() == Some("info");
            let expected = variation(line).filter(|_| info);
            let same = match (&found, &expected) {
                (Some(found), Some(expected)) => {
                    found.len() == expected.len()
                        && found.iter().zip(expected).all(|(a, b)| a.eq_ignore_ascii_case(b))
                }
                (None, None) => true,
                _ => false,
            };
            assert!(same, "the variation {expected:?} was read as {found:?}");
            bench.trace.count("pv", found.map_or(0, |pv| pv.len() + 1));
        }
        Err(failure) => bench.trace.said("unreadable", &failure.reason),
    }
}

/// The words behind the last `pv` of a line, found without the tokenizer.
fn variation(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> =
        line.split_ascii_whitespace().skip(1).take_while(|word| *word != "string").collect();
    let behind = words.iter().rposition(|word| *word == "pv")? + 1;
    let moves = words[behind..].iter().take_while(|word| !KEYS.contains(word));
    Some(moves.copied().collect())
}

fn sound(found: &Evaluation, fen: &str, settings: &Settings, bench: &mut Bench) {
    assert_eq!(Evaluation::decode(&found.encode()).as_ref(), Ok(found), "stored as another");
    let position = position(fen);
    let legal: Vec<UciMove> = position.legal_moves().iter().map(|mv| mv.to_uci(mode(fen))).collect();
    let width = legal.len().min(settings.multipv.into());
    assert!(found.judgment < found.depths.len(), "no judgment depth");
    assert!(found.depths.is_sorted_by(|a, b| a.depth < b.depth), "depths out of order");
    for row in &found.depths {
        assert!((1..=settings.depth).contains(&row.depth), "depth {}", row.depth);
        assert_eq!(row.lines.len(), width, "a row that is not complete");
        for (place, line) in row.lines.iter().enumerate() {
            assert!(legal.contains(&line.mv), "{} is not legal", line.mv);
            assert_eq!(line.bound, Bound::Exact, "a bound was stored");
            assert!(row.lines[..place].iter().all(|other| other.mv != line.mv), "a move twice");
        }
    }
    assert_eq!(found.pvs.len(), width, "variations are missing");
    for (pv, line) in found.pvs.iter().zip(found.lines()) {
        assert_eq!(pv.first(), Some(&line.mv), "a variation that begins with another move");
        assert!(pv.len() <= Evaluation::MAX_PV, "a variation that is too long");
    }
    bench.trace.count("rows", found.depths.len());
    bench.trace.count("judgment", usize::from(found.judgment_depth()));
    bench.trace.said("truncated", if found.truncated { "yes" } else { "no" });
}

fn position(fen: &str) -> Chess {
    let mode: CastlingMode = mode(fen);
    fen.parse::<Fen>()
        .ok()
        .and_then(|fen| fen.into_position(mode).ok())
        .expect("an evaluation is of a legal position")
}

/// Stored bytes are read or refused, and what is read is written as the same bytes.
fn decoded(bytes: &[u8]) {
    if let Ok(found) = Evaluation::decode(bytes) {
        assert_eq!(found.encode(), bytes, "two spellings of one evaluation");
    }
}

const WORDS: &[&[u8]] = &[
    b"info ",
    b"bestmove ",
    b"bestmove e2e4 ponder e7e5\n",
    b"bestmove (none)\n",
    b"bestmove 0000\n",
    b" depth ",
    b" seldepth ",
    b" multipv ",
    b" multipv 2",
    b" multipv 5",
    b" score ",
    b" cp ",
    b" mate ",
    b" score cp -9 wdl 4 986 10 upperbound",
    b" lowerbound",
    b" nodes ",
    b" pv ",
    b" string ",
    b" currmove e2e4 currmovenumber 1",
    b" refutation d1h5 g6h5",
    b" e2e4",
    b" e7e8q",
    b" E7E8Q",
    b" P@e4",
    b" e1g1",
    b" e1h1",
    b" a3b3",
    b" a3b4",
    b" a3a4",
    b"info depth 3 multipv 1 score cp 12 nodes 900 pv e2e4\n",
    b"info depth 3 multipv 1 score cp 12 nodes 900 pv a3b3 a1b1\n",
    b"info depth 3 multipv 2 score mate -3 nodes 900 pv a3b4\n",
    b"info depth 3 multipv 3 score cp -1 nodes 999 pv a3a4\n",
    b"id name x\n",
    b"uciok\n",
    b"readyok\n",
    b"position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\n",
    b"\n",
    b"\r\n",
    b"99999999999999999999",
    b"-",
    b"\x01",
];
