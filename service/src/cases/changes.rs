//! Changes of a case by its members: notes, indications, breaches, its complaint, full tests, members, the outcome.
//!
//! Each is written together with its entry in the audit log, which names the case and people by number and holds a hash of each text.

use axum::extract::Path;

use crate::accounts::members;
use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::cases::breach::Breach;
use crate::cases::complaint::{self, Raised};
use crate::cases::form::{CaseFields, MAX_NOTE};
use crate::cases::indication::Indication;
use crate::cases::{self, EntryKind, rules};
use crate::events::circumstances;
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::to_json;
use crate::web::{Answer, Ctx, Problem, see};

/// Most entries, tests and members of a case.
const MAX_OF_A_KIND: usize = 1_000;

/// Changes an open case; the case may have been closed since the guard looked.
async fn change(
    ctx: &Ctx,
    change: impl FnOnce(&Change<'_>) -> Result<(), Problem> + Send + 'static,
) -> Answer {
    ctx.change(move |c| {
        cases::open_or_refused(c, c.id())?;
        change(c)
    })
    .await?;
    Ok(ctx.see(""))
}

fn refuse_full(entries: usize) -> Result<(), Problem> {
    if entries >= MAX_OF_A_KIND { Err(Problem::refused(Key::RefusedCaseFull)) } else { Ok(()) }
}

fn text(ctx: &Ctx, label: Key) -> Result<String, Problem> {
    CaseFields::new(ctx).needed("text", label, MAX_NOTE)
}

pub(crate) async fn note(ctx: Ctx) -> Answer {
    let text = text(&ctx, Key::CaseNote)?;
    change(&ctx, move |c| {
        refuse_full(cases::entries(c, c.id())?.len())?;
        Ok(cases::add_entry(c, EntryKind::Note, &text, Action::CaseNoted)?)
    })
    .await
}

/// What an online platform found or decided itself, as an indication.
pub(crate) async fn indication(ctx: Ctx) -> Answer {
    let stated = Indication::from_form(&ctx)?;
    change(&ctx, move |c| {
        refuse_full(cases::entries(c, c.id())?.len())?;
        Ok(cases::add_entry(c, EntryKind::Indication, &to_json(&stated)?, Action::CaseIndicationNoted)?)
    })
    .await
}

/// A breach of another rule, as an arbiter noted it.
pub(crate) async fn breach(ctx: Ctx) -> Answer {
    let noted = Breach::from_form(&ctx)?;
    change(&ctx, move |c| {
        refuse_full(cases::entries(c, c.id())?.len())?;
        Ok(cases::add_entry(c, EntryKind::Breach, &to_json(&noted)?, Action::CaseBreachNoted)?)
    })
    .await
}

pub(crate) async fn withdraw(ctx: Ctx, Path((_, note)): Path<(i64, i64)>) -> Answer {
    change(&ctx, move |c| {
        if !cases::withdraw_note(c, note)? {
            return Err(Problem::refused(Key::RefusedCaseEntry));
        }
        Ok(c.log(Action::CaseNoteWithdrawn, format!("entry {note}"), "")?)
    })
    .await
}

pub(crate) async fn complaint(ctx: Ctx) -> Answer {
    let raised = ctx.fields.one("raised").parse::<Raised>();
    let raised = raised.map_err(|_| Problem::refused(Key::RefusedCaseKind))?;
    let complaint = CaseFields::new(&ctx).complaint(raised)?;
    if complaint.is_empty() {
        return Err(Problem::refused(Key::RefusedNoComplaint));
    }
    change(&ctx, move |c| {
        let case = cases::by_id(c, c.id())?.ok_or(Problem::NotFound)?;
        complaint::fitting(raised, case.played().venue(), &rules::in_force()?.online)?;
        complaint::refuse_early(&complaint, circumstances::first_day(c, case.event)?)?;
        refuse_full(cases::complaints(c, c.id())?.len())?;
        Ok(cases::state(c, &complaint)?)
    })
    .await
    .inspect(|_| ctx.app.work.interrupt())
}

pub(crate) async fn add_test(ctx: Ctx) -> Answer {
    let job = ctx.fields.one("test").parse::<i64>().map_err(|_| Problem::refused(Key::RefusedCaseTest))?;
    change(&ctx, move |c| cases::hold(c, job)).await
}

/// A case keeps at least one person who manages it and may sign in.
pub(crate) async fn set_member(ctx: Ctx) -> Answer {
    let place = Place::Case(ctx.id());
    let (login, role) = members::login_and_role(&ctx.fields, place)?;
    change(&ctx, move |c| {
        let person = people::to_be_named(c, &login)?.id;
        refuse_full(members::list(c, place)?.len())?;
        members::appoint(c, place, person, role)
    })
    .await
}

/// What the person wrote stays.
pub(crate) async fn remove_member(ctx: Ctx, Path((case, person)): Path<(i64, i64)>) -> Answer {
    let answer = change(&ctx, move |c| members::dismiss(c, Place::Case(case), person)).await?;
    // Who leaves does not see the case any more.
    Ok(if person == ctx.person()? { see("/cases") } else { answer })
}

/// The outcome bears the name of its author, and closes the case once a second member signs it.
pub(crate) async fn close(ctx: Ctx) -> Answer {
    let text = text(&ctx, Key::CaseOutcome)?;
    change(&ctx, move |c| cases::propose(c, EntryKind::OutcomeProposed, &text, Action::CaseOutcomeProposed))
        .await
}

pub(crate) async fn reopen(ctx: Ctx) -> Answer {
    let text = text(&ctx, Key::CaseReason)?;
    ctx.change(move |c| {
        if cases::closed(c, c.id())?.is_none() {
            return Err(Problem::refused(Key::RefusedCaseOpen));
        }
        cases::propose(c, EntryKind::ReopeningProposed, &text, Action::CaseReopeningProposed)
    })
    .await?;
    Ok(ctx.see(""))
}

/// The signature of a second member. Who may decide may also sign, whether the case is open or closed.
pub(crate) async fn sign(ctx: Ctx, Path((_, entry)): Path<(i64, i64)>) -> Answer {
    ctx.change(move |c| cases::sign(c, entry)).await?;
    ctx.app.work.interrupt();
    Ok(ctx.see(""))
}

pub(crate) async fn take_back(ctx: Ctx, Path((_, entry)): Path<(i64, i64)>) -> Answer {
    let manages = ctx.visit.access.role.is_some_and(|role| role.may(Permission::ManageCase));
    ctx.change(move |c| cases::take_back(c, entry, manages)).await?;
    Ok(ctx.see(""))
}
