//! The server in a real browser, by a clock that the test moves.

#[path = "../../tests/webdriver/mod.rs"]
#[expect(dead_code, reason = "what it can do for the tests of the program as well")]
mod webdriver;

use std::collections::BTreeMap;
use std::sync::Arc;

use reports::example;
use serde_json::json;
use webdriver::Browser;

use super::cases;
use super::full_tests::stored;
use super::served::start_in;
use super::test_server::{PASSWORD, code_at};
use crate::clock::MINUTE;
use crate::jobs::hints::{self, NewHints};

/// By how much the widest table with a button in it is wider than what is seen of it: the button would lie out of sight.
const HIDDEN_ORDERS: &str = "Math.max(0, ...[...document.querySelectorAll('.scroll')].filter(part => part.querySelector('button'))\
    .map(part => part.scrollWidth - part.clientWidth))";

/// The page fits into the window; `FAIRPLAY_SCREENSHOTS=DIR` keeps a picture of it.
fn fits(browser: &Browser, name: &str) {
    for width in [1280, 390] {
        browser.size(width, 900);
        let wide = browser.number("document.documentElement.scrollWidth");
        let window = browser.number("window.innerWidth");
        assert!(wide <= window + 1.0, "{name} is {wide} wide in {window}");
        let hidden = browser.number(HIDDEN_ORDERS);
        assert!(hidden <= 1.0, "{name}: a table with a button is {hidden} wider than the window of {width}");
        let right = "Math.max(0, ...Array.from(document.querySelectorAll('main button, .stacked td'))\
                     .map(seen => seen.getBoundingClientRect().right))";
        let right = browser.number(right);
        assert!(right <= window + 1.0, "{name}: something to press or to read ends at {right} in {window}");
        browser.picture(&format!("{name}-{width}"), width);
    }
    browser.size(1280, 900);
}

/// Whether a field of the page holds a value.
fn holds(browser: &Browser, field: &str, value: &str) -> bool {
    browser.number(&format!("Number(document.getElementById('{field}').value === '{value}')")) > 0.5
}

/// Files of a full test, six minutes after the password was given: the page that asks for it comes, says what follows, leads back, and
/// there the file is.
#[test]
fn files_are_taken_out_six_minutes_after_the_password_was_given() {
    let Some(browser) = Browser::open("files_are_taken_out_six_minutes_after_the_password_was_given") else {
        return;
    };
    let (server, event, officer) = cases::server();
    let test = stored(&server, event, &example::screening().players[0]);
    let case =
        cases::open(&server, &officer, event, &[("test", &test.to_string()), ("title", &"T".repeat(120))]);
    let named = &example::screening().players[0];
    let document = json!({
        "manifest": {"parameters": "test"},
        "event": {"games_scored": 56},
        "players": [{
            "person": 0,
            "name": named.name,
            "fide_id": named.fide_id,
            "rating": named.rating,
            "decisions": 90,
        }],
        "ladder": [{"stands": {"kind": "unobtrusive", "players": [{"person": 0}]}}],
    });
    let new = NewHints {
        round: Some(5),
        basis: String::new(),
        named: vec![named.name.clone()],
        allowed: vec![format!("unobtrusive {}", named.name)],
        json: document.to_string(),
        pages: BTreeMap::new(),
    };
    server.write(move |c| hints::store(c, event, &new));
    let (clock, player) = (server.clock.clone(), cases::player(event, 0));
    let session = officer.session.clone().expect("a session");
    let (folder, settings) = server.closed();
    let running = start_in(Arc::clone(&folder), settings);
    let site = format!("http://{}", running.started.listen);
    browser.go(&format!("{site}/login"));
    browser.set_cookie("fairplay", &session);
    for (object, above, file, saved) in [
        (
            &player,
            format!("/events/{event}/full-tests/{test}"),
            "bundle.zip",
            format!("event-{event}-test-{test}-bundle.zip"),
        ),
        (
            &player,
            format!("/events/{event}/full-tests/{test}"),
            "dossier.json",
            format!("event-{event}-test-{test}-dossier.json"),
        ),
        (
            &case,
            format!("{case}/full-tests/{test}"),
            "defence.zip",
            format!("case-1-test-{test}-defence.zip"),
        ),
    ] {
        clock.advance(6 * MINUTE);
        let page = format!("{site}{object}");
        browser.go(&page);
        assert!(browser.text("main").contains("Before a file is taken out you are asked for your password."));
        let link = format!("a[href='{above}/{file}']");
        browser.click(&link);
        let asked = browser.text("main");
        assert!(asked.contains(&format!("Take out {file}")), "{asked}");
        fits(&browser, &format!("confirm-{file}"));
        browser.fill("#confirm-password", "wrong password");
        browser.fill("#confirm-code", &code_at(clock.now()));
        browser.click("main form button");
        assert!(browser.text("main").contains("Password or code is not right."));
        browser.fill("#confirm-password", PASSWORD);
        browser.fill("#confirm-code", &code_at(clock.now()));
        browser.click("main form button");
        browser.arrives(&format!("{page}#full-test-{test}"));
        assert!(browser.text("main").contains("Your password counts until"));
        fits(&browser, &format!("taken-{}", file.replace('.', "-")));
        let bytes = browser.download(&link, &saved);
        assert!(bytes.starts_with(if file.ends_with(".zip") { b"PK" } else { b"{\n" }), "{file}");
        assert_eq!(browser.address(), format!("{page}#full-test-{test}"), "it stays where the file is");
    }

    // What was typed comes back, fields included that a browser does not restore, and the reason is seen.
    browser.go(&format!("{site}{player}/new-case"));
    browser.fill("#title", "Board 4, round 3");
    browser.click("#kind option[value='arbiter_report']");
    browser.fill("#prompted", "Two lines\nof a report.");
    browser.fill("#complainant", "Elm, Clara");
    browser.fill("#fide_id", "12x");
    browser.click("main form[action$='/new-case'] button");
    assert!(browser.text("main [role='alert']").contains("Nothing was saved"));
    for (field, value) in [("title", "Board 4, round 3"), ("complainant", "Elm, Clara"), ("fide_id", "12x")] {
        assert!(holds(&browser, field, value), "{field}");
    }
    assert!(holds(&browser, "prompted", "Two lines\\nof a report."));
    assert!(browser.has("header nav a[href='/cases']"), "the navigation is there");
    fits(&browser, "returned-case");
    for (name, path) in [
        ("event", format!("/events/{event}")),
        ("events", "/".to_owned()),
        ("hints", format!("/events/{event}/hints")),
        ("results", format!("/events/{event}/results")),
        ("players", format!("/events/{event}/players")),
        ("player", player.clone()),
        ("absences", format!("/events/{event}/absences")),
        ("engines", format!("/events/{event}/engines")),
        ("case", case.clone()),
        ("account", "/account".to_owned()),
        ("missing", "/events/99".to_owned()),
    ] {
        browser.go(&format!("{site}{path}"));
        if !["absences", "engines", "case", "account", "missing"].contains(&name) {
            assert!(browser.text("main").contains("One player named after round 5"), "{name}");
        }
        fits(&browser, name);
    }
    browser.go(&format!("{site}{player}"));
    browser.click("main a[href*='/games/']");
    browser.text("#board");
    fits(&browser, "game");
    drop(browser);
    running.end();
}
