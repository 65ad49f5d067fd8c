//! Intrinsic performance ratings, never without their range.

use analyzer::full_test::FullTest;
use analyzer::ipr::Reading;

use crate::{
    document::{Block, count, section, table, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn ipr(m: &Messages, t: &FullTest) -> Vec<Block> {
    let iprs = &t.ipr;
    let intrinsic = iprs.intrinsic.as_ref();
    let ways = [
        (Key::DossierIprIntrinsic, intrinsic.map(|ipr| (ipr.value, ipr.low, ipr.high, ipr.decisions))),
        (Key::DossierIprRecord, iprs.record.map(|ipr| (ipr.value, ipr.low, ipr.high, ipr.decisions))),
        (Key::DossierIprSecond, iprs.depth_aware.map(|ipr| (ipr.value, ipr.low, ipr.high, ipr.decisions))),
    ];
    let mut blocks = vec![section("ipr", m, Key::DossierIprHeading), text(m, Key::DossierIprIntro)];
    let columns = [
        (Key::DossierIprWay, false),
        (Key::DossierIprValue, true),
        (Key::DossierIprRange, true),
        (Key::DossierDecisions, true),
    ];
    let mut table = table(m, Key::DossierIprHeading, columns);
    for (way, found) in ways {
        let Some((value, low, high, decisions)) = found else {
            continue;
        };
        let (low, high) = (place(m, low), place(m, high));
        let range = [("low", Arg::Text(&low)), ("high", Arg::Text(&high))];
        table.row([m.text(way), place(m, value), m.with(Key::CertificateRange, &range), count(m, decisions)]);
    }
    if !table.rows.is_empty() {
        blocks.push(Block::Table { table });
    }
    if !iprs.missing.is_empty() {
        let reasons = iprs.missing.join("; ");
        let values = [("reasons", Arg::Text(&reasons))];
        blocks.push(Block::Text { text: m.with(Key::DossierIprMissing, &values) });
    }
    // Without any there is a reason, or nothing was asked for.
    if blocks.len() > 2 { blocks } else { Vec::new() }
}

fn place(m: &Messages, reading: Reading) -> String {
    match reading {
        Reading::At(rating) => m.numbers().decimal(Some(rating), 0),
        Reading::Below(rating) => {
            let rating = rating.to_string();
            m.with(Key::DossierIprBelow, &[("rating", Arg::Text(&rating))])
        }
        Reading::Above(rating) => {
            let rating = rating.to_string();
            m.with(Key::DossierIprAbove, &[("rating", Arg::Text(&rating))])
        }
    }
}
