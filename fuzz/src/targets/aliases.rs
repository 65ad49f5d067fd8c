//! Alias tables.

use std::sync::OnceLock;

use datasets::players::Aliases;
use datasets::players::aliases::lines_to_confirm;
use datasets::{Collection, read, roster_with};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "aliases",
    about: "alias tables of players",
    run,
    words: WORDS,
    // Brackets that fool the count of `toml`.
    made: || vec![b"{g \"\nn\nn[\"\"]\ns=".repeat(1_500)],
    data: &[],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    confirmed_again(bytes);
    let table = match Aliases::parse(bytes) {
        Ok(table) => table,
        Err(error) => {
            let text = error.to_string();
            assert!(!text.contains('\u{1b}'), "an error that steers a terminal: {text:?}");
            bench.trace.said("refused", &text);
            return;
        }
    };
    let lines = bytes.iter().filter(|b| **b == b'\n').count() + 1;
    bench.trace.count("people", table.entries().len());
    for entry in table.entries() {
        assert!((1..=lines).contains(&entry.line), "line {} of {lines}", entry.line);
        assert!(!entry.name.is_empty() && !entry.confirmed_by.trim().is_empty(), "{entry:?}");
        if let Some(id) = entry.fide_id {
            assert_eq!(table.by_number(id), Some(entry), "the number finds somebody else");
        }
        bench.trace.count("aliases", entry.aliases.len());
        bench.trace.count("handles", entry.handles.len());
    }
    match roster_with(collection(), &table) {
        Ok(people) => {
            assert_eq!(people.games.len(), collection().games.len());
            assert!(people.games.iter().all(|(white, black)| white != black), "one person on both sides");
            bench.trace.count("roster", people.people.len());
        }
        Err(error) => bench.trace.said("refused", &error.to_string()),
    }
}

/// What the program suggests to paste is a table once a human has filled it in, and says what was suggested.
fn confirmed_again(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut names = text.split('\n');
    let (Some(name), Some(alias)) = (names.next(), names.next()) else {
        return;
    };
    let lines = lines_to_confirm(name, Some(990_001), &[alias]);
    assert!(!lines.chars().any(|c| c != '\n' && c.is_control()), "lines that steer a terminal: {lines:?}");
    assert!(Aliases::parse(lines.as_bytes()).is_err(), "nobody confirmed this");
    let filled = lines
        .replace("confirmed_by = \"\"", "confirmed_by = \"An arbiter\"")
        .replace("date = \n", "date = 2031-05-02\n");
    if let Ok(table) = Aliases::parse(filled.as_bytes()) {
        assert_eq!(table.entries().len(), 1, "{filled}");
        let entry = &table.entries()[0];
        assert_eq!(entry.name, name.trim(), "{filled}");
        assert_eq!(entry.aliases, [alias], "{filled}");
    }
}

/// Two games of three people.
fn collection() -> &'static Collection {
    static GAMES: OnceLock<Collection> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let text = "[White \"Birch, Ada\"]\n[Black \"Elm, Carl\"]\n[WhiteFideId \"990001\"]\n\n1. e4 1-0\n\n\
                    [White \"ada_b\"]\n[Black \"Elm, C.\"]\n\n1. d4 d5 *\n";
        std::fs::write(&path, text).expect("it can be written");
        read(&[path], None).expect("it reads")
    })
}

const WORDS: &[&[u8]] = &[
    b"[[person]]\n",
    b"[person]\n",
    b"name = \"Birch, Ada\"\n",
    b"name = \"ada_b\"\n",
    b"fide_id = 990001\n",
    b"fide_id = 0\n",
    b"aliases = [\"A. Birch\", \"ada_b\"]\n",
    b"aliases = [\"Elm, C.\"]\n",
    b"confirmed_by = \"An arbiter\"\n",
    b"date = 2031-05-02\n",
    b"date = 2031-05-02T10:00:00Z\n",
    b"note = \"x\"\n",
    b"[person.handles]\n",
    b"\"lichess.org\" = [\"ada_b\"]\n",
    b"handles = { lichess = [\"x\"] }\n",
    b"\"\"\"",
    b"'''",
    b"\\u0000",
    b"\\U0010FFFF",
    b"#",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b".",
    b"[[",
    b"]]",
    b"inf",
    b"0x",
    b"1e400",
];
