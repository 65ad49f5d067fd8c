//! Rating lists of every layout, with invented players: what is read, what is refused, and what the lists answer.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use datasets::fide_table::{DifferenceRule, Points, RatedGame};
use datasets::rating_list::{
    Counts, Day, How, IndexError, ListError, ListKind, Listed, ListedPlayer, Lists, Options, RatingClass,
    RatingList, Sex, YearMonth, load,
};
use datasets::ratings::{Entrant, PassedOver, as_of};
use proptest::prelude::*;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/rating_lists")
        .join(name)
}

fn month(text: &str) -> YearMonth {
    YearMonth::parse(text).unwrap()
}

fn read(name: &str) -> RatingList {
    let list = load(&sample(name), &Options::default()).unwrap();
    assert!(list.head.counts.balance(), "{name}: {:?}", list.head.counts);
    assert_eq!(list.players.len() as u64, list.head.counts.players, "{name}");
    list
}

fn ratings(player: &ListedPlayer) -> [Option<u16>; 3] {
    [player.standard, player.rapid, player.blitz].map(|listed| listed.map(|l| l.rating))
}

/// The refused lines as (line, column, reason).
fn refused(list: &RatingList) -> Vec<(u64, usize, &str)> {
    let places = list.head.refused.iter();
    places.map(|r| (r.line, r.column, r.reason)).collect()
}

#[test]
fn every_layout_tells_its_month_and_kind() {
    for (name, layout, period, kind, players) in [
        (
            "JAN01FRL.TXT",
            "fixed columns, one rating",
            Some(("2001-01", How::Header)),
            (ListKind::Standard, How::History),
            3,
        ),
        (
            "APR04FRL.TXT",
            "fixed columns of 2002",
            Some(("2004-04", How::Header)),
            (ListKind::Standard, How::History),
            3,
        ),
        (
            "mar11frl.txt",
            "fixed columns, one rating",
            Some(("2011-03", How::Header)),
            (ListKind::Standard, How::History),
            2,
        ),
        (
            "rapid_mar14frl.txt",
            "fixed columns, one rating",
            Some(("2014-03", How::Header)),
            (ListKind::Rapid, How::FileName),
            3,
        ),
        (
            "standard_rating_list.txt",
            "fixed columns, one rating",
            Some(("2025-11", How::Header)),
            (ListKind::Standard, How::FileName),
            4,
        ),
        (
            "players_list_foa.txt",
            "fixed columns, combined",
            None,
            (ListKind::Combined, How::Header),
            5,
        ),
        (
            "players_list_xml_foa.xml",
            "XML, combined",
            None,
            (ListKind::Combined, How::Header),
            2,
        ),
        (
            "blitz_rating_list_xml.xml",
            "XML, one rating",
            None,
            (ListKind::Blitz, How::FileName),
            1,
        ),
        (
            "spellings.ssp",
            "spelling file",
            Some(("2021-04", How::Header)),
            (ListKind::Peak, How::Header),
            3,
        ),
    ] {
        let head = read(name).head;
        assert_eq!(head.layout, layout, "{name}");
        assert_eq!(
            head.period,
            period.map(|(text, how)| (month(text), how)),
            "{name}"
        );
        assert_eq!(head.kind, kind, "{name}");
        assert_eq!(head.counts.players, players, "{name}");
    }
}

