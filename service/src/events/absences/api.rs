//! Absences from the board for programs: a button at a door, or another system of the arbiters.

use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use crate::clock::timestamp;
use crate::events::absences::page::{boards_now, store_note, store_withdrawal};
use crate::events::absences::{self, Entry, Seat, Tap, What};
use crate::events::boards::Board;
use crate::keys::Key;
use crate::web::{Answer, Ctx, InEvent, Problem};

/// A report, for the description of the interface.
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
fn seat(who: &Who, boards: &[Board]) -> Result<(Seat, Option<(u32, u32)>), Problem> {
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
    Ok((Seat::parse(&who.round, &who.player, &who.opponent)?, None))
}

/// `POST /api/v1/events/{event}/absences`
pub(crate) async fn report(ctx: Ctx<InEvent>, body: Bytes) -> Answer {
    let unreadable = |error: serde_json::Error| Problem::Refused {
        why: Key::RefusedReport,
        detail: Some(error.to_string()),
    };
    let report: Report = serde_json::from_slice(&body).map_err(unreadable)?;
    let (what, who) = match report {
        Report::Left(who) => (What::Left, who),
        Report::Back(who) => (What::Back, who),
        Report::Withdrawn { entry } => return Ok(created(store_withdrawal(&ctx, entry).await?)),
    };
    let (boards, live) = boards_now(&ctx.app, ctx.inside.event).await?;
    let (seat, shown) = seat(&who, &boards)?;
    let tap = Tap::new(what, seat, who.moves, shown.filter(|_| live))?;
    Ok(created(store_note(&ctx, tap).await?))
}

fn created(entry: i64) -> Response {
    (StatusCode::CREATED, Json(json!({"entry": entry}))).into_response()
}

/// `GET /api/v1/events/{event}/absences`: every entry in order, and what they come to. The names are a contract.
pub(crate) async fn list(ctx: Ctx<InEvent>) -> Answer {
    let (id, now) = (ctx.inside.event, ctx.app.now());
    let entries = ctx.app.read(move |c| absences::entries(c, id)).await?;
    let of_entry = |entry: &Entry| {
        json!({
            "entry": entry.id,
            "at": timestamp(entry.at).to_string(),
            "what": entry.tap.what.name(),
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
            json!({
                "left": absence.left.id,
                "back": absence.back.as_ref().map(|back| back.id),
                "seconds": absence.seconds(now),
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
