//! Which game is which pairing of the report.
//!
//! The same two players in the same round; then in another round; then one of the two players in the same
//! round. In this order, so that one mistake does not look like a missing game and an extra one.

use std::collections::{BTreeMap, BTreeSet};

use crate::pgn::game::GameResult;
use crate::players::is_nameless;
use crate::tournament::encounters::Encounter;
use crate::tournament::trf::{How, Pairing};

/// A game and the pairing it belongs to, as indices into the lists given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Couple {
    pub(super) encounter: usize,
    pub(super) pairing: usize,
}

#[derive(Debug, Default)]
pub(super) struct Couples {
    pub(super) same: Vec<Couple>,
    /// One of the two players, in the same round.
    pub(super) other_opponent: Vec<Couple>,
    pub(super) encounters: BTreeSet<usize>,
    pub(super) pairings: BTreeSet<usize>,
}

/// Couples games and pairings. `open` are the games that may be coupled; copies and byes are not among them.
pub(super) fn couple(
    encounters: &[Encounter<'_>],
    open: &BTreeSet<usize>,
    pairings: &[Pairing],
    people: &[Option<usize>],
) -> Couples {
    let mut couples =
        Couples { encounters: open.clone(), pairings: (0..pairings.len()).collect(), ..Couples::default() };
    let mut by_pair: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, pairing) in pairings.iter().enumerate() {
        by_pair.entry(unordered(pairing.players)).or_default().push(index);
    }
    let by_pair = |pair: [usize; 2]| by_pair.get(&unordered(pair)).map(Vec::as_slice).unwrap_or_default();
    for any_round in [false, true] {
        let mut options = Vec::new();
        for &index in &couples.encounters {
            let encounter = &encounters[index];
            let Some(players) = players(encounter, people) else { continue };
            for &candidate in by_pair(players) {
                let pairing = &pairings[candidate];
                if couples.pairings.contains(&candidate)
                    && (any_round || encounter.round == Some(pairing.round))
                {
                    options.push((fit(encounter, players, pairing), index, candidate));
                }
            }
        }
        // The best fit first; of equal ones the earlier game, then the earlier round.
        options.sort_by_key(|&(fit, encounter, pairing)| (std::cmp::Reverse(fit), encounter, pairing));
        for (_, encounter, pairing) in options {
            couples.take(encounter, pairing, true);
        }
    }
    one_in_common(&mut couples, encounters, pairings, people);
    couples.same.sort_by_key(|couple| couple.encounter);
    couples
}

impl Couples {
    fn take(&mut self, encounter: usize, pairing: usize, same: bool) {
        if self.encounters.contains(&encounter) && self.pairings.remove(&pairing) {
            self.encounters.remove(&encounter);
            let list = if same { &mut self.same } else { &mut self.other_opponent };
            list.push(Couple { encounter, pairing });
        }
    }
}

fn unordered([one, other]: [usize; 2]) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// The players of the report who are White and Black, if both are known.
pub(super) fn players(encounter: &Encounter<'_>, people: &[Option<usize>]) -> Option<[usize; 2]> {
    let [white, black] = encounter.people;
    Some([people[white?]?, people[black?]?])
}

fn fit(encounter: &Encounter<'_>, players: [usize; 2], pairing: &Pairing) -> (bool, bool) {
    let colours = pairing.players == players;
    (colours, scores_agree(encounter.result, pairing, !colours) == Some(true))
}

/// Whether the result gives the same points to the same players; nothing if the report gives no result, or two.
/// `turned` says that the pairing has the players in the other order.
pub(super) fn scores_agree(result: GameResult, pairing: &Pairing, turned: bool) -> Option<bool> {
    let mut halves = pairing.ending().halves?;
    if turned {
        halves.reverse();
    }
    let expected = match halves {
        [2, 0] => GameResult::White,
        [0, 2] => GameResult::Black,
        [1, 1] => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    Some(result == expected)
}

/// Games and pairings left over that share a round and a player: the other player differs. A player sits once in
/// a round, so the two cannot be different games. Where neither source knows the other's opponent at all, the two are
/// findings about players.
fn one_in_common(
    couples: &mut Couples,
    encounters: &[Encounter<'_>],
    pairings: &[Pairing],
    people: &[Option<usize>],
) {
    let present: BTreeSet<usize> = people.iter().flatten().copied().collect();
    let mut by_seat: BTreeMap<(u16, usize), usize> = BTreeMap::new();
    for &index in &couples.pairings {
        let pairing = &pairings[index];
        if pairing.is_mutual() && !matches!(pairing.ending().how, How::Forfeit | How::Open) {
            by_seat.extend(pairing.players.map(|player| ((pairing.round, player), index)));
        }
    }
    for index in couples.encounters.clone() {
        let encounter = &encounters[index];
        let players = encounter.people.map(|person| people[person?]);
        let named = players
            .iter()
            .zip(encounter.sides)
            .all(|(player, side)| player.is_some() || !is_nameless(&side.name));
        let seats = players.iter().filter_map(|player| Some((encounter.round?, (*player)?)));
        let mut options = seats.filter_map(|seat| by_seat.get(&seat)).filter(|at| {
            let strangers = named
                && players.contains(&None)
                && pairings[**at].players.iter().any(|player| !present.contains(player));
            couples.pairings.contains(at) && !strangers
        });
        if let Some(&pairing) = options.next() {
            couples.take(index, pairing, false);
        }
    }
}
