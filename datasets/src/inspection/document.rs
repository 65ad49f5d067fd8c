//! The shape of an inspection. Field names are a contract with other programs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::control_words::described;
use super::set_aside::{AsideGame, DoubtfulGame};
use crate::pgn::game::Input;
use crate::players::{Finding, Person};
use crate::tournament::event_facts::{Asked, ClassSource, ControlSource, EventFacts, Unclear, UnfitControl};
use crate::tournament::venue::{Fact, Venue};

/// Version of the layout.
pub const SCHEMA: &str = "fairplay/inspection/3";
/// Most games of one kind that are listed one by one; all are counted.
pub const ASIDE_LISTED: usize = 10_000;

/// Everything found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Inspection {
    /// [`SCHEMA`]
    pub schema: String,
    /// How the inputs were looked at.
    pub mode: Mode,
    /// Checks that this inspection does not make.
    pub unchecked: Vec<Omission>,
    /// The inputs, in the order read.
    pub inputs: Vec<Input>,
    /// Games in = games + unscored + quarantined.
    pub games: Games,
    /// Games that do not hold together, at most [`ASIDE_LISTED`], in the order of the inputs.
    pub quarantine: Vec<QuarantinedGame>,
    /// Games that were read and set aside, at most [`ASIDE_LISTED`], in the order of the inputs.
    pub unscored: Vec<AsideGame>,
    /// Games that a screening sets aside because they were played under other conditions than the rest, at most [`ASIDE_LISTED`].
    pub other_conditions: Vec<AsideGame>,
    /// Games that are scored although another one may be the one that counts, at most [`ASIDE_LISTED`].
    pub doubtful: Vec<DoubtfulGame>,
    /// How the games are written.
    pub reading: Writing,
    pub events: Events,
    /// Time controls and classes.
    pub time_controls: TimeControls,
    pub clocks: Clocks,
    /// Games played online, by platform.
    pub platforms: Vec<KindCount>,
    /// Where an event was played: `over_the_board`, `online`, `hybrid` or `unknown`, with what says so.
    pub venue: Option<Fact<Venue>>,
    /// How an event was played, as a screening takes it where people state nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<HowPlayed>,
    /// The people of an event.
    pub people: Option<PeoplePart>,
    /// Their ratings.
    pub ratings: Option<RatingsPart>,
    /// Rounds, and how much there is to score.
    pub completeness: Option<Completeness>,
    /// Suggested next steps, the most pressing first.
    pub next: Vec<Step>,
}

/// How the inputs were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// As one event: everything.
    Event,
    /// As a collection: counted while it streams past, every move validated.
    Summary,
}

/// Parts that were not inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "Unchecked")]
#[serde(rename_all = "snake_case")]
pub enum Omission {
    /// Copies and earlier versions of games.
    Versions,
    /// Spellings, ratings and rounds of players.
    People,
    /// Events beyond the first fifty thousand are counted together.
    EventCounts,
}

/// How an event was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HowPlayed {
    /// `standard`, `rapid`, `blitz` or `correspondence`.
    pub class: String,
    /// Its source: `time_control`, `clocks`, `name`, `series`, `assumed`, or `not_stated` for games that were played online and do
    /// not say it, or whose clocks refute what is said and leave the class open.
    pub class_from: String,
    /// The control of the event in words, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlRead>,
    /// A control in the tags that the clocks do not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfit: Option<UnfitControl>,
    /// Where the class is assumed: what the games hold of their time without saying it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unclear: Option<Unclear>,
    /// What people have to state before there is an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
}

/// The control of an event as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ControlRead {
    pub written: String,
    pub from: ControlSource,
    /// Meaning in words.
    pub means: String,
    /// The meaning that the clocks refute, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<String>,
    /// Games whose clocks refute it.
    pub by_clocks: usize,
}

impl HowPlayed {
    pub(super) fn new(facts: &EventFacts) -> Self {
        Self {
            class: facts.class.as_str().to_owned(),
            class_from: facts.class_from.as_str().to_owned(),
            control: facts.control.as_ref().map(|found| ControlRead {
                written: found.written.clone(),
                from: found.from,
                means: described(&found.control),
                refuted: found.refuted.as_ref().map(described),
                by_clocks: found.by_clocks,
            }),
            unfit: facts.unfit.clone(),
            unclear: facts.unclear.clone().filter(|_| facts.class_from == ClassSource::Assumed),
            asked: facts.asked(),
        }
    }
}

