//! Every route, in one table: method, path, what it needs, what it reads, who answers.
//!
//! The router, the guard in front of it, the description for programs and the tests are made from this table, so what
//! holds for it holds for the service.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn};
use axum::routing::MethodRouter;

use crate::accounts::api_tokens::Scope;
use crate::accounts::roles::Permission;
use crate::app::App;
use crate::web::access::{self, Needs};
use crate::web::problem::Problem;
use crate::web::respond;
use Needs::{Nothing, Permission as May, SignedIn, Token};

mod table;

pub(crate) use table::ROUTES;

/// Methods that are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    Post,
}

impl Verb {
    /// As HTTP writes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// What a route reads from the body of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Nothing but the word of the session.
    Nothing,
    /// The fields of a form.
    Form,
    /// A form with a file.
    FormWithFile,
    /// The bytes of a file.
    File,
    /// A small JSON document of a program, such as this one.
    Json(&'static str),
}

pub(crate) struct Route {
    pub(crate) verb: Verb,
    /// The pattern of the path; `{event}` is the event that a permission is asked in, `{case}` the case.
    pub(crate) path: &'static str,
    pub(crate) needs: Needs,
    pub(crate) reads: Reads,
    /// What it is for, for the description for programs.
    pub(crate) summary: &'static str,
    handler: fn() -> MethodRouter<App>,
}

impl Route {
    /// Whether it changes something.
    pub(crate) fn changes(&self) -> bool {
        self.verb == Verb::Post
    }

    /// Whether what it shows is confidential: then it is logged who saw it.
    pub(crate) fn is_confidential(&self) -> bool {
        let private = matches!(self.needs, May(permission) if permission != Permission::ReadMetrics);
        self.verb == Verb::Get && (private || matches!(self.needs, Token(_)))
    }

    /// Whether it brings something into an event or a case, or work on it: a closed one takes neither.
    pub(crate) fn needs_open(&self) -> bool {
        let brings = match self.needs {
            May(permission) => permission.brings(),
            Token(scope) => matches!(scope, Scope::UploadGames | Scope::ReportAbsences),
            Nothing | SignedIn => false,
        };
        self.changes() && brings
    }

    /// Whether programs ask it, and read JSON.
    pub(crate) fn is_for_programs(&self) -> bool {
        self.path.starts_with("/api/")
    }
}

const fn show(
    path: &'static str,
    needs: Needs,
    summary: &'static str,
    handler: fn() -> MethodRouter<App>,
) -> Route {
    Route { verb: Verb::Get, path, needs, reads: Reads::Nothing, summary, handler }
}

const fn change(
    path: &'static str,
    needs: Needs,
    reads: Reads,
    summary: &'static str,
    handler: fn() -> MethodRouter<App>,
) -> Route {
    Route { verb: Verb::Post, path, needs, reads, summary, handler }
}

/// The router of the table, each route behind its guard.
pub(crate) fn router(app: &App) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let guarded = app.clone();
        let limit = match route.reads {
            // Uploads count their bytes themselves, while they come.
            Reads::FormWithFile | Reads::File => DefaultBodyLimit::disable(),
            Reads::Nothing | Reads::Form | Reads::Json(_) => DefaultBodyLimit::max(64 * 1024),
        };
        let guard =
            from_fn(move |request: Request, next: Next| access::guard(guarded.clone(), route, request, next));
        let counted = app.clone();
        let count = from_fn(move |request: Request, next: Next| {
            respond::counted(counted.clone(), route, request, next)
        });
        router = router.route(route.path, (route.handler)().layer(limit).layer(guard).layer(count));
    }
    let answering = app.clone();
    router
        .fallback(|| async { Problem::NotFound })
        .method_not_allowed_fallback(|| async { Problem::NotFound })
        .layer(from_fn(move |request: Request, next: Next| {
            respond::finished(answering.clone(), request, next)
        }))
        .with_state(app.clone())
}
