//! Suggestions put together: the entries that may all be one person, so that the lines to confirm are one block a person.
//!
//! Entries are put together only if every two of them may be one person. `Ivanov, I.` may be `Ivanov, Ivan` or `Ivanov, Igor`, and those
//! two are not each other, so it goes with the one that it is more like, and the other remains a pair.

use std::collections::BTreeSet;

use super::name::bears_title;
use super::roster::{Person, Roster};
use super::suggest::Suggestion;

/// Entries that may be one person, two at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamePerson {
    /// The entry whose name is kept: with a number, without a title, the longest, with its accents.
    pub keep: usize,
    /// The others, in order.
    pub others: Vec<usize>,
}

impl SamePerson {
    /// One person out of these entries of the roster.
    pub fn of(roster: &Roster, members: &BTreeSet<usize>) -> Option<Self> {
        let weight = |index: usize| roster.people.get(index).map(weight);
        // Of equal ones the first is kept.
        let keep = members.iter().copied().rev().max_by_key(|index| weight(*index))?;
        Some(Self { keep, others: members.iter().copied().filter(|index| *index != keep).collect() })
    }

    /// Whether a suggestion is about two of these entries.
    pub fn holds(&self, suggestion: &Suggestion) -> bool {
        let is_in = |index: usize| index == self.keep || self.others.contains(&index);
        is_in(suggestion.a) && is_in(suggestion.b)
    }
}

fn weight(person: &Person) -> (bool, bool, usize, usize) {
    let accents = person.name.chars().filter(|c| !c.is_ascii()).count();
    (person.fide_id.is_some(), !bears_title(&person.name), person.name.chars().count(), accents)
}

/// The people that suggestions within one event make, each entry in one of them at most; the suggestions with the highest score come
/// first, as [`super::suggestions`] gives them.
pub fn same_people(roster: &Roster, suggestions: &[Suggestion]) -> Vec<SamePerson> {
    let pairs: BTreeSet<(usize, usize)> =
        suggestions.iter().map(|one| (one.a.min(one.b), one.a.max(one.b))).collect();
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for suggestion in suggestions {
        let mut members = [suggestion.a, suggestion.b].map(|index| {
            let place = groups.iter().position(|group| group.contains(&index));
            place.map_or_else(|| BTreeSet::from([index]), |place| groups[place].clone())
        });
        members.sort();
        let [one, other] = members;
        let all = one.iter().all(|a| other.iter().all(|b| a == b || pairs.contains(&(*a.min(b), *a.max(b)))));
        if one != other && all {
            groups.retain(|group| *group != one && *group != other);
            groups.push(one.union(&other).copied().collect());
        }
    }
    groups.iter().filter_map(|members| SamePerson::of(roster, members)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::RatingSource;

    fn roster(people: &[(&str, Option<u32>)]) -> Roster {
        let person = |(name, fide_id): &(&str, Option<u32>)| Person {
            name: (*name).to_owned(),
            fide_id: *fide_id,
            title: None,
            rating: None,
            rating_source: RatingSource::None,
        };
        Roster { people: people.iter().map(person).collect(), ..Roster::default() }
    }

    fn pairs(pairs: &[(usize, usize)]) -> Vec<Suggestion> {
        pairs.iter().map(|(a, b)| Suggestion { a: *a, b: *b, score: 1.0, reasons: Vec::new() }).collect()
    }

    #[test]
    fn three_spellings_are_one_person_under_the_plainest_name() {
        let titled = roster(&[("Alder, Ann", None), ("Alder, Ann GM", None), ("GM Alder, Ann", None)]);
        let found = same_people(&titled, &pairs(&[(0, 1), (0, 2), (1, 2)]));
        assert_eq!(found, [SamePerson { keep: 0, others: vec![1, 2] }]);
        assert!(found[0].holds(&pairs(&[(1, 2)])[0]));
        for (people, keep) in [
            ([("Kvaloy, Bo", None), ("Kvaløy, Bo", None)], 1),
            ([("Testova, A.", Some(5)), ("Testova, Anna", None)], 0),
            ([("Testova, A.", None), ("Testova, Anna", None)], 1),
            ([("WIM Testova, Anna", Some(5)), ("Testova, Anna", None)], 0),
            ([("Birch, Bo", None), ("Birch, Jo", None)], 0),
        ] {
            assert_eq!(same_people(&roster(&people), &pairs(&[(0, 1)]))[0].keep, keep, "{people:?}");
        }
    }

    #[test]
    fn who_may_be_either_of_two_people_is_one_of_them() {
        let people = roster(&[("Ivanov, I.", None), ("Ivanov, Igor", None), ("Ivanov, Ivan", None)]);
        let found = same_people(&people, &pairs(&[(0, 2), (0, 1)]));
        assert_eq!(found, [SamePerson { keep: 2, others: vec![0] }], "the higher score goes first");
        // Four entries of two people, and nobody in two groups.
        let people = roster(&[("a", None), ("b", None), ("c", None), ("d", None)]);
        let found = same_people(&people, &pairs(&[(0, 1), (2, 3), (1, 2)]));
        assert_eq!(found.iter().map(|one| one.others.len()).sum::<usize>(), 2);
        assert!(same_people(&people, &[]).is_empty());
    }
}
