//! A row of the table of routes: method, path, needed right, body, handler.

use axum::Router;
use axum::routing::MethodRouter;
use strum::IntoStaticStr;

use crate::accounts::roles::Permission;
use crate::accounts::tokens::Scope;
use crate::app::App;
use crate::keys::Key;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Anybody,
    SignedIn,
    /// A session, and a permission: by the role at large, or by the role in the event or the case of the path.
    Permission(Permission),
    /// A token for the event of the path, with a scope.
    Token(Scope),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE", const_into_str)]
pub(crate) enum Verb {
    Get,
    Post,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Nothing but the CSRF token.
    Nothing,
    Form,
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
    /// For the description of the interface for programs.
    pub(crate) summary: &'static str,
    /// Present if the password has to have been given in the last minutes: the words for what follows then.
    pub(crate) confirmed: Option<Key>,
    /// The page that its form stands on, if it is not the nearest page above.
    pub(crate) stands_on: Option<&'static str>,
    pub(crate) handler: fn() -> MethodRouter<App>,
}

impl Route {
    pub(crate) fn changes(&self) -> bool {
        self.verb == Verb::Post
    }

    /// Whether what it shows is confidential: then it is logged who saw it.
    pub(crate) fn is_confidential(&self) -> bool {
        let private =
            matches!(self.needs, Needs::Permission(permission) if permission != Permission::ReadMetrics);
        self.verb == Verb::Get && (private || matches!(self.needs, Needs::Token(_)))
    }

    /// Whether it brings something into an event or a case, or work on it: a closed one takes neither.
    pub(crate) fn needs_open(&self) -> bool {
        let brings = match self.needs {
            Needs::Permission(permission) => permission.brings(),
            Needs::Token(scope) => matches!(scope, Scope::UploadGames | Scope::ReportAbsences),
            Needs::Anybody | Needs::SignedIn => false,
        };
        self.changes() && brings
    }

    /// Whether somebody who has to set up a second factor first may go there: their own account, and out.
    pub(crate) fn is_before_second_factor(&self) -> bool {
        self.needs == Needs::SignedIn && !["/", "/verify"].contains(&self.path)
    }

    /// Asks for the password first. Of a route that shows a file, the address above it leads to what the file belongs to.
    pub(crate) const fn confirmed(self, follows: Key) -> Self {
        Self { confirmed: Some(follows), ..self }
    }

    pub(crate) const fn on(self, page: &'static str) -> Self {
        Self { stands_on: Some(page), ..self }
    }

    pub(crate) const fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    pub(crate) fn is_for_programs(&self) -> bool {
        self.path.starts_with("/api/")
    }
}

/// Every route, and how one of them answers alone, behind its guard: as a part of the answer to another.
pub(crate) struct Table {
    pub(crate) routes: &'static [Route],
    pub(crate) alone: fn(&App, &'static Route) -> Router,
}

type Handler = fn() -> MethodRouter<App>;

pub(crate) const fn show(path: &'static str, needs: Needs, handler: Handler) -> Route {
    Route {
        verb: Verb::Get,
        path,
        needs,
        reads: Reads::Nothing,
        summary: "",
        confirmed: None,
        stands_on: None,
        handler,
    }
}

pub(crate) const fn change(path: &'static str, needs: Needs, reads: Reads, handler: Handler) -> Route {
    Route { verb: Verb::Post, path, needs, reads, summary: "", confirmed: None, stands_on: None, handler }
}
