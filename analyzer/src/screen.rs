//! Screens an event: every player against what an honest player of that rating would do in those positions.

use std::collections::BTreeMap;

use datasets::{Collection, Outcome as GameResult, Person, Roster, Start};
use rayon::prelude::*;
use uci_pool::{Identity, Settings};

use crate::choice::{ChoiceModel, Choices, TwoParameter};
use crate::decision::{Assessment, assess};
use crate::digest;
use crate::evaluate::{Evaluations, value_apart};
use crate::field;
use crate::notes;
use crate::overall::{Judged, judge, reading};
use crate::parameters::{Parameters, Projectable};
use crate::plan::{GamePlan, Turn};
use crate::screening::{
    EngineEntry, EventSummary, Exclusion, FailureEntry, GameTrace, InputEntry, Lumped, Manifest, MoveTrace,
    PartnerEntry, PlayerResult, QuarantineEntry, SCHEMA, Screening, SettingsEntry, UnscoredEntry,
};
use crate::three_tests::{Observed, Projection, Sums};
use crate::trace::{self, Outcome};

/// Everything a screening is made from.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Name for the head of the sheet.
    pub name: &'a str,
    /// Games.
    pub collection: &'a Collection,
    /// Who played them.
    pub roster: &'a Roster,
    /// One plan for each game of the collection.
    pub plans: &'a [GamePlan],
    /// Answers for their turns.
    pub evaluations: &'a Evaluations,
    /// The engine that gave them.
    pub engine: &'a Identity,
    /// Its settings.
    pub settings: &'a Settings,
    /// Parameters of the method of record; without them there are match rates and no z.
    pub parameters: Option<&'a Parameters>,
}

/// A screening with the traces behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Screened {
    /// The contract document.
    pub screening: Screening,
    /// Every scored game, in the collection's order.
    pub games: Vec<GameTrace>,
}

/// One ply judged.
struct Ply {
    outcome: Outcome,
    observed: Option<Observed>,
    projection: Option<Projection>,
    trace: MoveTrace,
}

/// What one player did.
#[derive(Default)]
struct Tally {
    games: u32,
    moves: u32,
    excluded: BTreeMap<Exclusion, u32>,
    own: Sums,
    opponents: Sums,
    opponents_ratings: Vec<f64>,
}

/// Screens an event. Pure: the same arguments give the same bits.
///
/// # Errors
/// If the document cannot be written as JSON for its digest, which no screening made here can cause.
pub fn screen(event: &Event<'_>) -> Result<Screened, serde_json::Error> {
    // The parameters say what to expect in standard chess. Nothing is known yet of other starts.
    let standard = |game: &datasets::Game| game.start == Start::Standard;
    let event = &Event {
        parameters: event
            .parameters
            .filter(|_| event.collection.games.iter().all(standard)),
        ..*event
    };
    let projectable = |p: &Person| {
        event
            .parameters
            .map_or(Projectable::Uncalibrated, |fit| fit.projectable(p.rating))
    };
    let models: Vec<Projectable> = event.roster.people.iter().map(projectable).collect();
    let judged: Vec<Vec<Ply>> = event
        .plans
        .par_iter()
        .zip(&event.roster.games)
        .map(|(plan, sides)| judge_game(plan, *sides, &models, event.evaluations))
        .collect();
    let mut tallies: Vec<Tally> = event.roster.people.iter().map(|_| Tally::default()).collect();
    for (plies, sides) in judged.iter().zip(&event.roster.games) {
        tally_game(plies, *sides, event.roster, &mut tallies);
    }
    for (game, sides) in event.collection.unscored.iter().zip(&event.roster.unscored) {
        for (index, moves) in [(sides.0, game.plies.div_ceil(2)), (sides.1, game.plies / 2)] {
            if let Some(tally) = tallies.get_mut(index) {
                tally.games += 1;
                tally.moves += moves;
                if moves > 0 {
                    *tally.excluded.entry(Exclusion::UnscoredGame).or_default() += moves;
                }
            }
        }
    }
    let players: Vec<PlayerResult> = event
        .roster
        .people
        .par_iter()
        .zip(&tallies)
        .zip(&models)
        .map(|((person, tally), model)| player(person, tally, model, event.parameters))
        .collect();
    let games = traces(event, judged);
    let screening = document(event, players)?;
    Ok(Screened { screening, games })
}

