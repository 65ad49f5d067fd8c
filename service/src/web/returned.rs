//! A refused form comes back as it was sent: the page that it stands on, shown anew, with every value that was written, the reason above
//! and at its field, and the status 422.
//!
//! This is done once, for every form, on the page as it was written out, so that no page has to remember what somebody typed. Passwords
//! and files are not given back.

mod fields;
mod markup;

use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use tower::ServiceExt as _;

use crate::app::App;
use crate::keys::Key;
use crate::web::access::Peer;
use crate::web::cookies;
use crate::web::frame::Frame;
use crate::web::layers::{reason, why};
use crate::web::problem::Problem;
use crate::web::route::{Reads, Route, Table, Verb};

/// Most bytes of a page of ours.
const MAX_PAGE: usize = 64 * 1024 * 1024;

/// The fields of a form as far as they were read, for the page that shows them again.
#[derive(Clone, Default)]
pub(crate) struct Typed(Arc<Mutex<Vec<(String, String)>>>);

impl Typed {
    pub(crate) fn note(&self, name: &str, value: &str) {
        let mut fields = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        fields.push((name.to_owned(), value.to_owned()));
    }

    fn fields(&self) -> Vec<(String, String)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A form that was sent, kept until it is known whether it was taken.
pub(crate) struct Sent {
    route: &'static Route,
    /// Its address.
    path: String,
    headers: HeaderMap,
    peer: Peer,
    typed: Typed,
}

impl Sent {
    /// Keeps what a form of a page needs to come back; `None` for anything else.
    pub(crate) fn keep(route: &'static Route, request: &mut Request<Body>) -> Option<Self> {
        if !route.changes() || route.is_for_programs() {
            return None;
        }
        let typed = Typed::default();
        request.extensions_mut().insert(typed.clone());
        let peer = request.extensions().get::<Peer>().copied();
        let mut headers = request.headers().clone();
        for name in [CONTENT_TYPE, CONTENT_LENGTH, ORIGIN] {
            headers.remove(name);
        }
        Some(Self {
            route,
            path: request.uri().path().to_owned(),
            headers,
            peer: peer.unwrap_or(Peer(IpAddr::V4(Ipv4Addr::UNSPECIFIED))),
            typed,
        })
    }

    /// The answer, or if it is a refusal the page of the form in its place; a page that cannot be shown leaves the answer as it is.
    pub(crate) async fn returned(self, app: &App, table: &Table, answer: Response) -> Response {
        let problem = answer.extensions().get::<Problem>().cloned();
        let Some(problem) = problem.filter(Self::is_refusal) else { return answer };
        self.page(app, table, &problem).await.unwrap_or(answer)
    }

    fn is_refusal(problem: &Problem) -> bool {
        matches!(
            problem,
            Problem::Refused { .. }
                | Problem::Fields(_)
                | Problem::TooLarge
                | Problem::NoSpace
                | Problem::Busy
        )
    }

    async fn page(self, app: &App, table: &Table, problem: &Problem) -> Option<Response> {
        let typed = self.typed.fields();
        if self.route.reads == Reads::Form && typed.is_empty() {
            // It was not read, so a page without what was written would lose it: a browser that goes back still has it.
            return None;
        }
        let (address, shows) = self.route.page(table.routes, &self.path)?;
        let mut request = Request::get(&address).body(Body::empty()).ok()?;
        *request.headers_mut() = self.headers.clone();
        request.extensions_mut().insert(self.peer);
        let shown = shown((table.alone)(app, shows), request).await;
        let kind = shown.headers().get(CONTENT_TYPE);
        let is_page = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        if shown.status() != StatusCode::OK || !is_page {
            return None;
        }
        let page = to_bytes(shown.into_body(), MAX_PAGE).await.ok()?;
        let page = std::str::from_utf8(&page).ok()?;
        let frame = Frame::bare(&app.texts, cookies::language(app, &self.headers));
        let (message, mut detail) = reason(&frame, problem);
        let mut faults = Vec::new();
        if let Problem::Fields(all) = problem {
            // The reasons stand at the fields, and above are their names.
            let mut labels: Vec<String> = all.iter().map(|fault| frame.t(fault.label)).collect();
            labels.dedup();
            detail = Some(labels.join("; "));
            faults.extend(all.iter().map(|fault| (fault.field, why(&frame, fault))));
        }
        let kept = match self.route.reads {
            Reads::Form => Some(Key::ReturnedKept),
            Reads::FormWithFile => Some(Key::ReturnedKeptFile),
            Reads::Nothing | Reads::File | Reads::Json(_) => None,
        };
        let refusal = fields::Refusal {
            message: &message,
            detail: detail.as_deref(),
            kept: kept.map(|key| frame.t(key)),
            gone: frame.t(Key::ReturnedGone),
            why: problem.key(),
            faults,
        };
        let page = fields::returned(page, (&address, &self.path), &typed, &refusal);
        let status = match problem {
            Problem::Refused { .. } | Problem::Fields(_) => StatusCode::UNPROCESSABLE_ENTITY,
            other => other.status(),
        };
        let mut response = (status, Html(page)).into_response();
        if self.route.reads == Reads::FormWithFile {
            // Some of the body may not have been read, and then the connection ends.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Some(response)
    }
}

/// A page as its reader gets it, through its own guard. The future is boxed because the guard is in it again.
fn shown(page: Router, request: Request<Body>) -> Pin<Box<dyn Future<Output = Response> + Send>> {
    Box::pin(async move {
        match page.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    })
}

impl Route {
    /// The page that the form of a route stands on: its address, for a form that was sent to `path`, and its route. Without one of its
    /// own it is the nearest page above.
    pub(crate) fn page(&self, table: &'static [Self], path: &str) -> Option<(String, &'static Self)> {
        let pages = || table.iter().filter(|route| route.verb == Verb::Get && !route.is_for_programs());
        let mut pattern = self.stands_on.unwrap_or(self.path);
        let route = loop {
            if let Some(route) = pages().find(|route| route.path == pattern) {
                break route;
            }
            pattern = match pattern.rsplit_once('/')?.0 {
                "" if pattern != "/" => "/",
                above => above,
            };
        };
        // What stands in place of a parameter is what stood there in the address of the form.
        let given: Vec<(&str, &str)> = self.path.split('/').zip(path.split('/')).collect();
        let part = |part: &'static str| {
            given
                .iter()
                .find(|(name, _)| part.starts_with('{') && *name == part)
                .map_or(part, |(_, value)| value)
        };
        let address: Vec<&str> = route.path.split('/').map(part).collect();
        Some((address.join("/"), route))
    }
}
