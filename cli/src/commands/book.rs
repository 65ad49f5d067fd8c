//! `fairplay book`: builds a dated opening book and describes it.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Subcommand;
use datasets::Book;
use datasets::book::Builder;
use serde_json::{Value, json};

use crate::output::facts::{Page, facts, table};
use crate::output::terminal::to_stderr;
use crate::output::{json_or, unusable};
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book from archives of games.
    Build {
        /// PGN archives, plain, .gz, .zst or .zip; folders of them
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
}

/// Interval between lines of progress.
const TELL_EVERY: Duration = Duration::from_secs(5);

pub(crate) fn run(command: &BookCommand) -> Outcome {
    match command {
        BookCommand::Build { inputs, out, plies } => {
            let book = build(inputs, *plies)?;
            book.save(out)?;
            let clean = book.manifest().quarantined == 0;
            Ok((if clean { ExitStatus::Done } else { ExitStatus::Quarantined }, describe(&book, out, false)?))
        }
        BookCommand::Info { book: path, json } => {
            let book = Book::load(path).with_context(unusable(path))?;
            Ok((ExitStatus::Done, describe(&book, path, *json)?))
        }
    }
}

fn build(inputs: &[PathBuf], plies: u16) -> anyhow::Result<Book> {
    let mut builder = Builder::new(plies);
    let mut told = Instant::now();
    let end = if std::io::stderr().is_terminal() { '\r' } else { '\n' };
    for path in inputs {
        builder.add(path, &mut |games| {
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                to_stderr(&format!("{games} games read"), end);
            }
        })?;
    }
    Ok(builder.finish()?)
}

fn describe(book: &Book, path: &Path, json: bool) -> anyhow::Result<String> {
    let m = book.manifest();
    let info = json!({ "manifest": m, "positions": book.len(), "digest": book.digest() });
    json_or(json, &info, || {
        let found = m.games + m.duplicates + m.undated + m.unscored + m.quarantined;
        let mut page = Page::new(true);
        page.line(path.display().to_string());
        page.line(format!(
            "{found} found = {} used + {} copies + {} without a year + {} unscored + {} quarantined",
            m.games, m.duplicates, m.undated, m.unscored, m.quarantined
        ));
        let fields =
            "positions plies=manifest/plies first_game=manifest/first last_game=manifest/last digest";
        page.line(facts(&info, fields)?.trim_end());
        let inputs =
            info.pointer("/manifest/inputs").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        page.list("Inputs", &table(inputs, "sha256 name"), inputs.len(), inputs.len() as u64);
        Ok(page.finish())
    })
}
