//! Versions of games: nothing lost, nothing reported that did not happen, at every cut of a file.

use std::fs;
use std::path::Path;

use datasets::live::{
    Change, Document, FileSource, Limits, LiveGame, Report, Source, Tracker, TrackerError, games,
};
use proptest::prelude::*;

/// Comments, a wrapped clock, a variation, castling in both lengths, a game without moves, odd line ends, and a piece
/// that could be cut off a longer word.
const SMALL: &str = "\u{feff}[Event \"Willow Cup\"]\n[Round \"1.1\"]\n[White \"Birch, Ada\"]\n[Black \"Elm \\\"C\\\"\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 {[%clk\n0:59:26]} d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O\n(5... e6 6. f3) 6. Nb1 $1 1/2-1/2\n\n\
[Event \"Willow Cup\"]\r\n[Round \"1.2\"]\r\n[White \"Oak\"]\r\n[Black \"BYE\"]\r\n[Result \"1-0\"]\r\n\r\n1-0\r\n\r\n\
[Event \"Willow Cup\"]\n[Round \"1.3\"]\n[White \"Hazel\"]\n[Black \"Rowan\"]\n[Result \"*\"]\n\n\
1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 ; to the end\n5.d4 exd4 6.Qxd4 Qxd4 7.Nxd4 0-1\n\n\
[Event \"Willow Cup\"]\n[Round \"1.4\"]\n[White \"Ash\"]\n[Black \"Larch\"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nc6 5. bxa8=Q Qb6 ";

fn document(bytes: &[u8]) -> Document {
    Document::new("live.pgn".to_owned(), bytes.to_vec())
}

fn read(text: &str) -> Vec<LiveGame> {
    games(&document(text.as_bytes())).games
}

fn changes(reports: &[Report]) -> Vec<Change> {
    reports.iter().map(|report| report.change).collect()
}

fn pgn(white: &str, moves: &str) -> String {
    format!("[Event \"E\"]\n[White \"{white}\"]\n[Black \"B\"]\n\n{moves}\n\n")
}

/// Growing texts must only ever give new and longer games.
fn grows_only(reports: &[Report], what: &str) {
    for report in reports {
        assert!(
            matches!(report.change, Change::New | Change::Extended { .. } | Change::Unchanged),
            "{what}: {report:?}"
        );
    }
}

#[test]
fn a_file_that_grows_byte_by_byte_never_takes_a_move_back() {
    let whole = read(SMALL);
    let plies: Vec<usize> = whole.iter().map(|game| game.moves.len()).collect();
    assert_eq!(plies, [11, 0, 13, 10]);
    assert!(whole[..3].iter().all(|game| game.complete && game.fault.is_none()));
    let mut tracker = Tracker::in_memory();
    let mut complete_before = 0;
    for cut in 0..=SMALL.len() {
        let document = document(&SMALL.as_bytes()[..cut]);
        let reading = games(&document);
        let complete: Vec<&LiveGame> = reading.games.iter().filter(|game| game.complete).collect();
        assert!(complete.len() >= complete_before, "cut at {cut}: a complete game is lost");
        complete_before = complete.len();
        for (game, truth) in reading.games.iter().zip(&whole) {
            assert!(truth.moves.starts_with(&game.moves), "cut at {cut}: {:?}", game.moves);
            assert_eq!(game.fault, None, "cut at {cut}");
            assert_eq!((&game.white, &game.black, &game.round), (&truth.white, &truth.black, &truth.round));
        }
        grows_only(&tracker.observe(&reading.games, false, cut as u64).unwrap(), &format!("cut at {cut}"));
        // What is kept can be screened at every moment, and holds the whole moves of every game.
        let kept = games(&self::document(&datasets::live::pgn(tracker.games()))).games;
        assert_eq!(kept.len(), tracker.games().len(), "cut at {cut}");
        for (kept, tracked) in kept.iter().zip(tracker.games()) {
            assert_eq!((&kept.fault, &kept.moves), (&None, &tracked.latest.moves), "cut at {cut}");
        }
    }
    assert_eq!(tracker.games().len(), 4);
    let found: Vec<usize> = tracker.games().iter().map(|game| game.latest.moves.len()).collect();
    assert_eq!(found, plies);
    // The first whole move of the first game was seen long before the last.
    let versions = &tracker.games()[0].versions;
    assert!(versions.len() > 8 && versions.windows(2).all(|pair| pair[0].plies <= pair[1].plies));
}