/// A name and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Counted")]
pub struct KindCount {
    /// The name, as in machine output.
    pub name: String,
    pub games: u64,
}

/// How often each kind occurs.
pub(super) type Tally<K> = BTreeMap<K, u64>;

/// The most frequent first, then by kind. The name of a kind is what it is written as in JSON.
pub(super) fn counted<K: Serialize>(tally: &Tally<K>) -> Vec<KindCount> {
    let name = |kind| match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(name)) => name,
        _ => "unknown".to_owned(),
    };
    let mut counted: Vec<KindCount> =
        tally.iter().map(|(kind, &games)| KindCount { name: name(kind), games }).collect();
    counted.sort_by_key(|line| Reverse(line.games));
    counted
}

/// Games in = games + unscored + quarantined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Games {
    pub found: u64,
    /// Games with moves that can be scored.
    pub games: u64,
    /// Games set aside.
    pub unscored: u64,
    /// Games that do not hold together.
    pub quarantined: u64,
    /// Unscored games by reason.
    pub unscored_by_reason: Vec<KindCount>,
    /// Quarantined games by reason.
    pub quarantined_by_reason: Vec<KindCount>,
}

/// A game in quarantine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Broken")]
pub struct QuarantinedGame {
    /// Name of the input.
    pub input: String,
    /// Number within it, from 1.
    pub game: u32,
    /// Byte offset within the decompressed input.
    pub offset: u64,
    /// Plies read before the break.
    pub ply: u32,
    /// The token that could not be read, at most 80 characters; what cannot be seen is named.
    pub token: String,
    /// Stable name of the kind of defect, such as `illegal_move`.
    pub code: &'static str,
    /// Description of the defect.
    pub reason: String,
    /// `Event` tag as far as it could be read, as the next ones.
    pub event: String,
    /// `Round` tag.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Whether an arbiter may accept it up to the move that is illegal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acceptable: bool,
}

/// How the games are written. Encodings and letters are of the games that can be scored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Reading")]
pub struct Writing {
    /// Encodings of the tags.
    pub encodings: Vec<KindCount>,
    /// Letters of the pieces.
    pub alphabets: Vec<KindCount>,
    /// Games with each kind of remark on the reading, such as `tag_not_read`, `no_break_spaces` or `other_notation`. These are of
    /// all games that read, set-aside ones included.
    pub notes: Vec<KindCount>,
    /// The remarks one by one.
    pub remarks: Remarks,
    /// Games from a position of Chess960.
    pub chess960: u64,
}

/// Remarks on how single games were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Remarks {
    /// How many there are.
    pub count: u64,
    /// Those on tags before those on moves, then in the order of the inputs; at most a thousand of each.
    pub listed: Vec<ReadingRemark>,
}

/// A remark on how a game was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadingRemark {
    /// Name of the input.
    pub input: String,
    /// Number within it, from 1.
    pub game: u32,
    /// Byte offset within the decompressed input.
    pub offset: u64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// As in `notes`.
    pub kind: &'static str,
    /// Name of the tag that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'static str>,
    /// The tag's value as written, at most 80 characters; what cannot be seen is named. Of an illegal move that stood the move with its
    /// number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// What it was read as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_as: Option<String>,
    /// Who says that a game counts up to an illegal move that stood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<String>,
}

/// Events in the order of their first days, as their games tell them apart. Of more than twenty thousand games, and of one event, each
/// `Event` tag in each year, the largest first, quarantined games left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Events {
    /// How many there are.
    pub count: u64,
    /// At most a thousand.
    pub listed: Vec<EventLine>,
}

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventLine {
    /// Name of the event, or `Event` tag as written; empty if every game has a tag of its own.
    pub name: String,
    /// The tags name the players of each game, as broadcasts write them.
    pub own_tags: bool,
    /// The earliest day that a date of its games may mean, `YYYY-MM-DD`.
    pub first_day: Option<String>,
    /// The latest such day.
    pub last_day: Option<String>,
    /// Different rounds from 1 to 255 in `Round` tags.
    pub rounds: u32,
    /// Games that can be scored.
    pub games: u64,
    /// Games set aside.
    pub unscored: u64,
    /// Different `Event` tags, where events were told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<u64>,
    /// Games that do not hold together, where events were told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarantined: Option<u64>,
    /// Time class, where events were told apart: `standard`, `rapid`, `blitz` or `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_class: Option<String>,
    /// Its source, as in a screening: `time_control`, `name`, `series`, `assumed` or `not_stated`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_class_from: Option<String>,
    /// Where it was played, where events were told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub venue: Option<Fact<Venue>>,
}

