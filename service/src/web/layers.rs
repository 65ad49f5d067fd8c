//! Layers around every route: problems become pages or JSON, headers are set, requests are counted.
//!
//! The headers allow nothing but the service's own style: no script, no frame, no outside address (Content Security
//! Policy, <https://www.w3.org/TR/CSP3/>).

use std::time::Instant;

use askama::Template;
use axum::Json;
use axum::extract::Request;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use reports::visible;
use serde_json::json;

use crate::accounts::roles::Permission;
use crate::accounts::second_factor;
use crate::app::App;
use crate::keys::Key;
use crate::web::access::Visit;
use crate::web::cookies;
use crate::web::frame::Frame;
use crate::web::problem::{FieldFault, Problem};
use crate::web::respond::{encoded, page, see};
use crate::web::route::Route;

const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Headers of every answer. `same-origin` keeps addresses from other sites and still lets forms say where they come from.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Two years, as <https://hstspreload.org> asks for.
const ONLY_TLS: &str = "max-age=63072000";

/// Counts and logs a request by the pattern of its path: neither the path itself nor a name is written down.
pub(crate) async fn counted(app: App, route: &'static Route, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let response = next.run(request).await;
    let (took, status) = (start.elapsed(), response.status().as_u16());
    app.metrics.request(route.path, route.verb.into_str(), status, took);
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(method = route.verb.into_str(), path = route.path, status, ms, "request");
    response
}

/// Turns problems into what the reader understands, and sets the headers.
pub(crate) async fn finished(app: App, request: Request, next: Next) -> Response {
    let for_programs = request.uri().path().starts_with("/api/");
    // A form that came too late is not sent again; its reader starts at the front.
    let path = match request.uri().path_and_query() {
        Some(path) if request.method() == Method::GET => path.as_str(),
        _ => "/",
    }
    .to_owned();
    let asked = request.headers().clone();
    let has_body = request.method() == Method::POST;
    let mut response = next.run(request).await;
    if let Some(problem) = response.extensions_mut().remove::<Problem>().or_else(|| refusal(&response)) {
        response = if for_programs {
            as_json(&problem)
        } else if problem == Problem::SignIn {
            to_sign_in(&path)
        } else if problem == Problem::SecondFactor {
            see(second_factor::PAGE)
        } else {
            let reader = response.extensions_mut().remove::<Visit>();
            as_page(&app, &asked, reader.as_ref(), &problem)
        };
        if let Some(seconds) = problem.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if has_body {
            // Some of the body may not have been read, and then the connection ends.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Whatever does not say otherwise is confidential.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if app.secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(ONLY_TLS));
    }
    response
}

/// The problem behind an answer that axum gives by itself, such as a number in a path that is none.
fn refusal(response: &Response) -> Option<Problem> {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let plain = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    match response.status() {
        StatusCode::PAYLOAD_TOO_LARGE if plain => Some(Problem::TooLarge),
        status if status.is_client_error() && plain => Some(Problem::NotFound),
        _ => None,
    }
}

fn as_json(problem: &Problem) -> Response {
    let detail = match problem {
        Problem::Refused { why, detail } => {
            let detail = detail.as_ref().map(|detail| &detail.text);
            Some(json!({"reason": why.id(), "detail": detail}))
        }
        Problem::Fields(faults) => {
            let fields = faults.iter().map(|fault| json!({"field": fault.field.0, "reason": fault.why.id()}));
            Some(json!({"reason": problem.key().id(), "detail": null, "fields": fields.collect::<Vec<_>>()}))
        }
        _ => None,
    };
    (problem.status(), Json(json!({"error": problem.into_str(), "refused": detail}))).into_response()
}

/// The page to sign in, which leads back to where the reader wanted to go.
fn to_sign_in(path: &str) -> Response {
    let back = if path == "/" { String::new() } else { format!("?back={}", encoded(path)) };
    see(&format!("/login{back}"))
}

#[derive(Template)]
#[template(path = "problem.html")]
struct Page<'a> {
    frame: Frame<'a>,
    message: String,
    detail: Option<String>,
}

fn as_page(app: &App, asked: &HeaderMap, reader: Option<&Visit>, problem: &Problem) -> Response {
    let frame = match reader {
        Some(reader) => Frame::new(app, reader).back_to("/"),
        None => Frame::bare(&app.texts, cookies::language(app, asked)),
    };
    let (message, detail) = reason(&frame, problem);
    match page(&Page { message, frame, detail }) {
        Ok(page) => (problem.status(), page).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Why a field cannot be taken.
pub(crate) fn why(frame: &Frame<'_>, fault: &FieldFault) -> String {
    visible(&frame.messages().filled(fault.why, &fault.values))
}

/// What a problem is, and what exactly, in the words of a reader.
pub(crate) fn reason(frame: &Frame<'_>, problem: &Problem) -> (String, Option<String>) {
    let detail = match problem {
        Problem::Refused { detail, .. } => detail.as_ref().map(|detail| match &detail.worded {
            Some((key, values)) => {
                let said = frame.messages().filled(*key, values);
                visible(&match &detail.file {
                    Some(file) => format!("{file}: {said}"),
                    None => said,
                })
            }
            None => visible(&detail.text),
        }),
        Problem::Fields(faults) => {
            let said = faults.iter().map(|fault| format!("{}: {}", frame.t(fault.label), why(frame, fault)));
            Some(said.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    };
    (frame.t(problem.key()), detail)
}
