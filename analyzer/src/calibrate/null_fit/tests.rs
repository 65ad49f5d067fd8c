use datasets::clocks::time_class::TimeClass;
use datasets::day::Day;
use datasets::tournament::venue::Venue;

use super::*;
use crate::null::gains::{Gains, RATING};
use crate::null::strength::Tail;
use crate::random::Random;

/// A made-up world.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    /// In the order of [`EFFECTS`].
    pub(crate) effects: [f64; 7],
    pub(crate) event_sd: f64,
    pub(crate) player: PlayerSpread,
    pub(crate) junior_sd: f64,
    pub(crate) tail: Tail,
    pub(crate) excess: [f64; SCORES],
    /// Level of the depth-aware model less that of the primary one.
    pub(crate) second: f64,
}

pub(crate) const TRUTH: Truth = Truth {
    effects: [20.0, 45.0, 120.0, 70.0, 30.0, 90.0, 40.0],
    event_sd: 55.0,
    player: PlayerSpread { sd_at_2400: 85.0, ln_slope_per_300: -0.1, lasting: 0.6, ln_error: 0.0 },
    junior_sd: 90.0,
    tail: Tail { share: 0.0, mean: 0.0, sd: 1.0 },
    excess: [1.15, 1.2, 1.4, 1.1, 1.0],
    second: -15.0,
};

impl Truth {
    /// Mean shift from the published rating under the primary model.
    fn mean(&self, day: Day, rating: f64, junior: bool, youth: bool) -> f64 {
        let decades = decades(day);
        let then = before_compression(rating, Some(day));
        let lag = if junior { 1.0 } else { 0.0 };
        let of_event = if youth { [0.0, lag] } else { [lag, 0.0] };
        let covariates = [
            1.0,
            decades.min(0.0),
            decades.max(0.0),
            of_event[0],
            above_2700(rating),
            of_event[1],
            below_2000(then),
        ];
        let mean: f64 = covariates.iter().zip(self.effects).map(|(x, b)| x * b).sum();
        mean + then - rating
    }
}

/// Both models on `tournaments` tournaments of `players` players each, from 2005 to 2024; one player in six a junior.
pub(crate) fn corpus(truth: &Truth, tournaments: usize, players: usize, seed: u64) -> Vec<Measurement> {
    let mut random = Random::new(seed);
    let people: Vec<f64> = (0..tournaments * players / 3).map(|_| random.normal()).collect();
    let mut measurements = Vec::new();
    for tournament in 0..tournaments {
        let day = Day { year: 2005 + u16::try_from(random.below(20)).expect("small"), month: 6, day: 1 };
        let shared = truth.event_sd * random.normal();
        for player in 0..players {
            let person = (tournament * players + player * 7 + random.below(3)) % people.len();
            let rating = 1700 + u16::try_from(random.below(1100)).expect("small");
            let junior = random.below(6) == 0;
            let lag = if junior { 1.0 } else { 0.0 };
            let usual =
                truth.player.sd_at_2400 * libm::exp(truth.player.ln_slope_per_300 * rating_units(rating));
            let own = (usual * usual + lag * truth.junior_sd * truth.junior_sd).sqrt();
            let (lasting, new) = (truth.player.lasting.sqrt(), (1.0 - truth.player.lasting).sqrt());
            let form = lasting * people[person] + new * random.normal();
            let heavy = random.unit() < truth.tail.share;
            let form = if heavy { truth.tail.mean + truth.tail.sd * form } else { form };
            let youth = tournament % 7 == 0;
            let points = truth.mean(day, f64::from(rating), junior, youth) + shared + own * form;
            let decisions = 120 + u32::try_from(random.below(200)).expect("small");
            let noise: [f64; 5] = std::array::from_fn(|_| random.normal());
            for (model, level) in [(Model::Primary, 0.0), (Model::DepthAware, truth.second)] {
                measurements.push(Measurement {
                    tournament: format!("{tournament:016x}"),
                    day: day.to_string(),
                    person,
                    rating,
                    age: Some(if junior { 15 } else { 30 }),
                    youth,
                    women: tournament % 9 == 0,
                    games: 9,
                    decisions,
                    model,
                    gains: gains(f64::from(decisions), points + level, &noise, &truth.excess),
                    game_squares: truth
                        .excess
                        .map(|a| a * (0..8).map(|_| random.normal()).map(|x| x * x).sum::<f64>()),
                    game_freedom: 8,
                });
            }
        }
    }
    measurements
}

