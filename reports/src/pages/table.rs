//! The table of all players: sorted, filtered and turned page by page through its address.

use super::query::LINES;
use super::{Column, Room, Site, TableQuery, player_link, top};
use crate::html::{markup::Markup, table::reading};
use crate::messages::{Arg, Key, Messages};

fn heading(column: Column) -> (Key, Key) {
    match column {
        Column::Name => (Key::ColumnName, Key::ColumnNameTitle),
        Column::Index => (Key::ColumnIndex, Key::ColumnIndexTitle),
        Column::Z => (Key::ColumnZ, Key::ColumnZTitle),
        Column::SecondZ => (Key::PagesSecondZ, Key::PagesSecondZTitle),
        Column::Games => (Key::ColumnGames, Key::ColumnGamesTitle),
        Column::Scored => (Key::ColumnScored, Key::ColumnScoredTitle),
        Column::Rating => (Key::ColumnRating, Key::ColumnRatingTitle),
        Column::Reading => (Key::ColumnReading, Key::ColumnReadingTitle),
    }
}

fn class(column: Column) -> &'static str {
    match column {
        Column::Name | Column::Reading => "t",
        _ => "n",
    }
}

pub(super) fn page(m: &Messages, site: &Site<'_>, query: &TableQuery) -> String {
    let mut page = Markup::default();
    top(&mut page, m, site, Room::Players);
    page.el("h1", &[], &m.text(Key::TableHeading));
    page.el("p", &[], &m.text(Key::Purpose));
    form(&mut page, m, query);
    let chosen = query.chosen(site.screening);
    let pages = chosen.len().div_ceil(LINES).max(1);
    let now = query.page.min(pages);
    let count = |n: usize| m.numbers().count(n as u64);
    let shown = m.with(
        Key::FilterShown,
        &[
            ("shown", Arg::Text(&count(chosen.len()))),
            ("total", Arg::Text(&count(site.screening.players.len()))),
        ],
    );
    page.el("p", &[("role", "status")], &shown);
    if !chosen.is_empty() {
        let part = chosen.iter().skip((now - 1).saturating_mul(LINES)).take(LINES);
        players(&mut page, m, site, query, part.copied());
    }
    if pages > 1 {
        turn(&mut page, m, query, now, pages);
    }
    page.open("details", &[]).el("summary", &[], &m.text(Key::LegendHeading));
    page.open("dl", &[("class", "legend")]);
    for column in Column::ALL {
        let (name, meaning) = heading(column);
        page.el("dt", &[], &m.text(name)).el("dd", &[], &m.text(meaning));
    }
    page.close("dl").close("details").raw("\n");
    page.finish()
}

fn form(page: &mut Markup, m: &Messages, query: &TableQuery) {
    page.open("form", &[("method", "get"), ("class", "tools"), ("role", "search")]);
    let order = if query.falling { "down" } else { "up" };
    page.void("input", &[("type", "hidden"), ("name", "sort"), ("value", query.sort.id())]);
    page.void("input", &[("type", "hidden"), ("name", "order"), ("value", order)]);
    page.open("label", &[]).text(&m.text(Key::FilterLabel)).raw(" ");
    page.void("input", &[("type", "search"), ("name", "name"), ("value", &query.name), ("maxlength", "100")])
        .close("label")
        .raw("\n");
    for (name, key, bound) in
        [("from", Key::PagesRatingFrom, query.from), ("to", Key::PagesRatingTo, query.to)]
    {
        let value = bound.map(|bound| bound.to_string()).unwrap_or_default();
        page.open("label", &[]).text(&m.text(key)).raw(" ");
        page.void(
            "input",
            &[
                ("type", "number"),
                ("name", name),
                ("value", &value),
                ("min", "0"),
                ("max", "4000"),
                ("inputmode", "numeric"),
            ],
        )
        .close("label")
        .raw("\n");
    }
    let mut check = vec![("type", "checkbox"), ("name", "enough"), ("value", "1")];
    if query.sufficient {
        check.push(("checked", "checked"));
    }
    page.open("label", &[("class", "check")]);
    page.void("input", &check).raw(" ").text(&m.text(Key::PagesEnough));
    page.close("label").raw("\n");
    page.el("button", &[], &m.text(Key::PagesShow)).close("form").raw("\n");
}

fn players(
    page: &mut Markup,
    m: &Messages,
    site: &Site<'_>,
    query: &TableQuery,
    chosen: impl Iterator<Item = usize>,
) {
    page.open_table(&m.text(Key::TableHeading), "field").open("thead", &[]).open("tr", &[]);
    for column in Column::ALL {
        let (name, meaning) = heading(column);
        let sorted = query.sort == column;
        let falling = if sorted { !query.falling } else { column.falls_first() };
        let meaning = m.text(meaning);
        let mut attributes = vec![("scope", "col"), ("class", class(column)), ("title", meaning.as_str())];
        if sorted {
            attributes.push(("aria-sort", if query.falling { "descending" } else { "ascending" }));
        }
        page.open("th", &attributes);
        let address = query.address(column, falling, 1);
        page.el("a", &[("href", &address)], &m.text(name)).close("th");
    }
    page.close("tr").close("thead").raw("\n").open("tbody", &[]).raw("\n");
    let n = m.numbers();
    for place in chosen {
        let Some(player) = site.screening.players.get(place) else {
            continue;
        };
        page.open("tr", &[]).open("th", &[("scope", "row")]);
        player_link(page, site, place);
        page.close("th");
        let number = |page: &mut Markup, text: &str| {
            page.el("td", &[("class", "n")], text);
        };
        number(page, &n.index(player.roi));
        page.open("td", &[("class", "t")]);
        reading(page, m, player.reading);
        page.close("td");
        number(page, &n.z(player.overall_z));
        number(page, &n.z(player.depth_aware.as_ref().map(|second| second.overall_z)));
        number(page, &n.whole(Some(player.scored)));
        number(page, &n.whole(Some(player.games)));
        number(page, &n.whole(player.rating.map(u32::from)));
        page.close("tr").raw("\n");
    }
    page.close_table();
}

fn turn(page: &mut Markup, m: &Messages, query: &TableQuery, now: usize, pages: usize) {
    let count = |n: usize| m.numbers().count(n as u64);
    page.open("p", &[("class", "turn")]);
    if now > 1 {
        let address = query.address(query.sort, query.falling, now - 1);
        page.el("a", &[("href", &address), ("rel", "prev")], &m.text(Key::PagesEarlier)).raw(" ");
    }
    page.text(
        &m.with(Key::PagesPage, &[("page", Arg::Text(&count(now))), ("pages", Arg::Text(&count(pages)))]),
    );
    if now < pages {
        let address = query.address(query.sort, query.falling, now + 1);
        page.raw(" ").el("a", &[("href", &address), ("rel", "next")], &m.text(Key::PagesLater));
    }
    page.close("p").raw("\n");
}
