//! Counters in the text format of Prometheus. They count and time; they name nobody and nothing.
//!
//! Format: <https://prometheus.io/docs/instrumenting/exposition_formats/>, version 0.0.4.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::log;

const BOUNDS: [u64; 9] = [5, 10, 25, 50, 100, 300, 1_000, 5_000, 30_000];

#[derive(Default)]
pub(crate) struct Metrics {
    /// By pattern of the path, method and status.
    requests: Mutex<BTreeMap<(&'static str, &'static str, u16), u64>>,
    durations: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
    refused_sign_ins: AtomicU64,
    games: AtomicU64,
    refused_uploads: AtomicU64,
}

impl Metrics {
    pub(crate) fn request(&self, path: &'static str, method: &'static str, status: u16, took: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((path, method, status)).or_default() += 1;
        drop(requests);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let class = BOUNDS.iter().position(|bound| micros <= bound * 1_000).unwrap_or(BOUNDS.len());
        if let Some(class) = self.durations.get(class) {
            class.fetch_add(1, Ordering::Relaxed);
        }
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub(crate) fn refused_sign_in(&self) {
        self.refused_sign_ins.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn uploaded(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    pub(crate) fn refused_upload(&self) {
        self.refused_uploads.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn text(&self) -> String {
        let mut out = String::from("# TYPE fairplay_requests_total counter\n");
        for ((path, method, status), count) in &*self.requests.lock().unwrap_or_else(PoisonError::into_inner)
        {
            let _written = writeln!(
                out,
                "fairplay_requests_total{{path=\"{path}\",method=\"{method}\",status=\"{status}\"}} {count}"
            );
        }
        out.push_str("# TYPE fairplay_request_seconds histogram\n");
        let mut sum = 0;
        for (class, count) in self.durations.iter().enumerate() {
            sum += count.load(Ordering::Relaxed);
            let seconds = |ms: &u64| format!("{}.{:03}", ms / 1_000, ms % 1_000);
            let bound = BOUNDS.get(class).map_or_else(|| "+Inf".to_owned(), seconds);
            let _written = writeln!(out, "fairplay_request_seconds_bucket{{le=\"{bound}\"}} {sum}");
        }
        let micros = self.micros.load(Ordering::Relaxed);
        let (whole, rest) = (micros / 1_000_000, micros % 1_000_000);
        let _written = writeln!(out, "fairplay_request_seconds_sum {whole}.{rest:06}");
        let _written = writeln!(out, "fairplay_request_seconds_count {sum}");
        let counted = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        for (name, count) in [
            ("fairplay_refused_sign_ins_total", counted(&self.refused_sign_ins)),
            ("fairplay_uploaded_games_total", counted(&self.games)),
            ("fairplay_refused_uploads_total", counted(&self.refused_uploads)),
            ("fairplay_lost_log_lines_total", log::lost_lines()),
        ] {
            let _written = writeln!(out, "# TYPE {name} counter\n{name} {count}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_by_hand() {
        let metrics = Metrics::default();
        metrics.request("/a", "GET", 200, Duration::from_millis(4));
        metrics.request("/a", "GET", 200, Duration::from_millis(20));
        metrics.request("/a", "GET", 404, Duration::from_secs(60));
        metrics.refused_sign_in();
        metrics.uploaded(35);
        let text = metrics.text();
        for line in [
            "fairplay_requests_total{path=\"/a\",method=\"GET\",status=\"200\"} 2",
            "fairplay_request_seconds_bucket{le=\"0.005\"} 1",
            "fairplay_request_seconds_bucket{le=\"0.025\"} 2",
            "fairplay_request_seconds_bucket{le=\"+Inf\"} 3",
            "fairplay_request_seconds_sum 60.024000",
            "fairplay_request_seconds_count 3",
            "fairplay_refused_sign_ins_total 1",
            "fairplay_uploaded_games_total 35",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
