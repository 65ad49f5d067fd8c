//! The description of the interface for programs, for people: every route with what it needs, takes and answers.
//!
//! Both are made of the same list, so they cannot say different things. It is open to everybody, and tells nothing about
//! anybody.

use askama::Template;

use crate::accounts::roles::Permission;
use crate::keys::Key;
use crate::web::access::Ctx;
use crate::web::api::{Operation, operations};
use crate::web::frame::Frame;
use crate::web::respond::{Answer, page as rendered};
use crate::web::route::Route;

#[derive(Template)]
#[template(path = "api.html")]
struct Page<'a> {
    frame: Frame<'a>,
    operations: Vec<Operation>,
    /// The address of the service.
    base: String,
}

/// Text between single quotes of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A command line for `curl` that asks about the first event.
fn example(operation: &Operation, base: &str) -> String {
    let mut words = vec!["curl".to_owned()];
    if operation.needs.is_some() {
        words.push("-H 'Authorization: Bearer TOKEN'".to_owned());
    }
    let mut address = format!("{base}{}", operation.path.replace("{event}", "1"));
    match &operation.takes {
        Some((_, Some(example))) => words.push(format!("-d {}", quoted(&example.to_string()))),
        Some((_, None)) => {
            words.push("--data-binary @games.pgn".to_owned());
            address += "?name=games.pgn";
        }
        None if operation.method == "POST" => words.push("-X POST".to_owned()),
        None => {}
    }
    words.push(quoted(&address));
    words.join(" ")
}

/// `GET /api`
pub(crate) async fn page(Ctx { app, visit, .. }: Ctx, routes: &'static [Route]) -> Answer {
    let frame = Frame::new(&app, &visit);
    rendered(&Page { frame, operations: operations(routes), base: app.link("") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes::ROUTES;

    #[test]
    fn examples_are_command_lines() {
        let made = operations(ROUTES);
        let of = |path: &str, method: &str| {
            let one = made.iter().find(|one| one.path == path && one.method == method);
            example(one.expect("a route"), "https://fairplay.example.org")
        };
        assert_eq!(of("/api/openapi.json", "GET"), "curl 'https://fairplay.example.org/api/openapi.json'");
        assert_eq!(
            of("/api/v1/events/{event}", "GET"),
            "curl -H 'Authorization: Bearer TOKEN' 'https://fairplay.example.org/api/v1/events/1'"
        );
        assert_eq!(
            of("/api/v1/events/{event}/files", "POST"),
            "curl -H 'Authorization: Bearer TOKEN' --data-binary @games.pgn \
             'https://fairplay.example.org/api/v1/events/1/files?name=games.pgn'"
        );
        let absences = of("/api/v1/events/{event}/absences", "POST");
        assert!(absences.contains(" -d '{") && absences.contains("\"what\":\"left\""), "{absences}");
        assert_eq!(quoted("a'b"), "'a'\\''b'");
    }
}
