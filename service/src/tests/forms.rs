//! Forms against the guard: a page shows no form that would be refused.

use std::collections::BTreeSet;

use axum::http::StatusCode;

use super::all_pages::populated;
use super::test_server::{Browser, TestServer};
use crate::accounts::roles::{Reach, Role};
use crate::events;
use crate::keys::Key;
use crate::web::route::Needs;
use crate::web::route::Route;
use crate::web::routes::ROUTES;

/// A form as a page shows it.
pub(super) struct Form {
    page: String,
    pub(super) action: String,
    pub(super) route: &'static Route,
    /// Its fields that are filled in already.
    fields: Vec<(String, String)>,
    with_file: bool,
}

/// The value of an attribute within a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(&format!(" {name}=\""))?.1;
    let value = value.split('"').next()?;
    Some(value.replace("&#38;", "&").replace("&#39;", "'"))
}

/// The route that a form is sent to.
fn route(action: &str) -> Option<&'static Route> {
    let path = action.split(['?', '#']).next().unwrap_or_default();
    let fits = |pattern: &str| {
        let (left, right) = (pattern.split('/'), path.split('/'));
        left.clone().count() == right.clone().count()
            && left.zip(right).all(|(part, own)| part.starts_with('{') || part == own)
    };
    let mut found = ROUTES.iter().filter(|route| route.changes() && fits(route.path));
    // A fixed part goes before one that holds anything, as in the router.
    let exact = found.clone().find(|route| route.path == path);
    exact.or_else(|| found.next())
}

/// Every form of a page that changes something.
fn forms(page: &str, text: &str) -> Vec<Form> {
    let forms = text.split("<form ").skip(1).filter_map(|rest| {
        let (tag, inside) = rest.split_once('>')?;
        let tag = format!(" {tag}");
        if attribute(&tag, "method").as_deref() != Some("post") {
            return None;
        }
        let inside = inside.split("</form>").next().unwrap_or_default();
        let action = attribute(&tag, "action").unwrap_or_else(|| page.to_owned());
        let fields = inside.split("<input ").skip(1).filter_map(|field| {
            let field = format!(" {}", field.split('>').next()?);
            Some((attribute(&field, "name")?, attribute(&field, "value")?))
        });
        Some(Form {
            route: route(&action)
                .unwrap_or_else(|| panic!("{page} has a form for {action}, which is nothing")),
            with_file: tag.contains("multipart/form-data"),
            page: page.to_owned(),
            fields: fields.collect(),
            action,
        })
    });
    forms.collect()
}

/// The forms of every page that somebody gets.
pub(super) fn shown(server: &TestServer, browser: &Browser, pages: &[String]) -> Vec<Form> {
    let mut found = Vec::new();
    for page in pages {
        let answer = server.get(browser, page);
        let is_page = answer.header("content-type").starts_with("text/html");
        if answer.status == StatusCode::OK && is_page {
            found.extend(forms(page, &answer.text()));
        }
    }
    found
}

/// A server with something to be done on every page: a raised hand and somebody who is away, too.
fn busy() -> (TestServer, Browser, Vec<String>) {
    let (server, all, pages) = populated();
    server.post(&all, "/events/1/engines/hands", &[("who", "Birch, Anna")]).leads();
    let tap = [
        ("what", "left"),
        ("round", "1"),
        ("player", "Birch, Anna"),
        ("opponent", "Oak, Boris"),
        ("moves", "1"),
    ];
    server.post(&all, "/events/1/absences", &tap).leads();
    let table = "[[person]]\nname = \"Birch, Anna\"\naliases = [\"Byrch\"]\nconfirmed_by = \"B\"\ndate = 2026-03-01\n";
    server.upload(&all, "/events/1/aliases", "", ("a.toml", table.as_bytes())).leads();
    (server, all, pages)
}

/// Sends a form as it stands on its page; says what came back.
fn send(server: &TestServer, browser: &Browser, form: &Form) -> String {
    let fields: Vec<(&str, &str)> =
        form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    if form.with_file {
        let file = ("file", "a.txt", b"nothing that can be read".as_slice());
        return server.upload_files(browser, &form.action, &fields, &[file]).text();
    }
    server.post_as_is(browser, &form.action, &fields).text()
}

#[test]
fn pages_of_a_closed_event_show_no_form_that_is_refused() {
    let (server, all, pages) = busy();
    let refused = server.app.texts.get(reports::Language::ENGLISH).text(Key::RefusedClosed);
    let brings = |forms: &[Form]| -> BTreeSet<&str> {
        let of_event = forms.iter().filter(|form| form.route.path.contains("{event}"));
        let brings = of_event.filter(|form| form.route.needs_open());
        brings.map(|form| form.route.path).collect()
    };
    // While it is open they are there, so that the rest says something.
    let open = brings(&shown(&server, &all, &pages));
    for path in [
        "/events/{event}/files",
        "/events/{event}/engines/jobs/{job}/pause",
        "/events/{event}/engines/hands",
        "/events/{event}/engines/hands/lower",
        "/events/{event}/full-tests",
        "/events/{event}/players/{player}/full-test",
        "/events/{event}/absences",
        "/events/{event}/absences/{entry}/withdraw",
    ] {
        assert!(open.contains(path), "{path} in {open:?}");
    }
    server.post(&all, "/events/1/close", &[]).leads();
    let closed = shown(&server, &all, &pages);
    assert_eq!(brings(&closed), BTreeSet::new());
    let since = "This event is closed since";
    for page in pages.iter().filter(|page| {
        ["/events/1", "/events/1/engines", "/events/1/absences", "/events/1/settings"]
            .contains(&page.as_str())
            || page.starts_with("/events/1/players/") && !page.ends_with("/new-case")
    }) {
        assert_eq!(server.get(&all, page).text().matches(since).count(), 1, "{page}");
    }
    // A case may be opened about a closed event.
    assert!(closed.iter().any(|form| form.action.ends_with("/new-case")));
    // What is chosen stays readable.
    assert!(server.get(&all, "/events/1/settings").text().contains("name=\"basis\""));
    // Whatever the table says: no form that is left is refused because the event is closed.
    let mut sent = 0;
    for form in closed.iter().filter(|form| form.action.starts_with("/events/1")) {
        let said = send(&server, &all, form);
        assert!(!said.contains(&refused), "{} on {}", form.action, form.page);
        server.write(|c| events::set_closed(c, 1, Some(c.now)));
        sent += 1;
    }
    assert!(sent >= 4, "{sent}");
}

#[test]
fn pages_show_no_form_that_the_readers_role_may_not_send() {
    let (server, all, pages) = busy();
    let most = shown(&server, &all, &pages).len();
    for role in Role::IN_EVENTS {
        let (id, browser) = server.person(&format!("reader-{role}"), Role::PanelMember);
        server.member(1, id, role);
        let forms = shown(&server, &browser, &pages);
        assert!(!forms.is_empty() && forms.len() < most, "{role}: {}", forms.len());
        for form in forms {
            let may = match form.route.needs {
                Needs::Anybody | Needs::SignedIn => true,
                Needs::Token(_) => false,
                Needs::Permission(permission) if permission.reach() == Reach::Event => role.may(permission),
                Needs::Permission(permission) if permission.reach() == Reach::Case => false,
                Needs::Permission(permission) => Role::PanelMember.may(permission),
            };
            assert!(may, "{role}: {} on {}", form.action, form.page);
        }
    }
}
