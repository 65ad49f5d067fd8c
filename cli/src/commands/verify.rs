//! `fairplay verify`: checks a screening folder, and on request does the engine's work again. A bundle goes to
//! [`bundle`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analyzer::Screened;
use analyzer::screening::{GameTrace, RatingLists, SCHEMA, Screening, UsedList};
use anyhow::{Context, bail};
use datasets::Aliases;
use pipeline::{PrepareOptions, SearchPlayedMove};
use reports::bundle::{Check, Checks, Origin, Outcome as Compared};
use reports::visible;
use sha2::{Digest, Sha256};

pub(crate) mod bundle;
mod options;
mod recompute;
mod recompute_bundle;

use self::options::Recompute;
pub(crate) use self::options::{EXIT_CODES, VerifyOptions};
use self::recompute::{conclusion, everything, list, same_engine, search_again, seed, uncompared_line};
use crate::arguments::{AliasOptions, RunOptions};
use crate::commands::screen::{DECISIONS, PLAYERS, RUN, SCREENING, SHEET, SUMS};
use crate::config::{Config, Engines};
use crate::output::{in_words, json_or};
use crate::run::{RunRecord, prepared, screened};
use crate::{ExitStatus, Outcome};

/// Files that every screening folder holds.
const WRITTEN: [&str; 5] = [SCREENING, PLAYERS, DECISIONS, SHEET, RUN];

/// Verifies a folder or a bundle.
pub(crate) fn run(options: &VerifyOptions) -> Outcome {
    if options.recompute.is_none() && options.run != RunOptions::default() {
        bail!(
            "without --recompute no engine runs and nothing is computed, so there is nothing to use an engine, a store, \
             parameters or settings for; without an engine it is --recompute statistics"
        );
    }
    if bundle::is_bundle(&options.folder) {
        return bundle::run(options);
    }
    if options.key.is_some() || options.time_authority.is_some() {
        bail!(
            "{} is not a bundle, and only bundles are signed: --key and --time-authority have nothing to check",
            options.folder.display()
        );
    }
    let mut checks = Checks::default();
    let files = files(&options.folder, &mut checks)?;
    let text = content(&files, &options.folder, SCREENING)?;
    let written: Screening = serde_json::from_slice(text)
        .with_context(|| format!("{} is not a screening", options.folder.join(SCREENING).display()))?;
    checks.equal("digest over the numbers", &written.manifest.digest, &Screening::digest_of_file(text)?);
    let games = match options.recompute {
        Some(recompute) => Some(again(options, recompute, &files, &written, &mut checks)?),
        None => None,
    };
    pages(&files, &written, games.as_deref(), &mut checks);
    let Checks(checks) = checks;
    let failed = checks.iter().filter(|check| check.fails()).count();
    let all = checks.iter().filter(|check| check.holds.is_some()).count();
    let unsigned =
        "A screening folder is never signed. --recompute shows that its numbers follow from the games.\n";
    let note = if failed == 0 { unsigned } else { "" };
    let show = || {
        let first = uncompared_line(&checks).unwrap_or_default();
        Ok(first + &list(&checks) + &conclusion(&checks, failed, all, false) + note)
    };
    let text = json_or(options.json, &checks, show)?;
    let status = match failed {
        0 if checks.iter().any(Check::is_uncompared) => ExitStatus::Uncompared,
        0 => ExitStatus::Unsigned,
        _ => ExitStatus::Failed,
    };
    Ok((status, text))
}

