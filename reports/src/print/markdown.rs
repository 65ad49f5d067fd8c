//! A document as Markdown: plain tables, and the words of a chart in its place.

use crate::document::{Block, Cell, Document, Row, Table, Tile};
use crate::escape;

impl Document {
    /// Markdown with plain tables, and words in the place of charts, for a folder of documents.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", escape::markdown(&self.title));
        for block in self.lead.iter().chain(&self.blocks) {
            write(&mut out, block);
        }
        out
    }
}

fn write(out: &mut String, block: &Block) {
    match block {
        Block::Section { title, .. } => {
            paragraph(out, &format!("## {}", escape::markdown(title)));
        }
        Block::Part { title } => paragraph(out, &format!("### {}", escape::markdown(title))),
        Block::Text { text } | Block::Hint { text } => paragraph(out, &escape::markdown_line(text)),
        Block::Line { parts } => paragraph(out, &line_of(parts)),
        Block::Tiles { tiles, .. } => {
            let tile = |tile: &Tile| {
                let remark = tile.remark.as_ref().map(|remark| format!(" ({remark})")).unwrap_or_default();
                format!("{}{remark}: {}", tile.name, tile.value)
            };
            list(out, &tiles.iter().map(tile).collect::<Vec<_>>());
        }
        Block::Details { summary, blocks, .. } => {
            paragraph(out, &line_of(summary));
            for block in blocks {
                write(out, block);
            }
        }
        Block::Screen { .. } => {}
        Block::Note { text } => paragraph(out, &format!("**{}**", escape::markdown(text))),
        Block::Facts { rows } => {
            let rows =
                rows.iter().map(|fact| format!("- {}: {}", escape::markdown(&fact.name), cell(&fact.value)));
            paragraph(out, &rows.collect::<Vec<_>>().join("\n"));
        }
        Block::Table { table } => write_table(out, table),
        Block::Position { figure, table } => {
            paragraph(out, &escape::markdown_line(&figure.caption));
            write_table(out, table);
        }
        // What a chart says stands in words; boards side by side have their positions in the captions of other formats.
        Block::Figures { figures } => {
            if let [figure] = figures.as_slice() {
                paragraph(out, &escape::markdown_line(figure.drawing.description()));
                paragraph(out, &escape::markdown_line(&figure.caption));
            }
        }
        Block::List { items } => list(out, items),
    }
}

fn line_of(parts: &[Cell]) -> String {
    parts.iter().map(cell).collect::<Vec<_>>().join(" ")
}

fn paragraph(out: &mut String, text: &str) {
    out.push('\n');
    out.push_str(text);
    out.push('\n');
}

fn list(out: &mut String, items: &[String]) {
    let items: Vec<String> = items.iter().map(|item| format!("- {}", escape::markdown_line(item))).collect();
    paragraph(out, &items.join("\n"));
}

fn write_table(out: &mut String, table: &Table) {
    let mut lines = Vec::with_capacity(table.rows.len() + 2);
    let heads = table.columns.iter().map(|column| escape::markdown(&column.title));
    lines.push(line(heads));
    let rules = table.columns.iter().map(|column| {
        let rule = if column.number { "---:" } else { "---" };
        rule.to_owned()
    });
    lines.push(line(rules));
    for row in &table.rows {
        match row {
            Row::Cells { cells } | Row::Total { cells } => lines.push(line(cells.iter().map(cell))),
            Row::Heading { title } => {
                let first = format!("**{}**", escape::markdown(title));
                let rest = table.columns.iter().skip(1).map(|_| String::new());
                lines.push(line(std::iter::once(first).chain(rest)));
            }
        }
    }
    paragraph(out, &lines.join("\n"));
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

fn cell(cell: &Cell) -> String {
    match cell {
        // A bar cannot stand in code, nor a back-tick in back-ticks.
        Cell::Code(text) if !text.is_empty() && !text.contains(['`', '|']) => {
            format!("`{}`", escape::visible(text))
        }
        Cell::Strong(text) | Cell::Unmet(text) => format!("**{}**", escape::markdown(text)),
        other => escape::markdown(other.text()),
    }
}
