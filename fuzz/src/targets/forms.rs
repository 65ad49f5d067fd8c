//! Forms as browsers send them, to a service that somebody is signed in to: in one line what they are and where they go, then the
//! body. `TOKEN` stands for the token of the session.

use std::cell::OnceCell;

use service::fuzzed::Served;
use tempfile::TempDir;

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "forms",
    about: "forms over HTTP, with and without files",
    run,
    words: WORDS,
    made: Vec::new,
    data: &[],
};

/// Where forms go.
const PATHS: [&str; 5] = ["/events", "/login", "/events/1/files", "/events/1/name", "/account"];
const MULTIPART: &str = "multipart/form-data; boundary=";

thread_local! {
    static SERVED: OnceCell<(Served, TempDir)> = const { OnceCell::new() };
}

fn run(bytes: &[u8], bench: &mut Bench) {
    SERVED.with(|served| {
        let (served, folder) = served.get_or_init(|| {
            let folder = tempfile::tempdir().expect("a folder");
            (Served::new(folder.path()).expect("a service"), folder)
        });
        let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let (head, body) = bytes.split_at(end);
        let head = String::from_utf8_lossy(head);
        let (kind, path) = head.split_once(' ').unwrap_or((&head, ""));
        let kind = match kind.strip_prefix("form:") {
            Some(boundary) => format!("{MULTIPART}{boundary}"),
            None => "application/x-www-form-urlencoded".to_owned(),
        };
        let path = PATHS.iter().find(|known| **known == path.trim_end()).unwrap_or(&PATHS[0]);
        let body = with_token(body.get(1..).unwrap_or_default(), &served.csrf);
        let Some(status) = served.post(path, &kind, body) else { return };
        bench.trace.count(&format!("{path} {status}"), 1);
        assert!(status < 500 || status == 503, "{path}: an error inside, {status}");
        let left = std::fs::read_dir(folder.path()).expect("listed");
        let left = left.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned());
        let left: Vec<String> = left.filter(|name| !name.starts_with("fairplay.sqlite")).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    });
}

fn with_token(body: &[u8], token: &str) -> Vec<u8> {
    const PLACE: &[u8] = b"TOKEN";
    match body.windows(PLACE.len()).position(|window| window == PLACE) {
        Some(at) => [&body[..at], token.as_bytes(), &body[at + PLACE.len()..]].concat(),
        None => body.to_vec(),
    }
}

const WORDS: &[&[u8]] = &[
    b"TOKEN",
    b"csrf=TOKEN&",
    b"--XX\r\n",
    b"--XX--\r\n",
    b"Content-Disposition: form-data; name=\"csrf\"\r\n\r\n",
    b"Content-Disposition: form-data; name=\"file\"; filename=\"x.pgn\"\r\n",
    b"Content-Type: application/octet-stream\r\n",
    b"; filename*=UTF-8''",
    b"\r\n\r\n",
    b"%00",
    b"%",
    b"&",
    b"=",
    b"form:XX /events\n",
    b"form:XX /events/1/files\n",
    b"1. e4 e5 2. Nf3 1-0\n",
];
