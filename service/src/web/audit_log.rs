//! The audit log: the whole of it, or the part about one event or one case.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::Query;
use reports::visible;
use serde::Deserialize;

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::audit::{self, About, Action, Actor, Entry};
use crate::web::access::{Ctx, InCase, InEvent, Visit};
use crate::web::{Answer, Frame, page};

/// Entries on one page.
const LINES: u32 = 100;

#[derive(Template)]
#[template(path = "audit.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Option<Event>,
    case: Option<i64>,
    lines: Vec<Line>,
    older: Option<i64>,
}

struct Line {
    number: i64,
    when: String,
    who: String,
    what: String,
    event: String,
    subject: String,
    detail: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Below {
    below: Option<i64>,
}

/// `GET /audit`
pub(crate) async fn whole(Ctx { app, visit, .. }: Ctx, Query(query): Query<Below>) -> Answer {
    shown(&app, &visit, About::Everything, query.below).await
}

/// `GET /events/{event}/audit`
pub(crate) async fn of_event(
    Ctx { app, visit, inside, .. }: Ctx<InEvent>,
    Query(query): Query<Below>,
) -> Answer {
    shown(&app, &visit, About::Event(inside.event), query.below).await
}

/// `GET /cases/{case}/audit`
pub(crate) async fn of_case(
    Ctx { app, visit, inside, .. }: Ctx<InCase>,
    Query(query): Query<Below>,
) -> Answer {
    shown(&app, &visit, About::Case(inside.case), query.below).await
}

async fn shown(app: &App, visit: &Visit, about: About, below: Option<i64>) -> Answer {
    let found = app.read(move |c| {
        let event = match about {
            About::Event(id) => events::by_id(c, id)?,
            About::Everything | About::Case(_) => None,
        };
        Ok((event, audit::page(c, about, below.unwrap_or(i64::MAX), LINES)?, people::all(c)?))
    });
    let (event, entries, people) = found.await?;
    let names: BTreeMap<i64, String> = people.into_iter().map(|person| (person.id, person.name)).collect();
    let (back, case) = match about {
        About::Everything => ("/audit".to_owned(), None),
        About::Event(id) => (format!("/events/{id}/audit"), None),
        About::Case(id) => (format!("/cases/{id}/audit"), Some(id)),
    };
    let frame = Frame::new(app, visit, back);
    let full = entries.len() >= usize::try_from(LINES).unwrap_or(usize::MAX);
    page(&Page {
        older: entries.last().map(|entry| entry.number).filter(|number| full && *number > 1),
        lines: entries.iter().map(|entry| line(&frame, &names, entry)).collect(),
        frame,
        event,
        case,
    })
}

fn line(frame: &Frame<'_>, names: &BTreeMap<i64, String>, entry: &Entry) -> Line {
    let who = match Actor::parse(&entry.actor) {
        Some(Actor::Person(id)) => names.get(&id).cloned(),
        Some(Actor::Nobody) => Some(frame.t(Key::AuditNobody)),
        Some(Actor::Service) => Some(frame.t(Key::AuditService)),
        Some(Actor::Token(id)) => Some(frame.messages().with(Key::AuditToken, "number", &id.to_string())),
        None => None,
    };
    Line {
        number: entry.number,
        when: frame.when(&entry.at),
        // An entry in another form than ours is shown as it stands: the log hides nothing.
        who: who.unwrap_or_else(|| visible(&entry.actor)),
        what: entry
            .action
            .parse()
            .map_or_else(|_| visible(&entry.action), |action: Action| frame.t(action.key())),
        event: entry.event.map(|event| event.to_string()).unwrap_or_default(),
        subject: visible(&entry.subject),
        detail: visible(&entry.detail),
    }
}
