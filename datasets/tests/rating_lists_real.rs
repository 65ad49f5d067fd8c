//! Rating lists as FIDE published them, in every layout that is at hand.
//!
//! The lists are not part of the repository. The tests look for them in the folder that `FAIRPLAY_DATA` names, else in
//! `../shared/data` beside the workspace, and say so if there is none. The counts below were reviewed: every refused line
//! was looked at.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod real;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use datasets::ratings::list::{How, ListHead, ListKind, ListedPlayer, Options, YearMonth, stream};

fn data(name: &str) -> Option<PathBuf> {
    real::data(&format!("fide/{name}"))
}

/// Totals of a list, independent of the order in which its cells are read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sums {
    ratings: u64,
    games: u64,
    births: u64,
    titled: u64,
    inactive: u64,
    women: u64,
}

impl Sums {
    fn add(&mut self, player: &ListedPlayer) {
        for listed in [player.standard, player.rapid, player.blitz].into_iter().flatten() {
            self.ratings += u64::from(listed.rating);
            self.games += listed.games_in_period.map_or(0, u64::from);
        }
        self.births += player.birth_year.map_or(0, u64::from);
        self.titled += u64::from(player.title.is_some());
        self.inactive += u64::from(player.inactive);
        self.women += u64::from(player.sex == Some(datasets::ratings::list::Sex::Female));
    }
}

fn read(name: &str, options: &Options) -> Option<(ListHead, Sums)> {
    let path = data(name)?;
    let start = Instant::now();
    let mut sums = Sums::default();
    let head = stream(&path, options, &mut |player| {
        sums.add(&player);
        ControlFlow::Continue(())
    })
    .unwrap();
    eprintln!("{name}: {:?} {sums:?} in {:?}", head.counts, start.elapsed());
    for refused in &head.refused {
        eprintln!(
            "  line {}, column {}: {} ({})\n    {}",
            refused.line, refused.column, refused.reason, refused.cell, refused.text
        );
    }
    assert!(head.counts.balance(), "{name}: {:?}", head.counts);
    Some((head, sums))
}

/// The refused lines as (line, column, reason).
type Places = &'static [(u64, usize, &'static str)];

struct Expected {
    name: &'static str,
    options: Options,
    period: (&'static str, How),
    kind: (ListKind, How),
    /// Lines, header, players, refused, blank.
    counts: [u64; 5],
    sums: Sums,
    /// Each was looked at: see the comment beside it.
    refused: Places,
}

/// The sums were computed a second time with another program (fixed slices of the lines, and a reader of comma-separated
/// files); they are without the refused lines.
fn expected() -> Vec<Expected> {
    let plain = Options::default();
    let standard = (ListKind::Standard, How::History);
    vec![
        Expected {
            name: "JAN01FRL.TXT.zst",
            options: plain,
            period: ("2001-01", How::Header),
            kind: standard,
            counts: [36_979, 1, 36_978, 0, 0],
            sums: Sums {
                ratings: 81_448_854,
                games: 150_074,
                births: 0,
                titled: 6_730,
                inactive: 8_042,
                women: 2_602,
            },
            refused: &[],
        },
        Expected {
            name: "jan03frl.txt.zst",
            options: plain,
            period: ("2003-01", How::Header),
            kind: standard,
            counts: [45_018, 1, 45_014, 2, 1],
            sums: Sums {
                ratings: 98_423_098,
                games: 111_431,
                births: 69_723_436,
                titled: 7_690,
                inactive: 12_089,
                women: 3_069,
            },
            // A full stop as title; a name with a byte that Windows-1252 does not have.
            refused: &[(18_147, 45, "not a title"), (32_683, 11, "a control character")],
        },
        Expected {
            name: "APR04FRL.TXT.zst",
            options: plain,
            period: ("2004-04", How::Header),
            kind: standard,
            // Blank: the end mark of DOS.
            counts: [51_909, 1, 51_906, 1, 1],
            sums: Sums {
                ratings: 112_407_535,
                games: 0,
                births: 83_491_607,
                titled: 8_356,
                inactive: 13_214,
                women: 3_592,
            },
            // The same name with the same byte.
            refused: &[(37_651, 11, "a control character")],
        },
        Expected {
            name: "rapid_mar14frl.txt.zst",
            options: plain,
            period: ("2014-03", How::Header),
            kind: (ListKind::Rapid, How::FileName),
            counts: [30_945, 1, 30_944, 0, 0],
            sums: Sums {
                ratings: 58_740_131,
                games: 20_884,
                births: 59_459_060,
                titled: 4_404,
                inactive: 5_340,
                women: 3_729,
            },
            refused: &[],
        },
        Expected {
            name: "blitz_sep14frl.txt.zst",
            options: plain,
            period: ("2014-09", How::Header),
            kind: (ListKind::Blitz, How::FileName),
            counts: [31_343, 1, 31_342, 0, 0],
            sums: Sums {
                ratings: 59_757_577,
                games: 42_385,
                births: 60_001_958,
                titled: 4_969,
                inactive: 9_422,
                women: 3_766,
            },
            refused: &[],
        },
        Expected {
            name: "AUG16.csv.zst",
            options: Options { kind: Some(ListKind::Rapid), ..plain },
            period: ("2016-08", How::FileName),
            kind: (ListKind::Rapid, How::Given),
            counts: [63_042, 1, 63_041, 0, 0],
            sums: Sums {
                ratings: 113_865_859,
                games: 63_403,
                births: 121_289_658,
                titled: 7_676,
                inactive: 24_410,
                women: 7_281,
            },
            refused: &[],
        },
    ]
}

#[test]
fn every_list_is_read_to_the_last_line() {
    for expected in expected() {
        let name = expected.name;
        let Some((head, sums)) = read(name, &expected.options) else {
            continue;
        };
        let c = head.counts;
        assert_eq!([c.lines, c.header, c.players, c.refused, c.blank], expected.counts, "{name}");
        assert_eq!(sums, expected.sums, "{name}");
        let (period, how) = expected.period;
        assert_eq!(head.period, YearMonth::parse(period).map(|p| (p, how)), "{name}");
        assert_eq!(head.kind, expected.kind, "{name}");
        let refused: Vec<_> = head.refused.iter().map(|r| (r.line, r.column, r.reason)).collect();
        assert_eq!(refused, expected.refused, "{name}");
    }
}
