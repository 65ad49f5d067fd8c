//! A small fixed screening for the tests: six players with hostile names, every reading but one, two games.

use std::collections::BTreeMap;

use analyzer::depth_aware::{Reason, Theme};
use analyzer::screening::*;
use datasets::Unscored;

/// Names that break careless writers, one of them plain.
pub const NAMES: [&str; 6] = [
    "=cmd|' /C calc'!A1",
    "<script>alert(1)</script>",
    "@Bidi \u{202e}gnitset\u{202c} \u{1b}[31mRed\u{7}",
    "Nováková, Žofie",
    "O'Connor, Ann",
    "李, 小龙",
];

/// A table with its steering characters shown as codes, so that a snapshot is safe to read in a terminal.
#[cfg(test)]
pub(crate) fn readable(table: &[u8]) -> String {
    let text = String::from_utf8_lossy(table);
    text.lines().map(|line| crate::escape::visible(line) + "\n").collect()
}

pub(crate) fn tests(shift: f64, projected: bool) -> Tests {
    let result = |observed: f64, expected: f64, z: f64, dispersion: f64| TestResult {
        observed: Some(observed),
        expected: projected.then_some(expected),
        z: projected.then_some(z),
        tail_z: projected.then_some(z - 0.04),
        z_adjusted: projected.then_some(z / dispersion),
    };
    Tests {
        mm: result(0.52 + 0.02 * shift, 0.52, 1.25 * shift, 1.25),
        ev: result(0.58 + 0.02 * shift, 0.58, 1.1 * shift, 1.25),
        asd: result(0.08 - 0.01 * shift, 0.08, 1.5 * shift, 1.5),
    }
}

pub(crate) fn player(
    name: &str,
    rating: Option<u16>,
    overall: Option<f64>,
    reading: Reading,
) -> PlayerResult {
    let scored = if reading == Reading::Insufficient { 31 } else { 212 };
    let excluded =
        BTreeMap::from([(Exclusion::Opening, 64), (Exclusion::Decided, 20), (Exclusion::Forced, 3)]);
    let projected = rating.is_some();
    let shift = overall.unwrap_or(0.25);
    PlayerResult {
        name: name.to_owned(),
        fide_id: rating.map(|rating| 4_100_000 + u32::from(rating)),
        rating,
        rating_source: if projected { "pgn" } else { "none" }.to_owned(),
        rating_sd: 0,
        ratings: Vec::new(),
        games: 8,
        moves: scored + 87,
        scored,
        excluded,
        known_plies: None,
        tests: tests(shift, projected),
        also: Also {
            t3: Projected { observed: Some(0.81), expected: projected.then_some(0.8) },
            mean_error_cp: Projected { observed: Some(23.5), expected: projected.then_some(24.0) },
        },
        overall_z: overall,
        roi: overall.map(|z| 50.0 + 5.0 * z),
        depth_aware: overall.map(|z| DepthAware {
            overall_z: z - 0.25,
            roi: 50.0 + 5.0 * (z - 0.25),
            tests: {
                let test = |expected, z_adjusted| SecondTest { expected, z_adjusted };
                SecondTests { mm: test(0.51, z - 0.5), ev: test(0.55, z - 0.375), asd: test(0.125, z) }
            },
            efficient_score_z: z - 0.75,
        }),
        opponents: Lumped {
            scored: 205,
            mean_rating: Some(2387.5),
            tests: tests(-0.4, true),
            overall_z: Some(-0.4),
            roi: Some(48.0),
        },
        sufficient: reading != Reading::Insufficient,
        reading,
    }
}

/// The screening, with the hostile names.
#[must_use]
pub fn screening() -> Screening {
    named(NAMES)
}