#[test]
fn fixed_columns_of_2001_to_2011() {
    let list = read("JAN01FRL.TXT");
    assert_eq!(
        list.players[0],
        ListedPlayer {
            fide_id: Some(9_000_101),
            name: "Sample, Ana".to_owned(),
            federation: Some("XAA".to_owned()),
            sex: Some(Sex::Female),
            title: Some("WGM".to_owned()),
            standard: Some(Listed {
                rating: 2310,
                games_in_period: Some(14),
                k: None
            }),
            flag: "w".to_owned(),
            ..ListedPlayer::default()
        }
    );
    assert_eq!(list.players[2].flag, "wn");
    assert_eq!(
        refused(&list),
        [(5, 52, "not a federation of three capital letters")]
    );
    assert_eq!(
        list.head.counts,
        Counts {
            lines: 6,
            header: 1,
            players: 3,
            refused: 1,
            blank: 1,
            notes: 0
        }
    );

    let list = read("APR04FRL.TXT");
    let births: Vec<_> = list.players.iter().map(|p| p.birth_year).collect();
    assert_eq!(births, [Some(1972), None, Some(2000)]);
    assert_eq!(list.players[2].name, "Longname Of Thirtyfour Letters, El");
    assert_eq!(list.players[2].title.as_deref(), Some("FM"));
    assert!(list.players[1].inactive && list.players[2].inactive && !list.players[0].inactive);
    assert_eq!(refused(&list), [(6, 45, "not a title")]);

    let list = read("mar11frl.txt");
    assert_eq!(list.players[1].title.as_deref(), Some("IM"));
    assert_eq!(ratings(&list.players[1]), [Some(2401), None, None]);
    assert_eq!(
        refused(&list),
        [(4, 1, "not an identity number of one to nine digits")]
    );
}

#[test]
fn fixed_columns_of_today() {
    let list = read("rapid_mar14frl.txt");
    // Titles that overflow move the rest of the row; a rating with a letter in it is refused.
    let seen: Vec<_> = list.players.iter().map(ratings).collect();
    assert_eq!(
        seen,
        [
            [None, Some(2244), None],
            [None, Some(2380), None],
            [None, Some(1903), None]
        ]
    );
    assert_eq!(
        list.players[2].rapid,
        Some(Listed {
            rating: 1903,
            games_in_period: Some(11),
            k: Some(20)
        })
    );
    assert_eq!(refused(&list), [(5, 110, "not a rating from 0 to 4000")]);

    let list = read("standard_rating_list.txt");
    assert_eq!(list.players[2].fide_id, Some(900_010_911));
    assert_eq!(
        list.players[3].standard.map(|l| (l.rating, l.k)),
        Some((2050, Some(20)))
    );
    assert!(list.players[3].inactive);

    let list = read("players_list_foa.txt");
    let seen: Vec<_> = list.players.iter().map(ratings).collect();
    assert_eq!(
        seen,
        [
            [Some(2233), Some(2251), Some(2190)],
            [Some(2377), None, Some(2405)],
            [None, None, None],
            [Some(2050), Some(2011), None],
            [Some(1500), None, None]
        ]
    );
    assert_eq!(list.players[4].name, "");
}

#[test]
fn commas_xml_and_spellings() {
    let rapid = Options {
        kind: Some(ListKind::Rapid),
        ..Options::default()
    };
    assert!(matches!(
        load(&sample("AUG16.csv"), &Options::default()),
        Err(ListError::KindUnknown { .. })
    ));
    let list = load(&sample("AUG16.csv"), &rapid).unwrap();
    assert_eq!(list.head.period, Some((month("2016-08"), How::Rows)));
    assert_eq!(list.players[1].name, "Specimen \"Bo\", B");
    assert_eq!(ratings(&list.players[0]), [None, Some(2240), None]);
    assert_eq!(
        refused(&list),
        [
            (4, 9, "a quote that does not close"),
            (5, 53, "another date than in the first row")
        ]
    );

    let list = read("players_list_xml_foa.xml");
    assert_eq!(list.players[1].name, "O'Specimen & Söhne, Bo");
    assert_eq!(ratings(&list.players[1]), [Some(2377), None, Some(2405)]);
    assert_eq!(
        refused(&list),
        [
            (64, 1, "an entity that is not one of XML's own"),
            (85, 1, "not an identity number of one to nine digits")
        ]
    );
    let list = read("blitz_rating_list_xml.xml");
    assert_eq!(ratings(&list.players[0]), [None, None, Some(2188)]);

    let list = read("spellings.ssp");
    let seen: Vec<_> = list.players.iter().map(|p| (p.fide_id, p.peak)).collect();
    assert_eq!(
        seen,
        [
            (Some(9_000_101), Some(2330)),
            (Some(9_000_102), Some(2410)),
            (None, None)
        ]
    );
    assert_eq!(refused(&list), [(14, 23, "not a rating from 0 to 4000")]);
    assert!(list.players.iter().all(|p| ratings(p) == [None; 3]));
}

