//! Every game of the player, the accounting of the moves, the decisions, those that weigh most and all of them, and for the annex
//! what identifies the games and the class of every move.

use analyzer::full_test::{DecisionEntry, FullTest, GameEntry, LineEntry};

use shakmaty::Color;

use super::{beside::noted_at, game_name, game_number};
use crate::{
    chart::board::board,
    date,
    document::{Block, Cell, Figure, Table, filled, listed, note, part, text},
    messages::{Arg, Key, Messages},
    order::Census,
    sheet::sections,
    words,
};

/// How many of the heaviest decisions of either kind are shown.
const SHOWN: usize = 10;

pub(super) fn games(m: &Messages, t: &FullTest) -> Vec<Block> {
    let n = m.numbers();
    let values = [("games", Arg::from(t.player.games)), ("listed", n.count(t.games.len()).into())];
    let mut blocks = vec![filled(m, Key::DossierGamesIntro, values)];
    if usize::try_from(t.player.games).is_ok_and(|games| games > t.games.len()) {
        blocks.push(text(m, Key::DossierGamesOthers));
    }
    if t.games.is_empty() {
        return blocks;
    }
    let games = || listed(m, &t.games).figures(Key::DossierGame, |game| game_number(m, t, game.index));
    let colour = |game: &GameEntry| if game.white { Key::GameWhite } else { Key::GameBlack };
    let points = |game: &GameEntry| match game.half_points {
        Some(0) => "0".to_owned(),
        Some(1) => "\u{bd}".to_owned(),
        Some(2) => "1".to_owned(),
        Some(_) | None => n.missing(),
    };
    blocks.extend([games()
        .words(Key::DossierDate, |game| date::date(m.language(), &game.date))
        .words(Key::DossierRound, |game| game.round.clone())
        .words(Key::DossierColour, |game| m.text(colour(game)))
        .words(Key::DossierOpponent, |game| game.opponent.clone())
        .figures(Key::DossierOpponentRating, |game| n.whole(game.opponent_rating))
        .figures(Key::DossierOwnRating, |game| n.whole(game.rating))
        .figures(Key::DossierPoints, points)
        .figures(Key::DossierDecisions, |game| n.count(game.decisions))
        .block(Key::DossierGamesHeading)]);
    blocks.extend(t.games.iter().filter_map(|game| {
        let stood = game.stood.as_ref()?;
        let key = if stood.arbiter.is_empty() { Key::DossierStoodWithoutName } else { Key::DossierStood };
        let values = [
            ("game", game_number(m, t, game.index)),
            ("move", stood.numbered()),
            ("arbiter", stood.arbiter.clone()),
        ];
        Some(filled(m, key, values))
    }));
    blocks
}

/// What identifies every game, and the class of every move by letters.
pub(super) fn codes(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.games.is_empty() {
        return Vec::new();
    }
    let games = || listed(m, &t.games).figures(Key::DossierGame, |game| game_number(m, t, game.index));
    let legend = words::CLASSES.map(|class| {
        let values = [("letter", class.letter().to_string()), ("meaning", m.label("class", &class))];
        m.with(Key::DossierClassLine, values)
    });
    vec![
        part(m, Key::DossierHashHeading),
        text(m, Key::DossierHashIntro),
        games().code(Key::ManifestInputSha256, |game| game.sha256.clone()).block(Key::DossierHashHeading),
        part(m, Key::DossierClassesHeading),
        text(m, Key::DossierClassesIntro),
        games().code(Key::DossierClasses, |game| game.classes.clone()).block(Key::DossierClassesHeading),
        Block::List { items: legend.into() },
    ]
}

