//! Own sessions, the note of the sign-in before, and browsers that are known.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use super::test_server::{Answer, Browser, PASSWORD, TestServer, lacks, says};
use crate::accounts::roles::Role;
use crate::clock::{DAY, HOUR, MINUTE};

/// A sign-in from an address, by a browser that holds a device cookie or none.
fn try_from(server: &TestServer, login: &str, password: &str, address: &str, device: &str) -> Answer {
    let request = Request::post("/login")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-forwarded-for", address)
        .header("cookie", format!("fairplay-device={device}"))
        .body(Body::from(format!("login={login}&password={}", password.replace(' ', "+"))));
    server.ask(request.expect("a request"))
}

fn signed_in(answer: &Answer) -> Browser {
    assert_eq!(answer.leads(), "/");
    Browser { session: answer.cookie("fairplay"), language: None }
}

fn hall() -> TestServer {
    TestServer::with(|settings| settings.behind_proxy = true)
}

const HALL: &str = "192.0.2.1";

#[test]
fn wrong_passwords_of_others_do_not_close_the_sign_in_for_known_browsers() {
    let server = hall();
    for login in ["birch", "oak"] {
        server.person(login, Role::Arbiter);
    }
    let first = try_from(&server, "birch", PASSWORD, HALL, "");
    let device = first.cookie("fairplay-device").expect("a cookie");
    let line = first.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
    let line = line.filter(|line| line.starts_with("fairplay-device=")).collect::<String>();
    says(&line, &["; HttpOnly; SameSite=Lax", "Max-Age=31536000"]);
    for n in 0..60 {
        let wrong = try_from(&server, &format!("name-{n}"), "wrong password", HALL, "");
        wrong.has_status(StatusCode::UNAUTHORIZED);
    }
    let status = |login, password, device: &str| try_from(&server, login, password, HALL, device).status;
    assert_eq!(status("oak", PASSWORD, ""), StatusCode::TOO_MANY_REQUESTS);
    let again = try_from(&server, "birch", PASSWORD, HALL, &device);
    assert_eq!((again.leads(), again.cookie("fairplay-device")), ("/", None), "the same browser");
    // It is known for one person, and a made-up one for nobody.
    assert_eq!(status("oak", PASSWORD, &device), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status("birch", PASSWORD, &"ab".repeat(32)), StatusCode::TOO_MANY_REQUESTS);
    // It has a count of its own, and lets nobody in.
    for _ in 0..8 {
        assert_eq!(status("birch", "wrong password", &device), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(status("birch", PASSWORD, &device), StatusCode::TOO_MANY_REQUESTS);
    server.clock.advance(15 * MINUTE);
    assert_eq!(status("birch", PASSWORD, &device), StatusCode::SEE_OTHER);
    // A browser is known for a year, and at most twenty of one person are.
    server.clock.advance(365 * DAY);
    assert!(try_from(&server, "birch", PASSWORD, HALL, &device).cookie("fairplay-device").is_some());
    for _ in 0..30 {
        signed_in(&try_from(&server, "birch", PASSWORD, HALL, ""));
        server.clock.advance(1);
    }
    assert_eq!(server.rows("device"), 20);
}

#[test]
fn own_sessions_are_listed_and_ended() {
    let server = hall();
    server.person("birch", Role::Arbiter);
    let (_, other) = server.person("oak", Role::Arbiter);
    let sign_in = |address: &str| signed_in(&try_from(&server, "birch", PASSWORD, address, ""));
    let (one, two) = (sign_in("192.0.2.1"), sign_in("2001:db8::7"));
    let three = sign_in("192.0.2.3");
    let page = server.page(&one, "/account");
    says(&page, &["192.0.2.1", "2001:db8::7", "192.0.2.3", "this session"]);
    assert_eq!(
        page.matches("/end\"").count(),
        3,
        "those of the address without a network, and of two others"
    );
    let row = page.split("<tr>").find(|row| row.contains("2001:db8::7")).expect("a row");
    let path = row.split("action=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a form");
    server.post(&other, path, &[]).has_status(StatusCode::NOT_FOUND);
    assert_eq!(server.post(&one, path, &[]).leads(), "/account");
    server.post(&one, path, &[]).has_status(StatusCode::NOT_FOUND);
    let is_in = |browser: &Browser| server.get(browser, "/account").status == StatusCode::OK;
    assert!(is_in(&one) && !is_in(&two) && is_in(&three));
    assert_eq!(server.post(&one, "/account/sessions/end-others", &[]).leads(), "/account");
    assert!(is_in(&one) && !is_in(&three) && is_in(&other));
    assert_eq!(server.page(&one, "/account").matches("/end\"").count(), 0);
    // One that has ended by itself is not listed.
    server.clock.advance(4 * HOUR - 1);
    assert!(is_in(&one));
    let last = sign_in("192.0.2.9");
    server.clock.advance(2 * HOUR);
    assert!(is_in(&last));
    server.clock.advance(2 * HOUR);
    lacks(&server.page(&last, "/account"), &["192.0.2.1<"]);
}

#[test]
fn the_first_page_after_a_sign_in_says_when_and_from_where_the_last_one_was() {
    let server = hall();
    server.person("birch", Role::Arbiter);
    server.write(|c| Ok(c.execute("UPDATE person SET signed_in = NULL", [])?));
    let first = signed_in(&try_from(&server, "birch", PASSWORD, "192.0.2.1", ""));
    lacks(&server.page(&first, "/"), &["Your last sign-in"]);
    server.clock.advance(DAY);
    let second = signed_in(&try_from(&server, "birch", PASSWORD, "192.0.2.2", ""));
    server.get(&second, "/assets/style.css").has_status(StatusCode::OK);
    says(&server.page(&second, "/"), &["Your last sign-in: 2026-10-28 09:30:00 UTC, from 192.0.2.1."]);
    lacks(&server.page(&second, "/"), &["Your last sign-in"]);
}
