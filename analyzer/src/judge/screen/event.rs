//! What a screening is made from.

use std::collections::BTreeMap;

use datasets::book::BookExit;
use datasets::day::Day;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::event_facts::EventFacts;
use datasets::{Collection, Roster};
use uci_pool::{Identity, Settings};

use crate::basis::{Basis, PlayerRating, RatingLists};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::GamePlan;
use crate::judge::screen::document::EventField;
use crate::null::strength::Shift;
use crate::parameters::Parameters;

/// Everything a screening is made from.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Name for the head of the sheet.
    pub name: &'a str,
    pub collection: &'a Collection,
    pub roster: &'a Roster,
    /// One plan for each game of the collection.
    pub plans: &'a [GamePlan],
    /// Answers for their turns.
    pub evaluations: &'a Evaluations,
    /// The engine that gave them.
    pub engine: &'a Identity,
    pub settings: &'a Settings,
    /// Parameters of the primary model; without them there are match rates and no z.
    pub parameters: Option<&'a Parameters>,
    /// How it was played: which threshold the rules apply; parameters for other conditions are not used.
    pub facts: &'a EventFacts,
    /// Rating of each person of the roster.
    pub ratings: &'a [PlayerRating],
    /// The rating lists that the ratings were asked of; `None` where no list told anything and none was asked for.
    pub rating_lists: Option<&'a RatingLists>,
    /// The rating of record.
    pub basis: Basis,
    /// Where each game left the opening book, if one was used; the plans have to begin there.
    pub left: Option<&'a [BookExit]>,
    /// The field of one person, where these games are only a part of the event; the others have the field of these games.
    pub field: Option<EventField>,
}

impl Event<'_> {
    pub(crate) fn conditions(&self) -> Conditions {
        self.facts.conditions()
    }

    /// The shift expected of a person of the roster at a rating and on a day, before any move is looked at; `None` without
    /// parameters.
    pub(crate) fn prior(&self, person: usize, rating: u16, day: Option<Day>) -> Option<Shift> {
        let known = self.ratings.get(person)?;
        let class = known.lag.map(|lag| lag.class);
        let strength = &self.parameters?.strength;
        Some(strength.prior(f64::from(rating), day, class, f64::from(known.sd)))
    }

    /// First day with a full date. Reads the date of every game.
    pub(crate) fn first_day(&self) -> Option<Day> {
        self.collection.games.iter().filter_map(|game| Day::parse(&game.date)).min()
    }
}

/// The name of an event: the `Event` tag of at least half of its games, else nothing.
pub fn event_name(collection: &Collection) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &collection.games {
        *counts.entry(game.event.as_str()).or_default() += 1;
    }
    let half = collection.games.len().div_ceil(2);
    let common = counts.into_iter().find(|(name, n)| *n >= half && *n > 0 && !matches!(*name, "" | "?"));
    common.map(|(name, _)| name.to_owned())
}
