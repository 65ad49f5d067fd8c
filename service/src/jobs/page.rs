//! The work of the engines on an event: how far it is, and the orders that may be given.
//!
//! The page needs no script. While something runs it asks a browser to load it again; programs ask the interface.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use reports::Arg;
use rusqlite::Connection;
use serde_json::json;

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::app::App;
use crate::clock::timestamp;
use crate::events::live::{self, LiveSource};
use crate::events::{self, Event};
use crate::jobs::full_tests;
use crate::jobs::priority_players::{self, MAX_PLAYERS};
use crate::jobs::worker_state::{Progress, whole};
use crate::jobs::{self, Job, Kind, Order, Reason, State};
use crate::keys::Key;
use crate::store::StorageError;
use crate::store::audit::Action;
use crate::web::access::{Ctx, InEvent, Reload};
use crate::web::problem::Problem;
use crate::web::respond::{Answer, see};
use crate::web::{Frame, page as rendered};

pub(crate) struct Line {
    pub(crate) job: Job,
    player: Option<String>,
    progress: Progress,
}

impl Line {
    pub(crate) fn new(app: &App, job: Job, player: Option<String>) -> Self {
        let in_hand = app.work.progress(job.id).filter(|_| job.state == State::Running);
        let stored = Progress { done: job.done, total: job.total, ..Progress::default() };
        Self { progress: in_hand.unwrap_or(stored), job, player }
    }

    fn title(&self, frame: &Frame<'_>) -> String {
        match self.job.kind {
            Kind::Screening => frame.t(Key::WorkScreening),
            Kind::FullTest => {
                let player = self.player.as_deref().unwrap_or("?");
                frame.messages().with(Key::WorkFullTest, "player", &reports::visible(player))
            }
        }
    }

    /// For programs; the names are a contract.
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({
            "job": self.job.id,
            "kind": self.job.kind.name(),
            "state": self.job.state.name(),
            "reason": self.job.reason.map(Reason::name),
            "made": timestamp(self.job.made).to_string(),
            "progress": self.progress,
        })
    }

    /// The orders that may be given, each as the end of its address and its word.
    fn orders(&self) -> Vec<(&'static str, Key)> {
        let all = [
            (Order::Pause, "pause", Key::WorkPause),
            (Order::Resume, "resume", Key::WorkResume),
            (Order::Cancel, "cancel", Key::WorkCancel),
        ];
        let fits = all.into_iter().filter(|(order, ..)| order.leads_to(self.job.state).is_some());
        fits.map(|(_, end, key)| (end, key)).collect()
    }

    /// Sentences on how far the work is.
    pub(crate) fn sentences(&self, frame: &Frame<'_>) -> Vec<String> {
        let m = frame.messages();
        let mut sentences = Vec::new();
        if self.progress.total > 0 {
            let [done, total] = [self.progress.done, self.progress.total].map(|n| frame.count(&n));
            let numbers = [("done", Arg::from(&done)), ("total", Arg::from(&total))];
            sentences.push(m.all(Key::WorkPositions, &numbers));
        }
        if let Some(seconds) = self.progress.seconds_left {
            sentences.push(m.with(Key::WorkLeft, "minutes", &frame.count(&seconds.div_ceil(60))));
        }
        if let Some(rate) = self.progress.per_minute {
            sentences.push(m.with(Key::WorkRate, "rate", &frame.count(&whole(rate.round()))));
        }
        sentences
    }
}

#[derive(Template)]
#[template(path = "engines.html")]
struct Page<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    event: Event,
    lines: Vec<Line>,
    engines: bool,
    again: bool,
    running: bool,
    hands: Vec<String>,
    source: Option<LiveSource>,
}

/// `GET /events/{event}/engines`. The audit log has one entry for a look, however often the browser loads the page again
/// meanwhile.
pub(crate) async fn page(ctx: Ctx<InEvent>) -> Answer {
    let (inside, id, app) = (ctx.inside, ctx.inside.event, &ctx.app);
    let stored = app.read(move |c| {
        Ok((events::by_id(c, id)?, listed(c, id)?, priority_players::list(c, id)?, live::of_event(c, id)?))
    });
    let (event, jobs, hands, source) = stored.await?;
    let screening = jobs.iter().find(|(job, _)| job.kind == Kind::Screening);
    let again = screening.is_none_or(|(job, _)| job.state.is_over());
    let running = jobs.iter().any(|(job, _)| !job.state.is_over());
    let mut response = rendered(&Page {
        frame: Frame::new(app, &ctx.visit),
        again: again && inside.offers(Permission::DirectEngines),
        event: event.ok_or(Problem::NotFound)?,
        running: running && app.settings.engines.is_some(),
        lines: jobs.into_iter().map(|(job, player)| Line::new(app, job, player)).collect(),
        engines: app.settings.engines.is_some(),
        inside,
        hands,
        source,
    })?;
    let session = ctx.visit.signed.as_ref().ok_or(Problem::SignIn)?.secret.derived("look");
    if app.work.sees(session.reveal(), id, app.now()) {
        response.extensions_mut().insert(Reload);
    }
    Ok(response)
}

