//! Logs of absences from the board, in both forms.

use std::sync::OnceLock;

use datasets::{AbsenceLog, Collection, Roster, read, roster};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "absences",
    about: "logs of absences from the board",
    run,
    words: WORDS,
    // Brackets that fool the count of `toml`.
    made: || vec![b"{g \"\nn\nn[\"\"]\ns=".repeat(1_500)],
    data: &[],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    let (games, people) = event();
    for name in ["log.toml", "log.csv"] {
        let log = match AbsenceLog::parse(name, bytes) {
            Ok(log) => log,
            Err(error) => {
                said(bench, &error.to_string());
                continue;
            }
        };
        for person in 0..people.people.len() {
            match log.of_person(games, people, person) {
                Ok(found) => {
                    bench.trace.count("absences", found.entries.len());
                    for entry in &found.entries {
                        assert!(entry.back >= 1 && entry.back >= entry.left, "{entry:?}");
                        assert!(!entry.logged_by.is_empty(), "{entry:?}");
                        let game = games.games.get(entry.game).expect("a game of the event");
                        let sides = people.games.get(entry.game).expect("its people");
                        assert!(sides.0 == person || sides.1 == person, "somebody else's game");
                        let moves = game.moves.len().div_ceil(2);
                        assert!(usize::try_from(entry.back).is_ok_and(|back| back <= moves));
                    }
                }
                Err(error) => said(bench, &error.to_string()),
            }
        }
    }
}

pub(super) fn said(bench: &mut Bench, error: &str) {
    assert!(!error.chars().any(char::is_control), "an error that steers a terminal: {error:?}");
    bench.trace.said("refused", error);
}

/// Two games of three people.
pub(super) fn event() -> &'static (Collection, Roster) {
    static GAMES: OnceLock<(Collection, Roster)> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let text = "[Round \"1.2\"]\n[White \"Birch, Ada\"]\n[Black \"Elm, Carl\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                    [Round \"2\"]\n[White \"Fir, Eve\"]\n[Black \"Birch, Ada\"]\n\n1. d4 d5 *\n";
        std::fs::write(&path, text).expect("it can be written");
        let collection = read(&[path], None).expect("it reads");
        let people = roster(&collection);
        (collection, people)
    })
}

const WORDS: &[&[u8]] = &[
    b"[[absence]]\n",
    b"round = \"1\"\n",
    b"round = \"1.2\"\n",
    b"opponent = \"Elm\"\n",
    b"opponent = \"Birch, Ada\"\n",
    b"game = 1\n",
    b"left = 1\n",
    b"back = 2\n",
    b"back = -1\n",
    b"note = \"x\"\n",
    b"logged_by = \"An arbiter\"\n",
    b"round,opponent,game,left,back,note,logged_by\n",
    b"1,Elm,,1,2,,X\n",
    b"2,\"Birch, Ada\",,0,1,,X\n",
    b",,1,1,1,,X\n",
    b"\"",
    b"\"\"\"",
    b",",
    b"\r\n",
    b"\xef\xbb\xbf",
    b"99999999999",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\x1b[2J",
];
