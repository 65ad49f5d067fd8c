//! Which player a row is about, and which game.

use std::collections::{BTreeMap, BTreeSet};

use super::{Absence, Row};
use crate::pgn::game::{Collection, Game};
use crate::players::{Roster, normalised};

/// The people of some games by each name that they have there.
#[derive(Clone, Debug)]
pub struct Names(BTreeMap<String, BTreeSet<usize>>);

impl Names {
    /// Collects the names. `roster` has to be the collection's own.
    pub fn new(collection: &Collection, roster: &Roster) -> Self {
        let mut names: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        let mut add = |name: &str, person: usize| {
            names.entry(normalised(name)).or_default().insert(person);
        };
        for (place, person) in roster.people.iter().enumerate() {
            add(&person.name, place);
        }
        for (game, (white, black)) in collection.games.iter().zip(&roster.games) {
            add(&game.white.name, *white);
            add(&game.black.name, *black);
        }
        Self(names)
    }

    /// Everybody of this very name; if there is nobody, everybody whose name has each word of it. Indexes into the roster.
    pub fn fitting(&self, name: &str) -> BTreeSet<usize> {
        if let Some(people) = self.0.get(&normalised(name)) {
            return people.clone();
        }
        let known = self.0.iter().filter(|(known, _)| same_name(name, known));
        known.flat_map(|(_, people)| people.iter().copied()).collect()
    }
}

/// Whether a row is about a person. One that does not say whom it is about is.
pub(super) fn concerns(row: &Row, names: &Names, person: usize) -> Result<bool, String> {
    let Some(player) = &row.player else {
        return Ok(true);
    };
    let people = names.fitting(player);
    if people.contains(&person) && people.len() > 1 {
        return Err(format!("{} players are {player}", people.len()));
    }
    Ok(people.contains(&person))
}

/// The row as an absence in a game, or why it fits none.
pub(super) fn tied(
    row: &Row,
    collection: &Collection,
    roster: &Roster,
    person: usize,
) -> Result<Absence, String> {
    let own = collection.games.iter().zip(&roster.games).enumerate().filter_map(|(index, (game, sides))| {
        let white = sides.0 == person;
        (white || sides.1 == person).then_some((index, game, white))
    });
    let fits = |(number, (_, game, white)): &(u32, (usize, &Game, bool))| {
        let [white_side, black_side] = game.sides();
        let opponent = if *white { black_side } else { white_side };
        row.game.is_none_or(|wanted| wanted == *number)
            && row.round.as_ref().is_none_or(|round| same_round(round, &game.round))
            && row.opponent.as_ref().is_none_or(|name| same_name(name, &opponent.name))
    };
    let fitting: Vec<_> = (1..).zip(own).filter(fits).collect();
    let (index, game, white) = match fitting.as_slice() {
        [(_, seat)] => *seat,
        [] => return Err(format!("no game of the player that gives decisions is {}", description(row))),
        several => return Err(format!("{} games of the player are {}", several.len(), description(row))),
    };
    let plies = game.moves.len();
    let moves = if white { plies.div_ceil(2) } else { plies / 2 };
    // The game may end before the player moves again.
    if usize::try_from(row.back).map_or(true, |back| back > moves.saturating_add(1)) {
        let back = row.back;
        return Err(format!("back at move {back}, but the player made {moves} moves in that game"));
    }
    Ok(Absence {
        game: index,
        left: row.left,
        back: row.back,
        note: row.note.clone(),
        logged_by: row.logged_by.clone(),
    })
}

fn description(row: &Row) -> String {
    let parts = [
        row.game.map(|game| format!("number {game}")),
        row.round.as_ref().map(|round| format!("round {round}")),
        row.opponent.as_ref().map(|opponent| format!("against {opponent}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `5` is round 5 on whatever board, `5.3` is that board alone.
fn same_round(wanted: &str, tag: &str) -> bool {
    let (wanted, tag) = (wanted.trim(), tag.trim());
    wanted == tag || tag.split('.').next() == Some(wanted)
}

/// Without regard to case, white space and commas; parts of a name do, if every word of them is there.
fn same_name(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (normalised(wanted), normalised(name));
    let mut words = wanted.split(' ').filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| name.split(' ').any(|part| part == word))
}
