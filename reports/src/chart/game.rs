//! A game at a glance, panels above each other over one axis of moves: the value of the position, what each move lost with what
//! was to be expected behind it, and the time used. White's bars go up from a line, Black's down.

use super::plot::{Axis, RIGHT, WIDTH};
use super::{Drawing, Labels, extremes};
use crate::number::Numbers;

const LEFT: f64 = 40.0;
/// Top of the first panel, and from the foot of one to the top of the next: room for the name of a panel.
const GAP: f64 = 26.0;
/// Heights of the panels.
const VALUE: f64 = 110.0;
const LOSS: f64 = 90.0;
const TIME: f64 = 70.0;
/// Room below the last panel for the numbers of the moves and the name of the axis.
const BELOW: f64 = 42.0;
/// A bar of full height in the panel of losses, in scaled pawns: two thirds of a pawn lost in a level position.
const FULL_LOSS: f64 = 0.5;
/// The end of the axis of values, in pawns.
const MAX_PAWNS: f64 = 10.0;

/// One ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlyMark {
    /// Value before it in scaled pawns from White's side.
    pub(crate) value: Option<f64>,
    /// What the move lost, in scaled pawns, 0 or more; absent if it was not scored.
    pub(crate) loss: Option<f64>,
    /// What a player of the rating was expected to lose here: how difficult the position is.
    pub(crate) expected: Option<f64>,
    pub(crate) seconds: Option<f64>,
    /// Where the ply leads, and its words.
    pub(crate) address: String,
    pub(crate) words: String,
}

/// The names of the panels, with their units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Panels {
    pub(crate) value: String,
    pub(crate) loss: String,
    pub(crate) time: String,
}

/// The picture; `after` is the value after the last ply, and `now` the ply that is looked at, from 1. `None` if no ply has a value,
/// a loss or a time.
pub(crate) fn game(
    n: Numbers,
    labels: Labels,
    panels: &Panels,
    plies: &[PlyMark],
    after: Option<f64>,
    now: usize,
) -> Option<Drawing> {
    let seconds = extremes(plies.iter().filter_map(|ply| ply.seconds)).map(|(_, longest)| longest.max(1.0));
    if seconds.is_none() && plies.iter().all(|ply| ply.value.is_none() && ply.loss.is_none()) {
        return None;
    }
    let loss_top = GAP + VALUE + GAP;
    let time_top = loss_top + LOSS + GAP;
    let foot = if seconds.is_some() { time_top + TIME } else { loss_top + LOSS };
    let across = Axis { low: 0.5, high: plies.len() as f64 + 0.5, from: LEFT, to: RIGHT };
    let slot = (RIGHT - LEFT) / plies.len().max(1) as f64;
    let left = |ply: usize| across.place(ply as f64 + 0.5);
    let mut drawing = Drawing::new(WIDTH, foot + BELOW, labels.title, labels.description);
    if let Some(ply) = now.checked_sub(1).filter(|ply| *ply < plies.len()) {
        drawing.rect("now", (left(ply), GAP), (slot, foot - GAP));
    }

    drawing.text("start", (4.0, GAP - 9.0), &panels.value);
    let scaled = analyzer::decision::scale::scaled;
    let end = scaled(MAX_PAWNS);
    let upwards = Axis { low: -end, high: end, from: GAP + VALUE, to: GAP };
    for pawns in [-MAX_PAWNS, -3.0, -1.0, 0.0, 1.0, 3.0, MAX_PAWNS] {
        level(&mut drawing, upwards.place(scaled(pawns)), pawns == 0.0, &n.signed(Some(pawns), 0));
    }
    for part in curve(plies, after) {
        let points: Vec<(f64, f64)> =
            part.iter().map(|(ply, value)| (left(*ply), upwards.place(*value))).collect();
        match points[..] {
            [alone] => drawing.circle("dot", alone, 2.0, ""),
            _ => drawing.path("seen", &points, false),
        }
    }

    drawing.text("start", (4.0, loss_top - 9.0), &panels.loss);
    let middle = loss_top + LOSS / 2.0;
    level(&mut drawing, middle, true, "0");
    let bar = |share: f64, room: f64| share.clamp(0.0, 1.0) * room / 2.0;
    for (ply, mark) in plies.iter().enumerate() {
        let bars = [("band edge", mark.expected, 0.92), ("dot", mark.loss, 0.5)];
        for (class, value, width) in bars {
            let height = value.map_or(0.0, |value| bar(value / FULL_LOSS, LOSS));
            upright(&mut drawing, class, (left(ply), slot, width), middle, (ply % 2 == 0, height));
        }
    }

    if let Some(longest) = seconds {
        drawing.text("start", (4.0, time_top - 9.0), &panels.time);
        let middle = time_top + TIME / 2.0;
        level(&mut drawing, middle, true, "0");
        for up in [true, false] {
            let y = if up { time_top } else { time_top + TIME };
            level(&mut drawing, y, false, &n.decimal(longest, 0));
        }
        for (ply, mark) in plies.iter().enumerate() {
            let height = mark.seconds.map_or(0.0, |seconds| bar(seconds / longest, TIME));
            upright(&mut drawing, "dot", (left(ply), slot, 0.5), middle, (ply % 2 == 0, height));
        }
    }

    let turns = plies.len().div_ceil(2);
    for turn in (1..=turns).filter(|turn| turn % 10 == 0 || turns < 10) {
        drawing.text("label", (left(2 * (turn - 1)) + slot, foot + 16.0), &turn.to_string());
    }
    drawing.text("label", (f64::midpoint(LEFT, RIGHT), foot + 34.0), &labels.across);
    for (ply, mark) in plies.iter().enumerate().filter(|(_, mark)| !mark.address.is_empty()) {
        drawing.link(&mark.address, &mark.words, (left(ply), GAP), (slot, foot - GAP));
    }
    Some(drawing)
}

