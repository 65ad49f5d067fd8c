//! Events whose evaluations are in the store, from which the studies draw.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use analyzer::calibration::split::Half;
use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::{GamePlan, Parameters};
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::{Config, Engines};
use cli::sample::{Wanted, draw};
use cli::stored_events::{each, of_class};
use datasets::tournament::corpus::Corpus;
use datasets::tournament::corpus::facts::Conditions;
use datasets::{Collection, ProfileId, Store};
use pipeline::{SearchPlayedMove, stored};
use uci_pool::{Identity, Settings};

use crate::conditions::{ConditionsOptions, parameters};
use crate::measure::draw::draw_again;
use crate::measure::{rows, searches};
use crate::simulate::{Coverage, Helper, Position, Side, attach, attach_deeper, sides};

/// Which sides of games the studies draw from.
#[derive(Clone, Debug, Default, Args)]
pub struct DrawnOptions {
    /// Number of games to add from the sample of `calibrate --sample`, whose seed and ratings the parameters name
    #[arg(long, value_name = "GAMES")]
    pub sample: Option<usize>,
    /// Table written by `measure`: use the sides of its performances instead
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["sample", "half"])]
    pub again: Option<PathBuf>,
    #[command(flatten)]
    pub conditions: ConditionsOptions,
    /// Use only one half of the events, as `calibrate --half` divides them
    #[arg(long, value_enum, value_name = "HALF")]
    pub half: Option<Half>,
}

#[derive(Clone, Debug, Default, Args)]
pub struct HelperOptions {
    /// Help from another search whose evaluations are in the store, such as `depth=18,lines=1` [default: the first
    /// line of the test itself]
    #[arg(long, value_name = "SETTINGS", value_parser = HelperProfile::parse)]
    pub helper_profile: Option<HelperProfile>,
    /// The helper's engine, if it is another one
    #[arg(long, value_name = "FILE", requires = "helper_profile")]
    pub helper_engine: Option<PathBuf>,
}

/// The helper's settings where they differ from those of the test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HelperProfile {
    depth: Option<u8>,
    lines: Option<u8>,
}

impl HelperProfile {
    fn parse(text: &str) -> Result<Self, String> {
        let mut profile = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let number = Some(value.parse().map_err(|_| format!("`{value}` is no number of {name}"))?);
            match name.trim() {
                "depth" => profile.depth = number,
                "lines" => profile.lines = number,
                _ => return Err(format!("`{name}` is not one of depth, lines")),
            }
        }
        Ok(profile)
    }

    /// The helper's settings: depth and lines of the test unless others were named, and the rest of `quick`, so that tests at several
    /// profiles share its answers. It is asked in positions that the test counts, so it hardly ever meets the border of decided ones.
    fn over(&self, test: &Settings) -> Settings {
        Settings {
            depth: self.depth.unwrap_or(test.depth),
            multipv: self.lines.unwrap_or(test.multipv),
            ..Settings::QUICK
        }
    }
}

#[derive(Clone, Debug, Default, Args)]
pub struct DeeperOptions {
    /// A deeper search whose first choices are in the store, such as `depth=18,lines=1`
    #[arg(long, value_name = "SETTINGS", value_parser = HelperProfile::parse)]
    pub deeper_profile: Option<HelperProfile>,
    /// The engine of the deeper search, if it is another one
    #[arg(long, value_name = "FILE", requires = "deeper_profile")]
    pub deeper_engine: Option<PathBuf>,
}

/// A deeper search whose first choices were attached.
pub(crate) struct AttachedSearch {
    pub(crate) identity: Identity,
    pub(crate) depth: u8,
    /// The search and its choices in words.
    pub(crate) described: String,
}

/// Sides of games under one engine and its settings, with the parameters that belong to them.
pub(crate) struct StoredEvents {
    pub(crate) identity: Identity,
    pub(crate) settings: Settings,
    pub(crate) parameters: Parameters,
    pub(crate) inputs: Vec<datasets::Input>,
    pub(crate) events: usize,
    /// Events of which the store holds too little.
    pub(crate) left_out: usize,
    pub(crate) sides: Vec<Side>,
    config: Config,
    store: Store,
    profile: ProfileId,
}

