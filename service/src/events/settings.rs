//! Settings of an event, for its chief arbiter: its name, whether it is closed, who is who, its tournament report (which is
//! taken in `report_page`), which ratings count.

use std::error::Error;

use analyzer::basis::Basis;
use askama::Template;
use axum::extract::Multipart;
use datasets::Aliases;
use datasets::book::Book;
use datasets::clocks::time_class::TimeClass;
use datasets::players::aliases::MAX_BYTES;
use pipeline::RatingChoice;
use rusqlite::Connection;

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::events::attachments::{self, Attachment, ENCODINGS, Kind, NewAttachment};
use crate::events::{self, Event, FormerName, live};
use crate::jobs;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::form::Fields;
use crate::web::multipart::{ONE_FILE, read_form};
use crate::web::{Answer, Ctx, Frame, InEvent, Problem, page as rendered, see};

/// Points that may be added or allowed for, as on the command line.
const MAX_POINTS: u16 = 600;
const MAX_RATING: u16 = 4_000;

#[derive(Template)]
#[template(path = "settings.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    former: Vec<FormerName>,
    table: Option<Attachment>,
    report: Option<Attachment>,
    book: Option<Attachment>,
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
pub(crate) async fn page(ctx: Ctx<InEvent>) -> Answer {
    let id = ctx.inside.event;
    let stored = ctx.app.read(move |c| {
        let given = |kind| attachments::given(c, id, kind);
        let files = (given(Kind::Aliases)?, given(Kind::Report)?, given(Kind::Book)?);
        Ok((events::by_id(c, id)?, events::former_names(c, id)?, files, attachments::rating(c, id)?))
    });
    let (event, former, (table, report, book), rating) = stored.await?;
    rendered(&Page {
        frame: Frame::new(&ctx.app, &ctx.visit),
        event: event.ok_or(Problem::NotFound)?,
        former,
        table,
        report,
        book,
        rating,
    })
}

/// Changes something of the event, which the engines look at anew.
async fn change(
    ctx: &Ctx<InEvent>,
    change: impl FnOnce(&Connection, i64) -> Result<(), Problem> + Send + 'static,
) -> Answer {
    ctx.app.change(change).await?;
    ctx.app.work.interrupt();
    Ok(see(&format!("/events/{}/settings", ctx.inside.event)))
}

/// `POST /events/{event}/name`. The log may be read by people who see no events, so it has neither name.
pub(crate) async fn rename(ctx: Ctx<InEvent>) -> Answer {
    let name = people::line(ctx.fields.one("name")).ok_or(Problem::refused(Key::RefusedName))?;
    let (inside, id, person) = (ctx.inside, ctx.inside.event, ctx.person()?);
    let answer = change(&ctx, move |c, now| {
        if events::rename(c, id, &name, person, now)? {
            inside.log(c, now, Action::EventRenamed, format!("event {id}"), "")?;
            jobs::queue(c, id, now)?;
        }
        Ok(())
    });
    let answer = answer.await?;
    ctx.app.results.forget(id);
    Ok(answer)
}

/// `POST /events/{event}/close`: work that is not over is cancelled, a source is followed no longer.
pub(crate) async fn close(ctx: Ctx<InEvent>) -> Answer {
    let (inside, id) = (ctx.inside, ctx.inside.event);
    let close = move |c: &Connection, now| {
        if events::set_closed(c, id, Some(now))? {
            jobs::cancel_all(c, id, now)?;
            live::end(c, id, now)?;
            inside.log(c, now, Action::EventClosed, format!("event {id}"), "")?;
        }
        Ok(())
    };
    change(&ctx, close).await
}

/// `POST /events/{event}/reopen`
pub(crate) async fn reopen(ctx: Ctx<InEvent>) -> Answer {
    let (inside, id) = (ctx.inside, ctx.inside.event);
    let reopen = move |c: &Connection, now| {
        if events::set_closed(c, id, None)? {
            inside.log(c, now, Action::EventReopened, format!("event {id}"), "")?;
        }
        Ok(())
    };
    change(&ctx, reopen).await
}

/// The number of entries of a file, or why it does not read.
pub(crate) type Counted = Result<usize, Box<dyn Error + Send + Sync>>;