/// The same screening with other names.
#[must_use]
pub fn named(names: [&str; 6]) -> Screening {
    let players = vec![
        player(names[0], Some(2500), Some(-1.304), Reading::Normal),
        player(names[1], Some(2450), Some(3.12), Reading::AskForFullTest),
        player(names[2], Some(2300), Some(2.2), Reading::LookAtContext),
        player(names[3], Some(2210), None, Reading::Insufficient),
        player(names[4], Some(2400), Some(0.1 + 0.2), Reading::Normal),
        player(names[5], None, None, Reading::Unrated),
    ];
    Screening {
        schema: SCHEMA.to_owned(),
        manifest: Manifest {
            engine: EngineEntry { name: "Stockfish 15.1".to_owned(), sha256: "e".repeat(64) },
            settings: SettingsEntry {
                depth: 12,
                multipv: 5,
                hash_mib: 16,
                node_cap: 2_000_000,
                decided: Some(DecidedEntry { from: 8, depths: 3, beyond: 350 }),
            },
            parameters: Some("first-fit-1".to_owned()),
            missing: None,
            provisional: true,
            software: "fairplay 0.1.0".to_owned(),
            inputs: vec![InputEntry { name: "open.pgn".to_owned(), sha256: "1".repeat(64) }],
            evaluations: "2".repeat(64),
            digest: "3".repeat(64),
        },
        event: EventSummary {
            name: "Riverside Open".to_owned(),
            time_class: "standard".to_owned(),
            time_class_from: "assumed".to_owned(),
            rating_basis: analyzer::basis::Basis::Published,
            start: Start::Turn9,
            games_in: 27,
            games_scored: 24,
            games_unscored: 2,
            games_quarantined: 1,
        },
        field: FieldCheck {
            players: 4,
            roi_mean: Some(55.4),
            roi_sd: Some(9.87),
            expected_at: Levels { at_60: 0.091, at_65: 0.0054, at_70: 0.000_13 },
            seen_at: Levels { at_60: 2, at_65: 1, at_70: 0 },
        },
        players,
        unscored: vec![
            unscored(4, Unscored::NoMoves, 0, [names[3], names[4]]),
            unscored(9, Unscored::Duplicate, 61, [names[1], names[5]]),
        ],
        quarantine: vec![QuarantineEntry {
            input: "open.pgn".to_owned(),
            game: 11,
            offset: 20_480,
            ply: 17,
            token: "Nxq9</td>".to_owned(),
            reason: "not a legal move".to_owned(),
        }],
        failures: vec![FailureEntry {
            fen: "8/8/8/8/8/k7/p7/K7 w - - 0 60".to_owned(),
            reason: "no answer within the deadline".to_owned(),
        }],
        notes: Vec::new(),
    }
}

fn unscored(game: u32, reason: Unscored, plies: u32, [white, black]: [&str; 2]) -> UnscoredEntry {
    UnscoredEntry {
        input: "open.pgn".to_owned(),
        game,
        offset: u64::from(game) * 1000,
        white: white.to_owned(),
        black: black.to_owned(),
        plies,
        reason,
        partner: None,
    }
}

/// Two games between these players.
#[must_use]
pub fn games() -> Vec<GameTrace> {
    let classes = [MoveClass::Opening, MoveClass::Opening, MoveClass::Match, MoveClass::Inferior];
    let first = classes.iter().enumerate().map(|(ply, &class)| ply_of(ply, class)).collect();
    let mut second: Vec<MoveTrace> = [MoveClass::Opening, MoveClass::Decided, MoveClass::Forced]
        .iter()
        .enumerate()
        .map(|(ply, &class)| ply_of(ply, class))
        .collect();
    let mated = LineTrace { san: "Kh1".to_owned(), cp: None, mate: Some(-2), probability: None };
    second[2].lines = vec![mated.clone()];
    second[2].played_value = Some(mated);
    vec![game(0, 1, "1", 1, "1-0", first), game(4, 5, "2", 2, "1/2-1/2", second)]
}

fn game(
    white: usize,
    black: usize,
    round: &str,
    number: u32,
    result: &'static str,
    moves: Vec<MoveTrace>,
) -> GameTrace {
    GameTrace {
        white,
        black,
        date: "2026.05.01".to_owned(),
        round: round.to_owned(),
        result,
        input: "open.pgn".to_owned(),
        number,
        sha256: number.to_string().repeat(64),
        moves,
    }
}