/// Per decision: variances .2, .2, .02 and 1, correlations .95 and .7; a shift is known to about 110 points from 200 decisions.
fn gains(decisions: f64, points: f64, noise: &[f64; 5], excess: &[f64; SCORES]) -> Gains {
    const SHARED: [f64; RATING] = [1.0, 0.95, 0.7, 0.7];
    let mut gains = Gains::default();
    let sd = [0.2_f64, 0.2, 0.02, 1.0].map(|v| (v * decisions).sqrt());
    let slope = [0.000_3, 0.000_3, 0.000_1, 0.000_6].map(|d| d * decisions);
    for a in 0..RATING {
        let own = (1.0 - SHARED[a] * SHARED[a]).sqrt();
        let moves = SHARED[a] * noise[0] + own * noise[a + 1];
        gains.gain[a] = slope[a] * points + excess[a].sqrt() * sd[a] * moves;
        gains.derivative[a] = slope[a];
        for b in 0..RATING {
            let correlation = if a == b { 1.0 } else { SHARED[a] * SHARED[b] };
            gains.covariance[a][b] = correlation * sd[a] * sd[b];
        }
    }
    gains
}

#[test]
fn a_known_world_comes_back() {
    let measurements = corpus(&TRUTH, 250, 8, 1);
    let standard = Strength::shipped().expect("reads");
    let known = Baseline { version: "test", standard: &standard, other: None };
    let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known).expect("fits");
    for (found, truth) in fit.spread.effects.iter().zip(TRUTH.effects) {
        assert!((found.value - truth).abs() < 2.5 * found.error && found.error < 45.0, "{found:?} {truth}");
    }
    let near =
        |ln: Estimate, truth: f64| assert!((ln.value - truth).abs() < 2.5 * ln.error, "{ln:?} {truth}");
    near(fit.spread.ln_event_sd, libm::log(TRUTH.event_sd));
    near(fit.spread.ln_player_sd, libm::log(TRUTH.player.sd_at_2400));
    near(fit.spread.ln_player_sd_slope, TRUTH.player.ln_slope_per_300);
    let Strength { player, lag, trend, source, tail, .. } = &fit.strength;
    assert!((player.lasting - 0.6).abs() < 0.2 && fit.pairs > 1000, "{} {}", player.lasting, fit.pairs);
    assert!((lag.junior.sd - TRUTH.junior_sd).abs() < 30.0 && fit.juniors > 250, "{lag:?}");
    assert_eq!((lag.new_player, lag.long_absent), (standard.lag.new_player, standard.lag.long_absent));
    assert!(tail.share < 0.02, "{tail:?}");
    assert_eq!((source.performances, source.tournaments), (2000, 250));
    assert_eq!((source.days[0].as_str(), trend.last_year), ("2005-06-01", 2024));
    assert!((trend.covariance[1][1].sqrt() - fit.spread.effects[1].error).abs() < 1e-9);
    for null in &fit.models {
        for (found, truth) in null.excess.iter().zip(TRUTH.excess) {
            // 2,000 performances of 8 degrees of freedom: a relative error of .011.
            assert!((found / truth - 1.0).abs() < 0.045, "{found} {truth}");
        }
    }
    let [primary, second] = fit.models.as_slice() else { panic!("two models") };
    // The same moves, so the difference is exact.
    assert!((second.level.value - primary.level.value - TRUTH.second).abs() < 0.5, "{second:?}");
    // The error of the spread is about that of a standard deviation of 2,000 values, .016, and more for the parts.
    assert!((0.012..0.03).contains(&player.ln_error), "{}", player.ln_error);
}

/// Performances as the shipped null expects them, 70 points lower at 2400 and 25 points more for each 300 above; a share of them is
/// helped by 300 points with a standard deviation of 150.
fn faster(standard: &Strength, parameters: &Parameters, tournaments: usize, share: f64) -> Vec<Measurement> {
    let mut measurements = corpus(&TRUTH, tournaments, 6, 3);
    let mut random = Random::new(8);
    let mut help = 0.0;
    for m in &mut measurements {
        if m.model == Model::Primary {
            let helped = random.unit() < share;
            help = if helped { 300.0 + 150.0 * random.normal() } else { 0.0 };
        }
        let rating = f64::from(m.rating);
        let usual = standard.prior(rating, m.first_day(), m.class(), 0.0).mean + parameters.null.level;
        let day = m.first_day().expect("a day");
        let truth = TRUTH.mean(day, rating, m.class().is_some(), m.youth);
        let points = usual - 70.0 + 25.0 * rating_units(rating) - truth + help;
        for k in 0..SCORES {
            m.gains.gain[k] += points * m.gains.derivative[k];
        }
    }
    measurements
}

