//! The games of several events told apart.
//!
//! Games are of one event if their `Event` tags say the same (see [`tag`]), with no more than [`MAX_DAYS`] days from one to the
//! next, so that a league and an event over New Year stay whole, and unless the rounds begin again. A tag that says nothing, or
//! that names both players, as broadcasts write it, leaves the file in its place; files of one event are put together by their
//! players. So are tags that differ by a slip. What is put together on the strength of its players must not show anybody in
//! one round twice: the same people play a rapid and a blitz event on two days.

mod join;
mod tag;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::book::Span;
use crate::day::Day;
use crate::pgn::collection::{assembled, read_entries};
use crate::pgn::game::{Collection, Game, Input, Place, Quarantined};
use crate::pgn::input::{FORMATS, ReadError};
use crate::pgn::validate::Entry;
use crate::players::spelling::{is_nameless, normalised};
use crate::tournament::encounters::round_of;
use join::Group;

/// Days that may pass within one event. League rounds lie months apart, events of every year about twelve.
pub const MAX_DAYS: i64 = 180;

#[derive(Clone, Debug, Default)]
pub struct OneEvent {
    /// Its `Event` tag, without round and board where there are several; or the name of a file.
    pub name: String,
    /// Its `Event` tags as written, in order; a broadcast has one for each game.
    pub tags: BTreeSet<String>,
    /// First day on which a game was played; absent without a full date.
    pub first_day: Option<Day>,
    /// Last such day.
    pub last_day: Option<Day>,
    /// Its tags say nothing of an event, so a file stands in their place.
    pub by_file: bool,
    /// Numbers of the inputs that hold its games, among all that were read.
    pub inputs: Vec<usize>,
    /// Its games, those set aside and those in quarantine among them.
    pub collection: Collection,
}

impl OneEvent {
    /// Whether this is the event that somebody means by a name: its own or one of its tags.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.trim();
        self.name == name || self.tags.contains(name)
    }
}

/// Reads all inputs and tells their [events](crate::several_events) apart. Each is as if its games had been read alone.
pub fn read_events(paths: &[PathBuf]) -> Result<Vec<OneEvent>, ReadError> {
    let (inputs, entries) = read_entries(FORMATS, paths, None)?;
    Ok(events_of(&inputs, entries))
}

/// Tells events apart, in the order of their first days; those without a date come last. All inputs stay with every event, so
/// that places mean the same in all of them.
pub fn several_events(collection: &Collection) -> Vec<OneEvent> {
    let scored = collection.games.iter().map(|game| Seen { game, partner: None, scored: true });
    let aside = collection.unscored.iter();
    let aside = aside.map(|aside| Seen { game: &aside.game, partner: aside.partner, scored: false });
    let seen: Vec<Seen<'_>> = scored.chain(aside).collect();
    let told = tell(&seen, &collection.quarantine, &collection.inputs);
    let mut events: Vec<OneEvent> = told
        .events
        .into_iter()
        .map(|told| OneEvent {
            name: told.name,
            tags: told.tags,
            first_day: told.days.map(|(first, _)| first),
            last_day: told.days.map(|(_, last)| last),
            by_file: told.by_file,
            inputs: (0..collection.inputs.len()).collect(),
            collection: Collection { inputs: collection.inputs.clone(), ..Collection::default() },
        })
        .collect();
    let (scored, aside) = told.games.split_at(collection.games.len().min(told.games.len()));
    for (game, event) in collection.games.iter().zip(scored) {
        if let Some(event) = events.get_mut(*event) {
            event.collection.games.push(game.clone());
        }
    }
    for (game, event) in collection.unscored.iter().zip(aside) {
        if let Some(event) = events.get_mut(*event) {
            event.collection.unscored.push(game.clone());
        }
    }
    for (game, event) in collection.quarantine.iter().zip(&told.quarantine) {
        if let Some(event) = events.get_mut(*event) {
            event.collection.quarantine.push(game.clone());
        }
    }
    events
}

