//! Progress: a bar on a terminal, a plain line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pipeline::Progress;

use crate::output::terminal::say;

/// How often a plain line is printed.
pub(crate) const LINE_EVERY: Duration = Duration::from_secs(15);

/// Shows how far evaluation has come, on standard error.
pub(crate) struct Reporter {
    /// Name of the search with two spaces behind it, if several take turns; otherwise empty.
    label: &'static str,
    bar: Option<ProgressBar>,
    started: Instant,
    last_line: Instant,
}

impl Reporter {
    pub(crate) fn new(label: &'static str) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
            let template = "{bar:30} {pos}/{len} positions  {msg}";
            bar.set_style(
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar
        });
        Self { label, bar, started: Instant::now(), last_line: Instant::now() }
    }

    /// Shows what a piece of work reports. Its rate is measured from its beginning, without the pause before it. Lines stay as far
    /// apart as before, or short pieces would never print one.
    pub(crate) fn during<T>(&mut self, work: impl FnOnce(&mut dyn FnMut(&Progress)) -> T) -> T {
        self.started = Instant::now();
        if let Some(bar) = &self.bar {
            bar.reset();
        }
        let done = work(&mut |progress| self.show(progress));
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        done
    }

    fn show(&mut self, progress: &Progress) {
        if let Some(bar) = &self.bar {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(format!("{}{}", self.label, describe(progress, self.started.elapsed())));
        } else if let Some(line) = self.line(progress, Instant::now()) {
            say!("{line}");
        }
    }

    /// The line to print, if one is due.
    fn line(&mut self, progress: &Progress, now: Instant) -> Option<String> {
        if now.saturating_duration_since(self.last_line) < LINE_EVERY {
            return None;
        }
        self.last_line = now;
        let text = describe(progress, now.saturating_duration_since(self.started));
        Some(format!("{}/{} positions  {}{text}", progress.done, progress.total, self.label))
    }
}

/// Games, rate and time left. The rate counts searched positions only, or a warm store would promise too much.
fn describe(progress: &Progress, elapsed: Duration) -> String {
    // Positions picked one by one belong to no game.
    let games = match progress.games {
        0 => String::new(),
        all => format!("games {}/{all}  ", progress.games_done),
    };
    let searched = progress.done.saturating_sub(progress.stored);
    let seconds = elapsed.as_secs_f64();
    if searched == 0 || seconds <= 0.0 {
        return games.trim_end().to_owned();
    }
    let rate = searched as f64 / seconds;
    let left = progress.total.saturating_sub(progress.done) as f64 / rate;
    format!("{games}{rate:.1} positions/s  ETA {}", clock(left))
}

/// Seconds as `m:ss` or `h:mm:ss`.
pub(crate) fn clock(seconds: f64) -> String {
    let whole = Duration::try_from_secs_f64(seconds.ceil()).unwrap_or_default().as_secs();
    let (h, m, s) = (whole / 3600, whole / 60 % 60, whole % 60);
    if h > 0 { format!("{h}:{m:02}:{s:02}") } else { format!("{m}:{s:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_eta_count_searched_positions_only() {
        let progress = Progress { games_done: 3, games: 10, done: 150, total: 350, stored: 50 };
        assert_eq!(describe(&progress, Duration::from_secs(20)), "games 3/10  5.0 positions/s  ETA 0:40");
        let warm = Progress { games_done: 3, games: 10, done: 50, total: 350, stored: 50 };
        assert_eq!(describe(&warm, Duration::from_secs(1)), "games 3/10");
        let picked = Progress { done: 10, total: 20, ..Progress::default() };
        assert_eq!(describe(&picked, Duration::from_secs(2)), "5.0 positions/s  ETA 0:02");
        assert_eq!(clock(3_725.2), "1:02:06");
    }

    #[test]
    fn short_pieces_of_work_print_a_line_together() {
        let mut reporter = Reporter::new("second engine  ");
        let start = reporter.last_line;
        let progress = Progress { done: 30, total: 90, stored: 10, ..Progress::default() };
        assert_eq!(reporter.line(&progress, start + Duration::from_secs(10)), None);
        reporter.during(|_| ());
        reporter.started = start + Duration::from_secs(12);
        assert_eq!(
            reporter.line(&progress, start + Duration::from_secs(16)).as_deref(),
            Some("30/90 positions  second engine  5.0 positions/s  ETA 0:12")
        );
        assert_eq!(reporter.line(&progress, start + Duration::from_secs(17)), None);
    }
}