/// Reads the events and takes their evaluations from the store. Nothing is searched.
pub(crate) fn load(
    engine: &EngineOptions,
    inputs: &[PathBuf],
    drawn: &DrawnOptions,
) -> anyhow::Result<StoredEvents> {
    let config = Config::load(engine)?;
    if !config.store.is_file() {
        bail!("there is no store at {}; screen the events first", config.store.display());
    }
    let identity = config.identity()?;
    let settings = config.settings.clone();
    let conditions = Conditions::from(&drawn.conditions);
    let parameters = parameters(&config, &identity, conditions)?;
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &settings)?.of_any_program();
    let collection = datasets::read(inputs, None)?;
    let inputs = collection.inputs.clone();
    let (found, events, left_out) = match &drawn.again {
        Some(table) => of_table(collection, table, &mut store, profile)?,
        None => {
            let mut found = Vec::new();
            let mut all = of_class(collection, conditions.class);
            let source = parameters.source.as_ref();
            let wanted = Wanted {
                games: drawn.sample,
                half: drawn.half,
                seed: source.map_or("", |source| source.seed.as_str()),
                ratings: [parameters.ratings.low, parameters.ratings.high],
            };
            let sample = draw(&mut all, &wanted);
            let (given, mut events) = (all.len(), 0);
            each(all, &sample, &mut store, profile, &mut |event| {
                found.extend(sides(events, &event.roster, &event.plans, &event.answers));
                events += 1;
                Ok(())
            })?;
            (found, events, given - events)
        }
    };
    if found.is_empty() {
        bail!(
            "the store holds no event of these inputs under this engine and these settings; screen them first"
        );
    }
    Ok(StoredEvents {
        identity,
        settings,
        parameters,
        inputs,
        events,
        left_out,
        sides: found,
        config,
        store,
        profile,
    })
}

/// The sides of the performances of a table, the number of their events, and that of those which the collection does not hold.
fn of_table(
    collection: Collection,
    table: &Path,
    store: &mut Store,
    profile: ProfileId,
) -> anyhow::Result<(Vec<Side>, usize, usize)> {
    let corpus = Corpus::new(collection);
    let rows = rows::read(table)?;
    let known: BTreeSet<&str> = rows.iter().map(|row| row.tournament.as_str()).collect();
    let mut found = Vec::new();
    let drawn = draw_again(&corpus.tournaments, &rows)?;
    for (event, drawn) in drawn.iter().enumerate() {
        let Some(tournament) = corpus.tournaments.get(drawn.tournament) else { continue };
        let answers = stored(&searches(tournament, drawn), store, profile)?;
        let plans = analyzer::plan::all(&tournament.collection.games);
        found.extend(sides(event, &tournament.roster, &plans, &answers));
    }
    Ok((found, drawn.len(), known.len() - drawn.len()))
}

/// The engine of a file, or that of the options, with other settings and the store of a configuration.
pub(crate) fn other_engine(
    config: &Config,
    options: &EngineOptions,
    file: Option<&PathBuf>,
    settings: Settings,
) -> anyhow::Result<Engines> {
    let mut options = options.clone();
    options.run.engine = file.cloned().or(options.run.engine);
    let mut engines = Engines { settings, ..config.engines()? };
    engines.searchers.spec = Config::load(&options)?.spec()?;
    Ok(engines)
}

impl StoredEvents {
    /// Asks the helper for its move in the positions of some sides, and the engine of the test for the value of the moves
    /// that it does not list. What the store holds is not asked again, and a stopped run goes on from there.
    fn ask(&self, helper: &Engines, chosen: &[usize]) -> anyhow::Result<()> {
        let sides = || chosen.iter().filter_map(|k| self.sides.get(*k));
        let plans: Vec<GamePlan> = sides().map(|side| side.searches(|p| p.moves.first().copied())).collect();
        let answers = helper.answers(&plans, SearchPlayedMove::Never)?.answers;
        let move_of = |p: &Position| Some(answers.position(&p.fen)?.as_ref().ok()?.lines().first()?.mv);
        let plans: Vec<GamePlan> = sides().map(|side| side.searches(move_of)).collect();
        self.config.engines()?.answers(&plans, SearchPlayedMove::IfUnlisted)?;
        Ok(())
    }

    /// The helper that the options name, with its name in words: the first line of the test, or another search, which is first
    /// asked in the positions of some sides.
    pub(crate) fn helper(
        &mut self,
        engine: &EngineOptions,
        options: &HelperOptions,
        ask: &[usize],
    ) -> anyhow::Result<(Helper, String)> {
        let Some(profile) = &options.helper_profile else {
            let name = "first line of the engine of the test, the best case for the test";
            return Ok((Helper::FirstLine, name.to_owned()));
        };
        let helper = self.other(engine, profile, options.helper_engine.as_ref())?;
        if !ask.is_empty() {
            self.ask(&helper, ask)?;
        }
        Ok((Helper::Chosen, self.attach(&helper)?))
    }

