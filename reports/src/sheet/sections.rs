//! Sections about the event: first numbers, field check, moves and games left out, and how the numbers were made.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::policy::Mode;
use analyzer::screening::{EventSummary, FieldCheck, Screening};
use datasets::{GameDefect, Unscored};

use crate::chart::{self, Dot, Labels};
use crate::document::{
    Block, Cell, Layout, Table, Tile, facts, filled, listed, note, part, picture, sections, table, text,
};
use crate::language::Language;
use crate::messages::{Arg, Key, Messages};
use crate::order::{Census, by_index};
use crate::words;

/// That the parameters are missing or provisional, and what else to know of the event.
pub(crate) fn cautions(m: &Messages, s: &Screening) -> Vec<Block> {
    let calibration = words::caution(m, &s.manifest, &s.event).map(|text| Block::Note { text });
    calibration.into_iter().chain(event_cautions(m, s)).collect()
}

/// What to know of the time class, that a rating list is missing, and what the projections of other conditions are.
pub(crate) fn event_cautions(m: &Messages, s: &Screening) -> Vec<Block> {
    let projected = s.players.iter().filter_map(|player| player.strength.as_ref());
    let other = projected.filter_map(|strength| strength.conditions).next();
    let online = other.filter(|_| s.event.mode == Some(Mode::Online)).map(|_| m.text(Key::ProjectedOnline));
    let other = other.map(|_| m.text(Key::ProjectedForStandard));
    let lists = words::list_cautions(m, s.manifest.rating_lists.as_ref());
    let played = words::control_cautions(m, &s.event);
    let cautions = played.into_iter().chain(lists).chain(other).chain(online);
    cautions.map(|text| Block::Note { text }).collect()
}

/// The thresholds of the rules, and what applies here: venue and time class.
pub(crate) fn thresholds(m: &Messages, s: &Screening) -> Vec<Block> {
    let [rules, here] = match words::thresholds(m, &s.event) {
        Some(sentences) => sentences.map(Some),
        None => [None, None],
    };
    let here = here.map(|here| format!("{here} {}", words::event_conditions(m, &s.event)));
    rules.into_iter().chain(here).map(|text| Block::Hint { text }).collect()
}

/// What the sheet is, and the approval of the method.
pub(crate) fn purpose(m: &Messages) -> Vec<Block> {
    std::iter::once(text(m, Key::Purpose)).chain(approval(m)).collect()
}

/// The sentence on the approval of the method.
pub(crate) fn approval(m: &Messages) -> Option<Block> {
    words::approval(m).map(|text| Block::Hint { text })
}

/// The games of the event, and the rating lists behind their ratings. Whether they add up is said with the answer.
pub(crate) fn games(m: &Messages, s: &Screening) -> Vec<Block> {
    let e = &s.event;
    let mut blocks = vec![Block::Hint { text: equation(m, e) }];
    blocks.extend(accepted_sentence(m, e).map(|text| Block::Hint { text }));
    let lists = words::used_lists(m, s.manifest.rating_lists.as_ref());
    blocks.extend(lists.into_iter().map(|text| Block::Hint { text }));
    blocks
}

/// How many games are scored up to an illegal move, and on whose word, if any are.
pub(crate) fn accepted_sentence(m: &Messages, e: &EventSummary) -> Option<String> {
    let arbiters: BTreeSet<&str> = e.accepted.iter().map(|entry| entry.stood.arbiter.as_str()).collect();
    let arbiters = arbiters.into_iter().collect::<Vec<_>>().join("; ");
    let values = [("games", Arg::from(e.accepted.len())), ("arbiters", arbiters.into())];
    (!e.accepted.is_empty()).then(|| m.with(Key::GamesAccepted, values))
}

/// The games of an event: in, scored, unscored and quarantined.
pub(crate) fn equation(m: &Messages, e: &EventSummary) -> String {
    let values = [
        ("in", e.games_in),
        ("scored", e.games_scored),
        ("unscored", e.games_unscored),
        ("quarantined", e.games_quarantined),
    ];
    m.with(Key::GamesEquation, values.map(|(name, games)| (name, m.numbers().count(games))))
}

