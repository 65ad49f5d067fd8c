//! The full test of one player in one event: everything a panel, a defence expert and a court need to see, as data.
//!
//! It stands on the same decisions and the same judgement as the screening; what is added is looked at from more sides. It
//! gives numbers and never a verdict, and what the rules allow is said elsewhere.

mod absences;
mod beside;
mod clocks;
mod digest;
mod entries;
pub(crate) mod fitted_search;
mod help;
mod parts;
mod place;
pub(crate) mod player_decision;
mod premises;
mod report;
mod rules;
mod second_engine;
mod sensitivity;
mod several;
mod telemetry;
mod visible;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::basis::{RatingHistory, rating_histories};
use crate::decision::Decision;
use crate::judge::hints::sequence::moves;
use crate::judge::policy::IprFact;
use crate::judge::screen::document::{EventSummary, Manifest, PlayerResult, Projected, Screening};
use crate::judge::screen::{Event, Screened, with_field};
use crate::parameters::Parameters;
use crate::statistics::ipr::{Equated, Ipr, IprError, RatingEstimate, Reference, Yardstick, equated};
use crate::statistics::overall::Shifts;
use crate::statistics::statistic::LOSS;
use crate::statistics::sums::Sums;
pub use absences::{AbsenceEntry, AfterAbsences, Chance, Counted, WINDOW};
pub use beside::{PlayersFrom, StatedEvent, SupportingEvidence};
pub use clocks::{Clocks, MIN_TIMED, Times, Used};
pub use entries::{DecisionEntry, GameEntry, LineEntry};
use fitted_search::FittedSearch;
pub use fitted_search::Second;
pub use help::{HelpEvidence, HelpKind, HelpedGame, HelpedMove, KindShare};
pub use parts::{Of, Part, Sequential, Standing};
pub use place::{FieldPlace, PlaceError, Screened as FieldScreening};
use player_decision::{PlayerDecision, View, decisions, sums};
pub use premises::{
    GamePremise, PersonPremise, Premises, PremisesError, Rebuilt, UnscoredPremise, schema as premises_schema,
};
pub use report::ReportCheck;
pub use rules::{Circumstances, RulesError, UnderRules, kind};
pub use second_engine::{Agreement, SecondEngine};
pub use sensitivity::{Change, Row, Sensitivity};
pub use several::{Apart, Combined, EventEntry, Performance, Several, Together, Way, several};
pub use telemetry::{PlatformTelemetry, TelemetryCount, TelemetryEntry};
pub use visible::{HelpedSums, Visible, by_first_line, smallest_visible};

/// Version of the layout of [`FullTest`].
pub const SCHEMA: &str = "fairplay/dossier/2";

/// Why a player cannot be tested.
#[derive(Debug, Error)]
pub enum FullTestError {
    #[error("the event has no player number {0}")]
    NoPlayer(usize),
    #[error("there are no parameters for this engine and these settings, so nothing can be tested")]
    NotCalibrated,
    /// The rules cannot be consulted.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The document cannot be written for its digest, which no test made here can cause.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The full test of one player in one event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FullTest {
    /// [`SCHEMA`].
    pub schema: String,
    /// Origin of the numbers.
    pub manifest: Manifest,
    /// The event, as far as the player's games go.
    pub event: EventSummary,
    /// When and where it was played and who answered for it; absent where nobody stated it. The digest leaves out place and names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<StatedEvent>,
    /// Players of the event, whose number the corrections for many looks need.
    pub event_players: u32,
    /// Where that number comes from.
    pub event_players_from: PlayersFrom,
    /// The tournament report against the games; absent where none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<ReportCheck>,
    /// The player's block, the same as on a screening sheet.
    pub player: PlayerResult,
    /// Intrinsic performance ratings.
    pub ipr: Iprs,
    /// Some of the decisions, apart.
    pub parts: Vec<Part>,
    /// After every game.
    pub course: Vec<Standing>,
    /// The parts of the Bayes factor of help; absent without a fitted helper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<HelpEvidence>,
    /// Under other choices.
    pub sensitivity: Sensitivity,
    /// Match rates of another engine; absent where none was asked. They are no second, independent test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_engine: Option<SecondEngine>,
    /// The rules on the overall z of the primary model; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<UnderRules>,
    /// The player's place in the field; absent without a screening of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<FieldPlace>,
    /// Decisions after logged absences; absent without a log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absences: Option<AfterAbsences>,
    /// What the platform noted beside the moves; absent where it handed over nothing. It enters no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub telemetry: Option<PlatformTelemetry>,
    /// Time used on decisions.
    pub clocks: Clocks,
    /// Facts in the player's favour.
    pub favour: Favour,
    /// The player's events up to this one; absent where it was tested alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several: Option<Several>,
    /// The smallest help from the engine of the test that would have been seen, at each level asked for.
    pub power: Vec<Visible>,
    /// The same of help from another strong engine; empty without a fitted helper.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub power_other: Vec<Visible>,
    /// The player's games, in the order of play.
    pub games: Vec<GameEntry>,
    /// The player's decisions, in the order of play.
    pub decisions: Vec<DecisionEntry>,
}

