//! `fairplay serve`: the server, until it is told to stop; and `audit` and `backup`, which look after its file.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use service::audit::{Chain, Fault};
use service::{Clock, Cost, Engines, Limits, LiveSettings, LogFormat, Settings, Started, TlsFiles};

use crate::ExitStatus;
use crate::arguments::{EngineOptions, LanguageOptions, ProfileName, choice};
use crate::config::{Config, service_data};
use crate::interrupt;
use crate::output::write_json;

const LOG_FORMATS: [(&str, &str, LogFormat); 2] = [
    ("text", "Lines for people", LogFormat::Text),
    ("json", "Lines of JSON, for programs that collect logs", LogFormat::Json),
];

/// Options of `serve`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServeOptions {
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
    /// Format of the log on standard error [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = choice(&LOG_FORMATS))]
    pub(crate) log: Option<LogFormat>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Options of `audit`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AuditOptions {
    /// File of a server, or a copy of it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Head of the log as noted earlier, NUMBER:HASH; without it, entries removed from the end go unnoticed
    #[arg(long, value_name = "HEAD")]
    pub(crate) noted: Option<::service::audit::Head>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `backup`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BackupOptions {
    /// File of a server, which may be running
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// File for the copy; it must not exist yet
    #[arg(long, value_name = "COPY")]
    pub(crate) out: PathBuf,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Default niceness of the engines, so that pages stay fast.
const NICENESS: u8 = 10;
/// Default address to listen on.
const LISTEN: &str = "127.0.0.1:8080";

pub(crate) fn run(options: &ServeOptions) -> anyhow::Result<ExitStatus> {
    interrupt::listen();
    let config = Config::load(&EngineOptions { config: options.config.clone(), ..EngineOptions::default() })?
        .in_language(options.language);
    let in_file = if config.serve.log_json { LogFormat::Json } else { LogFormat::Text };
    service::log_to_stderr(options.log.unwrap_or(in_file));
    service::run(settings(options, config)?, announce, interrupt::requested)?;
    Ok(ExitStatus::Done)
}

fn settings(options: &ServeOptions, config: Config) -> anyhow::Result<Settings> {
    // A server without an engine still takes and reads games.
    let full = Config::load(&EngineOptions {
        config: options.config.clone(),
        profile: Some(ProfileName::Full),
        ..EngineOptions::default()
    })?;
    let engines = match &config.engine {
        None => None,
        Some(_) => Some(Engines {
            spec: config.spec()?,
            settings: config.settings.clone(),
            count: config.engines,
            queue: config.queue.clone(),
            niceness: config.serve.niceness.unwrap_or(NICENESS),
            parameters: config.parameters.clone(),
            full: full.settings,
            full_parameters: config.serve.full_parameters.clone(),
        }),
    };
    if engines.is_none() {
        eprintln!("No engine was found, so games are read and nothing is searched.");
    }
    let file = config.serve;
    let data = match options.data.clone().or(file.data) {
        Some(data) => data,
        None => made(service_data()?)?,
    };
    let listen = match options.listen.or(file.listen) {
        Some(listen) => listen,
        None => LISTEN.parse().context("the usual address")?,
    };
    let certificate = options.tls_certificate.clone().or(file.tls_certificate);
    let tls = match (certificate, options.tls_key.clone().or(file.tls_key)) {
        (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
        (None, None) => None,
        (Some(_), None) => bail!("a certificate needs its key: --tls-key, or tls_key in fairplay.toml"),
        (None, Some(_)) => {
            bail!("a key needs its certificate: --tls-certificate, or tls_certificate in fairplay.toml")
        }
    };
    Ok(Settings {
        data,
        listen,
        metrics: options.metrics.or(file.metrics),
        tls,
        behind_proxy: options.behind_proxy || file.behind_proxy,
        url: options.url.clone().or(file.url),
        language: config.lang,
        limits: Limits::default(),
        password_cost: Cost::Full,
        clock: Clock::system(),
        engines,
        live: LiveSettings { folders: file.live_folders, private_addresses: file.live_private },
    })
}

/// Makes the folder of the default file.
fn made(data: PathBuf) -> anyhow::Result<PathBuf> {
    if let Some(folder) = data.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok(data)
}

/// On standard output, which is not the log: the link of the first start is a secret.
fn announce(started: &Started) {
    println!("fairplay listens at {}; open {}", started.listen, started.url);
    if let Some(link) = &started.first_link {
        println!(
            "\nThere is no administrator yet. This link makes one. It works once, for one day; a new start prints a new one.\n\n  \
             {link}\n"
        );
    }
}

/// Checks an audit log.
pub(crate) fn audit(options: &AuditOptions, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let connection = service::open_for_reading(&options.file)?;
    let chain = service::audit::verify_with(&connection, options.noted.as_ref())?;
    if options.json {
        write_json(out, &chain)?;
    } else {
        tell(&chain, out)?;
    }
    let holds = chain.broken.is_none() && chain.noted != Some(false);
    Ok(if holds { ExitStatus::Done } else { ExitStatus::Failed })
}

fn tell(chain: &Chain, out: &mut dyn Write) -> std::io::Result<()> {
    match &chain.broken {
        None => writeln!(out, "the audit log holds together: {} entries", chain.entries)?,
        Some(broken) => {
            let reason = match broken.reason {
                Fault::Missing => "it is missing, or another one came in between",
                Fault::NotLinked => "it does not go on from the entry before it",
                Fault::Changed => "its hash does not belong to what it says",
            };
            writeln!(out, "entry {} does not hold: {reason}", broken.number)?;
            writeln!(out, "entries before it hold: {}", chain.entries)?;
        }
    }
    match chain.noted {
        None => {}
        Some(true) => writeln!(out, "the head that was noted is in the log")?,
        Some(false) => {
            writeln!(out, "the head that was noted is not in the log: something was cut off or changed")?;
        }
    }
    writeln!(out, "head {}", chain.noted_as())
}

/// Copies the file of a service.
pub(crate) fn backup(options: &BackupOptions, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let copied = service::backup(&options.file, &options.out)?;
    if options.json {
        write_json(out, &copied)?;
        return Ok(ending(&copied.audit));
    }
    writeln!(out, "copied to {}: {} bytes, checked", options.out.display(), copied.bytes)?;
    if copied.version_logs > 0 {
        let folder = options.out.display();
        writeln!(out, "versions of followed games in {folder}-live: {} events", copied.version_logs)?;
    }
    tell(&copied.audit, out)?;
    Ok(ending(&copied.audit))
}

fn ending(chain: &Chain) -> ExitStatus {
    if chain.broken.is_none() { ExitStatus::Done } else { ExitStatus::Failed }
}
