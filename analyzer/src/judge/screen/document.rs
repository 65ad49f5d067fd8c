//! The result of screening one event. Field names are a contract with other programs: `screening.json`
//! is this type as written by `serde`.

use std::collections::BTreeMap;

use datasets::tournament::event_facts::{
    Asked, ClassSource, ControlSource, EventFacts, Unclear, UnfitControl,
};
use datasets::{StoodMove, Unscored};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uci_pool::Identity;

pub use crate::search_settings::{DecidedEntry, SettingsEntry};

use crate::basis::{Basis, Lag};
pub use crate::basis::{MissingList, RatingLists, UsedList};
pub use crate::decision::plan::Exclusion;
use crate::judge::policy::{Mode, NewerRule, RateOfPlay};
pub use crate::judge::screen::game_trace::{
    GameTrace, LineTrace, MoveClass, MoveTrace, ResultTag, ScoredTrace, SecondTrace,
};
pub use crate::judge::screen::losses::LossShare;
pub use crate::judge::screen::notes::{NoteEntry, NoteKind};
pub use crate::judge::screen::standing::EventScore;
pub use crate::judge::screen::suggestion::Suggestion;
pub use crate::statistics::results::{
    Also, CURVE_FROM, FieldCheck, Levels, Projected, SecondTest, SecondTests, TestResult, Tests,
};

/// Version of the layout of [`Screening`].
pub const SCHEMA: &str = "fairplay/screening/2";

/// Name and version of this software, as every document has it.
pub const SOFTWARE: &str = concat!("fairplay ", env!("CARGO_PKG_VERSION"));

/// A screened event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Screening {
    /// [`SCHEMA`].
    pub schema: String,
    /// Origin of the numbers.
    pub manifest: Manifest,
    /// The event and the accounting of its games.
    pub event: EventSummary,
    /// The field against the expected bell.
    pub field: FieldCheck,
    /// Every player, in order of name and identity, whatever their number of games.
    pub players: Vec<PlayerResult>,
    /// Games set aside with a reason.
    pub unscored: Vec<UnscoredEntry>,
    /// Games that do not hold together.
    pub quarantine: Vec<QuarantineEntry>,
    /// Positions that no engine could answer, with the reason after the last try.
    pub failures: Vec<FailureEntry>,
    /// How single games were read, where people have to know; absent if there is nothing to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteEntry>,
}

/// Origin of the numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    pub engine: EngineEntry,
    /// Search settings.
    pub settings: SettingsEntry,
    /// Version of the parameter file; absent if there is none for this engine and these settings, and then no z.
    pub parameters: Option<String>,
    /// Version of the parameters of honest players' strength; absent without a projection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<String>,
    /// True while the parameters are a fit without a certificate.
    pub provisional: bool,
    /// Which calibration is missing, where there are no parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    /// Name and version of this software.
    pub software: String,
    /// The inputs and their SHA-256.
    pub inputs: Vec<InputEntry>,
    /// The rating lists behind the ratings; absent where no list told anything and none was asked for, and in documents of
    /// before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_lists: Option<RatingLists>,
    /// SHA-256 over every evaluation used: engine, settings, positions, lines at every depth.
    pub evaluations: String,
    /// The evaluations by the program that gave them, in the order of its digest; absent in documents of before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramEntry>,
    /// SHA-256 over every number of this document that does not depend on how the games lie in their files.
    pub digest: String,
}

/// A program and its share of the evaluations. Builds of one engine give the same ones, so a store may hold those of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramEntry {
    /// SHA-256 over its binary and every network or script file it was given; absent where the store does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Evaluations that it gave.
    pub evaluations: u64,
}

impl From<(&Option<String>, &u64)> for ProgramEntry {
    fn from((sha256, evaluations): (&Option<String>, &u64)) -> Self {
        Self { sha256: sha256.clone(), evaluations: *evaluations }
    }
}

