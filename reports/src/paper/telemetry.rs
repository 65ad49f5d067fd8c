//! What a platform noted beside the moves of an event, by player and by move, on a page of its own. It stands in no document
//! with numbers of the screening, and nothing is computed from it.

use std::collections::BTreeMap;

use analyzer::screening::{GameTrace, Screening};
use datasets::tournament::telemetry::{Telemetry, TelemetryEvent, TelemetryKind};

use crate::{
    date,
    document::{Block, Cell, Document, facts, filled, listed, section, text},
    language::Language,
    messages::{Key, Messages},
    sheet::games::round,
    words,
};

/// The page in a language. `games` are the scored games of the screening, which the events name by their index.
pub fn page(s: &Screening, games: &[GameTrace], given: &Telemetry, language: Language) -> String {
    let m = &Messages::new(language);
    let n = m.numbers();
    let mut blocks = vec![
        text(m, Key::DossierTelemetryIntro),
        facts(
            m,
            [
                (Key::DossierTelemetryFile, given.input.name.clone().into()),
                (Key::ManifestInputSha256, Cell::Code(given.input.sha256.clone())),
            ],
        ),
    ];
    if given.set_aside > 0 {
        blocks.push(filled(m, Key::PlatformAside, [("count", n.count(given.set_aside))]));
    }
    if given.events.is_empty() {
        blocks.push(text(m, Key::PlatformNone));
    } else {
        blocks.push(section("players", m, Key::PlatformPlayers));
        blocks.push(by_player(m, s, games, given));
        blocks.push(section("moves", m, Key::PlatformMoves));
        for of_game in given.events.chunk_by(|a, b| a.game == b.game) {
            let game = of_game.first().and_then(|event| games.get(event.game));
            blocks.extend(game.into_iter().flat_map(|game| by_move(m, s, game, of_game)));
        }
    }
    let event = words::event_name(m, &s.event.name);
    let title = m.with(Key::PlatformTitle, [("event", event.as_str())]);
    Document::new(m, Key::DossierTelemetryHeading, title, blocks).html()
}

fn name(s: &Screening, player: usize) -> String {
    s.players.get(player).map_or_else(String::new, |player| player.name.clone())
}

/// How often each kind was noted of each player, and the times together.
fn by_player(m: &Messages, s: &Screening, games: &[GameTrace], given: &Telemetry) -> Block {
    let n = m.numbers();
    let mut counts: BTreeMap<(usize, TelemetryKind), (u32, Option<u64>)> = BTreeMap::new();
    for event in &given.events {
        let Some(game) = games.get(event.game) else { continue };
        let player = if event.white { game.white } else { game.black };
        let (count, milliseconds) = counts.entry((player, event.kind)).or_default();
        *count += 1;
        if let Some(more) = event.milliseconds {
            *milliseconds = Some(milliseconds.unwrap_or(0).saturating_add(more));
        }
    }
    let mut rows: Vec<_> = counts
        .into_iter()
        .map(|((player, kind), (count, milliseconds))| (name(s, player), kind, count, milliseconds))
        .collect();
    rows.sort();
    listed(m, &rows)
        .words(Key::ColumnName, |(name, ..)| name.clone())
        .words(Key::DossierTelemetryKind, |(_, kind, ..)| m.label("telemetry", kind))
        .figures(Key::DossierTelemetryCount, |(_, _, count, _)| n.count(*count))
        .figures(Key::DossierTelemetryTotal, |(.., milliseconds)| n.whole(milliseconds.map(|ms| n.count(ms))))
        .block(Key::PlatformPlayers)
}

/// The events of a game, each before its move.
fn by_move(m: &Messages, s: &Screening, game: &GameTrace, events: &[TelemetryEvent]) -> [Block; 2] {
    let n = m.numbers();
    let title = [
        round(m, &game.round),
        date::date(m.language(), &game.date),
        format!("{} \u{2013} {}", name(s, game.white), name(s, game.black)),
    ];
    let played = |event: &TelemetryEvent| {
        let ply = usize::try_from(event.ply).unwrap_or(usize::MAX);
        match ply.checked_sub(1).and_then(|place| game.moves.get(place)) {
            Some(mv) => mv.san.clone(),
            None => m.text(Key::PlatformAfter),
        }
    };
    let number = |event: &TelemetryEvent| {
        format!("{}{}", event.ply.div_ceil(2), if event.ply % 2 == 1 { "." } else { "\u{2026}" })
    };
    let about = |event: &TelemetryEvent| name(s, if event.white { game.white } else { game.black });
    let table = listed(m, events)
        .figures(Key::DossierTelemetryBefore, number)
        .words(Key::TraceMove, played)
        .words(Key::PlatformAbout, about)
        .words(Key::DossierTelemetryKind, |event| m.label("telemetry", &event.kind))
        .figures(Key::DossierTelemetryTime, |event| n.whole(event.milliseconds.map(|ms| n.count(ms))));
    [Block::Part { title: title.join(" \u{b7} ") }, table.block(Key::PlatformMoves)]
}

#[cfg(test)]
mod tests {
    use datasets::Input;

    use super::*;
    use crate::example;
    use crate::print::html::without_style;

    fn given(events: Vec<TelemetryEvent>, set_aside: usize) -> Telemetry {
        let input = Input { name: "platform.csv".to_owned(), sha256: "7".repeat(64) };
        Telemetry { input, events, set_aside }
    }

    #[test]
    fn every_event_stands_at_its_move_and_is_counted_for_its_player() {
        let names = ["Ample, Anna", "Ring, Olaf", "Sand, Ida", "Berg, Per", "Birch, Ada", "Elm, Carl"];
        let (s, games) = (example::with_names(names), example::games());
        let game = &games[0];
        let after = u32::try_from(game.moves.len()).expect("short") + 1;
        let event =
            |ply, white, kind, milliseconds| TelemetryEvent { game: 0, ply, white, kind, milliseconds };
        let events = vec![
            event(1, true, TelemetryKind::TabSwitch, Some(1200)),
            event(2, true, TelemetryKind::TabSwitch, Some(300)),
            event(after, false, TelemetryKind::Disconnection, None),
        ];
        let page = without_style(&page(&s, &games, &given(events, 4), Language::ENGLISH));
        assert!(page.contains("not part of z, index or any threshold"), "{page}");
        let (white, black) = (&s.players[game.white].name, &s.players[game.black].name);
        let rows: Vec<String> = page
            .split("<tr>")
            .map(|row| row.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim()))
            .map(|cells| cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("|"))
            .collect();
        // The last cell of a table may be followed by text behind it.
        let has =
            |row: String| assert!(rows.iter().any(|found| found.starts_with(&row)), "{row} in {rows:#?}");
        has(format!("{white}|another tab|2|1,500"));
        has(format!("{black}|connection lost|1|\u{2013}"));
        has(format!("1.|{}|{white}|another tab|1,200", game.moves[0].san));
        has(format!("1\u{2026}|{}|{white}|another tab|300", game.moves[1].san));
        assert!(page.contains("after the last move"));
        assert!(page.contains("give no decisions, not shown: 4"));
    }

    #[test]
    fn an_empty_file_is_said_to_be_empty() {
        let made = page(&example::screening(), &example::games(), &given(Vec::new(), 0), Language::ENGLISH);
        assert!(made.contains("The file has no entry about these games."));
    }
}
