//! Who asks, and in which event or case: found by the guard, taken by handlers as arguments.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use reports::Language;
use rusqlite::Connection;

use crate::accounts::people::Person;
use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::Secret;
use crate::app::App;
use crate::store::audit::{self, Action, Actor};
use crate::web::form::Fields;
use crate::web::problem::Problem;

/// The address that a connection comes from; put there by the listener.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Facts about every reader.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) language: Language,
    pub(crate) address: IpAddr,
    /// Present if the reader is signed in.
    pub(crate) signed: Option<Signed>,
    /// The address of the page that is shown, with its filters; without them for a form.
    pub(crate) page: String,
}

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) person: Person,
    pub(crate) secret: Secret,
    pub(crate) cases: bool,
}

impl Signed {
    /// The token that forms of this session carry against forgery from other sites.
    pub(crate) fn csrf_token(&self) -> Secret {
        self.secret.derived("csrf")
    }

    /// As in the audit log.
    pub(crate) fn actor(&self) -> Actor {
        Actor::Person(self.person.id)
    }
}

/// The event of the path, for a route that needs a permission there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InEvent {
    pub(crate) event: i64,
    /// The reader's role there; none for a program.
    pub(crate) role: Option<Role>,
    pub(crate) closed: Option<i64>,
    pub(crate) actor: Actor,
}

impl InEvent {
    /// Whether a form that needs a permission is taken from the reader now: a page shows no other.
    pub(crate) fn offers(self, permission: Permission) -> bool {
        let refused = self.closed.is_some() && permission.brings();
        !refused && self.role.is_some_and(|role| role.may(permission))
    }

    /// Notes something in this event in the audit log.
    pub(crate) fn log(
        self,
        c: &Connection,
        now: i64,
        action: Action,
        subject: impl Into<String>,
        detail: impl Into<String>,
    ) -> Result<(), Problem> {
        Ok(audit::log(c, now, self.actor, Some(self.event), action, subject, detail)?)
    }
}

/// The case of the path, for a route that needs a permission there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InCase {
    pub(crate) case: i64,
    /// The reader's role there.
    pub(crate) role: Role,
    pub(crate) closed: Option<i64>,
    pub(crate) person: i64,
}

impl InCase {
    /// Whether a form that needs a permission is taken from the reader now: a page shows no other.
    pub(crate) fn offers(self, permission: Permission) -> bool {
        let refused = self.closed.is_some() && permission.brings();
        !refused && self.role.may(permission)
    }

    /// Notes something about this case in the audit log. The entry stands under no event: who reads the log of an event
    /// need not know that there is a case.
    pub(crate) fn log(
        self,
        c: &Connection,
        now: i64,
        action: Action,
        detail: impl Into<String>,
    ) -> Result<(), Problem> {
        Ok(Actor::Person(self.person).log(c, now, action, audit::case(self.case), detail)?)
    }
}

/// Detail of the entry in the audit log that a page was seen; a handler puts it beside its answer.
#[derive(Clone, Debug)]
pub(crate) struct PageDetail(pub(crate) String);

/// The page is not seen anew: a browser loads it again by itself. A handler puts it beside its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reload;

/// A request that was let through. `P` is [`InEvent`], [`InCase`], or nothing.
pub(crate) struct Ctx<P = ()> {
    pub(crate) app: App,
    pub(crate) visit: Visit,
    pub(crate) inside: P,
    /// The fields of a form; none where none is read.
    pub(crate) fields: Fields,
}

impl<P: Clone + Send + Sync + 'static> FromRequestParts<App> for Ctx<P> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let known = &parts.extensions;
        Ok(Self {
            app: app.clone(),
            visit: known.get::<Visit>().cloned().ok_or(Problem::Inside)?,
            inside: known.get::<P>().cloned().ok_or(Problem::Inside)?,
            fields: known.get::<Fields>().cloned().unwrap_or_default(),
        })
    }
}

impl<P> Ctx<P> {
    pub(crate) fn signed(&self) -> Result<&Signed, Problem> {
        self.visit.signed.as_ref().ok_or(Problem::SignIn)
    }

    /// The number of whoever is signed in.
    pub(crate) fn person(&self) -> Result<i64, Problem> {
        Ok(self.signed()?.person.id)
    }
}