#[test]
fn a_file_rewritten_in_place_is_not_believed_half_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.pgn");
    let mut source = FileSource::new(path.clone(), Limits::default());
    let mut tracker = Tracker::in_memory();
    let mut look = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let update = source.poll().unwrap();
        let found: Vec<LiveGame> = update.documents.iter().flat_map(|d| games(d).games).collect();
        tracker.observe(&found, !update.changed, 1).unwrap()
    };
    assert_eq!(changes(&look(SMALL.as_bytes())), [Change::New; 4]);
    for cut in (0..SMALL.len()).rev() {
        grows_only(&look(&SMALL.as_bytes()[..cut]), &format!("cut at {cut}"));
        let back = look(SMALL.as_bytes());
        assert_eq!(changes(&back), [Change::Unchanged; 4], "cut at {cut}");
    }
}

#[test]
fn what_is_gone_for_good_is_said_once_and_kept() {
    let both = pgn("A", "1. e4 e5 1-0") + &pgn("C", "1. d4 d5 0-1");
    let one = pgn("A", "1. e4 e5 1-0");
    let mut tracker = Tracker::in_memory();
    tracker.observe(&read(&both), false, 1).unwrap();
    assert_eq!(changes(&tracker.observe(&read(&one), false, 2).unwrap()), [Change::Unchanged]);
    assert!(tracker.waits());
    let settled = tracker.observe(&read(&one), true, 3).unwrap();
    assert_eq!(changes(&settled), [Change::Unchanged, Change::Vanished]);
    assert_eq!((settled[1].white.as_str(), settled[1].plies), ("C", 2));
    assert!(!tracker.waits());
    assert_eq!(changes(&tracker.observe(&read(&one), true, 4).unwrap()), [Change::Unchanged]);
    assert_eq!(tracker.games()[1].latest.text, pgn("C", "1. d4 d5 0-1").trim_end().as_bytes());
    let back = tracker.observe(&read(&both), false, 5).unwrap();
    assert_eq!(changes(&back), [Change::Unchanged, Change::Returned]);
    assert_eq!(tracker.games()[1].versions.len(), 1);
}

/// The texts that the source shows one after the other, each at rest, and the games that are kept in the end.
fn kept_after(looks: &[&str]) -> String {
    let mut tracker = Tracker::in_memory();
    for (at, text) in (1..).zip(looks) {
        tracker.observe(&read(text), false, at).expect("in memory");
        tracker.observe(&read(text), true, at).expect("in memory");
    }
    String::from_utf8(datasets::live::pgn(tracker.games())).expect("UTF-8")
}

