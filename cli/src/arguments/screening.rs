//! Options of the commands that screen events and check the results.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use analyzer::basis::Basis;
use clap::{Args, ValueEnum};
use datasets::time_class::TimeClass;

use super::{BesideOptions, CustodyOptions, EngineOptions, LanguageOptions};
use pipeline::RatingChoice;

/// Options of `demo`.
#[derive(Clone, Debug, Args)]
pub(crate) struct DemoOptions {
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "out/demo")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
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
    /// Opening book made by `fairplay book build`: decisions begin at the first position that was new, not at turn 9
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) rating: RatingOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `test`.
#[derive(Clone, Debug, Args)]
pub(crate) struct TestOptions {
    /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The player: a FIDE number, a name, or enough words of it
    #[arg(long, value_name = "WHO")]
    pub(crate) player: String,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Folder for the dossier [default: named after the first input]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the dossier as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) custody: CustodyOptions,
    /// Another engine for the independent test: how often its first move was played, by the player and by the opponents
    #[arg(long, value_name = "FILE")]
    pub(crate) second_engine: Option<PathBuf>,
    /// An argument for that engine, such as the script that node runs; can be repeated
    #[arg(long, value_name = "ARGUMENT", requires = "second_engine", allow_hyphen_values = true)]
    pub(crate) second_engine_args: Vec<String>,
    /// A further file that decides what it says, such as that script; can be repeated
    #[arg(long, value_name = "FILE", requires = "second_engine")]
    pub(crate) second_engine_files: Vec<PathBuf>,
    /// Its depth in plies [default: that of the test]
    #[arg(long, value_name = "PLIES", requires = "second_engine")]
    pub(crate) second_depth: Option<u8>,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
    /// Opening book made by `fairplay book build`: decisions begin at the first position that was new, not at turn 9
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) circumstances: CircumstanceOptions,
    #[command(flatten)]
    pub(crate) beside: BesideOptions,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) rating: RatingOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// What the moves do not tell, and decides what a result may be used for. The dossier prints all of it.
#[derive(Clone, Debug, Args)]
pub(crate) struct CircumstanceOptions {
    /// How the event was played, which sets the threshold
    #[arg(long, value_enum, value_name = "HOW", default_value_t = ModeName::OverTheBoard)]
    pub(crate) mode: ModeName,
    /// How the player came under attention, apart from the moves
    #[arg(long, value_enum, value_name = "HOW", default_value_t = AttentionName::Nobody)]
    pub(crate) attention: AttentionName,
    /// Players of the event [default: those in the files]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<NonZeroU32>,
    /// Tests made in all, of all players and under all settings [default: one for each player]
    #[arg(long, value_name = "N")]
    pub(crate) tests: Option<NonZeroU64>,
    /// Player-events of the season, where a whole season was looked through
    #[arg(long, value_name = "N")]
    pub(crate) season: Option<NonZeroU64>,
    /// Player-events a year to compute base rates with [default: the number in the file of the rules]
    #[arg(long, value_name = "N")]
    pub(crate) per_year: Option<NonZeroU32>,
    /// Whether the second, independent test agrees, as those who read it say
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) second_test: Option<SecondTestName>,
}

/// How an event was played.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ModeName {
    /// Over the board.
    OverTheBoard,
    /// Online.
    Online,
    /// Hybrid, counted as over the board by how it was played and supervised.
    HybridOverTheBoard,
    /// Hybrid, counted as online by how it was played and supervised.
    HybridOnline,
}

/// How a player came under attention.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AttentionName {
    /// Nobody was singled out before the event.
    Nobody,
    /// Singled out before the event, with physical or observational evidence.
    SingledOut,
    /// Named in a formal complaint with observation.
    Complaint,
}

/// What those say who read the second test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SecondTestName {
    /// It agrees.
    Agrees,
    /// It does not.
    Disagrees,
}

