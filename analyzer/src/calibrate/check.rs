//! Observed and projected means of performances by rating, as a rule of ones that were not fitted.

use crate::calibrate::certificate::BandMeans;
use crate::calibrate::spread::Scored;
use crate::statistics::statistic::{ASD, EV, MM};

/// Bands of 200 points, lowest first; empty ones are left out.
pub fn bands(scored: &[&Scored]) -> Vec<BandMeans> {
    let mut lows: Vec<u16> = scored.iter().map(|s| s.rating / 200 * 200).collect();
    lows.sort_unstable();
    lows.dedup();
    lows.into_iter()
        .map(|low| {
            let inside = || scored.iter().filter(|s| s.rating / 200 * 200 == low);
            let decisions: u32 = inside().map(|s| s.sums.projected).sum();
            let means = |test: usize| {
                let seen = inside().map(|s| s.sums.compared(test)).sum::<f64>();
                let expected = inside().map(|s| s.sums.expected(test)).sum::<f64>();
                [seen / f64::from(decisions), expected / f64::from(decisions)]
            };
            BandMeans { low, decisions, mm: means(MM), ev: means(EV), asd: means(ASD) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::moments::moments;
    use crate::calibrate::spread::{self, tests::coins};
    use crate::parameters::Parameters;

    fn scored(rating: u16, matches: u32) -> Scored {
        spread::tests::scored(rating, vec![coins((0..100).map(|k| k < matches))])
    }

    #[test]
    fn bands_by_hand() {
        let parameters = Parameters::parse(crate::parameters::FIRST_FIT).expect("reads");
        let all = [scored(2010, 40), scored(2190, 60), scored(2450, 50)];
        let bands = bands(&all.each_ref());
        assert_eq!(
            bands.iter().map(|b| (b.low, b.decisions)).collect::<Vec<_>>(),
            [(2000, 200), (2400, 100)]
        );
        assert!((bands[0].mm[0] - 0.5).abs() < 1e-12 && (bands[0].mm[1] - 0.5).abs() < 1e-12);
        // Raw z of -2 and +2 in all tests: the mean is 0 and the SD is sqrt 2 times the overall z of the second.
        let one = all[1].overall_z(&parameters.null);
        let z = moments(&[all[0].overall_z(&parameters.null), one]);
        assert!(z.mean.abs() < 1e-9);
        assert!((z.sd - one * 2.0_f64.sqrt()).abs() < 1e-9);
    }
}
