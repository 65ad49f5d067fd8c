//! A document as one self-contained HTML page, in the look of the screening sheet.
//!
//! It loads nothing and runs no script. Text reaches it only through [`Markup`], which escapes it.

use super::{Block, Cell, Document, Fact, Figure, Row, Table};
use crate::html::markup::Markup;

/// Nothing is loaded, from anywhere, and no script runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
const SHEET: &str = include_str!("../../assets/sheet.css");
const STYLE: &str = include_str!("../../assets/document.css");

pub(crate) fn html(document: &Document) -> String {
    let mut page = Markup::default();
    head(&mut page, document);
    sections(&mut page, document);
    page.close("main").close("body").raw("\n").close("html").raw("\n");
    page.finish()
}

/// The sections alone, for a page that has a head and a style of its own.
pub(crate) fn fragment(document: &Document) -> String {
    let mut page = Markup::default();
    sections(&mut page, document);
    page.finish()
}

fn sections(page: &mut Markup, document: &Document) {
    let mut pictures = 0;
    let mut open = false;
    for block in &document.blocks {
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
    page.raw("<!doctype html>\n").open("html", &[("lang", document.language.tag())]);
    page.raw("\n").open("head", &[]);
    for (name, content) in [
        ("viewport", "width=device-width, initial-scale=1"),
        ("color-scheme", "light dark"),
        ("robots", "noindex"),
    ] {
        if name == "viewport" {
            page.raw("\n").void("meta", &[("charset", "utf-8")]);
            page.raw("\n").void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
        }
        page.raw("\n").void("meta", &[("name", name), ("content", content)]);
    }
    page.raw("\n").el("title", &[], &document.title);
    page.raw("\n<style>\n").raw(SHEET).raw(STYLE).raw("</style>\n").close("head");
    page.raw("\n").open("body", &[("class", "document")]).raw("\n").open("main", &[]).raw("\n");
    page.open("header", &[("id", "top")]);
    page.el("p", &[("class", "kind")], &document.kind);
    page.el("h1", &[], &document.title).close("header").raw("\n");
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
            page.el("p", &[("class", "note")], text);
        }
        Block::Facts { rows } => facts(page, rows),
        Block::Table { table } => write_table(page, table),
        Block::Figures { figures } => {
            page.open("div", &[("class", "figures")]);
            for drawn in figures {
                figure(page, drawn, pictures);
            }
            page.close("div");
        }
        Block::Pair { figure: drawn, table } => {
            page.open("div", &[("class", "pair")]);
            figure(page, drawn, pictures);
            write_table(page, table);
            page.close("div");
        }
        Block::Position { figure: drawn, table } => {
            page.open("div", &[("class", "pair position")]);
            figure(page, drawn, pictures);
            write_table(page, table);
            page.close("div");
        }
        Block::List { items } => list(page, items),
        Block::Fold { title, items } => {
            page.open("details", &[]).el("summary", &[], title);
            list(page, items);
            page.close("details");
        }
        Block::Commands { lines } => {
            page.open("pre", &[]).el("code", &[], &lines.join("\n\n"));
            page.close("pre");
        }
    }
    page.raw("\n");
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
    let columns: Vec<_> = table.columns.iter().map(|column| (column.title.clone(), column.number)).collect();
    page.open_table(&table.label, "small").head(&columns);
    page.open("tbody", &[]).raw("\n");
    for row in &table.rows {
        page.open("tr", &[]);
        match row {
            Row::Heading { title } => {
                let span = table.columns.len().to_string();
                page.el("th", &[("scope", "rowgroup"), ("class", "over"), ("colspan", &span)], title);
            }
            Row::Cells { cells } => {
                for (place, (column, content)) in table.columns.iter().zip(cells).enumerate() {
                    let class = if column.number { "n" } else { "t" };
                    let (tag, scope) = if place == 0 { ("th", "row") } else { ("td", "") };
                    let mut attributes = vec![("class", class)];
                    if !scope.is_empty() {
                        attributes.push(("scope", scope));
                    }
                    page.open(tag, &attributes);
                    cell(page, content);
                    page.close(tag);
                }
            }
        }
        page.close("tr").raw("\n");
    }
    page.close_table();
}

fn cell(page: &mut Markup, cell: &Cell) {
    match cell {
        Cell::Plain(text) => page.el("bdi", &[], text),
        Cell::Code(text) => page.el("code", &[], text),
        Cell::Strong(text) => page.el("strong", &[], text),
        Cell::Met(text) => page.el("span", &[("class", "bar met")], text),
        Cell::Unmet(text) => page.el("span", &[("class", "bar unmet")], text),
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
        } else if !name.starts_with('!') && name != "meta" {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// The page without its style, for tests.
#[cfg(test)]
pub(crate) fn without_style(page: &str) -> String {
    page.replace(SHEET, "[style]\n").replace(STYLE, "")
}
