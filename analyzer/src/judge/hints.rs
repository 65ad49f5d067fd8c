//! Live hints: what the evidence allows while an event is being played.
//!
//! After every look at an event there is, for each player, the index and the sequential value, and for the event the
//! *ladder* of arbiter actions: which the evidence allows now, for whom, under which article, and what the next rung
//! would need. Which players get a full test next is a list ordered by evidence within a budget.
//!
//! Everything here is a function from values to values. Nothing runs an engine, reads a clock or remembers a look before:
//! the caller hands in the event as it stands, and keeps the [`Ledger`] of its full tests. Nothing here is a verdict, and
//! nothing can be built here that goes beyond its class of evidence: see [`evidence`].

pub mod escalation;
pub mod evidence;
pub mod ladder;
pub mod ledger;
pub mod look;
pub mod priority;
pub mod promise;
pub mod rounds;
pub mod sequence;

use thiserror::Error;

pub use crate::judge::policy::LookPlan;
use crate::judge::policy::RegulationError;

pub use escalation::{Budget, Candidate, Choice, Choices, EscalationRequest, next_full_tests};
pub use evidence::{
    Complaint, EvidenceError, FullReading, Ground, Intrusive, IntrusiveGround, NoReading, OrangeAlert,
    OverBar, QuickHint, TestOutcome, Unobtrusive,
};
pub use ladder::{Needed, Rung, Stands};
pub use ledger::{FinishedTest, Ledger, Who};
pub use look::{Hints, HintsSecondEngine, Look, PlayerLook, SCHEMA, hints};
pub use priority::{Waiting, search_order};
pub use promise::{Promise, PromiseError};
pub use rounds::{GameState, RoundState, Rounds};
pub use sequence::{Crossing, RoundValue, SequentialPath};

/// Why there are no hints.
#[derive(Debug, Error)]
pub enum HintsError {
    /// The rules built into the program do not read.
    #[error(transparent)]
    Regulations(#[from] RegulationError),
    #[error(transparent)]
    Promise(#[from] PromiseError),
    #[error("a full test names player {person}, and the event has {players}")]
    NoPlayer { person: usize, players: usize },
    /// The document cannot be written for its digest, which no look made here can cause.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
