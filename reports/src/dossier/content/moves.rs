//! The accounting of the player's moves, with its sums.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, section, table, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn moves(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let mut census =
        table(m, Key::DossierMovesHeading, [(Key::CensusReason, false), (Key::CensusCount, true)]);
    let mut excluded: u64 = 0;
    for (reason, moves) in &player.excluded {
        excluded += u64::from(*moves);
        census.row([m.text(words::exclusion(*reason)), n.count(u64::from(*moves))]);
    }
    census.row([m.text(Key::CensusTotal), n.count(excluded)]);
    census.row([m.text(Key::DossierMovesScored), n.count(u64::from(player.scored))]);
    census.row([m.text(Key::DossierMovesAll), n.count(u64::from(player.moves))]);

    let (moves, scored) = (u64::from(player.moves), u64::from(player.scored));
    let (played, counted, left_out) = (n.count(moves), n.count(scored), n.count(excluded));
    let equation = m.with(
        Key::MovesEquation,
        &[("moves", Arg::Text(&played)), ("scored", Arg::Text(&counted)), ("excluded", Arg::Text(&left_out))],
    );
    let by_game: u64 = t.games.iter().map(|game| u64::from(game.decisions)).sum();
    let terms: Vec<String> = t.games.iter().map(|game| n.count(u64::from(game.decisions))).collect();
    let (terms, sum) = (terms.join(" + "), n.count(by_game));
    let mut blocks = vec![
        section("moves", m, Key::DossierMovesHeading),
        text(m, Key::DossierMovesIntro),
        Block::Table { table: census },
        Block::Text { text: equation },
    ];
    if !t.games.is_empty() {
        let values = [("terms", Arg::Text(&terms)), ("sum", Arg::Text(&sum))];
        blocks.push(Block::Text { text: m.with(Key::DossierDecisionsEquation, &values) });
    }
    let entries = u64::try_from(t.decisions.len()).unwrap_or(u64::MAX);
    if scored + excluded != moves || by_game != scored || entries != scored {
        blocks.push(Block::Note { text: m.text(Key::DossierBroken) });
    }
    blocks
}
