//! The second model of a player: the same decisions under the depth-aware model.
//!
//! It is printed beside the primary model and never instead of it.

use crate::choice::depth_aware::{DepthAwareAt, MoveFeatures, Reason, explain};
use crate::decision::Decision;
use crate::judge::screen::document::{DepthAware, SecondTest, SecondTests};
use crate::null::{Null, PerTest};
use crate::statistics::overall::{Shifts, index, leading};
use crate::statistics::projection::{Around, Projection};
use crate::statistics::sums::Sums;

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
    /// `None` if the decision does not carry its looks.
    pub(crate) fn new(
        decision: &Decision,
        looks: &MoveFeatures,
        model: &Around<DepthAwareAt>,
    ) -> Option<Self> {
        let p = model.at.probabilities(looks);
        let played = looks.played();
        let reasons = played.map(|mv| explain(&model.at, looks, &p, mv)).unwrap_or_default();
        let strongest = reasons.into_iter().max_by(|a, b| a.nats.abs().total_cmp(&b.nats.abs()));
        Some(Self {
            projection: model.project_from(decision, &model.at.choices(decision, looks, &p))?,
            played: played.and_then(|mv| p.get(mv).copied()),
            reason: strongest,
        })
    }
}

/// The reading of a player's sums; `None` below the gate, and where decisions are missing that the primary model
/// has.
pub(crate) fn read(sums: &Sums, null: &Null, shifts: &Shifts, projected: u32) -> Option<DepthAware> {
    if sums.projected < null.gate.decisions || sums.projected != projected {
        return None;
    }
    let found = leading(sums, null, shifts)?;
    let n = f64::from(sums.projected);
    let expected = PerTest::from_fn(|test| sums.expected(test) / n);
    let PerTest { mm, ev, asd } =
        found.z.tests.zip(expected, |z_adjusted, expected| SecondTest { expected, z_adjusted });
    Some(DepthAware {
        overall_z: found.z.overall.z,
        alone_z: Some(found.alone.z),
        field_z: found.field_z,
        field: None,
        roi: index(found.z.overall.z),
        tests: SecondTests { mm, ev, asd },
        efficient_score_z: found.z.efficient,
        rating_free_z: found.z.rating_free,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::{FIRST_FIT, Parameters};
    use crate::statistics::sums::tests::coins;

    /// Coins that fell right so many times, in all three tests.
    fn sums(decisions: u32, matches: u32) -> Sums {
        coins((0..decisions).map(|k| k < matches))
    }

    #[test]
    fn a_reading_by_hand() {
        let null = Parameters::parse(FIRST_FIT).expect("reads").null;
        let read = |sums: &Sums, projected| read(sums, &null, &Shifts::default(), projected);
        // 400 coins, 230 heads: raw z = 30 / 10 = 3 in every test, the efficient score's too since all p are equal.
        let found = read(&sums(400, 230), 400).expect("over the gate");
        assert!((found.tests.mm.expected - 0.5).abs() < 1e-12);
        assert!((found.tests.asd.expected - 0.05).abs() < 1e-12);
        // The exact tail is a little nearer to ordinary than the normal z of 3.
        for (z, root) in [
            (found.tests.mm.z_adjusted, 1.15),
            (found.tests.ev.z_adjusted, 1.20),
            (found.tests.asd.z_adjusted, 1.40),
            (found.efficient_score_z, 1.15),
        ] {
            assert!((z * root - 3.0).abs() < 0.02 && z * root <= 3.0 + 1e-12, "{z} {root}");
        }
        assert!((found.roi - (50.0 + 5.0 * found.overall_z)).abs() < 1e-12);
        // Fewer decisions than the primary model has: it would be about other moves.
        assert_eq!(read(&sums(400, 230), 401), None);
        assert_eq!(read(&sums(99, 60), 99), None);
    }
}
