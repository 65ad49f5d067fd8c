//! How finished parameters do on performances, as a rule on ones they were not fitted on.

use crate::calibration::spread::{Scored, overall_z};
use crate::field::upper_tail;
use crate::parameters::Parameters;

/// Levels of the overall z at which rates are compared.
pub const LEVELS: [f64; 4] = [2.0, 2.5, 3.0, 3.5];

/// Overall z of a set of performances.
#[derive(Clone, Debug, PartialEq)]
pub struct ZSummary {
    /// Performances.
    pub performances: usize,
    /// Mean; 0 is nominal.
    pub mean: f64,
    /// Standard deviation (divisor n - 1); 1 is nominal.
    pub sd: f64,
    /// Performances seen above each of [`LEVELS`], and expected.
    pub above: [(usize, f64); 4],
}

/// Observed and projected means over a band of ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Lowest rating of the band; it is 200 wide.
    pub low: u16,
    /// Decisions in all performances, short ones included.
    pub decisions: u32,
    /// Observed and projected MM, 0 to 1.
    pub mm: (f64, f64),
    /// Observed and projected EV.
    pub ev: (f64, f64),
    /// Observed and projected average scaled difference.
    pub asd: (f64, f64),
    /// Overall z of the performances over the gate; absent if there are fewer than two.
    pub z: Option<ZSummary>,
}

/// Overall z of the performances with at least `parameters.gate` decisions; `None` for fewer than two.
#[must_use]
pub fn summary(scored: &[&Scored], parameters: &Parameters) -> Option<ZSummary> {
    let long = scored
        .iter()
        .filter(|s| s.sums.projected >= parameters.gate.decisions);
    let z: Vec<f64> = long.map(|s| overall_z(s, parameters)).collect();
    let n = z.len() as f64;
    if z.len() < 2 {
        return None;
    }
    let mean = z.iter().sum::<f64>() / n;
    let squares: f64 = z.iter().map(|z| (z - mean) * (z - mean)).sum();
    let above = LEVELS.map(|level| (z.iter().filter(|z| **z >= level).count(), n * upper_tail(level)));
    Some(ZSummary {
        performances: z.len(),
        mean,
        sd: (squares / (n - 1.0)).sqrt(),
        above,
    })
}

/// Bands of 200 points, lowest first; empty ones are left out.
#[must_use]
pub fn bands(scored: &[Scored], parameters: &Parameters) -> Vec<Band> {
    let mut lows: Vec<u16> = scored.iter().map(|s| s.rating / 200 * 200).collect();
    lows.sort_unstable();
    lows.dedup();
    lows.into_iter()
        .map(|low| {
            let inside: Vec<&Scored> = scored.iter().filter(|s| s.rating / 200 * 200 == low).collect();
            let decisions: u32 = inside.iter().map(|s| s.sums.projected).sum();
            let mean =
                |pick: fn(&Scored) -> f64| inside.iter().map(|s| pick(s)).sum::<f64>() / f64::from(decisions);
            Band {
                low,
                decisions,
                mm: (mean(|s| s.sums.compared.mm), mean(|s| s.sums.expected.mm)),
                ev: (mean(|s| s.sums.compared.ev), mean(|s| s.sums.expected.ev)),
                asd: (mean(|s| s.sums.compared.delta), mean(|s| s.sums.expected.delta)),
                z: summary(&inside, parameters),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::spread::tests::coins;
    use crate::parameters::PerTest;

    fn scored(rating: u16, matches: u32) -> Scored {
        let sums = coins((0..100).map(|k| k < matches));
        let [mm, ev, asd] = sums.headline_z().expect("z");
        Scored {
            event: 0,
            rating,
            sums,
            games: Vec::new(),
            raw: PerTest { mm, ev, asd },
        }
    }

    #[test]
    fn bands_by_hand() {
        let parameters = Parameters::parse(crate::parameters::FIRST_FIT).expect("reads");
        let all = [scored(2010, 40), scored(2190, 60), scored(2450, 50)];
        let bands = bands(&all, &parameters);
        assert_eq!(
            bands.iter().map(|b| (b.low, b.decisions)).collect::<Vec<_>>(),
            [(2000, 200), (2400, 100)]
        );
        assert!((bands[0].mm.0 - 0.5).abs() < 1e-12 && (bands[0].mm.1 - 0.5).abs() < 1e-12);
        let z = bands[0].z.clone().expect("two performances");
        // Raw z of -2 and +2 in all tests: the mean is 0 and the SD is sqrt 2 times the overall z of the second.
        let one = overall_z(&all[1], &parameters);
        assert!(z.mean.abs() < 1e-9);
        assert!((z.sd - one * 2.0_f64.sqrt()).abs() < 1e-9);
        assert_eq!(bands[1].z, None);
    }
}
