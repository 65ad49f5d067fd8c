//! `fairplay demo`: the bundled event, from games to sheet.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use datasets::pgn::sample;
use pipeline::{PrepareOptions, RatingChoice};

use crate::ExitStatus;
use crate::arguments::{EngineOptions, LanguageOptions};
use crate::commands::screen::{ending, event, show};
use crate::config::Config;
use crate::run::{GameSelection, prepared};

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

/// Screens the bundled event. Its games are written beside the results, so that anyone can look at them.
pub(crate) fn run(options: &DemoOptions) -> anyhow::Result<ExitStatus> {
    let config = Config::load(&options.engine)?.in_language(options.language);
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make the folder {}", options.out.display()))?;
    let games: PathBuf = options.out.join("event.pgn");
    std::fs::write(&games, sample::PGN).with_context(|| format!("cannot write {}", games.display()))?;
    let inputs = [games];
    let preparation = PrepareOptions {
        name: None,
        fallback: sample::NAME,
        aliases: &datasets::Aliases::default(),
        rating: RatingChoice::default(),
        book: None,
        store: &config.store,
    };
    let loaded = prepared(datasets::read(&inputs, None)?, &preparation)?;
    let chosen = GameSelection { inputs: &inputs, tag: None, book: None, aliases: None };
    let outcome = event(&config, &chosen, &loaded, &options.out)?;
    show(&outcome, &options.out, true, config.lang);
    Ok(ending(&outcome))
}
