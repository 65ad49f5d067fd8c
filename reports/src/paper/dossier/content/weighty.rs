//! The decisions that weigh most for and against the player, each with its board and its lines.

use analyzer::full_test::{DecisionEntry, FullTest, LineEntry};

use super::game_number;
use crate::{
    chart::board::board,
    document::{Block, Cell, Figure, Table, filled, listed, part, section},
    messages::{Key, Messages},
};

/// How many of either kind are shown.
const SHOWN: usize = 10;

pub(super) fn weighty(m: &Messages, t: &FullTest) -> Vec<Block> {
    let weights = || t.decisions.iter().filter_map(|decision| decision.weight);
    if weights().next().is_none() {
        return Vec::new();
    }
    let sum = m.numbers().signed(weights().sum::<f64>(), 3);
    let mut blocks = vec![
        section("weighty", m, Key::DossierWeightyHeading),
        filled(m, Key::DossierWeightyIntro, [("sum", sum)]),
    ];
    for (title, sign) in [(Key::DossierWeightyFor, -1.0), (Key::DossierWeightyAgainst, 1.0)] {
        let heaviest = heaviest(t, sign);
        if !heaviest.is_empty() {
            blocks.push(part(m, title));
        }
        for (place, (decision, weight)) in heaviest.into_iter().enumerate() {
            blocks.extend(one(m, t, place, decision, weight));
        }
    }
    blocks
}

/// Those with a weight of this sign, the heaviest first; equal weights stay in the order of play.
fn heaviest(t: &FullTest, sign: f64) -> Vec<(&DecisionEntry, f64)> {
    let weight = |decision: &'_ DecisionEntry| decision.weight.filter(|weight| weight * sign > 0.0);
    let mut heaviest: Vec<(&DecisionEntry, f64)> =
        t.decisions.iter().filter_map(|decision| Some((decision, weight(decision)?))).collect();
    heaviest.sort_by(|a, b| (b.1 * sign).total_cmp(&(a.1 * sign)));
    heaviest.truncate(SHOWN);
    heaviest
}

fn one(m: &Messages, t: &FullTest, place: usize, decision: &DecisionEntry, weight: f64) -> Vec<Block> {
    let black = decision.fen.split(' ').nth(1) == Some("b");
    let side = m.text(if black { Key::DossierSideBlack } else { Key::DossierSideWhite });
    let values = [
        ("number", m.numbers().count(place + 1)),
        ("game", game_number(m, t, decision.game)),
        ("turn", decision.turn.to_string()),
        ("side", side),
        ("played", decision.played.clone()),
        ("weight", m.numbers().signed(weight, 3)),
        ("fen", decision.fen.clone()),
    ];
    let caption = m.with(Key::DossierWeightyCaption, values);
    let table = lines(m, decision);
    let title = format!("{} {}", decision.turn, decision.played);
    match board(title, decision.fen.clone(), &decision.fen, &decision.played) {
        Some(drawing) => vec![Block::Position { figure: Figure { drawing, caption }, table }],
        None => vec![Block::Text { text: caption }, table.into()],
    }
}

fn lines(m: &Messages, decision: &DecisionEntry) -> Table {
    let n = m.numbers();
    let played = |san: &str| Cell::Strong(m.with(Key::DossierLinePlayed, [("move", san)]));
    let name = |place: usize, line: &LineEntry| {
        if decision.rank == Some(place) { played(&line.san) } else { Cell::Plain(line.san.clone()) }
    };
    let numbered: Vec<(usize, &LineEntry)> = (1..).zip(&decision.lines).collect();
    let mut table = listed(m, &numbered)
        .words(Key::DossierLine, |(place, _)| n.count(*place))
        .cells(Key::TraceMove, |(place, line)| name(*place, line))
        .figures(Key::DossierLineValue, |(_, line)| n.pawns(line.cp, line.mate))
        .figures(Key::DossierLineRecord, |(_, line)| n.percent(line.probability))
        .figures(Key::DossierLineSecond, |(_, line)| n.percent(line.depth_aware))
        .under(Key::DossierLine);
    if decision.rank.is_none() {
        let missing = || Cell::Plain(n.missing());
        let apart = Cell::Plain(m.text(Key::DossierLineApart));
        table.cells(vec![apart, played(&decision.played), missing(), missing(), missing()]);
    }
    table
}