/// Makes the page and the tables of a folder again. `games` are the moves, which only a recomputation gives.
fn pages(
    files: &BTreeMap<String, Vec<u8>>,
    written: &Screening,
    games: Option<&[GameTrace]>,
    checks: &mut Checks,
) {
    let origin = Origin::of(&written.manifest.software, &written.schema, SCHEMA);
    origin.add_to(checks);
    let other = origin.other_words();
    let players = reports::players_table(written);
    let decisions = games.and_then(|games| reports::decisions_table(written, games).ok());
    let mut made = vec![(PLAYERS, players.csv().ok())];
    made.extend(decisions.as_ref().map(|table| (DECISIONS, table.csv().ok())));
    #[cfg(feature = "parquet")]
    {
        made.push(("players.parquet", players.parquet().ok()));
        made.extend(decisions.as_ref().map(|table| ("decisions.parquet", table.parquet().ok())));
    }
    for (name, bytes) in files {
        match made.iter().find(|(made, _)| made == name) {
            Some((_, made)) => checks.repeats(name, made.as_ref() == Some(bytes), other.as_ref()),
            None if name.ends_with(".parquet") && !cfg!(feature = "parquet") => {
                checks.skip(name, Compared::NoFormat);
            }
            None if name.ends_with(".parquet") => {
                checks.skip(name, "made from the moves: compared with --recompute only");
            }
            None if WRITTEN.contains(&name.as_str()) => {}
            None => checks.repeats(name, false, other.as_ref()),
        }
    }
    if let Some(sheet) = files.get(SHEET) {
        let what = if games.is_some() { "sheet.html" } else { "sheet.html as far as the players' games" };
        checks.repeats(what, reports::is_sheet_of(sheet, written, games), other.as_ref());
    }
    if games.is_none() {
        checks.skip("moves in the sheet and tables of decisions", "compared with --recompute only");
    }
}

/// Checks every file that the list of digests names, and that none is left out. Returns the contents by name.
fn files(folder: &Path, checks: &mut Checks) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let list = folder.join(SUMS);
    let text = String::from_utf8(read(&list)?).with_context(|| format!("{} is not text", list.display()))?;
    let mut contents = BTreeMap::new();
    let mut unlisted = WRITTEN.to_vec();
    for line in text.lines() {
        let Some((sum, name)) = line.split_once("  ") else {
            bail!("{}: the line `{line}` is not a digest and a name", list.display());
        };
        if name.contains(['/', '\\']) || name == ".." {
            bail!("{}: `{name}` is not the name of a file in this folder", list.display());
        }
        unlisted.retain(|needed| *needed != name);
        match read(&folder.join(name)) {
            Ok(bytes) => {
                checks.equal(name, sum, &analyzer::digest::hex(&Sha256::digest(&bytes)));
                contents.insert(name.to_owned(), bytes);
            }
            Err(error) => checks.add(name, false, in_words(&error)),
        }
    }
    for needed in unlisted {
        checks.add(needed, false, format!("not listed in {SUMS}"));
    }
    Ok(contents)
}

/// The content of a file that the check cannot do without.
fn content<'a>(files: &'a BTreeMap<String, Vec<u8>>, folder: &Path, name: &str) -> anyhow::Result<&'a [u8]> {
    let path = folder.join(name);
    files.get(name).map(Vec::as_slice).with_context(|| {
        format!("{} is not listed in {SUMS}, or is not a regular file that can be read", path.display())
    })
}

