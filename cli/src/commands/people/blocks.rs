//! The lines of an alias table that join the entries of a suggestion: one block a person, which can be pasted as it stands.

use std::collections::BTreeSet;

use datasets::players::aliases::lines_to_confirm;
use datasets::players::{SamePerson, Suggestion, same_people};
use datasets::{Aliases, Person, Roster};
use reports::visible;

/// The blocks of the suggestions of one event. All of them together, filled in, are a table.
pub(super) struct Blocks<'a> {
    roster: &'a Roster,
    /// The table in force, with the people of the blocks handed out so far.
    table: Aliases,
    in_force: &'a Aliases,
    groups: Vec<SamePerson>,
    /// Places of the groups whose lines were handed out.
    given: BTreeSet<usize>,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(roster: &'a Roster, table: &'a Aliases, found: &[Suggestion]) -> Self {
        let groups = same_people(roster, found);
        Self { roster, table: table.clone(), in_force: table, groups, given: BTreeSet::new() }
    }

    /// The lines below a suggestion, given in the order of [`datasets::players::suggestions`]: the block of the person below the first;
    /// `None` where it stands above; in comments where the two cannot be one person together with what stands above.
    pub(super) fn below(&mut self, suggestion: &Suggestion) -> Option<String> {
        match self.groups.iter().position(|group| group.holds(suggestion)) {
            Some(place) => {
                let group = self.groups.get(place).filter(|_| self.given.insert(place)).cloned()?;
                Some(self.block(&group))
            }
            None => {
                let pair = SamePerson::of(self.roster, &BTreeSet::from([suggestion.a, suggestion.b]))?;
                let lines = commented(&self.lines(&pair));
                Some(format!(
                    "# Only in place of lines above, if these two are one person and not those:\n{lines}"
                ))
            }
        }
    }

    /// The lines that join the entries of a group, or comments on what to change in the table in force.
    fn block(&mut self, group: &SamePerson) -> String {
        let known: Vec<(&Person, usize)> = self
            .members(group)
            .filter_map(|person| Some((person, self.in_force.entry_of(&person.name, person.fide_id)?.line)))
            .collect();
        match known[..] {
            [] => {}
            [(person, line)] => {
                let others: Vec<String> = self
                    .members(group)
                    .filter(|other| other.name != person.name)
                    .map(|other| format!("\"{}\"", visible(&other.name)))
                    .collect();
                let name = visible(&person.name);
                return format!(
                    "# {name} is in the table from line {line}: add to its aliases: {}\n",
                    others.join(", ")
                );
            }
            _ => {
                let listed: Vec<String> = known
                    .iter()
                    .map(|(person, line)| format!("{} (line {line})", visible(&person.name)))
                    .collect();
                return format!("# Several people of the table: {}. Make one of them.\n", listed.join(", "));
            }
        }
        let lines = self.lines(group);
        let aliases = self.aliases(group);
        let Some(keep) = self.roster.people.get(group.keep) else { return String::new() };
        match self.table.try_person(&keep.name, keep.fide_id, &aliases) {
            Ok(()) => lines,
            Err(_) => format!(
                "# One of these names is another person's in the lines above or in the table:\n{}",
                commented(&lines)
            ),
        }
    }

    fn members<'b>(&'b self, group: &'b SamePerson) -> impl Iterator<Item = &'a Person> + 'b {
        std::iter::once(&group.keep).chain(&group.others).filter_map(|index| self.roster.people.get(*index))
    }

    /// The names of the others, each once.
    fn aliases(&self, group: &SamePerson) -> Vec<&'a str> {
        let names: BTreeSet<&str> = self.members(group).skip(1).map(|person| person.name.as_str()).collect();
        names.into_iter().collect()
    }

    fn lines(&self, group: &SamePerson) -> String {
        let keep = self.roster.people.get(group.keep);
        keep.map_or_else(String::new, |keep| lines_to_confirm(&keep.name, keep.fide_id, &self.aliases(group)))
    }
}

