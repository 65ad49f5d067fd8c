//! `fairplay book`: builds a dated opening book, describes it, and says where games left it.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Subcommand;
use datasets::Book;
use datasets::book::{BookExit, Builder, Day, Manifest, median_novelty, novelties};
use serde::Serialize;
use serde_json::Value;

use crate::ExitStatus;
use crate::output::facts::{Page, facts, table};
use crate::output::write_json;

/// Commands on an opening book.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book from archives of games.
    Build {
        /// PGN archives, plain, .gz or .zst; folders of them
        #[arg(required = true, value_name = "ARCHIVE.pgn")]
        inputs: Vec<PathBuf>,
        /// File for the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Plies of each game to look at
        #[arg(long, value_name = "PLIES", default_value_t = datasets::book::PLIES,
            value_parser = clap::value_parser!(u16).range(1..=i64::from(datasets::book::MAX_PLIES)))]
        plies: u16,
    },
    /// Show the sources of a book.
    Info {
        /// The book
        #[arg(value_name = "FILE")]
        book: PathBuf,
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show where each game of an event left the positions that had been played before the event.
    Novelty {
        /// The book
        #[arg(value_name = "FILE")]
        book: PathBuf,
        /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
        #[arg(required = true, value_name = "EVENT.pgn")]
        inputs: Vec<PathBuf>,
        /// Count only what was played before this day, YYYY-MM-DD [default: the first day of each event]
        #[arg(long, value_name = "DAY", value_parser = parse_day)]
        before: Option<Day>,
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
}

fn parse_day(text: &str) -> Result<Day, String> {
    match datasets::book::Span::of_tag(text) {
        Some(span) if span.earliest == span.latest => Ok(span.earliest),
        _ => Err("give a whole day, as in 2025-04-12".to_owned()),
    }
}

/// Interval between lines of progress.
const TELL_EVERY: Duration = Duration::from_secs(5);

pub(crate) fn run(command: &BookCommand, to: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    match command {
        BookCommand::Build { inputs, out, plies } => build(inputs, out, *plies, to),
        BookCommand::Info { book, json } => info(book, *json, to),
        BookCommand::Novelty { book, inputs, before, json } => novelty(book, inputs, *before, *json, to),
    }
}

fn build(inputs: &[PathBuf], out: &Path, plies: u16, to: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let mut builder = Builder::new(plies);
    let mut told = Instant::now();
    let terminal = std::io::stderr().is_terminal();
    for path in inputs {
        builder.add(path, &mut |games| {
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                let end = if terminal { '\r' } else { '\n' };
                eprint!("{games} games read{end}");
            }
        })?;
    }
    let book = builder.finish()?;
    book.save(out)?;
    describe(&book, out, to)?;
    Ok(if book.manifest().quarantined == 0 { ExitStatus::Done } else { ExitStatus::Quarantined })
}

fn load(path: &Path) -> anyhow::Result<Book> {
    Book::load(path).with_context(|| format!("{} cannot be used", path.display()))
}

fn info(path: &Path, json: bool, to: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let book = load(path)?;
    if json {
        write_json(to, &Info::new(&book))?;
    } else {
        describe(&book, path, to)?;
    }
    Ok(ExitStatus::Done)
}

/// A book in machine output.
#[derive(Serialize)]
struct Info<'a> {
    manifest: &'a Manifest,
    positions: usize,
    digest: &'a str,
}

impl<'a> Info<'a> {
    fn new(book: &'a Book) -> Self {
        Self { manifest: book.manifest(), positions: book.len(), digest: book.digest() }
    }
}

fn describe(book: &Book, path: &Path, to: &mut dyn Write) -> anyhow::Result<()> {
    let m = book.manifest();
    let found = m.games + m.duplicates + m.undated + m.unscored + m.quarantined;
    let mut page = Page::new(true);
    page.line(path.display().to_string());
    page.line(format!(
        "{found} found = {} used + {} copies + {} without a year + {} unscored + {} quarantined",
        m.games, m.duplicates, m.undated, m.unscored, m.quarantined
    ));
    let fields = "positions plies=manifest/plies first_game=manifest/first last_game=manifest/last digest";
    page.line(facts(&Info::new(book), fields)?.trim_end());
    let inputs: Vec<Value> = m.inputs.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    page.list("Inputs", &table(&inputs, "sha256 name"), inputs.len() as u64);
    write!(to, "{}", page.finish())?;
    Ok(())
}

/// One game in machine output.
#[derive(Serialize)]
struct Row<'a> {
    input: &'a str,
    number: u32,
    round: &'a str,
    white: &'a str,
    black: &'a str,
    date: &'a str,
    plies: usize,
    /// The first new ply, from 1; `None` if there is none or the game has no date.
    novelty: Option<u16>,
    dated: bool,
}

/// All games in machine output.
#[derive(Serialize)]
struct Novelties<'a> {
    book: &'a str,
    plies: u16,
    games: Vec<Row<'a>>,
    median: Option<u16>,
}

fn novelty(
    path: &Path,
    inputs: &[PathBuf],
    before: Option<Day>,
    json: bool,
    to: &mut dyn Write,
) -> anyhow::Result<ExitStatus> {
    let book = load(path)?;
    let collection = datasets::read(inputs, None)?;
    let left = novelties(&book, &collection.games, before);
    let rows = collection.games.iter().zip(&left).map(|(game, left)| Row {
        input: collection.inputs.get(game.input).map_or("", |input| input.name.as_str()),
        number: game.number,
        round: &game.round,
        white: &game.white.name,
        black: &game.black.name,
        date: &game.date,
        plies: game.moves.len(),
        novelty: match left {
            BookExit::At(ply) => Some(*ply),
            BookExit::Within(_) | BookExit::Undated => None,
        },
        dated: *left != BookExit::Undated,
    });
    let found = Novelties {
        book: book.digest(),
        plies: book.manifest().plies,
        games: rows.collect(),
        median: median_novelty(&left),
    };
    if json {
        write_json(to, &found)?;
    } else {
        print(&found, &left, to)?;
    }
    Ok(if collection.quarantine.is_empty() { ExitStatus::Done } else { ExitStatus::Quarantined })
}

fn print(found: &Novelties<'_>, left: &[BookExit], to: &mut dyn Write) -> anyhow::Result<()> {
    let rows: Vec<Value> = found.games.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let columns = "input game=number round white black date plies first-new-ply=novelty";
    writeln!(to, "{}", table(&rows, columns).join("\n"))?;
    let never = left.iter().filter(|one| matches!(one, BookExit::Within(_))).count();
    let undated = left.iter().filter(|one| **one == BookExit::Undated).count();
    writeln!(to, "\n{} games; {never} without a new position, {undated} without a date.", left.len())?;
    if let Some(ply) = found.median {
        writeln!(to, "The median of the first new ply is {ply}.")?;
    }
    Ok(())
}
