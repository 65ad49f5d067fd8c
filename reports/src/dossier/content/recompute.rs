//! How to make every number again: files, digests.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, Cell, facts, section, table, text},
    messages::{Key, Messages},
};

pub(super) fn recompute(m: &Messages, t: &FullTest) -> Vec<Block> {
    let manifest = &t.manifest;
    let rows = [
        (Key::ManifestEvaluations, Cell::Code(manifest.evaluations.clone())),
        (Key::DossierRecomputeDigest, Cell::Code(manifest.digest.clone())),
    ];
    let columns = [(Key::ManifestInputName, false), (Key::ManifestInputSha256, false)];
    let mut inputs = table(m, Key::ManifestInputs, columns);
    for input in &manifest.inputs {
        inputs.cells(vec![Cell::Plain(input.name.clone()), Cell::Code(input.sha256.clone())]);
    }
    vec![
        section("recompute", m, Key::DossierRecomputeHeading),
        text(m, Key::DossierRecomputeText),
        facts(m, rows),
        Block::Table { table: inputs },
    ]
}
