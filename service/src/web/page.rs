//! Answers made from templates, texts and files, and the words that pages share.

use axum::body::Body;
use axum::http::Response as HttpResponse;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue, SET_COOKIE};
use axum::response::{Html, IntoResponse, Response};

use crate::accounts::roles::Role;
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::keys::Key;
use crate::messages::Messages;
use crate::web::access::session_cookie;
use crate::web::problem::Problem;
use crate::web::respond::see;

/// A page of a template.
///
/// # Errors
/// The template's.
pub(crate) fn page(template: &impl askama::Template) -> Result<Response, Problem> {
    Ok(Html(template.render()?).into_response())
}

/// Text of a kind, from this program.
pub(crate) fn text(kind: &'static str, text: impl Into<Body>) -> Response {
    let mut response = HttpResponse::new(text.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A file to be saved under a name, which holds no sign that needs quoting.
pub(crate) fn file(kind: &'static str, name: &str, body: impl Into<Body>) -> Response {
    let mut response = text(kind, body);
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    response
}

/// Gives the browser a cookie for so many seconds; zero takes it away.
pub(crate) fn set_cookie(app: &App, response: &mut Response, name: &str, value: &str, seconds: i64) {
    let secure = if app.secure() { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

/// Sends the browser somewhere with a session that has just begun.
pub(crate) fn signed_in(app: &App, to: &str, session: &Secret) -> Response {
    let mut response = see(to);
    set_cookie(app, &mut response, session_cookie(app), session.reveal(), sessions::LONGEST);
    response
}

/// The word for a role.
pub(crate) fn role_key(role: Role) -> Key {
    match role {
        Role::Administrator => Key::RoleAdministrator,
        Role::ChiefArbiter => Key::RoleChiefArbiter,
        Role::Arbiter => Key::RoleArbiter,
        Role::FairPlayOfficer => Key::RoleFairPlayOfficer,
        Role::Investigator => Key::RoleInvestigator,
        Role::PanelMember => Key::RolePanelMember,
    }
}

/// What may be uploaded and how large it may be, in the words of a key. MiB are rounded down: what is said is always taken.
pub(crate) fn limits(app: &App, messages: &Messages, key: Key) -> String {
    let mib = app.settings.limits.upload_bytes / (1024 * 1024);
    messages.with(key, "size", &messages.texts().count(mib))
}
