//! One look at an event: every player's index and sequential values, and the ladder for the event.
//!
//! A look is a function of the games as they stand. It knows nothing of the look before: values of the sequential kind
//! are made anew from the first decision each time, and come out as they were, because what they rest on was fixed
//! beforehand.
//!
//! Which games are in the look is the caller's choice: those of complete rounds, or all whole moves so far. A player is
//! named by the sequential value in either case, which may be read at any time.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use datasets::{GameResult, round_of};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::HintsError;
use super::escalation::{Candidate, by_evidence};
use super::evidence::{FullReading, NoReading, QuickHint, TestOutcome};
use super::ladder::{PlayerEvidence, Rung, Terms, ladder};
use super::promise::{FALSE_HINTS, Promise};
use super::rounds::Rounds;
use super::sequence::{SequentialPath, moves};
use crate::basis::{RatingHistory, rating_histories};
use crate::digest::Rule;
use crate::judge::full_test::Second;
use crate::judge::full_test::fitted_search::FittedSearch;
use crate::judge::full_test::player_decision::{PlayerDecision, View, decisions};
use crate::judge::policy::LookPlan;
use crate::judge::policy::regulations::{Level, Source};
use crate::judge::policy::{Attention, Mode, Regulations, Venue};
use crate::judge::screen::document::{EngineEntry, EventSummary, Manifest, SettingsEntry, Suggestion};
use crate::judge::screen::{Event, Screened};
use crate::parameters::{DepthAwareReading, Parameters};

/// Version of the layout of [`Hints`].
pub const SCHEMA: &str = "fairplay/hints/3";

/// Inputs of an interim look.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    pub event: &'a Event<'a>,
    /// Its screening, by a quick test.
    pub screened: &'a Screened,
    /// A deeper search of the same positions by another engine. It enters the sequential value if it was fitted how often honest
    /// players make its first moves, under the conditions of the event.
    pub second: Option<Second<'a>>,
    pub rounds: Rounds,
    /// Honest players named per event, on average and at most; [`FALSE_HINTS`] unless there is a reason.
    pub false_hints: f64,
    /// How often full tests are looked at.
    pub looks: LookPlan,
    /// Players of the event, at least those who are in its games so far; absent to take these.
    pub players: Option<NonZeroU32>,
    /// How players came under attention before the event or by a complaint, by index into the roster; nobody else did.
    pub attention: BTreeMap<usize, Attention>,
    /// Full tests made so far, in any order.
    pub full: Vec<TestOutcome>,
    /// When the look was made, in seconds since 1970-01-01 UTC, as the caller says.
    pub at: Option<u64>,
}

impl<'a> Look<'a> {
    /// A look with the usual promise, nobody under attention and no full test.
    pub fn usual(event: &'a Event<'a>, screened: &'a Screened) -> Self {
        Self {
            event,
            screened,
            second: None,
            rounds: Rounds::of_collection(event.collection),
            false_hints: FALSE_HINTS,
            looks: LookPlan::Open,
            players: None,
            attention: BTreeMap::new(),
            full: Vec::new(),
            at: None,
        }
    }
}

/// Live hints after a look at an event.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Hints {
    /// [`SCHEMA`].
    pub schema: String,
    /// Origin of the numbers; the digest is over this document.
    pub manifest: Manifest,
    /// The deeper search whose first moves the sequential values take into account; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_engine: Option<HintsSecondEngine>,
    /// The event and the accounting of its games.
    pub event: EventSummary,
    /// When the look was made, in seconds since 1970-01-01 UTC; absent if nobody said.
    pub at: Option<u64>,
    pub rules: Rules,
    pub rounds: Rounds,
    /// The promise to honest players.
    pub promise: PromiseFigures,
    /// Every player, those with most evidence first.
    pub players: Vec<PlayerLook>,
    /// The ladder, from the mildest action.
    pub ladder: Vec<Rung>,
}

