//! `fairplay demo`: the bundled event, from games to sheet.

use std::path::PathBuf;

use anyhow::Context;
use datasets::sample;

use crate::Ending;
use crate::arguments::DemoOptions;
use crate::config::Config;
use crate::run::{Chosen, load};
use crate::screen::{ending, event, show};
use pipeline::RatingChoice;

/// Screens the bundled event. Its games are written beside the results, so that anyone can look at them.
pub(crate) fn run(options: &DemoOptions) -> anyhow::Result<Ending> {
    let config = Config::load(&options.engine)?.in_language(options.language);
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make the folder {}", options.out.display()))?;
    let games: PathBuf = options.out.join("event.pgn");
    std::fs::write(&games, sample::PGN).with_context(|| format!("cannot write {}", games.display()))?;
    let inputs = [games];
    let loaded = load(
        datasets::read(&inputs, None)?,
        None,
        sample::NAME,
        &datasets::Aliases::default(),
        RatingChoice::default(),
        None,
        &config.store,
    )?;
    let chosen = Chosen { inputs: &inputs, tag: None, book: None, aliases: None };
    let outcome = event(&config, &chosen, &loaded, &options.out)?;
    show(&outcome, &options.out, true, config.lang);
    Ok(ending(&outcome))
}