/// One performance in twelve is helped: the share is found, and the null is that of the others. A fit that takes all as honest is too
/// high and too wide.
#[test]
fn helped_performances_are_taken_out_of_an_online_fit() {
    // The made-up players have no heavy tail, which would explain some of the help.
    let standard = Strength { tail: TRUTH.tail, ..Strength::shipped().expect("reads") };
    let parameters = Parameters::parse(crate::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    let fitted = |venue, share| {
        let conditions = Conditions { venue, class: TimeClass::Blitz };
        let known = Baseline { version: "test", standard: &standard, other: Some((conditions, &parameters)) };
        let measurements = faster(&standard, &parameters, 150, share);
        fit_null(&measurements.iter().collect::<Vec<_>>(), &known).expect("fits").strength
    };
    let of = |strength: &Strength| strength.conditions.clone().expect("other conditions");
    let (robust, naive) = (fitted(Venue::Online, 0.08), fitted(Venue::OverTheBoard, 0.08));
    let honest = fitted(Venue::OverTheBoard, 0.0);
    assert_eq!(of(&naive).helped, None);
    let share = of(&robust).helped.expect("online");
    assert!((share.value - 0.08).abs() < 0.035, "{share:?}");
    assert!(share.low > 0.02 && share.low < 0.08 && share.high > 0.08 && share.high < 0.16, "{share:?}");
    let off = |strength: &Strength| of(strength).at_2400 - of(&honest).at_2400;
    assert!(off(&robust).abs() < 8.0 && off(&naive) > 15.0, "{} {}", off(&robust), off(&naive));
    let wider = |strength: &Strength| strength.player_sd(2400.0) - honest.player_sd(2400.0);
    assert!(wider(&robust).abs() < 12.0 && wider(&naive) > 20.0, "{} {}", wider(&robust), wider(&naive));
    // Without help little is found, and nothing moves.
    let clean = fitted(Venue::Online, 0.0);
    let share = of(&clean).helped.expect("online");
    assert!(share.value < 0.02 && share.low < 0.005 && share.high < 0.05, "{share:?}");
    assert!(off(&clean).abs() < 5.0 && wider(&clean).abs() < 5.0, "{} {}", off(&clean), wider(&clean));
}

#[test]
fn other_conditions_are_fitted_as_differences() {
    let standard = Strength::shipped().expect("reads");
    let parameters = Parameters::parse(crate::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    let blitz = Conditions { venue: Venue::Online, class: TimeClass::Blitz };
    let known = Baseline { version: "test", standard: &standard, other: Some((blitz, &parameters)) };
    let measurements = faster(&standard, &parameters, 150, 0.0);
    let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known).expect("fits");
    let [level, slope, junior, youth] = fit.spread.effects.as_slice() else { panic!("four effects") };
    for (found, truth) in [(level, -70.0), (slope, 25.0), (junior, 0.0), (youth, 0.0)] {
        assert!((found.value - truth).abs() < 2.5 * found.error && found.error < 30.0, "{found:?} {truth}");
    }
    let other = fit.strength.conditions.as_ref().expect("of these games");
    assert_eq!((other.conditions(), other.projections.as_str()), (blitz, parameters.version.as_str()));
    assert_eq!((other.at_2400, other.per_300), (level.value, slope.value));
    assert_eq!(fit.strength.trend, standard.trend);
    assert_eq!(fit.of(Model::Primary).expect("fitted").level.value, parameters.null.level);
    // Measured performances have a mean z of 0 under the parameters of these games.
    let under = parameters.clone().under(&fit.strength);
    assert_eq!((under.time_class, under.venue, under.provisional), (TimeClass::Blitz, Venue::Online, false));
    for (model, null) in
        [(Model::Primary, under.null), (Model::DepthAware, under.depth_aware.as_ref().expect("shipped").null)]
    {
        let z: Vec<f64> = measurements
            .iter()
            .filter(|m| m.model == model)
            .filter_map(|m| {
                let prior = under.strength.prior(f64::from(m.rating), m.first_day(), m.class(), 0.0);
                Some(m.gains.overall(&null.noise(), prior.at_level(null.level))?.z)
            })
            .collect();
        let (mean, sd) = crate::statistics::field::mean_and_sd(&z);
        assert!(mean.abs() < 0.1 && (0.9..1.1).contains(&sd), "{model:?} {mean} {sd}");
    }
    // The change was measured with these projections: with others it is taken over.
    let elsewhere = Parameters { version: "others".to_owned(), ..parameters };
    assert!(elsewhere.under(&fit.strength).provisional);
}

#[test]
fn the_error_of_the_spread_covers_it() {
    let standard = Strength::shipped().expect("reads");
    let known = Baseline { version: "test", standard: &standard, other: None };
    let mut found = Vec::new();
    for seed in 0..12 {
        let measurements = corpus(&TRUTH, 60, 8, 100 + seed);
        let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known).expect("fits");
        // The spread that the fit gives a z of the middle, against the true one.
        let sd = |event: f64, player: f64, a: f64| (event * event + player * player + a * 1e4).sqrt();
        let at = sd(fit.strength.event_sd, fit.strength.player_sd(2250.0), fit.models[0].excess[0] / 1.15);
        let usual = 85.0 * libm::exp(-0.1 * rating_units(2250.0));
        found.push((libm::log(at / sd(55.0, usual, 1.0)), fit.strength.player.ln_error));
    }
    let scatter = (found.iter().map(|(off, _)| off * off).sum::<f64>() / 12.0).sqrt();
    let promised = found.iter().map(|(_, error)| error / 12.0).sum::<f64>();
    // Twelve draws know a spread to a fifth.
    assert!((0.5..1.5).contains(&(scatter / promised)), "{scatter} {promised}");
}

