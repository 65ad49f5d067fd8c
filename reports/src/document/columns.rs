//! A table by its columns: each has a heading and says what a row shows in it.

use super::{Block, Cell, Table};
use crate::messages::{Key, Messages};

/// Rows of `T`, and the columns that show them.
pub(crate) struct Listing<'a, T> {
    m: &'a Messages,
    rows: &'a [T],
    fields: Vec<Field<'a, T>>,
}

struct Field<'a, T> {
    title: String,
    /// Whether it holds numbers, which are set flush right.
    number: bool,
    show: Box<dyn Fn(&T) -> Cell + 'a>,
}

pub(crate) fn listed<'a, T>(m: &'a Messages, rows: &'a [T]) -> Listing<'a, T> {
    Listing { m, rows, fields: Vec::new() }
}

impl<'a, T> Listing<'a, T> {
    pub(crate) fn words(self, heading: Key, show: impl Fn(&T) -> String + 'a) -> Self {
        self.cells(heading, move |row| Cell::Plain(show(row)))
    }

    /// A column of names or digests that a program wrote.
    pub(crate) fn code(self, heading: Key, show: impl Fn(&T) -> String + 'a) -> Self {
        self.cells(heading, move |row| Cell::Code(show(row)))
    }

    pub(crate) fn cells(self, heading: Key, show: impl Fn(&T) -> Cell + 'a) -> Self {
        let title = self.m.text(heading);
        self.field(title, false, show)
    }

    pub(crate) fn figures(self, heading: Key, show: impl Fn(&T) -> String + 'a) -> Self {
        let title = self.m.text(heading);
        self.titled(title, show)
    }

    /// A column of numbers under a heading that was put together.
    pub(crate) fn titled(self, title: String, show: impl Fn(&T) -> String + 'a) -> Self {
        self.field(title, true, move |row| Cell::Plain(show(row)))
    }

    fn field(mut self, title: String, number: bool, show: impl Fn(&T) -> Cell + 'a) -> Self {
        self.fields.push(Field { title, number, show: Box::new(show) });
        self
    }

    /// The table, and what it shows for those who do not see it.
    pub(crate) fn under(self, label: Key) -> Table {
        let label = self.m.text(label);
        self.grouped(label, |_| None)
    }

    pub(crate) fn block(self, label: Key) -> Block {
        self.under(label).into()
    }

    /// The table with a heading over the first row and wherever it changes.
    pub(crate) fn grouped(self, label: String, group: impl Fn(&T) -> Option<String>) -> Table {
        let columns = self.fields.iter().map(|field| (field.title.clone(), field.number));
        let mut table = Table::new(label, columns);
        let mut last = None;
        for row in self.rows {
            let group = group(row);
            if let Some(title) = group.clone().filter(|_| group != last) {
                table.heading(title);
            }
            last = group;
            table.cells(self.fields.iter().map(|field| (field.show)(row)).collect());
        }
        table
    }
}
