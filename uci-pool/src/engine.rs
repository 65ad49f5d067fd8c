//! One engine that speaks the protocol: handshake, options, one search after the other.
//!
//! An engine that has failed once is not used again. Whoever holds it drops it and starts another.

pub(crate) mod assemble;
#[cfg(target_os = "linux")]
pub(crate) mod bounds;
pub mod cage;
pub(crate) mod call;
mod confinement;
#[cfg(unix)]
pub(crate) mod group;
pub(crate) mod identity;
pub(crate) mod lines;
pub(crate) mod options;
mod process;
pub mod signature;
pub(crate) mod spec;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use shakmaty::CastlingMode;
use vampirc_uci::UciMessage;

use crate::engine::assemble::Assembler;
use crate::engine::call::Call;
use crate::engine::process::Process;
use crate::engine::spec::{EngineError, Limits};
use crate::evaluation::Evaluation;
use crate::protocol::command;
use crate::protocol::handshake::{self, Handshake, Offered};
use crate::protocol::info::{self, SearchLine};
use crate::protocol::text::printable;
use crate::request::{Failure, Task};
use crate::settings::Settings;

/// Lines before `uciok` or `readyok`; real engines print fewer than 200.
const MAX_HANDSHAKE_LINES: usize = 10_000;
/// Longest name of an engine or of its authors, in bytes.
const MAX_NAME: usize = 1024;
/// How long an engine may take to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// Starts an engine, more than once if it ends during the handshake: it may have been killed from outside. One
/// that lets the deadline pass is not waited for again.
pub(crate) fn patiently<T>(
    limits: &Limits,
    mut start: impl FnMut() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let mut tries = 1;
    loop {
        let began = Instant::now();
        match start() {
            Err(EngineError::Handshake { .. })
                if tries < limits.tries && began.elapsed() < limits.handshake / 2 =>
            {
                tries += 1;
            }
            other => return other,
        }
    }
}

/// A running engine after its handshake.
pub(crate) struct Engine {
    process: Process,
    pub(crate) name: String,
    pub(crate) author: String,
    /// Options the engine offers, in its order.
    pub(crate) offered: Vec<Offered>,
    /// Value of `MultiPV`, once set.
    multipv: Option<u8>,
    /// Value of `UCI_Chess960`; the protocol starts with standard chess.
    chess960: bool,
}

impl Engine {
    /// Makes a call and waits for `uciok`; `program` is the engine's file.
    pub(crate) fn start(
        program: &Path,
        call: &Call,
        limit: Duration,
        closing: &AtomicBool,
    ) -> Result<Self, EngineError> {
        let deadline = after(limit);
        let process = Process::start(call)
            .map_err(|source| EngineError::Start { program: program.to_owned(), source })?;
        let mut engine = Self {
            process,
            name: String::new(),
            author: String::new(),
            offered: Vec::new(),
            multipv: None,
            chess960: false,
        };
        engine
            .handshake(deadline, closing)
            .map_err(|Failure { reason }| EngineError::Handshake { program: program.to_owned(), reason })?;
        Ok(engine)
    }

    fn send(&mut self, commands: &[UciMessage]) -> Result<(), Failure> {
        self.process.send(&commands.iter().map(command::text).collect::<Vec<_>>())
    }

    fn handshake(&mut self, deadline: Instant, closing: &AtomicBool) -> Result<(), Failure> {
        self.send(&[UciMessage::Uci])?;
        for _ in 0..MAX_HANDSHAKE_LINES {
            let line = self.process.line(deadline, closing)?;
            if let Some(reason) = line.strip_prefix(cage::FAILED) {
                let reason: String = printable(reason).chars().take(MAX_NAME).collect();
                return Err(Failure::new(format_args!("{}{reason}", cage::FAILED)));
            }
            match handshake::read(&line) {
                Handshake::Name(text) | Handshake::Author(text) if text.len() > MAX_NAME => {
                    return Err(Failure::new(format_args!("its name is longer than {MAX_NAME} bytes")));
                }
                Handshake::Name(name) => self.name = name,
                Handshake::Author(author) => self.author = author,
                Handshake::Option(option) => self.offered.push(option),
                Handshake::UciOk if self.name.is_empty() => return Err(Failure::new("it gives no name")),
                Handshake::UciOk => return Ok(()),
                Handshake::ReadyOk | Handshake::Other => {}
            }
        }
        Err(flood(MAX_HANDSHAKE_LINES))
    }

