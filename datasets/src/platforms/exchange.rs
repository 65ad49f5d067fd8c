//! One question after another to a platform, with the waiting that it asks for.

use std::fmt;
use std::io::Read as _;
use std::time::Duration;

use ureq::Agent;
use ureq::http::header::{ACCEPT, AUTHORIZATION, RETRY_AFTER, USER_AGENT};

use super::error::ImportError;
use crate::live::http::{agent, shown};

/// After status 429 Lichess wants a full minute without a request (<https://lichess.org/api#section/Introduction/Rate-limiting>);
/// Chess.com names no time.
const AFTER_429: Duration = Duration::from_secs(60);
/// Longest time that a platform may ask to be left alone.
const MAX_WAIT: Duration = Duration::from_secs(3600);
/// After another failure; it doubles with each further one in a row.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Questions for one answer, the first included.
const ATTEMPTS: u32 = 5;
/// Lichess sends at least ten games a second, so that is an arena of 36,000 games.
const PATIENCE: Duration = Duration::from_secs(3600);
/// Most bytes of a whole import.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// How a platform is asked.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Address of another server with the interface of Lichess or Chess.com, such as a Lichess of one's own.
    pub server: Option<String>,
    /// Token of Lichess. Public games need none; with one they come faster.
    pub token: Option<String>,
    /// Mail address that Chess.com can write to if the requests are a nuisance.
    pub contact: Option<String>,
    /// Whether only addresses of the public internet are asked, for a server whose users name the event.
    pub public_only: bool,
}

/// Who is told how an import goes on, and waits.
pub trait Observer {
    /// So many games have come; `false` ends the import.
    fn games(&mut self, so_far: u64) -> bool;

    /// Waits for so long; `false` ends the import.
    fn wait(&mut self, how_long: Duration, why: &Pause) -> bool;
}

/// Why an import waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The platform wants to be left alone.
    Asked,
    /// It could not be reached, or broke off before it answered.
    NoAnswer {
        /// Without its query.
        url: String,
        reason: String,
    },
    /// It answered that it cannot answer now.
    Failed { url: String, status: u16 },
}

impl fmt::Display for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("the platform asks for a pause"),
            Self::NoAnswer { url, reason } => write!(f, "no answer from {url} ({reason})"),
            Self::Failed { url, status } => write!(f, "{url} cannot answer now (status {status})"),
        }
    }
}

/// Takes one piece of an answer, and may tell the observer of it.
type Sink<'a> = dyn FnMut(&mut dyn Observer, &[u8]) -> Result<(), ImportError> + 'a;

pub(super) struct Exchange<'a> {
    agent: Agent,
    /// Scheme and host, without a slash at the end.
    base: String,
    accept: &'static str,
    user_agent: String,
    token: Option<String>,
    /// Bytes that may still come.
    left: u64,
    pub(super) observer: &'a mut dyn Observer,
}

impl<'a> Exchange<'a> {
    /// Asks `server` of the platform, unless another is given. Nothing is sent yet.
    pub(super) fn new(
        server: &str,
        accept: &'static str,
        access: &Access,
        observer: &'a mut dyn Observer,
    ) -> Result<Self, ImportError> {
        let base = access.server.as_deref().unwrap_or(server).trim_end_matches('/').to_owned();
        let agent = agent(&base, PATIENCE, access.public_only)?;
        let printable = |what, text: Option<&str>| {
            let text = text.unwrap_or_default().trim().to_owned();
            let plain = text.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
            if plain { Ok(text) } else { Err(ImportError::Unprintable { what }) }
        };
        let contact = printable("contact", access.contact.as_deref())?;
        let contact = if contact.is_empty() { String::new() } else { format!(" (contact: {contact})") };
        let token = printable("token", access.token.as_deref())?;
        let token = (!token.is_empty()).then(|| format!("Bearer {token}"));
        let user_agent = format!("fairplay/{}{contact}", env!("CARGO_PKG_VERSION"));
        Ok(Self { agent, base, accept, user_agent, token, left: MAX_BYTES, observer })
    }

    /// The address of a path, without its query.
    pub(super) fn url(&self, path: &str) -> String {
        shown(&format!("{}{path}", self.base))
    }

    /// Asks for a path, and hands the answer out piece by piece.
    pub(super) fn get(&mut self, path: &str, sink: &mut Sink<'_>) -> Result<(), ImportError> {
        let url = format!("{}{path}", self.base);
        let (mut failures, mut told_to_wait) = (0, 0);
        loop {
            let mut request =
                self.agent.get(&url).header(ACCEPT, self.accept).header(USER_AGENT, &self.user_agent);
            if let Some(token) = &self.token {
                request = request.header(AUTHORIZATION, token);
            }
            let response = request.call();
            let pause = AFTER_FAILURE.saturating_mul(1 << failures);
            let (pause, why) = match response {
                Err(error) => {
                    failures += 1;
                    if failures >= ATTEMPTS {
                        let reason = error.to_string();
                        return Err(ImportError::Unreachable { url: shown(&url), times: failures, reason });
                    }
                    (pause, Pause::NoAnswer { url: shown(&url), reason: error.to_string() })
                }
                Ok(mut response) => match response.status().as_u16() {
                    200 => return self.body(&url, response.body_mut(), sink),
                    404 | 410 => return Err(ImportError::Missing { url: shown(&url) }),
                    429 => {
                        told_to_wait += 1;
                        if told_to_wait >= ATTEMPTS {
                            return Err(ImportError::Busy { url: shown(&url), times: told_to_wait });
                        }
                        let asked = response.headers().get(RETRY_AFTER);
                        let asked = asked.and_then(|seconds| seconds.to_str().ok()?.trim().parse().ok());
                        (Duration::from_secs(asked.unwrap_or(0)).clamp(AFTER_429, MAX_WAIT), Pause::Asked)
                    }
                    status => {
                        failures += 1;
                        if status < 500 || failures >= ATTEMPTS {
                            return Err(ImportError::Status { url: shown(&url), status });
                        }
                        (pause, Pause::Failed { url: shown(&url), status })
                    }
                },
            };
            if !self.observer.wait(pause, &why) {
                return Err(ImportError::Stopped);
            }
        }
    }

    fn body(&mut self, url: &str, body: &mut ureq::Body, sink: &mut Sink<'_>) -> Result<(), ImportError> {
        let mut reader = body.as_reader();
        let mut piece = vec![0; 64 * 1024];
        loop {
            let read = reader.read(&mut piece);
            let count =
                read.map_err(|error| ImportError::Transport { url: shown(url), reason: error.to_string() })?;
            if count == 0 {
                return Ok(());
            }
            self.left = self
                .left
                .checked_sub(count as u64)
                .ok_or_else(|| ImportError::TooLarge { url: shown(url), limit: MAX_BYTES })?;
            sink(self.observer, piece.get(..count).unwrap_or_default())?;
        }
    }

    /// The whole answer.
    pub(super) fn bytes(&mut self, path: &str) -> Result<Vec<u8>, ImportError> {
        let mut bytes = Vec::new();
        self.get(path, &mut |_, piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(bytes)
    }
}