#[test]
fn few_data_and_odd_data_are_said() {
    let standard = Strength::shipped().expect("reads");
    let known = Baseline { version: "test", standard: &standard, other: None };
    let measurements = corpus(&TRUTH, 3, 4, 1);
    assert!(matches!(
        fit_null(&measurements.iter().collect::<Vec<_>>(), &known),
        Err(NullFitError::Strength(StrengthError::TooFew { performances: 12, events: 3 }))
    ));
    let second: Vec<&Measurement> = measurements.iter().filter(|m| m.model == Model::DepthAware).collect();
    assert_eq!(fit_null(&second, &known), Err(NullFitError::NoPrimary));
    let mut measurements = corpus(&TRUTH, 5, 4, 1);
    let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known).expect("twenty are enough");
    assert!(fit.strength.player.ln_error > 0.1, "{:?}", fit.strength.player);
    measurements[0].day = "2019-02-30".to_owned();
    let day = fit_null(&measurements.iter().collect::<Vec<_>>(), &known);
    assert_eq!(day, Err(NullFitError::Day("2019-02-30".to_owned())));
}

#[test]
fn other_projections_are_held_to_those_of_the_fit() {
    let measurements = corpus(&TRUTH, 60, 8, 9);
    let standard = Strength::shipped().expect("reads");
    let known = Baseline { version: "test", standard: &standard, other: None };
    let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known).expect("fits");
    // A projection that lies 25 points lower and scatters a tenth more from game to game, on every fourth performance.
    let mut others: Vec<Measurement> = measurements.iter().step_by(8).cloned().collect();
    for m in &mut others {
        for k in 0..SCORES {
            m.gains.gain[k] += 25.0 * m.gains.derivative[k];
            m.game_squares[k] *= 1.1;
        }
    }
    let [found] = fit.transfer(&measurements, &others).try_into().expect("one model");
    let own = fit.of(Model::Primary).expect("fitted");
    assert_eq!(found.null.performances, 120);
    assert!((found.null.level.value - own.level.value - 25.0).abs() < 1e-6, "{found:?}");
    assert!(found.null.level.error < 1e-6);
    for (other, own) in found.null.excess.iter().zip(own.excess).take(RATING) {
        assert!((other / own - 1.1).abs() < 1e-9, "{found:?}");
    }
    // The level takes the difference out, and a larger excess only shrinks z.
    assert!(found.z_difference.abs() < 0.02 && found.z_difference_sd < 0.1, "{found:?}");
    let few = fit.transfer(&measurements, &others[..9]);
    assert!(few.is_empty());
}
