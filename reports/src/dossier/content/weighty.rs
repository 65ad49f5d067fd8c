//! The decisions that weigh most for and against the player, each with its board and its lines.

use analyzer::full_test::{DecisionEntry, FullTest};

use super::game_number;
use crate::{
    document::{Block, Cell, Figure, Table, board::board, count, part, section, table},
    messages::{Arg, Key, Messages},
};

/// How many of either kind.
const SHOWN: usize = 10;

pub(super) fn weighty(m: &Messages, t: &FullTest) -> Vec<Block> {
    let weights = || t.decisions.iter().filter_map(|decision| decision.weight);
    if weights().next().is_none() {
        return Vec::new();
    }
    let sum = m.numbers().signed(Some(weights().sum::<f64>()), 3);
    let intro = m.with(Key::DossierWeightyIntro, &[("sum", Arg::Text(&sum))]);
    let mut blocks = vec![section("weighty", m, Key::DossierWeightyHeading), Block::Text { text: intro }];
    for (title, sign) in [(Key::DossierWeightyFor, -1.0), (Key::DossierWeightyAgainst, 1.0)] {
        let shown = heaviest(t, sign);
        if shown.is_empty() {
            continue;
        }
        blocks.push(part(m, title));
        for (place, (decision, weight)) in shown.into_iter().enumerate() {
            blocks.extend(shown_decision(m, t, place, decision, weight));
        }
    }
    blocks
}

/// Those with a weight of this sign, the heaviest first; equal weights stay in the order of play.
fn heaviest(t: &FullTest, sign: f64) -> Vec<(&DecisionEntry, f64)> {
    let weighed = |decision: &'_ DecisionEntry| decision.weight.filter(|weight| weight * sign > 0.0);
    let mut found: Vec<(&DecisionEntry, f64)> =
        t.decisions.iter().filter_map(|decision| Some((decision, weighed(decision)?))).collect();
    found.sort_by(|a, b| (b.1 * sign).total_cmp(&(a.1 * sign)));
    found.truncate(SHOWN);
    found
}

fn shown_decision(
    m: &Messages,
    t: &FullTest,
    place: usize,
    decision: &DecisionEntry,
    weight: f64,
) -> Vec<Block> {
    let black = decision.fen.split(' ').nth(1) == Some("b");
    let side = m.text(if black { Key::DossierSideBlack } else { Key::DossierSideWhite });
    let (number, game) = (count(m, place + 1), game_number(m, t, decision.game));
    let (turn, weight) = (decision.turn.to_string(), m.numbers().signed(Some(weight), 3));
    let caption = m.with(
        Key::DossierWeightyCaption,
        &[
            ("number", Arg::Text(&number)),
            ("game", Arg::Text(&game)),
            ("turn", Arg::Text(&turn)),
            ("side", Arg::Text(&side)),
            ("played", Arg::Text(&decision.played)),
            ("weight", Arg::Text(&weight)),
            ("fen", Arg::Text(&decision.fen)),
        ],
    );
    let table = lines(m, decision);
    let title = format!("{} {}", decision.turn, decision.played);
    match board(title, decision.fen.clone(), &decision.fen, &decision.played) {
        Some(drawing) => {
            let figure = Figure { drawing, caption };
            vec![Block::Position { figure, table }]
        }
        None => vec![Block::Text { text: caption }, Block::Table { table }],
    }
}

fn lines(m: &Messages, decision: &DecisionEntry) -> Table {
    let n = m.numbers();
    let columns = [
        (Key::DossierLine, false),
        (Key::TraceMove, false),
        (Key::DossierLineValue, true),
        (Key::DossierLineRecord, true),
        (Key::DossierLineSecond, true),
    ];
    let mut table = table(m, Key::DossierLine, columns);
    let played = |san: &str| m.with(Key::DossierLinePlayed, &[("move", Arg::Text(san))]);
    for (place, line) in decision.lines.iter().enumerate() {
        let mv = if decision.rank == Some(place + 1) {
            Cell::Strong(played(&line.san))
        } else {
            Cell::Plain(line.san.clone())
        };
        table.cells(vec![
            Cell::Plain(count(m, place + 1)),
            mv,
            Cell::Plain(n.pawns(line.cp, line.mate)),
            Cell::Plain(n.percent(line.probability)),
            Cell::Plain(n.percent(line.depth_aware)),
        ]);
    }
    if decision.rank.is_none() {
        let missing = || Cell::Plain(n.whole(None));
        table.cells(vec![
            Cell::Plain(m.text(Key::DossierLineApart)),
            Cell::Strong(played(&decision.played)),
            missing(),
            missing(),
            missing(),
        ]);
    }
    table
}
