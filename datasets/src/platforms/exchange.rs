//! One question after another to a platform, with the waiting that it asks for.

use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ureq::http::Uri;
use ureq::http::header::{ACCEPT, AUTHORIZATION, RETRY_AFTER, USER_AGENT};
use ureq::typestate::WithoutBody;
use ureq::{Agent, RequestBuilder};

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
/// Longest time of one answer. Lichess sends at least ten games a second, so that is an arena of 36,000 games.
const PATIENCE: Duration = Duration::from_secs(3600);
/// Longest time of a whole import, with all pauses: a tournament of Chess.com takes an answer for each group of each round.
const MAX_TIME: Duration = Duration::from_secs(4 * 3600);
/// How often the observer is asked while nothing comes.
const ASK_EVERY: Duration = Duration::from_millis(100);
/// Most bytes of a whole import.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
/// Most bytes of an answer that is held in memory. A group of a tournament of Chess.com has some hundred games of 3 KiB.
const MAX_HELD: u64 = 64 * 1024 * 1024;
/// Bytes read at once.
const PIECE: usize = 64 * 1024;
/// The server that a token of Lichess is for.
const LICHESS: &str = "lichess.org";

/// How a platform is asked.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Address of another server with the interface of Lichess or Chess.com, such as a Lichess of one's own.
    pub server: Option<String>,
    /// Token of Lichess. Public games need none; with one they come faster. It is sent to [`Self::server`], whichever that is, but only
    /// over https or within this machine.
    pub token: Option<String>,
    /// Mail address that Chess.com can write to if the requests are a nuisance.
    pub contact: Option<String>,
    /// Whether only addresses of the public internet are asked, for a server whose users name the event.
    pub public_only: bool,
}

