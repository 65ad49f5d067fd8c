//! Tournaments of a corpus: which records are one game, which games are one tournament, who is one person, and what is
//! known about venue, time class and rating scale.
//!
//! A game is its moves: two records with the same main line of [`MIN_PLIES`] plies or more are one game, whatever their
//! dates, rounds and event names say. A tournament is a place, a span of dates and a set of players, and not an `Event` tag:
//! one name may cover twenty tournaments, and one tournament may stand in two collections under two names. Statistics that
//! are checked on tournaments they were not fitted on rest on this.
//!
//! Nothing here looks at an engine's answer or at a result.

pub mod facts;

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};
use shakmaty::CastlingMode;

use crate::clocks::time_class::TimeClass;
use crate::day::Day;
use crate::pgn::game::{Collection, Game, Place};
use crate::players::{Roster, normalised, roster};
use facts::{Facts, Paced};

/// Plies of a main line that two different games do not share.
pub const MIN_PLIES: usize = 30;
/// Days without play that separate two tournaments of one name and place. League rounds lie weeks apart.
const MAX_GAP: i64 = 60;
/// Groups of games that share this part of the smaller one's games, and [`MIN_SHARED`] of them, are one tournament.
const SHARED_GAMES: f64 = 0.1;
/// One or two equal games may be a slip in a tag.
const MIN_SHARED: usize = 3;
/// Groups of one name that overlap in time and share this part of the smaller one's players are one tournament: the
/// rounds of a league are played in several places.
const SHARED_PLAYERS: f64 = 0.3;
/// One tournament in so many is sealed.
const SEALED_ONE_IN: u64 = 6;

/// One tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The smallest main-line key of its games, as 16 hexadecimal digits: the same under any name, in any collection.
    pub identity: String,
    /// `Event` tags, as written.
    pub names: BTreeSet<String>,
    /// `Site` tags, as written.
    pub places: BTreeSet<String>,
    /// First and last day of play; absent without a full date.
    pub days: Option<[Day; 2]>,
    /// Its games, each once, without those set aside.
    pub collection: Collection,
    pub roster: Roster,
    /// The number of the person for each person of the roster: the same in any collection that knows as much of the person.
    pub people: Vec<usize>,
    pub facts: Facts,
    /// Games set aside because a player had three or more on that day, or a second one against the same opponent.
    pub too_many_a_day: usize,
    /// Whether it belongs to the part that no fit may see.
    pub sealed: bool,
}

/// A record of a game that is kept elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duplicate {
    pub left_out: Place,
    pub kept: Place,
}

/// The tournaments of some collections.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// By first day, then by identity.
    pub tournaments: Vec<Tournament>,
    pub duplicates: Vec<Duplicate>,
    /// Persons of all tournaments: a FIDE number, or a name that no number goes with.
    pub people: usize,
    /// Games without a full date, which no tournament can be told by.
    pub undated: usize,
}

/// A main line of [`MIN_PLIES`] or more as a number; `None` for a shorter one.
fn main_line(game: &Game) -> Option<u64> {
    if game.moves.len() < MIN_PLIES {
        return None;
    }
    let mut digest = Sha256::new();
    for mv in &game.moves {
        digest.update(mv.to_uci(CastlingMode::Chess960).to_string());
        digest.update(b" ");
    }
    let first = digest.finalize().first_chunk().copied()?;
    Some(u64::from_be_bytes(first))
}

impl Corpus {
    /// Finds the tournaments of a collection of many events.
    pub fn new(collection: Collection) -> Self {
        let mut dated: Vec<(Day, Option<u64>, Game)> = Vec::with_capacity(collection.games.len());
        let mut undated = 0;
        for game in collection.games {
            match Day::parse(&game.date) {
                Some(day) => dated.push((day, main_line(&game), game)),
                None => undated += 1,
            }
        }
        let groups = groups(&dated);
        let mut tournament_of: Vec<usize> = (0..groups.len()).collect();
        join_by_games(&dated, &groups, &mut tournament_of);
        join_by_players(&dated, &groups, &mut tournament_of);
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (group, games) in groups.iter().enumerate() {
            members.entry(root(&mut tournament_of, group)).or_default().extend(games);
        }
        let mut slots: Vec<Option<(Day, Option<u64>, Game)>> = dated.into_iter().map(Some).collect();
        let mut corpus = Self { undated, ..Self::default() };
        let mut kept: BTreeMap<u64, Place> = BTreeMap::new();
        for games in members.into_values() {
            let games = games.into_iter().filter_map(|index| slots.get_mut(index)?.take());
            let found = tournament(&collection.inputs, games.collect(), &mut kept, &mut corpus.duplicates);
            corpus.tournaments.extend(found);
        }
        corpus.tournaments.sort_by(|a, b| (a.days, &a.identity).cmp(&(b.days, &b.identity)));
        corpus.people = number_people(&mut corpus.tournaments);
        corpus
    }
}

