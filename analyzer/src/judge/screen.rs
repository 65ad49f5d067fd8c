//! Screens an event: every player against what an honest player of that rating would do in those positions.

pub(crate) mod digest;
pub mod document;
mod event;
pub mod game_trace;
pub mod losses;
pub mod means;
pub mod notes;
pub mod rule_of_thumb;
mod second_model;
pub mod standing;
pub mod suggestion;
mod trace;
mod whole;

use std::collections::BTreeMap;
use std::sync::Arc;

use datasets::{Person, Start};
use rayon::prelude::*;

use crate::basis::{Basis, DayRating, PlayerRating, RatingHistory, rating_histories};
use crate::choice::TwoParameter;
use crate::choice::depth_aware::DepthAwareAt;
use crate::decision::Decision;
use crate::decision::assessment::{AssessedTurn, View, assessed_turns};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::GamePlan;
use crate::judge::screen::document::{
    DepthAware, Exclusion, ExpectedStrength, FieldEntry, GameTrace, Missing, MoveTrace, PlayerResult,
    PooledOpponents, RatingFrom, RatingView, Screening,
};
use crate::judge::screen::second_model::Second;
use crate::judge::screen::standing::standings;
use crate::judge::screen::suggestion::reading;
use crate::null::Null;
use crate::null::gains::{Overall, pooled_shift};
use crate::null::strength::Shift;
use crate::null::strength::field::{FieldShift, Member, leave_one_out};
use crate::parameters::{Parameters, Projectable};
use crate::statistics::overall::{Judgement, Shifts, index, judge, leading};
use crate::statistics::projection::{Around, Projection};
use crate::statistics::sums::{Observed, Sums, observe};

pub use event::{Event, event_name};

/// A screening with the traces behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Screened {
    pub screening: Screening,
    /// Every scored game, in the collection's order.
    pub games: Vec<GameTrace>,
}

struct Ply {
    outcome: Result<Decision, Exclusion>,
    observed: Option<Observed>,
    projection: Option<Projection>,
    /// The projection of the depth-aware model.
    second: Option<Projection>,
    /// Projected probability of each loss of the profile.
    losses: Option<[f64; 5]>,
    trace: MoveTrace,
}

struct Models {
    record: Option<Around<TwoParameter>>,
    depth_aware: Option<Around<DepthAwareAt>>,
}

#[derive(Default)]
struct Tally<'a> {
    decisions: Vec<(usize, &'a Decision)>,
    /// Projected probabilities of losses of each of these.
    losses: Vec<Option<[f64; 5]>>,
    games: u32,
    moves: u32,
    excluded: BTreeMap<Exclusion, u32>,
    own: Sums,
    /// The same decisions under the depth-aware model.
    second: Sums,
    /// Decisions of each opponent, by index into the roster.
    opponents: BTreeMap<usize, Sums>,
    opponents_ratings: Vec<f64>,
    /// Plies known before the event, of each game with a date.
    known: Vec<f64>,
}

/// Screens an event. Pure: the same arguments give the same bits.
///
/// # Errors
/// If the document cannot be written as JSON for its digest, which no screening made here can cause.
pub fn screen(event: &Event<'_>) -> Result<Screened, serde_json::Error> {
    let missing = missing(event);
    let event = &Event { parameters: event.parameters.filter(|_| missing.is_none()), ..*event };
    let courses = rating_histories(&event.collection.games, event.roster, event.ratings);
    let judged: Vec<Vec<Ply>> = event
        .plans
        .par_iter()
        .zip(&event.roster.games)
        .enumerate()
        .map(|(game, (plan, sides))| {
            let models = |person: usize| {
                let rating = courses.get(person).and_then(|c| c.at(event.basis, game));
                let fit = event.parameters.zip(rating).filter(|(fit, rating)| fit.ratings.contains(*rating));
                Models {
                    record: fit.map(|(fit, rating)| Around::new(fit, rating)),
                    depth_aware: fit
                        .and_then(|(fit, rating)| Some(Around::new(fit.depth_aware.as_ref()?, rating))),
                }
            };
            judge_game(plan, &[models(sides.0), models(sides.1)], event.evaluations)
        })
        .collect();
    let mut tallies: Vec<Tally<'_>> = event.roster.people.iter().map(|_| Tally::default()).collect();
    for (game, (plies, sides)) in judged.iter().zip(&event.roster.games).enumerate() {
        tally_game(game, plies, *sides, &courses, &mut tallies);
        let left = event.left.and_then(|left| left.get(game));
        if let Some(known) = left.and_then(|left| left.plies_before()) {
            for person in [sides.0, sides.1] {
                if let Some(tally) = tallies.get_mut(person) {
                    tally.known.push(f64::from(known));
                }
            }
        }
    }
    for (game, sides) in event.collection.unscored.iter().zip(&event.roster.unscored) {
        for (person, moves) in [(sides.0, game.plies.div_ceil(2)), (sides.1, game.plies / 2)] {
            if let Some(tally) = person.and_then(|person| tallies.get_mut(person)) {
                tally.games += u32::from(!game.reason.is_not_counted());
                tally.moves += moves;
                if moves > 0 {
                    *tally.excluded.entry(Exclusion::UnscoredGame).or_default() += moves;
                }
            }
        }
    }
    let expected = expected_shifts(event, &courses, &tallies);
    let standings = standings(event.collection, event.roster, event.ratings);
    let players: Vec<(PlayerResult, Option<Overall>)> = event
        .roster
        .people
        .par_iter()
        .zip(&tallies)
        .zip(standings)
        .enumerate()
        .map(|(index, ((person, tally), standing))| {
            let (result, alone) = player(index, person, tally, &courses, &expected, event);
            (PlayerResult { standing, ..result }, alone)
        })
        .collect();
    drop(tallies);
    let games = trace::games(event, judged.into_iter().map(|plies| plies.into_iter().map(|ply| ply.trace)));
    let screening = whole::document(event, players, missing)?;
    Ok(Screened { screening, games })
}

