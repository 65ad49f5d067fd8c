//! FIDE's rating lists on file, for every event whose ratings are asked of them, and bringing one.
//!
//! A list is read and stored by `datasets`, on a connection of its own: nobody who reads waits for it, and whoever writes waits
//! some seconds. One list comes in at a time.

use askama::Template;
use datasets::ratings::list::{
    Added, IndexError, ListError, ListKind, Lists, Options, StoredList, YearMonth,
};

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events::attachments;
use crate::events::file_defects;
use crate::events::upload::Received;
use crate::events::upload_summary;
use crate::jobs;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::multipart::{FileForm, Form};
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, see};

/// Most bytes of a list after unpacking. FIDE's longest, as XML, has about six hundred million.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
const FORM: Form = Form { fields: &["name", "month", "kind"], files: &["file"], optional: &[], several: &[] };
/// Kinds that a form may state; the others are recognised by their layout.
const KINDS: [ListKind; 3] = [ListKind::Standard, ListKind::Rapid, ListKind::Blitz];

#[derive(Template)]
#[template(path = "ratings.html")]
struct Page<'a> {
    frame: Frame<'a>,
    lists: Vec<StoredList>,
    limits: String,
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let lists = ctx.read(|c, _| attachments::lists_on_file(c)).await?;
    rendered(&Page { limits: ctx.limits(Key::ListsFileHint), frame: ctx.frame(), lists })
}

/// Every open event is read again: the list may say which ratings lag.
pub(crate) async fn add(ctx: Ctx, form: FileForm) -> Answer {
    let mut form = form.read(&ctx.app, &FORM).await?;
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
    let added = read(&ctx.app, form.file("file")?, Options { period, kind }).await?;
    if !added.new {
        return Err(Problem::refused(Key::RefusedKnownList));
    }
    let logged = ctx.change(move |c| {
        c.log(Action::RatingListAdded, "rating list", format!("sha256 {}", added.list.sha256))?;
        for event in attachments::with_games(c)? {
            jobs::queue(c, event)?;
        }
        Ok(())
    });
    logged.await?;
    ctx.app.work.interrupt();
    Ok(see("/ratings"))
}

/// Reads a list and keeps it. The service is busy while another list comes in.
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
    match error {
        IndexError::List(ListError::Read(error)) => upload_summary::refusal(error),
        IndexError::List(ListError::KindUnknown { .. }) => Problem::refused(Key::RefusedListKind),
        IndexError::PeriodUnknown { .. } => Problem::refused(Key::RefusedListMonth),
        IndexError::Another { stored, .. } => {
            Problem::Refused { why: Key::RefusedListAnother, detail: Some(reports::visible(stored).into()) }
        }
        IndexError::List(error) => {
            Problem::Refused { why: Key::RefusedList, detail: Some(file_defects::rating_list(error)) }
        }
        IndexError::Store(_)
        | IndexError::Newer { .. }
        | IndexError::Damaged { .. }
        | IndexError::Sqlite(_) => {
            tracing::error!(%error, "rating lists");
            Problem::Inside
        }
    }
}
