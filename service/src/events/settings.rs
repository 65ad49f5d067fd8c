//! What an event is set to, for its chief arbiter: its name, whether it is closed, who is who, its tournament report (which is
//! taken in `report`), which ratings count.

use analyzer::basis::Basis;
use pipeline::RatingChoice;
use std::error::Error;

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::Response;
use datasets::Aliases;
use datasets::book::Book;
use datasets::players::aliases::MAX_BYTES;
use datasets::time_class::TimeClass;

use crate::access::{InEvent, Signed, Visit};
use crate::app::App;
use crate::audit::{self, Action, Record};
use crate::events::attachments::{self, ENCODINGS, Input, Kind, NewInput};
use crate::events::live;
use crate::events::{self, Event, FormerName};
use crate::form::Fields;
use crate::jobs;
use crate::keys::Key;
use crate::pages::sent::{ONE_FILE, sent};
use crate::pages::{Frame, page as rendered};
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;
use crate::storage::StorageError;

/// Points that may be added or allowed for, as on the command line.
const MOST_POINTS: u16 = 600;
/// The highest rating.
const MOST_RATING: u16 = 4_000;

#[derive(Template)]
#[template(path = "settings.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    former: Vec<FormerName>,
    table: Option<Input>,
    report: Option<Input>,
    book: Option<Input>,
    rating: RatingChoice,
}

impl Page<'_> {
    fn class(class: TimeClass) -> Key {
        match class {
            TimeClass::Standard => Key::ClassStandard,
            TimeClass::Rapid => Key::ClassRapid,
            TimeClass::Blitz => Key::ClassBlitz,
            TimeClass::Correspondence => Key::ClassCorrespondence,
        }
    }

    fn basis(basis: Basis) -> Key {
        match basis {
            Basis::Published => Key::BasisPublished,
            Basis::Live => Key::BasisLive,
            Basis::After => Key::BasisAfter,
        }
    }
}

/// `GET /events/{event}/settings`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let id = inside.event;
    let (event, former, table, report, book, rating) = app
        .storage
        .read(move |c| {
            Ok::<_, StorageError>((
                events::by_id(c, id)?,
                events::former_names(c, id)?,
                attachments::given(c, id, Kind::Aliases)?,
                attachments::given(c, id, Kind::Report)?,
                attachments::given(c, id, Kind::Book)?,
                attachments::rating(c, id)?,
            ))
        })
        .await?;
    rendered(&Page {
        frame: Frame::new(&app, &visit, format!("/events/{id}/settings")),
        event: event.ok_or(Problem::NotFound)?,
        former,
        table,
        report,
        book,
        rating,
    })
}

/// Back to the settings of the event.
pub(crate) fn back(inside: InEvent) -> Response {
    see(&format!("/events/{}/settings", inside.event))
}

/// Notes a change in the log and asks for the event to be read again; what was searched is not searched anew.
fn changed(c: &rusqlite::Connection, record: Record, event: i64, now: i64) -> Result<(), Problem> {
    audit::append(c, now, record)?;
    Ok(jobs::queue(c, event, now)?)
}

/// `POST /events/{event}/name`
pub(crate) async fn rename(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let name = people::line(fields.one("name")).ok_or(Problem::refused(Key::RefusedName))?;
    let (id, now, person) = (inside.event, app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if events::rename(c, id, &name, person, now)? {
                // The log may be read by people who see no events, so it has neither name.
                let record = inside.record(Action::EventRenamed, format!("event {id}"));
                changed(c, record, id, now)?;
            }
            Ok(())
        })
        .await?;
    app.results.forget(id);
    app.work.interrupt();
    Ok(back(inside))
}

/// `POST /events/{event}/close`: work that is not over is cancelled, a source is followed no longer.
pub(crate) async fn close(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let (id, now) = (inside.event, app.now());
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if events::set_closed(c, id, Some(now))? {
                jobs::cancel_all(c, id, now)?;
                live::end(c, id, now)?;
                let record = inside.record(Action::EventClosed, format!("event {id}"));
                audit::append(c, now, record)?;
            }
            Ok(())
        })
        .await?;
    app.work.interrupt();
    Ok(back(inside))
}

/// `POST /events/{event}/reopen`
pub(crate) async fn reopen(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let (id, now) = (inside.event, app.now());
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if events::set_closed(c, id, None)? {
                let record = inside.record(Action::EventReopened, format!("event {id}"));
                audit::append(c, now, record)?;
            }
            Ok(())
        })
        .await?;
    Ok(back(inside))
}

/// How many entries a file has, or what is wrong with it.
type Counted = Result<usize, Box<dyn Error + Send + Sync>>;