/// Intrinsic performance ratings: descriptions of moves, never evidence alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Iprs {
    /// By the player's own sensitivity and consistency on the reference set; absent without one for this engine.
    pub intrinsic: Option<Ipr>,
    /// The rating at which the primary model projects what was observed.
    pub record: Option<Equated>,
    /// The same of the second model.
    pub depth_aware: Option<Equated>,
    /// Why one of them is missing, in the words of the error.
    pub missing: Vec<String>,
}

impl Iprs {
    /// Of all that were computed the one whose range begins highest, beside a rating.
    fn highest(&self, rating: u16) -> Option<IprFact> {
        let begins = |of: RatingEstimate| match of {
            RatingEstimate::At(rating) => rating,
            RatingEstimate::Below(rating) | RatingEstimate::Above(rating) => f64::from(rating),
        };
        let intrinsic = self.intrinsic.map(|of| (of.value, of.low, of.high));
        let equated = [self.record, self.depth_aware].map(|of| of.map(|of| (of.value, of.low, of.high)));
        let all = std::iter::once(intrinsic).chain(equated).flatten();
        let highest = all.max_by(|a, b| begins(a.1).total_cmp(&begins(b.1)));
        highest.map(|(value, low, high)| IprFact { rating, value, low, high })
    }
}

/// Facts in the player's favour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Favour {
    /// Mean projected probability of the first line at the player's rating, 0 to 1: the higher, the more forcing the
    /// positions, and the less a match says.
    pub forcedness: Option<f64>,
    /// The same over the opponents' positions in the same games, at the player's rating.
    pub opponents_forcedness: Option<f64>,
    /// The opponents' mean loss in centipawns: errors make good moves easy to find.
    pub opponents_loss_cp: Projected,
    /// Plies that had been played before the event, on average; absent without a book.
    pub known_plies: Option<f64>,
    /// Rating points gained in the event by its own results.
    pub rating_gain: Option<i32>,
    /// An honest player of this rating scores so high or higher once in so many performances, in this population.
    pub once_in: Option<f64>,
}

/// Options of a full test.
#[derive(Clone, Copy, Debug)]
pub struct TestRequest<'a> {
    /// The player, as an index into the roster.
    pub person: usize,
    /// The reference set of the IPR for this engine and these settings.
    pub reference: Option<&'a Reference>,
    /// Another engine, for its match rates.
    pub second: Option<Second<'a>>,
    /// Circumstances stated by people.
    pub circumstances: Circumstances,
    /// Overall z for which the smallest visible help is wanted.
    pub levels: &'a [f64],
    /// Supporting evidence.
    pub beside: SupportingEvidence<'a>,
}

impl FullTest {
    /// Gives the opponents other names: `name` is asked with the index of a game in the event. It must reach every place
    /// that holds the name of somebody else than the player, because the copy without names and the digest rest on it.
    pub fn name_opponents(&mut self, name: impl Fn(usize) -> String) {
        for game in &mut self.games {
            game.opponent = name(game.index);
        }
        if let Some(report) = &mut self.report {
            // They name people, and no number rests on them.
            report.player.findings.clear();
        }
    }

