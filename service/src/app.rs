//! State that every request shares: settings, storage, texts, counters.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reports::Language;
use reports::bundle::{BundleError, SecretKey};
use rusqlite::Connection;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::accounts::invitations;
use crate::accounts::password::{Cost, Passwords};
use crate::clock::{Clock, Zone};
use crate::events::live::LiveSettings;
use crate::events::result_cache::Results;
use crate::events::temporary;
use crate::events::trf_cache::TrfCache;
use crate::jobs::notifications::{NotificationError, NotificationSettings};
use crate::jobs::searchers::{Engines, StartError};
use crate::jobs::worker_state::Work;
use crate::messages::{AllTexts, Messages};
use crate::store::audit::{self, Action, Actor};
use crate::store::change::{Access, Change};
use crate::store::{self, Storage, StorageError, bundle_key};
use crate::web::Problem;
use crate::web::access::Share;
use crate::web::limits::Limits;
use crate::web::metrics::Metrics;
use crate::web::quota::Quota;
use crate::web::rate_limit::{Limiter, Rates, Refusals};
use crate::web::threads::{Client, Threads};

/// Uploads read at once, however many cores there are.
const MAX_UPLOADS: usize = 4;
/// Bytes without which nothing can be written for long.
const WRITE_BYTES: u64 = 1024 * 1024;
/// How long it counts that something could be written.
const WRITE_INTERVAL: Duration = Duration::from_secs(10);
/// Uploads on their way in at once.
const MAX_INCOMING: usize = 32;

/// Where certificate and key for TLS lie, both as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, with those that lead to its root behind it.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// The file that everything lies in.
    pub data: PathBuf,
    pub listen: SocketAddr,
    /// Address for Prometheus metrics, on this machine; `None` for no metrics.
    pub metrics: Option<SocketAddr>,
    /// TLS by the service itself.
    pub tls: Option<TlsFiles>,
    /// A proxy in front does TLS and tells who asks in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The address that people type, for links; taken from `listen` if absent.
    pub url: Option<String>,
    /// The language of those whose browser asks for none of ours.
    pub language: Language,
    pub limits: Limits,
    pub password_cost: Cost,
    pub clock: Clock,
    /// The engines; without them games are read and nothing is searched.
    pub engines: Option<Engines>,
    pub live: LiveSettings,
    /// Where messages about changed hints go.
    pub notifications: NotificationSettings,
    /// The zone of the times on the pages.
    pub zone: Zone,
}

