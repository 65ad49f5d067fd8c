//! Whole screenings of the bundled games with made-up evaluations: accounting, order, selection.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use analyzer::basis::{Basis, of_tags};
use analyzer::screen::{Event, screen};
use analyzer::screening::{Exclusion, GameTrace, Screening, Suggestion};
use analyzer::shipped::QUICK_STOCKFISH_15_1;
use analyzer::{Evaluations, GamePlan, Parameters};
use datasets::pgn::sample;
use datasets::tournament::event_facts::EventFacts;
use datasets::{Collection, Store};
use pipeline::{RepeatCheck, SearchPlayedMove, evaluate};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use uci_pool::{Answer, Bound, DepthLines, Evaluation, Identity, Line, PoolError, Request, Settings, Value};

const SETTINGS: Settings =
    Settings { depth: 12, multipv: 3, hash_mib: 16, node_cap: 5_000_000, decided: None };

fn identity() -> Identity {
    Identity {
        name: "made up".to_owned(),
        author: String::new(),
        sha256: "0".repeat(64),
        signature: None,
        options: Vec::new(),
    }
}

/// The answer of a made-up engine: three lines in an order that follows from the position's text alone.
fn made_up(request: &Request) -> Evaluation {
    let fen: Fen = request.fen.parse().expect("a FEN");
    let mode = uci_pool::mode(&request.fen);
    let position: Chess = fen.into_position(mode).expect("legal");
    let seed: usize = request.fen.bytes().map(usize::from).sum();
    let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| mv.to_uci(mode)).collect();
    moves.sort_by_key(ToString::to_string);
    let turn = seed % moves.len();
    moves.rotate_left(turn);
    if let Some(only) = request.only {
        moves = vec![only];
    }
    let base = i32::try_from(seed % 700).expect("small") - 350;
    let apart = if request.only.is_some() { 60 } else { 0 };
    let line = |(k, mv): (usize, &_)| Line {
        mv: *mv,
        value: Value::Cp(base - apart - 15 * i32::try_from(k).expect("small")),
        bound: Bound::Exact,
    };
    let lines: Vec<Line> = moves.iter().take(3).enumerate().map(line).collect();
    let pvs = lines.iter().map(|line| vec![line.mv]).collect();
    Evaluation { depths: vec![DepthLines { depth: 12, lines }], judgment: 0, pvs, nodes: 1, truncated: false }
}

/// Answers in reverse order, to show that order does not matter.
#[derive(Default)]
struct MadeUp(std::cell::RefCell<Vec<Request>>);

impl pipeline::Search for MadeUp {
    fn submit(&self, request: Request) {
        self.0.borrow_mut().push(request);
    }

    fn next(&self, _: std::time::Duration) -> Option<Answer> {
        let request = self.0.borrow_mut().pop()?;
        let result = Ok(made_up(&request));
        Some(Answer { request, result, tries: 1, worker: 0 })
    }
}

fn read(text: &[u8], folder: &Path) -> Collection {
    let path = folder.join("event.pgn");
    std::fs::write(&path, text).expect("writes");
    datasets::read(&[path], None).expect("reads")
}

/// Answers from one store that all tests share: what it says depends on the position alone.
fn answered(plans: &[GamePlan]) -> Evaluations {
    static SHARED: Mutex<Option<(tempfile::TempDir, Store)>> = Mutex::new(None);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, store) = shared.get_or_insert_with(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("store.sqlite")).expect("opens");
        (folder, store)
    });
    evaluated(plans, store)
}

fn evaluated(plans: &[GamePlan], store: &mut Store) -> Evaluations {
    let profile = store.profile(&identity(), &SETTINGS).expect("a profile");
    let start = || Ok::<_, PoolError>(Box::new(MadeUp::default()));
    let mut check = RepeatCheck::default();
    let to = (store, profile, &mut check);
    evaluate(plans, to, SearchPlayedMove::IfUnlisted, start, &|| false, &mut |_| ()).expect("answers")
}

/// Counts the requests for one move only.
struct Counted<'a>(MadeUp, &'a std::cell::Cell<usize>);

impl pipeline::Search for Counted<'_> {
    fn submit(&self, request: Request) {
        if request.only.is_some() {
            self.1.set(self.1.get() + 1);
        }
        self.0.submit(request);
    }

    fn next(&self, wait: std::time::Duration) -> Option<Answer> {
        self.0.next(wait)
    }
}

#[test]
fn lines_alone_are_searched_without_the_moves_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let plans = analyzer::plan::all(&read(sample::PGN, folder.path()).games);
    let searched = |name: &str, played: SearchPlayedMove| {
        let mut store = Store::open(&folder.path().join(name)).expect("opens");
        let profile = store.profile(&identity(), &SETTINGS).expect("a profile");
        let apart = std::cell::Cell::new(0);
        let start = || Ok::<_, PoolError>(Box::new(Counted(MadeUp::default(), &apart)));
        let mut check = RepeatCheck::default();
        let to = (&mut store, profile, &mut check);
        let run = evaluate(&plans, to, played, start, &|| false, &mut |_| ());
        let answers = run.expect("answers");
        let first = plans.iter().find_map(|plan| plan.searched().next()).expect("a turn");
        assert!(answers.position(&first.fen).is_some());
        apart.get()
    };
    assert!(searched("all.sqlite", SearchPlayedMove::IfUnlisted) > 100);
    assert_eq!(searched("lines.sqlite", SearchPlayedMove::Never), 0);
}