/// Why the parameters, if there are any, say nothing about this event.
fn missing(event: &Event<'_>) -> Option<Missing> {
    // The parameters say what to expect in standard chess. Nothing is known yet of other starts.
    let standard = |game: &datasets::Game| game.start == Start::Standard;
    if !event.collection.games.iter().all(standard) {
        return Some(Missing::Chess960);
    }
    match event.parameters {
        _ if event.facts.asked().is_some() => Some(Missing::NotStated),
        None => Some(Missing::EngineOrSettings),
        Some(parameters) if parameters.conditions() != event.conditions() => Some(Missing::TimeClass),
        Some(_) => None,
    }
}

fn judge_game(plan: &GamePlan, models: &[Models; 2], evaluations: &Evaluations) -> Vec<Ply> {
    let turns = assessed_turns(plan, evaluations, [true, true], View::Complete);
    turns.map(|assessed| judge_turn(plan, assessed, models)).collect()
}

fn judge_turn(plan: &GamePlan, mut assessed: AssessedTurn<'_>, models: &[Models; 2]) -> Ply {
    let models = &models[assessed.ply % 2];
    let observed = assessed.outcome.as_ref().ok().map(observe);
    let projected =
        assessed.outcome.as_ref().ok().zip(models.record.as_ref()).and_then(|(decision, model)| {
            let choices = model.at.choices(decision);
            let projection = model.project_from(decision, &choices)?;
            Some((choices, projection))
        });
    let mut second = None;
    if let (true, Some(model)) = (assessed.outcome.is_ok(), &models.depth_aware)
        && let Some(looks) = assessed.features(plan)
        && let Ok(decision) = &mut assessed.outcome
    {
        decision.looks = Some(Arc::clone(&looks));
        second = Second::new(decision, &looks, model);
        // Nobody needs them again, and they are large.
        decision.looks = None;
    }
    let decided = assessed.outcome.as_ref().ok().zip(projected.as_ref());
    Ply {
        losses: decided.map(|(decision, (choices, _))| losses::projected(decision, choices)),
        trace: trace::move_trace(&assessed, projected.as_ref(), second.as_ref()),
        outcome: assessed.outcome,
        observed,
        projection: projected.map(|(_, projection)| projection),
        second: second.map(|second| second.projection),
    }
}

fn tally_game<'a>(
    game: usize,
    plies: &'a [Ply],
    sides: (usize, usize),
    courses: &[RatingHistory],
    tallies: &mut [Tally<'a>],
) {
    for (me, other, parity) in [(sides.0, sides.1, 0), (sides.1, sides.0, 1)] {
        let rating = courses.get(other).and_then(|c| c.at(Basis::Published, game));
        let Some(tally) = tallies.get_mut(me) else {
            continue;
        };
        tally.games += 1;
        tally.opponents_ratings.extend(rating.map(f64::from));
        for (ply, judged) in plies.iter().enumerate() {
            let mine = ply % 2 == parity;
            if mine {
                tally.moves += 1;
                match &judged.outcome {
                    Err(reason) => *tally.excluded.entry(*reason).or_default() += 1,
                    Ok(decision) => {
                        tally.decisions.push((game, decision));
                        tally.losses.push(judged.losses);
                    }
                }
            }
            if let Some(observed) = &judged.observed {
                let sums = if mine { &mut tally.own } else { tally.opponents.entry(other).or_default() };
                sums.add(observed, judged.projection.as_ref());
                if mine && judged.second.is_some() {
                    tally.second.add(observed, judged.second.as_ref());
                }
            }
        }
    }
}

