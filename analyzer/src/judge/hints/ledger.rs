//! The full tests of one event: whom the rule chose after which round, what each test cost, and what it read.
//!
//! A ledger is a value: whoever makes the tests hands in what was kept and keeps what comes out, as a file or as rows. So a
//! run that was killed neither spends the budget again nor forgets a test. It runs no engine, reads no clock, and must not
//! choose by anything but [`next_full_tests`].

use datasets::Roster;
use serde::{Deserialize, Serialize};

use super::escalation::{Budget, Candidate, Choice, Choices, Decided, EscalationRequest, next_full_tests};
use super::evidence::TestOutcome;
use super::look::Hints;
use crate::GamePlan;

/// A player across looks, in which the roster may have grown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Who {
    /// Name as most games write it.
    pub name: String,
    pub fide_id: Option<u32>,
}

impl Who {
    /// The player at a place of a roster.
    pub fn in_roster(roster: &Roster, person: usize) -> Option<Self> {
        let person = roster.people.get(person)?;
        Some(Self { name: person.name.clone(), fide_id: person.fide_id })
    }

    /// The place of the player in a roster. A FIDE number decides who somebody is; without one the name does.
    pub fn find(&self, roster: &Roster) -> Option<usize> {
        let people = &roster.people;
        match self.fide_id {
            Some(id) => people.iter().position(|person| person.fide_id == Some(id)),
            None => people.iter().position(|person| person.fide_id.is_none() && person.name == self.name),
        }
    }
}

/// A test that was made, or begun and given up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedTest {
    pub who: Who,
    /// The round up to which the games go.
    pub after_round: u16,
    /// Core-minutes that it took.
    pub core_minutes: f64,
    /// Core-minutes that it was expected to take; 0 where nothing was expected.
    #[serde(default)]
    pub expected: f64,
}

#[derive(Clone, Debug)]
pub struct Ledger {
    budget: Budget,
    made: Vec<FinishedTest>,
    outcomes: Vec<(Who, TestOutcome)>,
    log: Vec<Choices>,
}

impl Ledger {
    /// Takes up what was made before: it uses up the budget, and raises what a position is expected to take. `log` are the
    /// choices that were kept, round by round.
    pub fn new(budget: Budget, made: Vec<FinishedTest>, log: Vec<Choices>) -> Self {
        let mut ledger = Self { budget, made: Vec::with_capacity(made.len()), outcomes: Vec::new(), log };
        for made in made {
            ledger.note(made);
        }
        ledger
    }

    /// Engine time as it stands.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Every test that was made, in order.
    pub fn made(&self) -> &[FinishedTest] {
        &self.made
    }

    /// The decisions about tests, round by round.
    pub fn log(&self) -> &[Choices] {
        &self.log
    }

    /// What the tests so far came to, for the people of an event.
    pub fn outcomes(&self, roster: &Roster) -> Vec<TestOutcome> {
        let of = |(who, outcome): &(Who, TestOutcome)| Some(outcome.clone().of_person(who.find(roster)?));
        self.outcomes.iter().filter_map(of).collect()
    }

    /// Tests that were made and whose outcome is not known in this run.
    pub fn unread(&self) -> Vec<FinishedTest> {
        let known = |made: &&FinishedTest| {
            !self
                .outcomes
                .iter()
                .any(|(who, outcome)| *who == made.who && outcome.after_round() == made.after_round)
        };
        self.made.iter().filter(known).cloned().collect()
    }

    /// Chooses who is tested after a round; an earlier choice after the same round gives way. `missing` counts the
    /// positions of some games that a test would have to search.
    ///
    /// # Errors
    /// Errors of `missing`; nothing is chosen then.
    pub fn choose<E>(
        &mut self,
        hints: &Hints,
        (plans, roster): (&[GamePlan], &Roster),
        round: u16,
        mut missing: impl FnMut(&[GamePlan]) -> Result<u32, E>,
    ) -> Result<(), E> {
        let mut candidates: Vec<Candidate> = Vec::with_capacity(hints.players.len());
        for player in &hints.players {
            let plans: Vec<GamePlan> = plans
                .iter()
                .zip(&roster.games)
                .filter(|(_, sides)| sides.0 == player.person || sides.1 == player.person)
                .map(|(plan, _)| plan.clone())
                .collect();
            candidates.push(player.candidate(missing(&plans)?));
        }
        let choices = next_full_tests(&EscalationRequest {
            candidates: &candidates,
            budget: self.budget,
            after_round: round,
        });
        self.log.retain(|before| before.after_round != round);
        self.log.push(choices);
        Ok(())
    }

    /// The test at a place of the choices after a round, if it is to be made now. One that the budget does not reach any
    /// more, because those before it took more than was expected of them, is refused in the log.
    pub fn begin(&mut self, round: u16, place: usize) -> Option<Choice> {
        let left = self.budget.left();
        let choices = self.log.iter_mut().find(|of| of.after_round == round)?;
        let choice = choices.log.get_mut(place)?;
        if choice.decided != Decided::Test {
            return None;
        }
        if choice.core_minutes > left {
            choice.decided = Decided::OverBudget { left };
            return None;
        }
        Some(choice.clone())
    }

