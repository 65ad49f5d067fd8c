//! `fairplay screen`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use analyzer::{GamePlan, Screened};
use clap::Args;
use datasets::tournament::event_facts::StatedPlay;
use datasets::tournament::telemetry::TelemetryTable;
use datasets::{AcceptedGame, Aliases, OneEvent};
use pipeline::{RatingChoice, SearchPlayedMove};
use reports::{Language, TerminalOptions};
use uci_pool::Identity;

use crate::arguments::{
    EngineOptions, EventChoice, EventOptions, LanguageOptions, OneEventOptions, StatedOptions,
};
use crate::config::{Answered, Config, Engines};
use crate::output::terminal::{has_colour, say};
use crate::output::{absolute, put, put_with, stem, take_folder};
use crate::run::{PreparedEvent, RunRecord, parameters_for, prepared, question, screened};
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct ScreenOptions {
    #[command(flatten)]
    pub(crate) games: OneEventOptions,
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
    let stated = options.stated.load()?;
    let played = options.event.played(&stated)?;
    let read = options.games.read(&stated.accepted_games)?;
    let OneEventOptions { inputs, event: tag, .. } = &options.games;
    let stem = stem(&inputs.first().map(|path| path.to_string_lossy()).unwrap_or_default());
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}-screening")));
    let telemetry = options.telemetry.as_deref().map(TelemetryTable::load).transpose()?;
    let (table, aliases) = options.event.aliases.load()?;
    let screener = EventScreener {
        config: &config,
        event: &options.event,
        played: &played,
        accepted: &stated.accepted_games,
        table: table.as_deref(),
        aliases: &aliases,
        said: RefCell::default(),
    };
    let engines = config.engines()?;
    // Before hours of engine time: a folder that cannot be written is better known now.
    let _taken = take_folder(&out)?;
    let chosen = tag.as_ref().filter(|_| !options.games.together);
    let chosen =
        chosen.map(|name| EventChoice { name: name.clone(), first_day: options.games.first_day.clone() });
    let source = Source { inputs, tag: tag.as_deref().filter(|_| options.games.together), one_of: chosen };
    let event = screener.prepared(&read, &stem)?;
    let given = telemetry.map(|table| table.tied(&event.collection, &event.roster)).transpose()?;
    let name = event.name.clone();
    let outcome = screener.screened(event, (&name, &source), &engines, &out, &mut |plans| {
        engines.answers(plans, SearchPlayedMove::IfUnlisted)
    })?;
    let screening = &outcome.screening;
    let mut more = String::new();
    if let Some(given) = &given {
        let page = reports::telemetry::page(screening, &outcome.games, given, config.lang);
        let path = out.join(TELEMETRY);
        put(&path, page.as_bytes())?;
        more = format!("Given by the platform: {}\n", absolute(&path).display());
    }
    let status = if screening.quarantine.is_empty() { ExitStatus::Done } else { ExitStatus::Quarantined };
    if options.json {
        return Ok((status, reports::json(screening)?));
    }
    let width = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).unwrap_or(120);
    let shown = TerminalOptions { width, colour: has_colour(), all: options.all, language: config.lang };
    let (table, sheet) = (reports::terminal(screening, shown), absolute(&out.join(SHEET)));
    let text = format!("{table}\nSheet:  {}\n{more}Digest: {}\n", sheet.display(), screening.manifest.digest);
    Ok((status, text))
}

/// How events are screened: the same for one and for many.
pub(crate) struct EventScreener<'a> {
    pub(crate) config: &'a Config,
    pub(crate) event: &'a EventOptions,
    /// How they were played, as far as people stated it.
    pub(crate) played: &'a StatedPlay,
    /// Games that an arbiter accepts up to an illegal move.
    pub(crate) accepted: &'a [AcceptedGame],
    /// The file of the alias table.
    pub(crate) table: Option<&'a Path>,
    pub(crate) aliases: &'a Aliases,
    /// What was said on standard error.
    pub(crate) said: RefCell<BTreeSet<String>>,
}

/// Where the games of an event come from.
pub(crate) struct Source<'a> {
    pub(crate) inputs: &'a [PathBuf],
    /// The `Event` tag that all of them have, where events were not told apart.
    pub(crate) tag: Option<&'a str>,
    /// The event, where the inputs may hold others.
    pub(crate) one_of: Option<EventChoice>,
}

