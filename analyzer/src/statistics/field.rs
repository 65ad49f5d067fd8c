//! The field against the expected bell: an index made wrongly shows here first.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::null::gains::Overall;
use crate::null::strength::Strength;
use crate::statistics::overall::{INDEX_MEAN, INDEX_SD};
use crate::statistics::results::{CURVE_FROM, CURVE_TO, FieldCheck, Levels};

/// Upper tail of the standard normal distribution. Never written as `1 - cdf`, which is 0 beyond 8 sigma.
pub fn upper_tail(z: f64) -> f64 {
    Normal::standard().sf(z)
}

/// One player of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldIndex {
    /// Index that leads.
    pub leading: f64,
    /// Overall z without the field's correction, with the shares of its variance.
    pub alone: Overall,
}

/// Two-sided 5 % of a normal distribution, in standard deviations.
const LIMIT: f64 = 1.959_963_984_540_054;

/// Mean, and standard deviation with the divisor n - 1.
pub fn mean_and_sd(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|z| (z - mean) * (z - mean)).sum();
    (mean, (squares / (n - 1.0).max(1.0)).sqrt())
}

/// Checks the field: mean and SD of the index, how many were expected and seen at 60, 65 and 70, and the curve of those expected.
pub fn check(players: &[FieldIndex], strength: Option<&Strength>) -> FieldCheck {
    let count = players.len();
    let n = count as f64;
    let indices: Vec<f64> = players.iter().map(|player| INDEX_MEAN + INDEX_SD * player.alone.z).collect();
    let (mean, sd) = mean_and_sd(&indices);
    let (mean, sd) = ((count > 0).then_some(mean), (count > 1).then_some(sd));
    let own: f64 = players.iter().map(|p| 1.0 - p.alone.shared).sum();
    let shared: f64 = players.iter().map(|p| p.alone.shared.sqrt()).sum();
    let tolerance = mean.map(|_| LIMIT * INDEX_SD * (own + shared * shared).sqrt() / n);
    // statrs' tail goes through the platform's exp, so the last digits are rounded away: all platforms print the same.
    let expected = |level: f64| {
        let z = (level - INDEX_MEAN) / INDEX_SD;
        let reached = |p: &FieldIndex| strength.map_or(upper_tail(z), |s| s.reached(z, p.alone.own));
        (players.iter().map(reached).sum::<f64>() * 1e6).round() / 1e6
    };
    let seen =
        |level: f64| u32::try_from(players.iter().filter(|p| p.leading >= level).count()).unwrap_or(u32::MAX);
    FieldCheck {
        players: u32::try_from(count).unwrap_or(u32::MAX),
        roi_mean: mean,
        roi_sd: sd,
        tolerance,
        expected_at: Levels { at_60: expected(60.0), at_65: expected(65.0), at_70: expected(70.0) },
        seen_at: Levels { at_60: seen(60.0), at_65: seen(65.0), at_70: seen(70.0) },
        expected_above: match count {
            0 => Vec::new(),
            _ => (CURVE_FROM..=CURVE_TO).map(|index| expected(f64::from(index))).collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_agree_with_published_values() {
        // Abramowitz and Stegun, table 26.1 and 26.2; and FIDE's own figures for 4.25 and 5.00.
        for (z, tail) in [
            (2.0, 2.275_013_194_817_921e-2),
            (3.0, 1.349_898_031_630_095e-3),
            (4.0, 3.167_124_183_311_992e-5),
            (4.25, 1.068_852_575_2e-5),
            (5.0, 2.866_515_719_235_352e-7),
        ] {
            assert!((upper_tail(z) / tail - 1.0).abs() < 1e-8, "{z}");
        }
        assert!(upper_tail(10.0) > 0.0);
    }

    fn player(index: f64) -> FieldIndex {
        let z = (index - INDEX_MEAN) / INDEX_SD;
        FieldIndex { leading: index, alone: Overall { z, own: 0.3, shared: 0.25 } }
    }

    #[test]
    fn a_field_by_hand() {
        let check = check(&[40.0, 50.0, 60.0, 70.0].map(player), None);
        assert_eq!(check.players, 4);
        assert_eq!(check.roi_mean, Some(55.0));
        // Squares 225 + 25 + 25 + 225 = 500, over 3.
        assert!((check.roi_sd.expect("sd") - (500.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!((check.seen_at.at_60, check.seen_at.at_65, check.seen_at.at_70), (2, 1, 1));
        assert!((check.expected_at.at_60 - 0.091_001).abs() < 1e-9);
        // 20, 50 and 65 are -6, 0 and 3 standard deviations from 50.
        assert_eq!(check.expected_above.len(), 61);
        for (index, by_hand) in [(20, 4.0), (50, 2.0), (60, 0.091_001), (65, 0.005_4), (80, 0.0)] {
            let found = check.expected_above[index - 20];
            assert!((found - by_hand).abs() < 1e-6, "{index}: {found}");
        }
        // Variance of the mean of z: 4 * .75 / 16 of the players' own, and .25 that all of them share.
        let tolerance = 1.959_963_984_540_054 * 5.0 * 0.4375_f64.sqrt();
        assert!((check.tolerance.expect("players") - tolerance).abs() < 1e-12);
    }

    #[test]
    fn an_empty_field_has_no_mean() {
        let empty = check(&[], None);
        assert!(empty.expected_above.is_empty());
        assert_eq!((empty.roi_mean, empty.roi_sd, empty.tolerance), (None, None, None));
        assert_eq!(check(&[player(50.0)], None).roi_sd, None);
    }
}
