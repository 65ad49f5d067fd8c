//! People of the service, for administrators.

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use rusqlite::Connection;

use crate::accounts::invitations::{self, Invitation};
use crate::accounts::members;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::cases;
use crate::events;
use crate::keys::Key;
use crate::store::StorageError;
use crate::store::audit::{self, Action, Actor, Record};
use crate::web::access::{Signed, Visit};
use crate::web::form::Fields;
use crate::web::one_time_secret::once;
use crate::web::problem::Problem;
use crate::web::respond::see;
use crate::web::{Frame, page as rendered};

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
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
) -> Result<Response, Problem> {
    let now = app.now();
    let (people, invitations, orphaned, unmanaged) = app
        .storage
        .read(move |c| {
            Ok::<_, StorageError>((
                people::all(c)?,
                invitations::open(c, now)?,
                events::without_chief(c)?,
                cases::unmanaged(c)?,
            ))
        })
        .await?;
    rendered(&Page { frame: Frame::new(&app, &visit, "/people"), people, invitations, orphaned, unmanaged })
}

fn record(actor: &Signed, action: Action, subject: String, detail: &str) -> Record {
    Record { actor: Actor::Person(actor.person.id), action, event: None, subject, detail: detail.to_owned() }
}

/// `POST /people/invite`
pub(crate) async fn invite(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let note = people::line(fields.one("note")).ok_or(Problem::refused(Key::RefusedName))?;
    let role: Role = fields.one("role").parse().map_err(|_| Problem::refused(Key::RefusedRole))?;
    let now = app.now();
    let secret = app
        .storage
        .write(move |c| -> Result<Secret, Problem> {
            let (id, secret) = invitations::make::<Problem>(c, role, &note, Some(signed.person.id), now)?;
            let entry = record(&signed, Action::Invited, format!("invitation {id}"), role.name());
            audit::append(c, now, entry)?;
            Ok(secret)
        })
        .await?;
    let link = app.link(&format!("/welcome/{}", secret.reveal()));
    let frame = Frame::new(&app, &visit, "/people");
    once(frame, Key::InviteMadeTitle, Key::InviteMadeText, link, "/people".to_owned())
}

/// `POST /people/invitations/{invitation}/revoke`
pub(crate) async fn revoke_invitation(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    Path(id): Path<i64>,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if !invitations::revoke(c, id, now)? {
                return Err(Problem::NotFound);
            }
            let entry = record(&signed, Action::InvitationRevoked, format!("invitation {id}"), "");
            Ok(audit::append(c, now, entry)?)
        })
        .await?;
    Ok(see("/people"))
}

/// `POST /people/{person}/disable`. Nobody disables themselves, so that one administrator remains.
pub(crate) async fn disable(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    Path(id): Path<i64>,
) -> Result<Response, Problem> {
    if id == signed.person.id {
        return Err(Problem::refused(Key::RefusedOwnAccount));
    }
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if !people::set_disabled(c, id, Some(now))? {
                return Err(Problem::NotFound);
            }
            sessions::end_all(c, id)?;
            Ok(audit::append(c, now, record(&signed, Action::Disabled, format!("person {id}"), ""))?)
        })
        .await?;
    Ok(see("/people"))
}

/// `POST /people/{person}/enable`
pub(crate) async fn enable(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    Path(id): Path<i64>,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if !people::set_disabled(c, id, None)? {
                return Err(Problem::NotFound);
            }
            Ok(audit::append(c, now, record(&signed, Action::Enabled, format!("person {id}"), ""))?)
        })
        .await?;
    Ok(see("/people"))
}

/// The person of a sign-in name, who is not the one who asks.
fn somebody_else(c: &Connection, login: &str, signed: &Signed) -> Result<Person, Problem> {
    let person = people::to_be_named(c, login)?;
    if person.id == signed.person.id {
        return Err(Problem::refused(Key::RefusedOwnAppointment));
    }
    Ok(person)
}

/// `POST /people/chief`: a chief arbiter for an event that has none left. An event that has one, and one that is not there,
/// get the same answer. Administrators do not name themselves: they would see what they need not know.
pub(crate) async fn name_chief(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let event = fields.one("event").trim().parse::<i64>();
    let event = event.map_err(|_| Problem::refused(Key::RefusedNotOrphaned))?;
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if !events::without_chief(c)?.iter().any(|(id, _)| *id == event) {
                return Err(Problem::refused(Key::RefusedNotOrphaned));
            }
            let person = somebody_else(c, &login, &signed)?;
            members::set(c, event, person.id, Role::ChiefArbiter, now)?;
            let subject = format!("person {}", person.id);
            let entry = Record {
                event: Some(event),
                ..record(&signed, Action::MemberSet, subject, Role::ChiefArbiter.name())
            };
            Ok(audit::append(c, now, entry)?)
        })
        .await?;
    Ok(see("/people"))
}

/// `POST /people/case`: an investigator for a case that nobody manages any more, as for an event without a chief arbiter.
pub(crate) async fn name_manager(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let case = fields.one("case").trim().parse::<i64>();
    let case = case.map_err(|_| Problem::refused(Key::RefusedManaged))?;
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if !cases::unmanaged(c)?.iter().any(|(id, _)| *id == case) {
                return Err(Problem::refused(Key::RefusedManaged));
            }
            let person = somebody_else(c, &login, &signed)?;
            cases::set_member(c, case, person.id, Role::Investigator, now)?;
            let detail = format!("person {}, {}", person.id, Role::Investigator.name());
            let entry = record(&signed, Action::CaseMemberSet, audit::case(case), &detail);
            Ok(audit::append(c, now, entry)?)
        })
        .await?;
    Ok(see("/people"))
}
