//! Files that mean harm: packed bombs of every kind, archives that lie or are damaged, names that want to be paths or scripts.

use std::io::Write as _;

use axum::http::StatusCode;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::test_server::{GAMES, TestServer, lacks};
use super::uploads::zip;

/// A zip archive of one file whose list of contents is changed: `value` stands `at` bytes into its entry.
fn tampered(body: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut archive = zip(&["a.pgn"], body);
    let entry = archive.windows(4).rposition(|head| head == b"PK\x01\x02").expect("a list of contents");
    archive[entry + at..][..value.len()].copy_from_slice(value);
    archive
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

/// What lies beside the service's file.
fn left(server: &TestServer) -> Vec<String> {
    let entries = std::fs::read_dir(server.folder.path()).expect("listed");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| !name.starts_with("fairplay.sqlite")).collect()
}

#[test]
fn bombs_and_damaged_archives_are_refused_and_leave_nothing() {
    let server = TestServer::with(|settings| {
        settings.limits.upload_bytes = 200_000;
        settings.limits.unpacked_bytes = 2_000_000;
    });
    let (event, chief) = server.event("chief");
    let path = format!("/events/{event}/files");
    let spaces = vec![b' '; 90_000_000];
    let moves = format!("[White \"A\"]\n[Black \"B\"]\n\n{}", "1. e4 e5 ".repeat(3_000_000));
    let whole = zip(&["a.pgn"], GAMES.as_bytes());
    let zst = zstd::encode_all(GAMES.as_bytes(), 1).expect("memory does not fail");
    let mut flipped = gzip(GAMES.as_bytes());
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    let bombs: [(&str, Vec<u8>); 5] = [
        ("bomb.zip", zip(&["a.pgn"], &spaces)),
        // Says that it unpacks to ten bytes.
        ("modest.zip", tampered(&spaces, 24, &10_u32.to_le_bytes())),
        ("bomb.zst", zstd::encode_all(&spaces[..], 19).expect("packed")),
        ("bomb.gz", gzip(&spaces)),
        ("one-game.gz", gzip(moves.as_bytes())),
    ];
    for (name, bytes) in &bombs {
        assert!(bytes.len() < 200_000, "{name}: {}", bytes.len());
    }
    let damaged: [(&str, Vec<u8>); 8] = [
        ("cut.zip", whole[..whole.len() / 2].to_vec()),
        ("header.zip", whole[..20].to_vec()),
        ("noise.zip", [&whole[..40], &[0xa5; 5_000]].concat()),
        ("cut.zst", zst[..zst.len() / 2].to_vec()),
        ("magic.zst", b"\x28\xb5\x2f\xfd".to_vec()),
        ("magic.gz", b"\x1f\x8b".to_vec()),
        ("flipped.gz", flipped),
        ("method.zip", tampered(GAMES.as_bytes(), 10, &[99])),
    ];
    let before = ["file", "file_piece", "event", "job"].map(|table| server.rows(table));
    for (name, bytes) in bombs.iter().chain(&damaged) {
        for to in [path.as_str(), "/events"] {
            let answer = server.upload(&chief, to, "Another", (name, bytes));
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name} to {to}: {}", answer.text());
            assert!(answer.text().contains("This did not work"), "{name}");
            assert!(!answer.text().contains(".fairplay-upload"), "{name}: a path of ours");
        }
    }
    assert_eq!(["file", "file_piece", "event", "job"].map(|table| server.rows(table)), before);
    assert_eq!(left(&server), Vec::<String>::new(), "no temporary file stays");
    let log = server.get(&chief, &format!("/events/{event}/audit")).text();
    assert_eq!(log.matches("file refused").count(), bombs.len() + damaged.len());
}

#[test]
fn names_of_files_lead_nowhere_and_run_nothing() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let names = [
        "../../../etc/cron.d/x.pgn",
        "..\\..\\x.pgn",
        "/etc/passwd",
        "C:\\Windows\\x.pgn",
        "<script>alert(1)</script>.pgn",
        "<img src=x onerror=alert(1)>",
        "%2e%2e%2fx.pgn",
        "$(touch x).pgn",
        "'; DROP TABLE file; --.pgn",
        "\u{202e}ngp.pgn",
        ".",
    ];
    for (place, name) in names.iter().enumerate() {
        let games = format!("[White \"A{place}\"]\n[Black \"B\"]\n\n1. d4 d5 2. c4 *\n");
        // The same name once as that of the upload and once within an archive.
        let packed = zip(&[name], games.as_bytes());
        server.upload(&chief, &format!("/events/{event}/files"), "", (name, &packed)).leads();
    }
    let page = server.get(&chief, &format!("/events/{event}")).text();
    lacks(&page, &["<script", "<img", "../", "..\\", "\u{202e}", "/etc/cron.d"]);
    assert_eq!(server.rows("file"), 1 + i64::try_from(names.len()).expect("few"));
    assert_eq!(left(&server), Vec::<String>::new());
    for file in 1..=names.len() + 1 {
        let answer = server.get(&chief, &format!("/events/{event}/files/{file}"));
        let disposition = answer.header("content-disposition");
        assert!(
            disposition.starts_with(&format!("attachment; filename=\"event-{event}-file-{file}.")),
            "{disposition}"
        );
        assert_eq!(answer.header("content-type"), "application/octet-stream");
    }
}
