//! The section with the indices of the field: one dot for each player with an index, the expected bell over them.

use analyzer::screening::Screening;

use crate::chart::{self, Labels};
use crate::document::{Block, number, picture, section, text};
use crate::messages::{Arg, Key, Messages};

pub(crate) fn field(m: &Messages, s: &Screening) -> Vec<Block> {
    let heading = section("field", m, Key::PlotHeading);
    let index = |index: f64| m.numbers().index(Some(index));
    let players = s.players.iter().filter_map(|player| {
        let roi = player.roi.filter(|roi| roi.is_finite())?;
        let values = [("name", Arg::Text(&player.name)), ("index", Arg::Text(&index(roi)))];
        Some((roi, m.with(Key::PlotDot, &values)))
    });
    let mut dots: Vec<(f64, String)> = players.collect();
    dots.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(lowest), Some(highest)) = (dots.first(), dots.last()) else {
        return vec![heading, text(m, Key::PlotEmpty)];
    };
    let seen = |players: u32| m.numbers().count(u64::from(players));
    let at = &s.field.seen_at;
    let description = m.with(
        Key::PlotDescription,
        &[
            ("players", number(dots.len())),
            ("lowest", Arg::Text(&index(lowest.0))),
            ("highest", Arg::Text(&index(highest.0))),
            ("at60", Arg::Text(&seen(at.at_60))),
            ("at65", Arg::Text(&seen(at.at_65))),
            ("at70", Arg::Text(&seen(at.at_70))),
        ],
    );
    let labels = Labels { title: m.text(Key::PlotTitle), description, across: m.text(Key::PlotAxis) };
    vec![heading, picture(chart::dots(labels, &dots), m.text(Key::PlotCaption))]
}