    /// The weights of the deeper search that the options name, if they name one, under the parameters in force.
    pub(crate) fn fitted(&self, options: &DeeperOptions) -> anyhow::Result<Option<DeeperSearch>> {
        let Some(profile) = &options.deeper_profile else { return Ok(None) };
        let depth = profile.over(&self.settings).depth;
        let mut known = self.parameters.depth_aware.iter().flat_map(|second| &second.deeper);
        let fitted = known.find(|fitted| fitted.depth == depth).with_context(|| {
            format!(
                "the parameters say nothing of a search to depth {depth}; fit it with `fairplay-lab deeper`"
            )
        })?;
        Ok(Some(fitted.clone()))
    }

    /// Attaches the first choices of a deeper search, if the options name one, at its own depth and at earlier ones, and takes out the
    /// sides that lack one.
    pub(crate) fn deeper(
        &mut self,
        engine: &EngineOptions,
        options: &DeeperOptions,
        earlier: &[u8],
    ) -> anyhow::Result<Option<AttachedSearch>> {
        let Some(profile) = &options.deeper_profile else { return Ok(None) };
        let deeper = self.other(engine, profile, options.deeper_engine.as_ref())?;
        let (identity, depth) = (deeper.identity()?, deeper.settings.depth);
        let depths: Vec<u8> = earlier.iter().copied().chain([depth]).collect();
        let profile = self.store.profile(&identity, &deeper.settings)?.of_any_program();
        let coverage = attach_deeper(&self.store, profile, &depths, &mut self.sides)?;
        let mut described = self.described(&deeper, &coverage)?;
        if !earlier.is_empty() {
            let earlier: Vec<String> = earlier.iter().map(ToString::to_string).collect();
            write!(described, "; its first moves at depths {} as well", earlier.join(", "))?;
        }
        Ok(Some(AttachedSearch { identity, depth, described }))
    }

    /// Another search than that of the test.
    fn other(
        &self,
        engine: &EngineOptions,
        profile: &HelperProfile,
        file: Option<&PathBuf>,
    ) -> anyhow::Result<Engines> {
        let settings = profile.over(&self.settings);
        settings.validate().context("the helper's settings cannot be used")?;
        other_engine(&self.config, engine, file, settings)
    }

    /// Attaches the choices of another helper, takes out the sides that lack one, and names the helper.
    fn attach(&mut self, helper: &Engines) -> anyhow::Result<String> {
        let helper_id = self.store.profile(&helper.identity()?, &helper.settings)?.of_any_program();
        let unlisted = &self.parameters.unlisted;
        let coverage = attach(&self.store, helper_id, self.profile, &mut self.sides, unlisted)?;
        self.described(helper, &coverage)
    }

    /// A search and its first choices in words.
    fn described(&self, helper: &Engines, coverage: &Coverage) -> anyhow::Result<String> {
        let (identity, settings) = (helper.identity()?, &helper.settings);
        eprintln!("helper known in {} sides of games, {} left out", self.sides.len(), coverage.left_out);
        if self.sides.is_empty() {
            bail!(
                "the store holds no game under {} at depth {} with {} lines; screen the events with those settings first",
                identity.name,
                settings.depth,
                settings.multipv
            );
        }
        let same = match coverage.deeper {
            0 => String::new(),
            same => format!(", that of the deeper search in {same}"),
        };
        Ok(format!(
            "{} at depth {}, {} lines, hash {} MiB; first line of the test in {} of {} decisions, unlisted in {}{same}",
            identity.name,
            settings.depth,
            settings.multipv,
            settings.hash_mib,
            coverage.first,
            coverage.decisions,
            coverage.unlisted
        ))
    }

    /// One line on what is drawn from.
    pub(crate) fn describe(&self) -> String {
        format!(
            "{} events, {} sides of games, {} decisions; {} events left out because the store does not hold them",
            self.events,
            self.sides.len(),
            self.sides.iter().map(|s| s.positions.len()).sum::<usize>(),
            self.left_out
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helper_settings_replace_those_of_the_test() {
        let profile = HelperProfile::parse("depth=18,lines=1").expect("reads");
        let settings = profile.over(&Settings::QUICK);
        assert_eq!((settings.depth, settings.multipv, settings.hash_mib), (18, 1, 16));
        for text in ["", "depth", "depth=x", "depth=18;lines=1", "threads=4", "depth=999"] {
            assert!(HelperProfile::parse(text).is_err(), "{text}");
        }
    }
}