pub(crate) fn summary(m: &Messages, s: &Screening) -> Vec<Block> {
    let (n, e) = (m.numbers(), &s.event);
    let tile = |value: String, name: Key, expected: Option<&str>| Tile {
        name: m.text(name),
        remark: expected.map(|expected| m.with(Key::TileExpected, [("value", expected)])),
        value,
    };
    let tiles = vec![
        tile(n.count(s.players.len()), Key::TilePlayers, None),
        tile(n.count(e.games_in), Key::TileGamesIn, None),
        tile(n.count(e.games_scored), Key::TileGamesScored, None),
        tile(n.count(e.games_unscored), Key::TileGamesUnscored, None),
        tile(n.count(e.games_quarantined), Key::TileGamesQuarantined, None),
        tile(n.count(Census::sum(&s.players).scored), Key::TileDecisions, None),
        tile(n.index(s.field.roi_mean), Key::TileFieldMean, Some("50")),
        tile(n.index(s.field.roi_sd), Key::TileFieldSd, Some("5")),
    ];
    let mut blocks = vec![Block::Tiles { label: m.text(Key::SummaryHeading), tiles }];
    blocks.extend(games(m, s));
    blocks
}

/// Players whose dots have a number in the picture of the field.
const NUMBERED: usize = 3;

/// The indices of the field: one dot for each player with an index, and what honest play is expected to give. Nobody is named: a
/// dot says its place in the table.
pub(crate) fn field(m: &Messages, s: &Screening) -> Vec<Block> {
    let n = m.numbers();
    let places = by_index(s).into_iter().zip(1_usize..);
    let mut dots: Vec<Dot> = places
        .filter_map(|(player, place)| {
            let index = s.players.get(player)?.roi.filter(|roi| roi.is_finite())?;
            let words = m.with(Key::PlotDot, [("place", n.count(place)), ("index", n.index(index))]);
            Some(Dot { index, words, number: (place <= NUMBERED).then_some(place) })
        })
        .collect();
    dots.reverse();
    let (Some(lowest), Some(highest)) = (dots.first(), dots.last()) else {
        return vec![text(m, Key::PlotEmpty)];
    };
    let at = &s.field.seen_at;
    let values = [
        ("players", Arg::from(dots.len())),
        ("lowest", n.index(lowest.index).into()),
        ("highest", n.index(highest.index).into()),
        ("at60", n.count(at.at_60).into()),
        ("at65", n.count(at.at_65).into()),
        ("at70", n.count(at.at_70).into()),
    ];
    let description = m.with(Key::PlotDescription, values);
    let labels = Labels { title: m.text(Key::PlotTitle), description, across: m.text(Key::PlotAxis) };
    vec![picture(chart::bell(720.0, labels, &dots, &s.field.expected_above, None), m.text(Key::PlotCaption))]
}

