//! One game with its pairing, one player with their line: what differs becomes a finding.

use std::collections::{BTreeMap, BTreeSet};

use super::games::{Couple, players, scores_agree};
use super::people::{name_differs, same_name};
use super::said::players as names;
use super::{Finding, FindingKind, GamePlace, Said, Silence};
use crate::day::Day;
use crate::pgn::game::{Collection, GameResult, Side};
use crate::players::{Person, Roster};
use crate::tournament::encounters::Encounter;
use crate::tournament::trf::{Ending, How, Pairing, Player, Trf, column, parse_date, slashed};

/// Plies that a game of less than one move may have: one move is a ply of each side.
const SHORT_PLIES: usize = 2;

pub(super) struct Check<'a> {
    pub(super) collection: &'a Collection,
    pub(super) roster: &'a Roster,
    pub(super) trf: &'a Trf,
    pub(super) encounters: &'a [Encounter<'a>],
    pub(super) pairings: &'a [Pairing],
    pub(super) people: &'a [Option<usize>],
    pub(super) findings: Vec<Finding>,
    pub(super) silent: Silence,
}

impl Check<'_> {
    fn place(&self, encounter: &Encounter<'_>) -> Option<GamePlace> {
        let input = self.collection.inputs.get(encounter.input);
        Some(GamePlace {
            input: input.map(|input| input.name.clone()).unwrap_or_default(),
            game: encounter.number,
            offset: encounter.offset,
        })
    }

    pub(super) fn game(&mut self, couple: Couple) {
        let (encounter, pairing) = (&self.encounters[couple.encounter], &self.pairings[couple.pairing]);
        if let Some(seated) = players(encounter, self.people) {
            self.seated(encounter, pairing, seated);
        }
    }

    fn seated(&mut self, encounter: &Encounter<'_>, pairing: &Pairing, seated: [usize; 2]) {
        let turned = pairing.players != seated;
        match encounter.round {
            None => self.silent.games_without_round += 1,
            Some(round) if round != pairing.round => self.pair(FindingKind::WrongRound, encounter, pairing),
            Some(_) => {}
        }
        let swapped = turned && pairing.coloured;
        if swapped {
            self.pair(FindingKind::ColoursSwapped, encounter, pairing);
        }
        if let Some(kind) = ending(encounter, pairing, turned, swapped) {
            self.pair(kind, encounter, pairing);
        }
    }

    fn pair(&mut self, kind: FindingKind, encounter: &Encounter<'_>, pairing: &Pairing) {
        let rounds = kind == FindingKind::WrongRound;
        self.findings.push(Finding {
            kind,
            round: Some(pairing.round),
            players: names(self.trf, pairing).to_vec(),
            pgn: Said::game(encounter, rounds),
            trf: Said::pairing(self.trf, pairing, rounds),
            pgn_at: self.place(encounter),
            trf_at: Some(pairing.place),
        });
    }

    /// A game and a pairing of one of its players with somebody else. If both names are those of the pairing, the
    /// game carries a FIDE number of another player, and is compared all the same; true then.
    pub(super) fn other_opponent(&mut self, couple: Couple) -> bool {
        let (encounter, pairing) = (&self.encounters[couple.encounter], &self.pairings[couple.pairing]);
        let Some(seated) = self.by_names(encounter, pairing) else {
            self.pair(FindingKind::OpponentDiffers, encounter, pairing);
            return false;
        };
        for (player, side) in seated.into_iter().zip(encounter.sides) {
            let player = &self.trf.players[player];
            let written = side.fide_id.map(u64::from);
            if written.is_some() && written != player.fide_id {
                self.findings.push(Finding {
                    kind: FindingKind::FideIdDiffers,
                    round: Some(pairing.round),
                    players: vec![player.name.clone()],
                    pgn: Said::player(&side.name, written),
                    trf: Said::player(&player.name, player.fide_id),
                    pgn_at: self.place(encounter),
                    trf_at: Some(player.place(column::FIDE_ID)),
                });
            }
        }
        self.seated(encounter, pairing, seated);
        true
    }

    /// The players of the pairing who have the names of White and Black.
    fn by_names(&self, encounter: &Encounter<'_>, pairing: &Pairing) -> Option<[usize; 2]> {
        let same = |side: usize, player: usize| {
            same_name(&encounter.sides[side].name, &self.trf.players[player].name)
        };
        let [first, second] = pairing.players;
        let orders = [[first, second], [second, first]];
        orders.into_iter().find(|[white, black]| same(0, *white) && same(1, *black))
    }

    pub(super) fn extra_game(&mut self, index: usize) {
        let encounter = &self.encounters[index];
        self.findings.push(Finding {
            kind: FindingKind::ExtraGame,
            round: encounter.round,
            players: encounter.sides.iter().map(|side| side.name.clone()).collect(),
            pgn: Said::game(encounter, false),
            trf: Said::NoPairing {},
            pgn_at: self.place(encounter),
            trf_at: None,
        });
    }

    pub(super) fn missing_game(&mut self, pairing: &Pairing) {
        self.findings.push(Finding {
            kind: FindingKind::MissingGame,
            round: Some(pairing.round),
            players: names(self.trf, pairing).to_vec(),
            pgn: Said::NoGame {},
            trf: Said::pairing(self.trf, pairing, false),
            pgn_at: None,
            trf_at: Some(pairing.place),
        });
    }

    /// A person who is not in the report or a player who is not in the games, or the two who are probably one.
    pub(super) fn unmatched(&mut self, stranger: Option<(usize, &[usize])>, absent: Option<(usize, usize)>) {
        let (mut name, mut pgn, mut trf) = (String::new(), Said::NoPlayer {}, Said::NoPlayer {});
        let (mut pgn_at, mut trf_at) = (None, None);
        if let Some((person, games)) = stranger {
            let person = &self.roster.people[person];
            name.clone_from(&person.name);
            pgn = Said::Player { name: name.clone(), fide_id: fide_id(person), games: Some(games.len()) };
            pgn_at = games.first().and_then(|&game| self.place(&self.encounters[game]));
        }
        if let Some((player, pairings)) = absent {
            let player = &self.trf.players[player];
            name.clone_from(&player.name);
            trf = Said::Player { name: name.clone(), fide_id: player.fide_id, games: Some(pairings) };
            trf_at = Some(player.place(column::NAME));
        }
        let kind = match (stranger, absent) {
            (Some(_), Some(_)) => FindingKind::UncertainPlayer,
            (Some(_), None) => FindingKind::PlayerExtra,
            (None, _) => FindingKind::PlayerMissing,
        };
        self.findings.push(Finding { kind, round: None, players: vec![name], pgn, trf, pgn_at, trf_at });
    }

    /// Every person for whom `wanted` holds with the line of the player they are.
    pub(super) fn persons(&mut self, wanted: impl Fn(usize) -> bool) {
        let mut games: Vec<Vec<(&Encounter<'_>, &Side)>> = vec![Vec::new(); self.people.len()];
        for encounter in self.encounters {
            for (person, side) in encounter.people.into_iter().zip(encounter.sides) {
                if let Some(person) = person {
                    games[person].push((encounter, side));
                }
            }
        }
        // Of two spellings of a player the one with more games speaks for the rating, of equals the first.
        let mut speakers: BTreeMap<usize, usize> = BTreeMap::new();
        for (person, player) in self.people.iter().enumerate() {
            let Some(player) = *player else { continue };
            let speaker = speakers.entry(player).or_insert(person);
            if games[person].len() > games[*speaker].len() {
                *speaker = person;
            }
        }
        for (index, place) in self.people.iter().enumerate() {
            let Some(place) = place.filter(|_| wanted(index)) else { continue };
            let (person, player) = (&self.roster.people[index], &self.trf.players[place]);
            let at = games[index].first().and_then(|(encounter, _)| self.place(encounter));
            self.identity(person, player, at.clone());
            if speakers.get(&place) == Some(&index) {
                let seen = games[index].iter().filter_map(|(_, side)| side.rating).collect();
                self.rating(person, player, &seen, at);
            }
        }
    }

    fn identity(&mut self, person: &Person, player: &Player, at: Option<GamePlace>) {
        let ids = (fide_id(person), player.fide_id);
        let (kind, column) = if matches!(ids, (Some(one), Some(other)) if one != other) {
            (FindingKind::FideIdDiffers, column::FIDE_ID)
        } else if name_differs(&person.name, &player.name) {
            (FindingKind::NameDiffers, column::NAME)
        } else {
            self.silent.fide_ids_on_one_side += usize::from(ids.0.is_some() != ids.1.is_some());
            return;
        };
        self.findings.push(Finding {
            kind,
            round: None,
            players: vec![player.name.clone()],
            pgn: Said::player(&person.name, ids.0),
            trf: Said::player(&player.name, ids.1),
            pgn_at: at,
            trf_at: Some(player.place(column)),
        });
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
        self.findings.push(Finding {
            kind: FindingKind::RatingDiffers,
            round: None,
            players: vec![player.name.clone()],
            pgn: Said::Rating { rating: tags, others },
            trf: Said::Rating { rating: reported, others: Vec::new() },
            pgn_at: at,
            trf_at: Some(player.place(column::RATING)),
        });
    }

    /// Whether a game is dated before the first or after the last day.
    pub(super) fn is_outside(&self, encounter: usize) -> bool {
        let date = parse_date(self.encounters[encounter].date);
        let days = date.zip(self.trf.tournament.days());
        days.is_some_and(|(date, (start, end))| date < start || date > end)
    }

    /// Games dated before the first or after the last day, by date.
    pub(super) fn dates(&mut self, games: impl Iterator<Item = usize>) {
        let days = self.trf.tournament.days();
        self.silent.event_days_known = days.is_some();
        let mut outside: BTreeMap<Day, Vec<&Encounter<'_>>> = BTreeMap::new();
        for index in games {
            match parse_date(self.encounters[index].date) {
                None => self.silent.games_without_date += 1,
                Some(date) if self.is_outside(index) => {
                    outside.entry(date).or_default().push(&self.encounters[index]);
                }
                Some(_) => {}
            }
        }
        let Some((start, end)) = days else { return };
        for (date, games) in outside {
            let first = games[0];
            let bound = if date < start { &self.trf.tournament.start } else { &self.trf.tournament.end };
            let sides = first.sides.iter().filter(|_| games.len() == 1);
            self.findings.push(Finding {
                kind: FindingKind::DateOutside,
                round: first.round.filter(|&round| games.iter().all(|game| game.round == Some(round))),
                players: sides.map(|side| side.name.clone()).collect(),
                pgn: Said::Date { date: slashed(date), games: games.len() },
                trf: Said::Days { first: slashed(start), last: slashed(end) },
                pgn_at: self.place(first),
                trf_at: bound.as_ref().map(|field| field.place),
            });
        }
    }
}

