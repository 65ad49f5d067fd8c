//! The three tests over a set of decisions: move match, equal-value match, average scaled difference.

use crate::choice::{ChoiceModel, Choices};
use crate::decision::Decision;
use crate::null::Extent;
use crate::statistics::efficient::EfficientScore;
use crate::statistics::tails::{equivalent_z, headline, lugannani_rice_lower, poisson_binomial_mid};

/// What one decision adds to the observed side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Observed {
    /// 1 if the first line was played.
    pub mm: f64,
    /// 1 if a line equal to the best was played.
    pub ev: f64,
    /// Scaled difference of the played move.
    pub delta: f64,
    /// 1 if one of the first three lines was played.
    pub t3: f64,
    /// Raw loss in centipawns, capped at 1000.
    pub loss_cp: f64,
}

impl Observed {
    /// Reads the observed side of a decision.
    #[must_use]
    pub fn of(decision: &Decision) -> Self {
        let indicator = |yes: bool| if yes { 1.0 } else { 0.0 };
        Self {
            mm: indicator(decision.is_match()),
            ev: indicator(decision.is_equal_match()),
            delta: decision.played_delta(),
            t3: indicator(decision.is_top_three()),
            loss_cp: 100.0 * decision.played_difference(),
        }
    }
}

/// What one decision adds to the projected side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Projection {
    /// Rating of the player it speaks of.
    pub rating: f64,
    /// Probability of the first line, `p_0`; variance `p_0 (1 - p_0)`.
    pub mm: f64,
    /// Probability of a line equal to the best, `q`; variance `q (1 - q)`.
    pub ev: f64,
    /// `E = sum p_i delta_i`.
    pub delta: f64,
    /// `sum p_i (delta_i - E)^2` (two papers print it without the square).
    pub delta_variance: f64,
    /// Probability of one of the first three lines.
    pub t3: f64,
    /// Expected raw loss in centipawns.
    pub loss_cp: f64,
    /// Scaled differences that can come out, with their probabilities.
    pub outcomes: Vec<(f64, f64)>,
}

impl Projection {
    /// Projects a decision from its choice probabilities.
    #[must_use]
    pub fn of(decision: &Decision, choices: &Choices) -> Self {
        let p = &choices.lines;
        let u = choices.unlisted;
        let mean =
            |values: &[f64], behind: f64| p.iter().zip(values).map(|(p, v)| p * v).sum::<f64>() + u * behind;
        let delta = mean(&decision.deltas, choices.unlisted_delta);
        let listed = decision.deltas.iter().copied().zip(p.iter().copied());
        let apart = (u > 0.0).then_some((choices.unlisted_delta, u));
        let squares: Vec<f64> = decision.deltas.iter().map(|d| (d - delta) * (d - delta)).collect();
        let behind = choices.unlisted_delta - delta;
        Self {
            rating: f64::from(choices.rating),
            mm: p.first().copied().unwrap_or(0.0),
            ev: p.iter().take(decision.equal_best()).sum(),
            delta,
            delta_variance: mean(&squares, behind * behind),
            t3: p.iter().take(3).sum(),
            loss_cp: 100.0 * mean(&decision.differences, choices.unlisted_difference),
            outcomes: listed.chain(apart).collect(),
        }
    }
}

/// Sums over a set of decisions, in the order they were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    pub decisions: u32,
    /// Observed sums over all of them.
    pub observed: Observed,
    /// Decisions with a projection.
    pub projected: u32,
    /// Observed sums over the projected ones.
    pub compared: Observed,
    /// Projected sums, of the ratings too; their `outcomes` stay empty.
    pub expected: Projection,
    /// `p_0` of each projected decision.
    pub mm_chances: Vec<f64>,
    /// `q` of each.
    pub ev_chances: Vec<f64>,
    /// Outcomes of each.
    pub outcomes: Vec<Vec<(f64, f64)>>,
    /// Sum of `p_0 (1 - p_0)`.
    pub mm_variance: f64,
    /// Sum of `q (1 - q)`.
    pub ev_variance: f64,
    /// The efficient score of the projected decisions.
    pub efficient: EfficientScore,
}

fn add(sum: &mut Observed, o: &Observed) {
    sum.mm += o.mm;
    sum.ev += o.ev;
    sum.delta += o.delta;
    sum.t3 += o.t3;
    sum.loss_cp += o.loss_cp;
}

