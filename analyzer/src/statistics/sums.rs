//! Sums over a set of decisions, and the z of the tests that they give.

use crate::choice::ChoiceModel;
use crate::decision::Decision;
use crate::null::gains::{EFFICIENT, Gains};
use crate::null::{PerTest, TESTS};
use crate::statistics::efficient::EfficientScore;
use crate::statistics::projection::{Around, Projection};
use crate::statistics::statistic::{COUNT, MM, Moments, STATISTICS, Statistic, Tail};
pub use crate::statistics::statistic::{Observed, observe};
use crate::statistics::tails::{equivalent_z, headline, poisson_binomial_mid};

/// Sums of some statistics, in the order in which decisions were added.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals<const N: usize> {
    /// Over all decisions.
    pub observed: [f64; N],
    /// Observed, over the projected decisions.
    pub compared: [f64; N],
    pub expected: [f64; N],
    pub variance: [f64; N],
}

impl<const N: usize> Default for Totals<N> {
    fn default() -> Self {
        let none = [0.0; N];
        Self { observed: none, compared: none, expected: none, variance: none }
    }
}

impl<const N: usize> Totals<N> {
    pub fn add(&mut self, observed: &[f64; N], projected: Option<&[Moments; N]>) {
        let sum = |sums: &mut [f64; N], values: &[f64; N]| {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        };
        sum(&mut self.observed, observed);
        if let Some(moments) = projected {
            sum(&mut self.compared, observed);
            sum(&mut self.expected, &moments.map(|of| of.mean));
            sum(&mut self.variance, &moments.map(|of| of.variance));
        }
    }

    /// Adds the sums of other decisions.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.observed, &other.observed),
            (&mut self.compared, &other.compared),
            (&mut self.expected, &other.expected),
            (&mut self.variance, &other.variance),
        ] {
            mine.iter_mut().zip(theirs).for_each(|(sum, value)| *sum += value);
        }
    }

    /// Observed less projected, turned so that larger means better play.
    pub fn gain(&self, statistics: &[Statistic], index: usize) -> f64 {
        let (seen, expected) = (self.compared[index], self.expected[index]);
        if statistics[index].larger_is_better { seen - expected } else { expected - seen }
    }

    /// Gain in standard deviations of independent decisions; `None` if nothing is left to chance.
    pub fn raw_z(&self, statistics: &[Statistic], index: usize) -> Option<f64> {
        let variance = self.variance[index];
        (variance > 0.0).then(|| self.gain(statistics, index) / variance.sqrt())
    }
}

/// Sums over a set of decisions, in the order they were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    pub decisions: u32,
    /// Decisions with a projection.
    pub projected: u32,
    pub totals: Totals<COUNT>,
    /// Projected means of each decision, for statistics with an exact tail.
    chances: [Vec<f64>; COUNT],
    gains: Gains,
    /// The efficient score of the projected decisions.
    pub efficient: EfficientScore,
}

