//! The members of an event, for its chief arbiter.

use askama::Template;
use axum::extract::Path;

use crate::accounts::members::{self, Member, Place};
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::access::{Ctx, InEvent};
use crate::web::problem::Problem;
use crate::web::respond::see;
use crate::web::{Answer, Frame, page as rendered};

#[derive(Template)]
#[template(path = "members.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    members: Vec<Member>,
}

/// `GET /events/{event}/members`
pub(crate) async fn page(Ctx { app, visit, inside, .. }: Ctx<InEvent>) -> Answer {
    let id = inside.event;
    let found = app.read(move |c| Ok((events::by_id(c, id)?, members::list(c, Place::Event(id))?)));
    let (event, members) = found.await?;
    rendered(&Page {
        frame: Frame::new(&app, &visit, format!("/events/{id}/members")),
        event: event.ok_or(Problem::NotFound)?,
        members,
    })
}

/// `POST /events/{event}/members`. An event keeps at least one chief arbiter who may sign in.
pub(crate) async fn set(Ctx { app, inside, fields, .. }: Ctx<InEvent>) -> Answer {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let role: Option<Role> = fields.one("role").parse().ok();
    let role =
        role.filter(|role| Role::IN_EVENTS.contains(role)).ok_or(Problem::refused(Key::RefusedRole))?;
    let place = Place::Event(inside.event);
    app.change(move |c, now| {
        let person = people::to_be_named(c, &login)?.id;
        if role != Role::ChiefArbiter && !members::managed_without(c, place, person)? {
            return Err(Problem::refused(Key::RefusedLastChief));
        }
        members::set(c, place, person, role, now)?;
        inside.log(c, now, Action::MemberSet, format!("person {person}"), role.name())
    })
    .await?;
    Ok(see(&format!("/events/{}/members", inside.event)))
}

/// `POST /events/{event}/members/{person}/remove`
pub(crate) async fn remove(
    Ctx { app, inside, .. }: Ctx<InEvent>,
    Path((_, person)): Path<(i64, i64)>,
) -> Answer {
    let place = Place::Event(inside.event);
    app.change(move |c, now| {
        members::role(c, place, person)?.ok_or(Problem::NotFound)?;
        if !members::managed_without(c, place, person)? {
            return Err(Problem::refused(Key::RefusedLastChief));
        }
        members::remove(c, place, person)?;
        inside.log(c, now, Action::MemberRemoved, format!("person {person}"), "")
    })
    .await?;
    Ok(see(&format!("/events/{}/members", inside.event)))
}
