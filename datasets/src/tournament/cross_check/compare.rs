//! One game with its pairing, one player with their line: what differs becomes a finding.

use std::collections::{BTreeMap, BTreeSet};

use super::games::{Couple, players, scores_agree};
use super::names::{Agreement, Name};
use super::people::{By, Match};
use super::said::players as names;
use super::{Finding, FindingKind, GamePlace, Likeness, Said, Silence};
use crate::day::Day;
use crate::pgn::game::{Collection, GameResult};
use crate::players::{Person, Roster};
use crate::tournament::encounters::Encounter;
use crate::tournament::trf::{Ending, Pairing, Place, Player, Points, Trf, column, parse_date, slashed};

/// Plies that a game of less than one move may have: one move is a ply of each side.
const SHORT_PLIES: usize = 2;

/// The comparison under way.
pub(super) struct Check<'a> {
    pub(super) collection: &'a Collection,
    pub(super) roster: &'a Roster,
    pub(super) trf: &'a Trf,
    pub(super) encounters: &'a [Encounter<'a>],
    pub(super) pairings: &'a [Pairing],
    pub(super) people: &'a [Option<Match>],
    pub(super) findings: Vec<Finding>,
    pub(super) silent: Silence,
}

impl Check<'_> {
    fn place(&self, encounter: &Encounter<'_>) -> GamePlace {
        let input = self.collection.inputs.get(encounter.input);
        GamePlace {
            input: input.map(|input| input.name.clone()).unwrap_or_default(),
            game: encounter.number,
            offset: encounter.offset,
        }
    }

    fn add(
        &mut self,
        kind: FindingKind,
        (round, players): (Option<u16>, Vec<String>),
        (pgn, pgn_at): (Said, Option<GamePlace>),
        (trf, trf_at): (Said, Option<Place>),
    ) {
        self.findings.push(Finding { kind, round, players, pgn, trf, pgn_at, trf_at });
    }

    /// A game and the pairing of the same players.
    pub(super) fn game(&mut self, couple: Couple) {
        let found = (self.encounters.get(couple.encounter), self.pairings.get(couple.pairing));
        if let (Some(encounter), Some(pairing)) = found
            && let Some(seated) = players(encounter, self.people)
        {
            self.seated(encounter, pairing, seated);
        }
    }

    fn seated(&mut self, encounter: &Encounter<'_>, pairing: &Pairing, seated: [usize; 2]) {
        let turned = pairing.players != seated;
        let mut kinds = Vec::new();
        match encounter.round {
            None => self.silent.games_without_round += 1,
            Some(round) if round != pairing.round => kinds.push(FindingKind::WrongRound),
            Some(_) => {}
        }
        let swapped = turned && pairing.coloured;
        if swapped {
            kinds.push(FindingKind::ColoursSwapped);
        }
        kinds.extend(ending(encounter, pairing, turned, swapped));
        for kind in kinds {
            self.pair(kind, encounter, pairing);
        }
    }

    fn pair(&mut self, kind: FindingKind, encounter: &Encounter<'_>, pairing: &Pairing) {
        let (mut pgn, mut trf) = (Said::game(encounter), Said::pairing(self.trf, pairing));
        if kind == FindingKind::WrongRound {
            if let Said::Game { round, .. } = &mut pgn {
                *round = Some(encounter.round_tag.to_owned());
            }
            if let Said::Pairing { round, .. } = &mut trf {
                *round = Some(pairing.round);
            }
        }
        self.add(
            kind,
            (Some(pairing.round), names(self.trf, pairing).to_vec()),
            (pgn, Some(self.place(encounter))),
            (trf, Some(pairing.place)),
        );
    }

    /// A game and a pairing of one of its players with somebody else. If both names are those of the pairing, the
    /// game carries a FIDE number of another player, and is compared all the same; true then.
    pub(super) fn other_opponent(&mut self, couple: Couple) -> bool {
        let (Some(encounter), Some(pairing)) =
            (self.encounters.get(couple.encounter), self.pairings.get(couple.pairing))
        else {
            return false;
        };
        let Some(seated) = self.by_names(encounter, pairing) else {
            self.pair(FindingKind::OpponentDiffers, encounter, pairing);
            return false;
        };
        for (player, side) in seated.into_iter().zip(encounter.sides) {
            let Some(player) = self.trf.players.get(player) else {
                continue;
            };
            let written = side.fide_id.map(u64::from);
            if written.is_some() && written != player.fide_id {
                self.add(
                    FindingKind::FideIdDiffers,
                    (Some(pairing.round), vec![player.name.clone()]),
                    (Said::player(&side.name, written), Some(self.place(encounter))),
                    (Said::player(&player.name, player.fide_id), Some(player.place(column::FIDE_ID))),
                );
            }
        }
        self.seated(encounter, pairing, seated);
        true
    }

    /// The players of the pairing who have the names of White and Black.
    fn by_names(&self, encounter: &Encounter<'_>, pairing: &Pairing) -> Option<[usize; 2]> {
        let [first, second] = pairing.players;
        let same = |side: usize, player: usize| {
            let (side, player) = (encounter.sides.get(side), self.trf.players.get(player));
            let names =
                side.zip(player).map(|(side, player)| (Name::new(&side.name), Name::new(&player.name)));
            names.is_some_and(|(side, player)| side.agreement(&player) == Agreement::Same)
        };
        [[first, second], [second, first]]
            .into_iter()
            .find(|[white, black]| same(0, *white) && same(1, *black))
    }

    pub(super) fn extra_game(&mut self, index: usize) {
        let Some(encounter) = self.encounters.get(index) else {
            return;
        };
        self.add(
            FindingKind::ExtraGame,
            (encounter.round, encounter.sides.iter().map(|side| side.name.clone()).collect()),
            (Said::game(encounter), Some(self.place(encounter))),
            (Said::NoPairing {}, None),
        );
    }

    pub(super) fn missing_game(&mut self, pairing: &Pairing) {
        self.add(
            FindingKind::MissingGame,
            (Some(pairing.round), names(self.trf, pairing).to_vec()),
            (Said::NoGame {}, None),
            (Said::pairing(self.trf, pairing), Some(pairing.place)),
        );
    }

    pub(super) fn extra_player(&mut self, person: usize, games: &[usize]) {
        let Some(known) = self.roster.people.get(person) else {
            return;
        };
        let first = games.first().and_then(|&game| self.encounters.get(game));
        self.add(
            FindingKind::PlayerExtra,
            (None, vec![known.name.clone()]),
            (
                Said::Player {
                    name: known.name.clone(),
                    fide_id: fide_id(known),
                    games: Some(games.len()),
                    likeness: None,
                },
                first.map(|encounter| self.place(encounter)),
            ),
            (Said::NoPlayer {}, None),
        );
    }

    pub(super) fn missing_player(&mut self, player: usize, pairings: &[&Pairing]) {
        let Some(known) = self.trf.players.get(player) else {
            return;
        };
        self.add(
            FindingKind::PlayerMissing,
            (None, vec![known.name.clone()]),
            (Said::NoPlayer {}, None),
            (
                Said::Player {
                    name: known.name.clone(),
                    fide_id: known.fide_id,
                    games: Some(pairings.len()),
                    likeness: None,
                },
                Some(known.place(column::NAME)),
            ),
        );
    }

    /// Every person for whom `wanted` holds with the line of the player they are.
    pub(super) fn persons(&mut self, wanted: impl Fn(usize) -> bool) {
        let mut first_game: BTreeMap<usize, GamePlace> = BTreeMap::new();
        let mut games: BTreeMap<usize, usize> = BTreeMap::new();
        let mut ratings: BTreeMap<usize, BTreeSet<u16>> = BTreeMap::new();
        for encounter in self.encounters {
            for (person, side) in encounter.people.into_iter().zip(encounter.sides) {
                first_game.entry(person).or_insert_with(|| self.place(encounter));
                *games.entry(person).or_default() += 1;
                ratings.entry(person).or_default().extend(side.rating);
            }
        }
        // Of two spellings of a player the one with more games speaks for the rating.
        let mut speakers: BTreeMap<usize, (usize, std::cmp::Reverse<usize>)> = BTreeMap::new();
        for (person, found) in self.people.iter().enumerate() {
            let Some(found) = found else { continue };
            let weight = (games.get(&person).copied().unwrap_or(0), std::cmp::Reverse(person));
            let speaker = speakers.entry(found.player).or_insert(weight);
            *speaker = (*speaker).max(weight);
        }
        for (index, found) in self.people.iter().enumerate() {
            let Some(found) = found.as_ref().filter(|_| wanted(index)) else {
                continue;
            };
            let (Some(person), Some(player)) =
                (self.roster.people.get(index), self.trf.players.get(found.player))
            else {
                continue;
            };
            let at = first_game.get(&index).cloned();
            self.identity(person, player, found.by, at.clone());
            let speaks = speakers.get(&found.player).is_some_and(|(_, speaker)| speaker.0 == index);
            if speaks {
                let seen = ratings.remove(&index).unwrap_or_default();
                self.rating(person, player, &seen, at);
            }
        }
    }

    fn identity(&mut self, person: &Person, player: &Player, by: By, at: Option<GamePlace>) {
        let ids = (fide_id(person), player.fide_id);
        let (kind, column) = if !by.is_certain() {
            (FindingKind::UncertainPlayer, column::NAME)
        } else if matches!(ids, (Some(one), Some(other)) if one != other) {
            (FindingKind::FideIdDiffers, column::FIDE_ID)
        } else if Name::new(&person.name).agreement(&Name::new(&player.name)) == Agreement::Different {
            (FindingKind::NameDiffers, column::NAME)
        } else {
            self.silent.fide_ids_on_one_side += usize::from(ids.0.is_some() != ids.1.is_some());
            return;
        };
        self.add(
            kind,
            (None, vec![player.name.clone()]),
            (Said::player(&person.name, ids.0), at),
            (
                Said::Player {
                    name: player.name.clone(),
                    fide_id: ids.1,
                    games: None,
                    likeness: match by {
                        By::AlikeName => Some(Likeness::Names),
                        By::Opponents => Some(Likeness::Opponents),
                        By::Name | By::FideId => None,
                    },
                },
                Some(player.place(column)),
            ),
        );
    }

    fn rating(&mut self, person: &Person, player: &Player, seen: &BTreeSet<u16>, at: Option<GamePlace>) {
        let (Some(tags), Some(reported)) = (person.rating, player.rating) else {
            let one = person.rating.is_some() != player.rating.is_some();
            self.silent.ratings_on_one_side += usize::from(one);
            return;
        };
        if tags == reported {
            return;
        }
        let others = seen.iter().copied().filter(|other| *other != tags).collect();
        self.add(
            FindingKind::RatingDiffers,
            (None, vec![player.name.clone()]),
            (Said::Rating { rating: tags, others }, at),
            (Said::Rating { rating: reported, others: Vec::new() }, Some(player.place(column::RATING))),
        );
    }

    /// Whether a game is dated before the first or after the last day.
    pub(super) fn is_outside(&self, encounter: usize) -> bool {
        let date = self.encounters.get(encounter).and_then(|encounter| parse_date(encounter.date));
        let days = date.zip(self.trf.tournament.days());
        days.is_some_and(|(date, (start, end))| date < start || date > end)
    }

    /// Games dated before the first or after the last day, by date.
    pub(super) fn dates<'b>(&mut self, games: impl Iterator<Item = &'b usize>) {
        let days = self.trf.tournament.days();
        self.silent.event_days_known = days.is_some();
        let mut outside: BTreeMap<Day, Vec<&Encounter<'_>>> = BTreeMap::new();
        for encounter in games.filter_map(|&index| self.encounters.get(index)) {
            match (parse_date(encounter.date), days) {
                (None, _) => self.silent.games_without_date += 1,
                (Some(date), Some((start, end))) if date < start || date > end => {
                    outside.entry(date).or_default().push(encounter);
                }
                (Some(_), _) => {}
            }
        }
        let Some((start, end)) = days else { return };
        for (date, games) in outside {
            let (Some(first), one) = (games.first(), games.len() == 1) else {
                continue;
            };
            let bound = if date < start { &self.trf.tournament.start } else { &self.trf.tournament.end };
            let trf_at: Option<Place> = bound.as_ref().map(|field| field.place);
            let sides = first.sides.iter().map(|side| side.name.clone());
            let finding = Finding {
                kind: FindingKind::DateOutside,
                round: first.round.filter(|&round| games.iter().all(|game| game.round == Some(round))),
                players: if one { sides.collect() } else { Vec::new() },
                pgn: Said::Date { date: slashed(date), games: games.len() },
                trf: Said::Days { first: slashed(start), last: slashed(end) },
                pgn_at: Some(self.place(first)),
                trf_at,
            };
            self.findings.push(finding);
        }
    }
}

