//! Options that several commands share.

use std::path::{Path, PathBuf};

use analyzer::policy::Mode;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use datasets::tournament::event_facts::StatedPlay;
use datasets::{AcceptedGame, Aliases, Collection, NotAccepted, OneEvent};
use pipeline::{DEEP_SECOND_ENGINE_DEPTH, EventCircumstances, PrepareOptions, RatingChoice, circumstances};
use reports::{Language, visible};
use serde::{Deserialize, Serialize};

use crate::config::own_files::own_or_named;
use crate::output::{read_text, unusable};

/// The games of an event.
#[derive(Clone, Debug, Args)]
pub(crate) struct GamesOptions {
    /// PGN files, plain, .gz, .zst or .zip; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
}

impl GamesOptions {
    /// Reads the games; an Event tag that no game has is an error, and so is an accepted game that cannot be.
    pub(crate) fn read(&self, accepted: &[AcceptedGame]) -> anyhow::Result<Collection> {
        let mut collection = datasets::read(&self.inputs, self.event.as_deref())?;
        accept_all(&mut [&mut collection], accepted)?;
        match &self.event {
            Some(event) if collection.games.is_empty() && collection.unscored.is_empty() => {
                bail!("no game has the Event tag `{event}`; the tag must match exactly")
            }
            None if collection.games.is_empty()
                && collection.unscored.is_empty()
                && collection.quarantine.is_empty() =>
            {
                bail!(datasets::why_no_games(&self.inputs)?)
            }
            _ => Ok(collection),
        }
    }
}

/// Scores the games that were accepted up to an illegal move.
///
/// # Errors
/// Why games are not, a line each.
pub(crate) fn accept_all(
    collections: &mut [&mut Collection],
    accepted: &[AcceptedGame],
) -> anyhow::Result<()> {
    check_accepted(&datasets::accept(collections, accepted))
}

/// Fails with the reasons why games were not accepted, a line each.
pub(crate) fn check_accepted(refused: &[NotAccepted]) -> anyhow::Result<()> {
    let lines: Vec<String> = refused.iter().map(ToString::to_string).collect();
    if lines.is_empty() { Ok(()) } else { bail!("{}", lines.join("\n")) }
}

/// All events of some files, with the games that were accepted; files without any game are an error that says what they are.
pub(crate) fn read_events(inputs: &[PathBuf], accepted: &[AcceptedGame]) -> anyhow::Result<Vec<OneEvent>> {
    let mut events = datasets::read_events(inputs)?;
    if events.is_empty() {
        bail!(datasets::why_no_games(inputs)?);
    }
    let mut all: Vec<&mut Collection> = events.iter_mut().map(|event| &mut event.collection).collect();
    accept_all(&mut all, accepted)?;
    Ok(events)
}

/// The games of one event, which is told apart from others.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OneEventOptions {
    /// PGN files, plain, .gz, .zst or .zip; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the event of this name, or with this Event tag
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Of several events of one name the one that began on this day, such as 2025-06-23
    #[arg(long, value_name = "DAY", requires = "event", conflicts_with = "together")]
    pub(crate) first_day: Option<String>,
    /// All games are one event, although they look like several; with --event, all games with exactly that Event tag
    #[arg(long)]
    pub(crate) together: bool,
}

/// Events that are named one by one where there are several.
const MOST_NAMED: usize = 20;

impl OneEventOptions {
    /// Reads the event.
    ///
    /// # Errors
    /// Files that cannot be read, several events, none that is meant, or an accepted game that cannot be.
    pub(crate) fn read(&self, accepted: &[AcceptedGame]) -> anyhow::Result<OneEvent> {
        if self.together {
            let Self { inputs, event, .. } = self.clone();
            let collection = GamesOptions { inputs, event }.read(accepted)?;
            return Ok(OneEvent { collection, ..OneEvent::default() });
        }
        let all = read_events(&self.inputs, accepted)?;
        let Some(name) = &self.event else { return self.the_one(all) };
        let chosen = EventChoice { name: name.clone(), first_day: self.first_day.clone() };
        chosen.of(&all)
    }

