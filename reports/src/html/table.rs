//! The table of all players.

use analyzer::screening::{PlayerResult, Reading, Screening, TestResult};

use super::markup::Markup;
use crate::{
    messages::{Key, Messages},
    number::Numbers,
    order::by_index,
    words,
};

/// Heading and explanation of the columns; all but the first and the last hold numbers.
const COLUMNS: [(Key, Key); 16] = [
    (Key::ColumnName, Key::ColumnNameTitle),
    (Key::ColumnFide, Key::ColumnFideTitle),
    (Key::ColumnRating, Key::ColumnRatingTitle),
    (Key::ColumnGames, Key::ColumnGamesTitle),
    (Key::ColumnMoves, Key::ColumnMovesTitle),
    (Key::ColumnScored, Key::ColumnScoredTitle),
    (Key::ColumnMm, Key::ColumnMmTitle),
    (Key::ColumnMmZ, Key::ColumnMmZTitle),
    (Key::ColumnEv, Key::ColumnEvTitle),
    (Key::ColumnEvZ, Key::ColumnEvZTitle),
    (Key::ColumnAsd, Key::ColumnAsdTitle),
    (Key::ColumnAsdZ, Key::ColumnAsdZTitle),
    (Key::ColumnZ, Key::ColumnZTitle),
    (Key::ColumnIndex, Key::ColumnIndexTitle),
    (Key::ColumnOpponents, Key::ColumnOpponentsTitle),
    (Key::ColumnReading, Key::ColumnReadingTitle),
];

/// The section with the table and its legend.
pub(crate) fn players(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "players")]).el("h2", &[], &m.text(Key::TableHeading));
    if s.players.is_empty() {
        page.el("p", &[], &m.text(Key::TableEmpty)).close("section").raw("\n");
        return;
    }
    page.el("p", &[], &m.text(Key::TableCaption)).raw("\n");
    page.open("div", &[("class", "tools"), ("id", "tools"), ("hidden", "")]);
    page.open("label", &[]).text(&m.text(Key::FilterLabel)).raw(" ");
    page.void("input", &[("type", "search"), ("id", "filter"), ("autocomplete", "off")]).close("label");
    page.el("span", &[("id", "shown"), ("role", "status")], "");
    page.el("span", &[("class", "hint")], &m.text(Key::TableSortHint)).close("div").raw("\n");

    let label = m.text(Key::TableHeading);
    page.open(
        "div",
        &[("class", "scroll wide"), ("role", "region"), ("tabindex", "0"), ("aria-label", &label)],
    );
    page.open("table", &[("class", "field"), ("id", "table")]).open("thead", &[]).open("tr", &[]);
    for (place, (heading, title)) in COLUMNS.into_iter().enumerate() {
        let class = if place == 0 || place + 1 == COLUMNS.len() { "t" } else { "n" };
        let title = m.text(title);
        let mut attributes = vec![("scope", "col"), ("class", class), ("title", title.as_str())];
        if heading == Key::ColumnIndex {
            attributes.push(("aria-sort", "descending"));
        }
        page.el("th", &attributes, &m.text(heading));
    }
    page.close("tr").close("thead").raw("\n").open("tbody", &[]).raw("\n");
    for index in by_index(s) {
        if let Some(player) = s.players.get(index) {
            row(page, m, index, player);
        }
    }
    page.close_table();
    legend(page, m, s);
    page.close("section").raw("\n");
}

fn row(page: &mut Markup, m: &Messages, index: usize, player: &PlayerResult) {
    let link = format!("#p{index}");
    page.open("tr", &[]).open("th", &[("scope", "row")]);
    page.open("a", &[("href", &link)]).el("bdi", &[], &player.name).close("a").close("th");
    let n = m.numbers();
    let whole = |page: &mut Markup, value: Option<u32>| {
        cell(page, value.map(f64::from), &n.whole(value));
    };
    whole(page, player.fide_id);
    whole(page, player.rating.map(u32::from));
    whole(page, Some(player.games));
    whole(page, Some(player.moves));
    whole(page, Some(player.scored));
    for (test, scale, decimals) in
        [(&player.tests.mm, 100.0, 1), (&player.tests.ev, 100.0, 1), (&player.tests.asd, 1.0, 3)]
    {
        cell(page, test.observed, &both(n, test, scale, decimals));
        cell(page, test.z_adjusted, &n.z(test.z_adjusted));
    }
    cell(page, player.overall_z, &n.z(player.overall_z));
    cell(page, player.roi, &n.index(player.roi));
    cell(page, player.opponents.roi, &n.index(player.opponents.roi));
    page.open("td", &[("class", "t"), ("data-v", rank(player.reading))]);
    reading(page, m, player.reading);
    page.close("td").close("tr").raw("\n");
}

/// A cell with a number; the script sorts by `data-v`, which has all digits, and by the text if it is absent.
fn cell(page: &mut Markup, value: Option<f64>, text: &str) {
    match value.filter(|value| value.is_finite()) {
        Some(value) => page.el("td", &[("class", "n"), ("data-v", &value.to_string())], text),
        None => page.el("td", &[("class", "n")], text),
    };
}

fn both(n: Numbers, test: &TestResult, scale: f64, decimals: usize) -> String {
    let show = |value: Option<f64>| n.decimal(value.map(|value| value * scale), decimals);
    format!("{}/{}", show(test.observed), show(test.expected))
}

/// The words of a reading with a mark beside them.
pub(crate) fn reading(page: &mut Markup, m: &Messages, reading: Reading) {
    let class = match reading {
        Reading::AskForFullTest => "reading ask",
        Reading::LookAtContext => "reading look",
        Reading::Normal => "reading",
        Reading::Unrated | Reading::RatingOutsideRange | Reading::Insufficient | Reading::NotCalibrated => {
            "reading none"
        }
    };
    page.el("span", &[("class", class)], &m.text(words::reading(reading)));
}

/// The order of readings when sorted.
fn rank(reading: Reading) -> &'static str {
    match reading {
        Reading::Unrated => "0",
        Reading::RatingOutsideRange => "1",
        Reading::Insufficient => "2",
        Reading::NotCalibrated => "3",
        Reading::Normal => "4",
        Reading::LookAtContext => "5",
        Reading::AskForFullTest => "6",
    }
}

fn legend(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("details", &[("class", "legend")]).el("summary", &[], &m.text(Key::LegendHeading));
    page.open("dl", &[]);
    for (heading, title) in COLUMNS {
        page.open("div", &[]).el("dt", &[], &m.text(heading)).el("dd", &[], &m.text(title)).close("div");
    }
    page.close("dl").close("details");
    // What to do at which level is said only where a reading may be given.
    if words::caution(&s.manifest).is_none() {
        page.el("p", &[], &m.text(Key::LegendLevels));
    }
}
