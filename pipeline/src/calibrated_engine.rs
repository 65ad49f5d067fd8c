//! An engine with the parameters of its settings, and the results that its answers give.

use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::full_test::Second;
use analyzer::hints::{Hints, HintsError, Look, hints};
use analyzer::screen::Screened;
use analyzer::shipped::{self, UnfitError};
use analyzer::{Evaluations, Parameters, screen};
use datasets::tournament::corpus::facts::Conditions;
use thiserror::Error;

use crate::{EngineSession, PreparedEvent, Search};

/// Why the answers to an event give no result.
#[derive(Debug, Error)]
pub enum AnalysisError {
    #[error("the parameters cannot be used: {0}")]
    Parameters(#[from] UnfitError),
    #[error(transparent)]
    Hints(#[from] HintsError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

pub struct CalibratedEngine<S: Search> {
    pub session: EngineSession<S>,
    /// The text of a file of parameters, if not the shipped ones are used.
    pub parameters: Option<String>,
}

impl<S: Search> CalibratedEngine<S> {
    /// The parameters for games under some conditions; those for others if there are none for them.
    pub fn parameters(&self, conditions: Conditions) -> Result<Option<Parameters>, UnfitError> {
        let text = self.parameters.as_deref();
        shipped::of_run(text, &self.session.identity, &self.session.settings, conditions)
    }

    /// The parameters for games under exactly these conditions: a full test takes no others.
    pub fn exact_parameters(&self, conditions: Conditions) -> Result<Option<Parameters>, UnfitError> {
        Ok(self.parameters(conditions)?.filter(|parameters| parameters.conditions() == conditions))
    }

    /// The searches of a second engine that the sequential value takes into account under exactly these conditions.
    pub fn deeper_searches(&self, conditions: Conditions) -> Result<Vec<DeeperSearch>, UnfitError> {
        let second = self.exact_parameters(conditions)?.and_then(|parameters| parameters.depth_aware);
        Ok(second.map_or_else(Vec::new, |second| second.deeper))
    }

    /// Whether the sequential value under exactly these conditions takes this second engine into account.
    pub fn takes(&self, second: &EngineSession<S>, conditions: Conditions) -> Result<bool, UnfitError> {
        let fitted = self.deeper_searches(conditions)?;
        Ok(fitted.iter().any(|fitted| fitted.is_search_of(&second.identity, &second.settings)))
    }

    /// Screens an event. Positions without an answer count as moves without one.
    pub fn screen(&self, event: &PreparedEvent, answers: &Evaluations) -> Result<Screened, AnalysisError> {
        let parameters = self.parameters(event.conditions())?;
        let (identity, settings) = (&self.session.identity, &self.session.settings);
        Ok(screen(&event.event(answers, identity, settings, parameters.as_ref()))?)
    }

    /// Screens an event and looks at it with the answers of a second engine, if there is one, and the inputs that `look` adds.
    pub fn hints(
        &self,
        event: &PreparedEvent,
        answers: &Evaluations,
        second: Option<Second<'_>>,
        look: impl for<'a> FnOnce(Look<'a>) -> Look<'a>,
    ) -> Result<Hints, AnalysisError> {
        let parameters = self.parameters(event.conditions())?;
        let (identity, settings) = (&self.session.identity, &self.session.settings);
        let event = event.event(answers, identity, settings, parameters.as_ref());
        let screened = screen(&event)?;
        Ok(hints(&look(Look { second, ..Look::usual(&event, &screened) }))?)
    }
}
