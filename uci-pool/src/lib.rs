//! Engine processes under the Universal Chess Interface, and a pool of them.
//!
//! This crate turns a validated position into an [`Evaluation`]: every line the engine reported at every
//! depth. It knows processes, the protocol, search settings and engine identity. It must never know
//! games, players or statistics.
//!
//! A result depends on the engine's bytes, its options, the [`Settings`] and the [`Request`], and on nothing
//! else: one thread, a limit by depth and nodes, never by time, and `ucinewgame` before every position.

mod assemble;
pub mod codec;
mod engine;
pub mod evaluation;
mod fits;
mod identity;
mod lines;
mod options;
mod pool;
mod process;
mod protocol;
mod request;
pub mod settings;
mod spec;
pub mod transcript;
mod worker;

pub use codec::DecodeError;
pub use engine::EngineError;
pub use evaluation::{Bound, DepthLines, Evaluation, Line, Value};
pub use fits::Misfit;
pub use identity::{Identity, hex, identify};
pub use pool::{Counters, Limits, Pool, PoolError};
pub use request::{Answer, Failure, Request, fen, mode};
pub use settings::{Decided, Settings, SettingsError};
pub use spec::{EngineSpec, find_engine};
