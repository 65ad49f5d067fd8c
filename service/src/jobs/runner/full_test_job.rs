//! Full tests: the games of one player answered under the settings of the full test, game by game, and what comes out.
//!
//! The test itself is `analyzer`'s. A job that is interrupted goes on from the evaluation store; what it took until then is
//! noted, so the budget knows it.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::time::Instant;

use analyzer::full_test::{Circumstances, FieldScreening, Second, SupportingEvidence};
use analyzer::hints::Rounds;
use analyzer::{Evaluations, Parameters};
use datasets::{round_of, write_pgn};
use pipeline::bundle::Attachments;
use pipeline::event_run::{EventRun, HintTiming, Step, StepEnd};
use pipeline::{
    AnalysisError, EngineSession, EvaluateError, EventPlayer, PlayerGames, PlayerGamesError, Progress,
    Search, SearchPlayedMove, TestContext,
};
use reports::Language;
use reports::custody::{Custody, CustodyText, EngineRun, InputRead};

use sha2::{Digest as _, Sha256};

use super::{Runner, RunnerError};
use crate::app::App;
use crate::clock::timestamp;
use crate::events::absences;
use crate::events::absences::test_log::{LeftOut, absences_for_test};
use crate::events::attachments::{self, Attachment};
use crate::events::live;
use crate::events::results;
use crate::jobs::full_tests::earlier;
use crate::jobs::full_tests::page::SCREENING;
use crate::jobs::full_tests::rule;
use crate::jobs::full_tests::{self, Order, Packed};
use crate::jobs::{self, Job, Reason, State};
use crate::store::{Storage, StorageError};

struct PlayerInHand {
    order: Order,
    /// The player, as an index into the roster of the whole event.
    person: usize,
    games: PlayerGames,
    others: Vec<String>,
    parameters: Parameters,
}

/// What an engine answered.
struct Answers {
    evaluations: Evaluations,
    /// Searches and stored answers.
    answered: u64,
}

fn no_second_engine() -> RunnerError {
    RunnerError::job(Reason::SecondEngine, "the settings list no second engine of that name")
}

impl<S: Search> Runner<S> {
    /// Answers one game of a full test, or makes the test once all are answered.
    pub(super) fn deepen(&mut self, job: &Job, interrupts: u64) -> Result<(), RunnerError> {
        let Some(hand) = self.taken_up(job)? else {
            // The budget does not reach: the hints say so.
            self.hints_after_a_test(job)?;
            return Err(RunnerError::job(Reason::Budget, "the budget does not reach"));
        };
        let Some(full) = &mut self.full else { return Ok(()) };
        let mut searches = vec![(&mut full.session, SearchPlayedMove::IfUnlisted)];
        let with_second = !hand.order.second.is_empty();
        if with_second {
            let second = self.second.get_mut(&hand.order.second);
            // Only its first moves are looked at.
            searches.push((second.ok_or_else(no_second_engine)?, SearchPlayedMove::Never));
        }
        let mut runs = Vec::new();
        for (session, _) in &searches {
            let event = hand.games.event.clone();
            let run = EventRun::new(event, None, HintTiming::EachMove, &BTreeSet::new(), session);
            runs.push(run.map_err(StorageError::from)?);
        }
        let (work, id) = (&self.app.work, job.id);
        let total = runs.iter().map(EventRun::total).sum();
        let done: u64 = runs.iter().map(EventRun::done).sum();
        work.note(id, done, total);
        let stop = || work.interrupts() != interrupts;
        for (place, ((session, played), run)) in searches.iter_mut().zip(&mut runs).enumerate() {
            let others = done.saturating_sub(run.done());
            let mut note = |done: u64| work.note(id, others.saturating_add(done), total);
            let started = Instant::now();
            let Step { end, searched } = run.step(session, *played, &stop, &mut note)?;
            let cores = if searched > 0 { session.engines() as f64 } else { 0.0 };
            let took = started.elapsed().as_secs_f64() * cores;
            let done = others.saturating_add(run.done());
            self.app.change_now(move |c| {
                full_tests::took(c, id, took, (searched, place > 0))?;
                jobs::note(c, id, done, total)
            })?;
            if end != StepEnd::Finished {
                return Ok(());
            }
        }
        // Everything comes from the store.
        let mut answers = Vec::new();
        for (session, played) in searches {
            let mut answered = 0;
            let mut count = |progress: &Progress| answered = progress.done as u64;
            match session.answer(&hand.games.event.plans, played, &stop, &mut count) {
                Err(EvaluateError::Stopped { .. }) => return Ok(()),
                found => answers.push(Answers { evaluations: found?, answered }),
            }
        }
        let second = if with_second { answers.pop() } else { None };
        match answers.pop() {
            Some(own) => self.tested(job, &hand, &own, second.as_ref()),
            None => Ok(()),
        }
    }

