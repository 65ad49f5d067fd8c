//! Games of one tag as events in time, and such groups put together on the strength of their players.

use std::collections::{BTreeMap, BTreeSet};

use super::{MAX_DAYS, Member, tag};

/// Days without play after which rounds may begin again; a round that was put off is played within fewer, or is a new game of
/// few people.
const MIN_PAUSE: i64 = 4;
/// So many people who play a round again after a pause, and half of those who play on, begin a new event.
const MIN_AGAIN: usize = 2;
/// Days between two files of one event. League rounds lie weeks apart.
const MAX_GAP: i64 = 60;
/// Of the people of the smaller of two groups so many, in percent, are in the other where files or parts of a year are one event.
const SHARED_FILES: usize = 30;
/// The same where only a slip in the tag separates them.
const SHARED_SLIP: usize = 80;

/// Games of one event, or of a part of one.
pub(super) struct Group {
    pub(super) members: Vec<usize>,
    /// Whether a file stands in place of a tag.
    by_file: bool,
    words: Vec<String>,
    inputs: BTreeSet<usize>,
    people: BTreeSet<usize>,
    /// Who played in which round.
    rounds: BTreeSet<(usize, u16)>,
    days: Option<[i64; 2]>,
}

impl Group {
    fn new(all: &[Member], members: Vec<usize>) -> Self {
        let own = || members.iter().filter_map(|index| all.get(*index));
        let seats =
            || own().flat_map(|game| game.people.into_iter().flatten().map(move |who| (who, game.round)));
        let days = || own().filter_map(|game| game.days);
        let words = own().next().map(|game| game.words.clone()).unwrap_or_default();
        Self {
            by_file: words.is_empty(),
            words,
            inputs: own().map(|game| game.input).collect(),
            people: seats().map(|(who, _)| who).collect(),
            rounds: seats().filter_map(|(who, round)| Some((who, round?))).collect(),
            days: days()
                .map(|[first, _]| first)
                .min()
                .zip(days().map(|[_, last]| last).max())
                .map(Into::into),
            members,
        }
    }

    /// Whether at least this share of the smaller one's people is in the other.
    fn shares(&self, other: &Self, percent: usize) -> bool {
        let (small, large) =
            if self.people.len() <= other.people.len() { (self, other) } else { (other, self) };
        let shared = small.people.intersection(&large.people).count();
        shared > 0 && shared * 100 >= percent * small.people.len()
    }

    /// Days from the end of the earlier to the beginning of the later; negative where they overlap.
    fn gap(&self, other: &Self) -> Option<i64> {
        let ([a, b], [c, d]) = (self.days?, other.days?);
        Some((c - b).max(a - d))
    }

    fn is_one_with(&self, other: &Self) -> bool {
        // Nobody plays a round of one event in two places.
        if !self.rounds.is_disjoint(&other.rounds) {
            return false;
        }
        let with_rounds = !self.rounds.is_empty() && !other.rounds.is_empty();
        if self.by_file || other.by_file {
            let of_one_file = !self.inputs.is_disjoint(&other.inputs);
            let near = self.gap(other).map_or(of_one_file, |gap| gap <= MAX_GAP);
            return near
                && (of_one_file || with_rounds && self.by_file && other.by_file)
                && self.shares(other, SHARED_FILES);
        }
        if self.words == other.words {
            // Parts of a year, where dates have no days.
            return self.gap(other).is_some_and(|gap| gap <= 1) && self.shares(other, SHARED_FILES);
        }
        let overlap = self.gap(other).is_some_and(|gap| gap <= 0);
        with_rounds && overlap && self.shares(other, SHARED_SLIP) && tag::nearly(&self.words, &other.words)
    }
}

/// The groups of games that are one event each.
pub(super) fn groups(all: &[Member]) -> Vec<Group> {
    let mut named: BTreeMap<(&[String], usize), Vec<usize>> = BTreeMap::new();
    for (index, game) in all.iter().enumerate() {
        let file = if game.words.is_empty() { game.input } else { 0 };
        named.entry((game.words.as_slice(), file)).or_default().push(index);
    }
    let parts = named.into_values().flat_map(|games| in_time(all, games));
    let groups: Vec<Group> = parts.map(|members| Group::new(all, members)).collect();
    let mut parents: Vec<usize> = (0..groups.len()).collect();
    for (a, b) in with_people_in_common(&groups) {
        if let (Some(one), Some(other)) = (groups.get(a), groups.get(b))
            && one.is_one_with(other)
        {
            let (a, b) = (root(&parents, a), root(&parents, b));
            if let Some(parent) = parents.get_mut(a.max(b)) {
                *parent = a.min(b);
            }
        }
    }
    let mut joined: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (group, part) in groups.into_iter().enumerate() {
        joined.entry(root(&parents, group)).or_default().extend(part.members);
    }
    joined
        .into_values()
        .map(|mut members| {
            members.sort_unstable();
            Group::new(all, members)
        })
        .collect()
}

