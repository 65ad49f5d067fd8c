//! Namings by administrators: who is told, when they count, and who else may let them count.

use axum::http::StatusCode;

use super::test_server::{Answer, Browser, TestServer, lacks, refused, says};
use crate::accounts::invitations;
use crate::accounts::roles::Role;
use crate::clock::DAY;
use crate::store::audit::Actor;

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

/// Somebody who came by a link of another one.
fn invited(server: &TestServer, by: i64, login: &str) -> i64 {
    let (person, _) = server.person(login, Role::Administrator);
    server.write(move |c| {
        let (id, _) = invitations::make(&c.by(Actor::Person(by)), Role::Administrator, "")?;
        invitations::used(c, id, person)
    });
    person
}

fn confirm(server: &TestServer, person: i64, naming: i64) -> Answer {
    server.post(&server.session(person), &format!("/people/namings/{naming}/confirm"), &[])
}

const NOT_BY_THEM: &str = "An appointment is confirmed by another administrator";

#[test]
fn a_second_administrator_shortens_the_wait_or_takes_a_naming_back() {
    let server = TestServer::new();
    server.event("chief");
    let (second, _) = server.person("second", Role::Administrator);
    let (own, _) = server.person("own", Role::Administrator);
    let (arbiter, _) = server.person("arbiter", Role::Arbiter);
    server.member(1, arbiter, Role::Arbiter);
    server.clock.advance(DAY);
    let (admin_id, admin) = server.person("admin", Role::Administrator);
    disable(&server, &admin, 1, "disable");
    name(&server, &admin, "own").leads();
    let (new, _) = server.person("new", Role::Administrator);
    for person in [admin_id, own, new] {
        refused(&confirm(&server, person, 1), NOT_BY_THEM);
        lacks(&server.page(&server.session(person), "/people"), &["/people/namings/1/confirm"]);
    }
    let named = || server.get(&server.session(own), "/events/1").status;
    assert_eq!(named(), StatusCode::NOT_FOUND);
    let take_back = server.post(&server.session(second), "/people/namings/1/revoke", &[]);
    assert_eq!(take_back.leads(), "/people");
    confirm(&server, second, 1).has_status(StatusCode::NOT_FOUND);
    name(&server, &admin, "own").leads();
    says(&server.page(&server.session(second), "/people"), &["/people/namings/2/confirm"]);
    assert_eq!(confirm(&server, second, 2).leads(), "/people");
    // No member knows of it yet.
    assert_eq!(named(), StatusCode::NOT_FOUND);
    refused(&confirm(&server, second, 2), NOT_BY_THEM);
    says(&server.page(&server.session(arbiter), "/"), &[TOLD]);
    assert_eq!(named(), StatusCode::OK);
    server.get(&server.session(second), "/events/1").has_status(StatusCode::NOT_FOUND);
    let actions: Vec<String> = server.log(None).into_iter().map(|entry| entry.action).collect();
    for action in ["named", "naming_confirmed", "naming_ended"] {
        assert!(actions.iter().any(|one| one == action), "{action}");
    }
}

/// An administrator may have made the second one, long before.
#[test]
fn a_naming_is_not_confirmed_by_somebody_whom_its_maker_brought_or_who_brought_its_maker() {
    let server = TestServer::new();
    server.event("chief");
    let (root, _) = server.person("root", Role::Administrator);
    let maker = invited(&server, root, "maker");
    let guest = invited(&server, maker, "guest");
    let through_another = invited(&server, guest, "through-another");
    let other = invited(&server, root, "other");
    let (arbiter, _) = server.person("arbiter", Role::Arbiter);
    server.member(1, arbiter, Role::Arbiter);
    let (own, _) = server.person("own", Role::Arbiter);
    server.clock.advance(400 * DAY);
    disable(&server, &server.session(root), 1, "disable");
    name(&server, &server.session(maker), "own").leads();
    says(&server.page(&server.session(arbiter), "/"), &[TOLD.replace("admin,", "maker,").as_str()]);
    for person in [guest, through_another, root] {
        refused(&confirm(&server, person, 1), NOT_BY_THEM);
    }
    server.get(&server.session(own), "/events/1").has_status(StatusCode::NOT_FOUND);
    assert_eq!(confirm(&server, other, 1).leads(), "/people");
    server.get(&server.session(own), "/events/1").has_status(StatusCode::OK);
}

/// That its maker has read of it tells nobody.
#[test]
fn a_confirmed_naming_waits_the_day_where_no_member_reads_of_it() {
    let server = TestServer::new();
    server.event("chief");
    let (admin, _) = server.person("admin", Role::Administrator);
    server.member(1, admin, Role::Arbiter);
    let (second, _) = server.person("second", Role::Administrator);
    let (own, _) = server.person("own", Role::Arbiter);
    server.clock.advance(DAY);
    disable(&server, &server.session(admin), 1, "disable");
    name(&server, &server.session(admin), "own").leads();
    says(&server.page(&server.session(admin), "/events/1"), &[TOLD]);
    assert_eq!(confirm(&server, second, 1).leads(), "/people");
    let named = || server.get(&server.session(own), "/events/1").status;
    assert_eq!(named(), StatusCode::NOT_FOUND);
    server.clock.advance(DAY);
    assert_eq!(named(), StatusCode::OK);
}
