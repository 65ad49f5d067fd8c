//! The work of the engines on an event: how far it is, and the orders that may be given.
//!
//! The page needs no script. While something runs it asks a browser to load it again; programs ask the interface.

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use rusqlite::Connection;
use serde_json::json;

use crate::access::{GoesOn, InEvent, Signed, Visit};
use crate::app::App;
use crate::audit::{self, Action};
use crate::events::live::{self, LiveSource};
use crate::events::{self, Event};
use crate::form::Fields;
use crate::jobs::full_tests;
use crate::jobs::priority_players;
use crate::jobs::worker_state::Progress;
use crate::jobs::{self, Job, Kind, Order, Reason, State as JobState};
use crate::keys::Key;
use crate::pages::{Frame, page as rendered};
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;
use crate::storage::StorageError;

/// A job as it is shown.
pub(crate) struct Line {
    job: Job,
    /// The player of a full test.
    player: Option<String>,
    progress: Progress,
}

impl Line {
    pub(crate) fn of(app: &App, job: Job, player: Option<String>) -> Self {
        let in_hand = app.work.progress(job.id);
        let progress = in_hand.filter(|_| job.state == JobState::Running);
        Self {
            progress: progress.unwrap_or(Progress {
                done: job.done,
                total: job.total,
                ..Progress::default()
            }),
            job,
            player,
        }
    }

    pub(crate) fn job(&self) -> &Job {
        &self.job
    }

    /// What the job is.
    fn what(&self, frame: &Frame<'_>) -> String {
        match (self.job.kind, &self.player) {
            (Kind::Screening, _) => frame.t(Key::WorkScreening),
            (Kind::FullTest, player) => {
                let player = player.as_deref().unwrap_or("?");
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
            "made": crate::clock::timestamp(self.job.made).to_string(),
            "progress": self.progress,
        })
    }

    pub(crate) fn state(&self) -> Key {
        match self.job.state {
            JobState::Queued => Key::WorkQueued,
            JobState::Running => Key::WorkRunning,
            JobState::Paused => Key::WorkPaused,
            JobState::Done => Key::WorkDone,
            JobState::Failed => Key::WorkFailed,
            JobState::Cancelled => Key::WorkCancelled,
        }
    }

    pub(crate) fn reason(&self) -> Option<Key> {
        self.job.reason.map(|reason| match reason {
            Reason::NoGames => Key::WorkNoGames,
            Reason::Engine => Key::WorkEngine,
            Reason::Parameters => Key::WorkParameters,
            Reason::Inside => Key::WorkInside,
            Reason::NoPlayer => Key::WorkNoPlayer,
            Reason::Budget => Key::WorkBudget,
        })
    }

    /// The orders that may be given, each as the end of its address and its word.
    fn orders(&self) -> Vec<(&'static str, Key)> {
        let all = [
            (Order::Pause, "pause", Key::WorkPause),
            (Order::Resume, "resume", Key::WorkResume),
            (Order::Cancel, "cancel", Key::WorkCancel),
        ];
        let fits = |(order, _, _): &(Order, _, _)| order.leads_to(self.job.state).is_some();
        let known = all.into_iter().filter(fits);
        known.map(|(_, end, key)| (end, key)).collect()
    }