/// A file that came in, read on a thread of its own; `count` says how much is in it.
///
/// # Errors
/// The refusal with the name of the file and what is wrong with it.
pub(crate) async fn read(
    kind: Kind,
    (name, sha256, body): (String, String, Vec<u8>),
    why: Key,
    count: impl FnOnce(&[u8]) -> Counted + Send + 'static,
) -> Result<NewAttachment, Problem> {
    let read = tokio::task::spawn_blocking(move || (count(&body), body));
    let (entries, body) = read.await.map_err(|_| Problem::Inside)?;
    let entries = entries.map_err(|error| Problem::Refused {
        why,
        detail: Some(reports::visible(&format!("{name}: {error}"))),
    })?;
    Ok(NewAttachment { kind, name, sha256, entries: entries as u64, encoding: None, body })
}

/// Gives an event a file, after which it is read again.
pub(crate) async fn give(ctx: Ctx<InEvent>, new: NewAttachment) -> Answer {
    let (id, person) = (ctx.inside.event, ctx.person()?);
    let give = move |c: &Connection, now| {
        events::open_or_refused(c, id)?;
        attachments::give(c, id, &new, person, now)?;
        read_again(c, id, new.kind, now)
    };
    change(&ctx, give).await
}

/// Takes a file away from an event, after which it is read again.
pub(crate) async fn take(ctx: Ctx<InEvent>, kind: Kind) -> Answer {
    let (id, person) = (ctx.inside.event, ctx.person()?);
    let take = move |c: &Connection, now| {
        events::open_or_refused(c, id)?;
        if attachments::take(c, id, kind, person, now)? {
            read_again(c, id, kind, now)?;
        }
        Ok(())
    };
    change(&ctx, take).await
}

/// No screening rests on a tournament report.
fn read_again(c: &Connection, event: i64, kind: Kind, now: i64) -> Result<(), Problem> {
    if kind != Kind::Report {
        jobs::queue(c, event, now)?;
    }
    Ok(())
}

/// `POST /events/{event}/aliases`
pub(crate) async fn set_aliases(ctx: Ctx<InEvent>, form: Multipart) -> Answer {
    let whole = read_form(&ctx.app, form, &ONE_FILE).await?.file("file")?.whole(MAX_BYTES)?;
    let count = |body: &[u8]| -> Counted { Ok(Aliases::parse(body)?.entries().len()) };
    let new = read(Kind::Aliases, whole, Key::RefusedAliases, count).await?;
    give(ctx, new).await
}

/// `POST /events/{event}/aliases/remove`
pub(crate) async fn remove_aliases(ctx: Ctx<InEvent>) -> Answer {
    take(ctx, Kind::Aliases).await
}

/// `POST /events/{event}/book`
pub(crate) async fn set_book(ctx: Ctx<InEvent>, form: Multipart) -> Answer {
    let received = read_form(&ctx.app, form, &ONE_FILE).await?.file("file")?;
    let whole = received.whole(ctx.app.settings.limits.upload_bytes)?;
    let new = {
        // A book unpacks to several times its bytes, so it takes its turn as games do.
        let _place = ctx.app.uploads.acquire().await.map_err(|_| Problem::Busy)?;
        read(Kind::Book, whole, Key::RefusedBook, |body| Ok(Book::from_bytes(body)?.len())).await?
    };
    give(ctx, new).await
}

/// `POST /events/{event}/book/remove`
pub(crate) async fn remove_book(ctx: Ctx<InEvent>) -> Answer {
    take(ctx, Kind::Book).await
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
    let unrated_as = points("unrated_as", MAX_RATING)?;
    if unrated_as == Some(0) {
        return Err(refused());
    }
    Ok(RatingChoice {
        time_class,
        basis: basis.ok_or_else(refused)?,
        from_lists: fields.one("from_lists") == "yes",
        rating_sd: points("rating_sd", MAX_POINTS)?.unwrap_or(0),
        junior_allowance: points("junior_allowance", MAX_POINTS)?.unwrap_or(0),
        junior_sd: points("junior_sd", MAX_POINTS)?.unwrap_or(0),
        unrated_as,
        unrated_sd: points("unrated_sd", MAX_POINTS)?.unwrap_or(0),
    })
}

/// `POST /events/{event}/rating`
pub(crate) async fn set_rating(ctx: Ctx<InEvent>) -> Answer {
    let choice = choice(&ctx.fields)?;
    let (inside, id) = (ctx.inside, ctx.inside.event);
    let set = move |c: &Connection, now| {
        events::open_or_refused(c, id)?;
        if attachments::rating(c, id)? != choice {
            attachments::set_rating(c, id, &choice)?;
            let detail = serde_json::to_string(&choice).map_err(|_| Problem::Inside)?;
            inside.log(c, now, Action::RatingSet, format!("event {id}"), detail)?;
            jobs::queue(c, id, now)?;
        }
        Ok(())
    };
    change(&ctx, set).await
}
