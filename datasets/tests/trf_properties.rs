//! Whatever the bytes are: nothing panics, every line is accounted for or refused.

use std::fs;

use datasets::tournament::trf::{self, Encoding, TrfError};
use datasets::{cross_check, read, roster};
use proptest::prelude::*;

/// Reads the bytes; a report's lines balance, a refusal names places that are there.
fn read_any(bytes: &[u8], encoding: Option<Encoding>) {
    match trf::read("any.trf", bytes, encoding) {
        Ok(trf) => {
            let lines = trf.lines;
            assert_eq!(lines.all, lines.read + lines.kept + lines.comments + lines.blank);
            for found in trf.inconsistencies() {
                assert!((1..=lines.all).contains(&found.place.line), "{found:?}");
            }
            for pairing in trf.pairings() {
                assert!(pairing.codes.iter().any(Option::is_some));
                assert!((1..=lines.all).contains(&pairing.place.line));
            }
        }
        Err(TrfError::Refused { defects, .. }) => {
            assert!(!defects.is_empty());
            assert!(defects.iter().all(|defect| defect.place.line >= 1 && defect.place.column >= 1));
        }
        Err(error @ TrfError::Read { .. }) => panic!("{error}"),
    }
}

fn encoding() -> impl Strategy<Value = Option<Encoding>> {
    prop_oneof![
        Just(None),
        Just(Some(Encoding::Utf8)),
        Just(Some(Encoding::Windows1250)),
        Just(Some(Encoding::Windows1251)),
        Just(Some(Encoding::Windows1252)),
    ]
}

/// Lines that are nearly right.
fn line() -> impl Strategy<Value = String> {
    let rounds = proptest::collection::vec(
        ("[0-9 ]{4}", proptest::sample::select(vec!["w", "b", "-", " ", "x"]), "[-10=+WDLFHUZ q]"),
        0..6,
    );
    let player = ("[ 0-9]{4}", "[ a-zА-яü]{33}", "[ 0-9]{4}", "[ 0-9]{11}", "[ 0-9.]{4}", rounds);
    prop_oneof![
        player.prop_map(|(number, name, rating, id, points, rounds)| {
            let rounds: String = rounds.iter().map(|(o, c, r)| format!("  {o} {c} {r}")).collect();
            format!("001 {number}      {name} {rating}     {id}            {points}     {rounds}")
        }),
        "(012|042|062|132|142|162|XXR|299|310|013|FRA|###|240) {0,90}[ 0-9A-Za-z./:-]{0,60}",
        "[ -~]{0,40}",
    ]
}

/// The line of a player who meets others by the rules of the format.
fn player(players: usize) -> impl Strategy<Value = (String, String)> {
    let paired = (1..=players, "[wb-]", "[10=WDL+ -]");
    let round = prop_oneof![
        paired.prop_map(|(opponent, colour, sign)| format!("  {opponent:>4} {colour} {sign}")),
        "[HUFZ-]".prop_map(|sign| format!("  0000 - {sign}")),
        Just(" ".repeat(10)),
    ];
    let name = "[A-Za-zÀ-žА-я'-]{1,16}, [A-Za-zÀ-žА-я]{1,15}";
    let rounds = proptest::collection::vec(round, 0..12);
    (name, proptest::option::of(1..=99_999_999_u32), rounds).prop_map(|(name, id, rounds)| {
        let id = id.map(|id| id.to_string()).unwrap_or_default();
        (name.clone(), format!("      {name:<33}          {id:>11}                     {}", rounds.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_are_read_or_refused(
        bytes in proptest::collection::vec(any::<u8>(), 0..2000),
        encoding in encoding(),
    ) {
        read_any(&bytes, encoding);
    }

    #[test]
    fn nearly_right_lines_are_read_or_refused(
        lines in proptest::collection::vec(line(), 0..30),
        end in proptest::sample::select(vec!["\n", "\r\n", "\r"]),
        encoding in encoding(),
    ) {
        read_any(lines.join(end).as_bytes(), encoding);
        // One line at a time, so that one refusal does not hide the others.
        for line in lines {
            read_any(line.as_bytes(), encoding);
        }
    }

    #[test]
    fn any_games_against_any_report_balance(
        players in (1..8_usize).prop_flat_map(|n| proptest::collection::vec(player(n), n)),
        games in proptest::collection::vec((0..10_usize, 0..10_usize, "[1-6?]", any::<bool>(), any::<bool>()), 0..20),
    ) {
        let names: Vec<String> = players.iter().map(|(name, _)| name.clone()).chain(["BYE".to_owned(), "?".to_owned(), "Zeal, Z".to_owned()]).collect();
        let mut text = String::new();
        for (white, black, round, moves, won) in &games {
            let [white, black] = [white, black].map(|&n| names[n % names.len()].as_str());
            let (moves, result) = (if *moves { "1. e4" } else { "" }, if *won { "1-0" } else { "1/2-1/2" });
            text.extend(["[White \"", white, "\"]\n[Black \"", black, "\"]\n[Round \"", round, "\"]\n\n", moves, " ", result, "\n\n"]);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, text).unwrap();
        let collection = read(&[path], None).unwrap();
        let people = roster(&collection);
        let lines: Vec<String> = players.iter().zip(1..).map(|((_, line), n)| format!("001 {n:>4}{line}")).collect();
        let report = trf::read("r", lines.join("\n").as_bytes(), None).unwrap();
        let check = cross_check(&collection, &people, &report);
        let g = check.games;
        prop_assert_eq!(g.all, games.len());
        prop_assert_eq!(g.all, g.compared + g.other_opponent + g.extra + g.of_extra_players + g.byes + g.copies + g.quarantined);
        let p = check.pairings;
        prop_assert_eq!(p.all, report.pairings().len());
        prop_assert_eq!(p.all, p.compared + p.other_opponent + p.missing + p.of_missing_players + p.forfeits + p.open + p.one_sided);
    }
}
