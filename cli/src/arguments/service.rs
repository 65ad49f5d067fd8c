//! Options of the server and of the commands around its file.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::LanguageOptions;

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogName {
    /// Lines for people.
    Text,
    /// Lines of JSON, for programs that collect logs.
    Json,
}

/// Options of `serve`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServeOptions {
    /// The file that people, events and the audit log lie in; made if there is none
    /// [default: fairplay/service.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Where to listen; without TLS or a proxy only on this machine [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// The address that people type, for links [default: made from --listen]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Certificate for TLS, with its chain (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// Private key of that certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub(crate) tls_key: Option<PathBuf>,
    /// A proxy in front does TLS and tells who asks in `X-Forwarded-For`
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Where to hand out counters for Prometheus; an address of this machine only [default: nowhere]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// How the log on standard error is written [default: text]
    #[arg(long, value_enum)]
    pub(crate) log: Option<LogName>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Options of `worker`.
#[derive(Clone, Debug, Args)]
pub(crate) struct WorkerOptions {
    /// The address of a NATS server with JetStream: `nats://HOST:4222` or `tls://HOST:4222`
    /// [default: `nats` under `[queue]` in the settings file]
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// UCI engine to run; positions are taken for this very program only
    /// [default: `$FAIRPLAY_ENGINE`, else `stockfish` on the PATH or in /usr/games]
    #[arg(long, value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,
    /// Engine processes side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) engines: Option<u16>,
    /// How far engines step back behind other programs, as `nice` counts
    #[arg(long, value_name = "0 to 19", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=19))]
    pub(crate) niceness: u8,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Options of `audit`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AuditOptions {
    /// The file of the service, or a copy of it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// A head that was noted earlier, NUMBER:HASH; without it a log that was cut off at its end cannot be told
    #[arg(long, value_name = "HEAD")]
    pub(crate) noted: Option<::service::audit::Head>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `backup`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BackupOptions {
    /// The file of the service, which may be running
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Where the copy goes; nothing may be there
    #[arg(long, value_name = "COPY")]
    pub(crate) out: PathBuf,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
