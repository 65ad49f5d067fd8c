//! What games and report say of one player: the same comparison as of the whole event, looked at from one seat.
//!
//! It couples all games with all pairings first, because which game is which pairing depends on the others; then it
//! keeps what concerns the player. Nothing is corrected here, and nothing decides who is right.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Finding, GameCounts, PairingCounts, Silence, compare, games, people};
use super::{leftover_games, leftover_pairings, open, sort};
use crate::game::Collection;
use crate::people::Roster;
use crate::tournament::encounters::{Encounter, encounters};
use crate::tournament::trf::{Date, Trf};

/// What games and report say of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerCheck {
    /// The player's line; absent if the report has none.
    pub listed: Option<ReportedPlayer>,
    /// The player's games in the PGN. Games that could not be read name nobody, so `quarantined` is 0 here.
    pub games: GameCounts,
    /// The player's pairings in the report.
    pub pairings: PairingCounts,
    /// Games compared that agree in round, colours, result and date, as far as both sides give them.
    pub agreeing: usize,
    /// What differs, by kind, then round.
    pub findings: Vec<Finding>,
    /// What could not be compared.
    pub silent: Silence,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedPlayer {
    /// Line in the file, from 1.
    pub line: u32,
    /// Starting number.
    pub number: u16,
    /// Name as written there.
    pub name: String,
    /// FIDE number.
    pub fide_id: Option<u64>,
    /// Rating.
    pub rating: Option<u16>,
}

/// Compares the games of one person of the roster with the report. `roster` has to be the collection's own.
#[must_use]
pub fn of_player(collection: &Collection, roster: &Roster, trf: &Trf, person: usize) -> PlayerCheck {
    let all = encounters(collection, roster);
    let pairings = trf.pairings();
    let matched = people::match_people(&all, roster, trf, &pairings);
    let (may_couple, _) = open(&all);
    let couples = games::couple(&all, &may_couple, &pairings, &matched);

    let mine = |index: &usize| all.get(*index).is_some_and(|e| e.people.contains(&person));
    let own: BTreeSet<usize> = (0..all.len()).filter(|index| mine(index)).collect();
    let player = matched.get(person).copied().flatten().map(|found| found.player);
    let of_mine = |index: &usize| {
        let pairing = pairings.get(*index);
        pairing.zip(player).is_some_and(|(pairing, player)| pairing.players.contains(&player))
    };
    let mut check = compare::Check {
        collection,
        roster,
        trf,
        encounters: &all,
        pairings: &pairings,
        people: &matched,
        findings: Vec::new(),
        silent: Silence::default(),
    };
    let days = trf.tournament.days();
    let outside = |index: usize| {
        let date = all.get(index).and_then(|e| Date::parse(e.date));
        date.zip(days).is_some_and(|(date, (start, end))| date < start || date > end)
    };
    let mut counts = GameCounts { all: own.len(), ..open_of(&all, &own) };
    let mut seen = PairingCounts {
        all: (0..pairings.len()).filter(|index| of_mine(index)).count(),
        ..PairingCounts::default()
    };
    let mut agreeing = 0;
    for couple in couples.same.iter().filter(|couple| mine(&couple.encounter)) {
        let before = check.findings.len();
        check.game(*couple);
        counts.compared += 1;
        agreeing += usize::from(check.findings.len() == before && !outside(couple.encounter));
    }
    // Two spellings may be one player of the report, so games and pairings are counted each for themselves.
    seen.compared = couples.same.iter().filter(|couple| of_mine(&couple.pairing)).count();
    for couple in &couples.other_opponent {
        let (game, pairing) = (mine(&couple.encounter), of_mine(&couple.pairing));
        if !game && !pairing {
            continue;
        }
        let compared = check.other_opponent(*couple);
        for (counted, compared_as, other) in [
            (game, &mut counts.compared, &mut counts.other_opponent),
            (pairing, &mut seen.compared, &mut seen.other_opponent),
        ] {
            if counted && compared {
                *compared_as += 1;
            } else if counted {
                *other += 1;
            }
        }
    }
    let left: BTreeSet<usize> = couples.encounters.intersection(&own).copied().collect();
    leftover_games(&mut check, &left, &mut counts);
    let left: BTreeSet<usize> = couples.pairings.iter().copied().filter(|k| of_mine(k)).collect();
    leftover_pairings(&mut check, &left, &mut seen);
    check.persons(|index| index == person);
    check.dates(&may_couple.intersection(&own).copied().collect());
    let (mut findings, silent) = (check.findings, check.silent);
    sort(&mut findings);
    let listed = player.and_then(|player| trf.players.get(player));
    PlayerCheck {
        listed: listed.map(|player| ReportedPlayer {
            line: player.line,
            number: player.number,
            name: player.name.clone(),
            fide_id: player.fide_id,
            rating: player.rating,
        }),
        games: counts,
        pairings: seen,
        agreeing,
        findings,
        silent,
    }
}

/// Copies and byes among some of the games.
fn open_of(all: &[Encounter<'_>], own: &BTreeSet<usize>) -> GameCounts {
    let own: Vec<Encounter<'_>> = own.iter().filter_map(|index| all.get(*index).copied()).collect();
    open(&own).1
}
