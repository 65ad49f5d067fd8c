//! `fairplay import`: the games of an event or a player from Lichess or Chess.com, as one PGN file.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use datasets::platforms::{
    Access, Fetched, Month, Observer, Pause, Wanted, fetch, handles_to_confirm, is_lichess, unknown_handles,
};
use datasets::tournament::event_facts::{ClassSource, StatedPlay, settle};
use indicatif::ProgressBar;
use reports::visible;

use crate::arguments::AliasOptions;
use crate::output::terminal::say;
use crate::output::{make_folder, put, put_with, read_text};
use crate::progress::LINE_EVERY;
use crate::{ExitStatus, Outcome, interrupt};

/// Where a token of Lichess is looked for if no file is named.
const TOKEN: &str = "LICHESS_TOKEN";
/// Handles that are listed; the table holds all.
const LISTED: usize = 20;

#[derive(Clone, Debug, Args)]
pub(crate) struct ImportOptions {
    /// Address of the event or player, copied from the browser: arena, Swiss, broadcast or player of Lichess; tournament, match of teams or player of Chess.com
    #[arg(value_name = "ADDRESS")]
    pub(crate) address: String,
    /// Month of a player's games, such as 2026-03
    #[arg(long, value_name = "YYYY-MM")]
    pub(crate) month: Option<Month>,
    /// File for the games, or folder for it [default: named after the event, here]
    #[arg(long, value_name = "FILE.pgn")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) aliases: AliasOptions,
    /// Write an alias table to fill in, with every handle that the table in force does not have
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) handles_out: Option<PathBuf>,
    /// File with a token, for private events and more speed, which is sent to --server too [default: `$LICHESS_TOKEN`, which is sent to lichess.org alone]
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Your mail address, which is sent along: Chess.com asks for one, so that it can write instead of locking you out
    #[arg(long, value_name = "MAIL")]
    pub(crate) contact: Option<String>,
    /// Another server with the same interface, such as a Lichess of your own
    #[arg(long, value_name = "URL")]
    pub(crate) server: Option<String>,
}

pub(crate) fn run(options: &ImportOptions) -> Outcome {
    let wanted = Wanted::parse(&options.address, options.month)?;
    let (_, aliases) = options.aliases.load()?;
    let access = Access {
        server: options.server.clone(),
        token: token(options)?,
        contact: options.contact.clone(),
        public_only: false,
    };
    let out = out(options.out.as_deref(), &wanted)?;
    interrupt::listen();
    let counter = RefCell::new(GameCounter::new());
    let fetched = RefCell::new(Fetched::default());
    put_with(&out, &|to| {
        *fetched.borrow_mut() = fetch(&wanted, &access, &mut *counter.borrow_mut(), to)?;
        Ok(())
    })?;
    counter.borrow().finish();
    let mut collection = datasets::read(std::slice::from_ref(&out), None)?;
    let handles = if wanted.has_handles() { unknown_handles(&collection, &aliases) } else { Vec::new() };
    let quarantined = collection.quarantine.len();
    let facts = settle(&mut collection, &StatedPlay::default());
    let mut text = summary(&fetched.into_inner(), quarantined, &out)?;
    if !handles.is_empty() {
        let names: Vec<String> = handles.iter().take(LISTED).map(|handle| visible(&handle.name)).collect();
        let more = if handles.len() > LISTED { ", ..." } else { "" };
        writeln!(
            text,
            "Handles that the alias table does not have ({}): {}{more}",
            handles.len(),
            names.join(", ")
        )?;
        match &options.handles_out {
            Some(path) => {
                put(path, handles_to_confirm(wanted.site(), &handles).as_bytes())?;
                writeln!(text, "Table to fill in: {}", path.display())?;
            }
            None => {
                writeln!(text, "--handles-out FILE.toml writes a table to fill in with the players' names.")?;
            }
        }
    }
    let file = out.display();
    let mode = if wanted.has_handles() { " --mode online" } else { "" };
    let class = match facts.class_from {
        ClassSource::TimeControl | ClassSource::Clocks | ClassSource::Name | ClassSource::Series => {
            format!(" --time-class {}", facts.class.as_str())
        }
        ClassSource::Given | ClassSource::Assumed | ClassSource::NotStated => String::new(),
    };
    write!(text, "Next:\n  fairplay inspect {file}\n  fairplay screen {file}{mode}{class}\n")?;
    Ok((if quarantined == 0 { ExitStatus::Done } else { ExitStatus::Quarantined }, text))
}

/// The games that came and those without moves.
fn summary(fetched: &Fetched, quarantined: usize, out: &Path) -> anyhow::Result<String> {
    let mut text = format!("Games: {} in {}\n", fetched.games, out.display());
    if fetched.going_on {
        writeln!(text, "The event is not over: import it again when it is.")?;
    }
    let without = &fetched.without_moves;
    if !without.is_empty() {
        writeln!(text, "Listed without moves, such as games still being played ({}):", without.len())?;
        for url in without {
            writeln!(text, "  {}", visible(url))?;
        }
    }
    if quarantined > 0 {
        writeln!(text, "Games that do not hold together: {quarantined}; `fairplay inspect` names each.")?;
    }
    Ok(text)
}

/// The token, which is no argument because other users of a machine can see those. The one of the environment was given for Lichess.
fn token(options: &ImportOptions) -> anyhow::Result<Option<String>> {
    match &options.token_file {
        Some(path) => Ok(Some(read_text(path)?)),
        None if options.server.as_deref().is_none_or(is_lichess) => Ok(std::env::var(TOKEN).ok()),
        None => Ok(None),
    }
}

/// The file for the games; a folder that is named is made.
fn out(asked: Option<&Path>, wanted: &Wanted) -> anyhow::Result<PathBuf> {
    let name = format!("{}.pgn", wanted.file_stem());
    Ok(match asked {
        None => PathBuf::from(name),
        Some(path) if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) => {
            path.to_owned()
        }
        Some(folder) => {
            make_folder(folder)?;
            folder.join(name)
        }
    })
}

/// Games so far, on standard error.
struct GameCounter {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl GameCounter {
    fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
        Self { bar, last_line: Instant::now() }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for GameCounter {
    fn goes_on(&mut self) -> bool {
        !interrupt::requested()
    }

    fn games(&mut self, so_far: u64) -> bool {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("games: {so_far}"));
            bar.tick();
        } else if self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            say!("games: {so_far}");
        }
        !interrupt::requested()
    }

    fn wait(&mut self, how_long: Duration, why: &Pause) -> bool {
        say!("Waiting for {} seconds: {}.", how_long.as_secs(), visible(&why.to_string()));
        let begun = Instant::now();
        while begun.elapsed() < how_long && !interrupt::requested() {
            std::thread::sleep(Duration::from_millis(200));
        }
        !interrupt::requested()
    }
}
