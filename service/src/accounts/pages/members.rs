//! The members of an event, for its chief arbiter.

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;

use crate::accounts::members::{self, Member};
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::app::App;
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::StorageError;
use crate::store::audit::{self, Action, Record};
use crate::web::access::{InEvent, Visit};
use crate::web::form::Fields;
use crate::web::problem::Problem;
use crate::web::respond::see;
use crate::web::{Frame, page as rendered};

#[derive(Template)]
#[template(path = "members.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    members: Vec<Member>,
}

/// `GET /events/{event}/members`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let id = inside.event;
    let (event, members) = app
        .storage
        .read(move |c| Ok::<_, StorageError>((events::by_id(c, id)?, members::of_event(c, id)?)))
        .await?;
    rendered(&Page {
        frame: Frame::new(&app, &visit, format!("/events/{id}/members")),
        event: event.ok_or(Problem::NotFound)?,
        members,
    })
}

/// `POST /events/{event}/members`. An event keeps at least one chief arbiter who may sign in.
pub(crate) async fn set(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let role: Option<Role> = fields.one("role").parse().ok();
    let role =
        role.filter(|role| Role::IN_EVENTS.contains(role)).ok_or(Problem::refused(Key::RefusedRole))?;
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            let person = people::to_be_named(c, &login)?;
            if role != Role::ChiefArbiter && members::other_chiefs(c, inside.event, person.id)? == 0 {
                return Err(Problem::refused(Key::RefusedLastChief));
            }
            members::set(c, inside.event, person.id, role, now)?;
            let record = Record {
                detail: role.name().to_owned(),
                ..inside.record(Action::MemberSet, format!("person {}", person.id))
            };
            Ok(audit::append(c, now, record)?)
        })
        .await?;
    Ok(see(&format!("/events/{}/members", inside.event)))
}

/// `POST /events/{event}/members/{person}/remove`
pub(crate) async fn remove(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Path((_, person)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if members::role(c, inside.event, person)?.is_none() {
                return Err(Problem::NotFound);
            }
            if members::other_chiefs(c, inside.event, person)? == 0 {
                return Err(Problem::refused(Key::RefusedLastChief));
            }
            members::remove(c, inside.event, person)?;
            let record = inside.record(Action::MemberRemoved, format!("person {person}"));
            Ok(audit::append(c, now, record)?)
        })
        .await?;
    Ok(see(&format!("/events/{}/members", inside.event)))
}
