//! The headline of an event: the state of its hints in one line, and everybody who is named, with a link and the first question.

use reports::Arg;

use super::state::{self, HintsView, NamedPlayer};
use crate::app::App;
use crate::events::result_cache::ResultView;
use crate::keys::Key;
use crate::messages::Messages;
use crate::web::{Ctx, Problem};

/// A headline in the words of its reader.
pub(crate) struct Headline {
    pub(crate) text: String,
    /// Whether positions are open, or games came or something stated changed since the numbers were made.
    pub(crate) is_outdated: bool,
    pub(crate) named: Vec<NamedLine>,
}

/// A player who is named.
pub(crate) struct NamedLine {
    pub(crate) name: String,
    /// The address of the player's page, where there is one.
    pub(crate) address: Option<String>,
    /// What to check before anything else: rating against performance.
    pub(crate) check: String,
}

/// The headline of the event of a page.
pub(crate) async fn of_page(ctx: &Ctx) -> Result<Headline, Problem> {
    let app = ctx.app.clone();
    let view = ctx.read(move |c, event| state::of_event(&app, c, event)).await?;
    of_view(ctx, view).await
}

/// The headline of hints that were read.
pub(crate) async fn of_view(ctx: &Ctx, view: HintsView) -> Result<Headline, Problem> {
    let shown =
        if view.named.is_empty() { None } else { ctx.app.results.newest(&ctx.app.storage, ctx.id()).await? };
    let m = ctx.app.texts.get(ctx.visit.language);
    let line = |player: &NamedPlayer| {
        let place = shown.as_ref().and_then(|shown| shown.player(&player.page));
        NamedLine {
            name: reports::visible(&player.name),
            address: place.map(|_| ctx.path(&format!("/players/{}", player.page))),
            check: check(m, player, shown.as_deref().zip(place)),
        }
    };
    Ok(Headline {
        text: words(&ctx.app, m, &view),
        is_outdated: view.state.is_outdated(),
        named: view.named.iter().map(line).collect(),
    })
}

pub(crate) fn words(app: &App, m: &Messages, view: &HintsView) -> String {
    view.state.words(m, &app.settings.zone, app.now())
}

/// The question that comes before every other: whether the rating is right.
fn check(m: &Messages, player: &NamedPlayer, found: Option<(&ResultView, usize)>) -> String {
    let result = found.and_then(|(shown, place)| shown.found.screening.players.get(place));
    let performance = result.and_then(|result| result.standing.as_ref()?.performance);
    let performance = performance.map(|rating| rating.to_string());
    let rating = player.rating.map(|rating| rating.to_string());
    match (&rating, &performance) {
        (Some(rating), Some(performance)) => {
            let values = [("rating", Arg::from(rating)), ("performance", Arg::from(performance))];
            m.all(Key::NamedCheck, &values)
        }
        (Some(rating), None) => m.with(Key::NamedCheckRating, "rating", rating),
        (None, _) => m.text(Key::NamedCheckNone),
    }
}
