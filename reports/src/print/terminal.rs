//! A document on a terminal.
//!
//! Colour only repeats what the words say. Characters that steer a terminal are shown as codes.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::document::{Attention, Block, Cell, Document, Row, Table};
use crate::escape::visible;

const GAP: &str = "  ";
/// Cells a name gets before further columns may take them.
const MIN_NAME: usize = 20;

/// The text, lines ending in `\n`. `colour` also sets headings in bold.
pub(crate) fn terminal(document: &Document, width: usize, colour: bool) -> String {
    let mut paper = Paper { out: String::new(), width, colour };
    paper.prose(&document.title);
    paper.blocks(document.lead.iter().chain(&document.blocks));
    paper.out
}

struct Paper {
    out: String,
    width: usize,
    colour: bool,
}

impl Paper {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn prose(&mut self, text: &str) {
        for line in wrap(&visible(text), self.width) {
            self.line(&line);
        }
    }

    fn item(&mut self, text: &str) {
        let mut mark = "- ";
        for line in wrap(&visible(text), self.width.saturating_sub(mark.len())) {
            self.line(&format!("{mark}{line}"));
            mark = "  ";
        }
    }

    fn heading(&mut self, text: &str) {
        self.line("");
        if !text.is_empty() {
            self.line(&paint(text, if self.colour { "1" } else { "" }));
        }
    }

    fn blocks<'a>(&mut self, blocks: impl IntoIterator<Item = &'a Block>) {
        for block in blocks {
            match block {
                Block::Section { title, .. } | Block::Part { title } => {
                    self.heading(&visible(title));
                }
                Block::Text { text } | Block::Note { text } | Block::Hint { text } => self.prose(text),
                Block::Line { parts } => self.prose(&joined(parts)),
                Block::Tiles { tiles, .. } => {
                    for tile in tiles {
                        self.prose(&format!("{}: {}", tile.name, tile.value));
                    }
                }
                Block::Facts { rows } => {
                    for fact in rows {
                        self.prose(&format!("{}: {}", fact.name, fact.value.text()));
                    }
                }
                Block::List { items } => items.iter().for_each(|item| self.item(item)),
                Block::Table { table } | Block::Position { table, .. } => self.table(table),
                Block::Details { summary, blocks, .. } => {
                    self.prose(&joined(summary));
                    self.blocks(blocks);
                }
                Block::Figures { .. } | Block::Screen { .. } => {}
            }
        }
    }

    /// As many columns as fit; those that give way last are kept longest. The first column is cut, the last is not padded. A
    /// table that is still too wide is written row by row.
    fn table(&mut self, table: &Table) {
        let mut kept: Vec<usize> = (1..table.columns.len()).collect();
        let rows: Vec<&[Cell]> = table.rows.iter().filter_map(cells).collect();
        let widths: Vec<usize> = table
            .columns
            .iter()
            .enumerate()
            .map(|(place, column)| {
                let cells =
                    rows.iter().filter_map(|row| row.get(place)).map(|cell| width(&visible(cell.text())));
                cells.chain([width(&column.title)]).max().unwrap_or_default()
            })
            .collect();
        let name = widths.first().copied().unwrap_or_default();
        let min_name = MIN_NAME.min(name);
        let taken = |kept: &[usize]| kept.iter().map(|&place| GAP.len() + widths[place]).sum::<usize>();
        let weight = |place: &usize| table.columns[*place].gives_way;
        while min_name + taken(&kept) > self.width {
            let Some(last) = kept.iter().map(weight).max().filter(|last| *last > 0) else {
                self.line("");
                let named = |row: &[Cell]| {
                    let cells = table.columns.iter().zip(row);
                    cells
                        .map(|(column, cell)| format!("{}: {}", column.title, cell.text()))
                        .collect::<Vec<_>>()
                };
                rows.iter().for_each(|row| self.prose(&named(row).join("; ")));
                return;
            };
            kept.retain(|place| weight(place) != last);
        }
        let name = self.width.saturating_sub(taken(&kept)).clamp(min_name, name);
        let line = |texts: &[String], painted: &dyn Fn(usize, String) -> String| {
            let mut line = left(&cut(texts.first().map_or("", String::as_str), name), name);
            for &place in &kept {
                let text = texts.get(place).map_or("", String::as_str);
                let text = match (table.columns[place].number, kept.last() == Some(&place)) {
                    (true, _) => right(text, widths[place]),
                    (false, true) => text.to_owned(),
                    (false, false) => left(text, widths[place]),
                };
                line.push_str(GAP);
                line.push_str(&painted(place, text));
            }
            line
        };
        let titles: Vec<String> = table.columns.iter().map(|column| column.title.clone()).collect();
        self.heading(line(&titles, &|_, text| text).trim_end());
        for row in rows {
            let texts: Vec<String> = row.iter().map(|cell| visible(cell.text())).collect();
            let line = line(&texts, &|place, text| {
                let code = row.get(place).map_or("", |cell| if self.colour { colour(cell) } else { "" });
                paint(&text, code)
            });
            self.line(&line);
        }
    }
}

fn cells(row: &Row) -> Option<&[Cell]> {
    match row {
        Row::Cells { cells } | Row::Total { cells } => Some(cells),
        Row::Heading { .. } => None,
    }
}

fn joined(parts: &[Cell]) -> String {
    parts.iter().map(Cell::text).collect::<Vec<_>>().join(" ")
}

/// The code of a cell's colour (ECMA-48); empty for none.
fn colour(cell: &Cell) -> &'static str {
    match cell {
        Cell::Marked(Attention::Ask, ..) => "1;33",
        Cell::Marked(Attention::Look, ..) => "36",
        _ => "",
    }
}

fn paint(text: &str, code: &str) -> String {
    if code.is_empty() { text.to_owned() } else { format!("\u{1b}[{code}m{text}\u{1b}[0m") }
}

pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text cut to so many cells, with an ellipsis where something is missing.
fn cut(text: &str, max: usize) -> String {
    if width(text) <= max {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or_default();
        if used > max {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// The text filled up with blanks on the right.
fn left(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The text filled up with blanks on the left.
fn right(text: &str, to: usize) -> String {
    format!("{}{text}", " ".repeat(to.saturating_sub(width(text))))
}

/// Lines of at most so many cells, broken between words and not at no-break spaces; a longer word stands alone.
fn wrap(text: &str, max: usize) -> Vec<String> {
    let breaks = |c: char| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}');
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        if !line.is_empty() && width(&line) + 1 + width(word) > max {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_combining_characters() {
        assert_eq!(width("李小龙"), 6);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(cut("李小龙", 4), "李…");
        // One cell for a Cyrillic letter, whatever its bytes.
        assert_eq!((width("Щукіна"), width("31\u{a0}600")), (6, 6));
        assert_eq!(cut("Щукіна", 4), "Щук…");
        assert_eq!(right("Щукін", 7), "  Щукін");
        assert_eq!(cut("Anna", 4), "Anna");
        assert_eq!(left("李", 4), "李  ");
        assert_eq!(right("12", 4), "  12");
    }

    #[test]
    fn items_of_a_list_are_marked() {
        let list = Block::List { items: vec!["one two".to_owned(), "three".to_owned()] };
        let document = Document { blocks: vec![list], ..Document::default() };
        assert_eq!(terminal(&document, 6, false).trim_start(), "- one\n  two\n- three\n");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable x", 4), ["unbreakable", "x"]);
        assert_eq!(wrap("1 из 31\u{a0}600", 7), ["1 из", "31\u{a0}600"]);
    }
}
