//! Files that cannot be taken, of every kind: damaged, packed bombs, of another kind, too large. Each is refused with what
//! is wrong in it, and leaves nothing.

use std::io::Write as _;

use axum::http::StatusCode;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::books::book;
use super::engines::rounds;
use super::rating_lists::{LIST, bring};
use super::reports::report;
use super::settings::TABLE;
use super::test_server::{Browser, GAMES, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

/// A zip archive in which every file has the same bytes.
pub(super) fn zip(names: &[&str], body: &[u8]) -> Vec<u8> {
    zip_of(&names.iter().map(|name| (*name, body)).collect::<Vec<_>>())
}

/// A zip archive of files with their bytes.
pub(super) fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, body) in files {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(*name, options).expect("memory does not fail");
        archive.write_all(body).expect("memory does not fail");
    }
    archive.finish().expect("memory does not fail").into_inner()
}

/// A zip archive of one file whose list of contents is changed: `value` stands `at` bytes into its entry.
fn tampered(body: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut archive = zip(&["a.pgn"], body);
    let entry = archive.windows(4).rposition(|head| head == b"PK\x01\x02").expect("a list of contents");
    archive[entry + at..][..value.len()].copy_from_slice(value);
    archive
}

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn half(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() / 2].to_vec()
}

/// One byte in the middle is another.
fn flipped(mut bytes: Vec<u8>) -> Vec<u8> {
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    bytes
}

/// A game of another kind of chess; its moves are not those of chess.
const TAVRELI: &str = "[Event \"Кубок по таврелям\"]\n[White \"Ash, Dan\"]\n[Black \"Birch, Anna\"]\n\n1. e2-e4 e7-e5 2. e4-e6 *\n";

#[test]
fn games_that_cannot_be_taken_are_refused_in_plain_words() {
    let server = TestServer::with(|settings| {
        settings.limits.upload_bytes = 200_000;
        settings.limits.unpacked_bytes = 2_000_000;
        settings.limits.games = 50;
    });
    let (event, chief) = server.event("chief");
    let path = format!("/events/{event}/files");
    let spaces = vec![b' '; 90_000_000];
    let moves = format!("[White \"A\"]\n[Black \"B\"]\n\n{}", "1. e4 e5 ".repeat(3_000_000));
    let whole = zip(&["a.pgn"], GAMES.as_bytes());
    let zst = zstd::encode_all(GAMES.as_bytes(), 1).expect("memory does not fail");
    let (unpacks, nothing, cut) = ("unpacks to more", "No game in this file", "cannot be read to its end");
    let cases: [(&str, Vec<u8>, &str); 22] = [
        ("bomb.gz", gzip(&spaces), unpacks),
        ("bomb.zip", zip(&["a.pgn"], &spaces), unpacks),
        // Says that it unpacks to ten bytes.
        ("modest.zip", tampered(&spaces, 24, &10_u32.to_le_bytes()), ""),
        ("bomb.zst", zstd::encode_all(&spaces[..], 19).expect("packed"), unpacks),
        ("one-game.gz", gzip(moves.as_bytes()), unpacks),
        ("nested.gz", gzip(&gzip(&vec![b'a'; 1_000_000])), nothing),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), nothing),
        ("page.html", b"<html><script>alert(1)</script></html>".to_vec(), nothing),
        ("empty.pgn", Vec::new(), nothing),
        ("zeros.pgn", vec![0; 50_000], nothing),
        ("cut.gz", half(&gzip(GAMES.as_bytes())), cut),
        ("cut.zip", half(&whole), ""),
        ("noise.zip", [&whole[..40], &[0xa5; 5_000]].concat(), ""),
        ("cut.zst", half(&zst), ""),
        ("magic.zst", b"\x28\xb5\x2f\xfd".to_vec(), ""),
        ("flipped.gz", flipped(gzip(GAMES.as_bytes())), ""),
        ("method.zip", tampered(GAMES.as_bytes(), 10, &[99]), ""),
        ("two.zip", zip(&["a.pgn", "b.pgn"], GAMES.as_bytes()), "more than one file"),
        ("many.pgn", GAMES.repeat(17).into_bytes(), "no more games than this"),
        ("tavreli.pgn", TAVRELI.as_bytes().to_vec(), "Tavreli: not read, no engine plays it, no index"),
        (
            "tagged.pgn",
            TAVRELI.replace("[White ", "[Variant \"Tavreli\"]\n[White ").into_bytes(),
            "Tavreli: not read, no engine plays it, no index",
        ),
        ("spring.pgn", GAMES.as_bytes().to_vec(), "has this file already"),
    ];
    let tables = ["file", "file_piece", "event", "job"];
    let before = tables.map(|table| server.rows(table));
    for (name, bytes, said) in &cases {
        assert!(bytes.len() < 200_000, "{name}: {}", bytes.len());
        let answer = server.upload(&chief, &path, "", (name, bytes));
        refused(&answer, said);
        says(&answer.text(), &["role=\"alert\""]);
        // Of several files in an archive a new event is made for each.
        if !matches!(*name, "spring.pgn" | "two.zip") {
            refused(&server.upload(&chief, "/events", "Another", (name, bytes)), said);
        }
    }
    let huge = server.upload(&chief, &path, "", ("huge.pgn", &vec![b'a'; 200_001]));
    huge.has_status(StatusCode::PAYLOAD_TOO_LARGE);
    says(&huge.text(), &["This is more than is accepted"]);
    assert_eq!(tables.map(|table| server.rows(table)), before);
    assert_eq!(server.leftovers(), Vec::<String>::new(), "no temporary file stays");
    let log = server.get(&chief, &format!("/events/{event}/audit")).text();
    assert_eq!(log.matches("file refused").count(), cases.len());
    // The same file in another event is nothing that is known.
    server.upload(&chief, "/events", "Another", ("spring.pgn", GAMES.as_bytes())).leads();
}

