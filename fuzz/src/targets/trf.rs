//! Tournament reports: read, checked in themselves, compared with games.

use std::sync::OnceLock;

use datasets::pgn::sample;
use datasets::tournament::trf::{self, Encoding, Place, Trf, TrfError};
use datasets::{Collection, Roster, cross_check, read, roster};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "trf",
    about: "tournament reports, TRF16 and TRF26",
    run,
    words: WORDS,
    made: Vec::new,
    data: &["trf"],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    report(bytes, None, bench);
    let others = [Encoding::Utf8, Encoding::Windows1250, Encoding::Windows1251, Encoding::Windows1252];
    report(bytes, Some(others[bytes.len() % others.len()]), bench);
}

fn report(bytes: &[u8], encoding: Option<Encoding>, bench: &mut Bench) {
    match trf::read("fuzz.trf", bytes, encoding) {
        Ok(trf) => {
            bench.trace.count("players", trf.players.len());
            for warning in &trf.warnings {
                // What stands in the file follows, and there is as much of it as one likes.
                let words: Vec<&str> = warning.text.split(' ').take(4).collect();
                bench.trace.said("warning", &words.concat());
                assert!(inside(warning.place, bytes), "{warning:?} lies outside");
            }
            balanced(&trf, bench);
            against_games(&trf);
        }
        Err(TrfError::Refused { defects, more, .. }) => {
            assert!(!defects.is_empty(), "refused without a reason");
            bench.trace.count("more", more);
            for defect in &defects {
                assert!(inside(defect.place, bytes), "{defect:?} lies outside");
                assert!(!defect.reason.is_empty() && defect.at.chars().count() <= 40, "{defect:?}");
                bench.trace.said("defect", &defect.reason);
            }
        }
        Err(error @ TrfError::Read { .. }) => panic!("nothing was opened: {error}"),
    }
}

/// Columns of the longest fixed part of a line: the events' dates, for a report of sixty rounds.
const FIXED_COLUMNS: usize = 91 + 60 * 10;

/// A place names a line that is there. Its column may lie behind the end of the line, where a field should stand.
fn inside(place: Place, bytes: &[u8]) -> bool {
    let ends = |b: &u8| matches!(b, b'\n' | b'\r');
    let lines = bytes.iter().filter(|b| ends(b)).count() + 1;
    let longest = bytes.split(ends).map(<[u8]>::len).max().unwrap_or_default();
    let (line, column) = (place.line as usize, place.column as usize);
    (1..=lines).contains(&line) && (1..=longest.max(FIXED_COLUMNS) + 1).contains(&column)
}

fn balanced(trf: &Trf, bench: &mut Bench) {
    let lines = trf.lines;
    assert_eq!(lines.all, lines.read + lines.kept + lines.comments + lines.blank, "{lines:?}");
    let numbers = trf.numbers();
    assert_eq!(numbers.len(), trf.players.len(), "two players with one number");
    for found in trf.inconsistencies() {
        assert!((1..=lines.all).contains(&found.place.line), "{found:?}");
        bench.trace.said("inconsistency", &format!("{:?}", std::mem::discriminant(&found.kind)));
    }
    let pairings = trf.pairings();
    bench.trace.count("pairings", pairings.len());
    for pairing in pairings {
        assert!(pairing.codes.iter().any(Option::is_some), "{pairing:?}");
        assert!((1..=lines.all).contains(&pairing.place.line), "{pairing:?}");
        bench.trace.said("ending", &format!("{:?}", pairing.ending()));
    }
    let _ = trf.tournament.days();
}

/// Nothing of games or report is lost in the comparison.
fn against_games(trf: &Trf) {
    static GAMES: OnceLock<(Collection, Roster)> = OnceLock::new();
    let (collection, people) = GAMES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(sample::NAME);
        std::fs::write(&path, sample::PGN).expect("it can be written");
        let collection = read(&[path], None).expect("the sample reads");
        let people = roster(&collection);
        (collection, people)
    });
    let check = cross_check(collection, people, trf);
    let games = check.games;
    let named = games.compared + games.other_opponent + games.extra + games.of_extra_players;
    assert_eq!(games.all, named + games.byes + games.copies + games.quarantined, "a game is lost");
    let pairings = check.pairings;
    let compared = pairings.compared + pairings.other_opponent + pairings.missing;
    let silent = pairings.of_missing_players + pairings.forfeits + pairings.open + pairings.one_sided;
    assert_eq!(pairings.all, compared + silent, "a pairing is lost");
}

const WORDS: &[&[u8]] = &[
    b"001",
    b"012",
    b"013",
    b"022",
    b"032",
    b"042 2031/05/02",
    b"052",
    b"062",
    b"072",
    b"092",
    b"102",
    b"112",
    b"122",
    b"132",
    b"142 9",
    b"162  W 3.0    D 1.0",
    b"222",
    b"240",
    b"250",
    b"260",
    b"299",
    b"300",
    b"310",
    b"330",
    b"XXR 9",
    b"XXC white1",
    b"XXS W=3 D=1",
    b"BBW  3.0",
    b"###",
    b"FRA",
    b"  0000 - H",
    b"  0000 - U",
    b"  0000 - Z",
    b"     2 w 1",
    b"     1 b 0",
    b"     2 b =",
    b"     3 w +",
    b"          ",
    b"m  GM Birch, Ada                        2500",
    b"1985/00/00",
    b"31/05/02",
    b"11.5",
    b"4,5",
    b"-1.0",
    b"w",
    b"b",
    b"\r",
    b"\r\n",
    b"\xef\xbb\xbf",
];
