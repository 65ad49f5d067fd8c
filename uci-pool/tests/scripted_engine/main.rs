//! A UCI engine that misbehaves on request, for the tests of the pool.
//!
//! It searches nothing: values are a function of position, move and depth, so that every run gives the same
//! lines. `--mode` names the misbehaviour. It shows on every occasion, unless it is limited:
//!
//! - `--once FILE`: only while FILE does not exist; FILE is created then;
//! - `--when FILE`: only while FILE exists;
//! - `--move-number N`: only on positions with that full move number.
//!
//! `--log FILE` appends every command that arrives, `--pids FILE` the process id at the start; `--sleep MS` makes each search take that long.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::exit;
use std::thread;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

#[derive(Default)]
struct Script {
    mode: String,
    once: Option<PathBuf>,
    when: Option<PathBuf>,
    move_number: Option<u32>,
    log: Option<PathBuf>,
    pids: Option<PathBuf>,
    sleep: u64,
}

impl Script {
    fn from_args() -> Self {
        let mut script = Self::default();
        let mut args = std::env::args().skip(1);
        while let Some(key) = args.next() {
            let value = args.next().unwrap_or_default();
            match key.as_str() {
                "--mode" => script.mode = value,
                "--once" => script.once = Some(value.into()),
                "--when" => script.when = Some(value.into()),
                "--move-number" => script.move_number = value.parse().ok(),
                "--log" => script.log = Some(value.into()),
                "--pids" => script.pids = Some(value.into()),
                "--sleep" => script.sleep = value.parse().unwrap_or(0),
                _ => exit(2),
            }
        }
        script
    }

    /// Whether `mode` is to show now.
    fn shows(&self, mode: &str, move_number: Option<u32>) -> bool {
        self.mode == mode
            && (self.move_number.is_none() || self.move_number == move_number)
            && self.when.as_ref().is_none_or(|file| file.exists())
            && self
                .once
                .as_ref()
                .is_none_or(|file| OpenOptions::new().write(true).create_new(true).open(file).is_ok())
    }
}

fn append(file: Option<&PathBuf>, text: &str) {
    if let Some(file) = file
        && let Ok(mut file) = OpenOptions::new().append(true).create(true).open(file)
    {
        let _ = file.write_all(format!("{text}\n").as_bytes());
    }
}

/// Prints a line; a pool that has gone away ends the engine.
fn say(line: &str) {
    if writeln!(io::stdout(), "{line}").is_err() {
        exit(0);
    }
}

fn say_bytes(bytes: &[u8]) {
    if io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()).is_err() {
        exit(0);
    }
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

fn handshake(script: &Script) {
    if script.shows("silent-handshake", None) {
        hang();
    }
    if script.shows("nameless", None) {
        say("uciok");
        return;
    }
    let renamed = script.shows("renamed", None);
    say(if renamed { "id name Another Engine" } else { "id name Scripted Engine 1" });
    say("id author nobody");
    if script.shows("noise", None) {
        say_bytes(b"\xff\xfe\x00 no text\nid\noption\noption name\n\x1b[31m\n");
    }
    for (without, option) in [
        ("no-threads", "Threads type spin default 1 min 1 max 4"),
        ("no-hash", "Hash type spin default 16 min 1 max 64"),
        ("no-multipv", "MultiPV type spin default 1 min 1 max 20"),
    ] {
        if script.shows("few-lines", None) && without == "no-multipv" {
            say("option name MultiPV type spin default 1 min 1 max 2");
        } else if !script.shows(without, None) {
            say(&format!("option name {option}"));
        }
    }
    say("option name Log File type string default ");
    say("option name UCI_ShowWDL type check default false");
    if script.mode == "chess960" {
        say("option name UCI_Chess960 type check default false");
    }
    say("uciok");
}

#[derive(Default)]
struct State {
    position: Option<(String, Chess, u32)>,
    multipv: usize,
    chess960: bool,
    /// Searches since `ucinewgame`: what a warm hash would remember.
    memory: i64,
}

/// A number that depends on nothing but its arguments.
fn value(fen: &str, mv: UciMove, depth: u32) -> i64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in format!("{fen} {mv} {depth}").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash % 300).cast_signed() - 150
}

