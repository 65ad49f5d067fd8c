//! Shared by `demo`, `screen` and `verify`: prepare, evaluate, screen.

use std::path::{Path, PathBuf};

use analyzer::screen::{Screened, screen};
use analyzer::{Evaluations, GamePlan, Parameters, shipped};
use anyhow::Context;
use datasets::clocks::time_class::TimeClass;
use datasets::{Aliases, Collection};
pub(crate) use pipeline::PreparedEvent;
use pipeline::bundle::custody_log::now;
use pipeline::{PrepareOptions, Progress, RatingChoice, RatingNote, SearchPlayedMove, prepare};
use reports::custody::EngineRun;
use serde::{Deserialize, Serialize};
use service::Address;
use uci_pool::{EngineSpec, Identity, Settings};

use crate::config::{Config, searchers};
use crate::interrupt;
use crate::output::absolute;
use crate::progress::Reporter;

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
    /// Which ratings the players are held to.
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
        chosen: &Chosen<'_>,
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

/// The alias table that is used when none is given.
pub(crate) const ALIASES: &str = "aliases.toml";

/// The alias table in force with its path.
pub(crate) fn aliases(given: Option<&Path>) -> anyhow::Result<(Option<PathBuf>, Aliases)> {
    let path = match given {
        Some(path) => path.to_owned(),
        None if Path::new(ALIASES).is_file() => PathBuf::from(ALIASES),
        None => return Ok((None, Aliases::default())),
    };
    let table = Aliases::load(&path).with_context(|| format!("{} cannot be used", path.display()))?;
    Ok((Some(path), table))
}

/// The selection of the games, recorded with the results.
pub(crate) struct Chosen<'a> {
    pub(crate) inputs: &'a [PathBuf],
    pub(crate) tag: Option<&'a str>,
    pub(crate) book: Option<&'a Path>,
    pub(crate) aliases: Option<&'a Path>,
}

/// Finds the people of an event and plans its games; says what the user has to know about their ratings.
pub(crate) fn load(
    collection: Collection,
    name: Option<&str>,
    fallback: &str,
    aliases: &Aliases,
    rating: RatingChoice,
    book: Option<&Path>,
    store: &Path,
) -> anyhow::Result<PreparedEvent> {
    let loaded = prepare(collection, &PrepareOptions { name, fallback, aliases, rating, book, store })?;
    say_note(&loaded);
    Ok(loaded)
}

/// Says what the user has to know about the ratings.
pub(crate) fn say_note(loaded: &PreparedEvent) {
    match loaded.note {
        None => {}
        Some(RatingNote::NoDate) => eprintln!(
            "No game has a full date, so no rating list can be chosen; the games' own ratings are used."
        ),
        Some(RatingNote::NoLists) => eprintln!(
            "No rating list is stored: add one with `fairplay ratings add FILE`. The games' own ratings are used."
        ),
    }
}

/// The engines for a run.
pub(crate) struct Engines<'a> {
    pub(crate) spec: &'a EngineSpec,
    pub(crate) settings: &'a Settings,
    pub(crate) count: usize,
    /// The queue, if engines of other machines search.
    pub(crate) queue: Option<&'a Address>,
}

/// The answers to the positions of a run, and the work that it took.
pub(crate) struct Answered {
    pub(crate) answers: Evaluations,
    pub(crate) identity: Identity,
    pub(crate) work: EngineRun,
}

/// Evaluates an event from the store and the engines.
pub(crate) fn evaluations(
    plans: &[GamePlan],
    engines: &Engines<'_>,
    store: &Path,
) -> anyhow::Result<(Evaluations, Identity)> {
    let Answered { answers, identity, .. } = answered(plans, engines, store, SearchPlayedMove::IfUnlisted)?;
    Ok((answers, identity))
}

/// The same without the moves played that are not among the lines.
pub(crate) fn lines(
    plans: &[GamePlan],
    engines: &Engines<'_>,
    store: &Path,
) -> anyhow::Result<(Evaluations, Identity)> {
    let Answered { answers, identity, .. } = answered(plans, engines, store, SearchPlayedMove::Never)?;
    Ok((answers, identity))
}

/// The same with the work that it took.
pub(crate) fn answered(
    plans: &[GamePlan],
    engines: &Engines<'_>,
    store: &Path,
    played: SearchPlayedMove,
) -> anyhow::Result<Answered> {
    interrupt::listen();
    let searchers = searchers(engines.spec.clone(), engines.count, engines.queue.cloned());
    let mut session = searchers.session(engines.settings, store)?;
    let mut reporter = Reporter::new();
    let mut last = Progress::default();
    let from = now()?;
    let mut report = |progress: &Progress| {
        last = *progress;
        reporter.show(progress);
    };
    let answers = session.answer(plans, played, &interrupt::requested, &mut report);
    reporter.finish();
    let whole = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    Ok(Answered {
        answers: answers?,
        work: EngineRun {
            engine: (&session.identity).into(),
            from,
            to: now()?,
            processes: if engines.queue.is_some() { 0 } else { whole(engines.count) },
            searched: whole(last.done.saturating_sub(last.stored)),
            stored: whole(last.stored),
        },
        identity: session.identity,
    })
}

/// The parameters of a run: from the file that was named, which has to fit, else the shipped ones, if any do.
pub(crate) fn parameters_for(
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
