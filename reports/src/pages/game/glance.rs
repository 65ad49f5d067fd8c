//! The game at a glance: value, loss beside difficulty, and time, over one axis of moves.

use analyzer::decision::scale::{CAP_PAWNS, scaled};
use analyzer::screening::{GameTrace, LineTrace, MoveTrace};

use super::{Bottom, GameHead, Site, numbered};
use crate::chart::{self, Labels, Panels, PlyMark};
use crate::messages::{Key, Messages};
use crate::print::markup::Markup;

/// Number of the picture on its page; the board is the first.
const PICTURE: usize = 2;

/// Writes the picture with a heading, if there is anything to draw.
pub(super) fn picture(
    page: &mut Markup,
    m: &Messages,
    site: &Site<'_>,
    head: &GameHead,
    game: &GameTrace,
    (now, bottom): (usize, Bottom),
) {
    let n = m.numbers();
    let marks: Vec<PlyMark> =
        (1..).zip(&game.moves).map(|(ply, mv)| mark(m, site, head, (ply, bottom), mv)).collect();
    let timed = marks.iter().filter(|mark| mark.seconds.is_some()).count();
    let values = [
        ("plies", n.count(game.moves.len())),
        ("white", n.decimal(mean_loss(&marks, 0), 3)),
        ("black", n.decimal(mean_loss(&marks, 1), 3)),
        ("timed", n.count(timed)),
    ];
    let labels = Labels {
        title: m.text(Key::PagesGlance),
        description: m.with(Key::PagesGlanceText, values),
        across: m.text(Key::PagesGlanceAxis),
    };
    let panels = Panels {
        value: m.text(Key::PagesGlanceValue),
        loss: m.text(Key::PagesGlanceLoss),
        time: m.text(Key::PagesGlanceTime),
    };
    // After the last move the other side is to move, so the value is that of the side that made it.
    let after = game.moves.last().and_then(|mv| white_value(mv.played_value.as_ref()?, game.moves.len()));
    let Some(drawing) = chart::game(n, labels, &panels, &marks, after, now) else { return };
    page.open("section", &[("id", "glance")]).el("h2", &[], &m.text(Key::PagesGlance)).open("figure", &[]);
    drawing.inline(page, PICTURE);
    let time = if timed > 0 { m.text(Key::PagesGlanceTimes) } else { m.text(Key::PagesGlanceNoTimes) };
    let caption = format!("{} {time}", m.text(Key::PagesGlanceCaption));
    page.el("figcaption", &[], &caption).close("figure").close("section").raw("\n");
}

fn mark(
    m: &Messages,
    site: &Site<'_>,
    head: &GameHead,
    (ply, bottom): (usize, Bottom),
    mv: &MoveTrace,
) -> PlyMark {
    let n = m.numbers();
    let best = mv.lines.first();
    let value = |line: Option<&LineTrace>| super::value_for_white(&n, line, ply);
    let mut words = numbered(ply, &mv.san);
    if best.is_some() {
        let values = [("move", words), ("before", value(best)), ("after", value(mv.played_value.as_ref()))];
        words = m.with(Key::PagesGlanceMove, values);
    }
    PlyMark {
        value: best.and_then(|line| white_value(line, ply)),
        loss: mv.scored.as_ref().map(|scored| scored.delta),
        expected: mv.scored.as_ref().and_then(|scored| scored.expected_delta),
        seconds: mv.seconds,
        address: site.game(head, ply, bottom),
        words,
    }
}

/// The value of a line in scaled pawns from White's side; `ply`, from 1, says who moves. A mate counts as ten pawns.
fn white_value(line: &LineTrace, ply: usize) -> Option<f64> {
    let pawns = match (line.cp, line.mate) {
        (Some(cp), _) => f64::from(cp) / 100.0,
        (None, Some(mate)) => CAP_PAWNS.copysign(f64::from(mate)),
        (None, None) => return None,
    };
    let value = scaled(pawns.clamp(-CAP_PAWNS, CAP_PAWNS));
    Some(if ply % 2 == 1 { value } else { -value })
}

/// Mean loss of a side's scored moves, in scaled pawns.
fn mean_loss(marks: &[PlyMark], first: usize) -> Option<f64> {
    let losses: Vec<f64> = marks.iter().skip(first).step_by(2).filter_map(|mark| mark.loss).collect();
    (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White stands a pawn ahead, +1.00, when White moves, and when Black moves at -1.00: ln 2. Eleven pawns and a mate are ten: ln 11.
    #[test]
    fn values_from_whites_side_by_hand() {
        let line = |cp, mate| LineTrace { san: String::new(), cp, mate, probability: None };
        let close = |found: Option<f64>, by_hand: f64| {
            let found = found.expect("a value");
            assert!((found - by_hand).abs() < 1e-12, "{found} {by_hand}");
        };
        let (one, ten) = (std::f64::consts::LN_2, libm::log(11.0));
        close(white_value(&line(Some(100), None), 1), one);
        close(white_value(&line(Some(-100), None), 2), one);
        close(white_value(&line(Some(1100), None), 3), ten);
        close(white_value(&line(None, Some(-2)), 1), -ten);
        close(white_value(&line(None, Some(5)), 2), -ten);
        assert_eq!(white_value(&line(None, None), 1), None);
    }

    #[test]
    fn mean_losses_by_hand() {
        let mark = |loss| PlyMark { loss, ..PlyMark::default() };
        let marks = [mark(Some(0.0)), mark(None), mark(Some(0.25)), mark(None), mark(None)];
        assert_eq!((mean_loss(&marks, 0), mean_loss(&marks, 1)), (Some(0.125), None));
    }
}
