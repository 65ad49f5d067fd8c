//! Cases: those of the reader, and opening one about a player of an event.

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
use crate::cases::{self, Case, NewCase, Prompt};
use crate::keys::Key;
use crate::store::audit::{self, Action, Place};
use crate::web::{Answer, Ctx, Frame, PageDetail, Problem, page as rendered, see};

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    frame: Frame<'a>,
    cases: Vec<Case>,
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let cases = ctx.read(move |c, _| cases::of_person(c, person)).await?;
    let numbers: Vec<String> = cases.iter().map(|case| audit::case(case.id)).collect();
    let response = rendered(&List { frame: ctx.frame(), cases })?;
    Ok((Extension(PageDetail(numbers.join(", "))), response).into_response())
}

/// The part of a player's page about cases.
#[derive(Template)]
#[template(path = "cases_of_player.html")]
struct OfPlayer<'a> {
    frame: Frame<'a>,
    player: String,
    cases: Vec<Case>,
}

/// The part of a player's page about the reader's cases; empty for a reader who has none and may open none.
pub(crate) async fn of_player(ctx: &Ctx, player: &str) -> Result<String, Problem> {
    let (person, frame) = (ctx.person()?, ctx.frame());
    let mut cases = ctx.read(move |c, _| cases::of_person(c, person)).await?;
    cases.retain(|case| case.event == ctx.id() && case.player == player);
    if cases.is_empty() && !frame.offers(Permission::OpenCases) {
        return Ok(String::new());
    }
    Ok(OfPlayer { frame, player: player.to_owned(), cases }.render()?)
}

#[derive(Template)]
#[template(path = "new_case.html")]
struct New<'a> {
    frame: Frame<'a>,
    player: String,
    name: String,
    /// Nothing is stated yet.
    complaint: Complaint,
    /// Full tests of the player that were made, each with its time.
    tests: Vec<(i64, i64)>,
}

/// The player of an address in the newest result of an event.
async fn player_of(app: &App, event: i64, name: &str) -> Result<Who, Problem> {
    let shown = app.results.newest(&app.storage, event).await?.ok_or(Problem::NotFound)?;
    let place = shown.player(name).ok_or(Problem::NotFound)?;
    let player = shown.found.screening.players.get(place).ok_or(Problem::NotFound)?;
    Ok(Who { name: player.name.clone(), fide_id: player.fide_id })
}

pub(crate) async fn new(ctx: Ctx, Path((event, player)): Path<(i64, String)>) -> Answer {
    let who = player_of(&ctx.app, event, &player).await?;
    let wanted = player.clone();
    rendered(&New {
        tests: ctx.read(move |c, event| cases::tests_of_player(c, event, &wanted)).await?,
        frame: ctx.frame(),
        player,
        name: reports::visible(&who.name),
        complaint: Complaint::empty(Raised::InTournament),
    })
}

/// The case is open with all that the form holds, or not at all.
pub(crate) async fn open(ctx: Ctx, Path((event, player)): Path<(i64, String)>) -> Answer {
    let who = player_of(&ctx.app, event, &player).await?;
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
    let (role, person) = (ctx.visit.access.role.ok_or(Problem::NotFound)?, ctx.person()?);
    let case = ctx.change(move |c| {
        let case = cases::open(c, &new, person, role)?;
        let c = &c.at(Place::Case(case));
        c.log(Action::CaseOpened, "", "")?;
        if let Some(complaint) = &complaint {
            cases::state(c, complaint)?;
        }
        for job in tests {
            cases::hold(c, job)?;
        }
        Ok(case)
    });
    Ok(see(&format!("/cases/{}", case.await?)))
}
