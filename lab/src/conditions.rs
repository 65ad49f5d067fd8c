//! The conditions of the games that a study is about.

use analyzer::Parameters;
use anyhow::Context;
use clap::Args;
use cli::config::Config;
use cli::run::parameters_for;
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;
use uci_pool::Identity;

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

/// The parameters for an engine, the settings of a configuration and these conditions: from the file that it names, else the shipped
/// ones.
pub(crate) fn parameters(
    config: &Config,
    identity: &Identity,
    conditions: Conditions,
) -> anyhow::Result<Parameters> {
    let settings = &config.settings;
    parameters_for(config.parameters.as_deref(), identity, settings, conditions)?.with_context(|| {
        format!(
            "there are no parameters for {} at depth {} with {} lines in {conditions}; make some with `fairplay calibrate`",
            identity.name, settings.depth, settings.multipv
        )
    })
}
