//! Cases: those of the reader, and opening one about a player of an event.

use std::sync::Arc;

use analyzer::hints::Who;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};

use crate::access::{InCase, InEvent, Looked, Signed, Visit};
use crate::app::App;
use crate::audit::{self, Action};
use crate::cases::complaint::{Complaint, Procedure, Raised};
use crate::cases::rules::Played;
use crate::cases::{self, Case, NewCase, Prompt};
use crate::events::result_cache::Shown;
use crate::form::Fields;
use crate::keys::Key;
use crate::messages::Messages;
use crate::pages::{Frame, page as rendered};
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;

/// Longest texts of a case, in characters. All texts of one form together fit into its bytes, in any alphabet.
pub(crate) const LONGEST_NOTE: usize = 4_000;
const LONGEST_PROMPT: usize = 2_000;
const LONGEST_FACTS: usize = 3_000;
const LONGEST_LATE: usize = 1_000;
const LONGEST_SETTINGS: usize = 1_000;
const LONGEST_GAMES: usize = 2_000;

/// The word for what prompted a case.
pub(crate) fn prompt_key(prompt: Prompt) -> Key {
    match prompt {
        Prompt::Complaint(raised) => raised_key(raised),
        Prompt::ArbiterReport => Key::CaseArbiterReport,
        Prompt::Statistics => Key::CaseStatistics,
    }
}

/// The word for when a complaint was raised.
pub(crate) fn raised_key(raised: Raised) -> Key {
    match raised {
        Raised::InTournament => Key::CaseInTournament,
        Raised::PostTournament => Key::CasePostTournament,
    }
}

/// The word for how an event was played.
pub(crate) fn played_key(played: Played) -> Key {
    match played {
        Played::Board => Key::CasePlayedBoard,
        Played::Online => Key::CasePlayedOnline,
        Played::NotStated => Key::CasePlayedNotStated,
    }
}

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    frame: Frame<'a>,
    cases: Vec<Case>,
}

/// `GET /cases`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    let person = signed.person.id;
    let cases = app.storage.read(move |c| cases::of_person(c, person)).await?;
    let looked: Vec<String> = cases.iter().map(|case| audit::case(case.id)).collect();
    let response = rendered(&List { frame: Frame::new(&app, &visit, "/cases"), cases })?;
    Ok((Extension(Looked(looked.join(", "))), response).into_response())
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

/// The part of a player's page about the reader's cases; nothing for somebody who has none and may open none.
///
/// # Errors
/// The storage's, or the template's.
pub(crate) async fn of_player(
    app: &App,
    visit: &Visit,
    inside: InEvent,
    player: &str,
) -> Result<String, Problem> {
    let Some(person) = visit.signed.as_ref().map(|signed| signed.person.id) else {
        return Ok(String::new());
    };
    let mut cases = app.storage.read(move |c| cases::of_person(c, person)).await?;
    cases.retain(|case| case.opened.event == inside.event && case.opened.player == player);
    if cases.is_empty() && !inside.offers(Permission::OpenCases) {
        return Ok(String::new());
    }
    let part = OfPlayer { frame: Frame::new(app, visit, "/"), inside, player: player.to_owned(), cases };
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

impl New<'_> {
    fn kind(prompt: Prompt) -> Key {
        prompt_key(prompt)
    }

    fn played(played: Played) -> Key {
        played_key(played)
    }
}

/// The player of an address in the newest result of an event.
async fn found(app: &App, inside: InEvent, name: &str) -> Result<(Arc<Shown>, Who), Problem> {
    let newest = app.results.newest(&app.storage, inside.event).await?;
    let shown = newest.ok_or(Problem::NotFound)?;
    let place = shown.player(name).ok_or(Problem::NotFound)?;
    let player = shown.found.screening.players.get(place).ok_or(Problem::NotFound)?;
    let who = Who { name: player.name.clone(), fide_id: player.fide_id };
    Ok((shown, who))
}

/// `GET /events/{event}/players/{player}/new-case`
pub(crate) async fn new(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Path((_, player)): Path<(i64, String)>,
) -> Result<Response, Problem> {
    let (shown, who) = found(&app, inside, &player).await?;
    let (event, wanted) = (inside.event, player.clone());
    let tests = app.storage.read(move |c| cases::tests_of(c, event, &wanted));
    rendered(&New {
        tests: tests.await?,
        frame: Frame::new(&app, &visit, format!("/events/{event}/players/{player}/new-case")),
        event,
        event_name: shown.event.clone(),
        player,
        name: reports::visible(&who.name),
        complaint: Complaint::empty(Raised::InTournament),
    })
}

/// The fields of a form about a case; what cannot be taken is named by its label.
pub(crate) struct CaseFields<'a> {
    pub(crate) fields: &'a Fields,
    /// The texts of the reader.
    pub(crate) messages: &'a Messages,
}