fn screened(text: &[u8]) -> (Screening, Vec<GameTrace>) {
    screened_with(text, |_, _| ())
}

/// Screens with the evaluations changed at the last moment.
fn screened_with(
    text: &[u8],
    change: impl FnOnce(&[GamePlan], &mut Evaluations),
) -> (Screening, Vec<GameTrace>) {
    let folder = tempfile::tempdir().expect("a folder");
    let collection = read(text, folder.path());
    let roster = datasets::roster(&collection);
    let plans = analyzer::plan::all(&collection.games);
    let mut evaluations = answered(&plans);
    change(&plans, &mut evaluations);
    let outcome = screen(&Event {
        name: "test",
        collection: &collection,
        roster: &roster,
        plans: &plans,
        evaluations: &evaluations,
        engine: &identity(),
        settings: &SETTINGS,
        parameters: Some(&Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads")),
        facts: &EventFacts::default(),
        ratings: &of_tags(&roster),
        rating_lists: None,
        basis: Basis::Published,
        left: None,
        field: None,
    })
    .expect("screens");
    (outcome.screening, outcome.games)
}

fn sample_games() -> Vec<String> {
    let text = std::str::from_utf8(sample::PGN).expect("UTF-8");
    text.split_inclusive("\n\n[Event ")
        .map(|part| part.trim_end_matches("[Event ").to_owned())
        .enumerate()
        .map(|(k, part)| if k == 0 { part } else { format!("[Event {part}") })
        .collect()
}

#[test]
fn moves_are_scored_or_excluded_with_a_reason_for_every_player() {
    let (s, games) = screened(sample::PGN);
    assert_eq!(s.event.games_in, s.event.games_scored + s.event.games_unscored + s.event.games_quarantined);
    assert_eq!(s.event.games_in, 35);
    let mut moves = 0;
    for player in &s.players {
        let excluded: u32 = player.excluded.values().sum();
        assert_eq!(player.moves, player.scored + excluded, "{}", player.name);
        assert!(player.scored > 0);
        moves += player.moves;
    }
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(usize::try_from(moves).expect("fits"), plies);
    let reasons: std::collections::BTreeSet<_> = s.players.iter().flat_map(|p| p.excluded.keys()).collect();
    assert!(reasons.contains(&Exclusion::Opening) && reasons.contains(&Exclusion::Decided));
    // What the players did, their opponents had done to them.
    let own: u32 = s.players.iter().map(|p| p.scored).sum();
    let opponents: u32 = s.players.iter().map(|p| p.opponents.scored).sum();
    assert_eq!(own, opponents);
}

#[test]
fn trap_06_the_order_of_games_and_answers_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let few = sample_games();
    let collection = read(few[..4].concat().as_bytes(), folder.path());
    let plans = analyzer::plan::all(&collection.games);
    let mut cold = Store::open(&folder.path().join("store.sqlite")).expect("opens");
    let reversed: Vec<GamePlan> = plans.iter().rev().cloned().collect();
    assert_eq!(evaluated(&reversed, &mut cold).sha256(), answered(&plans).sha256());

    let (forward, _) = screened(sample::PGN);
    let mut games = sample_games();
    games.reverse();
    let (backward, _) = screened(games.concat().as_bytes());
    assert_eq!(forward.manifest.digest, backward.manifest.digest);
    assert_eq!(forward.manifest.evaluations, backward.manifest.evaluations);
    assert_ne!(forward.manifest.inputs, backward.manifest.inputs, "the files do differ");
    let (less, _) = screened(games[1..].concat().as_bytes());
    assert_ne!(forward.manifest.digest, less.manifest.digest);
}

#[test]
fn the_digest_notices_every_number() {
    let (screening, _) = screened(sample::PGN);
    let digest = |s: &Screening| s.digest().expect("a digest");
    assert_eq!(digest(&screening), screening.manifest.digest);
    let mut other = screening.clone();
    other.players[3].tests.ev.observed = other.players[3].tests.ev.observed.map(|v| v + 1e-15);
    assert_ne!(digest(&other), screening.manifest.digest);
    let mut other = screening.clone();
    other.manifest.settings.depth = 13;
    assert_ne!(digest(&other), screening.manifest.digest);
}

