//! Simulated players come back, the delta method agrees with a bootstrap, and nothing is extrapolated.

use super::*;
use crate::decision::PlayedMove;
use crate::null::PerTest;
use crate::random::Random;

fn reference() -> Reference {
    Reference::parse(QUICK_STOCKFISH_15_1).expect("reads")
}

/// The shipped fit without excess, because moves drawn from the model have none.
pub(super) fn plain() -> Parameters {
    let mut parameters = Parameters::parse(crate::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    parameters.null.excess = PerTest { mm: 1.0, ev: 1.0, asd: 1.0 };
    parameters
}

/// `count` made-up positions with a wide choice of sharpness, all different from the reference set.
pub(super) fn positions(count: usize, seed: u64) -> Vec<Decision> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let scale = 0.03 + 0.5 * random.unit() * random.unit();
            let mut deltas = vec![0.0];
            for _ in 0..4 {
                let last = deltas.last().copied().unwrap_or(0.0);
                deltas.push(last + scale * random.unit());
            }
            Decision {
                differences: deltas.clone(),
                deltas,
                unlisted: 25,
                played: PlayedMove::Line(0),
                looks: None,
            }
        })
        .collect()
}

/// The same positions with every move drawn from a model.
pub(super) fn drawn(decisions: &[Decision], model: &TwoParameter, random: &mut Random) -> Vec<Decision> {
    let drawn = decisions.iter().map(|decision| {
        let choices = model.choices(decision);
        let (difference, delta) = (choices.unlisted_difference, choices.unlisted_delta);
        let played = choices.draw(random).map_or(PlayedMove::Apart { difference, delta }, PlayedMove::Line);
        Decision { played, ..decision.clone() }
    });
    drawn.collect()
}

fn rating(reading: RatingEstimate) -> f64 {
    match reading {
        RatingEstimate::At(rating) => rating,
        RatingEstimate::Below(_) => f64::NEG_INFINITY,
        RatingEstimate::Above(_) => f64::INFINITY,
    }
}

#[test]
fn simulated_players_lie_in_the_range_nineteen_times_in_twenty() {
    let (parameters, reference) = (plain(), reference());
    let yardstick = Yardstick::new(&parameters, &reference).expect("a line");
    let decisions = positions(220, 12);
    for truth in [2000_u16, 2300, 2550] {
        let model = parameters.projectable(Some(truth)).model().expect("covered");
        let (mut inside, mut settled, mut values) = (0, 0, Vec::new());
        for k in 0..150 {
            let mut random = Random::stream(u64::from(truth), &[k]);
            let Ok(found) = yardstick.ipr(&drawn(&decisions, &model, &mut random)) else {
                continue;
            };
            settled += 1;
            let truth = f64::from(truth);
            inside += i32::from(rating(found.low) <= truth && truth <= rating(found.high));
            values.push(rating(found.value));
        }
        assert!(settled >= 147, "{truth}: {settled}");
        // 95.4 % of 150: 143 with a standard deviation of 2.6.
        assert!((135..=150).contains(&inside), "{truth}: {inside} of {settled}");
        values.sort_by(f64::total_cmp);
        let median = values[values.len() / 2];
        assert!((median - f64::from(truth)).abs() < 60.0, "{truth}: {median}");
    }
}

#[test]
fn the_delta_method_agrees_with_a_parametric_bootstrap() {
    let (parameters, reference) = (plain(), reference());
    let decisions = positions(400, 3);
    let model = parameters.projectable(Some(2300)).model().expect("covered");
    let player = drawn(&decisions, &model, &mut Random::new(6));
    let yardstick = Yardstick::new(&parameters, &reference).expect("a line");
    let found = yardstick.ipr(&player).expect("settles");
    let fitted = TwoParameter { sensitivity: found.sensitivity, consistency: found.consistency, ..model };
    let again: Vec<f64> = (0..200)
        .filter_map(|k| {
            let sample = drawn(&decisions, &fitted, &mut Random::stream(99, &[k]));
            let refit = yardstick.ipr(&sample).ok()?;
            Some(libm::log(refit.difference))
        })
        .collect();
    assert!(again.len() >= 198, "{}", again.len());
    let n = again.len() as f64;
    let mean = again.iter().sum::<f64>() / n;
    let sd = (again.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0)).sqrt();
    assert!((found.ln_error / sd - 1.0).abs() < 0.2, "{} {sd}", found.ln_error);
}

