//! The tokens of an event, for its chief arbiter.

use askama::Template;
use axum::extract::Path;

use crate::accounts::api_tokens::{self, Scope, Token};
use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::accounts::secret::Secret;
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::one_time_secret::once;
use crate::web::{Answer, Ctx, Frame, InEvent, Problem, page as rendered, see};

#[derive(Template)]
#[template(path = "tokens.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    tokens: Vec<Token>,
}

/// `GET /events/{event}/tokens`
pub(crate) async fn page(Ctx { app, visit, inside, .. }: Ctx<InEvent>) -> Answer {
    let id = inside.event;
    let found = app.read(move |c| Ok((events::by_id(c, id)?, api_tokens::of_event(c, id)?)));
    let (event, tokens) = found.await?;
    rendered(&Page { frame: Frame::new(&app, &visit), event: event.ok_or(Problem::NotFound)?, tokens })
}

/// `POST /events/{event}/tokens`
pub(crate) async fn make(ctx: Ctx<InEvent>) -> Answer {
    let maker = ctx.person()?;
    let Ctx { app, visit, inside, fields } = ctx;
    let label = people::line(fields.one("label")).ok_or(Problem::refused(Key::RefusedName))?;
    let mut scopes: Vec<Scope> = fields.all("scope").filter_map(|scope| scope.parse().ok()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Problem::refused(Key::RefusedNoScope));
    }
    let names = scopes.into_iter().map(Scope::name).collect::<Vec<_>>().join(" ");
    let event = inside.event;
    let secret = app.change(move |c, now| -> Result<Secret, Problem> {
        let (id, secret) = api_tokens::make(c, event, &label, &names, maker, now)?;
        inside.log(c, now, Action::TokenMade, format!("token {id}"), names)?;
        Ok(secret)
    });
    let secret = secret.await?;
    let back = format!("/events/{event}/tokens");
    let frame = Frame::new(&app, &visit);
    once(frame, Key::TokenMadeTitle, Key::TokenMadeText, secret.reveal().to_owned(), back)
}

/// `POST /events/{event}/tokens/{token}/revoke`
pub(crate) async fn revoke(
    Ctx { app, inside, .. }: Ctx<InEvent>,
    Path((event, id)): Path<(i64, i64)>,
) -> Answer {
    app.change(move |c, now| {
        if !api_tokens::revoke(c, event, id, now)? {
            return Err(Problem::NotFound);
        }
        inside.log(c, now, Action::TokenRevoked, format!("token {id}"), "")
    })
    .await?;
    Ok(see(&format!("/events/{event}/tokens")))
}
