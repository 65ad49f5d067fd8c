//! The whole table of routes, with everybody who may and everybody who may not.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use reports::example;
use strum::VariantArray as _;

use super::test_server::{Answer, Browser, GAMES, TestServer};
use crate::accounts::roles::{Permission, Reach, Role};
use crate::accounts::tokens::Scope;
use crate::events::results;
use crate::store::audit::Place;
use crate::web::route::Needs;
use crate::web::route::{Reads, Route, Verb};
use crate::web::routes::ROUTES;

/// End of the address of the first player of the example.
fn player() -> String {
    results::player_name(&example::screening().players[0])
}

/// End of the address of its first game.
fn game() -> String {
    results::game_names(&example::screening(), &example::games()).swap_remove(0)
}

/// The path of a route with numbers in it.
fn path(route: &Route, event: impl ToString + Copy, person: i64) -> String {
    in_case(route, event, 1, person)
}

/// The same with the number of a case.
fn in_case(route: &Route, event: impl ToString + Copy, case: impl ToString + Copy, person: i64) -> String {
    route
        .path
        .replace("{event}", &event.to_string())
        .replace("{case}", &case.to_string())
        .replace("{person}", &person.to_string())
        .replace("{file}", "1")
        .replace("{token}", "1")
        .replace("{job}", "1")
        .replace("{player}", &player())
        .replace("{game}", &game())
        .replace("{export}", "players.csv")
        .replace("{test}", "1")
        .replace("{document}", "dossier.json")
        .replace("{entry}", "1")
        .replace("{invitation}", "1")
        .replace("{naming}", "1")
        .replace("{link}", &"0".repeat(64))
}

fn ask(server: &TestServer, browser: &Browser, route: &Route, path: &str) -> Answer {
    match (route.verb, route.reads) {
        (Verb::Get, _) => server.get(browser, path),
        (Verb::Post, Reads::FormWithFile) => {
            server.upload(browser, path, "An event", ("a.pgn", GAMES.as_bytes()))
        }
        (Verb::Post, _) => server.post(browser, path, &[]),
    }
}

/// Whether somebody was turned away in the way that tells nothing.
fn turned_away(answer: &Answer) -> bool {
    answer.status == StatusCode::NOT_FOUND
        || answer.status == StatusCode::UNAUTHORIZED
        || (answer.status == StatusCode::SEE_OTHER && answer.header("location").starts_with("/login"))
}

/// Routes that need a session or a permission, asked by people.
fn guarded() -> impl Iterator<Item = (&'static Route, Option<Permission>)> {
    ROUTES.iter().filter_map(|route| match route.needs {
        Needs::Anybody => None,
        Needs::SignedIn | Needs::Token(_) => Some((route, None)),
        Needs::Permission(permission) => Some((route, Some(permission))),
    })
}

#[test]
fn without_a_session_nothing_is_shown_and_nothing_is_changed() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    server.result(event, &example::screening(), &example::games());
    let (officer, _) = server.person("officer", Role::FairPlayOfficer);
    server.case(event, &example::screening().players[0], (officer, Role::FairPlayOfficer));
    let entries = server.rows("audit");
    let made_up = Browser { session: Some("ab".repeat(32)), language: None };
    let broken = Browser { session: Some("not a secret".to_owned()), language: None };
    let mut asked = 0;
    for (route, _) in guarded() {
        for browser in [&Browser::default(), &made_up, &broken] {
            let answer = ask(&server, browser, route, &path(route, event, 1));
            assert!(turned_away(&answer), "{} {}: {answer:?}", route.verb.into_str(), route.path);
            asked += 1;
        }
    }
    assert!(asked >= 180, "{asked}");
    assert_eq!(server.rows("audit"), entries, "nothing happened");
}

const NOWHERE: [&str; 6] = ["999999", "-1", "0", "x", "1e3", "99999999999999999999"];

