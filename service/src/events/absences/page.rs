//! Absences from the board: the boards to tap at, who is away, and the log.
//!
//! The page is made for a phone in one hand: large buttons, no script, and the board that was tapped is in view again
//! afterwards. The number of moves is the source's at the moment of the tap; where there is none it is typed.

use std::collections::{BTreeMap, BTreeSet};

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
use crate::web::access::{Ctx, InEvent};
use crate::web::form::Fields;
use crate::web::problem::Problem;
use crate::web::respond::{Answer, encoded, see};
use crate::web::{Frame, file, page as rendered};

/// Most absences listed on the page; all are counted and taken out.
const MAX_LISTED: usize = 400;

#[derive(Template)]
#[template(path = "absences.html")]
struct Page<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    event: Event,
    may_note: bool,
    may_export: bool,
    source: Option<LiveSource>,
    find: String,
    /// Whether boards come from a source that is followed: then the number of moves is known.
    live: bool,
    boards: Vec<BoardView>,
    away: Vec<Line>,
    day: Vec<Line>,
    all: bool,
    withdrawn: Vec<Entry>,
    players: BTreeSet<String>,
}

impl Page<'_> {
    /// In which move, in words.
    fn after(&self, entry: &Entry) -> String {
        let moves = self.frame.count(&entry.tap.moves.into());
        self.frame.messages().with(Key::AbsencesAfterMove, "move", &moves)
    }

    /// How many moves a side has made, in words.
    fn made(&self, side: &Side) -> String {
        let moves = self.frame.count(&side.moves);
        self.frame.messages().with(Key::AbsencesMovesNow, "moves", &moves)
    }
}

/// A board as it is shown.
struct BoardView {
    /// Its place on the page, from 1.
    number: usize,
    board: Board,
    sides: [Side; 2],
}

struct Side {
    name: &'static str,
    player: String,
    moves: u64,
    away: bool,
}

/// An absence as it is shown.
struct Line {
    absence: Absence,
    duration: String,
    /// Whether its last entry is the last one of that player in that game.
    newest: bool,
    /// The side of the board at which the player may come back with one tap.
    place: Option<(Board, &'static str)>,
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

fn duration(frame: &Frame<'_>, seconds: i64) -> String {
    let seconds = seconds.unsigned_abs();
    let (minutes, seconds) = (frame.count(&(seconds / 60)), frame.count(&(seconds % 60)));
    let values = [("minutes", Arg::Text(&minutes)), ("seconds", Arg::Text(&seconds))];
    frame.messages().all(Key::AbsencesDuration, &values)
}

fn sides(board: &Board, away: &BTreeSet<Seat>) -> [Side; 2] {
    [("white", true), ("black", false)].map(|(name, white)| {
        let seat = board.taken(white);
        Side { name, moves: board.seat(white).0.into(), away: away.contains(&seat), player: seat.player }
    })
}

/// `GET /events/{event}/absences`
pub(crate) async fn page(ctx: Ctx<InEvent>, Query(wanted): Query<Wanted>) -> Answer {
    let (app, inside, id) = (&ctx.app, ctx.inside, ctx.inside.event);
    let stored = app.read(move |c| {
        Ok((
            events::by_id(c, id)?,
            live::of_event(c, id)?,
            boards::of_files(c, id)?,
            absences::entries(c, id)?,
        ))
    });
    let (event, source, from_files, entries) = stored.await?;
    let frame = Frame::new(app, &ctx.visit, format!("/events/{id}/absences"));
    let (boards, live) = boards_of(app, from_files, source.as_ref(), id);
    let now = app.now();
    let found = absences::absences(&entries);
    let newest: BTreeMap<&Seat, i64> =
        found.iter().map(|absence| (&absence.left.tap.seat, absence.last().id)).collect();
    let line = |absence: &Absence| Line {
        duration: duration(&frame, absence.seconds(now)),
        newest: newest.get(&absence.left.tap.seat) == Some(&absence.last().id),
        place: place(&boards, &absence.left.tap.seat),
        absence: absence.clone(),
    };
    let since = now.saturating_sub(DAY);
    let all = wanted.all == "yes";
    let recent = |absence: &&Absence| all || absence.last().at >= since || absence.back.is_none();
    let away: Vec<Line> = found.iter().filter(|absence| absence.back.is_none()).map(line).collect();
    let seats: BTreeSet<Seat> = away.iter().map(|line| line.absence.left.tap.seat.clone()).collect();
    let find = wanted.find.trim().to_lowercase();
    let fits = |board: &&Board| {
        [&board.white, &board.black, &board.round].iter().any(|text| text.to_lowercase().contains(&find))
    };
    let gone = absences::withdrawn(&entries);
    rendered(&Page {
        inside,
        may_note: inside.offers(Permission::NoteAbsences),
        may_export: inside.offers(Permission::ExportFiles),
        event: event.ok_or(Problem::NotFound)?,
        find: wanted.find.trim().chars().take(people::MAX_NAME).collect(),
        boards: boards
            .iter()
            .filter(fits)
            .zip(1..)
            .map(|(board, number)| BoardView { number, sides: sides(board, &seats), board: board.clone() })
            .collect(),
        day: found.iter().rev().filter(recent).take(MAX_LISTED).map(line).collect(),
        withdrawn: entries
            .iter()
            .rev()
            .filter(|entry| gone.contains(&entry.id) && (all || entry.at >= since))
            .take(MAX_LISTED)
            .cloned()
            .collect(),
        players: found.iter().map(|absence| absence.left.tap.seat.player.clone()).collect(),
        frame,
        source,
        live,
        away,
        all,
    })
}

/// The board of a seat and its side, if it is shown.
fn place(boards: &[Board], seat: &Seat) -> Option<(Board, &'static str)> {
    boards.iter().find_map(|board| {
        let sits = |white| board.seat(white).1 == seat.player && board.seat(white).2 == seat.opponent;
        let side = match (board.round == seat.round, sits(true), sits(false)) {
            (true, true, _) => "white",
            (true, false, true) => "black",
            _ => return None,
        };
        Some((board.clone(), side))
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

/// Whose absences are wanted.
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
