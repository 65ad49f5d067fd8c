//! The first start, invitations, sessions, and who is turned away.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use super::test_server::{Browser, PASSWORD, TestServer, refused, says};
use crate::accounts::roles::Role;
use crate::accounts::sessions::{self, MAX_AGE, MAX_IDLE};
use crate::clock::{DAY, HOUR, MINUTE};

fn path(link: &str) -> String {
    link.strip_prefix("http://localhost:8080").expect("our address").to_owned()
}

const ACCOUNT: [(&str, &str); 4] =
    [("name", "Anna Birch"), ("login", "Anna"), ("password", PASSWORD), ("again", PASSWORD)];

#[test]
fn the_first_link_makes_the_administrator_once() {
    let server = TestServer::new();
    let link = path(&server.app.first_link().expect("asked").expect("nobody is there"));
    let nobody = Browser::default();
    let page = server.get(&nobody, &link);
    assert!(page.text().contains("You were invited as: administrator"), "{}", page.text());
    let joined = server.post(&nobody, &link, &ACCOUNT);
    assert_eq!(joined.leads(), "/");
    let anna = Browser { session: joined.cookie("fairplay"), language: None };
    super::second_factors::set_up(&server, &anna);
    server.get(&anna, "/people").has_status(StatusCode::OK);
    for again in [server.get(&nobody, &link), server.post(&nobody, &link, &ACCOUNT)] {
        assert_eq!(again.status, StatusCode::NOT_FOUND, "a link works once");
    }
    assert_eq!(server.app.first_link().expect("asked"), None);
    let server = server.restarted();
    assert_eq!(server.app.first_link().expect("asked"), None);
    assert_eq!(server.get(&anna, "/people").status, StatusCode::OK, "sessions outlive a restart");
}

#[test]
fn a_restart_prints_a_new_link_and_a_link_ends_after_a_day() {
    let server = TestServer::new();
    let first = path(&server.app.first_link().expect("asked").expect("a link"));
    let server = server.restarted();
    let second = path(&server.app.first_link().expect("asked").expect("a link"));
    assert_ne!(first, second);
    let nobody = Browser::default();
    let status = |link: &str| server.get(&nobody, link).status;
    assert_eq!((status(&first), status(&second)), (StatusCode::NOT_FOUND, StatusCode::OK));
    server.clock.advance(DAY - 1);
    assert_eq!(status(&second), StatusCode::OK);
    server.clock.advance(1);
    assert_eq!(status(&second), StatusCode::NOT_FOUND);
    let guessed = format!("/welcome/{}", "0".repeat(64));
    for link in [guessed.as_str(), "/welcome/x", "/welcome/%00"] {
        assert_eq!(status(link), StatusCode::NOT_FOUND, "{link}");
    }
}

#[test]
fn what_an_account_needs_is_said_and_nothing_is_made() {
    let server = TestServer::new();
    server.person("taken", Role::Arbiter);
    let (_, admin) = server.person("admin", Role::Administrator);
    let invited = server.post(&admin, "/people/invite", &[("note", "for Anna"), ("role", "arbiter")]);
    let link = &invited.between("http://localhost:8080", '<');
    let nobody = Browser::default();
    for (field, value, said) in [
        ("name", "", "A name is missing"),
        ("login", "a b", "cannot be a sign-in name"),
        ("login", "TAKEN", "is taken"),
        ("password", "short", "are not the same"),
        ("again", "another password", "are not the same"),
    ] {
        let mut fields = ACCOUNT;
        for pair in &mut fields {
            if pair.0 == field {
                pair.1 = value;
            }
        }
        let answer = server.post(&nobody, link, &fields);
        refused(&answer, said);
    }
    let short = [("name", "A"), ("login", "anna"), ("password", "short"), ("again", "short")];
    assert!(server.post(&nobody, link, &short).text().contains("shorter than twelve"));
    for known in ["anna birch likes rooks", "qwertyuiop123", "leavemealone1"] {
        let fields = [ACCOUNT[0], ACCOUNT[1], ("password", known), ("again", known)];
        refused(&server.post(&nobody, link, &fields), "among those that are tried first");
    }
    assert_eq!(server.rows("person"), 2);
    assert_eq!(server.post(&nobody, link, &ACCOUNT).leads(), "/");
    assert_eq!(server.rows("person"), 3);
}

fn sign_in(server: &TestServer, login: &str, password: &str) -> super::test_server::Answer {
    server.post(&Browser::default(), "/login", &[("login", login), ("password", password)])
}

