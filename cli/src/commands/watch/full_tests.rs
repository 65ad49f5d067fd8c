//! Full tests during an event: the engines for them, and the file that remembers what was made.
//!
//! Who is tested and what a test reads is `analyzer`'s. A run that was killed neither spends the budget again nor forgets a
//! test: its answers are in the store, and its numbers are made again from them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::full_test::SupportingEvidence;
use analyzer::hints::{Budget, FinishedTest, Hints, Ledger, TestOutcome, Who};
use anyhow::Context;
use datasets::tournament::corpus::facts::Conditions;
use pipeline::{
    CalibratedEngine, EventCircumstances, EventPlayer, PlayerGames, PlayerGamesError, PrepareOptions,
    PreparedEvent, SearchPlayedMove, TestContext,
};
use service::Searcher;

use crate::interrupt;
use crate::output::put;
use crate::output::terminal::say;
use crate::progress::Reporter;

/// The tests made, with their cost.
const FILE: &str = "full-tests.json";

pub(crate) struct FullTests {
    /// The engines under the settings of the full test; none where there is no calibration for them.
    pub(crate) engine: Option<CalibratedEngine<Searcher>>,
    /// What people state about the event.
    stated: EventCircumstances,
    /// The decisions about tests, round by round, and the readings so far.
    pub(crate) ledger: Ledger,
    file: PathBuf,
    progress: Reporter,
}

impl FullTests {
    /// Takes up what was made before. `budget` is in core-minutes.
    pub(crate) fn open(
        engine: CalibratedEngine<Searcher>,
        budget: Budget,
        stated: EventCircumstances,
        out: &Path,
    ) -> anyhow::Result<Self> {
        let file = out.join(FILE);
        let made: Vec<FinishedTest> = match std::fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text).with_context(|| {
                format!("{} cannot be used; it lists the full tests made", file.display())
            })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        let fits = engine.parameters(Conditions::USUAL)?.is_some();
        if !fits {
            let (identity, settings) = (&engine.session.identity, &engine.session.settings);
            say!(
                "There is no calibration of the full test for {} at depth {} with {} lines, so none is made here.",
                identity.name,
                settings.depth,
                settings.multipv
            );
        }
        let ledger = Ledger::new(budget, made, Vec::new());
        Ok(Self {
            engine: Some(engine).filter(|_| fits),
            stated,
            ledger,
            file,
            progress: Reporter::new("full test  "),
        })
    }

    /// Makes again what a run before had made: the answers are in the store.
    pub(crate) fn take_up(
        &mut self,
        event: &PreparedEvent,
        options: &PrepareOptions<'_>,
    ) -> anyhow::Result<()> {
        for made in self.ledger.unread() {
            if interrupt::requested() {
                continue;
            }
            if let Some(person) = made.who.find(&event.roster) {
                self.test(event, person, made.after_round, options)?;
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
        options: &PrepareOptions<'_>,
    ) -> anyhow::Result<bool> {
        let engine = self.engine.as_ref();
        self.ledger.choose(hints, (&event.plans, &event.roster), round, |plans| match engine {
            Some(engine) => engine.session.missing(plans),
            None => Ok(count(plans.iter().map(|plan| plan.searched().count()).sum())),
        })?;
        let Some(choices) = self.ledger.log().last().filter(|_| engine.is_some()) else {
            return Ok(false);
        };
        let (considered, chosen) = (choices.log.len(), choices.tests().count());
        // Who is chosen and why stands in the hints, which are confidential; a terminal's log may not be.
        say!("After round {round}: {considered} players considered for a full test, {chosen} chosen.");
        let mut any = false;
        for place in 0..considered {
            if interrupt::requested() {
                break;
            }
            if let Some(choice) = self.ledger.begin(round, place) {
                any |= self.made_now(event, choice.person, (round, choice.core_minutes), options)?;
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
        options: &PrepareOptions<'_>,
    ) -> anyhow::Result<bool> {
        let cores = self.engine.as_ref().map_or(0, |engine| engine.session.engines());
        let started = Instant::now();
        let made = self.test(event, person, round, options)?;
        if let Some(who) = Who::in_roster(&event.roster, person) {
            self.ledger.note(FinishedTest {
                who,
                after_round: round,
                core_minutes: started.elapsed().as_secs_f64() / 60.0 * cores as f64,
                expected,
            });
            put(&self.file, &serde_json::to_vec_pretty(self.ledger.made())?)?;
        }
        Ok(made)
    }

    /// Tests a player on the games up to a round; false if the test cannot be made, which is said.
    fn test(
        &mut self,
        whole: &PreparedEvent,
        person: usize,
        round: u16,
        options: &PrepareOptions<'_>,
    ) -> anyhow::Result<bool> {
        let (Some(engine), Some(who)) = (&mut self.engine, Who::in_roster(&whole.roster, person)) else {
            return Ok(false);
        };
        let there = EventPlayer { collection: &whole.collection, roster: &whole.roster, person };
        let games = match PlayerGames::select(&there, Some(round), options) {
            Err(PlayerGamesError::NoGames { .. }) => return Ok(false),
            games => games?,
        };
        let (plans, played) = (&games.event.plans, SearchPlayedMove::IfUnlisted);
        let session = &mut engine.session;
        let answers =
            self.progress.during(|show| session.answer(plans, played, &interrupt::requested, show))?;
        let parameters = engine.parameters(games.event.conditions())?;
        let stated = TestContext {
            circumstances: self.stated.of_test(&whole.roster, person),
            beside: SupportingEvidence {
                players: Some(count(whole.roster.people.len())),
                ..SupportingEvidence::default()
            },
            ..TestContext::default()
        };
        let searched_by = (&engine.session.identity, &engine.session.settings);
        let outcome = games
            .test(&answers, searched_by, parameters.as_ref(), &stated)
            .map_err(anyhow::Error::from)
            .and_then(|tested| Ok(TestOutcome::from_test(&tested.test, person, round)?));
        match outcome {
            Ok(outcome) => {
                self.ledger.read(who, outcome);
                Ok(true)
            }
            Err(error) => {
                say!("no full test of {}: {error:#}", reports::visible(&who.name));
                Ok(false)
            }
        }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
