//! Engine processes under the Universal Chess Interface, and a pool of them.
//!
//! This crate turns a validated position into an [`Evaluation`]: every line the engine reported at every
//! depth. It knows processes, the protocol, search settings and engine identity. It must never know
//! games, players or statistics.

pub mod evaluation;
pub mod settings;

pub use evaluation::{Bound, DepthLines, Evaluation, Line, Value};
pub use settings::Settings;
