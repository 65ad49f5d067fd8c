//! Honest and helped play made from real positions.
//!
//! No game is invented: positions stay as they were played, only the moves in them are drawn again.

mod choices;
mod play;
mod position;

pub(crate) use choices::attach;
#[cfg(test)]
pub(crate) use play::tests as fixtures;
pub use play::{Help, Helper, HonestPart, Move, MoveSource, PreparedSide, PreparedTurn};
pub use position::{Position, Side, sides};
