//! Stage, purpose, who asked, software: what kind of paper this is.

use analyzer::full_test::{FullTest, kind};
use analyzer::policy::TestKind;

use super::{super::Custody, custody};
use crate::{
    document::{Block, Cell, facts, section},
    messages::{Key, Messages},
};

fn is_full(t: &FullTest) -> bool {
    kind(&t.manifest.settings, t.manifest.provisional) == TestKind::Full
}

/// The word for what kind of test it is.
pub(super) fn stage(t: &FullTest) -> Key {
    if is_full(t) { Key::DossierStageFull } else { Key::DossierStageQuick }
}

pub(super) fn head(m: &Messages, t: &FullTest, c: &Custody) -> Vec<Block> {
    let full = is_full(t);
    let [requested_by, reason] = custody::asked(m, c);
    let rows = [
        (Key::DossierStage, Cell::Plain(m.text(stage(t)))),
        (Key::DossierPurpose, Cell::Plain(m.text(Key::DossierPurposeText))),
        requested_by,
        reason,
        (Key::ManifestSoftware, Cell::Plain(t.manifest.software.clone())),
        (Key::DossierLayout, Cell::Code(t.schema.clone())),
    ];
    let mut blocks = vec![section("head", m, Key::DossierHeadHeading), facts(m, rows)];
    let note = |text: String| Block::Note { text };
    blocks.push(note(m.text(Key::DossierNoFinding)));
    if !full {
        blocks.push(note(m.text(Key::DossierStageQuickNote)));
    }
    blocks
}
