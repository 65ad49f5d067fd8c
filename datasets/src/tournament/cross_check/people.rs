//! Which player of the report is which player of the games.
//!
//! A FIDE number with a name that fits decides; then the same name; then what the rounds say. Whatever rests on a
//! name that is only alike, or on opponents alone, is marked uncertain and becomes a finding: a person has to
//! confirm it.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{Agreement, Name};
use crate::players::{Roster, is_nameless, normalised};
use crate::tournament::encounters::Encounter;
use crate::tournament::trf::{Pairing, Trf};

/// A player of the report for a person of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// Index into [`Trf::players`].
    pub(super) player: usize,
    pub(super) by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum By {
    /// The opponents met, alone. Uncertain.
    Opponents,
    AlikeName,
    Name,
    FideId,
}

impl By {
    pub(super) fn is_certain(self) -> bool {
        matches!(self, Self::Name | Self::FideId)
    }
}

/// Most players who share a word for the word to count: a name that more have says too little, and comparing all
/// of them with all persons of that name would take hours in a hostile file.
const MAX_NAMESAKES: usize = 200;

/// Most passes in which matches may lead to further matches.
const MAX_PASSES: usize = 64;

/// A player for every person, in the order of the roster, where there is one.
///
/// Two persons may get one player: a spelling in one game with a wrong number makes a second person.
pub(super) fn match_people(
    encounters: &[Encounter<'_>],
    roster: &Roster,
    trf: &Trf,
    pairings: &[Pairing],
) -> Vec<Option<Match>> {
    let mut search = Search::new(encounters, roster, trf, pairings);
    search.by_number_and_name();
    search.by_name();
    for _ in 0..MAX_PASSES {
        if !search.by_evidence() {
            break;
        }
    }
    search.second_spellings();
    search.found
}

struct Search<'a> {
    roster: &'a Roster,
    trf: &'a Trf,
    persons: Vec<Name>,
    players: Vec<Name>,
    /// Round and opponent of every game of a person, for games whose round is known.
    met: Vec<Vec<(u16, usize)>>,
    /// Opponent of a player in a round.
    paired: BTreeMap<(u16, usize), usize>,
    found: Vec<Option<Match>>,
    taken: BTreeSet<usize>,
}

/// A person and a player who may be one.
#[derive(Clone, Copy)]
struct Candidate {
    person: usize,
    player: usize,
    /// Games of the person that the player's rounds confirm.
    shared: usize,
    by: By,
}

