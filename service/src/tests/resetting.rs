//! A new password by a link that the command line prints.

use axum::http::StatusCode;

use super::test_server::{Browser, PASSWORD, TestServer, refused, says};
use crate::accounts::reset::{ResetError, reset};
use crate::accounts::roles::Role;
use crate::clock::HOUR;

pub(super) const NEW: &str = "entirely different words";

pub(super) fn link(server: &TestServer, login: &str) -> Result<String, ResetError> {
    reset(&server.app.settings.data, login, &server.clock)
}

#[test]
fn a_lone_administrator_gets_in_again_by_a_link_of_the_command_line() {
    let server = TestServer::new();
    let (_, before) = server.person("anna", Role::Administrator);
    let first = link(&server, "anna").expect("a link");
    let second = link(&server, " ANNA ").expect("a link beside the running server");
    let nobody = Browser::default();
    server.get(&nobody, &first).has_status(StatusCode::NOT_FOUND);
    says(&server.page(&nobody, &second), &["Set a new password", "value=\"anna\""]);
    server.get(&before, "/people").has_status(StatusCode::OK);
    let set = |password, again| server.post(&nobody, &second, &[("password", password), ("again", again)]);
    refused(&set(NEW, "something else"), "not the same");
    refused(&set("short", "short"), "shorter than");
    assert_eq!(set(NEW, NEW).leads(), "/login");
    set(NEW, NEW).has_status(StatusCode::NOT_FOUND);
    assert!(server.get(&before, "/people").leads().starts_with("/login"), "every session has ended");
    let sign_in = |password| server.post(&nobody, "/login", &[("login", "anna"), ("password", password)]);
    assert_eq!(sign_in(PASSWORD).status, StatusCode::UNAUTHORIZED);
    let signed_in = sign_in(NEW);
    assert_eq!(signed_in.leads(), "/", "without a code: the second factor is off");
    let anna = Browser { session: signed_in.cookie("fairplay"), language: None };
    assert_eq!(server.get(&anna, "/people").leads(), "/account/second-factor", "and has to be set up anew");
    let log: Vec<_> = server.log(None).into_iter().map(|e| (e.actor, e.action, e.subject)).collect();
    for (actor, action) in [
        ("service", "reset_link_made"),
        ("person 1", "second_factor_removed"),
        ("person 1", "password_reset"),
    ] {
        let entry = (actor.to_owned(), action.to_owned(), "person 1".to_owned());
        assert!(log.contains(&entry), "{log:?}");
    }
    assert!(server.read(crate::store::audit::verify).broken.is_none());
}

#[test]
fn a_link_ends_after_an_hour_and_none_is_made_for_somebody_who_may_not_sign_in() {
    let server = TestServer::new();
    let (id, _) = server.person("birch", Role::Arbiter);
    let (_, admin) = server.person("admin", Role::Administrator);
    let made = link(&server, "birch").expect("a link");
    let nobody = Browser::default();
    server.clock.advance(HOUR - 1);
    server.get(&nobody, &made).has_status(StatusCode::OK);
    server.clock.advance(1);
    server.get(&nobody, &made).has_status(StatusCode::NOT_FOUND);
    let made = link(&server, "birch").expect("a link");
    server.clock.advance(-HOUR);
    server.post(&admin, &format!("/people/{id}/disable"), &[]).leads();
    server.get(&nobody, &made).has_status(StatusCode::NOT_FOUND);
    for login in ["birch", "somebody", "", "a b"] {
        let error = link(&server, login).expect_err("nobody").to_string();
        assert!(error.contains("may sign in"), "{error}");
    }
    let missing = reset(&server.folder.path().join("none"), "admin", &server.clock);
    assert!(matches!(missing, Err(ResetError::File(_))));
}

/// A program does not write into tables that it does not know.
#[test]
fn a_file_of_another_version_is_left_alone() {
    for (version, said) in [(1, "start the server once"), (99, "newer program")] {
        let server = TestServer::new();
        server.person("anna", Role::Administrator);
        server.write(move |c| Ok(c.execute("UPDATE service_version SET version = ?1", [version])?));
        let error = link(&server, "anna").expect_err("another version").to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(server.rows("password_reset"), 0);
    }
}