#[derive(Debug, Error)]
pub enum ServiceError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("passwords cannot be hashed on this machine")]
    Passwords,
    #[error("could not listen at {address}: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    /// Plain HTTP would go over a network.
    #[error(
        "{address} can be reached from other machines, and plain http would send passwords in the clear; give a \
         certificate and its key, or say that a proxy in front does TLS"
    )]
    Plain { address: SocketAddr },
    /// The counters would go over a network.
    #[error(
        "the counters are handed out without a password, so {address} has to be an address of this machine alone"
    )]
    OpenMetrics { address: SocketAddr },
    #[error("could not use {} for TLS: {reason}", path.display())]
    Tls { path: PathBuf, reason: String },
    #[error("`{}` is no address like https://fairplay.example.org", reports::visible(url))]
    Url { url: String },
    #[error(transparent)]
    Engines(#[from] StartError),
    #[error(transparent)]
    Notifications(#[from] NotificationError),
    #[error("the key that signs bundles cannot be used")]
    Key(#[from] BundleError),
    #[error("the threads of the service could not be started: {0}")]
    Runtime(std::io::Error),
}

/// State that every request shares. Clones share it.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) storage: Storage,
    pub(crate) texts: AllTexts,
    pub(crate) passwords: Passwords,
    pub(crate) limiter: Limiter,
    pub(crate) refusals: Refusals,
    pub(crate) rates: Rates,
    pub(crate) metrics: Metrics,
    pub(crate) results: Results,
    pub(crate) checks: TrfCache,
    /// Read what was uploaded: so many at once.
    uploads: Threads<()>,
    /// Checks bundles of strangers, one after the other.
    bundles: Threads<()>,
    /// Rating lists that come in at once: one.
    pub(crate) lists: Semaphore,
    /// Room for files on their way in.
    pub(crate) coming: Arc<Semaphore>,
    pub(crate) coming_of: Arc<Quota<Share>>,
    pub(crate) work: Work,
    /// Whether the last check of the file's pages failed.
    damaged: AtomicBool,
    /// When it was last seen that something can be written.
    written: tokio::sync::Mutex<Option<Instant>>,
    /// Signs bundles that leave.
    pub(crate) signing: SecretKey,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    pub(crate) fn open(settings: Settings) -> Result<Self, ServiceError> {
        let storage = Storage::open(&settings.data)?;
        temporary::sweep(&settings.data);
        // Reading an upload takes a core for a while, and half of them stay for the pages.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let uploads = Threads::start("uploads", (cores / 2).clamp(1, MAX_UPLOADS));
        let uploads = uploads.map_err(ServiceError::Runtime)?;
        let bundles = Threads::start("bundles", 1).map_err(ServiceError::Runtime)?;
        let passwords = Passwords::new(settings.password_cost).ok_or(ServiceError::Passwords)?;
        let signing = bundle_key::open(&settings.data)?;
        Ok(Self(Arc::new(Shared {
            storage,
            signing,
            texts: AllTexts::new(Messages::new),
            passwords,
            limiter: Limiter::default(),
            refusals: Refusals::default(),
            rates: Rates::new(settings.limits.requests_a_second, settings.limits.requests_at_once),
            metrics: Metrics::default(),
            results: Results::new(),
            checks: TrfCache::default(),
            uploads,
            bundles,
            lists: Semaphore::new(1),
            coming: Arc::new(Semaphore::new(MAX_INCOMING)),
            coming_of: Quota::new(settings.limits.uploads_of_one),
            work: Work::default(),
            damaged: AtomicBool::new(false),
            written: tokio::sync::Mutex::default(),
            settings,
        })))
    }

    /// Seconds since 1970 began.
    pub(crate) fn now(&self) -> i64 {
        self.settings.clock.now()
    }

    /// The time since the start.
    pub(crate) fn uptime(&self) -> Duration {
        self.settings.clock.uptime()
    }

    /// Checks the file for [`App::health`]: its pages, the stored bytes, and the tables against the audit log. It takes as
    /// long as reading the file. What agrees with no entry is told in the log of the process, and no reason to end the service.
    pub(crate) fn check_file(&self) {
        let checked = self.storage.check_now();
        let is_damaged = checked.as_ref().map_or(true, audit::Chain::is_damaged);
        self.damaged.store(is_damaged, Ordering::Relaxed);
        match checked {
            Err(error) => tracing::error!(%error, "check of the file"),
            Ok(chain) => {
                for finding in chain.findings() {
                    tracing::error!(%finding, "check of the file");
                }
            }
        }
    }

    /// Whether the file answers, is where it was opened, held at its last check, and can be written.
    pub(crate) async fn health(&self) -> Result<(), Problem> {
        if self.damaged.load(Ordering::Relaxed) {
            return Err(Problem::Inside);
        }
        if self.storage.free_bytes().is_some_and(|free| free < WRITE_BYTES) {
            return Err(Problem::NoSpace);
        }
        self.read(|c| Ok(c.query_row("SELECT 1", [], |_| Ok(()))?)).await?;
        self.storage.in_place()?;
        // Anybody may ask, and each try has to reach the disk.
        let mut written = self.written.lock().await;
        if written.is_none_or(|at| at.elapsed() >= WRITE_INTERVAL) {
            let service = Access::at_large(Actor::Service);
            self.change(service, |c| Ok(c.execute("UPDATE write_probe SET number = number + 1", [])?))
                .await?;
            *written = Some(Instant::now());
        }
        Ok(())
    }

    /// Whether so many bytes can be written without the reserve of the audit log. Where the system does not tell what is
    /// free, they can.
    pub(crate) fn has_space(&self, bytes: u64) -> Result<(), Problem> {
        let least = self.settings.limits.reserve_bytes.saturating_add(bytes);
        match self.storage.free_bytes() {
            Some(free) if free < least => Err(Problem::NoSpace),
            _ => Ok(()),
        }
    }

    /// Asks the storage something; all questions of one call see the same state.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> store::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.storage.read(work).await?)
    }

    /// [`App::read`] for a thread that may wait.
    pub(crate) fn read_now<T>(&self, work: impl FnOnce(&Connection) -> store::Result<T>) -> store::Result<T> {
        self.storage.read_now(work)
    }

    /// Reads what was uploaded, or is as large as that, in its turn.
    pub(crate) async fn read_upload<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        in_turn(&self.uploads, work).await
    }

    /// Checks a bundle in its turn.
    pub(crate) async fn check_bundle<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        in_turn(&self.bundles, work).await
    }

    /// Changes something at the present time, as a whole or not at all.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        access: Access,
        work: impl FnOnce(&Change<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let now = self.now();
        self.storage.write(move |c| work(&Change::new(c, now, access))).await
    }

    /// Changes something on behalf of the service, for a thread that may wait.
    pub(crate) fn change_now<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Change<'_>) -> store::Result<T> + Send + 'static,
    ) -> store::Result<T> {
        let (now, access) = (self.now(), Access::at_large(Actor::Service));
        self.storage.write_now(move |c| work(&Change::new(c, now, access)))
    }

    /// Whether browsers reach the service through TLS.
    pub(crate) fn secure(&self) -> bool {
        let plain = self.settings.url.as_ref().is_some_and(|url| url.starts_with("http://"));
        self.settings.tls.is_some() || (self.settings.behind_proxy && !plain)
    }

    pub(crate) fn link(&self, path: &str) -> String {
        let base = match &self.settings.url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if self.settings.tls.is_some() => format!("https://{}", self.settings.listen),
            None => format!("http://{}", self.settings.listen),
        };
        format!("{base}{path}")
    }

    /// A link that makes the first administrator, while there is none.
    pub(crate) fn first_link(&self) -> Result<Option<String>, ServiceError> {
        let secret = self.change_now(|c| {
            let secret = invitations::first(c)?;
            if secret.is_some() {
                c.log(Action::FirstLinkMade, "", "")?;
            }
            Ok(secret)
        })?;
        Ok(secret.map(|secret| self.link(&format!("/welcome/{}", secret.reveal()))))
    }
}

/// Does work in its turn, if its request still waits by then.
async fn in_turn<T: Send + 'static>(
    threads: &Threads<()>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let (client, _waits) = Client::new();
    Ok(threads.run(client, move |()| work()).await?)
}
