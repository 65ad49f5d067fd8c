//! Tables: every player with index and values, the rounds, and which full tests come next.

use analyzer::hints::{
    Hints, PlayerLook, ReadingName,
    escalation::{Decided, Why},
    look::Standing,
};

use super::Looked;
use crate::{
    document::{Block, Cell, filled, listed, note, number, section, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn players(m: &Messages, hints: &Hints) -> Vec<Block> {
    let n = m.numbers();
    let highest = |player: &PlayerLook, name: ReadingName| {
        let course = player.courses.iter().find(|course| course.reading == name);
        n.decimal(course.map(|course| course.now.log10_highest), 2)
    };
    let chance = |player: &PlayerLook| {
        let least = player.courses.iter().map(|course| course.now.p_value).min_by(f64::total_cmp);
        least.map_or_else(|| n.whole(None), |p| n.rare_percent(p))
    };
    let table = listed(m, &hints.players)
        .words(Key::ColumnName, |player| player.name.clone())
        .cells(Key::HintsStanding, |player| standing(m, &player.standing))
        .words(Key::HintsFull, |player| full(m, player))
        .figures(Key::HintsValue, |player| highest(player, ReadingName::Record))
        .figures(Key::HintsChance, chance)
        .figures(Key::HintsSecondValue, |player| highest(player, ReadingName::DepthAware))
        .words(Key::HintsReached, |player| reached(m, player))
        .figures(Key::ColumnIndex, |player| n.index(player.index))
        .figures(Key::HintsSecondIndex, |player| n.index(player.depth_aware_index))
        .words(Key::ColumnReading, |player| m.text(words::reading(player.reading)))
        .figures(Key::ColumnRating, |player| n.whole(player.rating.map(u32::from)))
        .figures(Key::ColumnGames, |player| n.count(player.games.into()))
        .figures(Key::ColumnScored, |player| n.count(player.decisions.into()));
    let mut blocks = vec![
        section("players", m, Key::HintsPlayersHeading),
        text(m, Key::HintsPlayersIntro),
        table.under(Key::HintsPlayersHeading).into(),
    ];
    blocks.extend(hints.players.iter().filter_map(|player| absences(m, player)));
    blocks
}

fn standing(m: &Messages, standing: &Standing) -> Cell {
    match standing {
        Standing::Ordinary => Cell::Plain(m.text(Key::HintsOrdinary)),
        Standing::Unusual { .. } => Cell::Strong(m.text(Key::HintsUnusual)),
        Standing::Answered { after_round } => {
            Cell::Plain(m.with(Key::HintsAnswered, &[("round", Arg::Text(&after_round.to_string()))]))
        }
    }
}

fn full(m: &Messages, player: &PlayerLook) -> String {
    let Some(full) = &player.full else {
        return m.text(Key::HintsFullNone);
    };
    let (z, round) = (m.numbers().z(Some(full.z)), full.after_round.to_string());
    m.with(Key::HintsFullText, &[("z", Arg::Text(&z)), ("round", Arg::Text(&round))])
}

/// The shares of false hints whose bar was reached, the largest first.
fn reached(m: &Messages, player: &PlayerLook) -> String {
    let n = m.numbers();
    let mut reached: Vec<f64> =
        player.crossed.iter().filter(|crossed| crossed.reached).map(|crossed| crossed.alpha).collect();
    reached.sort_by(|a, b| b.total_cmp(a));
    reached.dedup();
    let reached: Vec<String> = reached.iter().map(|alpha| n.rare_percent(*alpha)).collect();
    if reached.is_empty() { n.whole(None) } else { n.list(&reached) }
}

/// Moves after absences, where the full test had a log of them.
fn absences(m: &Messages, player: &PlayerLook) -> Option<Block> {
    let chance = player.full.as_ref()?.after_absences?;
    let chance = m.numbers().rare_percent(chance.corrected);
    let values = [("name", Arg::Text(&player.name)), ("chance", Arg::Text(&chance))];
    Some(filled(m, Key::HintsAbsences, &values))
}

pub(super) fn rounds(m: &Messages, hints: &Hints) -> Vec<Block> {
    let n = m.numbers();
    let state = |complete: bool| m.text(if complete { Key::HintsYes } else { Key::HintsNo });
    let table = listed(m, &hints.rounds.rounds)
        .words(Key::HintsRound, |round| round.round.to_string())
        .figures(Key::ColumnGames, |round| n.count(round.games.into()))
        .figures(Key::HintsFinished, |round| n.count(round.finished.into()))
        .figures(Key::HintsUnreadable, |round| n.count(round.unreadable.into()))
        .words(Key::HintsRoundState, |round| state(round.complete))
        .under(Key::HintsRoundsHeading);
    let mut blocks = vec![section("rounds", m, Key::HintsRoundsHeading), table.into()];
    let unnumbered = usize::try_from(hints.rounds.unnumbered).unwrap_or(usize::MAX);
    if unnumbered > 0 {
        blocks.push(filled(m, Key::HintsUnnumbered, &[("games", number(unnumbered))]));
    }
    blocks
}

pub(super) fn tests(m: &Messages, looked: &Looked<'_>) -> Vec<Block> {
    let mut blocks = vec![section("tests", m, Key::HintsTestsHeading)];
    if !looked.full_tests {
        blocks.push(note(m, Key::HintsTestsAbsent));
    }
    let Some(choices) = looked.tests.last().filter(|choices| !choices.log.is_empty()) else {
        blocks.push(text(m, Key::HintsTestsNone));
        return blocks;
    };
    let minutes = |minutes: f64| m.numbers().decimal(Some(minutes), 1);
    let (budget, used) = (minutes(choices.budget.core_minutes), minutes(choices.budget.used));
    let values = [("budget", Arg::Text(&budget)), ("used", Arg::Text(&used))];
    let table = listed(m, &choices.log)
        .words(Key::ColumnName, |choice| choice.name.clone())
        .words(Key::HintsWhy, |choice| m.text(why(choice.why)))
        .figures(Key::HintsMinutes, |choice| minutes(choice.core_minutes))
        .words(Key::HintsDecided, |choice| decided(m, choice.decided))
        .under(Key::HintsTestsHeading);
    blocks.extend([filled(m, Key::HintsTestsIntro, &values), table.into()]);
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

fn decided(m: &Messages, decided: Decided) -> String {
    match decided {
        Decided::Test => m.text(Key::HintsDecidedTest),
        Decided::Tested => m.text(Key::HintsDecidedTested),
        Decided::TooFew => m.text(Key::HintsDecidedFew),
        Decided::OverBudget { left } => {
            let left = m.numbers().decimal(Some(left), 1);
            m.with(Key::HintsDecidedOver, &[("left", Arg::Text(&left))])
        }
    }
}