    /// The games of a job; `None` if the rule asked for it and its budget does not reach any more.
    fn taken_up(&mut self, job: &Job) -> Result<Option<PlayerInHand>, RunnerError> {
        let (Some(running), Some(full)) = (&self.running, &self.full) else {
            return Err(RunnerError::job(Reason::Parameters, "there is no calibration of the full test"));
        };
        let (id, event) = (job.id, job.event);
        let (order, followed) =
            self.app.read_now(|c| Ok((full_tests::by_job(c, id)?, live::of_event(c, event)?.is_some())))?;
        let mut order = order.ok_or_else(|| RunnerError::inside("a full test of nobody"))?;
        let whole = &running.run.event;
        let nobody = || RunnerError::job(Reason::NoPlayer, "the player has no games");
        let person = order.who().find(&whole.roster).ok_or_else(nobody)?;
        let there = EventPlayer { collection: &whole.collection, roster: &whole.roster, person };
        if let Some((round, place)) = order.after_round.zip(order.place)
            && order.core_seconds <= 0.0
        {
            let mut ledger = self.app.read_now(|c| rule::ledger(c, event))?;
            if ledger.begin(round, place).is_none() {
                let log = ledger.log().iter().find(|of| of.after_round == round).cloned();
                if let Some(choices) = log {
                    self.app.change_now(move |c| rule::keep(c, event, &choices))?;
                }
                return Ok(None);
            }
        }
        if !order.settled {
            order.after_round = through(&running.run.snapshot.rounds, &there, followed);
            let through = order.after_round;
            self.app.change_now(move |c| full_tests::settle(c, id, through))?;
        }
        if whole.asked().is_some() {
            return Err(RunnerError::job(Reason::NotStated, "time class and venue are not stated"));
        }
        let options = running.prepare_options(self.app.storage.path());
        let games =
            PlayerGames::select(&there, order.after_round, &options).map_err(|error| match error {
                PlayerGamesError::NoGames { .. } | PlayerGamesError::Identities { .. } => nobody(),
                other => RunnerError::inside(other),
            })?;
        let parameters = full.exact_parameters(games.event.conditions()).map_err(AnalysisError::from)?;
        Ok(Some(PlayerInHand {
            // Before any engine time: without a calibration there is nothing to test with.
            parameters: parameters.ok_or_else(|| {
                RunnerError::job(
                    Reason::Parameters,
                    "no calibration of the full test for this class of games",
                )
            })?,
            person,
            others: there.others(),
            games,
            order,
        }))
    }

