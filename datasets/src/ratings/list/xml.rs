//! Lists in XML: `<playerslist>` of `<player>` elements, each a flat set of cells. One pass, bounded memory: no tag or text
//! may pass 64 KiB, and entities other than XML's own are not resolved. A player whose cells do not fit is refused alone.

use std::io::{self, BufRead, Read as _};

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;

use super::cells::{Field, Row, Wrong};
use super::progress::{Progress, shortened};
use super::{ListError, ListKind, ListedPlayer, YearMonth};

/// Most bytes of a tag or a text.
const MAX_BYTES: usize = 64 * 1024;

/// Most cells of a player. The longest layout has 19.
const MAX_CELLS: usize = 64;

pub(super) fn read(bytes: &mut dyn BufRead, progress: &mut Progress<'_>) -> io::Result<()> {
    let mut reader = Reader::from_reader(bytes.take(0));
    // `<title/>` is an empty cell, `<player/>` a player without a number.
    reader.config_mut().expand_empty_elements = true;
    let mut buffer = Vec::new();
    let mut list =
        List { progress, line: 1, depth: 0, stage: Stage::Start, cells: Vec::new(), bad_entity: false };
    loop {
        buffer.clear();
        reader.get_mut().set_limit(MAX_BYTES as u64);
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(quick_xml::Error::Io(error)) => {
                return Err(io::Error::new(error.kind(), error.to_string()));
            }
            Err(error) => return Err(list.broken(&shortened(&error.to_string()))),
        };
        list.line += event.matches('\n').count() as u64;
        match event {
            Event::Start(tag) | Event::Empty(tag) => list.open(tag.name().as_ref())?,
            Event::End(_) => list.close()?,
            Event::Text(text) => list.text(&text)?,
            Event::CData(text) => list.text(&text)?,
            Event::GeneralRef(entity) => {
                match (resolve_xml_entity(entity.as_ref()), entity.resolve_char_ref().ok().flatten()) {
                    (Some(text), _) => list.text(text)?,
                    (None, Some(c)) => list.text(c.encode_utf8(&mut [0; 4]))?,
                    (None, None) => list.bad_entity = true,
                }
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof if list.depth > 0 => return Err(list.broken("the file ends inside an element")),
            Event::Eof if list.stage == Stage::Start => return Err(list.unknown("")),
            Event::Eof => return list.begin(),
        }
    }
}

#[derive(PartialEq, Eq)]
enum Stage {
    Start,
    /// Within or behind the root.
    Root,
    /// The first player has said how many ratings there are.
    Players,
}

/// A list as far as it has been read.
struct List<'a, 'b> {
    progress: &'a mut Progress<'b>,
    /// From 1.
    line: u64,
    /// Open elements.
    depth: usize,
    stage: Stage,
    /// Names and texts of the open player's cells.
    cells: Vec<(String, String)>,
    bad_entity: bool,
}

impl List<'_, '_> {
    fn open(&mut self, name: &str) -> io::Result<()> {
        self.depth += 1;
        match self.depth {
            1 if name == "playerslist" && self.stage == Stage::Start => self.stage = Stage::Root,
            2 if name == "player" => {
                self.cells.clear();
                self.bad_entity = false;
            }
            3 if self.cells.len() < MAX_CELLS => self.cells.push((shortened(name), String::new())),
            _ => return Err(self.unknown(name)),
        }
        Ok(())
    }

    /// Puts text into the open cell. White space between elements is no text.
    fn text(&mut self, text: &str) -> io::Result<()> {
        match self.cells.last_mut() {
            Some((_, cell)) if self.depth == 3 && cell.len() + text.len() <= MAX_BYTES => cell.push_str(text),
            Some(_) if self.depth == 3 => return Err(self.broken("a cell of more than 65536 bytes")),
            _ if text.trim().is_empty() || text == "\u{feff}" => {}
            _ => return Err(self.unknown(text)),
        }
        Ok(())
    }

    /// The first player decides between one rating and three.
    fn begin(&mut self) -> io::Result<()> {
        if self.stage == Stage::Players {
            return Ok(());
        }
        self.stage = Stage::Players;
        let combined =
            |(name, _): &(String, String)| matches!(name.as_str(), "rapid_rating" | "blitz_rating");
        let (layout, kind) = if self.cells.iter().any(combined) {
            ("XML, combined", Some(ListKind::Combined))
        } else {
            ("XML, one rating", None)
        };
        Ok(self.progress.begin(layout, kind, None)?)
    }

    fn close(&mut self) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.depth != 1 {
            return Ok(());
        }
        self.begin()?;
        self.progress.line()?;
        let player = if self.bad_entity {
            Err(Wrong::at(0, "an entity that is not one of XML's own"))
        } else {
            player(&self.cells, self.progress.month())
        };
        let text = || {
            let filled = self.cells.iter().filter(|(_, cell)| !cell.is_empty());
            filled.map(|(name, cell)| format!("{name}={cell}")).collect::<Vec<_>>().join(" ")
        };
        Ok(self.progress.row(self.line, player, text)?)
    }

    fn unknown(&self, text: &str) -> io::Error {
        io::Error::from(ListError::Layout {
            name: self.progress.head.name.clone(),
            line: self.line,
            column: 1,
            reason: "not a playerslist of player elements with cells",
            text: shortened(text),
        })
    }

    fn broken(&self, reason: &str) -> io::Error {
        let name = self.progress.head.name.clone();
        ListError::Broken { name, line: self.line, reason: reason.to_owned() }.into()
    }
}

fn player(cells: &[(String, String)], list: Option<YearMonth>) -> Result<ListedPlayer, Wrong> {
    let wrong = |name: &str, reason| Wrong { column: 0, cell: name.to_owned(), reason };
    let mut row = Row::default();
    let mut taken: Vec<Field> = Vec::with_capacity(cells.len());
    for (name, cell) in cells {
        let field = Field::parse(name).ok_or_else(|| wrong(name, "an unknown element"))?;
        if taken.contains(&field) {
            return Err(wrong(name, "an element that stands twice"));
        }
        taken.push(field);
        row.take(field, 0, cell.trim(), list)?;
    }
    row.finish()
}
