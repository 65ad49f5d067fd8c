//! Every page in every language: words, headers, and nothing from elsewhere.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use datasets::tournament::corpus::facts::Conditions;
use reports::{Language, example};

use super::test_server::{Browser, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::events::results;
use crate::web::route::Needs;
use crate::web::route::Verb;
use crate::web::routes::ROUTES;

/// A server with something on every page, and somebody who sees them all.
pub(super) fn populated() -> (TestServer, Browser, Vec<String>) {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (id, all) = server.person("anna", Role::Administrator);
    server.member(event, id, Role::ChiefArbiter);
    let invited = server.post(&all, "/people/invite", &[("note", "for Clara"), ("role", "investigator")]);
    let link = invited.between("http://localhost:8080", '<');
    let fields = [("label", "uploader"), ("scope", "read_results"), ("scope", "upload_games")];
    server.post(&chief, &format!("/events/{event}/tokens"), &fields).has_status(StatusCode::OK);
    server.post(&chief, "/logout-everywhere", &[]).leads();
    let (screening, games) = (example::screening(), example::games());
    server.result(event, &screening, &games);
    let player = results::player_name(&screening.players[0]);
    let game = results::game_names(&screening, &games).swap_remove(0);
    let test = super::full_tests::stored(&server, event, &screening.players[0]);
    server.app.work.set_full_tests(vec![Conditions::USUAL]);
    let case = format!("/events/{event}/players/{player}/new-case");
    let number = test.to_string();
    let fields = [
        ("title", "Round 7"),
        ("kind", "post_tournament"),
        ("prompted", "A complaint came by post."),
        ("only_strength", "yes"),
        ("matching", "yes"),
        ("engine", "Stockfish"),
        ("test", number.as_str()),
    ];
    let case = server.post(&all, &case, &fields).leads().to_owned();
    for text in ["Left the board.\nTwice.", "A slip."] {
        server.post(&all, &format!("{case}/notes"), &[("text", text)]).leads();
    }
    server.post(&all, &format!("{case}/notes/2/withdraw"), &[]).leads();
    server.post(&all, &format!("{case}/complaint"), &[("raised", "in_tournament"), ("facts", "x")]).leads();
    let pages =
        ROUTES.iter().filter(|route| route.verb == Verb::Get && !matches!(route.needs, Needs::Token(_)));
    let pages = pages
        .map(|route| {
            route
                .path
                .replace("{event}", &event.to_string())
                .replace("/cases/{case}", &case)
                .replace("{file}", "1")
                .replace("{player}", &player)
                .replace("{game}", &game)
                .replace("{export}", "players.csv")
                .replace("{test}", &test.to_string())
                .replace("{document}", "dossier.html")
        })
        .map(|path| if path.contains("{link}") { link.clone() } else { path })
        // What belongs to a full test leads to its player or its case.
        .filter(|path| !path.ends_with(&format!("/full-tests/{test}")))
        .chain([
            format!("/events/{event}/players?name=%3Cscript%3E%E2%80%AE&sort=rating"),
            format!("/events/{event}/compare?round=1&with=2"),
            format!("/events/{event}/games/{game}?ply=3"),
        ])
        .collect();
    (server, all, pages)
}

/// A part of a page has no head; its own tests look at it.
fn is_page(answer: &super::test_server::Answer) -> bool {
    answer.header("content-type").starts_with("text/html") && answer.body.starts_with(b"<!doctype html>")
}

#[test]
fn every_page_is_written_in_every_language_and_holds_no_forbidden_word() {
    let (server, mut browser, paths) = populated();
    for language in Language::all() {
        browser.language = Some(language);
        let mut texts = Vec::new();
        for path in &paths {
            let answer = server.get(&browser, path);
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            if is_page(&answer) {
                texts.push((path.clone(), answer.text()));
            }
        }
        for (path, answer) in [
            ("a problem", server.get(&browser, "/nowhere")),
            ("login", server.post(&browser, "/login", &[("login", "x"), ("password", "wrong password")])),
            ("refused", server.upload(&browser, "/events", "x", ("x.pgn", b"no games"))),
            ("account", server.post(&browser, "/account", &[("old", "wrong password")])),
            ("invitation", server.post(&browser, "/people/invite", &[("note", "x"), ("role", "arbiter")])),
        ] {
            texts.push((path.to_owned(), answer.text()));
        }
        assert!(texts.len() >= 15, "{}", texts.len());
        for (path, text) in texts {
            assert!(text.contains(&format!("<html lang=\"{language}\">")), "{path}");
            assert_eq!(reports::wording::forbidden(&text), None, "{path} in {language}");
            assert!(!text.contains('§') && !text.contains("{ $"), "{path} in {language}");
            // A key that has no message would be printed as it is.
            for key in crate::keys::Key::ALL {
                let printed = format!(">{}<", key.id());
                assert!(!text.contains(&printed), "{printed} on {path} in {language}");
            }
        }
    }
}

#[test]
fn pages_bring_no_script_no_inline_style_and_nothing_from_elsewhere() {
    let (server, browser, paths) = populated();
    for path in &paths {
        let answer = server.get(&browser, path);
        if !is_page(&answer) {
            continue;
        }
        let text = answer.text();
        let foreign = "<script <style javascript: //cdn src=\"http \u{202e} \u{1b}";
        lacks(&text, &foreign.split(' ').chain([" style=", " onclick"]).collect::<Vec<_>>());
        let linked: BTreeSet<&str> =
            text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(
            linked.iter().all(|to| to.starts_with(['/', '#', '?']) || *to == "data:,"),
            "{path}: {linked:?}"
        );
        // What a reader without eyes or mouse needs.
        assert!(text.contains("<main id=\"main\">") && text.contains("class=\"skip\""), "{path}");
        assert_eq!(text.matches("<h1").count(), 1, "{path}");
        let labels: BTreeSet<&str> =
            text.split("<label for=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for input in text.split("<input id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(labels.contains(input), "{input} on {path} has no label");
        }
    }
}

#[test]
fn headers_are_on_every_answer() {
    let (server, browser, mut paths) = populated();
    paths.extend(["/nowhere", "/api/v1/events/1", "/events/77"].map(str::to_owned));
    for path in &paths {
        for answer in [server.get(&browser, path), server.get(&Browser::default(), path)] {
            let policy = answer.header("content-security-policy");
            assert!(
                policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
                "{path}"
            );
            assert!(!policy.contains("unsafe") && !policy.contains("script-src"), "{path}");
            for (name, value) in [
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "same-origin"),
                ("x-frame-options", "DENY"),
                ("cross-origin-opener-policy", "same-origin"),
                ("strict-transport-security", ""),
            ] {
                assert_eq!(answer.header(name), value, "{name} on {path}");
            }
            let kept = if path.starts_with("/assets/") { "public, max-age=3600" } else { "no-store" };
            assert_eq!(answer.header("cache-control"), kept, "{path}");
        }
    }
    let secure = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.url = None;
    });
    let answer = secure.get(&Browser::default(), "/login");
    assert_eq!(answer.header("strict-transport-security"), "max-age=63072000");
}