    /// Takes over what rests on statements and files that were handed in beside the games: what is stated of the event, report, place in the field, absences, clocks,
    /// other events; and what the rules said, where the document was made under another edition of them. None of it changes a z, and
    /// none of it can be made again from the games alone.
    ///
    /// # Errors
    /// If the document cannot be written for its digest.
    pub fn take_beside(&mut self, from: &Self) -> Result<(), serde_json::Error> {
        self.schema.clone_from(&from.schema);
        self.event_players_from = from.event_players_from;
        self.manifest.programs.clone_from(&from.manifest.programs);
        self.stated.clone_from(&from.stated);
        // The games of the player alone do not tell it: clocks and tags of the others count too.
        self.event.played.clone_from(&from.event.played);
        self.report.clone_from(&from.report);
        self.place.clone_from(&from.place);
        self.absences.clone_from(&from.absences);
        self.telemetry.clone_from(&from.telemetry);
        self.clocks.clone_from(&from.clocks);
        self.several.clone_from(&from.several);
        if let (Some(own), Some(others)) = (&mut self.rules, &from.rules) {
            own.take_edition(others);
        }
        self.manifest.digest = self.digest()?;
        Ok(())
    }
}

/// Expected shifts of the player under both models.
#[derive(Clone, Copy, Debug)]
struct PlayerShifts {
    record: Shifts,
    second: Shifts,
}

impl PlayerShifts {
    /// As the screening has them.
    fn new(event: &Event<'_>, person: usize, player: &PlayerResult) -> Self {
        let day = event.first_day();
        let alone = player.rating.and_then(|rating| event.prior(person, rating, day)).unwrap_or_default();
        Self {
            record: with_field(alone, player.strength.as_ref().and_then(|strength| strength.field)),
            second: with_field(alone, player.depth_aware.as_ref().and_then(|second| second.field)),
        }
    }
}