/// Which calibration is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// One for this engine with these settings.
    EngineOrSettings,
    /// One for games of this time class at this venue.
    TimeClass,
    /// One for Chess960.
    Chess960,
    /// None that could be chosen: the games may have been played online, and nobody has stated how, or at which time class.
    NotStated,
}

/// The engine's identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineEntry {
    /// Name as the engine gives it.
    pub name: String,
    /// SHA-256 over the engine's binary and every network or script file it was given.
    pub sha256: String,
    /// SHA-256 over what it answers about the test positions under the settings of the run. Builds of one engine share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

impl From<&Identity> for EngineEntry {
    fn from(engine: &Identity) -> Self {
        let Identity { name, sha256, signature, .. } = engine.clone();
        Self { name, sha256, signature }
    }
}

impl From<&EngineEntry> for Identity {
    fn from(entry: &EngineEntry) -> Self {
        let EngineEntry { name, sha256, signature } = entry.clone();
        Self { name, author: String::new(), sha256, signature, options: Vec::new() }
    }
}

/// One input file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InputEntry {
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// Accounting: `games_in = games_scored + games_unscored + games_quarantined`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventSummary {
    /// Name of the event, from its tags or from the file.
    pub name: String,
    /// Time class: `standard`, `rapid`, `blitz` or `correspondence` (FIDE Laws, A.1 and B.1).
    pub time_class: String,
    /// Its source: `given`, `time_control`, `clocks`, `name`, `series`, `assumed`, or `not_stated` for games of an online platform that do not say it.
    pub time_class_from: String,
    /// How the event was played, as people stated it; absent where nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// What class and venue rest on; absent where there is nothing to say. It explains and counts nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedEntry>,
    /// The rating of record.
    pub rating_basis: Basis,
    /// Where decisions begin: `turn_9`, or `novelty` by an opening book among the inputs.
    pub start: Start,
    /// Games found.
    pub games_in: u32,
    /// Games whose moves were classified one by one.
    pub games_scored: u32,
    /// Games set aside with a reason.
    pub games_unscored: u32,
    /// Games that do not hold together.
    pub games_quarantined: u32,
    /// Of the games scored, those that end before an illegal move that stood, because an arbiter says so; absent without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<AcceptedEntry>,
}

/// A game that is scored up to an illegal move that stood on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AcceptedEntry {
    /// Name of the input.
    pub input: String,
    /// Number within its input, from 1.
    pub game: u32,
    /// `Round` tag.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The illegal move, and who says that the game counts up to it.
    pub stood: StoodMove,
}

/// What the time class and the venue of an event rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedEntry {
    /// The time control of the event, if one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlEntry>,
    /// A time control in the tags that the clocks of its games do not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfit: Option<UnfitControl>,
    /// Where the class is assumed: what the games hold of their time without saying it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unclear: Option<Unclear>,
    /// What people have to state before there is an index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// A rule that the class rests on and that is newer than the games on which honest play was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newer_rule: Option<NewerRule>,
}

/// A time control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ControlEntry {
    /// Meaning, in seconds, as a PGN's tag: `5400+30`.
    pub control: String,
    /// As it was written.
    pub written: String,
    /// What says it.
    pub from: ControlSource,
    /// The meaning of the text that the clocks refute, if they do; in seconds too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted: Option<String>,
    /// Games whose clocks refute it.
    #[serde(default)]
    pub by_clocks: usize,
}

