//! The events of a reader, and making one by dropping games.

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::Response;

use super::{Frame, limits, page as rendered};
use crate::access::{Signed, Visit};
use crate::app::App;
use crate::audit::Actor;
use crate::events::{self, Event};
use crate::form::WORD;
use crate::keys::Key;
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;
use crate::upload::{self, Into, Received};

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
    let events = app
        .storage
        .read(move |c| events::of_person(c, signed.person.id))
        .await?;
    let frame = Frame::new(&app, &visit, "/");
    rendered(&Page {
        limits: limits(&app, frame.messages()),
        frame,
        events,
    })
}

/// `POST /events`
pub(crate) async fn make(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    form: Multipart,
) -> Result<Response, Problem> {
    let (name, received) = sent(&app, form).await?;
    let person = signed.person.id;
    let name = people::line(&name).ok_or(Problem::refused(Key::RefusedName))?;
    let into = Into::New { name, person };
    let (event, _) = upload::keep(&app, received, into, Actor::Person(person)).await?;
    Ok(see(&format!("/events/{event}")))
}

/// Longest value of a field beside the file, in bytes.
const FIELD_BYTES: usize = 1024;
/// Most fields of a form with a file.
const FIELDS: usize = 8;

/// The name and the file of a form.
pub(super) async fn sent(app: &App, mut form: Multipart) -> Result<(String, Received), Problem> {
    let cut = |_| Problem::refused(Key::RefusedCutOff);
    let (mut name, mut file) = (String::new(), None);
    for _ in 0..FIELDS {
        let Some(mut field) = form.next_field().await.map_err(cut)? else {
            return file
                .map(|file| (name, file))
                .ok_or(Problem::refused(Key::RefusedNoFile));
        };
        match field.name().unwrap_or_default() {
            "file" if file.is_none() => {
                let sent = field.file_name().unwrap_or_default().to_owned();
                file = Some(upload::receive(app, &sent, field).await?);
            }
            "name" | WORD => {
                let is_name = field.name() == Some("name");
                let mut value = Vec::new();
                while let Some(chunk) = field.chunk().await.map_err(cut)? {
                    value.extend_from_slice(&chunk);
                    if value.len() > FIELD_BYTES {
                        return Err(Problem::TooLarge);
                    }
                }
                if is_name {
                    name = String::from_utf8(value).map_err(|_| Problem::refused(Key::RefusedName))?;
                }
            }
            _ => return Err(Problem::ForeignForm),
        }
    }
    Err(Problem::ForeignForm)
}
