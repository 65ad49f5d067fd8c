//! Full tests during an event: the engines for them, and the file that remembers what was made.
//!
//! Who is tested and what a test reads is `analyzer`'s. A run that was killed neither spends the budget again nor forgets a
//! test: its answers are in the store, and its numbers are made again from them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::Parameters;
use analyzer::full_test::Beside;
use analyzer::hints::{Budget, Choices, FullReading, Hints, Ledger, Made, Who};
use anyhow::Context;
use datasets::Aliases;
use pipeline::{
    EngineSession, EventPlayer, PlayerGames, PlayerGamesError, PrepareOptions, RatingChoice,
    SearchPlayedMove, TestContext,
};
use service::Searcher;

use crate::config::Config;
use crate::interrupt;
use crate::output::put;
use crate::run::{PreparedEvent, parameters_for};

/// The tests made, with their cost.
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
    session: Option<EngineSession<Searcher>>,
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
        let session = full.searchers()?.session(&full.settings, &full.store)?;
        let class = datasets::clocks::time_class::TimeClass::Standard;
        let fits = parameters_for(parameters, &session.identity, &session.settings, class)?.is_some();
        if !fits {
            eprintln!(
                "There is no calibration of the full test for {} at depth {} with {} lines, so none is made here.",
                session.identity.name, session.settings.depth, session.settings.multipv
            );
        }
        Ok(Self {
            session: Some(session).filter(|_| fits),
            parameters: parameters.map(Path::to_owned),
            ledger: Ledger::new(budget, made, Vec::new()),
            file,
            store: full.store.clone(),
        })
    }

    /// Whether full tests can be made here.
    pub(crate) fn can_be_made(&self) -> bool {
        self.session.is_some()
    }

    /// The decisions about tests, round by round.
    pub(crate) fn log(&self) -> &[Choices] {
        self.ledger.log()
    }

    /// The readings so far, for the people of an event.
    pub(crate) fn readings(&self, event: &PreparedEvent) -> Vec<FullReading> {
        self.ledger.readings(&event.roster)
    }

    /// Makes again what a run before had made: the answers are in the store.
    pub(crate) fn take_up(&mut self, event: &PreparedEvent, how: How<'_>) -> anyhow::Result<()> {
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
        event: &PreparedEvent,
        round: u16,
        how: How<'_>,
    ) -> anyhow::Result<bool> {
        let session = self.session.as_ref();
        self.ledger.choose(hints, (&event.plans, &event.roster), round, |plans| match session {
            Some(session) => session.missing(plans),
            None => Ok(count(plans.iter().map(|plan| plan.searched().count()).sum())),
        })?;
        let considered = self.log().last().map_or(0, |choices| choices.log.len());
        // Who is chosen and why stands in the hints, which are confidential; a terminal's log may not be.
        if self.session.is_none() {
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
        event: &PreparedEvent,
        person: usize,
        (round, expected): (u16, f64),
        how: How<'_>,
    ) -> anyhow::Result<bool> {
        let cores = self.session.as_ref().map_or(0, EngineSession::engines);
        let started = Instant::now();
        let made = self.test(event, person, round, how)?;
        if let Some(who) = Who::in_roster(&event.roster, person) {
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
    fn test(
        &mut self,
        whole: &PreparedEvent,
        person: usize,
        round: u16,
        how: How<'_>,
    ) -> anyhow::Result<bool> {
        let (Some(session), Some(who)) = (&mut self.session, Who::in_roster(&whole.roster, person)) else {
            return Ok(false);
        };
        let there = EventPlayer { collection: &whole.collection, roster: &whole.roster, person };
        let reading = PrepareOptions {
            name: Some(&whole.name),
            fallback: &whole.name,
            aliases: how.aliases,
            rating: how.rating,
            book: None,
            store: &self.store,
        };
        let games = match PlayerGames::select(&there, Some(round), &reading) {
            Err(PlayerGamesError::NoGames { .. }) => return Ok(false),
            games => games?,
        };
        let answers = session.answer(
            &games.event.plans,
            SearchPlayedMove::IfUnlisted,
            &interrupt::requested,
            &mut |_| (),
        )?;
        let parameters: Option<Parameters> = parameters_for(
            self.parameters.as_deref(),
            &session.identity,
            &session.settings,
            games.event.class.class,
        )?;
        let stated = TestContext {
            beside: Beside { players: Some(count(whole.roster.people.len())), ..Beside::default() },
            ..TestContext::default()
        };
        let engine = (&session.identity, &session.settings);
        let reading = games
            .test(&answers, engine, parameters.as_ref(), &stated)
            .map_err(anyhow::Error::from)
            .and_then(|tested| Ok(FullReading::from_test(&tested.test, person, round)?));
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