impl CaseFields<'_> {
    fn refused(&self, why: Key, label: Key) -> Problem {
        Problem::Refused { why, detail: Some(self.messages.text(label)) }
    }

    /// One line; it may be empty.
    fn line(&self, name: &str, label: Key) -> Result<String, Problem> {
        match self.fields.one(name).trim() {
            "" => Ok(String::new()),
            text => people::line(text).ok_or_else(|| self.refused(Key::RefusedText, label)),
        }
    }

    /// A text of at most so many characters; it may be empty.
    fn text(&self, name: &str, label: Key, most: usize) -> Result<String, Problem> {
        people::lines(self.fields.one(name), most).ok_or_else(|| self.refused(Key::RefusedText, label))
    }

    /// A text that has to be there.
    pub(crate) fn needed(&self, name: &str, label: Key, most: usize) -> Result<String, Problem> {
        let text = self.text(name, label, most)?;
        if text.is_empty() {
            return Err(self.refused(Key::RefusedText, label));
        }
        Ok(text)
    }

    pub(crate) fn complaint(&self, raised: Raised) -> Result<Complaint, Problem> {
        let stated = Procedure {
            engine: self.line("engine", Key::ComplaintEngine)?,
            version: self.line("version", Key::ComplaintVersion)?,
            settings: self.text("settings", Key::ComplaintSettings, LONGEST_SETTINGS)?,
            gui: self.line("gui", Key::ComplaintGui)?,
            games: self.text("games", Key::ComplaintGames, LONGEST_GAMES)?,
        };
        // Who states a procedure argues from it, whether the box is ticked or not.
        let argues = self.fields.one("matching") == "yes" || stated != Procedure::default();
        let fide_id = match self.fields.one("fide_id").trim() {
            "" => None,
            text => {
                let number = text.parse::<u32>().ok().filter(|number| *number > 0);
                Some(number.ok_or_else(|| self.refused(Key::RefusedNumber, Key::ComplaintFideId))?)
            }
        };
        Ok(Complaint {
            raised,
            complainant: self.line("complainant", Key::ComplaintComplainant)?,
            fide_id,
            late: self.text("late", Key::ComplaintLate, LONGEST_LATE)?,
            facts: self.text("facts", Key::ComplaintFacts, LONGEST_FACTS)?,
            only_strength: self.fields.one("only_strength") == "yes",
            matching: argues.then_some(stated),
        })
    }
}

/// `POST /events/{event}/players/{player}/new-case`. The case is open with all that the form holds, or not at all.
pub(crate) async fn open(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
    Path((_, player)): Path<(i64, String)>,
) -> Result<Response, Problem> {
    let (_, who) = found(&app, inside, &player).await?;
    let form = CaseFields { fields: &fields, messages: app.texts.of(visit.language) };
    let kind = Prompt::named(fields.one("kind")).ok_or(Problem::refused(Key::RefusedCaseKind))?;
    let title = form.line("title", Key::CaseTitle)?;
    if title.is_empty() {
        return Err(form.refused(Key::RefusedText, Key::CaseTitle));
    }
    let new = NewCase {
        event: inside.event,
        player,
        who,
        title,
        kind,
        prompted: form.needed("prompted", Key::CasePrompted, LONGEST_PROMPT)?,
        played: Played::named(fields.one("played")).ok_or(Problem::refused(Key::RefusedCasePlayed))?,
    };
    let complaint = match kind {
        Prompt::Complaint(raised) => Some(form.complaint(raised)?),
        Prompt::ArbiterReport | Prompt::Statistics => {
            // What somebody has typed is not dropped.
            if !form.complaint(Raised::InTournament)?.is_empty() {
                return Err(Problem::refused(Key::RefusedNotComplaint));
            }
            None
        }
    };
    let numbers = fields.all("test").map(|text| text.parse::<i64>().ok());
    let tests: Option<Vec<i64>> = numbers.collect();
    let tests = tests.ok_or(Problem::refused(Key::RefusedCaseTest))?;
    let role = inside.role.ok_or(Problem::NotFound)?;
    let (now, person) = (app.now(), signed.person.id);
    let case = app
        .storage
        .write(move |c| -> Result<i64, Problem> {
            let case = cases::open(c, &new, (person, role), now)?;
            let inside = InCase { case, role, closed: None, person };
            audit::append(c, now, inside.record(Action::CaseOpened, String::new()))?;
            if let Some(complaint) = &complaint {
                cases::state(c, case, complaint, person, now)?;
            }
            for job in tests {
                cases::changes::hold(c, inside, job, now)?;
            }
            Ok(case)
        })
        .await?;
    Ok(see(&format!("/cases/{case}")))
}
