//! From games to results: prepares an event, gets the engine's answers, follows a live event, tests a player.
//!
//! Everything that touches engines, the store and files on the way is here; the numbers are `analyzer`'s. Nothing is
//! printed: the command line prints and the server stores what comes back.

pub mod bundle;
pub mod calibrated_engine;
pub mod engine_session;
pub mod engine_signature;
pub mod evaluate;
pub mod event_run;
pub mod live_snapshot;
pub mod player_games;
pub mod prepare;
pub mod rating_choice;
pub mod repeat_check;
mod search;

pub use calibrated_engine::{AnalysisError, CalibratedEngine};
pub use engine_session::{EngineSession, SessionError, open_store};
pub use engine_signature::{identity_with_signature, remembered_signature, signature_of};
pub use evaluate::{Progress, SearchPlayedMove, evaluate, stored};
pub use event_run::EventRun;
pub use live_snapshot::LiveSnapshot;
pub use player_games::{
    DEEP_SECOND_ENGINE_DEPTH, EventPlayer, PlayerGames, PlayerGamesError, PlayerTest, TestContext,
    second_engine_settings,
};
pub use prepare::circumstances::{self, EventCircumstances, StatedComplaint};
pub use prepare::{PrepareError, PrepareOptions, PreparedEvent, prepare};
pub use rating_choice::RatingChoice;
pub use repeat_check::RepeatCheck;
pub use search::{AnsweredBy, EvaluateError, Search};