/// Expected shifts of one player under both models, with what the documents say about them.
struct Expected {
    record: Shifts,
    second: Shifts,
    entry: Option<ExpectedStrength>,
    /// What the field shows under the second model.
    second_field: Option<FieldEntry>,
}

/// The shift of every player of the roster before the player's own moves are looked at.
fn expected_shifts(event: &Event<'_>, courses: &[RatingHistory], tallies: &[Tally<'_>]) -> Vec<Expected> {
    let Some(parameters) = event.parameters else {
        return tallies.iter().map(|_| Expected::unknown()).collect();
    };
    let strength = &parameters.strength;
    let day = event.first_day();
    let prior = |index: usize| event.prior(index, courses.get(index)?.whole(event.basis)?, day);
    let priors: Vec<Option<Shift>> = (0..tallies.len()).map(prior).collect();
    // Every prior is for the same day, so they share the same variance.
    let shared = priors.iter().flatten().next().map_or(0.0, |prior| prior.shared());
    let field = |null: Option<&Null>, sums: for<'t> fn(&'t Tally<'_>) -> &'t Sums| {
        let member = |(tally, prior): (&Tally<'_>, &Option<Shift>)| {
            let null = null?;
            let measured = sums(tally).gains()?.shift(&null.noise())?;
            Some(Member::new(measured, (*prior)?.at_level(null.level)))
        };
        let members: Vec<Option<Member>> = tallies.iter().zip(&priors).map(member).collect();
        leave_one_out(&members, shared)
    };
    let record = field(Some(&parameters.null), |tally| &tally.own);
    let second = field(parameters.depth_aware.as_ref().map(|second| &second.null), |tally| &tally.second);
    let one = |person: usize| {
        let known = || {
            let shifts = (record.get(person)?, second.get(person)?);
            let rating = f64::from(courses.get(person)?.whole(event.basis)?);
            Some(((*priors.get(person)?)?, rating, event.ratings.get(person)?, shifts))
        };
        let Some((prior, rating, known, (record, second))) = known() else { return Expected::unknown() };
        let (record, second) = match event.field.filter(|field| field.person == person) {
            Some(field) => (Some(field.primary), field.second),
            None => (FieldEntry::new(record), FieldEntry::new(second)),
        };
        let lag = strength.lag(known.lag.map(|lag| lag.class));
        Expected {
            record: with_field(prior, record),
            second: with_field(prior, second),
            entry: Some(ExpectedStrength {
                level: parameters.null.level + strength.ends(rating, day).mean,
                trend: strength.trend(day),
                lag: lag.mean,
                lag_by: known.lag,
                conditions: strength.conditions.as_ref().map(|other| other.shift(rating)),
                sd: prior.variance.sqrt(),
                field: record,
            }),
            second_field: second,
        }
    };
    (0..tallies.len()).map(one).collect()
}

impl Expected {
    /// Nothing is known without parameters or a rating, and nothing is projected.
    fn unknown() -> Self {
        Self { record: Shifts::default(), second: Shifts::default(), entry: None, second_field: None }
    }
}

/// The shifts of a player: alone, and with the field's shift in place of what all players share.
pub(crate) fn with_field(alone: Shift, field: Option<FieldEntry>) -> Shifts {
    Shifts { alone, field: field.map(|field| alone.with_field(field.points, field.sd * field.sd)) }
}

impl FieldEntry {
    fn new(shift: &FieldShift) -> Option<Self> {
        (shift.players > 0).then(|| Self {
            points: shift.points,
            sd: shift.variance.sqrt(),
            players: u32::try_from(shift.players).unwrap_or(u32::MAX),
        })
    }
}

