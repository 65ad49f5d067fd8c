//! Tables: every player with index and values, the rounds, and which full tests come next.

use analyzer::{
    hints::{Hints, PlayerLook, escalation::Decided, look::Standing},
    screening::Suggestion,
};

use super::Looked;
use crate::{
    document::{Block, Cell, filled, listed, note, text},
    messages::{Key, Messages},
    sheet::sections,
    words,
};

pub(super) fn players(m: &Messages, hints: &Hints) -> Vec<Block> {
    let n = m.numbers();
    let highest =
        |player: &PlayerLook| n.decimal(player.course.as_ref().map(|course| course.now.log10_highest), 2);
    let chance = |player: &PlayerLook| {
        let course = player.course.as_ref();
        course.map_or_else(|| n.missing(), |course| n.rare_percent(course.now.p_value))
    };
    let table = listed(m, &hints.players)
        .words(Key::ColumnName, |player| player.name.clone())
        .cells(Key::HintsStanding, |player| standing(m, player))
        .words(Key::HintsFull, |player| full(m, player))
        .figures(Key::HintsValue, highest)
        .figures(Key::HintsChance, chance)
        .figures(Key::ColumnIndex, |player| n.index(player.index))
        .figures(Key::HintsSecondIndex, |player| n.index(player.depth_aware_index))
        .words(Key::ColumnReading, |player| m.label("reading", &player.reading))
        .figures(Key::ColumnRating, |player| n.whole(player.rating))
        .figures(Key::ColumnGames, |player| n.count(player.games))
        .figures(Key::ColumnScored, |player| n.count(player.decisions));
    let mut blocks = vec![text(m, Key::HintsPlayersIntro)];
    blocks.extend(hints.second_engine.as_ref().map(|second| {
        let values =
            [("engine", second.engine.name.clone()), ("settings", words::settings(m, &second.settings))];
        filled(m, Key::HintsPlayersSecond, values)
    }));
    blocks.push(table.block(Key::HintsPlayersHeading));
    blocks.extend(hints.players.iter().filter_map(|player| absences(m, player)));
    blocks
}

fn standing(m: &Messages, player: &PlayerLook) -> Cell {
    match &player.standing {
        Standing::Ordinary if player.is_judged() => Cell::Plain(m.text(Key::HintsOrdinary)),
        Standing::Ordinary => Cell::Plain(match player.reading {
            Suggestion::Normal | Suggestion::LookAtContext | Suggestion::AskForFullTest => {
                m.text(Key::HintsNotJudgedNone)
            }
            reason => m.with(Key::HintsNotJudged, [("reason", m.label("reading", &reason))]),
        }),
        Standing::Unusual { .. } if player.tested_after().is_some() => {
            Cell::Strong(m.text(Key::HintsUnusualTested))
        }
        Standing::Unusual { .. } => Cell::Strong(m.text(Key::HintsUnusual)),
        Standing::Answered { after_round } => {
            Cell::Plain(m.with(Key::HintsAnswered, [("round", after_round.to_string())]))
        }
    }
}

fn full(m: &Messages, player: &PlayerLook) -> String {
    if let Some(none) = &player.no_reading {
        let values = [("round", none.after_round.to_string()), ("reason", m.label("reading", &none.reason))];
        return m.with(Key::HintsFullNoReading, values);
    }
    let Some(full) = &player.full else {
        return m.text(Key::HintsFullNone);
    };
    m.with(Key::HintsFullText, [("z", m.numbers().z(full.z)), ("round", full.after_round.to_string())])
}

/// Moves after absences, where the full test had a log of them.
fn absences(m: &Messages, player: &PlayerLook) -> Option<Block> {
    let chance = player.full.as_ref()?.after_absences?;
    let values = [("name", player.name.clone()), ("chance", m.numbers().rare_percent(chance.corrected))];
    Some(filled(m, Key::HintsAbsences, values))
}

pub(super) fn rounds(m: &Messages, hints: &Hints) -> Vec<Block> {
    let n = m.numbers();
    let state = |complete: bool| m.text(if complete { Key::HintsYes } else { Key::HintsNo });
    let table = listed(m, &hints.rounds.rounds)
        .words(Key::HintsRound, |round| round.round.to_string())
        .figures(Key::ColumnGames, |round| n.count(round.games))
        .figures(Key::HintsFinished, |round| n.count(round.finished))
        .figures(Key::HintsUnreadable, |round| n.count(round.unreadable))
        .words(Key::HintsRoundState, |round| state(round.complete));
    let mut blocks = vec![table.block(Key::HintsRoundsHeading)];
    if hints.rounds.unnumbered > 0 {
        blocks.push(filled(m, Key::HintsUnnumbered, [("games", hints.rounds.unnumbered)]));
    }
    blocks.extend(sections::accepted_sentence(m, &hints.event).map(|text| Block::Text { text }));
    blocks
}

pub(super) fn tests(m: &Messages, looked: &Looked<'_>) -> Vec<Block> {
    let absent = (!looked.full_tests).then(|| note(m, Key::HintsTestsAbsent));
    let mut blocks: Vec<Block> = absent.into_iter().collect();
    let Some(choices) = looked.tests.last().filter(|choices| !choices.log.is_empty()) else {
        blocks.push(text(m, Key::HintsTestsNone));
        return blocks;
    };
    let minutes = |minutes: f64| m.numbers().decimal(minutes, 1);
    let values = [("budget", minutes(choices.budget.core_minutes)), ("used", minutes(choices.budget.used))];
    let table = listed(m, &choices.log)
        .words(Key::ColumnName, |choice| choice.name.clone())
        .words(Key::HintsWhy, |choice| m.label("why", &choice.why))
        .figures(Key::HintsMinutes, |choice| minutes(choice.core_minutes))
        .words(Key::HintsDecided, |choice| {
            let left =
                if let Decided::OverBudget { left } = choice.decided { minutes(left) } else { String::new() };
            m.label_with("decided", &choice.decided, [("left", left)])
        })
        .under(Key::HintsTestsHeading);
    blocks.extend([filled(m, Key::HintsTestsIntro, values), table.into()]);
    blocks
}
