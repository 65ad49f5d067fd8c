//! What the crate `fuzz` feeds with damaged input: forms as they come over HTTP, and messages of the queue.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, COOKIE};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;
use uci_pool::Evaluation;

use crate::accounts::people;
use crate::accounts::roles::Role;
use crate::accounts::sessions;
use crate::app::{App, ServiceError, Settings};
use crate::clock::{Clock, Zone};
use crate::remote::wire;
use crate::web::limits::Limits;
use crate::web::routes;
use crate::{Cost, LiveSettings, NotificationSettings, StorageError};

/// A service on a file of its own, and somebody who is signed in and may make events.
pub struct Served {
    runtime: Runtime,
    router: Router,
    session: String,
    /// The token that each form of the session begins with.
    pub csrf: String,
}

impl Served {
    /// Makes the file in an empty folder.
    ///
    /// # Errors
    /// A folder that cannot be written to, or a machine without threads.
    pub fn new(folder: &Path) -> Result<Self, ServiceError> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(ServiceError::Runtime)?;
        let app = App::open(Settings {
            data: folder.join("fairplay.sqlite"),
            listen: ([127, 0, 0, 1], 0).into(),
            metrics: None,
            tls: None,
            behind_proxy: false,
            url: None,
            language: reports::Language::ENGLISH,
            // Damaged forms come faster than anybody writes them.
            limits: Limits { requests_at_once: u32::MAX, ..Limits::default() },
            password_cost: Cost::Least,
            clock: Clock::standing_at(1_793_179_800),
            engines: None,
            live: LiveSettings::default(),
            notifications: NotificationSettings::default(),
            zone: Zone::UTC,
        })?;
        let secret = app.change_now(|c| {
            let id = people::add(c, "chief", "chief", "", Role::ChiefArbiter)?;
            let id = id.ok_or(StorageError::Damaged { what: "a person" })?;
            sessions::begin(c, id, std::net::Ipv4Addr::LOCALHOST.into())
        })?;
        let csrf = secret.derived("csrf").reveal().to_owned();
        Ok(Self { runtime, router: routes::router(&app), session: secret.reveal().to_owned(), csrf })
    }

    /// Sends a form to a path and gives the status of the answer; `None` if it is no request.
    pub fn post(&self, path: &str, kind: &str, body: Vec<u8>) -> Option<u16> {
        let request = Request::post(path)
            .header(COOKIE, format!("fairplay={}", self.session))
            .header(CONTENT_TYPE, kind)
            .body(Body::from(body))
            .ok()?;
        let Ok(answer) = self.runtime.block_on(self.router.clone().oneshot(request));
        Some(answer.status().as_u16())
    }
}

/// A question of the queue, written again as it was read.
///
/// # Errors
/// Why it is none.
pub fn question(message: &[u8]) -> Result<Vec<u8>, String> {
    wire::question(message)?.message().map_err(|error| error.to_string())
}

/// An answer of the queue, as a worker would write it.
///
/// # Errors
/// The reason of the failure that it tells, or that it is.
pub fn answer(message: &[u8]) -> Result<(Evaluation, Vec<u8>), String> {
    let read = wire::result(message);
    let written = wire::answer(&read);
    read.map(|found| (found, written)).map_err(|failure| failure.reason)
}
