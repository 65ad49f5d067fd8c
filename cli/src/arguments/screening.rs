//! Options of the commands that screen events and check the results.

use std::path::PathBuf;

use clap::Args;

use super::EngineOptions;

/// Options of `demo`.
#[derive(Clone, Debug, Args)]
pub(crate) struct DemoOptions {
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "out/demo")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `screen`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ScreenOptions {
    /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Folder for the results [default: named after the first input]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the screening as JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// Print every player, not only the highest indices
    #[arg(long)]
    pub(crate) all: bool,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `verify`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A folder written by `screen` or `demo`
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Run the engine again: `all` positions into an empty store, or N of them against the store
    #[arg(long, value_name = "all|N", value_parser = parse_recompute)]
    pub(crate) recompute: Option<Recompute>,
    /// The PGN inputs, if they have moved since
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Vec<PathBuf>,
    /// Print the checks as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// UCI engine to run, if it has moved since
    #[arg(long, value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,
    /// Engine processes side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) engines: Option<u16>,
}

/// How much to search again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recompute {
    /// Everything.
    All,
    /// So many positions.
    Some(usize),
}

fn parse_recompute(text: &str) -> Result<Recompute, String> {
    if text == "all" {
        return Ok(Recompute::All);
    }
    match text.parse::<usize>() {
        Ok(n) if n > 0 => Ok(Recompute::Some(n)),
        _ => Err("give `all` or a number above 0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recompute_takes_all_or_a_number() {
        assert_eq!(parse_recompute("all"), Ok(Recompute::All));
        assert_eq!(parse_recompute("20"), Ok(Recompute::Some(20)));
        assert!(parse_recompute("0").is_err());
        assert!(parse_recompute("some").is_err());
    }
}
