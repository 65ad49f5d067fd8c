//! The parts that need a whole event, people, rounds and ratings, and what to do next.

use std::collections::BTreeMap;

use thiserror::Error;

use super::document::{
    ASIDE_LISTED, Completeness, HowPlayed, Inspection, Mode, RoundLine, Step, Tally, counted,
};
use super::gather::Survey;
use super::set_aside::AsideGame;
use super::{events, people, rated};
use crate::clocks::time_class::TimeClass;
use crate::pgn::game::{Collection, Game, Unscored};
use crate::players::similarity::LIKELY;
use crate::players::{AliasError, Aliases, Roster, roster_with};
use crate::ratings::EventDays;
use crate::ratings::list::{IndexError, Lists};
use crate::tournament::corpus::facts::Conditions;
use crate::tournament::encounters::encounters;
use crate::tournament::event_facts::{StatedPlay, look_at};
use crate::tournament::venue::{Fact, Venue};

/// The data that an event is compared with.
pub struct Context<'a> {
    pub aliases: &'a Aliases,
    /// The stored rating lists, if there is a store.
    pub lists: Option<&'a Lists>,
    /// Decisions that an index needs.
    pub gate: u32,
    /// How many moves of White and of Black in a game may be scored.
    pub to_score: &'a dyn Fn(&Game) -> [u32; 2],
    /// Whether there are parameters for games under some conditions.
    pub calibrated: &'a dyn Fn(Conditions) -> bool,
}

