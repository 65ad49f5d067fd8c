//! One event: what is in its games, its files, and adding one.

use askama::Template;
use axum::extract::Multipart;
use datasets::{Quarantined, Unscored};
use reports::Arg;
use reports::pages::Pages;

use crate::accounts::roles::{Permission, Role};
use crate::events::cross_check;
use crate::events::report_page::{self, Sentence};
use crate::events::upload::{self, Into};
use crate::events::upload_summary::UploadSummary;
use crate::events::{self, Event, File};
use crate::jobs::full_tests::page::of_event as full_test_rule;
use crate::keys::Key;
use crate::web::multipart::{ONE_FILE, read_form};
use crate::web::{Answer, Ctx, Frame, InEvent, Problem, limits, page as rendered, see};

/// Most games in quarantine that the page lists; all are counted.
const MAX_LISTED: usize = 200;

#[derive(Template)]
#[template(path = "event.html")]
struct Page<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    role: Role,
    event: Event,
    summary: UploadSummary,
    files: Vec<File>,
    limits: String,
    report: Option<Sentence>,
    pages: &'a Pages,
    /// Markup of its own template.
    full_tests: String,
}

impl Page<'_> {
    fn equation(&self) -> String {
        let UploadSummary { games, .. } = self.summary;
        let numbers = [self.summary.total(), games, self.summary.unscored(), self.summary.quarantined()];
        let numbers = numbers.map(|number| self.frame.count(&number));
        let [found, games, unscored, quarantined] = numbers.each_ref().map(Arg::from);
        let values =
            [("found", found), ("games", games), ("unscored", unscored), ("quarantined", quarantined)];
        self.frame.messages().all(Key::AccountEquation, &values)
    }

    fn dates(&self) -> Option<String> {
        let m = self.frame.messages();
        let (first, last) = (self.summary.first_date.as_ref()?, self.summary.last_date.as_ref()?);
        let (first, last) = (m.texts().date(first), m.texts().date(last));
        Some(m.all(Key::AccountDates, &[("first", Arg::from(&first)), ("last", Arg::from(&last))]))
    }

    fn unscored(&self, reason: &Unscored) -> String {
        self.pages.unscored(*reason)
    }

    /// Games in quarantine beyond those that are listed.
    fn more(&self) -> u64 {
        self.summary.quarantine.len().saturating_sub(MAX_LISTED) as u64
    }

    fn file(&self, broken: &Quarantined) -> &str {
        self.files.get(broken.input).map_or("", |file| &file.name)
    }
}

/// `GET /events/{event}`
pub(crate) async fn page(ctx: Ctx<InEvent>) -> Answer {
    let (inside, id) = (ctx.inside, ctx.inside.event);
    let stored =
        ctx.app.read(move |c| Ok((events::by_id(c, id)?, events::files(c, id)?, events::summary(c, id)?)));
    let (event, files, summary) = stored.await?;
    let checked = cross_check::of_event(&ctx.app, id).await?;
    let frame = Frame::new(&ctx.app, &ctx.visit);
    rendered(&Page {
        inside,
        role: inside.role.ok_or(Problem::NotFound)?,
        event: event.ok_or(Problem::NotFound)?,
        limits: limits(&ctx.app, frame.messages(), Key::UploadHint),
        report: checked.map(|checked| report_page::sentence(frame.messages(), &checked)),
        pages: ctx.app.results.pages(ctx.visit.language),
        full_tests: full_test_rule(&ctx.app, &ctx.visit, inside).await?,
        frame,
        files,
        summary,
    })
}

/// `POST /events/{event}/files`
pub(crate) async fn upload(ctx: Ctx<InEvent>, form: Multipart) -> Answer {
    let received = read_form(&ctx.app, form, &ONE_FILE).await?.file("file")?;
    let into = Into::Event(ctx.inside.event);
    let event = upload::keep(&ctx.app, received, into, ctx.inside.actor).await?;
    Ok(see(&format!("/events/{event}")))
}