impl Sums {
    /// Sums of decisions under a model.
    pub fn from_decisions<'a, M: ChoiceModel>(
        decisions: impl IntoIterator<Item = &'a Decision>,
        model: &Around<M>,
    ) -> Self {
        let mut sums = Self::default();
        for decision in decisions {
            let projection = model.project(decision);
            sums.add(&observe(decision), projection.as_ref());
        }
        sums
    }

    pub fn add(&mut self, observed: &Observed, projection: Option<&Projection>) {
        self.decisions += 1;
        self.totals.add(observed, projection.map(|e| &e.moments));
        if let Some(e) = projection {
            self.projected += 1;
            for ((chances, moments), statistic) in self.chances.iter_mut().zip(&e.moments).zip(&STATISTICS) {
                if statistic.tail == Tail::Indicator {
                    chances.push(moments.mean);
                }
            }
            self.gains.add(&e.gains(observed));
            self.efficient.add(e.mean(MM).clamp(0.0, 1.0), observed[MM] > 0.0);
        }
    }

    /// Adds the sums of other decisions.
    pub fn merge(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.projected += other.projected;
        self.totals.merge(&other.totals);
        for (mine, theirs) in self.chances.iter_mut().zip(&other.chances) {
            mine.extend_from_slice(theirs);
        }
        self.gains.add(&other.gains);
        self.efficient.merge(&other.efficient);
    }

    /// Observed sum over the projected decisions.
    pub fn compared(&self, statistic: usize) -> f64 {
        self.totals.compared[statistic]
    }

    /// Projected sum.
    pub fn expected(&self, statistic: usize) -> f64 {
        self.totals.expected[statistic]
    }

    /// Variance of the sum over independent decisions.
    pub fn variance(&self, statistic: usize) -> f64 {
        self.totals.variance[statistic]
    }

    /// Observed less projected sum, turned so that larger means better play.
    pub fn gain(&self, statistic: usize) -> f64 {
        self.totals.gain(&STATISTICS, statistic)
    }

    /// Projected probabilities, decision by decision, of a statistic with an exact tail.
    pub fn chances(&self, statistic: usize) -> &[f64] {
        &self.chances[statistic]
    }

    /// Raw z of each test, turned so that larger means better play; `None` without projected decisions that leave room for
    /// chance.
    pub fn raw_z(&self) -> Option<PerTest<f64>> {
        PerTest::try_from_fn(|test| self.totals.raw_z(&STATISTICS, test))
    }

    /// The z that the exact tail is equivalent to, for tests that are sums of unequal coins. Turned as in [`Sums::raw_z`], and
    /// `None` where that is.
    pub fn tail_z(&self) -> Option<PerTest<Option<f64>>> {
        self.raw_z()?;
        Some(PerTest::from_fn(|test| match STATISTICS[test].tail {
            Tail::Indicator => {
                Some(equivalent_z(poisson_binomial_mid(self.chances(test), whole(self.compared(test)))))
            }
            Tail::Normal => None,
        }))
    }

    /// Gains as they were added.
    pub fn added(&self) -> &Gains {
        &self.gains
    }

    /// Gains with the leading z of each score in place of its own: of the normal z and the one equivalent to the tail, the one
    /// nearer to ordinary. `None` if nothing is left to chance.
    pub fn gains(&self) -> Option<Gains> {
        let mut gains = self.gains;
        let z = self.raw_z()?.zip(self.tail_z()?, |z, tail| tail.map_or(z, |tail| headline(z, tail)));
        let z: [&f64; TESTS] = z.each();
        for ((gain, z), variance) in gains.gain.iter_mut().zip(z).zip(&self.totals.variance) {
            *gain = z * variance.sqrt();
        }
        gains.gain[EFFICIENT] = self.efficient.headline_z()? * self.efficient.variance().sqrt();
        Some(gains)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sum of ones is whole, not negative, and at most the number of decisions"
)]
fn whole(ones: f64) -> u32 {
    ones.round() as u32
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::choice::Choices;
    use crate::decision::PlayedMove;
    use crate::statistics::statistic::{ASD, EV, LOSS, T3, Unit, values};

    /// A decision under these choices, the same at every rating.
    pub(crate) fn fixed(decision: &Decision, choices: &Choices) -> Projection {
        let (_, moments): (Observed, _) = values(&STATISTICS, decision, choices);
        Projection { moments, ..Projection::default() }
    }

    /// Coins that should fall one way in two and count alike in all three tests: a rating point moves the chance of each by
    /// a thousandth.
    pub(crate) fn coins(hits: impl IntoIterator<Item = bool>) -> Sums {
        let mut sums = Sums::default();
        for hit in hits {
            let hit = if hit { 1.0 } else { 0.0 };
            let observed = [hit, hit, 0.1 * (1.0 - hit), 0.0, 0.0];
            let (coin, none) = (Moments::indicator(0.5), Moments::default());
            let difference = Moments { mean: 0.05, variance: 0.0025 };
            let moments = [coin, coin, difference, none, none];
            sums.add(
                &observed,
                Some(&Projection { moments, slopes: [0.001, 0.001, -0.0001], ..Projection::default() }),
            );
        }
        sums
    }

    fn decision(played: PlayedMove) -> Decision {
        Decision {
            differences: vec![0.0, 0.0, 0.5],
            deltas: vec![0.0, 0.0, 0.4],
            unlisted: 2,
            played,
            looks: None,
        }
    }

    fn choices() -> Choices {
        Choices {
            rating: 2400,
            lines: vec![0.4, 0.3, 0.2],
            unlisted: 0.1,
            unlisted_delta: 0.6,
            unlisted_spread: 0.2,
            unlisted_difference: 1.0,
        }
    }

    #[test]
    fn projections_by_hand() {
        let e = fixed(&decision(PlayedMove::Line(0)), &choices());
        // E = .2*.4 + .1*.6 = .14; var = .7*.14^2 + .2*.26^2 + .1*.46^2 = .0484, and .1*.2^2 that unlisted moves scatter.
        assert!((e.mean(MM) - 0.4).abs() < 1e-15);
        assert!((e.mean(EV) - 0.7).abs() < 1e-15);
        assert!((e.mean(ASD) - 0.14).abs() < 1e-15);
        assert!((e.moments[ASD].variance - 0.0524).abs() < 1e-15);
        assert!((e.mean(T3) - 0.9).abs() < 1e-15);
        assert!((e.mean(LOSS) - 20.0).abs() < 1e-12);
    }

    #[test]
    fn z_by_hand_and_better_play_is_positive_in_all_three() {
        let mut good = Sums::default();
        let mut bad = Sums::default();
        for _ in 0..25 {
            let e = fixed(&decision(PlayedMove::Line(0)), &choices());
            good.add(&observe(&decision(PlayedMove::Line(0))), Some(&e));
            let apart = decision(PlayedMove::Apart { difference: 1.0, delta: 0.6 });
            bad.add(&observe(&apart), Some(&e));
        }
        let PerTest { mm, ev, asd } = good.raw_z().expect("z");
        assert!((mm - 15.0 / 6.0_f64.sqrt()).abs() < 1e-12); // (25 - 10) / sqrt(25 * .24)
        assert!((ev - 7.5 / 5.25_f64.sqrt()).abs() < 1e-12); // (25 - 17.5) / sqrt(25 * .21)
        assert!((asd - 3.5 / 1.31_f64.sqrt()).abs() < 1e-12); // (3.5 - 0) / sqrt(25 * .0524)
        // Trap 13: bad play is not unusual in the direction that counts.
        assert!(bad.raw_z().expect("z").each().iter().all(|z| **z < 0.0));
    }

    #[test]
    fn tails_by_hand() {
        // Two coins of .4 and one match: mid-P = .4^2 + (2 * .4 * .6) / 2 = .40, which z = .2533 leaves above it.
        let mut sums = Sums::default();
        let e = fixed(&decision(PlayedMove::Line(0)), &choices());
        sums.add(&observe(&decision(PlayedMove::Line(0))), Some(&e));
        sums.add(&observe(&decision(PlayedMove::Line(2))), Some(&e));
        let PerTest { mm, ev, asd } = sums.tail_z().expect("z");
        let close =
            |z: Option<f64>, expected: f64| assert!((z.expect("exact") - expected).abs() < 1e-9, "{z:?}");
        close(mm, 0.253_347_103_135_799_8);
        // EV: one of two at .7: .49 + .42 / 2 = .70.
        close(ev, -0.524_400_512_708_040_9);
        assert_eq!(asd, None);
        // The nearer to ordinary leads: raw MM is .2 / sqrt(.48) = .289, raw EV -.4 / sqrt(.42) = -.617.
        let gains = sums.gains().expect("gains");
        assert!((gains.gain[MM] - 0.253_347_103_135_799_8 * 0.48_f64.sqrt()).abs() < 1e-9);
        assert!((gains.gain[EV] + 0.524_400_512_708_040_9 * 0.42_f64.sqrt()).abs() < 1e-9);
        assert!((gains.gain[ASD] - sums.gain(ASD)).abs() < 1e-12);
    }

    #[test]
    fn merged_sums_are_the_sums_of_all() {
        let e = fixed(&decision(PlayedMove::Line(0)), &choices());
        let (mut whole, mut first, mut second) = (Sums::default(), Sums::default(), Sums::default());
        for (index, played) in [0, 2, 1, 0, 2].into_iter().enumerate() {
            let observed = observe(&decision(PlayedMove::Line(played)));
            whole.add(&observed, Some(&e));
            if index < 2 { &mut first } else { &mut second }.add(&observed, Some(&e));
        }
        first.merge(&second);
        let close = |a: &Sums, b: &Sums| {
            let (a, b) = (a.raw_z().expect("z"), b.raw_z().expect("z"));
            a.zip(b, |a, b| (a - b).abs() < 1e-12) == PerTest::from_fn(|_| true)
        };
        assert!(close(&first, &whole));
        assert_eq!((first.decisions, first.chances(MM).len()), (5, 5));
        assert!((first.added().gain[EV] - whole.added().gain[EV]).abs() < 1e-12);
    }

    #[test]
    fn trap_09_averages_divide_by_what_was_added() {
        let mut sums = Sums::default();
        sums.add(&observe(&decision(PlayedMove::Line(0))), None);
        sums.add(&observe(&decision(PlayedMove::Line(2))), None);
        assert_eq!(sums.decisions, 2);
        assert!((sums.totals.observed[MM] / f64::from(sums.decisions) - 0.5).abs() < 1e-15);
        assert!((sums.totals.observed[LOSS] / f64::from(sums.decisions) - 25.0).abs() < 1e-12);
        assert_eq!(sums.raw_z(), None);
    }

    /// Share of decisions in which the last line was played.
    const LAST_LINE: Statistic = Statistic {
        key: "last",
        unit: Unit::Share,
        larger_is_better: false,
        tail: Tail::Indicator,
        observe: |decision| {
            f64::from(u8::from(decision.played == PlayedMove::Line(decision.deltas.len() - 1)))
        },
        project: |_, choices| Moments::indicator(choices.lines.last().copied().unwrap_or(0.0)),
    };

    #[test]
    fn a_new_statistic_is_one_record() {
        let with_toy = [STATISTICS[MM], STATISTICS[ASD], LAST_LINE];
        let mut totals = Totals::<3>::default();
        for played in [2, 2, 0] {
            let (observed, moments) = values(&with_toy, &decision(PlayedMove::Line(played)), &choices());
            totals.add(&observed, Some(&moments));
        }
        // The last line has .2 in each decision and was played twice: .6 - 2 over sqrt(3 * .16).
        assert_eq!((totals.observed[2], with_toy[2].key), (2.0, "last"));
        assert!((totals.expected[2] - 0.6).abs() < 1e-15);
        assert!((totals.raw_z(&with_toy, 2).expect("z") + 1.4 / 0.48_f64.sqrt()).abs() < 1e-12);
        let mut usual = Sums::default();
        for played in [2, 2, 0] {
            let decision = decision(PlayedMove::Line(played));
            usual.add(&observe(&decision), Some(&fixed(&decision, &choices())));
        }
        assert_eq!(totals.raw_z(&with_toy, 0), usual.raw_z().map(|z| z.mm));
    }
}
