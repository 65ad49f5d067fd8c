//! `LiveChessCloud` from a folder and over HTTP, with files that are missing, damaged, corrected or out of reach.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod serve;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use datasets::live::{Change, DgtCloud, Limits, LiveGame, Source, SourceError, Tracker, Update, games};
use datasets::{GameResult, Unscored};
use serve::{Server, answer};

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dgt-sample")
}

/// A copy of the sample that may be changed.
fn mirror() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["round-1", "round-2", "."] {
        fs::create_dir_all(folder.path().join(part)).unwrap();
        for file in fs::read_dir(sample().join(part)).unwrap() {
            let file = file.unwrap().path();
            if file.is_file() {
                fs::copy(&file, folder.path().join(part).join(file.file_name().unwrap())).unwrap();
            }
        }
    }
    folder
}

fn read(update: &Update) -> Vec<LiveGame> {
    update.documents.iter().flat_map(|document| games(document).games).collect()
}

/// Serves a folder, with an `ETag` that is the text's length.
fn serve(folder: &Path) -> Server {
    let folder = folder.to_owned();
    Server::start(move |request| {
        let path = request.path.split('?').next().unwrap().trim_start_matches('/').to_owned();
        match fs::read(folder.join(path)) {
            Err(_) => answer("404 Not Found", "", b""),
            Ok(body) if body == b"down" => answer("502 Bad Gateway", "", b""),
            Ok(body) => {
                let etag = format!("\"{}\"", body.len());
                if request.header("if-none-match") == Some(etag.as_str()) {
                    b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".to_vec()
                } else {
                    answer("200 OK", &format!("ETag: {etag}\r\n"), &body)
                }
            }
        }
    })
}

#[test]
fn a_mirror_becomes_pgn_that_the_reader_reads() {
    let folder = tempfile::tempdir().unwrap();
    let mut source = DgtCloud::from_folder(sample(), Limits::default());
    let update = source.poll().unwrap();
    assert!(update.notes.is_empty(), "{:?}", update.notes);
    let names: Vec<&str> = update.documents.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["round-1.pgn", "round-2.pgn"]);
    let found = read(&update);
    let rounds: Vec<&str> = found.iter().map(|game| game.round.as_str()).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2"]);
    assert!(found.iter().all(|game| game.complete && game.event == "Willow Cup 2031"));
    assert_eq!((found[0].result, found[2].result), (GameResult::White, GameResult::Unknown));
    assert_eq!(found[0].black.name, "Elm, Carl D");
    assert_eq!(found[0].black.fide_id, Some(990_002));
    assert!(String::from_utf8_lossy(&found[0].text).contains("1. e4 {[%clk 1:30:25] [%emt 0:00:05]}\ne5"));
    // A piece moved to signal a draw is a fault with its place, and the moves before it stand.
    assert_eq!(found[1].fault.as_ref().map(|f| (f.ply, f.token.as_str())), Some((2, "O-O")));

    // The strict reader agrees.
    for document in &update.documents {
        fs::write(folder.path().join(&document.name), &document.bytes).unwrap();
    }
    let collection = datasets::read(&[folder.path().to_owned()], None).unwrap();
    assert_eq!(collection.games.len(), 2);
    assert_eq!(collection.games[0].moves.len(), 7);
    assert_eq!(collection.unscored.iter().map(|g| g.reason).collect::<Vec<_>>(), [Unscored::NoMoves]);
    assert_eq!(collection.quarantine.len(), 1);
    assert!(!source.poll().unwrap().changed);
}

#[test]
fn the_network_brings_the_same_bytes_as_the_mirror() {
    let server = serve(&sample());
    let mut web = DgtCloud::from_url(&server.url("/tournament.json"), Limits::default()).unwrap();
    let over_http = web.poll().unwrap();
    let mirrored = DgtCloud::from_folder(sample(), Limits::default()).poll().unwrap();
    assert_eq!(over_http, mirrored);
    let first: Vec<String> = server.asked().into_iter().map(|request| request.path).collect();
    assert_eq!(first.len(), 7, "{first:?}");
    assert!(first.contains(&"/round-1/game-1.json?poll".to_owned()), "{first:?}");
    assert!(!web.poll().unwrap().changed);
    assert!(
        server
            .asked()
            .iter()
            .filter(|r| !r.path.contains("game-2.json"))
            .all(|r| r.header("if-none-match").is_some())
    );
}

