//! The `fairplay-lab` command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lab::made_up_event::{self, SimulateOptions};
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
    /// Measure how often help is seen, against its share, the number of games and simple rules.
    Power(PowerOptions),
    /// Make up an event from real positions, with help for some players, for tests and for teaching.
    Simulate(SimulateOptions),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Power(options) => power::run(&options),
        Command::Simulate(options) => made_up_event::run(&options),
    };
    if let Err(error) = &done {
        eprintln!("fairplay-lab: {error:#}");
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
