//! One planted defect, one finding: an invented event of eight players, all against all.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;

use datasets::tournament::cross_check::{CrossCheck, FindingKind as Kind, How, Said};
use datasets::tournament::trf;
use datasets::{Collection, cross_check, read, roster};

mod report;

const NAMES: [&str; 8] = [
    "Ample, Anna",
    "Brisk, Bert",
    "Crisp, Carl",
    "Droll, Dora",
    "Eager, Edda",
    "Frank, Fred",
    "Grand, Gina",
    "Handy, Hugo",
];

/// A game of the event as tags and moves.
#[derive(Clone, Debug)]
struct Row {
    round: String,
    date: String,
    names: [String; 2],
    ids: [String; 2],
    elos: [String; 2],
    result: &'static str,
    moves: &'static str,
}

/// Rounds by the circle method: player 7 stays, the others turn. Results follow no pattern of note.
fn event() -> Vec<Row> {
    let mut rows = Vec::new();
    for round in 0..7_usize {
        for board in 0..4_usize {
            let (a, b) = if board == 0 { (round, 7) } else { ((round + board) % 7, (round + 7 - board) % 7) };
            let [white, black] = if (round + board) % 2 == 0 { [a, b] } else { [b, a] };
            rows.push(Row {
                round: format!("{}.{}", round + 1, board + 1),
                date: format!("2025.04.{:02}", 12 + round),
                names: [white, black].map(|player| NAMES[player].to_owned()),
                ids: [white, black].map(|player| (4_000_001 + player).to_string()),
                elos: [white, black].map(|player| (2400 - 25 * player).to_string()),
                result: ["1-0", "1/2-1/2", "0-1"][(2 * round + board) % 3],
                moves: "1. e4 e5 2. Nf3 Nc6",
            });
        }
    }
    rows
}

fn pgn(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        for (tag, value) in [
            ("Event", "Rookery"),
            ("Date", &row.date),
            ("Round", &row.round),
            ("White", &row.names[0]),
            ("Black", &row.names[1]),
            ("Result", row.result),
            ("WhiteElo", &row.elos[0]),
            ("BlackElo", &row.elos[1]),
            ("WhiteFideId", &row.ids[0]),
            ("BlackFideId", &row.ids[1]),
        ] {
            text.extend(["[", tag, " \"", value, "\"]\n"]);
        }
        text.extend(["\n", row.moves, " ", row.result, "\n\n"]);
    }
    text
}

fn collection(rows: &[Row]) -> Collection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.pgn");
    fs::write(&path, pgn(rows)).unwrap();
    read(&[path], None).unwrap()
}

/// The report of the untouched event.
fn report() -> String {
    let collection = collection(&event());
    report::report(&collection, &roster(&collection), "Rookery")
}

/// Checks games against a report; the counts have to balance whatever was planted.
fn checked(rows: &[Row], report: &str) -> CrossCheck {
    let collection = collection(rows);
    let report = trf::read("report.trf", report.as_bytes(), None).unwrap();
    let check = cross_check(&collection, &roster(&collection), &report);
    let g = check.games;
    let sum =
        g.compared + g.other_opponent + g.extra + g.of_extra_players + g.byes + g.copies + g.quarantined;
    assert_eq!(g.all, sum, "{g:?}");
    assert_eq!(g.all, rows.len());
    let p = check.pairings;
    let sum =
        p.compared + p.other_opponent + p.missing + p.of_missing_players + p.forfeits + p.open + p.one_sided;
    assert_eq!(p.all, sum, "{p:?}");
    assert_eq!(p.compared, g.compared);
    check
}

fn player(name: &str, id: u64, games: usize) -> Said {
    Said::Player { name: name.to_owned(), fide_id: Some(id), games: Some(games) }
}

fn kinds(check: &CrossCheck) -> Vec<Kind> {
    check.findings.iter().map(|finding| finding.kind).collect()
}

