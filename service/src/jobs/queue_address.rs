//! The address of a queue that engines of other machines work off.

use std::path::PathBuf;
use std::sync::Arc;

/// Takes a line for people: why a run waits.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// Where a queue of NATS JetStream is, and how to be let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// `nats://host:4222`, or `tls://host:4222`; a name and a password may stand in it, several servers with commas between.
    pub url: String,
    pub credentials: Option<PathBuf>,
    /// Certificates as PEM to trust in addition to the system's.
    pub trusted: Option<PathBuf>,
}

impl Address {
    /// Name and password as they stand in the address, or a token alone; those of the first server that has any.
    pub fn login(&self) -> Option<(&str, Option<&str>)> {
        let (before, _) = self.url.split(',').find_map(|server| server.rsplit_once('@'))?;
        let login = before.split_once("://").map_or(before, |(_, login)| login).trim();
        Some(match login.split_once(':') {
            Some((name, password)) => (name, Some(password)),
            None => (login, None),
        })
    }

    /// The address as it may be shown: without name and password.
    pub fn shown(&self) -> String {
        let one = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(one).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_holds_no_password() {
        let address = |url: &str| Address { url: url.to_owned(), credentials: None, trusted: None };
        let shown = |url: &str| address(url).shown();
        let login = |url: &str| {
            let address = address(url);
            address.login().map(|(name, word)| (name.to_owned(), word.map(str::to_owned)))
        };
        let both = |name: &str, word: &str| Some((name.to_owned(), Some(word.to_owned())));
        assert_eq!(login("nats://host:4222"), None);
        assert_eq!(login("tls://me:p@ss@host:4222"), both("me", "p@ss"));
        assert_eq!(login("one,nats://you:x:y@two"), both("you", "x:y"));
        assert_eq!(login("nats://token@two"), Some(("token".to_owned(), None)));
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://me:p@ss@host:4222"), "tls://host:4222");
        assert_eq!(shown("me:secret@one,nats://t@two"), "one,nats://two");
    }
}
