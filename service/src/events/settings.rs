//! Settings of an event, for its chief arbiter: its name, whether it is closed, what is attached to it, which ratings count.

use analyzer::basis::Basis;
use analyzer::policy::{Mode, Regulations, Venue};
use askama::Template;
use datasets::Aliases;
use datasets::book::Book;
use datasets::clocks::time_class::TimeClass;
use datasets::players::aliases;
use datasets::tournament::trf::{self, Encoding, TrfError};
use pipeline::RatingChoice;
use reports::Arg;

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events::attachments::{self, Attachment, ENCODINGS, Kind, NewAttachment};
use crate::events::circumstances::page::CircumstancesPart;
use crate::events::upload::Received;
use crate::events::{self, FormerName, file_defects, live, quotas};
use crate::jobs;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::store::change::Change;
use crate::web::form::Fields;
use crate::web::multipart::{FileForm, Form};
use crate::web::problem::Detail;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

/// Points that may be added or allowed for, as on the command line.
const MAX_POINTS: u16 = 600;
const MAX_RATING: u16 = 4_000;
const MAX_DEFECTS: usize = 5;
const FORM: Form = Form { fields: &["name", "encoding"], files: &["file"], optional: &[], several: &[] };

#[derive(Template)]
#[template(path = "settings.html")]
struct Page<'a> {
    frame: Frame<'a>,
    former: Vec<FormerName>,
    table: Option<Attachment>,
    report: Option<Attachment>,
    book: Option<Attachment>,
    rating: RatingChoice,
    circumstances: CircumstancesPart,
}

impl Page<'_> {
    /// What the choice of how it was played decides.
    fn thresholds(&self) -> String {
        let m = self.frame.messages();
        let Ok(rules) = Regulations::shipped() else { return String::new() };
        let level = |venue| m.texts().decimal(rules.thresholds.at(venue).level.z, 2);
        let (online, board) = (level(Venue::Online), level(Venue::OverTheBoard));
        m.all(Key::CircumstancesModeHelp, &[("online", Arg::from(&online)), ("board", Arg::from(&board))])
    }
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let stored = ctx.read(|c, id| {
        let given = |kind| attachments::given(c, id, kind);
        let files = (given(Kind::Aliases)?, given(Kind::Report)?, given(Kind::Book)?);
        Ok((
            events::former_names(c, id)?,
            files,
            attachments::rating(c, id)?,
            CircumstancesPart::read(c, id)?,
        ))
    });
    let (former, (table, report, book), rating, circumstances) = stored.await?;
    rendered(&Page { frame: ctx.frame(), former, table, report, book, rating, circumstances })
}

