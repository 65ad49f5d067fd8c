//! What entries say in words: who became a member as what, with which role somebody joined, the SHA-256 of files, who signed in when.
//!
//! It is compared with the tables from the first entry on, also where entries of earlier versions of the program hold no hashes of
//! rows.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;

use super::differences::{Difference, Differences};
use super::state::last_number;
use super::{Action, Actor, Entry};
use crate::store::{self, Result};

/// `event 3` or `case 3`, and the number of a person.
type Membership = (String, i64);

/// What stands before the name of a session in an entry.
pub(crate) const SESSION: &str = "session ";
/// The name of a session, from its row.
pub(crate) const SESSION_NAME: &str = "lower(hex(substr(hash, 1, 8)))";

#[derive(Default)]
pub(super) struct Named {
    /// The roles of members; `None` for who opened a case, whose entry does not say the role.
    members: BTreeMap<Membership, Option<String>>,
    /// The roles at large of everybody who joined.
    people: BTreeMap<i64, String>,
    /// SHA-256 by what the log calls a file, with its event.
    files: BTreeMap<(Option<i64>, String), String>,
    /// Who began a session when, with its name. Entries of earlier versions have no name, and none of them follows one that has.
    sessions: BTreeMap<(i64, i64), BTreeSet<Option<String>>>,
    are_sessions_named: bool,
}

impl Named {
    pub(super) fn note(&mut self, entry: &Entry) {
        let Ok(action) = entry.action.parse::<Action>() else { return };
        let actor = Actor::parse(&entry.actor).and_then(|actor| actor.numbers().0);
        let event = entry.event.map(|event| format!("event {event}"));
        // An entry about a case names the case as its subject, and the person first in its detail.
        let (person, role) = entry.detail.split_once(", ").unwrap_or((&entry.detail, ""));
        match action {
            Action::Joined => {
                if let Some(joined) = actor {
                    self.people.insert(joined, person.to_owned());
                    self.begin(joined, entry.at, role);
                }
            }
            Action::SignedIn | Action::PasswordChanged => {
                if let Some(person) = actor {
                    self.begin(person, entry.at, &entry.detail);
                }
            }
            Action::EventMade => {
                let made = event.zip(actor);
                self.members.extend(made.map(|key| (key, Some("chief_arbiter".to_owned()))));
            }
            Action::MemberSet => {
                let set = event.zip(last_number(&entry.subject));
                self.members.extend(set.map(|key| (key, Some(entry.detail.clone()))));
            }
            Action::MemberRemoved => {
                if let Some(key) = event.zip(last_number(&entry.subject)) {
                    self.members.remove(&key);
                }
            }
            Action::CaseOpened => {
                self.members.extend(actor.map(|person| ((entry.subject.clone(), person), None)));
            }
            Action::CaseMemberSet => {
                let set = last_number(person).map(|person| (entry.subject.clone(), person));
                self.members.extend(set.map(|key| (key, Some(role.to_owned()))));
            }
            Action::CaseMemberRemoved => {
                if let Some(person) = last_number(person) {
                    self.members.remove(&(entry.subject.clone(), person));
                }
            }
            Action::Uploaded | Action::AliasesSet | Action::ReportSet | Action::BookSet => {
                if let Some(sha256) = entry.detail.strip_prefix("sha256 ") {
                    self.files.insert((entry.event, entry.subject.clone()), sha256.to_owned());
                }
            }
            _ => {}
        }
    }

    fn begin(&mut self, person: i64, at: i64, detail: &str) {
        let name = detail.strip_prefix(SESSION).map(str::to_owned);
        self.are_sessions_named |= name.is_some();
        if name.is_some() || !self.are_sessions_named {
            self.sessions.entry((person, at)).or_default().insert(name);
        }
    }

    pub(super) fn compare(mut self, c: &Connection, found: &mut Differences) -> Result<()> {
        let sql = "SELECT 'event ' || event, person, role FROM membership
                   UNION ALL SELECT 'case ' || case_id, person, role FROM case_member";
        for (place, person, role) in store::rows::<(String, i64, String)>(c, sql, [])? {
            let name = format!("{place}: person {person} as a member");
            match self.members.remove(&(place, person)) {
                None => found.insert(name, Difference::NotLogged),
                Some(logged) if logged.as_ref().is_some_and(|logged| *logged != role) => {
                    found.insert(name, Difference::Changed)
                }
                Some(_) => None,
            };
        }
        for (place, person) in self.members.into_keys() {
            found.insert(format!("{place}: person {person} as a member"), Difference::Gone);
        }
        for (person, role) in store::rows::<(i64, String)>(c, "SELECT id, role FROM person", [])? {
            let name = || format!("person {person}: name, role or whether they may sign in");
            match self.people.remove(&person) {
                None => found.insert(name(), Difference::NotLogged),
                Some(logged) if logged != role => found.insert(name(), Difference::Changed),
                Some(_) => None,
            };
        }
        for person in self.people.into_keys() {
            found
                .insert(format!("person {person}: name, role or whether they may sign in"), Difference::Gone);
        }
        let sql = "SELECT event, 'file ' || id, sha256 FROM file UNION ALL
                   SELECT event, iif(kind = 'aliases', 'alias table ', iif(kind = 'book', 'opening book ', 'tournament report ')) || id,
                   sha256 FROM event_input";
        for (event, file, sha256) in store::rows::<(i64, String, String)>(c, sql, [])? {
            let logged = self.files.remove(&(Some(event), file.clone()));
            if logged.is_none_or(|logged| logged != sha256) {
                found.insert(format!("event {event}: SHA-256 of {file}"), Difference::Changed);
            }
        }
        for (event, file) in self.files.into_keys() {
            found.insert(format!("event {}: {file}", event.unwrap_or_default()), Difference::Gone);
        }
        let sql = format!("SELECT person, made, {SESSION_NAME} FROM session");
        for (person, made, name) in store::rows::<(i64, i64, String)>(c, &sql, [])? {
            let logged = self.sessions.get(&(person, made));
            if !logged.is_some_and(|names| names.contains(&None) || names.contains(&Some(name))) {
                found.insert(format!("person {person}: a session"), Difference::NotLogged);
            }
        }
        Ok(())
    }
}
