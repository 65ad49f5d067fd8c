//! Live sources: an event made from one, and following it no longer.

use crate::accounts::people;
use crate::events::live;
use crate::events::upload;
use crate::keys::Key;
use crate::store::audit::{self, Action, Actor};
use crate::web::{Answer, Ctx, InEvent, Problem, see};

/// `POST /events/follow`
pub(crate) async fn follow(ctx: Ctx) -> Answer {
    let (fields, person) = (&ctx.fields, ctx.person()?);
    let name = people::line(fields.one("name")).ok_or(Problem::refused(Key::RefusedName))?;
    let delay = fields.one("delay").trim().parse::<u64>().ok().filter(|seconds| *seconds <= live::MAX_DELAY);
    let delay = delay.ok_or(Problem::refused(Key::RefusedDelay))?;
    let each_move = fields.one("each_move") == "yes";
    let (settings, text) = (ctx.app.settings.live.clone(), fields.one("place").to_owned());
    // Whether a place lies in an allowed folder is asked of the disk.
    let place = tokio::task::spawn_blocking(move || live::place(&text, &settings));
    let place = place.await.map_err(|_| Problem::Inside)??;
    let event = ctx.app.change(move |c, now| {
        let event = upload::new_event(c, &name, person, now)?;
        live::follow(c, event, &place, delay, each_move, now)?;
        // An address may hold a secret, so the log does not repeat it.
        let (subject, detail) = (format!("event {event}"), format!("delay {delay}"));
        audit::log(c, now, Actor::Person(person), Some(event), Action::SourceFollowed, subject, detail)?;
        Ok(event)
    });
    Ok(see(&format!("/events/{}/engines", event.await?)))
}

/// `POST /events/{event}/source/stop`
pub(crate) async fn stop(Ctx { app, inside, .. }: Ctx<InEvent>) -> Answer {
    let event = inside.event;
    let ended = app.change(move |c, now| {
        if live::end(c, event, now)? {
            inside.log(c, now, Action::SourceEnded, format!("event {event}"), "")?;
        }
        Ok(())
    });
    ended.await?;
    Ok(see(&format!("/events/{event}/engines")))
}
