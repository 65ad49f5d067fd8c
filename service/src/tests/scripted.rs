//! Something that searches without an engine: values are a function of position and move, and every search is counted.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use analyzer::policy::Mode;
use analyzer::{Parameters, shipped};
use datasets::Collection;
use pipeline::{EngineSession, Search, second_engine_settings};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};
use uci_pool::{Answer, Bound, DepthLines, Evaluation, Identity, Line, Request, Settings, Value};

use super::test_server::TestServer;
use crate::app::App;
use crate::jobs::runner::{Runner, Turn};

/// How often each position was searched, the checks by a second search aside, and what happens after so many searches.
#[derive(Clone, Default)]
pub(super) struct Searches {
    counts: Arc<Mutex<BTreeMap<(String, String), u32>>>,
    /// After so many searches in all the engines are told to look up.
    break_after: Option<(usize, App)>,
    /// Moves that are found best, by position.
    best: Arc<BTreeMap<String, UciMove>>,
}

impl Searches {
    /// Tells the engines of a service to look up in the middle of a game.
    pub(super) fn breaking_after(&self, searches: usize, app: &App) -> Self {
        Self { break_after: Some((searches, app.clone())), ..self.clone() }
    }

    /// The same counts, and no interruption.
    pub(super) fn unbroken(&self) -> Self {
        Self { break_after: None, ..self.clone() }
    }

    /// Every move of a player in some games is found best, and every second one of everybody else.
    pub(super) fn favouring(who: &str, games: &str) -> Self {
        let collection = read(games);
        let roster = datasets::roster(&collection);
        let mut best = BTreeMap::new();
        let plans = analyzer::plan::all(&collection.games);
        for (plan, sides) in plans.iter().zip(&roster.games) {
            for (number, turn) in plan.searched().enumerate() {
                let white = turn.fen.split(' ').nth(1) == Some("w");
                let person = if white { sides.0 } else { sides.1 };
                if roster.people[person].name == who || number % 4 < 2 {
                    best.entry(turn.fen.clone()).or_insert(turn.played);
                }
            }
        }
        Self { best: Arc::new(best), ..Self::default() }
    }

    fn count(&self, request: &Request) {
        let only = request.only.map(|mv| mv.to_string()).unwrap_or_default();
        *self.counts.lock().expect("counts").entry((request.fen.clone(), only)).or_default() += 1;
        if let Some((after, app)) = &self.break_after
            && self.total() == *after
        {
            app.work.interrupt();
        }
    }

    pub(super) fn total(&self) -> usize {
        self.counts.lock().expect("counts").values().sum::<u32>() as usize
    }

    /// Searches of the position that was searched most.
    pub(super) fn most(&self) -> u32 {
        self.counts.lock().expect("counts").values().copied().max().unwrap_or(0)
    }
}

/// See [`Searches`].
pub(super) struct Scripted {
    /// Requests, and whether they are asked for the second time.
    waiting: Mutex<VecDeque<(Request, bool)>>,
    searches: Searches,
    depth: u8,
}

impl Search for Scripted {
    fn submit(&self, request: Request) {
        self.waiting.lock().expect("waiting").push_back((request, false));
    }

    fn submit_again(&self, request: Request, _worker: usize) {
        self.waiting.lock().expect("waiting").push_back((request, true));
    }

    fn next(&self, _: Duration) -> Option<Answer> {
        let (request, again) = self.waiting.lock().expect("waiting").pop_front()?;
        if !again {
            self.searches.count(&request);
        }
        let best = self.searches.best.get(&request.fen);
        let result = Ok(evaluation(&request, best, self.depth));
        Some(Answer { request, result, tries: 1, worker: 0 })
    }
}

/// Values from 0 down to -3 pawns that depend on nothing but position and move, and half a pawn for a move found best.
fn evaluation(request: &Request, best: Option<&UciMove>, depth: u8) -> Evaluation {
    let fen: Fen = request.fen.parse().expect("a FEN");
    let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
    let value = |mv: UciMove| -> i32 {
        if best == Some(&mv) {
            return 50;
        }
        let text = format!("{} {mv}", request.fen);
        let sum = text.bytes().fold(7_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into()));
        -i32::try_from(sum % 300).expect("small")
    };
    let mut moves: Vec<(i32, UciMove)> = position
        .legal_moves()
        .iter()
        .map(|mv| mv.to_uci(CastlingMode::Standard))
        .filter(|mv| request.only.is_none_or(|only| only == *mv))
        .map(|mv| (value(mv), mv))
        .collect();
    moves.sort_by_key(|(value, mv)| (-value, mv.to_string()));
    let lines = moves
        .iter()
        .take(5)
        .map(|(value, mv)| Line { mv: *mv, value: Value::Cp(*value), bound: Bound::Exact })
        .collect();
    Evaluation {
        depths: vec![DepthLines { depth, lines }],
        judgment: 0,
        pvs: Vec::new(),
        nodes: 1,
        truncated: false,
    }
}

