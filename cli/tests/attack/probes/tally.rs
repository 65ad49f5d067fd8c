//! What was tried, how often, and what did not hold.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Fails what would be skipped where it is set to anything but nothing.
const REQUIRE: &str = "FAIRPLAY_REQUIRE";
/// Failures of one probe that are printed.
const MAX_PRINTED: usize = 20;
/// Characters of one failure that are printed.
const MAX_CHARS: usize = 600;

/// One row of the table.
pub(super) struct Probe {
    pub(super) name: &'static str,
    attempts: u64,
    failures: Vec<String>,
    skipped: Option<String>,
    /// Figures beside the counts.
    notes: Vec<String>,
    took: Duration,
}

impl Probe {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            attempts: 0,
            failures: Vec::new(),
            skipped: None,
            notes: Vec::new(),
            took: Duration::ZERO,
        }
    }

    pub(super) fn skipped(name: &'static str, why: impl Into<String>) -> Self {
        Self { skipped: Some(why.into()), ..Self::new(name) }
    }

    /// A probe that panicked.
    pub(super) fn ended(name: &'static str) -> Self {
        Self {
            failures: vec!["the probe ended early; its message stands above".to_owned()],
            ..Self::new(name)
        }
    }

    /// Runs what gives some rows, the first of which has the time; one that panics does not end the others.
    pub(super) fn run(name: &'static str, run: impl FnOnce() -> Vec<Self>) -> Vec<Self> {
        let begun = Instant::now();
        let mut probes = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| vec![Self::ended(name)]);
        probes.iter_mut().take(1).for_each(|probe| probe.took = begun.elapsed());
        probes
    }

    /// Counts an attempt, which failed unless something holds.
    pub(super) fn holds(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.attempts += 1;
        if !holds {
            self.failures.push(otherwise());
        }
    }

    pub(super) fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// Takes what another part of the same probe found.
    pub(super) fn add(&mut self, part: Self) {
        self.attempts += part.attempts;
        self.failures.extend(part.failures);
        self.notes.extend(part.notes);
        self.skipped = self.skipped.take().or(part.skipped);
    }

    fn fails(&self) -> bool {
        let untold = self.attempts == 0 && (self.skipped.is_none() || is_required());
        !self.failures.is_empty() || untold
    }
}

fn is_required() -> bool {
    std::env::var_os(REQUIRE).is_some_and(|value| !value.is_empty())
}

/// Text from outside as a terminal may show it.
fn harmless(text: &str) -> String {
    let shown: String = text.chars().take(MAX_CHARS).collect();
    reports::visible(&shown)
}

/// Prints the table, and below it each failure with what was sent and what came back.
pub(super) fn print(probes: &[Probe], took: Duration) -> ExitCode {
    let wide = probes.iter().map(|probe| probe.name.len()).max().unwrap_or(0).max(20);
    println!("\n{:wide$} | attempts | failures | seconds", "probe");
    println!("{:-<wide$} | -------- | -------- | -------", "");
    for probe in probes {
        let seconds = probe.took.as_secs_f64();
        println!("{:wide$} | {:8} | {:8} | {seconds:7.1}", probe.name, probe.attempts, probe.failures.len());
        probe.skipped.iter().for_each(|why| println!("    skipped: {}", harmless(why)));
        probe.notes.iter().for_each(|note| println!("    {}", harmless(note)));
        let printed = probe.failures.iter().take(MAX_PRINTED);
        printed.for_each(|failure| println!("    FAILED {}", harmless(failure)));
        if probe.failures.len() > MAX_PRINTED {
            println!("    and {} more", probe.failures.len() - MAX_PRINTED);
        }
    }
    let attempts: u64 = probes.iter().map(|probe| probe.attempts).sum();
    let failures: usize = probes.iter().map(|probe| probe.failures.len()).sum();
    println!("{:wide$} | {attempts:8} | {failures:8} | {:7.1}", "total, side by side", took.as_secs_f64());
    let failed = probes.iter().filter(|probe| probe.fails()).count();
    let ignored = probes.iter().filter(|probe| !probe.fails() && probe.attempts == 0).count();
    let passed = probes.len() - failed - ignored;
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {verdict}. {passed} passed; {failed} failed; {ignored} ignored; finished in {:.1}s\n",
        took.as_secs_f64()
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