/// A game of round `round`, if the source says the round.
fn of_round(round: &str, white: &str, black: &str, moves: &str) -> String {
    let round = if round.is_empty() { String::new() } else { format!("[Round \"{round}\"]\n") };
    format!("[Event \"E\"]\n{round}[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
}

/// A game of A and B on a day of May 2025, without a round.
fn of_day(day: &str, moves: &str) -> String {
    format!("[Event \"E\"]\n[Date \"2025.05.{day}\"]\n[White \"A\"]\n[Black \"B\"]\n\n{moves}\n\n")
}

#[test]
fn finished_games_are_kept_where_the_address_stays_and_shows_the_next_round() {
    let finished = of_round("1.1", "A", "B", "1. e4 e5 1-0") + &of_round("1.2", "C", "D", "1. d4 d5 1/2-1/2");
    let begun = of_round("2.1", "A", "C", "1. e4 *") + &of_round("2.2", "B", "D", "1. c4 *");
    let ended = of_round("2.1", "A", "C", "1. e4 c5 1-0") + &of_round("2.2", "B", "D", "1. c4 e5 0-1");
    assert_eq!(kept_after(&[&finished, &begun, &ended]), format!("{finished}{ended}"));
    // A game that is corrected is there once, in its last version; one that was broken off before a result is gone.
    let corrected = ended.replace("1. e4 c5 1-0", "1. e4 c6 2. d4 1/2-1/2");
    assert_eq!(kept_after(&[&finished, &begun, &ended, &corrected]), format!("{finished}{corrected}"));
    assert_eq!(kept_after(&[&finished, &begun, &finished]), finished);
}

/// Without the round, and with the same two players again, nothing but the moves tells games apart: a finished one is not gone on with.
#[test]
fn a_finished_game_is_not_taken_for_the_beginning_of_another() {
    for (first, second) in [
        // The next round without rounds: another opponent, the same first moves.
        (of_round("", "A", "B", "1. e4 e5 1-0"), of_round("", "A", "C", "1. e4 e5 2. Nf3 *")),
        // The same pair once more, with and without rounds.
        (of_round("1", "A", "B", "1. e4 e5 1/2-1/2"), of_round("3", "A", "B", "1. e4 e5 2. Nf3 Nc6 *")),
        (of_round("1", "A", "B", "1. e4 e5 1/2-1/2"), of_round("3", "A", "B", "1. e4 e5 *")),
        (of_round("?", "A", "B", "1. e4 e5 1/2-1/2"), of_round("?", "A", "B", "1. d4 *")),
        (of_round("", "A", "B", "1. e4 e5 1-0"), of_round("", "A", "B", "1. e4 *")),
        (of_day("01", "1. e4 e5 1-0"), of_day("02", "1. d4 d5 1-0")),
    ] {
        assert_eq!(kept_after(&[&first, &second]), format!("{first}{second}"), "{first}{second}");
    }
    // What is gone on with before its end is one game, whatever is corrected meanwhile.
    let running = of_round("1", "A", "B", "1. e4 *");
    for later in [of_round("1", "A", "Bo", "1. e4 e5 1-0"), of_round("1.7", "A", "B", "1. e4 e5 1-0")] {
        assert_eq!(kept_after(&[&running, &later]), later);
    }
    let first = of_round("", "A", "B", "1. e4 e5 1-0");
    for later in [of_round("", "A", "B", "1. e4 c5 1-0"), of_round("", "A", "B", "1. e4 e5 0-1")] {
        assert_eq!(kept_after(&[&first, &later]), later, "moves or a result corrected afterwards");
    }
    let named = of_round("1", "A", "B", "1. e4 e5 1-0");
    for later in [of_round("2", "A", "B", "1. e4 e5 1-0"), of_round("1", "A", "Bo", "1. e4 e5 1-0")] {
        assert_eq!(kept_after(&[&named, &later]), later, "a name or a round corrected afterwards");
    }
}

#[test]
fn a_source_that_never_rests_is_believed_at_the_third_look() {
    let mut tracker = Tracker::in_memory();
    tracker.observe(&read(&(pgn("A", "1. e4 *") + &pgn("C", "1. d4 *"))), false, 0).unwrap();
    let mut said = Vec::new();
    for (at, moves) in ["1. e4 e5 *", "1. e4 e5 2. d4 *", "1. e4 e5 2. d4 d5 *", "1. e4 e5 2. d4 d5 3. c4 *"]
        .iter()
        .enumerate()
    {
        let reports = tracker.observe(&read(&pgn("A", moves)), false, at as u64).unwrap();
        said.push(reports.iter().any(|report| report.change == Change::Vanished));
    }
    assert_eq!(said, [false, false, true, false]);
}

#[test]
fn each_kind_of_change_has_its_name_and_both_versions_stay() {
    let mut tracker = Tracker::in_memory();
    let steps = [
        ("1. e4 e5 2. Nf3 *", Change::New, 3),
        ("1. e4 e5 2. Nf3 *", Change::Unchanged, 3),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", Change::Extended { from_ply: 3 }, 5),
        ("1. e4 e5 2. Nf3 Nf6 3. Bb5 *", Change::Changed { ply: 4 }, 5),
        ("1. e4 e5 2. Nf3 Nf6 *", Change::Changed { ply: 5 }, 4),
        ("1. e4 {[%clk 1:00:00]} e5 2. Nf3 Nf6 *", Change::Amended, 4),
        ("1. e4 {[%clk 1:00:00]} e5 2. Nf3 Nf6 1/2-1/2", Change::Amended, 4),
        ("1. d4 1/2-1/2", Change::Changed { ply: 1 }, 1),
    ];
    let mut texts = Vec::new();
    for (at, (moves, change, plies)) in steps.into_iter().enumerate() {
        let reports = tracker.observe(&read(&pgn("A", moves)), false, at as u64).unwrap();
        assert_eq!((changes(&reports), reports[0].plies), (vec![change], plies), "{moves}");
        if change != Change::Unchanged {
            let text = pgn("A", moves).trim_end().as_bytes().to_vec();
            assert_eq!(tracker.games()[0].latest.text, text);
            texts.push((at as u64, text));
        }
    }
    let versions = &tracker.games()[0].versions;
    assert_eq!(versions.len(), texts.len());
    for (number, (at, text)) in texts.iter().enumerate() {
        assert_eq!(versions[number].seen_at, *at);
        assert_eq!(versions[number].sha256, document(text).sha256);
    }
}

#[test]
fn a_correction_of_names_is_no_new_game() {
    let mut tracker = Tracker::in_memory();
    let game = |tags: &str, moves: &str| read(&format!("[Event \"E\"]\n[Round \"2.1\"]\n{tags}\n\n{moves}"));
    let first = "[White \"Birch\"]\n[Black \"Oak\"]";
    tracker.observe(&game(first, "1. e4 e5 *"), false, 1).unwrap();
    let corrected = "[White \"Birch, Ada\"]\n[WhiteFideId \"990001\"]\n[Black \"Oak\"]";
    let reports = tracker.observe(&game(corrected, "1. e4 e5 *"), false, 2).unwrap();
    assert_eq!(changes(&reports), [Change::Amended]);
    let reports = tracker.observe(&game(corrected, "1. e4 e5 2. f4 *"), false, 3).unwrap();
    assert_eq!((reports[0].game, reports[0].change), (0, Change::Extended { from_ply: 2 }));
}

#[test]
fn the_log_gives_back_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("versions.jsonl");
    let latin = b"[White \"M\xfcller\"]\n[Black \"\xd6zil\"]\n\n1. e4 e5 *\n\n".to_vec();
    let bye = "[White \"A\"]\n[Black \"BYE\"]\n\n[White \"Last\"]\n\n1. c4 *";
    let looks: [Vec<LiveGame>; 4] = [
        games(&document(&latin)).games,
        games(&document(&[&latin, SMALL.as_bytes()].concat())).games,
        games(&document(
            &[latin.as_slice(), SMALL.replace("Nf6 4", "Nf6 5").as_bytes(), bye.as_bytes()].concat(),
        ))
        .games,
        read(SMALL),
    ];
    let mut plain = Tracker::in_memory();
    for (at, look) in looks.iter().enumerate() {
        let at = at as u64;
        // A new process for each look.
        let (mut logged, resumed) = Tracker::open(&path, at).unwrap();
        assert_eq!((resumed.games, resumed.torn), (plain.games().len(), None));
        assert_eq!(logged.observe(look, true, at).unwrap(), plain.observe(look, true, at).unwrap());
    }
    let (logged, _) = Tracker::open(&path, 9).unwrap();
    assert_eq!(logged.games().len(), plain.games().len());
    for (one, other) in logged.games().iter().zip(plain.games()) {
        assert_eq!((&one.versions, one.present), (&other.versions, other.present));
        assert_eq!(one.latest.text, other.latest.text);
        assert_eq!(one.latest.moves, other.latest.moves);
    }
}

