//! One event on its way to results: which game is searched next, and when hints may be given.
//!
//! The command line and the server both work through an event here. They decide how long it is worked on and where results
//! go.

use std::collections::BTreeSet;

use analyzer::hints::{Rounds, search_order};
use analyzer::policy::Mode;
use analyzer::{GamePlan, plan};
use datasets::{Collection, StoreError};
use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::{EngineSession, EvaluateError, LiveSnapshot, PreparedEvent, Progress, Search, SearchPlayedMove};

/// When hints are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum HintTiming {
    /// After each complete round, on complete rounds only.
    #[cfg_attr(feature = "clap", value(name = "round"))]
    EachRound,
    /// Whenever something new has been searched, on all moves that count.
    #[cfg_attr(feature = "clap", value(name = "move"))]
    EachMove,
}

/// The end of a step of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// A game was answered; there may be more.
    Answered,
    /// Every position is answered.
    Finished,
    /// The caller asked to stop. What was answered is in the store.
    Stopped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub end: StepEnd,
    /// Searches that it took.
    pub searched: u64,
}

/// An event whose positions are searched game by game.
pub struct EventRun {
    pub event: PreparedEvent,
    /// The games with their rounds, those of running rounds included.
    pub snapshot: LiveSnapshot,
    /// The games that hints are given on.
    pub hinted: Collection,
    hinted_plans: Vec<GamePlan>,
    timing: HintTiming,
    order: Vec<usize>,
    /// Positions without an answer.
    open: BTreeSet<String>,
    total: u64,
}

impl EventRun {
    /// Orders the games; those of the people in `first` come before others of equal rank. The rounds of a followed event
    /// come from its source.
    pub fn new<S: Search>(
        event: PreparedEvent,
        rounds: Option<Rounds>,
        timing: HintTiming,
        first: &BTreeSet<usize>,
        session: &EngineSession<S>,
    ) -> Result<Self, StoreError> {
        let snapshot = LiveSnapshot {
            rounds: rounds.unwrap_or_else(|| Rounds::of_collection(&event.collection)),
            collection: event.collection.clone(),
        };
        let hinted = match timing {
            HintTiming::EachRound => snapshot.complete(),
            HintTiming::EachMove => snapshot.collection.clone(),
        };
        let searched = event.plans.iter().flat_map(GamePlan::searched);
        let positions: BTreeSet<&str> = searched.map(|turn| turn.fen.as_str()).collect();
        Ok(Self {
            order: search_order(&snapshot.waiting(&event.roster, &|person| first.contains(&person))),
            total: positions.len() as u64,
            open: session.unanswered(&event.plans)?,
            hinted_plans: plan::all_under(&hinted.games, Mode::played_under(event.facts.mode)),
            hinted,
            snapshot,
            timing,
            event,
        })
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    /// Positions without an answer.
    pub fn left(&self) -> u64 {
        self.open.len() as u64
    }

    pub fn done(&self) -> u64 {
        self.total.saturating_sub(self.left())
    }

    /// Answers the first game in order that has a position without an answer. `report` is told the number of answered
    /// positions of the event. The step that answers the last game says so, for nothing else is to come before its results.
    pub fn step<S: Search>(
        &mut self,
        session: &mut EngineSession<S>,
        played: SearchPlayedMove,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(u64),
    ) -> Result<Step, EvaluateError> {
        let plans = || self.order.iter().filter_map(|game| self.event.plans.get(*game));
        let mut pending = plans().map(|plan| (plan, session.pending(plan)));
        let Some((game, pending)) = pending.find(|(_, pending)| !pending.turns.is_empty()) else {
            return Ok(Step { end: StepEnd::Finished, searched: 0 });
        };
        let fens: BTreeSet<&str> = game.searched().map(|turn| turn.fen.as_str()).collect();
        let open = fens.iter().filter(|fen| self.open.contains(**fen)).count() as u64;
        let (done, mut searched) = (self.done(), 0);
        let mut progress = |progress: &Progress| {
            searched = progress.done.saturating_sub(progress.stored) as u64;
            report(done.saturating_add(searched.min(open)));
        };
        let mut end = match session.answer(&[pending], played, stop, &mut progress) {
            Ok(_) => StepEnd::Answered,
            Err(EvaluateError::Stopped { .. }) => StepEnd::Stopped,
            Err(error) => return Err(error),
        };
        if end == StepEnd::Answered {
            // A position that the engine could not answer counts as well: it will not be asked again.
            for fen in fens {
                self.open.remove(fen);
            }
            if self.open.is_empty() && plans().all(|plan| session.pending(plan).turns.is_empty()) {
                end = StepEnd::Finished;
            }
        }
        Ok(Step { end, searched })
    }

    /// Whether hints may be given: there are games to give them on, and each of their positions is answered. Of complete
    /// rounds they may be given while the running round is searched.
    pub fn hints_due<S: Search>(&self, session: &EngineSession<S>, finished: bool) -> bool {
        let answered = || self.hinted_plans.iter().all(|plan| session.pending(plan).turns.is_empty());
        !self.hinted.games.is_empty() && (finished || (self.timing == HintTiming::EachRound && answered()))
    }

    /// The first game that hints are given on with turns that have not been answered in this run, and those turns. A second engine has
    /// to answer these alone.
    pub fn next_hinted<S: Search>(&self, session: &EngineSession<S>) -> Option<GamePlan> {
        self.hinted_plans.iter().map(|plan| session.pending(plan)).find(|pending| !pending.turns.is_empty())
    }

    /// SHA-256 of the round and the games that hints are made from, each with the hash of its text and its moves, and of
    /// further lines. While it stays, hints say nothing new.
    pub fn basis(&self, further: &[String]) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("round {:?}\n", self.snapshot.rounds.complete_through));
        for game in &self.hinted.games {
            hash.update(format!("{} {}\n", game.sha256, game.moves.len()));
        }
        for line in further {
            hash.update(format!("{line}\n"));
        }
        hex(&hash.finalize())
    }
}
