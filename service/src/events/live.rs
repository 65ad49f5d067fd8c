//! Followed sources as they are stored, and which places may be followed at all.
//!
//! People of the service name the place, so a place is an address of the public internet or lies in a folder that the
//! settings name. Nothing else on the machine or in its network is asked.

pub(crate) mod follower;

use std::collections::BTreeSet;
use std::path::PathBuf;

use datasets::live::http;
use datasets::live::open::is_address;
use rusqlite::{Connection, Params, params};
use serde::Deserialize;

use crate::events::{self, quotas};
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, rows};
use crate::web::{Answer, Ctx, Problem, see};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveSettings {
    /// Folders in which a file or folder may be followed; none if empty.
    pub folders: Vec<PathBuf>,
    /// Whether addresses that are not of the public internet may be asked.
    pub private_addresses: bool,
}

const MAX_PLACE: usize = 500;
const MAX_DELAY: u64 = 86_400;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct LiveSource {
    pub(crate) event: i64,
    /// An address, or a place in an allowed folder.
    pub(crate) place: String,
    /// Transmission delay in seconds: a move counts once it has been visible for that long.
    pub(crate) delay: u64,
    /// Whether hints are given whenever something new was searched, and not after complete rounds only.
    pub(crate) each_move: bool,
    pub(crate) stopped: Option<i64>,
    /// Time of the last request.
    pub(crate) looked: Option<i64>,
    /// The problem at the last look; empty if there was none.
    pub(crate) problem: String,
}

impl LiveSource {
    /// The place for people: an address without user, password and query, which may hold secrets. A fragment stays: it names
    /// a tournament and is never sent.
    pub(crate) fn shown(&self) -> String {
        if !is_address(&self.place) {
            return self.place.clone();
        }
        let fragment = self.place.find('#').and_then(|at| self.place.get(at..));
        http::shown(&self.place) + fragment.unwrap_or_default()
    }
}

/// The place as it is followed: an address stays as it is, the identity of a tournament of `LiveChessCloud` becomes its
/// address, and a file or folder has to lie in an allowed folder, wherever links in it lead.
/// A refusal does not tell what is on this machine.
pub(crate) fn allowed_place(text: &str, settings: &LiveSettings) -> Result<String, Problem> {
    let refused = || Problem::refused(Key::RefusedPlace);
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_PLACE || text.chars().any(char::is_control) {
        return Err(refused());
    }
    if is_address(text) {
        return Ok(text.to_owned());
    }
    if is_identity(text) {
        return Ok(format!("https://view.livechesscloud.com/#{text}"));
    }
    let real = std::fs::canonicalize(text).map_err(|_| refused())?;
    let allowed =
        |folder: &PathBuf| std::fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder));
    if !settings.folders.iter().any(allowed) {
        return Err(refused());
    }
    // A pipe or a device is no place of games.
    if !real.is_file() && !real.is_dir() {
        return Err(refused());
    }
    real.to_str().map(str::to_owned).ok_or_else(refused)
}

/// Whether a text is a UUID, as `LiveChessCloud` names its tournaments.
fn is_identity(text: &str) -> bool {
    let parts: Vec<usize> = text.split('-').map(str::len).collect();
    parts == [8, 4, 4, 4, 12] && text.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit())
}

fn start(c: &Change<'_>, event: i64, place: &str, delay: u64, each_move: bool) -> Result<()> {
    let sql = "INSERT INTO live_source (event, place, delay, each_move, made, problem)
               VALUES (?1, ?2, ?3, ?4, ?5, '')";
    c.execute(sql, params![event, place, delay, each_move, c.now])?;
    Ok(())
}

/// Follows a source no longer; false if there is none to end.
pub(crate) fn end(c: &Change<'_>, event: i64) -> Result<bool> {
    let sql = "UPDATE live_source SET stopped = ?2 WHERE event = ?1 AND stopped IS NULL";
    Ok(c.execute(sql, params![event, c.now])? > 0)
}

/// Notes a look at a source, and what stood in its way.
pub(crate) fn looked(c: &Change<'_>, event: i64, problem: &str) -> Result<()> {
    let sql = "UPDATE live_source SET looked = ?2, problem = ?3 WHERE event = ?1";
    c.execute(sql, params![event, c.now, problem])?;
    Ok(())
}

fn list(c: &Connection, condition: &str, params: impl Params) -> Result<Vec<LiveSource>> {
    let columns = "event, place, delay, each_move, stopped, looked, problem";
    rows(c, &format!("SELECT {columns} FROM live_source WHERE {condition} ORDER BY event"), params)
}

pub(crate) fn of_event(c: &Connection, event: i64) -> Result<Option<LiveSource>> {
    Ok(list(c, "event = ?1", [event])?.pop())
}

