//! How the player came under attention, and how many were looked at. It stands before any result.

use analyzer::{
    full_test::FullTest,
    policy::{Attention, Mode, Venue},
};

use crate::{
    document::{Block, Cell, facts, section, text},
    messages::{Key, Messages},
};

pub(super) fn why(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("why", m, Key::DossierWhyHeading)];
    let Some(rules) = &t.rules else {
        blocks.push(text(m, Key::DossierWhyNone));
        return blocks;
    };
    let stated = &rules.circumstances;
    let season =
        stated.season.map_or_else(|| m.text(Key::DossierNotStated), |season| m.numbers().count(season.get()));
    let players = m.numbers().count(rules.reading.players.get().into());
    let tests = m.numbers().count(rules.multiplicity.tests.of.get());
    blocks.push(text(m, Key::DossierWhyIntro));
    blocks.push(facts(
        m,
        [
            (Key::DossierWhyAttention, m.text(attention(stated.attention))),
            (Key::DossierWhyMode, m.text(mode(stated.mode))),
            (Key::DossierWhyPlayers, players),
            (Key::DossierWhyTests, tests),
            (Key::DossierWhySeason, season),
        ]
        .map(|(name, value)| (name, Cell::Plain(value))),
    ));
    blocks
}

fn attention(attention: Attention) -> Key {
    match attention {
        Attention::Nobody => Key::DossierAttentionNobody,
        Attention::SingledOut => Key::DossierAttentionSingledOut,
        Attention::Complaint => Key::DossierAttentionComplaint,
    }
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
