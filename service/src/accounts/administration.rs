//! People of the service, for administrators.

use askama::Template;
use axum::extract::Path;

use crate::accounts::invitations::{self, Invitation};
use crate::accounts::namings::{self, Naming};
use crate::accounts::people::{self, Person};
use crate::accounts::roles::{Permission, Role};
use crate::accounts::sessions;
use crate::cases;
use crate::events;
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, see};

#[derive(Template)]
#[template(path = "people.html")]
struct Page<'a> {
    frame: Frame<'a>,
    people: Vec<Person>,
    invitations: Vec<Invitation>,
    /// Events without a chief arbiter who may sign in, and when each was made. Their names are not for administrators.
    orphaned: Vec<(i64, i64)>,
    /// Cases that nobody manages who may sign in, and when each was opened.
    unmanaged: Vec<(i64, i64)>,
    /// Namings that do not count yet, each with whether the reader may confirm it.
    namings: Vec<(Naming, bool)>,
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let (now, reader) = (ctx.app.now(), ctx.person()?);
    let found = ctx.read(move |c, _| {
        let orphans = (events::without_chief(c)?, cases::unmanaged(c)?);
        Ok((people::all(c)?, invitations::open(c, now)?, orphans, namings::open_to(c, reader)?))
    });
    let (people, invitations, (orphaned, unmanaged), namings) = found.await?;
    rendered(&Page { frame: ctx.frame(), people, invitations, orphaned, unmanaged, namings })
}

pub(crate) async fn invite(ctx: Ctx) -> Answer {
    let note = ctx.fields.line("note", Key::InvitationsNote)?;
    let role: Role = ctx.fields.one("role").parse().map_err(|_| Problem::refused(Key::RefusedRole))?;
    let secret = ctx.change(move |c| {
        let (id, secret) = invitations::make(c, role, &note)?;
        c.log(Action::Invited, format!("invitation {id}"), role.into_str())?;
        Ok(secret)
    });
    let link = ctx.app.link(&format!("/welcome/{}", secret.await?.reveal()));
    ctx.once(Key::InviteMadeTitle, Key::InviteMadeText, link, "/people")
}

pub(crate) async fn revoke_invitation(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    ctx.change(move |c| {
        if !invitations::revoke(c, id)? {
            return Err(Problem::NotFound);
        }
        Ok(c.log(Action::InvitationRevoked, format!("invitation {id}"), "")?)
    })
    .await?;
    Ok(see("/people"))
}

pub(crate) async fn disable(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    if id == ctx.person()? {
        return Err(Problem::refused(Key::RefusedOwnAccount));
    }
    set_disabled(ctx, id, true).await
}

pub(crate) async fn enable(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    set_disabled(ctx, id, false).await
}

async fn set_disabled(ctx: Ctx, id: i64, disabled: bool) -> Answer {
    let action = if disabled { Action::Disabled } else { Action::Enabled };
    ctx.change(move |c| {
        if !people::set_disabled(c, id, disabled.then_some(c.now))? {
            return Err(Problem::NotFound);
        }
        sessions::end_all(c, id)?;
        Ok(c.log(action, format!("person {id}"), "")?)
    })
    .await?;
    Ok(see("/people"))
}

/// Names the person of a form for an event or a case that nobody answers for. One that somebody answers for, and one that is
/// not there, get the same answer. Administrators do not name themselves: they would see what they need not know.
pub(crate) async fn name(ctx: Ctx, place: fn(i64) -> Place) -> Answer {
    let (asker, fields) = (ctx.person()?, &ctx.fields);
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let (field, refusal) = match place(0) {
        Place::Event(_) => ("event", Key::RefusedNotOrphaned),
        Place::Case(_) => ("case", Key::RefusedManaged),
    };
    let id: i64 = fields.one(field).trim().parse().map_err(|_| Problem::refused(refusal))?;
    let place = place(id);
    ctx.change(move |c| {
        if !namings::is_orphan(c, place)? {
            return Err(Problem::refused(refusal));
        }
        let person = people::to_be_named(c, &login)?;
        if person.id == asker {
            return Err(Problem::refused(Key::RefusedOwnAppointment));
        }
        namings::make(c, place, person.id)
    })
    .await?;
    Ok(see("/people"))
}

/// Confirms a naming of another administrator, or takes one back.
pub(crate) async fn settle(
    ctx: Ctx,
    Path(id): Path<i64>,
    how: fn(&Change<'_>, i64) -> Result<(), Problem>,
) -> Answer {
    ctx.change(move |c| how(c, id)).await?;
    Ok(see("/people"))
}
