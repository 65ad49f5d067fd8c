//! Cases: those of the reader, and opening one about a player of an event.

use std::sync::Arc;

use analyzer::hints::Who;
use askama::Template;
use axum::Extension;
use axum::extract::Path;
use axum::response::IntoResponse as _;
use strum::VariantArray as _;

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::cases::complaint::{Complaint, Raised};
use crate::cases::form::{CaseFields, MAX_PROMPT};
use crate::cases::rules::Venue;
use crate::cases::{self, Case, NewCase, Prompt, changes};
use crate::events::result_cache::ResultView;
use crate::keys::Key;
use crate::store::audit::{self, Action};
use crate::web::{Answer, Ctx, Frame, InCase, InEvent, PageDetail, Problem, Visit, page as rendered, see};

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    frame: Frame<'a>,
    cases: Vec<Case>,
}

/// `GET /cases`
pub(crate) async fn page(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let cases = ctx.app.read(move |c| cases::of_person(c, person)).await?;
    let numbers: Vec<String> = cases.iter().map(|case| audit::case(case.id)).collect();
    let response = rendered(&List { frame: Frame::new(&ctx.app, &ctx.visit), cases })?;
    Ok((Extension(PageDetail(numbers.join(", "))), response).into_response())
}

/// The part of a player's page about cases.
#[derive(Template)]
#[template(path = "cases_of_player.html")]
struct OfPlayer<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    player: String,
    cases: Vec<Case>,
}

/// The part of a player's page about the reader's cases; empty for a reader who has none and may open none.
pub(crate) async fn of_player(
    app: &App,
    visit: &Visit,
    inside: InEvent,
    player: &str,
) -> Result<String, Problem> {
    let Some(person) = visit.signed.as_ref().map(|signed| signed.person.id) else {
        return Ok(String::new());
    };
    let mut cases = app.read(move |c| cases::of_person(c, person)).await?;
    cases.retain(|case| case.event == inside.event && case.player == player);
    if cases.is_empty() && !inside.offers(Permission::OpenCases) {
        return Ok(String::new());
    }
    let part = OfPlayer { frame: Frame::new(app, visit), inside, player: player.to_owned(), cases };
    Ok(part.render()?)
}

#[derive(Template)]
#[template(path = "new_case.html")]
struct New<'a> {
    frame: Frame<'a>,
    event: i64,
    event_name: String,
    player: String,
    name: String,
    /// Nothing is stated yet.
    complaint: Complaint,
    /// Full tests of the player that were made, each with its time.
    tests: Vec<(i64, i64)>,
}

/// The player of an address in the newest result of an event.
async fn player_of(app: &App, event: i64, name: &str) -> Result<(Arc<ResultView>, Who), Problem> {
    let shown = app.results.newest(&app.storage, event).await?.ok_or(Problem::NotFound)?;
    let place = shown.player(name).ok_or(Problem::NotFound)?;
    let player = shown.found.screening.players.get(place).ok_or(Problem::NotFound)?;
    let who = Who { name: player.name.clone(), fide_id: player.fide_id };
    Ok((shown, who))
}

/// `GET /events/{event}/players/{player}/new-case`
pub(crate) async fn new(ctx: Ctx<InEvent>, Path((event, player)): Path<(i64, String)>) -> Answer {
    let (shown, who) = player_of(&ctx.app, event, &player).await?;
    let wanted = player.clone();
    rendered(&New {
        tests: ctx.app.read(move |c| cases::tests_of_player(c, event, &wanted)).await?,
        frame: Frame::new(&ctx.app, &ctx.visit),
        event,
        event_name: shown.event.clone(),
        player,
        name: reports::visible(&who.name),
        complaint: Complaint::empty(Raised::InTournament),
    })
}

/// `POST /events/{event}/players/{player}/new-case`. The case is open with all that the form holds, or not at all.
pub(crate) async fn open(ctx: Ctx<InEvent>, Path((event, player)): Path<(i64, String)>) -> Answer {
    let (_, who) = player_of(&ctx.app, event, &player).await?;
    let (fields, form) = (&ctx.fields, CaseFields::new(&ctx));
    let kind = fields.one("kind").parse::<Prompt>().map_err(|_| Problem::refused(Key::RefusedCaseKind))?;
    let title = form.line("title", Key::CaseTitle)?;
    if title.is_empty() {
        return Err(form.refused(Key::RefusedText, Key::CaseTitle));
    }
    let venue = fields.one("played").parse::<Venue>();
    let new = NewCase {
        event,
        player,
        who,
        title,
        kind,
        prompted: form.needed("prompted", Key::CasePrompted, MAX_PROMPT)?,
        venue: venue.map_err(|_| Problem::refused(Key::RefusedCasePlayed))?,
    };
    let complaint = match kind.raised() {
        Some(raised) => Some(form.complaint(raised)?),
        // Typed text is never dropped silently.
        None if !form.complaint(Raised::InTournament)?.is_empty() => {
            return Err(Problem::refused(Key::RefusedNotComplaint));
        }
        None => None,
    };
    let tests: Option<Vec<i64>> = fields.all("test").map(|text| text.parse().ok()).collect();
    let tests = tests.ok_or(Problem::refused(Key::RefusedCaseTest))?;
    let (role, person) = (ctx.inside.role.ok_or(Problem::NotFound)?, ctx.person()?);
    let case = ctx.app.change(move |c, now| {
        let case = cases::open(c, &new, (person, role), now)?;
        let inside = InCase { case, role, closed: None, person };
        inside.log(c, now, Action::CaseOpened, "")?;
        if let Some(complaint) = &complaint {
            cases::state(c, case, complaint, person, now)?;
        }
        for job in tests {
            changes::hold(c, inside, job, now)?;
        }
        Ok(case)
    });
    Ok(see(&format!("/cases/{}", case.await?)))
}
