//! The numbers of the rules, read from one dated data file.
//!
//! Rules change, so no level, action or article stands in the code. The file is built into the program; a test holds it to
//! what this project promises: no quick test is more than a hint, and statistics alone disqualify nobody.
//!
//! This module must not interpret a z; see [`crate::judge::policy::statements()`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::result_facts::Venue;

/// The rules that apply from November 2024.
const FIDE_2024_11: &str = include_str!("../../../regulations/fide-2024-11.toml");

/// A data file that is not of the expected layout; the message names line and field.
#[derive(Debug, Error)]
#[error("the rules cannot be read: {0}")]
pub struct RegulationError(#[from] toml::de::Error);

/// The rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regulations {
    /// Where the rules are printed.
    pub title: String,
    /// Since when, `YYYY-MM`.
    pub date: String,
    /// Edition of the data file: another one may say something else of the same result.
    pub edition: u32,
    /// Meaning of the letters before an article.
    pub sources: Vec<Source>,
    /// Whether FIDE has approved the method of this program.
    pub approval: Approval,
    /// What may carry a case beside statistics.
    pub other_evidence: OtherEvidence,
    /// What holds for online play alone.
    pub online: OnlineRules,
    /// Thresholds of z.
    pub thresholds: Thresholds,
    /// Permitted uses of each kind of test.
    pub uses: Uses,
    /// The ladder of an arbiter's actions, from the mildest; every [`Action`] once.
    pub ladder: Vec<Rung>,
    /// Levels for events of many players.
    pub multiplicity: MultiplicityRule,
    /// Steps that a full test may justify without any observation, from the lowest level.
    pub without_observation: Vec<Step>,
    pub complaints: Complaints,
    /// How long after the last round of an event a complaint may come.
    pub limitation: Limitations,
    /// Members of a panel, at most.
    pub panel: NumberUnder,
    /// How a player is searched.
    pub search: Search,
    /// Standards of proof, side by side.
    pub standards: Vec<Standard>,
    /// Numbers that base rates need and the rules do not give.
    pub assumptions: Assumptions,
}

/// One of the texts that articles are cited from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The letters before an article.
    pub key: String,
    /// The text.
    pub title: String,
}

/// Whether FIDE has approved a method of testing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalStatus {
    NotApproved,
}

/// What a result may be used for although the method has no approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PermittedUse {
    /// A private hint to arbiters.
    Hint,
    /// Support of physical or observational evidence.
    SupportOfOtherEvidence,
    /// A reason to ask the Fair Play Commission for a test by the approved method.
    RequestForApprovedTest,
    /// Clearing a complaint.
    ClearingAComplaint,
}

/// A permitted use and the article that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UseUnder {
    #[serde(rename = "use")]
    pub permitted: PermittedUse,
    pub article: String,
}

/// Approval of the method of this program by FIDE, which official thresholds and the presumption rest on (AC 1.5, 1.6, ON A.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    pub status: ApprovalStatus,
    /// The article that asks for approval.
    pub article: String,
    /// The same for online play.
    pub online: String,
    /// Uses of a result without approval.
    pub uses: Vec<UseUnder>,
}

/// Articles on what may carry a case beside statistics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherEvidence {
    /// Online, other evidence may carry a case even where statistics do not.
    pub online: String,
    /// Other breaches of the rules are not cheating and are judged by themselves.
    pub other_breaches: String,
}

/// Rules of online play, each with its article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineRules {
    /// Every game is monitored, during or after play.
    pub monitoring: String,
    /// What a platform finds itself is not final, but may be considered enough for a penalty.
    pub platform: String,
    /// Prizes wait for the checks.
    pub prizes: String,
    pub complaints: OnlineComplaints,
    pub investigation: OnlineInvestigation,
}

/// Who may complain online, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineComplaints {
    /// Investigations are initiated by a complaint after the event.
    pub after_the_event: String,
    /// It comes from participants (players, captains and officials), in time.
    pub participants: String,
    /// Hours after the last round.
    pub hours: u32,
}

/// Who investigates online, and how long that normally takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineInvestigation {
    /// Members of the Commission.
    pub investigators: NumberUnder,
    /// Days.
    pub days: NumberUnder,
}