/// The levels of the index, with the players expected and seen there.
pub(crate) fn levels(field: &FieldCheck) -> [(&'static str, f64, u32); 3] {
    let (expected, seen) = (&field.expected_at, &field.seen_at);
    [
        ("60", expected.at_60, seen.at_60),
        ("65", expected.at_65, seen.at_65),
        ("70", expected.at_70, seen.at_70),
    ]
}

/// The field against what honest play would give.
pub(crate) fn field_check(m: &Messages, s: &Screening) -> Vec<Block> {
    let (n, f) = (m.numbers(), &s.field);
    let columns = [Key::FieldExpected, Key::FieldSeen, Key::FieldOdds].map(|heading| (heading, true));
    let columns = std::iter::once((Key::FieldMeasure, false)).chain(columns);
    let mut check = table(m, Key::FieldHeading, columns);
    check.numbers(m.text(Key::FieldMean), [n.index(50.0), n.index(f.roi_mean), String::new()]);
    check.numbers(m.text(Key::FieldSd), [n.index(5.0), n.index(f.roi_sd), String::new()]);
    for (level, expected, seen) in levels(f) {
        let name = m.with(Key::FieldLevel, [("level", level)]);
        let odds = words::odds(m, f64::from(f.players) / expected);
        check.numbers(name, [n.expected(expected), n.count(seen), odds]);
    }
    let mut blocks = vec![filled(m, Key::FieldIntro, [("players", f.players)]), check.into()];
    blocks.extend(tolerance(m, f));
    blocks.push(text(m, Key::FieldAdvice));
    blocks
}

/// The limits of an honest field's mean, and what it means where this one lies outside.
pub(crate) fn tolerance(m: &Messages, f: &FieldCheck) -> Option<Block> {
    let (mean, tolerance) = (f.roi_mean?, f.tolerance?);
    let (n, low, high) = (m.numbers(), 50.0 - tolerance, 50.0 + tolerance);
    let mut text = m.with(Key::FieldTolerance, [("low", n.index(low)), ("high", n.index(high))]);
    let above = (mean > high).then_some(Key::FieldAbove);
    if let Some(outside) = above.or((mean < low).then_some(Key::FieldBelow)) {
        text = format!("{text} {}", m.text(outside));
    }
    Some(Block::Text { text })
}

/// What was left out, for which reasons, and how single games were read.
pub(crate) fn left_out(m: &Messages, s: &Screening) -> Vec<Block> {
    let parts = [
        ("census", Key::CensusHeading, accounting(m, &Census::sum(&s.players))),
        ("unscored", Key::UnscoredHeading, unscored(m, s)),
        ("quarantine", Key::QuarantineHeading, quarantine(m, s)),
        ("accepted", Key::AcceptedHeading, accepted_games(m, s)),
        ("failures", Key::FailuresHeading, failures(m, s)),
        ("notes", Key::NotesHeading, notes(m, s)),
    ];
    sections(m, parts)
}

/// The equation of moves and the reasons, for the event or for one player.
pub(crate) fn accounting(m: &Messages, census: &Census) -> Vec<Block> {
    let n = m.numbers();
    let values = [("moves", census.moves), ("scored", census.scored), ("excluded", census.left_out())];
    let equation = m.with(Key::MovesEquation, values.map(|(name, moves)| (name, n.count(moves))));
    let mut blocks = vec![Block::Hint { text: equation }];
    blocks.extend((!census.adds_up()).then(|| note(m, Key::EquationBroken)));
    if census.excluded.is_empty() {
        blocks.push(text(m, Key::CensusNone));
        return blocks;
    }
    let mut reasons = table(m, Key::CensusHeading, [(Key::CensusReason, false), (Key::CensusCount, true)]);
    for (&reason, &count) in &census.excluded {
        reasons.numbers(m.label("exclusion", &reason), [n.count(count)]);
    }
    reasons.total(m.text(Key::CensusTotal), [n.count(census.left_out())]);
    blocks.push(reasons.into());
    blocks
}

/// Games set aside with a reason.
fn unscored(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.unscored.is_empty() {
        return vec![text(m, Key::UnscoredNone)];
    }
    let n = m.numbers();
    let games = listed(m, &s.unscored)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| n.count(entry.game))
        .figures(Key::AsideOffset, |entry| n.count(entry.offset))
        .words(Key::AsideRound, |entry| entry.round.clone())
        .words(Key::AsideWhite, |entry| entry.white.clone())
        .words(Key::AsideBlack, |entry| entry.black.clone())
        .figures(Key::AsidePlies, |entry| n.count(entry.plies))
        .words(Key::AsideReason, |entry| words::set_aside(m, entry));
    let mut blocks = vec![text(m, Key::UnscoredIntro)];
    blocks.extend(by_reason(m, s).map(|text| Block::Text { text }));
    blocks.push(games.block(Key::UnscoredHeading));
    blocks
}

/// How many games were set aside for each reason, where there are several reasons.
fn by_reason(m: &Messages, s: &Screening) -> Option<String> {
    let mut counts: BTreeMap<Unscored, usize> = BTreeMap::new();
    for entry in &s.unscored {
        *counts.entry(entry.reason).or_default() += 1;
    }
    if counts.len() < 2 {
        return None;
    }
    let each = |(reason, games): (&Unscored, &usize)| {
        let values = [("reason", m.label("unscored", reason)), ("games", m.numbers().count(*games))];
        m.with(Key::UnscoredReason, values)
    };
    let reasons: Vec<String> = counts.iter().map(each).collect();
    Some(m.with(Key::UnscoredByReason, [("reasons", reasons.join("; "))]))
}

/// How single games were read, if there is anything to say.
fn notes(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.notes.is_empty() {
        return Vec::new();
    }
    let n = m.numbers();
    let notes = listed(m, &s.notes)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| n.count(entry.game))
        .figures(Key::AsideOffset, |entry| n.count(entry.offset))
        .words(Key::AsideWhite, |entry| entry.white.clone())
        .words(Key::AsideBlack, |entry| entry.black.clone())
        .words(Key::NotesNote, |entry| words::note(m, entry));
    vec![text(m, Key::NotesIntro), notes.block(Key::NotesHeading)]
}