impl Sums {
    /// Sums of decisions under a model.
    pub fn of<'a>(decisions: impl IntoIterator<Item = &'a Decision>, model: &impl ChoiceModel) -> Self {
        let mut sums = Self::default();
        for decision in decisions {
            let projection = model.project(decision).map(|choices| Projection::of(decision, &choices));
            sums.add(&Observed::of(decision), projection.as_ref());
        }
        sums
    }

    pub fn add(&mut self, observed: &Observed, projection: Option<&Projection>) {
        self.decisions += 1;
        add(&mut self.observed, observed);
        if let Some(e) = projection {
            self.projected += 1;
            add(&mut self.compared, observed);
            self.expected.rating += e.rating;
            self.expected.mm += e.mm;
            self.expected.ev += e.ev;
            self.expected.delta += e.delta;
            self.expected.delta_variance += e.delta_variance;
            self.expected.t3 += e.t3;
            self.expected.loss_cp += e.loss_cp;
            self.mm_chances.push(e.mm);
            self.ev_chances.push(e.ev);
            self.outcomes.push(e.outcomes.clone());
            self.mm_variance += e.mm * (1.0 - e.mm);
            self.ev_variance += e.ev * (1.0 - e.ev);
            // A choice model gives probabilities, so nothing is refused here.
            let _refused = self.efficient.add(e.mm.clamp(0.0, 1.0), observed.mm > 0.0);
        }
    }

    /// Adds the sums of other decisions.
    pub fn merge(&mut self, other: &Self) {
        self.decisions += other.decisions;
        add(&mut self.observed, &other.observed);
        self.projected += other.projected;
        add(&mut self.compared, &other.compared);
        let (mine, theirs) = (&mut self.expected, &other.expected);
        mine.rating += theirs.rating;
        mine.mm += theirs.mm;
        mine.ev += theirs.ev;
        mine.delta += theirs.delta;
        mine.delta_variance += theirs.delta_variance;
        mine.t3 += theirs.t3;
        mine.loss_cp += theirs.loss_cp;
        self.mm_chances.extend_from_slice(&other.mm_chances);
        self.ev_chances.extend_from_slice(&other.ev_chances);
        self.outcomes.extend_from_slice(&other.outcomes);
        self.mm_variance += other.mm_variance;
        self.ev_variance += other.ev_variance;
        self.efficient.merge(&other.efficient);
    }

    /// How many decisions were projected, and for what rating on average.
    #[must_use]
    pub fn extent(&self) -> Extent {
        let decisions = self.projected;
        Extent {
            decisions,
            // Without decisions no rating is asked for: the growth of a dispersion is multiplied by their number.
            rating: self.expected.rating / f64::from(decisions.max(1)),
        }
    }

    /// Raw z of MM, EV and ASD, each turned so that larger means better play; `None` without projected
    /// decisions that leave room for chance.
    #[must_use]
    pub fn raw_z(&self) -> Option<[f64; 3]> {
        let z = |gain: f64, variance: f64| (variance > 0.0).then(|| gain / variance.sqrt());
        Some([
            z(self.compared.mm - self.expected.mm, self.mm_variance)?,
            z(self.compared.ev - self.expected.ev, self.ev_variance)?,
            z(self.expected.delta - self.compared.delta, self.expected.delta_variance)?,
        ])
    }
}

impl Sums {
    /// The z that the tails themselves are equivalent to: exact for MM and EV, which are sums of unequal coins, by
    /// saddle point for ASD. Turned as in [`Sums::raw_z`], and `None` where that is.
    #[must_use]
    pub fn tail_z(&self) -> Option<[f64; 3]> {
        self.raw_z()?;
        Some([
            equivalent_z(poisson_binomial_mid(&self.mm_chances, whole(self.compared.mm))),
            equivalent_z(poisson_binomial_mid(&self.ev_chances, whole(self.compared.ev))),
            equivalent_z(lugannani_rice_lower(&self.outcomes, self.compared.delta)),
        ])
    }

    /// The z of record of each test: of the normal z and the one equivalent to the tail, the one nearer to ordinary.
    #[must_use]
    pub fn headline_z(&self) -> Option<[f64; 3]> {
        let (raw, tail) = (self.raw_z()?, self.tail_z()?);
        Some([0, 1, 2].map(|test| headline(raw[test], tail[test])))
    }
}

