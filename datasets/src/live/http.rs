//! Documents over HTTP and HTTPS, asked for again only if they changed.
//!
//! One question is one GET. The server's `ETag` and `Last-Modified` are sent back to it, so that an unchanged document
//! costs a status line. Redirects, sizes and times are bounded; an address that begins with `https` is never followed to
//! one that does not. Nothing waits here: when to ask again is advice in the result.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use ureq::Agent;
use ureq::http::header::{
    ETAG, HeaderMap, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, RETRY_AFTER,
};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use ureq::unversioned::transport::DefaultConnector;

use crate::live::public::PublicOnly;
use crate::live::source::{Document, Limits, Source, SourceError, Update};

const REDIRECTS: u32 = 5;
/// Waiting time after one failure; it doubles with each further failure in a row.
const FIRST_WAIT: Duration = Duration::from_secs(5);
const MAX_WAIT: Duration = Duration::from_secs(300);
/// Longest time that a server may ask to be left alone.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(3600);

#[derive(Debug)]
pub struct UrlSource {
    client: Client,
    url: String,
    sha256: String,
}

impl UrlSource {
    /// Follows `url`, which begins with `http://` or `https://`. Nothing is sent yet.
    pub fn new(url: &str, limits: Limits) -> Result<Self, SourceError> {
        Ok(Self { client: Client::new(url, limits)?, url: url.to_owned(), sha256: String::new() })
    }
}

impl Source for UrlSource {
    fn poll_while(&mut self, _: &dyn Fn() -> bool) -> Result<Update, SourceError> {
        let bytes = match self.client.get(&self.url)? {
            Answer::Same => return Ok(Update::default()),
            Answer::Missing => return Err(self.client.status(&self.url, 404, None)),
            Answer::Bytes(bytes) => bytes,
        };
        // Not every server knows `ETag`, so the bytes decide.
        match Document::checked(name(&self.url), bytes) {
            Ok(document) => Ok(Update::of_one(document, &mut self.sha256)),
            Err(error) => {
                self.client.forget(&self.url);
                Err(error)
            }
        }
    }
}

/// Headers by which a server recognises a document.
#[derive(Clone, Debug, Default)]
struct Validators {
    etag: Option<String>,
    last_modified: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Same,
    Missing,
    Bytes(Vec<u8>),
}

/// Asks one server and counts failures in a row.
#[derive(Debug)]
pub(crate) struct Client {
    agent: Agent,
    limits: Limits,
    /// By address: of the document that was sent last.
    known: BTreeMap<String, Validators>,
    failures: u32,
}

/// An HTTP client for addresses like `url`: if that begins with `https`, it asks no other. Every exchange ends within `patience`;
/// `public_only` keeps it to addresses of the public internet. A status that tells of an error is an answer.
///
/// # Errors
/// An address that is none, or a system without root certificates.
pub fn agent(url: &str, patience: Duration, public_only: bool) -> Result<Agent, SourceError> {
    let refuse = |reason: &str| SourceError::Address { url: shown(url), reason: reason.to_owned() };
    let secure = has_scheme(url, "https://");
    if !secure && !has_scheme(url, "http://") {
        return Err(refuse("it begins with neither http:// nor https://"));
    }
    let host = match url.parse::<ureq::http::Uri>() {
        Ok(uri) => uri.host().unwrap_or_default().to_ascii_lowercase(),
        Err(error) => return Err(refuse(&error.to_string())),
    };
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        .https_only(secure)
        .max_redirects(REDIRECTS)
        .max_redirects_will_error(true)
        .timeout_global(Some(patience))
        .max_response_header_size(64 * 1024)
        .user_agent(concat!("fairplay/", env!("CARGO_PKG_VERSION")));
    // The system's proxy is for other machines.
    if matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]") {
        config = config.proxy(None);
    }
    if secure {
        let roots = rustls_native_certs::load_native_certs().certs;
        if roots.is_empty() {
            return Err(refuse("the system holds no root certificates (package ca-certificates)"));
        }
        let roots = roots.iter().map(|der| Certificate::from_der(der.as_ref()).to_owned()).collect();
        config = config.tls_config(
            TlsConfig::builder()
                .root_certs(RootCerts::Specific(Arc::new(roots)))
                .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
                .build(),
        );
    }
    Ok(if public_only {
        let config = config.proxy(None).build();
        Agent::with_parts(config, DefaultConnector::default(), PublicOnly::default())
    } else {
        config.build().new_agent()
    })
}

impl Client {
    /// A client for addresses like `url`: if that begins with `https`, it will ask no other.
    pub(crate) fn new(url: &str, limits: Limits) -> Result<Self, SourceError> {
        let agent = agent(url, limits.timeout, limits.public_only)?;
        Ok(Self { agent, limits, known: BTreeMap::new(), failures: 0 })
    }

