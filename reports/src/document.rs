//! A paper for people as a sequence of headings, texts, tables and pictures.
//!
//! Certificates and dossiers are made into one of these, and the formats (`page`, `markdown`, `pdf`) print it, so they
//! cannot drift apart. Everything here is words and formatted numbers, not yet escaped: each format does that for
//! itself. This module must not know what a document is about.

mod columns;
pub(crate) mod markdown;
pub(crate) mod page;
#[cfg(feature = "pdf")]
pub(crate) mod pdf;
mod said;

pub(crate) use columns::{Listing, listed};
pub(crate) use said::{count, facts, filled, note, number, part, picture, section, table, text};

use serde::Serialize;

use crate::Language;
use crate::chart::Drawing;

#[derive(Debug, Serialize)]
pub(crate) struct Document {
    /// Language, in the layouts its tag.
    pub(crate) language: Language,
    /// What the list of the sections is called, for those who do not see it.
    pub(crate) contents: String,
    /// What kind of paper this is.
    pub(crate) kind: String,
    pub(crate) title: String,
    /// The parts in order.
    pub(crate) blocks: Vec<Block>,
}

/// One part of a document.
#[derive(Debug, Serialize)]
#[serde(tag = "block", rename_all = "kebab-case")]
pub(crate) enum Block {
    /// A heading; `id` is the name to link to.
    Section {
        id: &'static str,
        title: String,
    },
    /// A heading within a section.
    Part {
        title: String,
    },
    Text {
        text: String,
    },
    /// A paragraph that must not be overlooked.
    Note {
        text: String,
    },
    Facts {
        rows: Vec<Fact>,
    },
    Table {
        table: Table,
    },
    /// Pictures, side by side where there is room.
    Figures {
        figures: Vec<Figure>,
    },
    /// A picture beside the table of its numbers.
    Pair {
        figure: Figure,
        table: Table,
    },
    /// A position of a game beside a table; its picture needs less room.
    Position {
        figure: Figure,
        table: Table,
    },
    List {
        items: Vec<String>,
    },
    /// A list that is folded away on a screen.
    Fold {
        title: String,
        items: Vec<String>,
    },
    /// Lines for a shell.
    Commands {
        lines: Vec<String>,
    },
}

/// A name and its value.
#[derive(Debug, Serialize)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: Cell,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Table {
    /// What it shows, for those who do not see it.
    pub(crate) label: String,
    pub(crate) columns: Vec<Column>,
    /// Rows, each as long as `columns`.
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Column {
    pub(crate) title: String,
    /// Whether it holds numbers, which are set flush right.
    pub(crate) number: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "row", rename_all = "kebab-case")]
pub(crate) enum Row {
    /// One cell for each column; the first is the name of the row.
    Cells { cells: Vec<Cell> },
    /// A heading over the rows that follow.
    Heading { title: String },
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "cell", content = "text", rename_all = "kebab-case")]
pub(crate) enum Cell {
    /// Words or a number.
    Plain(String),
    /// A name or digest that a program wrote.
    Code(String),
    /// Words that stand out among the others.
    Strong(String),
    /// A bar that was met.
    Met(String),
    /// A bar that was not met.
    Unmet(String),
}

#[derive(Debug, Serialize)]
pub(crate) struct Figure {
    /// The picture; alone it is an SVG file.
    pub(crate) drawing: Drawing,
    /// What stands below it.
    pub(crate) caption: String,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table { table }
    }
}

impl Cell {
    /// The words without their meaning.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Plain(text)
            | Self::Code(text)
            | Self::Strong(text)
            | Self::Met(text)
            | Self::Unmet(text) => text,
        }
    }
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(label: String, columns: impl IntoIterator<Item = (String, bool)>) -> Self {
        let columns = columns.into_iter().map(|(title, number)| Column { title, number }).collect();
        Self { label, columns, rows: Vec::new() }
    }

    /// One more row of plain cells.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.cells(cells.into_iter().map(Cell::Plain).collect());
    }

    pub(crate) fn cells(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of `{}`", self.label);
        self.rows.push(Row::Cells { cells });
    }

    /// A heading over the rows that follow.
    pub(crate) fn heading(&mut self, title: String) {
        self.rows.push(Row::Heading { title });
    }
}