#[test]
fn wrong_unknown_and_disabled_look_the_same() {
    let server = TestServer::new();
    server.person("birch", Role::Arbiter);
    let (oak, _) = server.person("oak", Role::Arbiter);
    let (_, admin) = server.person("admin", Role::Administrator);
    assert_eq!(server.post(&admin, &format!("/people/{oak}/disable"), &[]).leads(), "/people");
    // The name comes back as it was typed, and nothing else tells one from another.
    let without_name = |answer: &super::test_server::Answer, name: &str| {
        let field = format!("autofocus value=\"{name}\"");
        assert_eq!(answer.text().matches(&field).count(), 1, "{}", answer.text());
        answer.text().replace(&field, "")
    };
    let mut pages = Vec::new();
    for (login, password, shown) in [
        ("birch", "wrong password", "birch"),
        ("nobody", PASSWORD, "nobody"),
        ("oak", PASSWORD, "oak"),
        ("<script>", "", "&#60;script&#62;"),
    ] {
        let answer = sign_in(&server, login, password);
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert_eq!(answer.cookie("fairplay"), None);
        pages.push(without_name(&answer, shown));
    }
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    assert_eq!(sign_in(&server, " BIRCH ", PASSWORD).leads(), "/");
}

#[test]
fn signing_in_gives_a_new_session_and_ends_the_one_before() {
    let server = TestServer::new();
    let (_, before) = server.person("birch", Role::Arbiter);
    let fields = [("login", "birch"), ("password", PASSWORD), ("back", "/account")];
    let answer = server.post(&before, "/login", &fields);
    assert_eq!(answer.leads(), "/account");
    let after = Browser { session: answer.cookie("fairplay"), language: None };
    assert_ne!(after.session, before.session);
    server.get(&after, "/account").has_status(StatusCode::OK);
    assert_eq!(server.get(&before, "/account").leads(), "/login?back=/account");
    for elsewhere in ["//evil.example", "https://evil.example", "/\\evil.example"] {
        let fields = [("login", "birch"), ("password", PASSWORD), ("back", elsewhere)];
        assert_eq!(server.post(&Browser::default(), "/login", &fields).leads(), "/");
    }
}

#[test]
fn cookies_say_what_they_have_to() {
    let plain = TestServer::new();
    plain.person("birch", Role::Arbiter);
    let cookie = |server: &TestServer| sign_in(server, "birch", PASSWORD).header("set-cookie").to_owned();
    let set = cookie(&plain);
    assert!(set.starts_with("fairplay=") && set.contains("; HttpOnly; SameSite=Lax"), "{set}");
    assert!(!set.contains("Secure"), "plain http on this machine only: {set}");
    let secure = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.url = Some("https://fairplay.example.org".to_owned());
    });
    secure.person("birch", Role::Arbiter);
    let set = cookie(&secure);
    assert!(set.starts_with("__Host-fairplay="), "{set}");
    says(&set, &["; Path=/;", "; HttpOnly;", "; SameSite=Lax", "; Secure"]);
    assert!(!set.contains("Domain"), "{set}");
}

#[test]
fn sessions_end_when_idle_and_after_a_day_at_work() {
    let server = TestServer::new();
    let (_, browser) = server.person("birch", Role::Arbiter);
    let is_in = || server.get(&browser, "/account").status == StatusCode::OK;
    server.clock.advance(MAX_IDLE - 1);
    assert!(is_in(), "which counts as a request");
    server.clock.advance(MAX_IDLE - 1);
    assert!(is_in());
    server.clock.advance(MAX_IDLE);
    assert!(!is_in(), "idle");
    let (_, busy) = server.person("oak", Role::Arbiter);
    let mut hours = 0;
    while server.get(&busy, "/account").status == StatusCode::OK {
        server.clock.advance(HOUR);
        hours += 1;
    }
    assert_eq!(hours, MAX_AGE / HOUR);
}

