//! What the members of a case do in it: notes, its complaint, full tests, members, the outcome.
//!
//! Each is written together with its entry in the audit log, which names the case and people by number and repeats no text.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use rusqlite::Connection;

use crate::access::{InCase, Visit};
use crate::app::App;
use crate::audit::{self, Action};
use crate::cases;
use crate::cases::complaint::Raised;
use crate::cases::entries::{self, What};
use crate::cases::list_page::{CaseFields, LONGEST_NOTE};
use crate::form::Fields;
use crate::keys::Key;
use crate::members::{self, Place};
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::{Permission, Role};

/// Most entries, tests and members of a case.
const MOST: usize = 1_000;

/// Changes an open case; the case may have been closed since the guard looked. What was done goes into the log.
async fn changed(
    app: &App,
    inside: InCase,
    change: impl FnOnce(&Connection, i64) -> Result<Option<(Action, String)>, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            cases::open_or_refused(c, inside.case)?;
            if let Some((action, detail)) = change(c, now)? {
                audit::append(c, now, inside.record(action, detail))?;
            }
            Ok(())
        })
        .await?;
    Ok(see(&format!("/cases/{}", inside.case)))
}

/// Adds an entry, as long as there is room.
fn entered(c: &Connection, inside: InCase, what: What, text: &str, now: i64) -> Result<i64, Problem> {
    if entries::of_case(c, inside.case)?.len() >= MOST {
        return Err(Problem::refused(Key::RefusedCaseFull));
    }
    Ok(entries::add(c, inside.case, (what, text), inside.person, now)?)
}

/// The text of a form.
fn text(app: &App, visit: &Visit, fields: &Fields, label: Key) -> Result<String, Problem> {
    let form = CaseFields { fields, messages: app.texts.of(visit.language) };
    form.needed("text", label, LONGEST_NOTE)
}

/// `POST /cases/{case}/notes`
pub(crate) async fn note(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InCase>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let text = text(&app, &visit, &fields, Key::CaseNote)?;
    changed(&app, inside, move |c, now| {
        let entry = entered(c, inside, What::Note, &text, now)?;
        Ok(Some((Action::CaseNoted, format!("entry {entry}"))))
    })
    .await
}

/// `POST /cases/{case}/notes/{entry}/withdraw`
pub(crate) async fn withdraw(
    State(app): State<App>,
    Extension(inside): Extension<InCase>,
    Path((_, note)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    changed(&app, inside, move |c, now| {
        if !entries::withdraw(c, inside.case, note, inside.person, now)? {
            return Err(Problem::refused(Key::RefusedCaseEntry));
        }
        Ok(Some((Action::CaseNoteWithdrawn, format!("entry {note}"))))
    })
    .await
}

/// `POST /cases/{case}/complaint`
pub(crate) async fn complaint(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InCase>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let form = CaseFields { fields: &fields, messages: app.texts.of(visit.language) };
    let raised = Raised::ALL.into_iter().find(|raised| raised.name() == fields.one("raised"));
    let complaint = form.complaint(raised.ok_or(Problem::refused(Key::RefusedCaseKind))?)?;
    if complaint.is_empty() {
        return Err(Problem::refused(Key::RefusedNoComplaint));
    }
    changed(&app, inside, move |c, now| {
        if cases::complaints(c, inside.case)?.len() >= MOST {
            return Err(Problem::refused(Key::RefusedCaseFull));
        }
        let stated = cases::state(c, inside.case, &complaint, inside.person, now)?;
        Ok(stated.then(|| (Action::CaseComplaintStated, String::new())))
    })
    .await
}

/// Puts a full test into a case, with its entry in the log.
///
/// # Errors
/// There is no such test of the player, or the case holds it already.
pub(crate) fn hold(c: &Connection, inside: InCase, job: i64, now: i64) -> Result<(), Problem> {
    if !cases::hold(c, inside.case, job, inside.person, now)? {
        return Err(Problem::refused(Key::RefusedCaseTest));
    }
    let record = inside.record(Action::CaseTestHeld, format!("full test {job}"));
    Ok(audit::append(c, now, record)?)
}

/// `POST /cases/{case}/full-tests`
pub(crate) async fn add_test(
    State(app): State<App>,
    Extension(inside): Extension<InCase>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let job = fields.one("test").parse::<i64>();
    let job = job.map_err(|_| Problem::refused(Key::RefusedCaseTest))?;
    changed(&app, inside, move |c, now| {
        hold(c, inside, job, now)?;
        Ok(None)
    })
    .await
}

/// `POST /cases/{case}/members`. A case keeps at least one person who manages it and may sign in.
pub(crate) async fn set_member(
    State(app): State<App>,
    Extension(inside): Extension<InCase>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let role: Option<Role> = fields.one("role").parse().ok();
    let role = role.filter(|role| Role::IN_CASES.contains(role)).ok_or(Problem::refused(Key::RefusedRole))?;
    let group = Place::Case(inside.case);
    changed(&app, inside, move |c, now| {
        let person = people::to_be_named(c, &login)?;
        if !role.may(Permission::ManageCase) && !members::managed_without(c, group, person.id)? {
            return Err(Problem::refused(Key::RefusedLastManager));
        }
        if members::list(c, group)?.len() >= MOST {
            return Err(Problem::refused(Key::RefusedCaseFull));
        }
        members::set(c, group, person.id, role, now)?;
        let detail = format!("person {}, {}", person.id, role.name());
        Ok(Some((Action::CaseMemberSet, detail)))
    })
    .await
}

/// `POST /cases/{case}/members/{person}/remove`
pub(crate) async fn remove_member(
    State(app): State<App>,
    Extension(inside): Extension<InCase>,
    Path((_, person)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    let group = Place::Case(inside.case);
    let answer = changed(&app, inside, move |c, _| {
        members::role(c, group, person)?.ok_or(Problem::NotFound)?;
        if !members::managed_without(c, group, person)? {
            return Err(Problem::refused(Key::RefusedLastManager));
        }
        members::remove(c, group, person)?;
        Ok(Some((Action::CaseMemberRemoved, format!("person {person}"))))
    })
    .await?;
    // Who leaves does not see the case any more.
    Ok(if person == inside.person { see("/cases") } else { answer })
}

/// `POST /cases/{case}/close`. The outcome stands under the name of whoever writes it.
pub(crate) async fn close(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InCase>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let text = text(&app, &visit, &fields, Key::CaseOutcome)?;
    changed(&app, inside, move |c, now| {
        let entry = entries::add(c, inside.case, (What::Closed, &text), inside.person, now)?;
        Ok(Some((Action::CaseClosed, format!("entry {entry}"))))
    })
    .await
}

/// `POST /cases/{case}/reopen`
pub(crate) async fn reopen(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InCase>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let text = text(&app, &visit, &fields, Key::CaseReason)?;
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if entries::closed(c, inside.case)?.is_none() {
                return Err(Problem::refused(Key::RefusedCaseOpen));
            }
            let entry = entries::add(c, inside.case, (What::Reopened, &text), inside.person, now)?;
            let record = inside.record(Action::CaseReopened, format!("entry {entry}"));
            Ok(audit::append(c, now, record)?)
        })
        .await?;
    Ok(see(&format!("/cases/{}", inside.case)))
}
