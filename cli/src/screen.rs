//! `fairplay screen`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use analyzer::Screened;
use anyhow::{Context, bail};
use datasets::Collection;
use reports::{Language, TerminalOptions};
use sha2::{Digest, Sha256};

use crate::Ending;
use crate::arguments::ScreenOptions;
use crate::config::Config;
use crate::run::{Chosen, Engines, Run, evaluations, load, screened};

/// The list of the files' digests, in the layout of `sha256sum`.
pub(crate) const SUMS: &str = "files.sha256";
pub(crate) const SCREENING: &str = "screening.json";
pub(crate) const RUN: &str = "run.json";

pub(crate) fn run(options: &ScreenOptions) -> anyhow::Result<Ending> {
    let config = Config::load(&options.engine)?.in_language(options.language);
    let collection = datasets::read(&options.inputs, options.event.as_deref())?;
    if let Some(event) = &options.event
        && collection.games.is_empty()
        && collection.unscored.is_empty()
    {
        bail!("no game has the Event tag `{event}`; the tag must match exactly");
    }
    let events = larger_events(&collection);
    if events.len() > 1 {
        eprintln!(
            "The input holds several events, which are screened as one field. To choose one, give its tag with --event:"
        );
        for event in events.iter().take(10) {
            eprintln!("  --event \"{event}\"");
        }
    }
    let stem = stem(&options.inputs);
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}-screening")));
    let (table, aliases) = crate::people::aliases(options.aliases.as_deref())?;
    let loaded = load(
        collection,
        options.event.as_deref(),
        &stem,
        &aliases,
        options.rating.choice(),
        options.book.as_deref(),
        &config.store,
    )?;
    let chosen = Chosen {
        inputs: &options.inputs,
        tag: options.event.as_deref(),
        book: options.book.as_deref(),
        aliases: table.as_deref(),
    };
    let outcome = event(&config, &chosen, &loaded, &out)?;
    if options.json {
        print!("{}", reports::json(&outcome.screening)?);
    } else {
        show(&outcome, &out, options.all, config.lang);
    }
    Ok(ending(&outcome))
}

/// `Event` tags of ten games or more, in order of name. Broadcasts give every game a tag of its own.
fn larger_events(collection: &Collection) -> Vec<&str> {
    let mut games: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &collection.games {
        *games.entry(&game.event).or_default() += 1;
    }
    games.into_iter().filter(|(_, n)| *n >= 10).map(|(event, _)| event).collect()
}

/// Screens a loaded event and writes the results.
pub(crate) fn event(
    config: &Config,
    chosen: &Chosen<'_>,
    loaded: &crate::run::PreparedEvent,
    out: &Path,
) -> anyhow::Result<Screened> {
    let spec = config.spec()?;
    // Before hours of engine time: a folder that cannot be written is better known now.
    std::fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    eprintln!(
        "{}: {} games, {} positions to look at, {}, depth {} with {} lines.",
        loaded.name,
        loaded.collection.games.len(),
        loaded.plans.iter().map(|plan| plan.searched().count()).sum::<usize>(),
        config.who_searches(),
        config.settings.depth,
        config.settings.multipv
    );
    let engines = Engines {
        spec: &spec,
        settings: &config.settings,
        count: config.engines,
        queue: config.queue.as_ref(),
    };
    let (answers, identity) = evaluations(&loaded.plans, &engines, &config.store)?;
    let outcome = screened(loaded, &answers, &identity, &config.settings, config.parameters.as_deref())?;
    let run = Run::of(config, &spec, chosen, loaded);
    write(&outcome, &run, out, config.lang)?;
    Ok(outcome)
}

/// How a screening ended.
pub(crate) fn ending(outcome: &Screened) -> Ending {
    if outcome.screening.quarantine.is_empty() { Ending::Done } else { Ending::Quarantined }
}

/// Prints the table in a language, and where the sheet is.
pub(crate) fn show(outcome: &Screened, out: &Path, all: bool, language: Language) {
    let stdout = std::io::stdout();
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let width = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).unwrap_or(120);
    let options = TerminalOptions { width, colour, all, language };
    print!("{}", reports::terminal(&outcome.screening, options));
    let sheet = std::path::absolute(out.join("sheet.html")).unwrap_or_else(|_| out.join("sheet.html"));
    println!("\nSheet:  {}", sheet.display());
    println!("Digest: {}", outcome.screening.manifest.digest);
}

/// Writes every file of a screening, each in one step, and the list of their digests last.
fn write(outcome: &Screened, run: &Run, out: &Path, language: Language) -> anyhow::Result<()> {
    let Screened { screening, games } = outcome;
    let mut run_text = serde_json::to_vec_pretty(run)?;
    run_text.push(b'\n');
    let players = reports::players_table(screening);
    let decisions = reports::decisions_table(screening, games)?;
    let mut sums = String::new();
    let mut file = |name: &str, fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>| -> anyhow::Result<()> {
        let digest = put_with(&out.join(name), fill)?;
        for part in [&digest, "  ", name, "\n"] {
            sums.push_str(part);
        }
        Ok(())
    };
    file(SCREENING, &|to| Ok(to.write_all(reports::json(screening)?.as_bytes())?))?;
    file("players.csv", &|to| Ok(to.write_all(&players.csv()?)?))?;
    // These grow with the moves of the event, and are written as they are made.
    file("decisions.csv", &|to| Ok(decisions.write_csv(to)?))?;
    #[cfg(feature = "parquet")]
    {
        file("players.parquet", &|to| Ok(to.write_all(&players.parquet()?)?))?;
        file("decisions.parquet", &|to| Ok(decisions.write_parquet(to)?))?;
    }
    file("sheet.html", &|to| Ok(to.write_all(reports::html(screening, games, language)?.as_bytes())?))?;
    file(RUN, &|to| Ok(to.write_all(&run_text)?))?;
    put(&out.join(SUMS), sums.as_bytes())
}

/// Writes a file beside its place and moves it there: a stopped run leaves the old file or the new one.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    put_with(path, &|to| Ok(to.write_all(bytes)?)).map(drop)
}

/// The same with a file that is made while it is written. Gives its SHA-256.
fn put_with(path: &Path, fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<String> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let written = || -> anyhow::Result<String> {
        let mut hashed = Hashed { file: BufWriter::new(File::create(&part)?), hash: Sha256::new() };
        fill(&mut hashed)?;
        hashed.file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        std::fs::rename(&part, path)?;
        Ok(analyzer::digest::hex(&hashed.hash.finalize()))
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

/// A file with the digest of what went into it.
struct Hashed {
    file: BufWriter<File>,
    hash: Sha256,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// A name for the results, from the first input.
pub(crate) fn stem(inputs: &[PathBuf]) -> String {
    let first = inputs.first().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
    let name = first.unwrap_or_default();
    let stem = [".zst", ".gz", ".pgn"]
        .iter()
        .fold(name.as_str(), |name, ending| name.strip_suffix(ending).unwrap_or(name));
    if stem.is_empty() || stem == "-" { "event".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_named_after_the_first_input() {
        assert_eq!(stem(&[PathBuf::from("/a/open.pgn.zst")]), "open");
        assert_eq!(stem(&[PathBuf::from("open.pgn")]), "open");
        assert_eq!(stem(&[PathBuf::from("-")]), "event");
    }
}
