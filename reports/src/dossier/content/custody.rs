//! What was done to the evidence: who asked and why, which files were read, what the engines did, whose key signed.
//!
//! What nobody stated is said to be not stated. Confidential notes are not here and must not come here.

use super::super::Custody;
use crate::{
    custody::{EngineRun, InputRead, Stated},
    date,
    document::{Block, Cell, facts, part, section, table, text},
    messages::{Arg, Key, Messages},
};

/// Who asked, and why this player: for the head of the document.
pub(super) fn asked(m: &Messages, c: &Custody) -> [(Key, Cell); 2] {
    [
        (Key::DossierRequestedBy, Cell::Plain(stated(m, c.requested_by.as_ref()))),
        (Key::DossierReason, Cell::Plain(stated(m, c.reason.as_ref()))),
    ]
}

fn stated(m: &Messages, stated: Option<&Stated>) -> String {
    match stated {
        Some(Stated::As(text)) => text.clone(),
        Some(Stated::LeftOut) => m.text(Key::DossierLeftOut),
        None => m.text(Key::DossierNotStated),
    }
}

pub(super) fn custody(m: &Messages, c: &Custody) -> Vec<Block> {
    let mut blocks =
        vec![section("custody", m, Key::DossierCustodyHeading), text(m, Key::DossierCustodyIntro)];
    if let Some(copied) = &c.copied {
        let note = m.with(
            Key::DossierCustodyCopy,
            &[
                ("made", Arg::Text(&date::instant(m.language(), copied.made))),
                ("created", Arg::Text(&date::instant(m.language(), copied.created))),
                ("digest", Arg::Text(&copied.manifest)),
            ],
        );
        blocks.push(Block::Note { text: note });
    }
    let operator = stated(m, c.operator.as_ref());
    let mut rows = vec![
        (Key::DossierOperator, Cell::Plain(operator)),
        (Key::DossierCustodyMade, Cell::Plain(date::instant(m.language(), c.made))),
    ];
    match &c.signed_by {
        Some(signer) => {
            rows.push((Key::DossierCustodySigned, Cell::Code(signer.key_id.clone())));
            rows.push((Key::DossierCustodyFingerprint, Cell::Code(signer.fingerprint.clone())));
        }
        None => rows.push((Key::DossierCustodySigned, Cell::Plain(m.text(Key::DossierCustodyUnsigned)))),
    }
    blocks.push(facts(m, rows));
    blocks.push(part(m, Key::DossierCustodyInputs));
    blocks.push(inputs(m, &c.inputs));
    blocks.push(part(m, Key::DossierCustodyRuns));
    blocks.push(text(m, Key::DossierCustodyRunsIntro));
    blocks.push(runs(m, &c.runs));
    blocks
}

fn inputs(m: &Messages, inputs: &[InputRead]) -> Block {
    let columns = [
        (Key::ManifestInputName, false),
        (Key::DossierCustodyRead, false),
        (Key::ManifestInputSha256, false),
    ];
    let mut rows = table(m, Key::DossierCustodyInputs, columns);
    for input in inputs {
        let name = input.name.clone().unwrap_or_else(|| m.text(Key::DossierLeftOut));
        rows.cells(vec![
            Cell::Plain(name),
            Cell::Plain(date::instant(m.language(), input.read)),
            Cell::Code(input.sha256.clone()),
        ]);
    }
    Block::Table { table: rows }
}

fn runs(m: &Messages, runs: &[EngineRun]) -> Block {
    let columns = [
        (Key::ManifestEngine, false),
        (Key::DossierCustodyFrom, false),
        (Key::DossierCustodyTo, false),
        (Key::DossierCustodyProcesses, true),
        (Key::DossierCustodySearched, true),
        (Key::DossierCustodyStored, true),
    ];
    let mut rows = table(m, Key::DossierCustodyRuns, columns);
    for run in runs {
        rows.row([
            run.engine.name.clone(),
            date::instant(m.language(), run.from),
            date::instant(m.language(), run.to),
            m.numbers().count(run.processes),
            m.numbers().count(run.searched),
            m.numbers().count(run.stored),
        ]);
    }
    Block::Table { table: rows }
}
