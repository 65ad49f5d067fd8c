//! Whatever the bytes are: nothing panics, every line is accounted for or refused; and what is written reads back.

use std::fs;

use datasets::trf::{
    self, Code, Colour, Encoding, Entry, Field, Place, Player, Scoring, Tournament, TrfError,
};
use datasets::{cross_check, read, roster};
use proptest::prelude::*;

/// Reads the bytes; a report's lines balance, a refusal names places that are there.
fn read_any(bytes: &[u8], encoding: Option<Encoding>) {
    match trf::read("any.trf", bytes, encoding) {
        Ok(trf) => {
            let lines = trf.lines;
            assert_eq!(lines.all, lines.read + lines.kept + lines.comments + lines.blank);
            assert_eq!(trf.kept.len(), lines.kept as usize);
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

fn entries(players: usize) -> impl Strategy<Value = Vec<Entry>> {
    let entry = (proptest::option::of(1..=players), 0..3_u8, 0..Code::ALL.len()).prop_map(
        |(opponent, colour, code)| {
            let code = Code::ALL[code].1;
            let board = !code.is_bye()
                && code != Code::Blank
                && code != Code::ForfeitWin
                && code != Code::ForfeitLoss;
            let opponent = opponent.and_then(|n| u16::try_from(n).ok()).filter(|_| !code.is_bye());
            Entry {
                opponent: opponent.or(board.then_some(1)),
                colour: [None, Some(Colour::White), Some(Colour::Black)][usize::from(colour)],
                code,
            }
        },
    );
    proptest::collection::vec(entry, 0..12)
}

fn player(players: usize) -> impl Strategy<Value = Player> {
    (
        "[A-Za-zÀ-žА-я'-]{1,16}, [A-Za-zÀ-žА-я]{1,15}",
        proptest::option::of(1..=4000_u16),
        proptest::option::of(1..99_999_999_999_u64),
        proptest::option::of("[A-Z]{3}"),
        proptest::option::of(-99..=999_i32),
        proptest::option::of(1..=9999_u16),
        entries(players),
    )
        .prop_map(|(name, rating, fide_id, federation, points, rank, mut rounds)| {
            // A round of which nothing is known is blank, and blanks at the end are no rounds.
            for entry in &mut rounds {
                if entry.opponent.is_none() && entry.code == Code::Blank {
                    entry.colour = None;
                }
            }
            while rounds.last().is_some_and(|entry| entry.opponent.is_none() && entry.code == Code::Blank) {
                rounds.pop();
            }
            Player {
                line: 0,
                number: 0,
                sex: Some("w".to_owned()),
                title: Some("WIM".to_owned()),
                name,
                rating,
                federation,
                fide_id,
                birth: Some("2001/00/00".to_owned()),
                points,
                rank,
                rounds,
            }
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
    fn what_is_written_reads_back(
        mut players in (1..12_usize).prop_flat_map(|n| proptest::collection::vec(player(n), n)),
        name in "[!-~][ -~]{0,40}[!-~]",
        points in proptest::collection::vec(0..=999_i32, 5),
    ) {
        for (number, player) in (1..).zip(&mut players) {
            player.number = number;
        }
        let tournament = Tournament {
            name: Some(Field { text: name.clone(), place: Place { line: 0, column: 0 } }),
            rounds: Some(12),
            scoring: Scoring { win: points[0], draw: points[1], loss: points[2], absence: points[3], pairing_bye: points[4] },
            ..Tournament::default()
        };
        let text = trf::write(&tournament, &players).unwrap();
        let mut trf = trf::read("written.trf", text.as_bytes(), None).unwrap();
        trf.players.iter_mut().for_each(|player| player.line = 0);
        prop_assert_eq!(&trf.players, &players);
        prop_assert_eq!(trf.tournament.name.unwrap().text, name);
        prop_assert_eq!(trf.tournament.rounds, Some(12));
        prop_assert_eq!(trf.tournament.scoring, tournament.scoring);
        prop_assert!(trf.warnings.is_empty(), "{:?}", trf.warnings);
    }

    #[test]
    fn any_games_against_any_report_balance(
        players in (1..8_usize).prop_flat_map(|n| proptest::collection::vec(player(n), n)),
        games in proptest::collection::vec((0..10_usize, 0..10_usize, "[1-6?]", any::<bool>(), any::<bool>()), 0..20),
    ) {
        let mut players = players;
        for (number, player) in (1..).zip(&mut players) {
            player.number = number;
        }
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).chain(["BYE".to_owned(), "?".to_owned(), "Zeal, Z".to_owned()]).collect();
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
        let report = trf::read("r", trf::write(&Tournament::default(), &players).unwrap().as_bytes(), None).unwrap();
        let check = cross_check(&collection, &people, &report);
        let g = check.games;
        prop_assert_eq!(g.all, games.len());
        prop_assert_eq!(g.all, g.compared + g.other_opponent + g.extra + g.of_extra_players + g.byes + g.copies + g.quarantined);
        let p = check.pairings;
        prop_assert_eq!(p.all, report.pairings().len());
        prop_assert_eq!(p.all, p.compared + p.other_opponent + p.missing + p.of_missing_players + p.forfeits + p.open + p.one_sided);
        // A report made from the same games loses none of them either.
        if let Ok(made) = trf::make(&collection, &people, "any") {
            prop_assert_eq!(made.games + made.left_out.len(), games.len());
            prop_assert!(made.trf.inconsistencies().is_empty());
        }
    }
}
