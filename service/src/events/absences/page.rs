//! Absences from the board: the boards to tap at, who is away, the log, and reports of programs.
//!
//! The page is made for a phone in one hand: large buttons, no script, and the board that was tapped is in view again
//! afterwards, with what was noted. The number of moves is the one that the page showed, which is what the arbiter saw; where there is none
//! it is typed.

use std::collections::BTreeSet;

use askama::Template;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use reports::Arg;
use serde::Deserialize;
use serde_json::json;

use crate::accounts::roles::Permission;
use crate::clock::timestamp;
use crate::events::absences::known_names::KnownNames;
use crate::events::absences::{self, Absence, Entry, Seat, Tap, What};
use crate::events::board_list::{self, Current};
use crate::events::boards::{Board, is_over};
use crate::events::live::LiveSource;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::form::Fields;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

const MAX_LISTED: usize = 400;

#[derive(Template)]
#[template(path = "absences.html")]
struct Page<'a> {
    frame: Frame<'a>,
    source: Option<LiveSource>,
    /// Whether boards come from a source that is followed: then the number of moves is known.
    live: bool,
    boards: Vec<Board>,
    /// Every absence, in the order in which they began.
    absences: Vec<Absence>,
    entries: Vec<Entry>,
    known: KnownNames,
    /// The entry that was made just now.
    noted: Option<i64>,
    now: i64,
}

