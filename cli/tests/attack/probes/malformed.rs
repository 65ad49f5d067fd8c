//! Bytes that are no requests, and forms that are no forms: the server answers no 500 and goes on.

use std::time::{Duration, Instant};

use super::floods::started;
use super::http::{Body, FileStands, Person, Then, ask, exchange};
use super::mutation::{Random, damaged};
use super::server::Server;
use super::tally::Probe;

pub(super) const NAME: &str = "malformed requests and forms";

const MUTATIONS: usize = 400;

fn requests() -> Vec<Vec<u8>> {
    let long = |length: usize| "a".repeat(length);
    let many = |number: usize| (0..number).map(|n| format!("X-{n}: b\r\n")).collect::<String>();
    let mut all: Vec<Vec<u8>> = [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/0.9\r\nHost: x\r\n\r\n",
        "GET  /  HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET //evil.example HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /assets/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /?%%%% HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nCookie: fairplay=\u{1b}[31m\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\n\n",
        "GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nAccept-Language: \u{fffd};q=nan\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ,,,,\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=0-,0-,0-\r\n\r\n",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        "POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n",
        "POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        "POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nx",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 12\r\n\r\nlogin=%&%%=%",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: a/b; charset=\"\r\nContent-Length: 1\r\n\r\nx",
        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}",
        "SSH-2.0-x\r\n",
        "{\"jsonrpc\": 1}\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    all.extend(
        [
            format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", long(200_000)),
            format!("GET /?{} HTTP/1.1\r\nHost: x\r\n\r\n", long(60_000)),
            format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", long(200_000)),
            format!("GET / HTTP/1.1\r\nHost: x\r\nCookie: {}\r\n\r\n", "fairplay=x; ".repeat(15_000)),
            format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", many(20_000)),
            format!("{} / HTTP/1.1\r\nHost: x\r\n\r\n", long(100_000)),
            format!("GET /events/{} HTTP/1.1\r\nHost: x\r\n\r\n", "%2f".repeat(5_000)),
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(300),
        ]
        .map(String::into_bytes),
    );
    all
}

/// Bodies that are no forms with files, and how they are named.
fn forms(word: &str) -> Vec<(String, Vec<u8>)> {
    let part = |head: &str, body: &str| format!("--B\r\n{head}\r\n\r\n{body}\r\n");
    let csrf = part("Content-Disposition: form-data; name=\"csrf\"", word);
    let file = part("Content-Disposition: form-data; name=\"file\"; filename=\"a.pgn\"", "1. e4 *");
    let kind = || "multipart/form-data; boundary=B".to_owned();
    let bodies = [
        String::new(),
        "--B--\r\n".to_owned(),
        csrf.clone(),
        format!("{csrf}--B"),
        format!("{csrf}{file}"),
        format!("{csrf}{csrf}{file}--B--\r\n"),
        format!("{csrf}--B\r\n\r\n\r\n--B--\r\n"),
        format!("{csrf}--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--\r\n"),
        format!(
            "{csrf}--B\r\nContent-Disposition: form-data; name=\"file\"; filename*=UTF-8''%ff%fe%00\r\n\r\nx\r\n--B--\r\n"
        ),
        format!(
            "{csrf}{}--B--\r\n",
            part(
                "Content-Disposition: form-data; name=\"file\"; filename=\"../../../etc/passwd\"",
                "1. e4 *"
            )
        ),
        format!(
            "{csrf}{}--B--\r\n",
            part("Content-Disposition: form-data; name=\"file\"; filename=\"\u{202e}\u{1b}[31m\"", "1. e4 *")
        ),
        format!(
            "{csrf}{}--B--\r\n",
            part(&format!("Content-Disposition: form-data; name=\"{}\"", "n".repeat(60_000)), "x")
        ),
        format!(
            "{csrf}{}--B--\r\n",
            part(
                &format!("X: {}\r\nContent-Disposition: form-data; name=\"file\"", "n".repeat(200_000)),
                "x"
            )
        ),
        format!("{csrf}{}--B--\r\n", part("Content-Disposition: form-data; name=\"x\"", "y").repeat(5_000)),
        format!("{csrf}{}--B--\r\n", file.repeat(2_000)),
        format!("{}{}{file}--B--\r\n", "--".repeat(100_000), csrf),
        format!("{csrf}{}", "-".repeat(300_000)),
    ];
    let mut all: Vec<(String, Vec<u8>)> =
        bodies.into_iter().map(|body| (kind(), body.into_bytes())).collect();
    for kind in [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"",
        "multipart/form-data; boundary=\r",
        "multipart/mixed; boundary=B",
        "application/json",
        "application/x-www-form-urlencoded; charset=utf-7",
    ] {
        all.push((kind.to_owned(), format!("{csrf}{file}--B--\r\n").into_bytes()));
    }
    let long = format!("multipart/form-data; boundary={}", "B".repeat(70_000));
    all.push((long, format!("{csrf}{file}--B--\r\n").into_bytes()));
    all
}

