//! Who asks, and whether they may: in front of every route.
//!
//! A route says in the table of `routes` what it needs. Nothing reaches its handler without that, so no handler has
//! to remember to ask. What somebody may not see looks like what is not there.

use std::net::{IpAddr, Ipv4Addr};

use axum::body::Body;
use axum::extract::{FromRequestParts as _, RawPathParams};
use axum::http::header::AUTHORIZATION;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use reports::Language;

use crate::accounts::api_tokens::{self, Scope, Token};
use crate::accounts::members;
use crate::accounts::people::Person;
use crate::accounts::roles::{Permission, Reach, Role};
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::cases;
use crate::events;
use crate::keys::Key;
use crate::store::StorageError;
use crate::store::audit::{self, Action, Actor, Record};
use crate::web::form;
use crate::web::problem::Problem;
use crate::web::respond;
use crate::web::routes::{Reads, Route, Verb};

/// Name of the cookie with the language.
pub(crate) const LANGUAGE_COOKIE: &str = "fairplay-language";

/// What a route needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Nothing: anybody may ask.
    Nothing,
    SignedIn,
    /// A session, and a permission: by the role at large, or by the role in the event or the case of the path.
    Permission(Permission),
    /// A token for the event of the path, with a scope.
    Token(Scope),
}

/// Where a request comes from; put there by what listens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// What is known about every reader.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// The language of the pages.
    pub(crate) language: Language,
    /// Where the reader is.
    pub(crate) address: IpAddr,
    /// Who it is, if they are signed in.
    pub(crate) signed: Option<Signed>,
    /// The address of the page that is shown, with its filters, if it is one to come back to.
    pub(crate) page: Option<String>,
}

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) person: Person,
    /// The secret of the session.
    pub(crate) secret: Secret,
    /// Whether they have to do with cases.
    pub(crate) cases: bool,
}

impl Signed {
    /// The word that forms of this session carry.
    pub(crate) fn word(&self) -> Secret {
        self.secret.derived("csrf")
    }

    /// Who, for the audit log.
    fn actor(&self) -> Actor {
        Actor::Person(self.person.id)
    }
}

/// The event of the path, for a route that needs a permission there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InEvent {
    pub(crate) event: i64,
    /// The reader's role there; none for a program.
    pub(crate) role: Option<Role>,
    /// Since when it is closed.
    pub(crate) closed: Option<i64>,
    /// Who, for the audit log.
    pub(crate) actor: Actor,
}

impl InEvent {
    /// Whether a form that needs a permission is taken from the reader now: a page shows no other.
    pub(crate) fn offers(self, permission: Permission) -> bool {
        let refused = self.closed.is_some() && permission.brings();
        !refused && self.role.is_some_and(|role| role.may(permission))
    }

    /// An entry of the audit log about something in this event, without detail.
    pub(crate) fn record(self, action: Action, subject: String) -> Record {
        Record { actor: self.actor, action, event: Some(self.event), subject, detail: String::new() }
    }
}

/// The case of the path, for a route that needs a permission there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InCase {
    pub(crate) case: i64,
    /// The reader's role there.
    pub(crate) role: Role,
    /// Since when it is closed.
    pub(crate) closed: Option<i64>,
    /// Number of the reader.
    pub(crate) person: i64,
}

impl InCase {
    /// Whether a form that needs a permission is taken from the reader now: a page shows no other.
    pub(crate) fn offers(self, permission: Permission) -> bool {
        let refused = self.closed.is_some() && permission.brings();
        !refused && self.role.may(permission)
    }

    /// An entry of the audit log about this case. It stands under no event: who reads the log of an event need not know
    /// that there is a case.
    pub(crate) fn record(self, action: Action, detail: String) -> Record {
        Record {
            actor: Actor::Person(self.person),
            action,
            event: None,
            subject: audit::case(self.case),
            detail,
        }
    }
}

/// Where a request is let through to.
#[derive(Clone, Copy, Debug)]
enum Place {
    Service,
    Event(InEvent),
    Case(InCase),
}

impl Place {
    /// What refuses a route that needs something open, if that is closed.
    fn refusal(self) -> Option<Problem> {
        match self {
            Self::Event(inside) if inside.closed.is_some() => Some(Problem::refused(Key::RefusedClosed)),
            Self::Case(inside) if inside.closed.is_some() => Some(Problem::refused(Key::RefusedCaseClosed)),
            Self::Service | Self::Event(_) | Self::Case(_) => None,
        }
    }
}

