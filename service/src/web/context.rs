//! A request as handlers take it.

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};
use uci_pool::hex;

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::keys::Key;
use crate::store;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::web::access::{Signed, Visit};
use crate::web::form::Fields;
use crate::web::frame::Frame;
use crate::web::problem::Problem;
use crate::web::respond::{Answer, file, page, see};

pub(crate) struct Ctx {
    pub(crate) app: App,
    pub(crate) visit: Visit,
    /// The fields of a form; none where none is read.
    pub(crate) fields: Fields,
}

impl FromRequestParts<App> for Ctx {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(Self {
            app: app.clone(),
            visit: parts.extensions.get::<Visit>().cloned().ok_or(Problem::Inside)?,
            fields: parts.extensions.get::<Fields>().cloned().unwrap_or_default(),
        })
    }
}

impl Ctx {
    pub(crate) fn signed(&self) -> Result<&Signed, Problem> {
        self.visit.signed.as_ref().ok_or(Problem::SignIn)
    }

    pub(crate) fn person(&self) -> Result<i64, Problem> {
        Ok(self.signed()?.person.id)
    }

    /// The number of the event or the case of the path.
    pub(crate) fn id(&self) -> i64 {
        self.visit.access.id()
    }

    pub(crate) fn frame(&self) -> Frame<'_> {
        Frame::new(&self.app, &self.visit)
    }

    /// The address of a page of the event or the case.
    pub(crate) fn path(&self, rest: &str) -> String {
        match self.visit.access.place {
            Some(Place::Event(id)) => format!("/events/{id}{rest}"),
            Some(Place::Case(id)) => format!("/cases/{id}{rest}"),
            None => rest.to_owned(),
        }
    }

    /// Sends the reader to a page of the event or the case.
    pub(crate) fn see(&self, rest: &str) -> Response {
        see(&self.path(rest))
    }

    /// The limit of an upload, in the words of a key. MiB are rounded down: a file of the stated size is always taken.
    pub(crate) fn limits(&self, key: Key) -> String {
        let messages = self.frame().messages();
        let mib = self.app.settings.limits.upload_bytes / (1024 * 1024);
        messages.with(key, "size", &messages.texts().count(mib))
    }

    /// Asks the storage about the event or the case with this number.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection, i64) -> store::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let id = self.id();
        self.app.read(move |c| work(c, id)).await
    }

    pub(crate) async fn change<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Change<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.app.change(self.visit.access, work).await
    }

    /// Hands a file out. Its entry in the audit log, with the SHA-256 of its bytes, is written before the first byte leaves.
    pub(crate) async fn export(
        &self,
        subject: impl Into<String>,
        detail: &str,
        (kind, name): (&'static str, &str),
        bytes: Vec<u8>,
    ) -> Answer {
        let (subject, detail) =
            (subject.into(), format!("{detail}, sha256 {}", hex(&Sha256::digest(&bytes))));
        self.change(move |c| Ok(c.log(Action::Exported, subject, detail)?)).await?;
        Ok(file(kind, name, bytes))
    }

    /// The page that shows a secret once: a link of invitation, a token for programs.
    pub(crate) fn once(&self, heading: Key, explanation: Key, secret: String, back: &str) -> Answer {
        let frame = self.frame().back_to(back);
        page(&Once { heading: frame.t(heading), explanation: frame.t(explanation), frame, secret, back })
    }
}

#[derive(Template)]
#[template(path = "once.html")]
struct Once<'a> {
    frame: Frame<'a>,
    heading: String,
    explanation: String,
    secret: String,
    back: &'a str,
}