/// Sends a whole request, which has to be answered within a time, and not by a failure of the server.
pub(super) fn is_answered(probe: &mut Probe, server: &Server, bytes: &[u8], most: Duration) -> u16 {
    let (begun, answer) = (Instant::now(), ask(&server.address, bytes));
    let took = begun.elapsed();
    let failed = answer.status == 0 || (answer.status >= 500 && ![503, 507].contains(&answer.status));
    let start = || String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    probe.holds(!failed && took < most, || format!("{:?}: {} after {took:?}", start(), answer.told()));
    goes_on(probe, server, start);
    answer.status
}

/// Sends bytes that may be no request, and ends or waits a little; the server must not have failed.
fn survives(probe: &mut Probe, server: &Server, bytes: &[u8], then: Then) {
    let answer = exchange(&server.address, bytes, then);
    let text = String::from_utf8_lossy(&answer[..answer.len().min(300)]).into_owned();
    let failed = text.starts_with("HTTP/1.1 5") && !text.starts_with("HTTP/1.1 503");
    let start = || String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    probe.holds(!failed, || format!("{:?}: {text}", start()));
    goes_on(probe, server, start);
}

fn goes_on(probe: &mut Probe, server: &Server, after: impl Fn() -> String) {
    let health = Person::nobody(&server.address).get("/health");
    probe.holds(health.status == 200, || format!("after {:?} the server is {}", after(), health.told()));
}

pub(super) fn sent() -> Probe {
    let mut probe = Probe::new(NAME);
    let (_home, server, admin) = started("");
    let made = admin.upload("/events", "Open", ("a.pgn", b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n"));
    assert_eq!(made.leads_to(), "1");
    for request in requests() {
        survives(&mut probe, &server, &request, Then::End);
    }
    for path in ["/events/1/files", "/verify", "/events/1/aliases", "/ratings"] {
        for (kind, body) in forms(&admin.word) {
            let request = admin.request("POST", path, &[], &Body::Bytes(&kind, &body));
            survives(&mut probe, &server, &request, Then::End);
            // A form whose sender has gone is not read to its end.
            survives(&mut probe, &server, &request, Then::Wait);
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    let fields = [("csrf", admin.word.as_str()), ("name", "x")];
    let form = Body::Parts(&fields, ("file", "a.pgn", b"[White \"A\"]\n\n1. e4 e5 *\n"), FileStands::Last);
    let seeds = [
        admin.request(
            "GET",
            "/events/1/players?name=a&sort=rating",
            &[("Accept-Language", "uk, en;q=0.5")],
            &Body::Nothing,
        ),
        admin.request("POST", "/events/1/name", &[("Origin", "http://x")], &Body::Fields(&fields)),
        admin.request("POST", "/events/1/files", &[], &form),
        admin.request(
            "POST",
            "/api/v1/events/1/absences",
            &[("Authorization", "Bearer x")],
            &Body::Bytes("application/json", b"{}"),
        ),
    ];
    let mut random = Random::new(20_261_129);
    for n in 0..MUTATIONS {
        let then = if n % 2 == 0 { Then::End } else { Then::Wait };
        survives(&mut probe, &server, &damaged(&mut random, &seeds[n / 2 % seeds.len()]), then);
    }
    probe
}
