//! The work of the engines on an event: how far it is, and the orders that may be given.
//!
//! The page needs no script. While something runs it asks a browser to load it again; programs ask the interface.

use askama::Template;
use axum::Json;
use axum::extract::Path;
use axum::response::IntoResponse as _;
use reports::Arg;
use rusqlite::Connection;
use serde_json::json;

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::clock::timestamp;
use crate::events::live::{self, LiveSource};
use crate::jobs::full_tests;
use crate::jobs::worker_state::{Progress, whole};
use crate::jobs::{self, Job, Kind, MAX_PRIORITY_PLAYERS, Order, State};
use crate::keys::Key;
use crate::store;
use crate::store::audit::Action;
use crate::web::{Answer, Ctx, Frame, Problem, Reload, page as rendered};

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

    pub(crate) fn progress(&self) -> Progress {
        self.progress
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
            "kind": self.job.kind.into_str(),
            "state": self.job.state.into_str(),
            "reason": self.job.reason.map(|reason| reason.into_str()),
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
    lines: Vec<Line>,
    engines: bool,
    again: bool,
    running: bool,
    hands: Vec<String>,
    source: Option<LiveSource>,
}

/// The audit log has one entry for a look, however often the browser loads the page again meanwhile.
pub(crate) async fn page(ctx: Ctx) -> Answer {
    let (frame, app) = (ctx.frame(), &ctx.app);
    let stored =
        ctx.read(|c, id| Ok((listed(c, id)?, jobs::priority_players(c, id)?, live::of_event(c, id)?)));
    let (jobs, hands, source) = stored.await?;
    let screening = jobs.iter().find(|(job, _)| job.kind == Kind::Screening);
    let again = screening.is_none_or(|(job, _)| job.state.is_over());
    let running = jobs.iter().any(|(job, _)| !job.state.is_over());
    let engines = app.settings.engines.is_some();
    let mut response = rendered(&Page {
        again: again && frame.offers(Permission::DirectEngines),
        frame,
        running: running && engines,
        lines: jobs.into_iter().map(|(job, player)| Line::new(app, job, player)).collect(),
        engines,
        hands,
        source,
    })?;
    let session = ctx.signed()?.secret.derived("look");
    if app.work.sees(session.reveal(), ctx.id(), app.now()) {
        response.extensions_mut().insert(Reload);
    }
    Ok(response)
}

fn listed(c: &Connection, event: i64) -> store::Result<Vec<(Job, Option<String>)>> {
    let with = |job: Job| {
        let order = full_tests::by_job(c, job.id)?;
        Ok((job, order.map(|order| order.name)))
    };
    jobs::of_event(c, event)?.into_iter().map(with).collect()
}

/// For programs: the current job of an event, else the newest; without the name of a player.
pub(crate) async fn newest(ctx: Ctx) -> Answer {
    let job = ctx.read(jobs::newest).await?;
    let newest = job.map(|job| Line::new(&ctx.app, job, None).json());
    let engines = ctx.app.settings.engines.is_some();
    Ok(Json(json!({"engines": engines, "newest": newest})).into_response())
}

pub(crate) async fn give(ctx: Ctx, Path((_, id)): Path<(i64, i64)>, order: Order, action: Action) -> Answer {
    let given = ctx.change(move |c| {
        jobs::by_id(c, id)?.filter(|job| job.event == c.id()).ok_or(Problem::NotFound)?;
        if !jobs::order(c, id, order)? {
            return Err(Problem::refused(Key::RefusedJobState));
        }
        Ok(c.log(action, format!("job {id}"), "")?)
    });
    given.await?;
    ctx.app.work.interrupt();
    Ok(ctx.see("/engines"))
}

pub(crate) async fn again(ctx: Ctx) -> Answer {
    ctx.change(|c| {
        jobs::queue(c, c.id())?;
        Ok(c.log(Action::JobQueued, "", "")?)
    })
    .await?;
    Ok(ctx.see("/engines"))
}

/// Whose games they are is not for the log: it names no player.
pub(crate) async fn raise(ctx: Ctx) -> Answer {
    let who = ctx.fields.line("who", Key::HandsWho)?;
    ctx.change(move |c| {
        if jobs::priority_players(c, c.id())?.len() >= MAX_PRIORITY_PLAYERS {
            return Err(Problem::refused(Key::RefusedManyHands));
        }
        jobs::add_priority_player(c, &who)?;
        Ok(c.log(Action::HandRaised, "", "")?)
    })
    .await?;
    Ok(ctx.see("/engines"))
}

pub(crate) async fn lower(ctx: Ctx) -> Answer {
    let who = ctx.fields.one("who").to_owned();
    ctx.change(move |c| {
        jobs::remove_priority_player(c, &who)?;
        Ok(c.log(Action::HandLowered, "", "")?)
    })
    .await?;
    Ok(ctx.see("/engines"))
}