/// A whole number and the article that sets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberUnder {
    pub number: u32,
    pub article: String,
}

/// On which side of a level a z has to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// At the level or above it.
    AtLeast,
    /// Above it.
    Above,
    /// Under it.
    Under,
}

/// A level of z and the article that sets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The level.
    pub z: f64,
    /// On which side.
    pub holds: Comparison,
    pub article: String,
}

impl Level {
    /// Whether a z lies on the side asked for. A z that is no number never does.
    pub fn holds(&self, z: f64) -> bool {
        match self.holds {
            Comparison::AtLeast => z >= self.z,
            Comparison::Above => z > self.z,
            Comparison::Under => z < self.z,
        }
    }
}

/// A level with the natural frequency that the rules print beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    pub level: Level,
    /// "About 1 in so many" honest performances, as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_in: Option<u32>,
    /// The frequency as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<f64>,
    /// Odds against honest play as printed, so many to 1, with the rate of cheating that is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<u32>,
}

/// Thresholds of z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// The article on what follows from a z above the threshold.
    pub presumption: String,
    /// Games online.
    pub online: Threshold,
    /// Games over the board.
    pub over_the_board: Threshold,
    /// From where a z may support other evidence.
    pub supporting: Threshold,
    /// From where it is weighty support.
    pub weighty: Weighty,
}

/// What a z is worth after physical or observed evidence was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weighty {
    /// From here on it is weighty support for a judgement.
    pub level: Level,
    /// The least z for a judgement that rests on nothing else.
    pub sole_ground: Level,
    /// Levels of z that are safer for that.
    pub safer: [f64; 2],
}

impl Thresholds {
    pub fn at(&self, venue: Venue) -> &Threshold {
        match venue {
            Venue::OverTheBoard => &self.over_the_board,
            Venue::Online => &self.online,
        }
    }
}

/// Permitted uses of each kind of test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Uses {
    /// The article that makes a quick test a hint and nothing else.
    pub hints_only: String,
    /// The article on the second, independent test: by another method or engine, after the event.
    pub second_test: String,
    /// Statistics as primary evidence, after a second, independent test.
    pub primary: Primary,
}

/// Statistics as primary evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Primary {
    pub article: String,
    /// Further conditions, which no program can know.
    pub conditions: Vec<Condition>,
}

/// A condition that people have to see to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The event is over.
    AfterTheEvent,
    /// The decision is made centrally and not at the event.
    DecidedCentrally,
    /// Every test that was made lies on the same side of the level.
    EveryTest,
}

/// An action of an arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Closer watch, silent detection gear, camera review, private consultation, sending games to the full test.
    Unobtrusive,
    /// For the whole event, singling nobody out: checks at the entrance, delayed transmission, more random checks.
    OrangeAlert,
    /// Questions, search, visible shadowing of a named player.
    Intrusive,
    /// Disqualification on the spot.
    OnTheSpotDisqualification,
}

impl Action {
    /// All of them, from the mildest.
    pub const ALL: [Self; 4] =
        [Self::Unobtrusive, Self::OrangeAlert, Self::Intrusive, Self::OnTheSpotDisqualification];
}

/// The least evidence for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A quick test will do.
    QuickTest,
    /// A full test.
    FullTest,
    /// A breach of the Laws; no statistic, whatever its value.
    BreachOfTheLaws,
}

/// One rung of the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    pub action: Action,
    /// The least evidence.
    pub evidence: Evidence,
    pub article: String,
    /// The article under which a formal complaint with observation may be a ground, with the statistics taken into account, if there
    /// is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
    /// The least z of a full test; absent where the rules set none: no number forbids such a step then, and [`Assumptions::unusual`]
    /// says from where on one is a reason for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<RungLevels>,
}

/// The least z for an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RungLevels {
    /// Where nobody was singled out before the event; [`MultiplicityRule`] may raise it.
    pub nobody_singled_out: Level,
    /// For a player who was.
    pub singled_out: Level,
}

/// How the level grows with the number of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MultiplicityRule {
    /// The odds must be at least this times the number of players.
    pub odds_per_player: f64,
    /// Never under this z.
    pub least_z: f64,
    pub article: String,
}

