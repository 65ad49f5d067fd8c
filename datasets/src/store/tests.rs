//! The promises of the store.

use std::path::PathBuf;
use std::thread;

use rusqlite::Connection;
use shakmaty::uci::UciMove;
use tempfile::TempDir;
use uci_pool::{Bound, DepthLines, Evaluation, Identity, Line, Settings, Value};

use super::{ProfileId, Store, StoreError, sums};

const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SETTINGS: Settings =
    Settings { depth: 12, multipv: 5, hash_mib: 16, node_cap: 1_000_000, decided: None };

fn engine(name: &str) -> Identity {
    Identity {
        name: name.to_owned(),
        author: "somebody".to_owned(),
        sha256: "00ff".to_owned(),
        signature: None,
        options: vec![("EvalFile".to_owned(), "net.nnue".to_owned())],
    }
}

fn mv(text: &str) -> UciMove {
    text.parse().expect("a move")
}

fn evaluation(centipawns: i32) -> Evaluation {
    let line = Line { mv: mv("e2e4"), value: Value::Cp(centipawns), bound: Bound::Exact };
    Evaluation {
        depths: vec![DepthLines { depth: 12, lines: vec![line] }],
        judgment: 0,
        pvs: vec![vec![mv("e2e4"), mv("e7e5")]],
        nodes: 1234,
        truncated: false,
    }
}

/// What a program finds, without the answers that it has to give itself first.
fn found(store: &Store, profile: ProfileId, fen: &str, only: Option<UciMove>) -> Option<Evaluation> {
    let answer = store.get(profile, fen, only).expect("read")?;
    (!answer.is_unconfirmed).then_some(answer.evaluation)
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("evaluations.sqlite");
    (folder, path)
}

#[test]
fn settings_without_a_border_are_named_as_before_there_was_one() {
    let text = serde_json::to_string(&SETTINGS).expect("written");
    assert_eq!(text, r#"{"depth":12,"multipv":5,"hash_mib":16,"node_cap":1000000}"#);
    for settings in [SETTINGS, Settings::QUICK] {
        let text = serde_json::to_string(&settings).expect("written");
        assert_eq!(serde_json::from_str::<Settings>(&text).expect("reads"), settings);
    }
}

#[test]
fn what_is_put_is_found_after_reopening() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
    assert_eq!(found(&store, profile, FEN, None), None);
    store.put(profile, FEN, None, &evaluation(30)).expect("stored");
    store.put(profile, FEN, Some(mv("a2a3")), &evaluation(-10)).expect("stored");
    drop(store);

    let mut store = Store::open(&path).expect("the same store");
    let again = store.profile(&engine("one"), &SETTINGS).expect("a profile");
    assert_eq!(again, profile);
    assert_eq!(found(&store, profile, FEN, None), Some(evaluation(30)));
    assert_eq!(found(&store, profile, FEN, Some(mv("a2a3"))), Some(evaluation(-10)));
    let other = store.profile(&engine("one"), &Settings { depth: 13, ..SETTINGS }).expect("a profile");
    assert_ne!(other, profile);
    assert_eq!(found(&store, other, FEN, None), None);

    let summary = store.summary().expect("read");
    let counts: Vec<(u8, u64)> = summary.iter().map(|p| (p.settings.depth, p.evaluations)).collect();
    assert_eq!(counts, [(12, 2), (13, 0)]);
    let bytes = evaluation(30).encode().len() + evaluation(-10).encode().len();
    assert_eq!((summary[0].bytes, &summary[0].engine), (bytes as u64, &engine("one")));
}

#[test]
fn a_second_answer_has_to_be_the_same() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
    store.put(profile, FEN, None, &evaluation(30)).expect("stored");
    store.put(profile, FEN, None, &evaluation(30)).expect("equal is fine");
    let error = store.put(profile, FEN, None, &evaluation(31)).expect_err("another answer");
    assert!(error.to_string().contains(FEN), "{error}");
    assert_eq!(found(&store, profile, FEN, None), Some(evaluation(30)));
}

