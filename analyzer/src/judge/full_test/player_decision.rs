//! The decisions of one player of an event, as the search said or under a narrower view of the same search.

use crate::choice::{ChoiceModel, Choices};
use crate::decision::Decision;
pub(crate) use crate::decision::assessment::View;
use crate::decision::assessment::assessed_turns;
use crate::judge::screen::Event;
use crate::parameters::CalibratedModel;
use crate::statistics::projection::Around;
use crate::statistics::sums::{Sums, observe};

pub(crate) struct PlayerDecision {
    /// Index of the game in the event.
    pub(crate) game: usize,
    /// Ply in the game, from 0.
    pub(crate) ply: usize,
    pub(crate) decision: Decision,
}

/// The decisions of everybody for whom `wanted` holds, in the order of play. What a view cannot answer is left out.
pub(crate) fn decisions(
    event: &Event<'_>,
    wanted: impl Fn(usize) -> bool,
    view: View,
) -> Vec<PlayerDecision> {
    let games = event.plans.iter().zip(&event.roster.games).enumerate();
    let decisions = games.flat_map(|(game, (plan, sides))| {
        let sides = [wanted(sides.0), wanted(sides.1)];
        assessed_turns(plan, event.evaluations, sides, view).filter_map(move |assessed| {
            let ply = assessed.ply;
            let decision = match view {
                View::Complete => assessed.with_features(plan)?,
                View::Shallower(_) => assessed.outcome.ok()?,
            };
            Some(PlayerDecision { game, ply, decision })
        })
    });
    decisions.collect()
}

/// The sums of decisions under a reading, each under the rating that `rating` gives for its game. `None` if one of them
/// has no rating.
pub(crate) fn sums<'a, R: CalibratedModel>(
    own: impl IntoIterator<Item = &'a PlayerDecision>,
    reading: &R,
    rating: impl Fn(usize) -> Option<u16>,
) -> Option<Sums> {
    let mut sums = Sums::default();
    let mut last: Option<(u16, Around<R::Model>)> = None;
    for own in own {
        let at = rating(own.game)?;
        let (_, model) = match last.take() {
            Some((rating, model)) if rating == at => last.insert((rating, model)),
            _ => last.insert((at, Around::new(reading, at))),
        };
        sums.add(&observe(&own.decision), model.project(&own.decision).as_ref());
    }
    Some(sums)
}

/// Every decision with its probabilities under a reading; a first `None` where its game has no rating, a second where the
/// decision lacks what the model looks at. The model is made anew only where the rating changes.
pub(crate) fn projected<'a, R: CalibratedModel>(
    own: impl IntoIterator<Item = &'a PlayerDecision>,
    reading: &R,
    rating: impl Fn(usize) -> Option<u16>,
) -> impl Iterator<Item = (&'a PlayerDecision, Option<Option<Choices>>)> {
    let mut last: Option<(u16, R::Model)> = None;
    own.into_iter().map(move |own| {
        let choices = rating(own.game).map(|at| {
            let model = match last.take() {
                Some((rating, model)) if rating == at => model,
                _ => reading.model(at),
            };
            let choices = model.project(&own.decision);
            last = Some((at, model));
            choices
        });
        (own, choices)
    })
}
