//! Changes of a case by its members: notes, its complaint, full tests, members, the outcome.
//!
//! Each is written together with its entry in the audit log, which names the case and people by number and repeats no text.

use axum::extract::Path;
use rusqlite::Connection;

use crate::accounts::members::{self, Place};
use crate::accounts::people;
use crate::cases::complaint::Raised;
use crate::cases::entries::{self, What};
use crate::cases::form::{CaseFields, MAX_NOTE};
use crate::cases::{self, page};
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::{Answer, Ctx, InCase, Problem, see};

/// Most entries, tests and members of a case.
const MAX_OF_A_KIND: usize = 1_000;

/// Changes an open case; the case may have been closed since the guard looked. What was done goes into the log.
async fn change(
    ctx: &Ctx<InCase>,
    change: impl FnOnce(&Connection, i64) -> Result<Option<(Action, String)>, Problem> + Send + 'static,
) -> Answer {
    let inside = ctx.inside;
    ctx.app
        .change(move |c, now| {
            cases::open_or_refused(c, inside.case)?;
            if let Some((action, detail)) = change(c, now)? {
                inside.log(c, now, action, detail)?;
            }
            Ok(())
        })
        .await?;
    Ok(page::back(inside))
}

fn refuse_full(entries: usize) -> Result<(), Problem> {
    if entries >= MAX_OF_A_KIND { Err(Problem::refused(Key::RefusedCaseFull)) } else { Ok(()) }
}

fn text(ctx: &Ctx<InCase>, label: Key) -> Result<String, Problem> {
    CaseFields::new(ctx).needed("text", label, MAX_NOTE)
}

/// `POST /cases/{case}/notes`
pub(crate) async fn note(ctx: Ctx<InCase>) -> Answer {
    let (text, inside) = (text(&ctx, Key::CaseNote)?, ctx.inside);
    change(&ctx, move |c, now| {
        refuse_full(entries::of_case(c, inside.case)?.len())?;
        let entry = entries::add(c, inside.case, What::Note, &text, inside.person, now)?;
        Ok(Some((Action::CaseNoted, format!("entry {entry}"))))
    })
    .await
}

/// `POST /cases/{case}/notes/{entry}/withdraw`
pub(crate) async fn withdraw(ctx: Ctx<InCase>, Path((case, note)): Path<(i64, i64)>) -> Answer {
    let person = ctx.inside.person;
    change(&ctx, move |c, now| {
        if !entries::withdraw(c, case, note, person, now)? {
            return Err(Problem::refused(Key::RefusedCaseEntry));
        }
        Ok(Some((Action::CaseNoteWithdrawn, format!("entry {note}"))))
    })
    .await
}

/// `POST /cases/{case}/complaint`
pub(crate) async fn complaint(ctx: Ctx<InCase>) -> Answer {
    let raised = ctx.fields.one("raised").parse::<Raised>();
    let raised = raised.map_err(|_| Problem::refused(Key::RefusedCaseKind))?;
    let complaint = CaseFields::new(&ctx).complaint(raised)?;
    if complaint.is_empty() {
        return Err(Problem::refused(Key::RefusedNoComplaint));
    }
    let inside = ctx.inside;
    change(&ctx, move |c, now| {
        refuse_full(cases::complaints(c, inside.case)?.len())?;
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
    inside.log(c, now, Action::CaseTestHeld, format!("full test {job}"))
}

/// `POST /cases/{case}/full-tests`
pub(crate) async fn add_test(ctx: Ctx<InCase>) -> Answer {
    let job = ctx.fields.one("test").parse::<i64>().map_err(|_| Problem::refused(Key::RefusedCaseTest))?;
    let inside = ctx.inside;
    change(&ctx, move |c, now| hold(c, inside, job, now).map(|()| None)).await
}

/// `POST /cases/{case}/members`. A case keeps at least one person who manages it and may sign in.
pub(crate) async fn set_member(ctx: Ctx<InCase>) -> Answer {
    let (place, actor) = (Place::Case(ctx.inside.case), Actor::Person(ctx.inside.person));
    let (login, role) = members::login_and_role(&ctx.fields, place)?;
    change(&ctx, move |c, now| {
        let person = people::to_be_named(c, &login)?.id;
        refuse_full(members::list(c, place)?.len())?;
        members::appoint(c, now, actor, place, person, role).map(|()| None)
    })
    .await
}

/// `POST /cases/{case}/members/{person}/remove`. What the person wrote stays.
pub(crate) async fn remove_member(ctx: Ctx<InCase>, Path((case, person)): Path<(i64, i64)>) -> Answer {
    let actor = Actor::Person(ctx.inside.person);
    let dismiss = move |c: &_, now| members::dismiss(c, now, actor, Place::Case(case), person);
    let answer = change(&ctx, move |c, now| dismiss(c, now).map(|()| None)).await?;
    // Who leaves does not see the case any more.
    Ok(if person == ctx.inside.person { see("/cases") } else { answer })
}

/// `POST /cases/{case}/close`. The outcome bears the name of its author.
pub(crate) async fn close(ctx: Ctx<InCase>) -> Answer {
    let (text, inside) = (text(&ctx, Key::CaseOutcome)?, ctx.inside);
    change(&ctx, move |c, now| {
        let entry = entries::add(c, inside.case, What::Closed, &text, inside.person, now)?;
        Ok(Some((Action::CaseClosed, format!("entry {entry}"))))
    })
    .await
}

/// `POST /cases/{case}/reopen`
pub(crate) async fn reopen(ctx: Ctx<InCase>) -> Answer {
    let (text, inside) = (text(&ctx, Key::CaseReason)?, ctx.inside);
    ctx.app
        .change(move |c, now| {
            if entries::closed(c, inside.case)?.is_none() {
                return Err(Problem::refused(Key::RefusedCaseOpen));
            }
            let entry = entries::add(c, inside.case, What::Reopened, &text, inside.person, now)?;
            inside.log(c, now, Action::CaseReopened, format!("entry {entry}"))
        })
        .await?;
    Ok(page::back(inside))
}
