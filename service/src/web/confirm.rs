//! The password asked again before what weighs most: exports, tokens, invitations, outcomes of cases.
//!
//! A page in between says what follows and carries the fields of the form along, so nothing that was written is lost. Of a file it leads
//! back to what the file belongs to, where the link to it is: a browser that saves a file stays on the page that it was on.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::accounts::second_factor;
use crate::accounts::sessions;
use crate::app::App;
use crate::keys::Key;
use crate::store::change::Access;
use crate::web::access::{Signed, Visit};
use crate::web::form::{CSRF_FIELD, Fields};
use crate::web::frame::Frame;
use crate::web::problem::Problem;
use crate::web::respond::page;
use crate::web::route::{Route, Verb};
use crate::web::threads::to_the_end;

/// The field with the name of the file that the page that was asked for leads to.
const FILE: &str = "file";
const PASSWORD: &str = "confirm_password";
const CODE: &str = "confirm_code";

#[derive(Template)]
#[template(path = "confirm.html")]
struct Page<'a> {
    frame: Frame<'a>,
    action: &'a str,
    /// What follows, in words.
    follows: String,
    fields: Vec<(&'a str, &'a str)>,
    notice: Option<Key>,
    has_factor: bool,
}

/// The page that asks for the password, if a route needs it now. With a right one, the request goes on.
pub(crate) async fn asked(
    app: &App,
    route: &Route,
    visit: &Visit,
    fields: &Fields,
) -> Result<Option<Response>, Problem> {
    let Some((signed, follows)) = visit.signed.as_ref().zip(route.confirmed) else { return Ok(None) };
    if signed.confirmed_until(app.now()).is_some() {
        return Ok(None);
    }
    let given = fields.one(PASSWORD);
    let notice = if given.is_empty() {
        None
    } else if is_right(app, visit, signed, given, fields.one(CODE)).await? {
        return Ok(None);
    } else {
        Some(Key::RefusedConfirmation)
    };
    let all = fields.iter().filter(|(name, _)| ![CSRF_FIELD, PASSWORD, CODE].contains(name));
    let (action, fields) = match route.verb {
        Verb::Get => {
            let (above, file) = visit.page.rsplit_once('/').unwrap_or_default();
            ("/confirm", vec![("back", above), (FILE, file)])
        }
        Verb::Post => (visit.page.as_str(), all.collect::<Vec<_>>()),
    };
    let person = signed.person.id;
    let has_factor = app.read(move |c| Ok(second_factor::since(c, person)?.is_some())).await?;
    let frame = Frame::new(app, visit).back_to("/");
    let file = fields.iter().find(|(name, _)| *name == FILE).filter(|_| follows == Key::ConfirmFile);
    let follows = match file {
        Some((_, file)) => frame.messages().with(follows, "file", &reports::visible(file)),
        None if follows == Key::ConfirmFile => frame.t(Key::ConfirmGoOn),
        None => frame.t(follows),
    };
    let mut response = page(&Page { frame, action, follows, fields, notice, has_factor })?;
    *response.status_mut() = StatusCode::FORBIDDEN;
    Ok(Some(response))
}

async fn is_right(
    app: &App,
    visit: &Visit,
    signed: &Signed,
    password: &str,
    code: &str,
) -> Result<bool, Problem> {
    let (app, signed, access, address) =
        (app.clone(), signed.clone(), Access::at_large(visit.access.actor), visit.address);
    let (password, code) = (password.to_owned(), code.to_owned());
    to_the_end(|client| async move {
        let (id, secret) = (signed.person.id, signed.secret.clone());
        let (login, known) = (&signed.person.login, Some(&signed.secret));
        app.limiter.tries(login, address, known, app.uptime())?;
        let stored = app.read(move |c| people::password(c, id)).await?;
        let right = app.passwords.verify(client, stored, password).await;
        if !right.inspect_err(|_| app.limiter.take_back(login, address, known))? {
            return Ok(false);
        }
        let right = app.change(access, move |c| {
            let right = second_factor::passes(c, id, &code)?;
            if right {
                sessions::confirm(c, &secret)?;
            }
            Ok(right)
        });
        let right = right.await?;
        if right {
            app.limiter.succeeded(login, address, known, app.uptime());
        }
        Ok(right)
    })
    .await
}