/// Writes a file and reads it as a list.
fn written(name: &str, bytes: &[u8], options: &Options) -> Result<RatingList, ListError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    load(&path, options)
}

#[test]
fn what_is_no_list_is_refused_with_its_place() {
    let plain = Options::default();
    let refusal = |name: &str, text: &str| written(name, text.as_bytes(), &plain).unwrap_err().to_string();
    assert_eq!(
        refusal("a.txt", "\nID_NUMBER NAME HEIGHT JAN03\n"),
        "a.txt, line 2, column 16: not the layout of a known rating list (an unknown column): \
         ID_NUMBER NAME HEIGHT JAN03"
    );
    for (name, text) in [
        ("empty.txt", ""),
        ("games.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n"),
        ("a.csv", "ID_Number,Name,Rating,Shoe\n"),
        ("a.xml", "<html><body>no list</body></html>"),
        (
            "a.xml",
            "<playerslist><player><fideid><b>1</b></fideid></player></playerslist>",
        ),
        ("a.xml", "<playerslist>text</playerslist>"),
        ("a.ssp", "# a comment\nand then text\n"),
        ("a.ssp", "# only comments\n"),
    ] {
        let error = refusal(name, text);
        assert!(
            error.contains("not the layout of a known rating list"),
            "{text}: {error}"
        );
    }
    for text in [
        "<playerslist><player><fideid>1</name></player>",
        "<playerslist><player>",
        "<playerslist><player><name",
    ] {
        let error = refusal("a.xml", text);
        assert!(error.contains("does not hold together"), "{text}: {error}");
    }
    let long = format!(
        "<playerslist><player><fideid>1</fideid><name>{}</name></player></playerslist>",
        "x".repeat(1 << 20)
    );
    assert!(refusal("a.xml", &long).contains("does not hold together"));
    let header = "ID_NUMBER NAME                         TITLE COUNTRY APR04 GAMES BIRTHDAY   FLAG\n";
    let long = written(
        "a.txt",
        format!("{header}{}\n", "x".repeat(1 << 18)).as_bytes(),
        &plain,
    )
    .unwrap();
    assert_eq!(refused(&long), [(2, 1, "a line of more than 65536 bytes")]);
}

#[test]
fn contradictions_about_month_and_kind_are_refused() {
    let header = b"ID_NUMBER NAME                         TITLE COUNTRY APR04 GAMES BIRTHDAY   FLAG\n";
    let plain = Options::default();
    let given = |period: Option<&str>, kind| Options {
        period: period.map(month),
        kind,
    };
    for (name, options) in [
        ("jan03frl.txt", plain),
        ("a.txt", given(Some("2004-07"), None)),
        ("rapid_list.txt", given(None, Some(ListKind::Blitz))),
    ] {
        let error = written(name, header, &options).unwrap_err();
        assert!(matches!(error, ListError::Disagree { .. }), "{name}: {error}");
    }
    let error = load(
        &sample("players_list_foa.txt"),
        &given(None, Some(ListKind::Rapid)),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "players_list_foa.txt: the kind is combined by the header and rapid by the command line"
    );
}

