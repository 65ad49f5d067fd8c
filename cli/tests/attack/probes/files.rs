//! Damaged and hostile files on the command line: a documented exit code in bounded time, and nothing raw on the terminal.

use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

use analyzer::full_test::SCHEMA;
use analyzer::screening::SOFTWARE;
use reports::bundle::Bundle;
use uci_pool::steers_display;

use super::evidence::evidence;
use super::home::{Home, sample_games, settings_file, words};
use super::markup::TURNED;
use super::mutation::{Random, damaged};
use super::tally::Probe;
use super::uci;

pub(super) const NAME: &str = "damaged files on the command line";

/// Damaged copies of each file.
const COPIES: usize = 16;
const MAX_TIME: Duration = Duration::from_secs(30);

const ALIASES: &str = "[[person]]\nname = \"Ample, Anna\"\naliases = [\"Ampel, Anna\"]\nconfirmed_by = \"B\"\ndate = 2026-03-01\n";
const CIRCUMSTANCES: &str = "mode = \"over_the_board\"\nplayers = 60\nrounds = 9\nfirst_day = \"2026-03-01\"\nplace = \"Here\"\n\
                             time_control = \"90+30\"\n\n[[accepted_games]]\nwhite = \"Elm\"\nblack = \"Oak\"\narbiter = \"B\"\n";
const TELEMETRY: &str =
    "game,ply,handle,kind,ms\n1,3,\"Ample, Anna\",tab_switch,4200\n1,4,\"Ring, Olaf\",input_lag,310\n";

/// A file and the command that reads it.
struct Seed {
    name: &'static str,
    bytes: Vec<u8>,
    command: &'static str,
}

fn seeds(home: &Home) -> Vec<Seed> {
    let text = |name: &str| std::fs::read(home.case(name)).unwrap();
    let games = sample_games()[..2].concat().into_bytes();
    let (description, contents) = evidence(SOFTWARE, SCHEMA, None);
    Bundle::new(&description, contents, None).unwrap().write_zip(&home.path("good.zip")).unwrap();
    let seed = |name, bytes, command| Seed { name, bytes, command };
    vec![
        seed("a.pgn", games.clone(), "inspect a.pgn"),
        seed("b.pgn", text("three-spellings.pgn"), "inspect b.pgn --json"),
        seed("a.pgn.zst", zstd::bulk::compress(&games, 3).unwrap(), "inspect a.pgn.zst"),
        seed("c.pgn", games, "screen c.pgn --out screened --store c.sqlite"),
        seed("d.pgn", text("trf-games.pgn"), "trf check d.pgn trf26-162-z.trf"),
        seed("a.trf", text("trf26-162-z.trf"), "trf check trf-games.pgn a.trf"),
        seed("aliases.toml", ALIASES.into(), "inspect trf-games.pgn --aliases aliases.toml"),
        seed(
            "circumstances.toml",
            CIRCUMSTANCES.into(),
            "screen trf-games.pgn --out e --store c.sqlite --circumstances circumstances.toml",
        ),
        seed(
            "telemetry.csv",
            TELEMETRY.into(),
            "screen trf-games.pgn --out f --store c.sqlite --telemetry telemetry.csv",
        ),
        seed("settings.toml", uci::settings().into(), "config --config settings.toml"),
        seed("bundle.zip", std::fs::read(home.path("good.zip")).unwrap(), "verify bundle.zip"),
    ]
}

/// Whole files that no damage makes.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let pgn = format!(
        "[Event \"{TURNED}\"]\n[White \"{TURNED}\"]\n[Black \"B\"]\n[Result \"{TURNED}\"]\n\n1. e4 e5 *\n"
    );
    vec![
        ("inspect a.pgn", pgn.clone().into_bytes()),
        ("inspect a.pgn --json", pgn.into_bytes()),
        ("inspect a.pgn", Vec::new()),
        ("inspect a.pgn", vec![0; 1 << 20]),
        ("inspect a.pgn", format!("[Event \"x\"]\n\n1. e4 {} *\n", "(".repeat(200_000)).into_bytes()),
        ("inspect a.pgn", format!("[Event \"{}", "\\\"".repeat(1 << 20)).into_bytes()),
        ("inspect a.pgn.zst", zstd::bulk::compress(&vec![b' '; 100 << 20], 1).unwrap()),
        ("inspect a.pgn.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\xff".repeat(9)),
        ("inspect a.zip", b"PK\x03\x04".repeat(50)),
        ("verify a.zip", b"PK\x05\x06".repeat(50)),
        ("inspect trf-games.pgn --aliases a.toml", format!("a = {}\n", "[".repeat(100_000)).into_bytes()),
        (
            "inspect trf-games.pgn --aliases a.toml",
            format!("\"{}\" = 1\n", TURNED.replace('\u{1b}', "\\u001b")).into_bytes(),
        ),
        ("trf check trf-games.pgn a.trf", format!("012 {TURNED}\n001 {TURNED}\n").into_bytes()),
        ("trf check trf-games.pgn a.trf", "001 ".repeat(1 << 18).into_bytes()),
    ]
}

/// Runs a command on a file; code, output and time have to be in order.
fn run(probe: &mut Probe, home: &Home, line: &str, sent: &[u8]) {
    let [out, error] = ["told", "said"].map(|name| home.path(name));
    let mut command = home.command(&words(line));
    command
        .stdout(Stdio::from(File::create(&out).unwrap()))
        .stderr(Stdio::from(File::create(&error).unwrap()));
    let (begun, mut child) = (Instant::now(), command.spawn().unwrap());
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if begun.elapsed() > MAX_TIME {
            let _gone = child.kill();
            let _ended = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let told = [out, error].map(|file| std::fs::read(file).unwrap()).concat();
    let text = String::from_utf8_lossy(&told);
    let raw: Vec<char> = text.chars().filter(|c| steers_display(*c) && !matches!(c, '\n' | '\t')).collect();
    let documented = code.is_some_and(|code| (0..=6).contains(&code));
    probe.holds(documented && raw.is_empty() && !text.contains("panicked"), || {
        let sent = String::from_utf8_lossy(&sent[..sent.len().min(200)]).into_owned();
        format!("{line}: {code:?} after {:?}, raw {raw:?}; file {sent:?}; {text}", begun.elapsed())
    });
}

pub(super) fn damaged_files() -> Probe {
    let (mut probe, home) = (Probe::new(NAME), Home::new());
    std::fs::write(settings_file(home.folder()), uci::settings()).unwrap();
    let mut random = Random::new(1_914);
    for seed in seeds(&home) {
        std::fs::write(home.path(seed.name), &seed.bytes).unwrap();
        run(&mut probe, &home, seed.command, &seed.bytes);
        for _ in 0..COPIES {
            let bytes = damaged(&mut random, &seed.bytes);
            std::fs::write(home.path(seed.name), &bytes).unwrap();
            run(&mut probe, &home, seed.command, &bytes);
        }
    }
    for (line, bytes) in hostile() {
        let name = words(line).into_iter().find(|word| word.starts_with("a.")).unwrap();
        std::fs::write(home.path(name), &bytes).unwrap();
        run(&mut probe, &home, line, &bytes);
    }
    probe
}