impl Hints {
    /// Chance that, in an event of honest players, anybody is ever named with a sequential value as high as that of a hint: above 0
    /// and at most 1, never too low.
    ///
    /// The smaller of two bounds. An event names anybody with the probability promised, at most. And an honest player's value ever
    /// gets to `c` with probability `1 / c` at most (Ville 1939), so any of `N` players' with `N / c` (union bound).
    pub fn chance_in_honest_event(&self, hint: &QuickHint) -> f64 {
        let players = f64::from(self.promise.players);
        (players * libm::exp10(-hint.crossing.log10_value)).min(self.promise.false_hints)
    }
}

/// A second engine of hints.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HintsSecondEngine {
    pub engine: EngineEntry,
    pub settings: SettingsEntry,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rules {
    /// Where they are printed.
    pub title: String,
    /// Since when, `YYYY-MM`.
    pub date: String,
    /// Meaning of the letters before an article.
    pub sources: Vec<Source>,
}

/// The promise in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PromiseFigures {
    /// Honest players named per event over all looks, on average and at most.
    pub false_hints: f64,
    /// Players it is shared by.
    pub players: u32,
    /// The share of one player.
    pub alpha: f64,
    /// How often full tests are looked at.
    pub looks: LookPlan,
}

/// One player after a look.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlayerLook {
    /// Index into the event's roster.
    pub person: usize,
    /// Name as most games write it.
    pub name: String,
    /// FIDE identity number.
    pub fide_id: Option<u32>,
    /// Rating used for the projections.
    pub rating: Option<u16>,
    /// Games so far.
    pub games: u32,
    /// Decisions scored so far.
    pub decisions: u32,
    /// Whether there are enough of them for an index.
    pub sufficient: bool,
    /// Index of the primary model; absent below the gate.
    pub index: Option<f64>,
    /// Index of the second model.
    pub depth_aware_index: Option<f64>,
    /// The step that the index suggests.
    pub reading: Suggestion,
    /// The sequential value; absent without a certified calibration.
    pub course: Option<SequentialPath>,
    /// How the player came under attention.
    pub attention: Attention,
    /// Whether a quick test names the player now.
    pub standing: Standing,
    /// The latest full test with a z.
    pub full: Option<FullReading>,
    /// The latest full test, if it has no z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_reading: Option<NoReading>,
}

/// The standing of a player by the quick test.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Standing {
    /// Nothing unusual, or nothing to tell it by: see [`PlayerLook::is_judged`].
    Ordinary,
    /// Unusual: ask for a full test.
    Unusual { hint: QuickHint },
    /// It was unusual, and the full test after this round was not; no value has been higher since.
    Answered { after_round: u16 },
}

impl PlayerLook {
    /// Decimal logarithm of the highest value; 0 without one.
    pub fn log10_highest(&self) -> f64 {
        self.course.as_ref().map_or(0.0, |course| course.now.log10_highest)
    }

    /// Whether there is a sequential value of enough decisions, so that a quick test can tell what is ordinary.
    pub fn is_judged(&self) -> bool {
        self.sufficient && self.course.is_some()
    }

    /// The round after which the player was tested last, with a z or without.
    pub fn tested_after(&self) -> Option<u16> {
        let without = self.no_reading.as_ref().map(|none| none.after_round);
        without.or(self.full.as_ref().map(|full| full.after_round))
    }

    /// Whether a quick test names the player.
    pub fn is_named(&self) -> bool {
        matches!(self.standing, Standing::Unusual { .. })
    }

    /// The player as a candidate for a full test that would have to search so many positions.
    pub fn candidate(&self, positions: u32) -> Candidate {
        Candidate {
            person: self.person,
            name: self.name.clone(),
            attention: self.attention,
            named: self.is_named(),
            log10_highest: self.log10_highest(),
            index: self.index,
            reading: self.reading,
            sufficient: self.sufficient,
            tested_after: self.tested_after(),
            positions,
        }
    }
}

