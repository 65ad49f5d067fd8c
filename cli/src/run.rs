//! Shared by `screen`, `test`, `watch` and `verify`: prepare, evaluate, screen.

use std::path::{Path, PathBuf};

use analyzer::screen::{Screened, screen};
use analyzer::{Evaluations, Parameters, shipped};
use anyhow::Context;
use datasets::Collection;
use datasets::clocks::time_class::TimeClass;
pub(crate) use pipeline::PreparedEvent;
use pipeline::{PrepareError, PrepareOptions, RatingChoice, RatingNote, prepare};
use serde::{Deserialize, Serialize};
use uci_pool::{Identity, Settings};

use crate::output::{read_text, unusable};

/// Record of a run, kept beside the results. `verify` takes no program, option or path from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
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
    #[serde(default)]
    pub(crate) book: Option<PathBuf>,
    #[serde(default)]
    pub(crate) aliases: Option<PathBuf>,
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
/// A file that cannot be read or does not fit.
pub fn parameters_for(
    file: Option<&Path>,
    identity: &Identity,
    settings: &Settings,
    class: TimeClass,
) -> anyhow::Result<Option<Parameters>> {
    let Some(path) = file else { return Ok(shipped::parameters(identity, settings, class)?) };
    let parameters = shipped::given(&read_text(path)?, identity, settings);
    parameters.map(Some).with_context(unusable(path))
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