impl Page<'_> {
    /// What was noted just now of a player at a board, and whether the game went on meanwhile; without a board, of a player who has none.
    fn answer(&self, board: Option<&Board>) -> Option<String> {
        let entry = self.entries.iter().find(|entry| Some(entry.id) == self.noted)?;
        let tap = &entry.tap;
        let sits = |board: &Board| [true, false].into_iter().any(|white| board.taken(white) == tap.seat);
        let own = self.boards.iter().find(|board| sits(board));
        if own != board {
            return None;
        }
        let m = self.frame.messages();
        let what = m.text(if tap.what == What::Left { Key::AbsencesTapLeft } else { Key::AbsencesTapBack });
        let (name, after) = (reports::visible(&tap.seat.player), self.after(entry));
        let values = [("name", Arg::from(&name)), ("what", Arg::from(&what)), ("after", Arg::from(&after))];
        let noted = m.all(Key::AbsencesNoted, &values);
        let later = own.filter(|board| tap.plies.is_some_and(|plies| plies < board.plies)).map(|board| {
            let white = board.taken(true) == tap.seat;
            m.with(Key::AbsencesWentOn, "moves", &self.frame.count(&board.seat(white).0.into()))
        });
        let ended = self.left_for_good().iter().any(|one| one.left.id == entry.id);
        let ended = ended.then(|| m.text(Key::AbsencesEndedHelp));
        Some([Some(noted), later, ended].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    /// Whether an absence ended with its game, and nobody noted that the player came back.
    fn ended_with_game(&self, absence: &Absence) -> bool {
        absence.back.is_none() && is_over(&self.boards, &absence.left.tap.seat)
    }

    fn may_note(&self) -> bool {
        self.frame.offers(Permission::NoteAbsences)
    }

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
        if self.ended_with_game(absence) {
            return self.frame.t(Key::AbsencesEnded);
        }
        let seconds = absence.seconds(self.now).unsigned_abs();
        let (minutes, seconds) = (self.frame.count(&(seconds / 60)), self.frame.count(&(seconds % 60)));
        let values = [("minutes", Arg::from(&minutes)), ("seconds", Arg::from(&seconds))];
        self.frame.messages().all(Key::AbsencesDuration, &values)
    }

    fn away(&self) -> Vec<&Absence> {
        self.absences.iter().filter(|one| one.back.is_none() && !self.ended_with_game(one)).collect()
    }

    /// Absences that ended with their games, newest first: nobody noted that the player came back, and somebody still may.
    fn left_for_good(&self) -> Vec<&Absence> {
        self.absences.iter().rev().filter(|one| self.ended_with_game(one)).take(MAX_LISTED).collect()
    }

    /// Players whose return may be noted, under a heading: those who are away, and those whose games ended meanwhile.
    fn without_return(&self) -> [(Option<Key>, Vec<&Absence>); 2] {
        [(None, self.away()), (Some(Key::AbsencesNoReturn), self.left_for_good())]
    }

    /// Whether the next tap of a seat is that the player is back, whether the game goes on or not.
    fn is_left(&self, seat: &Seat) -> bool {
        self.absences.iter().any(|absence| absence.back.is_none() && absence.left.tap.seat == *seat)
    }

    fn listed(&self) -> Vec<&Absence> {
        self.absences.iter().rev().take(MAX_LISTED).collect()
    }

    /// Whether the last entry of an absence is the last one of that player in that game.
    fn is_newest(&self, absence: &Absence) -> bool {
        let seat = &absence.left.tap.seat;
        let last = self.absences.iter().rfind(|other| other.left.tap.seat == *seat);
        last.is_some_and(|last| last.last().id == absence.last().id)
    }

    fn withdrawn(&self) -> Vec<&Entry> {
        let gone = absences::withdrawn(&self.entries);
        self.entries.iter().rev().filter(|entry| gone.contains(&entry.id)).take(MAX_LISTED).collect()
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
pub(crate) struct Newest {
    noted: Option<i64>,
}

pub(crate) async fn page(ctx: Ctx, Query(newest): Query<Newest>) -> Answer {
    let Current { source, live, boards } = board_list::current(&ctx).await?;
    let entries = ctx.read(absences::entries).await?;
    rendered(&Page {
        known: known(&ctx, &boards).await?,
        noted: newest.noted,
        frame: ctx.frame(),
        source,
        live,
        boards,
        absences: absences::absences(&entries),
        entries,
        now: ctx.app.now(),
    })
}

async fn known(ctx: &Ctx, boards: &[Board]) -> Result<KnownNames, Problem> {
    let result = ctx.app.results.newest(&ctx.app.storage, ctx.id()).await?;
    Ok(KnownNames::new(boards, result.as_deref()))
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
fn tap(fields: &Fields, boards: &[Board], live: bool, names: &KnownNames) -> Result<Tap, Problem> {
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
            // What the arbiter saw, and not what the source shows by the time that the tap comes.
            let plies = fields.one("shown").parse().ok().filter(|plies| *plies <= 2 * absences::MAX_MOVES);
            let plies = plies.unwrap_or(board.plies);
            (board.taken(white), live.then_some((Board::own_moves(white, plies), plies)))
        }
        _ => {
            let [round, player, opponent] = ["round", "player", "opponent"].map(|name| fields.one(name));
            (named(Seat::parse(round, player, opponent)?, names)?, None)
        }
    };
    let tap = Tap::new(what, seat, moves, known)?;
    names.refuse_other_pairing(&tap.seat)?;
    names.refuse_unplayed(&tap.seat, tap.moves)?;
    Ok(tap)
}

/// A seat that was typed, with names as the event writes them.
fn named(seat: Seat, names: &KnownNames) -> Result<Seat, Problem> {
    Ok(Seat { player: names.checked(seat.player)?, opponent: names.checked(seat.opponent)?, ..seat })
}

pub(crate) async fn note(ctx: Ctx) -> Answer {
    let fields = &ctx.fields;
    let Current { boards, live, .. } = board_list::current(&ctx).await?;
    let entry = store_note(&ctx, tap(fields, &boards, live, &known(&ctx, &boards).await?)?).await?;
    // The board is in view again; where it was tapped at another place of the page, the list of those away is.
    let at = fields.one("at").parse::<u32>();
    let at = at.map_or_else(|_| "away".to_owned(), |place| format!("board-{place}"));
    Ok(ctx.see(&format!("/absences?noted={entry}#{at}")))
}

/// Notes a tap and gives the number of its entry. The audit log names no player.
async fn store_note(ctx: &Ctx, tap: Tap) -> Result<i64, Problem> {
    let stored = ctx.change(move |c| {
        let entry = absences::note(c, &tap)?;
        c.log(Action::AbsenceNoted, format!("absence {entry}"), tap.what.into_str())?;
        Ok(entry)
    });
    stored.await
}

/// Withdraws an entry and gives the number of the entry that says so.
async fn store_withdrawal(ctx: &Ctx, entry: i64) -> Result<i64, Problem> {
    let stored = ctx.change(move |c| {
        let new = absences::withdraw(c, entry)?;
        c.log(Action::AbsenceWithdrawn, format!("absence {entry}"), "")?;
        Ok(new)
    });
    stored.await
}

pub(crate) async fn withdraw(ctx: Ctx, Path((_, entry)): Path<(i64, i64)>) -> Answer {
    store_withdrawal(&ctx, entry).await?;
    Ok(ctx.see("/absences#log"))
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Whose {
    player: Option<String>,
}

pub(crate) async fn download(ctx: Ctx, Query(whose): Query<Whose>) -> Answer {
    let entries = ctx.read(absences::entries).await?;
    let player = whose.player.filter(|name| !name.is_empty());
    let document = absences::document(&entries, player.as_deref());
    let detail = if player.is_some() { "of one player" } else { "whole" };
    let name = format!("event-{}-{}", ctx.id(), absences::LOG);
    ctx.export(absences::LOG, detail, ("application/toml; charset=utf-8", &name), document.into()).await
}

/// A report of a program, for the description of the interface.
pub(crate) const EXAMPLE: &str =
    r#"{"what":"left","round":"5","player":"Ample, Anna","opponent":"Ring, Olaf","moves":17}"#;

/// A report of a program. The names are a contract.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case", tag = "what")]
enum Report {
    Left(Who),
    Back(Who),
    Withdrawn { entry: i64 },
}

#[derive(Debug, Deserialize)]
struct Who {
    round: String,
    player: String,
    opponent: String,
    /// Moves that the player has made; what the source shows if absent.
    moves: Option<u32>,
}

/// The seat, and moves of the player and of both sides where the source shows them.
fn seat(who: &Who, boards: &[Board], names: &KnownNames) -> Result<(Seat, Option<(u32, u32)>), Problem> {
    let shown = boards.iter().find_map(|board| {
        let names = |white| (board.seat(white).1, board.seat(white).2);
        let asked = (who.player.as_str(), who.opponent.as_str());
        let here = board.round == who.round || board.round.split('.').next() == Some(who.round.as_str());
        let white = [true, false].into_iter().find(|white| names(*white) == asked);
        white.filter(|_| here).map(|white| (board, white))
    });
    // A board that is shown gives its round as the source writes it, so that taps by people and programs meet.
    if let Some((board, white)) = shown {
        let own = board.seat(white).0;
        return Ok((board.taken(white), Some((own, board.plies))));
    }
    Ok((named(Seat::parse(&who.round, &who.player, &who.opponent)?, names)?, None))
}

/// A report of a button at a door, or of another system of the arbiters.
pub(crate) async fn report(ctx: Ctx, body: Bytes) -> Answer {
    let unreadable = |error: serde_json::Error| Problem::Refused {
        why: Key::RefusedReport,
        detail: Some(error.to_string().into()),
    };
    let report: Report = serde_json::from_slice(&body).map_err(unreadable)?;
    let (what, who) = match report {
        Report::Left(who) => (What::Left, who),
        Report::Back(who) => (What::Back, who),
        Report::Withdrawn { entry } => return Ok(created(store_withdrawal(&ctx, entry).await?)),
    };
    let Current { boards, live, .. } = board_list::current(&ctx).await?;
    let names = known(&ctx, &boards).await?;
    let (seat, shown) = seat(&who, &boards, &names)?;
    let tap = Tap::new(what, seat, who.moves, shown.filter(|_| live))?;
    names.refuse_unplayed(&tap.seat, tap.moves)?;
    Ok(created(store_note(&ctx, tap).await?))
}

fn created(entry: i64) -> Response {
    (StatusCode::CREATED, Json(json!({"entry": entry}))).into_response()
}

/// Every entry in order, and what they come to. The names are a contract.
pub(crate) async fn list(ctx: Ctx) -> Answer {
    let now = ctx.app.now();
    let entries = ctx.read(absences::entries).await?;
    let boards = board_list::current(&ctx).await?.boards;
    let of_entry = |entry: &Entry| {
        json!({
            "entry": entry.id,
            "at": timestamp(entry.at).to_string(),
            "what": entry.tap.what.into_str(),
            "round": entry.tap.seat.round,
            "player": entry.tap.seat.player,
            "opponent": entry.tap.seat.opponent,
            "moves": entry.tap.moves,
            "plies": entry.tap.plies,
            "withdraws": entry.withdraws,
            "by": entry.by,
        })
    };
    let absences: Vec<_> = absences::absences(&entries)
        .iter()
        .map(|absence| {
            let ended = absence.back.is_none() && is_over(&boards, &absence.left.tap.seat);
            json!({
                "left": absence.left.id,
                "back": absence.back.as_ref().map(|back| back.id),
                // Nobody noted when the game ended, so an absence that ended with it has no length.
                "seconds": (!ended).then(|| absence.seconds(now)),
                "ended_with_game": ended,
            })
        })
        .collect();
    let entries: Vec<_> = entries.iter().map(of_entry).collect();
    Ok(Json(json!({"entries": entries, "absences": absences})).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_description_is_a_report() {
        let report: Report = serde_json::from_str(EXAMPLE).expect("a report");
        assert!(matches!(report, Report::Left(who) if who.player == "Ample, Anna" && who.moves == Some(17)));
    }
}