/// Looks at an event. Pure: the same arguments give the same bits.
///
/// # Errors
/// If what is promised is no number, a full test names nobody in the event, or the shipped rules do not read.
pub fn hints(look: &Look<'_>) -> Result<Hints, HintsError> {
    let screening = &look.screened.screening;
    let people = screening.players.len();
    if let Some(full) = look.full.iter().find(|full| full.person() >= people) {
        return Err(HintsError::NoPlayer { person: full.person(), players: people });
    }
    let rules = Regulations::shipped()?;
    let named = u32::try_from(people).ok().and_then(NonZeroU32::new);
    let promise = Promise {
        false_hints: look.false_hints,
        // The number may have been stated before the last players entered; the promise covers everybody in the games.
        players: look.players.max(named).unwrap_or(NonZeroU32::MIN),
        looks: look.looks,
    }
    .checked()?;
    let models = certified(look);
    let deeper = models.and_then(|(_, second)| FittedSearch::new(look.second?, look.event, &second.deeper));
    let mut paths = models.map_or_else(BTreeMap::new, |models| paths(look, models, deeper, &promise));
    let mut players: Vec<PlayerLook> = Vec::with_capacity(people);
    for person in 0..people {
        players.extend(player(look, person, paths.remove(&person), &rules.complaints.reject));
    }
    players.sort_by(|a, b| {
        let key = |p: &PlayerLook| (p.is_named(), p.log10_highest(), p.index);
        let ((an, av, ai), (bn, bv, bi)) = (key(a), key(b));
        by_evidence((an, av, ai, &a.name), (bn, bv, bi, &b.name)).then(a.person.cmp(&b.person))
    });
    let evidence: Vec<PlayerEvidence<'_>> = players.iter().map(evidence).collect();
    let terms = Terms {
        rules: &rules,
        promise: &promise,
        bars: promise.bars(&rules.multiplicity),
        venue: look.event.facts.mode.map_or(Venue::OverTheBoard, Mode::venue),
        round: look.rounds.complete_through.unwrap_or(0),
    };
    let ladder = ladder(&terms, &evidence);
    drop(evidence);
    let mut hints = Hints {
        schema: SCHEMA.to_owned(),
        manifest: Manifest { digest: String::new(), ..screening.manifest.clone() },
        second_engine: deeper.map(|FittedSearch { second, .. }| HintsSecondEngine {
            engine: second.engine.into(),
            settings: second.settings.into(),
        }),
        event: screening.event.clone(),
        at: look.at,
        rounds: look.rounds.clone(),
        promise: PromiseFigures {
            false_hints: promise.false_hints,
            players: promise.players.get(),
            alpha: promise.alpha(),
            looks: promise.looks,
        },
        players,
        ladder,
        rules: Rules { title: rules.title, date: rules.date, sources: rules.sources },
    };
    hints.manifest.digest = hints.digest()?;
    Ok(hints)
}

fn evidence(player: &PlayerLook) -> PlayerEvidence<'_> {
    PlayerEvidence {
        person: player.person,
        name: &player.name,
        attention: player.attention,
        hint: match &player.standing {
            Standing::Unusual { hint } => Some(hint),
            Standing::Ordinary | Standing::Answered { .. } => None,
        },
        full: player.full.as_ref(),
    }
}

fn player(
    look: &Look<'_>,
    person: usize,
    course: Option<SequentialPath>,
    ordinary: &Level,
) -> Option<PlayerLook> {
    let result = look.screened.screening.players.get(person)?;
    let tests = || look.full.iter().filter(|full| full.person() == person);
    let full = tests().filter_map(TestOutcome::reading).max_by_key(|full| full.after_round).cloned();
    let no_reading = match tests().max_by_key(|full| full.after_round()) {
        Some(TestOutcome::NoReading(none)) => Some(none.clone()),
        Some(TestOutcome::Reading(_)) | None => None,
    };
    Some(PlayerLook {
        person,
        name: result.name.clone(),
        fide_id: result.fide_id,
        rating: result.rating,
        games: result.games,
        decisions: result.scored,
        sufficient: result.sufficient,
        index: result.roi,
        depth_aware_index: result.depth_aware.as_ref().map(|second| second.roi),
        reading: result.reading,
        attention: look.attention.get(&person).copied().unwrap_or(Attention::Nobody),
        standing: standing(course.as_ref(), full.as_ref(), ordinary),
        course,
        full,
        no_reading,
    })
}