/// A workspace with four lists: standard of March 2011 and November 2025, rapid of March 2014, combined of January 2026.
fn workspace() -> (tempfile::TempDir, Lists) {
    let folder = tempfile::tempdir().unwrap();
    let mut lists = Lists::open(&folder.path().join("store.sqlite")).unwrap();
    let plain = Options::default();
    let combined = Options {
        period: Some(month("2026-01")),
        kind: None,
    };
    for (name, options) in [
        ("players_list_foa.txt", combined),
        ("standard_rating_list.txt", plain),
        ("rapid_mar14frl.txt", plain),
        ("mar11frl.txt", plain),
    ] {
        assert!(lists.add(&sample(name), &options).unwrap().new, "{name}");
    }
    (folder, lists)
}

#[test]
fn a_list_goes_in_once_and_whole() {
    let (folder, mut lists) = workspace();
    let plain = Options::default();
    assert!(!lists.add(&sample("mar11frl.txt"), &plain).unwrap().new);
    let summary = |lists: &Lists| -> Vec<(String, String, u64)> {
        let stored = lists.lists().unwrap().into_iter();
        stored
            .map(|l| (l.period.to_string(), l.name, l.players))
            .collect()
    };
    let before = summary(&lists);
    assert_eq!(
        before.iter().map(|l| (l.0.as_str(), l.2)).collect::<Vec<_>>(),
        [("2011-03", 2), ("2014-03", 3), ("2025-11", 4), ("2026-01", 5)]
    );
    // A list without a month, a second one of a month, and one that is no list.
    let without = lists
        .add(&sample("players_list_xml_foa.xml"), &plain)
        .unwrap_err();
    assert!(matches!(without, IndexError::PeriodUnknown { .. }), "{without}");
    let other = folder.path().join("other_mar11frl.txt");
    let mut bytes = fs::read(sample("mar11frl.txt")).unwrap();
    bytes.extend_from_slice(b"\n");
    fs::write(&other, bytes).unwrap();
    let another = lists.add(&other, &plain).unwrap_err();
    assert!(matches!(another, IndexError::Another { .. }), "{another}");
    let none = folder.path().join("none.txt");
    fs::write(&none, "nothing\n").unwrap();
    assert!(matches!(lists.add(&none, &plain), Err(IndexError::List(_))));
    assert_eq!(summary(&lists), before);

    // The same lists, opened again; and the evaluation store beside them still opens.
    let path = folder.path().join("store.sqlite");
    assert_eq!(summary(&Lists::open(&path).unwrap()), before);
    datasets::Store::open(&path).unwrap();

    let sha256 = lists.lists().unwrap()[0].sha256.clone();
    assert!(lists.remove(&sha256).unwrap());
    assert!(!lists.remove(&sha256).unwrap());
    assert_eq!(summary(&lists), &before[1..]);
    assert!(lists.by_number(9_000_101, None).unwrap().len() == 3);
    assert!(lists.add(&other, &plain).unwrap().new);
}

#[test]
fn players_are_found_as_they_were_stored() {
    let (_folder, lists) = workspace();
    for name in [
        "players_list_foa.txt",
        "standard_rating_list.txt",
        "rapid_mar14frl.txt",
    ] {
        let stored = lists
            .lists()
            .unwrap()
            .into_iter()
            .find(|l| l.name == name)
            .unwrap();
        for player in read(name).players {
            let found = lists.by_number(player.fide_id.unwrap(), Some(&stored)).unwrap();
            assert_eq!(found.len(), 1, "{name}");
            assert_eq!(found[0].player, player, "{name}");
        }
    }
    assert_eq!(lists.by_name("SAMPLE  ana", None).unwrap().len(), 4);
    assert_eq!(lists.by_name("sample", None).unwrap().len(), 0);
    assert_eq!(lists.by_beginning("sample", None).unwrap().len(), 4);
    assert_eq!(lists.by_beginning("overflow, k", None).unwrap().len(), 2);
    for hostile in ["'; DROP TABLE rating_list; --", "%", "_", "\u{10ffff}"] {
        assert_eq!(lists.by_name(hostile, None).unwrap().len(), 0, "{hostile}");
        assert_eq!(lists.by_beginning(hostile, None).unwrap().len(), 0, "{hostile}");
    }
}

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