/// A difference in results or moves. With colours exchanged, a result that fits the boards and
/// not the players is the same mistake and no second finding.
fn ending(encounter: &Encounter<'_>, pairing: &Pairing, turned: bool, swapped: bool) -> Option<FindingKind> {
    let agrees = scores_agree(encounter.result, pairing, turned);
    let agrees_by_board = swapped && scores_agree(encounter.result, pairing, false) == Some(true);
    let differs = agrees == Some(false) && !agrees_by_board;
    match pairing.ending()? {
        Ending::Forfeit(_) if encounter.plies > 0 => Some(FindingKind::ForfeitWithMoves),
        Ending::Short(_) if encounter.plies > SHORT_PLIES => Some(FindingKind::ForfeitWithMoves),
        Ending::Played(_) if encounter.plies == 0 => Some(FindingKind::PlayedWithoutMoves),
        // A PGN has no sign for a forfeit of both, and often none for a forfeit at all.
        Ending::Forfeit(_) if encounter.result == GameResult::Unknown => None,
        Ending::Forfeit(Points::Neither) => Some(FindingKind::ScoredDifferently),
        Ending::Open => (encounter.result != GameResult::Unknown).then_some(FindingKind::ScoredDifferently),
        Ending::Played(_) | Ending::Short(_) | Ending::Forfeit(_) => {
            differs.then_some(FindingKind::ScoredDifferently)
        }
    }
}

fn fide_id(person: &Person) -> Option<u64> {
    person.fide_id.map(u64::from)
}
