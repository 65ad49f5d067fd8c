//! Every decision, one table for each game.

use analyzer::full_test::{DecisionEntry, FullTest};

use super::game_name;
use crate::{
    document::{Block, Table, count, section, table, text},
    messages::{Key, Messages},
};

pub(super) fn decisions(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.decisions.is_empty() {
        return Vec::new();
    }
    let mut blocks =
        vec![section("decisions", m, Key::DossierDecisionsHeading), text(m, Key::DossierDecisionsIntro)];
    // In the order of play, so a game's decisions stand together; one that comes back later gets a table again.
    for game in t.decisions.chunk_by(|a, b| a.game == b.game) {
        let Some(first) = game.first() else { continue };
        let title = game_name(m, t, first.game);
        blocks.push(Block::Part { title: title.clone() });
        blocks.push(Block::Table { table: of_game(m, title, game) });
    }
    blocks
}

fn of_game(m: &Messages, label: String, game: &[DecisionEntry]) -> Table {
    let n = m.numbers();
    let columns = [
        (Key::TraceNumber, true),
        (Key::TraceMove, false),
        (Key::DossierRank, true),
        (Key::DossierLineValue, true),
        (Key::DossierBest, false),
        (Key::DossierLineValue, true),
        (Key::TraceDifference, true),
        (Key::DossierLineRecord, true),
        (Key::DossierLineSecond, true),
        (Key::DossierWeight, true),
    ];
    let mut table = table(m, Key::DossierDecisionsHeading, columns);
    table.label = label;
    for decision in game {
        let played = decision.rank.and_then(|rank| decision.lines.get(rank.checked_sub(1)?));
        let rank = decision.rank.map_or_else(|| m.text(Key::DossierLineApart), |rank| count(m, rank));
        let best = decision.lines.first().filter(|_| decision.rank != Some(1));
        table.row([
            decision.turn.to_string(),
            decision.played.clone(),
            rank,
            n.pawns(played.and_then(|line| line.cp), played.and_then(|line| line.mate)),
            best.map_or_else(String::new, |line| line.san.clone()),
            best.map_or_else(String::new, |line| n.pawns(line.cp, line.mate)),
            n.decimal(Some(decision.delta), 4),
            n.percent(played.and_then(|line| line.probability)),
            n.percent(played.and_then(|line| line.depth_aware)),
            n.signed(decision.weight, 3),
        ]);
    }
    table
}
