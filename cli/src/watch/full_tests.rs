//! Full tests during an event: chosen by rule within a budget, made one after the other, and remembered.
//!
//! What was made is kept in a file, so that a run that was killed neither spends the budget again nor forgets a test: its
//! answers are in the store, and its numbers are made again from them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::desk::Desk;
use analyzer::evaluate::Played;
use analyzer::full_test::{Asked, Beside, Circumstances, full_test};
use analyzer::hints::escalation::Decided;
use analyzer::hints::{AskedTests, Budget, Candidate, Choices, FullReading, Hints, next_full_tests};
use analyzer::rating_choice::RatingChoice;
use analyzer::{Parameters, screen};
use anyhow::Context;
use datasets::{Aliases, round_of};
use serde::{Deserialize, Serialize};
use uci_pool::Limits;

use crate::beside::Whole;
use crate::config::Config;
use crate::interrupt;
use crate::run::{Loaded, load, parameters_for};
use crate::screen::put;

/// What was made, and what it cost.
const FILE: &str = "full-tests.json";

/// A player across looks, in which the roster may have grown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Who {
    name: String,
    fide_id: Option<u32>,
}

/// A test that was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    who: Who,
    after_round: u16,
    core_minutes: f64,
}

/// Full tests of one event.
pub(crate) struct FullTests {
    /// The engines under the settings of the full test; none where there is no calibration for them.
    desk: Option<Desk>,
    parameters: Option<PathBuf>,
    budget: Budget,
    made: Vec<Made>,
    readings: Vec<(Who, FullReading)>,
    log: Vec<Choices>,
    file: PathBuf,
    store: PathBuf,
}

