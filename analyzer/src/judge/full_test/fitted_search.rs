//! The search of a second engine, and its choices where it was fitted how often honest players make them.

use uci_pool::{Identity, Line, Settings};

use super::player_decision::PlayerDecision;
use crate::choice::deeper_choice::{DeeperChoices, DeeperSearch};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::Turn;
use crate::judge::screen::Event;

/// Another engine with its answers to the same positions; only first moves are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Second<'a> {
    pub engine: &'a Identity,
    pub settings: &'a Settings,
    /// Its answers.
    pub evaluations: &'a Evaluations,
}

/// A second engine beside a test of an event, with the weights that were fitted to its search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FittedSearch<'a> {
    pub(crate) second: Second<'a>,
    pub(crate) event: &'a Event<'a>,
    pub(crate) weights: &'a DeeperSearch,
}

impl<'a> FittedSearch<'a> {
    /// `None` if none of the weights were fitted to this very search.
    pub(crate) fn new(second: Second<'a>, event: &'a Event<'a>, known: &'a [DeeperSearch]) -> Option<Self> {
        let weights = known.iter().find(|fitted| fitted.is_search_of(second.engine, second.settings))?;
        Some(Self { second, event, weights })
    }

    /// The choices in a decision at the depths that were fitted; `None` where there is no answer.
    pub(crate) fn choices(&self, own: &PlayerDecision) -> Option<DeeperChoices> {
        let turn = self.event.plans.get(own.game)?.turns.get(own.ply)?;
        let test = lines(self.event.evaluations, turn)?;
        let search = self.second.evaluations.position(&turn.fen)?.as_ref().ok()?;
        DeeperChoices::new(search, self.weights.depths(), |first| {
            test.iter().position(|line| line.mv == first)
        })
    }
}

/// The lines of a position; `None` where there is no answer.
pub(super) fn lines<'a>(evaluations: &'a Evaluations, turn: &Turn) -> Option<&'a [Line]> {
    Some(evaluations.position(&turn.fen)?.as_ref().ok()?.lines())
}
