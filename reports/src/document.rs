//! A paper for people as a sequence of headings, texts, tables and pictures.
//!
//! Sheets, pages of the server, dossiers are made into one of these, and the printers of
//! [`crate::print`] print it, so formats cannot drift apart. Everything here is words and formatted numbers, not yet
//! escaped: each printer does that for itself. This module must not know what a document is about.

mod columns;
mod parts;

pub(crate) use columns::{Listing, listed};
pub(crate) use parts::{facts, filled, note, part, picture, section, sections, table, text};

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::Language;
use crate::chart::Drawing;
use crate::messages::{Key, Messages};
use crate::print::markup::Markup;

#[derive(Debug, Default, Serialize)]
pub struct Document {
    /// Language, in the layouts its tag.
    pub(crate) language: Language,
    /// Name of the list of sections, for screen readers.
    pub(crate) contents: String,
    pub(crate) kind: String,
    pub(crate) title: String,
    /// The first heading, if it is shorter than the title.
    #[serde(skip)]
    pub(crate) heading: Option<String>,
    /// Paragraphs before the list of sections.
    #[serde(skip)]
    pub(crate) lead: Vec<Block>,
    /// The data of the script of a page that has one.
    #[serde(skip)]
    pub(crate) script: Option<Markup>,
    pub(crate) blocks: Vec<Block>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "block", rename_all = "kebab-case")]
pub(crate) enum Block {
    /// A heading; `id` is the name to link to.
    Section { id: &'static str, title: String },
    /// A heading within a section.
    Part { title: String },
    /// A paragraph.
    Text { text: String },
    /// A paragraph in smaller or fainter letters: accounts, sources.
    Hint { text: String },
    /// A paragraph of several parts.
    Line { parts: Vec<Cell> },
    /// The numbers to see first.
    Tiles { label: String, tiles: Vec<Tile> },
    /// A paragraph that must not be overlooked.
    Note { text: String },
    /// Names with their values.
    Facts { rows: Vec<Fact> },
    /// Rows under columns.
    Table { table: Table },
    /// Pictures, side by side where there is room.
    Figures { figures: Vec<Figure> },
    /// A position of a game beside a table; its picture needs less room.
    Position { figure: Figure, table: Table },
    /// Sentences, each for itself.
    List { items: Vec<String> },
    /// Blocks that are folded away on a screen. An `id` names it for links.
    Details { id: Option<String>, summary: Vec<Cell>, blocks: Vec<Block> },
    /// Parts for pages on a screen only: forms, drawings with tooltips, data of a script. Other printers leave it out.
    Screen { markup: Markup },
}

#[derive(Debug, Serialize)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: Cell,
}

/// A number with its name, and a remark below the name.
#[derive(Debug, Serialize)]
pub(crate) struct Tile {
    pub(crate) name: String,
    pub(crate) remark: Option<String>,
    pub(crate) value: String,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Table {
    /// Name of the table, for screen readers.
    pub(crate) label: String,
    pub(crate) columns: Vec<Column>,
    /// Headings over several columns behind the first, each with their number.
    #[serde(skip)]
    pub(crate) groups: Vec<(String, usize)>,
    /// Rows, each as long as `columns`.
    pub(crate) rows: Vec<Row>,
    #[serde(skip)]
    pub(crate) layout: Layout,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    #[default]
    Small,
    /// Two groups of results beside each other.
    Tests,
    Games,
    Players,
    /// The same, sorted and filtered by a script.
    SortedPlayers,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Column {
    pub(crate) title: String,
    /// Whether it holds numbers, which are set flush right.
    pub(crate) number: bool,
    #[serde(skip)]
    pub(crate) meaning: String,
    /// Whether the table is sorted by it, and then whether the greatest comes first.
    #[serde(skip)]
    pub(crate) falling: Option<bool>,
    #[serde(skip)]
    pub(crate) address: Option<String>,
    /// The higher, the sooner a narrow terminal leaves the column out; 0 never.
    #[serde(skip)]
    pub(crate) gives_way: u8,
}

#[derive(Debug, Serialize)]
#[serde(tag = "row", rename_all = "kebab-case")]
pub(crate) enum Row {
    /// One cell for each column; the first is the name of the row.
    Cells { cells: Vec<Cell> },
    /// The same, as the sum of the rows before.
    #[serde(rename = "cells")]
    Total { cells: Vec<Cell> },
    /// A heading over the rows that follow.
    Heading { title: String },
}

/// Text of a cell or a part of a line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Words from anywhere.
    Plain(String),
    Number(String, Option<f64>),
    /// A name or digest that a program wrote.
    Code(String),
    /// English words in a document of any language.
    English(String),
    /// Words that stand out among the others.
    Strong(String),
    Met(String),
    /// A bar that was not met.
    Unmet(String),
    /// Words that ask for more or less attention, and by what they are sorted.
    Marked(Attention, String, f64),
    /// Words that lead to an address.
    Link(String, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attention {
    None,
    Ordinary,
    Look,
    Ask,
}

#[derive(Debug, Serialize)]
pub(crate) struct Figure {
    /// The picture; alone it is an SVG file.
    pub(crate) drawing: Drawing,
    pub(crate) caption: String,
}

impl Document {
    /// A paper without a script.
    pub(crate) fn new(m: &Messages, kind: Key, title: String, blocks: Vec<Block>) -> Self {
        let (contents, kind) = (m.text(Key::ContentsLabel), m.text(kind));
        Self { language: m.language(), contents, kind, title, blocks, ..Self::default() }
    }
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
            | Self::Number(text, _)
            | Self::Code(text)
            | Self::English(text)
            | Self::Strong(text)
            | Self::Met(text)
            | Self::Unmet(text)
            | Self::Marked(_, text, _)
            | Self::Link(text, _) => text,
        }
    }

    /// A number by which nothing is sorted.
    pub(crate) fn number(text: String) -> Self {
        Self::Number(text, None)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = match self {
            Self::Code(_) => "code",
            Self::Strong(_) => "strong",
            Self::Met(_) => "met",
            Self::Unmet(_) => "unmet",
            _ => "plain",
        };
        let mut cell = serializer.serialize_struct("Cell", 2)?;
        cell.serialize_field("cell", kind)?;
        cell.serialize_field("text", self.text())?;
        cell.end()
    }
}

impl Table {
    pub(crate) fn new(label: String, columns: impl IntoIterator<Item = (String, bool)>) -> Self {
        let column = |(title, number)| Column { title, number, ..Column::default() };
        Self { label, columns: columns.into_iter().map(column).collect(), ..Self::default() }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.cells(cells.into_iter().map(Cell::Plain).collect());
    }

    pub(crate) fn cells(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of `{}`", self.label);
        self.rows.push(Row::Cells { cells });
    }

    pub(crate) fn numbers(&mut self, name: String, numbers: impl IntoIterator<Item = String>) {
        let numbers = numbers.into_iter().map(Cell::number);
        self.cells(std::iter::once(Cell::Plain(name)).chain(numbers).collect());
    }

    pub(crate) fn total(&mut self, name: String, numbers: impl IntoIterator<Item = String>) {
        let numbers = numbers.into_iter().map(Cell::number);
        self.rows.push(Row::Total { cells: std::iter::once(Cell::Plain(name)).chain(numbers).collect() });
    }

    /// A heading over the rows that follow.
    pub(crate) fn heading(&mut self, title: String) {
        self.rows.push(Row::Heading { title });
    }
}
