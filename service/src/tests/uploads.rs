//! Files of games: what is kept and counted, and what is refused and how.

use std::io::Write as _;

use axum::http::StatusCode;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::test_server::{Answer, Browser, GAMES, TestServer, lacks, says};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

/// A zip archive in which every file has the same bytes.
pub(super) fn zip(names: &[&str], body: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in names {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(*name, options).expect("memory does not fail");
        archive.write_all(body).expect("memory does not fail");
    }
    archive.finish().expect("memory does not fail").into_inner()
}

#[test]
fn an_event_is_made_by_dropping_games_and_every_game_is_accounted_for() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let page = server.get(&chief, &format!("/events/{event}")).text();
    says(
        &page,
        &[
            "Games: 3 in = 1 that can be scored + 1 set aside + 1 quarantined.",
            "4 players.",
            "Played from 2026.03.01 to 2026.03.01.",
            "no moves played: 1",
            "Ke3",
            "spring.pgn",
        ],
    );
    // From `sha256sum` of the same bytes.
    let sha256 = uci_pool::hex(&<sha2::Sha256 as sha2::Digest>::digest(GAMES.as_bytes()));
    assert!(page.contains(&sha256));
    let back = server.get(&chief, &format!("/events/{event}/files/1"));
    assert_eq!(back.body, GAMES.as_bytes(), "byte for byte");
    assert_eq!(
        back.header("content-disposition"),
        format!("attachment; filename=\"event-{event}-file-1.pgn\"")
    );
}

#[test]
fn packed_files_are_read_and_copies_across_files_are_found() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let path = format!("/events/{event}/files");
    let add = |name: &str, bytes: &[u8]| server.upload(&chief, &path, "", (name, bytes));
    assert_eq!(add("again.pgn.gz", &gzip(GAMES.as_bytes())).leads(), format!("/events/{event}"));
    assert_eq!(
        add("zip.zip", &zip(&["../../games.pgn"], GAMES.as_bytes())).leads(),
        format!("/events/{event}")
    );
    let zst = zstd::encode_all(GAMES.as_bytes(), 1).expect("memory does not fail");
    assert_eq!(add("z.pgn.zst", &zst).leads(), format!("/events/{event}"));
    let page = server.get(&chief, &format!("/events/{event}")).text();
    let said = "Games: 12 in = 1 that can be scored + 7 set aside + 4 quarantined.";
    assert!(page.contains(said), "{page}");
    assert!(page.contains("repeats another game: 3"), "{page}");
}