/// Time controls and classes of the games that can be scored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TimeControls {
    /// Each control with what it was read as, the most frequent first, at most five hundred.
    pub controls: Vec<ControlLine>,
    /// Different controls; those not listed too, up to five thousand.
    pub count: u64,
    /// Games with further controls.
    pub further_games: u64,
    /// Games of each class: `standard`, `rapid`, `blitz`, `correspondence`, `unknown`.
    pub classes: Vec<KindCount>,
    /// Games whose event, round, site, control or clocks show special conditions: `simultaneous`, `blindfold`, `armageddon`,
    /// `unequal_times`, `berserk`, `tie_break`.
    pub conditions: Vec<KindCount>,
    /// Games of an event that a screening sets aside because they were played under other conditions than the rest, by reason.
    pub set_aside: Vec<KindCount>,
}

/// One time control in one kind of event.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct ControlLine {
    /// The tag as written.
    pub written: Option<String>,
    pub games: u64,
    /// Meaning in words.
    pub means: Option<String>,
    /// Why it was not understood.
    pub refused: Option<String>,
    pub class: Option<String>,
    /// Evidence for the class: `time_control_tag`, `event_name`, `site_name`, `series` or `nothing`.
    pub evidence: String,
    /// The word of the event's or site's name, or the name of the series.
    pub word: Option<String>,
    /// The class that the name says, where it contradicts the control.
    pub contradicted_by: Option<NamedClass>,
    /// Other possible meaning of the tag.
    pub doubt: Option<Doubt>,
}

/// A class by a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "Named")]
pub struct NamedClass {
    pub class: String,
    pub word: String,
}

/// A second meaning of a time control.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Doubt {
    /// The rule that decided.
    pub rule: String,
    /// The other meaning, in words.
    pub other: String,
    /// The class by it, where it is another.
    pub other_class: Option<String>,
}

/// Games with clocks = explained + the sum of refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Clocks {
    /// Games without clocks.
    pub without: u64,
    /// Games with clocks.
    pub with: u64,
    /// Games whose time per move is known.
    pub explained: u64,
    /// Of these, games whose clocks settled a control of two meanings.
    pub settled_by_clocks: u64,
    /// Of these, games whose clocks fit only the other meaning.
    pub settled_otherwise: u64,
    /// Games without time per move, by reason.
    pub refused: Vec<KindCount>,
    /// Games with clocks that do not read as a time; they are among the others too.
    pub unreadable: u64,
    /// Games without clocks whose comments hold something like a time, which is not read: `clock`, `seconds`, `command`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub time_like: Vec<KindCount>,
}

/// The people of an event.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct PeoplePart {
    /// People, as told apart by FIDE number or name.
    pub count: u64,
    /// Those with a FIDE number.
    pub with_fide_id: u64,
    /// Those without a rating in the tags.
    pub unrated: u64,
    /// Those whose name is one of a playing site.
    pub handles: u64,
    /// The alias table that was used.
    pub aliases: Option<String>,
    /// All players with a game that can be scored, by name.
    pub players: Vec<Player>,
    /// People with several ratings in the tags of games over the board.
    pub several_ratings: Vec<SeveralRatings>,
    /// Pairs of entries that may be one person, the likeliest first, at most two hundred.
    pub suggestions: Vec<Pair>,
    /// Pairs found; those not listed too.
    pub suggestions_count: u64,
    /// There may be more pairs.
    pub suggestions_incomplete: bool,
    /// Contradictions: one number with two names, one name with several numbers.
    pub findings: Vec<Finding>,
}

/// A player of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Player {
    #[serde(flatten)]
    pub person: Person,
    /// Games that can be scored.
    pub games: u32,
    /// Moves that may be scored: turns 9 to 60 that are neither forced nor in a repeated position. The engine will leave
    /// out those in positions that are decided already.
    pub moves_to_score: u32,
    /// Rating on the list of the event's first day.
    pub list: Option<ListedRating>,
    /// Rating in the tags minus rating on the list.
    pub difference: Option<i32>,
}