/// Steps that a z above a level may justify without observation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub level: Level,
    /// Steps beyond those of the lower levels.
    pub justifies: Vec<Justified>,
    /// How often the text expects an honest player there, in years from one to the next.
    pub once_in_years: Years,
}

/// Steps that a z may justify without observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Justified {
    /// Queries.
    Queries,
    /// A private inquiry.
    PrivateInquiry,
    /// A public process.
    Process,
}

/// A number of years, printed as a number or a range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Years {
    /// At least; 0 where the text only says "more often than", which it says of a z just under the level.
    pub from: f64,
    /// At most.
    pub to: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Complaints {
    /// Under this there is reason to reject one, even with observations.
    pub reject: Level,
    /// Further conditions.
    pub conditions: Vec<Condition>,
    /// The article under which a complaint that argues from moves alone is by itself a ground for a full test only.
    pub moves_alone: String,
    /// The article under which complaints are addressed to the Commission.
    pub after_the_event: String,
    /// An IPR not much above the rating is a reason to reject one as well.
    pub ipr: IprGround,
}

/// The ground of an IPR not much above the rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IprGround {
    /// What *not much above* is taken to mean; an assumption of this project.
    pub not_much_above: NotMuchAbove,
    pub article: String,
}

/// Meaning of an IPR *not much above* the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotMuchAbove {
    /// The range of two standard deviations reaches down to the rating or below it, for every IPR that was computed.
    RangeReachesRating,
}

/// The statute of limitation by how the event was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limitations {
    pub over_the_board: Limitation,
    pub online: Limitation,
}

/// A statute of limitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limitation {
    /// Years after the last round of the event.
    pub years: u16,
    pub article: String,
    /// What the edition before it said, if that was something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<EarlierLimitation>,
}

/// A statute of limitation that was replaced. The rules do not say which of the two holds for an event that ended before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EarlierLimitation {
    /// Years after the last round of the event.
    pub years: u16,
    /// The day from which the later one applies, `YYYY-MM-DD`.
    pub until: String,
}

/// How a player is searched, by the remarks that the Manual prints after a section of the regulations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// The section after which it says that a complaint is found not manifestly unfounded first.
    pub complaint_first: String,
    /// The section after which it says how a search is done.
    pub article: String,
    /// How it is done.
    pub terms: Vec<SearchTerm>,
}

/// A condition of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchTerm {
    /// Not against local law.
    LocalLaw,
    /// In a room of its own.
    OwnRoom,
    /// By a person of the player's sex.
    SameSex,
    /// Before one witness of the same sex.
    OneWitness,
    /// The player may choose a second witness.
    SecondWitness,
    /// Before or after the game, unless evidence would be lost.
    OutsideTheGame,
    /// Only once a round.
    OnceARound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandardOfProof {
    /// More probable than not.
    BalanceOfProbabilities,
    /// Above that and below beyond reasonable doubt.
    ComfortableSatisfaction,
}

/// A standard of proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standard {
    pub standard: StandardOfProof,
    /// The odds have to be above this; absent where the rules fix no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_odds: Option<f64>,
    /// The interval of probability that the rules regard as meeting it, in percent; absent where they name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<Percent>,
    pub article: String,
}

/// An interval of probability, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Percent {
    pub from: f64,
    pub to: f64,
}

/// Numbers that base rates need and the rules do not give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assumptions {
    /// Whose assumptions they are.
    pub source: String,
    /// Performances tested per year: one player in one event each.
    pub player_events_per_year: u32,
    /// From where a single test after the event is odd enough to be a reason for steps that the rules set no least z for.
    pub unusual: Level,
    /// Prior odds.
    pub priors: Vec<Prior>,
}

/// Prior odds for a venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// Where.
    pub venue: Venue,
    /// One player for so many honest ones: odds of 1 to this.
    pub honest_to_one: u32,
}

impl Regulations {
    /// The rules that come with the software.
    ///
    /// # Errors
    /// If the file built into the program does not read, which a test rules out.
    pub fn shipped() -> Result<Self, RegulationError> {
        Ok(toml::from_str(FIDE_2024_11)?)
    }
}

#[cfg(test)]
mod tests;
