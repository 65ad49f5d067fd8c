//! The program from the outside, as a person runs it: exit codes, files and words. Names are invented. Tests that need an
//! engine, a browser or a queue skip with a printed reason where there is none.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

#[path = "../../../datasets/tests/report/mod.rs"]
mod report;
#[path = "../../../datasets/tests/serve/mod.rs"]
mod web_server;
#[path = "../../../service/tests/webdriver/mod.rs"]
#[expect(dead_code, reason = "what it can do for the tests of the service as well")]
mod webdriver;

mod evidence;
mod home;
mod hostile_engine;
mod logged_engine;
mod server;

mod accepted;
mod batch;
mod beside;
mod browser;
mod bundle;
mod cage;
mod end_to_end;
mod engines;
mod feed;
mod golden;
mod guide_pictures;
mod helped_player;
mod hostile;
mod import;
mod inspect;
mod people;
#[cfg(feature = "nats")]
mod queue;
mod recompute;
mod replay;
mod serve;
mod shared_store;
mod terminal;
mod timestamp;
mod trf;
mod watch;
