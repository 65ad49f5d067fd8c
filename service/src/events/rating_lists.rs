//! FIDE's rating lists on file, for every event whose ratings are asked of them, and bringing one.
//!
//! A list is read and copied by `datasets`, on a connection of its own and in small changes, so that neither pages nor what they
//! write wait for hundreds of thousands of players. One list comes in at a time.

use askama::Template;
use axum::extract::Multipart;
use datasets::ratings::list::{
    Added, IndexError, ListError, ListKind, Lists, Options, StoredList, YearMonth,
};

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events::attachments;
use crate::events::upload::Received;
use crate::events::upload_summary;
use crate::jobs;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::multipart::{Form, read_form};
use crate::web::{Answer, Ctx, Frame, Problem, limits, page as rendered, see};

/// Most bytes of a list after unpacking. FIDE's longest, as XML, has about six hundred million.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
const FORM: Form = Form { fields: &["name", "month", "kind"], files: &["file"], optional: &[] };
/// Kinds that a form may state; the others are recognised by their layout.
const KINDS: [ListKind; 3] = [ListKind::Standard, ListKind::Rapid, ListKind::Blitz];

#[derive(Template)]
#[template(path = "ratings.html")]
struct Page<'a> {
    frame: Frame<'a>,
    lists: Vec<StoredList>,
    limits: String,
}

impl Page<'_> {
    fn kind(kind: &ListKind) -> Key {
        match kind {
            ListKind::Standard => Key::ClassStandard,
            ListKind::Rapid => Key::ClassRapid,
            ListKind::Blitz => Key::ClassBlitz,
            ListKind::Combined => Key::ListsCombined,
        }
    }
}

/// `GET /ratings`
pub(crate) async fn page(ctx: Ctx) -> Answer {
    let lists = ctx.app.read(attachments::lists_on_file).await?;
    let frame = Frame::new(&ctx.app, &ctx.visit);
    rendered(&Page { limits: limits(&ctx.app, frame.messages(), Key::ListsFileHint), frame, lists })
}

/// `POST /ratings`. Events whose ratings are asked of the lists are read again.
pub(crate) async fn add(ctx: Ctx, form: Multipart) -> Answer {
    let mut form = read_form(&ctx.app, form, &FORM).await?;
    let period = match form.one("month").trim() {
        "" => None,
        month => Some(YearMonth::parse(month).ok_or(Problem::refused(Key::RefusedMonth))?),
    };
    let kind = match form.one("kind") {
        "" => None,
        kind => {
            let known = KINDS.into_iter().find(|known| known.as_str() == kind);
            Some(known.ok_or(Problem::ForeignForm)?)
        }
    };
    let (app, actor) = (&ctx.app, ctx.signed()?.actor());
    let added = read(app, form.file("file")?, Options { period, kind }).await?;
    if !added.new {
        return Err(Problem::refused(Key::RefusedKnownList));
    }
    let logged = app.change(move |c, now| {
        let detail = format!("sha256 {}", added.list.sha256);
        actor.log(c, now, Action::RatingListAdded, "rating list", detail)?;
        for event in attachments::asking_lists(c)? {
            jobs::queue(c, event, now)?;
        }
        Ok(())
    });
    logged.await?;
    app.work.interrupt();
    Ok(see("/ratings"))
}

/// Reads a list and keeps it.
///
/// # Errors
/// The refusal that says what is wrong where; [`Problem::Busy`] while another list comes in.
async fn read(app: &App, received: Received, options: Options) -> Result<Added, Problem> {
    let _only = app.lists.try_acquire().map_err(|_| Problem::Busy)?;
    let storage = app.storage.clone();
    let added = tokio::task::spawn_blocking(move || -> Result<Added, Problem> {
        let file = received.persist(&storage)?;
        let mut lists = Lists::open(storage.path()).map_err(|error| refusal(&error))?;
        lists.add_bounded(&file.path, &options, MAX_BYTES).map_err(|error| refusal(&error))
    });
    added.await.map_err(|_| Problem::Inside)?
}

/// The refusal of a list, without paths of this machine.
fn refusal(error: &IndexError) -> Problem {
    let detail = |why, text: &str| Problem::Refused { why, detail: Some(reports::visible(text)) };
    match error {
        IndexError::List(ListError::Read(error)) => upload_summary::refusal(error),
        IndexError::List(ListError::KindUnknown { .. }) => Problem::refused(Key::RefusedListKind),
        IndexError::PeriodUnknown { .. } => Problem::refused(Key::RefusedListMonth),
        IndexError::Another { stored, .. } => detail(Key::RefusedListAnother, stored),
        IndexError::List(error) => detail(Key::RefusedList, &error.to_string()),
        IndexError::Store(_)
        | IndexError::Newer { .. }
        | IndexError::Damaged { .. }
        | IndexError::Changed { .. }
        | IndexError::Sqlite(_) => {
            tracing::error!(%error, "rating lists");
            Problem::Inside
        }
    }
}
