//! Every game of the player with the class of every move, the accounting of the moves, and every decision.

use analyzer::full_test::{DecisionEntry, FullTest, GameEntry, LineEntry};

use super::{game_name, game_number};
use crate::{
    date,
    document::{Block, Table, filled, listed, note, part, section, table, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn games(m: &Messages, t: &FullTest) -> Vec<Block> {
    let n = m.numbers();
    let values = [("games", Arg::from(t.player.games)), ("listed", n.count(t.games.len()).into())];
    let mut blocks =
        vec![section("games", m, Key::DossierGamesHeading), filled(m, Key::DossierGamesIntro, values)];
    if t.games.is_empty() {
        return blocks;
    }
    let games = || listed(m, &t.games).figures(Key::DossierGame, |game| game_number(m, t, game.index));
    let colour = |game: &GameEntry| if game.white { Key::GameWhite } else { Key::GameBlack };
    blocks.push(
        games()
            .words(Key::DossierDate, |game| date::date(m.language(), &game.date))
            .words(Key::DossierRound, |game| game.round.clone())
            .words(Key::DossierColour, |game| m.text(colour(game)))
            .words(Key::DossierOpponent, |game| game.opponent.clone())
            .figures(Key::DossierOpponentRating, |game| n.whole(game.opponent_rating))
            .figures(Key::DossierOwnRating, |game| n.whole(game.rating))
            .figures(Key::DossierPoints, |game| points(m, game.half_points))
            .figures(Key::DossierDecisions, |game| n.count(game.decisions))
            .block(Key::DossierGamesHeading),
    );
    let hashes = games().code(Key::ManifestInputSha256, |game| game.sha256.clone());
    let classes = games().code(Key::DossierClasses, |game| game.classes.clone());
    let legend = words::CLASSES.map(|class| {
        let values = [("letter", class.letter().to_string()), ("meaning", m.label("class", &class))];
        m.with(Key::DossierClassLine, values)
    });
    blocks.extend([
        part(m, Key::DossierHashHeading),
        text(m, Key::DossierHashIntro),
        hashes.block(Key::DossierHashHeading),
        part(m, Key::DossierClassesHeading),
        text(m, Key::DossierClassesIntro),
        classes.block(Key::DossierClassesHeading),
        Block::List { items: legend.into() },
    ]);
    blocks
}

fn points(m: &Messages, half_points: Option<u8>) -> String {
    match half_points {
        Some(0) => "0".to_owned(),
        Some(1) => "\u{bd}".to_owned(),
        Some(2) => "1".to_owned(),
        Some(_) | None => m.numbers().missing(),
    }
}

/// The accounting of the player's moves, with its sums.
pub(super) fn moves(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let (moves, scored) = (u64::from(player.moves), u64::from(player.scored));
    let excluded: u64 = player.excluded.values().map(|moves| u64::from(*moves)).sum();
    let by_game: Vec<u64> = t.games.iter().map(|game| u64::from(game.decisions)).collect();
    let decisions: u64 = by_game.iter().sum();

    let mut census =
        table(m, Key::DossierMovesHeading, [(Key::CensusReason, false), (Key::CensusCount, true)]);
    for (reason, moves) in &player.excluded {
        census.row([m.label("exclusion", reason), n.count(*moves)]);
    }
    for (name, moves) in
        [(Key::CensusTotal, excluded), (Key::DossierMovesScored, scored), (Key::DossierMovesAll, moves)]
    {
        census.row([m.text(name), n.count(moves)]);
    }
    let equation = [("moves", n.count(moves)), ("scored", n.count(scored)), ("excluded", n.count(excluded))];
    let mut blocks = vec![
        section("moves", m, Key::DossierMovesHeading),
        text(m, Key::DossierMovesIntro),
        census.into(),
        filled(m, Key::MovesEquation, equation),
    ];
    if !by_game.is_empty() {
        let terms: Vec<String> = by_game.iter().map(|decisions| n.count(*decisions)).collect();
        let values = [("terms", terms.join(" + ")), ("sum", n.count(decisions))];
        blocks.push(filled(m, Key::DossierDecisionsEquation, values));
    }
    let entries = u64::try_from(t.decisions.len()).unwrap_or(u64::MAX);
    if scored + excluded != moves || decisions != scored || entries != scored {
        blocks.push(note(m, Key::DossierBroken));
    }
    blocks
}

pub(super) fn decisions(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.decisions.is_empty() {
        return Vec::new();
    }
    let mut blocks =
        vec![section("decisions", m, Key::DossierDecisionsHeading), text(m, Key::DossierDecisionsIntro)];
    // In the order of play, so a game's decisions stand together; one that comes back later gets a table again.
    for game in t.decisions.chunk_by(|a, b| a.game == b.game) {
        let title = game.first().map_or_else(String::new, |first| game_name(m, t, first.game));
        blocks.extend([Block::Part { title: title.clone() }, decisions_of_game(m, title, game).into()]);
    }
    blocks
}

fn decisions_of_game(m: &Messages, title: String, game: &[DecisionEntry]) -> Table {
    let n = m.numbers();
    let played = |decision: &'_ DecisionEntry| -> Option<LineEntry> {
        decision.lines.get(decision.rank?.checked_sub(1)?).cloned()
    };
    let value = |line: Option<&LineEntry>| n.pawns(line.and_then(|l| l.cp), line.and_then(|l| l.mate));
    let best = |decision: &DecisionEntry, show: &dyn Fn(&LineEntry) -> String| {
        let best = decision.lines.first().filter(|_| decision.rank != Some(1));
        best.map_or_else(String::new, show)
    };
    let rank = |rank: Option<usize>| rank.map_or_else(|| m.text(Key::DossierLineApart), |rank| n.count(rank));
    let share = |share: Option<f64>| n.percent(share);
    listed(m, game)
        .figures(Key::TraceNumber, |decision| decision.turn.to_string())
        .words(Key::TraceMove, |decision| decision.played.clone())
        .figures(Key::DossierRank, |decision| rank(decision.rank))
        .figures(Key::DossierLineValue, |decision| value(played(decision).as_ref()))
        .words(Key::DossierBest, |decision| best(decision, &|line| line.san.clone()))
        .figures(Key::DossierLineValue, |decision| best(decision, &|line| value(Some(line))))
        .figures(Key::TraceDifference, |decision| n.decimal(decision.delta, 4))
        .figures(Key::DossierLineRecord, |decision| share(played(decision).and_then(|l| l.probability)))
        .figures(Key::DossierLineSecond, |decision| share(played(decision).and_then(|l| l.depth_aware)))
        .figures(Key::DossierWeight, |decision| n.signed(decision.weight, 3))
        .grouped(title, |_| None)
}
