//! Two players or two rounds side by side.

use std::collections::BTreeSet;

use analyzer::means::means;
use analyzer::screening::{GameTrace, PlayerResult};
use datasets::round_of;

use super::{GameHead, Room, Site, mean, top};
use crate::document::{Block, Cell, Column, Layout, Table, text};
use crate::messages::{Key, Messages};
use crate::print::markup::Markup;
use crate::sheet::columns::{Place, PlayerColumn, TESTS};
use crate::sheet::games::round;
use crate::sheet::sections::laid_out;

/// Two rounds with the games of each.
#[derive(Clone, Copy, Debug)]
pub struct RoundsPair<'a> {
    /// Names of the rounds, see [`round_name`].
    pub names: [&'a str; 2],
    pub games: [&'a [GameTrace]; 2],
}

/// The round of a game: its number where the tag begins with one, because broadcasts write the board behind it
/// (`3.14`), else the tag.
pub fn round_name(tag: &str) -> String {
    round_of(tag).map_or_else(|| tag.to_owned(), |number| number.to_string())
}

/// The rounds of some games, numbers first and in their order.
pub fn rounds(games: &[GameHead]) -> Vec<String> {
    let known: BTreeSet<(u16, String)> = games
        .iter()
        .map(|game| game.round.as_str())
        .filter(|round| !matches!(round.trim(), "" | "?" | "-"))
        .map(|round| (round_of(round).unwrap_or(u16::MAX), round_name(round)))
        .collect();
    known.into_iter().map(|(_, round)| round).collect()
}

pub(super) fn blocks(
    m: &Messages,
    site: &Site<'_>,
    players: Option<(usize, usize)>,
    pair: Option<&RoundsPair<'_>>,
) -> Vec<Block> {
    let mut head = top(m, site, Room::Compare);
    head.el("h1", &[], &m.text(Key::PagesCompare));
    let mut blocks = vec![Block::Screen { markup: head }];
    let found = players.and_then(|(left, right)| {
        let all = &site.screening.players;
        Some([(left, all.get(left)?), (right, all.get(right)?)])
    });
    if let Some(two) = found {
        blocks.extend([text(m, Key::PagesCompareNote), laid_out(Layout::Compare, of_players(m, site, two))]);
    }
    if let Some(pair) = pair {
        blocks.extend([text(m, Key::PagesRoundsNote), laid_out(Layout::Compare, of_rounds(m, pair))]);
    }
    let mut forms = Markup::default();
    forms.el("h2", &[], &m.text(Key::PagesTwoPlayers));
    let mut named: Vec<(&str, &str)> = site
        .players
        .iter()
        .zip(&site.screening.players)
        .map(|(id, player)| (id.as_str(), player.name.as_str()))
        .collect();
    named.sort_by_cached_key(|(_, name)| name.to_lowercase());
    let of = |place: usize| site.players.get(place).map(String::as_str).unwrap_or_default();
    let (left, right) = players.map_or(("", ""), |(left, right)| (of(left), of(right)));
    choose(&mut forms, m, &named, [("player", left), ("and", right)]);
    let rounds = rounds(site.games);
    if rounds.len() > 1 {
        forms.el("h2", &[], &m.text(Key::PagesTwoRounds));
        let named: Vec<(&str, &str)> = rounds.iter().map(|round| (round.as_str(), round.as_str())).collect();
        let [left, right] = pair.map_or(["", ""], |pair| pair.names);
        choose(&mut forms, m, &named, [("round", left), ("with", right)]);
    }
    blocks.push(Block::Screen { markup: forms });
    blocks
}

/// A form that asks for two of many.
fn choose(page: &mut Markup, m: &Messages, all: &[(&str, &str)], fields: [(&'static str, &str); 2]) {
    page.open("form", &[("method", "get"), ("class", "tools")]);
    let keys = [Key::PagesOne, Key::PagesOther];
    for (place, ((name, chosen), key)) in fields.into_iter().zip(keys).enumerate() {
        page.open("label", &[]).text(&m.text(key)).raw(" ");
        page.open("select", &[("name", name)]);
        for (line, (value, words)) in all.iter().enumerate() {
            let mut attributes = vec![("value", *value)];
            // Before anything was chosen, two different ones are offered.
            let offered = chosen.is_empty() && line == place;
            if offered || *value == chosen {
                attributes.push(("selected", "selected"));
            }
            page.el("option", &attributes, words);
        }
        page.close("select").close("label").raw("\n");
    }
    page.el("button", &[], &m.text(Key::PagesCompare)).close("form").raw("\n");
}

fn of_players(m: &Messages, site: &Site<'_>, two: [(usize, &PlayerResult); 2]) -> Table {
    let head = two.map(|(place, player)| Column {
        title: player.name.clone(),
        number: true,
        address: Some(site.player(place)),
        ..Column::default()
    });
    let mut table = Table::new(m.text(Key::PagesTwoPlayers), [(m.text(Key::FieldMeasure), false)]);
    table.columns.extend(head);
    for column in PlayerColumn::at(Place::Compare) {
        let [left, right] = two.map(|(_, player)| column.cell(m, player, " / "));
        table.cells(vec![Cell::Plain(m.text(column.heading)), left, right]);
    }
    table
}

fn of_rounds(m: &Messages, pair: &RoundsPair<'_>) -> Table {
    let n = m.numbers();
    let of = pair.games.map(|games| means(games.iter().flat_map(|game| &game.moves)));
    let names = pair.names.map(|name| (round(m, name), true));
    let columns = std::iter::once((m.text(Key::FieldMeasure), false)).chain(names);
    let mut table = Table::new(m.text(Key::PagesTwoRounds), columns);
    table.numbers(m.text(Key::ColumnGames), pair.games.map(|games| n.count(games.len())));
    let decisions = of.each_ref().map(|of| n.count(of.decisions));
    table.numbers(m.text(Key::ColumnScored), decisions);
    for test in &TESTS {
        table.numbers(m.text(test.column), of.each_ref().map(|of| mean(m, test, of)));
    }
    table
}
