//! What comes from outside never reaches the terminal as it came: hostile names, keys, headers, file names and answers in the fields
//! that commands print. The games are invented.
#![cfg(unix)]

use std::process::Output;

use reports::bundle::{Bundle, Content, Edition, Kind};
use uci_pool::steers_display;

use crate::evidence::description;
use crate::home::{Home, settings_file, write_script};
use crate::web_server::{Server, answer};

/// A word to find the text again, with an escape sequence, a bell, a return, C1 controls and characters that turn the text around.
const HOSTILE: &str = "Evilword\u{1b}[31m\u{1b}]0;t\u{7}\u{9b}2J\u{85}\u{202e}\u{2066}\u{200b}\u{7f}";

/// The same in a basic string of TOML.
fn toml() -> String {
    HOSTILE
        .chars()
        .map(|c| if steers_display(c) { format!("\\u{:04X}", u32::from(c)) } else { c.to_string() })
        .collect()
}

fn pgn() -> String {
    let game = |round: u32, white: &str, black: &str, result: &str| {
        format!(
            "[Event \"{HOSTILE}\"]\n[Site \"{HOSTILE}\"]\n[Date \"2026.05.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"{result}\"]\n[TimeControl \"{HOSTILE}\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2400\"]\n\n\
             1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 {result}\n\n"
        )
    };
    let named = format!("{HOSTILE}, Anna");
    [
        game(1, &named, "Stone, Eva", "1-0"),
        game(2, "Stone, Eva", &named, "0-1"),
        // Illegal: it is named as quarantined.
        game(3, &named, "Field, Max", "1-0").replace("5. O-O", "5. Kd8"),
    ]
    .concat()
}

