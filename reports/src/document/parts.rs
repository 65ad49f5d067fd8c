//! Parts of a document straight from the message files.

use super::{Block, Cell, Fact, Figure, Table};
use crate::chart::Drawing;
use crate::messages::{Arg, Key, Messages};

pub(crate) fn section(id: &'static str, m: &Messages, title: Key) -> Block {
    Block::Section { id, title: m.text(title) }
}

/// Sections with what stands in them; one with nothing in it is left out with its heading.
pub(crate) fn sections(
    m: &Messages,
    sections: impl IntoIterator<Item = (&'static str, Key, Vec<Block>)>,
) -> Vec<Block> {
    let filled = sections.into_iter().filter(|(.., blocks)| !blocks.is_empty());
    filled.flat_map(|(id, title, blocks)| std::iter::once(section(id, m, title)).chain(blocks)).collect()
}

pub(crate) fn part(m: &Messages, title: Key) -> Block {
    Block::Part { title: m.text(title) }
}

pub(crate) fn text(m: &Messages, key: Key) -> Block {
    Block::Text { text: m.text(key) }
}

/// A paragraph with its placeables filled in.
pub(crate) fn filled<'a, A: Into<Arg<'a>>>(
    m: &Messages,
    key: Key,
    values: impl IntoIterator<Item = (&'a str, A)>,
) -> Block {
    Block::Text { text: m.with(key, values) }
}

/// A paragraph that must not be overlooked.
pub(crate) fn note(m: &Messages, key: Key) -> Block {
    Block::Note { text: m.text(key) }
}

/// One picture and what stands below it.
pub(crate) fn picture(drawing: Drawing, caption: String) -> Block {
    Block::Figures { figures: vec![Figure { drawing, caption }] }
}

pub(crate) fn facts(m: &Messages, facts: impl IntoIterator<Item = (Key, Cell)>) -> Block {
    let rows = facts.into_iter().map(|(name, value)| Fact { name: m.text(name), value }).collect();
    Block::Facts { rows }
}

/// A table without rows; a column is a head and whether it holds numbers.
pub(crate) fn table(m: &Messages, label: Key, columns: impl IntoIterator<Item = (Key, bool)>) -> Table {
    let columns = columns.into_iter().map(|(key, number)| (m.text(key), number));
    Table::new(m.text(label), columns)
}