#[test]
fn a_log_that_was_tampered_with_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("versions.jsonl");
    let (mut tracker, _) = Tracker::open(&path, 0).unwrap();
    tracker.observe(&read(&pgn("A", "1. e4 e5 *")), false, 1).unwrap();
    tracker.observe(&read(&pgn("A", "1. e4 e5 2. d4 *")), false, 2).unwrap();
    drop(tracker);
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, line) in [
        ("1. e4 e5 *", "1. e4 c5 *", 2),
        ("\"game\":0,\"change\":{\"kind\":\"extended\"", "\"game\":2,\"change\":{\"kind\":\"extended\"", 3),
        ("\"add\":{\"text\":\"2. d4 *\"}", "\"add\":{\"hex\":\"xy\"}", 3),
        ("\"format\":1", "\"format\":2", 1),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let error = Tracker::open(&path, 3).unwrap_err();
        assert!(
            matches!(error, TrackerError::Damaged { line: found, .. } if found == line),
            "{from}: {error}"
        );
    }
    fs::write(&path, &text).unwrap();
    assert!(Tracker::open(&path, 3).is_ok());
    let missing = Path::new("/nonexistent/versions.jsonl");
    assert!(matches!(Tracker::open(missing, 3), Err(TrackerError::File { .. })));
}

