//! The events of a reader, and making one by dropping games.

use askama::Template;
use axum::extract::Multipart;

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::events::report_page;
use crate::events::upload::{self, Into};
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::audit::Actor;
use crate::web::multipart::{Form, read_form};
use crate::web::{Answer, Ctx, Frame, Problem, limits, page as rendered, see};

#[derive(Template)]
#[template(path = "events.html")]
struct Page<'a> {
    frame: Frame<'a>,
    events: Vec<Event>,
    limits: String,
}

/// `GET /`
pub(crate) async fn page(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let events = ctx.app.read(move |c| events::of_person(c, person)).await?;
    let frame = Frame::new(&ctx.app, &ctx.visit);
    rendered(&Page { limits: limits(&ctx.app, frame.messages(), Key::UploadHint), frame, events })
}

const FORM: Form = Form { fields: &["name"], files: &["file"], optional: &["report"] };

/// `POST /events`
pub(crate) async fn make(ctx: Ctx, form: Multipart) -> Answer {
    let mut form = read_form(&ctx.app, form, &FORM).await?;
    let person = ctx.person()?;
    let name = people::line(form.one("name")).ok_or(Problem::refused(Key::RefusedName))?;
    let received = form.file("file")?;
    let report = match form.take("report") {
        Some(report) => Some(report_page::read(report, "").await?),
        None => None,
    };
    let into = Into::New { name, person, report };
    let event = upload::keep(&ctx.app, received, into, Actor::Person(person)).await?;
    Ok(see(&format!("/events/{event}")))
}