    /// Asks for a document unless it is the one that was sent last.
    pub(crate) fn get(&mut self, url: &str) -> Result<Answer, SourceError> {
        let mut request = self.agent.get(url);
        let known = self.known.get(url).cloned().unwrap_or_default();
        for (name, value) in [(IF_NONE_MATCH, known.etag), (IF_MODIFIED_SINCE, known.last_modified)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        let mut response = match request.call() {
            Ok(response) => response,
            Err(error) => return Err(self.transport(url, &error.to_string())),
        };
        match response.status().as_u16() {
            200 => {}
            304 => return Ok(self.answered(Answer::Same)),
            404 | 410 => return Ok(self.answered(Answer::Missing)),
            status => {
                let asked = header(response.headers(), &RETRY_AFTER);
                return Err(self.status(url, status, asked.as_deref()));
            }
        }
        let limit = self.limits.document_bytes;
        let too_large = || SourceError::TooLarge { name: shown(url), limit };
        if response.body().content_length().is_some_and(|length| length > limit) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        // The bound is on the unpacked bytes: a small packed answer may hold gigabytes.
        let mut body = response.body_mut().as_reader().take(limit.saturating_add(1));
        if let Err(error) = body.read_to_end(&mut bytes) {
            return Err(self.transport(url, &error.to_string()));
        }
        if bytes.len() as u64 > limit {
            return Err(too_large());
        }
        let headers = response.headers();
        let validators =
            Validators { etag: header(headers, &ETAG), last_modified: header(headers, &LAST_MODIFIED) };
        self.known.insert(url.to_owned(), validators);
        Ok(self.answered(Answer::Bytes(bytes)))
    }

    fn answered(&mut self, answer: Answer) -> Answer {
        self.failures = 0;
        answer
    }

    /// Asks for the document at `url` anew the next time, because what came was no good.
    pub(crate) fn forget(&mut self, url: &str) {
        self.known.remove(url);
    }

    fn transport(&mut self, url: &str, reason: &str) -> SourceError {
        self.failures = self.failures.saturating_add(1);
        SourceError::Transport {
            url: shown(url),
            reason: reason.to_owned(),
            retry_after: wait(self.failures),
        }
    }

    /// A status that is no document. `asked` is the server's `Retry-After`; only its form in seconds is read.
    pub(crate) fn status(&mut self, url: &str, status: u16, asked: Option<&str>) -> SourceError {
        self.failures = self.failures.saturating_add(1);
        let asked = asked
            .and_then(|seconds| seconds.trim().parse::<u64>().ok())
            .map_or(Duration::ZERO, Duration::from_secs)
            .min(MAX_RETRY_AFTER);
        SourceError::Status { url: shown(url), status, retry_after: wait(self.failures).max(asked) }
    }
}

/// Five seconds after the first failure, doubled with each further one, at most five minutes.
fn wait(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    FIRST_WAIT.saturating_mul(1 << doublings).min(MAX_WAIT)
}

fn header(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

pub(crate) fn has_scheme(url: &str, scheme: &str) -> bool {
    url.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
}

/// The address without user, password, query and fragment, which may hold secrets.
pub fn shown(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let end = rest.find('/').unwrap_or(rest.len());
            let (host, path) = rest.split_at(end);
            let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
            format!("{scheme}://{host}{path}")
        }
        None => url.to_owned(),
    }
}

/// The last part of the path, else the host.
fn name(url: &str) -> String {
    let plain = shown(url);
    let mut parts = plain.rsplit('/').filter(|part| !part.is_empty());
    parts.next().unwrap_or("games.pgn").to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{UrlSource, name, shown, wait};
    use crate::live::source::{Limits, SourceError};

    #[test]
    fn waiting_doubles_and_ends() {
        let seconds: Vec<u64> =
            [1, 2, 3, 6, 7, 8, 40, u32::MAX].map(|failures| wait(failures).as_secs()).to_vec();
        assert_eq!(seconds, [5, 10, 20, 160, 300, 300, 300, 300]);
        assert_eq!(wait(0), Duration::from_secs(5));
    }

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(
            shown("https://me:pw@example.org:8080/a/b.pgn?token=1#x"),
            "https://example.org:8080/a/b.pgn"
        );
        assert_eq!(shown("http://example.org"), "http://example.org");
        assert_eq!(shown("nonsense?x"), "nonsense");
        assert_eq!(name("http://example.org/a/b.pgn?x=/y"), "b.pgn");
        assert_eq!(name("http://example.org/"), "example.org");
    }

    #[test]
    fn other_schemes_are_refused() {
        for url in ["ftp://example.org/a", "file:///etc/passwd", "example.org", "", "http://", "http://a b/"]
        {
            assert!(
                matches!(UrlSource::new(url, Limits::default()), Err(SourceError::Address { .. })),
                "{url}"
            );
        }
        assert!(UrlSource::new("HTTP://example.org/a", Limits::default()).is_ok());
    }
}
