//! A document on a terminal.
//!
//! Colour only repeats what the words say. Characters that steer a terminal are shown as codes.

use super::layout::{cut, left, right, width, wrap};
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
                Block::List { items } => items.iter().for_each(|item| self.prose(item)),
                Block::Table { table } | Block::Position { table, .. } => self.table(table),
                Block::Details { summary, blocks, .. } => {
                    self.prose(&joined(summary));
                    self.blocks(blocks);
                }
                Block::Commands { lines } => lines.iter().for_each(|line| self.line(&visible(line))),
                Block::Figures { .. } | Block::Screen { .. } => {}
            }
        }
    }

    /// As many columns as fit; those that give way last are kept longest. The first column is cut, the last is not padded.
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
                break;
            };
            kept.retain(|place| weight(place) != last);
        }
        let name = self.width.saturating_sub(taken(&kept)).clamp(min_name, name);
        let line = |texts: &[String], painted: &dyn Fn(usize, String) -> String| {
            let mut line = left(&cut(texts.first().map_or("", String::as_str), name), name);
            for &place in &kept {
                let text = texts.get(place).map_or("", String::as_str);
                let text =
                    if table.columns[place].number { right(text, widths[place]) } else { text.to_owned() };
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