/// The events that some games in the order read make, each put together for itself, as if nothing else had been read: copies
/// are looked for within an event, and only the inputs that hold its games stay with one of several.
pub(crate) fn events_of(inputs: &[Input], entries: Vec<Entry>) -> Vec<OneEvent> {
    let games: Vec<Seen<'_>> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Game(game) => Some(Seen { game, partner: None, scored: true }),
            Entry::Unscored(aside) => Some(Seen { game: &aside.game, partner: None, scored: false }),
            Entry::Quarantined(_) => None,
        })
        .collect();
    let broken: Vec<Quarantined> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Quarantined(game) => Some(game.clone()),
            _ => None,
        })
        .collect();
    let Told { events, games, quarantine } = tell(&games, &broken, inputs);
    let (mut of_games, mut of_broken) = (games.into_iter(), quarantine.into_iter());
    let mut parts: Vec<Vec<Entry>> = events.iter().map(|_| Vec::new()).collect();
    for entry in entries {
        let event = match &entry {
            Entry::Quarantined(_) => of_broken.next(),
            _ => of_games.next(),
        };
        if let Some(part) = event.and_then(|event| parts.get_mut(event)) {
            part.push(entry);
        }
    }
    let alone = events.len() == 1;
    let one = |(told, mut entries): (ToldEvent, Vec<Entry>)| {
        // One event has all inputs, also one without a game.
        let own: BTreeSet<usize> = match alone {
            true => (0..inputs.len()).collect(),
            false => entries.iter().map(Entry::input).collect(),
        };
        let places: BTreeMap<usize, usize> = own.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        for entry in &mut entries {
            entry.set_input(places.get(&entry.input()).copied().unwrap_or_default());
        }
        let inputs: Vec<Input> = own.iter().filter_map(|input| inputs.get(*input).cloned()).collect();
        OneEvent {
            name: told.name,
            tags: told.tags,
            first_day: told.days.map(|(first, _)| first),
            last_day: told.days.map(|(_, last)| last),
            by_file: told.by_file,
            inputs: own.into_iter().collect(),
            collection: assembled(inputs, entries),
        }
    };
    events.into_iter().zip(parts).map(one).collect()
}

/// An event as it was told.
struct ToldEvent {
    name: String,
    by_file: bool,
    tags: BTreeSet<String>,
    days: Option<(Day, Day)>,
}

/// The events in order, and the event of every game and of every game in quarantine.
#[derive(Default)]
struct Told {
    events: Vec<ToldEvent>,
    games: Vec<usize>,
    quarantine: Vec<usize>,
}

/// A game, and what is known of it so far.
#[derive(Clone, Copy)]
struct Seen<'a> {
    game: &'a Game,
    /// The game that is kept in its place.
    partner: Option<Place>,
    /// Whether it can be scored.
    scored: bool,
}

/// One game, as far as it tells an event.
pub(super) struct Member {
    pub(super) input: usize,
    pub(super) words: Vec<String>,
    /// Days on which it may have been played, since 1970.
    pub(super) days: Option<[i64; 2]>,
    pub(super) round: Option<u16>,
    /// Numbers of both players; nobody has none.
    pub(super) people: [Option<usize>; 2],
}

fn members(games: &[Seen<'_>]) -> Vec<Member> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = |side: &crate::Side| {
        let key = match side.fide_id {
            Some(id) => format!("#{id}"),
            None => normalised(&side.name),
        };
        let next = known.len();
        (!is_nameless(&key)).then(|| *known.entry(key).or_insert(next))
    };
    games
        .iter()
        .map(|Seen { game, .. }| Member {
            input: game.input,
            words: tag::words(game),
            days: Span::of_tag(&game.date).map(|span| [span.earliest.ordinal(), span.latest.ordinal()]),
            round: round_of(&game.round),
            people: [number(&game.white), number(&game.black)],
        })
        .collect()
}

