//! Honest and helped play made from real positions: what the power of the tests is measured with, and what a test
//! or a lesson can be built on.
//!
//! Everything here is a pure function of decisions already evaluated and of a seed. No engine runs, no game is
//! invented: positions stay as they were played, only the moves in them are drawn again.

pub mod choices;
pub mod event;
pub mod play;
pub mod position;

pub use choices::{Coverage, HelperChoices, HelperMove};
pub use event::{EventPlan, Pool, SimulateError, SimulatedEvent, simulate};
pub use play::{Help, Helper, HonestPart, Move, MoveSource, PreparedSide, PreparedTurn, honest};
pub use position::{Position, Side, is_complete, sides};
