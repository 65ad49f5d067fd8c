//! Two players or two rounds side by side.

use std::collections::BTreeSet;

use analyzer::means::means;
use analyzer::screening::GameTrace;
use datasets::round_of;

use super::{GameHead, Pages, Site, mean, top};
use crate::document::{Block, Cell, Column, Table, text};
use crate::messages::{Key, Messages};
use crate::print::html::fragment;
use crate::print::markup::Markup;
use crate::sheet::columns::{PLAYER_COLUMNS, TESTS};
use crate::sheet::games::round;

/// Two rounds, each with its name (see [`round_name`]) and its games.
pub type RoundsPair<'a> = [(&'a str, &'a [GameTrace]); 2];

/// The round of a game: its number where the tag begins with one, because broadcasts write the board behind it
/// (`3.14`), else the tag.
pub fn round_name(tag: &str) -> String {
    round_of(tag).map_or_else(|| tag.to_owned(), |number| number.to_string())
}

impl Pages {
    /// Two players by their places or two rounds side by side, and the choice of them.
    pub fn compare(
        &self,
        site: &Site<'_>,
        players: Option<[usize; 2]>,
        rounds: Option<RoundsPair<'_>>,
    ) -> String {
        let m = &self.0;
        let mut head = top(m, site, "compare");
        head.el("h1", &[], &m.text(Key::PagesCompare));
        let mut blocks = vec![Block::Screen { markup: head }];
        if let Some(two) = players.filter(|two| two.iter().all(|k| *k < site.screening.players.len())) {
            blocks.extend([text(m, Key::PagesCompareNote), of_players(m, site, two).into()]);
        }
        if let Some(two) = rounds {
            blocks.extend([text(m, Key::PagesRoundsNote), of_rounds(m, two).into()]);
        }
        let mut forms = Markup::default();
        let mut named: Vec<(String, String)> =
            site.players.iter().enumerate().map(|(k, id)| (id.clone(), site.name(k).to_owned())).collect();
        named.sort_by_cached_key(|(_, name)| name.to_lowercase());
        let chosen =
            players.and_then(|[one, other]| Some([site.players.get(one)?, site.players.get(other)?]));
        let chosen = chosen.map(|two| two.map(String::as_str));
        choose(&mut forms, m, Key::PagesTwoPlayers, ["player", "and"], &named, chosen);
        let chosen = rounds.map(|two| two.map(|(name, _)| name));
        choose(&mut forms, m, Key::PagesTwoRounds, ["round", "with"], &round_names(site.games), chosen);
        blocks.push(Block::Screen { markup: forms });
        fragment(&blocks)
    }
}

/// Value and words of the rounds of some games, numbers first and in their order.
fn round_names(games: &[GameHead]) -> Vec<(String, String)> {
    let known: BTreeSet<(u16, String)> = games
        .iter()
        .map(|game| game.round.as_str())
        .filter(|round| !matches!(round.trim(), "" | "?" | "-"))
        .map(|round| (round_of(round).unwrap_or(u16::MAX), round_name(round)))
        .collect();
    known.into_iter().map(|(_, round)| (round.clone(), round)).collect()
}

/// A form that asks for two of many, the first two unless others are chosen.
fn choose(
    page: &mut Markup,
    m: &Messages,
    heading: Key,
    fields: [&str; 2],
    all: &[(String, String)],
    chosen: Option<[&str; 2]>,
) {
    if all.len() < 2 {
        return;
    }
    page.el("h2", &[], &m.text(heading)).open("form", &[("method", "get"), ("class", "tools")]);
    for (place, (field, key)) in fields.iter().zip([Key::PagesOne, Key::PagesOther]).enumerate() {
        page.open("label", &[]).text(&m.text(key)).raw(" ").open("select", &[("name", field)]);
        for (line, (value, words)) in all.iter().enumerate() {
            let mut attributes = vec![("value", value.as_str())];
            let selected = chosen.map_or(line == place, |chosen| chosen[place] == value);
            attributes.extend(selected.then_some(("selected", "selected")));
            page.el("option", &attributes, words);
        }
        page.close("select").close("label").raw("\n");
    }
    page.el("button", &[], &m.text(Key::PagesCompare)).close("form").raw("\n");
}

fn of_players(m: &Messages, site: &Site<'_>, two: [usize; 2]) -> Table {
    let mut table = Table::new(m.text(Key::PagesTwoPlayers), [(m.text(Key::FieldMeasure), false)]);
    table.columns.extend(two.map(|place| Column {
        title: site.name(place).to_owned(),
        number: true,
        address: Some(site.player(place)),
        ..Column::default()
    }));
    let shown = |key: &str, on_terminal: bool| key == "second" || on_terminal && key != "name";
    for column in PLAYER_COLUMNS.iter().filter(|c| shown(c.key, c.gives_way.is_some())) {
        let players = two.iter().filter_map(|place| site.screening.players.get(*place));
        let heading = std::iter::once(Cell::Plain(m.text(column.heading)));
        table.cells(heading.chain(players.map(|player| column.cell(m, player, " / "))).collect());
    }
    table
}

fn of_rounds(m: &Messages, two: RoundsPair<'_>) -> Table {
    let n = m.numbers();
    let of = two.map(|(_, games)| means(games.iter().flat_map(|game| &game.moves)));
    let names = two.map(|(name, _)| (round(m, name), true));
    let columns = std::iter::once((m.text(Key::FieldMeasure), false)).chain(names);
    let mut table = Table::new(m.text(Key::PagesTwoRounds), columns);
    table.numbers(m.text(Key::ColumnGames), two.map(|(_, games)| n.count(games.len())));
    table.numbers(m.text(Key::ColumnScored), of.each_ref().map(|of| n.count(of.decisions)));
    for (test, heading) in TESTS.iter().zip([Key::ColumnMm, Key::ColumnEv, Key::ColumnAsd]) {
        table.numbers(m.text(heading), of.each_ref().map(|of| mean(m, test, of)));
    }
    table
}
