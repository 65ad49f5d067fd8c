//! The top of the page: what this is, the tiles, the field check.

use analyzer::screening::Screening;

use super::markup::Markup;
use crate::conditions;
use crate::words;
use crate::{
    messages::{Arg, Key, Messages},
    order::{Census, games_add_up},
};

/// Title, purpose and the note on parameters that are missing or provisional.
pub(crate) fn head(page: &mut Markup, m: &Messages, s: &Screening, event: &str) {
    page.open("header", &[("id", "top")]);
    page.el("p", &[("class", "kind")], &m.text(Key::SheetKind));
    page.open("h1", &[]).el("bdi", &[], event).close("h1");
    page.el("p", &[("class", "purpose")], &m.text(Key::Purpose));
    caution(page, m, s);
    page.close("header").raw("\n");
    let links = [
        ("#field", Key::PlotHeading),
        ("#check", Key::FieldHeading),
        ("#players", Key::TableHeading),
        ("#census", Key::CensusHeading),
        ("#unscored", Key::UnscoredHeading),
        ("#quarantine", Key::QuarantineHeading),
        ("#manifest", Key::ManifestHeading),
        ("#parts", Key::PlayersHeading),
    ];
    page.open("nav", &[("aria-label", &m.text(Key::ContentsLabel))]);
    for (target, key) in links {
        page.el("a", &[("href", target)], &m.text(key)).raw(" ");
    }
    page.close("nav").raw("\n");
}

/// That the parameters are missing or provisional; nothing is printed if they are neither.
pub(crate) fn caution(page: &mut Markup, m: &Messages, s: &Screening) {
    if let Some((title, text)) = words::caution(&s.manifest) {
        page.open("p", &[("class", "note"), ("role", "note")]);
        page.el("strong", &[], &m.text(title)).raw(" ");
        page.text(&m.text(text)).close("p");
    }
}

/// The numbers to see first.
pub(crate) fn tiles(page: &mut Markup, m: &Messages, s: &Screening) {
    let n = m.numbers();
    let count = |number: u32| n.count(u64::from(number));
    let e = &s.event;
    let decisions = n.count(Census::of(&s.players).scored);
    let players = n.count(u64::try_from(s.players.len()).unwrap_or(u64::MAX));
    let tiles = [
        (players, Key::TilePlayers, None),
        (count(e.games_in), Key::TileGamesIn, None),
        (count(e.games_scored), Key::TileGamesScored, None),
        (count(e.games_unscored), Key::TileGamesUnscored, None),
        (count(e.games_quarantined), Key::TileGamesQuarantined, None),
        (decisions, Key::TileDecisions, None),
        (n.index(s.field.roi_mean), Key::TileFieldMean, Some("50")),
        (n.index(s.field.roi_sd), Key::TileFieldSd, Some("5")),
    ];
    let heading = m.text(Key::SummaryHeading);
    page.open("section", &[("class", "summary"), ("aria-label", &heading)]).open("dl", &[("class", "tiles")]);
    for (value, key, expected) in tiles {
        page.open("div", &[]).open("dt", &[]).text(&m.text(key));
        if let Some(expected) = expected {
            let text = m.with(Key::TileExpected, &[("value", Arg::Text(expected))]);
            page.raw(" ").el("small", &[], &text);
        }
        page.close("dt").el("dd", &[], &value).close("div");
    }
    page.close("dl");
    let equation = m.with(
        Key::GamesEquation,
        &[
            ("in", Arg::Text(&count(e.games_in))),
            ("scored", Arg::Text(&count(e.games_scored))),
            ("unscored", Arg::Text(&count(e.games_unscored))),
            ("quarantined", Arg::Text(&count(e.games_quarantined))),
        ],
    );
    page.el("p", &[("class", "equation")], &equation);
    page.el("p", &[("class", "equation")], &conditions::of_event(m, e));
    if !games_add_up(s) {
        page.el("p", &[("class", "note")], &m.text(Key::EquationBroken));
    }
    page.close("section").raw("\n");
}

/// The field against what honest play would give.
pub(crate) fn field_check(page: &mut Markup, m: &Messages, s: &Screening) {
    let f = &s.field;
    let heading = m.text(Key::FieldHeading);
    page.open("section", &[("id", "check")]).el("h2", &[], &heading);
    page.el("p", &[], &m.with(Key::FieldIntro, &[("players", Arg::Count(u64::from(f.players)))]));
    page.open_table(&heading, "small").head(&[
        (m.text(Key::FieldMeasure), false),
        (m.text(Key::FieldExpected), true),
        (m.text(Key::FieldSeen), true),
    ]);
    page.open("tbody", &[]);
    let level = |level: &str| m.with(Key::FieldLevel, &[("level", Arg::Text(level))]);
    let n = m.numbers();
    let count = |number: u32| n.count(u64::from(number));
    let rows = [
        (m.text(Key::FieldMean), n.index(Some(50.0)), n.index(f.roi_mean)),
        (m.text(Key::FieldSd), n.index(Some(5.0)), n.index(f.roi_sd)),
        (level("60"), n.expected(f.expected_at.at_60), count(f.seen_at.at_60)),
        (level("65"), n.expected(f.expected_at.at_65), count(f.seen_at.at_65)),
        (level("70"), n.expected(f.expected_at.at_70), count(f.seen_at.at_70)),
    ];
    for (name, expected, seen) in rows {
        page.open("tr", &[]).el("th", &[("scope", "row")], &name);
        page.el("td", &[("class", "n")], &expected).el("td", &[("class", "n")], &seen).close("tr");
    }
    page.close_table();
    page.el("p", &[], &m.text(Key::FieldAdvice)).close("section").raw("\n");
}
