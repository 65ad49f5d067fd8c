//! What z means, the kind of paper, how the player came under attention, who the player is, and in which event, with its
//! tournament report.

use analyzer::full_test::{FullTest, ReportCheck, kind};
use analyzer::policy::{Mode, TestKind};

use super::custody;
use crate::{
    custody::Custody,
    differences,
    document::{Block, Cell, Table, facts, note, part, table, text},
    messages::{Key, Messages},
    order::games_add_up,
    sheet::{player, sections},
    words,
};

/// What z means and does not mean.
pub(super) fn plain(m: &Messages) -> Vec<Block> {
    let not = [
        Key::DossierPlainNotProbability,
        Key::DossierPlainNotMany,
        Key::DossierPlainNotCause,
        Key::DossierPlainNotLow,
        Key::DossierPlainNotGame,
    ];
    vec![
        text(m, Key::DossierPlainWhat),
        text(m, Key::DossierPlainZ),
        part(m, Key::DossierPlainNotHeading),
        Block::List { items: not.map(|key| m.text(key)).into() },
    ]
}

fn test_kind(t: &FullTest) -> TestKind {
    kind(&t.manifest.settings, t.manifest.provisional)
}

/// The word for what kind of test it is.
pub(super) fn stage(m: &Messages, t: &FullTest) -> String {
    m.label("stage", &test_kind(t))
}

/// Stage, purpose, who asked, software.
pub(super) fn head(m: &Messages, t: &FullTest, c: &Custody) -> Vec<Block> {
    let rows = [
        (Key::DossierStage, stage(m, t).into()),
        (Key::DossierPurpose, m.text(Key::DossierPurposeText).into()),
        (Key::DossierRequestedBy, custody::stated(m, c.requested_by.as_ref()).into()),
        (Key::DossierReason, custody::stated(m, c.reason.as_ref()).into()),
        (Key::ManifestSoftware, t.manifest.software.clone().into()),
        (Key::DossierLayout, Cell::Code(t.schema.clone())),
    ];
    let mut blocks = vec![facts(m, rows), note(m, Key::DossierNoFinding)];
    blocks.extend((test_kind(t) == TestKind::Quick).then(|| note(m, Key::DossierStageQuickNote)));
    blocks
}

/// How the player came under attention, and how many were looked at. It stands before any result.
pub(super) fn why(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(rules) = &t.rules else {
        return vec![text(m, Key::DossierWhyNone)];
    };
    let (n, stated) = (m.numbers(), &rules.circumstances);
    let season = stated.season.map_or_else(|| m.text(Key::DossierNotStated), |season| n.count(season.get()));
    let rows = [
        (Key::DossierWhyAttention, m.label("attention", &stated.attention).into()),
        (Key::DossierWhyMode, mode(m, stated.mode).into()),
        (Key::DossierWhyPlayers, n.count(rules.reading.players.get()).into()),
        (Key::DossierWhyTests, n.count(rules.multiplicity.tests.of.get()).into()),
        (Key::DossierWhySeason, season.into()),
    ];
    vec![text(m, Key::DossierWhyIntro), facts(m, rows)]
}

/// How the event counts.
pub(super) fn mode(m: &Messages, mode: Mode) -> String {
    match mode {
        Mode::Hybrid { counted_as } => m.label("mode-hybrid", &counted_as),
        Mode::OverTheBoard | Mode::Online => m.label("mode", &mode),
    }
}

pub(super) fn player(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let mut rows = vec![
        (Key::ColumnName, player.name.clone().into()),
        (Key::ColumnFide, n.whole(player.fide_id).into()),
        (Key::DossierRating, n.whole(player.rating).into()),
    ];
    if player.rating.is_some() {
        rows.push((Key::DossierRatingSource, words::rating_source(m, player).into()));
    }
    let mut blocks = vec![facts(m, rows)];
    if !player.ratings.is_empty() {
        blocks.extend(player::under_ratings(m, player, Key::ColumnZ));
    }
    blocks
}

pub(super) fn event(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, event) = (m.numbers(), &t.event);
    let rows = [
        (Key::DossierEventName, words::event_name(m, &event.name).into()),
        (Key::DossierEventConditions, words::event_conditions(m, event).into()),
    ];
    let mut blocks = vec![facts(m, rows), Block::Text { text: sections::equation(m, event) }];
    blocks.extend((!games_add_up(event)).then(|| note(m, Key::DossierBroken)));
    let players =
        m.label_with("event-players", &t.event_players_from, [("players", n.count(t.event_players))]);
    blocks.push(facts(m, [(Key::DossierEventPlayers, players.into())]));
    blocks.push(part(m, Key::DossierReportHeading));
    match &t.report {
        None => blocks.push(text(m, Key::DossierReportNone)),
        Some(check) => blocks.extend(report(m, check)),
    }
    blocks
}

/// The tournament report against the games.
fn report(m: &Messages, check: &ReportCheck) -> Vec<Block> {
    let (n, own) = (m.numbers(), &check.player);
    let line = match &own.listed {
        None => m.text(Key::DossierReportLineNone),
        Some(listed) => {
            let values = [
                ("name", listed.name.clone()),
                ("line", listed.line.to_string()),
                ("number", listed.number.to_string()),
                ("fide", n.whole(listed.fide_id)),
                ("rating", n.whole(listed.rating)),
            ];
            m.with(Key::DossierReportLineText, values)
        }
    };
    let rows = [
        (Key::DossierReportFile, check.name.clone().into()),
        (Key::DossierReportPlayers, n.count(check.players).into()),
        (Key::DossierReportPlayersGames, n.count(check.players_in_games).into()),
        (Key::DossierReportContradictions, n.count(check.contradictions).into()),
        (Key::DossierReportLine, line.into()),
    ];
    let mut blocks = vec![facts(m, rows), counts(m, check).into()];
    if !own.silent.event_days_known {
        blocks.push(text(m, Key::DossierReportNodays));
    }
    if !own.findings.is_empty() {
        blocks.push(text(m, Key::DossierReportFound));
        blocks.push(differences::table(m, &own.findings).into());
    } else if own.listed.is_some() {
        blocks.push(text(m, Key::DossierReportSame));
    }
    blocks
}

/// Games and pairings, of the whole event and of the player; each block adds up to its first row.
fn counts(m: &Messages, check: &ReportCheck) -> Table {
    let columns =
        [(Key::DossierReportCount, false), (Key::DossierReportWhole, true), (Key::DossierReportOwn, true)];
    let mut counts = table(m, Key::DossierReportHeading, columns);
    let (n, own) = (m.numbers(), &check.player);
    let whole = differences::tally(&check.games, &check.pairings);
    for ((name, whole), (_, own)) in whole.into_iter().zip(differences::tally(&own.games, &own.pairings)) {
        counts.row([m.text(name), n.count(whole), n.count(own)]);
    }
    let differences: u64 = check.findings.values().map(|n| u64::from(*n)).sum();
    counts.row([m.text(Key::DossierReportAgree), String::new(), n.count(own.agreeing)]);
    counts.row([m.text(Key::DossierReportDiffer), n.count(differences), n.count(own.findings.len())]);
    counts
}
