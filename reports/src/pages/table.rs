//! The table of all players: sorted, filtered and turned page by page through its address, so that it can be kept as a
//! bookmark and no script is needed.

use analyzer::screening::{PlayerResult, Screening};

use super::{Pages, Site, top};
use crate::document::{Block, Cell, Column, Layout, Table};
use crate::messages::{Key, Messages};
use crate::order::{by_index, compare};
use crate::print::html::fragment;
use crate::print::markup::Markup;
use crate::sheet::answer::without_answer;
use crate::sheet::columns::{INDEX, PlayerColumn, place_cell, place_column};
use crate::sheet::legend;

/// Players on one page of the table.
const LINES: usize = 100;
/// Characters of a name that are searched.
const MAX_NAME: usize = 100;

#[derive(Clone, Debug)]
pub struct TableQuery {
    pub(crate) sort: &'static PlayerColumn,
    /// Whether the greatest comes first.
    pub falling: bool,
    /// Only players with enough decisions for an index.
    pub sufficient: bool,
    /// Lowest and highest rating; players without one are left out if a bound is given.
    pub ratings: [Option<u16>; 2],
    /// Part of a name, in small letters.
    pub name: String,
    /// The page, from 1.
    pub page: usize,
}

impl Default for TableQuery {
    fn default() -> Self {
        Self {
            sort: &INDEX,
            falling: true,
            sufficient: false,
            ratings: [None; 2],
            name: String::new(),
            page: 1,
        }
    }
}

impl TableQuery {
    /// From the fields of an address. A field that makes no sense is left out, and what is left out shows in the form.
    pub fn read<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut query = Self::default();
        let mut order = None;
        for (name, value) in fields {
            match name {
                "sort" => {
                    let column = PlayerColumn::on_server().find(|column| column.key == value);
                    query.sort = column.unwrap_or(&INDEX);
                }
                "order" => order = Some(value == "down"),
                "enough" => query.sufficient = value == "1",
                "from" => query.ratings[0] = value.trim().parse().ok(),
                "to" => query.ratings[1] = value.trim().parse().ok(),
                "name" => query.name = value.trim().chars().take(MAX_NAME).collect(),
                "page" => query.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        query.falling = order.unwrap_or_else(|| !query.sort.is_name());
        query
    }

    /// The query part of an address that asks for the same on another page.
    pub(super) fn address(&self, sort: &PlayerColumn, falling: bool, page: usize) -> String {
        let mut out = format!("?sort={}&order={}", sort.key, if falling { "down" } else { "up" });
        if self.sufficient {
            out.push_str("&enough=1");
        }
        for (name, bound) in ["&from=", "&to="].iter().zip(self.ratings) {
            out.extend(bound.map(|bound| format!("{name}{bound}")));
        }
        if !self.name.is_empty() {
            out.push_str("&name=");
            for byte in self.name.bytes() {
                if byte.is_ascii_alphanumeric() {
                    out.push(char::from(byte));
                } else {
                    out.push('%');
                    out.push_str(&uci_pool::hex(&[byte]));
                }
            }
        }
        if page > 1 {
            out.extend(["&page=", &page.to_string()]);
        }
        out
    }

    /// Places of the players that were asked for, in order. Those without a value come last either way; ties stay in the
    /// order of the document.
    pub(super) fn chosen(&self, s: &Screening) -> Vec<usize> {
        let part = self.name.to_lowercase();
        let [from, to] = self.ratings;
        let fits = |player: &PlayerResult| {
            let rating = player.rating;
            (!self.sufficient || player.sufficient)
                && from.is_none_or(|from| rating.is_some_and(|rating| rating >= from))
                && to.is_none_or(|to| rating.is_some_and(|rating| rating <= to))
                && player.name.to_lowercase().contains(&part)
        };
        let all = s.players.iter().enumerate();
        let mut chosen: Vec<(usize, &PlayerResult)> = all.filter(|(_, player)| fits(player)).collect();
        chosen.sort_by(|(_, a), (_, b)| match self.sort.is_name() {
            true if self.falling => b.name.to_lowercase().cmp(&a.name.to_lowercase()),
            true => a.name.to_lowercase().cmp(&b.name.to_lowercase()),
            false => compare(self.sort.value(a), self.sort.value(b), self.falling),
        });
        chosen.into_iter().map(|(place, _)| place).collect()
    }
}

impl Pages {
    /// The table of all players, as it was asked for; `named` are the places of those whom the hints name.
    pub fn table(&self, site: &Site<'_>, query: &TableQuery, named: &[usize]) -> String {
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
        blocks.extend(without_answer(m, site.screening));
        if !chosen.is_empty() {
            let part = chosen.iter().skip((now - 1).saturating_mul(LINES)).take(LINES);
            blocks.push(Block::Table { table: players(m, site, query, part.copied(), named) });
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
    page.open("label", &[]).text(&m.text(Key::FilterLabel)).raw(" ");
    let name = [("name", "name"), ("value", &query.name), ("type", "search"), ("maxlength", "100")];
    page.open("input", &name).close("label").raw("\n");
    let bounds = [(Key::PagesRatingFrom, "from"), (Key::PagesRatingTo, "to")];
    for ((key, name), bound) in bounds.into_iter().zip(query.ratings) {
        let value = bound.map(|bound| bound.to_string()).unwrap_or_default();
        let rating = [("name", name), ("value", &value), ("type", "number"), ("min", "0"), ("max", "4000")];
        page.open("label", &[]).text(&m.text(key)).raw(" ").open("input", &rating).close("label").raw("\n");
    }
    let mut check = vec![("type", "checkbox"), ("name", "enough"), ("value", "1")];
    check.extend(query.sufficient.then_some(("checked", "checked")));
    page.open("label", &[("class", "check")]).open("input", &check).raw(" ");
    page.text(&m.text(Key::PagesEnough)).close("label").raw("\n");
    page.el("button", &[], &m.text(Key::PagesShow)).close("form").raw("\n");
}

fn players(
    m: &Messages,
    site: &Site<'_>,
    query: &TableQuery,
    chosen: impl Iterator<Item = usize>,
    named: &[usize],
) -> Table {
    let head = |column: &'static PlayerColumn| {
        let sorted = query.sort.key == column.key;
        let falling = if sorted { !query.falling } else { !column.is_name() };
        let address = Some(query.address(column, falling, 1));
        Column { falling: sorted.then_some(query.falling), address, ..column.head(m) }
    };
    let mut table = Table {
        label: m.text(Key::TableHeading),
        columns: PlayerColumn::on_server().map(head).chain([place_column(m)]).collect(),
        layout: Layout::Players,
        ..Table::default()
    };
    let mut places = vec![0; site.screening.players.len()];
    for (place, player) in by_index(site.screening).into_iter().enumerate() {
        places[player] = place;
    }
    for place in chosen {
        let Some(player) = site.screening.players.get(place) else { continue };
        let cell = |column: &PlayerColumn| match column.cell(m, player, " / ") {
            Cell::Plain(_) if named.contains(&place) => {
                let name = m.with(Key::PagesNamed, [("name", site.name(place))]);
                Cell::Link(name, site.player(place))
            }
            Cell::Plain(_) => site.player_link(place),
            cell => cell,
        };
        let number = place_cell(m, places[place]);
        table.cells(PlayerColumn::on_server().map(cell).chain([number]).collect());
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