impl EventScreener<'_> {
    /// The event without the engine's answers. Where its tags do not name it, it is called as it was told apart, and after its file
    /// where that is another's name; `other` is the name of games that were not told apart.
    pub(crate) fn prepared(&self, event: &OneEvent, other: &str) -> anyhow::Result<PreparedEvent> {
        let (games, of_file) = (event.collection.clone(), stem(&event.name));
        let fallback = match (event.name.as_str(), event.by_file) {
            ("", _) => other,
            (_, true) => &of_file,
            (name, false) => name,
        };
        let options =
            self.event.prepare_options(None, fallback, self.aliases, &self.config.store, self.played);
        Ok(prepared(games, &options)?)
    }

    /// Asks the engines, judges the players, and writes the folder. `title` is what the event is called on the way.
    pub(crate) fn screened(
        &self,
        event: PreparedEvent,
        (title, source): (&str, &Source<'_>),
        engines: &Engines,
        out: &Path,
        ask: &mut dyn FnMut(&[GamePlan]) -> anyhow::Result<Answered>,
    ) -> anyhow::Result<Screened> {
        let config = self.config;
        config.announce(title, &event);
        self.say_what_is_missing(&event, &engines.identity()?)?;
        let Answered { answers, identity, .. } = ask(&event.plans)?;
        let outcome = screened(&event, &answers, &identity, &config.settings, config.parameters.as_deref())?;
        write(&outcome, &self.record(event, source, engines), out, config.lang)?;
        Ok(outcome)
    }

    /// Says before the search why the sheet will have no z; the same is said of several events once.
    fn say_what_is_missing(&self, event: &PreparedEvent, identity: &Identity) -> anyhow::Result<()> {
        let said = match question(event, self.config.lang) {
            Some(question) => Some(question),
            None => self.missing(event, identity)?,
        };
        if let Some(said) = said
            && self.said.borrow_mut().insert(said.clone())
        {
            say!("{said}");
        }
        Ok(())
    }

    fn missing(&self, event: &PreparedEvent, identity: &Identity) -> anyhow::Result<Option<String>> {
        let config = self.config;
        let conditions = event.conditions();
        let parameters =
            parameters_for(config.parameters.as_deref(), identity, &config.settings, conditions)?;
        let Some(other) = parameters else {
            let signature = identity.signature.as_deref().and_then(|signature| signature.get(..12));
            return Ok(Some(format!(
                "No calibration fits the answers of {} at depth {} with {} lines (signature {}…), so the sheet will have counts and no z.\n  \
                 Use an engine that `fairplay engines` calls calibrated: `fairplay engines get` builds one, and on Debian \
                 `apt-get install stockfish` brings one. Or make a calibration with `fairplay calibrate`.",
                identity.name,
                config.settings.depth,
                config.settings.multipv,
                signature.unwrap_or_default(),
            )));
        };
        Ok((other.conditions() != conditions).then(|| {
            format!(
                "There is no calibration for {conditions}, so the sheet will have counts and no z.\n  \
                 If time class or venue are wrong, state them with --time-class and --mode."
            )
        }))
    }

    /// What was run, as it stands beside the results.
    pub(crate) fn record(&self, event: PreparedEvent, source: &Source<'_>, engines: &Engines) -> RunRecord {
        let spec = &engines.searchers.spec;
        let stays = |path: &Path| path.as_os_str() == "-";
        let inputs = source.inputs.iter();
        let accepted = self.accepted.iter().filter(|one| one.is_scored(&event.collection));
        RunRecord {
            inputs: inputs.map(|path| if stays(path) { path.clone() } else { absolute(path) }).collect(),
            event: source.tag.map(str::to_owned),
            one_of: source.one_of.clone(),
            name: event.name,
            engine: spec.command.clone(),
            engine_args: spec.args.clone(),
            engine_files: spec.files.iter().map(|path| absolute(path)).collect(),
            engine_options: spec.options.clone(),
            settings: self.config.settings.clone(),
            store: absolute(&self.config.store),
            parameters: self.config.parameters.as_deref().map(absolute),
            rating: RatingChoice { time_class: event.stated.class, ..event.rating },
            mode: event.stated.mode,
            time_control: event.stated.control,
            accepted_games: accepted.cloned().collect(),
            book: self.event.book.as_deref().map(absolute),
            aliases: self.table.map(absolute),
        }
    }
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