/// Fails where a byte of the output steers; how often the word was printed.
fn checked(line: &[&str], output: &Output) -> usize {
    let mut words = 0;
    for (name, bytes) in [("standard output", &output.stdout), ("standard error", &output.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        let raw: Vec<char> =
            text.chars().filter(|c| steers_display(*c) && !matches!(c, '\n' | '\t')).collect();
        assert!(raw.is_empty(), "{line:?}: {raw:?} on {name}: {text:?}");
        words += text.matches("vilword").count();
    }
    words
}

#[test]
fn no_command_prints_what_steers_a_terminal() {
    let home = Home::new();
    home.put("event.pgn", &pgn());
    let odd = format!("{HOSTILE}.pgn");
    home.put(&odd, "no games at all\n");
    let key = toml();
    for (name, text) in [
        ("circumstances.toml", format!("\"{key}\" = 1\n")),
        ("value.toml", format!("mode = \"{key}\"\n")),
        ("aliases.toml", format!("[[person]]\n\"{key}\" = 1\n")),
        ("people.toml", format!("[[person]]\nname = \"{key}\"\nspellings = 7\n")),
        ("absences.csv", format!("{HOSTILE},player\n1,2\n")),
        ("telemetry.csv", format!("game,{HOSTILE},kind\n1,2,3\n")),
        ("settings.toml", format!("profile = \"{key}\"\n")),
        ("unknown.toml", format!("\"{key}\" = 1\n")),
        (
            "report.trf",
            format!("012 {HOSTILE}\n001    1      {HOSTILE}                2400\n999 {HOSTILE}\n"),
        ),
        ("parameters.toml", format!("version = \"{key}\"\n")),
    ] {
        home.put(name, &text);
    }
    write_script(
        &home.path("engine.sh"),
        &format!(
            "#!/bin/sh\nwhile read line; do case \"$line\" in\nuci) printf 'id name %s\\nid author %s\\noption name Hash type spin default 16 min 1 \
             max 64\\noption name MultiPV type spin default 1 min 1 max 64\\noption name Threads type spin default 1 min 1 max 4\\nuciok\\n' \
             '{HOSTILE}' '{HOSTILE}';;\nisready) echo readyok;;\nquit) exit;;\ngo*) printf 'info string %s\\nbestmove %s\\n' '{HOSTILE}' '{HOSTILE}';;\n\
             esac; done\n"
        ),
    );
    let own = format!("[engine]\nwrites = [{:?}]\n", home.folder());
    std::fs::write(settings_file(home.folder()), own).expect("writes");
    let description = description(Edition::Complete, "fairplay 0.1.0", "5a".repeat(32));
    let contents = vec![
        Content::new("dossier.json", Kind::Data, format!("{{\"schema\": {:?}}}", "Evilword").into_bytes()),
        Content::new("custody.json", Kind::Data, "{}"),
    ];
    let bundle = Bundle::new(&description, contents, None).expect("a bundle");
    bundle.write_folder(&home.path("bundle")).expect("written");
    std::fs::write(home.path("bundle").join(HOSTILE), "x").expect("written");
    let server = Server::start(|_| answer("200 OK", "", pgn().as_bytes()));
    let url = server.url("");
    let absent = format!("/nowhere/{HOSTILE}");

    let engine = ["--engine", "./engine.sh", "--depth", "2", "--lines", "2"];
    let screen = [&["screen", "event.pgn", "--out", "out", "--store", "s.sqlite"][..], &engine].concat();
    let batch = [&["batch", "event.pgn", "--out", "batch", "--store", "s.sqlite"][..], &engine].concat();
    let test = ["test", "event.pgn", "--player", "Stone", "--out", "full", "--store", "s.sqlite"];
    let test = [&test[..], &engine].concat();
    let import = ["import", "https://lichess.org/swiss/abcd1234", "--out", "in.pgn", "--server"];
    let lines: Vec<(Vec<&str>, bool)> = vec![
        (vec!["inspect", "event.pgn"], true),
        (vec!["inspect", "event.pgn", "--json"], true),
        (vec!["inspect", &odd], true),
        (vec!["inspect", &absent], true),
        (vec!["inspect", "event.pgn", "--aliases", "aliases.toml"], true),
        (vec!["inspect", "event.pgn", "--aliases", "people.toml"], false),
        ([&screen[..], &["--circumstances", "circumstances.toml"]].concat(), true),
        ([&screen[..], &["--circumstances", "value.toml"]].concat(), true),
        ([&screen[..], &["--config", "settings.toml"]].concat(), true),
        ([&screen[..], &["--config", "unknown.toml"]].concat(), true),
        ([&screen[..], &["--telemetry", "telemetry.csv"]].concat(), true),
        ([&screen[..], &["--parameters", "parameters.toml"]].concat(), false),
        (screen.clone(), true),
        (batch, true),
        ([&test[..], &["--absences", "absences.csv"]].concat(), true),
        ([&test[..], &["--telemetry", "telemetry.csv"]].concat(), true),
        ([&test[..], &["--trf", "report.trf"]].concat(), false),
        (test.clone(), true),
        ([&["engines"][..], &engine].concat(), true),
        ([&["engines", "--json"][..], &engine].concat(), true),
        (vec!["engines", "get", "./engine.sh", "--depth", "2"], false),
        (vec!["trf", "check", "event.pgn", "report.trf"], false),
        (vec!["feed", "event.pgn", "--out", "feed", "--once"], true),
        (vec!["feed", "event.pgn", "--out", "feed-2", "--once", "--json"], true),
        ([&import[..], &[&url]].concat(), true),
        (vec!["verify", "bundle"], true),
        (vec!["verify", "bundle", "--json"], true),
        (vec!["verify", &absent], true),
        (vec!["store", "--store", &absent], true),
        (vec!["audit", &absent], true),
        (vec!["key", "show", "--key", &absent], true),
        (vec!["config", "--config", "settings.toml"], true),
    ];
    let mut silent = Vec::new();
    for (line, names_it) in lines {
        let output = home.command(&line).output().expect("runs");
        if checked(&line, &output) == 0 && names_it {
            silent.push(format!("{line:?}: {output:?}"));
        }
    }
    // Where nothing of it is printed, nothing is tried.
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
