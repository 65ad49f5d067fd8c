//! The history of the evidence: who asked and why, which files were read, what the engines did, whose key signed, and how
//! to make every number again.
//!
//! A statement that nobody made is shown as not stated. Confidential notes are not here and must not come here.

use analyzer::full_test::FullTest;

use crate::{
    bundle::Timestamp,
    custody::{Custody, CustodyText, InputRead},
    date,
    document::{Block, Cell, facts, listed, part, text},
    messages::{Key, Messages},
    words::manifest_programs,
};

pub(super) fn stated(m: &Messages, stated: Option<&CustodyText>) -> String {
    match stated {
        Some(CustodyText::As(text)) => text.clone(),
        Some(CustodyText::LeftOut) => m.text(Key::DossierLeftOut),
        None => m.text(Key::DossierNotStated),
    }
}

pub(super) fn custody(m: &Messages, c: &Custody) -> Vec<Block> {
    let at = |instant: Timestamp| date::instant(m.language(), instant);
    let mut blocks = vec![text(m, Key::DossierCustodyIntro)];
    if let Some(copied) = &c.copied {
        let values =
            [("made", at(copied.made)), ("created", at(copied.created)), ("digest", copied.manifest.clone())];
        blocks.push(Block::Note { text: m.with(Key::DossierCustodyCopy, values) });
    }
    let mut rows = vec![
        (Key::DossierOperator, stated(m, c.operator.as_ref()).into()),
        (Key::DossierCustodyMade, at(c.made).into()),
    ];
    match &c.signed_by {
        Some(signer) => {
            rows.push((Key::DossierCustodySigned, Cell::Code(signer.key_id.clone())));
            rows.push((Key::DossierCustodyFingerprint, Cell::Code(signer.fingerprint.clone())));
        }
        None => rows.push((Key::DossierCustodySigned, m.text(Key::DossierCustodyUnsigned).into())),
    }
    let name = |input: &InputRead| input.name.clone().unwrap_or_else(|| m.text(Key::DossierLeftOut));
    blocks.extend([
        facts(m, rows),
        part(m, Key::DossierCustodyInputs),
        listed(m, &c.inputs)
            .words(Key::ManifestInputName, name)
            .words(Key::DossierCustodyRead, |input| at(input.read))
            .code(Key::ManifestInputSha256, |input| input.sha256.clone())
            .block(Key::DossierCustodyInputs),
        part(m, Key::DossierCustodyRuns),
        text(m, Key::DossierCustodyRunsIntro),
        listed(m, &c.runs)
            .words(Key::ManifestEngine, |run| run.engine.name.clone())
            .words(Key::DossierCustodyFrom, |run| at(run.from))
            .words(Key::DossierCustodyTo, |run| at(run.to))
            .figures(Key::DossierCustodyProcesses, |run| m.numbers().count(run.processes))
            .figures(Key::DossierCustodySearched, |run| m.numbers().count(run.searched))
            .figures(Key::DossierCustodyStored, |run| m.numbers().count(run.stored))
            .block(Key::DossierCustodyRuns),
    ]);
    blocks
}

/// How to make every number again: files, digests.
pub(super) fn recompute(m: &Messages, t: &FullTest) -> Vec<Block> {
    let manifest = &t.manifest;
    let mut rows = vec![(Key::ManifestEvaluations, Cell::Code(manifest.evaluations.clone()))];
    rows.extend(manifest_programs(m, manifest));
    rows.push((Key::DossierRecomputeDigest, Cell::Code(manifest.digest.clone())));
    vec![
        text(m, Key::DossierRecomputeText),
        facts(m, rows),
        listed(m, &manifest.inputs)
            .words(Key::ManifestInputName, |input| input.name.clone())
            .code(Key::ManifestInputSha256, |input| input.sha256.clone())
            .block(Key::ManifestInputs),
    ]
}
