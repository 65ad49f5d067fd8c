//! Members of events and of cases, each with a role there, and the page of those of an event.

use askama::Template;
use axum::extract::Path;
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{self, Result};
use crate::web::form::Fields;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

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

    /// The permission of those who answer for it, of whom one has to stay, and the refusal to let the last one go.
    fn managed_by(self) -> (Permission, Key) {
        match self {
            Self::Event(_) => (Permission::ManageMembers, Key::RefusedLastChief),
            Self::Case(_) => (Permission::ManageCase, Key::RefusedLastManager),
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
pub(crate) fn role(c: &Connection, place: Place, person: i64) -> Result<Option<Role>> {
    let (table, column, id) = place.table();
    store::row(c, &format!("SELECT role FROM {table} WHERE {column} = ?1 AND person = ?2"), [id, person])
}

pub(crate) fn list(c: &Connection, place: Place) -> Result<Vec<Member>> {
    let (table, column, id) = place.table();
    let sql = format!(
        "SELECT person.id AS person, person.name AS name, {table}.role AS role,
         person.disabled IS NULL AS may_sign_in FROM {table} JOIN person ON person.id = {table}.person
         WHERE {column} = ?1 ORDER BY person.name, person.id"
    );
    store::rows(c, &sql, [id])
}

pub(crate) fn set(c: &Change<'_>, place: Place, person: i64, role: Role) -> Result<()> {
    let (table, column, id) = place.table();
    let sql = format!(
        "INSERT INTO {table} ({column}, person, role, made) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT ({column}, person) DO UPDATE SET role = excluded.role"
    );
    c.execute(&sql, params![id, person, role.into_str(), c.now])?;
    Ok(())
}

/// Numbers of the members who answer for an event or a case and may sign in: it must not be left without one.
pub(crate) fn managers(c: &Connection, place: Place) -> Result<Vec<i64>> {
    let members = list(c, place)?.into_iter();
    let managing = members.filter(|member| member.may_sign_in && member.role.may(place.managed_by().0));
    Ok(managing.map(|member| member.person).collect())
}

pub(crate) fn login_and_role(fields: &Fields, place: Place) -> Result<(String, Role), Problem> {
    let login = people::login(fields.one("login")).ok_or(Problem::refused(Key::RefusedUnknownPerson))?;
    let role: Option<Role> = fields.one("role").parse().ok();
    let role = role.filter(|role| place.roles().contains(role));
    Ok((login, role.ok_or(Problem::refused(Key::RefusedRole))?))
}

/// Makes a person a member, or another kind of member, with its entry in the audit log. Refused if nobody would be left who
/// answers for the event or the case.
pub(crate) fn appoint(c: &Change<'_>, place: Place, person: i64, role: Role) -> Result<(), Problem> {
    if !role.may(place.managed_by().0) {
        refuse_last(c, place, person)?;
    }
    set(c, place, person, role)?;
    let action = match place {
        Place::Event(_) => Action::MemberSet,
        Place::Case(_) => Action::CaseMemberSet,
    };
    Ok(c.at(place).log(action, format!("person {person}"), role.into_str())?)
}

/// Ends a membership, with its entry in the audit log; nothing else about the person goes. Refused as [`appoint`] is.
pub(crate) fn dismiss(c: &Change<'_>, place: Place, person: i64) -> Result<(), Problem> {
    role(c, place, person)?.ok_or(Problem::NotFound)?;
    refuse_last(c, place, person)?;
    let (table, column, id) = place.table();
    c.execute(&format!("DELETE FROM {table} WHERE {column} = ?1 AND person = ?2"), [id, person])?;
    let action = match place {
        Place::Event(_) => Action::MemberRemoved,
        Place::Case(_) => Action::CaseMemberRemoved,
    };
    Ok(c.at(place).log(action, format!("person {person}"), "")?)
}

fn refuse_last(c: &Connection, place: Place, person: i64) -> Result<(), Problem> {
    let others = managers(c, place)?.iter().any(|manager| *manager != person);
    if others { Ok(()) } else { Err(Problem::refused(place.managed_by().1)) }
}

#[derive(Template)]
#[template(path = "members.html")]
struct Page<'a> {
    frame: Frame<'a>,
    members: Vec<Member>,
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let members = ctx.read(|c, event| list(c, Place::Event(event))).await?;
    rendered(&Page { frame: ctx.frame(), members })
}

/// An event keeps at least one chief arbiter who may sign in.
pub(crate) async fn set_member(ctx: Ctx) -> Answer {
    let place = Place::Event(ctx.id());
    let (login, role) = login_and_role(&ctx.fields, place)?;
    ctx.change(move |c| appoint(c, place, people::to_be_named(c, &login)?.id, role)).await?;
    Ok(ctx.see("/members"))
}

pub(crate) async fn remove(ctx: Ctx, Path((event, person)): Path<(i64, i64)>) -> Answer {
    ctx.change(move |c| dismiss(c, Place::Event(event), person)).await?;
    Ok(ctx.see("/members"))
}