#[test]
fn the_list_of_the_first_day_holds() {
    let (_folder, lists) = workspace();
    let entrant = Entrant {
        name: "Sample, Ana",
        fide_id: Some(9_000_101),
        pgn_rating: Some(2240),
        ..Entrant::default()
    };
    let standard = |on: &str| as_of(&entrant, day(on), RatingClass::Standard, &lists).unwrap();

    let november = standard("2025-11-20");
    let list = november.list.unwrap();
    assert_eq!(
        (list.listed.rating, list.list.name.as_str()),
        (2233, "standard_rating_list.txt")
    );
    assert!(!list.fallback && list.outdated_since.is_none() && !list.by_name);
    assert_eq!(november.difference, Some(7));
    assert_eq!((november.age, november.name_differs), (Some(53), false));
    assert_eq!(november.passed_over, []);
    assert_eq!(november.after, None);

    // December had a list of its own, which is not stored: November's is used and said to be old.
    let december = standard("2025-12-01");
    assert_eq!(december.list.unwrap().outdated_since, Some(month("2025-12")));
    assert!(matches!(
        december.passed_over.as_slice(),
        [PassedOver::Outdated { .. }]
    ));
    // April 2011 fell into the two months of the March list.
    let april = standard("2011-04-30").list.unwrap();
    assert_eq!((april.listed.rating, april.outdated_since), (2298, None));
    // A later list is never used.
    let early = standard("2011-02-28");
    assert_eq!(early.list, None);
    assert_eq!(early.difference, None);
    assert!(matches!(
        early.passed_over.as_slice(),
        [PassedOver::NoList { .. }]
    ));
}

#[test]
fn fallbacks_are_used_in_order_and_said() {
    let (_folder, lists) = workspace();
    let entrant = |fide_id| Entrant {
        fide_id: Some(fide_id),
        ..Entrant::default()
    };
    let ask = |id, on: &str, class| {
        let found = as_of(&entrant(id), day(on), class, &lists).unwrap();
        let list = found
            .list
            .map(|l| (l.listed.rating, l.class, l.fallback, l.outdated_since.is_some()));
        (list, found.passed_over.len())
    };
    use RatingClass::{Blitz, Rapid, Standard};
    assert_eq!(
        ask(9_000_101, "2026-01-05", Blitz),
        (Some((2190, Blitz, false, false)), 0)
    );
    // No rapid rating on the combined list: standard.
    assert_eq!(
        ask(9_000_102, "2026-01-05", Rapid),
        (Some((2377, Standard, true, false)), 1)
    );
    // No blitz rating: rapid. Neither: standard.
    assert_eq!(
        ask(9_000_110, "2026-01-05", Blitz),
        (Some((2011, Rapid, true, false)), 1)
    );
    assert_eq!(
        ask(9_000_111, "2026-01-05", Blitz),
        (Some((1500, Standard, true, false)), 2)
    );
    // Standard has no fallback.
    assert_eq!(ask(900_010_911, "2026-01-05", Standard), (None, 1));
    assert_eq!(ask(1, "2026-01-05", Standard), (None, 1));
    // In November 2025 the rapid list is eleven years old and the standard list is right.
    assert_eq!(
        ask(9_000_101, "2025-11-20", Rapid),
        (Some((2233, Standard, true, false)), 1)
    );
    // In December 2025 both are old, and the newer one is used.
    assert_eq!(
        ask(9_000_101, "2025-12-20", Rapid),
        (Some((2233, Standard, true, true)), 2)
    );
    // Only the old rapid list knows this player.
    assert_eq!(
        ask(9_000_107, "2025-11-20", Rapid),
        (Some((1903, Rapid, false, true)), 2)
    );
}

