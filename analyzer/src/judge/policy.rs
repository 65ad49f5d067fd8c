//! From a z to what the rules allow, as data.
//!
//! Numbers and articles of the rules are read from one dated file ([`Regulations`]). [`permissions()`] says which actions the
//! evidence allows, at one of several [`looks`] or in a single test, and [`statements`] everything that the rules say of a
//! reading; [`multiplicity`] corrects for having looked many times, [`base_rates`] says how often honest
//! players get there and how far a prior carries.
//!
//! Nothing here decides. There is no verdict among the results, and no text for readers: these are values that a report
//! words from its message files. Nothing here knows an engine, and no number of the rules stands in the code.
//!
//! The caller answers for the z: it is the leading z, made with parameters that fit and have a certificate.

pub mod base_rates;
pub mod looks;
pub mod multiplicity;
pub mod permissions;
pub mod rate_of_play;
pub mod regulations;
pub mod result_facts;
pub mod statements;

use thiserror::Error;

pub use base_rates::{BaseRates, base_rates};
pub use multiplicity::{Multiplicity, corrected, players_bar};
pub use permissions::{NotAllowed, permissions};
pub use rate_of_play::{NewerRule, RateOfPlay};
pub use regulations::{Action, Limitation, OnlineComplaints, OnlineRules, RegulationError, Regulations};
pub use result_facts::{Attention, IprFact, LookPlan, Mode, Occasion, ResultFacts, TestKind, Venue};
pub use statements::{Statement, statements};

/// A question that cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PolicyError {
    #[error("a z of {z} has no place under the rules")]
    NotFinite { z: f64 },
}

pub(crate) fn finite(z: f64) -> Result<f64, PolicyError> {
    if z.is_finite() { Ok(z) } else { Err(PolicyError::NotFinite { z }) }
}
