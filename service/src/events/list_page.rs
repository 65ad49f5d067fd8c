//! The events of a reader, and making one by dropping games.

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::Response;

use crate::access::{Signed, Visit};
use crate::app::App;
use crate::audit::Actor;
use crate::events::report_page;
use crate::events::upload::{self, Into};
use crate::events::{self, Event};
use crate::keys::Key;
use crate::pages::sent::{Form, sent};
use crate::pages::{Frame, limits, page as rendered};
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;

#[derive(Template)]
#[template(path = "events.html")]
struct Page<'a> {
    frame: Frame<'a>,
    events: Vec<Event>,
    limits: String,
}

/// `GET /`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    let events = app.storage.read(move |c| events::of_person(c, signed.person.id)).await?;
    let frame = Frame::new(&app, &visit, "/");
    rendered(&Page { limits: limits(&app, frame.messages(), Key::UploadHint), frame, events })
}

/// The form that makes an event.
const FORM: Form = Form { fields: &["name"], files: &["file"], optional: &["report"] };

/// `POST /events`
pub(crate) async fn make(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    form: Multipart,
) -> Result<Response, Problem> {
    let mut form = sent(&app, form, &FORM).await?;
    let person = signed.person.id;
    let name = people::line(form.one("name")).ok_or(Problem::refused(Key::RefusedName))?;
    let received = form.file("file")?;
    let report = match form.take("report") {
        Some(report) => Some(report_page::read(report, "").await?),
        None => None,
    };
    let into = Into::New { name, person, report };
    let (event, _) = upload::keep(&app, received, into, Actor::Person(person)).await?;
    Ok(see(&format!("/events/{event}")))
}