/// Games of one name and place without a long pause between them.
fn groups(games: &[(Day, Option<u64>, Game)]) -> Vec<Vec<usize>> {
    let mut named: BTreeMap<(&str, &str), Vec<(i64, usize)>> = BTreeMap::new();
    for (index, (day, _, game)) in games.iter().enumerate() {
        let key = (game.event.trim(), game.site.as_deref().unwrap_or_default().trim());
        named.entry(key).or_default().push((day.ordinal(), index));
    }
    let mut groups = Vec::new();
    for mut days in named.into_values() {
        days.sort_unstable();
        for run in days.chunk_by(|a, b| b.0 - a.0 <= MAX_GAP) {
            groups.push(run.iter().map(|(_, index)| *index).collect());
        }
    }
    groups
}

/// The group that stands for a tournament (union and find with halved paths).
fn root(parents: &mut [usize], mut group: usize) -> usize {
    while parents[group] != group {
        parents[group] = parents[parents[group]];
        group = parents[group];
    }
    group
}

fn join(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parents, a), root(parents, b));
    parents[a.max(b)] = a.min(b);
}

/// Joins groups that hold the same games.
fn join_by_games(games: &[(Day, Option<u64>, Game)], groups: &[Vec<usize>], parents: &mut [usize]) {
    let lines: Vec<BTreeSet<u64>> =
        groups.iter().map(|g| g.iter().filter_map(|index| games[*index].1).collect()).collect();
    let mut holders: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (group, lines) in lines.iter().enumerate() {
        for line in lines {
            holders.entry(*line).or_default().push(group);
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for holders in holders.values() {
        for (place, a) in holders.iter().enumerate() {
            for b in &holders[place + 1..] {
                *shared.entry((*a, *b)).or_default() += 1;
            }
        }
    }
    for ((a, b), shared) in shared {
        let enough = SHARED_GAMES * lines[a].len().min(lines[b].len()) as f64;
        if shared >= MIN_SHARED && shared as f64 >= enough {
            join(parents, a, b);
        }
    }
}

/// Joins groups of one name in several places at the same time, where the players are the same.
fn join_by_players(games: &[(Day, Option<u64>, Game)], groups: &[Vec<usize>], parents: &mut [usize]) {
    struct Group<'a> {
        index: usize,
        days: [i64; 2],
        players: BTreeSet<&'a str>,
    }
    let mut named: BTreeMap<&str, Vec<Group<'_>>> = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        let own = || group.iter().map(|game| &games[*game]);
        let days = || own().map(|(day, ..)| day.ordinal());
        let (Some(first), Some(last), Some((.., game))) = (days().min(), days().max(), own().next()) else {
            continue;
        };
        let players = own().flat_map(|(.., game)| game.sides()).map(|side| side.name.as_str()).collect();
        named.entry(game.event.trim()).or_default().push(Group { index, days: [first, last], players });
    }
    for groups in named.values() {
        for (place, a) in groups.iter().enumerate() {
            for b in &groups[place + 1..] {
                let together = a.days[0] - MAX_GAP <= b.days[1] && b.days[0] - MAX_GAP <= a.days[1];
                let least = SHARED_PLAYERS * a.players.len().min(b.players.len()) as f64;
                if together && a.players.intersection(&b.players).count() as f64 >= least {
                    join(parents, a.index, b.index);
                }
            }
        }
    }
}