/// Tests a player. `screened` is the screening of the same event.
///
/// # Errors
/// If there is no such player, or nothing to test with.
pub fn full_test(
    event: &Event<'_>,
    screened: &Screened,
    asked: &TestRequest<'_>,
) -> Result<FullTest, FullTestError> {
    let TestRequest { person, levels, ref beside, .. } = *asked;
    let screening = &screened.screening;
    let (player, parameters) = tested(event, screened, person)?;
    let courses = rating_histories(&event.collection.games, event.roster, event.ratings);
    let course = courses.get(person).ok_or(FullTestError::NoPlayer(person))?;
    let own = decisions(event, |p| p == person, View::Complete);
    let rating = |game: usize| covered(parameters, course.at(event.basis, game));
    let sums = sums(&own, parameters, rating);
    let shifts = &PlayerShifts::new(event, person, player);
    let second = parameters.depth_aware.as_ref();
    let moves_with = |other| moves(second?, &own, shifts.second.alone, rating, other);
    let moves = moves_with(None);
    let opponents = Opponents::new(event, person);
    let (event_players, event_players_from) = beside.event_players(event.roster.people.len());
    let ipr = iprs(&own, parameters, asked.reference);
    let rules = player.overall_z.zip(player.once_in).map(|z| {
        let settings = &screening.manifest.settings;
        let looked =
            rules::Looked { settings, event_players, ipr: player.rating.and_then(|r| ipr.highest(r)) };
        rules::under_rules(z, &asked.circumstances, &looked, parameters)
    });
    let smallest = |helped: Option<HelpedSums>| -> Vec<Visible> {
        let of = |(sums, helped): (&Sums, HelpedSums)| {
            let at = |level: &f64| smallest_visible(sums, &helped, &parameters.null, &shifts.record, *level);
            levels.iter().filter_map(at).collect()
        };
        sums.as_ref().zip(helped).map(of).unwrap_or_default()
    };
    let mut test = FullTest {
        schema: SCHEMA.to_owned(),
        manifest: screening.manifest.clone(),
        // Of the player's games it is said one by one.
        event: EventSummary { accepted: Vec::new(), ..screening.event.clone() },
        event_players,
        event_players_from,
        stated: beside.stated.cloned(),
        report: beside.report.cloned(),
        ipr,
        parts: parts::parts(parameters, shifts, &own, screening.event.start, rating),
        course: parts::course(parameters, shifts, (&own, moves.as_ref()), rating),
        help: moves.as_ref().and_then(|moves| {
            let theirs = |game| opponents.helped_moves(event, (screening, parameters), &courses, game);
            help::help(&own, moves, |game| theirs(game).unwrap_or_default())
        }),
        sensitivity: sensitivity::table(event, (parameters, shifts), person, course, &own),
        second_engine: asked.second.map(|other| {
            let fitted = second.and_then(|second| FittedSearch::new(other, event, &second.deeper));
            let adjusted = fitted.and_then(|fitted| moves_with(Some(fitted)));
            second_engine::compare(event, &other, &own, &opponents.own, adjusted.as_ref())
        }),
        rules: rules.transpose()?,
        place: beside.screening.map(|given| place::place(given, player, screening, event)),
        absences: beside
            .absences
            .map(|log| absences::after_absences(log, parameters, &shifts.record, &own, rating)),
        telemetry: beside.telemetry.map(telemetry::platform_telemetry),
        clocks: clocks::clocks(&event.collection.games, parameters, &own, rating),
        favour: favour((event, person), parameters, &courses, player, &own, &opponents),
        several: beside.earlier.and_then(|earlier| {
            let games = &event.collection.games;
            let this = Performance::new(event.name, games, player, &own, (parameters, shifts), rating)?;
            let mut events = earlier.to_vec();
            events.push(this);
            Some(several(&events))
        }),
        power: smallest(sums.as_ref().map(|sums| by_first_line(sums.projected))),
        power_other: smallest(
            second
                .and_then(|second| second.helper.as_ref())
                .and_then(|helper| visible::by_other_engine(helper, &own, parameters, rating)),
        ),
        games: entries::games(event, screened, person, &own, course),
        decisions: entries::decisions(screened, &own, parameters, sums.as_ref(), &shifts.record, rating),
        player: player_alone(player),
    };
    test.manifest.digest = test.digest()?;
    Ok(test)
}

/// The sums that tests of later events need from this one; `None` if a decision has no projection.
pub fn performance(
    event: &Event<'_>,
    screened: &Screened,
    person: usize,
) -> Result<Option<Performance>, FullTestError> {
    let (player, parameters) = tested(event, screened, person)?;
    let courses = rating_histories(&event.collection.games, event.roster, event.ratings);
    let course = courses.get(person).ok_or(FullTestError::NoPlayer(person))?;
    let own = decisions(event, |p| p == person, View::Complete);
    let rating = |game: usize| covered(parameters, course.at(event.basis, game));
    let games = &event.collection.games;
    let shifts = &PlayerShifts::new(event, person, player);
    Ok(Performance::new(event.name, games, player, &own, (parameters, shifts), rating))
}

/// The player's block without what only a screening tells: a test may hold no other games than the player's.
fn player_alone(player: &PlayerResult) -> PlayerResult {
    PlayerResult { standing: None, losses: Vec::new(), ..player.clone() }
}

/// The player's block, and the parameters that the event is judged by.
fn tested<'a>(
    event: &Event<'a>,
    screened: &'a Screened,
    person: usize,
) -> Result<(&'a PlayerResult, &'a Parameters), FullTestError> {
    let screening = &screened.screening;
    let player = screening.players.get(person);
    let player = player.ok_or(FullTestError::NoPlayer(person))?;
    let parameters = event
        .parameters
        .filter(|_| screening.manifest.missing.is_none())
        .ok_or(FullTestError::NotCalibrated)?;
    Ok((player, parameters))
}

