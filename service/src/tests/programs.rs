//! Tokens for programs: what they open and what they do not.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::Value;

use super::test_server::{Answer, Browser, GAMES, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::clock::{DAY, MINUTE};
use crate::store::StorageError;
use crate::store::audit::Place;

pub(super) fn token(server: &TestServer, chief: &Browser, event: i64, scopes: &[&str]) -> String {
    let mut fields = vec![("label", "uploader")];
    fields.extend(scopes.iter().map(|scope| ("scope", *scope)));
    server.post(chief, &format!("/events/{event}/tokens"), &fields).between("<code>", '<')
}

fn read(server: &TestServer, token: &str, event: i64) -> Answer {
    server.api(token, "GET", &format!("/api/v1/events/{event}"), "")
}

fn give(server: &TestServer, token: &str, event: i64, bytes: &[u8]) -> Answer {
    server.api(token, "POST", &format!("/api/v1/events/{event}/files?name=round-2.pgn"), bytes.to_vec())
}

/// The page for people agrees with the description for programs.
#[test]
fn the_description_is_a_page_for_everybody() {
    let server = TestServer::new();
    let described: Value = server.get(&Browser::default(), "/api/openapi.json").json();
    let page = server.page(&Browser::default(), "/api");
    for (path, methods) in described["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let head = format!("<code>{} {path}</code>", method.to_uppercase());
            assert_eq!(page.matches(&head).count(), 1, "{head}");
            says(&page, &[operation["summary"].as_str().expect("a summary"), "report_absences"]);
        }
    }
    // Nothing is in the log: nobody saw anything of anybody.
    assert_eq!(server.rows("audit"), 0);
}

#[test]
fn a_token_opens_its_event_with_its_scopes_and_nothing_else() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (other, _) = server.event("other");
    let reads = token(&server, &chief, event, &["read_results"]);
    let gives = token(&server, &chief, event, &["upload_games"]);
    let reports = token(&server, &chief, event, &["report_absences"]);

    let facts = read(&server, &reads, event).json();
    assert_eq!(facts["name"], "Spring Open");
    assert_eq!(facts["games"], serde_json::json!({"found": 3, "games": 1, "unscored": 1, "quarantined": 1}));
    assert_eq!(facts["unscored"], serde_json::json!([{"reason": "no_moves", "games": 1}]));
    assert_eq!((&facts["quarantine"][0]["game"], &facts["quarantine"][0]["file"]), (&3.into(), &1.into()));
    assert_eq!(facts["quarantine"][0]["code"], "illegal_move");
    assert_eq!(facts["quarantine"][0]["reason"], "illegal move");
    assert_eq!(facts["files"][0]["name"], "spring.pgn");

    let more = "[White \"Ash, Dan\"]\n[Black \"Birch, Anna\"]\n[Date \"2026.03.03\"]\n\n1. d4 d5 2. c4 *\n";
    let given = give(&server, &gives, event, more.as_bytes());
    assert_eq!(given.status, StatusCode::CREATED, "{}", given.text());
    assert_eq!(given.json()["games"]["games"], 2);
    assert_eq!(given.json()["files"][1]["name"], "round-2.pgn");

    for (answer, status) in [
        (read(&server, &gives, event), StatusCode::NOT_FOUND),
        (read(&server, &reports, event), StatusCode::NOT_FOUND),
        (give(&server, &reads, event, GAMES.as_bytes()), StatusCode::NOT_FOUND),
        (give(&server, &reports, event, GAMES.as_bytes()), StatusCode::NOT_FOUND),
        (read(&server, &reads, other), StatusCode::NOT_FOUND),
        (read(&server, &reads, 999), StatusCode::NOT_FOUND),
        (read(&server, &"0".repeat(64), event), StatusCode::UNAUTHORIZED),
        (read(&server, "", event), StatusCode::UNAUTHORIZED),
        (give(&server, &gives, event, b"nothing"), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(answer.json()["error"].is_string());
    }
    // A session is no token, and a token is no session.
    server.get(&chief, &format!("/api/v1/events/{event}")).has_status(StatusCode::UNAUTHORIZED);
    let as_session = Browser { session: Some(reads.clone()), language: None };
    assert_eq!(server.get(&as_session, "/").leads(), "/login");

    assert_eq!(
        server.post(&chief, &format!("/events/{event}/tokens/1/revoke"), &[]).leads(),
        format!("/events/{event}/tokens")
    );
    read(&server, &reads, event).has_status(StatusCode::UNAUTHORIZED);
    assert_eq!(
        give(&server, &gives, event, b"1. a4 a5 *").status,
        StatusCode::CREATED,
        "the others stay good"
    );
}

