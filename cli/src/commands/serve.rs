//! `fairplay serve`: the server, until it is told to stop; and `backup`, which copies its file.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use service::{Clock, Cost, Engines, Limits, LiveSettings, LogFormat, Settings, Started, TlsFiles, Zone};

use crate::arguments::{EngineOptions, LanguageOptions, RunOptions};
use crate::commands::audit;
use crate::config::{Config, ServeSettings, in_data_folder, notifications};
use crate::interrupt;
use crate::output::terminal::{say, to_stdout};
use crate::output::{json_or, make_folder};
use crate::progress::LINE_EVERY;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct ServeOptions {
    #[command(flatten)]
    pub(crate) serve: ServeSettings,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct BackupOptions {
    /// File of a server, which may be running
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// File for the copy; it must not exist yet
    #[arg(long, value_name = "COPY")]
    pub(crate) out: PathBuf,
    /// Give up after this time, without the check of the copy
    #[arg(long, value_name = "MINUTES", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub(crate) time_limit: u64,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Default niceness of the engines, so that pages stay fast.
const NICENESS: u8 = 10;
/// Default address to listen on.
const LISTEN: &str = "127.0.0.1:8080";

pub(crate) fn run(options: &ServeOptions) -> Outcome {
    interrupt::listen();
    let run = RunOptions { config: options.config.clone(), ..RunOptions::default() };
    let config = Config::of_run(&run)?.in_language(options.language);
    let full = Config::full(&EngineOptions { run, ..EngineOptions::default() })?;
    let serve = options.serve.clone().or(config.serve.clone());
    // Its files are closed to the engines.
    let config = Config { serve: serve.clone(), ..config };
    service::log_to_stderr(if serve.log_json { LogFormat::Json } else { LogFormat::Text });
    // A server without an engine still takes and reads games.
    let engines = match &config.engine {
        None => {
            say!("No engine was found, so games are read and nothing is searched.");
            None
        }
        Some(_) => Some(Engines {
            spec: config.spec()?,
            second: config.second_engines(&full.settings)?,
            settings: config.settings,
            count: config.engines,
            queue: config.queue,
            niceness: serve.niceness.unwrap_or(NICENESS),
            parameters: config.parameters,
            full: full.settings,
            full_parameters: serve.full_parameters,
        }),
    };
    let (limits, bytes) = (Limits::default(), |mib| u64::from(mib) * 1024 * 1024);
    let settings = Settings {
        data: serve.data.map_or_else(default_file, Ok)?,
        listen: serve.listen.map_or_else(|| LISTEN.parse(), Ok).context("the usual address")?,
        metrics: serve.metrics,
        tls: match (serve.tls_certificate, serve.tls_key) {
            (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
            (None, None) => None,
            (Some(_), None) => bail!("a certificate needs its key: --tls-key, or tls_key in fairplay.toml"),
            (None, Some(_)) => {
                bail!("a key needs its certificate: --tls-certificate, or tls_certificate in fairplay.toml")
            }
        },
        behind_proxy: serve.behind_proxy,
        url: serve.url,
        language: config.lang,
        limits: Limits {
            reserve_bytes: serve.reserve_mib.map_or(limits.reserve_bytes, bytes),
            bytes_a_day: serve.daily_mib.map_or(limits.bytes_a_day, bytes),
            ..limits
        },
        password_cost: Cost::Full,
        clock: Clock::system(),
        engines,
        live: LiveSettings { folders: serve.live_folders, private_addresses: serve.live_private },
        notifications: notifications(serve.mail, serve.webhook)?,
        zone: serve.time_zone.map_or_else(|| Ok(Zone::system()), |name| Zone::by_name(&name))?,
    };
    service::run(settings, announce, interrupt::requested)?;
    Ok((ExitStatus::Done, String::new()))
}

/// The file of the server unless the user names another; makes its folder.
fn default_file() -> anyhow::Result<PathBuf> {
    let data = in_data_folder("service.sqlite")
        .context("there is no home folder to keep the server's file in; name one with --data FILE")?;
    data.parent().map_or(Ok(()), make_folder)?;
    Ok(data)
}

/// On standard output, which is not the log: the link of the first start is a secret. A server without a reader there goes on.
fn announce(started: &Started) {
    let mut text = format!("fairplay listens at {}; open {}\n", started.listen, started.url);
    if let Some(link) = &started.first_link {
        // Memory does not fail.
        let _ = write!(
            text,
            "\nThere is no administrator yet. This link makes one. It works once, for one day; a new start prints a new one.\n\n  \
             {link}\n\n"
        );
    }
    // The server goes on without a reader.
    let _ = to_stdout(&text);
}

/// Copies the file of a service.
pub(crate) fn backup(options: &BackupOptions) -> Outcome {
    interrupt::listen();
    let limit = Duration::from_secs(options.time_limit * 60);
    let mut last = Instant::now();
    let copied = service::backup(&options.file, &options.out, limit, |pages, all| {
        if last.elapsed() >= LINE_EVERY {
            last = Instant::now();
            say!("{pages} of {all} pages copied");
        }
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let text = json_or(options.json, &copied, || {
        let copy = options.out.display();
        let followed = match copied.version_logs {
            0 => String::new(),
            events => format!("versions of followed games in {copy}-live: {events} events\n"),
        };
        let audit = audit::tell(&copied.audit);
        Ok(format!("copied to {copy}: {} bytes, checked\n{followed}{audit}", copied.bytes))
    })?;
    Ok((audit::ending(&copied.audit), text))
}
