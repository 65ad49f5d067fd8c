//! Tail probabilities of tests under their projections, and the z they are equivalent to.
//!
//! A normal z is only an approximation, and thresholds live at 4 to 5 sigma with a few hundred decisions, where it
//! can be off by tenths of a sigma. MM and EV are sums of independent yes-or-no outcomes with unequal
//! probabilities, so their tail is computed exactly ([`poisson_binomial_upper`]). The efficient score is a sum of independent
//! pairs of values, and its tail is taken from a saddle point ([`lugannani_rice_lower`]).
//!
//! Which way it is off follows from the skew. A count with most probabilities below 1/2 has a heavier upper tail than
//! normal, so its equivalent z is the smaller one and leads; with most above 1/2, and for ASD, good play has the
//! thinner tail, and the normal z stays the headline.
//!
//! These tails assume what the raw z assumes: independent decisions with the projected probabilities. They repair
//! the shape of the null and not its spread, so [`equivalent_z`] stands beside the *raw* z and is held against the same
//! excess and expected strength afterwards.
//!
//! This module must not know where probabilities come from, must not choose thresholds, and must never compute a
//! small tail as one minus the rest. It uses `libm` only, so that two machines print the same digits.
//!
//! Input that cannot be read (a probability that is no number, say) counts as certain best play. That can only make
//! a tail larger: broken input never makes a performance look more unusual than it is.

mod counts;
mod saddle_point;

pub use counts::{poisson_binomial_mid, poisson_binomial_upper};
pub use saddle_point::lugannani_rice_lower;

/// The smallest probability [`equivalent_z`] tells from smaller ones, 37.05 sigma.
const SMALLEST_TAIL: f64 = 1e-300;

/// The largest probability below 1: beyond it nothing is left to tell apart, -8.2 sigma.
const LARGEST_TAIL: f64 = 1.0 - f64::EPSILON / 2.0;

