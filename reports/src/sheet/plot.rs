//! The section with the indices of the field: one dot for each player with an index, the expected bell over them.

use analyzer::screening::Screening;

use crate::chart::{self, Labels};
use crate::document::{Block, picture, text};
use crate::messages::{Arg, Key, Messages};

pub(crate) fn field(m: &Messages, s: &Screening) -> Vec<Block> {
    let n = m.numbers();
    let players = s.players.iter().filter_map(|player| {
        let roi = player.roi.filter(|roi| roi.is_finite())?;
        Some((roi, m.with(Key::PlotDot, [("name", player.name.clone()), ("index", n.index(roi))])))
    });
    let mut dots: Vec<(f64, String)> = players.collect();
    dots.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(lowest), Some(highest)) = (dots.first(), dots.last()) else {
        return vec![text(m, Key::PlotEmpty)];
    };
    let at = &s.field.seen_at;
    let values = [
        ("players", Arg::from(dots.len())),
        ("lowest", n.index(lowest.0).into()),
        ("highest", n.index(highest.0).into()),
        ("at60", n.count(at.at_60).into()),
        ("at65", n.count(at.at_65).into()),
        ("at70", n.count(at.at_70).into()),
    ];
    let description = m.with(Key::PlotDescription, values);
    let labels = Labels { title: m.text(Key::PlotTitle), description, across: m.text(Key::PlotAxis) };
    vec![picture(chart::bell(720.0, labels, &dots, None), m.text(Key::PlotCaption))]
}