fn player(
    index: usize,
    person: &Person,
    tally: &Tally<'_>,
    courses: &[RatingHistory],
    expected: &[Expected],
    event: &Event<'_>,
) -> (PlayerResult, Option<Overall>) {
    let parameters = event.parameters;
    let unknown = (RatingHistory::default(), PlayerRating::default(), Expected::unknown());
    let course = courses.get(index).unwrap_or(&unknown.0);
    let known = event.ratings.get(index).unwrap_or(&unknown.1);
    let Expected { record, second, entry, second_field } = expected.get(index).unwrap_or(&unknown.2);
    let rating = course.whole(event.basis);
    let model = parameters.map_or(Projectable::Uncalibrated, |fit| fit.projectable(rating));
    let null = parameters.map(|p| &p.null);
    let own = judge(&tally.own, null, record);
    let ratings = views(tally, course, parameters, record, (event.basis, own.overall_z));
    let mut pooled = Sums::default();
    for sums in tally.opponents.values() {
        pooled.merge(sums);
    }
    let others = judge(&pooled, null, &opponents_shifts(tally, expected, null));
    let reading = reading(&model, &own, parameters);
    let Judgement { tests, also, leading, overall_z, roi, sufficient } = own;
    let once_in = parameters.zip(leading).map(|(parameters, leading)| {
        let Overall { z, own, .. } = leading.z.overall;
        1.0 / parameters.strength.reached(z, own)
    });
    let met = &tally.opponents_ratings;
    let result = PlayerResult {
        name: person.name.clone(),
        fide_id: person.fide_id,
        rating,
        rating_source: person.rating_source.as_str().to_owned(),
        rating_from: known.listed.iter().map(|of_day| rating_from(of_day, tally.games)).collect(),
        rating_sd: known.sd,
        strength: entry.clone().filter(|_| leading.is_some()),
        ratings,
        games: tally.games,
        moves: tally.moves,
        scored: tally.own.decisions,
        excluded: tally.excluded.clone(),
        known_plies: (!tally.known.is_empty())
            .then(|| tally.known.iter().sum::<f64>() / tally.known.len() as f64),
        tests,
        also,
        losses: losses::profile(tally.decisions.iter().map(|(_, d)| *d).zip(tally.losses.iter().copied())),
        standing: None,
        overall_z,
        alone_z: leading.map(|leading| leading.alone.z),
        field_z: leading.and_then(|leading| leading.field_z),
        once_in,
        roi,
        depth_aware: parameters.and_then(|parameters| {
            second_model::read(
                &tally.second,
                &parameters.depth_aware.as_ref()?.null,
                second,
                tally.own.projected,
            )
            .map(|found| DepthAware { field: *second_field, ..found })
        }),
        opponents: PooledOpponents {
            scored: pooled.decisions,
            mean_rating: (!met.is_empty()).then(|| met.iter().sum::<f64>() / met.len() as f64),
            tests: others.tests,
            overall_z: others.overall_z,
            roi: others.roi,
        },
        sufficient,
        reading,
    };
    (result, leading.map(|leading| leading.alone))
}

/// A list in the words of the document; a rating of the whole event holds for all games of the player.
fn rating_from(of_day: &DayRating, all: u32) -> RatingFrom {
    let DayRating { month, class, rating, games } = of_day.clone();
    let games = if games.is_empty() { all } else { u32::try_from(games.len()).unwrap_or(u32::MAX) };
    RatingFrom { month, class, rating, games }
}

/// The shift of a player's opponents together: form and rating errors are their own, the event's is shared.
fn opponents_shifts(tally: &Tally<'_>, expected: &[Expected], null: Option<&Null>) -> Shifts {
    let Some(noise) = null.map(Null::noise) else { return Shifts::default() };
    let shared = |a: &Shift, b: &Shift| ((a.variance - a.own) * (b.variance - b.own)).sqrt();
    let pooled = |shift: fn(&Shifts) -> Option<Shift>| {
        let parts = tally
            .opponents
            .iter()
            .map(|(person, sums)| Some((sums.added(), shift(&expected.get(*person)?.record)?)));
        let parts: Option<Vec<_>> = parts.collect();
        Some(pooled_shift(&parts?, &noise, shared))
    };
    Shifts { alone: pooled(|s| Some(s.alone)).unwrap_or_default(), field: pooled(|s| s.field) }
}

/// The overall z under each rating on hand. `record` is the rating of record with its z, which is known already if every
/// decision has a projection.
fn views(
    tally: &Tally<'_>,
    course: &RatingHistory,
    parameters: Option<&Parameters>,
    shifts: &Shifts,
    record: (Basis, Option<f64>),
) -> Vec<RatingView> {
    let under = |basis: Basis| {
        let parameters = parameters.filter(|p| tally.own.projected >= p.null.gate.decisions)?;
        if basis == record.0 && tally.own.projected == tally.own.decisions {
            return record.1;
        }
        let mut sums = Sums::default();
        for (game, decision) in &tally.decisions {
            let rating = course.at(basis, *game).filter(|rating| parameters.ratings.contains(*rating))?;
            let projection = Around::new(parameters, rating).project(decision);
            sums.add(&observe(decision), projection.as_ref());
        }
        leading(&sums, &parameters.null, shifts).map(|leading| leading.z.overall.z)
    };
    let view = |basis: Basis| {
        let rating = course.whole(basis)?;
        let overall_z = under(basis);
        Some(RatingView { basis, rating, overall_z, roi: overall_z.map(index) })
    };
    Basis::ALL.into_iter().filter_map(view).collect()
}
