//! Arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::RunOptions;

/// How the command ends, for its help.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  everything holds, and the key given with --key signed the bundle
  1  something does not hold
  2  wrong usage
  4  consistent, but not attested: nobody signed it (a screening folder never is)
  5  consistent, but not attested: the key that signed came with the bundle
  6  not compared: pages or tables that another version of the program made, or one built with other formats";

#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A folder written by `screen` or `demo`, or an evidence bundle: a folder or a `.zip`
    #[arg(value_name = "PATH")]
    pub(crate) folder: PathBuf,
    /// Compute the numbers again: with the engine on `all` positions or on N of them chosen at random, or, with
    /// `statistics`, from the answers that were kept
    #[arg(long, value_name = "all|N|statistics", value_parser = parse_recompute)]
    pub(crate) recompute: Option<Recompute>,
    /// Seed of the choice, to repeat one that was printed [default: a random number]
    #[arg(long, value_name = "NUMBER", requires = "recompute")]
    pub(crate) seed: Option<u64>,
    /// PGN files: of a folder, to compute from [default: the files of the same name in it]; of a bundle, to look for
    /// its games in them
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) pgn: Vec<PathBuf>,
    /// Opening book of a folder, if its run used one
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) book: Option<PathBuf>,
    /// Alias table of a folder, if its run used one
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) aliases: Option<PathBuf>,
    /// The operator's public key, or the file of one, to check the signature of a bundle with
    #[arg(long, value_name = "KEY|FILE")]
    pub(crate) key: Option<String>,
    /// Certificates of time-stamping authorities that the reader trusts, in one PEM file. The answer of the authority is looked
    /// for beside the bundle, as `fairplay timestamp attach` puts it there
    #[arg(long, value_name = "FILE")]
    pub(crate) time_authority: Option<PathBuf>,
    /// Print the checks as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Of the reader alone: nothing in the checked folder or bundle chooses a program, an option or a path.
    #[command(flatten)]
    pub(crate) run: RunOptions,
}

/// How much to search again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recompute {
    /// Everything.
    All,
    /// Nothing: only the numbers, from the answers that were kept.
    Statistics,
    /// So many positions.
    Some(usize),
}

fn parse_recompute(text: &str) -> Result<Recompute, String> {
    match (text, text.parse::<usize>()) {
        ("all", _) => Ok(Recompute::All),
        ("statistics", _) => Ok(Recompute::Statistics),
        (_, Ok(n)) if n > 0 => Ok(Recompute::Some(n)),
        _ => Err("give `all`, `statistics` or a number above 0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recompute_takes_all_statistics_or_a_number() {
        assert_eq!(parse_recompute("all"), Ok(Recompute::All));
        assert_eq!(parse_recompute("20"), Ok(Recompute::Some(20)));
        assert_eq!(parse_recompute("statistics"), Ok(Recompute::Statistics));
        assert!(parse_recompute("0").is_err());
        assert!(parse_recompute("some").is_err());
    }
}
