//! Hints from an event whose positions are answered, with the readings of its full tests and whom the rule chooses next.

use analyzer::hints::{Choices, Ledger, Look, Who};
use pipeline::{CalibratedEngine, Search, prepare};
use reports::Language;
use reports::hints::Looked;

use super::RunnerError;
use super::full_test_job::people;
use super::prepared_event::RunningEvent;
use crate::app::App;
use crate::jobs::hints::NewHints;

/// Hints, and whom the rule chose if it chose anybody anew.
pub(super) struct NewHintsAndChoices {
    pub(super) hints: NewHints,
    pub(super) chosen: Option<(Choices, Vec<Who>)>,
}

pub(super) struct HintInputs<'a, S: Search> {
    /// SHA-256 of all of it.
    pub(super) basis: String,
    pub(super) full: Option<&'a CalibratedEngine<S>>,
    pub(super) ledger: Ledger,
    pub(super) rule_on: bool,
}

/// Makes hints; `None` if none of the games can be scored.
pub(super) fn make<S: Search>(
    quick: &mut CalibratedEngine<S>,
    running: &RunningEvent,
    inputs: HintInputs<'_, S>,
    app: &App,
) -> Result<Option<NewHintsAndChoices>, RunnerError> {
    let run = &running.run;
    let options = running.prepare_options(app.storage.path());
    let event = prepare(run.hinted.clone(), &options).map_err(RunnerError::inside)?;
    if event.collection.games.is_empty() {
        return Ok(None);
    }
    let answers = quick.session.stored(&event.plans).map_err(RunnerError::inside)?;
    let HintInputs { basis, full, mut ledger, rule_on } = inputs;
    let hints = quick.hints(&event, &answers, |look| Look {
        rounds: run.snapshot.rounds.clone(),
        full: ledger.readings(&event.roster),
        at: u64::try_from(app.now()).ok(),
        ..look
    })?;
    // Parameters that do not fit were found at the start; without any for this class no test can be made.
    let class = event.class.class;
    let full = full.filter(|engine| engine.exact_parameters(class).is_ok_and(|found| found.is_some()));
    let mut chosen = None;
    if let (Some(engine), Some(round), true) = (full, hints.rounds.complete_through, rule_on)
        && ledger.log().iter().all(|choices| choices.after_round != round)
    {
        ledger
            .choose(&hints, (&event.plans, &event.roster), round, |plans| engine.session.missing(plans))
            .map_err(RunnerError::inside)?;
        let choices = ledger.log().last().cloned();
        chosen = choices.map(|choices| (choices, people(&event.roster)));
    }
    let looked =
        Looked { hints: &hints, tests: if rule_on { ledger.log() } else { &[] }, full_tests: full.is_some() };
    let page = |language: Language| {
        let fragment = reports::hints::document(&looked, language).fragment();
        (language.tag(), fragment)
    };
    let named = hints.players.iter().filter(|player| player.is_named());
    let new = NewHints {
        round: hints.rounds.complete_through,
        basis,
        named: named.map(|player| player.name.clone()).collect(),
        json: reports::json(&looked).map_err(RunnerError::inside)?,
        pages: Language::all().map(page).collect(),
    };
    Ok(Some(NewHintsAndChoices { hints: new, chosen }))
}