    /// Sets options, already checked, and waits until the engine is ready.
    pub(crate) fn configure(
        &mut self,
        options: &[(String, String)],
        limit: Duration,
        closing: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut commands: Vec<UciMessage> =
            options.iter().map(|(name, value)| command::setoption(name, value)).collect();
        commands.push(UciMessage::IsReady);
        self.send(&commands)?;
        self.ready(after(limit), MAX_HANDSHAKE_LINES, closing)?;
        Ok(())
    }

    /// Reads up to `readyok`, and gives the number of lines read.
    fn ready(&self, deadline: Instant, most: usize, closing: &AtomicBool) -> Result<usize, Failure> {
        for read in 1..=most {
            let line = self.process.line(deadline, closing)?;
            if handshake::read(&line) == Handshake::ReadyOk {
                return Ok(read);
            }
            if line.trim_start().starts_with("bestmove") {
                return Err(Failure::new("the engine printed a best move before it was asked"));
            }
        }
        Err(flood(most))
    }

    /// Whether the engine can play the game that a position belongs to.
    pub(crate) fn can_search(&self, task: &Task) -> bool {
        task.mode == CastlingMode::Standard || options::chess960(&self.offered).is_some()
    }

    /// Searches one position with a clean memory. Gives the evaluation and the nodes of the whole search.
    pub(crate) fn search(
        &mut self,
        task: &Task,
        settings: &Settings,
        limit: Duration,
        closing: &AtomicBool,
    ) -> Result<(Evaluation, u64), Failure> {
        let deadline = after(limit);
        let most = max_lines(settings);
        let multipv = if task.only.is_some() { 1 } else { settings.multipv };
        let mut commands = Vec::with_capacity(4);
        let chess960 = task.mode == CastlingMode::Chess960;
        if self.chess960 != chess960
            && let Some(name) = options::chess960(&self.offered)
        {
            commands.push(command::setoption(name, if chess960 { "true" } else { "false" }));
            self.chess960 = chess960;
        }
        // An engine without the option gives one line, and is asked for one.
        if self.multipv != Some(multipv)
            && let Some(name) = options::multipv(&self.offered)
        {
            commands.push(command::setoption(name, &multipv.to_string()));
            self.multipv = Some(multipv);
        }
        commands.extend([UciMessage::UciNewGame, UciMessage::IsReady]);
        self.send(&commands)?;
        let mut read = self.ready(deadline, most, closing)?;

        self.send(&[command::position(&task.fen), command::go(settings, task.only)])?;
        // Lines are checked while the engine works on the next ones, so little is left to do at the end.
        let mut assembler = Assembler::new(task, settings);
        loop {
            read += 1;
            if read > most {
                return Err(flood(most));
            }
            match info::read(&self.process.line(deadline, closing)?)? {
                SearchLine::Info(info) => {
                    let before = assembler.ended();
                    assembler.push(info)?;
                    if assembler.ended() && !before {
                        self.send(&[UciMessage::Stop])?;
                    }
                }
                SearchLine::BestMove(best) => {
                    let nodes = assembler.nodes();
                    return Ok((assembler.finish(best)?, nodes));
                }
                SearchLine::Other => {}
            }
        }
    }

    /// Stops whatever runs, asks the engine to end, and kills it if it does not.
    pub(crate) fn quit(self) {
        self.process.finish(&[UciMessage::Stop, UciMessage::Quit].map(|c| command::text(&c)), QUIT_GRACE);
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

fn flood(most: usize) -> Failure {
    Failure::new(format_args!("the engine printed more than {most} lines"))
}

/// Lines one search may print. After three seconds Stockfish 15.1 prints every line after every line, and one
/// more for each root move, for each re-search; far beyond that it is a flood.
fn max_lines(settings: &Settings) -> usize {
    let (depth, lines) = (usize::from(settings.depth), usize::from(settings.multipv));
    50_000 + depth * lines * (lines + 1000)
}

fn after(limit: Duration) -> Instant {
    let now = Instant::now();
    // A limit beyond what the clock can hold is no limit; a year stands for it.
    now.checked_add(limit).unwrap_or_else(|| now + Duration::from_secs(365 * 24 * 3600))
}