#[test]
fn sessions_end_with_sign_out_everywhere_a_new_password_and_disabling() {
    let server = TestServer::new();
    let (id, one) = server.person("birch", Role::Arbiter);
    let (event, _) = server.event("chief");
    server.member(event, id, Role::Arbiter);
    let other = |server: &TestServer| Browser {
        session: sign_in(server, "birch", PASSWORD).cookie("fairplay"),
        language: None,
    };
    let is_in = |browser: &Browser| server.get(browser, "/account").status == StatusCode::OK;
    let second = other(&server);
    assert_eq!(server.post(&one, "/logout", &[]).leads(), "/login");
    assert!(!is_in(&one) && is_in(&second), "signing out ends one session");
    let third = other(&server);
    assert_eq!(server.post(&third, "/logout-everywhere", &[]).leads(), "/login");
    assert!(!is_in(&second) && !is_in(&third));

    let (fourth, fifth) = (other(&server), other(&server));
    let new = "another good password";
    let change = |old, password, again| {
        server.post(&fourth, "/account", &[("old", old), ("password", password), ("again", again)])
    };
    for (answer, said) in [
        (change("wrong", new, new), "present password is not right"),
        (change(PASSWORD, new, "else"), "not the same"),
        (change(PASSWORD, "short", "short"), "shorter than twelve"),
        (change(PASSWORD, "our spring open", "our spring open"), "among those that are tried first"),
    ] {
        refused(&answer, said);
    }
    let changed = change(PASSWORD, new, new);
    let sixth = Browser { session: changed.cookie("fairplay"), language: None };
    assert!(!is_in(&fourth) && !is_in(&fifth) && is_in(&sixth));
    assert_eq!(sign_in(&server, "birch", PASSWORD).status, StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in(&server, "birch", new).leads(), "/");

    let (_, admin) = server.person("admin", Role::Administrator);
    assert_eq!(server.post(&admin, &format!("/people/{id}/disable"), &[]).leads(), "/people");
    assert!(!is_in(&sixth));
    assert_eq!(server.post(&admin, &format!("/people/{id}/enable"), &[]).leads(), "/people");
    assert!(!is_in(&sixth), "an ended session stays ended");
    assert_eq!(sign_in(&server, "birch", new).leads(), "/");
}

#[test]
fn nobody_disables_themselves_and_links_can_be_taken_back() {
    let server = TestServer::new();
    let (id, admin) = server.person("admin", Role::Administrator);
    // Nobody becomes an administrator because somebody overlooked a list.
    let page = server.get(&admin, "/people").text();
    assert!(page.contains("<option value=\"arbiter\" selected>") && page.matches("selected").count() == 1);
    server.post(&admin, &format!("/people/{id}/disable"), &[]).has_status(StatusCode::UNPROCESSABLE_ENTITY);
    let invited = server.post(&admin, "/people/invite", &[("note", "x"), ("role", "investigator")]);
    let link = &invited.between("http://localhost:8080", '<');
    server.get(&Browser::default(), link).has_status(StatusCode::OK);
    assert_eq!(server.post(&admin, "/people/invitations/1/revoke", &[]).leads(), "/people");
    server.get(&Browser::default(), link).has_status(StatusCode::NOT_FOUND);
    server.post(&admin, "/people/invitations/1/revoke", &[]).has_status(StatusCode::NOT_FOUND);
    let answer = server.post(&admin, "/people/invite", &[("note", "x"), ("role", "owner")]);
    answer.has_status(StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn guessing_is_slowed_down_for_a_name_from_one_place() {
    let server = TestServer::with(|settings| settings.behind_proxy = true);
    server.person("birch", Role::Arbiter);
    let try_from = |address: &str, password: &str| {
        let request = Request::post("/login")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("x-forwarded-for", format!("203.0.113.7, {address}"))
            .body(Body::from(format!("login=birch&password={}", password.replace(' ', "+"))))
            .expect("a request");
        server.ask(request).status
    };
    for _ in 0..8 {
        assert_eq!(try_from("192.0.2.1", "wrong"), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(try_from("192.0.2.1", PASSWORD), StatusCode::TOO_MANY_REQUESTS, "even with the right one");
    assert_eq!(try_from("192.0.2.2", PASSWORD), StatusCode::SEE_OTHER, "from elsewhere");
    server.clock.advance(15 * MINUTE);
    assert_eq!(try_from("192.0.2.1", PASSWORD), StatusCode::SEE_OTHER);
}

/// After the clock was set back, a session would last longer by as much.
#[test]
fn sessions_made_in_the_future_have_ended() {
    let server = TestServer::new();
    let (_, birch) = server.person("birch", Role::Arbiter);
    server.clock.advance(-MINUTE);
    server.get(&birch, "/account").has_status(StatusCode::OK);
    server.clock.advance(-365 * DAY);
    assert_eq!(server.get(&birch, "/account").leads(), "/login?back=/account");
    server.write(sessions::sweep);
    assert_eq!(server.rows("session"), 0);
}
