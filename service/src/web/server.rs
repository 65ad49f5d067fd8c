//! Listening: connections in, answers out, a clean end.
//!
//! Connections are bounded in number, in all and from one network (see `places`). Each has a time in which its headers have to come, and one
//! in which something of an answer has to be taken, so that nobody holds the service by sending or reading nothing. When it stops, no new connection is taken and those at work are given time to finish.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Uri;
use axum::routing::get;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt as _;

use crate::app::{App, ServiceError, Settings, TlsFiles};
use crate::web::access::Peer;
use crate::web::api;
use crate::web::deadline::WriteDeadline;
use crate::web::limits::Limits;
use crate::web::places::{Activity, Places, Taken, Working};
use crate::web::routes;

/// How long the headers of a request may take, and how long a connection may be silent between requests.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long requests at work may take when the service stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// How long to wait when no connection can be taken, for want of file handles.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);
const METRICS_CONNECTIONS: usize = 8;

/// The service, opened and listening, not yet answering.
pub(crate) struct Server {
    app: App,
    tls: Option<TlsAcceptor>,
    pages: TcpListener,
    metrics: Option<TcpListener>,
}

/// Whether an address can be listened at in the clear.
fn check(settings: &Settings) -> Result<(), ServiceError> {
    let open = !settings.listen.ip().is_loopback();
    if open && settings.tls.is_none() && !settings.behind_proxy {
        return Err(ServiceError::Plain { address: settings.listen });
    }
    if let Some(address) = settings.metrics.filter(|address| !address.ip().is_loopback()) {
        return Err(ServiceError::OpenMetrics { address });
    }
    match &settings.url {
        Some(url) if !is_base(url) => Err(ServiceError::Url { url: url.clone() }),
        _ => Ok(()),
    }
}

fn is_base(url: &str) -> bool {
    let scheme = ["http", "https"];
    url.parse::<Uri>().is_ok_and(|uri| {
        let fits = uri.scheme_str().is_some_and(|own| scheme.contains(&own)) && uri.host().is_some();
        fits && uri.path() == "/" && uri.query().is_none() && !url.contains('@')
    })
}

impl Server {
    /// Opens the file and the addresses, unless the settings would let passwords go in the clear.
    pub(crate) async fn open(mut settings: Settings) -> Result<Self, ServiceError> {
        check(&settings)?;
        let tls = settings.tls.as_ref().map(acceptor).transpose()?;
        let pages = bound(settings.listen).await?;
        // The system may have chosen the port.
        settings.listen = pages.local_addr().unwrap_or(settings.listen);
        let metrics = match settings.metrics {
            None => None,
            Some(address) => Some(bound(address).await?),
        };
        let opened = tokio::task::spawn_blocking(move || App::open(settings)).await;
        let app = opened.map_err(|_| ServiceError::Runtime(std::io::Error::other("the start failed")))??;
        Ok(Self { app, tls, pages, metrics })
    }

    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    /// Answers until `stop` says so.
    pub(crate) async fn run(self, stop: watch::Receiver<bool>) {
        let router = routes::router(&self.app);
        let settings = &self.app.settings;
        let mut limits = settings.limits;
        if settings.behind_proxy {
            // Every connection is the proxy's.
            limits.connections_of_address = limits.connections;
        }
        let pages = listen(self.pages, router, self.tls, limits, stop.clone());
        let few = Limits { connections: METRICS_CONNECTIONS, ..limits };
        let counters = Router::new().route("/metrics", get(api::metrics)).with_state(self.app.clone());
        let metrics = async {
            if let Some(listener) = self.metrics {
                listen(listener, counters, None, few, stop).await;
            }
        };
        tokio::join!(pages, metrics);
    }
}

/// TLS by the service itself. The files are read at the start; after a renewal the service is started again.
fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, ServiceError> {
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect)
        .map_err(|error| unusable(&files.certificate, &error))?;
    if chain.is_empty() {
        return Err(unusable(&files.certificate, &"there is no certificate in it"));
    }
    if open_to_everybody(&files.key) {
        return Err(unusable(
            &files.key,
            &"everybody may read or change it; take that right away with chmod o=",
        ));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| unusable(&files.key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(&files.certificate, &error))?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(|error| unusable(&files.key, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Whether people beside the owner and the group of a file have rights to it. Tools for certificates use groups.
fn open_to_everybody(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        path.metadata().is_ok_and(|file| file.mode() & 0o007 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

fn unusable(path: &Path, reason: &dyn std::fmt::Display) -> ServiceError {
    ServiceError::Tls { path: path.to_owned(), reason: reason.to_string() }
}

async fn bound(address: SocketAddr) -> Result<TcpListener, ServiceError> {
    TcpListener::bind(address).await.map_err(|source| ServiceError::Listen { address, source })
}

async fn listen(
    listener: TcpListener,
    router: Router,
    tls: Option<TlsAcceptor>,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let places = Places::new(limits.connections, limits.connections_of_address);
    let graceful = GracefulShutdown::new();
    loop {
        let taken = tokio::select! {
            taken = next(&listener, &places) => taken,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, peer, Some((place, closed))) = taken else {
            tracing::debug!("an address has all the connections that it may have");
            continue;
        };
        let stream = WriteDeadline::new(stream, limits.write_time);
        let (router, tls, watcher) = (router.clone(), tls.clone(), graceful.watcher());
        tokio::spawn(async move {
            let activity = &place.activity;
            let served = async {
                match tls {
                    None => serve(stream, peer, router, watcher, activity).await,
                    Some(tls) => {
                        let accepted = tokio::time::timeout(HANDSHAKE_TIMEOUT, tls.accept(stream)).await;
                        if let Ok(Ok(stream)) = accepted {
                            serve(stream, peer, router, watcher, activity).await;
                        }
                    }
                }
            };
            tokio::select! {
                () = served => {}
                _ = closed => tracing::debug!("a silent connection was closed for another"),
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were cut off at the end");
    }
}

/// The next connection, with its place; without one it is closed.
async fn next(listener: &TcpListener, places: &Arc<Places>) -> (TcpStream, SocketAddr, Option<Taken>) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, places.take(peer.ip()).await),
            Err(error) => {
                tracing::warn!(%error, "no connection taken");
                tokio::time::sleep(ACCEPT_RETRY).await;
            }
        }
    }
}

async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
    watcher: hyper_util::server::graceful::Watcher,
    activity: &Arc<Activity>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let working = Working::begin(activity);
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer.ip()));
        let answer = router.clone().oneshot(request);
        async move {
            let answer = answer.await;
            drop(working);
            answer
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "connection");
    }
}
