//! Sections about the event: first numbers, field check, moves and games left out, and how the numbers were made.

use analyzer::screening::Screening;

use crate::conditions;
use crate::document::{
    Block, Cell, Layout, Table, Tile, facts, filled, listed, note, part, section, table, text,
};
use crate::language::Language;
use crate::messages::{Arg, Key, Messages};
use crate::order::{Census, games_add_up};
use crate::words;

/// The command that recomputes everything.
const RECOMPUTE: &str = "fairplay verify DIR --recompute all";

/// The event's name, or that it has none.
pub(crate) fn event(m: &Messages, s: &Screening) -> String {
    if s.event.name.trim().is_empty() { m.text(Key::EventUnnamed) } else { s.event.name.clone() }
}

/// That the parameters are missing or provisional.
pub(crate) fn caution(m: &Messages, s: &Screening) -> Option<Block> {
    let (title, text) = words::caution(&s.manifest)?;
    Some(Block::Note { text: format!("{} {}", m.text(title), m.text(text)) })
}

/// The games of the event, and whether they add up.
pub(crate) fn games(m: &Messages, s: &Screening) -> Vec<Block> {
    let e = &s.event;
    let count = |number: u32| m.numbers().count(u64::from(number));
    let equation = m.with(
        Key::GamesEquation,
        &[
            ("in", Arg::Text(&count(e.games_in))),
            ("scored", Arg::Text(&count(e.games_scored))),
            ("unscored", Arg::Text(&count(e.games_unscored))),
            ("quarantined", Arg::Text(&count(e.games_quarantined))),
        ],
    );
    let mut blocks = vec![Block::Hint { text: equation }, Block::Hint { text: conditions::of_event(m, e) }];
    blocks.extend((!games_add_up(s)).then(|| note(m, Key::EquationBroken)));
    blocks
}

/// The numbers to see first.
pub(crate) fn summary(m: &Messages, s: &Screening) -> Vec<Block> {
    let (n, e) = (m.numbers(), &s.event);
    let count = |number: u32| n.count(u64::from(number));
    let tile = |value: String, name: Key, expected: Option<&str>| Tile {
        name: m.text(name),
        remark: expected.map(|expected| m.with(Key::TileExpected, &[("value", Arg::Text(expected))])),
        value,
    };
    let tiles = vec![
        tile(n.count(s.players.len() as u64), Key::TilePlayers, None),
        tile(count(e.games_in), Key::TileGamesIn, None),
        tile(count(e.games_scored), Key::TileGamesScored, None),
        tile(count(e.games_unscored), Key::TileGamesUnscored, None),
        tile(count(e.games_quarantined), Key::TileGamesQuarantined, None),
        tile(n.count(Census::sum(&s.players).scored), Key::TileDecisions, None),
        tile(n.index(s.field.roi_mean), Key::TileFieldMean, Some("50")),
        tile(n.index(s.field.roi_sd), Key::TileFieldSd, Some("5")),
    ];
    let mut blocks = vec![Block::Tiles { label: m.text(Key::SummaryHeading), tiles }];
    blocks.extend(games(m, s));
    blocks
}

/// The field against what honest play would give.
pub(crate) fn field_check(m: &Messages, s: &Screening) -> Vec<Block> {
    let (n, f) = (m.numbers(), &s.field);
    let columns = [(Key::FieldMeasure, false), (Key::FieldExpected, true), (Key::FieldSeen, true)];
    let mut check = table(m, Key::FieldHeading, columns);
    check.numbers(m.text(Key::FieldMean), [n.index(Some(50.0)), n.index(f.roi_mean)]);
    check.numbers(m.text(Key::FieldSd), [n.index(Some(5.0)), n.index(f.roi_sd)]);
    for (level, expected, seen) in [
        ("60", f.expected_at.at_60, f.seen_at.at_60),
        ("65", f.expected_at.at_65, f.seen_at.at_65),
        ("70", f.expected_at.at_70, f.seen_at.at_70),
    ] {
        let name = m.with(Key::FieldLevel, &[("level", Arg::Text(level))]);
        check.numbers(name, [n.expected(expected), n.count(u64::from(seen))]);
    }
    vec![
        section("check", m, Key::FieldHeading),
        filled(m, Key::FieldIntro, &[("players", Arg::Count(u64::from(f.players)))]),
        check.into(),
        text(m, Key::FieldAdvice),
    ]
}

/// Moves left out over the whole event.
pub(crate) fn census(m: &Messages, s: &Screening) -> Vec<Block> {
    let mut blocks = vec![section("census", m, Key::CensusHeading)];
    blocks.extend(accounting(m, &Census::sum(&s.players)));
    blocks
}

/// The equation of moves.
pub(crate) fn moves_equation(m: &Messages, census: &Census) -> Vec<Block> {
    let count = |number| m.numbers().count(number);
    let equation = m.with(
        Key::MovesEquation,
        &[
            ("moves", Arg::Text(&count(census.moves))),
            ("scored", Arg::Text(&count(census.scored))),
            ("excluded", Arg::Text(&count(census.left_out()))),
        ],
    );
    let mut blocks = vec![Block::Hint { text: equation }];
    blocks.extend((!census.adds_up()).then(|| note(m, Key::EquationBroken)));
    blocks
}

