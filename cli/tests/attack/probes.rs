//! The probes, their order, and the table of results.
#![expect(clippy::unwrap_used, reason = "a probe that fails may panic; the table says so")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

#[path = "../program/evidence.rs"]
mod evidence;
#[path = "../program/home.rs"]
#[expect(dead_code, reason = "what it can do for the tests of the program as well")]
mod home;
#[path = "../program/hostile_engine.rs"]
mod hostile_engine;
#[path = "../program/server.rs"]
mod server;

mod bombs;
mod bundles;
mod caged_engine;
mod crawl;
mod files;
mod floods;
mod forms;
mod http;
mod kills;
mod log;
mod malformed;
mod markup;
mod mutation;
mod rights;
mod tally;
mod uci;
mod world;

use tally::Probe;

/// All probes end within this time, or the program does.
const MAX_TIME: Duration = Duration::from_secs(540);

/// Probes that run one after the other. Groups run side by side, because most of them wait for a server's limits.
type Group = (&'static str, &'static [&'static str], fn(&[&str]) -> Vec<Probe>);

const GROUPS: [Group; 3] = [
    (
        "pages and the log",
        &[rights::NAME, forms::WORD, forms::RIGHT, crawl::PAGES, crawl::CELLS, log::NAME],
        world::attacked,
    ),
    (
        "the server",
        &[floods::MEMORY, floods::PLACES, malformed::NAME, bombs::NAME, kills::NAME],
        floods::server_attacked,
    ),
    ("the command line", &[bundles::NAME, caged_engine::NAME, files::NAME], floods::command_line_attacked),
];

/// Probes of `make test`: under a minute on two cores. `make attack` runs all.
const SHORT: [&str; 6] =
    [rights::NAME, forms::WORD, forms::RIGHT, log::NAME, floods::PLACES, caged_engine::NAME];
const ALL: &str = "FAIRPLAY_ATTACKS";

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == uci::ARGUMENT) {
        uci::play();
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--list") {
        GROUPS.iter().flat_map(|(_, names, _)| *names).for_each(|name| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let asked: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|argument| !argument.starts_with('-')).collect();
    let all = std::env::var(ALL).is_ok_and(|which| which == "all");
    let chosen = |name: &str| match asked.as_slice() {
        [] => all || SHORT.contains(&name),
        words => words.iter().any(|word| name.contains(word)),
    };
    let begun = Instant::now();
    std::thread::spawn(|| {
        std::thread::sleep(MAX_TIME);
        println!("the attacks did not end within {} seconds", MAX_TIME.as_secs());
        std::process::exit(1);
    });
    let probes: Vec<Probe> = std::thread::scope(|scope| {
        let groups: Vec<_> = GROUPS
            .iter()
            .map(|(title, names, run)| {
                let names: Vec<&str> = names.iter().copied().filter(|name| chosen(name)).collect();
                (*title, scope.spawn(move || if names.is_empty() { Vec::new() } else { run(&names) }))
            })
            .collect();
        let ended = |(title, group): (&'static str, std::thread::ScopedJoinHandle<'_, Vec<Probe>>)| {
            group.join().unwrap_or_else(|_| vec![Probe::ended(title)])
        };
        groups.into_iter().flat_map(ended).collect()
    });
    tally::print(&probes, begun.elapsed())
}
