//! Statistics: functions from decisions to numbers.

pub mod bayes_factor;
pub mod efficient;
pub mod field;
pub mod group_sequential;
pub mod intervals;
pub mod ipr;
pub mod outcomes;
pub mod overall;
pub mod projection;
pub mod rank_correlation;
pub mod results;
pub mod statistic;
pub mod sums;
pub mod tails;
