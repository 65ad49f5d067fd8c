//! Fits the primary model to honest player-events and says how well it holds.
//!
//! Everything here is a function of decisions already evaluated; no engine runs. A *performance* is one player
//! in one event, the unit of judgement.

pub mod anchor;
pub mod bars;
pub mod bootstrap;
pub mod certificate;
pub mod certify;
pub mod check;
pub mod choice_fit;
mod cholesky;
mod event_weights;
mod fewer_lines;
pub mod fit;
pub mod held_out;
mod logit;
pub mod measurement;
mod measures;
pub mod method;
pub mod moments;
pub mod null_certificate;
pub mod null_fit;
pub mod prediction;
pub mod resample;
mod roots;
pub mod sample;
pub mod split;
pub mod spread;
pub mod strength;
mod unlisted_cost;

pub use crate::decision::performance::{self, Performance, is_covered, performances};
pub use fit::{Fit, FitError, fit};
