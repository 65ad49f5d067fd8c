//! Files of games: what is kept and counted, and what is refused and how.

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use futures_util::{StreamExt as _, stream};

use super::programs::token;
use super::refused_files::{gzip, zip};
use super::test_server::{Answer, Browser, GAMES, TestServer, lacks, says};
use crate::accounts::roles::Role;
use crate::events::upload::room;
use crate::web::access::Share;

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
    assert!(back.header("content-disposition").contains("filename=\"event-1-file-1.pgn\""));
}

/// A file in which every game breaks is no file without games: its event says of each game where it breaks, and at which word.
#[test]
fn games_that_all_break_are_accounted_for() {
    let server = TestServer::new();
    let (_, chief) = server.event("chief");
    let broken = |moves: &str| format!("[Event \"Open\"]\n[White \"A\"]\n[Black \"B\"]\n\n{moves}\n\n");
    for (moves, said) in [
        (vec!["1. e4 e5 2. Nf3 N\u{34f}c6 *"], "N[U+034F COMBINING GRAPHEME JOINER]c6"),
        (vec!["1. e4 e5 2. Ke3 *", "1. e4 xyz *"], "xyz"),
    ] {
        let games: String = moves.iter().map(|moves| broken(moves)).collect();
        let made = server.upload(&chief, "/events", "Broken", ("broken.pgn", games.as_bytes()));
        let page = server.get(&chief, made.leads()).text();
        let sum =
            format!("Games: {0} in = 0 that can be scored + 0 set aside + {0} quarantined.", moves.len());
        says(&page, &[&sum, "broken.pgn", said, "this does not read as a move"]);
        lacks(&page, &["Is it a PGN?"]);
    }
    // What people copy from web pages, and UTF-16, is read.
    let wide: Vec<u8> = GAMES.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let copied = GAMES.replace("1. e4", "1.\u{a0}e4").into_bytes();
    for bytes in [wide, copied] {
        let made = server.upload(&chief, "/events", "Copied", ("copied.pgn", &bytes));
        let page = server.get(&chief, made.leads()).text();
        says(&page, &["Games: 3 in = 1 that can be scored + 1 set aside + 1 quarantined."]);
    }
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
    // The game and the result without one, three times each.
    assert!(page.contains("repeats another game: 6"), "{page}");
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
        let answer = server.upload(&chief, "/events", name, ("a.pgn", GAMES.as_bytes()));
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name:?}");
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
            .body(Body::from(body));
        server.ask(request.expect("a request"))
    };
    let word = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{}\r\n--XX",
        chief.csrf_token()
    );
    let file = "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pgn\"\r\n\r\n1. e4";
    for (rest, status) in [
        ("", StatusCode::UNPROCESSABLE_ENTITY),
        ("--\r\n", StatusCode::UNPROCESSABLE_ENTITY),
        (file, StatusCode::UNPROCESSABLE_ENTITY),
        ("\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--XX--\r\n", StatusCode::FORBIDDEN),
    ] {
        let answer = ask([word.as_bytes(), rest.as_bytes()].concat());
        assert_eq!(answer.status, status, "{rest:?}: {}", answer.text());
    }
    assert_eq!(server.rows("file"), 1);
    let anybody = Browser::default();
    assert_eq!(server.upload(&anybody, &path, "", ("a.pgn", b"1. e4 *")).leads(), "/login");
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
        "%2e%2e%2fx.pgn",
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
    assert_eq!(server.leftovers(), Vec::<String>::new());
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

#[test]
fn one_person_brings_two_uploads_at_once_and_keeps_nobody_from_theirs() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (other, browser) = server.person("other", Role::Arbiter);
    server.member(event, other, Role::Arbiter);
    let path = format!("/events/{event}/files");
    let upload = |browser: &Browser, moves: &str| {
        let games = format!("[White \"A\"]\n[Black \"B\"]\n\n{moves} *\n");
        server.upload(browser, &path, "", ("x.pgn", games.as_bytes()))
    };
    let chiefs = || room(&server.app, Share::Person(1)).map_err(|problem| problem.status());
    let (first, second) = (chiefs().expect("room"), chiefs().expect("room"));
    assert_eq!(chiefs().err(), Some(StatusCode::SERVICE_UNAVAILABLE));
    upload(&chief, "1. e4 e5").has_status(StatusCode::SERVICE_UNAVAILABLE);
    upload(&browser, "1. d4 d5").leads();
    drop(first);
    upload(&chief, "1. e4 e5").leads();
    drop(second);
}

#[test]
fn an_upload_that_brings_nothing_for_a_while_is_ended() {
    let server = TestServer::with(|settings| settings.limits.upload_pause = Duration::from_secs(1));
    let (event, chief) = server.event("chief");
    let token = token(&server, &chief, event, &["upload_games"]);
    let begun = Instant::now();
    let body =
        stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"[White"))]).chain(stream::pending());
    let answer =
        server.api(&token, "POST", &format!("/api/v1/events/{event}/files"), Body::from_stream(body));
    answer.has_status(StatusCode::REQUEST_TIMEOUT);
    assert!(begun.elapsed() < Duration::from_secs(30), "an upload may take ten minutes");
    assert_eq!(server.leftovers(), Vec::<String>::new());
}

/// A game of an event that no other game here is.
fn game_of(event: &str, number: u32) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"2026.03.0{number}\"]\n[Round \"{number}\"]\n[White \"Oak{number}, Ann\"]\n\
         [Black \"Elm{number}, Bo\"]\n\n1. e4 e5 2. Nf3 Nc6 {{ of {event} }} *\n\n"
    )
}

