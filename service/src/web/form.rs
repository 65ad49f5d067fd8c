//! Fields of forms, and the proof that a form is ours.
//!
//! A form that changes something carries a token that only pages of the same session know (CSRF). In a form with a file
//! the token is the first field and is checked before anything else of it is read. Besides, a request that a browser
//! says to come from another site is not taken at all.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Form, FromRequest as _};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method, Request};
use futures_util::StreamExt as _;
use futures_util::stream;

use crate::accounts::secret::Secret;
use crate::web::problem::Problem;

/// Name of the field with the CSRF token.
pub(crate) const CSRF_FIELD: &str = "csrf";
/// Bytes of a form without a file.
const MAX_FORM_BYTES: usize = 64 * 1024;
/// Bytes within which the CSRF token has to stand in a form with a file.
const HEAD_BYTES: usize = 4 * 1024;

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

    /// Every value of a field.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
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
///
/// # Errors
/// Too much, no form, or a form that is not ours.
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

/// Checks that the first field of a form with a file is the CSRF token, and gives the request back as it was.
///
/// # Errors
/// No such form, or one that is not ours.
pub(crate) async fn with_file(request: Request<Body>, token: &Secret) -> Result<Request<Body>, Problem> {
    let (parts, body) = request.into_parts();
    let kind = parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = kind
        .strip_prefix("multipart/form-data;")
        .and_then(|rest| rest.trim().strip_prefix("boundary="))
        .map(|boundary| boundary.trim_matches('"'))
        .filter(|boundary| (1..=70).contains(&boundary.len()))
        .ok_or(Problem::ForeignForm)?;
    let expected = format!(
        "--{boundary}\r\ncontent-disposition: form-data; name=\"{CSRF_FIELD}\"\r\n\r\n{}\r\n--{boundary}",
        token.reveal()
    );
    let mut stream = body.into_data_stream();
    let mut head: Vec<Bytes> = Vec::new();
    let mut length = 0;
    while length < expected.len() && length < HEAD_BYTES {
        let Some(Ok(bytes)) = stream.next().await else {
            return Err(Problem::ForeignForm);
        };
        length += bytes.len();
        head.push(bytes);
    }
    let begins = head.concat();
    // Only the name of the header may be written in capitals; the token has none in any case.
    let ours =
        begins.get(..expected.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(expected.as_bytes()));
    if !ours {
        return Err(Problem::ForeignForm);
    }
    let whole = stream::iter(head.into_iter().map(Ok)).chain(stream);
    Ok(Request::from_parts(parts, Body::from_stream(whole)))
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

    #[tokio::test]
    async fn the_token_is_the_first_field_of_a_form_with_a_file() {
        let body = |name: &str, token: &str| {
            format!(
                "--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{token}\r\n--XX\r\nrest\r\n--XX--\r\n"
            )
        };
        let kind = "multipart/form-data; boundary=XX";
        let right = body(CSRF_FIELD, token().reveal());
        let request = with_file(form(kind, right.clone()), &token()).await.expect("ours");
        let whole = to_bytes(request.into_body(), 10_000).await.expect("read");
        assert_eq!(whole, right.as_bytes(), "nothing is lost");
        for (kind, body) in [
            (kind, body(CSRF_FIELD, &"cd".repeat(32))),
            (kind, body("name", token().reveal())),
            (kind, String::new()),
            ("multipart/form-data; boundary=YY", right.clone()),
            ("multipart/form-data", right.clone()),
            ("text/plain", right),
        ] {
            assert_eq!(with_file(form(kind, body), &token()).await.err(), Some(Problem::ForeignForm));
        }
    }
}
