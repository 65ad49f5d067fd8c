//! Arguments of `test`.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use analyzer::full_test::Circumstances;
use analyzer::policy::{Attention, Occasion};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use pipeline::bundle::{AttachmentFiles, CustodyStatements};

use crate::arguments::{
    EngineOptions, EventOptions, GamesOptions, LanguageOptions, SecondEngineOptions, StatedOptions,
};

#[derive(Clone, Debug, Args)]
pub(crate) struct TestOptions {
    #[command(flatten)]
    pub(crate) games: GamesOptions,
    /// Player to test: a FIDE number, a name, or enough words of it
    #[arg(long, value_name = "WHO")]
    pub(crate) player: String,
    /// Folder for the dossier [default: named after the first input]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the dossier as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) custody: CustodyOptions,
    /// Second engine: how often its first move was played, by the player and by the opponents. This is no second, independent test
    #[arg(long, value_name = "FILE")]
    pub(crate) second_engine: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) second: SecondEngineOptions,
    #[command(flatten)]
    pub(crate) event: EventOptions,
    #[command(flatten)]
    pub(crate) circumstances: CircumstanceOptions,
    #[command(flatten)]
    pub(crate) attachments: AttachmentOptions,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Circumstances that decide how a result may be used, all of them printed in the dossier.
#[derive(Clone, Debug, Args)]
pub(crate) struct CircumstanceOptions {
    #[command(flatten)]
    pub(crate) stated: StatedOptions,
    /// Reason for attention to the player, apart from the moves [default: that of --circumstances, else nobody]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) attention: Option<Attention>,
    /// Number of players of the event [default: that of --circumstances, else those in the files]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<NonZeroU32>,
    /// Number of tests made, of all players and under all settings [default: one for each player]
    #[arg(long, value_name = "N")]
    pub(crate) tests: Option<NonZeroU64>,
    /// Number of player-events, if a whole season was examined
    #[arg(long, value_name = "N")]
    pub(crate) season: Option<NonZeroU64>,
    /// Whether a second, independent test, by another method or engine and after the event, supports the result, as those who read it say [default: not stated]
    #[arg(long, value_name = "true|false")]
    pub(crate) second_test_agrees: Option<bool>,
}

impl CircumstanceOptions {
    /// What is stated about a test, on top of what is stated about the event.
    pub(crate) fn of_test(&self, of_event: Circumstances) -> Circumstances {
        Circumstances {
            attention: self.attention.unwrap_or(of_event.attention),
            players: self.players.or(of_event.players),
            tests: self.tests,
            season: self.season,
            second_test_agrees: self.second_test_agrees,
            occasion: Occasion::SingleTest,
            ..of_event
        }
    }
}

/// Options of `test` that add a part to the dossier each and change no z.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AttachmentOptions {
    #[command(flatten)]
    pub(crate) files: AttachmentFiles,
    /// Test each event of the games, and combine the results; without this, all games are one performance
    #[arg(long, conflicts_with_all = ["event", "report", "screening", "absences", "telemetry"])]
    pub(crate) each_event: bool,
}

/// Statements about a test, and how its bundle is signed.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CustodyOptions {
    /// Key to sign the bundle with [default: the key made by `fairplay key new`, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) statements: CustodyStatements,
    /// Confidential note, kept in the complete copy and never in the one for the defence; can be repeated
    #[arg(long = "note", value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) notes: Vec<String>,
}
