//! `fairplay screen`.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use analyzer::Screened;
use clap::Args;
use datasets::Collection;
use datasets::tournament::telemetry::TelemetryTable;
use pipeline::SearchPlayedMove;
use reports::{Language, TerminalOptions};

use crate::arguments::{EngineOptions, EventOptions, GamesOptions, LanguageOptions, StatedOptions};
use crate::config::{Answered, Config};
use crate::output::{absolute, make_folder, put, put_with, stem};
use crate::run::{RunRecord, parameters_for, prepared, question, screened};
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct ScreenOptions {
    #[command(flatten)]
    pub(crate) games: GamesOptions,
    /// Folder for the results [default: named after the first input]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Table (.csv) of what an online platform noted beside the moves; a page of its own shows it by player and by move, and it is never part of a z
    #[arg(long, value_name = "FILE")]
    pub(crate) telemetry: Option<PathBuf>,
    /// Print the screening as JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// Print every player, not only the highest indices
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) event: EventOptions,
    #[command(flatten)]
    pub(crate) stated: StatedOptions,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// The list of the files' digests, in the layout of `sha256sum`.
pub(crate) const SUMS: &str = "files.sha256";
pub(crate) const SCREENING: &str = "screening.json";
pub(crate) const RUN: &str = "run.json";
pub(crate) const PLAYERS: &str = "players.csv";
pub(crate) const DECISIONS: &str = "decisions.csv";
pub(crate) const SHEET: &str = "sheet.html";
const TELEMETRY: &str = "telemetry.html";

pub(crate) fn run(options: &ScreenOptions) -> Outcome {
    let config = Config::load(&options.engine)?.in_language(options.language);
    let GamesOptions { inputs, event: tag } = &options.games;
    let stated = options.stated.load()?;
    let collection = options.games.read()?;
    let events = larger_events(&collection);
    if events.len() > 1 {
        eprintln!(
            "The input holds several events, which are screened as one field. To choose one, give its tag with --event:"
        );
        for event in events.iter().take(10) {
            eprintln!("  --event \"{event}\"");
        }
    }
    let stem = stem(&inputs.first().map(|path| path.to_string_lossy()).unwrap_or_default());
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}-screening")));
    let (table, aliases) = options.event.aliases.load()?;
    let preparation =
        options.event.prepare_options(tag.as_deref(), &stem, &aliases, &config.store, stated.mode);
    let event = prepared(collection, &preparation)?;
    let telemetry = options.telemetry.as_deref().map(|path| {
        TelemetryTable::load(path).and_then(|table| table.tied(&event.collection, &event.roster))
    });
    let telemetry = telemetry.transpose()?;
    let engines = config.engines()?;
    // Before hours of engine time: a folder that cannot be written is better known now.
    make_folder(&out)?;
    config.announce(&event.name, &event);
    let identity = engines.identity()?;
    let conditions = event.conditions();
    let parameters = parameters_for(config.parameters.as_deref(), &identity, &config.settings, conditions)?;
    if let Some(question) = question(&event) {
        eprintln!("{question}");
    } else if let Some(other) = &parameters {
        if other.conditions() != conditions {
            eprintln!(
                "There is no calibration for {conditions}, so the sheet will have counts and no z.\n  \
                 If time class or venue are wrong, state them with --time-class and --mode."
            );
        }
    } else {
        eprintln!(
            "No calibration fits the answers of {} at depth {} with {} lines (signature {}…), so the sheet will have counts and no z.\n  \
             Use an engine that `fairplay engines` calls calibrated: `fairplay engines get` builds one, and on Debian \
             `apt-get install stockfish` brings one. Or make a calibration with `fairplay calibrate`.",
            identity.name,
            config.settings.depth,
            config.settings.multipv,
            identity.signature.as_deref().and_then(|signature| signature.get(..12)).unwrap_or_default(),
        );
    }
    let Answered { answers, identity, .. } = engines.answers(&event.plans, SearchPlayedMove::IfUnlisted)?;
    let outcome = screened(&event, &answers, &identity, &config.settings, config.parameters.as_deref())?;
    let spec = &engines.searchers.spec;
    let stays = |path: &Path| path.as_os_str() == "-";
    let run = RunRecord {
        inputs: inputs.iter().map(|path| if stays(path) { path.clone() } else { absolute(path) }).collect(),
        event: tag.clone(),
        name: event.name,
        engine: spec.command.clone(),
        engine_args: spec.args.clone(),
        engine_files: spec.files.iter().map(|path| absolute(path)).collect(),
        engine_options: spec.options.clone(),
        settings: config.settings.clone(),
        store: absolute(&config.store),
        parameters: config.parameters.as_deref().map(absolute),
        rating: event.rating,
        mode: event.mode,
        book: options.event.book.as_deref().map(absolute),
        aliases: table.as_deref().map(absolute),
    };
    write(&outcome, &run, &out, config.lang)?;
    let screening = &outcome.screening;
    let mut more = String::new();
    if let Some(given) = &telemetry {
        let page = reports::telemetry::page(screening, &outcome.games, given, config.lang);
        let path = out.join(TELEMETRY);
        put(&path, page.as_bytes())?;
        more = format!("Given by the platform: {}\n", absolute(&path).display());
    }
    let status = if screening.quarantine.is_empty() { ExitStatus::Done } else { ExitStatus::Quarantined };
    if options.json {
        return Ok((status, reports::json(screening)?));
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let width = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).unwrap_or(120);
    let shown = TerminalOptions { width, colour, all: options.all, language: config.lang };
    let (table, sheet) = (reports::terminal(screening, shown), absolute(&out.join(SHEET)));
    let text = format!("{table}\nSheet:  {}\n{more}Digest: {}\n", sheet.display(), screening.manifest.digest);
    Ok((status, text))
}

/// `Event` tags of ten games or more, in order of name. Broadcasts give every game a tag of its own.
fn larger_events(collection: &Collection) -> Vec<&str> {
    let mut games: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &collection.games {
        *games.entry(&game.event).or_default() += 1;
    }
    games.into_iter().filter(|(_, n)| *n >= 10).map(|(event, _)| event).collect()
}

/// Writes every file of a screening, each in one step, and the list of their digests last.
fn write(outcome: &Screened, run: &RunRecord, out: &Path, language: Language) -> anyhow::Result<()> {
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
    file(PLAYERS, &|to| Ok(to.write_all(&players.csv()?)?))?;
    // These grow with the moves of the event, and are written as they are made.
    file(DECISIONS, &|to| Ok(decisions.write_csv(to)?))?;
    #[cfg(feature = "parquet")]
    {
        file("players.parquet", &|to| Ok(to.write_all(&players.parquet()?)?))?;
        file("decisions.parquet", &|to| Ok(decisions.write_parquet(to)?))?;
    }
    file(SHEET, &|to| Ok(to.write_all(reports::html(screening, games, language)?.as_bytes())?))?;
    file(RUN, &|to| Ok(to.write_all(&run_text)?))?;
    put(&out.join(SUMS), sums.as_bytes())
}
