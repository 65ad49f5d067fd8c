//! Gains over a projection: what the null turns into z.
//!
//! For statistic `k`, turned so that more is better play, `G_k = sum (observed - projected)` at the published rating, `D_k` the
//! change of the projected sum per rating point on the same decisions, and `V` the covariance of the sums over independent
//! decisions, by the choice model. A player who plays like `R + t` gains `D_k t` on average. With the shift `t` of mean `m` and
//! variance `s^2` that an honest player has before the moves are looked at,
//!
//! ```text
//! z_k = (G_k - D_k m) / sqrt(a_k V_kk + D_k^2 s^2)
//! ```
//!
//! `a_k` is the excess of move-to-move variance: decisions of one game are not independent.

use serde::{Deserialize, Serialize};

use crate::null::strength::Shift;

/// MM, EV, ASD, in the order of the list of statistics, the efficient score, and the rating score.
pub const SCORES: usize = 5;
/// Index of the efficient score.
pub const EFFICIENT: usize = 3;
/// Index of the rating score: `d ln p / d rating` of the moves played, which says how much stronger or weaker than the rating
/// somebody plays. Its derivative and its variance are both the Fisher information of the rating.
pub const RATING: usize = 4;

/// Sums over decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gains {
    pub gain: [f64; SCORES],
    /// Per rating point.
    pub derivative: [f64; SCORES],
    /// By the choice model, symmetric.
    pub covariance: [[f64; SCORES]; SCORES],
}

/// What the null needs besides gains and shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Excess of move-to-move variance of each score, above 0.
    pub excess: [f64; SCORES],
    /// Weight of each score in the overall z.
    pub weights: [f64; SCORES],
}

/// A z with what its odds depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overall {
    pub z: f64,
    /// Share of the variance that is the player's own form and rating error, 0 to 1.
    pub own: f64,
    /// Share that all players of the event have in common, 0 to 1.
    pub shared: f64,
}

/// A shift measured from moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredShift {
    /// In rating points.
    pub points: f64,
    /// Variance from move to move, in rating points squared.
    pub variance: f64,
}

impl Gains {
    pub fn add(&mut self, other: &Self) {
        for a in 0..SCORES {
            self.gain[a] += other.gain[a];
            self.derivative[a] += other.derivative[a];
            for b in 0..SCORES {
                self.covariance[a][b] += other.covariance[a][b];
            }
        }
    }

    /// z of one score; `None` if nothing is left to chance.
    pub fn z(&self, score: usize, noise: &Noise, shift: Shift) -> Option<Overall> {
        let v = self.covariance[score][score];
        (v > 0.0)
            .then(|| held_against(shift, [self.gain[score], self.derivative[score], noise.excess[score] * v]))
    }

    /// What each score counts for when they are put together: its weight over its standard deviation from move to move. 0 for
    /// all of them if nothing is left to chance in one.
    fn scales(&self, noise: &Noise) -> [f64; SCORES] {
        let counts = |k: usize| noise.weights[k] != 0.0;
        if (0..SCORES).any(|k| counts(k) && self.covariance[k][k] <= 0.0) {
            return [0.0; SCORES];
        }
        let scale = |k: usize| noise.weights[k] / (noise.excess[k] * self.covariance[k][k]).sqrt();
        std::array::from_fn(|k| if counts(k) { scale(k) } else { 0.0 })
    }

    /// Gain, derivative and variance of the scores put together; `None` if nothing is left to chance.
    fn together(&self, noise: &Noise) -> Option<[f64; 3]> {
        let scales = self.scales(noise);
        let sum = |values: &[f64; SCORES]| scales.iter().zip(values).map(|(s, v)| s * v).sum::<f64>();
        let mut variance = 0.0;
        for a in 0..SCORES {
            for b in 0..SCORES {
                let excess = (noise.excess[a] * noise.excess[b]).sqrt();
                variance += scales[a] * scales[b] * excess * self.covariance[a][b];
            }
        }
        (variance > 0.0).then(|| [sum(&self.gain), sum(&self.derivative), variance])
    }

    /// What these decisions contribute to the overall z of `whole`, of which they are a part; the parts add up to it. `None` if
    /// nothing is left to chance.
    pub fn contribution(&self, whole: &Self, noise: &Noise, shift: Shift) -> Option<f64> {
        let scales = whole.scales(noise);
        let [_, derivative, variance] = whole.together(noise)?;
        let part = |k: usize| scales[k] * (self.gain[k] - self.derivative[k] * shift.mean);
        Some(
            (0..SCORES).map(part).sum::<f64>() / (variance + derivative * derivative * shift.variance).sqrt(),
        )
    }