#[test]
fn two_connections_share_a_store() {
    let (_folder, path) = place();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let path = path.clone();
            thread::spawn(move || {
                let mut store = Store::open(&path).expect("opened by all at once");
                let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
                for position in 0..10 {
                    let fen = format!("position {position}");
                    store.put(profile, &fen, None, &evaluation(position)).expect("stored");
                    let own = format!("{fen} of {writer}");
                    store.put(profile, &own, None, &evaluation(writer)).expect("stored");
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().expect("no writer fails");
    }
    let store = Store::open(&path).expect("the same store");
    let summary = store.summary().expect("read");
    assert_eq!(summary.iter().map(|p| p.evaluations).collect::<Vec<_>>(), [50]);
}

#[test]
fn what_is_forgotten_gives_its_room_back_and_the_rest_stays() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let [one, two] = ["one", "two"].map(|name| store.profile(&engine(name), &SETTINGS).expect("a profile"));
    for position in 0..1_600 {
        // In no order, as engines answer.
        let fen = format!("position {}", position * 7_919 % 1_600);
        for profile in [one, two] {
            store.put(profile, &fen, None, &evaluation(position)).expect("stored");
        }
    }
    let full = store.size().expect("a size");
    let summary = store.summary().expect("read");
    assert_eq!(summary.iter().map(|p| p.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(store.forget(1).expect("forgotten"), 1_600);
    assert_eq!(store.forget(1).expect("nothing left"), 0);
    store.compact().expect("compacted");
    assert!(store.size().expect("a size") * 10 < full * 7, "{full}");
    assert_eq!(std::fs::metadata(&path).expect("a file").len(), store.size().expect("a size"));
    assert_eq!(found(&store, one, "position 0", None), None);
    assert_eq!(found(&store, two, "position 0", None), Some(evaluation(0)));
    // The profile stays: a run that holds it goes on.
    store.put(one, FEN, None, &evaluation(1)).expect("stored");
}

#[test]
fn damage_names_the_position() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
    store.put(profile, FEN, None, &evaluation(30)).expect("stored");
    store.connection.execute("UPDATE evaluation SET body = x'ff00'", []).expect("damaged");
    let error = store.get(profile, FEN, None).expect_err("not an evaluation");
    assert!(matches!(&error, StoreError::Damaged { fen, .. } if fen == FEN), "{error}");
}

#[test]
fn newer_and_foreign_files_are_refused_and_left_alone() {
    let (folder, path) = place();
    Store::open(&path).expect("a new store").connection.pragma_update(None, "user_version", 2).expect("set");
    assert!(matches!(Store::open(&path), Err(StoreError::Newer { found: 2, .. })));

    let foreign = folder.path().join("foreign.sqlite");
    Connection::open(&foreign).expect("made").execute_batch("CREATE TABLE mine (x)").expect("a table");
    let before = std::fs::read(&foreign).expect("read");
    assert!(matches!(Store::open(&foreign), Err(StoreError::Foreign { .. })));
    assert_eq!(std::fs::read(&foreign).expect("read"), before);

    let text = folder.path().join("text.sqlite");
    std::fs::write(&text, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *".repeat(50)).expect("written");
    let error = Store::open(&text).err().expect("no database").to_string();
    assert!(error.contains("text.sqlite"), "{error}");
    assert!(Store::open(&folder.path().join("no/such/folder.sqlite")).is_err());
}

#[test]
fn trap_16_names_are_data_and_not_sql() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    for name in ["O'Connor", "'); DROP TABLE evaluation; --", "=cmd|' /C calc'!A1", "<script>\"\0"] {
        let profile = store.profile(&engine(name), &SETTINGS).expect(name);
        store.put(profile, name, None, &evaluation(1)).expect(name);
        assert_eq!(found(&store, profile, name, None), Some(evaluation(1)), "{name}");
    }
    // A name that is read is printable.
    let names: Vec<String> = store.summary().expect("read").into_iter().map(|p| p.engine.name).collect();
    assert_eq!(
        names,
        ["O'Connor", "'); DROP TABLE evaluation; --", "=cmd|' /C calc'!A1", "<script>\"\u{fffd}"]
    );
}

/// An engine whose bytes are those of `build` and whose answers have this signature.
fn build(build: &str, signature: Option<&str>) -> Identity {
    Identity { sha256: build.to_owned(), signature: signature.map(str::to_owned), ..engine("one") }
}

#[test]
fn builds_with_the_same_answers_share_them() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let profiles =
        ["aa", "bb"].map(|bytes| store.profile(&build(bytes, Some("s")), &SETTINGS).expect("a profile"));
    assert_eq!(profiles[0].profile, profiles[1].profile);
    let others = [
        store.profile(&build("aa", Some("t")), &SETTINGS),
        store.profile(&Identity { options: Vec::new(), ..build("aa", Some("s")) }, &SETTINGS),
        store.profile(&build("aa", Some("s")), &Settings { depth: 13, ..SETTINGS }),
    ];
    assert!(others.into_iter().all(|other| other.expect("a profile").profile != profiles[0].profile));
}

#[test]
fn answers_from_before_signatures_are_taken_over() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    for (bytes, fens) in [("aa", ["one", "both"]), ("bb", ["two", "both"])] {
        let before = store.profile(&build(bytes, None), &SETTINGS).expect("a profile");
        for fen in fens {
            store.put(before, fen, None, &evaluation(30)).expect("stored");
        }
    }
    let mut profile = None;
    for bytes in ["aa", "bb", "aa"] {
        profile = Some(store.profile(&build(bytes, Some("s")), &SETTINGS).expect("a profile"));
    }
    // One in twenty of what the other program gave is drawn to be searched again, whichever that is.
    let profile = profile.expect("a profile").of_any_program();
    for fen in ["one", "two", "both"] {
        assert_eq!(found(&store, profile, fen, None), Some(evaluation(30)), "{fen}");
    }
    let counts: Vec<u64> = store.summary().expect("read").iter().map(|profile| profile.evaluations).collect();
    assert_eq!(counts, [3]);
}

