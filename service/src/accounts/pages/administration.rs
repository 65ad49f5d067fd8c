//! People of the service, for administrators.

use askama::Template;
use axum::extract::Path;

use crate::accounts::invitations::{self, Invitation};
use crate::accounts::members::{self, Place};
use crate::accounts::people::{self, Person};
use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::cases;
use crate::events;
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::one_time_secret::once;
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
}

/// `GET /people`
pub(crate) async fn page(Ctx { app, visit, .. }: Ctx) -> Answer {
    let now = app.now();
    let found = app.read(move |c| {
        Ok((people::all(c)?, invitations::open(c, now)?, events::without_chief(c)?, cases::unmanaged(c)?))
    });
    let (people, invitations, orphaned, unmanaged) = found.await?;
    rendered(&Page { frame: Frame::new(&app, &visit), people, invitations, orphaned, unmanaged })
}

/// `POST /people/invite`
pub(crate) async fn invite(ctx: Ctx) -> Answer {
    let (maker, actor) = (ctx.person()?, ctx.signed()?.actor());
    let Ctx { app, visit, fields, .. } = ctx;
    let note = people::line(fields.one("note")).ok_or(Problem::refused(Key::RefusedName))?;
    let role: Role = fields.one("role").parse().map_err(|_| Problem::refused(Key::RefusedRole))?;
    let secret = app.change(move |c, now| -> Result<Secret, Problem> {
        let (id, secret) = invitations::make(c, role, &note, Some(maker), now)?;
        actor.log(c, now, Action::Invited, format!("invitation {id}"), role.name())?;
        Ok(secret)
    });
    let secret = secret.await?;
    let link = app.link(&format!("/welcome/{}", secret.reveal()));
    let frame = Frame::new(&app, &visit);
    once(frame, Key::InviteMadeTitle, Key::InviteMadeText, link, "/people".to_owned())
}

/// `POST /people/invitations/{invitation}/revoke`
pub(crate) async fn revoke_invitation(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    let actor = ctx.signed()?.actor();
    ctx.app
        .change(move |c, now| {
            if !invitations::revoke(c, id, now)? {
                return Err(Problem::NotFound);
            }
            Ok(actor.log(c, now, Action::InvitationRevoked, format!("invitation {id}"), "")?)
        })
        .await?;
    Ok(see("/people"))
}

/// `POST /people/{person}/disable`. Nobody disables themselves, so that one administrator remains.
pub(crate) async fn disable(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    if id == ctx.person()? {
        return Err(Problem::refused(Key::RefusedOwnAccount));
    }
    set_disabled(ctx, id, true).await
}

/// `POST /people/{person}/enable`
pub(crate) async fn enable(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    set_disabled(ctx, id, false).await
}

async fn set_disabled(ctx: Ctx, id: i64, disabled: bool) -> Answer {
    let actor = ctx.signed()?.actor();
    let action = if disabled { Action::Disabled } else { Action::Enabled };
    ctx.app
        .change(move |c, now| {
            if !people::set_disabled(c, id, disabled.then_some(now))? {
                return Err(Problem::NotFound);
            }
            sessions::end_all(c, id)?;
            Ok(actor.log(c, now, action, format!("person {id}"), "")?)
        })
        .await?;
    Ok(see("/people"))
}

/// Gives the person of a form a role in an event or a case that nobody answers for. Administrators do not appoint
/// themselves: they would see what they need not know.
async fn appoint(ctx: Ctx, place: fn(i64) -> Place) -> Answer {
    let (asker, fields) = (ctx.person()?, &ctx.fields);
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let (field, role, refusal) = match place(0) {
        Place::Event(_) => ("event", Role::ChiefArbiter, Key::RefusedNotOrphaned),
        Place::Case(_) => ("case", Role::Investigator, Key::RefusedManaged),
    };
    let id: i64 = fields.one(field).trim().parse().map_err(|_| Problem::refused(refusal))?;
    let place = place(id);
    ctx.app
        .change(move |c, now| {
            let orphans = match place {
                Place::Event(_) => events::without_chief(c)?,
                Place::Case(_) => cases::unmanaged(c)?,
            };
            if !orphans.iter().any(|(orphan, _)| *orphan == id) {
                return Err(Problem::refused(refusal));
            }
            let person = people::to_be_named(c, &login)?;
            if person.id == asker {
                return Err(Problem::refused(Key::RefusedOwnAppointment));
            }
            members::appoint(c, now, Actor::Person(asker), place, person.id, role)
        })
        .await?;
    Ok(see("/people"))
}

/// `POST /people/chief`: a chief arbiter for an event that has none left. An event that has one, and one that is not
/// there, get the same answer.
pub(crate) async fn name_chief(ctx: Ctx) -> Answer {
    appoint(ctx, Place::Event).await
}

/// `POST /people/case`: an investigator for a case that nobody manages any more.
pub(crate) async fn name_manager(ctx: Ctx) -> Answer {
    appoint(ctx, Place::Case).await
}