/// Changes something of the event, which the engines look at anew.
async fn change(
    ctx: &Ctx,
    change: impl FnOnce(&Change<'_>) -> Result<(), Problem> + Send + 'static,
) -> Answer {
    ctx.change(change).await?;
    ctx.app.work.interrupt();
    Ok(ctx.see("/settings"))
}

/// The log may be read by people who see no events, so it has neither name.
pub(crate) async fn rename(ctx: Ctx) -> Answer {
    let name = ctx.fields.line("name", Key::NewEventName)?;
    let answer = change(&ctx, move |c| {
        if events::rename(c, &name)? {
            c.log(Action::EventRenamed, format!("event {}", c.id()), "")?;
            jobs::queue(c, c.id())?;
        }
        Ok(())
    });
    let answer = answer.await?;
    ctx.app.results.forget(ctx.id());
    Ok(answer)
}

/// Work that is not over is cancelled, a source is followed no longer.
pub(crate) async fn close(ctx: Ctx) -> Answer {
    change(&ctx, |c| {
        if events::set_closed(c, c.id(), Some(c.now))? {
            jobs::cancel_all(c, c.id())?;
            live::end(c, c.id())?;
            c.log(Action::EventClosed, format!("event {}", c.id()), "")?;
        }
        Ok(())
    })
    .await
}

pub(crate) async fn reopen(ctx: Ctx) -> Answer {
    change(&ctx, |c| {
        if events::set_closed(c, c.id(), None)? {
            c.log(Action::EventReopened, format!("event {}", c.id()), "")?;
        }
        Ok(())
    })
    .await
}

/// Reads a file that is to be attached to an event. `encoding` is the stated encoding of a report; empty if none was stated.
/// A file that does not read is refused with its name and what is wrong with it.
pub(crate) async fn read(
    app: &App,
    received: Received,
    kind: Kind,
    encoding: &str,
) -> Result<NewAttachment, Problem> {
    let (max, why) = match kind {
        Kind::Aliases => (aliases::MAX_BYTES, Key::RefusedAliases),
        Kind::Report => (trf::MAX_BYTES as u64, Key::RefusedReportFile),
        Kind::Book => (app.settings.limits.upload_bytes, Key::RefusedBook),
    };
    let encoding = match encoding {
        "" => None,
        name => Some(attachments::encoding(name).ok_or(Problem::ForeignForm)?),
    };
    let (name, sha256, body) = received.whole(max)?;
    // A book unpacks to several times its bytes, so it takes its turn as games do.
    let (entries, body) = app.read_upload(move || (count(kind, &body, encoding), body)).await?;
    let entries = entries.map_err(|defect| Problem::Refused { why, detail: Some(defect.of_file(&name)) })?;
    Ok(NewAttachment { kind, name, sha256, entries: entries as u64, encoding, body })
}

/// The number of people or positions in a file, or why it does not read.
fn count(kind: Kind, body: &[u8], encoding: Option<Encoding>) -> Result<usize, Detail> {
    match kind {
        Kind::Aliases => {
            Aliases::parse(body).map(|table| table.entries().len()).map_err(|e| file_defects::aliases(&e))
        }
        Kind::Report => trf::read("", body, encoding)
            .map(|report| report.players.len())
            .map_err(|e| reports::visible(&defects(&e)).into()),
        Kind::Book => Book::from_bytes(body).map(|book| book.len()).map_err(|e| file_defects::book(&e)),
    }
}

fn defects(error: &TrfError) -> String {
    let TrfError::Refused { defects, more, .. } = error else {
        return error.to_string();
    };
    let listed: Vec<String> = defects.iter().take(MAX_DEFECTS).map(ToString::to_string).collect();
    let rest = defects.len().saturating_sub(MAX_DEFECTS).saturating_add(*more);
    let rest = if rest > 0 { format!("; and {rest} more") } else { String::new() };
    listed.join("; ") + &rest
}

pub(crate) async fn give(ctx: Ctx, form: FileForm, kind: Kind) -> Answer {
    let mut form = form.read(&ctx.app, &FORM).await?;
    let new = read(&ctx.app, form.file("file")?, kind, form.one("encoding")).await?;
    let limits = ctx.app.settings.limits;
    change(&ctx, move |c| {
        events::open_or_refused(c, c.id())?;
        quotas::may_bring(c, &limits, c.actor, new.body.len() as u64, c.now)?;
        attachments::give(c, &new)?;
        read_again(c, kind)
    })
    .await
}

/// Takes a file away from an event, after which it is read again.
pub(crate) async fn take(ctx: Ctx, kind: Kind) -> Answer {
    change(&ctx, move |c| {
        events::open_or_refused(c, c.id())?;
        if attachments::take(c, kind)? {
            read_again(c, kind)?;
        }
        Ok(())
    })
    .await
}

/// No screening rests on a tournament report.
fn read_again(c: &Change<'_>, kind: Kind) -> Result<(), Problem> {
    if kind != Kind::Report {
        jobs::queue(c, c.id())?;
    }
    Ok(())
}

/// The choice of the form. The time class is stated with the circumstances.
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
    let basis = fields.one("basis");
    let basis = Basis::ALL.into_iter().find(|known| known.as_str() == basis);
    let unrated_as = points("unrated_as", MAX_RATING)?;
    if unrated_as == Some(0) {
        return Err(refused());
    }
    Ok(RatingChoice {
        time_class: None,
        basis: basis.ok_or_else(refused)?,
        from_lists: fields.one("from_lists") == "yes",
        rating_sd: points("rating_sd", MAX_POINTS)?.unwrap_or(0),
        unrated_as,
        unrated_sd: points("unrated_sd", MAX_POINTS)?.unwrap_or(0),
    })
}

pub(crate) async fn set_rating(ctx: Ctx) -> Answer {
    let choice = choice(&ctx.fields)?;
    change(&ctx, move |c| {
        events::open_or_refused(c, c.id())?;
        let before = attachments::rating(c, c.id())?;
        let choice = RatingChoice { time_class: before.time_class, ..choice };
        if before != choice {
            attachments::set_rating(c, c.id(), &choice)?;
            let detail = serde_json::to_string(&choice).map_err(|_| Problem::Inside)?;
            c.log(Action::RatingSet, format!("event {}", c.id()), detail)?;
            jobs::queue(c, c.id())?;
        }
        Ok(())
    })
    .await
}
