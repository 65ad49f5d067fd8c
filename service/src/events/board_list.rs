//! The boards of the round for an arbiter: who plays, how far it is, clocks, who is away, and what the Laws say.

use analyzer::policy::Mode;
use askama::Template;
use datasets::{PlayedUnder, round_of};
use reports::Arg;

use crate::events;
use crate::events::absences::{self, Absence};
use crate::events::boards::Board;
use crate::events::circumstances;
use crate::events::live::{self, LiveSource};
use crate::keys::Key;
use crate::web::{Ctx, Frame, Problem};

/// The boards of an event as they stand.
pub(crate) struct Current {
    pub(crate) source: Option<LiveSource>,
    /// Whether they come from a source that is followed: then the number of moves is known.
    pub(crate) live: bool,
    pub(crate) boards: Vec<Board>,
}

pub(crate) async fn current(ctx: &Ctx) -> Result<Current, Problem> {
    let stored = ctx.read(|c, id| Ok((live::of_event(c, id)?, events::summary(c, id)?.boards)));
    let (source, files) = stored.await?;
    let live = source.as_ref().is_some_and(|source| source.stopped.is_none());
    Ok(match ctx.app.work.boards(ctx.id()).filter(|_| live) {
        Some(boards) => Current { source, live: true, boards: boards.to_vec() },
        None => Current { source, live: false, boards: files },
    })
}

#[derive(Template)]
#[template(path = "boards.html")]
struct List<'a> {
    frame: Frame<'a>,
    current: Current,
    absences: Vec<Absence>,
    now: i64,
    /// The rules that end a game of this event.
    rules: PlayedUnder,
}

impl List<'_> {
    /// The round over a board, if the board before it belongs to another.
    fn heading(&self, place: &usize) -> Option<String> {
        let round = |place: usize| self.current.boards.get(place).map(|board| round_of(&board.round));
        let own = round(*place)?;
        let before = place.checked_sub(1).and_then(round);
        (before != Some(own))
            .then_some(own?)
            .map(|round| self.frame.messages().with(Key::BoardsRound, "round", &round.to_string()))
    }

    /// Board number, or the round tag as it is where it names none.
    fn number(&self, board: &Board) -> Option<String> {
        board.number().map(|number| number.to_string())
    }

    /// The result, or how far the game is.
    fn state(&self, board: &Board) -> String {
        let m = self.frame.messages();
        let made = board.plies.div_ceil(2);
        match (board.over, board.plies) {
            (true, 0) => board.result.as_str().to_owned(),
            (true, _) => {
                let (result, moves) = (board.result.as_str().to_owned(), self.frame.count(&made.into()));
                m.all(Key::BoardsOver, &[("result", Arg::from(&result)), ("moves", Arg::from(&moves))])
            }
            (false, 0) => m.text(Key::BoardsNotBegun),
            (false, _) if board.state.last.is_empty() => {
                m.with(Key::BoardsMoves, "moves", &self.frame.count(&made.into()))
            }
            (false, _) => m.with(Key::BoardsRunning, "last", &board.state.last),
        }
    }

    /// Both clocks, a dash for one that the source does not show.
    fn clocks(&self, board: &Board) -> Option<String> {
        let [white, black] = &board.clocks;
        (white.is_some() || black.is_some()).then(|| {
            let shown = |clock: &Option<String>| clock.clone().unwrap_or_else(|| "–".to_owned());
            format!("{} / {}", shown(white), shown(black))
        })
    }

    /// What an arbiter may have to see to: absences, claims, the end by the Laws, moves that cannot be read.
    fn remarks(&self, board: &Board) -> Vec<String> {
        let m = self.frame.messages();
        let mut found = Vec::new();
        for white in [true, false] {
            let seat = board.taken(white);
            // An absence ends with the game.
            let away = |one: &&Absence| !board.over && one.back.is_none() && one.left.tap.seat == seat;
            if let Some(away) = self.absences.iter().find(away) {
                let minutes = self.frame.count(&(away.seconds(self.now).unsigned_abs() / 60));
                let name = reports::visible(&seat.player);
                let values = [("name", Arg::from(&name)), ("minutes", Arg::from(&minutes))];
                found.push(m.all(Key::BoardsAway, &values));
            }
        }
        let (claims, ended) = board.state.under(self.rules);
        found.extend(claims.iter().map(|claim| m.label("claim", claim.into())));
        // A game that has its result is no news.
        let ended = ended.filter(|_| !board.over);
        found.extend(ended.map(|ending| m.label("ended", ending.into())));
        if board.broken {
            found.push(m.text(Key::BoardsBroken));
        }
        found
    }
}

/// The boards as a part of a page.
pub(crate) async fn section(ctx: &Ctx) -> Result<String, Problem> {
    let current = current(ctx).await?;
    let stored = ctx.read(|c, id| Ok((absences::entries(c, id)?, circumstances::stated(c, id)?)));
    let (entries, stated) = stored.await?;
    let list = List {
        frame: ctx.frame(),
        current,
        absences: absences::absences(&entries),
        now: ctx.app.now(),
        rules: Mode::played_under(stated.and_then(|stated| stated.mode)),
    };
    Ok(list.render()?)
}