proptest! {
    #[test]
    fn any_sequence_of_texts_can_be_told_again(
        looks in prop::collection::vec((prop::collection::vec((0_usize..4, 0_usize..5), 0..5), any::<bool>()), 1..8),
    ) {
        const MOVES: [&str; 5] = ["1. e4 e5", "1. e4 e5 2. Nf3 *", "1. d4 1-0", "1. e4 Ke4 *", "*"];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("versions.jsonl");
        let mut plain = Tracker::in_memory();
        let mut most = 0;
        for (at, (list, settled)) in looks.iter().enumerate() {
            let text: String = list.iter().map(|&(who, moves)| pgn(&format!("P{who}"), MOVES[moves])).collect();
            let found = read(&text);
            let reports = plain.observe(&found, *settled, at as u64).unwrap();
            // Each game that is there is said once, as one game.
            let mut numbers: Vec<usize> = reports.iter().map(|report| report.game).collect();
            numbers.sort_unstable();
            numbers.dedup();
            prop_assert_eq!(numbers.len(), reports.len());
            prop_assert!(reports.len() >= found.len());
            let versions: usize = plain.games().iter().map(|game| game.versions.len()).sum();
            prop_assert!(versions >= most, "no version is ever dropped");
            most = versions;
        }
        let (mut logged, _) = Tracker::open(&path, 0).unwrap();
        for (at, (list, settled)) in looks.iter().enumerate() {
            let text: String = list.iter().map(|&(who, moves)| pgn(&format!("P{who}"), MOVES[moves])).collect();
            logged.observe(&read(&text), *settled, at as u64).unwrap();
        }
        drop(logged);
        let (again, _) = Tracker::open(&path, 0).unwrap();
        for (one, other) in again.games().iter().zip(plain.games()) {
            prop_assert_eq!(&one.versions, &other.versions);
            prop_assert_eq!(&one.latest.moves, &other.latest.moves);
            prop_assert_eq!(one.present, other.present);
        }
        prop_assert_eq!(again.games().len(), plain.games().len());
    }
}