/// The engine of these tests.
pub(super) fn identity() -> Identity {
    Identity {
        name: "Scripted 1".to_owned(),
        author: "nobody".to_owned(),
        sha256: "ab".repeat(32),
        signature: None,
        options: Vec::new(),
    }
}

pub(super) fn session(searches: &Searches, settings: &Settings, store: &Path) -> EngineSession<Scripted> {
    session_of(identity(), searches, settings, store)
}

/// Signature and depth in plies of the second engine, which the sequential value of [`parameters`] is fitted to.
const SECOND_SIGNATURE: &str = "scripted 2";
const SECOND_DEPTH: u8 = 9;

/// Another engine, with the settings of a second one beside the full test.
pub(super) fn second_session(searches: &Searches, store: &Path) -> EngineSession<Scripted> {
    let identity = Identity {
        name: "Scripted 2".to_owned(),
        sha256: "cd".repeat(32),
        signature: Some(SECOND_SIGNATURE.to_owned()),
        ..identity()
    };
    session_of(identity, searches, &second_engine_settings(&Settings::FULL, Some(SECOND_DEPTH)), store)
}

fn session_of(
    identity: Identity,
    searches: &Searches,
    settings: &Settings,
    store: &Path,
) -> EngineSession<Scripted> {
    let (searches, depth) = (searches.clone(), settings.depth);
    let start = move || Ok(Scripted { waiting: Mutex::default(), searches: searches.clone(), depth });
    let store = pipeline::open_store(store).expect("a store");
    EngineSession::open(identity, settings, 1, Box::new(start), store).expect("a session")
}

/// Shipped parameters as if they had been made with what searches here, for an event that is played like this.
pub(super) fn parameters(text: &str, mode: Option<Mode>) -> String {
    let mut parameters = Parameters::parse(text).expect("reads");
    let source = parameters.source.as_mut().expect("a source");
    source.engine_sha256 = identity().sha256;
    let second = parameters.depth_aware.as_mut().expect("a second model");
    let fitted = second.deeper.first_mut().expect("a deeper search");
    fitted.engine_signature = Some(SECOND_SIGNATURE.to_owned());
    (fitted.depth, fitted.earlier) = (SECOND_DEPTH, Vec::new());
    parameters.venue = Mode::conditions(mode, parameters.time_class).venue;
    parameters.write().expect("writes")
}

/// Games as they are read from a file of this name.
pub(super) fn read(games: &str) -> Collection {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, games).expect("written");
    datasets::read(&[path], None).expect("reads")
}

/// The engines of a server; a provisional result after every game.
pub(super) fn runner(server: &TestServer, searches: &Searches) -> Runner<Scripted> {
    let session = session(searches, &Settings::QUICK, server.app.storage.path());
    Runner::new(&server.app, session, None).expect("a runner").showing_every(Duration::ZERO)
}

/// The engines of a server with calibrations of both tests; those of the full test are counted apart.
pub(super) fn both(server: &TestServer, quick: &Searches, full: &Searches) -> Runner<Scripted> {
    both_for(server, quick, full, None)
}

/// The same for events that are played like this.
pub(super) fn both_for(
    server: &TestServer,
    quick: &Searches,
    full: &Searches,
    mode: Option<Mode>,
) -> Runner<Scripted> {
    let store = server.app.storage.path();
    let given = Some(parameters(shipped::QUICK_STOCKFISH_15_1, mode));
    let runner = Runner::new(&server.app, session(quick, &Settings::QUICK, store), given).expect("a runner");
    let given = Some(parameters(shipped::FULL_STOCKFISH_15_1, mode));
    runner
        .showing_every(Duration::from_secs(3_600))
        .deepening(session(full, &Settings::FULL, store), given)
        .expect("both")
}

/// Works until there is nothing to do; says how many turns that took.
pub(super) fn finish(runner: &mut Runner<Scripted>) -> u32 {
    for turns in 0..1_000 {
        if runner.turn().expect("a turn") == Turn::Idle {
            return turns;
        }
    }
    panic!("the work does not end");
}