    /// Sentences on how far the work is.
    pub(crate) fn told(&self, frame: &Frame<'_>) -> Vec<String> {
        let m = frame.messages();
        let mut told = Vec::new();
        if self.progress.total > 0 {
            let [done, total] = [self.progress.done, self.progress.total].map(|n| frame.count(&n));
            told.push(m.all(
                Key::WorkPositions,
                &[("done", reports::Arg::Text(&done)), ("total", reports::Arg::Text(&total))],
            ));
        }
        if let Some(seconds) = self.progress.seconds_left {
            told.push(m.with(Key::WorkLeft, "minutes", &frame.count(&seconds.div_ceil(60))));
        }
        if let Some(rate) = self.progress.per_minute {
            let rate = jobs::worker_state::whole(rate.round());
            told.push(m.with(Key::WorkRate, "rate", &frame.count(&rate)));
        }
        told
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

/// `GET /events/{event}/engines`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let id = inside.event;
    let (event, jobs, hands, source) = app
        .storage
        .read(move |c| {
            Ok::<_, StorageError>((
                events::by_id(c, id)?,
                listed(c, id)?,
                priority_players::raised(c, id)?,
                live::of_event(c, id)?,
            ))
        })
        .await?;
    let directs = inside.offers(Permission::DirectEngines);
    let screening = jobs.iter().find(|(job, _)| job.kind == Kind::Screening);
    let again = screening.is_none_or(|(job, _)| job.state.is_over());
    let running = jobs.iter().any(|(job, _)| !job.state.is_over());
    let response = rendered(&Page {
        frame: Frame::new(&app, &visit, format!("/events/{id}/engines")),
        again: again && directs,
        event: event.ok_or(Problem::NotFound)?,
        running: running && app.settings.engines.is_some(),
        lines: jobs.into_iter().map(|(job, player)| Line::of(&app, job, player)).collect(),
        engines: app.settings.engines.is_some(),
        inside,
        hands,
        source,
    })?;
    Ok(looked(&app, &signed, id, response))
}

/// The audit log has one entry for a look, however often the browser loads the page again meanwhile.
fn looked(app: &App, signed: &Signed, event: i64, mut response: Response) -> Response {
    let session = signed.secret.derived("look");
    if app.work.sees(session.reveal(), event, app.now()) {
        response.extensions_mut().insert(GoesOn);
    }
    response
}

/// The newest jobs of an event, each with the player of a full test.
fn listed(connection: &Connection, event: i64) -> Result<Vec<(Job, Option<String>)>, StorageError> {
    let with = |job: Job| {
        let order = full_tests::by_job(connection, job.id)?;
        Ok((job, order.map(|order| order.who.name)))
    };
    jobs::of_event(connection, event)?.into_iter().map(with).collect()
}

/// The job of an event in hand, else the newest, as it is shown; it names no player.
pub(crate) async fn newest(app: &App, event: i64) -> Result<Option<Line>, Problem> {
    let job = app.storage.read(move |c| jobs::newest(c, event)).await?;
    Ok(job.map(|job| Line::of(app, job, None)))
}

fn back(inside: InEvent) -> Response {
    see(&format!("/events/{}/engines", inside.event))
}

async fn ordered(app: &App, inside: InEvent, id: i64, order: Order) -> Result<Response, Problem> {
    let now = app.now();
    let action = match order {
        Order::Pause => Action::JobPaused,
        Order::Resume => Action::JobResumed,
        Order::Cancel => Action::JobCancelled,
    };
    app.storage
        .write(move |c| -> Result<(), Problem> {
            let job = jobs::by_id(c, id)?.filter(|job| job.event == inside.event);
            job.ok_or(Problem::NotFound)?;
            if !jobs::order(c, id, order, now)? {
                return Err(Problem::refused(Key::RefusedJobState));
            }
            Ok(audit::append(c, now, inside.record(action, format!("job {id}")))?)
        })
        .await?;
    app.work.interrupt();
    Ok(back(inside))
}

/// `POST /events/{event}/engines/jobs/{job}/pause`
pub(crate) async fn pause(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Path((_, job)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    ordered(&app, inside, job, Order::Pause).await
}

/// `POST /events/{event}/engines/jobs/{job}/resume`
pub(crate) async fn resume(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Path((_, job)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    ordered(&app, inside, job, Order::Resume).await
}

/// `POST /events/{event}/engines/jobs/{job}/cancel`
pub(crate) async fn cancel(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Path((_, job)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    ordered(&app, inside, job, Order::Cancel).await
}

/// `POST /events/{event}/engines/again`
pub(crate) async fn again(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            jobs::queue(c, inside.event, now)?;
            Ok(audit::append(c, now, inside.record(Action::JobQueued, String::new()))?)
        })
        .await?;
    Ok(back(inside))
}

/// `POST /events/{event}/engines/hands`
pub(crate) async fn raise(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let who = people::line(fields.one("who")).ok_or(Problem::refused(Key::RefusedName))?;
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if priority_players::raised(c, inside.event)?.len() >= priority_players::MOST {
                return Err(Problem::refused(Key::RefusedManyHands));
            }
            priority_players::raise(c, inside.event, &who, now)?;
            // Whose games they are is not for the log: it names no player.
            Ok(audit::append(c, now, inside.record(Action::HandRaised, String::new()))?)
        })
        .await?;
    Ok(back(inside))
}

/// `POST /events/{event}/engines/hands/lower`
pub(crate) async fn lower(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let who = fields.one("who").to_owned();
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            priority_players::lower(c, inside.event, &who)?;
            Ok(audit::append(c, now, inside.record(Action::HandLowered, String::new()))?)
        })
        .await?;
    Ok(back(inside))
}
