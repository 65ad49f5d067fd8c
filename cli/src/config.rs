//! Settings in force: built-in defaults, then `fairplay.toml`, then flags.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analyzer::shipped;
use anyhow::{Context, bail};
use clap::Args;
use datasets::text::{Backslashes, TextFault, read_toml};
use datasets::tournament::corpus::facts::Conditions;
use pipeline::PreparedEvent;
use reports::{Language, visible};
use serde::{Deserialize, Serialize};
use service::{Address, Searchers};
use uci_pool::{EngineSpec, Identity, Limits, Settings, find_engine};

use crate::arguments::{EngineOptions, LanguageOptions, RunOptions, StoreFileOptions};
use crate::output::facts::facts;
use crate::output::terminal::say;
use crate::output::{json_or, read_text};
use crate::{ExitStatus, Outcome};

pub(crate) mod cage;
mod engines;
mod notifications;
pub(crate) mod own_files;
mod second_engines;

pub use engines::{Answered, Engines};
pub(crate) use notifications::{MailFile, WebhookFile, notifications};
use own_files::own_or_named;
pub(crate) use own_files::{home, in_config_folder, in_data_folder};
pub(crate) use second_engines::SecondEngineFile;

/// Name of the settings file in the user's configuration folder.
const SETTINGS_FILE: &str = "fairplay.toml";
/// The profiles that always exist.
pub(crate) const QUICK: &str = "quick";
pub(crate) const FULL: &str = "full";
/// Name of the folder with engines in the user's data folder.
pub(crate) const ENGINES: &str = "engines";

/// Settings as the file holds them; every field may be left out.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    profile: Option<String>,
    lang: Option<Language>,
    engine: EngineFile,
    store: Option<PathBuf>,
    parameters: Option<PathBuf>,
    profiles: BTreeMap<String, ProfileFile>,
    serve: ServeSettings,
    queue: QueueFile,
}

/// The queue to engines of other machines in the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct QueueFile {
    nats: Option<String>,
    /// A file of NATS credentials.
    credentials: Option<PathBuf>,
    /// Certificates as PEM to be trusted beside the system's own.
    trusted: Option<PathBuf>,
}

/// The server: flags of `serve`, and what the settings file says of it.
#[derive(Clone, Debug, Default, Args, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ServeSettings {
    /// File with the people, the events and the audit log; created if it does not exist
    /// [default: fairplay/service.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Address to listen on; without TLS or a proxy it must be local to this machine [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Public address of the server, used in links [default: derived from --listen]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Certificate for TLS, with its chain (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// Private key of that certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub(crate) tls_key: Option<PathBuf>,
    /// A proxy in front of the server handles TLS and passes the client address in `X-Forwarded-For`
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Address for Prometheus metrics; it must be local to this machine [default: no metrics]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Write the log on standard error as JSON, for programs that collect logs
    #[arg(long)]
    pub(crate) log_json: bool,
    /// Folders in which files may be followed as live sources.
    #[arg(skip)]
    pub(crate) live_folders: Vec<PathBuf>,
    /// Whether live sources may lie in private networks.
    #[arg(skip)]
    pub(crate) live_private: bool,
    /// How far engines step back behind the pages, 0 to 19.
    #[arg(skip)]
    pub(crate) niceness: Option<u8>,
    /// Parameters for full tests, if not those that come with the software.
    #[arg(skip)]
    pub(crate) full_parameters: Option<PathBuf>,
    /// Further engines that a full test may be asked for with.
    #[arg(skip)]
    pub(crate) second_engines: Vec<SecondEngineFile>,
    /// MiB of the disk that are left to the audit log; with less free, nothing large is taken.
    #[arg(skip)]
    pub(crate) reserve_mib: Option<u32>,
    /// Most MiB of the files that one person brings within 24 hours.
    #[arg(skip)]
    pub(crate) daily_mib: Option<u32>,
    /// Time zone of the times on the pages, if not that of the machine.
    #[arg(skip)]
    pub(crate) time_zone: Option<String>,
    /// The server that takes mail about changed hints.
    #[arg(skip)]
    pub(crate) mail: Option<MailFile>,
    /// Other software that is told of changed hints.
    #[arg(skip)]
    pub(crate) webhook: Option<WebhookFile>,
}

