//! An engine that tries what no engine needs.

use std::net::TcpListener;

use super::home::{Home, words};
use super::hostile_engine::{attempts, hostile, set_up};
use super::tally::Probe;

pub(super) const NAME: &str = "an engine in its cage";

pub(super) fn caged_engine() -> Probe {
    let (mut probe, home) = (Probe::new(NAME), Home::new());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    if let Err(why) = hostile(&home, listener.local_addr().unwrap().port()) {
        return Probe::skipped(NAME, why);
    }
    set_up(&home, "");
    let line = words("engines --json --engine hostile/engine --depth 3");
    let run = home.command(&line).env("FAIRPLAY_TEST_SECRET", "x").output().unwrap();
    probe.holds(run.status.code() == Some(0), || format!("the run does not go on: {run:?}"));
    for (name, (kind, result)) in attempts(&home) {
        if kind == "refuse" {
            probe.holds(result != "done", || format!("{name} is not refused"));
        }
    }
    for mark in ["mark", "pipe", "folder", "symlink", "moved"] {
        probe.holds(!home.path(mark).exists(), || format!("{mark} was made"));
    }
    for kept in ["secret", "victim", "unlinked", "hostile/victim"] {
        let text = std::fs::read_to_string(home.path(kept)).unwrap_or_default();
        probe.holds(text == "a key", || format!("{kept} is {text:?}"));
    }
    listener.set_nonblocking(true).unwrap();
    probe.holds(listener.accept().is_err(), || "somebody connected".to_owned());
    probe
}
