//! Inputs of an event beside its files, whose change lets it be read again.

use pipeline::{EventCircumstances, RatingChoice};
use rusqlite::Connection;

use crate::events::attachments::{self, Kind};
use crate::events::{self, circumstances};
use crate::store::Result;

/// Inputs of an event beside its files. When they change, the event is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventInputs {
    pub(crate) name: String,
    pub(crate) table: Option<i64>,
    pub(crate) book: Option<i64>,
    pub(crate) rating: RatingChoice,
    pub(crate) circumstances: EventCircumstances,
    /// SHA-256 of the rating lists on file.
    pub(crate) lists: Vec<String>,
}

/// The inputs that count now.
pub(crate) fn of_event(c: &Connection, event: i64) -> Result<EventInputs> {
    Ok(EventInputs {
        lists: attachments::lists_on_file(c)?.into_iter().map(|list| list.sha256).collect(),
        name: events::by_id(c, event)?.map(|event| event.name).unwrap_or_default(),
        table: attachments::given(c, event, Kind::Aliases)?.map(|table| table.id),
        book: attachments::given(c, event, Kind::Book)?.map(|book| book.id),
        rating: attachments::rating(c, event)?,
        circumstances: circumstances::in_force(c, event)?,
    })
}
