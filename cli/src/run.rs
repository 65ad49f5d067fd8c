//! Shared by `demo`, `screen` and `verify`: prepare, evaluate, screen.

use std::path::{Path, PathBuf};

use analyzer::screen::{Screened, screen};
use analyzer::{Evaluations, Parameters, shipped};
use anyhow::Context;
use datasets::Collection;
use datasets::clocks::time_class::TimeClass;
pub(crate) use pipeline::PreparedEvent;
use pipeline::{PrepareError, PrepareOptions, RatingChoice, RatingNote, prepare};
use serde::{Deserialize, Serialize};
use uci_pool::{EngineSpec, Identity, Settings};

use crate::config::Config;
use crate::output::absolute;

/// Record of a run, kept beside the results. `verify` takes no program, option or path from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRecord {
    /// Inputs; empty for the bundled event.
    pub(crate) inputs: Vec<PathBuf>,
    /// Event tag the games were chosen by.
    pub(crate) event: Option<String>,
    /// Name at the head of the sheet.
    pub(crate) name: String,
    pub(crate) engine: PathBuf,
    pub(crate) engine_args: Vec<String>,
    /// Further files that decide its results.
    pub(crate) engine_files: Vec<PathBuf>,
    pub(crate) engine_options: Vec<(String, String)>,
    pub(crate) settings: Settings,
    pub(crate) store: PathBuf,
    /// Parameter file, if not the one that comes with the software.
    pub(crate) parameters: Option<PathBuf>,
    #[serde(default)]
    pub(crate) rating: RatingChoice,
    /// Opening book that says where decisions begin, if one was used.
    #[serde(default)]
    pub(crate) book: Option<PathBuf>,
    /// Alias table, if one was used.
    #[serde(default)]
    pub(crate) aliases: Option<PathBuf>,
}

impl RunRecord {
    pub(crate) fn new(
        config: &Config,
        spec: &EngineSpec,
        chosen: &GameSelection<'_>,
        loaded: &PreparedEvent,
    ) -> Self {
        let stays = |path: &PathBuf| path.as_os_str() == "-";
        Self {
            inputs: chosen.inputs.iter().map(|p| if stays(p) { p.clone() } else { absolute(p) }).collect(),
            event: chosen.tag.map(str::to_owned),
            name: loaded.name.clone(),
            engine: spec.command.clone(),
            engine_args: spec.args.clone(),
            engine_files: spec.files.iter().map(|p| absolute(p)).collect(),
            engine_options: spec.options.clone(),
            settings: config.settings.clone(),
            store: absolute(&config.store),
            parameters: config.parameters.as_deref().map(absolute),
            rating: loaded.rating,
            book: chosen.book.map(absolute),
            aliases: chosen.aliases.map(absolute),
        }
    }
}

/// The selection of the games, recorded with the results.
pub(crate) struct GameSelection<'a> {
    pub(crate) inputs: &'a [PathBuf],
    /// Event tag the games were chosen by.
    pub(crate) tag: Option<&'a str>,
    pub(crate) book: Option<&'a Path>,
    pub(crate) aliases: Option<&'a Path>,
}

/// Prepares an event, and says on standard error what the user has to know about its ratings.
pub(crate) fn prepared(
    collection: Collection,
    options: &PrepareOptions<'_>,
) -> Result<PreparedEvent, PrepareError> {
    let event = prepare(collection, options)?;
    say_note(&event);
    Ok(event)
}

/// Says what the user has to know about the ratings.
pub(crate) fn say_note(event: &PreparedEvent) {
    match event.note {
        None => {}
        Some(RatingNote::NoDate) => eprintln!(
            "No game has a full date, so no rating list can be chosen; the games' own ratings are used."
        ),
        Some(RatingNote::NoLists) => eprintln!(
            "No rating list is stored: add one with `fairplay ratings add FILE`. The games' own ratings are used."
        ),
    }
}

/// The parameters of a run: from the file that was named, which has to fit, else the shipped ones, if any do.
///
/// # Errors
/// If the file cannot be read or does not fit.
pub fn parameters_for(
    file: Option<&Path>,
    identity: &Identity,
    settings: &Settings,
    class: TimeClass,
) -> anyhow::Result<Option<Parameters>> {
    match file {
        Some(path) => parameters_from(path, identity, settings).map(Some),
        None => Ok(shipped::parameters(identity, settings, class)?),
    }
}

/// The parameters of a file, which has to fit engine and settings.
pub(crate) fn parameters_from(
    path: &Path,
    identity: &Identity,
    settings: &Settings,
) -> anyhow::Result<Parameters> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    shipped::given(&text, identity, settings).with_context(|| format!("{} cannot be used", path.display()))
}

pub(crate) fn screened(
    loaded: &PreparedEvent,
    evaluations: &Evaluations,
    identity: &Identity,
    settings: &Settings,
    parameters: Option<&Path>,
) -> anyhow::Result<Screened> {
    let parameters = parameters_for(parameters, identity, settings, loaded.class.class)?;
    Ok(screen(&loaded.event(evaluations, identity, settings, parameters.as_ref()))?)
}