/// A sum of ones as a whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sum of ones is whole, not negative, and at most the number of decisions"
)]
fn whole(ones: f64) -> u32 {
    ones.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Played;

    fn decision(played: Played) -> Decision {
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
            unlisted_difference: 1.0,
        }
    }

    #[test]
    fn projections_by_hand() {
        let e = Projection::of(&decision(Played::Line(0)), &choices());
        // E = .2*.4 + .1*.6 = .14; var = .7*.14^2 + .2*.26^2 + .1*.46^2 = .0484.
        assert!((e.mm - 0.4).abs() < 1e-15);
        assert!((e.ev - 0.7).abs() < 1e-15);
        assert!((e.delta - 0.14).abs() < 1e-15);
        assert!((e.delta_variance - 0.0484).abs() < 1e-15);
        assert!((e.t3 - 0.9).abs() < 1e-15);
        assert!((e.loss_cp - 20.0).abs() < 1e-12);
    }

    #[test]
    fn z_by_hand_and_better_play_is_positive_in_all_three() {
        let mut good = Sums::default();
        let mut bad = Sums::default();
        for _ in 0..25 {
            let e = Projection::of(&decision(Played::Line(0)), &choices());
            good.add(&Observed::of(&decision(Played::Line(0))), Some(&e));
            let apart = decision(Played::Apart { difference: 1.0, delta: 0.6 });
            bad.add(&Observed::of(&apart), Some(&e));
        }
        let [mm, ev, asd] = good.raw_z().expect("z");
        assert!((mm - 15.0 / 6.0_f64.sqrt()).abs() < 1e-12); // (25 - 10) / sqrt(25 * .24)
        assert!((ev - 7.5 / 5.25_f64.sqrt()).abs() < 1e-12); // (25 - 17.5) / sqrt(25 * .21)
        assert!((asd - 3.5 / 1.21_f64.sqrt()).abs() < 1e-12); // (3.5 - 0) / sqrt(25 * .0484)
        // Trap 13: bad play is not unusual in the direction that counts.
        assert!(bad.raw_z().expect("z").iter().all(|z| *z < 0.0));
    }

    #[test]
    fn tails_by_hand() {
        // Two coins of .4 and one match: mid-P = .4^2 + (2 * .4 * .6) / 2 = .40, which z = .2533 leaves above it.
        let mut sums = Sums::default();
        let e = Projection::of(&decision(Played::Line(0)), &choices());
        sums.add(&Observed::of(&decision(Played::Line(0))), Some(&e));
        sums.add(&Observed::of(&decision(Played::Line(2))), Some(&e));
        let [mm, ev, asd] = sums.tail_z().expect("z");
        assert!((mm - 0.253_347_103_135_799_8).abs() < 1e-9, "{mm}");
        // EV: one of two at .7: .49 + .42 / 2 = .70.
        assert!((ev + 0.524_400_512_708_040_9).abs() < 1e-9, "{ev}");
        // ASD: a sum of .4, outcomes 0 (.7), .4 (.2) and .6 (.1) twice; more than half of the mass lies at 0.
        assert!(asd < 0.0, "{asd}");
        assert_eq!(e.outcomes, vec![(0.0, 0.4), (0.0, 0.3), (0.4, 0.2), (0.6, 0.1)]);
        let raw = sums.raw_z().expect("z");
        for (test, z) in sums.headline_z().expect("z").into_iter().enumerate() {
            assert!(z.abs() <= raw[test].abs() + 1e-15);
        }
    }

    #[test]
    fn merged_sums_are_the_sums_of_all() {
        let e = Projection::of(&decision(Played::Line(0)), &choices());
        let (mut whole, mut first, mut second) = (Sums::default(), Sums::default(), Sums::default());
        for (index, played) in [0, 2, 1, 0, 2].into_iter().enumerate() {
            let observed = Observed::of(&decision(Played::Line(played)));
            whole.add(&observed, Some(&e));
            if index < 2 { &mut first } else { &mut second }.add(&observed, Some(&e));
        }
        first.merge(&second);
        let close = |a: &Sums, b: &Sums| {
            a.raw_z().expect("z").iter().zip(b.raw_z().expect("z")).all(|(a, b)| (a - b).abs() < 1e-12)
        };
        assert!(close(&first, &whole));
        assert_eq!((first.decisions, first.mm_chances.len(), first.outcomes.len()), (5, 5, 5));
    }

    #[test]
    fn trap_09_averages_divide_by_what_was_added() {
        let mut sums = Sums::default();
        sums.add(&Observed::of(&decision(Played::Line(0))), None);
        sums.add(&Observed::of(&decision(Played::Line(2))), None);
        assert_eq!(sums.decisions, 2);
        assert!((sums.observed.mm / f64::from(sums.decisions) - 0.5).abs() < 1e-15);
        assert!((sums.observed.loss_cp / f64::from(sums.decisions) - 25.0).abs() < 1e-12);
        assert_eq!(sums.raw_z(), None);
    }
}
