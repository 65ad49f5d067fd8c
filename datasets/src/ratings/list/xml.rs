//! Lists in XML: `<playerslist>` of `<player>` elements, each a flat set of cells.
//!
//! One pass, bounded memory: no tag or text may pass 64 KiB. Entities other than the five of XML and character numbers are
//! not resolved, so nothing can expand. A player whose cells do not fit is refused alone; XML that does not hold together
//! ends the reading.

use std::io::{self, BufRead, Read as _};

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

use super::cells::{Field, Row, Wrong, field};
use super::progress::{End, Progress, Visit, shortened};
use super::{ListError, ListKind, ListedPlayer, YearMonth};

/// Most bytes of a tag or a text.
const MAX_BYTES: usize = 64 * 1024;

/// Most cells of a player. The longest layout has 19.
const MAX_CELLS: usize = 64;

pub(crate) fn read(bytes: &mut dyn BufRead, progress: &mut Progress, visit: Visit<'_>) -> Result<(), End> {
    let mut reader = Reader::from_reader(bytes.take(0));
    let mut buffer = Vec::new();
    let mut depth = 0_usize;
    let mut seen_root = false;
    let mut list = List { progress, visit, line: 1, kind: None, cells: Vec::new(), bad_entity: false };
    loop {
        buffer.clear();
        reader.get_mut().set_limit(MAX_BYTES as u64);
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(quick_xml::Error::Io(error)) => {
                return Err(End::Io(io::Error::new(error.kind(), error.to_string())));
            }
            Err(error) => return Err(list.broken(&shortened(&error.to_string()))),
        };
        list.line += event.matches('\n').count() as u64;
        match event {
            Event::Start(tag) => {
                depth += 1;
                list.open(depth, tag.name().as_ref(), &mut seen_root)?;
            }
            Event::Empty(tag) => {
                // `<title/>` is an empty cell, `<player/>` a player without a number.
                list.open(depth + 1, tag.name().as_ref(), &mut seen_root)?;
                list.close(depth + 1)?;
            }
            Event::End(_) => {
                list.close(depth)?;
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) => list.text(depth, &text)?,
            Event::CData(text) => list.text(depth, &text)?,
            Event::GeneralRef(entity) => match resolved(&entity) {
                Some(c) => list.text(depth, c.encode_utf8(&mut [0; 4]))?,
                None => list.bad_entity = true,
            },
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof if depth > 0 => return Err(list.broken("the file ends inside an element")),
            Event::Eof if !seen_root => return Err(list.unknown("")),
            Event::Eof => {
                list.begin()?;
                return Ok(());
            }
        }
    }
}

/// A list as far as it has been read.
struct List<'a> {
    progress: &'a mut Progress,
    visit: Visit<'a>,
    /// From 1.
    line: u64,
    /// Known from the first player on.
    kind: Option<ListKind>,
    /// Names and texts of the open player's cells.
    cells: Vec<(String, String)>,
    bad_entity: bool,
}

impl List<'_> {
    fn open(&mut self, depth: usize, name: &str, seen_root: &mut bool) -> Result<(), End> {
        match depth {
            1 if name == "playerslist" && !*seen_root => *seen_root = true,
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
    fn text(&mut self, depth: usize, text: &str) -> Result<(), End> {
        match self.cells.last_mut() {
            Some((_, cell)) if depth == 3 && cell.len() + text.len() <= MAX_BYTES => cell.push_str(text),
            Some(_) if depth == 3 => return Err(self.broken("a cell of more than 65536 bytes")),
            _ if text.trim().is_empty() || text == "\u{feff}" => {}
            _ => return Err(self.unknown(text)),
        }
        Ok(())
    }

    /// The first player decides between one rating and three.
    fn begin(&mut self) -> Result<ListKind, End> {
        if let Some(kind) = self.kind {
            return Ok(kind);
        }
        let combined =
            self.cells.iter().any(|(name, _)| matches!(name.as_str(), "rapid_rating" | "blitz_rating"));
        let (layout, kind) =
            if combined { ("XML, combined", Some(ListKind::Combined)) } else { ("XML, one rating", None) };
        self.progress.begin(layout, kind, None)?;
        Ok(*self.kind.insert(self.progress.kind()?.0))
    }

    fn close(&mut self, depth: usize) -> Result<(), End> {
        if depth != 2 {
            return Ok(());
        }
        let kind = self.begin()?;
        self.progress.line()?;
        let player = if self.bad_entity {
            Err(wrong("", "an entity that is not one of XML's own"))
        } else {
            player(&self.cells, self.progress.month())
        };
        match player {
            Ok(player) => self.progress.give(player, kind, self.visit),
            Err(wrong) => {
                let filled = self.cells.iter().filter(|(_, cell)| !cell.is_empty());
                let text: Vec<String> = filled.map(|(name, cell)| format!("{name}={cell}")).collect();
                self.progress.refuse(self.line, &wrong, &text.join(" "));
                Ok(())
            }
        }
    }

    fn unknown(&self, text: &str) -> End {
        End::List(ListError::Layout {
            name: self.progress.name.clone(),
            line: self.line,
            column: 1,
            reason: "not a playerslist of player elements with cells",
            text: shortened(text),
        })
    }

    fn broken(&self, reason: &str) -> End {
        let name = self.progress.name.clone();
        End::List(ListError::Broken { name, line: self.line, reason: reason.to_owned() })
    }
}

fn player(cells: &[(String, String)], list: Option<YearMonth>) -> Result<ListedPlayer, Wrong> {
    let mut row = Row::default();
    let mut taken: Vec<Field> = Vec::with_capacity(cells.len());
    for (name, cell) in cells {
        let field = field(name).ok_or_else(|| wrong(name, "an unknown element"))?;
        if taken.contains(&field) {
            return Err(wrong(name, "an element that stands twice"));
        }
        taken.push(field);
        row.take(field, 0, cell.trim(), list)?;
    }
    row.finish()
}

/// One of XML's five entities, or a character by number.
fn resolved(entity: &BytesRef<'_>) -> Option<char> {
    match entity.as_ref() {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "apos" => Some('\''),
        "quot" => Some('"'),
        _ => entity.resolve_char_ref().ok().flatten(),
    }
}

/// Columns mean nothing in XML.
fn wrong(cell: &str, reason: &'static str) -> Wrong {
    Wrong { column: 0, cell: cell.to_owned(), reason }
}
