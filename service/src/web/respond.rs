//! Answers: pages, texts, files, and the way to another page.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue, LOCATION};
use axum::http::{Response as HttpResponse, StatusCode};
use axum::response::{Html, IntoResponse, Response};

use crate::web::problem::Problem;

pub(crate) type Answer = Result<Response, Problem>;

pub(crate) fn page(template: &impl askama::Template) -> Answer {
    Ok(Html(template.render()?).into_response())
}

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

/// A style sheet, from within this program: no other address is ever asked.
pub(crate) fn style(sheet: &'static str) -> Response {
    let mut response = text("text/css; charset=utf-8", sheet);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

/// Sends the reader to another page with a new request (303), so that going back does not send a form again.
pub(crate) fn see(path: &str) -> Response {
    let mut response = HttpResponse::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    if let Ok(path) = HeaderValue::from_str(path) {
        response.headers_mut().insert(LOCATION, path);
    }
    response
}

/// A path of this service, with the filters behind it, that somebody may be sent back to; anything else is not followed.
pub(crate) fn local(address: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.');
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let fits = path.starts_with('/') && !path.starts_with("//") && path.len() <= 200 && query.len() <= 1_000;
    let of_query = |b: u8| plain(b) || matches!(b, b'=' | b'&' | b'%' | b'+' | b'~');
    (fits && path.bytes().all(plain) && query.bytes().all(of_query)).then_some(address)
}

pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push_str(&uci_pool::hex(&[byte]));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_to_another_site() {
        let there = "/ /events/3 /events/3/games/a?ply=12 /events/3/players?name=%D0%9E+b&sort=-index";
        for path in there.split(' ') {
            assert_eq!(local(path), Some(path));
        }
        let elsewhere = "|//evil.example|https://evil.example|/\\evil.example|/a?b?c|/a?b#c|/a?b c|?a=b|/\r\nX: y|\
                         /a?//evil.example\r\nX: y|//evil.example?a|/%2f|events";
        for path in elsewhere.split('|') {
            assert_eq!(local(path), None, "{path}");
        }
    }

    #[test]
    fn addresses_are_encoded() {
        assert_eq!(encoded("/events/3"), "/events/3");
        assert_eq!(encoded("/a b\r\né"), "/a%20b%0d%0a%c3%a9");
    }
}