fn tell(games: &[Seen<'_>], broken: &[Quarantined], inputs: &[Input]) -> Told {
    let members = members(games);
    let mut found: Vec<(ToldEvent, Vec<usize>)> = join::groups(&members)
        .into_iter()
        .map(|Group { members: own, .. }| (told(games, &own, inputs), own))
        .collect();
    if found.is_empty() && !broken.is_empty() {
        let name = broken.first().and_then(|game| inputs.get(game.input));
        let name = name.map(|input| input.name.clone()).unwrap_or_default();
        found.push((ToldEvent { name, by_file: true, tags: BTreeSet::new(), days: None }, Vec::new()));
    }
    found.sort_by(|(a, _), (b, _)| {
        (a.days.is_none(), a.days.map(|days| days.0), &a.name).cmp(&(
            b.days.is_none(),
            b.days.map(|days| days.0),
            &b.name,
        ))
    });
    let mut event_of = vec![0; games.len()];
    for (event, (_, own)) in found.iter().enumerate() {
        for game in own {
            if let Some(place) = event_of.get_mut(*game) {
                *place = event;
            }
        }
    }
    // A copy belongs to the event of the game that is kept in its place.
    let places: BTreeMap<Place, usize> = games
        .iter()
        .zip(&event_of)
        .map(|(seen, event)| (Place { input: seen.game.input, number: seen.game.number }, *event))
        .collect();
    let mut kept: Vec<usize> = Vec::with_capacity(games.len());
    for (seen, event) in games.iter().zip(&event_of) {
        kept.push(seen.partner.and_then(|partner| places.get(&partner)).copied().unwrap_or(*event));
    }
    // Games that nobody can score are no field of their own beside others in their file.
    let with_scored = games.iter().zip(&kept).filter(|(seen, _)| seen.scored);
    let fields: BTreeSet<usize> = with_scored.map(|(_, event)| *event).collect();
    let in_fields = games.iter().zip(&kept).filter(|(_, event)| fields.contains(*event));
    let of_fields: BTreeMap<(usize, u32), usize> =
        in_fields.map(|(seen, event)| ((seen.game.input, seen.game.number), *event)).collect();
    for (seen, event) in games.iter().zip(&mut kept) {
        if !fields.contains(&*event) {
            *event = near(&of_fields, seen.game.input, seen.game.number).unwrap_or(*event);
        }
    }
    // An event all of whose games are copies of another's is that other one.
    let used: BTreeSet<usize> = kept.iter().copied().collect();
    let order: BTreeMap<usize, usize> = used.iter().enumerate().map(|(new, old)| (*old, new)).collect();
    let number = |event: usize| order.get(&event).copied().unwrap_or_default();
    let by_tag: BTreeMap<&str, usize> = games
        .iter()
        .zip(&kept)
        .filter(|(seen, _)| !seen.game.event.trim().is_empty())
        .map(|(seen, event)| (seen.game.event.trim(), number(*event)))
        .collect();
    let by_place: BTreeMap<(usize, u32), usize> = games
        .iter()
        .zip(&kept)
        .map(|(seen, event)| ((seen.game.input, seen.game.number), number(*event)))
        .collect();
    let any = used.is_empty();
    let events = found.into_iter().enumerate();
    let events = events.filter(|(event, _)| any || used.contains(event)).map(|(_, (told, _))| told);
    let mut events: Vec<ToldEvent> = events.collect();
    let by_words: BTreeMap<&[String], usize> = members
        .iter()
        .zip(&kept)
        .filter(|(member, _)| !member.words.is_empty())
        .map(|(member, event)| (member.words.as_slice(), number(*event)))
        .collect();
    let told_apart = Places { by_tag, by_words, by_place };
    let mut strangers: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut quarantine = Vec::with_capacity(broken.len());
    for game in broken {
        let words = tag::words(&named(game));
        let event = match told_apart.event_of(game, &words) {
            Some(event) => event,
            None if games.is_empty() || words.is_empty() => 0,
            // An event of which nothing could be read.
            None => *strangers.entry(words).or_insert_with(|| {
                let tags = BTreeSet::from([game.event.trim().to_owned()]);
                let name = tag::plain(&named(game));
                events.push(ToldEvent { name, by_file: false, tags, days: None });
                events.len() - 1
            }),
        };
        quarantine.push(event);
    }
    Told { events, games: kept.into_iter().map(number).collect(), quarantine }
}

/// What is known of the events of games that could be read.
struct Places<'a> {
    by_tag: BTreeMap<&'a str, usize>,
    by_words: BTreeMap<&'a [String], usize>,
    by_place: BTreeMap<(usize, u32), usize>,
}

