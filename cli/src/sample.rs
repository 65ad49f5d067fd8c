//! The games of a random sample of player-events, for `calibrate --sample`.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::GamePlan;
use analyzer::calibration::sample::{Candidate, order};
use datasets::event_class::settle;
use datasets::time_class::TimeClass;
use datasets::{Collection, roster};

/// Fewest turns from the ninth on, over all games of a player: about two in three of them become decisions.
const FEWEST_TURNS: usize = 150;
/// Turns of a side before the ninth.
const OPENING_TURNS: usize = 8;
/// Turns of a side that can count.
const LAST_TURN: usize = 60;

/// What is sampled.
pub(crate) struct Wanted<'a> {
    pub(crate) games: usize,
    pub(crate) seed: &'a str,
    pub(crate) class: TimeClass,
    pub(crate) ratings: [u16; 2],
}

/// The sampled games by digest, in the order of the sample.
pub(crate) fn draw(events: &[(String, Collection)], wanted: &Wanted<'_>) -> Vec<String> {
    let mut candidates = Vec::new();
    for (number, (name, event)) in events.iter().enumerate() {
        let mut event = event.clone();
        if settle(&mut event, None).class == wanted.class {
            candidates.extend(of_event(number, name, &event, wanted.ratings));
        }
    }
    let mut known = BTreeSet::new();
    let mut games = Vec::new();
    for index in order(&candidates, wanted.seed) {
        if games.len() >= wanted.games {
            break;
        }
        let own = candidates.get(index).into_iter().flat_map(|c| &c.games);
        games.extend(own.filter(|digest| known.insert((*digest).clone())).cloned());
    }
    games
}

fn of_event(number: usize, name: &str, event: &Collection, [low, high]: [u16; 2]) -> Vec<Candidate> {
    let roster = roster(event);
    let mut found: Vec<Option<Candidate>> = roster
        .people
        .iter()
        .map(|person| {
            let rating = person.rating.filter(|rating| (low..=high).contains(rating))?;
            Some(Candidate {
                event: number,
                event_name: name.to_owned(),
                player: person.name.clone(),
                rating,
                games: Vec::new(),
            })
        })
        .collect();
    let mut turns = vec![0; found.len()];
    for (game, sides) in event.games.iter().zip(&roster.games) {
        for (person, plies) in [
            (sides.0, game.moves.len().div_ceil(2)),
            (sides.1, game.moves.len() / 2),
        ] {
            if let (Some(Some(candidate)), Some(turns)) = (found.get_mut(person), turns.get_mut(person)) {
                candidate.games.push(game.sha256.clone());
                *turns += plies.min(LAST_TURN).saturating_sub(OPENING_TURNS);
            }
        }
    }
    let enough = found
        .into_iter()
        .zip(turns)
        .filter(|(_, turns)| *turns >= FEWEST_TURNS);
    enough.filter_map(|(candidate, _)| candidate).collect()
}

/// Plans of the sampled games, in the order of the sample.
pub(crate) fn plans(events: &[(String, Collection)], sample: &[String]) -> Vec<GamePlan> {
    let place: BTreeMap<&str, usize> = sample
        .iter()
        .enumerate()
        .map(|(k, digest)| (digest.as_str(), k))
        .collect();
    let games = events.iter().flat_map(|(_, event)| &event.games);
    let mut placed: Vec<(usize, GamePlan)> = games
        .filter_map(|game| Some((*place.get(game.sha256.as_str())?, GamePlan::of(game))))
        .collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, plan)| plan).collect()
}