#[test]
fn names_decide_only_without_a_number_and_only_for_one_player() {
    let (folder, mut lists) = workspace();
    let named = |name, fide_id| Entrant {
        name,
        fide_id,
        ..Entrant::default()
    };
    let on = day("2025-11-20");
    let found = as_of(&named("SPECIMEN BO", None), on, RatingClass::Standard, &lists).unwrap();
    let list = found.list.unwrap();
    assert!(list.by_name && list.fide_id == Some(9_000_102));
    assert!(!found.name_differs);
    let other = as_of(
        &named("Somebody, Else", Some(9_000_102)),
        on,
        RatingClass::Standard,
        &lists,
    );
    assert!(other.unwrap().name_differs);

    let twice = folder.path().join("standard_dec25frl.txt");
    let text = fs::read_to_string(sample("standard_rating_list.txt")).unwrap();
    let same = text
        .replace("NOV25", "DEC25")
        .replace("Overflow, Kai", "Online, Jo   ");
    fs::write(&twice, same).unwrap();
    lists.add(&twice, &Options::default()).unwrap();
    let found = as_of(
        &named("Online, Jo", None),
        day("2025-12-05"),
        RatingClass::Standard,
        &lists,
    );
    assert!(matches!(
        found.unwrap().passed_over.as_slice(),
        [PassedOver::Several { count: 2, .. }]
    ));
}

#[test]
fn after_the_event_by_the_list_and_its_coefficient() {
    let (_folder, lists) = workspace();
    // 2377 with K 10 against 2377 (expects .50) and 2233 (144 above: .69), both won: 10 x (.50 + .31) = 8.1.
    let games = [2377, 2233].map(|opponent| RatedGame {
        opponent: Some(opponent),
        points: Points::Win,
    });
    let entrant = Entrant {
        fide_id: Some(9_000_102),
        games: &games,
        ..Entrant::default()
    };
    let after = |entrant: &Entrant<'_>, on| {
        let found = as_of(entrant, day(on), RatingClass::Standard, &lists).unwrap();
        found.after
    };
    let change = after(&entrant, "2025-11-20").unwrap();
    assert_eq!((change.exact, change.change, change.after), (810, 8, 2385));
    assert_eq!(change.rule, DifferenceRule::CapUnder2650);
    // A list without coefficients gives no change, unless one is given.
    assert_eq!(after(&entrant, "2011-03-05"), None);
    let with_k = Entrant {
        k: Some(20),
        ..entrant
    };
    assert_eq!(after(&with_k, "2011-03-05").map(|c| c.k), Some(20));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000), header in 0..6_usize) {
        let heads: [&[u8]; 6] = [
            b"",
            b"ID_NUMBER NAME                         TITLE COUNTRY APR04 GAMES BIRTHDAY   FLAG\n",
            b"ID Number      Name                                                         Fed Sex Tit  WTit OTit           \
              MAR14 Gms K  B-day Flag\n",
            b"ID_Number,Name,Country,Rating,date\n",
            b"<playerslist><player>",
            b"# x\n@PLAYER\n",
        ];
        let text = [heads[header], &bytes].concat();
        let options = Options { period: None, kind: None };
        if let Ok(list) = written("rapid.txt", &text, &options) {
            prop_assert!(list.head.counts.balance());
            prop_assert_eq!(list.players.len() as u64, list.head.counts.players);
        }
    }

    #[test]
    fn damaged_samples_never_panic(which in 0..4_usize, at in 0..2000_usize, byte in any::<u8>(), cut in 0..2000_usize) {
        let name = ["players_list_foa.txt", "players_list_xml_foa.xml", "AUG16.csv", "spellings.ssp"][which];
        let mut bytes = fs::read(sample(name)).unwrap();
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(length - cut % length);
        if let Ok(list) = written("damaged", &bytes, &Options::default()) {
            prop_assert!(list.head.counts.balance());
        }
    }
}