/// What exactly a page showed; a handler puts it beside its answer, and it goes into the audit log as the detail.
#[derive(Clone, Debug)]
pub(crate) struct Looked(pub(crate) String);

/// What is shown is no new look: a browser loads the page again by itself. A handler puts it beside its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoesOn;

/// The name of the session's cookie. The prefix makes browsers refuse it without TLS or for more than this host.
pub(crate) fn session_cookie(app: &App) -> &'static str {
    if app.secure() { "__Host-fairplay" } else { "fairplay" }
}

/// Finds out who asks, and lets them through to the route or not.
pub(crate) async fn guard(app: App, route: &'static Route, request: Request<Body>, next: Next) -> Response {
    let limit = match route.reads {
        Reads::Nothing | Reads::Form | Reads::Json(_) => app.settings.limits.request_time,
        Reads::FormWithFile | Reads::File => app.settings.limits.upload_time,
    };
    match tokio::time::timeout(limit, admitted(&app, route, request, next)).await {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => Problem::TooSlow.into_response(),
    }
}

async fn admitted(
    app: &App,
    route: &'static Route,
    request: Request<Body>,
    next: Next,
) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    let params = RawPathParams::from_request_parts(&mut parts, app).await;
    let params = params.map_err(|_| Problem::NotFound)?;
    // A path with an event or a case that is no number leads to none.
    let number = |part: &str| {
        let found = params.iter().find(|(name, _)| *name == part);
        let number = found.map(|(_, value)| value.parse::<i64>().map_err(|_| Problem::NotFound));
        number.transpose()
    };
    let numbers = (number("event")?, number("case")?);
    let mut request = Request::from_parts(parts, body);
    let address = address(app, &request);
    let mut visit = visit(app, request.headers(), address).await?;
    if route.verb == Verb::Get {
        let page = request.uri().path_and_query().map(PathAndQuery::as_str);
        visit.page = page.and_then(respond::local).map(str::to_owned);
    }
    let place = permitted(app, route, &visit, numbers, request.headers()).await?;
    if let Some(refusal) = place.refusal().filter(|_| route.needs_open()) {
        return Err(refusal);
    }
    if let (Some(signed), true) = (&visit.signed, route.changes()) {
        request = ours(request, route, Some(&signed.word())).await?;
    } else if route.changes() {
        request = ours(request, route, None).await?;
    }
    if let Some(signed) = &visit.signed {
        request.extensions_mut().insert(signed.clone());
    }
    match place {
        Place::Service => {}
        Place::Event(inside) => {
            request.extensions_mut().insert(inside);
        }
        Place::Case(inside) => {
            request.extensions_mut().insert(inside);
        }
    }
    let actor = visit.signed.as_ref().map_or(Actor::Nobody, Signed::actor);
    request.extensions_mut().insert(visit);
    let mut response = next.run(request).await;
    let looked = response.extensions_mut().remove::<Looked>();
    let goes_on = response.extensions_mut().remove::<GoesOn>().is_some();
    if route.is_confidential() && response.status().is_success() && !goes_on {
        let detail = looked.map(|Looked(detail)| detail).unwrap_or_default();
        saw(app, actor, place, route, detail).await?;
    }
    Ok(response)
}

async fn visit(app: &App, headers: &HeaderMap, address: IpAddr) -> Result<Visit, Problem> {
    let secret = form::cookie(headers, session_cookie(app)).and_then(|text| Secret::from_outside(&text));
    let signed = match secret {
        None => None,
        Some(secret) => signed(app, secret).await?,
    };
    Ok(Visit { language: respond::language(app, headers), address, signed, page: None })
}

async fn signed(app: &App, secret: Secret) -> Result<Option<Signed>, Problem> {
    let (now, look) = (app.now(), secret.clone());
    let found = app.storage.read(move |c| -> Result<_, StorageError> {
        let found = sessions::find(c, &look, now)?;
        let cases = found.as_ref().map(|session| cases::concern(c, session.person.id));
        Ok(found.zip(cases.transpose()?))
    });
    let Some((session, cases)) = found.await? else {
        return Ok(None);
    };
    if session.to_note {
        let noted = secret.clone();
        app.storage.write(move |c| sessions::note(c, &noted, now)).await?;
    }
    Ok(Some(Signed { person: session.person, secret, cases }))
}

