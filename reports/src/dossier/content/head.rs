//! Stage, purpose, who asked, software: what kind of paper this is.

use analyzer::full_test::FullTest;
use analyzer::screening::SettingsEntry;

use super::{super::Custody, custody};
use crate::{
    document::{Block, Cell, facts, section},
    messages::{Key, Messages},
};

/// Depth and lines of the settings of the full test. What is searched with less is a quick test, which may be a hint
/// and nothing more (FIDE Arbiters' Manual 2022, chapter 3, notes on statistics, I).
const FULL: (u8, u8) = (15, 12);

pub(super) fn head(m: &Messages, t: &FullTest, c: &Custody) -> Vec<Block> {
    let full = is_full(&t.manifest.settings);
    let stage = if full {
        Key::DossierStageFull
    } else {
        Key::DossierStageQuick
    };
    let [requested_by, reason] = custody::asked(m, c);
    let rows = [
        (Key::DossierStage, Cell::Plain(m.text(stage))),
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

fn is_full(settings: &SettingsEntry) -> bool {
    settings.depth >= FULL.0 && settings.multipv >= FULL.1
}

#[cfg(test)]
mod tests {
    use uci_pool::Settings;

    use super::*;

    fn entry(settings: &Settings) -> SettingsEntry {
        SettingsEntry {
            depth: settings.depth,
            multipv: settings.multipv,
            hash_mib: settings.hash_mib,
            node_cap: settings.node_cap,
        }
    }

    #[test]
    fn the_stage_follows_the_profiles() {
        assert_eq!(FULL, (Settings::FULL.depth, Settings::FULL.multipv));
        assert!(is_full(&entry(&Settings::FULL)) && !is_full(&entry(&Settings::QUICK)));
        let deep = Settings {
            depth: 20,
            ..Settings::QUICK
        };
        assert!(!is_full(&entry(&deep)), "too few lines");
    }
}