fn judge_game(
    plan: &GamePlan,
    sides: (usize, usize),
    models: &[Projectable],
    evaluations: &Evaluations,
) -> Vec<Ply> {
    let model_of = |index: usize| models.get(index).and_then(|m| m.model());
    let (white, black) = (model_of(sides.0), model_of(sides.1));
    plan.turns
        .iter()
        .enumerate()
        .map(|(ply, turn)| judge_turn(turn, if ply % 2 == 0 { white } else { black }, evaluations))
        .collect()
}

fn judge_turn(turn: &Turn, model: Option<TwoParameter>, evaluations: &Evaluations) -> Ply {
    let evaluation = evaluations.of(&turn.fen).and_then(|answer| answer.as_ref().ok());
    let apart = evaluations
        .apart(&turn.fen, turn.played)
        .and_then(|answer| answer.as_ref().ok())
        .and_then(value_apart);
    let outcome = match (turn.excluded, evaluation) {
        (Some(reason), _) => Outcome::Excluded(reason),
        (None, None) => Outcome::Excluded(Exclusion::Failed),
        (None, Some(evaluation)) => match assess(evaluation, turn.played, turn.legal, apart) {
            Assessment::Decided => Outcome::Excluded(Exclusion::Decided),
            // A played move that could not be searched apart is a failed search as well.
            Assessment::NeedsPlayedMove | Assessment::Empty => Outcome::Excluded(Exclusion::Failed),
            Assessment::Scored(decision) => Outcome::Scored(decision),
        },
    };
    // An excluded turn may stand in the evaluations because another game needed its position.
    let shown = if turn.excluded.is_some() { None } else { evaluation };
    let (observed, projected): (Option<Observed>, Option<(Choices, Projection)>) = match &outcome {
        Outcome::Excluded(_) => (None, None),
        Outcome::Scored(decision) => (
            Some(Observed::of(decision)),
            model.map(|model| {
                let choices = model.project(decision);
                let projection = Projection::of(decision, &choices);
                (choices, projection)
            }),
        ),
    };
    let apart = apart.filter(|_| shown.is_some());
    let trace = trace::of(turn, &outcome, shown, apart, projected.as_ref());
    Ply {
        outcome,
        observed,
        projection: projected.map(|(_, projection)| projection),
        trace,
    }
}

fn tally_game(plies: &[Ply], sides: (usize, usize), roster: &Roster, tallies: &mut [Tally]) {
    for (me, other, parity) in [(sides.0, sides.1, 0), (sides.1, sides.0, 1)] {
        let rating = roster.people.get(other).and_then(|p| p.rating);
        let Some(tally) = tallies.get_mut(me) else {
            continue;
        };
        tally.games += 1;
        tally.opponents_ratings.extend(rating.map(f64::from));
        for (ply, judged) in plies.iter().enumerate() {
            let mine = ply % 2 == parity;
            if mine {
                tally.moves += 1;
                if let Outcome::Excluded(reason) = judged.outcome {
                    *tally.excluded.entry(reason).or_default() += 1;
                }
            }
            if let Some(observed) = &judged.observed {
                let sums = if mine {
                    &mut tally.own
                } else {
                    &mut tally.opponents
                };
                sums.add(observed, judged.projection.as_ref());
            }
        }
    }
}

fn player(
    person: &Person,
    tally: &Tally,
    model: &Projectable,
    parameters: Option<&Parameters>,
) -> PlayerResult {
    let own = judge(&tally.own, parameters);
    let others = judge(&tally.opponents, parameters);
    let reading = reading(model, &own, parameters);
    let Judged {
        tests,
        also,
        overall_z,
        roi,
        sufficient,
    } = own;
    let ratings = &tally.opponents_ratings;
    PlayerResult {
        name: person.name.clone(),
        fide_id: person.fide_id,
        rating: person.rating,
        rating_source: person.rating_source.as_str().to_owned(),
        games: tally.games,
        moves: tally.moves,
        scored: tally.own.decisions,
        excluded: tally.excluded.clone(),
        tests,
        also,
        overall_z,
        roi,
        depth_aware: None,
        opponents: Lumped {
            scored: tally.opponents.decisions,
            mean_rating: (!ratings.is_empty()).then(|| ratings.iter().sum::<f64>() / ratings.len() as f64),
            tests: others.tests,
            overall_z: others.overall_z,
            roi: others.roi,
        },
        sufficient,
        reading,
    }
}

