//! Hints from an event whose positions are answered.
//!
//! No full test is made here, and the page says so.

use analyzer::desk::Desk;
use analyzer::evaluate::Search;
use analyzer::hints::{Look, hints};
use analyzer::loaded::{Reading, load};
use analyzer::{Parameters, screen, shipped};
use datasets::time_class::TimeClass;
use reports::Language;
use reports::hints::Looked;

use super::RunnerError;
use super::ready::Ready;
use crate::app::App;
use crate::hints::New;
use crate::jobs::Reason;

/// The parameters of a run, where a job that has none to use says why.
pub(super) fn parameters<S: Search>(
    desk: &Desk<S>,
    text: Option<&str>,
    class: TimeClass,
) -> Result<Option<Parameters>, RunnerError> {
    shipped::of_run(text, &desk.identity, &desk.settings, class)
        .map_err(|error| RunnerError::job(Reason::Parameters, error))
}

/// Makes hints; `None` if none of the games can be scored.
pub(super) fn made<S: Search>(
    desk: &mut Desk<S>,
    ready: &Ready,
    basis: String,
    text: Option<&str>,
    app: &App,
) -> Result<Option<New>, RunnerError> {
    let inside = |error: &dyn std::error::Error| RunnerError::job(Reason::Inside, error);
    let reading = Reading {
        name: Some(&ready.loaded.name),
        fallback: "",
        aliases: &ready.aliases,
        rating: ready.loaded.rating,
        book: None,
        store: app.storage.path(),
    };
    let loaded = load(ready.telling.clone(), &reading).map_err(|error| inside(&error))?;
    if loaded.collection.games.is_empty() {
        return Ok(None);
    }
    let answers = desk.stored(&loaded.plans).map_err(|error| inside(&error))?;
    let parameters = parameters(desk, text, loaded.class.class)?;
    let event = loaded.event(&answers, &desk.identity, &desk.settings, parameters.as_ref());
    let screened = screen(&event).map_err(|error| inside(&error))?;
    let found = hints(&Look {
        rounds: ready.stand.rounds.clone(),
        at: u64::try_from(app.now()).ok(),
        ..Look::usual(&event, &screened)
    })
    .map_err(|error| inside(&error))?;
    let looked = Looked {
        hints: &found,
        tests: &[],
        full_tests: false,
    };
    let page = |language| reports::hints::fragment(&looked, language);
    Ok(Some(New {
        round: found.rounds.complete_through,
        basis,
        named: found
            .players
            .iter()
            .filter(|player| player.is_named())
            .map(|player| player.name.clone())
            .collect(),
        json: reports::hints::json(&looked).map_err(|error| inside(&error))?,
        pages: [
            page(Language::English),
            page(Language::Russian),
            page(Language::Ukrainian),
        ],
    }))
}
