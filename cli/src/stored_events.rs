//! Events whose evaluations are in the store.

use std::collections::BTreeMap;

use analyzer::calibration::is_covered;
use analyzer::{Evaluations, GamePlan};
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::event_facts::{StatedPlay, settle};
use datasets::{Collection, Game, ProfileId, Roster, Store, StoreError, by_event};
use pipeline::stored;

use crate::sample::Sampled;

/// The events of a collection that are of one time class, with their names; games played under other conditions are set
/// aside.
pub fn of_class(collection: Collection, class: TimeClass) -> Vec<(String, Collection)> {
    let mut events = by_event(collection);
    events.retain_mut(|(_, event)| settle(event, &StatedPlay::default()).class == class);
    events
}

/// An event with its evaluations.
pub struct Answered {
    pub name: String,
    pub games: Vec<Game>,
    pub roster: Roster,
    pub plans: Vec<GamePlan>,
    pub answers: Evaluations,
}

/// Hands out the events whose evaluations are in the store, one at a time: together they would fill the memory. Of an
/// event that is not there as a whole, the sampled sides of games are taken if they are.
///
/// # Errors
/// If the store cannot be read; errors of `take`.
pub fn each(
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
