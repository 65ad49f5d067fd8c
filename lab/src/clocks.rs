//! `fairplay-lab clocks`: how the time used goes with difficulty, and the strength of play with the time left.
//!
//! Two questions to games with clocks. Is the rank correlation of time and difficulty of a performance unusual? Its spread over honest
//! performances is printed and written. Do projections need the time left? For each performance the rating is found at which its moves are
//! likeliest, once without and once with a loss of strength for each e-fold of the time left below [`ENOUGH`]; the loss is fitted to other
//! performances.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use analyzer::choice::depth_aware::DepthAwareAt;
use analyzer::decision::plan::Sides;
use analyzer::parameters::{CalibratedModel, Parameters};
use analyzer::statistics::field::mean_and_sd;
use analyzer::statistics::rank_correlation::spearman;
use analyzer::{ChoiceModel, Evaluations, GamePlan, TwoParameter};
use anyhow::Context;
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use cli::output::put;
use datasets::clocks::game_clocks::{GameClocks, move_times};
use datasets::clocks::time_control::TimeControl;
use datasets::tournament::corpus::facts::Conditions;
use datasets::{Collection, Game, Roster, Store, by_event, roster};
use pipeline::{SearchPlayedMove, stored};
use rayon::prelude::*;

use crate::conditions::parameters;
use crate::simulate::{Position, sides};

/// Fewest games, and fewest decisions with times, of a performance.
const MIN_GAMES: usize = 9;
const MIN_TIMED: usize = 60;
/// Lowest and highest rating at which moves are looked at, and the step between, in rating points.
const RATINGS: [u16; 3] = [1000, 3200, 50];
/// Time left in seconds from which on more time is taken to change nothing.
const ENOUGH: f64 = 600.0;
/// Shortest time left that is told apart, in seconds; clocks show whole seconds.
const SHORTEST: f64 = 5.0;
/// Largest loss or gain that is looked for, in rating points for each e-fold of time.
const MAX_LOSS: f64 = 400.0;
/// Parts of the performances; the loss for one is fitted to the others.
const PARTS: usize = 5;
/// Lower limits of time left in the table, in seconds.
const GROUPS: [f64; 6] = [0.0, 30.0, 60.0, 180.0, 600.0, 1800.0];

/// Options of `clocks`.
#[derive(Clone, Debug, Args)]
pub struct ClocksOptions {
    /// PGN files of honest play with clocks
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Most games of a player at one time control in an event, the first ones
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games: usize,
    /// Search what the store lacks
    #[arg(long)]
    pub evaluate: bool,
    /// File for the correlation of each performance
    #[arg(long, value_name = "FILE.csv")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// A decision with its times.
struct TimedDecision {
    /// Time left before the move, in seconds.
    left: f64,
    /// Time used on the move, in seconds.
    used: f64,
    /// `-ln p` of the first line under the primary model at the player's rating; absent where the rating is not covered.
    difficulty: Option<f64>,
    /// True if the first line was played.
    first: bool,
    /// At each rating of [`RATINGS`] `ln p` of the move played and the probability of the first line.
    at: Vec<[f64; 2]>,
}

/// The timed decisions of a player at one time control in one event.
struct TimedPerformance {
    event: usize,
    control: String,
    /// Seconds a move.
    increment: f64,
    decisions: Vec<TimedDecision>,
}

/// An event with the drawn sides of its games.
struct DrawnEvent {
    games: Vec<Game>,
    roster: Roster,
    plans: Vec<GamePlan>,
    /// By player and time control, games with the side.
    drawn: BTreeMap<(usize, String), Vec<(usize, usize)>>,
}

/// Searches if asked to, prints and writes.
///
/// # Errors
/// If a collection, the engine or the store cannot be used, or no performance has clocks.
pub fn run(options: &ClocksOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let (identity, settings) = (config.identity()?, &config.settings);
    let parameters = parameters(&config, &identity, Conditions::USUAL)?;
    let events: Vec<DrawnEvent> = by_event(datasets::read(&options.inputs, None)?)
        .into_iter()
        .map(|(_, event)| DrawnEvent::new(event, [MIN_GAMES, options.games]))
        .filter(|event| !event.drawn.is_empty())
        .collect();
    let searches: Vec<Vec<GamePlan>> = events.iter().map(DrawnEvent::searches).collect();
    if options.evaluate {
        config.engines()?.answers(&searches.concat(), SearchPlayedMove::IfUnlisted)?;
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, settings)?.of_any_program();
    let mut found = Vec::new();
    for (k, (event, searches)) in events.iter().zip(&searches).enumerate() {
        found.extend(event.performances(k, &stored(searches, &mut store, profile)?, &parameters)?);
    }
    anyhow::ensure!(!found.is_empty(), "no performance of these files has clocks and answers in the store");
    print!("{}", correlations(&found, &options.out)?);
    println!();
    for (title, range) in [
        ("all controls", 0.0..f64::MAX),
        ("increment under 10 s", 0.0..10.0),
        ("10 s and more", 10.0..f64::MAX),
    ] {
        let of: Vec<&TimedPerformance> = found.iter().filter(|of| range.contains(&of.increment)).collect();
        if of.len() >= PARTS {
            println!("{title}: {}", time_left(&of)?);
        }
    }
    Ok(())
}

impl DrawnEvent {
    /// With the players of an event who have enough games at one control, the first ones up to a number.
    fn new(event: Collection, [fewest, most]: [usize; 2]) -> Self {
        let roster = roster(&event);
        let mut drawn: BTreeMap<(usize, String), Vec<(usize, usize)>> = BTreeMap::new();
        for (k, (game, seats)) in event.games.iter().zip(&roster.games).enumerate() {
            let Some(control) = control(game) else { continue };
            for (side, person) in [seats.0, seats.1].into_iter().enumerate() {
                drawn.entry((person, control.to_string())).or_default().push((k, side));
            }
        }
        drawn.retain(|(person, _), games| {
            games.truncate(most);
            games.len() >= fewest && roster.people.get(*person).is_some_and(|of| of.rating.is_some())
        });
        let plans = analyzer::plan::all(&event.games);
        Self { games: event.games, roster, plans, drawn }
    }

