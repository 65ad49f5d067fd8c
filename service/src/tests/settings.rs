//! What an event is set to: its name, closing it, who is who, which ratings count, a chief arbiter for one that has none.

use axum::http::StatusCode;

use super::engines::rounds;
use super::programs::token;
use super::scripted::{Searches, finish, runner};
use super::test_server::{Browser, GAMES, TestServer, refused, says};
use crate::accounts::roles::Role;
use crate::clock::DAY;
use crate::events::results::{self, StoredResult};
use crate::jobs::{self, State};

pub(super) const TABLE: &str = "[[person]]\nname = \"Gukesh, Dommaraju\"\naliases = [\"Gukesh D\"]\nconfirmed_by = \"B. Arbiter\"\ndate = 2026-03-01\n";

/// An event of two rounds of the bundled games.
fn played(server: &TestServer) -> (i64, Browser) {
    server.event_of("chief", "Open", ("games.pgn", &rounds(3..=4)))
}

fn newest(server: &TestServer, event: i64) -> StoredResult {
    server.read(|c| results::latest(c, event)).expect("a result")
}

fn state(server: &TestServer, event: i64) -> State {
    server.read(|c| jobs::newest(c, event)).expect("a job").state
}

#[test]
fn a_new_name_is_on_every_page_and_the_old_one_is_kept() {
    let server = TestServer::new();
    let (event, chief) = played(&server);
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    finish(&mut engines);
    let before = searches.total();
    let path = |room: &str| format!("/events/{event}/{room}");
    assert!(server.get(&chief, &path("results")).text().contains("Open"));
    server.post(&chief, &path("name"), &[("name", "Renamed <b>")]).leads();
    for room in ["results", "settings", "engines"] {
        let page = server.get(&chief, &path(room)).text();
        assert!(page.contains("Renamed &#60;b&#62;") || page.contains("Renamed &lt;b&gt;"), "{room}: {page}");
    }
    let settings = server.get(&chief, &path("settings")).text();
    assert!(settings.contains("Former names") && settings.contains("<bdi>Open</bdi>"));
    finish(&mut engines);
    assert_eq!(newest(&server, event).screening.event.name, "Renamed <b>");
    assert_eq!(searches.total(), before, "nothing is searched anew");
    let log = server.get(&chief, &path("audit")).text();
    assert_eq!(log.matches("event renamed").count(), 1);
    assert!(!log.contains("detail") || !log.contains("Renamed &#60;b&#62;</td>"), "{log}");
    // The same name again is no change.
    server.post(&chief, &path("name"), &[("name", "Renamed <b>")]).leads();
    assert_eq!(server.rows("event_former_name"), 1);
    for name in ["", "a\nb", "\u{202e}"] {
        let answer = server.post(&chief, &path("name"), &[("name", name)]);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name:?}");
    }
}

#[test]
fn a_closed_event_takes_nothing_and_stays_readable() {
    let server = TestServer::new();
    let (event, chief) = played(&server);
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    engines.turn().expect("a turn");
    let gives = token(&server, &chief, event, &["upload_games", "report_absences", "read_results"]);
    let path = |room: &str| format!("/events/{event}/{room}");
    server.post(&chief, &path("close"), &[]).leads();
    assert_eq!(state(&server, event), State::Cancelled, "what runs is cancelled");
    let so_far = searches.total();
    assert_eq!(finish(&mut engines), 0);

    let closed = "This event is closed. Its chief arbiter can open it again.";
    refused(&server.upload(&chief, &path("files"), "", ("a.pgn", GAMES.as_bytes())), closed);
    refused(&server.upload(&chief, &path("aliases"), "", ("a.toml", TABLE.as_bytes())), closed);
    for (room, fields) in [
        ("engines/again", vec![]),
        ("engines/hands", vec![("who", "Gukesh")]),
        ("source/stop", vec![]),
        ("rating", vec![("basis", "live")]),
        ("aliases/remove", vec![]),
        (
            "absences",
            vec![("what", "left"), ("round", "1"), ("player", "A"), ("opponent", "B"), ("moves", "1")],
        ),
    ] {
        refused(&server.post(&chief, &path(room), &fields), closed);
    }
    for room in ["files", "absences"] {
        let answer = server.api(&gives, "POST", &format!("/api/v1/events/{event}/{room}"), GAMES);
        assert!(answer.text().contains("refused-closed"), "{room}: {}", answer.text());
    }
    server.post(&chief, &path("name"), &[("name", "Named while closed")]).leads();
    for room in ["", "engines", "results", "absences", "audit", "files/1", "settings"] {
        let room = path(room);
        server.get(&chief, room.trim_end_matches('/')).has_status(StatusCode::OK);
    }
    assert_eq!(server.rows("job"), 1, "and no work is asked for");
    assert_eq!(searches.total(), so_far);

    server.post(&chief, &path("reopen"), &[]).leads();
    server.post(&chief, &path("engines/again"), &[]).leads();
    finish(&mut engines);
    assert_eq!((state(&server, event), searches.most()), (State::Done, 1));
    let log = server.get(&chief, &path("audit")).text();
    assert!(log.contains("event closed") && log.contains("event opened again"));
}

