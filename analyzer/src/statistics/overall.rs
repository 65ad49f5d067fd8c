//! From sums to tests, overall z, index and reading.

use crate::null::gains::{EFFICIENT, Gains, Overall};
use crate::null::strength::Shift;
use crate::null::{Null, PerTest};
use crate::statistics::results::{Also, Projected, TestResult, Tests};
use crate::statistics::statistic::{LOSS, T3};
use crate::statistics::sums::Sums;

/// Mean of the index on honest play.
pub const INDEX_MEAN: f64 = 50.0;
/// Standard deviation of the index on honest play (Regan: `ROI = 50 + 5z`).
pub const INDEX_SD: f64 = 5.0;

/// Expected shift of one player from the published rating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shifts {
    /// From date, lag and rating alone.
    pub alone: Shift,
    /// With what the other players of the event show; absent without others.
    pub field: Option<Shift>,
}

/// z of the scores under one shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    pub tests: PerTest<f64>,
    pub efficient: f64,
    /// The efficient score without what another strength would explain, which needs no shift.
    pub rating_free: Option<f64>,
    pub overall: Overall,
}

/// The z that lead: those of the shift whose overall z is the lower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leading {
    pub z: Adjusted,
    /// The shift that they are held against, for a projection of level 0.
    pub shift: Shift,
    /// Without the field's correction.
    pub alone: Overall,
    /// Overall z with it; absent without others.
    pub field_z: Option<f64>,
}

/// The three tests and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub tests: Tests,
    pub also: Also,
    /// Absent with too few projected decisions.
    pub leading: Option<Leading>,
    /// Overall z that leads; absent likewise.
    pub overall_z: Option<f64>,
    pub roi: Option<f64>,
    /// Enough projected decisions for an index.
    pub sufficient: bool,
}

/// Judges a set of decisions.
///
/// Without parameters, and below the gate, no z is given at all: with a handful of decisions a single unlikely move would decide it.
pub fn judge(sums: &Sums, null: Option<&Null>, shifts: &Shifts) -> Judgement {
    let null = null.filter(|null| sums.projected >= null.gate.decisions);
    let sufficient = null.is_some();
    let leading = null.and_then(|null| leading(sums, null, shifts));
    let raw = sums.raw_z().filter(|_| sufficient);
    let tail = sums.tail_z().filter(|_| sufficient);
    let overall_z = leading.map(|leading| leading.z.overall.z);
    Judgement {
        tests: tests(sums, raw, tail, leading.map(|leading| leading.z.tests)),
        also: Also { t3: means(sums, T3), mean_error_cp: means(sums, LOSS) },
        leading,
        overall_z,
        roi: overall_z.map(index),
        sufficient,
    }
}

/// z under one shift; `None` if nothing is left to chance.
pub fn adjusted(sums: &Sums, null: &Null, shift: Shift) -> Option<Adjusted> {
    under_shift(&sums.gains()?, null, shift)
}

fn under_shift(gains: &Gains, null: &Null, shift: Shift) -> Option<Adjusted> {
    let (noise, shift) = (null.noise(), shift.at_level(null.level));
    Some(Adjusted {
        tests: PerTest::try_from_fn(|test| Some(gains.z(test, &noise, shift)?.z))?,
        efficient: gains.z(EFFICIENT, &noise, shift)?.z,
        rating_free: gains.rating_free_z(EFFICIENT, &noise),
        overall: gains.overall(&noise, shift)?,
    })
}

/// z with and without the field's correction, the lower overall z leading; `None` if nothing is left to chance.
pub fn leading(sums: &Sums, null: &Null, shifts: &Shifts) -> Option<Leading> {
    // The exact tails are the dear part, and the same under both shifts.
    let gains = sums.gains()?;
    let alone = under_shift(&gains, null, shifts.alone)?;
    let field = shifts.field.and_then(|shift| under_shift(&gains, null, shift));
    let lower = field.zip(shifts.field).filter(|(field, _)| field.overall.z < alone.overall.z);
    let (z, shift) = lower.unwrap_or((alone, shifts.alone));
    Some(Leading { z, shift, alone: alone.overall, field_z: field.map(|field| field.overall.z) })
}

pub fn index(overall_z: f64) -> f64 {
    INDEX_MEAN + INDEX_SD * overall_z
}

fn mean(sum: f64, n: u32) -> Option<f64> {
    (n > 0).then(|| sum / f64::from(n))
}

