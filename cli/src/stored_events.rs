//! Events whose evaluations are in the store, from which `power` and `simulate` draw.

use std::collections::BTreeMap;
use std::path::PathBuf;

use analyzer::calibration::is_covered;
use analyzer::simulate::{Coverage, HelperChoices, Position, Side, sides};
use analyzer::{Evaluations, GamePlan, Parameters};
use anyhow::{Context, bail};
use datasets::clocks::event_class::settle;
use datasets::clocks::time_class::TimeClass;
use datasets::{Collection, Game, ProfileId, Roster, Store, StoreError, by_event};
use pipeline::{SearchPlayedMove, stored};
use uci_pool::{EngineSpec, Identity, Settings, identify};

use crate::arguments::{DrawnOptions, EngineOptions, HelperProfile};
use crate::config::Config;
use crate::run::parameters_for;
use crate::sample::{Sampled, Wanted, draw};

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

/// A helper: which engine, and how it searches.
pub(crate) struct HelperEngine {
    spec: EngineSpec,
    identity: Identity,
    settings: Settings,
}

/// Reads the events and takes their evaluations from the store. Nothing is searched.
pub(crate) fn load(
    engine: &EngineOptions,
    inputs: &[PathBuf],
    drawn: &DrawnOptions,
) -> anyhow::Result<StoredEvents> {
    let config = Config::load(engine)?;
    let identity = identify(&config.spec()?)?;
    let settings = config.settings.clone();
    let class = TimeClass::Standard;
    let Some(parameters) = parameters_for(config.parameters.as_deref(), &identity, &settings, class)? else {
        bail!(
            "there are no parameters for {} at depth {} with {} lines; make some with `fairplay calibrate`",
            identity.name,
            settings.depth,
            settings.multipv
        );
    };
    if !config.store.is_file() {
        bail!("there is no store at {}; screen the events first", config.store.display());
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &settings)?;
    let collection = datasets::read(inputs, None)?;
    let inputs = collection.inputs.clone();
    let mut found = Vec::new();
    let mut all = of_class(collection, class);
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
    let left_out = given - events;
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

/// The events of a collection that are of one time class, with their names; games played under other conditions are set
/// aside.
pub(crate) fn of_class(collection: Collection, class: TimeClass) -> Vec<(String, Collection)> {
    let mut events = by_event(collection);
    events.retain_mut(|(_, event)| settle(event, None).class == class);
    events
}

/// An event with its evaluations.
pub(crate) struct Answered {
    pub(crate) name: String,
    pub(crate) games: Vec<Game>,
    pub(crate) roster: Roster,
    pub(crate) plans: Vec<GamePlan>,
    pub(crate) answers: Evaluations,
}

/// Hands out the events whose evaluations are in the store, one at a time: together they would fill the memory. Of an
/// event that is not there as a whole, the sampled sides of games are taken if they are.
pub(crate) fn each(
    events: Vec<(String, Collection)>,
    sample: &BTreeMap<String, Sampled>,
    store: &mut Store,
    profile: ProfileId,
    take: &mut dyn FnMut(Answered) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (name, mut event) in events {
        let mut plans = analyzer::plan::all(&event.games);
        let mut found = answers(&plans, store, profile)?;
        if found.is_none() && event.games.iter().any(|game| sample.contains_key(&game.sha256)) {
            event.games.retain(|game| sample.contains_key(&game.sha256));
            plans = analyzer::plan::all(&event.games);
            let sampled = event.games.iter().filter_map(|game| sample.get(&game.sha256));
            let searches: Vec<GamePlan> =
                plans.iter().zip(sampled).map(|(plan, sampled)| plan.searches_of(sampled.sides)).collect();
            found = answers(&searches, store, profile)?;
        }
        if let Some(answers) = found {
            take(Answered { name, roster: datasets::roster(&event), games: event.games, plans, answers })?;
        }
    }
    Ok(())
}

/// Engine and settings of a helper: those of the test, but for what the profile and the engine named for it say.
pub(crate) fn helper_search(
    engine: &EngineOptions,
    profile: &HelperProfile,
    helper_engine: Option<&PathBuf>,
    settings: &Settings,
) -> anyhow::Result<(EngineSpec, Settings)> {
    let settings = profile.over(settings);
    settings.validate().context("the helper's settings cannot be used")?;
    let options =
        EngineOptions { engine: helper_engine.cloned().or_else(|| engine.engine.clone()), ..engine.clone() };
    Ok((Config::load(&options)?.spec()?, settings))
}

/// The evaluations of games, if the store covers them.
fn answers(plans: &[GamePlan], store: &mut Store, profile: ProfileId) -> anyhow::Result<Option<Evaluations>> {
    if !any_stored(plans, store, profile)? {
        return Ok(None);
    }
    let answers = stored(plans, store, profile)?;
    Ok(is_covered(plans, &answers).then_some(answers))
}

/// Whether the store knows the first position of any game: most events of a large collection were never searched.
fn any_stored(plans: &[GamePlan], store: &Store, profile: ProfileId) -> Result<bool, StoreError> {
    for turn in plans.iter().filter_map(|plan| plan.searched().next()) {
        if store.get(profile, &turn.fen, None)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

impl StoredEvents {
    /// Asks the helper for its move in the positions of some sides, and the engine of the test for the value of the moves
    /// that it does not list. What the store holds is not asked again, and a stopped run goes on from there.
    pub(crate) fn ask(&self, helper: &HelperEngine, chosen: &[usize]) -> anyhow::Result<()> {
        let sides = || chosen.iter().filter_map(|k| self.sides.get(*k));
        let plans: Vec<GamePlan> = sides().map(|side| side.searches(|p| p.moves.first().copied())).collect();
        let mut engines = self.config.engines()?;
        engines.searchers.spec = helper.spec.clone();
        engines.settings = helper.settings.clone();
        let answers = engines.answers(&plans, SearchPlayedMove::Never)?.answers;
        let move_of = |p: &Position| Some(answers.position(&p.fen)?.as_ref().ok()?.lines().first()?.mv);
        let plans: Vec<GamePlan> = sides().map(|side| side.searches(move_of)).collect();
        self.config.engines()?.answers(&plans, SearchPlayedMove::IfUnlisted)?;
        Ok(())
    }

    /// Another helper than the first line of the test.
    pub(crate) fn helper(
        &self,
        engine: &EngineOptions,
        profile: &HelperProfile,
        helper_engine: Option<&PathBuf>,
    ) -> anyhow::Result<HelperEngine> {
        let (spec, settings) = helper_search(engine, profile, helper_engine, &self.settings)?;
        Ok(HelperEngine { identity: identify(&spec)?, spec, settings })
    }

    /// Attaches the choices of another helper, takes out the sides that lack one, and names the helper.
    pub(crate) fn attach(&mut self, helper: &HelperEngine) -> anyhow::Result<(String, Coverage)> {
        let HelperEngine { identity, settings, .. } = helper;
        let helper = self.store.profile(identity, settings)?;
        let who = (identity, settings);
        let choices = HelperChoices::from_store(&self.store, helper, self.profile, who, &self.sides)?;
        let coverage = choices.attach(&mut self.sides, &self.parameters.unlisted);
        if self.sides.is_empty() {
            bail!(
                "the store holds no game under {} at depth {} with {} lines; screen the events with those settings first",
                identity.name,
                settings.depth,
                settings.multipv
            );
        }
        let name = format!(
            "{} at depth {}, {} lines, hash {} MiB; first line of the test in {} of {} decisions, unlisted in {}",
            identity.name,
            settings.depth,
            settings.multipv,
            settings.hash_mib,
            coverage.first,
            coverage.decisions,
            coverage.unlisted
        );
        Ok((name, coverage))
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
