//! Honest and helped play made from real positions.
//!
//! No game is invented: positions stay as they were played, only the moves in them are drawn again.

mod choices;
mod play;
mod position;

pub(crate) use choices::{Coverage, attach, attach_deeper};
#[cfg(test)]
pub(crate) use play::tests as fixtures;
pub use play::{Help, Helper, HonestMoves, HonestPart, Move, MoveSource, PreparedSide, PreparedTurn};
pub use position::{Position, Side, sides};

use analyzer::Parameters;
use analyzer::null::Null;
use analyzer::strength::Shift;

/// The shift against which play drawn from a model at a rating is judged: no mean, and the spread of honest players.
pub(crate) fn expected(parameters: &Parameters, null: &Null, rating: f64) -> Shift {
    let prior = parameters.strength.prior(rating, None, None, 0.0);
    Shift { mean: -null.level, ..prior }
}