fn tests(
    sums: &Sums,
    raw: Option<PerTest<f64>>,
    tail: Option<PerTest<Option<f64>>>,
    adjusted: Option<PerTest<f64>>,
) -> Tests {
    let test = |index: usize| {
        let z = |z: Option<PerTest<f64>>| z.map(|z| *z.each()[index]);
        let Projected { observed, expected } = means(sums, index);
        let tail_z = tail.and_then(|tail| *tail.each()[index]);
        TestResult { observed, expected, z: z(raw), tail_z, z_adjusted: z(adjusted) }
    };
    let PerTest { mm, ev, asd } = PerTest::from_fn(test);
    Tests { mm, ev, asd }
}

/// Observed and expected cover the same decisions wherever there is a projection, so that they can be compared.
fn means(sums: &Sums, statistic: usize) -> Projected {
    let totals = &sums.totals;
    let (observed, n) = if sums.projected > 0 {
        (totals.compared[statistic], sums.projected)
    } else {
        (totals.observed[statistic], sums.decisions)
    };
    Projected { observed: mean(observed, n), expected: mean(totals.expected[statistic], sums.projected) }
}

#[cfg(test)]
mod tests_of_overall {
    use super::*;
    use crate::judge::screen::suggestion::{Suggestion, reading};
    use crate::parameters::{Parameters, Projectable};
    use crate::statistics::projection::Projection;
    use crate::statistics::statistic::Moments;

    fn parameters() -> Parameters {
        Parameters::parse(crate::parameters::FIRST_FIT).expect("reads")
    }

    /// The same numbers as if they had been calibrated, so that readings can be tested.
    fn calibrated() -> Parameters {
        Parameters { provisional: false, ..parameters() }
    }

    fn sums(n: u32, matches: u32, p: f64) -> Sums {
        let mut sums = Sums::default();
        for k in 0..n {
            let hit = if k < matches { 1.0 } else { 0.0 };
            let observed = [hit, hit, 0.1 * (1.0 - hit), hit, 0.0];
            let difference = Moments { mean: 0.1 * (1.0 - p), variance: 0.01 * p * (1.0 - p) };
            let coin = Moments::indicator(p);
            let projection = Projection {
                moments: [coin, coin, difference, coin, Moments::default()],
                slopes: [0.001, 0.001, -0.0001],
                ..Projection::default()
            };
            sums.add(&observed, Some(&projection));
        }
        sums
    }

    fn judged(n: u32, matches: u32, p: f64) -> Judgement {
        judge(&sums(n, matches, p), Some(&parameters().null), &Shifts::default())
    }

    #[test]
    fn an_event_judged_by_hand() {
        // 100 decisions at p = .5, 60 matches: raw z = 10 / 5 = 2 in all three tests.
        let judged = judged(100, 60, 0.5);
        assert!(judged.sufficient);
        assert!((judged.tests.mm.z.expect("z") - 2.0).abs() < 1e-12);
        assert!((judged.tests.asd.z.expect("z") - 2.0).abs() < 1e-9);
        // The exact mid-P tail of 100 coins is .023 022 033 464 671 (rational arithmetic), which z = 1.994 989 116
        // leaves above it: less than 2, so it is the headline.
        let exact = 1.994_989_116_184_069_4;
        assert!((judged.tests.mm.tail_z.expect("z") - exact).abs() < 1e-9);
        // Excess of 1.3225, 1.44 and 1.96.
        assert!((judged.tests.mm.z_adjusted.expect("z") - exact / 1.15).abs() < 1e-9);
        assert!((judged.tests.asd.z_adjusted.expect("z") - 2.0 / 1.40).abs() < 1e-9);
        // Here a match is all there is, so MM and EV and ASD are one number: w'Rw = 3 + 6 = 9 but for the covariance of the
        // model, in which an equal best costs nothing: p (1 - p) for each pair.
        let expected = (exact / 1.15 + exact / 1.20 + 2.0 / 1.40) / 3.0;
        assert!((judged.overall_z.expect("z") - expected).abs() < 1e-9, "{judged:?}");
        assert!((judged.roi.expect("index") - (50.0 + 5.0 * expected)).abs() < 1e-8);
    }