/// A file that came in, read on a thread of its own; `count` says how much is in it.
///
/// # Errors
/// The refusal with the name of the file and what is wrong with it.
async fn read(
    kind: Kind,
    (name, sha256, body): (String, String, Vec<u8>),
    why: Key,
    count: fn(&[u8]) -> Counted,
) -> Result<NewInput, Problem> {
    let read = tokio::task::spawn_blocking(move || (count(&body), body));
    let (entries, body) = read.await.map_err(|_| Problem::Inside)?;
    let entries = entries.map_err(|error| Problem::Refused {
        why,
        detail: Some(reports::visible(&format!("{name}: {error}"))),
    })?;
    Ok(NewInput { kind, name, sha256, entries: entries as u64, encoding: None, body })
}

/// Gives an event a file, after which it is read again.
async fn give(app: &App, inside: InEvent, signed: &Signed, new: NewInput) -> Result<Response, Problem> {
    let (id, now, person) = (inside.event, app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            events::open_or_refused(c, id)?;
            attachments::give(c, id, &new, person, now)?;
            Ok(jobs::queue(c, id, now)?)
        })
        .await?;
    app.work.interrupt();
    Ok(back(inside))
}

/// Takes a file away from an event, after which it is read again.
async fn take(app: &App, inside: InEvent, signed: &Signed, kind: Kind) -> Result<Response, Problem> {
    let (id, now, person) = (inside.event, app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            events::open_or_refused(c, id)?;
            if attachments::take(c, id, kind, person, now)? {
                jobs::queue(c, id, now)?;
            }
            Ok(())
        })
        .await?;
    app.work.interrupt();
    Ok(back(inside))
}

/// `POST /events/{event}/aliases`
pub(crate) async fn set_aliases(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
    form: Multipart,
) -> Result<Response, Problem> {
    let received = sent(&app, form, &ONE_FILE).await?.file("file")?;
    let whole = received.whole(MAX_BYTES)?;
    let new =
        read(Kind::Aliases, whole, Key::RefusedAliases, |body| Ok(Aliases::parse(body)?.entries().len()));
    give(&app, inside, &signed, new.await?).await
}

/// `POST /events/{event}/aliases/remove`
pub(crate) async fn remove_aliases(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    take(&app, inside, &signed, Kind::Aliases).await
}

/// `POST /events/{event}/book`
pub(crate) async fn set_book(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
    form: Multipart,
) -> Result<Response, Problem> {
    let received = sent(&app, form, &ONE_FILE).await?.file("file")?;
    let whole = received.whole(app.settings.limits.upload_bytes)?;
    // A book unpacks to several times its bytes, so it takes its turn as games do.
    let _place = app.uploads.acquire().await.map_err(|_| Problem::Busy)?;
    let new = read(Kind::Book, whole, Key::RefusedBook, |body| Ok(Book::from_bytes(body)?.len()));
    give(&app, inside, &signed, new.await?).await
}

/// `POST /events/{event}/book/remove`
pub(crate) async fn remove_book(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    take(&app, inside, &signed, Kind::Book).await
}

/// A choice of ratings as the form sends it.
fn choice(fields: &Fields) -> Result<RatingChoice, Problem> {
    let refused = || Problem::refused(Key::RefusedRating);
    let points = |name: &str, most: u16| -> Result<Option<u16>, Problem> {
        let text = fields.one(name).trim();
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse().ok().filter(|number| *number <= most);
        number.map(Some).ok_or_else(refused)
    };
    let time_class = match fields.one("time_class") {
        "" => None,
        text => {
            let class = TimeClass::ALL.into_iter().find(|class| class.as_str() == text);
            Some(class.ok_or_else(refused)?)
        }
    };
    let basis = fields.one("basis");
    let basis = Basis::ALL.into_iter().find(|known| known.as_str() == basis);
    let unrated_as = points("unrated_as", MOST_RATING)?;
    if unrated_as == Some(0) {
        return Err(refused());
    }
    Ok(RatingChoice {
        time_class,
        basis: basis.ok_or_else(refused)?,
        from_lists: fields.one("from_lists") == "yes",
        rating_sd: points("rating_sd", MOST_POINTS)?.unwrap_or(0),
        junior_allowance: points("junior_allowance", MOST_POINTS)?.unwrap_or(0),
        junior_sd: points("junior_sd", MOST_POINTS)?.unwrap_or(0),
        unrated_as,
        unrated_sd: points("unrated_sd", MOST_POINTS)?.unwrap_or(0),
    })
}

/// `POST /events/{event}/rating`
pub(crate) async fn set_rating(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let choice = choice(&fields)?;
    let (id, now) = (inside.event, app.now());
    app.storage
        .write(move |c| -> Result<(), Problem> {
            events::open_or_refused(c, id)?;
            if attachments::rating(c, id)? != choice {
                attachments::set_rating(c, id, &choice)?;
                let record = Record {
                    detail: serde_json::to_string(&choice).map_err(|_| Problem::Inside)?,
                    ..inside.record(Action::RatingSet, format!("event {id}"))
                };
                changed(c, record, id, now)?;
            }
            Ok(())
        })
        .await?;
    app.work.interrupt();
    Ok(back(inside))
}