impl FullTests {
    /// Takes up what was made before. `full` are the settings of the full test; `budget` is in core-minutes.
    pub(crate) fn open(
        full: &Config,
        parameters: Option<&Path>,
        budget: Budget,
        out: &Path,
    ) -> anyhow::Result<Self> {
        let file = out.join(FILE);
        let made: Vec<Made> = match std::fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text).with_context(|| {
                format!("{} cannot be used; it lists the full tests made", file.display())
            })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        let desk = Desk::open(
            full.spec()?,
            &full.settings,
            full.engines,
            Limits::default(),
            &full.store,
        )?;
        let class = datasets::time_class::TimeClass::Standard;
        let fits = parameters_for(parameters, &desk.identity, &desk.settings, class)?.is_some();
        if !fits {
            eprintln!(
                "There is no calibration of the full test for {} at depth {} with {} lines, so none is made here.",
                desk.identity.name, desk.settings.depth, desk.settings.multipv
            );
        }
        let used = made.iter().map(|test| test.core_minutes).sum();
        Ok(Self {
            desk: Some(desk).filter(|_| fits),
            parameters: parameters.map(Path::to_owned),
            budget: Budget { used, ..budget },
            made,
            readings: Vec::new(),
            log: Vec::new(),
            file,
            store: full.store.clone(),
        })
    }

    /// Whether full tests can be made here.
    pub(crate) fn can_be_made(&self) -> bool {
        self.desk.is_some()
    }

    /// The decisions about tests, round by round.
    pub(crate) fn log(&self) -> &[Choices] {
        &self.log
    }

    /// The readings so far, for the people of an event.
    pub(crate) fn readings(&self, event: &Loaded) -> Vec<FullReading> {
        let of = |(who, reading): &(Who, FullReading)| {
            let person = find(event, who)?;
            let mut reading = reading.clone();
            reading.person = person;
            Some(reading)
        };
        self.readings.iter().filter_map(of).collect()
    }

    /// Makes again what a run before had made: the answers are in the store.
    pub(crate) fn take_up(
        &mut self,
        event: &Loaded,
        aliases: &Aliases,
        rating: RatingChoice,
    ) -> anyhow::Result<()> {
        for made in self.made.clone() {
            let known = self
                .readings
                .iter()
                .any(|(who, reading)| *who == made.who && reading.after_round == made.after_round);
            if known || interrupt::requested() {
                continue;
            }
            if let Some(person) = find(event, &made.who) {
                self.test(event, person, made.after_round, aliases, rating)?;
            }
        }
        Ok(())
    }

    /// Chooses who is tested after a round and makes the tests. Returns whether any was made.
    pub(crate) fn after_round(
        &mut self,
        hints: &Hints,
        event: &Loaded,
        round: u16,
        aliases: &Aliases,
        rating: RatingChoice,
    ) -> anyhow::Result<bool> {
        let mut candidates: Vec<Candidate> = Vec::with_capacity(hints.players.len());
        for player in &hints.players {
            let plans: Vec<_> = event
                .plans
                .iter()
                .zip(&event.roster.games)
                .filter(|(_, sides)| sides.0 == player.person || sides.1 == player.person)
                .map(|(plan, _)| plan.clone())
                .collect();
            let positions = match &self.desk {
                Some(desk) => desk.missing(&plans)?,
                None => count(plans.iter().map(|plan| plan.searched().count()).sum()),
            };
            candidates.push(player.candidate(positions));
        }
        let choices = next_full_tests(&AskedTests {
            candidates: &candidates,
            budget: self.budget,
            after_round: round,
        });
        // Who is chosen and why stands in the hints, which are confidential; a terminal's log may not be.
        if self.desk.is_some() {
            eprintln!(
                "After round {round}: {} players considered for a full test, {} chosen.",
                choices.log.len(),
                choices.tests().count()
            );
        }
        self.log.retain(|before| before.after_round != round);
        self.log.push(choices);
        let mut any = false;
        let chosen = self.log.last().map_or(0, |choices| choices.log.len());
        for place in 0..chosen {
            if self.desk.is_none() || interrupt::requested() {
                break;
            }
            any |= self.chosen(place, event, round, aliases, rating)?;
        }
        Ok(any)
    }

    /// Makes the test at a place of the latest log, unless those before it took more than was expected of them.
    fn chosen(
        &mut self,
        place: usize,
        event: &Loaded,
        round: u16,
        aliases: &Aliases,
        rating: RatingChoice,
    ) -> anyhow::Result<bool> {
        let left = self.budget.left();
        let choices = self.log.last_mut();
        let Some(choice) = choices.and_then(|choices| choices.log.get_mut(place)) else {
            return Ok(false);
        };
        if choice.decided != Decided::Test {
            return Ok(false);
        }
        if choice.core_minutes > left {
            choice.decided = Decided::OverBudget { left };
            return Ok(false);
        }
        let (person, expected) = (choice.person, choice.core_minutes);
        let before = self.budget.used;
        let made = self.made_now(event, person, round, aliases, rating)?;
        let took = self.budget.used - before;
        if expected > 0.0 && took > expected {
            // The next is expected to take as long.
            self.budget.seconds_per_position *= took / expected;
        }
        Ok(made)
    }

    /// Makes one test and notes what it cost before anything else can be chosen.
    fn made_now(
        &mut self,
        event: &Loaded,
        person: usize,
        round: u16,
        aliases: &Aliases,
        rating: RatingChoice,
    ) -> anyhow::Result<bool> {
        let cores = self.desk.as_ref().map_or(0, Desk::engines);
        let started = Instant::now();
        let made = self.test(event, person, round, aliases, rating)?;
        let core_minutes = started.elapsed().as_secs_f64() / 60.0 * cores as f64;
        self.budget.used += core_minutes;
        if let Some(who) = who(event, person) {
            self.made.push(Made {
                who,
                after_round: round,
                core_minutes,
            });
            put(&self.file, &serde_json::to_vec_pretty(&self.made)?)?;
        }
        Ok(made)
    }

    /// Tests a player on the games up to a round; false if the test gives no reading, which is said.
    fn test(
        &mut self,
        whole: &Loaded,
        person: usize,
        round: u16,
        aliases: &Aliases,
        rating: RatingChoice,
    ) -> anyhow::Result<bool> {
        let (Some(desk), Some(who)) = (&mut self.desk, who(whole, person)) else {
            return Ok(false);
        };
        let mut games = whole.collection.of_person(&whole.roster, person);
        games
            .games
            .retain(|game| round_of(&game.round).is_none_or(|of| of <= round));
        if games.games.is_empty() {
            return Ok(false);
        }
        let loaded = load(
            games,
            Some(&whole.name),
            &whole.name,
            aliases,
            rating,
            None,
            &self.store,
        )?;
        let seat = crate::test::seat(
            &loaded,
            Whole {
                collection: &whole.collection,
                roster: &whole.roster,
                person,
            },
        )?;
        let answers = desk.answer(&loaded.plans, Played::Wanted, &interrupt::requested, &mut |_| ())?;
        let parameters: Option<Parameters> = parameters_for(
            self.parameters.as_deref(),
            &desk.identity,
            &desk.settings,
            loaded.class.class,
        )?;
        let event = loaded.event(&answers, &desk.identity, &desk.settings, parameters.as_ref());
        let screened = screen(&event)?;
        let asked = Asked {
            person: seat,
            reference: None,
            second: None,
            circumstances: Circumstances::default(),
            levels: &[],
            beside: Beside {
                players: Some(count(whole.roster.people.len())),
                ..Beside::default()
            },
        };
        let reading = full_test(&event, &screened, &asked)
            .map_err(anyhow::Error::from)
            .and_then(|test| Ok(FullReading::of(&test, person, round)?));
        match reading {
            Ok(reading) => {
                self.readings
                    .retain(|(other, of)| *other != who || of.after_round != round);
                self.readings.push((who, reading));
                Ok(true)
            }
            Err(error) => {
                eprintln!("no full reading of {}: {error:#}", reports::visible(&who.name));
                Ok(false)
            }
        }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn who(event: &Loaded, person: usize) -> Option<Who> {
    let person = event.roster.people.get(person)?;
    Some(Who {
        name: person.name.clone(),
        fide_id: person.fide_id,
    })
}

/// A FIDE number decides who somebody is; without one the name does.
fn find(event: &Loaded, who: &Who) -> Option<usize> {
    let people = &event.roster.people;
    match who.fide_id {
        Some(id) => people.iter().position(|person| person.fide_id == Some(id)),
        None => people
            .iter()
            .position(|person| person.fide_id.is_none() && person.name == who.name),
    }
}
