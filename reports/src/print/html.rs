//! A document as one self-contained HTML page, or as the inside of a page.
//!
//! The page loads nothing; its style and a script, if it has one, stand inside it. Text reaches it only through
//! [`Markup`], which escapes it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::markup::Markup;
use crate::document::{Attention, Block, Cell, Document, Fact, Figure, Layout, Row, Table, Tile};

/// Nothing is loaded, from anywhere, and no script runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// The script of sheets.
pub(crate) const SCRIPT: &str = include_str!("../../assets/sheet.js");
const SHEET: &str = include_str!("../../assets/sheet.css");
const STYLE: &str = include_str!("../../assets/document.css");

impl Document {
    /// One self-contained page: it loads nothing, and runs a script only where it has one inside.
    pub fn html(&self) -> String {
        let mut page = Markup::default();
        head(&mut page, self);
        blocks(&mut page, &self.blocks);
        page.close("main").raw("\n");
        if let Some(data) = &self.script {
            page.append(data);
            page.raw("<script>\n").raw(SCRIPT).raw("</script>\n");
        }
        page.close("body").raw("\n").close("html").raw("\n");
        page.finish()
    }

    /// The sections of the page alone, for a page that has a head and a style of its own.
    pub fn fragment(&self) -> String {
        fragment(&self.blocks)
    }
}

/// SHA-256 of the content of the script element, as a policy names it.
pub(crate) fn script_hash() -> String {
    STANDARD.encode(Sha256::new().chain_update("\n").chain_update(SCRIPT).finalize())
}

/// Blocks alone, for a page that has a head and a style of its own.
pub(crate) fn fragment(inside: &[Block]) -> String {
    let mut page = Markup::default();
    blocks(&mut page, inside);
    page.finish()
}

pub(crate) fn blocks(page: &mut Markup, blocks: &[Block]) {
    let mut pictures = 0;
    let mut open = false;
    for block in blocks {
        if let Block::Section { id, title } = block {
            if open {
                page.close("section").raw("\n");
            }
            open = true;
            page.open("section", &[("id", id)]).el("h2", &[], title).raw("\n");
        } else {
            write(page, block, &mut pictures);
        }
    }
    if open {
        page.close("section").raw("\n");
    }
}

fn head(page: &mut Markup, document: &Document) {
    // No other script runs than the one whose hash is named (CSP 3, "Hash usage").
    let policy = match document.script {
        Some(_) => format!("{POLICY}; script-src 'sha256-{}'; img-src data:", script_hash()),
        None => POLICY.to_owned(),
    };
    page.raw("<!doctype html>\n").open("html", &[("lang", document.language.tag())]);
    page.raw("\n").open("head", &[]).raw("\n").open("meta", &[("charset", "utf-8")]);
    page.raw("\n").open("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
    for (name, content) in [
        ("viewport", "width=device-width, initial-scale=1"),
        ("color-scheme", "light dark"),
        ("robots", "noindex"),
    ] {
        page.raw("\n").open("meta", &[("name", name), ("content", content)]);
    }
    page.raw("\n").el("title", &[], &document.title);
    page.raw("\n<style>\n").raw(SHEET);
    // The upright sheets of paper of a document are not those of a table of players.
    if document.script.is_none() {
        page.raw(STYLE);
    }
    page.raw("</style>\n").close("head");
    let class = if document.script.is_some() { "sheet" } else { "document" };
    page.raw("\n").open("body", &[("class", class)]).raw("\n").open("main", &[]).raw("\n");
    page.open("header", &[("id", "top")]);
    page.el("p", &[("class", "kind")], &document.kind);
    match &document.heading {
        Some(heading) => page.open("h1", &[]).el("bdi", &[], heading).close("h1"),
        None => page.el("h1", &[], &document.title),
    };
    blocks(page, &document.lead);
    page.close("header").raw("\n");
    page.open("nav", &[("aria-label", &document.contents)]);
    for block in &document.blocks {
        if let Block::Section { id, title } = block {
            page.el("a", &[("href", &format!("#{id}"))], title).raw(" ");
        }
    }
    page.close("nav").raw("\n");
}

fn write(page: &mut Markup, block: &Block, pictures: &mut usize) {
    match block {
        Block::Section { title, .. } => {
            page.el("h2", &[], title);
        }
        Block::Part { title } => {
            page.el("h3", &[], title);
        }
        Block::Text { text } => {
            page.el("p", &[], text);
        }
        Block::Note { text } => {
            page.el("p", &[("class", "note"), ("role", "note")], text);
        }
        Block::Hint { text } => {
            page.el("p", &[("class", "hint")], text);
        }
        Block::Line { parts } => {
            page.open("p", &[("class", "lead")]);
            line(page, parts);
            page.close("p");
        }
        Block::Tiles { label, tiles } => write_tiles(page, label, tiles),
        Block::Facts { rows } => facts(page, rows),
        Block::Table { table } => write_table(page, table),
        Block::Figures { figures } => {
            page.open("div", &[("class", "figures")]);
            for drawn in figures {
                figure(page, drawn, pictures);
            }
            page.close("div");
        }
        Block::Position { figure: drawn, table } => {
            page.open("div", &[("class", "pair position")]);
            figure(page, drawn, pictures);
            write_table(page, table);
            page.close("div");
        }
        Block::List { items } => list(page, items),
        Block::Details { id, summary, blocks: inside } => {
            match id {
                Some(id) => page.open("details", &[("class", "player"), ("id", id)]),
                None => page.open("details", &[]),
            };
            page.open("summary", &[]);
            line(page, summary);
            page.close("summary").raw("\n").open("div", &[]);
            blocks(page, inside);
            page.close("div").close("details");
        }
        Block::Screen { markup } => {
            page.append(markup);
        }
    }
    page.raw("\n");
}

fn line(page: &mut Markup, parts: &[Cell]) {
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            page.raw(" ");
        }
        cell(page, part);
    }
}