#[test]
fn the_fit_reproduces_what_was_observed() {
    let (parameters, reference) = (plain(), reference());
    let model = parameters.projectable(Some(2200)).model().expect("covered");
    let player = drawn(&positions(300, 8), &model, &mut Random::new(4));
    let found = ipr(&player, &parameters, &reference).expect("settles");
    let fitted = TwoParameter { sensitivity: found.sensitivity, consistency: found.consistency, ..model };
    let (o, e) = (Moments::observed(&player), Moments::projected(&player, &fitted));
    assert!((o.mm - e.mm).abs() < 1e-6 && (o.delta - e.delta).abs() < 1e-6);
    assert!((reference.difference(&fitted) - found.difference).abs() < 1e-12);
    assert_eq!(found.decisions, 300);
    assert!(rating(found.low) < rating(found.value) && rating(found.value) < rating(found.high));
    // Four times the variance is twice the range on the logarithm.
    let mut wide = parameters.clone();
    (wide.null.excess.mm, wide.null.excess.asd) = (4.0, 4.0);
    let wider = ipr(&player, &wide, &reference).expect("settles");
    assert!((wider.ln_error / found.ln_error - 2.0).abs() < 1e-9);
}

#[test]
fn the_line_gives_back_its_own_ratings() {
    let (parameters, reference) = (plain(), reference());
    let line = Line::new(&parameters, &reference).expect("a line");
    for truth in [1600_u16, 1777, 2003, 2400, 2799, 2899] {
        let model = parameters.projectable(Some(truth)).model().expect("covered");
        let RatingEstimate::At(back) = line.read(reference.difference(&model)) else {
            panic!("{truth} is on the line")
        };
        assert!((back - f64::from(truth)).abs() < 0.1, "{truth}: {back}");
    }
    let (lowest, highest) = (parameters.ratings.low, parameters.ratings.high);
    assert_eq!(line.read(9.0), RatingEstimate::Below(lowest));
    assert_eq!(line.read(1e-4), RatingEstimate::Above(highest));
    assert_eq!(line.read(f64::NAN), RatingEstimate::Below(lowest));
}

#[test]
fn beyond_the_fit_it_says_only_above_or_below() {
    let (parameters, reference) = (plain(), reference());
    let decisions = positions(600, 21);
    let highest = parameters.ratings.high;
    let best = parameters.projectable(Some(highest)).model().expect("covered");
    let stronger = TwoParameter { sensitivity: 0.4 * best.sensitivity, ..best };
    let player = drawn(&decisions, &stronger, &mut Random::new(2));
    let found = ipr(&player, &parameters, &reference).expect("settles");
    assert_eq!((found.value, found.high), (RatingEstimate::Above(highest), RatingEstimate::Above(highest)));
    let weaker = TwoParameter { sensitivity: 4.0 * best.sensitivity, ..best };
    let player = drawn(&decisions, &weaker, &mut Random::new(2));
    let found = ipr(&player, &parameters, &reference).expect("settles");
    assert_eq!(
        (found.value, found.low),
        (RatingEstimate::Below(parameters.ratings.low), RatingEstimate::Below(parameters.ratings.low))
    );
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let (parameters, reference) = (plain(), reference());
    assert_eq!(ipr(&positions(49, 1), &parameters, &reference), Err(IprError::TooFew { found: 49 }));
    // Nothing but first lines: no finite strength gives that.
    let perfect = ipr(&positions(80, 1), &parameters, &reference).expect_err("refused");
    assert!(matches!(perfect, IprError::Unsettled { matches, .. } if matches == 1.0), "{perfect}");
    // Nothing but the worst line, and yet it costs next to nothing in most positions.
    let mut worst = positions(80, 1);
    for decision in &mut worst {
        decision.played = PlayedMove::Line(4);
    }
    assert!(matches!(ipr(&worst, &parameters, &reference), Err(IprError::Unsettled { .. })));
    let mut flat = parameters.clone();
    flat.sensitivity.ln_slope_per_300 = 0.0;
    flat.consistency.slope_per_300 = 0.0;
    let player = drawn(
        &positions(200, 8),
        &parameters.projectable(Some(2200)).model().expect("covered"),
        &mut Random::new(4),
    );
    assert_eq!(
        ipr(&player, &flat, &reference),
        Err(IprError::NoLine { low: parameters.ratings.low, high: parameters.ratings.high })
    );
}
