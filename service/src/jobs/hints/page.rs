//! The hints of an event: the ladder with its articles and every player's values, as `reports` words them.

use askama::Template;
use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::jobs::full_tests::page;

use crate::access::{InEvent, Visit};
use crate::app::App;
use crate::events::{self, Event};
use crate::jobs::hints::{self, Listed, Wanted};
use crate::keys::Key;
use crate::pages::{Frame, page as rendered};
use crate::problem::Problem;
use crate::roles::Permission;
use crate::storage::StorageError;

#[derive(Template)]
#[template(path = "hints.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    /// Markup made by `reports`, which escapes what came from outside.
    body: Option<String>,
    /// What is so about full tests.
    full_tests: Key,
    looks: Vec<Listed>,
}

impl Page<'_> {
    fn round(&self, listed: &Listed) -> String {
        match listed.round {
            Some(round) => self.frame.messages().with(Key::HintsRound, "round", &round.to_string()),
            None => self.frame.t(Key::HintsNoRound),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Which {
    look: Option<i64>,
}

/// `GET /events/{event}/hints`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    let (id, language) = (inside.event, visit.language);
    let (event, body, looks) = app
        .storage
        .read(move |c| {
            Ok::<_, StorageError>((
                events::by_id(c, id)?,
                hints::document(c, id, which.look, Wanted::Page(language))?,
                hints::list(c, id)?,
            ))
        })
        .await?;
    if which.look.is_some() && body.is_none() {
        return Err(Problem::NotFound);
    }
    rendered(&Page {
        frame: Frame::new(&app, &visit, format!("/events/{id}/hints")),
        event: event.ok_or(Problem::NotFound)?,
        body,
        full_tests: page::notice(&app, id).await?,
        looks,
    })
}