/// The equation of moves and the reasons, for the event or for one player.
pub(crate) fn accounting(m: &Messages, census: &Census) -> Vec<Block> {
    let mut blocks = moves_equation(m, census);
    if census.excluded.is_empty() {
        blocks.push(text(m, Key::CensusNone));
        return blocks;
    }
    let mut reasons = table(m, Key::CensusHeading, [(Key::CensusReason, false), (Key::CensusCount, true)]);
    for (&reason, &count) in &census.excluded {
        reasons.numbers(m.text(words::exclusion(reason)), [m.numbers().count(count)]);
    }
    reasons.total(m.text(Key::CensusTotal), [m.numbers().count(census.left_out())]);
    blocks.push(reasons.into());
    blocks
}

/// Games set aside with a reason.
pub(crate) fn unscored(m: &Messages, s: &Screening) -> Vec<Block> {
    let heading = section("unscored", m, Key::UnscoredHeading);
    if s.unscored.is_empty() {
        return vec![heading, text(m, Key::UnscoredNone)];
    }
    let n = m.numbers();
    let games = listed(m, &s.unscored)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| n.count(u64::from(entry.game)))
        .figures(Key::AsideOffset, |entry| n.count(entry.offset))
        .words(Key::AsideWhite, |entry| entry.white.clone())
        .words(Key::AsideBlack, |entry| entry.black.clone())
        .figures(Key::AsidePlies, |entry| n.count(u64::from(entry.plies)))
        .words(Key::AsideReason, |entry| words::set_aside(m, entry, str::to_owned))
        .under(Key::UnscoredHeading);
    vec![heading, text(m, Key::UnscoredIntro), games.into()]
}

/// How single games were read, if there is anything to say.
pub(crate) fn notes(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.notes.is_empty() {
        return Vec::new();
    }
    let n = m.numbers();
    let notes = listed(m, &s.notes)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| n.count(u64::from(entry.game)))
        .figures(Key::AsideOffset, |entry| n.count(entry.offset))
        .words(Key::AsideWhite, |entry| entry.white.clone())
        .words(Key::AsideBlack, |entry| entry.black.clone())
        .words(Key::NotesNote, |entry| words::note(m, entry))
        .under(Key::NotesHeading);
    let heading = Block::Annex { id: "notes", title: m.text(Key::NotesHeading) };
    vec![heading, text(m, Key::NotesIntro), notes.into()]
}

/// Games that do not hold together.
pub(crate) fn quarantine(m: &Messages, s: &Screening) -> Vec<Block> {
    let heading = section("quarantine", m, Key::QuarantineHeading);
    if s.quarantine.is_empty() {
        return vec![heading, text(m, Key::QuarantineNone)];
    }
    let n = m.numbers();
    let games = listed(m, &s.quarantine)
        .words(Key::AsideInput, |entry| entry.input.clone())
        .figures(Key::AsideGame, |entry| n.count(u64::from(entry.game)))
        .figures(Key::AsideOffset, |entry| n.count(entry.offset))
        .figures(Key::AsidePly, |entry| n.count(u64::from(entry.ply)))
        .code(Key::AsideToken, |entry| entry.token.clone())
        .cells(Key::AsideReason, |entry| program_words(m, &entry.reason))
        .under(Key::QuarantineHeading);
    vec![heading, text(m, Key::QuarantineIntro), games.into()]
}

/// Positions that no engine answered, if there are any.
pub(crate) fn failures(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.failures.is_empty() {
        return Vec::new();
    }
    let failures = listed(m, &s.failures)
        .code(Key::AsidePosition, |entry| entry.fen.clone())
        .cells(Key::AsideReason, |entry| program_words(m, &entry.reason))
        .under(Key::FailuresHeading);
    let heading = Block::Annex { id: "failures", title: m.text(Key::FailuresHeading) };
    vec![heading, text(m, Key::FailuresIntro), failures.into()]
}

/// Reasons of a reader or an engine are English in documents of every language.
fn program_words(m: &Messages, reason: &str) -> Cell {
    let reason = reason.to_owned();
    if m.language() == Language::ENGLISH { Cell::Plain(reason) } else { Cell::English(reason) }
}

/// Engine, settings, parameters, inputs and digests.
pub(crate) fn manifest(m: &Messages, s: &Screening) -> Vec<Block> {
    let f = &s.manifest;
    let rows = [
        (Key::ManifestEngine, Cell::Plain(f.engine.name.clone())),
        (Key::ManifestEngineSha256, Cell::Code(f.engine.sha256.clone())),
        (Key::ManifestSettings, Cell::Plain(words::settings(m, &f.settings))),
        (Key::ManifestParameters, Cell::Plain(words::parameters(m, f))),
        (Key::ManifestSoftware, Cell::Plain(f.software.clone())),
        (Key::ManifestEvaluations, Cell::Code(f.evaluations.clone())),
        (Key::ManifestDigest, Cell::Code(f.digest.clone())),
    ];
    let inputs = listed(m, &f.inputs)
        .words(Key::ManifestInputName, |input| input.name.clone())
        .code(Key::ManifestInputSha256, |input| input.sha256.clone())
        .under(Key::ManifestInputs);
    vec![
        section("manifest", m, Key::ManifestHeading),
        facts(m, rows),
        part(m, Key::ManifestInputs),
        inputs.into(),
    ]
}

/// The command that makes every number again.
pub(crate) fn recompute(m: &Messages) -> Block {
    filled(m, Key::ManifestRecompute, &[("command", Arg::Text(RECOMPUTE))])
}

/// A table with the room of another layout.
pub(crate) fn laid_out(layout: Layout, table: Table) -> Block {
    Block::Table { table: Table { layout, ..table } }
}