#[test]
fn a_signature_does_not_join_answers_that_differ() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    for (bytes, centipawns) in [("aa", 30), ("bb", 31)] {
        let before = store.profile(&build(bytes, None), &SETTINGS).expect("a profile");
        store.put(before, FEN, None, &evaluation(centipawns)).expect("stored");
    }
    store.profile(&build("aa", Some("s")), &SETTINGS).expect("a profile");
    let error = store.profile(&build("bb", Some("s")), &SETTINGS).expect_err("other answers");
    assert!(matches!(error, StoreError::Differs { fen } if fen == FEN));
    // Nothing was moved.
    let counts: Vec<u64> = store.summary().expect("read").iter().map(|profile| profile.evaluations).collect();
    assert_eq!(counts.iter().sum::<u64>(), 2);
}

#[test]
fn a_signature_is_remembered_for_bytes_options_and_settings() {
    let (_folder, path) = place();
    let store = Store::open(&path).expect("a new store");
    store
        .connection
        .execute_batch("DROP TABLE signature; DROP TABLE draw")
        .expect("as before there were any");
    drop(store);
    let mut store = Store::open(&path).expect("a store of before");
    store.remember(&build("aa", None), &SETTINGS).expect("nothing to remember");
    assert_eq!(store.signature(&build("aa", None), &SETTINGS).expect("read"), None);
    store.remember(&build("aa", Some("s")), &SETTINGS).expect("remembered");
    assert_eq!(store.signature(&build("aa", None), &SETTINGS).expect("read").as_deref(), Some("s"));
    let deeper = Settings { depth: 13, ..SETTINGS };
    let free = Identity { options: Vec::new(), ..build("aa", None) };
    for (engine, settings) in
        [(build("bb", None), &SETTINGS), (build("aa", None), &deeper), (free, &SETTINGS)]
    {
        assert_eq!(store.signature(&engine, settings).expect("read"), None);
    }
}

/// A share of them is drawn with a secret of the store: binomial (2,000, 1/20), mean 100, standard deviation 9.7.
#[test]
fn answers_of_another_program_are_used_after_a_share_was_given_again() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let fens: Vec<String> = (0..2_000).map(|n| format!("position {n}")).collect();
    let one = store.profile(&build("aa", Some("s")), &SETTINGS).expect("a profile");
    for fen in &fens {
        store.put(one, fen, None, &evaluation(30)).expect("stored");
    }
    let unconfirmed = |store: &Store, profile| -> Vec<String> {
        fens.iter().filter(|fen| found(store, profile, fen, None).is_none()).cloned().collect()
    };
    assert!(unconfirmed(&store, one).is_empty(), "its own are");
    let other = store.profile(&build("bb", Some("s")), &SETTINGS).expect("a profile");
    let drawn = unconfirmed(&store, other);
    assert!((60..=145).contains(&drawn.len()), "{}", drawn.len());
    assert!(unconfirmed(&store, other.of_any_program()).is_empty());
    let answer = store.get(other, &drawn[0], None).expect("read").expect("there");
    assert_eq!((answer.program.as_deref(), answer.evaluation), (Some("aa"), evaluation(30)));

    // The same again in another process; and another store draws others.
    drop(store);
    let mut store = Store::open(&path).expect("the same store");
    assert_eq!(unconfirmed(&store, other), drawn);
    for fen in &drawn[1..] {
        store.put(other, fen, None, &evaluation(30)).expect("confirmed");
    }
    assert_eq!(unconfirmed(&store, other), drawn[..1]);
    let differs = store.put(other, &drawn[0], None, &evaluation(31)).expect_err("another answer");
    assert!(matches!(differs, StoreError::Differs { .. }));
    // What one program confirmed another has not.
    let third = store.profile(&build("cc", Some("s")), &SETTINGS).expect("a profile");
    assert_eq!(unconfirmed(&store, third), drawn);

    let (_elsewhere, path) = place();
    let mut elsewhere = Store::open(&path).expect("a new store");
    let one = elsewhere.profile(&build("aa", Some("s")), &SETTINGS).expect("a profile");
    for fen in &fens {
        elsewhere.put(one, fen, None, &evaluation(30)).expect("stored");
    }
    let other = elsewhere.profile(&build("bb", Some("s")), &SETTINGS).expect("a profile");
    assert_ne!(unconfirmed(&elsewhere, other), drawn);
}

