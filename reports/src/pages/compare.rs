//! Two players or two rounds side by side.

use std::collections::BTreeSet;

use analyzer::means::means;
use analyzer::screening::{GameTrace, PlayerResult};
use datasets::round_of;

use super::{GameHead, Room, Site, both, player_link, round, top};
use crate::html::{markup::Markup, table::reading};
use crate::messages::{Key, Messages};

/// Two rounds with the games of each.
#[derive(Clone, Copy, Debug)]
pub struct RoundsPair<'a> {
    /// What the rounds are called: [`round_name`].
    pub names: [&'a str; 2],
    pub games: [&'a [GameTrace]; 2],
}

/// The round of a game: its number where the tag begins with one, because broadcasts write the board behind it
/// (`3.14`), else the tag.
#[must_use]
pub fn round_name(tag: &str) -> String {
    round_of(tag).map_or_else(|| tag.to_owned(), |number| number.to_string())
}

/// The rounds of some games, numbers first and in their order.
#[must_use]
pub fn rounds(games: &[GameHead]) -> Vec<String> {
    let known: BTreeSet<(u16, String)> = games
        .iter()
        .map(|game| game.round.as_str())
        .filter(|round| !matches!(round.trim(), "" | "?" | "-"))
        .map(|round| (round_of(round).unwrap_or(u16::MAX), round_name(round)))
        .collect();
    known.into_iter().map(|(_, round)| round).collect()
}

pub(super) fn page(
    m: &Messages,
    site: &Site<'_>,
    players: Option<(usize, usize)>,
    pair: Option<&RoundsPair<'_>>,
) -> String {
    let mut page = Markup::default();
    top(&mut page, m, site, Room::Compare);
    page.el("h1", &[], &m.text(Key::PagesCompare));
    let found = players.and_then(|(left, right)| {
        let all = &site.screening.players;
        Some([(left, all.get(left)?), (right, all.get(right)?)])
    });
    if let Some(two) = found {
        of_players(&mut page, m, site, two);
    }
    if let Some(pair) = pair {
        of_rounds(&mut page, m, pair);
    }
    page.el("h2", &[], &m.text(Key::PagesTwoPlayers));
    let mut named: Vec<(&str, &str)> = site
        .players
        .iter()
        .zip(&site.screening.players)
        .map(|(id, player)| (id.as_str(), player.name.as_str()))
        .collect();
    named.sort_by_cached_key(|(_, name)| name.to_lowercase());
    let of = |place: usize| site.players.get(place).map(String::as_str).unwrap_or_default();
    let (left, right) = players.map_or(("", ""), |(left, right)| (of(left), of(right)));
    choose(&mut page, m, &named, [("player", left), ("and", right)]);
    let rounds = rounds(site.games);
    if rounds.len() > 1 {
        page.el("h2", &[], &m.text(Key::PagesTwoRounds));
        let named: Vec<(&str, &str)> = rounds.iter().map(|round| (round.as_str(), round.as_str())).collect();
        let [left, right] = pair.map_or(["", ""], |pair| pair.names);
        choose(&mut page, m, &named, [("round", left), ("with", right)]);
    }
    page.finish()
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

fn of_players(page: &mut Markup, m: &Messages, site: &Site<'_>, two: [(usize, &PlayerResult); 2]) {
    let n = m.numbers();
    page.el("p", &[], &m.text(Key::PagesCompareNote));
    page.open_table(&m.text(Key::PagesTwoPlayers), "small compare").open("thead", &[]).open("tr", &[]);
    page.el("th", &[("scope", "col")], &m.text(Key::FieldMeasure));
    for (place, _) in two {
        page.open("th", &[("scope", "col"), ("class", "n")]);
        player_link(page, site, place);
        page.close("th");
    }
    page.close("tr").close("thead").open("tbody", &[]);
    let mut row = |key: Key, show: &dyn Fn(&PlayerResult) -> String| {
        page.open("tr", &[]).el("th", &[("scope", "row")], &m.text(key));
        for (_, player) in two {
            page.el("td", &[("class", "n")], &show(player));
        }
        page.close("tr");
    };
    let test = |of: &analyzer::screening::TestResult, scale: f64, decimals| {
        let of = analyzer::screening::Projected { observed: of.observed, expected: of.expected };
        both(m, &of, scale, decimals)
    };
    row(Key::ColumnRating, &|p| n.whole(p.rating.map(u32::from)));
    row(Key::ColumnGames, &|p| n.whole(Some(p.games)));
    row(Key::ColumnScored, &|p| n.whole(Some(p.scored)));
    row(Key::ColumnMm, &|p| test(&p.tests.mm, 100.0, 1));
    row(Key::ColumnEv, &|p| test(&p.tests.ev, 100.0, 1));
    row(Key::ColumnAsd, &|p| test(&p.tests.asd, 1.0, 3));
    row(Key::ColumnZ, &|p| n.z(p.overall_z));
    row(Key::PagesSecondZ, &|p| n.z(p.depth_aware.as_ref().map(|second| second.overall_z)));
    row(Key::ColumnIndex, &|p| n.index(p.roi));
    row(Key::ColumnOpponents, &|p| n.index(p.opponents.roi));
    page.open("tr", &[]).el("th", &[("scope", "row")], &m.text(Key::ColumnReading));
    for (_, player) in two {
        page.open("td", &[("class", "n")]);
        reading(page, m, player.reading);
        page.close("td");
    }
    page.close("tr");
    page.close_table();
}

fn of_rounds(page: &mut Markup, m: &Messages, pair: &RoundsPair<'_>) {
    let n = m.numbers();
    let of = pair.games.map(|games| means(games.iter().flat_map(|game| &game.moves)));
    page.el("p", &[], &m.text(Key::PagesRoundsNote));
    let mut head = vec![(m.text(Key::FieldMeasure), false)];
    head.extend(pair.names.map(|name| (round(m, name), true)));
    page.open_table(&m.text(Key::PagesTwoRounds), "small compare").head(&head);
    page.open("tbody", &[]);
    let games = pair.games.map(|games| n.count(games.len() as u64));
    let rows = [
        (Key::ColumnGames, games),
        (Key::ColumnScored, of.each_ref().map(|of| n.count(u64::from(of.decisions)))),
        (Key::ColumnMm, of.each_ref().map(|of| both(m, &of.mm, 100.0, 1))),
        (Key::ColumnEv, of.each_ref().map(|of| both(m, &of.ev, 100.0, 1))),
        (Key::ColumnAsd, of.each_ref().map(|of| both(m, &of.asd, 1.0, 3))),
    ];
    for (key, two) in rows {
        page.open("tr", &[]).el("th", &[("scope", "row")], &m.text(key));
        for value in two {
            page.el("td", &[("class", "n")], &value);
        }
        page.close("tr");
    }
    page.close_table();
}