/// A table keeps its filter and a game its ply when another language is chosen, and after signing in.
#[test]
fn a_change_of_language_keeps_the_address() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    for address in
        [format!("/events/{event}/players?name=%D0%91&sort=-index"), format!("/events/{event}/audit?below=9")]
    {
        let field = server.get(&chief, &address).between("name=\"back\" value=\"", '"');
        let back = field.replace("&#38;", "&");
        assert_eq!(back, address);
        let fields = [("language", "uk"), ("back", back.as_str())];
        assert_eq!(server.post(&chief, "/language", &fields).leads(), address);
        let sign_in = server.get(&Browser::default(), &address).leads().to_owned();
        let login = server.get(&Browser::default(), &sign_in).text();
        assert!(login.contains(&format!("value=\"{}\"", address.replace('&', "&#38;"))), "{login}");
    }
    says(&server.page(&chief, "/events/1?x='onclick=alert(1)"), &["name=\"back\" value=\"/events/1\""]);
}

#[test]
fn the_language_is_chosen_by_hand_or_by_the_browser() {
    let server = TestServer::new();
    let nobody = Browser::default();
    let chosen = server.post(&nobody, "/language", &[("language", "uk"), ("back", "/login")]);
    assert_eq!((chosen.leads(), chosen.cookie("fairplay-language").as_deref()), ("/login", Some("uk")));
    let away = server.post(&nobody, "/language", &[("language", "uk"), ("back", "//evil.example")]);
    assert_eq!(away.leads(), "/");
    server.post(&nobody, "/language", &[("language", "xx")]).has_status(StatusCode::NOT_FOUND);
    let asked = |accept: &[u8]| {
        let request = axum::http::Request::get("/login")
            .header("accept-language", accept)
            .body(axum::body::Body::empty());
        server.ask(request.expect("a request")).text()
    };
    assert!(asked(b"de-DE,de;q=0.9,ru-RU;q=0.8").contains("lang=\"ru\">"));
    assert!(asked(b"uk").contains("<html lang=\"uk\">"));
    assert!(asked(b"de").contains("<html lang=\"en\">"));
    assert!(asked(b"\xff\xfe").contains("<html lang=\"en\">"));
}

#[test]
fn members_are_set_by_the_chief_arbiter_and_one_always_remains() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (id, arbiter) = server.person("arbiter", Role::PanelMember);
    let members = format!("/events/{event}/members");
    let set = |login: &str, role: &str| server.post(&chief, &members, &[("login", login), ("role", role)]);
    assert_eq!(server.get(&arbiter, "/").text().matches("Spring Open").count(), 0);
    assert_eq!(set("arbiter", "arbiter").leads(), members);
    assert!(server.get(&arbiter, "/").text().contains("Spring Open"));
    for (login, role, said) in [
        ("nobody", "arbiter", "Nobody with this sign-in name"),
        ("arbiter", "administrator", "no such role"),
        ("arbiter", "panel_member", "no such role"),
        ("chief", "arbiter", "needs a chief arbiter"),
    ] {
        let answer = set(login, role);
        refused(&answer, said);
    }
    server.post(&chief, &format!("{members}/1/remove"), &[]).has_status(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(set("arbiter", "chief_arbiter").leads(), members);
    assert_eq!(server.post(&chief, &format!("{members}/{id}/remove"), &[]).leads(), members);
    server.get(&arbiter, &format!("/events/{event}")).has_status(StatusCode::NOT_FOUND);
}
