//! Engine processes under the Universal Chess Interface, and a pool of them.
//!
//! This crate turns a validated position into an [`Evaluation`]: every line the engine reported at every
//! depth. It knows processes, the protocol, search settings and engine identity. It must never know
//! games, players or statistics.
//!
//! A result depends on the engine, its options, the [`Settings`] and the [`Request`], and on nothing
//! else: one thread, a limit by depth and nodes, never by time, and `ucinewgame` before every position.

mod engine;
pub mod evaluation;
mod pool;
mod protocol;
mod request;
pub mod settings;
pub mod transcript;

pub use engine::cage::{self, Cage};
pub use engine::identity::{Identity, NOT_HASHED, hex, identify, identify_for};
pub use engine::signature::{self, SignatureError};
pub use engine::spec::{EngineError, EngineSpec, Limits, find_engine};
pub use evaluation::codec::{self, DecodeError, put_varint, take_varint};
pub use evaluation::{Bound, DepthLines, Evaluation, Line, Value};
pub use pool::{Counters, Pool, PoolError};
pub use protocol::text::steers_display;
pub use request::{Answer, Failure, Request, fen, mode};
pub use settings::{Decided, Settings, SettingsError};
