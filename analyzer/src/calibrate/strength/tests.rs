use rayon::prelude::*;

use super::*;
use crate::random::Random;

struct Truth {
    effects: Vec<f64>,
    event_sd: f64,
    player_sd: f64,
    slope: f64,
}

fn effects() -> Vec<Effect> {
    [("level", 200.0), ("decades to 2020", 100.0), ("decades from 2020", 100.0), ("junior", 200.0)]
        .map(|(name, prior_sd)| Effect { name: name.to_owned(), prior_sd })
        .into()
}

/// A corpus with a known truth: `events` events of `players` players each, over twenty years, one player in six a junior.
fn corpus(truth: &Truth, events: usize, players: usize, seed: u64) -> Vec<Shift> {
    let mut random = Random::new(seed);
    let mut shifts = Vec::new();
    for event in 0..events {
        let years = -15.0 + 20.0 * random.unit();
        let shared = truth.event_sd * random.normal();
        for _ in 0..players {
            let rating = 1600.0 + 1100.0 * random.unit();
            let junior = if random.below(6) == 0 { 1.0 } else { 0.0 };
            let covariates = vec![1.0, years.min(0.0) / 10.0, years.max(0.0) / 10.0, junior];
            let variance = 90.0 * 90.0 * (1.0 + 2.0 * random.unit());
            let sd = truth.player_sd * libm::exp(truth.slope * (rating - 2400.0) / 300.0);
            let mean: f64 = truth.effects.iter().zip(&covariates).map(|(b, x)| b * x).sum();
            let points = mean + shared + sd * random.normal() + variance.sqrt() * random.normal();
            shifts.push(Shift { event, rating, points, variance, weight: 1.0, covariates });
        }
    }
    shifts
}

#[test]
fn a_thousand_corpora_come_back_within_their_errors() {
    let truth =
        Truth { effects: vec![20.0, 45.0, 120.0, 70.0], event_sd: 60.0, player_sd: 85.0, slope: -0.12 };
    let fits: Vec<StrengthFit> = (0..1000_u64)
        .into_par_iter()
        .map(|seed| fit_strength(&corpus(&truth, 80, 10, seed), &effects()).expect("fits"))
        .collect();
    let covered = |estimate: &dyn Fn(&StrengthFit) -> Estimate, truth: f64| {
        let inside = fits.iter().map(estimate).filter(|e| (e.value - truth).abs() <= 1.96 * e.error);
        inside.count()
    };
    let mut shares = vec![
        covered(&|fit| fit.ln_event_sd, libm::log(truth.event_sd)),
        covered(&|fit| fit.ln_player_sd, libm::log(truth.player_sd)),
        covered(&|fit| fit.ln_player_sd_slope, truth.slope),
    ];
    for (k, value) in truth.effects.iter().enumerate() {
        shares.push(covered(&|fit| fit.effects[k], *value));
    }
    assert!(shares.iter().all(|n| (900..=970).contains(n)), "{shares:?}");
    // Without bias: a tenth of the error of one corpus at most.
    let mean = fits.iter().map(|fit| fit.ln_player_sd.value).sum::<f64>() / 1000.0;
    assert!((mean - libm::log(truth.player_sd)).abs() < 0.1 * fits[0].ln_player_sd.error, "{mean}");
}

#[test]
fn one_event_size_and_one_variance_agree_with_the_analysis_of_variance() {
    // Balanced, no prior to speak of: the estimates are those of the one-way analysis of variance.
    let (events, players) = (200, 6);
    let truth = Truth { effects: vec![30.0], event_sd: 50.0, player_sd: 70.0, slope: 0.0 };
    let mut random = Random::new(7);
    let mut shifts = Vec::new();
    for event in 0..events {
        let shared = truth.event_sd * random.normal();
        for _ in 0..players {
            let noise = (70.0_f64 * 70.0 + 100.0 * 100.0).sqrt() * random.normal();
            let points = 30.0 + shared + noise;
            // All at one rating, so that the slope has nothing to go by.
            shifts.push(Shift {
                event,
                rating: 2400.0,
                points,
                variance: 1e4,
                weight: 1.0,
                covariates: vec![1.0],
            });
        }
    }
    let fit = fit_strength(&shifts, &[Effect { name: "level".to_owned(), prior_sd: 1e6 }]).expect("fits");
    let means: Vec<f64> =
        shifts.chunks(players).map(|c| c.iter().map(|s| s.points).sum::<f64>() / players as f64).collect();
    let grand = means.iter().sum::<f64>() / events as f64;
    let within: f64 = shifts
        .chunks(players)
        .zip(&means)
        .map(|(c, m)| c.iter().map(|s| (s.points - m) * (s.points - m)).sum::<f64>())
        .sum::<f64>()
        / (events * (players - 1)) as f64;
    let between: f64 =
        players as f64 * means.iter().map(|m| (m - grand) * (m - grand)).sum::<f64>() / (events - 1) as f64;
    assert!((fit.effects[0].value - grand).abs() < 1e-3);
    // The priors draw their logarithms by the square of the relative error, here .07 and .13, over that of the prior, times the
    // distance from the median: .002 and .025.
    assert!((fit.player_sd(2400.0) - (within - 1e4).sqrt()).abs() < 0.4, "{fit:?}");
    assert!((fit.event_sd() - ((between - within) / players as f64).sqrt()).abs() < 1.6, "{fit:?}");
    // Profiles of well-known numbers are as wide as their errors say.
    let effects = [Effect { name: "level".to_owned(), prior_sd: 1e6 }];
    let [event, player, slope] = profile_intervals(&shifts, &effects, &fit);
    for ([low, high], estimate) in [(event, fit.ln_event_sd), (player, fit.ln_player_sd)] {
        let (low, high) = (low.expect("an end"), high.expect("an end"));
        let width = (high - low) / (2.0 * 1.96 * estimate.error);
        assert!(low < estimate.value && estimate.value < high && (0.95..1.05).contains(&width), "{width}");
    }
    // Only the prior knows the slope.
    assert!((slope[1].expect("an end") - 1.96 * SLOPE_PRIOR).abs() < 0.05, "{slope:?}");
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let effects = effects();
    let truth = Truth { effects: vec![0.0; 4], event_sd: 50.0, player_sd: 70.0, slope: 0.0 };
    let shifts = corpus(&truth, 5, 2, 1);
    assert_eq!(fit_strength(&shifts, &effects), Err(StrengthError::TooFew { performances: 10, events: 5 }));
    let mut shifts = corpus(&truth, 10, 5, 1);
    shifts[3].covariates.pop();
    assert_eq!(fit_strength(&shifts, &effects), Err(StrengthError::Covariates));
    shifts[3].covariates.push(0.0);
    shifts[3].variance = 0.0;
    assert_eq!(fit_strength(&shifts, &effects), Err(StrengthError::NotFinite));
}