    /// Notes what a test cost. If it took longer than was expected, the next is expected to take as long.
    pub fn note(&mut self, made: FinishedTest) {
        self.budget.used += made.core_minutes;
        if made.expected > 0.0 && made.core_minutes > made.expected {
            self.budget.seconds_per_position *= made.core_minutes / made.expected;
        }
        self.made.push(made);
    }

    /// Takes the outcome of a test. An earlier one of the same player after the same round gives way.
    pub fn read(&mut self, who: Who, outcome: TestOutcome) {
        self.outcomes.retain(|(other, of)| *other != who || of.after_round() != outcome.after_round());
        self.outcomes.push((who, outcome));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::hints::escalation::Why;
    use crate::judge::hints::evidence::FullReading;

    fn who(name: &str) -> Who {
        Who { name: name.to_owned(), fide_id: None }
    }

    fn made(name: &str, core_minutes: f64, expected: f64) -> FinishedTest {
        FinishedTest { who: who(name), after_round: 4, core_minutes, expected }
    }

    fn budget(core_minutes: f64) -> Budget {
        Budget { core_minutes, used: 0.0, seconds_per_position: 0.5 }
    }

    fn chosen(minutes: &[f64]) -> Choices {
        let choice = |(person, core_minutes): (usize, &f64)| Choice {
            person,
            name: format!("P{person}"),
            why: Why::Named,
            core_minutes: *core_minutes,
            decided: Decided::Test,
        };
        Choices {
            after_round: 4,
            budget: budget(10.0),
            log: minutes.iter().enumerate().map(choice).collect(),
        }
    }

    /// Six of ten minutes used; the second test took 4 where 2 were expected, so a position now takes a second.
    #[test]
    fn what_was_made_before_uses_up_the_budget_and_teaches_what_a_position_takes() {
        let before = vec![made("A", 2.0, 3.0), made("B", 4.0, 2.0)];
        let ledger = Ledger::new(budget(10.0), before.clone(), Vec::new());
        let found = ledger.budget();
        assert_eq!((found.used, found.left(), found.seconds_per_position), (6.0, 4.0, 1.0));
        assert_eq!(ledger.made(), before);
        assert_eq!(ledger.unread(), before, "no reading is known yet");
    }

    #[test]
    fn a_choice_that_the_budget_does_not_reach_any_more_is_refused_in_the_log() {
        let mut ledger = Ledger::new(budget(10.0), Vec::new(), vec![chosen(&[5.0, 4.0])]);
        let first = ledger.begin(4, 0).expect("fits");
        assert_eq!((first.person, first.core_minutes), (0, 5.0));
        ledger.note(made("P0", 7.0, 5.0));
        assert_eq!(ledger.begin(4, 1), None);
        assert_eq!(ledger.log()[0].log[1].decided, Decided::OverBudget { left: 3.0 });
        assert_eq!(ledger.begin(4, 1), None, "it is refused for good");
        assert_eq!((ledger.begin(4, 2), ledger.begin(3, 0)), (None, None));
    }

    #[test]
    fn the_latest_reading_of_a_player_after_a_round_counts_and_is_found_in_a_grown_roster() {
        let mut ledger = Ledger::new(budget(10.0), vec![made("B", 1.0, 1.0)], Vec::new());
        ledger.read(who("B"), FullReading::made_up(0, 4, 1.0).into());
        ledger.read(who("B"), FullReading::made_up(0, 4, 2.0).into());
        ledger.read(who("gone"), FullReading::made_up(3, 4, 3.0).into());
        assert!(ledger.unread().is_empty());
        let person = |name: &str, fide_id| datasets::Person {
            name: name.to_owned(),
            fide_id,
            rating: None,
            rating_source: datasets::RatingSource::None,
            title: None,
        };
        let roster = Roster {
            // Somebody with a number is somebody else, whatever the name.
            people: vec![person("B", Some(7)), person("A", None), person("B", None)],
            ..Roster::default()
        };
        let outcomes = ledger.outcomes(&roster);
        let found: Vec<&FullReading> = outcomes.iter().filter_map(TestOutcome::reading).collect();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].person, found[0].z), (2, 2.0));
        assert_eq!(Who::in_roster(&roster, 0).and_then(|who| who.find(&roster)), Some(0));
        assert_eq!(Who::in_roster(&roster, 9), None);
    }

    /// Files written before expectations were kept read as before.
    #[test]
    fn an_old_entry_reads() {
        let old = r#"{"who":{"name":"A","fide_id":null},"after_round":3,"core_minutes":1.5}"#;
        let found: FinishedTest = serde_json::from_str(old).expect("reads");
        assert_eq!((found.core_minutes, found.expected), (1.5, 0.0));
    }
}