    /// The event, where nobody has said which.
    fn the_one(&self, mut all: Vec<OneEvent>) -> anyhow::Result<OneEvent> {
        if all.len() > 1 {
            let typed: Vec<String> =
                self.inputs.iter().map(|path| visible(&path.to_string_lossy())).collect();
            let typed = if typed.len() <= 3 { typed.join(" ") } else { "FILES".to_owned() };
            bail!(
                "these games are of {} events, and an event is screened as a field of its own:\n{}\n  \
                 all of them, one after the other: fairplay batch {typed} --out DIR\n  \
                 one of them: --event NAME\n  \
                 if they are one event all the same: --together",
                all.len(),
                listed(&all)
            );
        }
        Ok(all.pop().unwrap_or_default())
    }
}

/// The event that is meant, of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventChoice {
    /// Its name, or one of its `Event` tags.
    pub(crate) name: String,
    /// The day on which it began, `YYYY-MM-DD`, where several have that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) first_day: Option<String>,
}

impl EventChoice {
    /// Takes it out of all events.
    ///
    /// # Errors
    /// If there is none of that name, or if there are several.
    pub(crate) fn of(&self, all: &[OneEvent]) -> anyhow::Result<OneEvent> {
        let began = |event: &OneEvent| event.first_day.map(|day| day.to_string());
        let day = self.first_day.as_deref();
        let mut found: Vec<OneEvent> = all
            .iter()
            .filter(|event| event.is_called(&self.name))
            .filter(|event| day.is_none_or(|day| began(event).as_deref() == Some(day)))
            .cloned()
            .collect();
        match (found.len(), found.pop()) {
            (1, Some(event)) => Ok(event),
            (0, _) => {
                let on = day.map_or_else(String::new, |day| format!(" that began on {day}"));
                bail!(
                    "no event `{}`{on}; the name must match exactly. There are:\n{}",
                    visible(&self.name),
                    listed(all)
                )
            }
            (several, last) => {
                let named: Vec<OneEvent> = found.into_iter().chain(last).collect();
                bail!(
                    "{several} events are called `{}`; choose one by its first day:\n{}\n  with --first-day DAY",
                    visible(&self.name),
                    listed(&named)
                )
            }
        }
    }
}

/// Events with their days and games, a line each.
pub(crate) fn listed(events: &[OneEvent]) -> String {
    let line = |event: &OneEvent| {
        let days = match (event.first_day, event.last_day) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}, "),
            (Some(day), _) => format!("{day}, "),
            _ => String::new(),
        };
        let c = &event.collection;
        let games = c.games.len() + c.unscored.len() + c.quarantine.len();
        format!("  {} ({days}{games} games)", visible(&event.name))
    };
    let mut lines: Vec<String> = events.iter().take(MOST_NAMED).map(line).collect();
    if events.len() > MOST_NAMED {
        lines.push(format!("  and {} more; fairplay inspect --all lists them", events.len() - MOST_NAMED));
    }
    lines.join("\n")
}

/// Name of the alias table in the user's configuration folder, which is used when none is given.
pub(crate) const ALIASES: &str = "aliases.toml";

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AliasOptions {
    /// Alias table with confirmed identities of players [default: fairplay/aliases.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
}

impl AliasOptions {
    /// The alias table in force with its path, which is said on standard error.
    pub(crate) fn load(&self) -> anyhow::Result<(Option<PathBuf>, Aliases)> {
        let path = own_or_named(self.aliases.as_deref(), (ALIASES, "Aliases", "--aliases"));
        let Some(path) = path else { return Ok((None, Aliases::default())) };
        let table = Aliases::load(&path).with_context(unusable(&path))?;
        Ok((Some(path), table))
    }
}

/// The identities of players, their ratings, and the beginning of decisions.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct EventOptions {
    #[command(flatten)]
    pub(crate) aliases: AliasOptions,
    /// Opening book made by `fairplay book build`: decisions begin at the first position that was new, not at turn 9
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rating: RatingChoice,
}

impl EventOptions {
    /// Options for [`pipeline::prepare()`]. `fallback` is the name of the event if no game has an Event tag.
    pub(crate) fn prepare_options<'a>(
        &'a self,
        name: Option<&'a str>,
        fallback: &'a str,
        aliases: &'a Aliases,
        store: &'a Path,
        played: &'a StatedPlay,
    ) -> PrepareOptions<'a> {
        let (rating, book) = (self.rating, self.book.as_deref());
        PrepareOptions { name, fallback, aliases, rating, played, book, store }
    }

    /// How the event was played, as the options and the file of circumstances state it; the options go first.
    ///
    /// # Errors
    /// A time control that has no class or another one than the stated class.
    pub(crate) fn played(&self, stated: &EventCircumstances) -> anyhow::Result<StatedPlay> {
        let played = stated.played(self.rating.time_class);
        played.check()?;
        Ok(played)
    }
}