/// Reads the inputs again, searches again, computes again, and compares. Returns the games move by move.
///
/// The folder may come from a stranger. Engine, options, store, book, alias table and parameters are therefore the
/// reader's own; from `run.json` come only values that can start and overwrite nothing: which games, which ratings, and
/// the search settings.
fn again(
    options: &VerifyOptions,
    recompute: Recompute,
    files: &BTreeMap<String, Vec<u8>>,
    written: &Screening,
    checks: &mut Checks,
) -> anyhow::Result<Vec<GameTrace>> {
    let run: RunRecord = serde_json::from_slice(content(files, &options.folder, RUN)?)
        .with_context(|| format!("{} does not say what was run", options.folder.join(RUN).display()))?;
    run.settings.validate().with_context(|| format!("the search settings in {RUN} cannot be used"))?;
    let config = Config::of_run(&options.run)?;
    let book = own_file("book", "an opening book", options.book.as_deref(), run.book.as_deref())?;
    let table = own_file("aliases", "an alias table", options.aliases.as_deref(), run.aliases.as_deref())?;
    let collection = run.read(&inputs(options, &run)?)?;
    let identities = match table {
        Some(table) => AliasOptions { aliases: Some(table.to_owned()) }.load()?.1,
        None => Aliases::default(),
    };
    for input in collection.inputs.iter().chain(identities.input()) {
        let known = written.manifest.inputs.iter().any(|entry| entry.sha256 == input.sha256);
        checks.add(format!("input {}", visible(&input.name)), known, input.sha256.clone());
    }
    let played = run.played();
    let preparation = PrepareOptions {
        name: Some(&run.name),
        fallback: &run.name,
        aliases: &identities,
        rating: run.rating,
        played: &played,
        book,
        store: &config.store,
    };
    let loaded = prepared(collection, &preparation)?;
    let used = |lists: &Option<RatingLists>| lists.iter().flat_map(|lists| lists.used.clone()).collect();
    let (listed, stored): (Vec<UsedList>, Vec<UsedList>) =
        (used(&written.manifest.rating_lists), used(&loaded.rating_lists));
    for list in &listed {
        let known = stored.iter().any(|stored| stored.sha256 == list.sha256);
        checks.add(format!("rating list {}", visible(&list.name)), known, visible(&list.sha256));
    }
    let engines = Engines { settings: run.settings.clone(), ..config.local_engines()? };
    if recompute != Recompute::All && !engines.store.is_file() {
        let path = engines.store.display();
        bail!("there is no store at {path}; name it with --store FILE, or use --recompute all");
    }
    let identity = same_engine(&engines, &written.manifest.engine, &run.engine_options)?;
    let found = identity.signature.as_deref().unwrap_or(&identity.sha256);
    checks.add("engine", true, found);
    let plans = &loaded.plans;
    let answers = if recompute == Recompute::All {
        everything(plans, &engines)?
    } else {
        // The evaluations as the reader's store holds them; what is missing is searched.
        engines.answers(plans, SearchPlayedMove::IfUnlisted)?.answers
    };
    if let Recompute::Some(n) = recompute {
        search_again(plans, &answers, &engines, Some((n, options.seed.unwrap_or_else(seed))), checks)?;
    }
    let Screened { screening, games } =
        screened(&loaded, &answers, &identity, &run.settings, config.parameters.as_deref())?;
    let outcome = screening.written_like(written)?;
    checks.equal("evaluations", &written.manifest.evaluations, &outcome.manifest.evaluations);
    checks.equal("digest recomputed from the games", &written.manifest.digest, &outcome.manifest.digest);
    Ok(games)
}

/// The games to compute from: those of `--pgn`, else the files in the folder that have the names of the run's inputs.
fn inputs(options: &VerifyOptions, run: &RunRecord) -> anyhow::Result<Vec<PathBuf>> {
    if !options.pgn.is_empty() {
        return Ok(options.pgn.clone());
    }
    let inside = |input: &PathBuf| {
        let path = options.folder.join(input.file_name()?);
        path.symlink_metadata().is_ok_and(|facts| facts.is_file()).then_some(path)
    };
    run.inputs.iter().map(inside).collect::<Option<_>>().with_context(|| {
        let names: Vec<String> = run.inputs.iter().map(|path| visible(&path.to_string_lossy())).collect();
        format!(
            "the games are not in this folder; name them with --pgn FILE (the run read {})",
            names.join(", ")
        )
    })
}

/// A file of the reader in place of one that the run used.
fn own_file<'a>(
    flag: &str,
    what: &str,
    own: Option<&'a Path>,
    recorded: Option<&Path>,
) -> anyhow::Result<Option<&'a Path>> {
    match (own, recorded) {
        (None, Some(path)) => {
            bail!(
                "the run used {what}; name it with --{flag} FILE (the run read {})",
                visible(&path.to_string_lossy())
            )
        }
        (own, _) => Ok(own),
    }
}

/// Reads a file of the checked folder. Links and pipes are refused: they may lead anywhere, or never end.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let facts = path.symlink_metadata().with_context(|| format!("cannot read {}", path.display()))?;
    if !facts.is_file() {
        bail!("{} is not a regular file", path.display());
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
