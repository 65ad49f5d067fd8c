//! The depth-aware choice model: how likely each legal move is, given how the moves looked while the engine searched.
//!
//! The engine reports its lines at every depth for free. A move that looks best at depth 2 is played far more often
//! than one that only depth 12 finds, and that is most of what is known about human choice at this cost. Here the
//! history, the move on the board and the position become named features of every legal move; a conditional logit
//! (`McFadden` 1974, "Conditional logit analysis of qualitative choice behavior") turns them into probabilities.
//!
//! Nothing here fits: [`crate::calibrate`] does.

mod exchange;
mod explain;
mod features;
mod history;
mod model;
mod move_features;
mod moves;

pub use explain::{Reason, explain};
pub use features::{FEATURES, Feature, Theme};
pub use model::{DepthAware, DepthAwareAt, ModelError, TEMPER, Weight};
pub(crate) use model::{softmax, temper_rows, utilities};
pub use move_features::MoveFeatures;
pub use moves::{Context, LastMove, Previous};