/// Which rating each player is held to.
#[derive(Clone, Debug, Args)]
pub(crate) struct RatingOptions {
    /// Time class of the event [default: by the games' time controls and names, else standard]
    #[arg(long, value_enum, value_name = "CLASS")]
    pub(crate) time_class: Option<ClassName>,
    /// The rating of record; the others are shown beside it
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = BasisName::Published)]
    pub(crate) rating: BasisName,
    /// Take ratings from the stored lists valid on the first day (see `fairplay ratings`), where they have one
    #[arg(long)]
    pub(crate) ratings_from_lists: bool,
    /// Standard deviation of every rating beyond what is usual, in points; it widens every z
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) rating_sd: u16,
    /// Points added to the rating of juniors, by the birth year on the stored lists
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) junior_allowance: u16,
    /// Standard deviation of a junior's rating, in points
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) junior_sd: u16,
    /// Rating that players without one are held to
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(u16).range(1..=4000))]
    pub(crate) unrated_as: Option<u16>,
    /// Standard deviation of that rating, in points
    #[arg(long, value_name = "POINTS", default_value_t = 200, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) unrated_sd: u16,
}

/// Time classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClassName {
    /// 60 minutes or more for 60 moves.
    Standard,
    /// More than 10 and less than 60 minutes.
    Rapid,
    /// 10 minutes or less.
    Blitz,
    /// A day or more.
    Correspondence,
}

impl ClassName {
    /// The class.
    pub(crate) fn class(self) -> TimeClass {
        match self {
            Self::Standard => TimeClass::Standard,
            Self::Rapid => TimeClass::Rapid,
            Self::Blitz => TimeClass::Blitz,
            Self::Correspondence => TimeClass::Correspondence,
        }
    }
}

/// Ratings of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BasisName {
    /// As published before the event.
    Published,
    /// Before each game, from the event's earlier games.
    Live,
    /// After the event, from all of its games.
    After,
}

impl RatingOptions {
    /// The choice.
    pub(crate) fn choice(&self) -> RatingChoice {
        RatingChoice {
            time_class: self.time_class.map(ClassName::class),
            basis: match self.rating {
                BasisName::Published => Basis::Published,
                BasisName::Live => Basis::Live,
                BasisName::After => Basis::After,
            },
            from_lists: self.ratings_from_lists,
            rating_sd: self.rating_sd,
            junior_allowance: self.junior_allowance,
            junior_sd: self.junior_sd,
            unrated_as: self.unrated_as,
            unrated_sd: self.unrated_sd,
        }
    }
}

/// Options of `verify`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A folder written by `screen` or `demo`, or an evidence bundle: a folder or a `.zip`
    #[arg(value_name = "PATH")]
    pub(crate) folder: PathBuf,
    /// Make the numbers again: with the engine on `all` positions or on N of them chosen at random, or, with `statistics`,
    /// from the answers that were kept
    #[arg(long, value_name = "all|N|statistics", value_parser = parse_recompute)]
    pub(crate) recompute: Option<Recompute>,
    /// The seed of the choice, to repeat one that was printed [default: one that nobody knows beforehand]
    #[arg(long, value_name = "NUMBER", requires = "recompute")]
    pub(crate) seed: Option<u64>,
    /// PGN inputs: of a folder, to compute from [default: the files of the same name in it]; of a bundle, to look for
    /// its games in them
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Vec<PathBuf>,
    /// Evaluation store for the numbers of a folder [default: as for `screen`]
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) store: Option<PathBuf>,
    /// Opening book of a folder, if its run used one
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) book: Option<PathBuf>,
    /// Alias table of a folder, if its run used one
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) aliases: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) config: Option<PathBuf>,
    /// Parameter file for the numbers [default: the shipped ones of that version; of a bundle, else those inside]
    #[arg(long, value_name = "FILE", requires = "recompute")]
    pub(crate) parameters: Option<PathBuf>,
    /// The operator's public key, or the file of one, to check the signature of a bundle with
    #[arg(long, value_name = "KEY|FILE")]
    pub(crate) key: Option<String>,
    /// Print the checks as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// UCI engine to run [default: as for `screen`]; what is checked never chooses a program
    #[arg(long, value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,
    /// Engine processes side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) engines: Option<u16>,
}

impl VerifyOptions {
    /// Engine options of the reader alone: nothing in the checked folder or bundle chooses a program, an option or a path.
    pub(crate) fn reader(&self) -> EngineOptions {
        EngineOptions {
            engine: self.engine.clone(),
            engines: self.engines,
            store: self.store.clone(),
            parameters: self.parameters.clone(),
            config: self.config.clone(),
            ..EngineOptions::default()
        }
    }
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
