//! Which player of the report is which player of the games: by FIDE number, unless the names are altogether different, else
//! by the same name. Nothing else joins anybody.

use std::collections::{BTreeMap, BTreeSet};

use crate::players::similarity::{CLEARLY_DIFFERENT, POSSIBLE, Profile, Reason, Similarity, similarity};
use crate::players::{Roster, against, is_nameless, normalised};
use crate::tournament::trf::{Player, Trf};

/// Columns of a name in the report; a longer name is cut there.
const COLUMNS: usize = 33;

/// The index into [`Trf::players`] of every person of the roster who is in the report. Two persons may be one player: a wrong
/// number in one game makes a second person of that name.
pub(super) fn match_people(roster: &Roster, trf: &Trf) -> Vec<Option<usize>> {
    let mut numbers: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, player) in trf.players.iter().enumerate() {
        if let Some(id) = player.fide_id {
            numbers.entry(id).or_default().push(index);
        }
        names.entry(key(&player.name)).or_default().push(index);
    }
    let by_name = |key: String| match names.get(&key).map(Vec::as_slice) {
        Some(&[player]) if !key.is_empty() => Some(player),
        _ => None,
    };
    let people = roster.people.iter().map(|person| {
        let holders = person.fide_id.and_then(|id| numbers.get(&u64::from(id))).into_iter().flatten();
        let fits = |player: &&usize| !altogether_different(&person.name, &trf.players[**player].name);
        let fitting: Vec<usize> = holders.filter(fits).copied().collect();
        if let &[player] = fitting.as_slice() {
            return Some(player);
        }
        by_name(key(&person.name)).or_else(|| by_name(key(&cut(&person.name))))
    });
    people.collect()
}

/// The roster's key with the words in order of the alphabet; empty for nobody's name.
fn key(name: &str) -> String {
    let name = normalised(name);
    if is_nameless(&name) {
        return String::new();
    }
    let mut words: Vec<&str> = name.split([' ', '.']).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.join(" ")
}

fn cut(name: &str) -> String {
    name.chars().take(COLUMNS).collect()
}

/// Whether a name of the games is that of the report, which may have been cut.
pub(super) fn same_name(name: &str, reported: &str) -> bool {
    let reported = key(reported);
    !reported.is_empty() && (key(name) == reported || key(&cut(name)) == reported)
}

fn compared(name: &str, reported: &str) -> Similarity {
    let profile = |name: &str| Profile { name: name.to_owned(), ..Profile::default() };
    similarity(&profile(name), &profile(reported))
}

/// No word in common and no likeness. Nobody's name differs from no name.
fn altogether_different(name: &str, reported: &str) -> bool {
    let (name_key, reported_key) = (key(name), key(reported));
    let words: BTreeSet<&str> = reported_key.split(' ').collect();
    !name_key.split(' ').any(|word| word.is_empty() || words.contains(word))
        && compared(name, reported).score < CLEARLY_DIFFERENT
}

/// Whether the names of one FIDE number want a look. Initials, missing names and other transliterations are usual.
pub(super) fn name_differs(name: &str, reported: &str) -> bool {
    if key(name).is_empty() || same_name(name, reported) {
        return false;
    }
    let found = compared(name, reported);
    found.score < POSSIBLE || found.reasons.contains(&Reason::Spelling)
}

/// Pairs of a person and a player, of those given, who are probably the same by their names. Nobody is in two pairs.
pub(super) fn probable(
    roster: &Roster,
    trf: &Trf,
    persons: &BTreeSet<usize>,
    players: &BTreeSet<usize>,
) -> Vec<(usize, usize)> {
    let profile = |player: &Player| Profile {
        name: player.name.clone(),
        fide_id: player.fide_id.and_then(|id| u32::try_from(id).ok()),
        rating: player.rating,
        ..Profile::default()
    };
    let (mut persons, mut players) = (persons.clone(), players.clone());
    let listed: Vec<Profile> = trf.players.iter().map(profile).collect();
    let suggestions = against(roster, &listed).found.into_iter();
    let free = suggestions.filter(|pair| {
        persons.contains(&pair.a)
            && players.contains(&pair.b)
            && persons.remove(&pair.a)
            && players.remove(&pair.b)
    });
    free.map(|pair| (pair.a, pair.b)).collect()
}

#[cfg(test)]
mod tests {
    use super::{altogether_different, same_name};

    #[test]
    fn names_are_the_same_by_their_words() {
        for (name, reported, same) in [
            ("Ample, Anna", "Anna AMPLE", true),
            ("Ample,Anna B.", "Ample, Anna B", true),
            ("Ample, A.", "Ample, Anna", false),
            ("Müller, Max", "Mueller, Max", false),
            ("?", "?", false),
            ("", "", false),
            ("Abcdefghij-Klmnopqrst, Uvwxyzabcd Efghij", "Abcdefghij-Klmnopqrst, Uvwxyzabcd", true),
            ("Abcdefghij-Klmnopqrst, Uvwxyzabcd Efghij", "Abcdefghij-Klmnopqrst, Uvwxyza", false),
        ] {
            assert_eq!(same_name(name, reported), same, "{name} / {reported}");
        }
    }

    #[test]
    fn only_names_without_any_likeness_are_altogether_different() {
        assert!(altogether_different("Crisp, Carl", "Wholly, Wex"));
        for other in ["Crisp, Carla", "C. Crisp", "Wholly, Carl", "?", ""] {
            assert!(!altogether_different(other, "Crisp, Carl"), "{other}");
        }
    }
}