/// Nothing is extrapolated beyond the ratings of the fit.
fn covered(parameters: &Parameters, rating: Option<u16>) -> Option<u16> {
    rating.filter(|rating| parameters.ratings.contains(*rating))
}

fn iprs(own: &[PlayerDecision], parameters: &Parameters, reference: Option<&Reference>) -> Iprs {
    let decisions: Vec<Decision> = own.iter().map(|o| o.decision.clone()).collect();
    let mut missing = Vec::new();
    let mut note = |error: IprError| missing.push(error.to_string());
    let intrinsic = reference.and_then(|reference| {
        let found = Yardstick::new(parameters, reference).and_then(|y| y.ipr(&decisions));
        found.map_err(&mut note).ok()
    });
    let record = equated(&decisions, parameters, parameters.ratings).map_err(&mut note).ok();
    let second = parameters.depth_aware.as_ref();
    let depth_aware = second.and_then(|second| {
        let found = equated(&decisions, second, parameters.ratings);
        found.map_err(&mut note).ok()
    });
    missing.dedup();
    Iprs { intrinsic, record, depth_aware, missing }
}

/// The opponents' decisions in the player's games, and the opponent of each game.
struct Opponents {
    own: Vec<PlayerDecision>,
    of_game: BTreeMap<usize, usize>,
}

impl Opponents {
    fn new(event: &Event<'_>, person: usize) -> Self {
        let of_game: BTreeMap<usize, usize> = event
            .roster
            .games
            .iter()
            .enumerate()
            .filter_map(|(game, sides)| match *sides {
                (me, other) | (other, me) if me == person => Some((game, other)),
                _ => None,
            })
            .collect();
        let mut own = decisions(event, |p| p != person, View::Complete);
        own.retain(|o| of_game.contains_key(&o.game));
        Self { own, of_game }
    }

    /// The opponent's moves in one game under the Bayes factor of help; `None` if they cannot be projected.
    fn helped_moves(
        &self,
        event: &Event<'_>,
        (screening, parameters): (&Screening, &Parameters),
        courses: &[RatingHistory],
        game: usize,
    ) -> Option<Vec<HelpedMove>> {
        let person = *self.of_game.get(&game)?;
        let mut games = self.own.chunk_by(|a, b| a.game == b.game);
        let own = games.find(|own| own.first().is_some_and(|own| own.game == game))?;
        let course = courses.get(person)?;
        let shift = PlayerShifts::new(event, person, screening.players.get(person)?).second.alone;
        let rating = |game| covered(parameters, course.at(event.basis, game));
        let found = moves(parameters.depth_aware.as_ref()?, own, shift, rating, None)?;
        Some(help::helped_moves(own, &found.grid, &found.played()))
    }
}

fn favour(
    (event, person): (&Event<'_>, usize),
    parameters: &Parameters,
    courses: &[RatingHistory],
    player: &PlayerResult,
    own: &[PlayerDecision],
    opponents: &Opponents,
) -> Favour {
    let rating = covered(parameters, player.rating);
    let forced = |own: &[PlayerDecision]| parts::forcedness(own, parameters, rating?);
    let theirs = sums(&opponents.own, parameters, |game| {
        let opponent = courses.get(*opponents.of_game.get(&game)?)?;
        covered(parameters, opponent.at(event.basis, game))
    });
    let observed: Vec<f64> = opponents.own.iter().map(|o| 100.0 * o.decision.played_difference()).collect();
    let n = observed.len() as f64;
    Favour {
        forcedness: forced(own),
        opponents_forcedness: forced(&opponents.own),
        opponents_loss_cp: Projected {
            observed: (!observed.is_empty()).then(|| observed.iter().sum::<f64>() / n),
            expected: theirs
                .filter(|sums| sums.projected > 0)
                .map(|sums| sums.expected(LOSS) / f64::from(sums.projected)),
        },
        known_plies: player.known_plies,
        rating_gain: courses.get(person).and_then(RatingHistory::gain),
        once_in: player.once_in,
    }
}

#[cfg(test)]
pub(crate) mod tests;
