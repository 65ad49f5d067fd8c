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
    let mut blocks = vec![
        facts(m, [(Key::DossierEventPlayers, Cell::Plain(players))]),
        part(m, Key::DossierReportHeading),
    ];
    let Some(check) = &t.report else {
        blocks.push(text(m, Key::DossierReportNone));
        return blocks;
    };
    blocks.push(about(m, check));
    blocks.push(Block::Table { table: counts(m, check) });
    if !check.player.silent.event_days_known {
        blocks.push(text(m, Key::DossierReportNodays));
    }
    if check.player.findings.is_empty() && check.player.listed.is_some() {
        blocks.push(text(m, Key::DossierReportSame));
    } else if !check.player.findings.is_empty() {
        blocks.push(text(m, Key::DossierReportFound));
        blocks.push(Block::Table { table: differences::table(m, &check.player.findings) });
    }
    blocks
}

fn about(m: &Messages, check: &ReportCheck) -> Block {
    let n = m.numbers();
    let number = |number: u32| Cell::Plain(n.count(u64::from(number)));
    let line = match &check.player.listed {
        None => m.text(Key::DossierReportLineNone),
        Some(listed) => {
            let id = listed.fide_id.map_or_else(|| n.whole(None), |id| id.to_string());
            let (line, start) = (listed.line.to_string(), listed.number.to_string());
            let rating = n.whole(listed.rating.map(u32::from));
            m.with(
                Key::DossierReportLineText,
                &[
                    ("name", Arg::Text(&listed.name)),
                    ("line", Arg::Text(&line)),
                    ("number", Arg::Text(&start)),
                    ("fide", Arg::Text(&id)),
                    ("rating", Arg::Text(&rating)),
                ],
            )
        }
    };
    facts(
        m,
        [
            (Key::DossierReportFile, Cell::Plain(check.name.clone())),
            (Key::ManifestInputSha256, Cell::Code(check.sha256.clone())),
            (Key::DossierReportPlayers, number(check.players)),
            (Key::DossierReportPlayersGames, number(check.players_in_games)),
            (Key::DossierReportContradictions, number(check.contradictions)),
            (Key::DossierReportLine, Cell::Plain(line)),
        ],
    )
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
    let differences: u64 = check.findings.values().map(|n| u64::from(*n)).sum();
    counts.row([m.text(Key::DossierReportAgree), String::new(), count(m, own.agreeing)]);
    counts.row([
        m.text(Key::DossierReportDiffer),
        m.numbers().count(differences),
        count(m, own.findings.len()),
    ]);
    counts
}