/// Holds that a route of somebody else's event or case and the same of one that is not there answer alike to the byte.
fn looks_absent(
    server: &TestServer,
    browser: &Browser,
    route: &Route,
    theirs: &str,
    nowhere: &dyn Fn(&str) -> String,
) {
    let there = ask(server, browser, route, theirs);
    assert!(turned_away(&there), "{theirs}");
    for number in NOWHERE {
        let missing = nowhere(number);
        let answer = ask(server, browser, route, &missing);
        assert!(turned_away(&answer), "{missing}");
        if !matches!(route.needs, Needs::Token(_)) {
            assert_eq!((answer.status, &answer.body), (there.status, &there.body), "{theirs} {missing}");
        }
    }
}

#[test]
fn somebody_elses_case_looks_like_no_case() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    server.result(event, &example::screening(), &example::games());
    let (officer, _) = server.person("officer", Role::FairPlayOfficer);
    let player = &example::screening().players[0];
    let theirs = server.case(event, player, (officer, Role::FairPlayOfficer));
    let own = server.case(event, player, (officer, Role::FairPlayOfficer));
    for role in Role::IN_CASES {
        // Members of the event and of another case, among them.
        let (id, browser) = server.person(&format!("other-{role}"), role);
        server.set_member(Place::Case(own), id, role);
        if Role::IN_EVENTS.contains(&role) {
            server.member(event, id, role);
        }
        for route in ROUTES.iter().filter(|route| route.path.contains("{case}")) {
            let there = in_case(route, event, theirs, id);
            looks_absent(&server, &browser, route, &there, &|number| in_case(route, event, number, id));
        }
    }
}

/// The guard finds the event or the case in the path, so a permission and its path go together.
#[test]
fn a_path_holds_what_its_permission_is_asked_in() {
    for (route, permission) in guarded() {
        let Some(permission) = permission else { continue };
        let holds = (route.path.contains("{event}"), route.path.contains("{case}"));
        let expected = match permission.reach() {
            Reach::Service => (false, false),
            Reach::Event => (true, false),
            Reach::Case => (false, true),
        };
        assert_eq!(holds, expected, "{}", route.path);
    }
}

#[test]
fn somebody_elses_event_looks_like_no_event() {
    let server = TestServer::new();
    let (theirs, _) = server.event("chief");
    let (other, _) = server.event("other-chief");
    server.result(theirs, &example::screening(), &example::games());
    for role in Role::IN_EVENTS {
        let (id, browser) = server.person(&format!("other-{role}"), Role::Administrator);
        server.member(other, id, role);
        for route in ROUTES.iter().filter(|route| route.path.contains("{event}")) {
            let there = path(route, theirs, id);
            looks_absent(&server, &browser, route, &there, &|number| path(route, number, 1));
        }
    }
    // A file of another event under one's own event.
    let (_, chief) = (other, server.person("third", Role::Arbiter));
    server.member(other, chief.0, Role::ChiefArbiter);
    let answer = server.get(&chief.1, &format!("/events/{other}/files/1"));
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "file 1 belongs to the first event");
    // A player and a game of another event under one's own, with a result of its own and without.
    let mut own = example::screening();
    own.players.truncate(1);
    own.players[0].fide_id = Some(1);
    for _ in 0..2 {
        for path in [format!("players/{}", player()), format!("games/{}", game())] {
            server.get(&chief.1, &format!("/events/{other}/{path}")).has_status(StatusCode::NOT_FOUND);
        }
        server.result(other, &own, &[]);
    }
}

