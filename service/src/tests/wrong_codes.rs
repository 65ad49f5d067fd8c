//! Wrong codes of a second factor after a right password: counted in the file, told, and closed after ten.

use axum::http::StatusCode;

use super::notifications::{confirmed_address, mail, mail_server};
use super::second_factors::{set_up, sign_in};
use super::test_server::{Browser, TestServer, lacks, says};
use crate::accounts::roles::Role;
use crate::clock::{DAY, HOUR, MINUTE};
use crate::jobs::notifications::sender::Sender;

fn browser(answer: &super::test_server::Answer) -> Browser {
    Browser { session: answer.cookie("fairplay"), language: None }
}

/// Gives so many wrong codes, from time to time, so that no other limit is met.
fn guess(server: &TestServer, times: usize) {
    for _ in 0..times {
        server.clock.advance(3 * MINUTE);
        sign_in(server, "admin", "000001").has_status(StatusCode::UNAUTHORIZED);
    }
}

#[test]
fn ten_wrong_codes_close_codes_by_time_for_an_hour_whatever_restarts() {
    let server = TestServer::new();
    server.person("birch", Role::Administrator);
    server.person("admin", Role::Administrator);
    server.clock.advance(HOUR);
    let recovery = set_up(&server, &server.session(2));
    guess(&server, 9);
    server.clock.advance(3 * MINUTE);
    let server = server.restarted();
    let first = sign_in(&server, "admin", &server_code(&server));
    says(&server.page(&browser(&first), "/"), &["9 wrong codes were given after your right password"]);
    lacks(&server.page(&browser(&first), "/"), &["wrong code"]);

    guess(&server, 10);
    let server = server.restarted();
    server.clock.advance(3 * MINUTE);
    let right = server_code(&server);
    let closed = sign_in(&server, "admin", &right);
    closed.has_status(StatusCode::UNAUTHORIZED);
    // It looks like a wrong code, and like a wrong password.
    let wrong = [("login", "admin"), ("password", "wrong password"), ("code", &right)];
    assert_eq!(closed.text(), server.post(&Browser::default(), "/login", &wrong).text());
    // Others are not closed, and a recovery code is not guessed.
    sign_in(&server, "birch", &server.code()).leads();
    let before = sign_in(&server, "admin", &recovery[0]);
    says(&server.page(&browser(&before), "/"), &["11 wrong codes"]);
    server.clock.advance(3 * MINUTE);
    sign_in(&server, "admin", &server_code(&server)).leads();

    let log = server.log(None);
    let codes: Vec<_> = log.iter().filter(|entry| entry.action == "code_refused").collect();
    assert_eq!(codes.len(), 20);
    assert!(codes.iter().all(|entry| entry.subject == "person 2" && entry.actor == "nobody"), "{codes:?}");
    let closing = codes.iter().filter(|entry| entry.detail.contains("an hour")).count();
    assert_eq!(closing, 1);
}

/// The code of the secret that was set up in place of that of everybody.
fn server_code(server: &TestServer) -> String {
    let secret: Vec<u8> = server.read(|c| {
        Ok(c.query_row("SELECT secret FROM second_factor WHERE person = 2", [], |row| row.get(0))?)
    });
    let secret = crate::accounts::totp::Shared::from_bytes(&secret).expect("20 bytes");
    secret.code_at(server.clock.now())
}

#[test]
fn a_closure_ends_after_an_hour_and_with_a_clock_that_was_set_back() {
    let server = TestServer::new();
    server.person("admin", Role::Administrator);
    guess(&server, 10);
    server.clock.advance(HOUR - 1);
    sign_in(&server, "admin", &server.code()).has_status(StatusCode::UNAUTHORIZED);
    server.clock.advance(30);
    sign_in(&server, "admin", &server.code()).leads();
    guess(&server, 10);
    server.clock.advance(-30 * DAY);
    sign_in(&server, "admin", &server.code()).leads();
}

/// The password was right, so somebody knows it; a forgotten code is no guess.
#[test]
fn the_person_is_told_of_a_closure_by_mail_and_no_code_at_all_counts_as_none() {
    let (port, mails) = mail_server();
    let server = TestServer::with(|settings| settings.notifications.mail = Some(mail(port)));
    let (id, _) = server.person("admin", Role::Administrator);
    confirmed_address(&server, id, "admin@example.org");
    for _ in 0..7 {
        sign_in(&server, "admin", "").has_status(StatusCode::UNAUTHORIZED);
    }
    assert_eq!(server.rows("wrong_code"), 0);
    server.clock.advance(HOUR);
    guess(&server, 9);
    Sender::new(&server.app).expect("settings").turn().expect("a turn");
    assert!(mails.try_recv().is_err());
    guess(&server, 4);
    Sender::new(&server.app).expect("settings").turn().expect("a turn");
    let (to, text) = mails.recv_timeout(std::time::Duration::from_secs(20)).expect("a mail");
    assert_eq!(to, "RCPT TO:<admin@example.org>");
    let text = text.replace("=\n", "");
    says(&text, &["Ten wrong codes were given after the right password", "http://localhost:8080/account"]);
    lacks(&text, &["admin, ", "000001"]);
    Sender::new(&server.app).expect("settings").turn().expect("a turn");
    assert!(mails.try_recv().is_err(), "one closure, one mail");
}

/// Whoever has a session and the password guesses no codes where the password is asked for again.
#[test]
fn wrong_codes_where_the_password_is_asked_again_count_as_well() {
    let server = TestServer::new();
    let (_, admin) = server.person("admin", Role::Administrator);
    server.clock.advance(6 * MINUTE);
    let fields = |code: &str| {
        let given = [("confirm_password", super::test_server::PASSWORD), ("confirm_code", code)];
        server.post(&admin, "/people/invite", &[&[("note", "x"), ("role", "arbiter")], &given[..]].concat())
    };
    for _ in 0..10 {
        server.clock.advance(2 * MINUTE);
        fields("000001").has_status(StatusCode::FORBIDDEN);
    }
    server.clock.advance(2 * MINUTE);
    fields(&server.code()).has_status(StatusCode::FORBIDDEN);
    sign_in(&server, "admin", &server.code()).has_status(StatusCode::UNAUTHORIZED);
    assert_eq!(server.rows("invitation"), 0);
}