/// Why an inspection could not be completed.
#[derive(Debug, Error)]
pub enum CompleteError {
    #[error(transparent)]
    Lists(#[from] IndexError),
    /// A table that makes both sides of a game one person.
    #[error(transparent)]
    Aliases(#[from] AliasError),
}

/// Adds to an event what takes all of its games, and to any inspection what to do next.
pub fn complete(found: &mut Survey, context: &Context<'_>) -> Result<(), CompleteError> {
    let (mut not_stated, mut uncalibrated) = (0, uncalibrated_over_the_board(found, context));
    if let Some(collection) = &found.collection {
        let roster = roster_with(collection, context.aliases)?;
        let (facts, aside) = look_at(&collection.games, &StatedPlay::default());
        let mut reasons: Tally<Unscored> = Tally::default();
        let mut other_conditions = Vec::new();
        for (game, reason) in collection.games.iter().zip(aside) {
            let Some(reason) = reason else { continue };
            *reasons.entry(reason).or_default() += 1;
            if other_conditions.len() < ASIDE_LISTED {
                other_conditions.push(AsideGame::new(&collection.inputs, game, reason, None));
            }
        }
        other_conditions.sort_by(|a, b| (&a.input, a.game).cmp(&(&b.input, b.game)));
        let scored = people::scored(collection, &roster, context.to_score);
        let inspection = &mut found.inspection;
        inspection.time_controls.set_aside = counted(&reasons);
        inspection.other_conditions = other_conditions;
        inspection.venue = Some(Fact { value: facts.sign.venue(), evidence: facts.sign.to_string() });
        inspection.played = Some(HowPlayed::new(&facts));
        inspection.events = events::one(collection);
        let games = inspection.games.games;
        (not_stated, uncalibrated) = match facts.asked() {
            Some(_) => (games, 0),
            None if (context.calibrated)(facts.conditions()) => (0, 0),
            None => (0, games),
        };
        inspection.people = Some(people::describe(collection, &roster, &scored, context.aliases));
        inspection.completeness = Some(completeness(collection, &roster, &scored, context.gate));
        // FIDE's lists say nothing about the ratings of a platform.
        let online = collection.games.iter().filter(|game| game.has_platform_ratings()).count();
        if !collection.games.is_empty() && online * 2 <= collection.games.len() {
            rated::with_lists(inspection, EventDays::of(collection), facts.class, context.lists)?;
        }
    }
    if !found.events.is_empty() {
        found.inspection.events = events::told(&found.events);
        uncalibrated = 0;
        for event in &found.events {
            let (facts, _) = look_at(&event.collection.games, &StatedPlay::default());
            let games = event.collection.games.len() as u64;
            if facts.asked().is_some() {
                not_stated += games;
            } else if !(context.calibrated)(facts.conditions()) {
                uncalibrated += games;
            }
        }
    }
    found.inspection.next = steps(&found.inspection, uncalibrated, not_stated);
    Ok(())
}

/// Games of a collection whose class has no parameters over the board.
fn uncalibrated_over_the_board(found: &Survey, context: &Context<'_>) -> u64 {
    let none =
        |class: &TimeClass| !(context.calibrated)(Conditions { venue: Venue::OverTheBoard, class: *class });
    let without: Vec<&str> = TimeClass::ALL.iter().filter(|class| none(class)).map(|c| c.as_str()).collect();
    let classes = &found.inspection.time_controls.classes;
    classes.iter().filter(|line| without.contains(&line.name.as_str())).map(|line| line.games).sum()
}

/// `scored` has games and moves for each person of the roster; `gate` is what an index needs.
fn completeness(collection: &Collection, roster: &Roster, scored: &[(u32, u32)], gate: u32) -> Completeness {
    let mut rounds: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
    let mut without_round = 0;
    let all = encounters(collection, roster);
    for encounter in all.iter().filter(|one| !one.aside.is_some_and(Unscored::is_replaced)) {
        let Some(round) = encounter.round else {
            without_round += 1;
            continue;
        };
        let (games, scored) = rounds.entry(round).or_default();
        *games += 1;
        *scored += u64::from(encounter.aside.is_none());
    }
    let playing = || roster.people.iter().zip(scored).filter(|(_, (games, _))| *games > 0);
    let rated = |enough: bool| {
        playing().filter(|(person, (_, moves))| person.rating.is_some() && (*moves >= gate) == enough).count()
            as u64
    };
    Completeness {
        rounds: rounds
            .into_iter()
            .map(|(round, (games, scored))| RoundLine { round, games, scored })
            .collect(),
        without_round,
        gate,
        may_have_an_index: rated(true),
        too_few_moves: rated(false),
        without_rating: playing().filter(|(person, _)| person.rating.is_none()).count() as u64,
    }
}

/// `uncalibrated` counts games that will get no index for want of parameters, `not_stated` those of an event whose class or venue
/// people have to state.
fn steps(found: &Inspection, uncalibrated: u64, not_stated: u64) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut some = |count: u64, step: fn(u64) -> Step| steps.extend((count > 0).then(|| step(count)));
    some(found.games.quarantined, Step::FixQuarantined);
    let acceptable = found.quarantine.iter().filter(|game| game.acceptable).count();
    some(acceptable as u64, Step::AcceptIllegal);
    some(found.doubtful.len() as u64, Step::SettleDoubtful);
    if let Some(people) = &found.people {
        some(people.findings.len() as u64, Step::SettleNumbers);
        let likely = people.suggestions.iter().filter(|pair| pair.score >= LIKELY).count();
        some(likely as u64, Step::ConfirmSpellings);
    }
    if let Some(ratings) = &found.ratings {
        some(ratings.differing, Step::CompareRatings);
    }
    if let Some(complete) = &found.completeness {
        some(complete.without_rating, Step::FindRatings);
    }
    let lines = &found.time_controls.controls;
    let against = lines.iter().filter(|line| line.contradicted_by.is_some());
    some(against.map(|line| line.games).sum(), Step::SettleTimeClass);
    some(uncalibrated, Step::NoCalibration);
    some(not_stated, Step::StateClassAndVenue);
    if found.ratings.as_ref().is_some_and(|ratings| ratings.no_list) {
        steps.push(Step::AddRatingList);
    }
    match found.mode {
        Mode::Event if found.games.games > 0 => steps.push(Step::Screen),
        Mode::Event => steps.push(Step::NothingToScore),
        Mode::Summary => steps.push(Step::ChooseEvent(found.events.count)),
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::Side;
    use crate::players::roster;

    #[test]
    fn rounds_and_moves_are_counted() {
        let games = ["ab", "ab", "ab", "ac", "bc", "ab", "ca", "cb", "dc"].iter().zip(1..);
        let games = games.map(|(pair, number)| {
            let mut sides = pair.chars().map(|letter| Side {
                name: letter.to_string(),
                rating: Some(2000),
                ..Side::default()
            });
            let [white, black] = [sides.next(), sides.next()].map(Option::unwrap_or_default);
            Game { number, round: format!("{}.{number}", 1 + number / 3), white, black, ..Game::default() }
        });
        let collection = Collection { games: games.collect(), ..Collection::default() };
        let roster = roster(&collection);
        let scored = people::scored(&collection, &roster, &|_| [60, 10]);
        let found = completeness(&collection, &roster, &scored, 100);
        assert_eq!(found.rounds.len(), 4);
        assert_eq!(found.rounds[0], RoundLine { round: 1, games: 2, scored: 2 });
        // White has 60 moves a game, Black 10: a 310, b 100, c 150, d 60.
        assert_eq!((found.may_have_an_index, found.too_few_moves), (3, 1));
        assert_eq!(found.without_rating, 0);
    }
}
