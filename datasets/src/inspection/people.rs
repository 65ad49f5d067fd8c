//! The people of an event: who they are as told apart, and what a human should look at.

use std::collections::BTreeMap;

use super::document::{Pair, PeoplePart, Player, SeveralRatings, Subject};
use crate::pgn::game::{Collection, Game};
use crate::players::{Aliases, Person, Roster, findings, is_handle, suggestions};

/// Most pairs of entries that are listed.
const LISTED: usize = 200;

/// Games that can be scored and moves that may be, for each person of the roster.
pub(super) fn scored(
    collection: &Collection,
    roster: &Roster,
    to_score: &dyn Fn(&Game) -> [u32; 2],
) -> Vec<(u32, u32)> {
    let mut scored = vec![(0_u32, 0_u32); roster.people.len()];
    for (game, &(white, black)) in collection.games.iter().zip(&roster.games) {
        for (place, moves) in [white, black].into_iter().zip(to_score(game)) {
            if let Some((games, sum)) = scored.get_mut(place) {
                *games += 1;
                *sum = sum.saturating_add(moves);
            }
        }
    }
    scored
}

/// Describes the people. `scored` has one entry for each person of the roster.
pub(super) fn describe(
    collection: &Collection,
    roster: &Roster,
    scored: &[(u32, u32)],
    aliases: &Aliases,
) -> PeoplePart {
    let people = &roster.people;
    let count = |test: &dyn Fn(&Person) -> bool| people.iter().filter(|person| test(person)).count() as u64;
    let players = people
        .iter()
        .zip(scored)
        .filter(|(_, (games, _))| *games > 0)
        .map(|(person, &(games, moves_to_score))| Player {
            person: person.clone(),
            games,
            moves_to_score,
            list: None,
            difference: None,
        })
        .collect();
    let suggested = suggestions(collection, roster);
    let pairs = suggested.found.iter().take(LISTED).filter_map(|one| {
        Some(Pair {
            a: subject(people.get(one.a)?),
            b: subject(people.get(one.b)?),
            score: one.score,
            reasons: one.reasons.iter().map(|reason| reason.as_str().to_owned()).collect(),
        })
    });
    PeoplePart {
        count: people.len() as u64,
        with_fide_id: count(&|person| person.fide_id.is_some()),
        unrated: count(&|person| person.rating.is_none()),
        handles: count(&|person| is_handle(&person.name)),
        aliases: aliases.input().map(|input| input.name.clone()),
        players,
        several_ratings: several(collection, roster),
        suggestions: pairs.collect(),
        suggestions_count: suggested.found.len() as u64,
        suggestions_incomplete: suggested.incomplete || suggested.found.len() > LISTED,
        findings: findings(collection),
    }
}

fn subject(person: &Person) -> Subject {
    Subject { name: person.name.clone(), fide_id: person.fide_id, rating: person.rating }
}

/// People whose tags disagree about their rating. Online a rating moves with every game, so that says nothing.
fn several(collection: &Collection, roster: &Roster) -> Vec<SeveralRatings> {
    let mut seen: BTreeMap<usize, BTreeMap<u16, u32>> = BTreeMap::new();
    for (game, &(white, black)) in collection.games.iter().zip(&roster.games) {
        if game.has_platform_ratings() {
            continue;
        }
        for (side, place) in [(&game.white, white), (&game.black, black)] {
            if let Some(rating) = side.rating {
                *seen.entry(place).or_default().entry(rating).or_default() += 1;
            }
        }
    }
    seen.into_iter()
        .filter(|(_, ratings)| ratings.len() > 1)
        .filter_map(|(place, ratings)| {
            let person = roster.people.get(place)?;
            let mut ratings: Vec<(u16, u32)> = ratings.into_iter().collect();
            ratings.sort_by_key(|&(rating, games)| (std::cmp::Reverse(games), rating));
            Some(SeveralRatings { name: person.name.clone(), fide_id: person.fide_id, ratings })
        })
        .collect()
}