fn go(script: &Script, state: &mut State, words: &[&str]) {
    let Some((fen, position, number)) = &state.position else {
        return;
    };
    let after = |key: &str| words.iter().position(|w| *w == key).and_then(|at| words.get(at + 1));
    let depth: u32 = after("depth").and_then(|w| w.parse().ok()).unwrap_or(1);
    let only: Option<UciMove> = after("searchmoves").and_then(|w| w.parse().ok());
    let shows = |mode: &str| script.shows(mode, Some(*number));
    thread::sleep(Duration::from_millis(script.sleep));

    let mut moves: Vec<UciMove> = position
        .legal_moves()
        .into_iter()
        .map(|mv| mv.to_uci(CastlingMode::from_chess960(state.chess960)))
        .collect();
    moves.retain(|mv| only.is_none_or(|only| only == *mv));
    let warmth = if script.mode == "warm" { state.memory } else { 0 };
    state.memory += 1;
    let (missing, wrong_best) = (shows("missing-lines"), shows("wrong-bestmove"));
    let illegal = shows("illegal-pv");
    // Prints what a slow machine prints besides: bounds, first versions, repetitions in another order.
    let slow = shows("slow-machine");
    // Prints lines that report no search: of depth 0, and without moves.
    let chatty = shows("chatty");
    let mut best = None;
    for d in 1..=depth {
        let mut ranked: Vec<(i64, UciMove)> =
            moves.iter().map(|&mv| (value(fen, mv, d) + warmth, mv)).collect();
        ranked.sort_by_key(|(value, mv)| (-value, mv.to_string()));
        ranked.truncate(state.multipv);
        let nodes = u64::from(d) * 1000;
        let line = |i: usize, extra: &str| {
            let (value, mv) = ranked[i];
            format!("info depth {d} multipv {} score cp {value}{extra} nodes {nodes} pv {mv}", i + 1)
        };
        if d == depth {
            misbehave(&shows);
        }
        if chatty {
            let mv = moves[0];
            say("info string depth 3 score cp 9 pv e2e4");
            say(&format!("info depth 0 multipv 1 score cp 0 nodes 1 pv {mv}"));
            say("info depth 0 score cp 0");
            say(&format!("info depth {d} score cp 11 nodes 5"));
            say(&format!("info depth {d} score cp 11 pv (none)"));
            say(&format!("info score cp 11 pv {mv}"));
        }
        for i in 0..ranked.len() {
            if slow {
                say(&line(i, " lowerbound"));
                say(&line(i, ""));
                if d > 1 && i > 0 {
                    let (value, mv) = ranked[0];
                    say(&format!(
                        "info depth {} multipv {} score cp {value} nodes {nodes} pv {mv}",
                        d - 1,
                        i + 1
                    ));
                }
                say(&format!("info depth {d} currmove {} currmovenumber 1", ranked[i].1));
            }
            if !(missing && i + 1 == ranked.len()) {
                let text = line(i, "");
                say(&if illegal { format!("{text} a1a1") } else { text });
            }
        }
        best = if wrong_best { ranked.last() } else { ranked.first() }.map(|(_, mv)| *mv);
    }
    match best {
        Some(best) => say(&format!("bestmove {best}")),
        None => say("bestmove (none)"),
    }
}

/// Misbehaviour in the middle of a search.
fn misbehave(shows: &impl Fn(&str) -> bool) {
    if shows("die") {
        exit(3);
    }
    if shows("hang") {
        hang();
    }
    if shows("half-line") {
        say_bytes(b"bestmove e2");
        exit(0);
    }
    if shows("garbage") {
        say_bytes(b"info depth \xff\xfe multipv one score pv \x00\n");
    }
    if shows("noise") {
        say_bytes(b"\xff\xfe\x00 no text\ninfo string \xff\ninfo hashfull\ninfo zeal 9\n\n");
    }
    if shows("huge-line") {
        say_bytes(&vec![b'x'; 1_000_000]);
        say("");
    }
    if shows("no-bestmove") {
        say("bestmove (none)");
        hang();
    }
    if shows("flood") {
        loop {
            say_bytes("info depth 1 nodes 5\n".repeat(1000).as_bytes());
        }
    }
}

fn main() {
    let script = Script::from_args();
    append(script.pids.as_ref(), &std::process::id().to_string());
    if script.shows("exit-at-start", None) {
        exit(1);
    }
    let mut state = State { multipv: 1, ..State::default() };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        append(script.log.as_ref(), &line);
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => handshake(&script),
            ["isready"] => say("readyok"),
            ["ucinewgame"] => state.memory = 0,
            ["setoption", "name", "MultiPV", "value", number] => state.multipv = number.parse().unwrap_or(1),
            ["setoption", "name", "UCI_Chess960", "value", value] => state.chess960 = *value == "true",
            ["position", "fen", fen @ ..] => {
                let fen = fen.join(" ");
                let number = fen.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                let position = fen
                    .parse::<Fen>()
                    .ok()
                    .and_then(|f| f.into_position(CastlingMode::from_chess960(state.chess960)).ok());
                state.position = position.map(|position| (fen, position, number));
            }
            ["go", rest @ ..] => go(&script, &mut state, rest),
            ["quit"] if script.mode == "ignore-quit" => hang(),
            ["quit"] => return,
            _ => {}
        }
    }
}