#[test]
fn a_token_is_shown_once_and_stored_as_a_hash() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let token = token(&server, &chief, event, &["read_results", "read_results"]);
    assert!(!server.get(&chief, &format!("/events/{event}/tokens")).text().contains(&token));
    let _full = server.app.storage.write_now(|c| -> Result<_, StorageError> {
        Ok(c.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
    });
    let file = std::fs::read(server.folder.path().join("fairplay.sqlite")).expect("read");
    let session = chief.session.clone().expect("a session");
    for secret in
        [token.as_str(), session.as_str(), chief.csrf_token().as_str(), super::test_server::PASSWORD]
    {
        assert!(!file.windows(secret.len()).any(|window| window == secret.as_bytes()));
    }
    let answer =
        server.post(&chief, &format!("/events/{event}/tokens"), &[("label", "x"), ("scope", "everything")]);
    answer.has_status(StatusCode::UNPROCESSABLE_ENTITY);
}

/// The body may not have been read, and what is left of it is no next request.
#[test]
fn a_refused_request_with_a_body_says_that_the_connection_ends() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let path = format!("/events/{event}/files");
    let refused = [
        give(&server, "no token", event, b"1. e4 *"),
        server.upload(&Browser::default(), &path, "", ("x.pgn", b"1. e4 *")),
        server.upload(&chief, "/events/99/files", "", ("x.pgn", b"1. e4 *")),
    ];
    for answer in refused {
        assert_eq!(answer.header("connection"), "close", "{}", answer.status);
    }
    assert_eq!(server.get(&chief, "/events/99").header("connection"), "", "nothing was sent");
}

/// RFC 9110, 11.1: the name of a scheme has no case.
#[test]
fn the_name_of_the_scheme_of_a_token_has_no_case() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let token = token(&server, &chief, event, &["read_results"]);
    for (scheme, status) in
        [("bearer", StatusCode::OK), ("BEARER", StatusCode::OK), ("Basic", StatusCode::UNAUTHORIZED)]
    {
        let request = Request::get(format!("/api/v1/events/{event}"));
        let request = request.header("authorization", format!("{scheme} {token}")).body(Body::empty());
        server.ask(request.expect("a request")).has_status(status);
    }
}

#[test]
fn a_token_ends_on_its_day_and_says_when_it_was_used() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let usual = token(&server, &chief, event, &["read_results"]);
    let tokens = format!("/events/{event}/tokens");
    let fields = |days| [("label", "door"), ("scope", "read_results"), ("days", days)];
    let long = server.post(&chief, &tokens, &fields("365")).between("<code>", '<');
    for days in ["0", "366", "-1", "x", "1.5", "99999999999999999999"] {
        refused(&server.post(&chief, &tokens, &fields(days)), "a whole number from 1 to 365");
    }
    let page = server.page(&chief, &tokens);
    assert_eq!(page.matches("\">never</td><td data-label=\"State\">good</td>").count(), 2, "{page}");
    let status = |secret: &str| read(&server, secret, event).status;
    server.clock.advance(MINUTE);
    assert_eq!(status(&usual), StatusCode::OK);
    let used = |server: &TestServer| -> Option<i64> {
        server.read(|c| Ok(c.query_row("SELECT used FROM api_token WHERE id = 1", [], |row| row.get(0))?))
    };
    let first = used(&server);
    assert_eq!(first, Some(server.clock.now()));
    server.clock.advance(MINUTE);
    assert_eq!((status(&usual), used(&server)), (StatusCode::OK, first), "noted every five minutes");
    server.clock.advance(90 * DAY - 2 * MINUTE - 1);
    assert_eq!(status(&usual), StatusCode::OK);
    server.clock.advance(1);
    assert_eq!((status(&usual), status(&long)), (StatusCode::UNAUTHORIZED, StatusCode::OK));
    server.clock.advance(275 * DAY);
    assert_eq!(status(&long), StatusCode::UNAUTHORIZED);
    assert_eq!(give(&server, &long, event, GAMES.as_bytes()).status, StatusCode::UNAUTHORIZED);
}