/// Two games of Chess960 between rated players, each of 70 legal moves chosen by a fixed sequence.
fn chess960_games() -> String {
    const START: &str = "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1";
    let game = |round: usize| {
        let fen: Fen = START.parse().expect("a FEN");
        let mut position: Chess = fen.into_position(CastlingMode::Chess960).expect("a start");
        let mut text = format!(
            "[Event \"x\"]\n[Round \"{round}\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2400\"]\n\
             [BlackElo \"2300\"]\n[Variant \"Chess960\"]\n[FEN \"{START}\"]\n\n"
        );
        for ply in 0..70 {
            let legal = position.legal_moves();
            let castles = legal.iter().find(|mv| mv.castling_side().is_some());
            let Some(&mv) = castles.or_else(|| legal.get((ply * 31 + round * 17) % legal.len().max(1)))
            else {
                break;
            };
            text += &shakmaty::san::SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
            text.push(' ');
        }
        text + "*\n\n"
    };
    (1..=2).map(game).collect()
}

#[test]
fn chess960_gives_match_rates_and_no_z_whatever_the_parameters() {
    let (screening, games) = screened(chess960_games().as_bytes());
    assert_eq!((screening.event.games_scored, screening.event.games_in), (2, 2));
    assert_eq!(screening.manifest.parameters, None);
    assert!(screening.failures.is_empty(), "{:?}", screening.failures);
    assert!(games.iter().flat_map(|g| &g.moves).any(|mv| mv.san.starts_with("O-O")));
    for player in &screening.players {
        assert!(player.scored > 0, "{}", player.name);
        assert!(player.tests.mm.observed.is_some());
        assert_eq!((player.tests.mm.expected, player.tests.mm.z), (None, None));
        assert_eq!((player.overall_z, player.roi), (None, None));
        assert_eq!(player.reading, Suggestion::NotCalibrated);
    }
    assert_eq!(screening.notes.len(), 2);
    // Beside standard games the same two are set aside, and the parameters hold for the rest.
    let mixed = chess960_games() + &sample_games().concat();
    let (screening, _) = screened(mixed.as_bytes());
    assert_eq!((screening.event.games_scored, screening.event.games_unscored), (35, 2));
    assert!(screening.manifest.parameters.is_some());
}

#[test]
fn trap_11_clocks_are_not_read_as_time_spent_or_as_anything_else() {
    let (plain, _) = screened(sample::PGN);
    let mut left = 5_400_i64;
    let mut clocked = String::new();
    for line in std::str::from_utf8(sample::PGN).expect("UTF-8").lines() {
        if line.starts_with('[') {
            clocked.push_str(line);
        } else {
            for token in line.split(' ') {
                clocked.push_str(token);
                clocked.push(' ');
                if token.ends_with(|c: char| c.is_ascii_digit())
                    && !token.contains('/')
                    && !token.contains('-')
                {
                    left = (left - 17).max(1);
                    let (h, m, s) = (left / 3600, left / 60 % 60, left % 60);
                    clocked.push_str("{[%clk ");
                    clocked.push_str(&[h, m, s].map(|n| format!("{n:02}")).join(":"));
                    clocked.push_str("]} ");
                }
            }
        }
        clocked.push('\n');
    }
    assert!(clocked.matches("%clk").count() > 1_000);
    let (with_clocks, _) = screened(clocked.as_bytes());
    assert_eq!(plain.manifest.digest, with_clocks.manifest.digest);
}

#[test]
fn trap_15_the_whole_event_is_judged_and_never_its_best_part() {
    // Adding games adds their decisions, whatever they look like; nothing is picked, and no number is given for
    // a part of an event.
    let games = sample_games();
    let (whole, _) = screened(games.concat().as_bytes());
    let (first, _) = screened(games[..15].concat().as_bytes());
    let (rest, _) = screened(games[15..].concat().as_bytes());
    for player in &whole.players {
        let part = |s: &Screening| {
            s.players
                .iter()
                .find(|p| p.fide_id == player.fide_id)
                .map_or((0, 0.0), |p| (p.scored, p.tests.mm.observed.unwrap_or(0.0) * f64::from(p.scored)))
        };
        let ((n, a), (m, b)) = (part(&first), part(&rest));
        assert_eq!(player.scored, n + m, "{}", player.name);
        let matches = player.tests.mm.observed.expect("observed") * f64::from(player.scored);
        assert!((matches - a - b).abs() < 1e-6, "{}", player.name);
    }
    let json = serde_json::to_value(&whole).expect("JSON");
    let player = json["players"][0].as_object().expect("an object");
    for partial in ["rounds", "best", "streak", "by_game", "by_round"] {
        assert!(!player.contains_key(partial), "{partial}");
    }
}

#[test]
fn a_position_without_an_answer_is_counted_and_named() {
    let mut fen = String::new();
    let (s, _) = screened_with(sample::PGN, |plans, evaluations| {
        fen.clone_from(&plans[3].searched().next().expect("a turn").fen);
        evaluations.insert(fen.clone(), None, Err("the engine ended".to_owned()));
    });
    assert_eq!(s.failures.len(), 1);
    assert_eq!(
        (s.failures[0].fen.as_str(), s.failures[0].reason.as_str()),
        (fen.as_str(), "the engine ended")
    );
    let failed: u32 = s.players.iter().filter_map(|p| p.excluded.get(&Exclusion::Failed)).sum();
    assert!(failed >= 1);
    for player in &s.players {
        assert_eq!(player.moves, player.scored + player.excluded.values().sum::<u32>());
    }
}
