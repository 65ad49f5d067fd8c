//! Namings: an administrator names somebody for an event or a case that nobody answers for.
//!
//! A naming counts after a day, or earlier once a second administrator confirms it and a member has read of it, and only if nobody
//! else answers for the place by then. The second administrator is no account of the first one as far as the file can tell:
//! neither invited the other, directly or through others. Whoever is or was a member reads of it, on the pages there and on their first page, for 14 days from when they first
//! see it: an administrator does not reach an event unseen through a second account.

use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::invitations;
use crate::accounts::members;
use crate::accounts::people;
use crate::accounts::roles::Role;
use crate::cases;
use crate::clock::DAY;
use crate::events;
use crate::keys::Key;
use crate::store::audit::{self, Action, Place};
use crate::store::change::Change;
use crate::store::{self, Result};
use crate::web::Problem;

/// A naming counts so many seconds after it was made.
const WAITS: i64 = DAY;
/// It is told for so many seconds.
const TOLD_FOR: i64 = 14 * DAY;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Naming {
    pub(crate) id: i64,
    event: Option<i64>,
    case_id: Option<i64>,
    pub(crate) person: i64,
    pub(crate) name: String,
    maker: i64,
    pub(crate) maker_name: String,
    pub(crate) made: i64,
    /// When it came to count, was taken back or lapsed.
    pub(crate) ended: Option<i64>,
    pub(crate) counted: bool,
    /// When a second administrator confirmed it.
    confirmed: Option<i64>,
    /// The reader was a member before it and has not read of it yet.
    pub(crate) is_new: bool,
}

impl Naming {
    pub(crate) fn place(&self) -> Place {
        match (self.event, self.case_id) {
            (None, Some(case)) => Place::Case(case),
            (event, _) => Place::Event(event.unwrap_or_default()),
        }
    }

    /// From when on it counts by itself.
    pub(crate) fn counts_from(&self) -> i64 {
        self.made.saturating_add(WAITS)
    }

    /// Whether a person may confirm it: neither who made it nor who is named, with an account from a day before it.
    fn may_confirm(&self, c: &Connection, person: i64) -> Result<bool> {
        let made: Option<i64> = store::row(c, "SELECT made FROM person WHERE id = ?1", [person])?;
        let known = made.is_some_and(|made| made <= self.made.saturating_sub(WAITS));
        let other = person != self.maker && person != self.person;
        let is_guest = invitations::has_invited(c, self.maker, person)?;
        let is_host = invitations::has_invited(c, person, self.maker)?;
        Ok(self.confirmed.is_none() && known && other && !is_guest && !is_host)
    }
}

/// With the reader as the first parameter.
const LISTED: &str = "SELECT naming.id AS id, naming.event AS event, naming.case_id AS case_id, naming.person AS person,
    named.name AS name, naming.maker AS maker, maker.name AS maker_name, naming.made AS made, ended, counted <> 0 AS counted,
    naming.confirmed AS confirmed,
    naming_notice.naming IS NOT NULL AND naming_notice.seen IS NULL AS is_new
    FROM naming JOIN person AS named ON named.id = naming.person JOIN person AS maker ON maker.id = naming.maker
    LEFT JOIN naming_notice ON naming_notice.naming = naming.id AND naming_notice.person = ?1";

fn numbers(place: Place) -> (Option<i64>, Option<i64>) {
    match place {
        Place::Event(id) => (Some(id), None),
        Place::Case(id) => (None, Some(id)),
    }
}

/// The namings that have not ended, newest first.
pub(crate) fn open(c: &Connection) -> Result<Vec<Naming>> {
    store::rows(c, &format!("{LISTED} WHERE ended IS NULL ORDER BY naming.id DESC"), [0])
}

/// The same, each with whether a reader may confirm it.
pub(crate) fn open_to(c: &Connection, reader: i64) -> Result<Vec<(Naming, bool)>> {
    let namings = open(c)?.into_iter();
    namings.map(|naming| naming.may_confirm(c, reader).map(|may| (naming, may))).collect()
}

/// Whether nobody who may sign in answers for an event or a case that is there.
pub(crate) fn is_orphan(c: &Connection, place: Place) -> Result<bool> {
    let orphans = match place {
        Place::Event(_) => events::without_chief(c)?,
        Place::Case(_) => cases::unmanaged(c)?,
    };
    Ok(orphans.iter().any(|(orphan, _)| *orphan == place.id()))
}

fn role(place: Place) -> Role {
    match place {
        Place::Event(_) => Role::ChiefArbiter,
        Place::Case(_) => Role::Investigator,
    }
}