#[test]
fn an_alias_table_makes_one_person_of_two_names() {
    let server = TestServer::new();
    let game = |round: u32, white: &str, black: &str| {
        format!(
            "[Event \"E\"]\n[Date \"2026.03.0{round}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 \
             10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 1-0\n\n"
        )
    };
    let games = game(1, "Birch, Anna", "Oak, Boris") + &game(2, "Byrch, Anna", "Elm, Clara");
    let (event, chief) = server.event_of("chief", "Open", ("games.pgn", &games));
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    finish(&mut engines);
    let names = |server: &TestServer| -> Vec<String> {
        newest(server, event).screening.players.into_iter().map(|p| p.name).collect()
    };
    assert_eq!(names(&server).len(), 4);
    let before = searches.total();
    let table = "[[person]]\nname = \"Birch, Anna\"\naliases = [\"Byrch, Anna\"]\nconfirmed_by = \"B. Arbiter\"\n\
                 date = 2026-03-01\n";
    let path = |room: &str| format!("/events/{event}/{room}");
    server.upload(&chief, &path("aliases"), "", ("../who <b>.toml", table.as_bytes())).leads();
    finish(&mut engines);
    assert_eq!(names(&server).len(), 3, "{:?}", names(&server));
    assert_eq!(searches.total(), before, "nothing is searched anew");
    let inputs = newest(&server, event).screening.manifest.inputs;
    let sha256 = uci_pool::hex(&<sha2::Sha256 as sha2::Digest>::digest(table.as_bytes()));
    assert!(inputs.iter().any(|input| input.name == "aliases.toml" && input.sha256 == sha256), "{inputs:?}");
    let page = server.get(&chief, &path("settings")).text();
    assert!(page.contains(&sha256) && page.contains("One person.") && !page.contains("<b>.toml"), "{page}");

    server.post(&chief, &path("aliases/remove"), &[]).leads();
    finish(&mut engines);
    assert_eq!(names(&server).len(), 4);
    assert_eq!(server.rows("event_input"), 1, "it is kept: a result rests on it");
}

#[test]
fn the_choice_of_ratings_is_used_and_bounded() {
    let server = TestServer::new();
    let (event, chief) = played(&server);
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    finish(&mut engines);
    let path = format!("/events/{event}/rating");
    for (field, value) in [
        ("basis", "best"),
        ("rating_sd", "601"),
        ("rating_sd", "-1"),
        ("unrated_as", "0"),
        ("unrated_as", "4001"),
        ("unrated_sd", "x"),
    ] {
        let fields = [("basis", "live"), (field, value)];
        let fields = if field == "basis" { &fields[1..] } else { &fields[..] };
        assert_eq!(
            server.post(&chief, &path, fields).status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{field}={value}"
        );
    }
    assert_eq!(server.rows("rating_choice"), 0);
    let fields = [("basis", "live"), ("rating_sd", "50"), ("unrated_as", "1500"), ("unrated_sd", "200")];
    server.post(&chief, &path, &fields).leads();
    let circumstances = format!("/events/{event}/circumstances");
    refused(&server.post(&chief, &circumstances, &[("time_class", "bullet")]), "Time class");
    server.post(&chief, &circumstances, &[("time_class", "rapid")]).leads();
    finish(&mut engines);
    let found = newest(&server, event).screening;
    let class = serde_json::to_value(&found.event).expect("JSON").to_string();
    assert!(class.contains("rapid"), "{class}");
    let page = server.get(&chief, &format!("/events/{event}/settings")).text();
    says(&page, &["value=\"rapid\" selected", "value=\"live\" selected", "value=\"1500\""]);
    server.post(&chief, &path, &fields).leads();
    let log = server.get(&chief, &format!("/events/{event}/audit")).text();
    assert_eq!(
        log.matches("ratings chosen").count(),
        1,
        "the same again is no change, and the class is none of it"
    );
}

#[test]
fn an_administrator_names_a_chief_where_none_is_left() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let (other, _) = server.event("other");
    let (_, admin) = server.person("admin", Role::Administrator);
    let (arbiter, browser) = server.person("arbiter", Role::Arbiter);
    let name = |event: &str, login: &str| {
        server.post(&admin, "/people/chief", &[("event", event), ("login", login)])
    };
    let own = event.to_string();
    for (asked, login) in [(own.as_str(), "arbiter"), ("999", "arbiter"), ("x", "arbiter"), ("", "arbiter")] {
        refused(&name(asked, login), "There is no such event without a chief arbiter.");
    }
    assert!(!server.get(&admin, "/people").text().contains("Events without a chief"));
    server.post(&admin, "/people/1/disable", &[]).leads();
    let page = server.get(&admin, "/people").text();
    assert!(page.contains("Events without a chief") && !page.contains("Spring Open"), "{page}");
    assert!(!page.contains(&format!("<option value=\"{other}\"")));
    refused(&name(&own, "admin"), "somebody other than yourself");
    for nobody in ["nobody", "chief", ""] {
        refused(&name(&own, nobody), "Nobody with this sign-in name");
    }
    name(&own, "arbiter").leads();
    refused(&name(&own, "other"), "Somebody is appointed for this already.");
    server.get(&browser, &format!("/events/{event}/members")).has_status(StatusCode::NOT_FOUND);
    server.clock.advance(DAY);
    let browser = server.session(arbiter);
    server.get(&browser, &format!("/events/{event}/members")).has_status(StatusCode::OK);
    says(
        &server.page(&browser, &format!("/events/{event}/audit")),
        &["appointed by an administrator", "member set", &format!("person {arbiter}")],
    );
}
