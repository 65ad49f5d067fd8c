//! The table of all players: sorted, filtered and turned page by page through its address.

use super::query::LINES;
use super::{Pages, Site, TableQuery, top};
use crate::document::{Block, Cell, Column, Layout, Table};
use crate::messages::{Key, Messages};
use crate::print::html::fragment;
use crate::print::markup::Markup;
use crate::sheet::columns::PlayerColumn;
use crate::sheet::legend;

impl Pages {
    /// The table of all players, as it was asked for.
    pub fn table(&self, site: &Site<'_>, query: &TableQuery) -> String {
        let m = &self.0;
        let mut head = top(m, site, "players");
        head.el("h1", &[], &m.text(Key::TableHeading)).el("p", &[], &m.text(Key::Purpose));
        form(&mut head, m, query);
        let chosen = query.chosen(site.screening);
        let pages = chosen.len().div_ceil(LINES).max(1);
        let now = query.page.min(pages);
        let n = m.numbers();
        let shown = [("shown", n.count(chosen.len())), ("total", n.count(site.screening.players.len()))];
        let shown = m.with(Key::FilterShown, shown);
        head.el("p", &[("role", "status")], &shown);
        let mut blocks = vec![Block::Screen { markup: head }];
        if !chosen.is_empty() {
            let part = chosen.iter().skip((now - 1).saturating_mul(LINES)).take(LINES);
            blocks.push(Block::Table { table: players(m, site, query, part.copied()) });
        }
        if pages > 1 {
            blocks.push(turn(m, query, now, pages));
        }
        blocks.push(legend(m, PlayerColumn::on_server()));
        fragment(&blocks)
    }
}

fn form(page: &mut Markup, m: &Messages, query: &TableQuery) {
    page.open("form", &[("method", "get"), ("class", "tools"), ("role", "search")]);
    let order = if query.falling { "down" } else { "up" };
    page.open("input", &[("type", "hidden"), ("name", "sort"), ("value", query.sort.key)]);
    page.open("input", &[("type", "hidden"), ("name", "order"), ("value", order)]);
    let bound = |bound: Option<u16>| bound.map(|bound| bound.to_string()).unwrap_or_default();
    let rating = [("type", "number"), ("min", "0"), ("max", "4000"), ("inputmode", "numeric")];
    for (key, name, value, attributes) in [
        (Key::FilterLabel, "name", query.name.clone(), &[("type", "search"), ("maxlength", "100")][..]),
        (Key::PagesRatingFrom, "from", bound(query.from), &rating),
        (Key::PagesRatingTo, "to", bound(query.to), &rating),
    ] {
        let attributes = [&[("name", name), ("value", value.as_str())], attributes].concat();
        page.open("label", &[])
            .text(&m.text(key))
            .raw(" ")
            .open("input", &attributes)
            .close("label")
            .raw("\n");
    }
    let mut check = vec![("type", "checkbox"), ("name", "enough"), ("value", "1")];
    if query.sufficient {
        check.push(("checked", "checked"));
    }
    page.open("label", &[("class", "check")]).open("input", &check).raw(" ");
    page.text(&m.text(Key::PagesEnough)).close("label").raw("\n");
    page.el("button", &[], &m.text(Key::PagesShow)).close("form").raw("\n");
}

fn players(m: &Messages, site: &Site<'_>, query: &TableQuery, chosen: impl Iterator<Item = usize>) -> Table {
    let head = |column: &'static PlayerColumn| {
        let sorted = query.sort.key == column.key;
        let falling = if sorted { !query.falling } else { column.falls_first() };
        let address = Some(query.address(column, falling, 1));
        Column { falling: sorted.then_some(query.falling), address, ..column.head(m) }
    };
    let mut table = Table {
        label: m.text(Key::TableHeading),
        columns: PlayerColumn::on_server().map(head).collect(),
        layout: Layout::Players,
        ..Table::default()
    };
    for place in chosen {
        let Some(player) = site.screening.players.get(place) else { continue };
        let cell = |column: &PlayerColumn| match column.cell(m, player, " / ") {
            Cell::Plain(_) => site.player_link(place),
            cell => cell,
        };
        table.cells(PlayerColumn::on_server().map(cell).collect());
    }
    table
}

fn turn(m: &Messages, query: &TableQuery, now: usize, pages: usize) -> Block {
    let n = m.numbers();
    let mut page = Markup::default();
    page.open("p", &[("class", "turn")]);
    if now > 1 {
        let address = query.address(query.sort, query.falling, now - 1);
        page.el("a", &[("href", &address), ("rel", "prev")], &m.text(Key::PagesEarlier)).raw(" ");
    }
    page.text(&m.with(Key::PagesPage, [("page", n.count(now)), ("pages", n.count(pages))]));
    if now < pages {
        let address = query.address(query.sort, query.falling, now + 1);
        page.raw(" ").el("a", &[("href", &address), ("rel", "next")], &m.text(Key::PagesLater));
    }
    page.close("p");
    Block::Screen { markup: page }
}