/// Names a person, with its entry in the audit log. Refused while another naming for the same place is open.
pub(crate) fn make(c: &Change<'_>, place: Place, person: i64) -> Result<(), Problem> {
    if open(c)?.iter().any(|naming| naming.place() == place) {
        return Err(Problem::refused(Key::RefusedNamingOpen));
    }
    let (event, case) = numbers(place);
    let sql = "INSERT INTO naming (event, case_id, person, maker, made) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.execute(sql, params![event, case, person, c.person(), c.now])?;
    let naming = c.last_insert_rowid();
    // Members of today, and by the log those of former days.
    let (members, sought) = match place {
        Place::Event(_) => (
            "SELECT maker FROM event WHERE id = ?2 UNION SELECT person FROM membership WHERE event = ?2
             UNION SELECT CAST(substr(subject, 8) AS INTEGER) FROM audit WHERE event = ?2 AND action = ?3",
            Action::MemberSet.into_str().to_owned(),
        ),
        Place::Case(id) => (
            "SELECT person FROM fair_play_case WHERE id = ?2 UNION SELECT person FROM case_member WHERE case_id = ?2
             UNION SELECT CAST(substr(detail, 8) AS INTEGER) FROM audit
             WHERE subject = ?3 AND subject GLOB 'case *' AND action = 'case_member_set'",
            audit::case(id),
        ),
    };
    let sql = format!(
        "INSERT INTO naming_notice (naming, person) SELECT ?1, id FROM person WHERE id IN ({members})"
    );
    c.execute(&sql, params![naming, place.id(), sought])?;
    Ok(c.at(place).log(Action::Named, format!("person {person}"), role(place).into_str())?)
}

fn end(c: &Change<'_>, naming: &Naming, counted: bool) -> Result<()> {
    let sql = "UPDATE naming SET ended = ?2, counted = ?3 WHERE id = ?1";
    c.execute(sql, params![naming.id, c.now, counted])?;
    Ok(())
}

/// Makes the named person a member, if still nobody answers for the place and they may sign in; else the naming lapses.
fn settle(c: &Change<'_>, naming: &Naming) -> Result<(), Problem> {
    let place = naming.place();
    let person = people::by_id(c, naming.person)?.filter(|person| person.disabled.is_none());
    let counts = person.is_some() && is_orphan(c, place)?;
    end(c, naming, counts)?;
    if counts {
        return members::appoint(c, place, naming.person, role(place));
    }
    Ok(c.at(place).log(Action::NamingEnded, format!("person {}", naming.person), "lapsed")?)
}

/// The namings of a person that count from now on and have not been settled: they have waited long enough, or were confirmed and
/// a member other than their maker has read of them.
fn due(c: &Connection, person: i64, now: i64) -> Result<Vec<i64>> {
    let sql = "SELECT id FROM naming WHERE person = ?1 AND ended IS NULL AND (made <= ?2 OR confirmed IS NOT NULL
               AND EXISTS (SELECT 1 FROM naming_notice AS notice WHERE notice.naming = naming.id
                           AND notice.seen IS NOT NULL AND notice.person NOT IN (naming.maker, naming.person)))";
    store::rows(c, sql, [person, now.saturating_sub(WAITS)])
}

/// Whether a naming of a person counts from now on and has not been settled.
pub(crate) fn is_due(c: &Connection, person: i64, now: i64) -> Result<bool> {
    Ok(!due(c, person, now)?.is_empty())
}

/// Settles the namings of a person that count from now on.
pub(crate) fn settle_due(c: &Change<'_>, person: i64) -> Result<(), Problem> {
    due(c, person, c.now)?.into_iter().try_for_each(|naming| settle(c, &find(c, naming)?))
}

fn find(c: &Connection, id: i64) -> Result<Naming, Problem> {
    open(c)?.into_iter().find(|naming| naming.id == id).ok_or(Problem::NotFound)
}

/// Confirms a naming by a second administrator. It counts as soon as a member has read of it.
pub(crate) fn confirm(c: &Change<'_>, id: i64) -> Result<(), Problem> {
    let (naming, person) = (find(c, id)?, c.person().unwrap_or_default());
    if !naming.may_confirm(c, person)? {
        return Err(Problem::refused(Key::RefusedNamingConfirm));
    }
    c.execute("UPDATE naming SET confirmed = ?2 WHERE id = ?1", [id, c.now])?;
    c.at(naming.place()).log(Action::NamingConfirmed, format!("person {}", naming.person), "")?;
    settle_due(c, naming.person)
}

pub(crate) fn take_back(c: &Change<'_>, id: i64) -> Result<(), Problem> {
    let naming = find(c, id)?;
    end(c, &naming, false)?;
    let subject = format!("person {}", naming.person);
    Ok(c.at(naming.place()).log(Action::NamingEnded, subject, "taken back")?)
}

/// What a reader is told: on the pages of an event or a case everybody about that place, elsewhere whoever was a member before
/// a naming about it.
pub(crate) fn told(c: &Connection, reader: i64, place: Option<Place>, now: i64) -> Result<Vec<Naming>> {
    let (event, case) = place.map_or((None, None), numbers);
    let sql = format!(
        "{LISTED} WHERE (event = ?3 OR case_id = ?4 OR coalesce(?3, ?4) IS NULL AND naming_notice.naming IS NOT NULL)
         AND (ended IS NULL
              OR max(ended, iif(naming_notice.naming IS NULL, ended, coalesce(naming_notice.seen, ?2))) + {TOLD_FOR} > ?2)
         ORDER BY naming.id"
    );
    store::rows(c, &sql, params![reader, now, event, case])
}

/// Notes that a reader was told of namings.
pub(crate) fn note_told(c: &Change<'_>, reader: i64, namings: &[i64]) -> Result<()> {
    for naming in namings {
        let sql = "UPDATE naming_notice SET seen = ?3 WHERE naming = ?1 AND person = ?2 AND seen IS NULL";
        c.execute(sql, [*naming, reader, c.now])?;
    }
    Ok(())
}