/// The findings after `change` has been made to the games.
fn in_games(change: impl FnOnce(&mut Vec<Row>)) -> CrossCheck {
    let mut rows = event();
    change(&mut rows);
    checked(&rows, &report())
}

/// The findings after a text of the report has been replaced, which has to be there exactly once.
fn in_report(from: &str, to: &str) -> CrossCheck {
    let report = report();
    assert_eq!(report.matches(from).count(), 1, "{from} in\n{report}");
    checked(&event(), &report.replace(from, to))
}

/// The report's text with `with` in a round of a player's line.
fn set(report: &str, player: usize, round: usize, column: usize, with: &str) -> String {
    let start = format!("001 {player:>4}");
    let mut lines: Vec<String> = report.split("\r\n").map(str::to_owned).collect();
    let line = lines.iter_mut().find(|line| line.starts_with(&start)).unwrap();
    let at = 91 + 10 * (round - 1) + column;
    line.replace_range(at..at + with.len(), with);
    lines.join("\r\n")
}

#[test]
fn an_event_agrees_with_its_own_report() {
    let report = report();
    let check = checked(&event(), &report);
    assert_eq!(kinds(&check), []);
    assert_eq!((check.games.compared, check.pairings.all), (28, 28));
    assert!(check.silent.event_days_known);
    let trf = trf::read("report.trf", report.as_bytes(), None).unwrap();
    assert_eq!((trf.inconsistencies(), trf.warnings), (vec![], vec![]));
}

#[test]
fn a_removed_game_is_missing_once() {
    let check = in_games(|rows| {
        rows.remove(5);
    });
    let [finding] = check.findings.as_slice() else { panic!("{:?}", check.findings) };
    // Round 2, board 2: the circle gives players 2 and 0, White is 2.
    assert_eq!((finding.kind, finding.round), (Kind::MissingGame, Some(2)));
    assert_eq!(finding.players, ["Crisp, Carl", "Ample, Anna"]);
    let won = matches!(&finding.trf, Said::Pairing { how: How::Played, result: Some(result), .. } if result == "1-0");
    assert!(won, "{finding:?}");
    assert_eq!(finding.pgn_at, None);
    // Crisp is number 3; the head has 13 lines and the players begin in line 14.
    let at = finding.trf_at.unwrap();
    assert_eq!((at.line, at.column), (16, 102));
}

#[test]
fn defects_of_games_are_one_finding_each() {
    let kind = |change: fn(&mut Vec<Row>)| kinds(&in_games(change));
    assert_eq!(kind(|rows| rows[0].result = "*"), [Kind::ScoredDifferently]);
    assert_eq!(kind(|rows| rows[9].date = "2025.05.01".to_owned()), [Kind::DateOutside]);
    let copy = |rows: &mut Vec<Row>| {
        let mut row = rows[3].clone();
        row.moves = "1. d4 d5";
        rows.push(row);
    };
    assert_eq!(kind(copy), [Kind::ExtraGame]);
    // The very same game again is a copy, which the reader sets aside.
    assert_eq!(kind(|rows| rows.push(rows[3].clone())), []);
    assert_eq!(kind(|rows| rows[8].names[0] = "?".to_owned()), []);
    let nobody = |rows: &mut Vec<Row>| {
        rows[8].names[0] = "?".to_owned();
        rows[8].ids[0].clear();
    };
    assert_eq!(kind(nobody), [Kind::OpponentDiffers]);
}

