//! The service as it listens: sockets, TLS, the end.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::TcpSocket;

use super::following::follow;
use super::test_server::{TestServer, settings};
use crate::accounts::roles::Role;
use crate::app::{ServiceError, Settings, TlsFiles};
use crate::clock::Clock;
use crate::run::{Started, run};
use crate::store::audit::{self, HeadList, heads};
use crate::store::backup::open_for_reading;

pub(super) struct Running {
    pub(super) started: Started,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), ServiceError>>,
    _folder: Arc<TempDir>,
}

pub(super) fn start(change: impl FnOnce(&mut Settings)) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(&folder, &Clock::system());
    change(&mut settings);
    start_in(Arc::new(folder), settings)
}

pub(super) fn start_in(folder: Arc<TempDir>, settings: Settings) -> Running {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let (send, receive): (_, Receiver<Started>) = channel();
    let thread = std::thread::spawn(move || {
        run(
            settings,
            move |started| send.send(started.clone()).expect("somebody waits"),
            move || asked.load(Ordering::SeqCst),
        )
    });
    let started = receive.recv_timeout(Duration::from_secs(30)).expect("it starts");
    Running { started, stop, thread, _folder: folder }
}

impl Running {
    pub(super) fn end(self) {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.join().expect("no panic").expect("a clean end");
    }
}