/// The newest jobs of an event, each with the player of a full test.
fn listed(c: &Connection, event: i64) -> Result<Vec<(Job, Option<String>)>, StorageError> {
    let with = |job: Job| {
        let order = full_tests::by_job(c, job.id)?;
        Ok((job, order.map(|order| order.name)))
    };
    jobs::of_event(c, event)?.into_iter().map(with).collect()
}

/// The current job of an event, else the newest; without the name of a player.
pub(crate) async fn newest(app: &App, event: i64) -> Result<Option<Line>, Problem> {
    let job = app.read(move |c| jobs::newest(c, event)).await?;
    Ok(job.map(|job| Line::new(app, job, None)))
}

fn back(inside: InEvent) -> Response {
    see(&format!("/events/{}/engines", inside.event))
}

async fn give(ctx: Ctx<InEvent>, id: i64, order: Order, action: Action) -> Answer {
    let inside = ctx.inside;
    let given = ctx.app.change(move |c, now| {
        jobs::by_id(c, id)?.filter(|job| job.event == inside.event).ok_or(Problem::NotFound)?;
        if !jobs::order(c, id, order, now)? {
            return Err(Problem::refused(Key::RefusedJobState));
        }
        inside.log(c, now, action, format!("job {id}"), "")
    });
    given.await?;
    ctx.app.work.interrupt();
    Ok(back(inside))
}

/// `POST /events/{event}/engines/jobs/{job}/pause`
pub(crate) async fn pause(ctx: Ctx<InEvent>, Path((_, job)): Path<(i64, i64)>) -> Answer {
    give(ctx, job, Order::Pause, Action::JobPaused).await
}

/// `POST /events/{event}/engines/jobs/{job}/resume`
pub(crate) async fn resume(ctx: Ctx<InEvent>, Path((_, job)): Path<(i64, i64)>) -> Answer {
    give(ctx, job, Order::Resume, Action::JobResumed).await
}

/// `POST /events/{event}/engines/jobs/{job}/cancel`
pub(crate) async fn cancel(ctx: Ctx<InEvent>, Path((_, job)): Path<(i64, i64)>) -> Answer {
    give(ctx, job, Order::Cancel, Action::JobCancelled).await
}

/// `POST /events/{event}/engines/again`
pub(crate) async fn again(ctx: Ctx<InEvent>) -> Answer {
    let inside = ctx.inside;
    let queued = ctx.app.change(move |c, now| {
        jobs::queue(c, inside.event, now)?;
        inside.log(c, now, Action::JobQueued, "", "")
    });
    queued.await?;
    Ok(back(inside))
}

/// `POST /events/{event}/engines/hands`. Whose games they are is not for the log: it names no player.
pub(crate) async fn raise(ctx: Ctx<InEvent>) -> Answer {
    let who = people::line(ctx.fields.one("who")).ok_or(Problem::refused(Key::RefusedName))?;
    let inside = ctx.inside;
    let added = ctx.app.change(move |c, now| {
        if priority_players::list(c, inside.event)?.len() >= MAX_PLAYERS {
            return Err(Problem::refused(Key::RefusedManyHands));
        }
        priority_players::add(c, inside.event, &who, now)?;
        inside.log(c, now, Action::HandRaised, "", "")
    });
    added.await?;
    Ok(back(inside))
}

/// `POST /events/{event}/engines/hands/lower`
pub(crate) async fn lower(ctx: Ctx<InEvent>) -> Answer {
    let (inside, who) = (ctx.inside, ctx.fields.one("who").to_owned());
    let removed = ctx.app.change(move |c, now| {
        priority_players::remove(c, inside.event, &who)?;
        inside.log(c, now, Action::HandLowered, "", "")
    });
    removed.await?;
    Ok(back(inside))
}
