//! The targets, one file each. A new one needs its file and its line here.

mod absences;
mod aliases;
mod book;
mod bundle;
mod clocks;
mod cloud;
mod evaluation;
mod forms;
mod heads;
mod live;
mod messages;
mod packed;
mod pgn;
mod ratings;
mod settings;
mod sick;
mod telemetry;
mod trf;
mod uci;

use crate::target::Target;

/// All targets. The first five are the entrances that every file comes through.
pub const TARGETS: &[Target] = &[
    pgn::TARGET,
    trf::TARGET,
    ratings::TARGET,
    clocks::TARGET,
    uci::TARGET,
    absences::TARGET,
    aliases::TARGET,
    book::TARGET,
    live::TARGET,
    cloud::TARGET,
    bundle::TARGET,
    evaluation::TARGET,
    forms::TARGET,
    heads::TARGET,
    messages::TARGET,
    settings::TARGET,
    telemetry::TARGET,
];

/// The target of this name; the one that fails on purpose too.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().chain([&sick::TARGET]).find(|target| target.name == name)
}