impl ServeSettings {
    /// These flags where they are given, else the settings file.
    pub(crate) fn or(self, file: Self) -> Self {
        Self {
            data: self.data.or(file.data),
            listen: self.listen.or(file.listen),
            url: self.url.or(file.url),
            tls_certificate: self.tls_certificate.or(file.tls_certificate),
            tls_key: self.tls_key.or(file.tls_key),
            behind_proxy: self.behind_proxy || file.behind_proxy,
            metrics: self.metrics.or(file.metrics),
            log_json: self.log_json || file.log_json,
            ..file
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct EngineFile {
    path: Option<PathBuf>,
    args: Vec<String>,
    files: Vec<PathBuf>,
    reads: Vec<PathBuf>,
    writes: Vec<PathBuf>,
    options: BTreeMap<String, String>,
    processes: Option<u16>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ProfileFile {
    depth: Option<u8>,
    multipv: Option<u8>,
    hash_mib: Option<u32>,
    node_cap: Option<u64>,
    stop_when_decided: Option<bool>,
    /// The opposite, as the setting was called before.
    to_the_end: Option<bool>,
}

/// The settings in force.
#[derive(Clone, Debug, Serialize)]
pub struct Config {
    pub(crate) profile: String,
    pub settings: Settings,
    /// Engine binary, if one was given or found.
    pub(crate) engine: Option<PathBuf>,
    pub(crate) engine_args: Vec<String>,
    /// Further files that decide its results.
    pub(crate) engine_files: Vec<PathBuf>,
    /// Files and folders that it may read beside its own, and write.
    pub(crate) engine_reads: Vec<PathBuf>,
    pub(crate) engine_writes: Vec<PathBuf>,
    pub(crate) engine_options: Vec<(String, String)>,
    pub(crate) engines: usize,
    /// The queue to engines of other machines, without name and password, if it is used.
    #[serde(serialize_with = "shown")]
    pub(crate) queue: Option<Address>,
    pub store: PathBuf,
    /// Parameter file, if not the one that comes with the software.
    pub parameters: Option<PathBuf>,
    /// Language of what people read.
    pub(crate) lang: Language,
    pub(crate) serve: ServeSettings,
    /// The settings file that was read, if any.
    pub(crate) file: Option<PathBuf>,
}

impl Config {
    /// Puts the settings together.
    ///
    /// # Errors
    /// A settings file that cannot be read, or a setting out of range.
    pub fn load(options: &EngineOptions) -> anyhow::Result<Self> {
        let run = &options.run;
        let path = own_or_named(run.config.as_deref(), (SETTINGS_FILE, "Settings", "--config"));
        let file = path.as_deref().map(read).transpose()?.unwrap_or_default();
        let profile = options.profile.clone().or_else(|| file.profile.clone());
        let profile = profile.unwrap_or_else(|| QUICK.to_owned());
        let settings = settings(&profile, &file, options)?;
        settings.validate().context("the search settings cannot be used")?;
        let store = run.store.clone().or_else(|| path_in("FAIRPLAY_STORE")).or(file.store);
        let store = store.or_else(|| in_data_folder("store.sqlite")).context(
            "there is no home folder to keep the evaluation store in; name a file with --store FILE",
        )?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            profile,
            settings,
            engine: run
                .engine
                .clone()
                .or_else(|| path_in("FAIRPLAY_ENGINE"))
                .or(file.engine.path)
                .or_else(|| installed_engines().into_iter().next()),
            engine_args: file.engine.args,
            engine_files: file.engine.files,
            engine_reads: file.engine.reads,
            engine_writes: file.engine.writes,
            engine_options: file.engine.options.into_iter().collect(),
            engines: run.engines.or(file.engine.processes).map_or_else(cores, usize::from).max(1),
            queue: options.nats.clone().or(file.queue.nats).map(|url| Address {
                url,
                credentials: file.queue.credentials,
                trusted: file.queue.trusted,
            }),
            store,
            parameters: run.parameters.clone().or(file.parameters),
            lang: file.lang.unwrap_or_default(),
            serve: file.serve,
            file: path,
        })
    }

    /// The settings of a command that uses the store and no engine.
    pub(crate) fn of_store(options: &StoreFileOptions) -> anyhow::Result<Self> {
        let StoreFileOptions { store, config } = options.clone();
        Self::of_run(&RunOptions { store, config, ..RunOptions::default() })
    }

    /// The settings of a command that takes the search settings as they are.
    pub(crate) fn of_run(run: &RunOptions) -> anyhow::Result<Self> {
        Self::load(&EngineOptions { run: run.clone(), ..EngineOptions::default() })
    }

    /// The same settings with the profile of the full test. If no engine is named, the first of this machine that has certified
    /// parameters for it; if there is none, the first with provisional ones.
    pub(crate) fn full(options: &EngineOptions) -> anyhow::Result<Self> {
        let full = Self::load(&EngineOptions { profile: Some(FULL.to_owned()), ..options.clone() })?;
        let mut installed = installed_engines().into_iter();
        let named = options.run.engine.is_some() || full.engine != installed.next();
        if named || installed.len() == 0 || full.parameters.is_some() {
            return Ok(full);
        }
        let own = full.certified()?;
        let mut best = (own, full.clone());
        for path in installed {
            if best.0 == Some(true) {
                break;
            }
            let other = Self { engine: Some(path), ..full.clone() };
            // One that does not start is none for this test.
            let certified = other.certified().unwrap_or(None);
            if certified > best.0 {
                best = (certified, other);
            }
        }
        let (certified, best) = best;
        if let Some(path) = best.engine.as_deref().filter(|_| certified > own) {
            let has = if own.is_some() { "only provisional parameters" } else { "no calibration" };
            let its = if certified == Some(false) { " Its own parameters are provisional." } else { "" };
            say!(
                "The full test is made with {}, because the engine that is used otherwise has {has} for it.{its}",
                path.display()
            );
        }
        Ok(best)
    }

    /// Whether the shipped parameters for this engine and these settings are certified; `None` if there are none. The order of the
    /// values is that of the choice: certified parameters first, then provisional ones, then none.
    fn certified(&self) -> anyhow::Result<Option<bool>> {
        let parameters = shipped::parameters(&self.identity()?, &self.settings, Conditions::USUAL)?;
        Ok(parameters.map(|parameters| !parameters.provisional))
    }

    /// Whether there are shipped parameters for this engine and these settings, certified or provisional.
    pub(crate) fn is_calibrated(&self) -> anyhow::Result<bool> {
        Ok(self.certified()?.is_some())
    }

    /// The same with the language of a flag, if one was given.
    pub(crate) fn in_language(self, options: LanguageOptions) -> Self {
        Self { lang: options.lang.unwrap_or(self.lang), ..self }
    }

    /// Engines on this machine, or workers behind a queue; obstacles are reported on standard error.
    pub fn engines(&self) -> anyhow::Result<Engines> {
        let searchers = Searchers {
            spec: self.spec()?,
            count: self.engines,
            limits: Limits::default(),
            queue: self.queue.clone(),
            notice: Arc::new(|line| say!("{line}")),
        };
        Ok(Engines { searchers, settings: self.settings.clone(), store: self.store.clone() })
    }

    /// Engines on this machine only: a queue may know answers already, and then nothing would be searched again.
    pub(crate) fn local_engines(&self) -> anyhow::Result<Engines> {
        Self { queue: None, ..self.clone() }.engines()
    }

    /// The engine with its signature under the settings.
    pub fn identity(&self) -> anyhow::Result<Identity> {
        Ok(self.local_engines()?.identity()?)
    }

    /// Says on standard error how much is to be searched, and by whom.
    pub(crate) fn announce(&self, title: &str, event: &PreparedEvent) {
        let searched: usize = event.plans.iter().map(|plan| plan.searched().count()).sum();
        let who = match &self.queue {
            Some(queue) => format!("the workers at {}", queue.shown()),
            None => format!("{} engine processes", self.engines),
        };
        let Settings { depth, multipv, .. } = self.settings;
        let games = event.collection.games.len();
        say!(
            "{}: {games} games, {searched} positions to look at, {who}, depth {depth} with {multipv} lines.",
            visible(title)
        );
    }

    /// The engine to run.
    pub fn spec(&self) -> anyhow::Result<EngineSpec> {
        let Some(command) = self.engine.clone() else {
            bail!(
                "no engine was found\n  install one (on Debian: apt-get install stockfish), or name one with \
                 --engine FILE or in fairplay.toml"
            );
        };
        Ok(EngineSpec {
            command,
            args: self.engine_args.clone(),
            files: self.engine_files.clone(),
            options: self.engine_options.clone(),
            cage: self.cage(),
        })
    }
}

/// A password is nobody's to read.
fn shown<S: serde::Serializer>(queue: &Option<Address>, serializer: S) -> Result<S::Ok, S::Error> {
    queue.as_ref().map(Address::shown).serialize(serializer)
}

fn settings(profile: &str, file: &File, options: &EngineOptions) -> anyhow::Result<Settings> {
    let in_file = file.profiles.get(profile).cloned().unwrap_or_default();
    let base = match profile {
        QUICK => Settings::QUICK,
        FULL => Settings::FULL,
        other if file.profiles.contains_key(other) => Settings::QUICK,
        other => {
            let own: Vec<&str> = file
                .profiles
                .keys()
                .map(String::as_str)
                .filter(|name| ![QUICK, FULL].contains(name))
                .collect();
            let own = if own.is_empty() { "none".to_owned() } else { own.join(", ") };
            bail!(
                "there is no profile named `{}`; quick and full always exist, and the settings file may add others as [profiles.NAME]: {}",
                visible(other),
                visible(&own)
            )
        }
    };
    Ok(Settings {
        depth: options.depth.or(in_file.depth).unwrap_or(base.depth),
        multipv: options.lines.or(in_file.multipv).unwrap_or(base.multipv),
        hash_mib: in_file.hash_mib.unwrap_or(base.hash_mib),
        node_cap: in_file.node_cap.unwrap_or(base.node_cap),
        decided: base.decided.filter(|_| {
            let to_the_end = in_file.stop_when_decided.map(|stop| !stop).or(in_file.to_the_end);
            !options.to_the_end && !to_the_end.unwrap_or(false)
        }),
    })
}

/// A path from the environment; an empty variable counts as unset.
fn path_in(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn read(path: &Path) -> anyhow::Result<File> {
    parse(&read_text(path)?).with_context(|| format!("{} is not a settings file", path.display()))
}

fn parse(text: &str) -> Result<File, TextFault> {
    read_toml(text, Backslashes::OfPaths)
}

/// Checks that a text is a settings file.
///
/// # Errors
/// The first fault of the text.
pub fn check(text: &str) -> anyhow::Result<()> {
    parse(text)?;
    Ok(())
}

/// Engines of this machine, the one that is used first: those that `fairplay engines get` has put into the data folder, and one
/// of the system.
pub(crate) fn installed_engines() -> Vec<PathBuf> {
    let folder = in_data_folder(ENGINES).and_then(|folder| std::fs::read_dir(folder).ok());
    let entries = folder.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut own: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    // The newest version first, as far as names tell.
    own.sort_by(|a, b| b.cmp(a));
    own.extend(find_engine());
    own
}

/// The key that signs bundles unless the user names another file.
pub(crate) fn signing_key() -> anyhow::Result<PathBuf> {
    in_config_folder("signing.key")
        .context("there is no home folder to keep the key in; name a file with --key FILE")
}

#[derive(Clone, Debug, Args)]
pub(crate) struct ConfigOptions {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// The settings that are printed, with their labels.
const FACTS: &str = "settings-file=file profile depth=settings/depth lines=settings/multipv hash-in-MiB=settings/hash_mib \
                     node-ceiling=settings/node_cap stop-beyond-centipawns=settings/decided/beyond \
                     stop-after-depths=settings/decided/depths stop-from-depth=settings/decided/from engine engine_args \
                     engine_files engine_reads engine_writes engine_options engines queue store parameters language=lang data=serve/data \
                     listen=serve/listen url=serve/url tls-certificate=serve/tls_certificate behind-proxy=serve/behind_proxy \
                     metrics=serve/metrics live-folders=serve/live_folders live-private=serve/live_private \
                     niceness=serve/niceness full-parameters=serve/full_parameters \
                     reserve-MiB=serve/reserve_mib daily-MiB=serve/daily_mib";

/// Prints every setting in force.
pub(crate) fn print(options: &ConfigOptions) -> Outcome {
    let config = Config::load(&options.engine)?.in_language(options.language);
    Ok((ExitStatus::Done, json_or(options.json, &config, || Ok(facts(&config, FACTS)?))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, options: EngineOptions) -> anyhow::Result<Config> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("fairplay.toml");
        std::fs::write(&path, text)?;
        let run = RunOptions { config: Some(path), store: Some("s".into()), ..RunOptions::default() };
        Config::load(&EngineOptions { run, ..options })
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let config = load("", EngineOptions::default()).expect("loads");
        assert_eq!((config.settings.depth, config.settings.multipv, config.settings.hash_mib), (12, 5, 16));
        let text = "[profiles.quick]\ndepth = 13\nmultipv = 7\n";
        let config =
            load(text, EngineOptions { depth: Some(11), ..EngineOptions::default() }).expect("loads");
        assert_eq!((config.settings.depth, config.settings.multipv), (11, 7));
        for text in ["stop_when_decided = false", "to_the_end = true"] {
            let config =
                load(&format!("[profiles.quick]\n{text}\n"), EngineOptions::default()).expect("loads");
            assert_eq!(config.settings.decided, None, "{text}");
        }
        let named = |name: &str| EngineOptions { profile: Some(name.to_owned()), ..EngineOptions::default() };
        let config = load("profile = \"quick\"\n", named("full")).expect("loads");
        assert_eq!((config.settings.depth, config.settings.multipv), (14, 5));
        // A profile of one's own is one for the flag as for the file.
        let own = "[profiles.fast]\ndepth = 9\n[profiles.\"über Nacht\"]\ndepth = 20\n";
        for (name, depth) in [("fast", 9), ("über Nacht", 20), ("quick", 12)] {
            let by_flag = load(own, named(name)).expect("loads");
            let by_file =
                load(&format!("profile = \"{name}\"\n{own}"), EngineOptions::default()).expect("loads");
            assert_eq!((by_flag.settings.depth, by_file.settings.depth), (depth, depth));
            assert_eq!((by_flag.profile, by_file.profile), (name.to_owned(), name.to_owned()));
        }
        let error = load(own, named("slow")).expect_err("no such profile").to_string();
        assert!(error.contains("`slow`") && error.ends_with(": fast, über Nacht"), "{error}");
    }

    /// Every line of the example may be taken out of its comment.
    #[test]
    fn the_example_is_read_with_every_line_of_it() {
        let example = include_str!("../../fairplay.toml.example");
        check(example).expect("as it is");
        let setting = |line: &str| {
            let text = line.strip_prefix("# ")?;
            let key = text.split('=').next()?.trim().trim_matches('"');
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
            let is_setting =
                text.starts_with('[') || text.contains('=') && !key.is_empty() && key.chars().all(plain);
            is_setting.then(|| text.to_owned())
        };
        let mut taken = 0;
        let lines: Vec<String> = example
            .lines()
            .map(|line| setting(line).inspect(|_| taken += 1).unwrap_or_else(|| line.to_owned()))
            .collect();
        assert!(taken > 35, "{taken} settings stand in comments");
        let text = lines.join("\n");
        let file = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(file.profiles.len() > 2, "a profile of one's own");
        for name in file.profiles.keys() {
            let named = EngineOptions { profile: Some(name.clone()), ..EngineOptions::default() };
            settings(name, &file, &named).expect("a profile").validate().expect("in range");
        }
        // The two that always exist are shown as they are.
        for (name, shipped) in [(QUICK, Settings::QUICK), (FULL, Settings::FULL)] {
            assert_eq!(settings(name, &file, &EngineOptions::default()).expect("a profile"), shipped);
        }
    }

    #[test]
    fn a_path_of_windows_is_told_how_it_is_written() {
        for path in [r"C:\Program Files\Stockfish\stockfish.exe", r"C:\new\table.exe", r"tools\fish.exe"] {
            let text = format!("profile = \"quick\"\n[engine]\npath = \"{path}\"\n");
            let error = format!("{:#}", load(&text, EngineOptions::default()).expect_err(path));
            assert!(error.contains("line 3: ") && error.contains("single quotes"), "{error}");
            let text = text.replace(&format!("\"{path}\""), &format!("'{path}'"));
            assert_eq!(load(&text, EngineOptions::default()).expect("loads").engine, Some(path.into()));
        }
    }

    #[test]
    fn unknown_names_and_impossible_values_are_refused() {
        assert!(load("dept = 3\n", EngineOptions::default()).is_err());
        let error = load("lang = \"ua\"\n", EngineOptions::default()).expect_err("no such language");
        assert!(format!("{error:#}").contains("`ua`; known are en, ru, uk"), "{error:#}");
        assert!(load("profile = \"fast\"\n", EngineOptions::default()).is_err());
        assert!(load("", EngineOptions { depth: Some(0), ..EngineOptions::default() }).is_err());
    }
}
