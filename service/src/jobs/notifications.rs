//! Messages that the hints of an event have changed: who wants them, what waits to be sent, and what stands in its way.
//!
//! A message holds the number of the event and a link, and no name of anybody. Whoever gets it signs in to see more. A message
//! is stored in the same transaction as the hints that it tells of; sending it never holds them up.

pub(crate) mod mail;
pub(crate) mod sender;
pub(crate) mod webhook;

use reports::Language;
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::roles::{Permission, Role};
use crate::clock::MINUTE;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, row, rows};

pub use mail::{MailSecurity, MailSettings};
pub use webhook::WebhookSettings;

/// Waiting time after the first failure, in seconds; it doubles with each further one.
const FIRST_WAIT: i64 = MINUTE;
/// Failures after which a message is given up: two hours after the first try.
const MAX_TRIES: u32 = 8;

/// Where messages go; nowhere by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotificationSettings {
    /// The server that takes mail to people who chose it.
    pub mail: Option<MailSettings>,
    /// An address of other software that is told of every change.
    pub webhook: Option<WebhookSettings>,
}

/// Settings with which no message can be sent.
#[derive(Debug, thiserror::Error)]
pub enum NotificationError {
    #[error("`{address}` is no address that mail can come from, like fairplay@example.org")]
    From { address: String },
    #[error(
        "mail to {server} would go over the network in the clear; use security = \"tls\" or \"starttls\""
    )]
    PlainMail { server: String },
    #[error("mail cannot be sent through {server}: {reason}")]
    Server { server: String, reason: String },
    #[error("the secret of the webhook has {length} characters and needs at least {least}")]
    ShortSecret { length: usize, least: usize },
    #[error("the address of the webhook cannot be used: {0}")]
    Webhook(#[from] datasets::live::SourceError),
}

/// The choice of a person to get mail.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Choice {
    pub(crate) address: String,
    pub(crate) language: String,
}

pub(crate) fn choice(c: &Connection, person: i64) -> Result<Option<Choice>> {
    row(c, "SELECT address, language FROM notification_choice WHERE person = ?1", [person])
}

/// Sends a person's mail to an address from now on, or none without one. Says whether that changed anything.
pub(crate) fn choose(c: &Change<'_>, person: i64, address: Option<&str>, language: Language) -> Result<bool> {
    let changed = match address {
        None => c.execute("DELETE FROM notification_choice WHERE person = ?1", [person])?,
        Some(address) => c.execute(
            "INSERT INTO notification_choice (person, address, language, made) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language
             WHERE (address, language) <> (excluded.address, excluded.language)",
            params![person, address, language.tag(), c.now],
        )?,
    };
    Ok(changed > 0)
}

/// Stores the messages about new hints of an event: to everybody who may see them and chose mail, and to the webhook. Whoever has a
/// message about the event that waits still gets no second one.
pub(crate) fn store(c: &Change<'_>, event: i64, settings: &NotificationSettings) -> Result<()> {
    let mut to: Vec<Option<i64>> = settings.webhook.iter().map(|_| None).collect();
    if settings.mail.is_some() {
        to.extend(readers(c, event)?.into_iter().map(Some));
    }
    for person in to {
        c.execute(
            "INSERT INTO notification (event, person, made, due, tries, problem) VALUES (?1, ?2, ?3, ?3, 0, '')
             ON CONFLICT DO NOTHING",
            params![event, person, c.now],
        )?;
    }
    Ok(())
}

/// Who chose mail and may see the hints of an event.
fn readers(c: &Connection, event: i64) -> Result<Vec<i64>> {
    let sql = "SELECT person.id, membership.role FROM membership
               JOIN person ON person.id = membership.person
               JOIN notification_choice ON notification_choice.person = person.id
               WHERE membership.event = ?1 AND person.disabled IS NULL ORDER BY person.id";
    let members: Vec<(i64, Role)> = rows(c, sql, [event])?;
    let may = members.into_iter().filter(|(_, role)| role.may(Permission::SeeEvent));
    Ok(may.map(|(person, _)| person).collect())
}

/// A message that is due.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) id: i64,
    pub(crate) event: i64,
    pub(crate) made: i64,
    pub(crate) tries: u32,
    /// The person whom it goes to; none for the webhook.
    pub(crate) person: Option<i64>,
}

pub(crate) fn due(c: &Connection, now: i64) -> Result<Vec<Waiting>> {
    let sql = "SELECT id, event, made, tries, person FROM notification
               WHERE sent IS NULL AND given_up IS NULL AND due <= ?1 ORDER BY due, id LIMIT 100";
    rows(c, sql, [now])
}

/// Where a message to a person goes, if they want it still and may see the hints still.
pub(crate) fn wanted(c: &Connection, event: i64, person: i64) -> Result<Option<Choice>> {
    if readers(c, event)?.contains(&person) { choice(c, person) } else { Ok(None) }
}

/// The end of a try to send a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SendOutcome {
    Sent,
    /// What stood in its way, in words without addresses and names.
    Failed(String),
    /// Nobody wants it any more, or nobody may have it.
    Unwanted,
}

/// Stores the end of a try; a failed one is tried again later, up to a number of times.
pub(crate) fn tried(c: &Change<'_>, waiting: &Waiting, end: &SendOutcome) -> Result<()> {
    let Waiting { id, event, tries, person, .. } = waiting;
    let tries = tries.saturating_add(1);
    let (sent, given_up, due, problem) = match end {
        SendOutcome::Sent => (Some(c.now), None, c.now, ""),
        SendOutcome::Unwanted => (None, Some(c.now), c.now, ""),
        SendOutcome::Failed(problem) => {
            let wait = FIRST_WAIT << tries.saturating_sub(1).min(MAX_TRIES);
            (None, (tries >= MAX_TRIES).then_some(c.now), c.now.saturating_add(wait), problem.as_str())
        }
    };
    let sql =
        "UPDATE notification SET tries = ?2, sent = ?3, given_up = ?4, due = ?5, problem = ?6 WHERE id = ?1";
    c.execute(sql, params![id, tries, sent, given_up, due, problem])?;
    let action = match end {
        SendOutcome::Sent => Action::NotificationSent,
        SendOutcome::Failed(_) if given_up.is_some() => Action::NotificationGivenUp,
        SendOutcome::Failed(_) | SendOutcome::Unwanted => return Ok(()),
    };
    let to = person.map_or_else(|| "webhook".to_owned(), |person| format!("person {person}"));
    c.at(Place::Event(*event)).log(action, format!("notification {id}"), to)
}

/// A message that could not be sent so far.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Unsent {
    /// The name of the person whom it goes to; none for the webhook.
    pub(crate) name: Option<String>,
    pub(crate) problem: String,
    pub(crate) due: i64,
    pub(crate) given_up: Option<i64>,
}

/// Messages about an event that could not be sent so far, newest first; not those after which one got through to the same place.
pub(crate) fn unsent(c: &Connection, event: i64) -> Result<Vec<Unsent>> {
    let sql = "SELECT person.name AS name, problem, due, given_up FROM notification AS own
               LEFT JOIN person ON person.id = own.person
               WHERE event = ?1 AND sent IS NULL AND problem <> ''
               AND NOT EXISTS (SELECT 1 FROM notification AS later WHERE later.event = own.event
                               AND later.person IS own.person AND later.id > own.id AND later.sent IS NOT NULL)
               ORDER BY own.id DESC LIMIT 20";
    rows(c, sql, [event])
}