/// A hint stands until a full test of the same games is ordinary, and again once a later value names the player that is higher than
/// any was then.
///
/// A full test is ordinary where the rules would see reason to reject even a complaint with observations.
fn standing(course: Option<&SequentialPath>, full: Option<&FullReading>, ordinary: &Level) -> Standing {
    let Some(course) = course.filter(|course| !course.crossings.is_empty()) else {
        return Standing::Ordinary;
    };
    let answer = full.filter(|full| ordinary.holds(full.z));
    let highest_then = answer.map(|full| course.highest_through(full.after_round) + SAME);
    match (QuickHint::from_path(course, highest_then), answer) {
        (Some(hint), _) => Standing::Unusual { hint },
        (None, Some(full)) => Standing::Answered { after_round: full.after_round },
        (None, None) => Standing::Ordinary,
    }
}

/// Values nearer than this, in powers of ten, are the same.
const SAME: f64 = 1e-9;

/// The choice models that the sequential value rests on; `None` where nothing may rest on the calibration.
fn certified<'a>(look: &Look<'a>) -> Option<(&'a Parameters, &'a DepthAwareReading)> {
    let manifest = &look.screened.screening.manifest;
    let parameters = look.event.parameters?;
    let second = parameters.depth_aware.as_ref()?;
    (manifest.missing.is_none() && !manifest.provisional).then_some((parameters, second))
}

/// The sequential value of every player, by index into the roster.
fn paths(
    look: &Look<'_>,
    (parameters, second): (&Parameters, &DepthAwareReading),
    deeper: Option<FittedSearch<'_>>,
    promise: &Promise,
) -> BTreeMap<usize, SequentialPath> {
    let event = look.event;
    let mut own: BTreeMap<usize, Vec<PlayerDecision>> = BTreeMap::new();
    for decision in decisions(event, |_| true, View::Complete) {
        let sides = event.roster.games.get(decision.game);
        let person = sides.map(|sides| if decision.ply.is_multiple_of(2) { sides.0 } else { sides.1 });
        if let Some(person) = person {
            own.entry(person).or_default().push(decision);
        }
    }
    let ratings = rating_histories(&event.collection.games, event.roster, event.ratings);
    let day = event.first_day();
    let path = |(person, history): (usize, &RatingHistory)| {
        let covered = |rating: Option<u16>| rating.filter(|rating| parameters.ratings.contains(*rating));
        // Nothing can be projected for this player, in the first decision or in any later one.
        let whole = covered(history.whole(event.basis))?;
        let rating = |game: usize| covered(history.at(event.basis, game));
        let own = own.get(&person).map_or(&[][..], Vec::as_slice);
        // What is taken for honest play may not depend on what is played: a mean of live ratings would.
        let start = own.first().and_then(|own| rating(own.game)).unwrap_or(whole);
        let moves = moves(second, own, event.prior(person, start, day)?, rating, deeper)?;
        let values = moves.values();
        let game = |own: &PlayerDecision| event.collection.games.get(own.game);
        let rounds: Vec<Option<u16>> = own.iter().map(|own| round_of(&game(own)?.round)).collect();
        let finished = own.chunk_by(|a, b| a.game == b.game).take_while(|of_game| {
            let result = of_game.first().and_then(game).map(|game| game.result);
            result.is_some_and(|result| result != GameResult::Unknown)
        });
        let crossings = moves.crossings(&values, &rounds, finished.count(), promise);
        Some((person, SequentialPath::new(&values, &rounds, crossings)))
    };
    ratings.par_iter().enumerate().filter_map(path).collect()
}

/// When the look was made is no number.
const RULE: Rule<Hints> = Rule { volatile: &["at"], unordered: &[], first_layout: None };

impl Hints {
    /// SHA-256 over every number of live hints, by the same rule as for a screening.
    ///
    /// # Errors
    /// If the document cannot be written as JSON.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        RULE.digest(self)
    }
}

#[cfg(test)]
mod tests;