/// Games that do not hold together.
fn quarantine(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.quarantine.is_empty() {
        return vec![text(m, Key::QuarantineNone)];
    }
    let n = m.numbers();
    let games = listed(m, &s.quarantine)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| n.count(entry.game))
        .figures(Key::AsideOffset, |entry| n.count(entry.offset))
        .words(Key::AsideRound, |entry| entry.round.clone())
        .words(Key::AsideWhite, |entry| entry.white.clone())
        .words(Key::AsideBlack, |entry| entry.black.clone())
        .figures(Key::AsidePly, |entry| n.count(entry.ply))
        .code(Key::AsideToken, |entry| entry.token.clone())
        .cells(Key::AsideReason, |entry| defect(m, entry.reason.clone().into()));
    let mut blocks = vec![text(m, Key::QuarantineIntro), games.block(Key::QuarantineHeading)];
    let acceptable = s.quarantine.iter().any(|entry| entry.acceptable);
    blocks.extend(acceptable.then(|| text(m, Key::QuarantineAccept)));
    blocks
}

/// Games that are scored up to an illegal move, if there are any.
fn accepted_games(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.event.accepted.is_empty() {
        return Vec::new();
    }
    let games = listed(m, &s.event.accepted)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| m.numbers().count(entry.game))
        .words(Key::AsideRound, |entry| entry.round.clone())
        .words(Key::AsideWhite, |entry| entry.white.clone())
        .words(Key::AsideBlack, |entry| entry.black.clone())
        .code(Key::AcceptedMove, |entry| entry.stood.numbered())
        .words(Key::AcceptedArbiter, |entry| entry.stood.arbiter.clone());
    vec![text(m, Key::AcceptedIntro), games.block(Key::AcceptedHeading)]
}

/// Positions that no engine answered, if there are any.
fn failures(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.failures.is_empty() {
        return Vec::new();
    }
    let failures = listed(m, &s.failures)
        .code(Key::AsidePosition, |entry| entry.fen.clone())
        .cells(Key::AsideReason, |entry| program_words(m, &entry.reason));
    vec![text(m, Key::FailuresIntro), failures.block(Key::FailuresHeading)]
}

/// A defect in the words of the language; one that this version does not know is English.
fn defect(m: &Messages, defect: GameDefect) -> Cell {
    match defect {
        GameDefect::Other(reason) => program_words(m, &reason),
        known => Cell::Plain(words::defect(m, &known)),
    }
}

/// Reasons of an engine are English in documents of every language.
fn program_words(m: &Messages, reason: &str) -> Cell {
    let reason = reason.to_owned();
    if m.language() == Language::ENGLISH { Cell::Plain(reason) } else { Cell::English(reason) }
}

/// Engine, settings, parameters, inputs and digests.
pub(crate) fn manifest(m: &Messages, s: &Screening) -> Vec<Block> {
    let f = &s.manifest;
    let mut rows = words::manifest(m, f);
    rows.insert(6, (Key::ManifestEvaluations, Cell::Code(f.evaluations.clone())));
    let inputs = listed(m, &f.inputs)
        .words(Key::ManifestInputName, |input| input.name.clone())
        .code(Key::ManifestInputSha256, |input| input.sha256.clone());
    vec![facts(m, rows), part(m, Key::ManifestInputs), inputs.block(Key::ManifestInputs)]
}

/// A table with the room of another layout.
pub(crate) fn laid_out(layout: Layout, table: Table) -> Block {
    Block::Table { table: Table { layout, ..table } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 50 less and plus 6.48; a mean on the limit is within.
    #[test]
    fn a_mean_outside_its_limits_is_explained() {
        let m = Messages::new(Language::ENGLISH);
        let said = |mean: f64| {
            let field = FieldCheck { roi_mean: Some(mean), ..crate::example::screening().field };
            match tolerance(&m, &FieldCheck { tolerance: Some(6.48), ..field }) {
                Some(Block::Text { text }) => text,
                _ => String::new(),
            }
        };
        let ordinary = "A mean from 43.5 to 56.5 is ordinary for a field of this size.";
        assert_eq!([said(50.0), said(56.48)], [ordinary, ordinary]);
        for (mean, stand) in [(56.49, "too low for everybody."), (43.51, "too high for everybody.")] {
            let text = said(mean);
            assert!(text.starts_with(ordinary) && text.contains(stand), "{text}");
        }
    }
}
