//! Namings by administrators: who is told, when they count, and who else may let them count.

use axum::http::StatusCode;

use super::test_server::{Answer, Browser, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::clock::DAY;

fn name(server: &TestServer, admin: &Browser, login: &str) -> Answer {
    server.post(admin, "/people/chief", &[("event", "1"), ("login", login)])
}

fn disable(server: &TestServer, admin: &Browser, person: i64, how: &str) {
    server.post(admin, &format!("/people/{person}/{how}"), &[]).leads();
}

const TOLD: &str = "admin, an administrator, appointed own on";

/// A second account of an administrator waits a day, and nobody is left untold.
#[test]
fn a_naming_counts_after_a_day_and_whoever_was_a_member_is_told_of_it() {
    let server = TestServer::new();
    let (_, chief) = server.event("chief");
    let (former, _) = server.person("former", Role::Arbiter);
    let members = "/events/1/members";
    server.post(&chief, members, &[("login", "former"), ("role", "arbiter")]).leads();
    server.post(&chief, &format!("{members}/{former}/remove"), &[]).leads();
    let (arbiter, _) = server.person("arbiter", Role::Arbiter);
    server.member(1, arbiter, Role::Arbiter);
    let (admin_id, admin) = server.person("admin", Role::Administrator);
    let (own, browser) = server.person("own", Role::Arbiter);
    let (stranger, _) = server.person("stranger", Role::Arbiter);
    for id in [1, arbiter] {
        disable(&server, &admin, id, "disable");
    }
    name(&server, &admin, "own").leads();
    let page = server.page(&admin, "/people");
    says(&page, &["Appointments that do not count yet", "Event 1: ", TOLD]);
    lacks(&page, &["Spring Open", "/namings/1/confirm"]);
    server.get(&browser, "/events/1").has_status(StatusCode::NOT_FOUND);
    server.clock.advance(DAY - 1);
    server.get(&server.session(own), "/events/1").has_status(StatusCode::NOT_FOUND);
    says(&server.page(&server.session(former), "/"), &["Event 1: ", TOLD, "This counts from"]);
    server.clock.advance(1);
    let page = server.page(&server.session(own), "/events/1");
    says(&page, &[TOLD, "This has counted since"]);
    let log = server.log(None).into_iter();
    let log: Vec<_> = log.map(|entry| (entry.actor, entry.action, entry.event, entry.subject)).collect();
    for (actor, action) in [(format!("person {admin_id}"), "named"), ("service".to_owned(), "member_set")] {
        let entry = (actor, action.to_owned(), Some(1), format!("person {own}"));
        assert!(log.contains(&entry), "{entry:?} in {log:?}");
    }

    // Those who may sign in again read of it, whenever they come, for 14 days.
    let admin = server.session(admin_id);
    for id in [1, arbiter] {
        disable(&server, &admin, id, "enable");
    }
    server.get(&server.session(1), "/events/1/files/1").has_status(StatusCode::OK);
    let unread = "SELECT count(*) FROM naming_notice WHERE person = 1 AND seen IS NULL";
    assert_eq!(
        server.read(|c| Ok(c.query_row(unread, [], |row| row.get::<_, i64>(0))?)),
        1,
        "a file tells nothing"
    );
    let told = |person: i64, path: &str| server.page(&server.session(person), path).contains(TOLD);
    assert!(told(1, "/events/1/results") && told(1, "/") && told(former, "/") && !told(stranger, "/"));
    server.clock.advance(14 * DAY - 1);
    assert!(told(1, "/events/1") && told(former, "/"));
    server.clock.advance(1);
    assert!(!told(1, "/events/1") && !told(1, "/") && !told(former, "/") && !told(own, "/events/1"));
    server.clock.advance(100 * DAY);
    assert!(told(arbiter, "/events/1"), "the first look since");
    server.clock.advance(14 * DAY);
    assert!(!told(arbiter, "/events/1"));
}

#[test]
fn a_naming_lapses_when_somebody_answers_for_the_event_again() {
    let server = TestServer::new();
    server.event("chief");
    let (admin_id, admin) = server.person("admin", Role::Administrator);
    let (own, _) = server.person("own", Role::Arbiter);
    disable(&server, &admin, 1, "disable");
    name(&server, &admin, "own").leads();
    disable(&server, &admin, 1, "enable");
    server.clock.advance(30 * DAY);
    server.get(&server.session(own), "/events/1").has_status(StatusCode::NOT_FOUND);
    says(&server.page(&server.session(1), "/events/1"), &[TOLD, "This never came to count"]);
    let admin = server.session(admin_id);
    lacks(&server.page(&admin, "/people"), &["Appointments that do not count yet"]);
    let last = server.log(Some(crate::store::audit::Place::Event(1)));
    assert!(last.iter().any(|entry| entry.action == "naming_ended" && entry.detail == "lapsed"), "{last:?}");
}

#[test]
fn a_second_administrator_lets_a_naming_count_at_once_or_takes_it_back() {
    let server = TestServer::new();
    server.event("chief");
    let (second, _) = server.person("second", Role::Administrator);
    let (own, _) = server.person("own", Role::Administrator);
    server.clock.advance(DAY);
    let (_, admin) = server.person("admin", Role::Administrator);
    let (second, named) = (server.session(second), server.session(own));
    disable(&server, &admin, 1, "disable");
    name(&server, &admin, "own").leads();
    let (_, new) = server.person("new", Role::Administrator);
    let confirm = |browser: &Browser, naming: i64| {
        server.post(browser, &format!("/people/namings/{naming}/confirm"), &[])
    };
    for browser in [&admin, &named, &new] {
        refused(&confirm(browser, 1), "An appointment is confirmed by another administrator");
    }
    server.get(&named, "/events/1").has_status(StatusCode::NOT_FOUND);
    assert_eq!(server.post(&second, "/people/namings/1/revoke", &[]).leads(), "/people");
    confirm(&second, 1).has_status(StatusCode::NOT_FOUND);
    name(&server, &admin, "own").leads();
    says(&server.page(&second, "/people"), &["/people/namings/2/confirm"]);
    assert_eq!(confirm(&second, 2).leads(), "/people");
    server.get(&named, "/events/1").has_status(StatusCode::OK);
    server.get(&second, "/events/1").has_status(StatusCode::NOT_FOUND);
    let actions: Vec<String> = server.log(None).into_iter().map(|entry| entry.action).collect();
    for action in ["named", "naming_confirmed", "naming_ended"] {
        assert!(actions.iter().any(|one| one == action), "{action}");
    }
}
