//! Which entries of one event, or of an event and a list, may be one person: suggestions only. Candidates are found by keys
//! of their surnames. Two entries that played each other, or sat at two boards of one round, are two people.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::name::{Name, is_handle};
use super::roster::{Person, Roster};
use super::rounds::Rounds;
use super::similarity::{CLEARLY_DIFFERENT, POSSIBLE, Profile, Reason, Similarity, compared, similarity};
use super::spelling::{is_nameless, normalised};
use crate::pgn::game::{Collection, Side};

/// Comparisons at most. A field of a thousand players needs a few thousand.
const MAX_COMPARISONS: usize = 2_000_000;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestion {
    /// Index of the one into [`Roster::people`].
    pub a: usize,
    /// Index of the other: into [`Roster::people`], or into the list of known people.
    pub b: usize,
    /// 0.70 to 1; see [`super::similarity`].
    pub score: f64,
    pub reasons: Vec<Reason>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Suggestions {
    /// The highest score first, then by index.
    pub found: Vec<Suggestion>,
    /// True if the bound on comparisons was reached, so that something may have been missed.
    pub incomplete: bool,
}

pub fn suggestions(collection: &Collection, roster: &Roster) -> Suggestions {
    let people = entries(roster);
    let rounds = Rounds::new(collection, roster);
    suggest(&people, &people, |a, b| a < b, |a, b| !rounds.are_two_people(a, b))
}

/// Suggests who of a list of known people may be sitting in an event. People of the event who have a FIDE
/// number that the list holds are not asked about: the number has decided.
pub fn against(roster: &Roster, known: &[Profile]) -> Suggestions {
    let list: Vec<Entry> = known.iter().map(|one| (one.clone(), Name::parse(&one.name))).collect();
    let numbers: BTreeSet<u32> = known.iter().filter_map(|one| one.fide_id).collect();
    let people = entries(roster);
    let decided =
        |a: usize| people.get(a).and_then(|(one, _)| one.fide_id).is_some_and(|id| numbers.contains(&id));
    suggest(&people, &list, |a, _| !decided(a), |_, _| true)
}

type Entry = (Profile, Option<Name>);

fn entries(roster: &Roster) -> Vec<Entry> {
    let profile = |person: &Person| Profile {
        name: person.name.clone(),
        fide_id: person.fide_id,
        rating: person.rating,
        ..Profile::default()
    };
    let nobody = |name: &str| is_nameless(&normalised(name));
    roster.people.iter().map(|p| (profile(p), Name::parse(&p.name).filter(|_| !nobody(&p.name)))).collect()
}

/// Compares entries that share a key and are `asked` about; of the pairs some are not `possible`.
fn suggest(
    people: &[Entry],
    others: &[Entry],
    asked: impl Fn(usize, usize) -> bool,
    possible: impl Fn(usize, usize) -> bool,
) -> Suggestions {
    let mut keys: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, (_, name)) in others.iter().enumerate() {
        for key in name.iter().flat_map(blocks) {
            keys.entry(key).or_default().push(place);
        }
    }
    let mut pairs = BTreeSet::new();
    let mut comparisons = 0;
    'all: for (a, (_, name)) in people.iter().enumerate() {
        for &b in name.iter().flat_map(blocks).filter_map(|key| keys.get(&key)).flatten() {
            if asked(a, b) {
                if comparisons == MAX_COMPARISONS {
                    break 'all;
                }
                comparisons += 1;
                pairs.insert((a, b));
            }
        }
    }
    let mut found: Vec<Suggestion> = pairs
        .into_iter()
        .filter(|&(a, b)| possible(a, b))
        .filter_map(|(a, b)| {
            let ((one, name_one), (other, name_other)) = (people.get(a)?, others.get(b)?);
            let Similarity { score, reasons } = compared(one, name_one.as_ref(), other, name_other.as_ref());
            (score >= POSSIBLE).then_some(Suggestion { a, b, score, reasons })
        })
        .collect();
    found.sort_by(|x, y| y.score.total_cmp(&x.score).then((x.a, x.b).cmp(&(y.a, y.b))));
    Suggestions { found, incomplete: comparisons == MAX_COMPARISONS }
}

