//! Hints from an event whose positions are answered, with the readings of its full tests and whom the rule chooses next.

use analyzer::full_test::Second;
use analyzer::hints::{Look, LookPlan, Who};
use pipeline::{AnalysisError, EngineSession, EvaluateError, Search, SearchPlayedMove, prepare};
use reports::Language;
use reports::hints::Looked;
use sha2::{Digest, Sha256};
use uci_pool::hex;

use super::prepared_event::RunningEvent;
use super::{Runner, RunnerError};
use crate::jobs::Job;
use crate::jobs::full_tests::rule;
use crate::jobs::hints::{self, NewHints};
use crate::jobs::notifications;

impl<S: Search> Runner<S> {
    /// Answers one game of those that hints are due on by the second engine. True if it has answered them all.
    pub(super) fn second_answers(&mut self, all_done: bool, interrupts: u64) -> Result<bool, RunnerError> {
        let Self { app, quick, second, hints_second, running, .. } = self;
        let Some(RunningEvent { run, .. }) = running else { return Ok(true) };
        let session = hints_second.as_ref().and_then(|name| second.get_mut(name));
        let Some(session) = session.filter(|_| run.hints_due(&quick.session, all_done)) else {
            return Ok(true);
        };
        if !quick.takes(session, run.event.conditions()).map_err(AnalysisError::from)? {
            return Ok(true);
        }
        let Some(game) = run.next_hinted(session) else { return Ok(true) };
        let stop = || app.work.interrupts() != interrupts;
        match session.answer(&[game], SearchPlayedMove::Never, &stop, &mut |_| ()) {
            Ok(_) | Err(EvaluateError::Stopped { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Notes for the pages whether the newest hints are of the games and inputs that a screening has now.
    pub(super) fn note_covered(&self, job: &Job) -> Result<(), RunnerError> {
        let Some(running) = &self.running else { return Ok(()) };
        let id = running.basis.event;
        let (tests, newest) =
            self.app.read_now(|c| Ok((rule::basis(c, id)?, hints::newest_basis(c, id)?)))?;
        let now = with_tests(&running.hint_basis(), &tests);
        self.app.work.set_covered(id, job.id, newest.is_some_and(|(known, _)| known == now));
        Ok(())
    }

    /// Gives hints if their games are answered and there is something new to say.
    pub(super) fn give_hints(&mut self, all_done: bool) -> Result<(), RunnerError> {
        let Some(running) = &self.running else { return Ok(()) };
        let (run, id) = (&running.run, running.basis.event);
        if !run.hints_due(&self.quick.session, all_done) {
            return Ok(());
        }
        let (tests, newest, rule) = self.app.read_now(|c| {
            Ok((rule::basis(c, id)?, hints::newest_basis(c, id)?, rule::of_event_now(c, id)?))
        })?;
        let games = running.hint_basis();
        let basis = with_tests(&games, &tests);
        if newest.is_some_and(|(known, _)| known == basis) {
            return Ok(());
        }
        let options = running.prepare_options(self.app.storage.path());
        let event = prepare(run.hinted.clone(), &options).map_err(RunnerError::inside)?;
        if event.collection.games.is_empty() {
            return Ok(());
        }
        let answers = self.quick.session.stored(&event.plans).map_err(RunnerError::inside)?;
        let stated = &running.basis.inputs.circumstances;
        let attention = stated.attention(&event.roster).players;
        let mut ledger = self.app.read_now(|c| rule::with_readings(c, id))?;
        let conditions = event.conditions();
        let second = self.hints_second.as_ref().and_then(|name| self.second.get_mut(name));
        let takes =
            |session: &EngineSession<S>| self.quick.takes(session, conditions).map_err(AnalysisError::from);
        let second = match second {
            Some(session) if takes(session)? => {
                let answers = session.stored(&event.plans).map_err(RunnerError::inside)?;
                Some((&*session, answers))
            }
            _ => None,
        };
        let second = second.as_ref().map(|(session, evaluations)| Second {
            engine: &session.identity,
            settings: &session.settings,
            evaluations,
        });
        let made = self.quick.hints(&event, &answers, second, |look| Look {
            rounds: run.snapshot.rounds.clone(),
            looks: stated.rounds.map_or(LookPlan::Open, |rounds| LookPlan::Rounds { rounds }),
            players: stated.players,
            attention,
            full: ledger.outcomes(&event.roster),
            at: u64::try_from(self.app.now()).ok(),
            ..look
        })?;
        // Parameters that do not fit were found at the start; without any for this class no test can be made.
        let fits = self.full.as_ref();
        let full =
            fits.filter(|engine| engine.exact_parameters(conditions).is_ok_and(|found| found.is_some()));
        let mut chosen = None;
        // A complaint, or a player singled out, that was stated after the choice of this round has it made again.
        let under_attention = || made.players.iter().map(|player| (player.name.as_str(), player.attention));
        if let (Some(engine), Some(round), true) = (full, made.rounds.complete_through, rule.on)
            && ledger
                .log()
                .iter()
                .all(|choices| choices.after_round != round || !choices.is_of(under_attention()))
        {
            ledger
                .choose(&made, (&event.plans, &event.roster), round, |plans| engine.session.missing(plans))
                .map_err(RunnerError::inside)?;
            chosen = ledger.log().last().cloned();
        }
        let tests = if rule.on { ledger.log() } else { &[] };
        let looked = Looked { hints: &made, tests, full_tests: full.is_some() };
        let page = |language: Language| (language.tag(), reports::hints::fragments(&looked, language));
        let named = made.players.iter().filter(|player| player.is_named());
        let mut new = NewHints {
            round: made.rounds.complete_through,
            basis,
            named: named.map(|player| player.name.clone()).collect(),
            allowed: hints::allowed(&made),
            json: reports::json(&looked).map_err(RunnerError::inside)?,
            pages: Language::all().map(page).collect(),
        };
        let roster = &event.roster;
        let people: Vec<Who> =
            (0..roster.people.len()).filter_map(|person| Who::in_roster(roster, person)).collect();
        let notified = self.app.settings.notifications.clone();
        self.app.change_now(move |c| {
            if let Some(choices) = &chosen {
                rule::ask(c, id, choices, &people)?;
                // What was chosen just now is said in these hints already.
                new.basis = with_tests(&games, &rule::basis(c, id)?);
            }
            if hints::store(c, id, &new)? {
                notifications::store(c, id, &notified)?;
            }
            Ok(())
        })?;
        Ok(())
    }
}

/// The basis of hints: SHA-256 over the hashes of their games and of what is known of full tests.
fn with_tests(games: &str, tests: &str) -> String {
    if tests.is_empty() { games.to_owned() } else { hex(&Sha256::digest(format!("{games} {tests}"))) }
}