/// The tournament that some games make; `None` if all of them are kept elsewhere.
fn tournament(
    inputs: &[crate::pgn::game::Input],
    games: Vec<(Day, Option<u64>, Game)>,
    kept: &mut BTreeMap<u64, Place>,
    duplicates: &mut Vec<Duplicate>,
) -> Option<Tournament> {
    let mut games = games;
    // Of two records the one that knows the players' numbers, then the one read first.
    games.sort_by_key(|(_, _, game)| {
        let numbers = game.sides().iter().filter(|side| side.fide_id.is_some()).count();
        (std::cmp::Reverse(numbers), game.input, game.number)
    });
    let (mut names, mut places) = (BTreeSet::new(), BTreeSet::new());
    let mut days: Option<[Day; 2]> = None;
    let mut smallest: Option<u64> = None;
    let mut own = Vec::with_capacity(games.len());
    for (day, line, game) in games {
        names.insert(game.event.trim().to_owned());
        places.extend(game.site.as_deref().map(|site| site.trim().to_owned()));
        let place = Place { input: game.input, number: game.number };
        if let Some(line) = line {
            smallest = Some(smallest.map_or(line, |least| least.min(line)));
            if let Some(kept) = kept.get(&line) {
                duplicates.push(Duplicate { left_out: place, kept: *kept });
                continue;
            }
            kept.insert(line, place);
        }
        days = Some(days.map_or([day, day], |[first, last]| [first.min(day), last.max(day)]));
        own.push(game);
    }
    let days = days?;
    let paced = Paced::new(&own);
    let facts = Facts::new(&own, days, &paced);
    // Many games a day are usual at rapid and blitz.
    let aside = match facts.class.value {
        Some(TimeClass::Rapid | TimeClass::Blitz) => BTreeSet::new(),
        _ => paced.games(),
    };
    let mut place = 0;
    own.retain(|_| {
        place += 1;
        !aside.contains(&(place - 1))
    });
    let collection = Collection { inputs: inputs.to_vec(), games: own, ..Collection::default() };
    // A tournament of short draws alone is told by its first game.
    let identity = smallest.unwrap_or_else(|| {
        let text = format!("{names:?} {days:?}");
        let hash = Sha256::digest(text);
        hash.first_chunk().copied().map_or(0, u64::from_be_bytes)
    });
    Some(Tournament {
        identity: format!("{identity:016x}"),
        names,
        places,
        days: Some(days),
        roster: roster(&collection),
        collection,
        people: Vec::new(),
        facts,
        too_many_a_day: aside.len(),
        sealed: is_sealed(identity),
    })
}

/// Whether a tournament is one of the sealed sixth.
fn is_sealed(identity: u64) -> bool {
    // The smallest of many keys is small, so its digits are mixed once more.
    let hash = Sha256::digest(identity.to_be_bytes());
    hash.first_chunk().copied().map_or(0, u64::from_be_bytes).is_multiple_of(SEALED_ONE_IN)
}

/// Bytes of the hash that numbers a person: under 2^53, so that every reader of a table reads the same number.
const PERSON_BYTES: usize = 6;

/// The number of a person. It must not depend on who else is in the collections, because rows of measurement tables add up over time.
fn person_number(fide_id: Option<u32>, name: &str) -> usize {
    let key = fide_id.map_or_else(|| format!("name {name}"), |id| format!("FIDE {id}"));
    let hash = Sha256::digest(key);
    hash.iter().take(PERSON_BYTES).fold(0, |number, byte| (number << 8) | usize::from(*byte))
}

/// Numbers the people of all tournaments; returns how many there are.
///
/// A FIDE number is a person. A name without a number is the person of the one number that the name goes with elsewhere;
/// where it goes with several or with none, the name is a person of its own.
fn number_people(tournaments: &mut [Tournament]) -> usize {
    let mut numbers: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for person in tournaments.iter().flat_map(|t| &t.roster.people) {
        if let Some(id) = person.fide_id {
            numbers.entry(normalised(&person.name)).or_default().insert(id);
        }
    }
    let mut known: BTreeSet<usize> = BTreeSet::new();
    for tournament in tournaments {
        let people = tournament.roster.people.iter().map(|person| {
            let name = normalised(&person.name);
            let only = numbers.get(&name).filter(|ids| ids.len() == 1).and_then(|ids| ids.first().copied());
            person_number(person.fide_id.or(only), &name)
        });
        tournament.people = people.collect();
        known.extend(&tournament.people);
    }
    known.len()
}

#[cfg(test)]
mod tests;