/// What people state about the event.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StatedOptions {
    /// Mode of play, which sets the threshold; it has to be stated where games may have been played online [default: that of --circumstances; without either no threshold is applied]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) mode: Option<Mode>,
    /// Circumstances of the event (.toml), such as the file from the settings page of a server; options of the command line go first
    #[arg(long, value_name = "FILE")]
    pub(crate) circumstances: Option<PathBuf>,
}

impl StatedOptions {
    /// The circumstances as the file and the options state them.
    pub(crate) fn load(&self) -> anyhow::Result<EventCircumstances> {
        let stated = match &self.circumstances {
            None => EventCircumstances::default(),
            Some(path) => {
                let size = std::fs::metadata(path).with_context(unusable(path))?.len();
                if size > circumstances::MAX_BYTES {
                    bail!(
                        "{} has {size} bytes; at most {} are read",
                        path.display(),
                        circumstances::MAX_BYTES
                    );
                }
                EventCircumstances::parse(&read_text(path)?).with_context(unusable(path))?
            }
        };
        Ok(EventCircumstances { mode: self.mode.or(stated.mode), ..stated })
    }
}

/// The evaluation store, for commands that run no engine.
#[derive(Clone, Debug, Args)]
pub(crate) struct StoreFileOptions {
    /// Evaluation store, which keeps the rating lists too [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) store: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
}

/// The engine to run, and the files of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct RunOptions {
    /// UCI engine to run [default: `$FAIRPLAY_ENGINE`, else `stockfish` on the PATH or in /usr/games]
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
    /// Number of engine processes [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub engines: Option<u16>,
    /// Evaluation store, shared by all events [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Parameter file made by `calibrate` [default: the one shipped for this engine and these settings]
    #[arg(long, value_name = "FILE")]
    pub parameters: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The engine, its search settings, and the files of a run.
#[derive(Clone, Debug, Default, Args)]
pub struct EngineOptions {
    #[command(flatten)]
    pub run: RunOptions,
    /// Search settings by name: quick, full, or one of your own in the settings file [default: that of the settings file, else quick]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Search depth in plies, instead of the profile's
    #[arg(long, value_name = "PLIES")]
    pub depth: Option<u8>,
    /// Number of lines (`MultiPV`), instead of the profile's
    #[arg(long, value_name = "N")]
    pub lines: Option<u8>,
    /// Search decided positions to the full depth as well, although no test counts them
    #[arg(long)]
    pub to_the_end: bool,
    /// Address of a NATS server with JetStream, to let `fairplay worker` on other machines search; one with a name and a password only
    /// in the settings file, under `[queue]`
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
}

/// How the program of `--second-engine` is run.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SecondEngineOptions {
    /// Argument for the second engine, such as the script that node runs; can be repeated
    #[arg(long, value_name = "ARGUMENT", requires = "second_engine", allow_hyphen_values = true)]
    pub(crate) second_engine_args: Vec<String>,
    /// Further file that the results of the second engine depend on, such as that script; can be repeated
    #[arg(long, value_name = "FILE", requires = "second_engine")]
    pub(crate) second_engine_files: Vec<PathBuf>,
    /// Search depth of the second engine in plies [default: 20]
    #[arg(long, value_name = "PLIES", requires = "second_engine")]
    pub(crate) second_depth: Option<u8>,
    /// Search with the second engine to depth 24, which takes three times as long and sees more help by deep searches
    #[arg(long, requires = "second_engine", conflicts_with = "second_depth")]
    pub(crate) deep: bool,
}

impl SecondEngineOptions {
    /// The depth that is asked for, in plies; `None` for the usual one.
    pub(crate) fn depth(&self) -> Option<u8> {
        self.second_depth.or(self.deep.then_some(DEEP_SECOND_ENGINE_DEPTH))
    }
}

#[derive(Clone, Copy, Debug, Default, Args)]
pub struct LanguageOptions {
    /// Language of tables and pages; JSON and CSV are the same in every language [default: en]
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub lang: Option<Language>,
}

/// The tags of the languages, so that help and completions list them.
pub(crate) fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::all().map(Language::tag)).try_map(|tag| tag.parse::<Language>())
}