#[test]
fn what_cannot_be_taken_is_refused_in_plain_words_and_leaves_nothing() {
    let server = TestServer::with(|settings| {
        settings.limits.upload_bytes = 100_000;
        settings.limits.unpacked_bytes = 2_000_000;
        settings.limits.games = 50;
    });
    let (event, chief) = server.event("chief");
    let path = format!("/events/{event}/files");
    let bomb = gzip(&vec![b' '; 90_000_000]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let nested = gzip(&gzip(&vec![b'a'; 1_000_000]));
    let wide: Vec<u8> = GAMES.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cut = gzip(GAMES.as_bytes());
    let cases: [(&str, Vec<u8>, StatusCode, &str); 12] = [
        ("huge.pgn", vec![b'a'; 100_001], StatusCode::PAYLOAD_TOO_LARGE, "More was sent"),
        ("bomb.gz", bomb, StatusCode::BAD_REQUEST, "unpacks to more"),
        ("nested.gz", nested, StatusCode::BAD_REQUEST, "No game in this file"),
        (
            "picture.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(),
            StatusCode::BAD_REQUEST,
            "No game in this file",
        ),
        (
            "page.html",
            b"<html><script>alert(1)</script></html>".to_vec(),
            StatusCode::BAD_REQUEST,
            "No game in this file",
        ),
        ("empty.pgn", Vec::new(), StatusCode::BAD_REQUEST, "No game in this file"),
        ("zeros.pgn", vec![0; 50_000], StatusCode::BAD_REQUEST, "No game in this file"),
        ("wide.pgn", [b"\xff\xfe".to_vec(), wide].concat(), StatusCode::BAD_REQUEST, "UTF-16"),
        ("cut.gz", cut[..cut.len() / 2].to_vec(), StatusCode::BAD_REQUEST, "cannot be read to its end"),
        (
            "two.zip",
            zip(&["a.pgn", "b.pgn"], GAMES.as_bytes()),
            StatusCode::BAD_REQUEST,
            "more than one file",
        ),
        ("many.pgn", GAMES.repeat(17).into_bytes(), StatusCode::BAD_REQUEST, "no more games than this"),
        ("spring.pgn", GAMES.as_bytes().to_vec(), StatusCode::BAD_REQUEST, "this very file already"),
    ];
    for (name, bytes, status, said) in cases {
        let answer = server.upload(&chief, &path, "", (name, &bytes));
        assert_eq!(answer.status, status, "{name}: {}", answer.text());
        assert!(answer.text().contains(said), "{name}: {}", answer.text());
        let answer = server.upload(&chief, "/events", "Another", (name, &bytes));
        let known_elsewhere = name == "spring.pgn";
        assert_eq!(answer.status == status, !known_elsewhere, "{name} into a new event");
    }
    assert_eq!(server.rows("file"), 2, "the first, and the same one in a new event");
    assert_eq!(server.rows("event"), 2);
    let left: Vec<_> = std::fs::read_dir(server.folder.path())
        .expect("listed")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with("fairplay.sqlite"))
        .collect();
    assert_eq!(left, Vec::<String>::new(), "no temporary file stays");
}

#[test]
fn names_are_shown_and_never_believed() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let script = "<script>alert('x')</script>";
    let games = "[Event \"<b>x</b>\"]\n[White \"<img src=x onerror=alert(1)>\"]\n[Black \"B\"]\n\n1. e4 <i>e5</i> *\n\n\
                 [White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *\n";
    let made = server.upload(&chief, "/events", script, ("../../<script>.pgn", games.as_bytes()));
    let page = server.get(&chief, made.leads()).text();
    assert!(page.contains("&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;"), "{page}");
    lacks(&page, &["<script", "<img", "<b>", "<i>", "../"]);
    assert!(server.get(&chief, "/").text().contains("&#60;script&#62;"));
    for name in ["", "   ", "a\nb", "\u{202e}", &"x".repeat(121)] {
        assert_eq!(
            server.upload(&chief, "/events", name, ("a.pgn", GAMES.as_bytes())).status,
            StatusCode::BAD_REQUEST,
            "{name:?}"
        );
    }
    assert_eq!(event, 1);
}

#[test]
fn a_form_that_ends_early_or_is_no_form_is_refused() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let path = format!("/events/{event}/files");
    let ask = |body: Vec<u8>| -> Answer {
        let request = axum::http::Request::post(&path)
            .header("cookie", format!("fairplay={}", chief.session.clone().unwrap_or_default()))
            .header("content-type", "multipart/form-data; boundary=XX")
            .body(axum::body::Body::from(body));
        server.ask(request.expect("a request"))
    };
    let word = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{}\r\n--XX",
        chief.csrf_token()
    );
    let file = "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pgn\"\r\n\r\n1. e4";
    for (rest, status) in [
        ("", StatusCode::BAD_REQUEST),
        ("--\r\n", StatusCode::BAD_REQUEST),
        (file, StatusCode::BAD_REQUEST),
        ("\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--XX--\r\n", StatusCode::FORBIDDEN),
    ] {
        let answer = ask([word.as_bytes(), rest.as_bytes()].concat());
        assert_eq!(answer.status, status, "{rest:?}: {}", answer.text());
    }
    assert_eq!(server.rows("file"), 1);
    let anybody = Browser::default();
    assert_eq!(server.upload(&anybody, &path, "", ("a.pgn", b"1. e4 *")).leads(), "/login");
}