/// The curve in parts without gaps: a ply from 0, before which the value holds, and the value.
fn curve(plies: &[PlyMark], after: Option<f64>) -> Vec<Vec<(usize, f64)>> {
    let values = plies.iter().map(|ply| ply.value).chain([after]);
    let values: Vec<(usize, Option<f64>)> = values.enumerate().collect();
    let parts = values.split(|(_, value)| value.is_none());
    let parts = parts.map(|part| part.iter().filter_map(|(ply, value)| Some((*ply, (*value)?))).collect());
    parts.filter(|part: &Vec<_>| !part.is_empty()).collect()
}

/// A line across with its value at the left.
fn level(drawing: &mut Drawing, y: f64, is_zero: bool, label: &str) {
    drawing.line(if is_zero { "axis" } else { "grid" }, (LEFT, y), (RIGHT, y));
    drawing.text("label", (0.55 * LEFT, y + 4.0), label);
}

/// A bar up or down from a line, in the middle of a slot of which it takes a share of the width; none without a height.
fn upright(
    drawing: &mut Drawing,
    class: &'static str,
    (left, slot, share): (f64, f64, f64),
    line: f64,
    (up, height): (bool, f64),
) {
    if height > 0.0 {
        let top = if up { line - height } else { line };
        drawing.rect(class, (left + slot * (1.0 - share) / 2.0, top), (slot * share, height));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(plies: &[PlyMark], after: Option<f64>) -> Option<String> {
        let n = Numbers::page(Language::ENGLISH);
        let mut page = crate::print::markup::Markup::default();
        game(n, Labels::default(), &Panels::default(), plies, after, 2)?.inline(&mut page, 1);
        Some(page.finish())
    }

    /// Four plies share 366 units, 91.5 each, from 40. The middle of values lies at 81, a pawn at 81 - 55 ln 2 / ln 11 = 65.1; the middle of
    /// losses at 207, a quarter of a scaled pawn is 22.5 high; that of times at 313, and the longest takes 35.
    #[test]
    fn panels_by_hand() {
        let ln2 = std::f64::consts::LN_2;
        let plies = [
            PlyMark { value: Some(0.0), loss: Some(0.0), expected: Some(0.1), ..PlyMark::default() },
            PlyMark { value: Some(ln2), loss: Some(0.25), expected: Some(3.0), ..PlyMark::default() },
            PlyMark { seconds: Some(30.0), address: "?ply=3#board".to_owned(), ..PlyMark::default() },
            PlyMark { value: Some(-9.0), seconds: Some(60.0), ..PlyMark::default() },
        ];
        let svg = draw(&plies, Some(0.0)).expect("a picture");
        for mark in [
            "<path class=\"seen\" d=\"M40 81L131.5 65.1\"",
            "<path class=\"seen\" d=\"M314.5 136L406 81\"",
            // What was expected: of White up, of Black down and no higher than the panel.
            "class=\"band edge\" x=\"43.7\" y=\"198\" width=\"84.2\" height=\"9\"",
            "class=\"band edge\" x=\"135.2\" y=\"207\" width=\"84.2\" height=\"45\"",
            "class=\"dot\" x=\"154.4\" y=\"207\" width=\"45.8\" height=\"22.5\"",
            "class=\"dot\" x=\"245.9\" y=\"295.5\" width=\"45.8\" height=\"17.5\"",
            "class=\"dot\" x=\"337.4\" y=\"313\" width=\"45.8\" height=\"35\"",
            "class=\"now\" x=\"131.5\" y=\"26\" width=\"91.5\" height=\"322\"",
            "<a href=\"?ply=3#board\" tabindex=\"-1\">",
        ] {
            assert!(svg.contains(mark), "{mark} in {svg}");
        }
        assert_eq!(svg.matches("<a href").count(), 1);
    }

    #[test]
    fn without_times_there_is_no_third_panel_and_without_anything_no_picture() {
        let plies = [PlyMark { value: Some(0.5), ..PlyMark::default() }, PlyMark::default()];
        let svg = draw(&plies, None).expect("a picture");
        assert!(svg.contains("viewBox=\"0 0 420 294\"") && svg.contains("<circle class=\"dot\""), "{svg}");
        assert_eq!(draw(&[PlyMark::default()], None), None);
        assert_eq!(draw(&[], None), None);
    }
}