#[test]
fn what_a_program_gave_is_counted_and_forgotten_by_its_bytes() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let [one, two] =
        ["aa", "bb"].map(|bytes| store.profile(&build(bytes, Some("s")), &SETTINGS).expect("a profile"));
    for number in 0..100 {
        let fen = format!("position {number}");
        store.put(one, &fen, None, &evaluation(30)).expect("stored");
        store.put(two, &fen, None, &evaluation(30)).expect("given again");
        store.put(two, &fen, Some(mv("a2a3")), &evaluation(0)).expect("stored");
        store.put_of(two, None, &fen, Some(mv("a2a4")), &evaluation(0)).expect("stored");
    }
    let programs = |store: &Store| store.summary().expect("read")[0].programs.clone();
    let [aa, bb] = ["aa", "bb"].map(|bytes| Some(bytes.to_owned()));
    assert_eq!(programs(&store), [(None, 100), (aa.clone(), 100), (bb, 100)].into());
    assert_eq!(store.forget_program(Some("bb")).expect("forgotten"), 100);
    assert_eq!(store.forget_program(Some("bb")).expect("nothing left"), 0);
    // What it had confirmed is unconfirmed again.
    let confirmed = "SELECT count(*) FROM confirmation";
    let confirmed: i64 = store.connection.query_row(confirmed, [], |row| row.get(0)).expect("counted");
    assert_eq!(confirmed, 0);
    assert_eq!(store.forget_program(None).expect("forgotten"), 100);
    assert_eq!(programs(&store), [(aa, 100)].into());
}

/// Layout of before programs were noted.
#[test]
fn answers_of_a_store_of_before_have_no_program() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a new store");
    let profile = store.profile(&build("aa", Some("s")), &SETTINGS).expect("a profile");
    for number in 0..400 {
        store.put(profile, &format!("position {number}"), None, &evaluation(30)).expect("stored");
    }
    let before = "DROP TABLE confirmation; DROP TABLE draw; ALTER TABLE evaluation DROP COLUMN program; DROP TABLE program";
    store.connection.execute_batch(before).expect("as before");
    drop(store);
    let mut store = Store::open(&path).expect("a store of before");
    let profile = store.profile(&build("aa", Some("s")), &SETTINGS).expect("a profile");
    let answers: Vec<_> = (0..400)
        .map(|n| store.get(profile, &format!("position {n}"), None).expect("read").expect("there"))
        .collect();
    assert!(answers.iter().all(|answer| answer.program.is_none()));
    let unconfirmed = answers.iter().filter(|answer| answer.is_unconfirmed).count();
    assert!((4..=45).contains(&unconfirmed), "{unconfirmed}: binomial (400, 1/20)");
}

/// One bit of the stored bytes, one evaluation under the key of another, and a store from before there were sums.
#[test]
fn an_evaluation_that_is_not_what_was_put_is_neither_read_nor_overlooked() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("opened");
    let profile = store.profile(&engine("One"), &SETTINGS).expect("a profile");
    for (fen, value) in [("one", 20), ("two", 30), ("three", 40)] {
        store.put(profile, fen, None, &evaluation(value)).expect("put");
    }
    let file = Connection::open(&path).expect("opened");
    let whole = sums::check(&file).expect("checked");
    assert!(whole.damaged.is_empty() && whole.without == 0 && whole.bytes > 0, "{whole:?}");
    let body: Vec<u8> =
        file.query_row("SELECT body FROM evaluation WHERE fen = 'one'", [], |row| row.get(0)).expect("there");
    for bit in 0..body.len() * 8 {
        let mut flipped = body.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        file.execute("UPDATE evaluation SET body = ?1 WHERE fen = 'one'", [flipped]).expect("changed");
        assert_eq!(sums::check(&file).expect("checked").damaged, ["one"], "{bit}");
        assert!(matches!(store.get(profile, "one", None), Err(StoreError::Damaged { .. })), "{bit}");
    }
    let swap = "UPDATE evaluation SET (body, sum) = (SELECT body, sum FROM evaluation WHERE fen = 'three')
                WHERE fen = 'one'";
    file.execute_batch(swap).expect("changed");
    assert_eq!(sums::check(&file).expect("checked").damaged, ["one"]);

    file.execute_batch("ALTER TABLE evaluation DROP COLUMN sum").expect("as before");
    drop(store);
    assert_eq!(sums::check(&file).expect("checked").without, 3, "without opening it");
    let mut store = Store::open(&path).expect("opened");
    assert!(store.get(profile, "two", None).expect("read").is_some());
    store.put(profile, "four", None, &evaluation(1)).expect("put");
    assert_eq!(sums::check(&file).expect("checked").without, 3);
}
