//! From sums to tests, overall z, index and reading.

use crate::null::{Null, PerTest};
use crate::statistics::results::{Also, Projected, TestResult, Tests};
use crate::statistics::statistic::{LOSS, T3};
use crate::statistics::sums::Sums;

/// Mean of the index on honest play.
pub const INDEX_MEAN: f64 = 50.0;
/// Standard deviation of the index on honest play (Regan: `ROI = 50 + 5z`).
pub const INDEX_SD: f64 = 5.0;

/// The three tests and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub tests: Tests,
    pub also: Also,
    /// Overall z; absent with too few projected decisions.
    pub overall_z: Option<f64>,
    pub roi: Option<f64>,
    /// Enough projected decisions for an index.
    pub sufficient: bool,
}

/// Judges a set of decisions.
///
/// Without parameters, and below the gate, no z is given at all: with a handful of decisions a single unlikely move would decide it.
pub fn judge(sums: &Sums, null: Option<&Null>) -> Judgement {
    let sufficient = null.is_some_and(|n| sums.projected >= n.gate.decisions);
    let raw = sums.raw_z().filter(|_| sufficient);
    let tail = sums.tail_z().filter(|_| sufficient);
    let found = null.filter(|_| sufficient).and_then(|n| adjusted(sums, n));
    let (adjusted, overall_z) = (found.map(|(z, _)| z), found.map(|(_, z)| z));
    Judgement {
        tests: tests(sums, raw, tail, adjusted),
        also: Also { t3: means(sums, T3), mean_error_cp: means(sums, LOSS) },
        overall_z,
        roi: overall_z.map(index),
        sufficient,
    }
}

/// Adjusted z of the tests and overall z; `None` if nothing is left to chance.
pub fn adjusted(sums: &Sums, null: &Null) -> Option<(PerTest<f64>, f64)> {
    let z = null.adjust(&sums.headline_z()?, sums.extent());
    Some((z, null.overall(&z)))
}

/// Adjusted z of the efficient score; `None` if nothing is left to chance.
pub fn efficient(sums: &Sums, null: &Null) -> Option<f64> {
    Some(sums.efficient.headline_z()? / null.efficient.after(sums.extent()))
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
    tail: Option<PerTest<f64>>,
    adjusted: Option<PerTest<f64>>,
) -> Tests {
    let test = |index: usize| {
        let z = |z: Option<PerTest<f64>>| z.map(|z| *z.each()[index]);
        let Projected { observed, expected } = means(sums, index);
        TestResult { observed, expected, z: z(raw), tail_z: z(tail), z_adjusted: z(adjusted) }
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
    use crate::statistics::statistic::Moments;
    use crate::statistics::sums::Projection;

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
                rating: 2400.0,
                moments: [coin, coin, difference, coin, Moments::default()],
                outcomes: vec![(0.0, p), (0.1, 1.0 - p)],
            };
            sums.add(&observed, Some(&projection));
        }
        sums
    }

    #[test]
    fn overall_z_by_hand() {
        // Equal weights and correlations of .78: w'Rw = 3 + 6 * .78 = 7.68.
        let z = parameters().null.overall(&PerTest { mm: 1.0, ev: 2.0, asd: 3.0 });
        assert!((z - 6.0 / 7.68_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn an_event_judged_by_hand() {
        // 100 decisions at p = .5, 60 matches: raw z = 10 / 5 = 2 in all three tests.
        let judged = judge(&sums(100, 60, 0.5), Some(&parameters().null));
        assert!(judged.sufficient);
        assert!((judged.tests.mm.z.expect("z") - 2.0).abs() < 1e-12);
        assert!((judged.tests.asd.z.expect("z") - 2.0).abs() < 1e-9);
        // The exact mid-P tail of 100 coins is .023 022 033 464 671 (rational arithmetic), which z = 1.994 989 116
        // leaves above it: less than 2, so it is the headline.
        let exact = 1.994_989_116_184_069_4;
        assert!((judged.tests.mm.tail_z.expect("z") - exact).abs() < 1e-9);
        assert!((judged.tests.mm.z_adjusted.expect("z") - exact / 1.15).abs() < 1e-9);
        // The saddle point stands for nearly the same tail here, because a scaled difference is .1 or nothing; it comes
        // out just above the normal z, which is then the headline.
        let asd = judged.tests.asd.tail_z.expect("z");
        assert!((asd - exact).abs() < 1e-2 && asd > 2.0, "{asd}");
        let expected = (exact / 1.15 + exact / 1.20 + 2.0 / 1.40) / 7.68_f64.sqrt();
        assert!((judged.overall_z.expect("z") - expected).abs() < 1e-9);
        assert!((judged.roi.expect("index") - (50.0 + 5.0 * expected)).abs() < 1e-8);
    }

    #[test]
    fn without_a_calibration_there_is_no_z() {
        let judged = judge(&sums(400, 279, 0.5), None);
        assert_eq!((judged.sufficient, judged.roi, judged.tests.mm.z), (false, None, None));
        assert_eq!(judged.tests.mm.observed, Some(279.0 / 400.0));
        assert_eq!(reading(&Projectable::Uncalibrated, &judged, None), Suggestion::NotCalibrated);
    }

    #[test]
    fn a_one_move_game_never_flags() {
        // Trap 2: a single move that an honest player finds once in a thousand.
        let judged = judge(&sums(1, 1, 0.001), Some(&parameters().null));
        assert_eq!((judged.sufficient, judged.roi, judged.overall_z), (false, None, None));
        assert_eq!(judged.tests.mm.z, None);
        let model = parameters().projectable(Some(2400));
        assert_eq!(reading(&model, &judged, Some(&calibrated())), Suggestion::Insufficient);
        assert!(!judge(&sums(99, 99, 0.5), Some(&parameters().null)).sufficient);
        assert!(judge(&sums(100, 50, 0.5), Some(&parameters().null)).sufficient);
    }

    #[test]
    fn trap_13_bad_play_reads_as_normal() {
        let judged = judge(&sums(400, 40, 0.5), Some(&parameters().null));
        assert!(judged.roi.expect("index") < 25.0);
        assert_eq!(
            reading(&parameters().projectable(Some(2400)), &judged, Some(&calibrated())),
            Suggestion::Normal
        );
    }

    #[test]
    fn readings_at_the_levels() {
        let at = |matches| {
            let judged = judge(&sums(400, matches, 0.5), Some(&parameters().null));
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
        let judged = judge(&sums(400, 279, 0.5), Some(&parameters().null));
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
        let judged = judge(&unrated, Some(&parameters().null));
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
