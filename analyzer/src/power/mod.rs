//! Power: how often help is seen, at a false-alarm rate that is stated.
//!
//! Performances are put together from games of honest players, a share of the moves is replaced by a helper's, and
//! the tests are asked. Everything is a pure function of decisions already evaluated and of a seed; no engine runs, and
//! nothing here decides what ought to follow from a detection.

pub mod experiment;
pub mod helped_sides;
pub mod pool;
pub mod score;
pub mod table;
pub mod threshold;
pub mod visible;

pub use experiment::{Experiment, PowerError, measure};
pub use helped_sides::balanced;
pub use pool::BandPool;
pub use score::{Score, Statistic};
pub use table::{BandSize, PowerDocument, PowerManifest, PowerRow, PowerTable};
pub use visible::{HelperEffect, Visible, smallest_visible};
