//! Dossiers that together say everything a dossier can say.

use analyzer::full_test::{
    Apart, FullTest, Of, PlatformTelemetry, StatedEvent, TelemetryCount, TelemetryEntry,
};
use analyzer::screening::Start;
use datasets::StoodMove;
use datasets::tournament::cross_check::{Finding, FindingKind, How, Said};
use datasets::tournament::telemetry::TelemetryKind;
use uci_pool::Settings;

use crate::paper::custody::{Custody, CustodyText, example as kept};
use crate::paper::dossier::example;

/// Names without a Latin letter, the player's first.
const NAMES: [&str; 9] = ["Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Инна"];

/// Every kind of difference between games and report.
const KINDS: [FindingKind; 15] = [
    FindingKind::UncertainPlayer,
    FindingKind::PlayerMissing,
    FindingKind::PlayerExtra,
    FindingKind::FideIdDiffers,
    FindingKind::NameDiffers,
    FindingKind::RatingDiffers,
    FindingKind::MissingGame,
    FindingKind::ExtraGame,
    FindingKind::OpponentDiffers,
    FindingKind::WrongRound,
    FindingKind::ColoursSwapped,
    FindingKind::ScoredDifferently,
    FindingKind::ForfeitWithMoves,
    FindingKind::PlayedWithoutMoves,
    FindingKind::DateOutside,
];

/// Everything that games and report can say about a difference, in fewer pairs than there are kinds.
fn statements() -> Vec<[Said; 2]> {
    let player = |name: &str, fide_id, games| Said::Player { name: name.to_owned(), fide_id, games };
    let game = |result: Option<&str>, plies| Said::Game {
        round: Some("4".to_owned()),
        white: NAMES[0].to_owned(),
        black: NAMES[1].to_owned(),
        result: result.map(str::to_owned),
        plies,
    };
    let pairing = |how, result: Option<&str>, coloured| Said::Pairing {
        round: Some(4),
        first: NAMES[0].to_owned(),
        second: NAMES[1].to_owned(),
        how,
        result: result.map(str::to_owned),
        coloured,
    };
    vec![
        [player("", None, Some(3)), player(NAMES[2], Some(4_100_000), None)],
        [Said::NoPlayer {}, player(NAMES[4], None, Some(1))],
        [Said::NoGame {}, pairing(How::Played, Some("1-0"), true)],
        [game(None, 0), Said::NoPairing {}],
        [game(Some("0-1"), 41), pairing(How::Short, Some("0-1"), true)],
        [game(Some("1-0"), 1), pairing(How::Forfeit, Some("1-0"), false)],
        [game(None, 4), pairing(How::Open, None, true)],
        [game(None, 5), pairing(How::Contradictory, None, true)],
        [
            Said::Rating { rating: 2400, others: vec![2390, 2410] },
            Said::Rating { rating: 2391, others: Vec::new() },
        ],
        [
            Said::Date { date: "2026/04/27".to_owned(), games: 2 },
            Said::Days { first: "2026/05/01".to_owned(), last: "2026/05/09".to_owned() },
        ],
    ]
}

