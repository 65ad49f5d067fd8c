//! One player according to games and report, in an invented event of four players, all against all.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;

use datasets::tournament::cross_check::{FindingKind as Kind, PlayerCheck, Said, of_player};
use datasets::tournament::trf;
use datasets::{Collection, Roster, read, roster};

mod report;

const NAMES: [&str; 4] = ["Ample, Anna", "Brisk, Bert", "Crisp, Carl", "Droll, Dora"];

/// Round, White, Black, result.
type Row = (u8, usize, usize, &'static str);

const EVENT: [Row; 6] = [
    (1, 0, 3, "1-0"),
    (1, 1, 2, "1/2-1/2"),
    (2, 2, 0, "0-1"),
    (2, 3, 1, "0-1"),
    (3, 0, 1, "1/2-1/2"),
    (3, 2, 3, "1-0"),
];

fn games(rows: &[Row], day: impl Fn(u8) -> u8) -> (Collection, Roster) {
    let mut text = String::new();
    for &(round, white, black, result) in rows {
        let tags = [
            ("Event", "Rookery".to_owned()),
            ("Date", format!("2025.04.{:02}", day(round))),
            ("Round", round.to_string()),
            ("White", NAMES[white].to_owned()),
            ("Black", NAMES[black].to_owned()),
            ("Result", result.to_owned()),
            ("WhiteElo", (2400 - 25 * white).to_string()),
            ("BlackElo", (2400 - 25 * black).to_string()),
        ];
        for (tag, value) in tags {
            text.extend(["[", tag, " \"", &value, "\"]\n"]);
        }
        text.extend(["\n1. e4 e5 2. Nf3 Nc6 ", result, "\n\n"]);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.pgn");
    fs::write(&path, text).unwrap();
    let collection = read(&[path], None).unwrap();
    let roster = roster(&collection);
    (collection, roster)
}

fn usual(round: u8) -> u8 {
    11 + round
}

/// Anna, by the report of the untouched event.
fn anna(rows: &[Row], day: impl Fn(u8) -> u8) -> PlayerCheck {
    let (whole, people) = games(&EVENT, usual);
    let report = report::report(&whole, &people, "Rookery");
    let report = trf::read("report.trf", report.as_bytes(), None).unwrap();
    let (collection, roster) = games(rows, day);
    let person = roster.people.iter().position(|p| p.name == NAMES[0]).unwrap();
    let found = of_player(&collection, &roster, &report, person);
    let g = found.games;
    assert_eq!(g.all, g.compared + g.other_opponent + g.extra + g.of_extra_players + g.byes + g.copies);
    let p = found.pairings;
    let parts = p.compared + p.other_opponent + p.missing + p.of_missing_players + p.forfeits;
    assert_eq!(p.all, parts + p.open + p.one_sided);
    found
}

fn kinds(check: &PlayerCheck) -> Vec<Kind> {
    check.findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn what_agrees_is_counted_and_no_finding() {
    let found = anna(&EVENT, usual);
    assert_eq!((found.games.all, found.pairings.all, found.agreeing), (3, 3, 3));
    assert!(found.findings.is_empty());
    let listed = found.listed.unwrap();
    assert_eq!((listed.name.as_str(), listed.number, listed.rating), (NAMES[0], 1, Some(2400)));
}

#[test]
fn only_what_concerns_the_player_is_told() {
    // Another game is missing, another result is wrong.
    let mut rows = EVENT.to_vec();
    rows[1].3 = "1-0";
    rows.remove(5);
    let found = anna(&rows, usual);
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    assert_eq!(found.agreeing, 3);
}

#[test]
fn a_game_on_one_side_only_is_named_by_its_side() {
    let missing = anna(&EVENT[1..], usual);
    assert_eq!((kinds(&missing), missing.agreeing), (vec![Kind::MissingGame], 2));
    assert_eq!((missing.games.all, missing.pairings.missing), (2, 1));
    let mut rows = EVENT.to_vec();
    rows.push((4, 3, 0, "1/2-1/2"));
    // It is dated on the last day, or it would be outside the event as well.
    let extra = anna(&rows, |round| usual(round.min(3)));
    assert_eq!((kinds(&extra), extra.agreeing), (vec![Kind::ExtraGame], 3));
    assert_eq!((extra.games.all, extra.games.extra, extra.pairings.all), (4, 1, 3));
}

#[test]
fn a_result_and_a_colour_that_differ_are_named() {
    let mut rows = EVENT.to_vec();
    rows[0].3 = "0-1";
    rows[4] = (3, 1, 0, "1/2-1/2");
    let found = anna(&rows, usual);
    assert_eq!(kinds(&found), [Kind::ColoursSwapped, Kind::ScoredDifferently]);
    assert_eq!((found.games.compared, found.agreeing), (3, 1));
}

#[test]
fn a_date_outside_the_event_is_no_agreement() {
    let found = anna(&EVENT, |round| if round == 2 { 27 } else { usual(round) });
    assert_eq!((kinds(&found), found.agreeing), (vec![Kind::DateOutside], 2));
    // Round 2 has two games on that day, and one of them is Anna's.
    assert_eq!(found.findings[0].pgn, Said::Date { date: "2025/04/27".to_owned(), games: 1 });
}

#[test]
fn somebody_who_is_not_in_the_report_is_said_not_to_be() {
    let (whole, people) = games(&EVENT[1..2], usual);
    let report = report::report(&whole, &people, "Rookery");
    let report = trf::read("report.trf", report.as_bytes(), None).unwrap();
    let (collection, roster) = games(&EVENT, usual);
    let person = roster.people.iter().position(|p| p.name == NAMES[0]).unwrap();
    let found = of_player(&collection, &roster, &report, person);
    assert_eq!((found.listed, found.pairings.all, found.agreeing), (None, 0, 0));
    assert_eq!(found.games.of_extra_players, 3);
    // That report ends after the first day, so later games are outside its dates.
    let known = [Kind::PlayerExtra, Kind::DateOutside];
    assert!(found.findings.iter().all(|finding| known.contains(&finding.kind)));
}
