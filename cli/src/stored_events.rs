//! What `power` and `simulate` draw from: events whose evaluations are in the store.

use std::collections::BTreeSet;
use std::path::PathBuf;

use analyzer::calibration::is_covered;
use analyzer::evaluate::stored;
use analyzer::simulate::{Coverage, HelperChoices, Side, sides};
use analyzer::{Evaluations, GamePlan, Parameters};
use anyhow::{Context, bail};
use datasets::event_class::settle;
use datasets::time_class::TimeClass;
use datasets::{Collection, Game, ProfileId, Roster, Store, StoreError, by_event};
use uci_pool::{Identity, Settings, identify};

use crate::arguments::{EngineOptions, HelperProfile};
use crate::config::Config;
use crate::run::parameters_for;

/// Sides of games under one engine and its settings, with the parameters that belong to them.
pub(crate) struct StoredEvents {
    pub(crate) identity: Identity,
    pub(crate) settings: Settings,
    pub(crate) parameters: Parameters,
    pub(crate) inputs: Vec<datasets::Input>,
    /// Events used.
    pub(crate) events: usize,
    /// Events of which the store holds too little.
    pub(crate) left_out: usize,
    pub(crate) sides: Vec<Side>,
    store: Store,
    profile: ProfileId,
}

/// Reads the events and takes their evaluations from the store. Nothing is searched.
pub(crate) fn load(engine: &EngineOptions, inputs: &[PathBuf]) -> anyhow::Result<StoredEvents> {
    let config = Config::load(engine)?;
    let identity = identify(&config.spec()?)?;
    let settings = config.settings;
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
        bail!(
            "there is no store at {}; screen the events first",
            config.store.display()
        );
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &settings)?;
    let collection = datasets::read(inputs, None)?;
    let inputs = collection.inputs.clone();
    let mut found = Vec::new();
    let (mut events, all) = (0, by_event(collection));
    let given = all.len();
    each(all, class, &BTreeSet::new(), &mut store, profile, &mut |event| {
        found.extend(sides(events, &event.roster, &event.plans, &event.answers));
        events += 1;
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
        store,
        profile,
    })
}

/// An event of one time class with its evaluations.
pub(crate) struct Answered {
    pub(crate) name: String,
    pub(crate) games: Vec<Game>,
    pub(crate) roster: Roster,
    pub(crate) plans: Vec<GamePlan>,
    pub(crate) answers: Evaluations,
}

/// Hands out the events of a time class whose evaluations are in the store, one at a time: together they would fill the
/// memory. Of an event that is not there as a whole, the games of the sample are taken if they are.
pub(crate) fn each(
    events: Vec<(String, Collection)>,
    class: TimeClass,
    sample: &BTreeSet<String>,
    store: &mut Store,
    profile: ProfileId,
    take: &mut dyn FnMut(Answered),
) -> anyhow::Result<()> {
    for (name, mut event) in events {
        if settle(&mut event, None).class != class {
            continue;
        }
        let mut found = answered(&event, store, profile)?;
        if found.is_none() && event.games.iter().any(|game| sample.contains(&game.sha256)) {
            event.games.retain(|game| sample.contains(&game.sha256));
            found = answered(&event, store, profile)?;
        }
        if let Some((plans, answers)) = found {
            take(Answered {
                name,
                roster: datasets::roster(&event),
                games: event.games,
                plans,
                answers,
            });
        }
    }
    Ok(())
}

/// Plans and evaluations of an event that the store covers.
fn answered(
    event: &Collection,
    store: &mut Store,
    profile: ProfileId,
) -> anyhow::Result<Option<(Vec<GamePlan>, Evaluations)>> {
    let plans = analyzer::plan::all(&event.games);
    if !any_stored(&plans, store, profile)? {
        return Ok(None);
    }
    let answers = stored(&plans, store, profile)?;
    Ok(is_covered(&plans, &answers).then_some((plans, answers)))
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
    /// Attaches the choices of another helper, takes out the sides that lack one, and names the helper.
    pub(crate) fn attach(
        &mut self,
        engine: &EngineOptions,
        profile: &HelperProfile,
        helper_engine: Option<&PathBuf>,
    ) -> anyhow::Result<(String, Coverage)> {
        let settings = profile.over(&self.settings);
        settings
            .validate()
            .context("the helper's settings cannot be used")?;
        let identity = match helper_engine {
            None => self.identity.clone(),
            Some(path) => {
                let options = EngineOptions {
                    engine: Some(path.clone()),
                    ..engine.clone()
                };
                identify(&Config::load(&options)?.spec()?)?
            }
        };
        let helper = self.store.profile(&identity, &settings)?;
        let who = (&identity, &settings);
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
