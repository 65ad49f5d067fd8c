//! Documents over HTTP from servers that behave and servers that do not.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod serve;

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use datasets::live::{Limits, Source, SourceError, UrlSource};
use flate2::Compression;
use flate2::write::GzEncoder;
use serve::{Server, answer};

const PGN: &[u8] = b"[Event \"Open\"]\n\n1. e4 e5 *\n";

fn limits() -> Limits {
    Limits { document_bytes: 1000, timeout: Duration::from_millis(700), ..Limits::default() }
}

fn source(server: &Server, path: &str) -> UrlSource {
    UrlSource::new(&server.url(path), limits()).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn an_unchanged_document_costs_a_status_line() {
    let server = Server::start(|request| match request.header("if-none-match") {
        Some("\"v1\"") => b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".to_vec(),
        _ => answer("200 OK", "ETag: \"v1\"\r\nLast-Modified: Sat, 12 Apr 2025 10:00:00 GMT\r\n", PGN),
    });
    let mut source = source(&server, "/live/games.pgn");
    let first = source.poll().unwrap();
    assert!(first.changed);
    assert_eq!(first.documents[0].bytes, PGN);
    assert_eq!(first.documents[0].name, "games.pgn");
    assert!(!source.poll().unwrap().changed);
    let asked = server.asked();
    assert_eq!(asked.len(), 2);
    assert_eq!(asked[0].header("if-none-match"), None);
    assert_eq!(asked[1].header("if-modified-since"), Some("Sat, 12 Apr 2025 10:00:00 GMT"));
    assert!(asked[0].header("user-agent").unwrap().starts_with("fairplay/"));
}

#[test]
fn without_etag_the_bytes_decide() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |_| {
        let body: &[u8] = if count.fetch_add(1, Ordering::SeqCst) < 2 { PGN } else { b"1. d4 *\n" };
        answer("200 OK", "", body)
    });
    let mut source = source(&server, "/g.pgn");
    assert!(source.poll().unwrap().changed);
    assert!(!source.poll().unwrap().changed);
    assert_eq!(source.poll().unwrap().documents[0].bytes, b"1. d4 *\n");
}

#[test]
fn packed_answers_are_unpacked_within_the_bound() {
    let server = Server::start(|request| {
        let body = if request.path == "/bomb" { gzip(&[b' '; 1_000_000]) } else { gzip(PGN) };
        assert!(body.len() < 1000 + 100, "small on the wire");
        answer("200 OK", "Content-Encoding: gzip\r\n", &body)
    });
    assert_eq!(source(&server, "/g.pgn").poll().unwrap().documents[0].bytes, PGN);
    let error = source(&server, "/bomb").poll().unwrap_err();
    assert!(matches!(error, SourceError::TooLarge { limit: 1000, .. }), "{error}");
}

#[test]
fn too_much_is_refused_announced_or_not() {
    let server = Server::start(|request| match request.path.as_str() {
        "/announced" => {
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n".to_vec()
        }
        "/exact" => answer("200 OK", "", &[b' '; 1000]),
        _ => {
            let mut bytes = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".to_vec();
            bytes.extend_from_slice(&[b' '; 1001]);
            bytes
        }
    });
    for path in ["/announced", "/silent"] {
        let error = source(&server, path).poll().unwrap_err();
        assert!(matches!(error, SourceError::TooLarge { limit: 1000, .. }), "{path}: {error}");
    }
    assert!(source(&server, "/exact").poll().is_ok());
}

#[test]
fn a_slow_server_does_not_hold_anybody_up() {
    let server = Server::start(|_| {
        std::thread::sleep(Duration::from_millis(1500));
        answer("200 OK", "", PGN)
    });
    let started = Instant::now();
    let error = source(&server, "/g.pgn").poll().unwrap_err();
    assert!(started.elapsed() < Duration::from_millis(1400), "{:?}", started.elapsed());
    assert!(matches!(error, SourceError::Transport { .. }), "{error}");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(5)));
}

#[test]
fn answers_that_break_off_or_make_no_sense_are_no_documents() {
    let server = Server::start(|request| match request.path.as_str() {
        "/short" => b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 500\r\n\r\n1. e4 e5".to_vec(),
        "/chunk" => {
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n1. e4 e5\r\n"
                .to_vec()
        }
        "/gzip" => answer("200 OK", "Content-Encoding: gzip\r\n", &gzip(PGN)[..12]),
        "/garbage" => b"\x00\x01 what?\r\n\r\n".to_vec(),
        _ => Vec::new(),
    });
    for path in ["/short", "/chunk", "/gzip", "/garbage", "/nothing"] {
        let error = source(&server, path).poll().unwrap_err();
        assert!(matches!(error, SourceError::Transport { .. }), "{path}: {error}");
    }
}

#[test]
fn failures_ask_for_more_and_more_patience() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0..=2 => answer("500 Internal Server Error", "", b"oops"),
        3 => answer("503 Service Unavailable", "Retry-After: 120\r\n", b""),
        4 => answer("429 Too Many Requests", "Retry-After: 999999999\r\n", b""),
        5 => answer("200 OK", "", PGN),
        _ => answer("404 Not Found", "", b""),
    });
    let mut source = source(&server, "/g.pgn");
    let mut waits = Vec::new();
    for _ in 0..5 {
        waits.push(source.poll().unwrap_err().retry_after().unwrap().as_secs());
    }
    assert_eq!(waits, [5, 10, 20, 120, 3600]);
    assert!(source.poll().unwrap().changed);
    let error = source.poll().unwrap_err();
    assert!(matches!(error, SourceError::Status { status: 404, .. }), "{error}");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(5)), "counted anew after a success");
}

#[test]
fn redirects_are_followed_but_not_for_ever() {
    let server = Server::start(|request| match request.path.as_str() {
        "/old" => answer("302 Found", "Location: /g.pgn\r\n", b""),
        "/g.pgn" => answer("200 OK", "", PGN),
        _ => answer("302 Found", "Location: /loop\r\n", b""),
    });
    assert_eq!(source(&server, "/old").poll().unwrap().documents[0].bytes, PGN);
    server.asked();
    let error = source(&server, "/loop").poll().unwrap_err();
    assert!(matches!(error, SourceError::Transport { .. }), "{error}");
    assert!(server.asked().len() <= 7);
}

#[test]
fn https_needs_a_server_that_speaks_it() {
    let server = Server::start(|_| answer("200 OK", "", PGN));
    let url = server.url("/g.pgn").replace("http://", "https://");
    match UrlSource::new(&url, limits()) {
        Ok(mut source) => assert!(matches!(source.poll(), Err(SourceError::Transport { .. }))),
        // A machine without root certificates says so at once.
        Err(error) => assert!(error.to_string().contains("root certificates"), "{error}"),
    }
}

#[test]
fn nobody_there_is_said_without_secrets() {
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let url = format!("http://me:secret@127.0.0.1:{port}/g.pgn?token=hidden");
    let error = UrlSource::new(&url, limits()).unwrap().poll().unwrap_err().to_string();
    assert!(error.contains(&format!("http://127.0.0.1:{port}/g.pgn")), "{error}");
    assert!(!error.contains("secret") && !error.contains("hidden"), "{error}");
}

#[test]
fn packed_files_are_named() {
    let server = Server::start(|_| answer("200 OK", "", &gzip(PGN)));
    let error = source(&server, "/g.pgn.gz").poll().unwrap_err();
    assert!(matches!(error, SourceError::NotText { .. }), "{error}");
}
