//! The log of the process, on standard error.
//!
//! A thread of its own writes it. A line that cannot be written, because the reader of a pipe has gone or the disk is full, is
//! counted, and so is one for which nobody waits any more because the reader reads nothing: the log stops no request.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Lines that may wait to be written.
const MAX_WAITING: usize = 4_096;
/// How long the end of the process waits for the last lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    #[default]
    Text,
    /// Lines of JSON, for programs that collect logs.
    Json,
}

enum Piece {
    Line(Vec<u8>),
    /// Everything before it is to be written; the answer says that it was tried.
    Flush(SyncSender<()>),
}

/// Where lines go; each is written by one call.
#[derive(Clone)]
struct Lines {
    waiting: SyncSender<Piece>,
    lost: Arc<AtomicU64>,
}

impl Lines {
    /// Starts the thread; without one every line is lost, and counted.
    fn start(to: impl Write + Send + 'static) -> Self {
        let (waiting, lines) = sync_channel(MAX_WAITING);
        let lost = Arc::<AtomicU64>::default();
        let counted = Arc::clone(&lost);
        let thread = std::thread::Builder::new().name("log".to_owned());
        // A failure shows in the count.
        let _started = thread.spawn(move || write_all(to, &lines, &counted));
        Self { waiting, lost }
    }

    fn flush(&self) {
        let (done, wait) = sync_channel(1);
        if self.waiting.try_send(Piece::Flush(done)).is_ok() {
            // Whatever keeps the reader from reading does not keep the process from ending.
            let _late = wait.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        if self.waiting.try_send(Piece::Line(line.to_owned())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn write_all(mut to: impl Write, lines: &Receiver<Piece>, lost: &AtomicU64) {
    for piece in lines {
        match piece {
            Piece::Line(line) => {
                if to.write_all(&line).is_err() {
                    lost.fetch_add(1, Ordering::Relaxed);
                }
            }
            Piece::Flush(done) => {
                let _gone = done.send(());
            }
        }
    }
}

static LOG: OnceLock<Lines> = OnceLock::new();

/// Lines that were not written.
pub(crate) fn lost_lines() -> u64 {
    LOG.get().map_or(0, |lines| lines.lost.load(Ordering::Relaxed))
}

/// Waits a moment for the lines that are not written yet.
pub(crate) fn flush() {
    if let Some(lines) = LOG.get() {
        lines.flush();
    }
}

/// Writes the log of this process to standard error, from level `info` on. It holds methods, patterns of paths, statuses
/// and times; no addresses with secrets in them and no names. A log that is set up already is left as it is.
pub fn log_to_stderr(format: LogFormat) {
    let lines = LOG.get_or_init(|| Lines::start(std::io::stderr()));
    // Its own failures would go to standard error by a macro that panics.
    let log = tracing_subscriber::fmt().with_writer(|| lines.clone()).log_internal_errors(false);
    let log = log.with_target(false);
    let set = match format {
        LogFormat::Text => log.with_ansi(false).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    if set.is_err() {
        tracing::debug!("a log was set up before");
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind, Result};
    use std::sync::Mutex;
    use std::sync::mpsc::channel;

    use super::*;

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(Error::from(self.0))
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted_and_no_error() {
        for kind in [ErrorKind::BrokenPipe, ErrorKind::StorageFull] {
            let mut lines = Lines::start(Broken(kind));
            for _ in 0..3 {
                lines.write_all(b"a line\n").expect("no error");
            }
            Lines::flush(&lines);
            assert_eq!(lines.lost.load(Ordering::Relaxed), 3, "{kind}");
        }
    }

    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.0.lock().expect("whole").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_come_in_order() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut lines = Lines::start(Shared(Arc::clone(&written)));
        lines.write_all(b"one\n").expect("no error");
        lines.clone().write_all(b"two\n").expect("no error");
        Lines::flush(&lines);
        assert_eq!(*written.lock().expect("whole"), b"one\ntwo\n");
        assert_eq!(lines.lost.load(Ordering::Relaxed), 0);
    }

    struct Stuck(Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            let _gone = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_reads_nothing_holds_nobody_up() {
        let (_open, stuck) = channel();
        let mut lines = Lines::start(Stuck(stuck));
        for _ in 0..MAX_WAITING + 100 {
            lines.write_all(b"a line\n").expect("no error");
        }
        let lost = lines.lost.load(Ordering::Relaxed);
        assert!((99..=100).contains(&lost), "{lost}");
    }
}
