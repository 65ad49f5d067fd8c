//! One player: the tests, both readings side by side, the course of the event round by round, the moves left out.

use analyzer::means::{means, of_side};
use analyzer::screening::{DepthAware, GameTrace, PlayerResult};

use super::{GameHead, Room, Site, both, player_link, round, top};
use crate::html::{aside, markup::Markup, player as sheet, summary, table::reading};
use crate::messages::{Key, Messages};
use crate::order::Census;

pub(super) fn page(
    m: &Messages,
    site: &Site<'_>,
    place: usize,
    games: &[(GameHead, GameTrace)],
) -> Option<String> {
    let player = site.screening.players.get(place)?;
    let mut page = Markup::default();
    top(&mut page, m, site, Room::Inside);
    page.open("h1", &[]).el("bdi", &[], &player.name).close("h1");
    sheet::facts(&mut page, m, player);
    summary::caution(&mut page, m, site.screening);
    page.open("p", &[("class", "lead")]);
    if player.roi.is_some() {
        sheet::index_words(&mut page, m, player);
    }
    reading(&mut page, m, player.reading);
    page.close("p");
    page.el("p", &[], &m.text(Key::PagesMeaning));
    page.el("h2", &[], &m.text(Key::PlayerTests));
    sheet::tests(&mut page, m, player);
    sheet::opponents(&mut page, m, player);
    page.el("h2", &[], &m.text(Key::PagesReadings));
    match &player.depth_aware {
        Some(second) => readings(&mut page, m, player, second),
        None => {
            page.el("p", &[], &m.text(Key::PagesNoSecond));
        }
    }
    sheet::ratings(&mut page, m, player);
    course(&mut page, m, site, place, games);
    page.el("h2", &[], &m.text(Key::PlayerExcluded));
    aside::accounting(&mut page, m, &Census::of([player]));
    Some(page.finish())
}

/// The reading of record and the depth-aware one, line by line.
fn readings(page: &mut Markup, m: &Messages, player: &PlayerResult, second: &DepthAware) {
    let n = m.numbers();
    let heading = m.text(Key::PagesReadings);
    page.el("p", &[], &m.text(Key::PagesReadingsNote));
    page.open_table(&heading, "small").head(&[
        (m.text(Key::FieldMeasure), false),
        (m.text(Key::PagesOfRecord), true),
        (m.text(Key::PagesBeside), true),
    ]);
    page.open("tbody", &[]);
    let (own, other) = (&player.tests, &second.tests);
    let row = |page: &mut Markup, name: &str, first: &str, second: &str| {
        page.open("tr", &[]).el("th", &[("scope", "row")], name);
        page.el("td", &[("class", "n")], first).el("td", &[("class", "n")], second).close("tr");
    };
    let z = |value: f64| n.z(Some(value));
    row(page, &m.text(Key::ColumnZ), &n.z(player.overall_z), &z(second.overall_z));
    row(page, &m.text(Key::ColumnIndex), &n.index(player.roi), &n.index(Some(second.roi)));
    for (key, mine, theirs) in [
        (Key::ColumnMmZ, own.mm.z_adjusted, other.mm.z_adjusted),
        (Key::ColumnEvZ, own.ev.z_adjusted, other.ev.z_adjusted),
        (Key::ColumnAsdZ, own.asd.z_adjusted, other.asd.z_adjusted),
    ] {
        row(page, &m.text(key), &n.z(mine), &z(theirs));
    }
    let projected = m.text(Key::PlayerProjected);
    for (key, mine, theirs, percent) in [
        (Key::TestMm, own.mm.expected, other.mm.expected, true),
        (Key::TestEv, own.ev.expected, other.ev.expected, true),
        (Key::TestAsd, own.asd.expected, other.asd.expected, false),
    ] {
        let show = |value| {
            if percent { n.percent(value) } else { n.decimal(value, 3) }
        };
        let name = format!("{}, {projected}", m.text(key));
        row(page, &name, &show(mine), &show(Some(theirs)));
    }
    let absent = n.z(None);
    row(page, &m.text(Key::PagesEfficient), &absent, &z(second.efficient_score_z));
    page.close_table();
}

/// One line for each game, in the order in which they came.
fn course(page: &mut Markup, m: &Messages, site: &Site<'_>, place: usize, games: &[(GameHead, GameTrace)]) {
    let heading = m.text(Key::PagesCourse);
    page.el("h2", &[], &heading);
    if games.is_empty() {
        page.el("p", &[], &m.text(Key::PlayerNoGames));
        return;
    }
    page.el("p", &[], &m.text(Key::PagesCourseNote));
    page.open_table(&heading, "course").head(&[
        (m.text(Key::PagesGame), false),
        (m.text(Key::PagesOpponent), false),
        (m.text(Key::PagesColour), false),
        (m.text(Key::PagesScore), false),
        (m.text(Key::ColumnScored), true),
        (m.text(Key::ColumnMm), true),
        (m.text(Key::ColumnEv), true),
        (m.text(Key::ColumnAsd), true),
    ]);
    page.open("tbody", &[]);
    for (head, game) in games {
        let white = head.white == place;
        let other = if white { head.black } else { head.white };
        let of = means(of_side(game, white));
        page.open("tr", &[]).open("th", &[("scope", "row")]);
        page.el("a", &[("href", &site.game(head, 1))], &round(m, &head.round)).close("th");
        page.open("td", &[]);
        player_link(page, site, other);
        page.close("td");
        let colour = if white { Key::GameWhite } else { Key::GameBlack };
        page.el("td", &[], &m.text(colour)).el("td", &[], &head.score);
        page.el("td", &[("class", "n")], &m.numbers().count(u64::from(of.decisions)));
        for (test, scale, decimals) in [(&of.mm, 100.0, 1), (&of.ev, 100.0, 1), (&of.asd, 1.0, 3)] {
            page.el("td", &[("class", "n")], &both(m, test, scale, decimals));
        }
        page.close("tr").raw("\n");
    }
    page.close_table();
}
