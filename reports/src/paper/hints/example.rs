//! Hints for the tests, from the bundled event with made-up evaluations: every kind of evidence, invented names.

use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::LazyLock;

use analyzer::Evaluations;
use analyzer::basis::{Basis, of_tags};
use analyzer::choice::engine_choice::Helper;
use analyzer::hints::escalation::{Budget, Candidate, EscalationRequest};
use analyzer::hints::{
    Choices, FullReading, Ground, Hints, HintsSecondEngine, Look, LookPlan, Stands, TestOutcome, hints,
    next_full_tests,
};
use analyzer::parameters::Parameters;
use analyzer::policy::Attention;
use analyzer::screen::{Event, Screened};
use analyzer::screening::{EngineEntry, Manifest, SettingsEntry, Suggestion};
use analyzer::shipped::QUICK_STOCKFISH_15_1;
use datasets::tournament::event_facts::EventFacts;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use uci_pool::{Bound, DepthLines, Evaluation, Identity, Line, Settings, Value};

use crate::paper::dossier::example::full_test;

#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) hints: Hints,
    pub(crate) tests: Vec<Choices>,
}

/// Lines of legal moves for every position, the move of the game first in four of five: nobody plays so.
fn answers(plans: &[analyzer::GamePlan]) -> Evaluations {
    let mut answers = Evaluations::default();
    for (number, turn) in plans.iter().flat_map(analyzer::GamePlan::searched).enumerate() {
        if answers.position(&turn.fen).is_some() {
            continue;
        }
        let fen: Fen = turn.fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let all = position.legal_moves();
        let mut moves: Vec<_> = all.iter().map(|mv| mv.to_uci(CastlingMode::Standard)).collect();
        let at = moves.iter().position(|mv| *mv == turn.played).expect("legal");
        let wanted = usize::from(number % 5 == 0).min(moves.len() - 1);
        moves.swap(wanted, at);
        let line = |(place, mv): (usize, &_)| Line {
            mv: *mv,
            value: Value::Cp(20 - 25 * i32::try_from(place).expect("small")),
            bound: Bound::Exact,
        };
        let lines: Vec<Line> = moves.iter().take(5).enumerate().map(line).collect();
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 12, lines }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        answers.insert(turn.fen.clone(), None, Ok(evaluation));
    }
    answers
}

