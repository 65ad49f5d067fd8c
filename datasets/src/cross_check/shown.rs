//! What the PGN and the report say, in a few words for people.

use crate::encounters::Encounter;
use crate::game::Outcome;
use crate::trf::{Ending, Pairing, Points, Trf};

/// A name, or that there is none.
pub(super) fn name(name: &str) -> String {
    if name.trim().is_empty() {
        "(no name)".to_owned()
    } else {
        name.to_owned()
    }
}

/// A game as the PGN has it.
pub(super) fn game(encounter: &Encounter<'_>) -> String {
    let [white, black] = encounter.sides;
    let result = match encounter.result {
        Outcome::White => "1-0",
        Outcome::Black => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Unknown => "no result",
    };
    let moves = match encounter.plies {
        0 => "no moves".to_owned(),
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    format!("{} - {} {result}, {moves}", name(&white.name), name(&black.name))
}

/// A pairing as the report has it.
pub(super) fn pairing(trf: &Trf, pairing: &Pairing) -> String {
    let [first, second] = players(trf, pairing);
    let ending = match pairing.ending() {
        None => "results that contradict each other".to_owned(),
        Some(Ending::Open) => "no result yet".to_owned(),
        Some(Ending::Played(points)) => score(points).to_owned(),
        Some(Ending::Short(points)) => format!("{} in less than one move", score(points)),
        Some(Ending::Forfeit(points)) => format!("{} by forfeit", score(points)),
    };
    let colours = if pairing.coloured { "" } else { ", colours unknown" };
    format!("{first} - {second} {ending}{colours}")
}

/// The names of a pairing's players.
pub(super) fn players(trf: &Trf, pairing: &Pairing) -> [String; 2] {
    pairing.players.map(|player| player_name(trf, player))
}

/// The name of a player.
pub(super) fn player_name(trf: &Trf, player: usize) -> String {
    let player = trf.players.get(player);
    name(player.map_or("", |player| player.name.as_str()))
}

fn score(points: Points) -> &'static str {
    match points {
        Points::First => "1-0",
        Points::Second => "0-1",
        Points::Halved => "1/2-1/2",
        Points::Neither => "0-0",
    }
}

/// A number of games.
pub(super) fn games(number: usize) -> String {
    match number {
        1 => "1 game".to_owned(),
        _ => format!("{number} games"),
    }
}
