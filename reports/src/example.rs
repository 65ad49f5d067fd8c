//! A small fixed screening for tests, stored as JSON: six players with hostile names, every reading but one, two games.

use analyzer::screening::{GameTrace, PlayerResult, Screening, Suggestion};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The stored names, which break careless writers; one of them is plain.
pub const NAMES: [&str; 6] = [
    "=cmd|' /C calc'!A1",
    "<script>alert(1)</script>",
    "@Bidi \u{202e}gnitset\u{202c} \u{1b}[31mRed\u{7}",
    "Nováková, Žofie",
    "O'Connor, Ann",
    "李, 小龙",
];

const SCREENING: &str = include_str!("../fixtures/screening.json");
const GAMES: &str = include_str!("../fixtures/games.json");

/// A stored document after `change` has seen every text in it with the key that it stands under.
pub(crate) fn stored<T: DeserializeOwned>(json: &str, change: &dyn Fn(&str, &mut String)) -> T {
    let mut value = serde_json::from_str(json).expect("the stored document is JSON");
    each_text(&mut value, "", change);
    serde_json::from_value(value).expect("the stored document has its type")
}

fn each_text(value: &mut Value, key: &str, change: &dyn Fn(&str, &mut String)) {
    match value {
        Value::String(text) => change(key, text),
        Value::Array(values) => values.iter_mut().for_each(|value| each_text(value, key, change)),
        Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| each_text(value, key, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Puts other names in the places of the stored ones.
pub(crate) fn renamed<const N: usize>(
    stored: [&'static str; N],
    names: [&str; N],
) -> impl Fn(&str, &mut String) {
    let names = names.map(str::to_owned);
    move |_, text| {
        if let Some(name) = stored.iter().zip(&names).find_map(|(old, new)| (old == text).then_some(new)) {
            text.clone_from(name);
        }
    }
}

/// A table with its steering characters shown as codes, so that a snapshot is safe to read in a terminal.
#[cfg(test)]
pub(crate) fn readable(table: &[u8]) -> String {
    let text = String::from_utf8_lossy(table);
    text.lines().map(|line| crate::escape::visible(line) + "\n").collect()
}

/// The screening, with the hostile names.
pub fn screening() -> Screening {
    with_names(NAMES)
}

/// The same screening with other names.
pub fn with_names(names: [&str; 6]) -> Screening {
    stored(SCREENING, &renamed(NAMES, names))
}

/// Two games between these players.
pub fn games() -> Vec<GameTrace> {
    stored(GAMES, &|_, _| ())
}

/// A field of this many players with neutral names, one in twenty without a rating and one with too few decisions.
pub fn large(players: u32) -> Screening {
    let mut s = screening();
    let [normal, ask, look, insufficient, _, unrated] =
        <[PlayerResult; 6]>::try_from(s.players).expect("six players");
    s.event.name = "Harbour Open 2026, Group A".to_owned();
    (s.event.games_in, s.event.games_scored) = (players * 4 + 3, players * 4);
    let player = |number: u32| {
        // A fixed scatter from -2.9 to 3.1 in an order that looks like chance.
        let z = f64::from(number * 37 % 61) / 10.0 - 2.9;
        let template = match number % 20 {
            13 => &unrated,
            18 => &insufficient,
            _ if z >= 3.0 => &ask,
            _ if z >= 2.0 => &look,
            _ => &normal,
        };
        let mut player = PlayerResult { name: format!("Player {number:02}, Neutral"), ..template.clone() };
        if player.reading != Suggestion::Unrated {
            player.rating = u16::try_from(2000 + number * 11 % 600).ok();
            player.fide_id = player.rating.map(|rating| 4_100_000 + u32::from(rating));
        }
        player.overall_z = player.overall_z.map(|_| z);
        (player.alone_z, player.field_z) = (player.overall_z, player.overall_z);
        player.roi = player.overall_z.map(|z| 50.0 + 5.0 * z);
        player
    };
    s.players = (0..players).map(player).collect();
    let at =
        |level: f64| u32::try_from(s.players.iter().filter(|p| p.roi >= Some(level)).count()).unwrap_or(0);
    s.field.players = at(f64::MIN);
    (s.field.seen_at.at_60, s.field.seen_at.at_65, s.field.seen_at.at_70) = (at(60.0), at(65.0), at(70.0));
    s
}

/// So many games of so many plies between the players of a large field.
pub fn large_games(s: &Screening, number_of_games: usize, plies: usize) -> Vec<GameTrace> {
    let players = s.players.len();
    let template = games().swap_remove(0);
    let game = |number: usize| GameTrace {
        white: number % players,
        black: (number % players + 1 + number / players) % players,
        round: (1 + number / players).to_string(),
        number: u32::try_from(number).unwrap_or(0),
        sha256: number.to_string().repeat(64),
        result: "1/2-1/2",
        moves: template.moves.iter().cycle().take(plies).cloned().collect(),
        ..template.clone()
    };
    (0..number_of_games).map(game).collect()
}