    fn searches(&self) -> Vec<GamePlan> {
        let mut asked: Vec<Sides> = vec![[false; 2]; self.games.len()];
        for (game, side) in self.drawn.values().flatten() {
            if let Some(seat) = asked.get_mut(*game).and_then(|sides| sides.get_mut(*side)) {
                *seat = true;
            }
        }
        let asked = self.plans.iter().zip(asked).filter(|(_, sides)| *sides != [false; 2]);
        asked.map(|(plan, sides)| plan.searches_of(sides)).collect()
    }

    fn performances(
        &self,
        event: usize,
        answers: &Evaluations,
        parameters: &Parameters,
    ) -> anyhow::Result<Vec<TimedPerformance>> {
        let second = parameters.depth_aware.as_ref().context("the parameters have no depth-aware model")?;
        let [low, high, step] = RATINGS;
        let models: Vec<DepthAwareAt> =
            (low..=high).step_by(usize::from(step)).map(|rating| second.model(rating)).collect();
        let sides = sides(event, &self.roster, &self.plans, answers);
        let timed = self.drawn.par_iter().map(|((person, text), games)| {
            let mut decisions = Vec::new();
            for side in sides.iter().filter(|side| side.person == *person) {
                let of_side = |(game, seat): &&(usize, usize)| {
                    side.game == *game && side.positions.first().is_some_and(|first| first.ply % 2 == *seat)
                };
                let Some(game) = games.iter().find(of_side).and_then(|(game, _)| self.games.get(*game))
                else {
                    continue;
                };
                let primary = parameters.ratings.contains(side.rating).then(|| parameters.at(side.rating));
                let clocks = GameClocks::from_game(game);
                let times = move_times(game);
                decisions.extend(side.positions.iter().filter_map(|position| {
                    decision(position, clocks.as_ref()?, times.as_ref()?, primary.as_ref(), &models)
                }));
            }
            let increment = text.parse::<TimeControl>().ok().as_ref().map_or(0.0, increment);
            TimedPerformance { event, control: text.clone(), increment, decisions }
        });
        Ok(timed.filter(|of| of.decisions.len() >= MIN_TIMED).collect())
    }
}

/// The control of a game whose clocks it explains and which show the time left.
fn control(game: &Game) -> Option<TimeControl> {
    let clocks = GameClocks::from_game(game)?;
    let settled = clocks.settle(&game.time_class().reading?.ok()?);
    let has_left = clocks.white.iter().chain(&clocks.black).any(|clock| clock.left.is_some());
    (settled.times.is_ok() && has_left).then_some(settled.control)
}

/// Increment of the last stage, in seconds a move.
fn increment(control: &TimeControl) -> f64 {
    let last = control.stages().and_then(|(white, _)| white.last());
    last.map_or(0.0, |stage| stage.increment_ms as f64 / 1000.0)
}

/// A decision with its times; `None` if one of them is not known.
fn decision(
    position: &Position,
    clocks: &GameClocks,
    times: &[Vec<Option<u64>>; 2],
    primary: Option<&TwoParameter>,
    models: &[DepthAwareAt],
) -> Option<TimedDecision> {
    let (seat, own) = (position.ply % 2, position.ply / 2);
    let side = if seat == 0 { &clocks.white } else { &clocks.black };
    // Clocks are noted after a move: this is the time left after the player's previous one.
    let left = side.get(own.checked_sub(1)?)?.left?.ms as f64 / 1000.0;
    let used = times.get(seat)?.get(own).copied()?? as f64 / 1000.0;
    let of = &position.decision;
    let line = of.played_line();
    let at = |model: &DepthAwareAt| {
        let choices = model.project(of)?;
        let p = line.map_or(Some(choices.unlisted), |line| choices.lines.get(line).copied())?;
        Some([libm::log(p.max(f64::MIN_POSITIVE)), *choices.lines.first()?])
    };
    let difficulty = primary.and_then(|model| {
        let p = *model.project(of)?.lines.first()?;
        Some(-libm::log(p.max(f64::MIN_POSITIVE)))
    });
    let at = models.iter().map(at).collect::<Option<_>>()?;
    Some(TimedDecision { left, used, difficulty, first: of.is_match(), at })
}

/// Mean, spread and list of the rank correlations of time and difficulty.
fn correlations(found: &[TimedPerformance], out: &std::path::Path) -> anyhow::Result<String> {
    let mut rows = String::from("event,control,decisions,correlation\n");
    let mut groups: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for of in found {
        let pairs: Vec<(f64, f64)> =
            of.decisions.iter().filter_map(|decision| Some((decision.used, decision.difficulty?))).collect();
        if let Some(correlation) = spearman(&pairs) {
            writeln!(rows, "{},{},{},{correlation:.4}", of.event, of.control, pairs.len())?;
            groups.entry(&of.control).or_default().push((pairs.len() as f64, correlation));
        }
    }
    put(out, rows.as_bytes())?;
    let mut text =
        String::from("control | performances | decisions | mean correlation | SD | SD of chance\n");
    for (control, all) in groups {
        let values: Vec<f64> = all.iter().map(|(_, correlation)| *correlation).collect();
        let (mean, sd) = mean_and_sd(&values);
        let n = all.len() as f64;
        let chance = (all.iter().map(|(decisions, _)| 1.0 / (decisions - 1.0)).sum::<f64>() / n).sqrt();
        let decisions = all.iter().map(|(decisions, _)| decisions).sum::<f64>() / n;
        writeln!(text, "{control} | {n} | {decisions:.0} | {mean:.3} | {sd:.3} | {chance:.3}")?;
    }
    Ok(text)
}

impl TimedDecision {
    /// Time left under [`ENOUGH`], in e-folds.
    fn shortage(&self) -> f64 {
        libm::log(ENOUGH / self.left.max(SHORTEST)).max(0.0)
    }