/// A quick test, a full test whose numbers do not add up, one without a projection, and two with less beside the games. Their moves and positions hold no
/// word, so that every Latin word comes from the program.
pub(super) fn full_tests() -> Vec<FullTest> {
    let mut quick = silent(example::with_names(NAMES));
    let noted = |to_move, kind| TelemetryEntry { game: 0, turn: 12, to_move, kind, milliseconds: None };
    let given = PlatformTelemetry {
        name: "open.csv".to_owned(),
        sha256: "0".repeat(64),
        kinds: TelemetryKind::ALL.map(|kind| TelemetryCount { kind, count: 2, milliseconds: None }).into(),
        entries: vec![noted(true, TelemetryKind::TabSwitch), noted(false, TelemetryKind::TabSwitch)],
    };
    quick.telemetry = Some(given.clone());
    for (game, arbiter) in quick.games.iter_mut().zip([NAMES[5], ""]) {
        game.stood = Some(StoodMove { ply: 8, word: "Kh".to_owned(), arbiter: arbiter.to_owned() });
    }
    let mut full = quick.clone();
    full.manifest.settings.depth = Settings::FULL.depth;
    full.manifest.settings.multipv = Settings::FULL.multipv;
    full.player.moves += 1;
    // Every difference between games and report, once; every reason why events stay apart.
    if let Some(report) = &mut full.report {
        let one = report.player.findings[0].clone();
        let said = statements().into_iter().cycle();
        report.player.findings = KINDS
            .into_iter()
            .zip(said)
            .map(|(kind, [pgn, trf])| Finding { kind, pgn, trf, ..one.clone() })
            .collect();
        report.player.listed = None;
    }
    if let Some(several) = &mut full.several {
        (several.combined, several.apart) = (None, Some(Apart::OtherParameters));
    }
    if let Some(absences) = &mut full.absences {
        absences.chance = None;
    }
    if let Some(place) = &mut full.place {
        place.rank = None;
    }
    full.parts[0].of = Of::Start { rule: Start::Novelty };
    full.parts[1].of = Of::Start { rule: Start::Turn9 };
    full.event.name.clear();
    full.stated = Some(StatedEvent {
        first_day: Some("2026-05-01".to_owned()),
        last_day: Some("2026-05-09".to_owned()),
        place: Some("Батуми".to_owned()),
        organiser: Some("клуб".to_owned()),
        chief_arbiter: Some(NAMES[8].to_owned()),
        time_control: Some("90+30".to_owned()),
        supervised: Some(true),
    });
    let mut bare = silent(example::bare());
    NAMES[0].clone_into(&mut bare.player.name);
    bare.ipr.missing = vec!["причина".to_owned()];
    for (game, name) in bare.games.iter_mut().zip(NAMES) {
        name.clone_into(&mut game.opponent);
    }
    let mut agreed = quick.clone();
    agreed.telemetry = Some(PlatformTelemetry { kinds: Vec::new(), entries: Vec::new(), ..given });
    agreed.stated = Some(StatedEvent { supervised: Some(false), ..StatedEvent::default() });
    if let Some(report) = &mut agreed.report {
        report.player.findings.clear();
    }
    let mut first = agreed.clone();
    for (test, apart) in [(&mut agreed, Apart::TooFew), (&mut first, Apart::OneEvent)] {
        if let Some(several) = &mut test.several {
            (several.combined, several.apart) = (None, Some(apart));
        }
    }
    let under =
        example::rules::all().into_iter().map(|rules| FullTest { rules: Some(rules), ..quick.clone() });
    let mut all: Vec<FullTest> = under.collect();
    let mut before = all.first().expect("rules").clone();
    if let Some(rules) = &mut before.rules {
        // The rules that were replaced in November 2024.
        "2022-10".clone_into(&mut rules.date);
    }
    all.push(before);
    all.extend([quick, full, bare, agreed, first]);
    all
}

/// The custody of their evidence: all that can be stated, a copy for the defence, and nothing.
pub(super) fn custodies() -> [Custody; 3] {
    let said = |text: &str| Some(CustodyText::As(text.to_owned()));
    let mut complete = Custody {
        requested_by: said("комиссия"),
        reason: said("просьба игрока"),
        operator: said("оператор"),
        ..kept::custody()
    };
    for input in &mut complete.inputs {
        input.name = Some("open.pgn".to_owned());
    }
    if let Some(signer) = &mut complete.signed_by {
        (signer.key_id, signer.fingerprint) = ("0".repeat(16), "0".repeat(64));
    }
    let copy = Custody { copied: kept::copy().copied, ..complete.without_names(|_| true) };
    let silent = Custody {
        requested_by: None,
        reason: None,
        operator: None,
        inputs: Vec::new(),
        signed_by: None,
        ..complete.clone()
    };
    [complete, copy, silent]
}

fn silent(mut t: FullTest) -> FullTest {
    t.event.name = "Открытый турнир".to_owned();
    t.manifest.engine.sha256 = "0".repeat(64);
    for game in &mut t.games {
        game.sha256 = "0".repeat(64);
        game.classes = "0".to_owned();
    }
    for entry in t.absences.iter_mut().flat_map(|absences| &mut absences.entries) {
        "Арбитр".clone_into(&mut entry.logged_by);
        entry.note = entry.note.as_ref().map(|_| "заметка".to_owned());
    }
    for event in t.several.iter_mut().flat_map(|several| &mut several.events) {
        "Открытый турнир".clone_into(&mut event.name);
    }
    if let Some(place) = &mut t.place {
        place.digest = "0".repeat(64);
    }
    if let Some(report) = &mut t.report {
        "отчёт".clone_into(&mut report.name);
        report.sha256 = "0".repeat(64);
    }
    if let Some(absences) = &mut t.absences {
        "журнал".clone_into(&mut absences.name);
        absences.sha256 = "0".repeat(64);
    }
    for decision in &mut t.decisions {
        decision.fen = match decision.fen.contains(" b ") {
            true => "8/8/8/8/8/8/8/8 b - - 0 1".to_owned(),
            false => "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
        };
        decision.played = "e4".to_owned();
        for line in &mut decision.lines {
            line.san = "d4".to_owned();
        }
    }
    t
}
