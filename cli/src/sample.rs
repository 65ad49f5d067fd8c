//! A random sample of player-events, for `calibrate --sample`: which sides of which games.

use std::collections::BTreeMap;

use analyzer::GamePlan;
use analyzer::calibration::sample::{Candidate, order};
use analyzer::calibration::split::Half;
use analyzer::plan::Sides;
use datasets::{Collection, roster};

/// Minimum number of turns from the ninth on, over all games of a player: about two in three of them become decisions.
pub const MIN_TURNS: usize = 150;
/// Turns of a side before the ninth.
const OPENING_TURNS: usize = 8;
/// Turns of a side that can count.
const LAST_TURN: usize = 60;

/// Turns that can count, of all turns of a side in a game.
pub fn countable_turns(turns: usize) -> usize {
    turns.min(LAST_TURN).saturating_sub(OPENING_TURNS)
}

pub struct Wanted<'a> {
    /// So many games; none without a number.
    pub games: Option<usize>,
    /// Only the events of this half.
    pub half: Option<Half>,
    pub seed: &'a str,
    pub ratings: [u16; 2],
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Sampled {
    /// The sides of the players drawn: their opponents have other games elsewhere, so their sides would be no whole
    /// player-events, and would cost as much.
    pub sides: Sides,
    place: usize,
}

/// The games of the sample by digest. It is drawn from all events, and only then are those of the other half taken out: so the
/// halves of a sample are parts of the same one.
pub fn draw(events: &mut Vec<(String, Collection)>, wanted: &Wanted<'_>) -> BTreeMap<String, Sampled> {
    let sample =
        wanted.games.map_or_else(BTreeMap::new, |games| sampled(events, games, wanted.seed, wanted.ratings));
    if let Some(half) = wanted.half {
        events.retain(|(name, _)| half.holds(wanted.seed, name));
    }
    sample
}

fn sampled(
    events: &[(String, Collection)],
    games: usize,
    seed: &str,
    ratings: [u16; 2],
) -> BTreeMap<String, Sampled> {
    let mut candidates = Vec::new();
    let mut seats = Vec::new();
    for (number, (name, event)) in events.iter().enumerate() {
        for (candidate, sides) in of_event(number, name, event, ratings) {
            candidates.push(candidate);
            seats.push(sides);
        }
    }
    let mut sample: BTreeMap<String, Sampled> = BTreeMap::new();
    for index in order(&candidates, seed) {
        if sample.len() >= games {
            break;
        }
        let own = candidates.get(index).into_iter().flat_map(|c| &c.games);
        for (digest, [white, black]) in own.zip(seats.get(index).into_iter().flatten()) {
            let place = sample.len();
            let sampled = sample.entry(digest.clone()).or_insert(Sampled { place, ..Sampled::default() });
            sampled.sides = [sampled.sides[0] || *white, sampled.sides[1] || *black];
        }
    }
    sample
}

/// The players of an event who could be taken, each with the side of every game.
fn of_event(
    number: usize,
    name: &str,
    event: &Collection,
    [low, high]: [u16; 2],
) -> Vec<(Candidate, Vec<Sides>)> {
    let roster = roster(event);
    let mut found: Vec<Option<(Candidate, Vec<Sides>)>> = roster
        .people
        .iter()
        .map(|person| {
            let rating = person.rating.filter(|rating| (low..=high).contains(rating))?;
            let candidate = Candidate {
                event: number,
                event_name: name.to_owned(),
                player: person.name.clone(),
                rating,
                games: Vec::new(),
            };
            Some((candidate, Vec::new()))
        })
        .collect();
    let mut turns = vec![0; found.len()];
    for (game, sides) in event.games.iter().zip(&roster.games) {
        for (person, plies, side) in [
            (sides.0, game.moves.len().div_ceil(2), [true, false]),
            (sides.1, game.moves.len() / 2, [false, true]),
        ] {
            let known = found.get_mut(person).and_then(Option::as_mut);
            if let (Some((candidate, own)), Some(turns)) = (known, turns.get_mut(person)) {
                candidate.games.push(game.sha256.clone());
                own.push(side);
                *turns += countable_turns(plies);
            }
        }
    }
    let enough = found.into_iter().zip(turns).filter(|(_, turns)| *turns >= MIN_TURNS);
    enough.filter_map(|(candidate, _)| candidate).collect()
}

/// The searches for the sampled sides, in the order of the sample.
pub(crate) fn searches(events: &[(String, Collection)], sample: &BTreeMap<String, Sampled>) -> Vec<GamePlan> {
    let games = events.iter().flat_map(|(_, event)| &event.games);
    let mut placed: Vec<(usize, GamePlan)> = games
        .filter_map(|game| {
            let sampled = sample.get(&game.sha256)?;
            Some((sampled.place, GamePlan::new(game).searches_of(sampled.sides)))
        })
        .collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, plan)| plan).collect()
}