fn write_tiles(page: &mut Markup, label: &str, tiles: &[Tile]) {
    page.open("section", &[("class", "summary"), ("aria-label", label)]).open("dl", &[("class", "tiles")]);
    for tile in tiles {
        page.open("div", &[]).open("dt", &[]).text(&tile.name);
        if let Some(remark) = &tile.remark {
            page.raw(" ").el("small", &[], remark);
        }
        page.close("dt").el("dd", &[], &tile.value).close("div");
    }
    page.close("dl").close("section");
}

fn facts(page: &mut Markup, rows: &[Fact]) {
    page.open("dl", &[("class", "facts")]);
    for fact in rows {
        page.el("dt", &[], &fact.name).open("dd", &[]);
        cell(page, &fact.value);
        page.close("dd").raw("\n");
    }
    page.close("dl");
}

fn list(page: &mut Markup, items: &[String]) {
    page.open("ul", &[]);
    for item in items {
        page.open("li", &[]).el("bdi", &[], item).close("li").raw("\n");
    }
    page.close("ul");
}

fn figure(page: &mut Markup, figure: &Figure, pictures: &mut usize) {
    *pictures += 1;
    page.open("figure", &[]);
    figure.drawing.inline(page, *pictures);
    page.el("figcaption", &[], &figure.caption).close("figure").raw("\n");
}

fn write_table(page: &mut Markup, table: &Table) {
    let (room, class) = match table.layout {
        Layout::Small => ("scroll", "small"),
        Layout::Tests => ("scroll", "small tests"),
        Layout::Games => ("scroll", "course"),
        Layout::Players => ("scroll", "field"),
        Layout::SortedPlayers => ("scroll wide", "field"),
    };
    page.open("div", &[("class", room), ("role", "region"), ("tabindex", "0"), ("aria-label", &table.label)]);
    let mut attributes = vec![("class", class)];
    if table.layout == Layout::SortedPlayers {
        attributes.push(("id", "table"));
    }
    page.open("table", &attributes).open("thead", &[]);
    table_head(page, table);
    page.close("thead").raw("\n").open("tbody", &[]).raw("\n");
    for row in &table.rows {
        match row {
            Row::Heading { title } => {
                let span = table.columns.len().to_string();
                page.open("tr", &[]);
                page.el("th", &[("scope", "rowgroup"), ("class", "over"), ("colspan", &span)], title);
            }
            Row::Cells { cells } => write_cells(page.open("tr", &[]), table, cells),
            Row::Total { cells } => write_cells(page.open("tr", &[("class", "total")]), table, cells),
        }
        page.close("tr").raw("\n");
    }
    page.close("tbody").close("table").close("div").raw("\n");
}

