//! The tournament report against the games, within the part on the event.

use analyzer::full_test::{FullTest, ReportCheck};

use crate::{
    differences,
    document::{Block, Cell, Table, facts, part, table, text},
    messages::{Key, Messages},
};

pub(super) fn report(m: &Messages, t: &FullTest) -> Vec<Block> {
    let players = [("players", m.numbers().count(t.event_players))];
    let players = m.label_with("event-players", &t.event_players_from, players);
    let mut blocks =
        vec![facts(m, [(Key::DossierEventPlayers, players.into())]), part(m, Key::DossierReportHeading)];
    let Some(check) = &t.report else {
        blocks.push(text(m, Key::DossierReportNone));
        return blocks;
    };
    blocks.push(about(m, check));
    blocks.push(counts(m, check).into());
    if !check.player.silent.event_days_known {
        blocks.push(text(m, Key::DossierReportNodays));
    }
    if !check.player.findings.is_empty() {
        blocks.push(text(m, Key::DossierReportFound));
        blocks.push(differences::table(m, &check.player.findings).into());
    } else if check.player.listed.is_some() {
        blocks.push(text(m, Key::DossierReportSame));
    }
    blocks
}

fn about(m: &Messages, check: &ReportCheck) -> Block {
    let n = m.numbers();
    let line = match &check.player.listed {
        None => m.text(Key::DossierReportLineNone),
        Some(listed) => {
            let values = [
                ("name", listed.name.clone()),
                ("line", listed.line.to_string()),
                ("number", listed.number.to_string()),
                ("fide", n.whole(listed.fide_id)),
                ("rating", n.whole(listed.rating)),
            ];
            m.with(Key::DossierReportLineText, values)
        }
    };
    let rows = [
        (Key::DossierReportFile, check.name.clone().into()),
        (Key::ManifestInputSha256, Cell::Code(check.sha256.clone())),
        (Key::DossierReportPlayers, n.count(check.players).into()),
        (Key::DossierReportPlayersGames, n.count(check.players_in_games).into()),
        (Key::DossierReportContradictions, n.count(check.contradictions).into()),
        (Key::DossierReportLine, line.into()),
    ];
    facts(m, rows)
}

/// Games and pairings, of the whole event and of the player; each block adds up to its first row.
fn counts(m: &Messages, check: &ReportCheck) -> Table {
    let columns =
        [(Key::DossierReportCount, false), (Key::DossierReportWhole, true), (Key::DossierReportOwn, true)];
    let mut counts = table(m, Key::DossierReportHeading, columns);
    let (n, own) = (m.numbers(), &check.player);
    let whole = differences::tally(&check.games, &check.pairings);
    for ((name, whole), (_, own)) in whole.into_iter().zip(differences::tally(&own.games, &own.pairings)) {
        counts.row([m.text(name), n.count(whole), n.count(own)]);
    }
    let differences: u64 = check.findings.values().map(|n| u64::from(*n)).sum();
    counts.row([m.text(Key::DossierReportAgree), String::new(), n.count(own.agreeing)]);
    counts.row([m.text(Key::DossierReportDiffer), n.count(differences), n.count(own.findings.len())]);
    counts
}
