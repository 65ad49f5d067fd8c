//! The same file and the same statements give one class, venue, rating and digest in the browser, by command and by `watch`. The rows are
//! those of `datasets/tests/how_played.tsv`; the command line reads its arguments by the same table.

use std::fmt::Write as _;

use analyzer::policy::Mode;
use analyzer::screening::Screening;
use analyzer::shipped;
use datasets::Aliases;
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::event_facts::StatedPlay;
use pipeline::{CalibratedEngine, PrepareOptions, RatingChoice, SearchPlayedMove, prepare};
use uci_pool::Settings;

use super::engines::rounds;
use super::full_tests::hints;
use super::scripted::{Searches, both, finish, parameters, read, session};
use super::test_server::TestServer;
use crate::accounts::roles::Role;
use crate::events::{circumstances, results};

/// The games of two rounds with the tags of a row, and clocks from so many seconds on where the row has them.
fn pgn(event: &str, site: &str, control: Option<&str>, clocks: Option<u64>) -> String {
    let line = |line: &str| match line.split(' ').next() {
        Some("[Event") => format!("[Event \"{event}\"]"),
        Some("[Site") => {
            let control = control.map(|text| format!("\n[TimeControl \"{text}\"]")).unwrap_or_default();
            format!("[Site \"{site}\"]{control}")
        }
        _ => line.to_owned(),
    };
    let mut ply = 0_u64;
    let mut text = String::new();
    // Numbers of FIDE are a sign of play over the board, which the rows do not speak of.
    for part in rounds(3..=4).lines().filter(|line| !line.contains("FideId")).map(line) {
        if part.starts_with('[') || part.is_empty() {
            ply = 0;
            text.push_str(&part);
        } else {
            for word in part.split(' ') {
                text.push_str(word);
                text.push(' ');
                let is_move = !word.ends_with('.') && !word.starts_with(['1', '0', '*']);
                if let (Some(start), true) = (clocks, is_move) {
                    let left = start.saturating_sub((ply / 2 + 1) * start / 120);
                    let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
                    let _written = write!(text, "{{[%clk {hours}:{minutes:02}:{seconds:02}]}} ");
                    ply += 1;
                }
            }
        }
        text.push('\n');
    }
    text
}

/// Class, its source, mode, ratings by player, what is missing, and the digest.
type Answer = (String, String, Option<Mode>, Vec<(String, Option<u16>)>, String, String);

fn answer(screening: &Screening) -> Answer {
    let event = &screening.event;
    let ratings = screening.players.iter().map(|player| (player.name.clone(), player.rating)).collect();
    let missing = format!("{:?}", screening.manifest.missing);
    let digest = screening.manifest.digest.clone();
    (event.time_class.clone(), event.time_class_from.clone(), event.mode, ratings, missing, digest)
}

#[test]
fn file_and_statements_give_one_answer_in_the_browser_and_by_command() {
    let server = TestServer::new();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let searches = Searches::default();
    let mut engines = both(&server, &searches, &Searches::default());
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("command.sqlite");
    let parameters = Some(parameters(shipped::QUICK_STOCKFISH_15_1, None));
    let session = session(&searches, &Settings::QUICK, &store);
    let mut command = CalibratedEngine { session, parameters };
    let table = include_str!("../../../datasets/tests/how_played.tsv");
    let mut rows = 0;
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<Option<&str>> = row.split('\t').map(|cell| Some(cell).filter(|c| *c != "-")).collect();
        let [event, site, control, clocks, mode, class, stated, expected, from, asked] = cells[..] else {
            panic!("{row}")
        };
        let name = event.expect("a name");
        let clocks = clocks.map(|start| start.parse().expect("seconds"));
        let games = pgn(name, site.expect("a site"), control, clocks);
        let played = StatedPlay {
            mode: mode.map(|name| Mode::by_name(name).expect("a mode")),
            class: TimeClass::ALL.into_iter().find(|known| Some(known.as_str()) == class),
            control: stated.map(str::to_owned),
        };
        let options = PrepareOptions {
            name: Some(name),
            fallback: "",
            aliases: &Aliases::default(),
            rating: RatingChoice::default(),
            played: &played,
            book: None,
            store: &store,
        };
        let event = prepare(read(&games), &options).expect("prepared");
        let searched = SearchPlayedMove::IfUnlisted;
        let answers =
            command.session.answer(&event.plans, searched, &|| false, &mut |_| ()).expect("answers");
        let by_command = command.screen(&event, &answers).expect("a screening").screening;
        assert_eq!(Some(by_command.event.time_class.as_str()), expected, "{row}");
        assert_eq!(Some(by_command.event.time_class_from.as_str()), from, "{row}");

        let number = server.upload(&chief, "/events", name, ("games.pgn", games.as_bytes())).number();
        let said = [("mode", mode), ("time_class", class), ("time_control", stated)];
        let fields: Vec<(&str, &str)> =
            said.iter().filter_map(|(key, text)| Some((*key, (*text)?))).collect();
        if !fields.is_empty() {
            server.post(&chief, &format!("/events/{number}/circumstances"), &fields).leads();
        }
        finish(&mut engines);
        let in_browser = server.read(|c| results::latest(c, number)).expect("a result").screening;
        assert_eq!(answer(&in_browser), answer(&by_command), "{row}");
        // The page asks where the command does, and the hints say the same of the event.
        assert_eq!(server.read(|c| circumstances::not_stated(c, number)).is_some(), asked.is_some(), "{row}");
        let hints = hints(&server, number);
        assert_eq!(hints["event"]["time_class"].as_str(), expected, "{row}");
        // `watch` looks at the same games by the same call.
        let by_watch = command.hints(&event, &answers, None, |look| look).expect("hints");
        let digest = Some(by_watch.manifest.digest.as_str());
        assert_eq!(hints["manifest"]["digest"].as_str(), digest, "{row}");
        assert_eq!(hints["manifest"]["missing"].as_str() == Some("not_stated"), asked.is_some(), "{row}");
        rows += 1;
    }
    assert!(rows >= 24, "{rows}");
}