/// The accounting of the player's moves, with its sums.
pub(super) fn moves(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let (moves, scored) = (u64::from(player.moves), u64::from(player.scored));
    let excluded: u64 = player.excluded.values().map(|moves| u64::from(*moves)).sum();
    let by_game: Vec<u64> = t.games.iter().map(|game| u64::from(game.decisions)).collect();
    let decisions: u64 = by_game.iter().sum();

    let mut blocks = vec![text(m, Key::DossierMovesIntro)];
    blocks.extend(sections::accounting(m, &Census::sum([player])));
    if !by_game.is_empty() {
        let terms: Vec<String> = by_game.iter().map(|decisions| n.count(*decisions)).collect();
        let values = [("terms", terms.join(" + ")), ("sum", n.count(decisions))];
        blocks.push(filled(m, Key::DossierDecisionsEquation, values));
    }
    let entries = t.decisions.len() as u64;
    if scored + excluded != moves || decisions != scored || entries != scored {
        blocks.push(note(m, Key::DossierBroken));
    }
    blocks
}

/// Every decision, game by game.
pub(super) fn decisions(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.decisions.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![text(m, Key::DossierDecisionsIntro)];
    // In the order of play, so a game's decisions stand together; one that comes back later gets a table again.
    for game in t.decisions.chunk_by(|a, b| a.game == b.game) {
        let title = game.first().map(|first| game_name(m, Key::DossierGameName, t, first.game));
        let title = title.unwrap_or_default();
        blocks.extend([Block::Part { title: title.clone() }, decisions_of_game(m, t, title, game).into()]);
    }
    blocks
}

fn decisions_of_game(m: &Messages, t: &FullTest, title: String, game: &[DecisionEntry]) -> Table {
    let n = m.numbers();
    let played = |decision: &DecisionEntry| decision.lines.get(decision.rank?.checked_sub(1)?).cloned();
    let value = |line: Option<&LineEntry>| n.pawns(line.and_then(|l| l.cp), line.and_then(|l| l.mate));
    let best = |decision: &DecisionEntry, show: &dyn Fn(&LineEntry) -> String| {
        let best = decision.lines.first().filter(|_| decision.rank != Some(1));
        best.map_or_else(String::new, show)
    };
    let rank = |rank: Option<usize>| rank.map_or_else(|| m.text(Key::DossierLineApart), |rank| n.count(rank));
    let table = listed(m, game)
        .figures(Key::TraceNumber, |decision| decision.turn.to_string())
        .words(Key::TraceMove, |decision| decision.played.clone())
        .figures(Key::DossierRank, |decision| rank(decision.rank))
        .figures(Key::DossierLineValue, |decision| value(played(decision).as_ref()))
        .words(Key::DossierBest, |decision| best(decision, &|line| line.san.clone()))
        .figures(Key::DossierLineValue, |decision| best(decision, &|line| value(Some(line))))
        .figures(Key::TraceDifference, |decision| n.decimal(decision.delta, 4))
        .figures(Key::DossierLineRecord, |decision| n.percent(played(decision).and_then(|l| l.probability)))
        .figures(Key::DossierLineSecond, |decision| n.percent(played(decision).and_then(|l| l.depth_aware)))
        .figures(Key::DossierWeight, |decision| n.signed(decision.weight, 3));
    let noted = |decision: &DecisionEntry| noted_at(m, t, decision.game, decision.turn);
    let table = match game.iter().any(|decision| !noted(decision).is_empty()) {
        true => table.words(Key::DossierTelemetryMark, noted),
        false => table,
    };
    table.grouped(title, |_| None)
}

/// The decisions that weigh most for and against the player, each with its board and its lines.
pub(super) fn weighty(m: &Messages, t: &FullTest) -> Vec<Block> {
    let weights = || t.decisions.iter().filter_map(|decision| decision.weight);
    if weights().next().is_none() {
        return Vec::new();
    }
    let sum = m.numbers().signed(weights().sum::<f64>(), 3);
    let mut blocks = vec![filled(m, Key::DossierWeightyIntro, [("sum", sum)])];
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
    // Each is a decision of the player, who therefore sits at the bottom of all boards of a game.
    let view = if black { Color::Black } else { Color::White };
    match board(title, decision.fen.clone(), (&decision.fen, &decision.played), view) {
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