/// Keys of a name: the consonants of the reading of every word that may be a surname, whole and with any one
/// left out. Two names that share a key are compared.
fn blocks(name: &Name) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut place = |text: &str| {
        let skeleton = skeleton(text);
        if skeleton.len() >= 4 {
            for (at, sound) in skeleton.char_indices() {
                let mut shorter = skeleton.clone();
                if sound.len_utf8() == 1 {
                    shorter.remove(at);
                }
                keys.insert(shorter);
            }
        }
        keys.insert(skeleton);
    };
    let surnames = name.splits.iter().filter(|split| split.written || !name.is_divided() || split.from > 0);
    for word in surnames.flat_map(|split| name.words.get(split.from..split.to).unwrap_or_default()) {
        if word.length < 2 {
            continue;
        }
        let letters = word.spellings.iter().filter(|_| word.readings.is_empty());
        for text in word.readings.iter().chain(letters) {
            place(text);
        }
    }
    // Words of one surname may be written together.
    if let Some(split) = name.splits.first().filter(|split| split.to - split.from > 1) {
        let whole: String = name
            .words
            .get(split.from..split.to)
            .unwrap_or_default()
            .iter()
            .filter_map(|word| word.readings.first())
            .map(String::as_str)
            .collect();
        place(&whole);
    }
    keys
}

/// First sound and the consonants behind it, without repeats.
fn skeleton(reading: &str) -> String {
    let mut out = String::with_capacity(reading.len());
    for c in reading.chars() {
        let vowel = matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
        if out.is_empty() || (!vowel && !out.ends_with(c)) {
            out.push(c);
        }
    }
    out
}

/// Contradictions between the players of an event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Finding {
    /// One FIDE number under names that are clearly different. The number has decided all the same.
    OneNumberTwoNames {
        /// The number.
        fide_id: u32,
        /// The names, in order of the alphabet.
        names: Vec<String>,
    },
    /// One name under several FIDE numbers: namesakes, or a slip in a number. They stay apart.
    OneNameSeveralNumbers {
        /// The name.
        name: String,
        /// The numbers, rising.
        fide_ids: Vec<u32>,
    },
}

/// Looks for what does not fit together: names and FIDE numbers.
pub fn findings(collection: &Collection) -> Vec<Finding> {
    let mut names: BTreeMap<u32, BTreeMap<String, &str>> = BTreeMap::new();
    let mut numbers: BTreeMap<String, (&str, BTreeSet<u32>)> = BTreeMap::new();
    let games = collection.games.iter().flat_map(|g| [&g.white, &g.black]);
    let unscored = collection.unscored.iter().flat_map(|g| [&g.white, &g.black]);
    for Side { name, fide_id, .. } in games.chain(unscored) {
        let Some(id) = *fide_id else { continue };
        let key = normalised(name);
        if is_nameless(&key) {
            continue;
        }
        names.entry(id).or_default().entry(key.clone()).or_insert(name);
        numbers.entry(key).or_insert((name, BTreeSet::new())).1.insert(id);
    }
    let mut all = Vec::new();
    for (fide_id, spellings) in names {
        let spellings: Vec<&str> = spellings.into_values().take(MAX_SPELLINGS).collect();
        if clearly_different(&spellings) {
            let names = spellings.into_iter().map(str::to_owned).collect();
            all.push(Finding::OneNumberTwoNames { fide_id, names });
        }
    }
    for (name, ids) in numbers.into_values().filter(|(_, ids)| ids.len() > 1) {
        all.push(Finding::OneNameSeveralNumbers {
            name: name.to_owned(),
            fide_ids: ids.into_iter().collect(),
        });
    }
    all
}

/// Spellings of one number that are compared with each other.
const MAX_SPELLINGS: usize = 20;

fn clearly_different(spellings: &[&str]) -> bool {
    let profile = |name: &str| Profile { name: name.to_owned(), ..Profile::default() };
    spellings.iter().enumerate().any(|(nth, one)| {
        spellings.iter().skip(nth + 1).any(|other| {
            !is_handle(one)
                && !is_handle(other)
                && similarity(&profile(one), &profile(other)).score < CLEARLY_DIFFERENT
        })
    })
}
