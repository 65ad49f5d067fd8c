//! The members of an event, for its chief arbiter.

use askama::Template;
use axum::extract::Path;

use crate::accounts::members::{self, Member, Place};
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::events::{self, Event};
use crate::keys::Key;
use crate::web::{Answer, Ctx, Frame, InEvent, Problem, page as rendered, see};

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
    rendered(&Page { frame: Frame::new(&app, &visit), event: event.ok_or(Problem::NotFound)?, members })
}

/// `POST /events/{event}/members`. An event keeps at least one chief arbiter who may sign in.
pub(crate) async fn set(Ctx { app, inside, fields, .. }: Ctx<InEvent>) -> Answer {
    let place = Place::Event(inside.event);
    let (login, role) = members::login_and_role(&fields, place)?;
    app.change(move |c, now| {
        let person = people::to_be_named(c, &login)?.id;
        members::appoint(c, now, inside.actor, place, person, role)
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
    app.change(move |c, now| members::dismiss(c, now, inside.actor, place, person)).await?;
    Ok(see(&format!("/events/{}/members", inside.event)))
}
