//! Full tests during an event: the engines for them, and the file that remembers what was made.
//!
//! Who is tested and what a test reads is `analyzer`'s. A run that was killed neither spends the budget again nor forgets a
//! test: its answers are in the store, and its numbers are made again from them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::Parameters;
use analyzer::desk::Desk;
use analyzer::evaluate::Played;
use analyzer::full_test::Beside;
use analyzer::hints::{Budget, Choices, FullReading, Hints, Ledger, Made, Who};
use analyzer::loaded::Reading;
use analyzer::player_games::{PlayerGames, PlayerGamesError, Stated, Whole};
use analyzer::rating_choice::RatingChoice;
use anyhow::Context;
use datasets::Aliases;
use service::Searcher;

use crate::config::Config;
use crate::interrupt;
use crate::run::{Loaded, parameters_for};
use crate::screen::put;

/// What was made, and what it cost.
const FILE: &str = "full-tests.json";

/// How the games of a player are read.
#[derive(Clone, Copy)]
pub(crate) struct How<'a> {
    pub(crate) aliases: &'a Aliases,
    pub(crate) rating: RatingChoice,
}

/// Full tests of one event.
pub(crate) struct FullTests {
    /// The engines under the settings of the full test; none where there is no calibration for them.
    desk: Option<Desk<Searcher>>,
    parameters: Option<PathBuf>,
    ledger: Ledger,
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
        let desk = full.searchers()?.desk(&full.settings, &full.store)?;
        let class = datasets::time_class::TimeClass::Standard;
        let fits = parameters_for(parameters, &desk.identity, &desk.settings, class)?.is_some();
        if !fits {
            eprintln!(
                "There is no calibration of the full test for {} at depth {} with {} lines, so none is made here.",
                desk.identity.name, desk.settings.depth, desk.settings.multipv
            );
        }
        Ok(Self {
            desk: Some(desk).filter(|_| fits),
            parameters: parameters.map(Path::to_owned),
            ledger: Ledger::new(budget, made, Vec::new()),
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
        self.ledger.log()
    }

    /// The readings so far, for the people of an event.
    pub(crate) fn readings(&self, event: &Loaded) -> Vec<FullReading> {
        self.ledger.readings(&event.roster)
    }

    /// Makes again what a run before had made: the answers are in the store.
    pub(crate) fn take_up(&mut self, event: &Loaded, how: How<'_>) -> anyhow::Result<()> {
        for made in self.ledger.unread() {
            if interrupt::requested() {
                continue;
            }
            if let Some(person) = made.who.find(&event.roster) {
                self.test(event, person, made.after_round, how)?;
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
        how: How<'_>,
    ) -> anyhow::Result<bool> {
        let desk = self.desk.as_ref();
        self.ledger.choose(hints, event, round, |plans| match desk {
            Some(desk) => desk.missing(plans),
            None => Ok(count(plans.iter().map(|plan| plan.searched().count()).sum())),
        })?;
        let considered = self.log().last().map_or(0, |choices| choices.log.len());
        // Who is chosen and why stands in the hints, which are confidential; a terminal's log may not be.
        if self.desk.is_none() {
            return Ok(false);
        }
        let chosen = self.log().last().map_or(0, |choices| choices.tests().count());
        eprintln!("After round {round}: {considered} players considered for a full test, {chosen} chosen.");
        let mut any = false;
        for place in 0..considered {
            if interrupt::requested() {
                break;
            }
            if let Some(choice) = self.ledger.begin(round, place) {
                any |= self.made_now(event, choice.person, (round, choice.core_minutes), how)?;
            }
        }
        Ok(any)
    }

    /// Makes one test and notes what it cost before anything else can be chosen.
    fn made_now(
        &mut self,
        event: &Loaded,
        person: usize,
        (round, expected): (u16, f64),
        how: How<'_>,
    ) -> anyhow::Result<bool> {
        let cores = self.desk.as_ref().map_or(0, Desk::engines);
        let started = Instant::now();
        let made = self.test(event, person, round, how)?;
        if let Some(who) = Who::of(&event.roster, person) {
            self.ledger.note(Made {
                who,
                after_round: round,
                core_minutes: started.elapsed().as_secs_f64() / 60.0 * cores as f64,
                expected,
            });
            put(&self.file, &serde_json::to_vec_pretty(self.ledger.made())?)?;
        }
        Ok(made)
    }

    /// Tests a player on the games up to a round; false if the test gives no reading, which is said.
    fn test(&mut self, whole: &Loaded, person: usize, round: u16, how: How<'_>) -> anyhow::Result<bool> {
        let (Some(desk), Some(who)) = (&mut self.desk, Who::of(&whole.roster, person)) else {
            return Ok(false);
        };
        let there = Whole { collection: &whole.collection, roster: &whole.roster, person };
        let reading = Reading {
            name: Some(&whole.name),
            fallback: &whole.name,
            aliases: how.aliases,
            rating: how.rating,
            book: None,
            store: &self.store,
        };
        let games = match PlayerGames::of(&there, Some(round), &reading) {
            Err(PlayerGamesError::NoGames { .. }) => return Ok(false),
            games => games?,
        };
        let answers = desk.answer(&games.loaded.plans, Played::Wanted, &interrupt::requested, &mut |_| ())?;
        let parameters: Option<Parameters> = parameters_for(
            self.parameters.as_deref(),
            &desk.identity,
            &desk.settings,
            games.loaded.class.class,
        )?;
        let stated = Stated {
            beside: Beside { players: Some(count(whole.roster.people.len())), ..Beside::default() },
            ..Stated::default()
        };
        let engine = (&desk.identity, &desk.settings);
        let reading = games
            .tested(&answers, engine, parameters.as_ref(), &stated)
            .map_err(anyhow::Error::from)
            .and_then(|tested| Ok(FullReading::of(&tested.test, person, round)?));
        match reading {
            Ok(reading) => {
                self.ledger.read(who, reading);
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
