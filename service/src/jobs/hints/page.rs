//! The hints of an event: the ladder with its articles and every player's values, as `reports` words them.

use askama::Template;
use axum::extract::Query;
use serde::Deserialize;

use crate::accounts::roles::Permission;
use crate::events::{self, Event};
use crate::jobs::full_tests::page::notice;
use crate::jobs::hints::{self, Format, HintsEntry};
use crate::keys::Key;
use crate::web::access::{Ctx, InEvent};
use crate::web::problem::Problem;
use crate::web::respond::Answer;
use crate::web::{Frame, page as rendered};

#[derive(Template)]
#[template(path = "hints.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    /// Markup made by `reports`, which escapes what came from outside.
    body: Option<String>,
    full_tests: Key,
    looks: Vec<HintsEntry>,
}

impl Page<'_> {
    fn round(&self, listed: &HintsEntry) -> String {
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
pub(crate) async fn page(ctx: Ctx<InEvent>, Query(which): Query<Which>) -> Answer {
    let (id, format) = (ctx.inside.event, Format::Page(ctx.visit.language));
    let stored = ctx.app.read(move |c| {
        Ok((events::by_id(c, id)?, hints::document(c, id, which.look, format)?, hints::list(c, id)?))
    });
    let (event, body, looks) = stored.await?;
    if which.look.is_some() && body.is_none() {
        return Err(Problem::NotFound);
    }
    rendered(&Page {
        frame: Frame::new(&ctx.app, &ctx.visit),
        event: event.ok_or(Problem::NotFound)?,
        body,
        full_tests: notice(&ctx.app, id).await?,
        looks,
    })
}
