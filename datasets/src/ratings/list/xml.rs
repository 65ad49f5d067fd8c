//! Lists in XML: `<playerslist>` of `<player>` elements, each a flat set of cells.
//!
//! One pass, bounded memory: no piece between two angle brackets may pass 64 KiB. Entities other than the five of XML and
//! character numbers are not resolved, so nothing can expand. A player whose cells do not fit is refused alone; XML that
//! does not hold together ends the reading.

use std::io::{self, BufRead, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

use super::RatingClass::{Blitz, Rapid, Standard};
use super::cells::{Field, Row};
use super::columns::Wrong;
use super::read::{End, Progress, Visit, placed, shortened};
use super::{ListError, ListKind, ListedPlayer, YearMonth};

/// Longest run of bytes without an angle bracket.
const MOST_BETWEEN: usize = 64 * 1024;

/// Most cells of a player. The longest layout has 19.
const MOST_CELLS: usize = 64;

pub(crate) fn read(bytes: &mut dyn BufRead, progress: &mut Progress, visit: Visit<'_>) -> Result<(), End> {
    let mut reader = Reader::from_reader(Bounded::new(bytes));
    let mut buffer = Vec::new();
    let mut depth = 0_usize;
    let mut seen_root = false;
    let mut cells: Vec<(String, String)> = Vec::new();
    let mut bad_entity = false;
    let mut kind = None;
    loop {
        buffer.clear();
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(quick_xml::Error::Io(error)) if !is_too_long(&error) => {
                return Err(End::Io(io::Error::new(error.kind(), error.to_string())));
            }
            Err(error) => {
                let reason = shortened(&error.to_string());
                return Err(broken(progress, reader.get_mut().line, reason));
            }
        };
        match event {
            Event::Start(tag) => {
                depth += 1;
                let name = tag.name();
                let name = name.as_ref();
                match depth {
                    1 if name == "playerslist" && !seen_root => seen_root = true,
                    2 if name == "player" => {
                        cells.clear();
                        bad_entity = false;
                    }
                    3 if cells.len() < MOST_CELLS => cells.push((shortened(name), String::new())),
                    _ => {
                        let text = shortened(name);
                        return Err(unknown(progress, reader.get_mut().line, text));
                    }
                }
            }
            Event::Empty(tag) => {
                // `<title/>` is an empty cell, `<player/>` a player without a number.
                let name = shortened(tag.name().as_ref());
                match depth {
                    0 if name == "playerslist" && !seen_root => seen_root = true,
                    1 if name == "player" => {
                        cells.clear();
                        kind = kind.or(Some(begin(progress, &cells)?));
                        take(progress, reader.get_mut().line, &[], false, kind, visit)?;
                    }
                    2 if cells.len() < MOST_CELLS => cells.push((name, String::new())),
                    _ => return Err(unknown(progress, reader.get_mut().line, name)),
                }
            }
            Event::Text(text) => {
                let line = reader.get_mut().line;
                put(progress, line, depth, &mut cells, &text)?;
            }
            Event::CData(text) => {
                let line = reader.get_mut().line;
                put(progress, line, depth, &mut cells, &text)?;
            }
            Event::GeneralRef(entity) => match resolved(&entity) {
                Some(c) => {
                    let line = reader.get_mut().line;
                    put(progress, line, depth, &mut cells, c.encode_utf8(&mut [0; 4]))?;
                }
                None => bad_entity = true,
            },
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    let line = reader.get_mut().line;
                    kind = kind.or(Some(begin(progress, &cells)?));
                    take(progress, line, &cells, bad_entity, kind, visit)?;
                }
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof if depth > 0 => {
                let reason = "the file ends inside an element".to_owned();
                return Err(broken(progress, reader.get_mut().line, reason));
            }
            Event::Eof if !seen_root => {
                return Err(unknown(progress, reader.get_mut().line, String::new()));
            }
            Event::Eof => {
                if kind.is_none() {
                    begin(progress, &[])?;
                }
                return Ok(());
            }
        }
    }
}

/// Puts text into the open cell. White space between elements is no text.
fn put(
    progress: &Progress,
    line: u64,
    depth: usize,
    cells: &mut [(String, String)],
    text: &str,
) -> Result<(), End> {
    match cells.last_mut() {
        Some((_, cell)) if depth == 3 => {
            if cell.len() + text.len() > MOST_BETWEEN {
                return Err(broken(progress, line, "a cell of more than 65536 bytes".to_owned()));
            }
            cell.push_str(text);
            Ok(())
        }
        _ if text.trim().is_empty() || text == "\u{feff}" => Ok(()),
        _ => Err(unknown(progress, line, shortened(text))),
    }
}

