//! Messages that the hints of an event have changed, and to people about their account: who wants them, what waits to be sent,
//! and what stands in its way.
//!
//! A message holds at most the number of an event and a link, and no name of anybody. Whoever gets it signs in to see more. A
//! message is stored in the same transaction as what it tells of; sending it never holds that up.

pub(crate) mod mail;
pub(crate) mod sender;
pub(crate) mod webhook;

use reports::Language;
use rusqlite::{Connection, params};
use serde::Deserialize;
use strum::IntoStaticStr;

use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::Secret;
use crate::clock::{DAY, MINUTE};
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, row, rows};

pub use mail::{MailSecurity, MailSettings};
pub use webhook::WebhookSettings;

/// Waiting time after the first failure, in seconds; it doubles with each further one.
const FIRST_WAIT: i64 = MINUTE;
/// Links to confirm an address that are sent for one person within 24 hours.
const MAX_LINKS_A_DAY: i64 = 5;
const LINK_GOOD_FOR: i64 = 7 * DAY;
/// A message about an account says nothing of use after so many seconds.
const OWN_GOOD_FOR: i64 = DAY;
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

/// What a message is about. Names are stored; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Kind {
    /// The hints of an event have changed.
    Hints,
    /// The address of a person is to be confirmed.
    ConfirmAddress,
    /// Codes of a person are closed after wrong ones.
    CodesClosed,
}

/// The choice of a person to get mail.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Choice {
    pub(crate) address: String,
    pub(crate) language: String,
    /// When the link that was sent to the address was opened. Nothing but that link is sent before.
    pub(crate) confirmed: Option<i64>,
}

const CHOICE: &str = "SELECT address, language, confirmed FROM notification_choice WHERE person = ?1";

pub(crate) fn choice(c: &Connection, person: i64) -> Result<Option<Choice>> {
    row(c, CHOICE, [person])
}

/// Sends a person's mail to an address from now on, or none without one. Says whether that changed anything.
pub(crate) fn choose(c: &Change<'_>, person: i64, address: Option<&str>, language: Language) -> Result<bool> {
    let changed = match address {
        None => c.execute("DELETE FROM notification_choice WHERE person = ?1", [person])?,
        Some(address) => c.execute(
            "INSERT INTO notification_choice (person, address, language, made) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language,
             confirmed = iif(address = excluded.address, confirmed, NULL), hash = NULL
             WHERE (address, language) <> (excluded.address, excluded.language)",
            params![person, address, language.tag(), c.now],
        )?,
    };
    Ok(changed > 0)
}

/// Has a link sent to the address of a person, unless it is confirmed. Refused if there were too many of late: the address may
/// be a stranger's.
pub(crate) fn ask_to_confirm(c: &Change<'_>, person: i64) -> Result<bool> {
    if choice(c, person)?.is_none_or(|choice| choice.confirmed.is_some()) {
        return Ok(true);
    }
    let sql = "SELECT count(*) FROM notification WHERE person = ?1 AND kind = ?2 AND made > ?3";
    let kind: &str = Kind::ConfirmAddress.into();
    let before: i64 = row(c, sql, params![person, kind, c.now.saturating_sub(DAY)])?.unwrap_or(0);
    if before >= MAX_LINKS_A_DAY {
        return Ok(false);
    }
    store_own(c, person, Kind::ConfirmAddress)?;
    Ok(true)
}

/// Makes the link that confirms the address of a person; those before are no longer good.
fn confirming_link(c: &Change<'_>, person: i64) -> Result<Secret> {
    let secret = Secret::generate()?;
    let sql = "UPDATE notification_choice SET hash = ?2, expires = ?3 WHERE person = ?1";
    c.execute(sql, params![person, secret.hash(), c.now.saturating_add(LINK_GOOD_FOR)])?;
    Ok(secret)
}

/// The choice that a link confirms, if it is that of the person.
pub(crate) fn of_link(c: &Connection, person: i64, secret: &Secret, now: i64) -> Result<Option<Choice>> {
    row(c, &format!("{CHOICE} AND hash = ?2 AND expires > ?3"), params![person, secret.hash(), now])
}

/// Confirms the address of a person by its link; says whether it was good.
pub(crate) fn confirm(c: &Change<'_>, person: i64, secret: &Secret) -> Result<bool> {
    let sql = "UPDATE notification_choice SET confirmed = ?3, hash = NULL WHERE person = ?1 AND hash = ?2 AND expires > ?3";
    Ok(c.execute(sql, params![person, secret.hash(), c.now])? == 1)
}

/// Stores a message to a person about their account, if they gave an address.
pub(crate) fn store_own(c: &Change<'_>, person: i64, kind: Kind) -> Result<()> {
    let kind: &str = kind.into();
    c.execute(
        "INSERT INTO notification (kind, person, made, due, tries, problem)
         SELECT ?2, person, ?3, ?3, 0, '' FROM notification_choice WHERE person = ?1 ON CONFLICT DO NOTHING",
        params![person, kind, c.now],
    )?;
    Ok(())
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
            "INSERT INTO notification (kind, event, person, made, due, tries, problem)
             VALUES ('hints', ?1, ?2, ?3, ?3, 0, '')
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
               WHERE membership.event = ?1 AND person.disabled IS NULL AND confirmed IS NOT NULL ORDER BY person.id";
    let members: Vec<(i64, Role)> = rows(c, sql, [event])?;
    let may = members.into_iter().filter(|(_, role)| role.may(Permission::SeeEvent));
    Ok(may.map(|(person, _)| person).collect())
}

/// A message that is due.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) id: i64,
    pub(crate) kind: Kind,
    /// The event whose hints it is about.
    pub(crate) event: Option<i64>,
    pub(crate) made: i64,
    pub(crate) tries: u32,
    /// The person whom it goes to; none for the webhook.
    pub(crate) person: Option<i64>,
}

pub(crate) fn due(c: &Connection, now: i64) -> Result<Vec<Waiting>> {
    let sql = "SELECT id, kind, event, made, tries, person FROM notification
               WHERE sent IS NULL AND given_up IS NULL AND due <= ?1 ORDER BY due, id LIMIT 100";
    rows(c, sql, [now])
}

/// Where a message to a person goes, if they want it still and may have it still.
pub(crate) fn wanted(c: &Connection, waiting: &Waiting, person: i64, now: i64) -> Result<Option<Choice>> {
    let may_sign_in = "SELECT 1 FROM person WHERE id = ?1 AND disabled IS NULL";
    let choice = choice(c, person)?;
    let (may, confirmed) = match waiting.event {
        Some(event) => (readers(c, event)?.contains(&person), true),
        None => {
            let is_fresh = now < waiting.made.saturating_add(OWN_GOOD_FOR);
            let may = is_fresh && c.prepare_cached(may_sign_in)?.exists([person])?;
            (may, waiting.kind != Kind::ConfirmAddress)
        }
    };
    Ok(choice.filter(|choice| may && choice.confirmed.is_some() == confirmed))
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
    // The log of the account has what the others tell of.
    let Some(event) = event else { return Ok(()) };
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
