//! Absences from the board: the boards to tap at, who is away, and the log.
//!
//! The page is made for a phone in one hand: large buttons, no script, and the board that was tapped is in view again
//! afterwards. The number of moves is the source's at the moment of the tap; where there is none it is typed.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::{Path, Query};
use reports::Arg;
use serde::Deserialize;

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::app::App;
use crate::clock::DAY;
use crate::events::absences::{self, Absence, Entry, Seat, Tap, What};
use crate::events::boards::{self, Board};
use crate::events::live::{self, LiveSource};
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::form::Fields;
use crate::web::{Answer, Ctx, Frame, InEvent, Problem, encoded, file, page as rendered, see};

/// Most absences listed on the page; all are counted and taken out.
const MAX_LISTED: usize = 400;

#[derive(Template)]
#[template(path = "absences.html")]
struct Page<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    event: Event,
    source: Option<LiveSource>,
    find: String,
    /// Whether boards come from a source that is followed: then the number of moves is known.
    live: bool,
    boards: Vec<Board>,
    /// Every absence, in the order in which they began.
    absences: Vec<Absence>,
    entries: Vec<Entry>,
    now: i64,
    /// Absences of every day are listed, and not of the last one alone.
    all: bool,
}

impl Page<'_> {
    fn may_note(&self) -> bool {
        self.inside.offers(Permission::NoteAbsences)
    }

    /// In which move, in words.
    fn after(&self, entry: &Entry) -> String {
        let moves = self.frame.count(&entry.tap.moves.into());
        self.frame.messages().with(Key::AbsencesAfterMove, "move", &moves)
    }

    /// The sides of a board: the name of each, who sits there, and how many moves they have made, in words.
    fn sides(&self, board: &Board) -> [(&'static str, Seat, String); 2] {
        [("white", true), ("black", false)].map(|(name, white)| {
            let moves = self.frame.count(&board.seat(white).0.into());
            (name, board.taken(white), self.frame.messages().with(Key::AbsencesMovesNow, "moves", &moves))
        })
    }

    fn duration(&self, absence: &Absence) -> String {
        let seconds = absence.seconds(self.now).unsigned_abs();
        let (minutes, seconds) = (self.frame.count(&(seconds / 60)), self.frame.count(&(seconds % 60)));
        let values = [("minutes", Arg::from(&minutes)), ("seconds", Arg::from(&seconds))];
        self.frame.messages().all(Key::AbsencesDuration, &values)
    }

    fn away(&self) -> Vec<&Absence> {
        self.absences.iter().filter(|absence| absence.back.is_none()).collect()
    }

    fn is_away(&self, seat: &Seat) -> bool {
        self.absences.iter().any(|absence| absence.back.is_none() && absence.left.tap.seat == *seat)
    }

    fn boards_shown(&self) -> Vec<&Board> {
        let find = self.find.to_lowercase();
        let fits = |board: &&Board| {
            [&board.white, &board.black, &board.round].iter().any(|text| text.to_lowercase().contains(&find))
        };
        self.boards.iter().filter(fits).collect()
    }

    fn is_recent(&self, entry: &Entry) -> bool {
        self.all || entry.at >= self.now.saturating_sub(DAY)
    }

    /// The newest absences first.
    fn listed(&self) -> Vec<&Absence> {
        let recent = |absence: &&Absence| self.is_recent(absence.last()) || absence.back.is_none();
        self.absences.iter().rev().filter(recent).take(MAX_LISTED).collect()
    }

    /// Whether the last entry of an absence is the last one of that player in that game.
    fn is_newest(&self, absence: &Absence) -> bool {
        let seat = &absence.left.tap.seat;
        let last = self.absences.iter().rfind(|other| other.left.tap.seat == *seat);
        last.is_some_and(|last| last.last().id == absence.last().id)
    }

    fn withdrawn(&self) -> Vec<&Entry> {
        let gone = absences::withdrawn(&self.entries);
        let listed = |entry: &&Entry| gone.contains(&entry.id) && self.is_recent(entry);
        self.entries.iter().rev().filter(listed).take(MAX_LISTED).collect()
    }

    fn players(&self) -> BTreeSet<&str> {
        self.absences.iter().map(|absence| absence.left.tap.seat.player.as_str()).collect()
    }

    /// The board and the side at which a player may come back with one tap.
    fn place(&self, absence: &Absence) -> Option<(&Board, &'static str)> {
        let seat = &absence.left.tap.seat;
        self.boards.iter().find_map(|board| {
            let sides = [("white", true), ("black", false)];
            let side = sides.into_iter().find(|(_, white)| board.taken(*white) == *seat);
            side.map(|(name, _)| (board, name))
        })
    }
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    find: String,
    #[serde(default)]
    all: String,
}

/// The boards of an event, and whether the number of moves at them is known now.
fn boards_of(
    app: &App,
    from_files: Vec<Board>,
    source: Option<&LiveSource>,
    event: i64,
) -> (Vec<Board>, bool) {
    let live = source.is_some_and(|source| source.stopped.is_none());
    match app.work.boards(event).filter(|_| live) {
        Some(boards) => (boards.to_vec(), true),
        None => (from_files, false),
    }
}

pub(crate) async fn boards_now(app: &App, event: i64) -> Result<(Vec<Board>, bool), Problem> {
    let stored = app.read(move |c| Ok((live::of_event(c, event)?, boards::of_files(c, event)?)));
    let (source, from_files) = stored.await?;
    Ok(boards_of(app, from_files, source.as_ref(), event))
}

