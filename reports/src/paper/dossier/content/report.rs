//! The tournament report against the games, within the part on the event.

use analyzer::full_test::{FullTest, PlayersFrom, ReportCheck};

use crate::{
    differences,
    document::{Block, Cell, Table, count, facts, part, table, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn report(m: &Messages, t: &FullTest) -> Vec<Block> {
    let players = m.numbers().count(u64::from(t.event_players));
    let from = match t.event_players_from {
        PlayersFrom::Report => Key::DossierEventPlayersReport,
        PlayersFrom::Games => Key::DossierEventPlayersGames,
    };
    let players = m.with(from, &[("players", Arg::Text(&players))]);
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
        Some(listed) => m.with(
            Key::DossierReportLineText,
            &[
                ("name", Arg::Text(&listed.name)),
                ("line", Arg::Text(&listed.line.to_string())),
                ("number", Arg::Text(&listed.number.to_string())),
                ("fide", Arg::Text(&listed.fide_id.map_or_else(|| n.whole(None), |id| id.to_string()))),
                ("rating", Arg::Text(&n.whole(listed.rating.map(u32::from)))),
            ],
        ),
    };
    let rows = [
        (Key::DossierReportFile, check.name.clone().into()),
        (Key::ManifestInputSha256, Cell::Code(check.sha256.clone())),
        (Key::DossierReportPlayers, n.count(check.players.into()).into()),
        (Key::DossierReportPlayersGames, n.count(check.players_in_games.into()).into()),
        (Key::DossierReportContradictions, n.count(check.contradictions.into()).into()),
        (Key::DossierReportLine, line.into()),
    ];
    facts(m, rows)
}

/// Games and pairings, of the whole event and of the player; each block adds up to its first row.
fn counts(m: &Messages, check: &ReportCheck) -> Table {
    let columns =
        [(Key::DossierReportCount, false), (Key::DossierReportWhole, true), (Key::DossierReportOwn, true)];
    let mut counts = table(m, Key::DossierReportHeading, columns);
    let own = &check.player;
    let whole = differences::tally(&check.games, &check.pairings);
    for ((name, whole), (_, own)) in whole.into_iter().zip(differences::tally(&own.games, &own.pairings)) {
        counts.row([m.text(name), count(m, whole), count(m, own)]);
    }
    let differences = check.findings.values().map(|n| u64::from(*n)).sum();
    let differences = m.numbers().count(differences);
    counts.row([m.text(Key::DossierReportAgree), String::new(), count(m, own.agreeing)]);
    counts.row([m.text(Key::DossierReportDiffer), differences, count(m, own.findings.len())]);
    counts
}