fn traces(event: &Event<'_>, judged: Vec<Vec<Ply>>) -> Vec<GameTrace> {
    let input = |index: usize| {
        event
            .collection
            .inputs
            .get(index)
            .map_or_else(String::new, |i| i.name.clone())
    };
    let rows = event.collection.games.iter().zip(&event.roster.games).zip(judged);
    rows.map(|((game, sides), plies)| GameTrace {
        white: sides.0,
        black: sides.1,
        date: game.date.clone(),
        round: game.round.clone(),
        result: match game.result {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        },
        input: input(game.input),
        number: game.number,
        sha256: game.sha256.clone(),
        moves: plies.into_iter().map(|ply| ply.trace).collect(),
    })
    .collect()
}

fn document(event: &Event<'_>, players: Vec<PlayerResult>) -> Result<Screening, serde_json::Error> {
    let c = event.collection;
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let input = |index: usize| c.inputs.get(index).map_or_else(String::new, |i| i.name.clone());
    let indices: Vec<f64> = players.iter().filter_map(|p| p.roi).collect();
    let mut screening = Screening {
        schema: SCHEMA.to_owned(),
        manifest: Manifest {
            engine: EngineEntry {
                name: event.engine.name.clone(),
                sha256: event.engine.sha256.clone(),
            },
            settings: SettingsEntry {
                depth: event.settings.depth,
                multipv: event.settings.multipv,
                hash_mib: event.settings.hash_mib,
                node_cap: event.settings.node_cap,
            },
            parameters: event.parameters.map(|p| p.version.clone()),
            provisional: event.parameters.is_some_and(|p| p.provisional),
            software: concat!("fairplay ", env!("CARGO_PKG_VERSION")).to_owned(),
            inputs: c
                .inputs
                .iter()
                .map(|i| InputEntry {
                    name: i.name.clone(),
                    sha256: i.sha256.clone(),
                })
                .collect(),
            evaluations: event.evaluations.sha256(),
            digest: String::new(),
        },
        event: EventSummary {
            name: event.name.to_owned(),
            games_in: count(c.games.len() + c.unscored.len() + c.quarantine.len()),
            games_scored: count(c.games.len()),
            games_unscored: count(c.unscored.len()),
            games_quarantined: count(c.quarantine.len()),
        },
        field: field::check(&indices),
        players,
        unscored: c
            .unscored
            .iter()
            .map(|u| UnscoredEntry {
                input: input(u.input),
                game: u.number,
                offset: u.offset,
                white: u.white.name.clone(),
                black: u.black.name.clone(),
                plies: u.plies,
                reason: u.reason,
                partner: u.partner.map(|partner| PartnerEntry {
                    input: input(partner.input),
                    game: partner.number,
                }),
            })
            .collect(),
        quarantine: c
            .quarantine
            .iter()
            .map(|q| QuarantineEntry {
                input: input(q.input),
                game: q.game,
                offset: q.offset,
                ply: q.ply,
                token: q.token.clone(),
                reason: q.reason.clone(),
            })
            .collect(),
        failures: event
            .evaluations
            .failures()
            .into_iter()
            .map(|(fen, reason)| FailureEntry { fen, reason })
            .collect(),
        notes: notes::of(c),
    };
    screening.manifest.digest = digest::of_screening(&screening)?;
    Ok(screening)
}

/// The name of an event: the `Event` tag of at least half of its games, else nothing.
#[must_use]
pub fn event_name(collection: &Collection) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &collection.games {
        *counts.entry(game.event.as_str()).or_default() += 1;
    }
    let half = collection.games.len().div_ceil(2);
    let common = counts
        .into_iter()
        .find(|(name, n)| *n >= half && *n > 0 && !matches!(*name, "" | "?"));
    common.map(|(name, _)| name.to_owned())
}