/// The first player decides between one rating and three.
fn begin(progress: &mut Progress, cells: &[(String, String)]) -> Result<ListKind, End> {
    let combined = cells.iter().any(|(name, _)| matches!(name.as_str(), "rapid_rating" | "blitz_rating"));
    let (layout, kind) =
        if combined { ("XML, combined", Some(ListKind::Combined)) } else { ("XML, one rating", None) };
    progress.begin(layout, kind, None).map_err(End::List)?;
    Ok(progress.kind().map_err(End::List)?.0)
}

fn take(
    progress: &mut Progress,
    line: u64,
    cells: &[(String, String)],
    bad_entity: bool,
    kind: Option<ListKind>,
    visit: Visit<'_>,
) -> Result<(), End> {
    progress.line().map_err(End::List)?;
    let player = if bad_entity {
        Err(wrong("", "an entity that is not one of XML's own"))
    } else {
        player(cells, progress.month())
    };
    match (player, kind) {
        (Ok(player), Some(kind)) => {
            progress.counts.players += 1;
            if visit(placed(player, kind)).is_break() {
                return Err(End::Stopped);
            }
        }
        (Ok(_), None) => {}
        (Err(refusal), _) => {
            let text: Vec<String> = cells
                .iter()
                .filter(|(_, cell)| !cell.is_empty())
                .map(|(name, cell)| format!("{name}={cell}"))
                .collect();
            progress.refuse(line, &refusal, &text.join(" "));
        }
    }
    Ok(())
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
        let cell = cell.trim();
        row.take(field, cell, list).map_err(|reason| wrong(cell, reason))?;
    }
    row.finish().map_err(|reason| wrong("", reason))
}

fn field(name: &str) -> Option<Field> {
    Some(match name {
        "fideid" => Field::Id,
        "name" => Field::Name,
        "country" => Field::Federation,
        "sex" => Field::Sex,
        "title" => Field::Title,
        "w_title" => Field::WomenTitle,
        "o_title" => Field::OtherTitles,
        "foa_title" => Field::ArenaTitle,
        "rating" => Field::Rating(Standard),
        "games" => Field::Games(Standard),
        "k" => Field::K(Standard),
        "rapid_rating" => Field::Rating(Rapid),
        "rapid_games" => Field::Games(Rapid),
        "rapid_k" => Field::K(Rapid),
        "blitz_rating" => Field::Rating(Blitz),
        "blitz_games" => Field::Games(Blitz),
        "blitz_k" => Field::K(Blitz),
        "birthday" => Field::Birth,
        "flag" => Field::Flag,
        _ => return None,
    })
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

fn unknown(progress: &Progress, line: u64, text: String) -> End {
    End::List(ListError::Layout {
        name: progress.name.clone(),
        line,
        column: 1,
        reason: "not a playerslist of player elements with cells",
        text,
    })
}

fn broken(progress: &Progress, line: u64, reason: String) -> End {
    End::List(ListError::Broken { name: progress.name.clone(), line, reason })
}

/// Counts lines, and ends the reading when no angle bracket comes for too long.
struct Bounded<R> {
    inner: R,
    /// The line the reader stands on, from 1.
    line: u64,
    since_bracket: usize,
}

const TOO_LONG: &str = "more than 65536 bytes without an angle bracket";

fn is_too_long(error: &io::Error) -> bool {
    error.to_string() == TOO_LONG
}

impl<R: BufRead> Bounded<R> {
    fn new(inner: R) -> Self {
        Self { inner, line: 1, since_bracket: 0 }
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut chunk = self.fill_buf()?;
        let read = chunk.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.since_bracket > MOST_BETWEEN {
            return Err(io::Error::new(io::ErrorKind::InvalidData, TOO_LONG));
        }
        // Not more at once than may be left over, so that the bound holds for any buffer below.
        let chunk = self.inner.fill_buf()?;
        Ok(&chunk[..chunk.len().min(MOST_BETWEEN)])
    }

    fn consume(&mut self, amount: usize) {
        // The chunk is still filled: this hands it out without reading.
        if let Ok(chunk) = self.inner.fill_buf() {
            let taken = &chunk[..amount.min(chunk.len())];
            self.line += taken.iter().filter(|&&b| b == b'\n').count() as u64;
            match taken.iter().rposition(|&b| matches!(b, b'<' | b'>')) {
                Some(at) => self.since_bracket = taken.len() - at,
                None => self.since_bracket += taken.len(),
            }
        }
        self.inner.consume(amount);
    }
}
