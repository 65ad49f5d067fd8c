//! Fits the choice models and the null to honest performances.
//!
//! Everything here is a function of decisions already evaluated; no engine runs. A *performance* is one player
//! in one event, the unit of judgement.

pub mod anchor;
pub mod choice_fit;
mod cholesky;
pub mod deeper_fit;
mod event_weights;
pub mod excess;
mod fewer_lines;
pub mod fit;
mod logit;
pub mod measurement;
pub mod method;
pub mod null_certificate;
pub mod null_fit;
mod roots;
pub mod sample;
pub mod split;
pub mod strength;
mod unlisted_cost;

pub use crate::decision::performance::{self, Performance, is_covered, performances};
pub use fit::{Fit, FitError, fit};