/// `GET /events/{event}/absences`
pub(crate) async fn page(ctx: Ctx<InEvent>, Query(wanted): Query<Wanted>) -> Answer {
    let (app, id) = (&ctx.app, ctx.inside.event);
    let stored = app.read(move |c| {
        Ok((
            events::by_id(c, id)?,
            live::of_event(c, id)?,
            boards::of_files(c, id)?,
            absences::entries(c, id)?,
        ))
    });
    let (event, source, from_files, entries) = stored.await?;
    let (boards, live) = boards_of(app, from_files, source.as_ref(), id);
    rendered(&Page {
        frame: Frame::new(app, &ctx.visit),
        inside: ctx.inside,
        event: event.ok_or(Problem::NotFound)?,
        source,
        find: wanted.find.trim().chars().take(people::MAX_NAME).collect(),
        live,
        boards,
        absences: absences::absences(&entries),
        entries,
        now: app.now(),
        all: wanted.all == "yes",
    })
}

/// The number of moves in a field; `None` if it is empty.
fn typed(text: &str) -> Result<Option<u32>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let moves = text.parse().ok().filter(|moves| *moves <= absences::MAX_MOVES);
    moves.map(Some).ok_or(Problem::refused(Key::RefusedMoves))
}

/// The tap at a board that is shown, or by name.
fn tap(fields: &Fields, boards: &[Board], live: bool) -> Result<Tap, Problem> {
    let what = fields.one("what").parse::<What>().ok().filter(|what| *what != What::Withdrawn);
    let what = what.ok_or(Problem::ForeignForm)?;
    let moves = typed(fields.one("moves"))?;
    let (seat, known) = match fields.one("side") {
        side @ ("white" | "black") => {
            let [round, white, black] = ["round", "white", "black"].map(|name| fields.one(name));
            let board = boards
                .iter()
                .find(|board| board.round == round && board.white == white && board.black == black)
                .ok_or(Problem::refused(Key::RefusedBoard))?;
            let white = side == "white";
            let known = (board.seat(white).0, board.plies);
            (board.taken(white), live.then_some(known))
        }
        _ => {
            let [round, player, opponent] = ["round", "player", "opponent"].map(|name| fields.one(name));
            (Seat::parse(round, player, opponent)?, None)
        }
    };
    Tap::new(what, seat, moves, known)
}

/// `POST /events/{event}/absences`
pub(crate) async fn note(ctx: Ctx<InEvent>) -> Answer {
    let (id, fields) = (ctx.inside.event, &ctx.fields);
    let (boards, live) = boards_now(&ctx.app, id).await?;
    store_note(&ctx, tap(fields, &boards, live)?).await?;
    // The board is in view again; where it was tapped at another place of the page, the list of those away is.
    let at = fields.one("at").parse::<u32>();
    let at = at.map_or_else(|_| "away".to_owned(), |place| format!("board-{place}"));
    let find = encoded(fields.one("find"));
    let query = if find.is_empty() || find.len() > 1_000 { String::new() } else { format!("?find={find}") };
    Ok(see(&format!("/events/{id}/absences{query}#{at}")))
}

/// Notes a tap and gives the number of its entry. The audit log names no player.
pub(crate) async fn store_note(ctx: &Ctx<InEvent>, tap: Tap) -> Result<i64, Problem> {
    let inside = ctx.inside;
    let stored = ctx.app.change(move |c, now| {
        let entry = absences::note(c, inside.event, &tap, inside.actor, now)?;
        inside.log(c, now, Action::AbsenceNoted, format!("absence {entry}"), tap.what.name())?;
        Ok(entry)
    });
    stored.await
}

/// Withdraws an entry and gives the number of the entry that says so.
pub(crate) async fn store_withdrawal(ctx: &Ctx<InEvent>, entry: i64) -> Result<i64, Problem> {
    let inside = ctx.inside;
    let stored = ctx.app.change(move |c, now| {
        let new = absences::withdraw(c, inside.event, entry, inside.actor, now)?;
        inside.log(c, now, Action::AbsenceWithdrawn, format!("absence {entry}"), "")?;
        Ok(new)
    });
    stored.await
}

/// `POST /events/{event}/absences/{entry}/withdraw`
pub(crate) async fn withdraw(ctx: Ctx<InEvent>, Path((event, entry)): Path<(i64, i64)>) -> Answer {
    store_withdrawal(&ctx, entry).await?;
    Ok(see(&format!("/events/{event}/absences#log")))
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Whose {
    player: Option<String>,
}

/// `GET /events/{event}/absences/log.toml`. It is logged before the first byte leaves.
pub(crate) async fn download(Ctx { app, inside, .. }: Ctx<InEvent>, Query(whose): Query<Whose>) -> Answer {
    let id = inside.event;
    let entries = app.read(move |c| absences::entries(c, id)).await?;
    let player = whose.player.filter(|name| !name.is_empty());
    let document = absences::document(&entries, player.as_deref());
    let detail = if player.is_some() { "of one player" } else { "whole" };
    app.change(move |c, now| inside.log(c, now, Action::Exported, absences::LOG, detail)).await?;
    let name = format!("event-{id}-{}", absences::LOG);
    Ok(file("application/toml; charset=utf-8", &name, document))
}
