//! The audit log: the whole of it, or the part about one event or one case.

use askama::Template;
use axum::extract::Query;
use reports::visible;
use serde::Deserialize;

use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::keys::Key;
use crate::store::audit::{self, Action, Actor, Entry, Place};
use crate::web::{Answer, Ctx, Frame, page as rendered};

/// Entries on one page.
const LINES: u32 = 100;

#[derive(Template)]
#[template(path = "audit.html")]
struct Page<'a> {
    frame: Frame<'a>,
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
        let action = entry.action.parse().map(|action: Action| self.frame.label("action", action.into_str()));
        action.unwrap_or_else(|_| visible(&entry.action))
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Below {
    below: Option<i64>,
}

pub(crate) async fn page(ctx: Ctx, Query(query): Query<Below>) -> Answer {
    let place = ctx.visit.access.place;
    let below = query.below.unwrap_or(i64::MAX);
    let found = ctx.read(move |c, _| Ok((audit::page(c, place, below, LINES)?, people::all(c)?)));
    let (entries, people) = found.await?;
    let full = entries.len() >= usize::try_from(LINES).unwrap_or(usize::MAX);
    rendered(&Page {
        older: entries.last().map(|entry| entry.number).filter(|number| full && *number > 1),
        frame: ctx.frame(),
        case: if let Some(Place::Case(id)) = place { Some(id) } else { None },
        entries,
        people,
    })
}