    /// `ln p` of the move played, and the probability of the first line, at a rating; straight between those of [`RATINGS`].
    fn at(&self, rating: f64) -> [f64; 2] {
        let [low, high, step] = RATINGS.map(f64::from);
        let place = (rating.clamp(low, high) - low) / step;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to the last place"
        )]
        let below = (place.floor() as usize).min(self.at.len().saturating_sub(2));
        let part = place - below as f64;
        let [one, other] = [below, below + 1].map(|k| self.at.get(k).copied().unwrap_or_default());
        std::array::from_fn(|k| {
            let of = |pair: [f64; 2]| pair.get(k).copied().unwrap_or(0.0);
            (1.0 - part) * of(one) + part * of(other)
        })
    }
}

impl TimedPerformance {
    /// The rating with enough time at which the moves are likeliest, and their `ln p` there, for a loss in points for each e-fold.
    fn likeliest(&self, loss: f64) -> [f64; 2] {
        let [low, high, step] = RATINGS.map(f64::from);
        let ln_p = |rating: f64| -> f64 {
            let of = |decision: &TimedDecision| decision.at(rating - loss * decision.shortage())[0];
            self.decisions.iter().map(of).sum()
        };
        // A peak between two of these coarse steps.
        let coarse = 4.0 * step;
        let start = (0..).map(|k| low + coarse * f64::from(k)).take_while(|rating| *rating <= high);
        let start = start.max_by(|a, b| ln_p(*a).total_cmp(&ln_p(*b))).unwrap_or(low);
        let rating = highest(&ln_p, [start - coarse, start + coarse]);
        [rating, ln_p(rating)]
    }
}