impl<'a> Search<'a> {
    fn new(encounters: &[Encounter<'_>], roster: &'a Roster, trf: &'a Trf, pairings: &[Pairing]) -> Self {
        let mut met = vec![Vec::new(); roster.people.len()];
        for encounter in encounters {
            let Some(round) = encounter.round else { continue };
            let [white, black] = encounter.people;
            met[white].push((round, black));
            met[black].push((round, white));
        }
        let mut paired = BTreeMap::new();
        for pairing in pairings {
            let [first, second] = pairing.players;
            paired.extend([((pairing.round, first), second), ((pairing.round, second), first)]);
        }
        // Nobody's name is nobody's.
        let name = |name: &str| Name::new(if is_nameless(&normalised(name)) { "" } else { name });
        Self {
            roster,
            trf,
            persons: roster.people.iter().map(|person| name(&person.name)).collect(),
            players: trf.players.iter().map(|player| Name::new(&player.name)).collect(),
            met,
            paired,
            found: vec![None; roster.people.len()],
            taken: BTreeSet::new(),
        }
    }

    fn accept(&mut self, person: usize, player: usize, by: By) {
        self.found[person] = Some(Match { player, by });
        self.taken.insert(player);
    }

    fn agreement(&self, person: usize, player: usize) -> Agreement {
        self.persons[person].agreement(&self.players[player])
    }

    fn open_persons(&self) -> Vec<usize> {
        (0..self.found.len()).filter(|&person| self.found[person].is_none()).collect()
    }

    fn open_players(&self) -> Vec<usize> {
        (0..self.players.len()).filter(|player| !self.taken.contains(player)).collect()
    }

    fn person_id(&self, person: usize) -> Option<u64> {
        self.roster.people[person].fide_id.map(u64::from)
    }

    fn player_id(&self, player: usize) -> Option<u64> {
        self.trf.players[player].fide_id
    }

    fn holders(&self, players: &[usize]) -> BTreeMap<u64, Vec<usize>> {
        let mut holders: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for &player in players {
            if let Some(id) = self.player_id(player) {
                holders.entry(id).or_default().push(player);
            }
        }
        holders
    }

    /// The same number, and a name that is the same or alike: of one person and one player only.
    fn by_number_and_name(&mut self) {
        let holders = self.holders(&self.open_players());
        for person in 0..self.persons.len() {
            let holders = self.person_id(person).and_then(|id| holders.get(&id));
            let fitting: Vec<usize> = holders
                .into_iter()
                .flatten()
                .copied()
                .filter(|&player| self.agreement(person, player) >= Agreement::Alike)
                .collect();
            if let [player] = fitting.as_slice() {
                self.accept(person, *player, By::FideId);
            }
        }
    }

    /// The same words, once on either side, where no number points elsewhere.
    fn by_name(&mut self) {
        let (persons, players) = (self.open_persons(), self.open_players());
        let person_ids: BTreeSet<u64> = persons.iter().filter_map(|&person| self.person_id(person)).collect();
        let player_ids: BTreeSet<u64> = players.iter().filter_map(|&player| self.player_id(player)).collect();
        let mut keys: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for person in persons {
            keys.entry(self.persons[person].key()).or_default().0.push(person);
        }
        for player in players {
            keys.entry(self.players[player].key()).or_default().1.push(player);
        }
        for (key, (persons, players)) in keys {
            let ([person], [player]) = (persons.as_slice(), players.as_slice()) else {
                continue;
            };
            let elsewhere = self.person_id(*person).is_some_and(|id| player_ids.contains(&id))
                || self.player_id(*player).is_some_and(|id| person_ids.contains(&id));
            if !key.is_empty() && !elsewhere {
                self.accept(*person, *player, By::Name);
            }
        }
    }

    /// Number, name and rounds together. Accepts every candidate that is the best one for both sides and has no
    /// equal; true if there was any.
    fn by_evidence(&mut self) -> bool {
        let candidates = self.candidates();
        let strength = |candidate: &Candidate| (candidate.shared, candidate.by);
        // The greatest strength of each person and of each player, and how many candidates have it.
        let mut persons: BTreeMap<usize, ((usize, By), u32)> = BTreeMap::new();
        let mut players = persons.clone();
        for candidate in &candidates {
            for (best, index) in [(&mut persons, candidate.person), (&mut players, candidate.player)] {
                let best = best.entry(index).or_insert((strength(candidate), 0));
                if strength(candidate) > best.0 {
                    *best = (strength(candidate), 0);
                }
                best.1 += u32::from(strength(candidate) == best.0);
            }
        }
        let mut any = false;
        for candidate in candidates {
            let wins = (strength(&candidate), 1);
            if persons[&candidate.person] == wins && players[&candidate.player] == wins {
                self.accept(candidate.person, candidate.player, candidate.by);
                any = true;
            }
        }
        any
    }

    fn candidates(&self) -> Vec<Candidate> {
        let players = self.open_players();
        let open: BTreeSet<usize> = players.iter().copied().collect();
        let by_id = self.holders(&players);
        let mut by_word: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &player in &players {
            for word in self.players[player].words() {
                by_word.entry(word).or_default().push(player);
            }
        }
        let mut candidates = Vec::new();
        for person in self.open_persons() {
            let shared = self.shared(person);
            // Games against somebody known.
            let seen =
                self.met[person].iter().filter(|(_, opponent)| self.found[*opponent].is_some()).count();
            let mut reasons: BTreeMap<usize, By> = BTreeMap::new();
            for (&player, &games) in &shared {
                // A few games in common are common; most of a person's games are not.
                if open.contains(&player) && games >= 2 && 2 * games > seen {
                    reasons.insert(player, By::Opponents);
                }
            }
            for word in self.persons[person].words() {
                let namesakes = by_word.get(word.as_str()).filter(|players| players.len() <= MAX_NAMESAKES);
                for &player in namesakes.into_iter().flatten() {
                    let by = match self.agreement(person, player) {
                        Agreement::Different => continue,
                        Agreement::Alike => By::AlikeName,
                        Agreement::Same => By::Name,
                    };
                    // Games that could confirm the name and do not, speak against it.
                    let confirmed = shared.contains_key(&player) || seen == 0;
                    if by == By::Name || confirmed {
                        reasons.insert(player, by);
                    }
                }
            }
            let same_id = self.person_id(person).and_then(|id| by_id.get(&id));
            reasons.extend(same_id.into_iter().flatten().map(|&player| (player, By::FideId)));
            candidates.extend(reasons.into_iter().map(|(player, by)| Candidate {
                person,
                player,
                shared: shared.get(&player).copied().unwrap_or(0),
                by,
            }));
        }
        candidates
    }

    /// For every player how many of the person's games their rounds confirm.
    fn shared(&self, person: usize) -> BTreeMap<usize, usize> {
        let mut shared = BTreeMap::new();
        for &(round, opponent) in &self.met[person] {
            let player = self.found[opponent].and_then(|known| self.paired.get(&(round, known.player)));
            if let Some(&player) = player {
                *shared.entry(player).or_default() += 1;
            }
        }
        shared
    }

    /// Persons left over who are a second spelling of a player already found: the name fits, a game confirms it,
    /// and no round has both.
    fn second_spellings(&mut self) {
        let mut rounds: BTreeMap<usize, BTreeSet<u16>> = BTreeMap::new();
        for (person, found) in self.found.iter().enumerate() {
            let Some(found) = found else { continue };
            rounds.entry(found.player).or_default().extend(self.rounds(person));
        }
        for person in self.open_persons() {
            let own: BTreeSet<u16> = self.rounds(person).collect();
            let free = |player: &usize| rounds.get(player).is_some_and(|taken| taken.is_disjoint(&own));
            let fitting: Vec<(usize, By)> = self
                .shared(person)
                .into_keys()
                .filter(free)
                .filter_map(|player| match self.agreement(person, player) {
                    Agreement::Different => None,
                    Agreement::Alike => Some((player, By::AlikeName)),
                    Agreement::Same => Some((player, By::Name)),
                })
                .collect();
            if let [(player, by)] = fitting.as_slice() {
                rounds.entry(*player).or_default().extend(own);
                self.accept(person, *player, *by);
            }
        }
    }

    fn rounds(&self, person: usize) -> impl Iterator<Item = u16> {
        self.met[person].iter().map(|(round, _)| *round)
    }
}