impl Places<'_> {
    /// The event of a game that could not be read: that of its tag, or that of its neighbour in the file where its tag says nothing
    /// or differs by a slip. `None` where its tag names an event of which no game could be read.
    fn event_of(&self, game: &Quarantined, words: &[String]) -> Option<usize> {
        let before = self.by_place.range((game.input, 0)..=(game.input, game.game)).next_back();
        let near = near(&self.by_place, game.input, game.game);
        match self.by_tag.get(game.event.trim()).or_else(|| self.by_words.get(words)) {
            // One tag may stand over several years; then the game before it knows better.
            Some(event) if before.map(|(_, event)| event) != Some(event) => Some(*event),
            Some(_) => near,
            None if words.is_empty() => near,
            None => near.filter(|near| {
                let mut of_near = self.by_words.iter().filter(|(_, event)| *event == near).peekable();
                of_near.peek().is_none() || of_near.any(|(known, _)| tag::nearly(words, known))
            }),
        }
    }
}

/// A game that could not be read, as far as its tags say which event it is of.
fn named(broken: &Quarantined) -> Game {
    let side = |name: &str| crate::Side { name: name.to_owned(), ..crate::Side::default() };
    Game {
        event: broken.event.clone(),
        round: broken.round.clone(),
        white: side(&broken.white),
        black: side(&broken.black),
        ..Game::default()
    }
}

/// Name, tags and days of a collection that is read as one event, whatever its tags say; without its games.
pub(crate) fn one_event(collection: &Collection) -> OneEvent {
    let scored = collection.games.iter().map(|game| Seen { game, partner: None, scored: true });
    let aside = collection.unscored.iter();
    let aside = aside.map(|aside| Seen { game: &aside.game, partner: aside.partner, scored: false });
    let seen: Vec<Seen<'_>> = scored.chain(aside).collect();
    let all: Vec<usize> = (0..seen.len()).collect();
    let told = told(&seen, &all, &collection.inputs);
    let of_file = || collection.inputs.first().map(|input| input.name.clone()).unwrap_or_default();
    OneEvent {
        name: if seen.is_empty() { of_file() } else { told.name },
        tags: told.tags,
        first_day: told.days.map(|(first, _)| first),
        last_day: told.days.map(|(_, last)| last),
        by_file: told.by_file,
        inputs: (0..collection.inputs.len()).collect(),
        collection: Collection::default(),
    }
}

/// The event of the game before a place in a file, or of the one behind it.
fn near(by_place: &BTreeMap<(usize, u32), usize>, input: usize, number: u32) -> Option<usize> {
    let before = by_place.range((input, 0)..=(input, number)).next_back();
    let behind = || by_place.range((input, number)..=(input, u32::MAX)).next();
    before.or_else(behind).map(|(_, event)| *event)
}

/// Name, tags and days of the games of an event.
fn told(games: &[Seen<'_>], own: &[usize], inputs: &[Input]) -> ToldEvent {
    let games = || own.iter().filter_map(|index| games.get(*index)).map(|seen| seen.game);
    let mut tags: BTreeMap<&str, usize> = BTreeMap::new();
    let mut plain: BTreeMap<String, usize> = BTreeMap::new();
    for game in games() {
        *tags.entry(game.event.trim()).or_default() += 1;
        let name = tag::plain(game);
        if !name.is_empty() {
            *plain.entry(name).or_default() += 1;
        }
    }
    let most = |names: Vec<(String, usize)>| {
        names.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0))).map(|(name, _)| name)
    };
    let of_file = || {
        let input =
            games().min_by_key(|game| (game.input, game.number)).and_then(|game| inputs.get(game.input));
        input.map(|input| input.name.clone()).unwrap_or_default()
    };
    let by_file = plain.is_empty();
    let name = match (tags.len(), by_file) {
        (_, true) => of_file(),
        (1, false) => tags.keys().next().map(|tag| (*tag).to_owned()).unwrap_or_default(),
        _ => most(plain.into_iter().collect()).unwrap_or_default(),
    };
    let days = || games().filter_map(|game| Day::parse(&game.date));
    let tags = tags.into_keys().filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
    ToldEvent { name, by_file, tags, days: days().min().zip(days().max()) }
}

#[cfg(test)]
mod tests;