/// Hints of the bundled event after a change of the look and of the parameters.
pub(crate) fn hints_with(
    parameters: impl FnOnce(&mut Parameters),
    change: impl FnOnce(&mut Look<'_>),
) -> Hints {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.pgn");
    std::fs::write(&path, datasets::pgn::sample::PGN).expect("written");
    let mut collection = datasets::read(&[path], None).expect("reads");
    // A few players over all rounds are enough.
    let first: Vec<String> = collection.games.iter().take(4).map(|g| g.white.name.clone()).collect();
    collection.games.retain(|g| first.contains(&g.white.name) || first.contains(&g.black.name));
    let roster = datasets::roster(&collection);
    let plans = analyzer::plan::all(&collection.games);
    let ratings = of_tags(&roster);
    let evaluations = answers(&plans);
    let mut fit = Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads");
    // The made-up answers have no history of depths, by which the fitted helper goes; this one takes the first line.
    let second = fit.depth_aware.as_mut().expect("a second model");
    second.helper = Some(Helper { game_sd: 0.0, weights: BTreeMap::from([("first_line".to_owned(), 6.0)]) });
    parameters(&mut fit);
    let engine = Identity {
        name: "Stockfish".to_owned(),
        author: String::new(),
        sha256: "0".repeat(64),
        signature: None,
        options: Vec::new(),
    };
    let facts = EventFacts::default();
    let event = Event {
        name: "Открытый турнир",
        collection: &collection,
        roster: &roster,
        plans: &plans,
        evaluations: &evaluations,
        engine: &engine,
        settings: &Settings::QUICK,
        parameters: Some(&fit),
        facts: &facts,
        ratings: &ratings,
        rating_lists: None,
        basis: Basis::Published,
        left: None,
        field: None,
    };
    let screened: Screened = analyzer::screen(&event).expect("screens");
    let mut look = Look::usual(&event, &screened);
    change(&mut look);
    named_again(hints(&look).expect("hints"))
}

/// A full test with so high a z, of the player numbered so.
pub(crate) fn full(person: usize, after_round: u16, z: f64) -> FullReading {
    let mut test = full_test();
    test.manifest.settings.depth = Settings::FULL.depth;
    test.manifest.settings.multipv = Settings::FULL.multipv;
    test.manifest.provisional = false;
    test.player.overall_z = Some(z);
    let outcome = TestOutcome::from_test(&test, person, after_round).expect("a full test");
    let mut reading = outcome.reading().expect("a z").clone();
    // That of the example is a reason to reject a complaint.
    reading.ipr = None;
    reading
}

/// Everybody under a name without a Latin letter.
fn named_again(mut hints: Hints) -> Hints {
    let name = |person: usize| {
        let letter =
            |k: usize| char::from_u32(0x0410 + u32::try_from(k % 32).expect("small")).expect("a letter");
        format!("Игрок {}{}", letter(person / 32), letter(person))
    };
    hints.manifest.digest = "0".repeat(64);
    for player in &mut hints.players {
        player.name = name(player.person);
    }
    for rung in &mut hints.ladder {
        match &mut rung.stands {
            Stands::Unobtrusive { players } => players.iter_mut().for_each(|p| p.name = name(p.person)),
            Stands::Intrusive { players } => players.iter_mut().for_each(|p| p.name = name(p.person)),
            Stands::OrangeAlert { .. } | Stands::Never => {}
        }
    }
    hints
}

/// Every decision that can be made about a full test.
fn choices(hints: &Hints) -> Choices {
    let person = |k: usize| hints.players.get(k).expect("a player");
    let base = |k: usize| Candidate {
        named: false,
        reading: Suggestion::Normal,
        attention: Attention::Nobody,
        sufficient: true,
        tested_after: None,
        ..person(k).candidate(40)
    };
    let candidates = [
        Candidate { attention: Attention::Complaint, ..base(0) },
        Candidate { attention: Attention::SingledOut, sufficient: false, ..base(1) },
        Candidate { attention: Attention::ComplaintWithoutObservation, sufficient: false, ..base(5) },
        Candidate { named: true, tested_after: Some(5), ..base(2) },
        Candidate { reading: Suggestion::AskForFullTest, ..base(3) },
        Candidate { reading: Suggestion::LookAtContext, ..base(4) },
    ];
    next_full_tests(&EscalationRequest {
        candidates: &candidates,
        budget: Budget { core_minutes: 1.5, used: 0.25, seconds_per_position: 1.5 },
        after_round: 5,
    })
}

/// A quiet look, one with everything that can be allowed, one without rounds, one without certified parameters, and
/// one without a scored decision.
pub(crate) fn all() -> Vec<Example> {
    static ALL: LazyLock<Vec<Example>> = LazyLock::new(made_anew);
    ALL.clone()
}

fn made_anew() -> Vec<Example> {
    let quiet = hints_with(|_| (), |look| look.false_hints = 1e-300);
    let mut unlooked = quiet.clone();
    unlooked.players.iter_mut().for_each(|player| player.decisions = 0);
    let some: Vec<usize> = {
        let first = hints_with(|_| (), |_| ());
        let named = first.players.iter().filter(|player| player.is_named());
        named.map(|player| player.person).collect()
    };
    let [a, b, c, ..] = some[..] else { panic!("{} named", some.len()) };
    let mut rich = hints_with(
        |_| (),
        |look| {
            let last = look.rounds.complete_through.expect("rounds");
            let mut over = full(a, 5, 4.4);
            over.after_absences = full_test().absences.and_then(|log| log.chance);
            // Under the level, and no reason to reject a complaint.
            look.full = [over, full(b, 5, 2.6), full(c, last, 0.4)].map(TestOutcome::from).to_vec();
            let other = (0..).find(|person| !some.contains(person)).expect("somebody");
            look.attention =
                BTreeMap::from([(b, Attention::Complaint), (other, Attention::ComplaintAfterTheEvent)]);
            look.looks = LookPlan::Rounds { rounds: NonZeroU16::new(9).expect("nine") };
            look.players = NonZeroU32::new(50);
            look.at = Some(1_790_000_000);
        },
    );
    let Manifest { engine, settings, .. } = &rich.manifest;
    rich.second_engine = Some(HintsSecondEngine {
        engine: EngineEntry { name: "Stockfish 19".to_owned(), ..engine.clone() },
        settings: SettingsEntry { depth: 20, multipv: 1, decided: None, ..settings.clone() },
    });
    let tests = vec![choices(&rich)];
    let mut open = hints_with(
        |_| (),
        |look| {
            look.looks = LookPlan::Rounds { rounds: NonZeroU16::MIN };
            look.attention = BTreeMap::from([(a, Attention::Complaint)]);
            look.rounds.unnumbered = 21;
            if let Some(round) = look.rounds.rounds.last_mut() {
                round.complete = false;
            }
        },
    );
    open.rounds.complete_through = None;
    open.event.name.clear();
    let provisional = hints_with(|fit| fit.provisional = true, |_| ());
    let made = |hints| Example { hints, tests: Vec::new() };
    vec![made(quiet), Example { hints: rich, tests }, made(open), made(provisional), made(unlooked)]
}

/// Whether a ground is a quick test.
pub(crate) fn is_quick(ground: &Ground) -> bool {
    matches!(ground, Ground::QuickTest(_))
}
