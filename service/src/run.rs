//! From settings to a running service, for a caller without an async runtime.

use std::net::SocketAddr;
use std::time::Duration;

use reports::bundle::Signer;
use tokio::runtime::Builder;
use tokio::sync::watch;

use crate::app::{App, ServiceError, Settings};
use crate::events::live::follower;
use crate::jobs::notifications::sender;
use crate::jobs::runner;
use crate::log;
use crate::store::audit::heads;
use crate::web::server::Server;

/// How often the head of the audit log is noted.
const HEAD_INTERVAL: Duration = Duration::from_secs(3_600);
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How often the pages of the file are checked while the service runs.
const CHECK_INTERVAL: Duration = Duration::from_secs(86_400);
/// How long a check or another question to the file may go on when the service stops.
const BLOCKING_TIMEOUT: Duration = Duration::from_secs(1);

/// Facts for people once the service listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    pub listen: SocketAddr,
    /// The address of its first page.
    pub url: String,
    /// The link that makes the first administrator, while there is none. Whoever has it may use it.
    pub first_link: Option<String>,
}

/// Runs the service until `stop` says so; `started` is called once it listens.
///
/// # Errors
/// Settings, a file, a certificate or an address that cannot be used.
pub fn run(
    settings: Settings,
    started: impl FnOnce(&Started),
    stop: impl Fn() -> bool + Send + 'static,
) -> Result<(), ServiceError> {
    let ended = serve(settings, started, stop);
    log::flush();
    ended
}

fn serve(
    settings: Settings,
    started: impl FnOnce(&Started),
    stop: impl Fn() -> bool + Send + 'static,
) -> Result<(), ServiceError> {
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(ServiceError::Runtime)?;
    let server = runtime.block_on(Server::open(settings))?;
    let app = server.app().clone();
    let engines = runner::start(&app)?;
    let sources = follower::start(&app).map_err(ServiceError::Runtime)?;
    let messages = sender::start(&app)?;
    let first_link = app.first_link()?;
    heads::compare(&app.storage)?;
    heads::note(&app.storage)?;
    let signer = Signer::for_key(app.signing.public());
    tracing::info!(key = signer.key_id, fingerprint = signer.fingerprint, "bundles are signed");
    started(&Started { listen: app.settings.listen, url: app.link("/"), first_link });
    runtime.block_on(async {
        let (tell, told) = watch::channel(false);
        let working = app.clone();
        let asking = tokio::spawn(async move {
            while !stop() {
                tokio::time::sleep(STOP_POLL_INTERVAL).await;
            }
            // Nobody listening means that it is over already.
            let _over = tell.send(true);
            working.work.stop();
        });
        let checking = tokio::spawn(every(CHECK_INTERVAL, app.clone(), App::check_file));
        let noting = tokio::spawn(every(HEAD_INTERVAL, app.clone(), |app| {
            if let Err(error) = heads::note(&app.storage) {
                tracing::error!(%error, "the head of the audit log could not be read");
            }
        }));
        server.run(told).await;
        asking.abort();
        noting.abort();
        checking.abort();
    });
    app.work.stop();
    for thread in engines.into_iter().chain([sources]).chain(messages) {
        if thread.join().is_err() {
            tracing::error!("a thread of the service ended too early");
        }
    }
    runtime.shutdown_timeout(BLOCKING_TIMEOUT);
    heads::note(&app.storage)?;
    if let Err(error) = app.storage.close() {
        tracing::error!(%error, "end");
    }
    tracing::info!("stopped");
    Ok(())
}

/// Repeats a task that waits for the disk.
async fn every(interval: Duration, app: App, task: fn(&App)) {
    loop {
        tokio::time::sleep(interval).await;
        let app = app.clone();
        if tokio::task::spawn_blocking(move || task(&app)).await.is_err() {
            tracing::error!("a regular task of the service ended too early");
        }
    }
}