/// Position of the maximum of a function with one peak in an interval, by golden-section search.
fn highest(of: &dyn Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let inner = |low: f64, high: f64| [high - golden * (high - low), low + golden * (high - low)];
    let [mut a, mut b] = inner(low, high);
    let (mut of_a, mut of_b) = (of(a), of(b));
    for _ in 0..20 {
        if of_a > of_b {
            high = b;
            (b, of_b) = (a, of_a);
            [a, _] = inner(low, high);
            of_a = of(a);
        } else {
            low = a;
            (a, of_a) = (b, of_b);
            [_, b] = inner(low, high);
            of_b = of(b);
        }
    }
    0.5 * (low + high)
}

/// Sum of `ln p` of performances at a loss, each at its own likeliest rating.
fn ln_p(of: &[&TimedPerformance], loss: f64) -> f64 {
    let each: Vec<f64> = of.par_iter().map(|of| of.likeliest(loss)[1]).collect();
    each.iter().sum()
}

/// The loss that makes the moves of performances likeliest, in points for each e-fold.
fn fit(of: &[&TimedPerformance]) -> f64 {
    highest(&|loss| ln_p(of, loss), [-MAX_LOSS, MAX_LOSS])
}

/// The loss with its standard error, what it brings on performances it was not fitted to, and play by time left.
fn time_left(of: &[&TimedPerformance]) -> anyhow::Result<String> {
    let loss = fit(of);
    // The curvature of the likelihood gives the error.
    let h = 20.0;
    let curvature = (ln_p(of, loss + h) - 2.0 * ln_p(of, loss) + ln_p(of, loss - h)) / (h * h);
    let error = (-curvature).max(f64::MIN_POSITIVE).sqrt().recip();
    let decisions: usize = of.iter().map(|of| of.decisions.len()).sum();
    let mut gained = 0.0;
    for part in 0..PARTS {
        let split = |own: bool| -> Vec<&TimedPerformance> {
            let parts = of.iter().enumerate().filter(|(k, _)| (k % PARTS == part) == own);
            parts.map(|(_, of)| *of).collect()
        };
        let (own, others) = (split(true), split(false));
        gained += ln_p(&own, fit(&others)) - ln_p(&own, 0.0);
    }
    let mut text = format!(
        "{} performances, {decisions} decisions: {loss:.0} +- {error:.0} points for each e-fold of the time left under {ENOUGH} s; \
         held out {:.5} nats gained a decision\nseconds left | decisions | first line played | expected without time\n",
        of.len(),
        gained / decisions as f64
    );
    let ratings: Vec<f64> = of.par_iter().map(|of| of.likeliest(0.0)[0]).collect();
    for (k, low) in GROUPS.iter().enumerate() {
        let high = GROUPS.get(k + 1).copied().unwrap_or(f64::MAX);
        let (mut n, mut played, mut expected, mut variance) = (0.0, 0.0, 0.0, 0.0_f64);
        for (performance, rating) in of.iter().zip(&ratings) {
            for decision in performance.decisions.iter().filter(|of| (*low..high).contains(&of.left)) {
                let [_, p] = decision.at(*rating);
                n += 1.0;
                played += f64::from(u8::from(decision.first));
                expected += p;
                variance += p * (1.0 - p);
            }
        }
        if n > 0.0 {
            let [played, expected, error] = [played, expected, variance.sqrt()].map(|x| 100.0 * x / n);
            writeln!(text, "{low} and more | {n} | {played:.1} % | {expected:.1} +- {error:.1} %")?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use analyzer::random::Random;
    use datasets::pgn::game::Stamp;

    use super::*;
    use crate::fixtures::{bundled, made_up};

    /// Probability of the better of two moves at a rating, with its difficulty in rating points.
    fn better(rating: f64, difficulty: f64) -> f64 {
        1.0 / (1.0 + libm::exp(-(rating - difficulty) / 300.0))
    }

    /// A performance at 2000 with these losses in points for each e-fold of time.
    fn drawn(random: &mut Random, loss: f64) -> TimedPerformance {
        let decision = |_| {
            let mut decision = TimedDecision {
                left: 5.0 + 900.0 * random.unit(),
                used: 10.0,
                difficulty: None,
                first: false,
                at: Vec::new(),
            };
            let difficulty = 1400.0 + 1200.0 * random.unit();
            decision.first = random.unit() < better(2000.0 - loss * decision.shortage(), difficulty);
            let [low, high, step] = RATINGS;
            let at = |rating: u16| {
                let p = better(f64::from(rating), difficulty);
                [libm::log(if decision.first { p } else { 1.0 - p }), p]
            };
            decision.at = (low..=high).step_by(usize::from(step)).map(at).collect();
            decision
        };
        let decisions = (0..120).map(decision).collect();
        TimedPerformance { event: 0, control: "5400+30".to_owned(), increment: 30.0, decisions }
    }

    #[test]
    fn the_loss_is_found_again() {
        let mut random = Random::new(3);
        for loss in [0.0, 200.0] {
            let made: Vec<TimedPerformance> = (0..12).map(|_| drawn(&mut random, loss)).collect();
            let all: Vec<&TimedPerformance> = made.iter().collect();
            let found = fit(&all);
            assert!((found - loss).abs() < 60.0, "{found}");
            let text = time_left(&all).expect("written");
            let gained: f64 = text
                .split_once("held out ")
                .and_then(|(_, rest)| rest.split_once(" nats"))
                .and_then(|(number, _)| number.parse().ok())
                .expect("a number");
            assert_eq!(gained > 0.002, loss > 0.0, "{text}");
        }
    }

    #[test]
    fn time_and_ratings_by_hand() {
        let at = |left: f64| TimedDecision {
            left,
            used: 1.0,
            difficulty: None,
            first: true,
            at: vec![[-1.0, 0.2], [-0.5, 0.4], [-0.4, 0.5]],
        };
        assert_eq!(at(600.0).shortage(), 0.0);
        assert_eq!(at(5000.0).shortage(), 0.0);
        assert!((at(600.0 / std::f64::consts::E).shortage() - 1.0).abs() < 1e-12);
        assert_eq!(at(1.0).shortage(), at(5.0).shortage());
        for (rating, [ln_p, first]) in [(900.0, [-1.0, 0.2]), (1025.0, [-0.75, 0.3]), (1100.0, [-0.4, 0.5])] {
            let found = at(60.0).at(rating);
            assert!((found[0] - ln_p).abs() < 1e-12 && (found[1] - first).abs() < 1e-12, "{found:?}");
        }
        assert!((highest(&|x| -(x - 3.0) * (x - 3.0), [-10.0, 10.0]) - 3.0).abs() < 1e-3);
    }

    /// Every player uses 20 seconds a move and gains 30, so that the clock rises by 10 with every move.
    #[test]
    fn performances_hold_the_times_of_the_clocks() {
        let mut event = bundled();
        for game in &mut event.games {
            game.time_control = Some("5400+30".to_owned());
            let left = |ply: usize| {
                let seconds = 5400 + 10 * (ply / 2 + 1);
                format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
            };
            let stamp = |ply| Stamp { clk: Some(left(ply).into()), emt: None };
            game.stamps = (0..game.moves.len()).map(stamp).collect();
        }
        let event = DrawnEvent::new(event, [5, 7]);
        assert_eq!(event.drawn.len(), 10);
        let answers = made_up(&event.searches(), 3);
        let parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).expect("reads");
        let found = event.performances(0, &answers, &parameters).expect("projected");
        assert!(found.len() > 5);
        for performance in &found {
            assert_eq!((performance.control.as_str(), performance.increment), ("5400+30", 30.0));
            for decision in &performance.decisions {
                assert_eq!((decision.used, decision.left % 10.0), (20.0, 0.0));
                assert!(decision.left > 5400.0 && decision.difficulty.is_some_and(|nats| nats > 0.0));
            }
        }
    }
}
