//! Tables: every player with index and values, the rounds, and which full tests come next.

use analyzer::hints::{
    Hints, PlayerLook, ReadingName,
    escalation::{Choice, Decided, Why},
    look::Standing,
};

use super::Looked;
use crate::{
    document::{Block, Cell, number, section, table, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn players(m: &Messages, hints: &Hints) -> Vec<Block> {
    let columns = [
        (Key::ColumnName, false),
        (Key::HintsStanding, false),
        (Key::HintsFull, false),
        (Key::HintsValue, true),
        (Key::HintsChance, true),
        (Key::HintsSecondValue, true),
        (Key::HintsReached, false),
        (Key::ColumnIndex, true),
        (Key::HintsSecondIndex, true),
        (Key::ColumnReading, false),
        (Key::ColumnRating, true),
        (Key::ColumnGames, true),
        (Key::ColumnScored, true),
    ];
    let mut shown = table(m, Key::HintsPlayersHeading, columns);
    for player in &hints.players {
        shown.cells(row(m, player));
    }
    let mut blocks = vec![
        section("players", m, Key::HintsPlayersHeading),
        text(m, Key::HintsPlayersIntro),
        Block::Table { table: shown },
    ];
    blocks.extend(hints.players.iter().filter_map(|player| absences(m, player)));
    blocks
}

fn row(m: &Messages, player: &PlayerLook) -> Vec<Cell> {
    let n = m.numbers();
    let course = |name: ReadingName| player.courses.iter().find(|course| course.reading == name);
    let highest = |name| n.decimal(course(name).map(|course| course.now.log10_highest), 2);
    let least = player.courses.iter().map(|course| course.now.p_value);
    let chance = least.min_by(f64::total_cmp).map_or_else(|| n.decimal(None, 1), |p| n.rare_percent(p));
    let standing = match &player.standing {
        Standing::Ordinary => Cell::Plain(m.text(Key::HintsOrdinary)),
        Standing::Unusual { .. } => Cell::Strong(m.text(Key::HintsUnusual)),
        Standing::Answered { after_round } => {
            let round = after_round.to_string();
            Cell::Plain(m.with(Key::HintsAnswered, &[("round", Arg::Text(&round))]))
        }
    };
    let full = match &player.full {
        None => m.text(Key::HintsFullNone),
        Some(full) => {
            let (z, round) = (n.z(Some(full.z)), full.after_round.to_string());
            m.with(Key::HintsFullText, &[("z", Arg::Text(&z)), ("round", Arg::Text(&round))])
        }
    };
    let mut reached: Vec<f64> =
        player.crossed.iter().filter(|crossed| crossed.reached).map(|crossed| crossed.alpha).collect();
    reached.sort_by(|a, b| b.total_cmp(a));
    reached.dedup();
    let reached: Vec<String> = reached.iter().map(|alpha| n.rare_percent(*alpha)).collect();
    let reached = if reached.is_empty() { n.decimal(None, 1) } else { n.list(&reached) };
    vec![
        Cell::Plain(player.name.clone()),
        standing,
        Cell::Plain(full),
        Cell::Plain(highest(ReadingName::Record)),
        Cell::Plain(chance),
        Cell::Plain(highest(ReadingName::DepthAware)),
        Cell::Plain(reached),
        Cell::Plain(n.index(player.index)),
        Cell::Plain(n.index(player.depth_aware_index)),
        Cell::Plain(m.text(words::reading(player.reading))),
        Cell::Plain(n.whole(player.rating.map(u32::from))),
        Cell::Plain(n.count(player.games.into())),
        Cell::Plain(n.count(player.decisions.into())),
    ]
}

/// Moves after absences, where the full test had a log of them.
fn absences(m: &Messages, player: &PlayerLook) -> Option<Block> {
    let chance = player.full.as_ref()?.after_absences?;
    let shown = m.numbers().rare_percent(chance.corrected);
    let parts = [("name", Arg::Text(&player.name)), ("chance", Arg::Text(&shown))];
    Some(Block::Text { text: m.with(Key::HintsAbsences, &parts) })
}

pub(super) fn rounds(m: &Messages, hints: &Hints) -> Vec<Block> {
    let columns = [
        (Key::HintsRound, false),
        (Key::ColumnGames, true),
        (Key::HintsFinished, true),
        (Key::HintsUnreadable, true),
        (Key::HintsRoundState, false),
    ];
    let mut shown = table(m, Key::HintsRoundsHeading, columns);
    let n = m.numbers();
    for round in &hints.rounds.rounds {
        let state = if round.complete { Key::HintsYes } else { Key::HintsNo };
        shown.row([
            round.round.to_string(),
            n.count(round.games.into()),
            n.count(round.finished.into()),
            n.count(round.unreadable.into()),
            m.text(state),
        ]);
    }
    let mut blocks = vec![section("rounds", m, Key::HintsRoundsHeading), Block::Table { table: shown }];
    let unnumbered = usize::try_from(hints.rounds.unnumbered).unwrap_or(usize::MAX);
    if unnumbered > 0 {
        blocks.push(Block::Text { text: m.with(Key::HintsUnnumbered, &[("games", number(unnumbered))]) });
    }
    blocks
}

pub(super) fn tests(m: &Messages, looked: &Looked<'_>) -> Vec<Block> {
    let mut blocks = vec![section("tests", m, Key::HintsTestsHeading)];
    if !looked.full_tests {
        blocks.push(Block::Note { text: m.text(Key::HintsTestsAbsent) });
    }
    let Some(choices) = looked.tests.last().filter(|choices| !choices.log.is_empty()) else {
        blocks.push(text(m, Key::HintsTestsNone));
        return blocks;
    };
    let minutes = |minutes: f64| m.numbers().decimal(Some(minutes), 1);
    let (budget, used) = (minutes(choices.budget.core_minutes), minutes(choices.budget.used));
    blocks.push(Block::Text {
        text: m.with(Key::HintsTestsIntro, &[("budget", Arg::Text(&budget)), ("used", Arg::Text(&used))]),
    });
    let columns = [
        (Key::ColumnName, false),
        (Key::HintsWhy, false),
        (Key::HintsMinutes, true),
        (Key::HintsDecided, false),
    ];
    let mut shown = table(m, Key::HintsTestsHeading, columns);
    for choice in &choices.log {
        shown.row([
            choice.name.clone(),
            m.text(why(choice.why)),
            minutes(choice.core_minutes),
            decided(m, choice),
        ]);
    }
    blocks.push(Block::Table { table: shown });
    blocks
}

fn why(why: Why) -> Key {
    match why {
        Why::Complaint => Key::HintsWhyComplaint,
        Why::SingledOut => Key::HintsWhySingled,
        Why::Named => Key::HintsWhyNamed,
        Why::HighIndex => Key::HintsWhyHigh,
        Why::RaisedIndex => Key::HintsWhyRaised,
    }
}

fn decided(m: &Messages, choice: &Choice) -> String {
    match choice.decided {
        Decided::Test => m.text(Key::HintsDecidedTest),
        Decided::Tested => m.text(Key::HintsDecidedTested),
        Decided::TooFew => m.text(Key::HintsDecidedFew),
        Decided::OverBudget { left } => {
            let left = m.numbers().decimal(Some(left), 1);
            m.with(Key::HintsDecidedOver, &[("left", Arg::Text(&left))])
        }
    }
}
