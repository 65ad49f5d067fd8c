//! Rating lists of every layout, with invented players: what is read, and what is refused.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use datasets::ratings::list::{
    Counts, How, ListError, ListKind, Listed, ListedPlayer, Options, RatingList, Sex, YearMonth, load,
};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rating_lists").join(name)
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
        ("players_list_foa.txt", "fixed columns, combined", None, (ListKind::Combined, How::Header), 5),
        ("players_list_xml_foa.xml", "XML, combined", None, (ListKind::Combined, How::Header), 2),
        ("blitz_rating_list_xml.xml", "XML, one rating", None, (ListKind::Blitz, How::FileName), 1),
    ] {
        let head = read(name).head;
        assert_eq!(head.layout, layout, "{name}");
        assert_eq!(head.period, period.map(|(text, how)| (month(text), how)), "{name}");
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
            standard: Some(Listed { rating: 2310, games_in_period: Some(14), k: None }),
            flag: "w".to_owned(),
            ..ListedPlayer::default()
        }
    );
    assert_eq!(list.players[2].flag, "wn");
    assert_eq!(refused(&list), [(5, 52, "not a federation of three letters")]);
    assert_eq!(list.head.counts, Counts { lines: 6, header: 1, players: 3, refused: 1, blank: 1 });

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
    assert_eq!(refused(&list), [(4, 1, "not an identity number of one to nine digits")]);
}

#[test]
fn fixed_columns_of_today() {
    let list = read("rapid_mar14frl.txt");
    // Titles that overflow move the rest of the row; a rating with a letter in it is refused.
    let seen: Vec<_> = list.players.iter().map(ratings).collect();
    assert_eq!(seen, [[None, Some(2244), None], [None, Some(2380), None], [None, Some(1903), None]]);
    assert_eq!(list.players[2].rapid, Some(Listed { rating: 1903, games_in_period: Some(11), k: Some(20) }));
    assert_eq!(refused(&list), [(5, 110, "not a rating from 0 to 4000")]);

    let list = read("standard_rating_list.txt");
    assert_eq!(list.players[2].fide_id, Some(900_010_911));
    assert_eq!(list.players[3].standard.map(|l| (l.rating, l.k)), Some((2050, Some(20))));
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
fn commas_and_xml() {
    let rapid = Options { kind: Some(ListKind::Rapid), ..Options::default() };
    assert!(matches!(load(&sample("AUG16.csv"), &Options::default()), Err(ListError::KindUnknown { .. })));
    let list = load(&sample("AUG16.csv"), &rapid).unwrap();
    assert_eq!(list.head.period, Some((month("2016-08"), How::FileName)));
    assert_eq!(list.players[1].name, "Specimen \"Bo\", B");
    assert_eq!(ratings(&list.players[0]), [None, Some(2240), None]);
    assert_eq!(refused(&list), [(4, 1, "another number of cells than in the header")]);

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
}

/// Writes a file and reads it as a list.
fn written(name: &str, bytes: &[u8], options: &Options) -> Result<RatingList, ListError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    load(&path, options)
}

/// FIDE's own lists have federations that are not in capitals; spreadsheets save a list with semicolons or tabs.
#[test]
fn federations_are_capitals_and_spreadsheets_are_read() {
    let options = Options { period: Some(month("2025-05")), kind: Some(ListKind::Standard) };
    let fixed = fs::read_to_string(sample("list-federation.txt")).unwrap();
    let commas =
        "ID_Number,Name,Country,Rating\n9000101,\"Alder, Ann\",XAA,2233\n9000104,\"Dogwood, Dan\",xac,2010\n";
    let semicolons =
        commas.replace("\",", "\";").replace("ID_Number,Name,Country,", "ID_Number;Name;Country;");
    let semicolons = semicolons
        .replace("01,", "01;")
        .replace("04,", "04;")
        .replace("XAA,", "XAA;")
        .replace("xac,", "xac;");
    let xml = "<playerslist><player><fideid>9000101</fideid><name>Alder, Ann</name><country>XAA</country><rating>2233</rating></player>\
               <player><fideid>9000104</fideid><name>Dogwood, Dan</name><country>xAc</country><rating>2010</rating></player></playerslist>";
    for (name, text) in [
        ("commas.csv", commas.to_owned()),
        ("semicolons.csv", format!("\u{feff}{semicolons}\u{1a}")),
        ("sep.csv", format!("sep=;\r\n{semicolons}")),
        ("tabs.txt", semicolons.replace(';', "\t")),
        ("list.xml", xml.to_owned()),
        ("list.txt", fixed),
    ] {
        let kind = if name == "list.txt" { None } else { options.kind };
        let list = written(name, text.as_bytes(), &Options { kind, ..options }).unwrap();
        assert!(list.head.counts.balance() && list.head.refused.is_empty(), "{name}: {:?}", list.head);
        let players: Vec<_> =
            list.players.iter().map(|p| (p.name.as_str(), p.federation.as_deref())).collect();
        assert_eq!(players, [("Alder, Ann", Some("XAA")), ("Dogwood, Dan", Some("XAC"))], "{name}");
        assert_eq!(ratings(&list.players[1])[0], Some(2010), "{name}");
    }
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
    assert_eq!(
        refusal("empty.txt", ""),
        "empty.txt, line 1, column 1: not the layout of a known rating list (the file ends before a header): "
    );
    for (name, text) in [
        ("games.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n"),
        ("a.csv", "ID_Number,Name,Rating,Shoe\n"),
        ("a.xml", "<html><body>no list</body></html>"),
        ("a.xml", "<playerslist><player><fideid><b>1</b></fideid></player></playerslist>"),
        ("a.xml", "<playerslist>text</playerslist>"),
    ] {
        let error = refusal(name, text);
        assert!(error.contains("not the layout of a known rating list"), "{text}: {error}");
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
    let long = written("a.txt", format!("{header}{}\n", "x".repeat(1 << 18)).as_bytes(), &plain).unwrap();
    assert_eq!(refused(&long), [(2, 1, "a line of more than 65536 bytes")]);
}

#[test]
fn contradictions_about_month_and_kind_are_refused() {
    let header = b"ID_NUMBER NAME                         TITLE COUNTRY APR04 GAMES BIRTHDAY   FLAG\n";
    let plain = Options::default();
    let given = |period: Option<&str>, kind| Options { period: period.map(month), kind };
    for (name, options) in [
        ("jan03frl.txt", plain),
        ("a.txt", given(Some("2004-07"), None)),
        ("rapid_list.txt", given(None, Some(ListKind::Blitz))),
    ] {
        let error = written(name, header, &options).unwrap_err();
        assert!(matches!(error, ListError::Disagree { .. }), "{name}: {error}");
    }
    let error = load(&sample("players_list_foa.txt"), &given(None, Some(ListKind::Rapid))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "players_list_foa.txt: the kind is combined by the header and rapid by the command line"
    );
}
