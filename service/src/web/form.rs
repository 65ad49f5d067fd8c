//! Fields of forms, and the proof that a form is ours.
//!
//! A form that changes something carries a token that only pages of the same session know (CSRF). Besides, a request that a
//! browser says to come from another site is not taken at all.

use axum::body::{Body, to_bytes};
use axum::extract::{Form, FromRequest as _};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method, Request};

use crate::accounts::people;
use crate::accounts::secret::Secret;
use crate::keys::Key;
use crate::web::problem::{FieldFault, Problem};

pub(crate) const CSRF_FIELD: &str = "csrf";
const MAX_FORM_BYTES: usize = 64 * 1024;

#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// The value of a field; empty if it is not there or stands twice.
    pub(crate) fn one(&self, name: &str) -> &str {
        let mut found = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str());
        match (found.next(), found.next()) {
            (Some(value), None) => value,
            _ => "",
        }
    }

    /// A line that has to be there, in at most [`people::MAX_NAME`] characters.
    pub(crate) fn line(&self, name: &'static str, label: Key) -> Result<String, Problem> {
        line(name, self.one(name), label)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// A line of a field, or the field with what is wrong with it.
pub(crate) fn line(name: &'static str, text: &str, label: Key) -> Result<String, Problem> {
    people::checked_line(text).map_err(|why| FieldFault::new(name, label, why).into())
}

/// Whether a browser says that a request comes from another site. Every browser of the last years sends `Origin` with a
/// form, most send `Sec-Fetch-Site`; a program that sends neither holds no cookie of somebody else.
pub(crate) fn from_elsewhere(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if text("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    let Some(origin) = text(ORIGIN.as_str()) else {
        return false;
    };
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_none() || host != text(HOST.as_str())
}

/// Takes the fields out of the body of a form. With a session, its CSRF token has to be among them.
pub(crate) async fn fields(
    request: Request<Body>,
    token: Option<&Secret>,
) -> Result<(Request<Body>, Fields), Problem> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_FORM_BYTES).await.map_err(|_| Problem::TooLarge)?;
    let mut copy = Request::new(Body::from(bytes));
    *copy.method_mut() = Method::POST;
    if let Some(kind) = parts.headers.get(CONTENT_TYPE) {
        copy.headers_mut().insert(CONTENT_TYPE, kind.clone());
    }
    let form = Form::<Vec<(String, String)>>::from_request(copy, &()).await;
    let fields = form.map(|Form(fields)| Fields(fields)).map_err(|_| Problem::ForeignForm)?;
    match token {
        Some(token) if !token.is(fields.one(CSRF_FIELD)) => Err(Problem::ForeignForm),
        _ => Ok((Request::from_parts(parts, Body::empty()), fields)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token() -> Secret {
        Secret::from_outside(&"ab".repeat(32)).expect("a secret")
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (axum::http::HeaderName::from_static(name), value.parse().expect("a value"))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn requests_from_other_sites_are_told_by_their_headers() {
        for (pairs, elsewhere) in [
            (vec![], false),
            (vec![("origin", "https://a.example"), ("host", "a.example")], false),
            (vec![("origin", "https://b.example"), ("host", "a.example")], true),
            (vec![("origin", "https://a.example.b"), ("host", "a.example")], true),
            (vec![("origin", "null"), ("host", "a.example")], true),
            (vec![("origin", "https://a.example")], true),
            (vec![("sec-fetch-site", "same-origin")], false),
            (vec![("sec-fetch-site", "none")], false),
            (vec![("sec-fetch-site", "cross-site")], true),
            (vec![("sec-fetch-site", "same-site")], true),
        ] {
            assert_eq!(from_elsewhere(&headers(&pairs)), elsewhere, "{pairs:?}");
        }
    }

    fn form(kind: &str, body: String) -> Request<Body> {
        Request::post("/").header(CONTENT_TYPE, kind).body(Body::from(body)).expect("a request")
    }

    #[tokio::test]
    async fn a_form_needs_the_token_of_its_session_once() {
        let kind = "application/x-www-form-urlencoded";
        let right = token().reveal().to_owned();
        let (_, read) = fields(form(kind, format!("csrf={right}&name=a+b%21&name=c")), Some(&token()))
            .await
            .expect("ours");
        assert_eq!(read.all("name").collect::<Vec<_>>(), ["a b!", "c"]);
        assert_eq!(read.one("name"), "", "twice");
        for body in [
            String::new(),
            "csrf=".to_owned(),
            format!("csrf={right}&csrf={right}"),
            format!("csrf={right}0"),
        ] {
            assert!(fields(form(kind, body), Some(&token())).await.is_err());
        }
        assert!(fields(form("text/plain", format!("csrf={right}")), Some(&token())).await.is_err());
        let huge = "x".repeat(MAX_FORM_BYTES + 1);
        assert_eq!(fields(form(kind, huge), None).await.err(), Some(Problem::TooLarge));
    }
}
