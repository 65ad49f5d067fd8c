//! The kind of paper, how the player came under attention, who the player is, and in which event.

use analyzer::full_test::{FullTest, kind};
use analyzer::policy::{Attention, Mode, TestKind, Venue};

use super::{super::Custody, custody};
use crate::{
    conditions,
    document::{Block, Cell, facts, filled, listed, note, part, section, text},
    messages::{Arg, Key, Messages},
};

fn is_full(t: &FullTest) -> bool {
    kind(&t.manifest.settings, t.manifest.provisional) == TestKind::Full
}

/// The word for what kind of test it is.
pub(super) fn stage(t: &FullTest) -> Key {
    if is_full(t) { Key::DossierStageFull } else { Key::DossierStageQuick }
}

/// Stage, purpose, who asked, software.
pub(super) fn head(m: &Messages, t: &FullTest, c: &Custody) -> Vec<Block> {
    let [requested_by, reason] = custody::asked(m, c);
    let rows = [
        (Key::DossierStage, m.text(stage(t)).into()),
        (Key::DossierPurpose, m.text(Key::DossierPurposeText).into()),
        requested_by,
        reason,
        (Key::ManifestSoftware, t.manifest.software.clone().into()),
        (Key::DossierLayout, Cell::Code(t.schema.clone())),
    ];
    let mut blocks =
        vec![section("head", m, Key::DossierHeadHeading), facts(m, rows), note(m, Key::DossierNoFinding)];
    if !is_full(t) {
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
    let attention = match stated.attention {
        Attention::Nobody => Key::DossierAttentionNobody,
        Attention::SingledOut => Key::DossierAttentionSingledOut,
        Attention::Complaint => Key::DossierAttentionComplaint,
    };
    let season = stated.season.map_or_else(|| m.text(Key::DossierNotStated), |season| n.count(season.get()));
    let rows = [
        (Key::DossierWhyAttention, m.text(attention)),
        (Key::DossierWhyMode, m.text(mode(stated.mode))),
        (Key::DossierWhyPlayers, n.count(rules.reading.players.get().into())),
        (Key::DossierWhyTests, n.count(rules.multiplicity.tests.of.get())),
        (Key::DossierWhySeason, season),
    ];
    blocks.push(text(m, Key::DossierWhyIntro));
    blocks.push(facts(m, rows.map(|(name, value)| (name, value.into()))));
    blocks
}

/// How the event counts.
pub(super) fn mode(mode: Mode) -> Key {
    match mode {
        Mode::OverTheBoard => Key::DossierModeOverTheBoard,
        Mode::Online => Key::DossierModeOnline,
        Mode::Hybrid { counted_as: Venue::OverTheBoard } => Key::DossierModeHybridOverTheBoard,
        Mode::Hybrid { counted_as: Venue::Online } => Key::DossierModeHybridOnline,
    }
}

pub(super) fn player(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let mut rows = vec![
        (Key::ColumnName, player.name.clone().into()),
        (Key::ColumnFide, n.whole(player.fide_id).into()),
        (Key::DossierRating, n.whole(player.rating.map(u32::from)).into()),
    ];
    if player.rating.is_some() {
        rows.push((Key::DossierRatingSource, conditions::of_rating(m, player).into()));
    }
    let mut blocks = vec![section("player", m, Key::DossierPlayerHeading), facts(m, rows)];
    if !player.ratings.is_empty() {
        blocks.push(part(m, Key::PlayerRatings));
        blocks.push(text(m, Key::PlayerRatingsNote));
        blocks.push(
            listed(m, &player.ratings)
                .words(Key::RatingsBasis, |view| m.text(conditions::basis(view.basis)))
                .figures(Key::RatingsRating, |view| view.rating.to_string())
                .figures(Key::ColumnZ, |view| n.z(view.overall_z))
                .figures(Key::ColumnIndex, |view| n.index(view.roi))
                .under(Key::PlayerRatings)
                .into(),
        );
    }
    blocks
}

pub(super) fn event(m: &Messages, t: &FullTest) -> Vec<Block> {
    let event = &t.event;
    let name = if event.name.is_empty() { m.text(Key::EventUnnamed) } else { event.name.clone() };
    let rows = [
        (Key::DossierEventName, name.into()),
        (Key::DossierEventConditions, conditions::of_event(m, event).into()),
    ];
    let parts = [event.games_in, event.games_scored, event.games_unscored, event.games_quarantined];
    let parts = parts.map(u64::from);
    let [all, scored, unscored, quarantined] = parts.map(|games| m.numbers().count(games));
    let values = [
        ("in", Arg::Text(&all)),
        ("scored", Arg::Text(&scored)),
        ("unscored", Arg::Text(&unscored)),
        ("quarantined", Arg::Text(&quarantined)),
    ];
    let mut blocks = vec![
        section("event", m, Key::DossierEventHeading),
        facts(m, rows),
        filled(m, Key::GamesEquation, &values),
    ];
    if parts[1..].iter().sum::<u64>() != parts[0] {
        blocks.push(note(m, Key::DossierBroken));
    }
    blocks
}
