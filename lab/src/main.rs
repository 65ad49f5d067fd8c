//! The `fairplay-lab` command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lab::bayes_factor::{self, BayesFactorOptions};
use lab::clocks::{self, ClocksOptions};
use lab::corpus::{self, CorpusOptions};
use lab::fits::anchored::{self, AnchoredOptions};
use lab::fits::deeper::{self, FitDeeperOptions};
use lab::fits::engine_choice::{self, FitHelperOptions};
use lab::fits::strength::{self, StrengthOptions};
use lab::made_up_event::{self, SimulateOptions};
use lab::measure::{self, MeasureOptions};
use lab::power::{self, PowerOptions};

/// Studies of the statistics of `fairplay`; no part of the product.
#[derive(Debug, Parser)]
#[command(name = "fairplay-lab", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fit projections to performances that two engines have searched, held to those of the first.
    Anchored(AnchoredOptions),
    /// Compute the Bayes factor of help for performances that were measured.
    BayesFactor(BayesFactorOptions),
    /// Relate the time used to difficulty, and the strength of play to the time left, in games with clocks.
    Clocks(ClocksOptions),
    /// List the tournaments of collections, duplicates among them, and which may enter a fit.
    Corpus(CorpusOptions),
    /// Fit how often honest players make the first move of a deeper search.
    Deeper(FitDeeperOptions),
    /// Fit the helper to the first choices of several engines.
    Helper(FitHelperOptions),
    /// Search a drawn part of a corpus, and write how each player drawn differs from the projection.
    Measure(MeasureOptions),
    /// Measure how often help is seen, against its share, the number of games and simple rules.
    Power(PowerOptions),
    /// Fit how far honest players stand from their published ratings.
    Strength(StrengthOptions),
    /// Make up an event from real positions, with help for some players, for tests and for teaching.
    Simulate(SimulateOptions),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Anchored(options) => anchored::run(&options),
        Command::BayesFactor(options) => bayes_factor::run(&options),
        Command::Clocks(options) => clocks::run(&options),
        Command::Corpus(options) => corpus::run(&options),
        Command::Deeper(options) => deeper::run(&options),
        Command::Helper(options) => engine_choice::run(&options),
        Command::Measure(options) => measure::run(&options),
        Command::Power(options) => power::run(&options),
        Command::Strength(options) => strength::run(&options),
        Command::Simulate(options) => made_up_event::run(&options),
    };
    if let Err(error) = &done {
        eprintln!("fairplay-lab: {}", cli::output::in_words(error));
    }
    ExitCode::from(u8::from(done.is_err()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Arguments::command().debug_assert();
    }
}