impl PlayedEntry {
    /// What the facts of an event rest on; `None` if there is nothing to say.
    pub(crate) fn new(facts: &EventFacts) -> Option<Self> {
        let control = facts.control.as_ref();
        // The file comes with the program; without it there is nothing to say of newer rules.
        let newer = |rules: RateOfPlay| rules.newer(facts.class, &control?.control);
        let entry = Self {
            control: control.map(|found| ControlEntry {
                control: found.control.to_string(),
                written: found.written.clone(),
                from: found.from,
                refuted: found.refuted.as_ref().map(ToString::to_string),
                by_clocks: found.by_clocks,
            }),
            unfit: facts.unfit.clone(),
            unclear: facts.unclear.clone().filter(|_| facts.class_from == ClassSource::Assumed),
            asked: facts.asked(),
            newer_rule: RateOfPlay::shipped().ok().and_then(newer),
        };
        Some(entry).filter(|entry| *entry != Self::default())
    }
}

/// Where the decisions of a game begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// At each side's ninth turn.
    #[default]
    #[serde(rename = "turn_9")]
    Turn9,
    /// At the first position that had not been played before the event.
    Novelty,
}

/// One player in the event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerResult {
    /// Name as most games write it.
    pub name: String,
    /// FIDE identity number.
    pub fide_id: Option<u32>,
    /// Rating used for the projections.
    pub rating: Option<u16>,
    /// Where the rating comes from: `pgn` (the games' tags), `list` (a rating list), `assumed` or `none`.
    pub rating_source: String,
    /// The lists of the day that gave the rating; empty where none did, and in documents of before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rating_from: Vec<RatingFrom>,
    /// Standard deviation of the rating beyond what is usual, in rating points.
    pub rating_sd: u16,
    /// Expected distance of the player's strength from the rating; absent without a projection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<ExpectedStrength>,
    /// The overall z under every rating on hand: published, live, after the event.
    pub ratings: Vec<RatingView>,
    /// Games of the player that hold together, unscored ones included.
    pub games: u32,
    /// Moves the player made in them: `moves = scored + sum(excluded)`.
    pub moves: u32,
    /// Decisions scored.
    pub scored: u32,
    /// Moves left out, by reason.
    pub excluded: BTreeMap<Exclusion, u32>,
    /// Preparation depth: mean number of plies, both sides', that had been played before the event, over the games that
    /// have a date. Absent without an opening book.
    pub known_plies: Option<f64>,
    /// The three tests.
    pub tests: Tests,
    /// Agreement with the three best lines, and the mean loss, beside their projections.
    pub also: Also,
    /// Shares of decisions with a loss above 10, 25, 50, 100 and 200 centipawns; absent without decisions, and in documents of
    /// before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<LossShare>,
    /// Score, rank and performance rating by the results; absent without a result, and in documents of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<EventScore>,
    /// Overall z, the lower one of the next two; absent without a rating, with too few decisions, or outside the fitted
    /// ratings.
    pub overall_z: Option<f64>,
    /// Overall z by date, lag and rating alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone_z: Option<f64>,
    /// Overall z with the correction by the other players of the event; absent without others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_z: Option<f64>,
    /// An honest player of this population reaches `overall_z` once in so many performances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once_in: Option<f64>,
    /// Index, `50 + 5 overall_z`; absent where `overall_z` is.
    pub roi: Option<f64>,
    /// The second model; absent until a depth-aware model has been fitted.
    pub depth_aware: Option<DepthAware>,
    /// The player's opponents in the same games, lumped together and judged the same way.
    pub opponents: PooledOpponents,
    /// True if there are enough decisions for an index.
    pub sufficient: bool,
    /// The step that the index suggests.
    pub reading: Suggestion,
}

/// A list of the day, and the rating that it gave. In an event of more than 30 days there is one for each month, and the rating
/// of the player is the mean over the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingFrom {
    /// Month of the list, `YYYY-MM`; absent for the rating of the games' tags, where that month's list is not stored or does not
    /// name the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// The ratings that were taken: `standard`, `rapid` or `blitz`; absent for the tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    pub rating: u16,
    /// Games of the player that it holds for.
    pub games: u32,
}

