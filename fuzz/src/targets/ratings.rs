//! Rating lists in every layout, plain and packed.

use std::path::Path;

use datasets::ratings::list::{
    Day, ListError, ListKind, Listed, MAX_REFUSED_KEPT, Options, RatingList, YearMonth, load,
};

use super::packed::packed;
use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "ratings",
    about: "rating lists: columns, commas, XML, packed",
    run,
    words: WORDS,
    made: || {
        packed(
            b"ID Number      Name                                                         Fed Sex Tit  WTit OTit           NOV25 Gms K  B-day Flag\n\
              9000101        Sample, Ana                                                  XAA F   WGM  WGM  FA             2233  0   10 1972  w   \n",
        )
    },
    data: &["fide"],
};

/// The name of a file may say period and kind.
const NAMES: [&str; 5] =
    ["standard_nov25frl.txt", "blitz_sep14frl.txt", "list.txt", "players_list_xml_foa.xml", "AUG16.csv"];

fn run(bytes: &[u8], bench: &mut Bench) {
    let plain = bench.file("list", bytes);
    let given = Options { kind: Some(ListKind::Standard), period: None };
    list(&plain, &given, bytes, bench);
    let named = bench.file(NAMES[bytes.len() % NAMES.len()], bytes);
    list(&named, &Options::default(), bytes, bench);
    words(bytes);
}

fn list(path: &Path, options: &Options, bytes: &[u8], bench: &mut Bench) {
    match load(path, options) {
        Ok(list) => sound(&list, bytes, bench),
        Err(error) => {
            let said = match &error {
                ListError::Layout { line, column, text, reason, .. } => {
                    assert!(*line >= 1 && *column >= 1, "{error}");
                    assert!(text.chars().count() <= 200, "a line of more than 200 characters");
                    (*reason).to_owned()
                }
                ListError::Broken { line, reason, .. } => {
                    assert!(*line >= 1, "{error}");
                    // The names of elements follow, and there are as many as one likes.
                    reason.split(' ').take(3).collect()
                }
                ListError::Stopped { .. } => panic!("nobody stopped it"),
                other => format!("{:?}", std::mem::discriminant(other)),
            };
            bench.trace.said("failed", &said);
        }
    }
}

fn sound(list: &RatingList, bytes: &[u8], bench: &mut Bench) {
    let counts = list.head.counts;
    assert!(counts.balance(), "a line vanished: {counts:?}");
    assert_eq!(counts.players, list.players.len() as u64, "a player vanished");
    let refused = usize::try_from(counts.refused).unwrap_or(usize::MAX);
    assert_eq!(list.head.refused.len(), refused.min(MAX_REFUSED_KEPT), "a refused line vanished");
    assert!(
        bytes.starts_with(b"PK")
            || bytes.starts_with(b"\x1f\x8b")
            || bytes.starts_with(b"\x28\xb5")
            || bytes.get(1..4) == Some(b"\x2a\x4d\x18")
            || list.players.len() <= bytes.len(),
        "more players than bytes"
    );
    bench.trace.said("layout", list.head.layout);
    bench.trace.said("kind", &format!("{:?} {:?}", list.head.kind, list.head.period.map(|p| p.1)));
    bench.trace.count("players", list.players.len());
    for refused in &list.head.refused {
        assert!(refused.line >= 1 && refused.line <= counts.lines.max(1) * 100_000, "{refused:?}");
        assert!(refused.column >= 1 && refused.text.chars().count() <= 200, "{refused:?}");
        bench.trace.said("refused", refused.reason);
    }
    for player in &list.players {
        assert!(player.fide_id.is_some(), "a player without a number: {player:?}");
        assert!(player.fide_id.is_none_or(|id| (1..=999_999_999).contains(&id)), "{player:?}");
        assert_eq!(player.name.trim_matches(' '), player.name, "a name that is not trimmed");
        let fair = |listed: Option<Listed>| listed.is_none_or(|l| (1..=4000).contains(&l.rating));
        assert!(fair(player.standard) && fair(player.rapid) && fair(player.blitz), "{player:?}");
        bench.trace.count("flag", player.flag.len());
    }
}

/// Months and days as words.
fn words(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes.get(..64).unwrap_or(bytes));
    for word in text.split_whitespace() {
        if let Some(month) = YearMonth::parse(word) {
            assert_eq!(YearMonth::parse(&month.to_string()), Some(month));
        }
        let _ = YearMonth::from_word(word);
        if let Some(day) = Day::parse(word) {
            let _ = YearMonth::of_list(day);
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"ID Number",
    b"ID_NUMBER",
    b"Name",
    b"Fed",
    b"Sex",
    b"Tit",
    b"WTit",
    b"OTit",
    b"FOA",
    b"SRtng",
    b"RRtng",
    b"BRtng",
    b"B-day",
    b"Flag",
    b"NOV25",
    b"APR04",
    b"Mar11",
    b"GAMES",
    b"9000101",
    b"900010911",
    b"Sample, Ana",
    b"XAA",
    b"WGM",
    b"2233",
    b"4001",
    b"wi",
    b"\"Sample, Ana\"",
    b"\"\"",
    b",",
    b"ID_Number,Name,Country,Sex,Title,WTitle,Other_Titles,Rating,Games,K_factor,Age_Birthday,Activity,date\n",
    b"2016-08-01",
    b"<playerslist>",
    b"</playerslist>",
    b"<player>",
    b"</player>",
    b"<player/>",
    b"<fideid>",
    b"</fideid>",
    b"<name>",
    b"</name>",
    b"<rating>2188</rating>",
    b"<rapid_rating>2251</rapid_rating>",
    b"<flag>w</flag>",
    b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
    b"<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]>",
    b"<![CDATA[",
    b"]]>",
    b"<!--",
    b"-->",
    b"&amp;",
    b"&#246;",
    b"&#x110000;",
    b"&a;",
    b"@PLAYER",
    b"@SITE",
    b"%Bio FIDEID 9000101",
    b"%Prefix \"a\" \"b\"",
    b"   = Sample, A",
    b"#WGM XAA [2330] 1972 w",
    b"\x1a",
];