/// The group that stands for an event.
fn root(parents: &[usize], mut group: usize) -> usize {
    while let Some(parent) = parents.get(group).filter(|parent| **parent != group) {
        group = *parent;
    }
    group
}

/// Pairs of groups that somebody played in both of, the smaller number first.
fn with_people_in_common(groups: &[Group]) -> BTreeSet<(usize, usize)> {
    let mut groups_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        for who in &group.people {
            groups_of.entry(*who).or_default().push(number);
        }
    }
    let pairs = |numbers: &[usize]| -> Vec<(usize, usize)> {
        let behind = |at: usize| numbers.iter().skip(at + 1);
        numbers.iter().enumerate().flat_map(|(at, a)| behind(at).map(|b| (*a, *b))).collect()
    };
    groups_of.values().flat_map(|numbers| pairs(numbers)).collect()
}

/// Games of one name, cut where too many days pass or rounds begin again. A game whose date lacks parts goes where it may have
/// been played; one without a date with the first.
fn in_time(all: &[Member], games: Vec<usize>) -> Vec<Vec<usize>> {
    let (mut dated, mut partly, mut undated) = (Vec::new(), Vec::new(), Vec::new());
    for index in games {
        match all.get(index).and_then(|game| game.days) {
            Some([first, last]) if first == last => dated.push((first, index)),
            Some(days) => partly.push((days, index)),
            None => undated.push(index),
        }
    }
    dated.sort_unstable();
    let mut parts: Vec<([i64; 2], Vec<usize>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for chunk in dated.chunk_by(|one, next| next.0 - one.0 < MIN_PAUSE) {
        let (Some((first, _)), Some((last, _))) = (chunk.first(), chunk.last()) else { continue };
        let indices: Vec<usize> = chunk.iter().map(|(_, index)| *index).collect();
        let played = seats(all, &indices);
        match parts.last_mut().filter(|part| first - part.0[1] <= MAX_DAYS && !begins_again(&seen, &played)) {
            Some(part) => {
                part.0[1] = *last;
                part.1.extend(indices);
                seen.extend(played);
            }
            None => {
                parts.push(([*first, *last], indices));
                seen = played;
            }
        }
    }
    partly.sort_unstable();
    for ([first, last], index) in partly {
        let fits = |part: &&mut ([i64; 2], Vec<usize>)| part.0[0] <= last && first <= part.0[1];
        match parts.iter_mut().find(fits) {
            Some(part) => part.1.push(index),
            None => parts.push(([first, last], vec![index])),
        }
    }
    let mut parts: Vec<Vec<usize>> = parts.into_iter().map(|(_, games)| games).collect();
    match parts.first_mut() {
        Some(part) => part.append(&mut undated),
        None if undated.is_empty() => {}
        None => parts.push(undated),
    }
    parts
}

/// Who sat in which round.
fn seats(all: &[Member], games: &[usize]) -> BTreeSet<(usize, u16)> {
    let games = games.iter().filter_map(|index| all.get(*index));
    games
        .filter_map(|game| Some((game.people, game.round?)))
        .flat_map(|(people, round)| people.into_iter().flatten().map(move |who| (who, round)))
        .collect()
}

/// Whether the people who play on play rounds that they have played already.
fn begins_again(seen: &BTreeSet<(usize, u16)>, played: &BTreeSet<(usize, u16)>) -> bool {
    let people = |seats: &BTreeSet<(usize, u16)>| seats.iter().map(|(who, _)| *who).collect::<BTreeSet<_>>();
    let going_on = people(seen).intersection(&people(played)).count();
    let again: BTreeSet<usize> = seen.intersection(played).map(|(who, _)| *who).collect();
    again.len() >= MIN_AGAIN && again.len() * 2 >= going_on
}
