//! Hints from an event whose positions are answered, with the readings of its full tests and whom the rule chooses next.

use analyzer::hints::{Choices, Ledger, Look, Who, hints};
use analyzer::{Parameters, screen, shipped};
use datasets::clocks::time_class::TimeClass;
use pipeline::{EngineSession, PrepareOptions, Search, prepare};
use reports::Language;
use reports::hints::Looked;

use super::RunnerError;
use super::full_test_job::{Deep, people};
use super::prepared_event::Ready;
use crate::app::App;
use crate::jobs::Reason;
use crate::jobs::hints::NewHints;

/// The parameters of a run, where a job that has none to use says why.
pub(super) fn parameters<S: Search>(
    session: &EngineSession<S>,
    text: Option<&str>,
    class: TimeClass,
) -> Result<Option<Parameters>, RunnerError> {
    shipped::of_run(text, &session.identity, &session.settings, class)
        .map_err(|error| RunnerError::job(Reason::Parameters, error))
}

/// Hints, and whom the rule chose if it chose anybody anew.
pub(super) struct NewHintsAndChoices {
    pub(super) hints: NewHints,
    pub(super) chosen: Option<(Choices, Vec<Who>)>,
}

/// The inputs of hints beside the games.
pub(super) struct With<'a, S: Search> {
    /// SHA-256 of all of it.
    pub(super) basis: String,
    pub(super) parameters: Option<&'a str>,
    /// The engines for full tests.
    pub(super) full: Option<&'a Deep<S>>,
    pub(super) ledger: Ledger,
    pub(super) rule_on: bool,
}

/// Makes hints; `None` if none of the games can be scored.
pub(super) fn made<S: Search>(
    session: &mut EngineSession<S>,
    ready: &Ready,
    with: With<'_, S>,
    app: &App,
) -> Result<Option<NewHintsAndChoices>, RunnerError> {
    let reading = PrepareOptions {
        name: Some(&ready.loaded.name),
        fallback: "",
        aliases: &ready.aliases,
        rating: ready.loaded.rating,
        book: ready.book(),
        store: app.storage.path(),
    };
    let loaded = prepare(ready.telling.clone(), &reading).map_err(RunnerError::inside)?;
    if loaded.collection.games.is_empty() {
        return Ok(None);
    }
    let answers = session.stored(&loaded.plans).map_err(RunnerError::inside)?;
    let parameters = parameters(session, with.parameters, loaded.class.class)?;
    let event = loaded.event(&answers, &session.identity, &session.settings, parameters.as_ref());
    let screened = screen(&event).map_err(RunnerError::inside)?;
    let found = hints(&Look {
        rounds: ready.stand.rounds.clone(),
        full: with.ledger.readings(&loaded.roster),
        at: u64::try_from(app.now()).ok(),
        ..Look::usual(&event, &screened)
    })
    .map_err(RunnerError::inside)?;
    let mut ledger = with.ledger;
    // Parameters that do not fit were found at the start; without any for this class no test can be made.
    let full =
        with.full.filter(|deep| deep.parameters(loaded.class.class).is_ok_and(|found| found.is_some()));
    let mut chosen = None;
    if let (Some(deep), Some(round), true) = (full, found.rounds.complete_through, with.rule_on)
        && ledger.log().iter().all(|choices| choices.after_round != round)
    {
        ledger
            .choose(&found, (&loaded.plans, &loaded.roster), round, |plans| deep.session.missing(plans))
            .map_err(RunnerError::inside)?;
        let choices = ledger.log().last().cloned();
        chosen = choices.map(|choices| (choices, people(&loaded.roster)));
    }
    let looked = Looked {
        hints: &found,
        tests: if with.rule_on { ledger.log() } else { &[] },
        full_tests: full.is_some(),
    };
    let page = |language| reports::hints::fragment(&looked, language);
    let hints = NewHints {
        round: found.rounds.complete_through,
        basis: with.basis,
        named: found
            .players
            .iter()
            .filter(|player| player.is_named())
            .map(|player| player.name.clone())
            .collect(),
        json: reports::hints::json(&looked).map_err(RunnerError::inside)?,
        pages: [page(Language::ENGLISH), page(Language::RUSSIAN), page(Language::UKRAINIAN)],
    };
    Ok(Some(NewHintsAndChoices { hints, chosen }))
}