    /// Makes the test, stores it, and gives the hints that follow from it.
    fn tested(
        &mut self,
        job: &Job,
        hand: &PlayerInHand,
        answers: &Answers,
        second: Option<&Answers>,
    ) -> Result<(), RunnerError> {
        let (Some(full), Some(running)) = (&mut self.full, &self.running) else {
            return Ok(());
        };
        let whole = EventPlayer {
            collection: &running.run.event.collection,
            roster: &running.run.event.roster,
            person: hand.person,
        };
        let mut attached = TestAttachments::read(&self.app.storage, job.event, whole, &hand.games)?;
        let stored = self.app.read_now(|c| earlier::stored(c, job.id))?;
        let mut events = Vec::new();
        for test in &stored {
            match earlier::performance(test) {
                Ok(Some(performance)) => events.push(performance),
                Ok(None) => attached.left_out.earlier.push(test.event_name.clone()),
                // A test of an earlier version may have files that this one does not read.
                Err(error) => {
                    tracing::warn!(%error, "an earlier full test cannot be computed again");
                    attached.left_out.earlier.push(test.event_name.clone());
                }
            }
        }
        let of_test = running.basis.inputs.circumstances.of_test(whole.roster, whole.person);
        let event = job.event;
        let others = self.app.read_now(|c| full_tests::others_tested(c, event, &hand.order.player))?;
        let players = of_test.players.map_or_else(|| attached.players(), |players| players.get().into());
        let stated_event = running.basis.inputs.circumstances.stated_event();
        let second = match second {
            None => None,
            Some(answers) => {
                let session = self.second.get(&hand.order.second).ok_or_else(no_second_engine)?;
                Some((session, answers))
            }
        };
        let context = TestContext {
            second: second.map(|(session, answers)| Second {
                engine: &session.identity,
                settings: &session.settings,
                evaluations: &answers.evaluations,
            }),
            // Each player was screened, and some were tested: any of these looks could have become this document.
            circumstances: Circumstances {
                tests: NonZeroU64::new(players.saturating_add(others).saturating_add(1)),
                ..of_test
            },
            beside: SupportingEvidence {
                stated: stated_event.as_ref(),
                ..attached.parts.evidence((!stored.is_empty()).then_some(&events[..]))
            },
        };
        let engine = (&full.session.identity, &full.session.settings);
        let tested = hand
            .games
            .test(&answers.evaluations, engine, Some(&hand.parameters), &context)
            .map_err(RunnerError::inside)?;
        let (id, now) = (job.id, self.app.now());
        let files = self.app.read_now(|c| crate::events::files(c, event))?;
        let order = self.app.read_now(|c| full_tests::by_job(c, id))?;
        let order = order.ok_or_else(|| RunnerError::inside("a full test of nobody"))?;
        let begun = job.begun.unwrap_or(now);
        let run = |session: &EngineSession<S>, answers: &Answers, searched: u64| EngineRun {
            engine: (&session.identity).into(),
            from: timestamp(begun),
            to: timestamp(now),
            processes: session.engines() as u64,
            searched,
            stored: answers.answered.saturating_sub(searched),
        };
        let mut runs = vec![run(&full.session, answers, order.searched)];
        runs.extend(second.map(|(session, answers)| run(session, answers, order.second_searched)));
        let read = |sha256: &str| {
            let file = files.iter().find(|file| file.sha256 == sha256);
            timestamp(file.map_or(now, |file| file.made))
        };
        let inputs = hand.games.event.collection.inputs.iter().map(|input| InputRead {
            name: Some(input.name.clone()),
            sha256: input.sha256.clone(),
            read: read(&input.sha256),
        });
        let reason = Some(&hand.order.reason).filter(|reason| !reason.is_empty());
        let requested_by = requester(&self.app, &hand.order);
        let custody = Custody {
            requested_by: Some(CustodyText::As(requested_by)),
            reason: reason.cloned().map(CustodyText::As),
            inputs: inputs.chain(attached.inputs(now)).collect(),
            runs,
            ..Custody::new(&tested.test, Language::ENGLISH, timestamp(now))
        };
        let lines =
            |answers: &Answers| reports::evaluations_jsonl(&answers.evaluations).map_err(RunnerError::inside);
        let beside = full_tests::Supplement {
            premises: tested.premises,
            custody,
            games: write_pgn(&hand.games.event.collection.games, |_| None),
            evaluations: lines(answers)?,
            second: second.map(|(_, answers)| lines(answers)).transpose()?,
            parameters: hand.parameters.write().map_err(RunnerError::inside)?,
            others: hand.others.clone(),
            absences: attached.log,
            report: attached.report.map(|input| input.id),
            screening: attached.screening.map(|(id, _)| id),
        };
        let new = Packed::new(&tested.test, &beside, &attached.left_out)?;
        self.app.change_now(move |c| {
            full_tests::store(c, id, &new)?;
            jobs::end(c, id, None)
        })?;
        self.app.work.rest();
        full.session.stop_engines();
        self.second.values_mut().for_each(EngineSession::stop_engines);
        self.hints_after_a_test(job)
    }

    /// Gives hints if the screening is done; else they come with its end.
    fn hints_after_a_test(&mut self, job: &Job) -> Result<(), RunnerError> {
        let event = job.event;
        let screening = self.app.read_now(|c| jobs::newest_screening(c, event))?;
        if screening.is_some_and(|screening| screening.state == State::Done) {
            self.give_hints(true)?;
        }
        Ok(())
    }
}

