//! Finds one player of a roster by what a person types, and the games that player sat at.

use std::collections::BTreeSet;

use super::letters::folded;
use super::roster::{Person, Roster};
use super::spelling::normalised;
use crate::pgn::game::Collection;

/// Everybody whom `who` can mean: the holder of a FIDE number; else those with exactly this name, whatever its case and
/// commas; else those whose names hold every word, accents aside.
pub fn find_people(roster: &Roster, who: &str) -> Vec<usize> {
    let all = |wanted: &dyn Fn(&Person) -> bool| -> Vec<usize> {
        let people = roster.people.iter().enumerate();
        people.filter(|(_, person)| wanted(person)).map(|(k, _)| k).collect()
    };
    if let Ok(number) = who.trim().parse::<u32>() {
        return all(&|person| person.fide_id == Some(number));
    }
    let wanted = normalised(who);
    if wanted.is_empty() {
        return Vec::new();
    }
    let exact = all(&|person| normalised(&person.name) == wanted);
    if !exact.is_empty() {
        return exact;
    }
    let words = |name: &str| -> BTreeSet<String> { name.split(' ').map(folded).collect() };
    let wanted = words(&wanted);
    all(&|person| wanted.is_subset(&words(&normalised(&person.name))))
}

impl Collection {
    /// The part of the collection that concerns one person of its roster: the games, and those set aside. Games that do
    /// not hold together name nobody, so they stay, and so do the inputs.
    pub fn of_person(&self, roster: &Roster, person: usize) -> Self {
        let sat = |sides: &(usize, usize)| sides.0 == person || sides.1 == person;
        let set_aside = |sides: &(Option<usize>, Option<usize>)| [sides.0, sides.1].contains(&Some(person));
        let games = self.games.iter().zip(&roster.games);
        let unscored = self.unscored.iter().zip(&roster.unscored);
        Self {
            inputs: self.inputs.clone(),
            games: games.filter(|(_, s)| sat(s)).map(|(g, _)| g.clone()).collect(),
            unscored: unscored.filter(|(_, s)| set_aside(s)).map(|(g, _)| g.clone()).collect(),
            quarantine: self.quarantine.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::RatingSource;
    use super::*;
    use crate::pgn::game::Game;

    fn roster() -> Roster {
        let person = |name: &str, fide_id| Person {
            name: name.to_owned(),
            fide_id,
            rating: None,
            rating_source: RatingSource::None,
            title: None,
        };
        Roster {
            people: vec![
                person("Müller, Anna", Some(1234)),
                person("Muller, Anna Maria", None),
                person("Ring, Olaf", Some(77)),
                person("Ring, Per", None),
            ],
            games: vec![(0, 2), (3, 1), (2, 3)],
            unscored: Vec::new(),
        }
    }

    #[test]
    fn numbers_names_and_parts_of_names() {
        let roster = roster();
        assert_eq!(find_people(&roster, "77"), [2]);
        assert_eq!(find_people(&roster, "78"), [] as [usize; 0]);
        assert_eq!(find_people(&roster, "müller  anna"), [0]);
        // Without the accent both are meant, and the longer name by its own words alone.
        assert_eq!(find_people(&roster, "Muller"), [0, 1]);
        assert_eq!(find_people(&roster, "anna muller"), [0, 1]);
        assert_eq!(find_people(&roster, "Maria"), [1]);
        assert_eq!(find_people(&roster, "Ring"), [2, 3]);
        assert_eq!(find_people(&roster, " , "), [] as [usize; 0]);
        assert_eq!(find_people(&roster, "Rin"), [] as [usize; 0]);
    }

    #[test]
    fn the_games_of_one_person() {
        let game = |number| Game { number, ..Game::default() };
        let collection = Collection { games: vec![game(1), game(2), game(3)], ..Collection::default() };
        let of = |person| -> Vec<u32> {
            let part = collection.of_person(&roster(), person);
            part.games.iter().map(|game| game.number).collect()
        };
        assert_eq!((of(0), of(2), of(3)), (vec![1], vec![1, 3], vec![2, 3]));
    }
}