#[test]
fn several_events_in_one_upload_are_several_events() {
    let server = TestServer::new();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let word = chief.csrf_token();
    let send = |fields: &[(&str, &str)], files: &[(&str, &str, &[u8])]| {
        let fields = [&[("csrf", word.as_str())][..], fields].concat();
        server.upload_files(&chief, "/events", &fields, files)
    };
    // Two events in one file, one of them in a second file too, and a file that cannot be taken.
    let one = game_of("Spring Open", 1) + &game_of("Autumn Cup", 2) + &game_of("Spring Open", 3);
    let two = game_of("Spring Open", 4);
    let files: [(&str, &str, &[u8]); 3] = [
        ("file", "one.pgn", one.as_bytes()),
        ("file", "two.pgn", two.as_bytes()),
        ("file", "x.png", b"\x89PNG"),
    ];
    let answer = send(&[("name", "My two")], &files);
    answer.has_status(StatusCode::OK);
    says(&answer.text(), &["The name My two is not used: several events are named by their games."]);
    lacks(&answer.text(), &["already in another event"]);
    says(
        &answer.text(),
        &["New events", ">Spring Open<", ">Autumn Cup<", "x.png", "No game in this file can be read"],
    );
    assert_eq!((server.rows("event"), server.rows("file")), (2, 3));
    let pages: Vec<String> =
        [1, 2].map(|event| server.get(&chief, &format!("/events/{event}")).text()).into_iter().collect();
    let (spring, autumn) =
        if pages[0].contains("Spring Open") { (&pages[0], &pages[1]) } else { (&pages[1], &pages[0]) };
    says(spring, &["Games: 3 in = 3 that can be scored", "two.pgn"]);
    says(autumn, &["Games: 1 in = 1 that can be scored", "one.pgn"]);
    // Games are taken over byte for byte.
    let bytes: Vec<Vec<u8>> = (1..=3)
        .filter_map(|file| {
            let found = [1, 2].map(|event| server.get(&chief, &format!("/events/{event}/files/{file}")));
            found.into_iter().find(|answer| answer.status == StatusCode::OK).map(|answer| answer.body)
        })
        .collect();
    assert!(bytes.contains(&two.clone().into_bytes()));
    let all = bytes.concat();
    for event in ["Spring Open", "Autumn Cup"] {
        assert!(String::from_utf8_lossy(&all).contains(&format!("{{ of {event} }}")), "{event}");
    }
    // An archive is as many files.
    let archive = super::refused_files::zip_of(&[
        ("a.pgn", game_of("Winter Cup", 1).as_bytes()),
        ("b.pgn", game_of("Summer Cup", 2).as_bytes()),
    ]);
    let answer = send(&[("name", "Season")], &[("file", "season.zip", &archive)]);
    answer.has_status(StatusCode::OK);
    says(&answer.text(), &[">Winter Cup<", ">Summer Cup<"]);
    // Somebody says that they are one.
    let answer = send(&[("name", "Both"), ("together", "yes")], &[("file", "one.pgn", one.as_bytes())]);
    let both = answer.leads().to_owned();
    says(&server.get(&chief, &both).text(), &["Games: 3 in = 3 that can be scored"]);
    assert_eq!(server.leftovers(), Vec::<String>::new());
}

#[test]
fn games_of_another_event_are_not_added_silently() {
    let server = TestServer::new();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let made = server.upload(&chief, "/events", "Spring", ("a.pgn", game_of("Spring Open", 1).as_bytes()));
    let event = made.leads().to_owned();
    let path = format!("{event}/files");
    let add = |text: &str, more: &[(&str, &str)]| {
        let word = chief.csrf_token();
        let fields = [&[("csrf", word.as_str())][..], more].concat();
        server.upload_files(&chief, &path, &fields, &[("file", "b.pgn", text.as_bytes())])
    };
    add(&game_of("Spring Open, Round 2", 2), &[]).leads();
    let other = game_of("Autumn Cup", 3);
    super::test_server::refused(&add(&other, &[]), "Autumn Cup");
    super::test_server::refused(&add(&(game_of("Spring Open", 4) + &other), &[]), "Spring Open; Autumn Cup");
    assert_eq!(server.rows("file"), 2);
    add(&other, &[("together", "yes")]).leads();
    assert_eq!(server.rows("file"), 3);
}

/// The same file in a second event is said, for one event and for several, and the reader chooses.
#[test]
fn a_file_that_another_event_holds_is_no_silent_duplicate() {
    let server = TestServer::new();
    let (first, chief) = server.event("chief");
    let here = |event: i64| server.page(&chief, &format!("/events/{event}"));
    lacks(&here(first), &["already in another event"]);
    let again = server.upload(&chief, "/events", "The same", ("again.pgn", GAMES.as_bytes())).number();
    let link = |event: i64, name: &str| format!("<a href=\"/events/{event}\"><bdi>{name}</bdi></a>");
    says(&here(again), &["The same file is already in another event.", &link(first, "Spring Open")]);
    says(&here(first), &[&link(again, "The same")]);
    let word = chief.csrf_token();
    let (one, two) = (game_of("Winter Cup", 1), game_of("Autumn Cup", 2));
    let files = [("file", "a.pgn", one.as_bytes()), ("file", "b.pgn", two.as_bytes())];
    let send = || server.upload_files(&chief, "/events", &[("csrf", &word), ("name", "")], &files).text();
    lacks(&send(), &["already in another event", "is not used"]);
    assert_eq!(send().matches("The same file is already in another event.").count(), 2);
    // Somebody else learns nothing of it.
    let (_, other) = server.person("other", Role::ChiefArbiter);
    let own = server.upload(&other, "/events", "Mine", ("mine.pgn", GAMES.as_bytes())).number();
    lacks(&server.page(&other, &format!("/events/{own}")), &["already in another event"]);
}