#[test]
fn a_token_works_only_while_its_maker_may_manage_tokens() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let (id, maker) = server.person("second", Role::Arbiter);
    server.member(event, id, Role::ChiefArbiter);
    let secret = token(&server, &maker, event, &["read_results", "upload_games"]);
    let (_, admin) = server.person("admin", Role::Administrator);
    let status = || read(&server, &secret, event).status;
    assert_eq!(status(), StatusCode::OK);
    server.post(&admin, &format!("/people/{id}/disable"), &[]).leads();
    assert_eq!(status(), StatusCode::UNAUTHORIZED, "the maker may not sign in");
    assert_eq!(give(&server, &secret, event, GAMES.as_bytes()).status, StatusCode::UNAUTHORIZED);
    says(&server.page(&admin, "/tokens"), &["not good: whoever made it"]);
    server.post(&admin, &format!("/people/{id}/enable"), &[]).leads();
    assert_eq!(status(), StatusCode::OK);
    server.member(event, id, Role::Arbiter);
    assert_eq!(status(), StatusCode::UNAUTHORIZED, "the maker may not manage tokens");
    server.write(move |c| Ok(c.execute("DELETE FROM membership WHERE person = ?1", [id])?));
    assert_eq!(status(), StatusCode::UNAUTHORIZED, "the maker is no member");
}

#[test]
fn an_administrator_revokes_any_token_and_sees_nothing_of_its_event() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let secret = token(&server, &chief, event, &["read_results"]);
    let (_, admin) = server.person("admin", Role::Administrator);
    let page = server.page(&admin, "/tokens");
    says(&page, &["<th scope=\"row\">1</th><td data-label=\"Event\">1</td>", "<bdi>chief</bdi></td>"]);
    lacks(&page, &["Spring Open", "uploader", "/events/1"]);
    assert_eq!(server.post(&admin, "/tokens/1/revoke", &[]).leads(), "/tokens");
    assert_eq!(read(&server, &secret, event).status, StatusCode::UNAUTHORIZED);
    server.post(&admin, "/tokens/1/revoke", &[]).has_status(StatusCode::NOT_FOUND);
    let last = server.log(Some(Place::Event(event))).pop().expect("an entry");
    assert_eq!((last.action.as_str(), last.subject.as_str()), ("token_revoked", "token 1"));
}

/// Many tokens are no way to more.
#[test]
fn tokens_of_one_person_share_a_rate_and_are_twenty_at_most() {
    let server = TestServer::with(|settings| {
        (settings.limits.requests_a_second, settings.limits.requests_at_once) = (0, 60);
    });
    let (event, chief) = server.event("chief");
    let (other, second) = server.event("second");
    let id: i64 = server
        .read(|c| Ok(c.query_row("SELECT id FROM person WHERE login = 'chief'", [], |row| row.get(0))?));
    server.member(other, id, Role::ChiefArbiter);
    let make = |browser: &Browser, event: i64, days: &str| {
        let fields = [("label", "x"), ("scope", "read_results"), ("days", days)];
        server.post(browser, &format!("/events/{event}/tokens"), &fields)
    };
    make(&chief, event, "1").between("<code>", '<');
    let keys: Vec<String> = (0..19)
        .map(|n| make(&chief, if n % 2 == 0 { event } else { other }, "30").between("<code>", '<'))
        .collect();
    for event in [event, other] {
        refused(&make(&chief, event, "30"), "You have 20 tokens that are good. Revoke one first");
    }
    make(&second, other, "30").between("<code>", '<');
    // One that has ended or was revoked counts no longer.
    server.post(&chief, &format!("/events/{event}/tokens/2/revoke"), &[]).leads();
    make(&chief, event, "30").between("<code>", '<');
    refused(&make(&chief, event, "30"), "20 tokens");
    server.clock.advance(DAY);
    let chief = server.session(id);
    make(&chief, other, "30").between("<code>", '<');

    let mut answered = 0;
    for (n, key) in keys.iter().enumerate().skip(1) {
        let event = if n % 2 == 0 { event } else { other };
        answered += (0..10).filter(|_| read(&server, key, event).status == StatusCode::OK).count();
    }
    assert_eq!(answered, 60);
    server.get(&server.session(id), "/").has_status(StatusCode::OK);
}