fn ply_of(ply: usize, class: MoveClass) -> MoveTrace {
    let scored = matches!(class, MoveClass::Match | MoveClass::Inferior);
    let line = |san: &str, cp: i32, probability: f64| LineTrace {
        san: san.to_owned(),
        cp: Some(cp),
        mate: None,
        probability: Some(probability),
    };
    let lines = if scored { vec![line("Nf3", 34, 0.55), line("c4", 12, 0.2)] } else { Vec::new() };
    let rank = usize::from(class == MoveClass::Inferior);
    MoveTrace {
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        san: ["e4", "e5", "Nf3", "c4"][ply % 4].to_owned(),
        uci: ["e2e4", "e7e5", "g1f3", "c2c4"][ply % 4].to_owned(),
        class,
        rank: scored.then_some(rank),
        played_value: lines.get(rank).cloned(),
        lines,
        scored: scored.then_some(ScoredTrace {
            delta: 0.1793 * rank as f64,
            loss_cp: 22.0 * rank as f64,
            p_first: Some(0.55),
            p_equal: Some(0.55),
            expected_delta: Some(0.081),
            second: Some(SecondTrace {
                p_first: 0.62,
                p_played: Some(0.92),
                reason: Some(Reason { theme: Theme::Recapture, nats: 1.75 }),
            }),
        }),
    }
}

/// A field of so many players with neutral names and every reading.
#[must_use]
pub fn large(players: u32) -> Screening {
    let mut s = screening();
    s.event = EventSummary {
        name: "Harbour Open 2026, Group A".to_owned(),
        time_class: "standard".to_owned(),
        time_class_from: "assumed".to_owned(),
        rating_basis: analyzer::basis::Basis::Published,
        start: Start::Turn9,
        games_in: players * 4 + 3,
        games_scored: players * 4,
        games_unscored: 2,
        games_quarantined: 1,
    };
    s.players = (0..players)
        .map(|number| {
            // A fixed scatter close to a bell: four multiplied and folded numbers, added up.
            let uniform = |salt: u32| {
                let mixed = (number * 4 + salt + 1).wrapping_mul(2_654_435_761);
                f64::from((mixed ^ (mixed >> 15)).wrapping_mul(2_246_822_519) >> 12) / f64::from(1_u32 << 20)
                    - 0.5
            };
            let z = 1.7 * (0..4).map(uniform).sum::<f64>() + if number == 7 { 3.0 } else { 0.0 };
            let name = format!("Player {number:02}, Neutral");
            let rating = u16::try_from(2000 + number * 11 % 600).unwrap_or(2000);
            match number % 20 {
                13 => player(&name, None, None, Reading::Unrated),
                18 => player(&name, Some(rating), None, Reading::Insufficient),
                _ if z >= 3.0 => player(&name, Some(rating), Some(z), Reading::AskForFullTest),
                _ if z >= 2.0 => player(&name, Some(rating), Some(z), Reading::LookAtContext),
                _ => player(&name, Some(rating), Some(z), Reading::Normal),
            }
        })
        .collect();
    let at =
        |level: f64| u32::try_from(s.players.iter().filter(|p| p.roi >= Some(level)).count()).unwrap_or(0);
    s.field.players = at(f64::MIN);
    s.field.roi_mean = Some(50.3);
    s.field.roi_sd = Some(5.1);
    s.field.expected_at = Levels { at_60: 1.23, at_65: 0.073, at_70: 0.0017 };
    s.field.seen_at = Levels { at_60: at(60.0), at_65: at(65.0), at_70: at(70.0) };
    s
}

/// So many games of so many plies between the players of a large field.
#[must_use]
pub fn large_games(s: &Screening, games: usize, plies: usize) -> Vec<GameTrace> {
    let players = s.players.len();
    (0..games)
        .map(|number| {
            let white = number % players;
            let black = (white + 1 + number / players) % players;
            let moves = (0..plies).map(|ply| ply_of(ply, class_at(ply, number))).collect();
            let round = (1 + number / players).to_string();
            game(white, black, &round, u32::try_from(number).unwrap_or(0), "1/2-1/2", moves)
        })
        .collect()
}

fn class_at(ply: usize, game: usize) -> MoveClass {
    match (ply, (ply * 31 + game * 17) % 13) {
        (0..16, _) => MoveClass::Opening,
        (_, 0) => MoveClass::Forced,
        (_, 1) if ply > 50 => MoveClass::Decided,
        (_, 2) if ply > 40 => MoveClass::Repeated,
        (_, 3) if ply == 60 => MoveClass::Failed,
        (_, 0..8) => MoveClass::Match,
        (_, _) => MoveClass::Inferior,
    }
}