/// The upper tail of the standard normal distribution, in (0, 1) for every z within 38 sigma.
fn normal_upper(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density of the standard normal distribution.
fn normal_density(z: f64) -> f64 {
    const ROOT_OF_TWO_PI: f64 = 2.506_628_274_631_000_5;
    libm::exp(-0.5 * z * z) / ROOT_OF_TWO_PI
}

/// The z whose upper normal tail is `p`: small tails give large positive z.
///
/// Good to about 13 digits for p from 1e-300 to 1/2. A `p` outside is clamped: 1e-300 or less (0 too) gives 37.05,
/// 1 or more gives -8.2. Near 1 the double itself holds few digits, so a z below about -6 is rough; it is nowhere
/// near a threshold. A `p` that is no number says nothing and gives 0. Never NaN, never infinite.
pub fn equivalent_z(p: f64) -> f64 {
    if p.is_nan() {
        return 0.0;
    }
    let p = p.clamp(SMALLEST_TAIL, LARGEST_TAIL);
    if p > 0.5 {
        // Exact: between 1/2 and 1 the difference from 1 is a double.
        return -upper_half(1.0 - p);
    }
    upper_half(p)
}

/// Newton's method on the logarithm of the tail, for p in (0, 1/2].
///
/// The logarithm of the normal tail is concave and the tail is at most `exp(-z^2/2) / 2`, so the start below is
/// never too small and every step comes down towards the root without passing it.
fn upper_half(p: f64) -> f64 {
    let target = libm::log(p);
    let mut z = (-2.0 * (target + std::f64::consts::LN_2)).max(0.0).sqrt();
    for _ in 0..20 {
        let tail = normal_upper(z);
        let step = (libm::log(tail) - target) * tail / normal_density(z);
        z += step;
        if step.abs() <= 1e-15 * z {
            break;
        }
    }
    z.max(0.0)
}

/// The headline: of the normal z and the z equivalent to the tail, the one nearer to ordinary.
///
/// The rule is the smaller absolute value. Both positive, that is the smaller, so the more cautious reading leads;
/// both negative, it is the larger; with different signs (only ever close to 0) it is the one closer to 0. At equal
/// distance from 0 the negative one is taken. A z that is no number is no reading, and the other stands; two of
/// them give 0.
pub fn headline(normal: f64, equivalent: f64) -> f64 {
    match (normal.is_nan(), equivalent.is_nan()) {
        (true, true) => 0.0,
        (true, false) => equivalent,
        (false, true) => normal,
        (false, false) if normal.abs() == equivalent.abs() => normal.min(equivalent),
        (false, false) if normal.abs() < equivalent.abs() => normal,
        (false, false) => equivalent,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    #[test]
    fn equivalent_z_against_sixty_digits() {
        // mpmath 1.3, 60 digits: root of log(erfc(z / sqrt(2)) / 2) - log(p), p the double.
        for (p, z) in [
            (0.3, 0.524_400_512_708_040_8),
            (0.05, 1.644_853_626_951_472_7),
            (1e-3, 3.090_232_306_167_813_5),
            (2.866_515_718_791_946e-7, 5.0),
            (1e-10, 6.361_340_902_404_056),
            (1e-50, 14.933_337_534_788_489),
            (1e-300, 37.047_096_299_361_2),
            (0.9, -1.281_551_565_544_600_6),
            (0.999, -3.090_232_306_167_813),
        ] {
            let got = equivalent_z(p);
            assert!((got - z).abs() <= 1e-13 * z.abs(), "{p}: {got} {z}");
        }
        assert_eq!(equivalent_z(0.5), 0.0);
    }

    #[test]
    fn equivalent_z_is_clamped_and_never_no_number() {
        let most = equivalent_z(SMALLEST_TAIL);
        for p in [0.0, -1.0, 1e-310, f64::MIN_POSITIVE, f64::NEG_INFINITY] {
            assert_eq!(equivalent_z(p), most);
        }
        for p in [1.0, 2.0, f64::INFINITY] {
            let z = equivalent_z(p);
            assert!((-8.5..-8.0).contains(&z), "{z}");
        }
        assert_eq!(equivalent_z(f64::NAN), 0.0);
    }

    #[test]
    fn headline_by_hand() {
        assert_eq!(headline(5.0, 4.6), 4.6);
        assert_eq!(headline(4.6, 5.0), 4.6);
        assert_eq!(headline(-3.0, -2.5), -2.5);
        assert_eq!(headline(0.1, -0.02), -0.02);
        assert_eq!(headline(-0.1, 0.02), 0.02);
        assert_eq!(headline(1.0, -1.0), -1.0);
        assert_eq!(headline(-1.0, 1.0), -1.0);
        assert_eq!(headline(f64::NAN, 2.0), 2.0);
        assert_eq!(headline(2.0, f64::NAN), 2.0);
        assert_eq!(headline(f64::NAN, f64::NAN), 0.0);
        assert_eq!(headline(f64::INFINITY, 3.0), 3.0);
    }

    proptest! {
        #[test]
        fn equivalent_z_turns_the_tail_back(z in -5.0f64..36.9) {
            let back = equivalent_z(normal_upper(z));
            // Below 0 the tail is close to 1 and a double of it holds fewer digits of z: eps over the density.
            let resolution = 1e-13 * (1.0 + z.abs()) + if z < 0.0 { 1e-15 / normal_density(z) } else { 0.0 };
            prop_assert!((back - z).abs() <= resolution, "{} {}", z, back);
        }

        #[test]
        fn equivalent_z_agrees_with_another_library(exponent in -299.0f64..-0.31) {
            let p = libm::pow(10.0, exponent);
            let other = -Normal::standard().inverse_cdf(p);
            prop_assert!((equivalent_z(p) - other).abs() <= 1e-12 * (1.0 + other.abs()));
        }

        #[test]
        fn equivalent_z_falls(a in 0.0f64..1.0, b in 0.0f64..1.0) {
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            prop_assert!(equivalent_z(low) >= equivalent_z(high));
        }

        #[test]
        fn headline_is_one_of_the_two_and_the_nearer(a in -9.0f64..9.0, b in -9.0f64..9.0) {
            let h = headline(a, b);
            prop_assert!(h == a || h == b);
            prop_assert_eq!(h.abs(), a.abs().min(b.abs()));
            prop_assert_eq!(h, headline(b, a));
        }
    }
}
