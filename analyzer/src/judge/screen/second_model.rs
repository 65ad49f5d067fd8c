//! The second model of a player: the same decisions under the depth-aware model.
//!
//! It is printed beside the primary model and never instead of it.

use crate::choice::depth_aware::{DepthAwareAt, MoveFeatures, Reason, explain};
use crate::decision::Decision;
use crate::judge::screen::document::{DepthAware, SecondTest, SecondTests};
use crate::null::{Null, PerTest};
use crate::statistics::overall::{adjusted, efficient, index};
use crate::statistics::rating_error::{Slope, widened};
use crate::statistics::sums::{Projection, Sums};

/// One decision under the depth-aware model.
#[derive(Clone, Debug)]
pub(crate) struct Second {
    pub(crate) projection: Projection,
    /// Probability of the move played.
    pub(crate) played: Option<f64>,
    /// The strongest reason for the move played, or against it.
    pub(crate) reason: Option<Reason>,
}

impl Second {
    pub(crate) fn new(decision: &Decision, looks: &MoveFeatures, model: &DepthAwareAt) -> Self {
        let p = model.probabilities(looks);
        let played = looks.played();
        let reasons = played.map(|mv| explain(model, looks, &p, mv)).unwrap_or_default();
        let strongest = reasons.into_iter().max_by(|a, b| a.nats.abs().total_cmp(&b.nats.abs()));
        Self {
            projection: Projection::new(decision, &model.choices(decision, looks, &p)),
            played: played.and_then(|mv| p.get(mv).copied()),
            reason: strongest,
        }
    }
}

/// The reading of a player's sums; `None` below the gate, and where decisions are missing that the primary model
/// has.
pub(crate) fn read(sums: &Sums, null: &Null, projected: u32) -> Option<DepthAware> {
    if sums.projected < null.gate.decisions || sums.projected != projected {
        return None;
    }
    let (z, overall_z) = adjusted(sums, null)?;
    let n = f64::from(sums.projected);
    let PerTest { mm, ev, asd } = z.zip(PerTest::from_fn(|test| sums.expected(test)), |z_adjusted, sum| {
        SecondTest { expected: sum / n, z_adjusted }
    });
    Some(DepthAware {
        overall_z,
        roi: index(overall_z),
        tests: SecondTests { mm, ev, asd },
        efficient_score_z: efficient(sums, null)?,
    })
}

impl DepthAware {
    /// Widens every z by what is not known about the rating, `sd` rating points.
    pub(crate) fn widen(&mut self, slope: &Slope, sd: f64) {
        let tests = &mut self.tests;
        for (z, slope) in [
            (&mut tests.mm.z_adjusted, slope.tests.mm),
            (&mut tests.ev.z_adjusted, slope.tests.ev),
            (&mut tests.asd.z_adjusted, slope.tests.asd),
            (&mut self.overall_z, slope.overall),
            (&mut self.efficient_score_z, slope.efficient),
        ] {
            *z = widened(*z, slope, sd);
        }
        self.roi = index(self.overall_z);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::spread::tests::coins;
    use crate::parameters::{FIRST_FIT, Parameters};

    /// Coins that fell right so many times, in all three tests.
    fn sums(decisions: u32, matches: u32) -> Sums {
        coins((0..decisions).map(|k| k < matches))
    }

    #[test]
    fn a_reading_by_hand() {
        let null = Parameters::parse(FIRST_FIT).expect("reads").null;
        // 400 coins, 230 heads: raw z = 30 / 10 = 3 in every test, the efficient score's too since all p are equal.
        let found = read(&sums(400, 230), &null, 400).expect("over the gate");
        assert!((found.tests.mm.expected - 0.5).abs() < 1e-12);
        assert!((found.tests.asd.expected - 0.05).abs() < 1e-12);
        // The exact tail is a little nearer to ordinary than the normal z of 3.
        for (z, floor) in [
            (found.tests.mm.z_adjusted, 1.15),
            (found.tests.ev.z_adjusted, 1.20),
            (found.tests.asd.z_adjusted, 1.40),
            (found.efficient_score_z, 1.15),
        ] {
            assert!((z * floor - 3.0).abs() < 0.02 && z * floor <= 3.0 + 1e-12, "{z} {floor}");
        }
        assert!((found.roi - (50.0 + 5.0 * found.overall_z)).abs() < 1e-12);
        // Fewer decisions than the primary model has: it would be about other moves.
        assert_eq!(read(&sums(400, 230), &null, 401), None);
        assert_eq!(read(&sums(99, 60), &null, 99), None);
    }

    #[test]
    fn an_uncertain_rating_widens_every_z() {
        let null = Parameters::parse(FIRST_FIT).expect("reads").null;
        let mut found = read(&sums(400, 230), &null, 400).expect("over the gate");
        let before = found.clone();
        let slope =
            Slope { tests: PerTest { mm: -0.01, ev: -0.01, asd: -0.01 }, overall: -0.01, efficient: -0.01 };
        // sqrt(1 + .75^2) = 1.25.
        found.widen(&slope, 75.0);
        assert!((before.overall_z / found.overall_z - 1.25).abs() < 1e-12);
        assert!((before.efficient_score_z / found.efficient_score_z - 1.25).abs() < 1e-12);
        assert!((before.tests.asd.z_adjusted / found.tests.asd.z_adjusted - 1.25).abs() < 1e-12);
        assert!((found.roi - (50.0 + 5.0 * found.overall_z)).abs() < 1e-12);
    }
}