/// Expected distance of an honest player's strength from the published rating, in rating points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExpectedStrength {
    /// Of the primary projection: how players of this rating at the start of 2020 stand to those that it was fitted to.
    #[serde(default)]
    pub level: f64,
    /// By the date of the event, from the start of 2020 on.
    pub trend: f64,
    /// Because the rating lags behind; 0 where nothing says so.
    pub lag: f64,
    /// Why, and what says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag_by: Option<Lag>,
    /// By time class and venue, against standard play over the board, for which the moves are projected; absent there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<f64>,
    /// Standard deviation without the field, of form, rating error and what an event's ratings share.
    pub sd: f64,
    /// What the other players of the event show; absent without others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldEntry>,
}

/// The shift that the other players of an event show, in rating points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldEntry {
    /// Beyond trend and lag, within 250.
    pub points: f64,
    /// Standard deviation that remains.
    pub sd: f64,
    /// Players it rests on.
    pub players: u32,
}

/// The field's shift for one person, by a screening of the whole event. In rating points, so it may come from another engine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventField {
    /// Index into the roster.
    pub person: usize,
    pub primary: FieldEntry,
    /// By the depth-aware model.
    pub second: Option<FieldEntry>,
}

/// The second model: the same decisions under the depth-aware model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DepthAware {
    /// Overall z, the lower one of the next two.
    pub overall_z: f64,
    /// Without the field's correction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone_z: Option<f64>,
    /// With it; absent without others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_z: Option<f64>,
    /// What the other players show under this model; absent without others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldEntry>,
    /// Index, `50 + 5 overall_z`.
    pub roi: f64,
    /// The three tests; what was observed is as in the primary model.
    pub tests: SecondTests,
    /// z of the efficient score: matches weighted by how little they were to be expected.
    pub efficient_score_z: f64,
    /// The same without what another strength would explain, so that it hardly depends on the rating; absent in documents of
    /// before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_free_z: Option<f64>,
}

/// Opponents lumped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Lumped")]
pub struct PooledOpponents {
    /// Decisions scored.
    pub scored: u32,
    /// Mean rating over their games, rated opponents only.
    pub mean_rating: Option<f64>,
    /// The three tests; decisions of unrated opponents have no projection and are left out of them.
    pub tests: Tests,
    /// Overall z, under the same conditions as a player's.
    pub overall_z: Option<f64>,
    /// Index.
    pub roi: Option<f64>,
}

/// A player under one rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingView {
    /// Which rating.
    pub basis: Basis,
    /// The rating; the mean of live ones.
    pub rating: u16,
    /// Overall z that leads; absent where the player has none.
    pub overall_z: Option<f64>,
    /// Index.
    pub roi: Option<f64>,
}

/// A game set aside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnscoredEntry {
    /// Name of the input.
    pub input: String,
    /// Number within its input, from 1.
    pub game: u32,
    /// Byte offset.
    pub offset: u64,
    /// `Round` tag; absent without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Plies played.
    pub plies: u32,
    #[schemars(with = "String")]
    pub reason: Unscored,
    /// The game that is kept in place of this one; absent where the reason is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<PartnerEntry>,
}

/// A game as a place in the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartnerEntry {
    /// Name of the input.
    pub input: String,
    /// Number within its input, from 1.
    pub game: u32,
}

/// A game that does not hold together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuarantineEntry {
    /// Name of the input.
    pub input: String,
    /// Number within its input, from 1.
    pub game: u32,
    /// Byte offset of the game.
    pub offset: u64,
    /// `Round` tag, as far as it could be read, as the names.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// White's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub white: String,
    /// Black's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black: String,
    /// Plies read before the break.
    pub ply: u32,
    /// Token that could not be read.
    pub token: String,
    pub reason: String,
    /// The game breaks at an illegal move, and the moves before it make a game that an arbiter can accept. Documents of before do not
    /// say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acceptable: bool,
}

/// A position no engine answered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct FailureEntry {
    /// The position.
    pub fen: String,
    /// Failure of the last try.
    pub reason: String,
}