/// Who asks: what listens knows, and a proxy in front tells in the last entry of `X-Forwarded-For`. Entries before that
/// one come from outside.
fn address(app: &App, request: &Request<Body>) -> IpAddr {
    let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
    let last = forwarded
        .and_then(|line| line.to_str().ok())
        .and_then(|line| line.rsplit(',').next())
        .and_then(|address| address.trim().parse().ok());
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    last.filter(|_| app.settings.behind_proxy).or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

async fn permitted(
    app: &App,
    route: &Route,
    visit: &Visit,
    (event, case): (Option<i64>, Option<i64>),
    headers: &HeaderMap,
) -> Result<Place, Problem> {
    match route.needs {
        Needs::Nothing => Ok(Place::Service),
        Needs::Token(scope) => {
            let token = token(app, headers).await?.ok_or(Problem::SignIn)?;
            let inside = event.filter(|event| *event == token.event && token.scopes.contains(&scope));
            let event = inside.ok_or(Problem::NotFound)?;
            Ok(Place::Event(InEvent {
                event,
                role: None,
                closed: app.storage.read(move |c| events::closed(c, event)).await?,
                actor: Actor::Token(token.id),
            }))
        }
        Needs::SignedIn => {
            let signed = visit.signed.as_ref().map(|_| Place::Service);
            signed.ok_or(Problem::SignIn)
        }
        Needs::Permission(permission) => {
            let signed = visit.signed.as_ref().ok_or(Problem::SignIn)?;
            let person = signed.person.id;
            let (role, place) = match permission.reach() {
                Reach::Service => (Some(signed.person.role), Place::Service),
                Reach::Event => {
                    let event = event.ok_or(Problem::NotFound)?;
                    let found = app.storage.read(move |c| {
                        Ok::<_, StorageError>((members::role(c, event, person)?, events::closed(c, event)?))
                    });
                    let (role, closed) = found.await?;
                    let inside = InEvent { event, role, closed, actor: Actor::Person(person) };
                    (role, Place::Event(inside))
                }
                Reach::Case => {
                    let case = case.ok_or(Problem::NotFound)?;
                    let found = app.storage.read(move |c| {
                        let closed = cases::entries::closed(c, case)?;
                        Ok::<_, StorageError>((cases::role(c, case, person)?, closed))
                    });
                    let (role, closed) = found.await?;
                    let inside = InCase { case, role: role.ok_or(Problem::NotFound)?, closed, person };
                    (role, Place::Case(inside))
                }
            };
            let allowed = role.is_some_and(|role| role.may(permission));
            allowed.then_some(place).ok_or(Problem::NotFound)
        }
    }
}

/// The token that a program sends along.
async fn token(app: &App, headers: &HeaderMap) -> Result<Option<Token>, Problem> {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let secret = sent.and_then(|sent| sent.strip_prefix("Bearer ")).and_then(Secret::from_outside);
    match secret {
        None => Ok(None),
        Some(secret) => Ok(app.storage.read(move |c| api_tokens::find(c, &secret)).await?),
    }
}

/// A request that changes something has to come from a page of ours; one of a program proves itself by its token.
async fn ours(
    request: Request<Body>,
    route: &Route,
    word: Option<&Secret>,
) -> Result<Request<Body>, Problem> {
    if matches!(route.needs, Needs::Token(_)) {
        return Ok(request);
    }
    if form::from_elsewhere(request.headers()) {
        return Err(Problem::ForeignForm);
    }
    match route.reads {
        Reads::Nothing | Reads::Form => {
            let (mut request, fields) = form::fields(request, word).await?;
            request.extensions_mut().insert(fields);
            Ok(request)
        }
        Reads::FormWithFile | Reads::File | Reads::Json(_) => {
            form::with_file(request, word.ok_or(Problem::ForeignForm)?).await
        }
    }
}

/// Puts into the audit log that a page was seen. A page that cannot be logged is not shown.
async fn saw(
    app: &App,
    actor: Actor,
    place: Place,
    route: &'static Route,
    detail: String,
) -> Result<(), Problem> {
    let now = app.now();
    let record = match place {
        Place::Service => {
            Record { actor, action: Action::Saw, event: None, subject: route.path.to_owned(), detail }
        }
        Place::Event(inside) => Record { detail, ..inside.record(Action::Saw, route.path.to_owned()) },
        Place::Case(inside) => {
            let detail = format!("{} {detail}", route.path);
            inside.record(Action::Saw, detail.trim_end().to_owned())
        }
    };
    Ok(app.storage.write(move |c| audit::append(c, now, record)).await?)
}