#[test]
fn a_form_without_the_word_of_its_session_changes_nothing() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (target, _) = server.person("target", Role::Arbiter);
    let (id, admin) = server.person("admin", Role::Administrator);
    server.member(event, id, Role::ChiefArbiter);
    server.case(event, &example::screening().players[0], (id, Role::ChiefArbiter));
    let people = ["person", "membership", "file", "event", "api_token", "invitation", "session"];
    let cases = ["fair_play_case", "case_member", "case_entry", "case_complaint"];
    let rows = || people.iter().chain(&cases).map(|table| server.rows(table)).collect::<Vec<_>>();
    let before = rows();
    let mut asked = 0;
    for (route, permission) in guarded().filter(|(route, _)| route.changes()) {
        if matches!(route.needs, Needs::Token(_)) {
            continue;
        }
        let path = path(route, event, target);
        for word in [String::new(), "0".repeat(64), chief.csrf_token()] {
            let answer = if route.reads == Reads::FormWithFile {
                let fields = [("csrf", word.as_str()), ("name", "x")];
                server.upload_files(&admin, &path, &fields, &[("file", "a.pgn", b"1. e4 *")])
            } else {
                server.post_as_is(&admin, &path, &[("csrf", &word)])
            };
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{permission:?} {path}");
            asked += 1;
        }
    }
    assert!(asked >= 120, "{asked}");
    assert_eq!(before, rows());
}

