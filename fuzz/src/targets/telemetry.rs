//! Tables of what a platform noted beside the moves.

use datasets::tournament::telemetry::TelemetryTable;

use super::absences::{event, said};
use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "telemetry",
    about: "tables of what a platform noted beside the moves",
    run,
    words: WORDS,
    made: Vec::new,
    data: &[],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    let (games, people) = event();
    let found = TelemetryTable::parse("platform.csv", bytes).and_then(|table| table.tied(games, people));
    let found = match found {
        Ok(found) => found,
        Err(error) => return said(bench, &error.to_string()),
    };
    bench.trace.count("events", found.events.len());
    for event in &found.events {
        let game = games.games.get(event.game).expect("a game of the event");
        let plies = usize::try_from(event.ply).expect("small");
        assert!((1..=game.moves.len() + 1).contains(&plies), "{event:?}");
    }
    let of_each =
        (0..people.people.len()).map(|person| found.of_person(games, people, person, games).events.len());
    assert_eq!(of_each.sum::<usize>(), found.events.len(), "every event is about one player");
}

const WORDS: &[&[u8]] = &[
    b"game,ply,move,side,handle,kind,ms\n",
    b"game,ply,kind\n",
    b"1,1,,,,tab_switch,\n",
    b"2,3,,,\"Birch, Ada\",disconnection,900\n",
    b"1,,1,black,,input_lag,31\n",
    b"window_blur",
    b"network_lag",
    b"white",
    b"https://lichess.org/abcd1234",
    b"\"",
    b",",
    b"\r\n",
    b"\xef\xbb\xbf",
    b"99999999999",
    b"\x1b[2J",
];
