//! The conditions of the games that a study is about.

use clap::Args;
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;

/// Time class and venue of the games.
#[derive(Clone, Debug, Args)]
pub struct ConditionsOptions {
    /// Time class of the games
    #[arg(long, value_name = "CLASS", default_value = "standard")]
    pub time_class: TimeClass,
    /// Venue of the games
    #[arg(long, value_name = "VENUE", default_value = "over-the-board")]
    pub venue: Venue,
}

impl Default for ConditionsOptions {
    fn default() -> Self {
        Self { time_class: Conditions::USUAL.class, venue: Conditions::USUAL.venue }
    }
}

impl From<&ConditionsOptions> for Conditions {
    fn from(options: &ConditionsOptions) -> Self {
        Self { class: options.time_class, venue: options.venue }
    }
}