#[test]
fn defects_of_players_are_one_finding_each() {
    let find = |player: usize, rows: &mut Vec<Row>, change: &dyn Fn(&mut Row, usize)| {
        for row in rows {
            if let Some(side) = row.names.iter().position(|name| name == NAMES[player]) {
                change(row, side);
            }
        }
    };
    let kind = |change: &dyn Fn(&mut Row, usize)| kinds(&in_games(|rows| find(2, rows, change)));
    assert_eq!(kind(&|row, side| row.elos[side] = "2351".to_owned()), [Kind::RatingDiffers]);
    assert_eq!(kind(&|row, side| row.ids[side] = "4777777".to_owned()), [Kind::FideIdDiffers]);
    assert_eq!(kind(&|row, side| row.names[side] = "Crisp, Carla".to_owned()), [Kind::NameDiffers]);
    assert_eq!(kind(&|row, side| row.names[side] = "Carl Crisp".to_owned()), []);
    assert_eq!(kind(&|row, side| row.names[side] = "Crisp, C.".to_owned()), []);
    // Without a number an abbreviated name is only probable, and another name is another player.
    let short = |row: &mut Row, side: usize| {
        row.names[side] = "Crisp, C.".to_owned();
        row.ids[side].clear();
    };
    let check = in_games(|rows| find(2, rows, &short));
    assert_eq!(kinds(&check), [Kind::UncertainPlayer]);
    assert_eq!((check.games.of_extra_players, check.pairings.of_missing_players), (7, 7));
    let other = |row: &mut Row, side: usize| {
        row.names[side] = "Zeal, Zoe".to_owned();
        row.ids[side].clear();
    };
    assert_eq!(kind(&other), [Kind::PlayerMissing, Kind::PlayerExtra]);
    // Nobody has a number, and the names are written the other way round.
    let all = in_games(|rows| {
        for row in rows {
            row.ids = [String::new(), String::new()];
            for name in &mut row.names {
                let (last, first) = name.split_once(", ").unwrap();
                *name = format!("{first} {last}");
            }
        }
    });
    assert_eq!((kinds(&all), all.silent.fide_ids_on_one_side), (vec![], 8));
    // All games of one player are gone: one finding with seven games.
    let check = in_games(|rows| rows.retain(|row| !row.names.contains(&NAMES[5].to_owned())));
    assert_eq!(kinds(&check), [Kind::PlayerMissing]);
    assert_eq!(check.findings[0].trf, player(NAMES[5], 4_000_006, 7));
    assert_eq!(check.pairings.of_missing_players, 7);
    // Two FIDE numbers exchanged between players: two findings, and the games still fit.
    let check = in_games(|rows| {
        for row in rows {
            for id in &mut row.ids {
                *id = match id.as_str() {
                    "4000001" => "4000002".to_owned(),
                    "4000002" => "4000001".to_owned(),
                    _ => id.clone(),
                };
            }
        }
    });
    assert_eq!(kinds(&check), [Kind::FideIdDiffers, Kind::FideIdDiffers]);
}

#[test]
fn strangers_are_one_finding_each() {
    let check = in_games(|rows| {
        for round in ["1.9", "2.9"] {
            let mut row = rows[0].clone();
            row.round = round.to_owned();
            row.names = ["Zeal, Zoe".to_owned(), "Young, Yves".to_owned()];
            row.ids = ["4900001".to_owned(), "4900002".to_owned()];
            rows.push(row);
        }
    });
    assert_eq!(kinds(&check), [Kind::PlayerExtra, Kind::PlayerExtra]);
    assert_eq!(check.games.of_extra_players, 2);
    let said: Vec<&Said> = check.findings.iter().map(|finding| &finding.pgn).collect();
    assert_eq!(said, [&player("Young, Yves", 4_900_002, 2), &player("Zeal, Zoe", 4_900_001, 2)]);
}

