//! A full test for the tests: invented names, and numbers that agree with each other where the dossier shows both.
//!
//! Eight games of 30 decisions each, the same few positions again and again. Sums and projections are taken from the
//! decisions; what takes a calibration (other choices, IPR, power) is made up.

pub(crate) mod rules;

use std::collections::BTreeMap;

use analyzer::basis::Basis;
use analyzer::field::upper_tail;
use analyzer::full_test::SCHEMA;
use analyzer::full_test::*;
use analyzer::ipr::{Equated, Ipr, Reading as Place};
use analyzer::power::visible::Visible;
use analyzer::screening::*;

use crate::example;

mod beside;

/// The player and the opponents; two of them break careless writers.
pub(crate) const NAMES: [&str; 9] = [
    "O'Connor, Ann",
    "Rivers, Tom",
    "Nováková, Žofie",
    "Field, Max",
    "Stone, Eva",
    "Hill, Ola",
    "Brook, Ida",
    "Marsh, Per",
    "Lake, Uma",
];

const GAMES: usize = 8;
const PER_GAME: usize = 30;
/// Dispersion of every test.
const F: f64 = 1.25;
/// Three tests with a correlation of .8: the variance of their sum, `3 + 6 * .8`.
const SUM: f64 = 7.8;
const RECORD: [f64; 5] = [0.46, 0.22, 0.14, 0.08, 0.04];
const SECOND: [f64; 5] = [0.51, 0.2, 0.12, 0.07, 0.05];
/// Which line is played, again and again; 9 is a move outside the lines.
const PLAYED: [usize; 13] = [0, 0, 1, 0, 2, 0, 0, 0, 3, 0, 1, 9, 0];