/// Every form, those before signing in included: a browser says where it comes from, and another site is not ours.
#[test]
fn forms_from_other_sites_are_not_taken() {
    let server = TestServer::new();
    let (_, browser) = server.person("birch", Role::Administrator);
    for route in ROUTES.iter().filter(|route| route.changes() && !matches!(route.needs, Needs::Token(_))) {
        for (name, value) in
            [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site"), ("origin", "null")]
        {
            let request = Request::post(path(route, 1, 1))
                .header("host", "localhost:8080")
                .header("cookie", format!("fairplay={}", browser.session.clone().unwrap_or_default()))
                .header("content-type", "application/x-www-form-urlencoded")
                .header(name, value)
                .body(Body::from(format!("csrf={}&login=birch&password=x", browser.csrf_token())));
            let answer = server.ask(request.expect("a request"));
            let hidden = answer.status == StatusCode::NOT_FOUND
                && (route.path.contains("{event}") || route.path.contains("{case}"));
            assert!(answer.status == StatusCode::FORBIDDEN || hidden, "{}: {}", route.path, answer.status);
        }
    }
}

#[test]
fn unknown_paths_and_methods_are_nothing() {
    let server = TestServer::new();
    let (_, browser) = server.person("birch", Role::Administrator);
    for path in [
        "/nowhere",
        "/events",
        "/events/1/nowhere",
        "/.env",
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/a",
        "//people",
    ] {
        server.get(&browser, path).has_status(StatusCode::NOT_FOUND);
    }
    for method in ["DELETE", "PUT", "PATCH", "TRACE"] {
        let request =
            Request::builder().method(method).uri("/people").body(Body::empty()).expect("a request");
        assert_eq!(server.ask(request).status, StatusCode::NOT_FOUND, "{method}");
    }
}

/// Who asks for the routes.
#[derive(Clone, Copy)]
enum Asker {
    Nobody,
    AtLarge(Role),
    /// A member of the event, with no rights at large.
    Event(Role),
    /// A member of the case, with no rights at large.
    Case(Role),
    Token(Scope),
}

impl Asker {
    fn all() -> impl Iterator<Item = Self> {
        let members = Role::IN_EVENTS.map(Self::Event).into_iter().chain(Role::IN_CASES.map(Self::Case));
        let people = Role::ALL.map(Self::AtLarge).into_iter().chain(members);
        [Self::Nobody]
            .into_iter()
            .chain(people)
            .chain(Scope::VARIANTS.iter().map(|scope| Self::Token(*scope)))
    }

    fn name(self) -> String {
        match self {
            Self::Nobody => "nobody".to_owned(),
            Self::AtLarge(role) => format!("{role} at large"),
            Self::Event(role) => format!("{role} in the event"),
            Self::Case(role) => format!("{role} in the case"),
            Self::Token(scope) => format!("token {}", scope.into_str()),
        }
    }

    /// Whether the table of roles lets the asker through.
    fn may(self, permission: Permission) -> bool {
        match (self, permission.reach()) {
            (Self::Nobody | Self::Token(_), _) => false,
            (Self::AtLarge(role), Reach::Service)
            | (Self::Event(role), Reach::Event)
            | (Self::Case(role), Reach::Case) => role.may(permission),
            (_, Reach::Service) => Role::PanelMember.may(permission),
            (_, Reach::Event | Reach::Case) => false,
        }
    }
}

/// Every route as everybody, held to the tables of routes and roles and to the file that was reviewed: the status of
/// each answer, or `login`. `BLESS=1 cargo test -p service` rewrites it after a wanted change.
#[test]
fn every_answer_is_the_one_that_was_reviewed() {
    let mut routes: Vec<&Route> = ROUTES.iter().collect();
    routes.sort_by_key(|route| (route.verb.into_str(), route.path));
    let mut head = "method\tpath\tneeds\tchanges".to_owned();
    let row = |route: &&Route| {
        format!("{}\t{}\t{:?}\t{}", route.verb.into_str(), route.path, route.needs, route.changes())
    };
    let mut table: Vec<String> = routes.iter().map(row).collect();
    for asker in Asker::all() {
        let server = TestServer::new();
        let (event, chief) = server.event("chief");
        server.result(event, &example::screening(), &example::games());
        let (target, _) = server.person("target", Role::Arbiter);
        let (officer, _) = server.person("officer", Role::FairPlayOfficer);
        let case = server.case(event, &example::screening().players[0], (officer, Role::FairPlayOfficer));
        let person = |number: usize, role| server.person(&format!("asker-{number}"), role);
        for (number, (route, row)) in routes.iter().zip(&mut table).enumerate() {
            // Somebody else for each route: signing out must not end the session of the next.
            let (mut browser, mut secret) = (Browser::default(), None);
            match asker {
                Asker::Nobody => {}
                Asker::AtLarge(role) => browser = person(number, role).1,
                Asker::Event(role) => {
                    let (id, member) = person(number, Role::PanelMember);
                    server.member(event, id, role);
                    browser = member;
                }
                Asker::Case(role) => {
                    let (id, member) = person(number, Role::PanelMember);
                    server.set_member(Place::Case(case), id, role);
                    browser = member;
                }
                Asker::Token(scope) => {
                    // One person has twenty that are good.
                    server.write(|c| Ok(c.execute("UPDATE api_token SET revoked = made", [])?));
                    secret = Some(super::programs::token(&server, &chief, event, &[scope.into_str()]));
                }
            }
            let path = in_case(route, event, case, target);
            let answer = match secret {
                None => ask(&server, &browser, route, &path),
                Some(secret) => server.api(&secret, route.verb.into_str(), &path, ""),
            };
            if let Needs::Permission(permission) = route.needs {
                // A token or a full test that is not there is refused like one that is not the asker's.
                let parts = ["{person}", "{token}", "{test}", "{entry}", "{invitation}", "{naming}"];
                let missing = parts.iter().any(|part| route.path.contains(part));
                let (may, refused) = (asker.may(permission), turned_away(&answer));
                let what = format!("{}: {} {}", asker.name(), route.verb.into_str(), route.path);
                assert!(refused != may || (may && missing), "{what}: {}", answer.status);
            }
            let login =
                answer.status == StatusCode::SEE_OTHER && answer.header("location").starts_with("/login");
            let status = if login { "login" } else { answer.status.as_str() };
            *row = format!("{row}\t{status}");
        }
        head = format!("{head}\t{}", asker.name());
    }
    let text = format!("{head}\n{}\n", table.join("\n"));
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rights.tsv");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&file, &text).expect("written");
    }
    let reviewed = std::fs::read_to_string(&file).unwrap_or_default();
    for (line, reviewed) in text.lines().zip(reviewed.lines()) {
        assert_eq!(line, reviewed);
    }
    assert_eq!(text.lines().count(), reviewed.lines().count());
}