#[test]
fn defects_of_the_report_are_one_finding_each() {
    assert_eq!(kinds(&in_report("    4000003", "    4000099")), [Kind::FideIdDiffers]);
    assert_eq!(kinds(&in_report("2350", "2355")), [Kind::RatingDiffers]);
    assert_eq!(kinds(&in_report("052 2025/04/18", "052 2025/04/17")), [Kind::DateOutside]);
    assert_eq!(kinds(&in_report("052 2025/04/18", "052 later")), []);
    assert_eq!(kinds(&in_report("Crisp, Carl", "Holly, Carl")), [Kind::NameDiffers]);
    assert_eq!(kinds(&in_report("Crisp, Carl", "Wholly, Wex")), [Kind::PlayerMissing, Kind::PlayerExtra]);
    // Round 1, board 1: Ample has White against Handy and wins.
    let report = report();
    let planted = |with: [&str; 2]| {
        let planted = set(&report, 1, 1, 5, with[0]);
        kinds(&checked(&event(), &set(&planted, 8, 1, 5, with[1])))
    };
    assert_eq!(planted(["w 1", "b 0"]), []);
    assert_eq!(planted(["b 1", "w 0"]), [Kind::ColoursSwapped]);
    assert_eq!(planted(["w =", "b ="]), [Kind::ScoredDifferently]);
    assert_eq!(planted(["w +", "b -"]), [Kind::ForfeitWithMoves]);
    assert_eq!(planted(["- -", "- -"]), [Kind::ForfeitWithMoves]);
    assert_eq!(planted(["w W", "b L"]), [Kind::ForfeitWithMoves]);
    assert_eq!(planted(["w  ", "b  "]), [Kind::ScoredDifferently]);
    // Contradictions within the report are not repeated here.
    assert_eq!(planted(["w 1", "b 1"]), []);
    assert_eq!(planted(["w 1", "w 0"]), []);
    // Both byes: the report has no such pairing.
    let byes = set(&set(&report, 1, 1, 0, "0000 - H"), 8, 1, 0, "0000 - H");
    assert_eq!(kinds(&checked(&event(), &byes)), [Kind::ExtraGame]);
}

#[test]
fn forfeits_and_byes_need_no_game() {
    let mut rows = event();
    rows[0].moves = "";
    rows[1].names[1] = "BYE".to_owned();
    rows[1].ids[1].clear();
    rows[1].moves = "";
    rows[1].result = "1-0";
    // Handy does not come, Brisk has no opponent and Grand gets a bye.
    let mut text = report();
    for (player, column, sign) in [(1, 7, "+"), (8, 7, "-"), (7, 0, "0000 - U"), (2, 0, "0000 - Z")] {
        text = set(&text, player, 1, column, sign);
    }
    let check = checked(&rows, &text);
    assert_eq!((kinds(&check), check.games.byes), (vec![], 1));
    // The forfeit is usually not in the PGN at all.
    rows.remove(0);
    let check = checked(&rows, &text);
    assert_eq!((kinds(&check), check.pairings.forfeits), (vec![], 1));
}

#[test]
fn games_without_a_place_are_counted() {
    let mut rows = event();
    rows[3].round = "?".to_owned();
    let mut twice = rows[0].clone();
    twice.moves = "1. d4 d5";
    rows.push(twice);
    let mut broken = rows[1].clone();
    broken.moves = "1. e4 e9";
    rows.push(broken);
    // The game without a round is placed by its players in the full report.
    let check = checked(&rows, &report());
    assert_eq!(kinds(&check), [Kind::ExtraGame]);
    assert_eq!((check.silent.games_without_round, check.games.quarantined), (1, 1));
}

#[test]
fn all_against_all_twice_is_not_confused() {
    let mut rows = event();
    let back: Vec<Row> = event()
        .into_iter()
        .map(|mut row| {
            let round: usize = row.round.split('.').next().unwrap().parse().unwrap();
            row.round = format!("{}.1", round + 7);
            row.names.reverse();
            row.ids.reverse();
            row.elos.reverse();
            row
        })
        .collect();
    rows.extend(back);
    let whole = collection(&rows);
    let report = report::report(&whole, &roster(&whole), "Twice");
    assert_eq!(kinds(&checked(&rows, &report)), []);
    // The other game of the pair stays in its own round.
    let mut fewer = rows.clone();
    fewer.remove(6);
    let check = checked(&fewer, &report);
    assert_eq!(kinds(&check), [Kind::MissingGame]);
    assert_eq!(check.findings[0].round, Some(2));
    let mut moved = rows.clone();
    moved[6].round = "9.9".to_owned();
    assert_eq!(kinds(&checked(&moved, &report)), [Kind::WrongRound]);
    let said = &checked(&moved, &report).findings[0].pgn;
    assert!(matches!(said, Said::Game { round: Some(round), .. } if round == "9.9"), "{said:?}");
    // Rounds nobody wrote down: pairs are told apart by colours.
    let mut nameless = rows;
    for row in &mut nameless {
        row.round = "?".to_owned();
    }
    let check = checked(&nameless, &report);
    assert_eq!((kinds(&check), check.silent.games_without_round), (vec![], 56));
}

