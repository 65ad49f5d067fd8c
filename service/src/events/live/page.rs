//! Live sources: an event made from one, and following it no longer.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use crate::access::{InEvent, Signed};
use crate::app::App;
use crate::audit::{self, Action, Actor, Record};
use crate::events::live;
use crate::events::upload;
use crate::form::Fields;
use crate::keys::Key;
use crate::people;
use crate::problem::Problem;
use crate::respond::see;

/// `POST /events/follow`
pub(crate) async fn follow(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let person = signed.person.id;
    let name = people::line(fields.one("name")).ok_or(Problem::refused(Key::RefusedName))?;
    let delay = fields.one("delay").trim().parse::<u64>().ok();
    let delay = delay.filter(|seconds| *seconds <= live::LONGEST_DELAY);
    let delay = delay.ok_or(Problem::refused(Key::RefusedDelay))?;
    let each_move = fields.one("each_move") == "yes";
    let (settings, text) = (app.settings.live.clone(), fields.one("place").to_owned());
    // Whether a place lies in an allowed folder is asked of the disk.
    let place = tokio::task::spawn_blocking(move || live::place(&text, &settings));
    let place = place.await.map_err(|_| Problem::Inside)??;
    let now = app.now();
    let event = app
        .storage
        .write(move |c| -> Result<i64, Problem> {
            let event = upload::new_event(c, &name, person, now)?;
            live::follow(c, event, &place, delay, each_move, now)?;
            // An address may hold a secret, so the log does not repeat it.
            let record = Record {
                actor: Actor::Person(person),
                action: Action::SourceFollowed,
                event: Some(event),
                subject: format!("event {event}"),
                detail: format!("delay {delay}"),
            };
            audit::append(c, now, record)?;
            Ok(event)
        })
        .await?;
    Ok(see(&format!("/events/{event}/engines")))
}

/// `POST /events/{event}/source/stop`
pub(crate) async fn stop(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if live::end(c, inside.event, now)? {
                let record = inside.record(Action::SourceEnded, format!("event {}", inside.event));
                audit::append(c, now, record)?;
            }
            Ok(())
        })
        .await?;
    Ok(see(&format!("/events/{}/engines", inside.event)))
}
