//! Games with an illegal move that stood, which an arbiter accepts up to it: the form beside the quarantine on the page of an event.
//!
//! The word is one of the circumstances of the event and is stated, kept and logged with them.

use datasets::{AcceptedGame, Quarantined};
use pipeline::EventCircumstances;

use super::{state, stated};
use crate::accounts::people;
use crate::events;
use crate::events::upload_summary::UploadSummary;
use crate::jobs;
use crate::keys::Key;
use crate::web::problem::FieldFault;
use crate::web::{Answer, Ctx, Problem};

/// Most games of an event that are accepted.
pub(crate) const MAX_ACCEPTED: usize = 200;

/// The games of the files as they count with what arbiters accept.
#[derive(Default)]
pub(crate) struct AcceptedGames {
    /// The games that are scored up to an illegal move, each with the word for it.
    pub(crate) games: Vec<(Quarantined, AcceptedGame)>,
    /// Words that fit no game, or several.
    pub(crate) without_effect: Vec<AcceptedGame>,
}

impl AcceptedGames {
    /// Takes the games that are accepted out of the quarantine of a summary, as a run of the event does.
    pub(crate) fn take(summary: &mut UploadSummary, words: &[AcceptedGame]) -> Self {
        let mut found = Self::default();
        for word in words {
            let meant = word.find(&summary.quarantine.iter().collect::<Vec<_>>()).unwrap_or_default();
            let Some(first) = meant.first().and_then(|place| summary.quarantine.get(*place)) else {
                found.without_effect.push(word.clone());
                continue;
            };
            found.games.push((first.clone(), word.clone()));
            summary.accept(&meant);
        }
        found
    }

    /// The rows of the form: games that are accepted, and those that may be, with no arbiter.
    pub(crate) fn rows(&self, quarantine: &[Quarantined]) -> Vec<(Quarantined, AcceptedGame)> {
        let possible = quarantine.iter().filter(|game| AcceptedGame::is_possible(game));
        let possible = possible.map(|game| (game.clone(), word(game, quarantine)));
        self.games.iter().cloned().chain(possible).take(MAX_ACCEPTED).collect()
    }
}

/// The word for a game that nobody has said yet. The number is told where the names do not tell it from others.
fn word(game: &Quarantined, all: &[Quarantined]) -> AcceptedGame {
    let word = AcceptedGame {
        white: game.white.clone(),
        black: game.black.clone(),
        round: Some(game.round.clone()).filter(|round| !round.is_empty()),
        word: Some(game.token.clone()),
        ..AcceptedGame::default()
    };
    let several = all.iter().filter(|other| word.means(other)).count() > 1;
    AcceptedGame { game: several.then_some(game.game), ..word }
}

/// The words of the form; a row without an arbiter accepts nothing.
fn read(ctx: &Ctx) -> Result<Vec<AcceptedGame>, Problem> {
    let all = |name| ctx.fields.all(name).collect::<Vec<&str>>();
    let names = ["accepted_arbiter", "accepted_white", "accepted_black", "accepted_round", "accepted_game"];
    let [arbiters, whites, blacks, rounds, numbers] = names.map(all);
    let tokens = all("accepted_word");
    let rows = arbiters.len();
    let whole = [whites.len(), blacks.len(), rounds.len(), numbers.len(), tokens.len()] == [rows; 5];
    if !whole || rows > MAX_ACCEPTED {
        return Err(Problem::refused(Key::RefusedAccepted));
    }
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let told = whites.into_iter().zip(blacks).zip(rounds.into_iter().zip(numbers)).zip(tokens);
    let mut words = Vec::new();
    for (row, (arbiter, (((white, black), (round, number)), token))) in
        arbiters.into_iter().zip(told).enumerate()
    {
        if arbiter.trim().is_empty() {
            continue;
        }
        let arbiter = people::checked_line(arbiter)
            .map_err(|why| FieldFault::new("accepted_arbiter", Key::AccountArbiter, why).at(row))?;
        let game = match number {
            "" => None,
            text => Some(text.parse().map_err(|_| Problem::refused(Key::RefusedAccepted))?),
        };
        words.push(AcceptedGame {
            white: white.to_owned(),
            black: black.to_owned(),
            round: some(round),
            game,
            word: some(token),
            arbiter,
            ..AcceptedGame::default()
        });
    }
    Ok(words)
}

/// States which games are accepted. The event is read again; nothing that was searched is searched anew.
pub(crate) async fn set(ctx: Ctx) -> Answer {
    let words = read(&ctx)?;
    ctx.change(move |c| {
        events::open_or_refused(c, c.id())?;
        let known = stated(c, c.id())?.unwrap_or_default();
        if known.accepted_games == words {
            return Ok(());
        }
        let found = AcceptedGames::take(&mut events::summary(c, c.id())?, &words);
        if let Some(word) = found.without_effect.first() {
            let pair = reports::visible(&format!("{} – {}", word.white, word.black));
            return Err(Problem::Refused { why: Key::RefusedAccepted, detail: Some(pair.into()) });
        }
        if state(c, &EventCircumstances { accepted_games: words, ..known })? {
            jobs::queue(c, c.id())?;
        }
        Ok(())
    })
    .await?;
    ctx.app.work.interrupt();
    Ok(ctx.see("#accepted"))
}