struct Position {
    fen: &'static str,
    lines: [(&'static str, i32); 5],
    outside: &'static str,
}

const WHITE: [Position; 2] = [
    Position {
        fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        lines: [("Bb5", 35), ("Bc4", 28), ("d4", 25), ("Nc3", 20), ("c3", 10)],
        outside: "Na3",
    },
    Position {
        fen: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        lines: [("O-O", 30), ("c3", 30), ("d3", 24), ("Nc3", 15), ("b4", -5)],
        outside: "Rg1",
    },
];
const BLACK: [Position; 2] = [
    Position {
        fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        lines: [("e5", -20), ("c5", -24), ("e6", -32), ("c6", -35), ("d6", -60)],
        outside: "h5",
    },
    Position {
        fen: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        lines: [("a6", -30), ("Nf6", -30), ("d6", -45), ("g6", -60), ("f6", -95)],
        outside: "Rb8",
    },
];

/// What a decision adds up to in the three tests.
#[derive(Clone, Copy, Default)]
struct Made {
    n: f64,
    seen: [f64; 3],
    expected: [f64; 3],
    variance: [f64; 3],
}

impl Made {
    fn of(decision: &DecisionEntry) -> Self {
        let deltas = deltas(&decision.lines);
        let equal = |delta: &f64| f64::from(u8::from(*delta < 1e-12));
        let mean = |value: &dyn Fn(usize) -> f64| (0..5).map(|k| RECORD[k] * value(k)).sum::<f64>();
        let of = |value: &dyn Fn(usize) -> f64, seen: f64| {
            let expected = mean(value);
            (seen, expected, mean(&|k| value(k) * value(k)) - expected * expected)
        };
        let first = f64::from(u8::from(decision.rank == Some(1)));
        let tests = [
            of(&|k| f64::from(u8::from(k == 0)), first),
            of(&|k| equal(&deltas[k]), equal(&decision.delta)),
            of(&|k| deltas[k], decision.delta),
        ];
        Self { n: 1.0, seen: tests.map(|t| t.0), expected: tests.map(|t| t.1), variance: tests.map(|t| t.2) }
    }

    fn sum<'a>(decisions: impl Iterator<Item = &'a DecisionEntry>) -> Self {
        decisions.map(Self::of).fold(Self::default(), |a, b| {
            let add = |x: [f64; 3], y: [f64; 3]| [x[0] + y[0], x[1] + y[1], x[2] + y[2]];
            Self {
                n: a.n + b.n,
                seen: add(a.seen, b.seen),
                expected: add(a.expected, b.expected),
                variance: add(a.variance, b.variance),
            }
        })
    }

    fn z(&self, test: usize) -> f64 {
        let sign = if test == 2 { -1.0 } else { 1.0 };
        sign * (self.seen[test] - self.expected[test]) / self.variance[test].sqrt()
    }

    fn overall(&self) -> f64 {
        (0..3).map(|test| self.z(test) / F).sum::<f64>() / SUM.sqrt()
    }

    fn tests(&self, with_z: bool) -> Tests {
        let test = |k: usize| {
            let z = self.z(k);
            TestResult {
                observed: Some(self.seen[k] / self.n),
                expected: Some(self.expected[k] / self.n),
                z: with_z.then_some(z),
                tail_z: with_z.then_some(z + 0.03),
                z_adjusted: with_z.then_some(z / F),
            }
        };
        Tests { mm: test(0), ev: test(1), asd: test(2) }
    }
}

/// `ln(1 + |v|)` with the sign of v, in pawns.
fn scaled(cp: i32) -> f64 {
    let pawns = f64::from(cp) / 100.0;
    pawns.signum() * libm::log1p(pawns.abs())
}

fn deltas(lines: &[LineEntry]) -> Vec<f64> {
    let best = lines[0].cp.expect("no mates here");
    let value = |line: &LineEntry| scaled(best) - scaled(line.cp.expect("no mates here"));
    lines.iter().map(value).collect()
}

fn decision(number: usize) -> DecisionEntry {
    let (game, place) = (number / PER_GAME, number % PER_GAME);
    let positions = if game.is_multiple_of(2) { &WHITE } else { &BLACK };
    let position = &positions[place % 2];
    let line = |k: usize| LineEntry {
        san: position.lines[k].0.to_owned(),
        cp: Some(position.lines[k].1),
        mate: None,
        probability: Some(RECORD[k]),
        depth_aware: Some(SECOND[k]),
    };
    let lines: Vec<LineEntry> = (0..5).map(line).collect();
    let played = PLAYED[number % PLAYED.len()];
    let deltas = deltas(&lines);
    DecisionEntry {
        game,
        turn: u32::try_from(place + 9).expect("small"),
        fen: position.fen.to_owned(),
        played: lines.get(played).map_or(position.outside, |line| line.san.as_str()).to_owned(),
        rank: (played < 5).then_some(played + 1),
        delta: deltas.get(played).copied().unwrap_or(0.3),
        lines,
        weight: None,
    }
}

pub(crate) fn full_test() -> FullTest {
    named(NAMES)
}

/// The same with other names.
pub(crate) fn named(names: [&str; 9]) -> FullTest {
    let mut decisions: Vec<DecisionEntry> = (0..GAMES * PER_GAME).map(decision).collect();
    let whole = Made::sum(decisions.iter());
    for decision in &mut decisions {
        let made = Made::of(decision);
        let gain = |k: usize| {
            let sign = if k == 2 { -1.0 } else { 1.0 };
            sign * (made.seen[k] - made.expected[k]) / whole.variance[k].sqrt() / F
        };
        decision.weight = Some((0..3).map(gain).sum::<f64>() / SUM.sqrt());
    }
    let z = whole.overall();
    let screening = example::screening();
    FullTest {
        schema: SCHEMA.to_owned(),
        manifest: Manifest { provisional: false, ..screening.manifest },
        several: Some(beside::several(z, &screening.event.name)),
        event: screening.event,
        event_players: 12,
        event_players_from: PlayersFrom::Report,
        report: Some(beside::report(names[0], names[1])),
        place: Some(beside::place(50.0 + 5.0 * z, z)),
        absences: Some(beside::absences()),
        clocks: beside::clocks(),
        player: player(names[0], &whole, z),
        ipr: iprs(),
        parts: parts(&decisions),
        course: course(&decisions),
        sensitivity: sensitivity(z),
        second_engine: Some(SecondEngine {
            engine: EngineEntry { name: "Stockfish 19".to_owned(), sha256: "4".repeat(64) },
            settings: SettingsEntry {
                depth: 14,
                multipv: 1,
                hash_mib: 16,
                node_cap: 5_000_000,
                decided: None,
            },
            player: Agreement { decisions: 240, same_first: 180, first_matches: 120, second_matches: 126 },
            opponents: Agreement { decisions: 200, same_first: 146, first_matches: 90, second_matches: 97 },
        }),
        rules: Some(rules::under(&rules::reading(z))),
        favour: Favour {
            forcedness: Some(whole.expected[0] / whole.n),
            opponents_forcedness: Some(0.431),
            opponents_loss_cp: Projected { observed: Some(31.7), expected: Some(27.4) },
            known_plies: Some(13.25),
            rating_gain: Some(22),
            once_in: Some(1.0 / upper_tail(z)),
        },
        power: [(2.5, Some(0.187)), (4.25, Some(0.331)), (5.0, None)]
            .map(|(level, half)| Visible { level, half, four_fifths: half.map(|half| half + 0.071) })
            .into(),
        games: (0..GAMES).map(|index| game(index, names[index + 1], &decisions)).collect(),
        decisions,
    }
}

fn player(name: &str, whole: &Made, z: f64) -> PlayerResult {
    let view = |basis: Basis, rating: u16, less: f64| RatingView {
        basis,
        rating,
        overall_z: Some(z - less),
        roi: Some(50.0 + 5.0 * (z - less)),
    };
    let scored = u32::try_from(GAMES * PER_GAME).expect("small");
    PlayerResult {
        games: 9,
        moves: scored + 88,
        scored,
        excluded: BTreeMap::from([
            (Exclusion::Opening, 64),
            (Exclusion::Forced, 16),
            (Exclusion::Decided, 8),
        ]),
        known_plies: Some(13.25),
        tests: whole.tests(true),
        ratings: vec![
            view(Basis::Published, 2400, 0.0),
            view(Basis::Live, 2409, 0.07),
            view(Basis::After, 2422, 0.18),
        ],
        ..example::player(name, Some(2400), Some(z), Reading::LookAtContext)
    }
}

fn iprs() -> Iprs {
    let equated = |value: f64, low: Place, high: Place| Equated {
        value: Place::At(value),
        low,
        high,
        decisions: GAMES * PER_GAME,
    };
    Iprs {
        intrinsic: Some(Ipr {
            value: Place::At(2_571.4),
            low: Place::At(2_304.6),
            high: Place::Above(2800),
            decisions: GAMES * PER_GAME,
            sensitivity: 0.151,
            consistency: 0.68,
            difference: 0.071,
            ln_error: 0.09,
        }),
        record: Some(equated(2_548.7, Place::At(2_331.2), Place::At(2_779.9))),
        depth_aware: Some(equated(2_502.3, Place::At(2_288.8), Place::At(2_741.0))),
        missing: Vec::new(),
    }
}

fn parts(decisions: &[DecisionEntry]) -> Vec<Part> {
    let part = |of: Of, holds: &dyn Fn(&DecisionEntry) -> bool| {
        let made = Made::sum(decisions.iter().filter(|d| holds(d)));
        let enough = made.n >= 100.0 && !matches!(of, Of::Game { .. });
        Part {
            of,
            decisions: format!("{:.0}", made.n).parse().expect("a whole number"),
            tests: made.tests(enough),
            overall_z: enough.then(|| made.overall()),
            depth_aware_z: enough.then(|| made.overall() - 0.25),
        }
    };
    let mut parts = vec![
        part(Of::Colour { white: true }, &|d| d.game.is_multiple_of(2)),
        part(Of::Colour { white: false }, &|d| !d.game.is_multiple_of(2)),
    ];
    for (first, last) in [(1, 20), (21, 30), (31, 40)] {
        parts.push(part(Of::Turns { first, last }, &|d| (first..=last).contains(&d.turn)));
    }
    for game in 0..GAMES {
        parts.push(part(Of::Game { game }, &|d| d.game == game));
    }
    parts
}

fn course(decisions: &[DecisionEntry]) -> Vec<Standing> {
    let mut highest = 0.0_f64;
    let standing = |game: usize| {
        let made = Made::sum(decisions.iter().filter(|d| d.game <= game));
        let z = (made.n >= 100.0).then(|| made.overall());
        let log10_value = 0.11 * made.n.sqrt() - 0.6;
        highest = highest.max(log10_value);
        let sequential = |log10_highest: f64| Sequential {
            log10_value,
            log10_highest,
            p_value: libm::exp10(-log10_highest).min(1.0),
        };
        Standing {
            game,
            decisions: format!("{:.0}", made.n).parse().expect("a whole number"),
            overall_z: z,
            depth_aware_z: z.map(|z| z - 0.25),
            sequential: Some(sequential(highest)),
            depth_aware_sequential: Some(sequential(0.8 * highest)),
        }
    };
    (0..GAMES).map(standing).collect()
}

fn sensitivity(z: f64) -> Sensitivity {
    let row = |change: Change, more: f64| Row {
        change,
        decisions: u32::try_from(GAMES * PER_GAME).expect("small"),
        overall_z: Some(z + more),
        depth_aware_z: change.is_calibrated().then_some(z + more - 0.25),
    };
    let mut rows = vec![row(Change::None, 0.0)];
    for (basis, rating, more) in [(Basis::Live, 2409, -0.07), (Basis::After, 2422, -0.18)] {
        rows.push(row(Change::Rating { basis, rating }, more));
    }
    for (points, rating, more) in
        [(-100, 2300, 0.9), (-50, 2350, 0.44), (50, 2450, -0.43), (100, 2500, -0.85)]
    {
        rows.push(row(Change::Shift { points, rating }, more));
    }
    for game in 0..GAMES {
        let more = if game.is_multiple_of(3) { -0.12 } else { 0.05 };
        rows.push(row(Change::WithoutGame { game }, more));
    }
    for plies in [1, 2, 3] {
        rows.push(row(Change::Shallower { plies }, -1.1));
    }
    for lines in [4, 3, 2] {
        rows.push(row(Change::Lines { lines }, 1.2));
    }
    Sensitivity { rows, lowest: Some(6), highest: Some(3) }
}

fn game(index: usize, opponent: &str, decisions: &[DecisionEntry]) -> GameEntry {
    let own = decisions.iter().filter(|d| d.game == index);
    let letters = own.map(|d| if d.delta < 1e-12 { 'M' } else { '0' });
    GameEntry {
        index,
        sha256: format!("{index}a").repeat(32),
        date: format!("2026.05.{:02}", index + 1),
        round: (index + 1).to_string(),
        white: index.is_multiple_of(2),
        opponent: opponent.to_owned(),
        opponent_rating: (index != 3).then_some(2_350 + 11 * u16::try_from(index).expect("small")),
        half_points: [Some(2), Some(1), Some(0), None][index % 4],
        rating: Some(2400),
        decisions: u32::try_from(PER_GAME).expect("small"),
        classes: "bbbbbbbb".chars().chain(letters).chain("ffe".chars()).collect(),
    }
}

/// A full test in which nothing could be projected.
pub(crate) fn bare() -> FullTest {
    let mut t = full_test();
    t.manifest.provisional = true;
    t.player = PlayerResult {
        games: t.player.games,
        moves: t.player.moves,
        scored: t.player.scored,
        excluded: t.player.excluded,
        ..example::player(&t.player.name, None, None, Reading::Unrated)
    };
    t.rules = None;
    t.ipr = Iprs {
        intrinsic: None,
        record: None,
        depth_aware: None,
        missing: vec!["7 decisions are too few for an IPR; 50 are the least".to_owned()],
    };
    t.parts.clear();
    t.course.clear();
    t.power.clear();
    (t.report, t.place, t.absences, t.several) = (None, None, None, None);
    t.event_players_from = PlayersFrom::Games;
    t.clocks = Clocks { decisions: 240, ..Clocks::default() };
    t.sensitivity = Sensitivity {
        rows: vec![Row { overall_z: None, depth_aware_z: None, ..t.sensitivity.rows[0] }],
        lowest: None,
        highest: None,
    };
    t.favour = Favour {
        forcedness: None,
        opponents_forcedness: None,
        known_plies: None,
        rating_gain: None,
        once_in: None,
        ..t.favour
    };
    for decision in &mut t.decisions {
        decision.weight = None;
        for line in &mut decision.lines {
            (line.probability, line.depth_aware) = (None, None);
        }
    }
    t
}

/// Names, dates and moves that break careless writers, wherever a stranger's word can stand.
pub(crate) const HOSTILE: &str = "<script>alert(1)</script> `a` | [b](http://c) \u{202e}#let x = 1 李";

/// The example with them.
pub(crate) fn hostile() -> FullTest {
    let mut t = full_test();
    let texts = [
        &mut t.player.name,
        &mut t.player.rating_source,
        &mut t.event.name,
        &mut t.event.time_class,
        &mut t.event.time_class_from,
        &mut t.manifest.engine.name,
        &mut t.manifest.engine.sha256,
        &mut t.manifest.software,
        &mut t.manifest.inputs[0].name,
        &mut t.manifest.evaluations,
    ];
    for text in texts {
        HOSTILE.clone_into(text);
    }
    hostile_beside(&mut t);
    t.manifest.parameters = Some(HOSTILE.to_owned());
    t.ipr.missing = vec![HOSTILE.to_owned()];
    for game in &mut t.games {
        for text in [&mut game.opponent, &mut game.date, &mut game.round, &mut game.sha256, &mut game.classes]
        {
            HOSTILE.clone_into(text);
        }
    }
    for decision in t.decisions.iter_mut().step_by(2) {
        HOSTILE.clone_into(&mut decision.fen);
        HOSTILE.clone_into(&mut decision.played);
        for line in &mut decision.lines {
            HOSTILE.clone_into(&mut line.san);
        }
    }
    t
}

fn hostile_beside(t: &mut FullTest) {
    if let Some(report) = &mut t.report {
        HOSTILE.clone_into(&mut report.name);
        if let Some(listed) = &mut report.player.listed {
            HOSTILE.clone_into(&mut listed.name);
        }
        for finding in &mut report.player.findings {
            for name in &mut finding.players {
                HOSTILE.clone_into(name);
            }
            finding.pgn = datasets::cross_check::Said::Player {
                name: HOSTILE.to_owned(),
                fide_id: None,
                games: None,
                likeness: None,
            };
        }
    }
    if let Some(place) = &mut t.place {
        HOSTILE.clone_into(&mut place.engine.name);
        HOSTILE.clone_into(&mut place.digest);
    }
    if let Some(absences) = &mut t.absences {
        HOSTILE.clone_into(&mut absences.name);
        for entry in &mut absences.entries {
            HOSTILE.clone_into(&mut entry.logged_by);
            entry.note = Some(HOSTILE.to_owned());
        }
    }
    for event in t.several.iter_mut().flat_map(|several| &mut several.events) {
        HOSTILE.clone_into(&mut event.name);
        event.first_day = Some(HOSTILE.to_owned());
    }
}
