//! The description of the interface for programs, for people: every route with what it needs, takes and answers.
//!
//! It is read out of the description that programs get, so the two cannot say different things. Like that one it is open to
//! everybody, and tells nothing about anybody.

use askama::Template;
use serde_json::{Map, Value};

use crate::accounts::roles::Permission;
use crate::keys::Key;
use crate::web::access::Ctx;
use crate::web::api::openapi;
use crate::web::frame::Frame;
use crate::web::respond::{Answer, page as rendered};
use crate::web::route::Route;

/// The event of an example.
const EVENT: &str = "1";

#[derive(Template)]
#[template(path = "api.html")]
struct Page<'a> {
    frame: Frame<'a>,
    operations: Vec<Operation>,
}

/// One route. Its texts are those of the description.
#[derive(Debug, PartialEq, Eq)]
struct Operation {
    method: String,
    path: String,
    summary: String,
    needs: Option<String>,
    /// Name of each parameter, and where it stands: `path` or `query`.
    parameters: Vec<(String, String)>,
    /// The kind of body that it takes.
    takes: Option<String>,
    /// Statuses and what each says.
    answers: Vec<(String, String)>,
    /// A command that asks it.
    example: String,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// Text between single quotes of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A command line for `curl`. `base` is the address of the service.
fn example(base: &str, method: &str, path: &str, operation: &Value) -> String {
    let mut words = vec!["curl".to_owned()];
    if operation.get("security").is_some() {
        words.push("-H 'Authorization: Bearer TOKEN'".to_owned());
    }
    let mut address = format!("{base}{}", path.replace("{event}", EVENT));
    if let Some((kind, body)) = entries(&operation["requestBody"]["content"]).next() {
        words.push(match body.get("example") {
            Some(example) => format!("-d {}", quoted(&example.to_string())),
            None => "--data-binary @games.pgn".to_owned(),
        });
        if kind.as_str() == "application/octet-stream" {
            address += "?name=games.pgn";
        }
    } else if method == "POST" {
        words.push("-X POST".to_owned());
    }
    words.push(quoted(&address));
    words.join(" ")
}

/// The routes of a description, in the order in which it has them.
fn operations(description: &Value, base: &str) -> Vec<Operation> {
    let paths = entries(&description["paths"]);
    let all =
        paths.flat_map(|(path, methods)| entries(methods).map(move |(method, one)| (path, method, one)));
    let operation = |(path, method, one): (&String, &String, &Value)| {
        let method = method.to_uppercase();
        let parameters = one["parameters"].as_array().into_iter().flatten();
        Operation {
            summary: text(&one["summary"]),
            needs: one["description"].as_str().map(str::to_owned),
            parameters: parameters
                .map(|parameter| (text(&parameter["name"]), text(&parameter["in"])))
                .collect(),
            takes: entries(&one["requestBody"]["content"]).map(|(kind, _)| kind.clone()).next(),
            answers: entries(&one["responses"])
                .map(|(status, answer)| (status.clone(), text(&answer["description"])))
                .collect(),
            example: example(base, &method, path, one),
            path: path.clone(),
            method,
        }
    };
    all.map(operation).collect()
}

/// `GET /api`
pub(crate) async fn page(Ctx { app, visit, .. }: Ctx, routes: &[Route]) -> Answer {
    rendered(&Page {
        frame: Frame::new(&app, &visit, "/api"),
        operations: operations(&openapi(routes), &app.link("")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes::ROUTES;

    #[test]
    fn examples_are_command_lines() {
        let made = operations(&openapi(ROUTES), "https://fairplay.example.org");
        let of = |path: &str, method: &str| {
            let one = made.iter().find(|one| one.path == path && one.method == method);
            one.expect("a route").example.as_str()
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