#[test]
fn what_is_given_to_an_event_beside_its_games_is_checked_first() {
    let most = 17 * 1024 * 1024;
    let server = TestServer::with(|settings| settings.limits.upload_bytes = most);
    let (event, chief) = server.event("chief");
    let arbiter = server.member_of(event, "arbiter", Role::Arbiter);
    let trf = report(&rounds(3..=3));
    let broken = trf.replacen("001 ", "001 x", 1);
    let line = 1 + broken.lines().position(|line| line.starts_with("001 x")).expect("there");
    let line = format!("line {line}, column");
    let (_, whole) = book(GAMES);
    let no_book = "This opening book cannot be used:";
    let script = b"<script>alert(1)</script>";
    let cases: [(&str, &str, Vec<u8>, &str); 17] = [
        ("aliases", "who.toml", b"\n[[person]]\nname = 5\n".to_vec(), "who.toml: Line 3 does not read"),
        (
            "aliases",
            "who.toml",
            TABLE.repeat(2).into_bytes(),
            "Line 6: `gukesh dommaraju` is another person&#39;s in line 1",
        ),
        ("aliases", "who.toml", b"\xc3\x28".to_vec(), "not UTF-8 from byte 0"),
        ("aliases", "who.toml", vec![b'['; 5_000], "too many brackets are open"),
        ("aliases", "who.toml", script.to_vec(), "Line 1 does not read"),
        ("report", "broken.trf", broken.into_bytes(), &line),
        ("report", "zip.zip", b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0".to_vec(), "line 1, column"),
        ("report", "games.pgn", GAMES.as_bytes().to_vec(), "line 1"),
        ("report", "page.html", script.to_vec(), "line 1"),
        ("report", "empty.trf", Vec::new(), "This tournament report cannot be read"),
        ("report", "wide.trf", [wide(&trf), b"x".to_vec()].concat(), "line 1"),
        ("book", "<script>.book", script.to_vec(), no_book),
        ("book", "empty.book", Vec::new(), no_book),
        ("book", "games.pgn", GAMES.as_bytes().to_vec(), no_book),
        ("book", "cut.book", whole[..whole.len() - 10].to_vec(), no_book),
        ("book", "flipped.book", flipped(whole.clone()), no_book),
        ("book", "longer.book", [whole.clone(), vec![0]].concat(), no_book),
    ];
    for (room, name, bytes, said) in &cases {
        let answer = server.upload(&chief, &format!("/events/{event}/{room}"), "", (name, bytes));
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{room} {name}");
        refused(&answer, said);
        if *room == "report" {
            let word = chief.csrf_token();
            let fields = [("csrf", word.as_str()), ("name", "Open")];
            let files = [("file", "games.pgn", GAMES.as_bytes()), ("report", *name, bytes.as_slice())];
            refused(&server.upload_files(&chief, "/events", &fields, &files), said);
        }
    }
    // In the reader's language, with the file, the line and the token as they are.
    let reader = Browser { language: Some("ru".parse().expect("known")), ..chief.clone() };
    let (_, name, bytes, _) = &cases[1];
    let answer = server.upload(&reader, &format!("/events/{event}/aliases"), "", (name, bytes));
    refused(&answer, "who.toml: Строка 6: «gukesh dommaraju» принадлежит другому человеку, см. строку 1.");
    lacks(&answer.text(), &["alias table", "another person"]);
    let good = [
        ("aliases", TABLE.as_bytes(), 8 * 1024 * 1024),
        ("report", trf.as_bytes(), 16 * 1024 * 1024),
        ("book", &whole, most),
    ];
    for (room, bytes, most) in good {
        let path = format!("/events/{event}/{room}");
        let huge = vec![b'#'; usize::try_from(most).expect("small") + 1];
        server.upload(&chief, &path, "", ("huge", &huge)).has_status(StatusCode::PAYLOAD_TOO_LARGE);
        server.upload(&arbiter, &path, "", ("a.txt", bytes)).has_status(StatusCode::NOT_FOUND);
    }
    server.post(&chief, &format!("/events/{event}/close"), &[]).leads();
    for (room, bytes, _) in good {
        let path = format!("/events/{event}/{room}");
        refused(&server.upload(&chief, &path, "", ("a.txt", bytes)), "This event is closed.");
        refused(&server.post(&chief, &format!("{path}/remove"), &[]), "This event is closed.");
    }
    assert_eq!((server.rows("event"), server.rows("event_input")), (1, 0));
    assert_eq!(server.leftovers(), Vec::<String>::new());
}

#[test]
fn what_is_no_rating_list_is_refused() {
    let server = TestServer::with(|settings| settings.limits.upload_bytes = 1_000_000);
    let (_, admin) = server.person("admin", Role::Administrator);
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let packed = zstd::encode_all(LIST.as_bytes(), 1).expect("memory does not fail");
    for (name, bytes, said) in [
        ("games.pgn", GAMES.as_bytes().to_vec(), "line 1"),
        ("page.html", b"<script>alert(1)</script>\n".to_vec(), "line 1"),
        ("<script>.txt", b"\x89PNG\r\n\x1a\n".to_vec(), "line 1"),
        ("empty.txt", Vec::new(), "This rating list cannot be read"),
        ("wide.txt", [b"\xff\xfe".to_vec(), wide("no list\n")].concat(), "line 1"),
        ("cut.zst", half(&packed), "cannot be read to its end"),
        ("short.csv", b"ID_NUMBER,NAME\r\n1,\"A\"\r\n".to_vec(), "line 1"),
        ("bad.zip", b"PK\x03\x04\x14\0\0\0\x63\0\0\0\0\0".to_vec(), "cannot be read to its end"),
    ] {
        refused(&bring(&server, &admin, &[], name, &bytes), said);
    }
    let list = |browser, fields: &[_]| bring(&server, browser, fields, "mar11frl.txt", LIST.as_bytes());
    for month in ["2011", "03-2011", "2011-13", "<b>"] {
        refused(&list(&admin, &[("month", month)]), "Give the month like 2026-03.");
    }
    list(&admin, &[("kind", "peak")]).has_status(StatusCode::FORBIDDEN);
    list(&chief, &[]).has_status(StatusCode::NOT_FOUND);
    bring(&server, &admin, &[], "huge.txt", &vec![b' '; 1_000_001]).has_status(StatusCode::PAYLOAD_TOO_LARGE);
    assert!(server.read(crate::events::attachments::lists_on_file).is_empty());
    assert_eq!(server.leftovers(), Vec::<String>::new());
}
