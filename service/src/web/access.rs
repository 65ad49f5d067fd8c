//! Who asks, and in which event or case: found by the guard.

use std::net::IpAddr;

use reports::Language;

use crate::accounts::namings::Naming;
use crate::accounts::people::Person;
use crate::accounts::secret::Secret;
use crate::accounts::sessions::Before;
use crate::clock::MINUTE;
use crate::events::Event;
use crate::events::circumstances::NotStated;
use crate::store::audit::Actor;
use crate::store::change::Access;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) language: Language,
    pub(crate) address: IpAddr,
    /// What the browser says to be known by, from an earlier sign-in.
    pub(crate) device: Option<Secret>,
    /// What was before the session, if it was not shown yet.
    pub(crate) before: Option<Before>,
    /// Present if the reader is signed in.
    pub(crate) signed: Option<Signed>,
    /// The address of the page that is shown, with its filters; without them for a form.
    pub(crate) page: String,
    pub(crate) access: Access,
    /// What the request counts for.
    pub(crate) share: Share,
    pub(crate) event: Option<Event>,
    /// What is asked about how the event of a page was played.
    pub(crate) asked: Option<NotStated>,
    /// Namings of which the reader is told on this page.
    pub(crate) namings: Vec<Naming>,
}

/// Whose share of requests and uploads something takes. Tokens of one person have one together, however many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Share {
    Person(i64),
    TokensOf(i64),
    Nobody,
}

#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) person: Person,
    pub(crate) secret: Secret,
    pub(crate) cases: bool,
    /// When the password was last given in this session.
    pub(crate) confirmed: i64,
    /// What was before the session, until it was shown.
    pub(crate) before: Option<Before>,
    /// The person has to set up a second factor first.
    pub(crate) lacks_factor: bool,
}

/// A password that was given counts for so many seconds.
const GOOD_FOR: i64 = 5 * MINUTE;

impl Signed {
    /// Until when the password that was given counts; `None` if it does not count any more.
    pub(crate) fn confirmed_until(&self, now: i64) -> Option<i64> {
        let until = self.confirmed.saturating_add(GOOD_FOR);
        (self.confirmed..until).contains(&now).then_some(until)
    }

    /// The token that forms of this session carry against forgery from other sites.
    pub(crate) fn csrf_token(&self) -> Secret {
        self.secret.derived("csrf")
    }

    pub(crate) fn actor(&self) -> Actor {
        Actor::Person(self.person.id)
    }
}

/// Detail of the entry in the audit log that a page was seen; a handler puts it beside its answer.
#[derive(Clone, Debug)]
pub(crate) struct PageDetail(pub(crate) String);

/// The page is not seen anew: a browser loads it again by itself. A handler puts it beside its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reload;