/// Who asked for a test, and as what, in words for its custody log.
fn requester(app: &App, order: &Order) -> String {
    match (&order.asked_by, order.asker_role) {
        (Some(name), Some(role)) => {
            let role = app.texts.get(Language::ENGLISH).label("role", role.into_str());
            format!("{name} ({role})")
        }
        (Some(name), None) => name.clone(),
        (None, _) => "the rule of the event for full tests".to_owned(),
    }
}

/// The round up to which the games of a player are tested when a person asks.
/// While an event is followed it is the last complete round, as for the rule, so that the look counts as that look. Else it
/// is all of the player's games; if they are those of complete rounds, the test belongs to the last of these, and if not, to
/// none.
fn through(known: &Rounds, whole: &EventPlayer<'_>, followed: bool) -> Option<u16> {
    let last = known.complete_through;
    if followed && last.is_some() {
        return last;
    }
    let games = whole.games(None);
    let rounds = || games.games.iter().filter_map(|game| round_of(&game.round));
    match last {
        Some(last) => rounds().all(|round| round <= last).then_some(last),
        // Without any round at all there is one look at all games.
        None => known.rounds.is_empty().then_some(0),
    }
}

struct TestAttachments {
    parts: Attachments,
    report: Option<Attachment>,
    /// The result that the place in the field comes from, with the SHA-256 of its screening as a file.
    screening: Option<(i64, String)>,
    log: Option<String>,
    left_out: LeftOut,
}

impl TestAttachments {
    fn read(
        storage: &Storage,
        event: i64,
        whole: EventPlayer<'_>,
        games: &PlayerGames,
    ) -> Result<Self, RunnerError> {
        let entries = storage.read_now(|c| absences::entries(c, event))?;
        let (absences, mut left_out) =
            absences_for_test(&entries, &whole, games).map_err(RunnerError::inside)?;
        let (absences, log) = absences.map(|own| (own.absences, own.text)).unzip();
        let mut parts = Attachments { absences, ..Attachments::new(whole) };
        let report = attachments::report(storage, event).map_err(RunnerError::inside)?;
        let report = report.and_then(|(input, report)| {
            let check = Attachments::check_report(whole, &input.name, &report);
            // The command refuses such a report. A test that was asked for is made without it, and says so.
            left_out.other_report = check.games.compared == 0;
            parts.report = Some(check).filter(|_| !left_out.other_report);
            parts.report.is_some().then_some(input)
        });
        let found =
            storage.read_now(|c| results::latest(c, event))?.filter(|found| found.listed.unanswered == 0);
        let screening = match found {
            None => None,
            Some(found) => {
                let json = reports::json(&found.screening).map_err(RunnerError::inside)?;
                let player = whole.roster.people.get(whole.person);
                // Games may have come since then; the test says that it knows nothing of the field.
                let there = player.and_then(|player| {
                    FieldScreening::parse(SCREENING, &json, whole.collection, player).ok()
                });
                let sha256 = uci_pool::hex(&Sha256::digest(json.as_bytes()));
                let id = there.is_some().then_some((found.listed.id, sha256));
                parts.screening = there;
                id
            }
        };
        left_out.no_screening = screening.is_none();
        Ok(Self { parts, report, screening, log, left_out })
    }

    /// Players of the event, by its report or its games.
    fn players(&self) -> u64 {
        self.parts.report.as_ref().map_or(self.parts.players, |report| report.players).into()
    }

    /// The files as the custody document lists them.
    fn inputs(&self, now: i64) -> impl Iterator<Item = InputRead> {
        let read = |name: &str, sha256: &str, at| InputRead {
            name: Some(name.to_owned()),
            sha256: sha256.to_owned(),
            read: timestamp(at),
        };
        let report = self.report.iter().map(move |input| read(&input.name, &input.sha256, input.made));
        let absences = self.parts.absences.iter().map(|own| &own.input);
        let screening = self.screening.iter().map(move |(_, sha256)| read(SCREENING, sha256, now));
        screening.chain(report).chain(absences.map(move |input| read(&input.name, &input.sha256, now)))
    }
}