fn raw(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("set");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    let _end = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn it_answers_and_stops_when_told() {
    let running = start(|_| {});
    assert!(running.started.first_link.as_ref().is_some_and(|link| link.contains("/welcome/")));
    let address = running.started.listen;
    let answer = raw(address, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("\r\n\r\nok\n"), "{answer}");
    let answer = raw(address, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 303") && answer.contains("\r\nlocation: /login\r\n"), "{answer}");
    let answer = raw(address, "\x16\x03\x01 no http at all\r\n\r\n");
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    // A connection that says nothing does not keep the service from stopping.
    let _silent = TcpStream::connect(address).expect("connected");
    let start = Instant::now();
    running.end();
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    assert!(TcpStream::connect(address).is_err());
}

/// A source that takes every question and answers none holds up neither the next one nor the end of the service.
#[test]
fn a_slow_source_holds_up_neither_others_nor_the_end() {
    let [slow, fast] = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"));
    let address = |listener: &TcpListener| listener.local_addr().expect("an address");
    let server = TestServer::with(|settings| settings.live.private_addresses = true);
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    follow(&server, &chief, &format!("http://{}/tournament.json", address(&slow)), "0");
    follow(&server, &chief, &format!("http://{}/games.pgn", address(&fast)), "0");
    let (folder, settings) = server.closed();
    let running = start_in(folder, settings);
    let _unanswered = slow.accept().expect("the slow source is asked first");
    let begun = Instant::now();
    let _asked = fast.accept().expect("the other one is asked");
    // A question to the slow source takes fifteen seconds.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let begun = Instant::now();
    running.end();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn one_address_holds_no_more_than_its_connections() {
    let running = start(|settings| settings.limits.connections_of_address = 3);
    let address = running.started.listen;
    let mut silent: Vec<TcpStream> =
        (0..3).map(|_| TcpStream::connect(address).expect("connected")).collect();
    let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let answer = raw(address, request);
    assert_eq!(answer, "", "a fourth connection is closed");
    silent.pop();
    // The server may see the end of a connection a little later.
    let answered = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        raw(address, request).starts_with("HTTP/1.1 200 OK")
    });
    assert!(answered);
    running.end();
}

/// Four machines that open what they may and say nothing.
#[cfg(target_os = "linux")]
#[test]
fn silent_connections_of_a_few_addresses_keep_nobody_out() {
    let running = start(|_| {});
    let address = running.started.listen;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let connected = |machine: u8| {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(([127, 0, 0, machine], 0).into()).expect("bound");
        runtime.block_on(socket.connect(address)).expect("connected")
    };
    let mut silent: Vec<_> = (2..=5).flat_map(|machine| [machine; 256]).map(connected).collect();
    let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    for _ in 0..20 {
        let begun = Instant::now();
        assert!(raw(address, request).starts_with("HTTP/1.1 200 OK"));
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
    // Each of many machines holds little: all places are taken, and the oldest that said nothing goes.
    silent.extend((6..=250).map(connected));
    let begun = Instant::now();
    assert!(raw(address, request).starts_with("HTTP/1.1 200 OK"));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    running.end();
}

#[test]
fn a_client_that_reads_nothing_is_left() {
    let running = start(|settings| settings.limits.write_time = Duration::from_secs(1));
    let mut stream = TcpStream::connect(running.started.listen).expect("connected");
    stream.set_write_timeout(Some(Duration::from_millis(200))).expect("set");
    let request = "GET /assets/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let begun = Instant::now();
    let left = loop {
        match stream.write_all(request.as_bytes()) {
            Err(error) if !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => break true,
            _ if begun.elapsed() > Duration::from_secs(60) => break false,
            _ => {}
        }
    };
    assert!(left, "the connection is still there");
    running.end();
}

#[test]
fn counters_are_handed_out_on_an_address_of_their_own() {
    let free = TcpListener::bind("127.0.0.1:0").expect("bound").local_addr().expect("an address");
    let running = start(|settings| settings.metrics = Some(free));
    raw(running.started.listen, "GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let answer = raw(free, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let line = "fairplay_requests_total{path=\"/login\",method=\"GET\",status=\"200\"} 1";
    assert!(answer.contains(line), "{answer}");
    running.end();
}

#[test]
fn what_would_be_open_to_others_in_the_clear_is_refused() {
    let refused = |change: &dyn Fn(&mut Settings)| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = settings(&folder, &Clock::system());
        change(&mut settings);
        run(settings, |_| {}, || true).expect_err("refused").to_string()
    };
    let text = refused(&|settings| settings.listen = "0.0.0.0:0".parse().expect("an address"));
    assert!(text.contains("passwords in the clear"), "{text}");
    let text = refused(&|settings| settings.metrics = "0.0.0.0:0".parse().ok());
    assert!(text.contains("this machine alone"), "{text}");
    let text = refused(&|settings| settings.url = Some("https://a/b".to_owned()));
    assert!(text.contains("is no address like"), "{text}");
    let text = refused(&|settings| {
        settings.tls = Some(TlsFiles { certificate: "no/such.pem".into(), key: "no/such.key".into() });
    });
    assert!(text.contains("no/such.pem"), "{text}");
}

fn set_mode(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let rights = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, rights).expect("set");
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

#[test]
fn tls_with_a_certificate_of_ones_own() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| {
        let path = folder.path().join(name);
        std::fs::copy(source.join(name), &path).expect("copied");
        set_mode(&path, 0o640);
        path
    };
    let running = start(|settings| {
        settings.tls = Some(TlsFiles { certificate: file("certificate.pem"), key: file("key.pem") });
        settings.url = None;
    });
    let root = std::fs::read(file("root.pem")).expect("read");
    let root = ureq::tls::Certificate::from_pem(&root).expect("a certificate");
    let roots = ureq::tls::RootCerts::from(vec![root]);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ureq::tls::TlsConfig::builder()
        .root_certs(roots)
        .unversioned_rustls_crypto_provider(provider)
        .build();
    let agent = ureq::Agent::config_builder().tls_config(tls).max_redirects(0).build().new_agent();
    let port = running.started.listen.port();
    let mut answer = agent.get(format!("https://localhost:{port}/login")).call().expect("answered");
    assert_eq!(
        answer.headers().get("strict-transport-security").map(axum::http::HeaderValue::as_bytes),
        Some(b"max-age=63072000".as_slice())
    );
    assert!(answer.body_mut().read_to_string().expect("text").contains("fairplay"));
    let plain = raw(running.started.listen, "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(!plain.contains("HTTP/1.1 200"), "{plain}");
    running.end();
    let refused = |certificate: PathBuf, key: PathBuf| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = settings(&folder, &Clock::system());
        settings.tls = Some(TlsFiles { certificate, key });
        run(settings, |_| {}, || true).expect_err("refused").to_string()
    };
    if cfg!(unix) {
        let open = file("key.pem");
        set_mode(&open, 0o644);
        let text = refused(file("certificate.pem"), open);
        assert!(text.contains("everybody may read"), "{text}");
    }
    let swapped = refused(file("key.pem"), file("certificate.pem"));
    assert!(swapped.contains("key.pem") && !swapped.contains("PRIVATE"), "{swapped}");
}

/// Whoever copies the file after a clean stop has everything, also on the first day, when all of it was beside the file.
#[test]
fn after_the_end_the_file_alone_is_the_whole() {
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let settings = settings(&folder, &Clock::system());
    let data = settings.data.clone();
    let running = start_in(Arc::clone(&folder), settings);
    let listen = running.started.listen;
    let answer = raw(listen, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    running.end();
    let log = crate::store::beside(&data, "-wal");
    assert_eq!(log.metadata().map_or(0, |log| log.len()), 0, "nothing lies beside it");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let copy = elsewhere.path().join("copy.sqlite");
    std::fs::copy(&data, &copy).expect("copied");
    let heads = heads::read(&heads::path(&data)).expect("a list");
    let last = heads.last().expect("a head").to_string();
    let noted = [HeadList { place: "list".to_owned(), heads }];
    let chain = audit::check(&open_for_reading(&copy).expect("a file of the service"), &noted).expect("read");
    assert!(chain.holds() && chain.entries > 0, "{:?}", chain.findings());
    assert_eq!(chain.head().to_string(), last);
}
