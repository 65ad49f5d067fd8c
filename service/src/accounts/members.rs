//! Members of events and of cases, each with a role there.

use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::keys::Key;
use crate::store::audit::{self, Action, Actor};
use crate::store::{self, StorageError};
use crate::web::Problem;
use crate::web::form::Fields;

/// An event or a case that people are members of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Event(i64),
    Case(i64),
}

impl Place {
    fn table(self) -> (&'static str, &'static str, i64) {
        match self {
            Self::Event(id) => ("membership", "event", id),
            Self::Case(id) => ("case_member", "case_id", id),
        }
    }

    fn roles(self) -> [Role; 4] {
        match self {
            Self::Event(_) => Role::IN_EVENTS,
            Self::Case(_) => Role::IN_CASES,
        }
    }

    /// The permission of those who answer for it, of whom one has to stay.
    fn managed_by(self) -> Permission {
        match self {
            Self::Event(_) => Permission::ManageMembers,
            Self::Case(_) => Permission::ManageCase,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Member {
    pub(crate) person: i64,
    pub(crate) name: String,
    pub(crate) role: Role,
    may_sign_in: bool,
}

/// The role of a person; `None` too if there is no such event or case.
pub(crate) fn role(c: &Connection, place: Place, person: i64) -> Result<Option<Role>, StorageError> {
    let (table, column, id) = place.table();
    store::row(c, &format!("SELECT role FROM {table} WHERE {column} = ?1 AND person = ?2"), [id, person])
}

pub(crate) fn list(c: &Connection, place: Place) -> Result<Vec<Member>, StorageError> {
    let (table, column, id) = place.table();
    let sql = format!(
        "SELECT person.id AS person, person.name AS name, {table}.role AS role,
         person.disabled IS NULL AS may_sign_in FROM {table} JOIN person ON person.id = {table}.person
         WHERE {column} = ?1 ORDER BY person.name, person.id"
    );
    store::rows(c, &sql, [id])
}

/// Makes a person a member, or another kind of member.
pub(crate) fn set(
    c: &Connection,
    place: Place,
    person: i64,
    role: Role,
    now: i64,
) -> Result<(), StorageError> {
    let (table, column, id) = place.table();
    let sql = format!(
        "INSERT INTO {table} ({column}, person, role, made) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT ({column}, person) DO UPDATE SET role = excluded.role"
    );
    c.execute(&sql, params![id, person, role.name(), now])?;
    Ok(())
}

/// Numbers of the members who answer for an event or a case and may sign in: it must not be left without one.
pub(crate) fn managers(c: &Connection, place: Place) -> Result<Vec<i64>, StorageError> {
    let members = list(c, place)?.into_iter();
    let managing = members.filter(|member| member.may_sign_in && member.role.may(place.managed_by()));
    Ok(managing.map(|member| member.person).collect())
}

/// Sign-in name and role in the form that makes somebody a member.
pub(crate) fn login_and_role(fields: &Fields, place: Place) -> Result<(String, Role), Problem> {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let role: Option<Role> = fields.one("role").parse().ok();
    let role = role.filter(|role| place.roles().contains(role));
    Ok((login, role.ok_or(Problem::refused(Key::RefusedRole))?))
}

/// Makes a person a member, or another kind of member, with its entry in the audit log.
///
/// # Errors
/// Nobody would be left who answers for the event or the case.
pub(crate) fn appoint(
    c: &Connection,
    now: i64,
    actor: Actor,
    place: Place,
    person: i64,
    role: Role,
) -> Result<(), Problem> {
    if !role.may(place.managed_by()) {
        refuse_last(c, place, person)?;
    }
    set(c, place, person, role, now)?;
    let subject = format!("person {person}");
    let logged = match place {
        Place::Event(event) => {
            audit::log(c, now, actor, Some(event), Action::MemberSet, subject, role.name())
        }
        Place::Case(case) => {
            let detail = format!("{subject}, {}", role.name());
            actor.log(c, now, Action::CaseMemberSet, audit::case(case), detail)
        }
    };
    Ok(logged?)
}

/// Ends a membership, with its entry in the audit log; nothing else about the person goes.
///
/// # Errors
/// There is no such member, or nobody would be left who answers for the event or the case.
pub(crate) fn dismiss(
    c: &Connection,
    now: i64,
    actor: Actor,
    place: Place,
    person: i64,
) -> Result<(), Problem> {
    role(c, place, person)?.ok_or(Problem::NotFound)?;
    refuse_last(c, place, person)?;
    let (table, column, id) = place.table();
    c.execute(&format!("DELETE FROM {table} WHERE {column} = ?1 AND person = ?2"), [id, person])?;
    let person = format!("person {person}");
    let logged = match place {
        Place::Event(event) => audit::log(c, now, actor, Some(event), Action::MemberRemoved, person, ""),
        Place::Case(case) => actor.log(c, now, Action::CaseMemberRemoved, audit::case(case), person),
    };
    Ok(logged?)
}

/// Refuses to take away the last person who answers for an event or a case.
fn refuse_last(c: &Connection, place: Place, person: i64) -> Result<(), Problem> {
    if managers(c, place)?.iter().any(|manager| *manager != person) {
        return Ok(());
    }
    Err(Problem::refused(match place {
        Place::Event(_) => Key::RefusedLastChief,
        Place::Case(_) => Key::RefusedLastManager,
    }))
}
