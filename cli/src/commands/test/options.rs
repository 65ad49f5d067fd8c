//! Arguments of `test`.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use analyzer::full_test::Circumstances;
use analyzer::policy::{Attention, Mode, Venue};
use clap::{Args, ValueEnum};
use datasets::tournament::trf::Encoding;
use pipeline::bundle::{AttachmentFiles, CustodyStatements};

use crate::arguments::{EngineOptions, LanguageOptions, RatingOptions};

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
    pub(crate) attachments: AttachmentOptions,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) rating: RatingOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Circumstances that decide how a result may be used. The dossier prints all of them.
#[derive(Clone, Debug, Args)]
pub(crate) struct CircumstanceOptions {
    /// How the event was played, which sets the threshold
    #[arg(long, value_enum, value_name = "HOW", default_value_t = ModeName::OverTheBoard)]
    pub(crate) mode: ModeName,
    /// How the player came under attention, apart from the moves
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Attention::Nobody)]
    pub(crate) attention: Attention,
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

impl CircumstanceOptions {
    pub(crate) fn circumstances(&self) -> Circumstances {
        let hybrid = |counted_as| Mode::Hybrid { counted_as };
        Circumstances {
            mode: match self.mode {
                ModeName::OverTheBoard => Mode::OverTheBoard,
                ModeName::Online => Mode::Online,
                ModeName::HybridOverTheBoard => hybrid(Venue::OverTheBoard),
                ModeName::HybridOnline => hybrid(Venue::Online),
            },
            attention: self.attention,
            players: self.players,
            tests: self.tests,
            season: self.season,
            per_year: self.per_year,
            second_test_agrees: self.second_test.map(|says| says == SecondTestName::Agrees),
        }
    }
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

/// The verdict of those who read the second test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SecondTestName {
    /// It agrees.
    Agrees,
    /// It does not.
    Disagrees,
}

/// Options of `test` that add a part to the dossier each and change no z.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AttachmentOptions {
    /// Tournament report (TRF16 or TRF26): its players, results and dates are compared with the games
    #[arg(long, value_name = "FILE")]
    pub(crate) trf: Option<PathBuf>,
    /// How the report's characters are written [default: UTF-8]
    #[arg(long, value_enum, value_name = "ENCODING", requires = "trf")]
    pub(crate) trf_encoding: Option<Encoding>,
    /// `screening.json` of the same games by `fairplay screen`: where the player stands in the field
    #[arg(long, value_name = "FILE")]
    pub(crate) screening: Option<PathBuf>,
    /// Log of absences from the board (.toml or .csv): the decisions after coming back, apart
    #[arg(long, value_name = "FILE")]
    pub(crate) absences: Option<PathBuf>,
    /// Each event of the games by itself, and all of them together; without it they are tested as one performance
    #[arg(long, conflicts_with_all = ["event", "trf", "screening", "absences"])]
    pub(crate) each_event: bool,
}

impl AttachmentOptions {
    pub(crate) fn files(&self) -> AttachmentFiles<'_> {
        AttachmentFiles {
            report: self.trf.as_deref(),
            report_encoding: self.trf_encoding,
            screening: self.screening.as_deref(),
            absences: self.absences.as_deref(),
        }
    }
}

/// Statements about a test, and how its bundle is signed.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CustodyOptions {
    /// Key to sign the bundle with [default: the one that `fairplay key new` made, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// At whose request the test is made; printed in the dossier [default: not stated]
    #[arg(long, value_name = "TEXT", value_parser = statement)]
    pub(crate) requested_by: Option<String>,
    /// Why this player; printed in the dossier [default: not stated]
    #[arg(long, value_name = "TEXT", value_parser = statement)]
    pub(crate) reason: Option<String>,
    /// Who runs the program; printed in the dossier [default: not stated]
    #[arg(long, value_name = "NAME", value_parser = statement)]
    pub(crate) operator: Option<String>,
    /// A confidential note: in a file of the complete copy, never in the one for the defence; can be repeated
    #[arg(long = "note", value_name = "TEXT", value_parser = statement)]
    pub(crate) notes: Vec<String>,
}

/// Limit on the length of a statement, in characters.
const MAX_STATEMENT: usize = 2_000;

impl CustodyOptions {
    pub(crate) fn statements(&self) -> CustodyStatements<'_> {
        CustodyStatements {
            requested_by: self.requested_by.as_deref(),
            reason: self.reason.as_deref(),
            operator: self.operator.as_deref(),
        }
    }
}

fn statement(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err("it says nothing; leave it out to have it not stated".to_owned()),
        1..=MAX_STATEMENT => Ok(text.to_owned()),
        _ => Err(format!("more than {MAX_STATEMENT} characters")),
    }
}