#[test]
fn finished_games_are_asked_for_a_few_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("round-1")).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("tournament.json", r#"{"name": "Big", "rounds": [{"count": 30, "live": 0}]}"#);
    let pairing = |n| {
        format!(
            r#"{{"white": {{"lname": "W{n}"}}, "black": {{"lname": "B{n}"}}, "result": "1-0", "live": false}}"#
        )
    };
    let pairings: Vec<String> = (1..=30).map(pairing).collect();
    put("round-1/index.json", &format!(r#"{{"pairings": [{}]}}"#, pairings.join(",")));
    for board in 1..=30 {
        put(
            &format!("round-1/game-{board}.json"),
            r#"{"live": false, "moves": ["e4", "e5"], "result": "WHITEWIN"}"#,
        );
    }
    let server = serve(folder.path());
    let mut source = DgtCloud::from_url(&server.url(""), Limits::default()).unwrap();
    assert_eq!(read(&source.poll().unwrap()).len(), 30);
    assert_eq!(server.asked().len(), 32);
    put("round-1/game-23.json", r#"{"live": false, "moves": ["e4", "e6"], "result": "WHITEWIN" }"#);
    let mut asked = std::collections::BTreeSet::new();
    let mut found = false;
    for _ in 0..4 {
        found |= source.poll().unwrap().changed;
        let requests = server.asked();
        assert_eq!(requests.len(), 2 + 8);
        asked.extend(requests.into_iter().map(|request| request.path));
    }
    assert_eq!(asked.len(), 32, "four looks reach every board");
    assert!(found, "the correction is found");
}

#[test]
fn a_big_event_is_fetched_in_several_looks() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("round-1")).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("tournament.json", r#"{"name": "Big", "rounds": [{"count": 130, "live": 0}]}"#);
    let pairing =
        |n| format!(r#"{{"white": {{"lname": "W{n}"}}, "black": {{"lname": "B{n}"}}, "result": "1-0"}}"#);
    let pairings: Vec<String> = (1..=130).map(pairing).collect();
    put("round-1/index.json", &format!(r#"{{"pairings": [{}]}}"#, pairings.join(",")));
    let server = serve(folder.path());
    let mut source = DgtCloud::from_url(&server.url(""), Limits::default()).unwrap();
    let first = source.poll().unwrap();
    assert_eq!(
        (read(&first).len(), first.notes.as_slice()),
        (120, &["10 games are left for the next look".to_owned()][..])
    );
    let second = source.poll().unwrap();
    assert_eq!((read(&second).len(), second.notes.len()), (130, 0));
    assert!(!source.poll().unwrap().changed);
    // While all boards are on, each has its turn.
    put(
        "round-1/index.json",
        &format!(r#"{{"pairings": [{}]}}"#, pairings.join(",").replace("\"1-0\"", "\"1-0\", \"live\": true")),
    );
    server.asked();
    let mut boards = std::collections::BTreeSet::new();
    for _ in 0..2 {
        source.poll().unwrap();
        boards.extend(server.asked().into_iter().map(|request| request.path));
    }
    assert_eq!(boards.iter().filter(|path| path.contains("/game-")).count(), 130);
}

#[test]
fn a_damaged_file_leaves_its_game_as_it_was() {
    let folder = mirror();
    let mut source = DgtCloud::from_folder(folder.path().to_owned(), Limits::default());
    let before = read(&source.poll().unwrap());
    let game = folder.path().join("round-2/game-1.json");
    let whole = fs::read(&game).unwrap();
    fs::write(&game, &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.path().join("round-1/index.json"), r#"{"pairings": [{"white": 7}]}"#).unwrap();
    let update = source.poll().unwrap();
    assert!(!update.changed);
    assert_eq!(update.notes.len(), 2);
    assert_eq!(
        update.notes[0],
        "round-1/index.json: pairings[0].white: invalid type: integer `7`, expected struct Player"
    );
    assert!(update.notes[1].starts_with("round-2/game-1.json: line 1 column"), "{}", update.notes[1]);
    // Said again as long as it is so.
    assert_eq!(source.poll().unwrap().notes.len(), 2);
    let longer = String::from_utf8(whole).unwrap().replace("\"c5 5428\"", "\"c5 5428\", \"Nf3\"");
    fs::write(&game, longer).unwrap();
    let after = read(&source.poll().unwrap());
    assert_eq!(after.len(), before.len());
    assert_eq!(after[2].moves.len(), 3);
}

#[test]
fn what_came_before_a_failure_counts() {
    let folder = mirror();
    let server = serve(folder.path());
    let mut source = DgtCloud::from_url(&server.url("/"), Limits::default()).unwrap();
    fs::write(folder.path().join("round-2/game-1.json"), "down").unwrap();
    let update = source.poll().unwrap();
    assert!(update.changed);
    assert!(update.notes[0].contains("502"), "{:?}", update.notes);
    assert_eq!(update.retry_after, Some(Duration::from_secs(5)));
    assert_eq!(read(&update).len(), 2, "boards that gave no answer are not shown as games without moves");
    let error = source.poll().unwrap_err();
    assert!(matches!(error, SourceError::Status { status: 502, .. }), "{error}");
    fs::copy(sample().join("round-2/game-1.json"), folder.path().join("round-2/game-1.json")).unwrap();
    assert_eq!(read(&source.poll().unwrap())[2].moves.len(), 2);
}

#[test]
fn without_a_tournament_there_is_nothing_to_follow() {
    let folder = tempfile::tempdir().unwrap();
    let mut source = DgtCloud::from_folder(folder.path().to_owned(), Limits::default());
    assert!(matches!(source.poll(), Err(SourceError::Defect { .. })));
    fs::write(folder.path().join("tournament.json"), "{\"name\": 1}").unwrap();
    assert_eq!(source.poll().unwrap_err().to_string(), "tournament.json: the whole: missing field `rounds`");
    fs::write(folder.path().join("tournament.json"), "{\"name\": 1, \"rounds\": []}").unwrap();
    let update = source.poll().unwrap();
    assert!(update.changed && update.documents.is_empty());
}

#[test]
fn a_game_taken_back_and_played_on_is_extended_then_changed() {
    let folder = mirror();
    let mut source = DgtCloud::from_folder(folder.path().to_owned(), Limits::default());
    let mut tracker = Tracker::in_memory();
    let mut see = |moves: &str, at| {
        let game = format!(r#"{{"live": true, "moves": [{moves}]}}"#);
        fs::write(folder.path().join("round-2/game-1.json"), game).unwrap();
        let found = read(&source.poll().unwrap());
        let reports = tracker.observe(&found, false, at).unwrap();
        reports.iter().find(|report| report.round == "2.1").unwrap().change
    };
    assert_eq!(see("\"c4\", \"c5\"", 1), Change::New);
    assert_eq!(see("\"c4\", \"c5\", \"Nf3\"", 2), Change::Extended { from_ply: 2 });
    assert_eq!(see("\"c4\", \"c5\"", 3), Change::Changed { ply: 3 });
    assert_eq!(see("\"c4\", \"c5 5000\"", 4), Change::Amended);
    assert_eq!(tracker.games()[2].versions.len(), 4);
}

#[test]
fn a_look_that_is_cut_short_goes_on_at_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let rounds = [r#"{"count": 2, "live": 1}"#; 5].join(",");
    put("tournament.json", &format!(r#"{{"name": "Slow", "rounds": [{rounds}]}}"#));
    let pairing = r#"{"white": {"lname": "W"}, "black": {"lname": "B"}, "live": true}"#;
    for round in 1..=5 {
        put(&format!("round-{round}/index.json"), &format!(r#"{{"pairings": [{pairing}, {pairing}]}}"#));
        for board in 1..=2 {
            put(&format!("round-{round}/game-{board}.json"), r#"{"live": true, "moves": ["e4"]}"#);
        }
    }
    let server = serve(folder.path());
    let mut source = DgtCloud::from_url(&server.url(""), Limits::default()).unwrap();
    // After its first question a look has time for two more, and the whole tournament takes sixteen.
    let mut look = || {
        let left = std::cell::Cell::new(3);
        let update = source.poll_while(&|| {
            left.set(left.get() - 1);
            left.get() > 0
        });
        assert!(update.unwrap().notes.iter().any(|note| note.contains("left for the next")));
        let asked: Vec<String> = server.asked().into_iter().map(|request| request.path).collect();
        assert_eq!((asked.len(), asked[0].as_str()), (3, "/tournament.json"));
        asked
    };
    let mut last = std::collections::BTreeMap::new();
    let mut longest = 0;
    for number in 0..40 {
        for path in look() {
            let before = last.insert(path, number);
            longest = longest.max(number - before.unwrap_or(number));
        }
    }
    assert_eq!(last.len(), 16, "{last:?}");
    assert!(last.values().all(|number| *number > 25), "{last:?}");
    // Every other look is for the ten games, two at a time.
    assert!(longest <= 11, "{longest}");
}