    #[test]
    fn the_lower_of_the_two_overall_z_leads() {
        let (sums, null) = (sums(100, 60, 0.5), parameters().null);
        let shift = |mean: f64| Shift { mean, variance: 400.0, own: 300.0 };
        let alone = adjusted(&sums, &null, shift(20.0)).expect("z");
        // MM: (exact * 5 - .1 * 20) / sqrt(1.3225 * 25 + .01 * 400).
        let mm = (1.994_989_116_184_069_4 * 5.0 - 2.0) / (33.0625_f64 + 4.0).sqrt();
        assert!((alone.tests.mm - mm).abs() < 1e-9);
        for (field, leads) in [(50.0, 50.0), (-50.0, 20.0)] {
            let shifts = Shifts { alone: shift(20.0), field: Some(shift(field)) };
            let found = leading(&sums, &null, &shifts).expect("z");
            assert_eq!(found.shift, shift(leads));
            assert_eq!(found.alone, alone.overall);
            assert_eq!(found.field_z, adjusted(&sums, &null, shift(field)).map(|z| z.overall.z));
        }
        // A level counts like a shift of the mean.
        let lower = Null { level: 30.0, ..null };
        assert_eq!(adjusted(&sums, &lower, shift(20.0)), adjusted(&sums, &null, shift(50.0)));
    }

    #[test]
    fn without_a_calibration_there_is_no_z() {
        let judged = judge(&sums(400, 279, 0.5), None, &Shifts::default());
        assert_eq!((judged.sufficient, judged.roi, judged.tests.mm.z), (false, None, None));
        assert_eq!(judged.tests.mm.observed, Some(279.0 / 400.0));
        assert_eq!(reading(&Projectable::Uncalibrated, &judged, None), Suggestion::NotCalibrated);
    }

    #[test]
    fn a_one_move_game_never_flags() {
        // Trap 2: a single move that an honest player finds once in a thousand.
        let one = judged(1, 1, 0.001);
        assert_eq!((one.sufficient, one.roi, one.overall_z), (false, None, None));
        assert_eq!(one.tests.mm.z, None);
        let model = parameters().projectable(Some(2400));
        assert_eq!(reading(&model, &one, Some(&calibrated())), Suggestion::Insufficient);
        assert!(!judged(99, 99, 0.5).sufficient);
        assert!(judged(100, 50, 0.5).sufficient);
    }

    #[test]
    fn trap_13_bad_play_reads_as_normal() {
        let judged = judged(400, 40, 0.5);
        assert!(judged.roi.expect("index") < 25.0);
        assert_eq!(
            reading(&parameters().projectable(Some(2400)), &judged, Some(&calibrated())),
            Suggestion::Normal
        );
    }

    #[test]
    fn readings_at_the_levels() {
        let at = |matches| {
            let judged = judged(400, matches, 0.5);
            (
                judged.roi.expect("index"),
                reading(&parameters().projectable(Some(2400)), &judged, Some(&calibrated())),
            )
        };
        for matches in 200..280 {
            let (roi, reading) = at(matches);
            let expected = match roi {
                r if r < 60.0 => Suggestion::Normal,
                r if r < 65.0 => Suggestion::LookAtContext,
                _ => Suggestion::AskForFullTest,
            };
            assert_eq!(reading, expected, "{roi}");
        }
        assert_eq!(at(279).1, Suggestion::AskForFullTest);
    }

    #[test]
    fn provisional_parameters_give_no_reading() {
        let judged = judged(400, 279, 0.5);
        assert!(judged.roi.expect("index") > 65.0);
        let model = parameters().projectable(Some(2400));
        assert_eq!(reading(&model, &judged, Some(&parameters())), Suggestion::NotCalibrated);
        assert_eq!(reading(&model, &judged, Some(&calibrated())), Suggestion::AskForFullTest);
    }

    #[test]
    fn without_a_rating_there_is_no_projection() {
        let mut unrated = Sums::default();
        for _ in 0..200 {
            unrated.add(&[1.0, 0.0, 0.0, 0.0, 0.0], None);
        }
        let judged = judge(&unrated, Some(&parameters().null), &Shifts::default());
        assert_eq!(judged.tests.mm.observed, Some(1.0));
        assert_eq!(judged.tests.mm.expected, None);
        assert_eq!(judged.roi, None);
        assert_eq!(reading(&Projectable::Unrated, &judged, Some(&calibrated())), Suggestion::Unrated);
        assert_eq!(
            reading(&Projectable::OutsideRange, &judged, Some(&calibrated())),
            Suggestion::RatingOutsideRange
        );
    }
}
