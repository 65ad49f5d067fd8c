//! The method, the engine and the parameters.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, Cell, facts, section, text},
    messages::{Key, Messages},
    words,
};

pub(super) fn method(m: &Messages, t: &FullTest) -> Vec<Block> {
    let manifest = &t.manifest;
    let settings = words::settings(m, &manifest.settings);
    let rows = [
        (Key::ManifestEngine, Cell::Plain(manifest.engine.name.clone())),
        (Key::ManifestEngineSha256, Cell::Code(manifest.engine.sha256.clone())),
        (Key::ManifestSettings, Cell::Plain(settings)),
        (Key::ManifestParameters, Cell::Plain(words::parameters(m, manifest))),
    ];
    let mut blocks = vec![
        section("method", m, Key::DossierMethodHeading),
        text(m, Key::DossierMethodRecord),
        text(m, Key::DossierMethodSecond),
    ];
    if manifest.parameters.is_some() && !manifest.provisional {
        blocks.push(text(m, Key::DossierMethodCertificate));
    }
    blocks.push(facts(m, rows));
    blocks
}