/// A difference in results or moves. With colours exchanged, a result that fits the boards and
/// not the players is the same mistake and no second finding.
fn ending(encounter: &Encounter<'_>, pairing: &Pairing, turned: bool, swapped: bool) -> Option<FindingKind> {
    let agrees = scores_agree(encounter.result, pairing, turned);
    let agrees_by_board = swapped && scores_agree(encounter.result, pairing, false) == Some(true);
    let differs = agrees == Some(false) && !agrees_by_board;
    let Ending { how, halves } = pairing.ending();
    match how {
        How::Forfeit if encounter.plies > 0 => Some(FindingKind::ForfeitWithMoves),
        How::Short if encounter.plies > SHORT_PLIES => Some(FindingKind::ForfeitWithMoves),
        How::Played if encounter.plies == 0 => Some(FindingKind::PlayedWithoutMoves),
        // A PGN has no sign for a forfeit of both, and often none for a forfeit at all.
        How::Forfeit if encounter.result == GameResult::Unknown => None,
        How::Forfeit if halves == Some([0, 0]) => Some(FindingKind::ScoredDifferently),
        How::Open => (encounter.result != GameResult::Unknown).then_some(FindingKind::ScoredDifferently),
        How::Played | How::Short | How::Forfeit => differs.then_some(FindingKind::ScoredDifferently),
        How::Contradictory => None,
    }
}

fn fide_id(person: &Person) -> Option<u64> {
    person.fide_id.map(u64::from)
}
