//! Folders and settings files of strangers: nothing in them starts a program or writes a file.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::home::{Home, has_engine, sample_games, settings_file, words, write_script};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A home with the first games of the bundled event, and a program that leaves a mark before it acts as an engine.
struct Trap {
    home: Home,
    script: PathBuf,
    engine: PathBuf,
}

impl Trap {
    fn new() -> Option<Self> {
        let engine = uci_pool::find_engine().filter(|_| has_engine("hostile"))?;
        let home = Home::new();
        let (script, mark) = (home.path("strangers.sh"), home.path("mark"));
        let text = format!("#!/bin/sh\necho ran >>{}\nexec {}\n", mark.display(), engine.display());
        write_script(&script, &text);
        home.put("event.pgn", &sample_games()[0]);
        // An engine could leave no mark otherwise.
        let own = format!("[engine]\nwrites = [{:?}]\n", home.folder());
        std::fs::write(settings_file(home.folder()), own).expect("writes");
        Some(Self { home, script, engine })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path(name)
    }

    fn run(&self, line: &str) -> Output {
        self.home.command(&words(line)).output().expect("runs")
    }

    fn marked(&self) -> bool {
        self.path("mark").exists()
    }

    /// Changes fields of `out/run.json` and writes the list of digests anew, as a stranger would.
    fn forge(&self, fields: &Value) {
        let path = self.path("out/run.json");
        let mut run: Value = serde_json::from_slice(&std::fs::read(&path).expect("reads")).expect("JSON");
        for (name, value) in fields.as_object().expect("fields") {
            run[name] = value.clone();
        }
        std::fs::write(&path, run.to_string()).expect("writes");
        let sums = self.path("out/files.sha256");
        let list = std::fs::read_to_string(&sums).expect("reads");
        let line = |line: &str| {
            let (_, name) = line.split_once("  ").expect("a digest and a name");
            let bytes = std::fs::read(self.path("out").join(name)).expect("reads");
            let hex: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{hex}  {name}\n")
        };
        std::fs::write(&sums, list.lines().map(line).collect::<String>()).expect("writes");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_checked_folder_starts_no_program_and_writes_no_file() {
    let Some(home) = Trap::new() else {
        return;
    };
    let made = home.run("screen event.pgn --out out --store own.sqlite --depth 4 --lines 2");
    assert!(made.status.success(), "{made:?}");
    let precious = home.path("precious");
    std::fs::write(&precious, "precious").expect("writes");
    let store = home.path("strangers.sqlite");
    let absolute = |name: &str| Value::from(home.path(name).display().to_string());
    let program = json!({ "engine": home.script, "engine_args": [], "engine_options": [] });
    let shell = json!({
        "engine": "/bin/sh",
        "engine_args": ["-c", format!("exec {}", home.script.display())],
    });
    let option = json!({
        "engine": home.engine,
        "engine_args": [],
        "engine_options": [["Debug Log File", precious]],
    });
    let path = json!({ "engine_options": [], "store": store });
    for forged in [program, shell, option, path] {
        home.forge(&forged);
        let plain = home.run("verify out");
        assert_eq!(plain.status.code(), Some(4), "the digests of the forged folder fit: {plain:?}");
        for recompute in ["all", "1", "statistics"] {
            for engine in [None, home.engine.to_str()] {
                let engine = engine.map_or_else(String::new, |engine| format!("--engine {engine}"));
                let line =
                    format!("verify out --recompute {recompute} --pgn event.pgn --store own.sqlite {engine}");
                let output = home.run(&line);
                assert!(!home.marked(), "{forged}: a stranger's program ran: {output:?}");
                assert_eq!(std::fs::read_to_string(&precious).expect("reads"), "precious", "{forged}");
                assert!(!store.exists(), "{forged}: a store was made where the folder said");
                let options_differ = forged["engine_options"][0].is_array();
                let code = if options_differ { 1 } else { 4 };
                assert_eq!(output.status.code(), Some(code), "{forged}: {output:?}");
            }
        }
    }
    // Other files that decide the numbers are asked for and not taken from where the folder says.
    home.forge(&json!({ "engine_options": [], "book": absolute("precious") }));
    let output = home.run("verify out --recompute statistics --pgn event.pgn");
    assert!(!output.status.success() && text(&output.stderr).contains("--book"), "{output:?}");
    home.forge(&json!({ "book": null }));
    let moved = home.run("verify out --recompute statistics");
    assert!(text(&moved.stderr).contains("--pgn"), "{moved:?}");
}

#[test]
fn a_link_or_a_pipe_in_a_checked_folder_is_not_read() {
    let Some(home) = Trap::new() else {
        return;
    };
    let made = home.run("screen event.pgn --out out --depth 3 --lines 2");
    assert!(made.status.success(), "{made:?}");
    for name in ["sheet.html", "players.csv", "run.json", "screening.json", "files.sha256"] {
        let (file, elsewhere) = (home.path("out").join(name), home.path("elsewhere"));
        std::fs::rename(&file, &elsewhere).expect("moves");
        std::os::unix::fs::symlink(&elsewhere, &file).expect("links");
        let linked = home.run("verify out");
        std::fs::remove_file(&file).expect("removes");
        assert!(Command::new("mkfifo").arg(&file).status().expect("runs").success());
        let piped = home.run("verify out");
        for output in [linked, piped] {
            let messages = text(&output.stdout) + &text(&output.stderr);
            let refused = output.status.code() == Some(1) && messages.contains("not a regular file");
            assert!(refused, "{name}: {output:?}");
        }
        std::fs::remove_file(&file).expect("removes");
        std::fs::rename(&elsewhere, &file).expect("moves back");
    }
}

#[test]
fn a_needed_file_is_listed_by_its_exact_name() {
    let Some(home) = Trap::new() else {
        return;
    };
    let made = home.run("screen event.pgn --out out --depth 3 --lines 2");
    assert!(made.status.success(), "{made:?}");
    std::fs::rename(home.path("out/sheet.html"), home.path("out/other  sheet.html")).expect("moves");
    let sums = home.path("out/files.sha256");
    let list = std::fs::read_to_string(&sums).expect("reads").replace("  sheet.html", "  other  sheet.html");
    std::fs::write(&sums, list).expect("writes");
    let checked = home.run("verify out");
    let said = text(&checked.stdout);
    assert!(
        checked.status.code() == Some(1) && said.contains("sheet.html: not listed in files.sha256"),
        "{checked:?}"
    );
}

#[test]
fn a_settings_file_in_the_current_folder_is_not_obeyed() {
    let Some(home) = Trap::new() else {
        return;
    };
    let settings = format!(
        "parameters = {0:?}\nstore = {1:?}\n[engine]\npath = {2:?}\nwrites = [{3:?}]\n",
        home.path("nowhere.toml"),
        home.path("strangers.sqlite"),
        home.script,
        home.home.folder()
    );
    std::fs::write(home.path("fairplay.toml"), &settings).expect("writes");
    for command in [
        "screen event.pgn --out out --depth 3 --lines 2",
        "verify out --recompute 1 --pgn event.pgn",
        "engines --engines 1",
        "config",
        "inspect event.pgn",
        "store",
        "test event.pgn --player nobody",
        "calibrate event.pgn --out x.toml --name x --certificate x",
    ] {
        let output = home.run(command);
        assert!(!home.marked(), "{command:?}: a stranger's program ran: {output:?}");
        assert!(!home.path("strangers.sqlite").exists(), "{command:?}");
        assert!(!text(&output.stderr).contains("nowhere.toml"), "{command:?}: {output:?}");
    }
    let named = text(&home.run("config").stderr);
    assert!(named.contains("Not read: fairplay.toml in this folder"), "{named}");

    // The user's own word counts, and is always repeated.
    let own = home.run("engines --config fairplay.toml --engines 1");
    assert!(text(&own.stderr).contains("Settings: fairplay.toml"), "{own:?}");
    assert!(home.marked(), "the test's own script leaves a mark: {own:?}");
}

/// The settings file of the user's configuration folder is in force, and printed.
#[test]
fn the_users_own_settings_file_is_printed() {
    let home = Home::new();
    let file: &Path = &settings_file(home.folder());
    std::fs::write(file, "lang = \"uk\"\n").expect("writes");
    let output = home.command(&["config"]).output().expect("runs");
    assert!(text(&output.stderr).contains(&format!("Settings: {}", file.display())), "{output:?}");
    assert!(text(&output.stdout).contains("uk"), "{output:?}");
}