/// A rating on a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedRating {
    pub rating: u16,
    /// `standard`, `rapid` or `blitz`.
    pub class: String,
    /// It is not the rating of the event's class.
    pub fallback: bool,
    /// Name of the list.
    pub list: String,
    /// Month from which the list is valid, `YYYY-MM`.
    pub period: String,
    /// FIDE number on the list.
    pub fide_id: Option<u32>,
    /// Name on the list.
    pub name: String,
    /// Found by name alone.
    pub by_name: bool,
    /// The list has another name for the number.
    pub name_differs: bool,
}

/// A person with several ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeveralRatings {
    pub name: String,
    pub fide_id: Option<u32>,
    /// Rating and the number of games with it, the most frequent first.
    pub ratings: Vec<(u16, u32)>,
}

/// One of two who may be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Subject {
    pub name: String,
    pub fide_id: Option<u32>,
    /// Rating in the tags.
    pub rating: Option<u16>,
}

/// Two entries that may be one person.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Pair {
    pub a: Subject,
    pub b: Subject,
    /// 0.70 to 1.
    pub score: f64,
    /// Evidence for and against.
    pub reasons: Vec<String>,
}

/// Ratings of an event against the stored lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RatingsPart {
    /// The event's first day, `YYYY-MM-DD`, if the dates say which list was valid on it. Of a date without its day it is the
    /// first one that it may mean.
    pub first_day: Option<String>,
    /// Month of the list that was valid on that day, `YYYY-MM`.
    pub needed: Option<String>,
    /// The event has more than 30 days, so a screening takes the list of each game's day (FIDE Title Regulations B.01, 1.1.4).
    pub by_game: bool,
    /// The class whose list was asked first.
    pub class: String,
    /// Lists that gave ratings, with the number of players.
    pub lists: Vec<KindCount>,
    /// No date of the games says which list was valid, so none gives a rating.
    pub undated: bool,
    /// The list of that class that was valid on that day is not stored. No other list gives a rating.
    pub no_list: bool,
    /// Players with a rating from a list.
    pub listed: u64,
    /// Of these, players whose rating in the tags is another.
    pub differing: u64,
    /// Of these, players whose rating in the tags is the list's.
    pub agreeing: u64,
    /// Players without a rating from a list, by reason.
    pub passed_over: Vec<KindCount>,
}

/// Rounds of an event, and how much there is to score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Completeness {
    /// Each round with its games, set-aside ones included, copies not.
    pub rounds: Vec<RoundLine>,
    /// Games whose `Round` tag holds no round.
    pub without_round: u64,
    /// Decisions that an index needs.
    pub gate: u32,
    /// Players with a rating and at least so many moves to score. Some will fall short, because the engine leaves out
    /// positions that are decided.
    pub may_have_an_index: u64,
    /// Players with a rating and too few moves.
    pub too_few_moves: u64,
    /// Players with moves and without a rating.
    pub without_rating: u64,
}

/// A round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RoundLine {
    pub round: u16,
    pub games: u64,
    /// Of these, games that can be scored.
    pub scored: u64,
}

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "step", content = "count")]
pub enum Step {
    /// Read so many quarantined games and correct them at their source.
    FixQuarantined(u64),
    /// If the illegal move of so many quarantined games stood on the board, an arbiter may accept them up to it.
    AcceptIllegal(u64),
    /// Say which of so many games count: the same pair has another one in the round, or another game has the same moves.
    SettleDoubtful(u64),
    /// Screen each of so many events for itself.
    ChooseEvent(u64),
    /// Look at so many findings about names and FIDE numbers.
    SettleNumbers(u64),
    /// Say whether so many pairs of entries are one person each.
    ConfirmSpellings(u64),
    /// Add the rating list of the event's first day.
    AddRatingList,
    /// Look at so many players whose rating is not the list's.
    CompareRatings(u64),
    /// So many players have no rating and will have no index.
    FindRatings(u64),
    /// So many games have a control and a name that say different things.
    SettleTimeClass(u64),
    /// So many games may have been played online, and people have to state how, or at which time class.
    StateClassAndVenue(u64),
    /// So many games are of a kind of play without parameters, and get no index.
    NoCalibration(u64),
    /// There is no game that can be scored.
    NothingToScore,
    /// Screen the event.
    Screen,
}
