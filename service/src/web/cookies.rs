//! Cookies: the session and the language.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE, HeaderValue, SET_COOKIE};
use axum::response::Response;
use reports::Language;

use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::messages::choose;
use crate::web::respond::see;

pub(crate) const LANGUAGE: &str = "fairplay-language";

/// Name of the session's cookie. The prefix makes browsers refuse it without TLS or for more than this host.
pub(crate) fn session(app: &App) -> &'static str {
    if app.secure() { "__Host-fairplay" } else { "fairplay" }
}

/// Name of the cookie that a browser is known by.
pub(crate) fn device(app: &App) -> &'static str {
    if app.secure() { "__Host-fairplay-device" } else { "fairplay-device" }
}

/// A cookie; `None` too if it stands twice.
pub(crate) fn find(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut found = lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(key, _)| *key == name);
    match (found.next(), found.next()) {
        (Some((_, value)), None) => Some(value.to_owned()),
        _ => None,
    }
}

pub(crate) fn language(app: &App, headers: &HeaderMap) -> Language {
    let accept = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    choose(find(headers, LANGUAGE).as_deref(), accept, app.settings.language)
}

/// Gives the browser a cookie for so many seconds; zero takes it away.
pub(crate) fn set(app: &App, response: &mut Response, name: &str, value: &str, seconds: i64) {
    let secure = if app.secure() { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

/// Sends the browser somewhere with a session that has just begun.
pub(crate) fn signed_in(app: &App, to: &str, secret: &Secret) -> Response {
    let mut response = see(to);
    set(app, &mut response, session(app), secret.reveal(), sessions::MAX_AGE);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_and_doubled_ones_are_not_believed() {
        let found = |line| {
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(line))]);
            find(&headers, "fairplay")
        };
        assert_eq!(found("a=1; fairplay=xyz; b=2"), Some("xyz".to_owned()));
        assert_eq!(found("fairplay=x; fairplay=y"), None);
        assert_eq!(found("xfairplay=x; fairplay"), None);
    }
}
