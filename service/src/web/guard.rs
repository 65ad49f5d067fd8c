//! The guard in front of every route.
//!
//! A route says in the table of `routes` what it needs. Nothing reaches its handler without that, so no handler has
//! to remember to ask. What somebody may not see looks like what is not there.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{FromRequestParts as _, RawPathParams};
use axum::http::header::{AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Request, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::accounts::members;
use crate::accounts::namings;
use crate::accounts::roles::Reach;
use crate::accounts::second_factor;
use crate::accounts::secret::Secret;
use crate::accounts::sessions::{self, Session};
use crate::accounts::tokens::{self, Token};
use crate::app::App;
use crate::cases;
use crate::events::{self, Event, circumstances};
use crate::keys::Key;
use crate::store::audit::{Action, Actor, Place};
use crate::store::change::Access;
use crate::web::access::{PageDetail, Peer, Reload, Share, Signed, Visit};
use crate::web::confirm;
use crate::web::cookies;
use crate::web::form::{self, Fields};
use crate::web::problem::Problem;
use crate::web::rate_limit::MAX_REFUSALS;
use crate::web::respond;
use crate::web::returned::{Sent, Typed};
use crate::web::route::{Needs, Reads, Route, Table, Verb};

pub(crate) async fn guard(
    app: App,
    (route, table): (&'static Route, &'static Table),
    mut request: Request<Body>,
    next: Next,
) -> Response {
    let sent = Sent::keep(route, &mut request);
    let limit = match route.reads {
        Reads::Nothing | Reads::Form | Reads::Json(_) => app.settings.limits.request_time,
        Reads::FormWithFile | Reads::File => app.settings.limits.upload_time,
    };
    let answer = match tokio::time::timeout(limit, admitted(&app, route, request, next)).await {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => Problem::TooSlow.into_response(),
    };
    match sent {
        Some(sent) => sent.returned(&app, table, answer).await,
        None => answer,
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
    let numbers = number("event").and_then(|event| Ok((event, number("case")?)));
    let request = Request::from_parts(parts, body);
    let mut visit = visit(app, route, address(app, &request), request.uri(), request.headers()).await?;
    let token = match route.needs {
        Needs::Token(_) => token(app, request.headers()).await?,
        _ => None,
    };
    if let Some(token) = &token {
        visit.access.actor = Actor::Token(token.id);
        visit.share = Share::TokensOf(token.maker);
    }
    app.rates.asks(visit.share, Instant::now())?;
    let (access, reader) = (visit.access, visit.clone());
    // Who is not signed in has no name and there is no end of them; programs without a good token share one count.
    let named = access.actor != Actor::Nobody || request.headers().contains_key(AUTHORIZATION);
    let place = numbers.clone().unwrap_or_default();
    let answer = match numbers {
        Ok(numbers) => answer(app, route, (visit, token, numbers), request, next).await,
        Err(problem) => Err(problem),
    };
    let status = answer.as_ref().map_or_else(Problem::status, Response::status);
    if named && matches!(status, StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED) {
        log_refusal(app, access, route, place, status).await?;
    }
    // The page about a problem has the frame of who reads it.
    let mut answer = answer.unwrap_or_else(Problem::into_response);
    if answer.extensions().get::<Problem>().is_some() {
        answer.extensions_mut().insert(reader);
    }
    Ok(answer)
}

/// Notes that somebody was refused, at a bounded rate.
async fn log_refusal(
    app: &App,
    access: Access,
    route: &'static Route,
    (event, case): (Option<i64>, Option<i64>),
    status: StatusCode,
) -> Result<(), Problem> {
    let count = app.refusals.count(access.actor, app.uptime());
    if count > MAX_REFUSALS {
        return Ok(());
    }
    let part = |name: &str, number: Option<i64>| number.map(|number| format!(", {name} {number}"));
    let parts = [part("event", event), part("case", case)].into_iter().flatten().collect::<String>();
    let last = if count == MAX_REFUSALS { "; further ones of this hour are not noted" } else { "" };
    let detail = format!("{}{parts}{last}", status.as_u16());
    app.change(access, move |c| Ok(c.log(Action::AccessRefused, route.path, detail)?)).await
}

async fn answer(
    app: &App,
    route: &'static Route,
    (mut visit, token, numbers): (Visit, Option<Token>, (Option<i64>, Option<i64>)),
    mut request: Request<Body>,
    next: Next,
) -> Result<Response, Problem> {
    (visit.access, visit.event) = permitted(app, route, &visit, token, numbers).await?;
    let place = visit.access.place;
    let is_told = route.verb == Verb::Get && (place.is_some() || route.path == "/");
    if let Some(reader) = visit.signed.as_ref().map(|signed| signed.person.id).filter(|_| is_told) {
        let now = app.now();
        let told = app.read(move |c| {
            let asked = match place {
                Some(Place::Event(id)) => circumstances::not_stated(c, id)?,
                _ => None,
            };
            Ok((namings::told(c, reader, place, now)?, asked))
        });
        (visit.namings, visit.asked) = told.await?;
    }
    if route.changes() {
        request = ours(request, route, visit.signed.as_ref().map(Signed::csrf_token).as_ref()).await?;
    }
    // Once the form was read, so that what somebody wrote comes back.
    if visit.access.closed.is_some() && route.needs_open() {
        return Err(Problem::refused(match visit.access.place {
            Some(Place::Case(_)) => Key::RefusedCaseClosed,
            _ => Key::RefusedClosed,
        }));
    }
    let fields = request.extensions().get::<Fields>().cloned().unwrap_or_default();
    if let Some(page) = confirm::asked(app, route, &visit, &fields).await? {
        return Ok(page);
    }
    let is_page = route.verb == Verb::Get && route.needs != Needs::Anybody;
    let signed = visit.signed.as_ref().filter(|signed| is_page && signed.before.is_some());
    visit.before = signed.and_then(|signed| signed.before.clone());
    let shown = signed.map(|signed| signed.secret.clone());
    let access = visit.access;
    let new: Vec<i64> = visit.namings.iter().filter(|one| one.is_new).map(|one| one.id).collect();
    let reader = visit.signed.as_ref().map(|signed| signed.person.id);
    request.extensions_mut().insert(visit);
    let mut response = next.run(request).await;
    let detail = response.extensions_mut().remove::<PageDetail>();
    let reload = response.extensions_mut().remove::<Reload>().is_some();
    // What is told stands on pages; a file tells nothing of it.
    let headers = response.headers();
    let is_html = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let is_shown = is_html && !headers.contains_key(CONTENT_DISPOSITION) && response.status().is_success();
    if let Some(secret) = shown.filter(|_| is_shown) {
        app.change(access, move |c| Ok(sessions::note_shown(c, &secret)?)).await?;
    }
    if let Some(reader) = reader.filter(|_| is_shown && !new.is_empty()) {
        app.change(access, move |c| Ok(namings::note_told(c, reader, &new)?)).await?;
    }
    if route.is_confidential() && response.status().is_success() && !reload {
        let detail = detail.map(|PageDetail(detail)| detail).unwrap_or_default();
        // A page that cannot be logged is not shown.
        app.change(access, move |c| Ok(c.log(Action::Saw, route.path, detail)?)).await?;
    }
    Ok(response)
}

async fn visit(
    app: &App,
    route: &Route,
    address: IpAddr,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Visit, Problem> {
    let shown = uri.path_and_query().map(PathAndQuery::as_str).filter(|_| route.verb == Verb::Get);
    let page = shown.and_then(respond::local).or_else(|| respond::local(uri.path())).unwrap_or("/");
    let secret = cookies::find(headers, cookies::session(app)).and_then(|text| Secret::from_outside(&text));
    let signed = match secret {
        None => None,
        Some(secret) => signed(app, secret).await?,
    };
    Ok(Visit {
        language: cookies::language(app, headers),
        address,
        device: cookies::find(headers, cookies::device(app)).and_then(|text| Secret::from_outside(&text)),
        before: None,
        access: Access::at_large(signed.as_ref().map_or(Actor::Nobody, Signed::actor)),
        share: signed.as_ref().map_or(Share::Nobody, |signed| Share::Person(signed.person.id)),
        signed,
        page: page.to_owned(),
        event: None,
        asked: None,
        namings: Vec::new(),
    })
}

async fn signed(app: &App, secret: Secret) -> Result<Option<Signed>, Problem> {
    let (now, look) = (app.now(), secret.clone());
    let found = app.read(move |c| {
        let found = sessions::find(c, &look, now)?;
        let Some(session) = found else { return Ok(None) };
        let person = &session.person;
        let is_due = namings::is_due(c, person.id, now)?;
        let lacks_factor = session.needs_factor && second_factor::since(c, person.id)?.is_none();
        Ok(Some((cases::concern(c, person.id)?, lacks_factor, is_due, session)))
    });
    let Some((cases, lacks_factor, is_due, session)) = found.await? else {
        return Ok(None);
    };
    if is_due {
        let id = session.person.id;
        app.change(Access::at_large(Actor::Service), move |c| namings::settle_due(c, id)).await?;
        // What it gives the person is found anew; nothing is due any more.
        return Box::pin(signed(app, secret)).await;
    }
    if session.to_note {
        let noted = secret.clone();
        let access = Access::at_large(Actor::Person(session.person.id));
        app.change(access, move |c| Ok(sessions::note(c, &noted)?)).await?;
    }
    let Session { person, confirmed, before, .. } = session;
    Ok(Some(Signed { person, secret, cases, confirmed, before, lacks_factor }))
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
    token: Option<Token>,
    (event, case): (Option<i64>, Option<i64>),
) -> Result<(Access, Option<Event>), Problem> {
    let permission = match route.needs {
        Needs::Anybody => return Ok((visit.access, None)),
        Needs::Token(scope) => {
            let token = token.ok_or(Problem::SignIn)?;
            let fits = event == Some(token.event) && token.scopes.contains(&scope);
            let found = app.read(move |c| events::by_id(c, token.event)).await?;
            let event = found.filter(|_| fits).ok_or(Problem::NotFound)?;
            let place = Some(Place::Event(event.id));
            return Ok((Access { place, closed: event.closed, ..visit.access }, Some(event)));
        }
        Needs::SignedIn => None,
        Needs::Permission(permission) => Some(permission),
    };
    let signed = visit.signed.as_ref().ok_or(Problem::SignIn)?;
    if signed.lacks_factor && !route.is_before_second_factor() {
        return Err(Problem::SecondFactor);
    }
    let (person, at_large) = (signed.person.id, Access { role: Some(signed.person.role), ..visit.access });
    let Some(permission) = permission else {
        return Ok((at_large, None));
    };
    let place = match permission.reach() {
        Reach::Service => None,
        Reach::Event => Some(Place::Event(event.ok_or(Problem::NotFound)?)),
        Reach::Case => Some(Place::Case(case.ok_or(Problem::NotFound)?)),
    };
    let found = app.read(move |c| {
        let (closed, event) = match place {
            None => return Ok((at_large, None)),
            Some(Place::Event(id)) => {
                let event = events::by_id(c, id)?;
                (event.as_ref().and_then(|event| event.closed), event)
            }
            Some(Place::Case(id)) => (cases::closed(c, id)?, None),
        };
        let role = place.map(|place| members::role(c, place, person)).transpose()?.flatten();
        Ok((Access { place, role, closed, ..at_large }, event))
    });
    let (access, event) = found.await?;
    let allowed = access.role.is_some_and(|role| role.may(permission));
    allowed.then_some((access, event)).ok_or(Problem::NotFound)
}

async fn token(app: &App, headers: &HeaderMap) -> Result<Option<Token>, Problem> {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let secret = sent
        .and_then(|sent| sent.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .and_then(|(_, secret)| Secret::from_outside(secret));
    match secret {
        None => Ok(None),
        Some(secret) => {
            let now = app.now();
            let found = app.read(move |c| tokens::find(c, &secret, now)).await?;
            if let Some(token) = found.as_ref().filter(|token| token.is_to_note(now)) {
                let id = token.id;
                let access = Access::at_large(Actor::Token(id));
                app.change(access, move |c| Ok(tokens::note_use(c, id)?)).await?;
            }
            Ok(found)
        }
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
            if let Some(typed) = request.extensions().get::<Typed>() {
                fields.iter().for_each(|(name, value)| typed.note(name, value));
            }
            request.extensions_mut().insert(fields);
            Ok(request)
        }
        // `FileForm` checks the token, before its handler reads anything.
        Reads::FormWithFile => Ok(request),
        Reads::File | Reads::Json(_) => Err(Problem::ForeignForm),
    }
}
