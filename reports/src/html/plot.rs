//! The section with the indices of the field: one dot for each player with an index, the expected bell over them.

use analyzer::screening::Screening;

use super::markup::Markup;
use crate::chart::{self, Labels};
use crate::messages::{Arg, Key, Messages};

pub(crate) fn field(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "field")]).el("h2", &[], &m.text(Key::PlotHeading));
    let index = |index: f64| m.numbers().index(Some(index));
    let players = s.players.iter().filter_map(|player| {
        let roi = player.roi.filter(|roi| roi.is_finite())?;
        let values = [("name", Arg::Text(&player.name)), ("index", Arg::Text(&index(roi)))];
        Some((roi, m.with(Key::PlotDot, &values)))
    });
    let mut dots: Vec<(f64, String)> = players.collect();
    dots.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(lowest), Some(highest)) = (dots.first(), dots.last()) else {
        page.el("p", &[], &m.text(Key::PlotEmpty)).close("section").raw("\n");
        return;
    };
    let seen = |players: u32| m.numbers().count(u64::from(players));
    let at = &s.field.seen_at;
    let description = m.with(
        Key::PlotDescription,
        &[
            ("players", Arg::Count(u64::try_from(dots.len()).unwrap_or(u64::MAX))),
            ("lowest", Arg::Text(&index(lowest.0))),
            ("highest", Arg::Text(&index(highest.0))),
            ("at60", Arg::Text(&seen(at.at_60))),
            ("at65", Arg::Text(&seen(at.at_65))),
            ("at70", Arg::Text(&seen(at.at_70))),
        ],
    );
    let labels = Labels { title: m.text(Key::PlotTitle), description, across: m.text(Key::PlotAxis) };
    page.open("figure", &[]);
    chart::dots(labels, &dots).inline(page, 1);
    page.el("figcaption", &[], &m.text(Key::PlotCaption)).close("figure").close("section").raw("\n");
}