fn table_head(page: &mut Markup, table: &Table) {
    page.open("tr", &[]);
    let grouped = !table.groups.is_empty();
    for (place, column) in table.columns.iter().enumerate() {
        if grouped && place == 1 {
            for (title, span) in &table.groups {
                let attributes = [("scope", "colgroup"), ("colspan", &*span.to_string()), ("class", "group")];
                page.el("th", &attributes, title);
            }
            page.close("tr").open("tr", &[]);
        }
        let mut attributes = vec![("scope", "col"), ("class", if column.number { "n" } else { "t" })];
        if grouped && place == 0 {
            attributes.push(("rowspan", "2"));
        }
        if !column.meaning.is_empty() {
            attributes.push(("title", &column.meaning));
        }
        if let Some(falling) = column.falling {
            attributes.push(("aria-sort", if falling { "descending" } else { "ascending" }));
        }
        page.open("th", &attributes);
        match &column.address {
            Some(address) => page.open("a", &[("href", address)]).el("bdi", &[], &column.title).close("a"),
            None => page.text(&column.title),
        };
        page.close("th");
    }
    page.close("tr");
}

fn write_cells(page: &mut Markup, table: &Table, cells: &[Cell]) {
    for (place, (column, content)) in table.columns.iter().zip(cells).enumerate() {
        let class = if column.number { "n" } else { "t" };
        let sort = match content {
            Cell::Number(_, value) => value.filter(|value| value.is_finite()),
            Cell::Marked(_, _, rank) => Some(*rank),
            _ => None,
        };
        let sort = sort.map(|value| value.to_string());
        let mut attributes = vec![("class", class)];
        if place == 0 {
            attributes.push(("scope", "row"));
        }
        // The script sorts by `data-v`, which has all digits, and by the text if it is absent.
        if let Some(sort) = sort.as_deref().filter(|_| table.layout == Layout::SortedPlayers) {
            attributes.push(("data-v", sort));
        }
        let tag = if place == 0 { "th" } else { "td" };
        page.open(tag, &attributes);
        cell(page, content);
        page.close(tag);
    }
}

fn cell(page: &mut Markup, cell: &Cell) {
    match cell {
        Cell::Plain(text) => page.el("bdi", &[], text),
        Cell::Number(text, _) => page.text(text),
        Cell::Code(text) => page.el("code", &[], text),
        Cell::English(text) => page.el("span", &[("lang", "en")], text),
        Cell::Met(text) => page.el("span", &[("class", "bar met")], text),
        Cell::Unmet(text) => page.el("span", &[("class", "bar unmet")], text),
        Cell::Strong(text) => page.el("strong", &[("dir", "auto")], text),
        Cell::Link(text, address) => page.open("a", &[("href", address)]).el("bdi", &[], text).close("a"),
        Cell::Marked(attention, text, _) => {
            let class = match attention {
                Attention::None => "reading none",
                Attention::Ordinary => "reading",
                Attention::Look => "reading look",
                Attention::Ask => "reading ask",
            };
            page.el("span", &[("class", class)], text)
        }
    };
}

/// Fails unless every element of the page is closed where it has to be, for tests.
#[cfg(test)]
pub(crate) fn assert_nested(page: &str) {
    let page = without_style(page);
    let mut open = Vec::new();
    for part in page.split('<').skip(1) {
        let tag = part.split('>').next().expect("a tag");
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "at <{tag}>");
        } else if !name.starts_with('!') && !["meta", "input"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[cfg(test)]
pub(crate) fn without_style(page: &str) -> String {
    page.replace(SHEET, "[style]\n").replace(STYLE, "")
}

/// A page in order, without the drawings and the styles, for tests: tag names and texts.
#[cfg(test)]
pub(crate) fn outline(page: &str) -> String {
    let page = without_style(page);
    let mut out = String::new();
    let mut inside = false;
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match name {
            "svg" => {
                inside = true;
                out.push_str("[picture]\n");
            }
            "/svg" => inside = false,
            "h1" | "h2" | "h3" | "title" | "figcaption" if !inside => {
                out.extend([name, ": ", text, "\n"]);
            }
            "table" => out.push_str("table\n"),
            _ => {}
        }
    }
    out
}