/// Who is told how an import goes on, and waits.
pub trait Observer {
    /// Asked all the time while an answer is awaited; `false` ends the import.
    fn goes_on(&mut self) -> bool;

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
    /// When the whole import has to be over.
    until: Instant,
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
        if !token.is_empty() && !is_private(&base) {
            return Err(ImportError::TokenInClear { url: shown(&base) });
        }
        let token = (!token.is_empty()).then(|| format!("Bearer {token}"));
        let user_agent = format!("fairplay/{}{contact}", env!("CARGO_PKG_VERSION"));
        let until = Instant::now() + MAX_TIME;
        Ok(Self { agent, base, accept, user_agent, token, left: MAX_BYTES, until, observer })
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
            let (send, answer) = sync_channel(1);
            thread::spawn(move || read(request, &send));
            let pause = AFTER_FAILURE.saturating_mul(1 << failures);
            let (pause, why) = match self.next(&url, &answer)? {
                Part::None(reason) => {
                    failures += 1;
                    if failures >= ATTEMPTS {
                        return Err(ImportError::Unreachable { url: shown(&url), times: failures, reason });
                    }
                    (pause, Pause::NoAnswer { url: shown(&url), reason })
                }
                Part::Bytes(_) | Part::End | Part::Broken(_) => {
                    let reason = "it has no head".to_owned();
                    return Err(ImportError::Transport { url: shown(&url), reason });
                }
                Part::Head { status, retry_after } => match status {
                    200 => return self.body(&url, &answer, sink),
                    404 | 410 => return Err(ImportError::Missing { url: shown(&url) }),
                    429 => {
                        told_to_wait += 1;
                        if told_to_wait >= ATTEMPTS {
                            return Err(ImportError::Busy { url: shown(&url), times: told_to_wait });
                        }
                        (Duration::from_secs(retry_after).clamp(AFTER_429, MAX_WAIT), Pause::Asked)
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
            self.in_time(&url)?;
        }
    }

    /// The next part of an answer. The observer may end the import before it comes.
    fn next(&mut self, url: &str, answer: &Receiver<Part>) -> Result<Part, ImportError> {
        loop {
            let part = answer.recv_timeout(ASK_EVERY);
            if !self.observer.goes_on() {
                return Err(ImportError::Stopped);
            }
            self.in_time(url)?;
            match part {
                Ok(part) => return Ok(part),
                Err(RecvTimeoutError::Timeout) => {}
                // The thread ends with a part that says so.
                Err(RecvTimeoutError::Disconnected) => return Ok(Part::Broken("it was not read".to_owned())),
            }
        }
    }

    fn in_time(&self, url: &str) -> Result<(), ImportError> {
        if Instant::now() < self.until {
            return Ok(());
        }
        Err(ImportError::TooLong { url: shown(url), hours: MAX_TIME.as_secs() / 3600 })
    }

    fn body(&mut self, url: &str, answer: &Receiver<Part>, sink: &mut Sink<'_>) -> Result<(), ImportError> {
        loop {
            let piece = match self.next(url, answer)? {
                Part::Bytes(piece) => piece,
                Part::End => return Ok(()),
                Part::Broken(reason) | Part::None(reason) => {
                    return Err(ImportError::Transport { url: shown(url), reason });
                }
                Part::Head { .. } => continue,
            };
            self.left = self
                .left
                .checked_sub(piece.len() as u64)
                .ok_or_else(|| ImportError::TooLarge { url: shown(url), limit: MAX_BYTES })?;
            sink(self.observer, &piece)?;
        }
    }

    /// The whole answer, which is held in memory.
    pub(super) fn bytes(&mut self, path: &str) -> Result<Vec<u8>, ImportError> {
        let mut bytes = Vec::new();
        let url = self.url(path);
        self.get(path, &mut |_, piece| {
            if (bytes.len() + piece.len()) as u64 > MAX_HELD {
                return Err(ImportError::TooLarge { url: url.clone(), limit: MAX_HELD });
            }
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(bytes)
    }
}

/// What the thread that reads an answer hands over, one part after the other.
enum Part {
    /// No answer, and why.
    None(String),
    Head {
        status: u16,
        /// Seconds; 0 if none were named.
        retry_after: u64,
    },
    Bytes(Vec<u8>),
    End,
    /// The answer broke off, and why.
    Broken(String),
}

/// Reads an answer on a thread of its own, because a read that waits cannot be ended. It stops at the next part once nobody takes
/// parts any more, and after [`PATIENCE`] in any case.
fn read(request: RequestBuilder<WithoutBody>, to: &SyncSender<Part>) {
    let mut response = match request.call() {
        Ok(response) => response,
        Err(error) => {
            // Nobody takes it: the import was ended.
            let _ = to.send(Part::None(error.to_string()));
            return;
        }
    };
    let seconds =
        response.headers().get(RETRY_AFTER).and_then(|text| text.to_str().ok()?.trim().parse().ok());
    let head = Part::Head { status: response.status().as_u16(), retry_after: seconds.unwrap_or(0) };
    let mut reader = response.body_mut().as_reader();
    let mut next = Ok(head);
    while let Ok(part) = next {
        let last = matches!(part, Part::End | Part::Broken(_));
        next = to.send(part).map_err(drop).and_then(|()| if last { Err(()) } else { Ok(piece(&mut reader)) });
    }
}

fn piece(reader: &mut dyn io::Read) -> Part {
    let mut bytes = vec![0; PIECE];
    match reader.read(&mut bytes) {
        Ok(0) => Part::End,
        Ok(count) => {
            bytes.truncate(count);
            Part::Bytes(bytes)
        }
        Err(error) => Part::Broken(error.to_string()),
    }
}

/// Whether an address is Lichess itself over https, the only one that may have a token that was not given for it.
pub fn is_lichess(server: &str) -> bool {
    let Ok(uri) = server.parse::<Uri>() else {
        return false;
    };
    let host = uri.host().unwrap_or_default().to_ascii_lowercase();
    let own = host == LICHESS || host.strip_suffix(LICHESS).is_some_and(|before| before.ends_with('.'));
    own && uri.scheme_str() == Some("https")
        && uri.authority().is_some_and(|whole| !whole.as_str().contains('@'))
}

/// Whether nobody between here and the server reads along.
fn is_private(base: &str) -> bool {
    let uri = base.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let secure = uri.as_ref().and_then(Uri::scheme_str) == Some("https");
    secure || matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_of_lichess_is_for_lichess_alone() {
        for server in [
            "https://lichess.org",
            "https://LICHESS.org/",
            "https://explorer.lichess.org",
            "https://lichess.org:443",
        ] {
            assert!(is_lichess(server), "{server}");
        }
        for server in [
            "http://lichess.org",
            "https://lichess.org.evil.example",
            "https://evillichess.org",
            "https://lichess.org@evil.example",
            "https://me:secret@lichess.org",
            "https://evil.example/lichess.org",
            "https://evil.example#lichess.org",
            "https://lichess.org\\@evil.example",
            "lichess.org",
            "ftp://lichess.org",
            "",
        ] {
            assert!(!is_lichess(server), "{server}");
        }
    }

    #[test]
    fn a_token_never_travels_in_clear() {
        for server in ["https://own.example", "http://localhost:9663", "http://127.0.0.1:80", "http://[::1]/"]
        {
            assert!(is_private(server), "{server}");
        }
        for server in [
            "http://lichess.org",
            "http://own.example",
            "http://127.0.0.1.evil.example",
            "http://localhost@evil.example",
        ] {
            assert!(!is_private(server), "{server}");
        }
    }
}
