//! The audit log: the whole of it, or the part about one event or one case.

use askama::Template;
use axum::extract::Query;
use reports::visible;
use serde::Deserialize;

use crate::accounts::people::{self, Person};
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
    entries: Vec<Entry>,
    people: Vec<Person>,
    older: Option<i64>,
}

impl Page<'_> {
    /// An entry in another form than ours is shown as it stands: the log hides nothing.
    fn who(&self, entry: &Entry) -> String {
        let who = match Actor::parse(&entry.actor) {
            Some(Actor::Person(id)) => {
                self.people.iter().find(|person| person.id == id).map(|person| person.name.clone())
            }
            Some(Actor::Nobody) => Some(self.frame.t(Key::AuditNobody)),
            Some(Actor::Service) => Some(self.frame.t(Key::AuditService)),
            Some(Actor::Token(id)) => {
                Some(self.frame.messages().with(Key::AuditToken, "number", &id.to_string()))
            }
            None => None,
        };
        who.unwrap_or_else(|| visible(&entry.actor))
    }

    fn action(&self, entry: &Entry) -> String {
        let action = entry.action.parse().map(|action: Action| self.frame.t(action.key()));
        action.unwrap_or_else(|_| visible(&entry.action))
    }
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
    let case = if let About::Case(id) = about { Some(id) } else { None };
    let full = entries.len() >= usize::try_from(LINES).unwrap_or(usize::MAX);
    page(&Page {
        older: entries.last().map(|entry| entry.number).filter(|number| full && *number > 1),
        frame: Frame::new(app, visit),
        event,
        case,
        entries,
        people,
    })
}
