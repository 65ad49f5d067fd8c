//! Rating lists as FIDE published them, in every layout that is at hand.
//!
//! The lists are not part of the repository. The tests look for them in the folder that `FAIRPLAY_DATA` names, else in
//! `../shared/data` beside the workspace, and say so if there is none. The counts below were reviewed: every refused line
//! was looked at.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod real;

use std::ops::ControlFlow;

use datasets::ratings::list::{How, ListHead, ListKind, ListedPlayer, Options, Sex, YearMonth, stream};

/// Ratings, games, births, titled, inactive, women: totals independent of the order in which cells are read.
type Sums = [u64; 6];

fn add(sums: &mut Sums, player: &ListedPlayer) {
    for listed in [player.standard, player.rapid, player.blitz].into_iter().flatten() {
        sums[0] += u64::from(listed.rating);
        sums[1] += listed.games_in_period.map_or(0, u64::from);
    }
    sums[2] += player.birth_year.map_or(0, u64::from);
    sums[3] += u64::from(player.title.is_some());
    sums[4] += u64::from(player.inactive);
    sums[5] += u64::from(player.sex == Some(Sex::Female));
}

fn read(name: &str, options: &Options) -> Option<(ListHead, Sums)> {
    let path = real::data(&format!("fide/{name}"))?;
    let mut sums = Sums::default();
    let head = stream(&path, options, &mut |player| {
        add(&mut sums, &player);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(head.counts.balance(), "{name}: {:?}", head.counts);
    Some((head, sums))
}

/// The refused lines as (line, column, reason).
type Places = &'static [(u64, usize, &'static str)];

/// File, month, kind; lines, header, players, refused, blank. The sums were computed a second time with another program
/// (fixed slices of the lines, and a reader of comma-separated files); they are without the refused lines.
type Expected = (&'static str, (&'static str, How), (ListKind, How), [u64; 5], Sums, Places);

const EXPECTED: [Expected; 6] = [
    (
        "JAN01FRL.TXT.zst",
        ("2001-01", How::Header),
        (ListKind::Standard, How::History),
        [36_979, 1, 36_978, 0, 0],
        [81_448_854, 150_074, 0, 6_730, 8_042, 2_602],
        &[],
    ),
    (
        "jan03frl.txt.zst",
        ("2003-01", How::Header),
        (ListKind::Standard, How::History),
        [45_018, 1, 45_014, 2, 1],
        [98_423_098, 111_431, 69_723_436, 7_690, 12_089, 3_069],
        // A full stop as title; a name with a byte that Windows-1252 does not have.
        &[(18_147, 45, "not a title"), (32_683, 11, "a control character")],
    ),
    (
        "APR04FRL.TXT.zst",
        ("2004-04", How::Header),
        (ListKind::Standard, How::History),
        [51_909, 1, 51_906, 1, 1],
        [112_407_535, 0, 83_491_607, 8_356, 13_214, 3_592],
        // The same name with the same byte; the blank line is the end mark of DOS.
        &[(37_651, 11, "a control character")],
    ),
    (
        "rapid_mar14frl.txt.zst",
        ("2014-03", How::Header),
        (ListKind::Rapid, How::FileName),
        [30_945, 1, 30_944, 0, 0],
        [58_740_131, 20_884, 59_459_060, 4_404, 5_340, 3_729],
        &[],
    ),
    (
        "blitz_sep14frl.txt.zst",
        ("2014-09", How::Header),
        (ListKind::Blitz, How::FileName),
        [31_343, 1, 31_342, 0, 0],
        [59_757_577, 42_385, 60_001_958, 4_969, 9_422, 3_766],
        &[],
    ),
    (
        "AUG16.csv.zst",
        ("2016-08", How::FileName),
        (ListKind::Rapid, How::Given),
        [63_042, 1, 63_041, 0, 0],
        [113_865_859, 63_403, 121_289_658, 7_676, 24_410, 7_281],
        &[],
    ),
];

#[test]
fn every_list_is_read_to_the_last_line() {
    for (name, (period, how), kind, counts, expected, refused) in EXPECTED {
        // A file whose name and header leave the kind open.
        let given = (kind.1 == How::Given).then_some(kind.0);
        let Some((head, sums)) = read(name, &Options { kind: given, ..Options::default() }) else {
            continue;
        };
        let c = head.counts;
        assert_eq!([c.lines, c.header, c.players, c.refused, c.blank], counts, "{name}");
        assert_eq!(sums, expected, "{name}");
        assert_eq!(head.period, YearMonth::parse(period).map(|p| (p, how)), "{name}");
        assert_eq!(head.kind, kind, "{name}");
        let places: Vec<_> = head.refused.iter().map(|r| (r.line, r.column, r.reason)).collect();
        assert_eq!(places, refused, "{name}");
    }
}
