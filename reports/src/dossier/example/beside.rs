//! What the example was handed beside its games: a report with one difference, a screening, a log, clocks, an earlier event.

use std::collections::BTreeMap;

use analyzer::field::check;
use analyzer::full_test::*;
use analyzer::null::PerTest;
use analyzer::screening::{EngineEntry, SettingsEntry};
use datasets::cross_check::{
    Finding, FindingKind, GameCounts, How, PairingCounts, PlayerCheck, ReportedPlayer, Said, Silence,
};

/// 24 games of 26 pairings; the player's ninth game is in the report only.
pub(super) fn report(name: &str, opponent: &str) -> ReportCheck {
    let finding = |kind: FindingKind, round: Option<u16>, pgn: Said, trf: Said| Finding {
        kind,
        round,
        players: vec![name.to_owned(), opponent.to_owned()],
        pgn,
        trf,
        pgn_at: None,
        trf_at: None,
    };
    let rating = |rating| Said::Rating { rating, others: Vec::new() };
    let drawn = Said::Pairing {
        round: None,
        first: name.to_owned(),
        second: opponent.to_owned(),
        how: How::Played,
        result: Some("1/2-1/2".to_owned()),
        coloured: true,
    };
    ReportCheck {
        name: "open.trf".to_owned(),
        sha256: "5".repeat(64),
        players: 12,
        players_in_games: 9,
        contradictions: 0,
        games: GameCounts { all: 27, compared: 24, copies: 2, quarantined: 1, ..GameCounts::default() },
        pairings: PairingCounts {
            all: 30,
            compared: 24,
            missing: 1,
            of_missing_players: 3,
            forfeits: 2,
            ..PairingCounts::default()
        },
        findings: BTreeMap::from([(FindingKind::MissingGame, 1), (FindingKind::RatingDiffers, 1)]),
        player: PlayerCheck {
            listed: Some(ReportedPlayer {
                line: 17,
                number: 3,
                name: name.to_owned(),
                fide_id: Some(4_102_400),
                rating: Some(2391),
            }),
            games: GameCounts { all: 8, compared: 8, ..GameCounts::default() },
            pairings: PairingCounts { all: 9, compared: 8, missing: 1, ..PairingCounts::default() },
            agreeing: 8,
            findings: vec![
                Finding {
                    players: vec![name.to_owned()],
                    ..finding(FindingKind::RatingDiffers, None, rating(2400), rating(2391))
                },
                finding(FindingKind::MissingGame, Some(9), Said::NoGame {}, drawn),
            ],
            silent: Silence { event_days_known: false, ..Silence::default() },
        },
    }
}

pub(super) fn place(test_index: f64, test_z: f64) -> FieldPlace {
    let mut indices = vec![62.3, 59.1, 54.4, 53.0, 51.8, 50.2, 48.9, 47.7, 44.6, 41.3];
    indices.sort_by(|a, b| f64::total_cmp(b, a));
    FieldPlace {
        name: "screening.json".to_owned(),
        digest: "6".repeat(64),
        engine: EngineEntry { name: "Stockfish 15.1".to_owned(), sha256: "1".repeat(64) },
        settings: SettingsEntry { depth: 12, multipv: 5, hash_mib: 16, node_cap: 5_000_000, decided: None },
        same_settings: false,
        players: 12,
        field: check(&indices),
        index: Some(59.1),
        rank: Some(2),
        overall_z: Some(1.82),
        test_index: Some(test_index),
        test_z: Some(test_z),
        indices,
    }
}

pub(super) fn absences() -> AfterAbsences {
    let counted = |decisions: u32, matches: u32, expected: f64| Counted {
        decisions,
        matches,
        expected: Some(expected),
    };
    let entry = |game: usize, left: u32, note: Option<&str>, counted: Counted| AbsenceEntry {
        game,
        left,
        back: left + 1,
        note: note.map(str::to_owned),
        logged_by: "B. Arbiter".to_owned(),
        counted,
    };
    AfterAbsences {
        name: "absences.toml".to_owned(),
        sha256: "8".repeat(64),
        window: WINDOW,
        entries: vec![
            entry(1, 15, Some("eleven minutes"), counted(5, 4, 2.3)),
            entry(4, 22, None, counted(5, 2, 2.3)),
        ],
        after: counted(10, 6, 4.6),
        others: counted(230, 104, 105.8),
        chance: Some(Chance {
            tail: 0.286,
            z: 0.452,
            dispersed: 0.3256,
            looks: 2,
            corrected: 0.5452,
            own_form: Some(0.279),
        }),
    }
}

pub(super) fn clocks() -> Clocks {
    let times = |decisions: u32, mean: f64, median: f64| Times {
        decisions,
        mean_seconds: Some(mean),
        median_seconds: Some(median),
    };
    Clocks {
        decisions: 240,
        timed: 211,
        games: 7,
        used: Some(Used {
            matched: times(97, 171.4, 64.0),
            other: times(114, 203.9, 88.5),
            projected: 211,
            with_difficulty: Some(0.234),
        }),
    }
}

/// An earlier event and this one; numbers that only have to be printed.
pub(super) fn several(z: f64, event: &str) -> Several {
    let entry = |name: &str, month: &str, rating: u16, own: f64, combined: f64| EventEntry {
        name: name.to_owned(),
        first_day: Some(format!("2026-{month}-01")),
        last_day: Some(format!("2026-{month}-08")),
        rating: Some(rating),
        games: 8,
        decisions: 240,
        overall_z: Some(own),
        depth_aware_z: Some(own - 0.25),
        combined_z: Some(combined),
        combined_depth_aware_z: Some(combined - 0.25),
    };
    let together = |way: Way, decisions: u32, z: f64| Together {
        way,
        decisions,
        overall_z: Some(z),
        depth_aware_z: Some(z - 0.25),
    };
    let per_test = |mm: f64, ev: f64, asd: f64| PerTest { mm, ev, asd };
    Several {
        events: vec![entry("Hillside Open", "02", 2380, 0.41, 0.41), entry(event, "05", 2400, z, 1.13)],
        combined: Some(Combined {
            decisions: 480,
            dispersion: per_test(1.25, 1.25, 1.25),
            observed: per_test(0.48, 0.52, 0.09),
            expected: per_test(0.46, 0.5, 0.1),
            z_adjusted: per_test(0.9, 0.8, 1.2),
            rows: vec![
                together(Way::Sums, 480, 1.13),
                together(Way::OnePerformance, 480, 0.97),
                together(Way::Weighted, 480, 1.15),
                together(Way::Without { event: 0 }, 240, z),
                together(Way::Without { event: 1 }, 240, 0.41),
            ],
        }),
        apart: None,
    }
}