    /// The overall z; `None` if nothing is left to chance.
    pub fn overall(&self, noise: &Noise, shift: Shift) -> Option<Overall> {
        Some(held_against(shift, self.together(noise)?))
    }

    /// z of one score with all of it taken out that another strength would explain, so that it hardly depends on the rating: the
    /// C(alpha) test (Neyman 1959, "Optimal asymptotic tests of composite statistical hypotheses"). With the rating score `U` and
    /// its information `I`,
    ///
    /// ```text
    /// z = (G_k - D_k U / I) / sqrt(a_k (V_kk - D_k^2 / I))
    /// ```
    ///
    /// A small error `t` of the rating adds `D_k t` to the gain and `I t` to `U`, which cancel. It needs no shift, and so says
    /// nothing about somebody who is helped to play like a stronger human. `None` if nothing is left to chance.
    pub fn rating_free_z(&self, score: usize, noise: &Noise) -> Option<f64> {
        let information = self.covariance[RATING][RATING];
        if information <= 0.0 {
            return None;
        }
        let slope = self.derivative[score] / information;
        let variance = noise.excess[score] * (self.covariance[score][score] - slope * self.derivative[score]);
        (variance > 0.0).then(|| (self.gain[score] - slope * self.gain[RATING]) / variance.sqrt())
    }

    /// The shift that the scores together measure; `None` if they do not rise with the rating.
    pub fn shift(&self, noise: &Noise) -> Option<MeasuredShift> {
        let [gain, derivative, variance] = self.together(noise)?;
        (derivative > 0.0).then(|| MeasuredShift {
            points: gain / derivative,
            variance: variance / (derivative * derivative),
        })
    }
}

/// z of a gain with its derivative and its variance from move to move.
fn held_against(shift: Shift, [gain, derivative, variance]: [f64; 3]) -> Overall {
    let squared = derivative * derivative;
    let spread = variance + squared * shift.variance;
    Overall {
        z: (gain - derivative * shift.mean) / spread.sqrt(),
        own: squared * shift.own / spread,
        shared: squared * (shift.variance - shift.own) / spread,
    }
}

