//! `fairplay demo`: the bundled event, from games to sheet.

use std::path::PathBuf;

use clap::Args;
use datasets::pgn::sample;

use crate::Outcome;
use crate::arguments::{EngineOptions, EventOptions, LanguageOptions, OneEventOptions, StatedOptions};
use crate::commands::screen::{self, ScreenOptions};
use crate::output::{make_folder, put};

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

/// Screens the bundled event. Its games are written beside the results, so that anyone can look at them.
pub(crate) fn run(options: &DemoOptions) -> Outcome {
    make_folder(&options.out)?;
    let games = options.out.join("event.pgn");
    put(&games, sample::PGN)?;
    screen::run(&ScreenOptions {
        games: OneEventOptions { inputs: vec![games], ..OneEventOptions::default() },
        out: Some(options.out.clone()),
        telemetry: None,
        json: false,
        all: true,
        event: EventOptions::default(),
        stated: StatedOptions::default(),
        language: options.language,
        engine: options.engine.clone(),
    })
}