#[test]
fn names_in_another_alphabet_need_the_right_encoding() {
    let mut rows = event();
    for row in &mut rows {
        row.ids = [String::new(), String::new()];
        for name in &mut row.names {
            let letters = "абвгдежз".chars();
            let word = letters.zip(NAMES).find(|(_, latin)| latin == name).unwrap().0;
            *name = format!("{word}кин, Иван");
        }
    }
    let collection = collection(&rows);
    let people = roster(&collection);
    let text = report::report(&collection, &people, "Ладья");
    let (bytes, _, lost) = encoding_rs::WINDOWS_1251.encode(&text);
    assert!(!lost);
    let report = trf::read("report.trf", &bytes, Some(trf::Encoding::Windows1251)).unwrap();
    assert_eq!(cross_check(&collection, &people, &report).findings, []);
    assert!(report.warnings.is_empty());
    // Assumed to be western, with a warning; then no name fits, and nothing is guessed.
    let report = trf::read("report.trf", &bytes, None).unwrap();
    assert_eq!(report.warnings.len(), 1);
    let check = cross_check(&collection, &people, &report);
    assert_eq!((check.games.compared, check.games.of_extra_players), (0, 28));
    let missing = check.findings.iter().filter(|finding| finding.kind == Kind::PlayerMissing);
    assert_eq!(missing.count(), 8);
}

/// The single-game defects, in every game.
#[test]
fn one_mistake_is_one_finding_wherever_it_is() {
    type Change = fn(&mut Vec<Row>, usize);
    let changes: [(Change, Kind); 8] = [
        (|rows, at| drop(rows.remove(at)), Kind::MissingGame),
        (
            |rows, at| {
                rows[at].names.reverse();
                rows[at].ids.reverse();
                rows[at].elos.reverse();
            },
            Kind::ColoursSwapped,
        ),
        (
            |rows, at| rows[at].result = if rows[at].result == "1-0" { "1/2-1/2" } else { "1-0" },
            Kind::ScoredDifferently,
        ),
        (|rows, at| rows[at].moves = "", Kind::PlayedWithoutMoves),
        (|rows, at| rows[at].round = format!("{}.1", (at / 4 + 3) % 7 + 1), Kind::WrongRound),
        (|rows, at| rows[at].ids[1] = "4009999".to_owned(), Kind::FideIdDiffers),
        (|rows, at| rows[at].ids[1] = rows[(at + 1) % 28].ids[1].clone(), Kind::FideIdDiffers),
        (
            |rows, at| {
                // Somebody else of the same round sits at this board.
                let other = rows[at / 4 * 4 + (at + 1) % 4].clone();
                rows[at].names[0] = other.names[0].clone();
                rows[at].ids[0] = other.ids[0].clone();
                rows[at].elos[0] = other.elos[0].clone();
            },
            Kind::OpponentDiffers,
        ),
    ];
    let report = report();
    for (number, (change, kind)) in changes.into_iter().enumerate() {
        for at in 0..28 {
            let mut rows = event();
            change(&mut rows, at);
            assert_ne!(pgn(&rows), pgn(&event()), "change {number} of game {at}");
            let collection = collection(&rows);
            let trf = trf::read("report.trf", report.as_bytes(), None).unwrap();
            let found = kinds(&cross_check(&collection, &roster(&collection), &trf));
            assert_eq!(found, [kind], "change {number} of game {at}");
        }
    }
}