fn commented(lines: &str) -> String {
    lines.lines().map(|line| format!("# {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use datasets::RatingSource;

    use super::*;

    fn roster(names: &[(&str, Option<u32>)]) -> Roster {
        let person = |(name, fide_id): &(&str, Option<u32>)| Person {
            name: (*name).to_owned(),
            fide_id: *fide_id,
            rating: None,
            rating_source: RatingSource::None,
            title: None,
        };
        Roster { people: names.iter().map(person).collect(), ..Roster::default() }
    }

    /// What stands below each pair of a roster.
    fn below(names: &[(&str, Option<u32>)], pairs: &[(usize, usize)], table: &str) -> Vec<Option<String>> {
        let roster = roster(names);
        let table = Aliases::parse(table.as_bytes()).expect("a table");
        let found: Vec<Suggestion> =
            pairs.iter().map(|(a, b)| Suggestion { a: *a, b: *b, score: 1.0, reasons: Vec::new() }).collect();
        let mut blocks = Blocks::new(&roster, &table, &found);
        found.iter().map(|one| blocks.below(one)).collect()
    }

    /// All lines, filled in as a human does.
    fn filled(lines: &[Option<String>]) -> Result<Aliases, String> {
        let text: String = lines.iter().flatten().cloned().collect();
        let text =
            text.replace("by = \"\"", "by = \"B. Arbiter\"").replace("date = \n", "date = 2026-03-01\n");
        Aliases::parse(text.as_bytes()).map_err(|error| format!("{error}\n{text}"))
    }

    #[test]
    fn three_spellings_make_one_block() {
        let names = [("Alder, Ann", None), ("Alder, Ann GM", None), ("GM Alder, Ann", None)];
        let lines = below(&names, &[(0, 1), (0, 2), (1, 2)], "");
        assert!(
            lines[0]
                .as_ref()
                .is_some_and(|lines| lines.starts_with("[[person]]\nname = \"Alder, Ann\"\naliases = ["))
        );
        assert_eq!(lines[1..], [None, None], "the block stands above");
        let table = filled(&lines).expect("a table");
        assert_eq!(table.entries().len(), 1);
        assert_eq!(table.entries()[0].aliases, ["Alder, Ann GM", "GM Alder, Ann"]);
    }

    #[test]
    fn all_lines_together_are_a_table() {
        // Who may be either of two people, namesakes with numbers, a name that is two people's, and one without a number.
        for (names, pairs, people) in [
            (
                vec![("Ivanov, I.", None), ("Ivanov, Igor", None), ("Ivanov, Ivan", None)],
                vec![(0, 2), (0, 1)],
                1,
            ),
            (
                vec![("Lee, Jo", Some(1)), ("Lee, Jo", Some(2)), ("Lee, J", None), ("Li, Jo", None)],
                vec![(0, 2), (1, 3)],
                2,
            ),
            (
                vec![("Lee, Jo", Some(1)), ("Lee, Jo", None), ("Lea, Jo", Some(3)), ("lee jo", None)],
                vec![(0, 1), (2, 3)],
                1,
            ),
            (vec![("Lee, Jo", Some(1)), ("Lee, Jo", None)], vec![(0, 1)], 1),
        ] {
            let lines = below(&names, &pairs, "");
            let table = filled(&lines).expect("a table");
            assert_eq!(table.entries().len(), people, "{lines:?}");
        }
    }

    #[test]
    fn an_entry_of_the_table_is_named_and_not_given_again() {
        let table = "[[person]]\nname = \"Testova, Anna\"\nconfirmed_by = \"B\"\ndate = 2026-01-01\n";
        let lines = below(&[("Testova, A.", None), ("Testova, Anna", None)], &[(0, 1)], table);
        assert_eq!(
            lines[0].as_deref(),
            Some("# Testova, Anna is in the table from line 1: add to its aliases: \"Testova, A.\"\n")
        );
        assert!(filled(&lines).expect("comments are a table").entries().is_empty());
    }
}
