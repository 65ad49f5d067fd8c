//! One child process: lines in, lines out, and an end that leaves nothing behind.
//!
//! A reader thread takes lines off the pipe, so that a wait can have a deadline. This module knows nothing of
//! the protocol.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crate::engine::bounds::Bounded;
use crate::engine::call::Call;
#[cfg(unix)]
use crate::engine::group;
use crate::engine::lines::{self, Step};
use crate::request::Failure;

/// Lines that may wait for their reader before the engine is held back.
const BACKLOG: usize = 1024;
/// How often a wait looks up to see whether it is to be given up.
const GLANCE: Duration = Duration::from_millis(50);
/// How long the reader thread is waited for after the process is gone.
const READER_GRACE: Duration = Duration::from_secs(2);

/// A running child process. Dropping it kills it, with its process group, and reaps it.
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Option<Receiver<Step>>,
    reader: Option<JoinHandle<()>>,
    #[cfg(target_os = "linux")]
    bounded: Option<Bounded>,
}

impl Process {
    /// Starts a program in a process group of its own, so that Ctrl-C on the terminal does not reach it: the
    /// pool decides when an engine ends. Its error output is discarded by the system.
    pub(crate) fn start(call: &Call) -> io::Result<Self> {
        let mut command = Command::new(&call.program);
        command.args(&call.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let (sender, receiver) = sync_channel(BACKLOG);
        // From here on `process` answers for the child: an early return kills and reaps it.
        let mut process = Self {
            child,
            stdin,
            lines: Some(receiver),
            reader: None,
            #[cfg(target_os = "linux")]
            bounded: None,
        };
        #[cfg(target_os = "linux")]
        if let Some(bounds) = &call.bounds {
            process.bounded = Some(Bounded::new(process.id(), bounds)?);
        }
        let stdout = stdout.ok_or_else(|| io::Error::other("the output is not a pipe"))?;
        let reader = thread::Builder::new().name("engine-reader".to_owned()).spawn(move || {
            let mut stream = BufReader::new(stdout);
            loop {
                let found = lines::next(&mut stream).unwrap_or(Step::End);
                let last = !matches!(found, Step::Line(_));
                if sender.send(found).is_err() || last {
                    return;
                }
            }
        })?;
        process.reader = Some(reader);
        Ok(process)
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends commands, one per line, in one write.
    pub(crate) fn send(&mut self, commands: &[String]) -> Result<(), Failure> {
        let text = commands.join("\n") + "\n";
        let sent =
            self.stdin.as_mut().map(|stdin| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()));
        if let Some(Ok(())) = sent { Ok(()) } else { Err(self.ended()) }
    }

    /// Why it is not there any more.
    fn ended(&self) -> Failure {
        #[cfg(target_os = "linux")]
        if let Some(why) = self.bounded.as_ref().and_then(Bounded::stopped) {
            return Failure::new(why);
        }
        Failure::new("the engine ended")
    }

    fn has_ended(&mut self) -> bool {
        #[cfg(unix)]
        return group::has_ended(self.child.id());
        #[cfg(not(unix))]
        return !matches!(self.child.try_wait(), Ok(None));
    }

    /// Waits for the next line until `deadline`, or until `closing` becomes true.
    pub(crate) fn line(&self, deadline: Instant, closing: &AtomicBool) -> Result<String, Failure> {
        let late = || Err(Failure::new("the engine did not answer in time"));
        let lines = self.lines.as_ref().ok_or_else(|| self.ended())?;
        loop {
            if closing.load(Ordering::Relaxed) {
                return Err(Failure::new("the pool is closing"));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match lines.recv_timeout(left.min(GLANCE)) {
                // A flood keeps the channel full, so the clock is looked at with every line too.
                Ok(Step::Line(_)) if left.is_zero() => return late(),
                Ok(Step::Line(line)) => return Ok(line),
                Ok(Step::TooLong) => {
                    let most = lines::MAX_LINE;
                    return Err(Failure::new(format_args!(
                        "the engine printed a line of more than {most} bytes"
                    )));
                }
                Ok(Step::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return late(),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Closes the input after `commands` and gives the process `grace` to end by itself before it is killed.
    pub(crate) fn finish(mut self, commands: &[String], grace: Duration) {
        // A process that is already gone cannot be told anything; it is reaped all the same.
        let _ = self.send(commands);
        self.stdin = None;
        let deadline = Instant::now() + grace;
        while Instant::now() < deadline {
            if self.has_ended() {
                return;
            }
            // Keep reading, or a process that has much left to say never ends.
            if let Some(lines) = &self.lines {
                while lines.try_recv().is_ok() {}
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        // The whole group, even if the child has ended by itself: a script that started the engine must not leave it behind.
        #[cfg(unix)]
        group::kill(self.child.id());
        let _ = self.child.kill();
        // While its number is still its own.
        #[cfg(target_os = "linux")]
        drop(self.bounded.take());
        let _ = self.child.wait();
        // Without its receiver the reader stops at its next line; without the process it stops at the end.
        self.lines = None;
        let deadline = Instant::now() + READER_GRACE;
        if let Some(reader) = self.reader.take() {
            while !reader.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
            // A stranger that left the group and still holds the pipe may keep the reader waiting. Then the
            // thread is let go rather than everything held up.
            if reader.is_finished() {
                let _ = reader.join();
            }
        }
    }
}