pub(crate) fn followed(c: &Connection) -> Result<Vec<LiveSource>> {
    list(c, "stopped IS NULL", [])
}

/// Sources that are followed no longer while work on their games is not over.
pub(crate) fn left_behind(c: &Connection) -> Result<Vec<LiveSource>> {
    let working = "event IN (SELECT event FROM job WHERE state IN ('queued', 'running'))";
    list(c, &format!("stopped IS NOT NULL AND {working}"), [])
}

/// Events whose games come from a source, followed still or no longer.
pub(crate) fn event_numbers(c: &Connection) -> Result<BTreeSet<i64>> {
    Ok(rows(c, "SELECT event FROM live_source", [])?.into_iter().collect())
}

pub(crate) async fn follow(ctx: Ctx) -> Answer {
    let (fields, person) = (&ctx.fields, ctx.person()?);
    let name = fields.line("name", Key::NewEventName)?;
    let delay = fields.one("delay").trim().parse::<u64>().ok().filter(|seconds| *seconds <= MAX_DELAY);
    let delay = delay.ok_or(Problem::refused(Key::RefusedDelay))?;
    let each_move = fields.one("each_move") == "yes";
    let (settings, text) = (ctx.app.settings.live.clone(), fields.one("place").to_owned());
    // Whether a place lies in an allowed folder is asked of the disk.
    let place = tokio::task::spawn_blocking(move || allowed_place(&text, &settings));
    let place = place.await.map_err(|_| Problem::Inside)??;
    let (limits, data) = (ctx.app.settings.limits, ctx.app.storage.path().to_owned());
    ctx.app.has_space(0)?;
    let event = ctx.change(move |c| {
        quotas::may_make(c, &limits, person, c.now)?;
        quotas::may_follow(c, &limits, person, c.now, &data)?;
        let event = events::make(c, &name, person)?;
        start(c, event, &place, delay, each_move)?;
        // An address may hold a secret, so the log does not repeat it.
        let (subject, detail) = (format!("event {event}"), format!("delay {delay}"));
        c.at(Place::Event(event)).log(Action::SourceFollowed, subject, detail)?;
        Ok(event)
    });
    Ok(see(&format!("/events/{}/engines", event.await?)))
}

pub(crate) async fn stop(ctx: Ctx) -> Answer {
    let ended = ctx.change(|c| {
        if end(c, c.id())? {
            c.log(Action::SourceEnded, format!("event {}", c.id()), "")?;
        }
        Ok(())
    });
    ended.await?;
    Ok(ctx.see("/engines"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_outside_the_allowed_folders_are_refused_in_one_voice() {
        let server = tempfile::tempdir().expect("a folder");
        let allowed = server.path().join("allowed");
        std::fs::create_dir_all(allowed.join("rounds")).expect("made");
        std::fs::write(allowed.join("games.pgn"), "").expect("written");
        std::fs::write(server.path().join("secret.pgn"), "").expect("written");
        #[cfg(unix)]
        std::os::unix::fs::symlink(server.path().join("secret.pgn"), allowed.join("link.pgn"))
            .expect("linked");
        let settings = LiveSettings { folders: vec![allowed.clone()], private_addresses: false };
        let text = |path: PathBuf| path.to_str().expect("text").to_owned();
        for inside in [text(allowed.join("games.pgn")), text(allowed.join("rounds")), text(allowed.clone())] {
            assert!(allowed_place(&inside, &settings).is_ok(), "{inside}");
        }
        for outside in [
            text(server.path().join("secret.pgn")),
            text(server.path().join("nothing.pgn")),
            text(allowed.join("../secret.pgn")),
            text(allowed.join("link.pgn")),
            "/etc/passwd".to_owned(),
            "file:///etc/passwd".to_owned(),
            "ftp://example.org/a.pgn".to_owned(),
            "..".to_owned(),
            String::new(),
            "http://a\nb".to_owned(),
            format!("https://example.org/{}", "x".repeat(MAX_PLACE)),
        ] {
            assert_eq!(
                allowed_place(&outside, &settings),
                Err(Problem::refused(Key::RefusedPlace)),
                "{outside}"
            );
        }
        assert!(allowed_place(&text(allowed.join("games.pgn")), &LiveSettings::default()).is_err());
    }

    #[test]
    fn addresses_and_identities_are_taken() {
        let settings = LiveSettings::default();
        let taken = |text: &str| allowed_place(text, &settings).expect("taken");
        assert_eq!(taken(" https://example.org/a.pgn "), "https://example.org/a.pgn");
        let identity = "0a1b2c3d-0000-4000-8000-0123456789ab";
        assert_eq!(taken(identity), format!("https://view.livechesscloud.com/#{identity}"));
        assert!(allowed_place("0a1b2c3d-0000-4000-8000-0123456789ag", &settings).is_err());
    }
}