/// The shift of parts together, each with its own: of several events of a person, or of several people. `between` is the
/// covariance of the shifts of two parts. Every part counts by how much its decisions depend on the shift.
pub fn pooled_shift(
    parts: &[(&Gains, Shift)],
    noise: &Noise,
    between: impl Fn(&Shift, &Shift) -> f64,
) -> Shift {
    let mut all = Gains::default();
    for (gains, _) in parts {
        all.add(gains);
    }
    let scales = all.scales(noise);
    let weight =
        |gains: &Gains| scales.iter().zip(&gains.derivative).map(|(scale, d)| scale * d).sum::<f64>();
    let weights: Vec<f64> = parts.iter().map(|(gains, _)| weight(gains)).collect();
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return parts.first().map_or_else(Shift::default, |(_, shift)| *shift);
    }
    let mut pooled = Shift::default();
    for (a, (_, first)) in parts.iter().enumerate() {
        let share = weights[a] / total;
        pooled.mean += share * first.mean;
        pooled.variance += share * share * first.variance;
        pooled.own += share * share * first.own;
        for (b, (_, second)) in parts.iter().enumerate().filter(|(b, _)| *b != a) {
            pooled.variance += share * weights[b] / total * between(first, second);
        }
    }
    pooled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains() -> Gains {
        let mut covariance = [[0.0; SCORES]; SCORES];
        for (k, v) in [25.0, 16.0, 4.0, 100.0, 0.0004].into_iter().enumerate() {
            covariance[k][k] = v;
        }
        covariance[0][1] = 16.0;
        covariance[1][0] = 16.0;
        let derivative = [0.04, 0.03, 0.02, 0.1, 0.0004];
        for k in 0..RATING {
            (covariance[k][RATING], covariance[RATING][k]) = (derivative[k], derivative[k]);
        }
        Gains { gain: [10.0, 8.0, 4.0, 20.0, 0.06], derivative, covariance }
    }

    const PLAIN: Noise = Noise { excess: [1.0; SCORES], weights: [1.0, 1.0, 2.0, 0.0, 0.0] };

    #[test]
    fn one_score_by_hand() {
        let shift = Shift { mean: 50.0, variance: 5600.0, own: 4000.0 };
        let noise = Noise { excess: [1.2, 1.0, 1.0, 1.0, 1.0], ..PLAIN };
        // (10 - 2) / sqrt(30 + .0016 * 5600) = 8 / sqrt(38.96).
        let z = gains().z(0, &noise, shift).expect("z").z;
        assert!((z - 8.0 / 38.96_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Gains::default().z(0, &noise, shift), None);
    }

    #[test]
    fn a_rating_free_score_by_hand() {
        let noise = Noise { excess: [1.0, 1.0, 1.0, 1.2, 1.0], ..PLAIN };
        // 20 - .1 * .06 / .0004 = 5 over sqrt(1.2 (100 - .01 / .0004)) = sqrt(90).
        let z = gains().rating_free_z(EFFICIENT, &noise).expect("z");
        assert!((z - 5.0 / 90.0_f64.sqrt()).abs() < 1e-12, "{z}");
        // Another rating, 50 points below: every gain rises by 50 derivatives, and this z stays.
        let mut weaker = gains();
        for k in 0..SCORES {
            weaker.gain[k] += 50.0 * weaker.derivative[k];
        }
        let same = weaker.rating_free_z(EFFICIENT, &noise).expect("z");
        assert!((same - z).abs() < 1e-12, "{same}");
        assert_eq!(Gains::default().rating_free_z(EFFICIENT, &noise), None);
    }

    #[test]
    fn together_by_hand() {
        // In units of SD: gains 2, 2, 2 with weights 1, 1, 2 make 8; derivatives .008, .0075, .01 make .0355.
        // Variance 1 + 1 + 4 + 2 * 16 / 20 = 7.6.
        let nobody = Shift::default();
        let overall = gains().overall(&PLAIN, nobody).expect("z");
        assert!((overall.z - 8.0 / 7.6_f64.sqrt()).abs() < 1e-12 && overall.own == 0.0);
        let shift = Shift { mean: 100.0, variance: 2000.0, own: 1500.0 };
        let spread: f64 = 7.6 + 0.0355 * 0.0355 * 2000.0;
        let overall = gains().overall(&PLAIN, shift).expect("z");
        assert!((overall.z - (8.0 - 3.55) / spread.sqrt()).abs() < 1e-12);
        assert!((overall.own - 0.0355 * 0.0355 * 1500.0 / spread).abs() < 1e-12);
        assert!((overall.shared - 0.0355 * 0.0355 * 500.0 / spread).abs() < 1e-12);
        let measured = gains().shift(&PLAIN).expect("rises");
        assert!((measured.points - 8.0 / 0.0355).abs() < 1e-9);
        assert!((measured.variance - 7.6 / (0.0355 * 0.0355)).abs() < 1e-6);
    }

    #[test]
    fn excess_counts_as_more_variance_and_gains_add_up() {
        let twice = Noise { excess: [2.0; SCORES], ..PLAIN };
        let (one, two) = (gains().shift(&PLAIN).expect("rises"), gains().shift(&twice).expect("rises"));
        assert!((two.points - one.points).abs() < 1e-9 && (two.variance / one.variance - 2.0).abs() < 1e-12);
        let mut sum = gains();
        sum.add(&gains());
        assert_eq!((sum.gain[1], sum.derivative[2], sum.covariance[0][1]), (16.0, 0.04, 32.0));
    }

    #[test]
    fn a_pooled_shift_by_hand() {
        let (one, mut other) = (gains(), gains());
        for d in &mut other.derivative {
            *d *= 3.0;
        }
        let shift = |mean: f64, variance: f64| Shift { mean, variance, own: 0.5 * variance };
        let parts = [(&one, shift(0.0, 1600.0)), (&other, shift(80.0, 3200.0))];
        // A quarter and three quarters: mean 60, variance 1600/16 + 3200 * 9/16, and 2 * 3/16 of what is between them.
        let apart = pooled_shift(&parts, &PLAIN, |_, _| 0.0);
        assert!((apart.mean - 60.0).abs() < 1e-9 && (apart.variance - 1900.0).abs() < 1e-9);
        assert!((apart.own - 950.0).abs() < 1e-9);
        let lasting = pooled_shift(&parts, &PLAIN, |_, _| 800.0);
        assert!((lasting.variance - 2200.0).abs() < 1e-9);
    }
}
