//! The kind of paper, how the player came under attention, who the player is, and in which event.

use analyzer::full_test::{FullTest, kind};
use analyzer::policy::{Mode, TestKind};

use super::custody;
use crate::{
    custody::Custody,
    document::{Block, Cell, facts, listed, note, part, section, text},
    messages::{Key, Messages},
    order::games_add_up,
    sheet::sections,
    words,
};

fn test_kind(t: &FullTest) -> TestKind {
    kind(&t.manifest.settings, t.manifest.provisional)
}

/// The word for what kind of test it is.
pub(super) fn stage(m: &Messages, t: &FullTest) -> String {
    m.label("stage", &test_kind(t))
}

/// Stage, purpose, who asked, software.
pub(super) fn head(m: &Messages, t: &FullTest, c: &Custody) -> Vec<Block> {
    let [requested_by, reason] = custody::asked(m, c);
    let rows = [
        (Key::DossierStage, stage(m, t).into()),
        (Key::DossierPurpose, m.text(Key::DossierPurposeText).into()),
        requested_by,
        reason,
        (Key::ManifestSoftware, t.manifest.software.clone().into()),
        (Key::DossierLayout, Cell::Code(t.schema.clone())),
    ];
    let mut blocks =
        vec![section("head", m, Key::DossierHeadHeading), facts(m, rows), note(m, Key::DossierNoFinding)];
    if test_kind(t) == TestKind::Quick {
        blocks.push(note(m, Key::DossierStageQuickNote));
    }
    blocks
}

/// How the player came under attention, and how many were looked at. It stands before any result.
pub(super) fn why(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("why", m, Key::DossierWhyHeading)];
    let Some(rules) = &t.rules else {
        blocks.push(text(m, Key::DossierWhyNone));
        return blocks;
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
    blocks.extend([text(m, Key::DossierWhyIntro), facts(m, rows)]);
    blocks
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
    let mut blocks = vec![section("player", m, Key::DossierPlayerHeading), facts(m, rows)];
    if !player.ratings.is_empty() {
        blocks.extend([
            part(m, Key::PlayerRatings),
            text(m, Key::PlayerRatingsNote),
            listed(m, &player.ratings)
                .words(Key::RatingsBasis, |view| m.label("basis", &view.basis))
                .figures(Key::RatingsRating, |view| view.rating.to_string())
                .figures(Key::ColumnZ, |view| n.z(view.overall_z))
                .figures(Key::ColumnIndex, |view| n.index(view.roi))
                .block(Key::PlayerRatings),
        ]);
    }
    blocks
}

pub(super) fn event(m: &Messages, t: &FullTest) -> Vec<Block> {
    let event = &t.event;
    let rows = [
        (Key::DossierEventName, words::event_name(m, &event.name).into()),
        (Key::DossierEventConditions, words::event_conditions(m, event).into()),
    ];
    let mut blocks = vec![
        section("event", m, Key::DossierEventHeading),
        facts(m, rows),
        Block::Text { text: sections::equation(m, event) },
    ];
    blocks.extend((!games_add_up(event)).then(|| note(m, Key::DossierBroken)));
    blocks
}
