//! A change of the file: one transaction, its time, and who makes it where, with its entries in the audit log.

use std::ops::Deref;

use rusqlite::Connection;

use crate::accounts::roles::{Permission, Role};
use crate::store::Result;
use crate::store::audit::{self, Action, Actor, Place};

/// The right with which a reader, a program or a thread of the service acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// `None` at large.
    pub(crate) place: Option<Place>,
    /// The reader's role there; none for a program.
    pub(crate) role: Option<Role>,
    /// Since when the event or the case is closed.
    pub(crate) closed: Option<i64>,
    pub(crate) actor: Actor,
}

impl Access {
    pub(crate) fn at_large(actor: Actor) -> Self {
        Self { place: None, role: None, closed: None, actor }
    }

    pub(crate) fn id(self) -> i64 {
        self.place.map_or(0, Place::id)
    }

    /// Whether a form that needs a permission is taken from the reader now: a page shows no other.
    pub(crate) fn offers(self, permission: Permission) -> bool {
        let refused = self.closed.is_some() && permission.brings();
        !refused && self.role.is_some_and(|role| role.may(permission))
    }
}

/// The connection of a transaction, with what its entries in the audit log say.
#[derive(Clone, Copy)]
pub(crate) struct Change<'a> {
    connection: &'a Connection,
    pub(crate) now: i64,
    place: Option<Place>,
    pub(crate) actor: Actor,
}

impl Deref for Change<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

impl<'a> Change<'a> {
    pub(crate) fn new(connection: &'a Connection, now: i64, access: Access) -> Self {
        Self { connection, now, place: access.place, actor: access.actor }
    }

    /// The same change as one of an event or a case.
    pub(crate) fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The same change made by somebody else.
    pub(crate) fn by(self, actor: Actor) -> Self {
        Self { actor, ..self }
    }

    pub(crate) fn id(&self) -> i64 {
        self.place.map_or(0, Place::id)
    }

    /// The number of the person who makes it. Where one is needed, the table refuses a row without it.
    pub(crate) fn person(&self) -> Option<i64> {
        self.actor.numbers().0
    }

    pub(crate) fn log(
        &self,
        action: Action,
        subject: impl Into<String>,
        detail: impl Into<String>,
    ) -> Result<()> {
        audit::log(self, self.now, self.actor, self.place, action, subject.into(), detail.into())
    }
}
