//! The guard in front of every route.
//!
//! A route says in the table of `routes` what it needs. Nothing reaches its handler without that, so no handler has
//! to remember to ask. What somebody may not see looks like what is not there.

use std::net::{IpAddr, Ipv4Addr};

use axum::body::Body;
use axum::extract::{FromRequestParts as _, RawPathParams};
use axum::http::header::AUTHORIZATION;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Request, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::accounts::api_tokens::{self, Token};
use crate::accounts::members;
use crate::accounts::roles::Reach;
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::cases;
use crate::events;
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::access::{InCase, InEvent, PageDetail, Peer, Reload, Signed, Visit};
use crate::web::cookies;
use crate::web::form;
use crate::web::problem::Problem;
use crate::web::respond;
use crate::web::route::{Needs, Reads, Route, Verb};

/// The scope of a request that is let through.
#[derive(Clone, Copy, Debug)]
enum Place {
    Service,
    Event(InEvent),
    Case(InCase),
}

impl Place {
    /// The refusal of a route that needs something open, if that is closed.
    fn refusal(self) -> Option<Problem> {
        match self {
            Self::Event(inside) if inside.closed.is_some() => Some(Problem::refused(Key::RefusedClosed)),
            Self::Case(inside) if inside.closed.is_some() => Some(Problem::refused(Key::RefusedCaseClosed)),
            Self::Service | Self::Event(_) | Self::Case(_) => None,
        }
    }
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
    let visit = visit(app, route, (request.uri(), request.headers()), address).await?;
    let place = permitted(app, route, &visit, numbers, request.headers()).await?;
    if let Some(refusal) = place.refusal().filter(|_| route.needs_open()) {
        return Err(refusal);
    }
    if route.changes() {
        request = ours(request, route, visit.signed.as_ref().map(Signed::csrf_token).as_ref()).await?;
    }
    if let Some(signed) = &visit.signed {
        request.extensions_mut().insert(signed.clone());
    }
    request.extensions_mut().insert(());
    match place {
        Place::Service => {}
        Place::Event(inside) => drop(request.extensions_mut().insert(inside)),
        Place::Case(inside) => drop(request.extensions_mut().insert(inside)),
    }
    let actor = visit.signed.as_ref().map_or(Actor::Nobody, Signed::actor);
    request.extensions_mut().insert(visit);
    let mut response = next.run(request).await;
    let detail = response.extensions_mut().remove::<PageDetail>();
    let reload = response.extensions_mut().remove::<Reload>().is_some();
    if route.is_confidential() && response.status().is_success() && !reload {
        let detail = detail.map(|PageDetail(detail)| detail).unwrap_or_default();
        saw(app, actor, place, route, detail).await?;
    }
    Ok(response)
}

async fn visit(
    app: &App,
    route: &Route,
    (uri, headers): (&Uri, &HeaderMap),
    address: IpAddr,
) -> Result<Visit, Problem> {
    let shown = uri.path_and_query().map(PathAndQuery::as_str).filter(|_| route.verb == Verb::Get);
    let page = shown.and_then(respond::local).or_else(|| respond::local(uri.path())).unwrap_or("/");
    let secret = cookies::find(headers, cookies::session(app)).and_then(|text| Secret::from_outside(&text));
    let signed = match secret {
        None => None,
        Some(secret) => signed(app, secret).await?,
    };
    Ok(Visit { language: cookies::language(app, headers), address, signed, page: page.to_owned() })
}

async fn signed(app: &App, secret: Secret) -> Result<Option<Signed>, Problem> {
    let (now, look) = (app.now(), secret.clone());
    let found = app.read(move |c| {
        let found = sessions::find(c, &look, now)?;
        let cases = found.as_ref().map(|session| cases::concern(c, session.person.id));
        Ok(found.zip(cases.transpose()?))
    });
    let Some((session, cases)) = found.await? else {
        return Ok(None);
    };
    if session.to_note {
        let noted = secret.clone();
        app.change(move |c, now| Ok(sessions::note(c, &noted, now)?)).await?;
    }
    Ok(Some(Signed { person: session.person, secret, cases }))
}

/// The address of the reader: that of the connection, or behind a proxy the last entry of `X-Forwarded-For`. Entries before
/// that one come from outside.
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
        Needs::Anybody => Ok(Place::Service),
        Needs::Token(scope) => {
            let token = token(app, headers).await?.ok_or(Problem::SignIn)?;
            let inside = event.filter(|event| *event == token.event && token.scopes.contains(&scope));
            let event = inside.ok_or(Problem::NotFound)?;
            Ok(Place::Event(InEvent {
                event,
                role: None,
                closed: app.read(move |c| events::closed(c, event)).await?,
                actor: Actor::Token(token.id),
            }))
        }
        Needs::SignedIn => visit.signed.as_ref().map(|_| Place::Service).ok_or(Problem::SignIn),
        Needs::Permission(permission) => {
            let signed = visit.signed.as_ref().ok_or(Problem::SignIn)?;
            let person = signed.person.id;
            let (role, place) = match permission.reach() {
                Reach::Service => (Some(signed.person.role), Place::Service),
                Reach::Event => {
                    let event = event.ok_or(Problem::NotFound)?;
                    let role = move |c: &_| members::role(c, members::Place::Event(event), person);
                    let found = app.read(move |c| Ok((role(c)?, events::closed(c, event)?)));
                    let (role, closed) = found.await?;
                    let inside = InEvent { event, role, closed, actor: Actor::Person(person) };
                    (role, Place::Event(inside))
                }
                Reach::Case => {
                    let case = case.ok_or(Problem::NotFound)?;
                    let role = move |c: &_| members::role(c, members::Place::Case(case), person);
                    let found = app.read(move |c| Ok((role(c)?, cases::entries::closed(c, case)?)));
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
        Some(secret) => app.read(move |c| api_tokens::find(c, &secret)).await,
    }
}

/// A request that changes something has to come from a page of ours; one of a program proves itself by its token.
async fn ours(
    request: Request<Body>,
    route: &Route,
    csrf_token: Option<&Secret>,
) -> Result<Request<Body>, Problem> {
    if matches!(route.needs, Needs::Token(_)) {
        return Ok(request);
    }
    if form::from_elsewhere(request.headers()) {
        return Err(Problem::ForeignForm);
    }
    match route.reads {
        Reads::Nothing | Reads::Form => {
            let (mut request, fields) = form::fields(request, csrf_token).await?;
            request.extensions_mut().insert(fields);
            Ok(request)
        }
        Reads::FormWithFile | Reads::File | Reads::Json(_) => {
            form::with_file(request, csrf_token.ok_or(Problem::ForeignForm)?).await
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
    let log = move |c: &_, now| match place {
        Place::Service => Ok(actor.log(c, now, Action::Saw, route.path, detail)?),
        Place::Event(inside) => inside.log(c, now, Action::Saw, route.path, detail),
        Place::Case(inside) => inside.log(c, now, Action::Saw, format!("{} {detail}", route.path).trim_end()),
    };
    app.change(log).await
}
