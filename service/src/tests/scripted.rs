//! Something that searches without an engine: values are a function of position and move, and every search is counted.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use analyzer::desk::Desk;
use analyzer::evaluate::Search;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};
use uci_pool::{Answer, Bound, DepthLines, Evaluation, Identity, Line, Request, Settings, Value};

use super::house::House;
use crate::app::App;
use crate::runner::{Runner, Turn};

/// How often each position was searched, and what happens after so many searches.
#[derive(Clone, Default)]
pub(super) struct Searches {
    counts: Arc<Mutex<BTreeMap<(String, String), u32>>>,
    /// After so many searches in all the engines are told to look up.
    break_after: Option<(usize, App)>,
}

impl Searches {
    /// Tells the engines of a service to look up in the middle of a game.
    pub(super) fn breaking_after(&self, searches: usize, app: &App) -> Self {
        Self {
            counts: Arc::clone(&self.counts),
            break_after: Some((searches, app.clone())),
        }
    }

    /// The same counts, and no interruption.
    pub(super) fn unbroken(&self) -> Self {
        Self {
            counts: Arc::clone(&self.counts),
            break_after: None,
        }
    }

    /// Searches so far.
    pub(super) fn total(&self) -> usize {
        self.counts.lock().expect("counts").values().sum::<u32>() as usize
    }

    /// Searches of the position that was searched most.
    pub(super) fn most(&self) -> u32 {
        self.counts
            .lock()
            .expect("counts")
            .values()
            .copied()
            .max()
            .unwrap_or(0)
    }
}

/// See [`Searches`].
pub(super) struct Scripted {
    waiting: Mutex<VecDeque<Request>>,
    searches: Searches,
}

impl Search for Scripted {
    fn submit(&self, request: Request) {
        self.waiting.lock().expect("waiting").push_back(request);
    }

    fn next(&self, _: Duration) -> Option<Answer> {
        let request = self.waiting.lock().expect("waiting").pop_front()?;
        let only = request.only.map(|mv| mv.to_string()).unwrap_or_default();
        *self
            .searches
            .counts
            .lock()
            .expect("counts")
            .entry((request.fen.clone(), only))
            .or_default() += 1;
        if let Some((after, app)) = &self.searches.break_after
            && self.searches.total() == *after
        {
            app.work.interrupt();
        }
        let result = Ok(evaluation(&request));
        Some(Answer {
            request,
            result,
            tries: 1,
        })
    }
}

/// Values from 0 down to -3 pawns that depend on nothing but position and move.
fn evaluation(request: &Request) -> Evaluation {
    let fen: Fen = request.fen.parse().expect("a FEN");
    let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
    let value = |mv: UciMove| -> i32 {
        let text = format!("{} {mv}", request.fen);
        let sum = text
            .bytes()
            .fold(7_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into()));
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
        .map(|(value, mv)| Line {
            mv: *mv,
            value: Value::Cp(*value),
            bound: Bound::Exact,
        })
        .collect();
    Evaluation {
        depths: vec![DepthLines { depth: 12, lines }],
        judgment: 0,
        pvs: Vec::new(),
        nodes: 1,
        truncated: false,
    }
}

fn desk(searches: &Searches, store: &Path) -> Desk<Scripted> {
    let identity = Identity {
        name: "Scripted 1".to_owned(),
        author: "nobody".to_owned(),
        sha256: "ab".repeat(32),
        options: Vec::new(),
    };
    let searches = searches.clone();
    let start = move || {
        Ok(Scripted {
            waiting: Mutex::default(),
            searches: searches.clone(),
        })
    };
    Desk::with(identity, &Settings::QUICK, 1, Box::new(start), store).expect("a desk")
}

/// The engines of a house; a provisional result after every game.
pub(super) fn runner(house: &House, searches: &Searches) -> Runner<Scripted> {
    let desk = desk(searches, house.app.storage.path());
    Runner::new(&house.app, desk, None)
        .expect("a runner")
        .showing_every(Duration::ZERO)
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
