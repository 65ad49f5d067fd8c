//! Corrections for having looked many times: at many players, with many tests, through a whole season.
//!
//! A tail speaks of one honest player looked at once. The highest of many is high by right, and the corrected tail says
//! how often it gets this high. The correction is Sidak's (1967, JASA 62, 626): exact for independent looks, and an upper bound
//! for normal ones that go together, such as several tests of one player, by Slepian's inequality (1962).

use std::num::{NonZeroU32, NonZeroU64};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::regulations::MultiplicityRule;
use super::{PolicyError, finite};
use crate::statistics::tails::equivalent_z;

/// A z with what is left of it after each correction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Multiplicity {
    pub z: f64,
    /// How often one honest player, looked at once, is this high.
    pub tail: f64,
    /// As the highest of the players of the event.
    pub players: Highest,
    /// As the highest of all tests made, of all players.
    pub tests: Highest,
    /// As the highest of a season's player-events; `None` if no number was stated.
    pub season: Option<Highest>,
}

/// The highest of a number of looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Highest {
    /// Looks.
    pub of: NonZeroU64,
    /// Looks expected to be this high on honest play: `n p`.
    pub expected: f64,
    /// Probability that the highest is: `1 - (1 - p)^n`.
    pub tail: f64,
    /// The z that tail is equivalent to.
    pub z: f64,
}

/// How many looks there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookCounts {
    /// Players in the event.
    pub players: NonZeroU32,
    /// Tests made in all: every player, every reading that could have become the headline.
    pub tests: NonZeroU64,
    /// Player-events of a season, where somebody looks through one.
    pub season: Option<NonZeroU64>,
}

/// The z that stands for odds of 1 in `odds_per_player` times the number of players, and never under the least one:
/// `max(least, quantile(1 - 1 / (5 N)))` under the rules.
pub fn players_bar(players: NonZeroU32, rule: &MultiplicityRule) -> f64 {
    equivalent_z(1.0 / (rule.odds_per_player * f64::from(players.get()))).max(rule.least_z)
}

/// The probability that the highest of `n` independent looks reaches a level that one reaches with probability `p`.
///
/// Through `expm1` and `log1p`, so that no digit of a tiny `p` is lost. A `p` outside 0 to 1 is clamped; one that is no
/// number counts as 1, which can only make a result look more ordinary.
pub fn highest_of(p: f64, n: NonZeroU64) -> f64 {
    if p.is_nan() {
        return 1.0;
    }
    -libm::expm1(n.get() as f64 * libm::log1p(-p.clamp(0.0, 1.0)))
}

/// A z corrected for all the looks. `tail` is how often one honest player, looked at once, is this high.
///
/// # Errors
/// If the z or the tail is no number.
pub fn corrected(z: f64, tail: f64, looks: &LookCounts) -> Result<Multiplicity, PolicyError> {
    let (z, tail) = (finite(z)?, finite(tail)?);
    let highest = |of: NonZeroU64| {
        let all = highest_of(tail, of);
        Highest { of, expected: of.get() as f64 * tail, tail: all, z: equivalent_z(all) }
    };
    Ok(Multiplicity {
        z,
        tail,
        players: highest(looks.players.into()),
        tests: highest(looks.tests),
        season: looks.season.map(highest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::policy::Regulations;
    use crate::statistics::field::upper_tail;

    fn n(n: u64) -> NonZeroU64 {
        NonZeroU64::new(n).expect("not 0")
    }

    fn close(got: f64, want: f64, relative: f64) {
        assert!((got / want - 1.0).abs() < relative, "{got} {want}");
    }

    #[test]
    fn the_bar_is_as_published() {
        let rule = Regulations::shipped().expect("reads").multiplicity;
        let bar = |players| players_bar(NonZeroU32::new(players).expect("not 0"), &rule);
        // The text: 3.00 suits 50 to 150 players, 3.30 up to 400. Quantiles by bisection of erfc.
        assert_eq!((bar(1), bar(50), bar(148)), (3.0, 3.0, 3.0));
        close(bar(149), 3.001_722_950_750_753, 1e-12);
        assert!((bar(150) - 3.0).abs() < 0.005);
        close(bar(400), 3.290_526_731_491_895, 1e-12);
        assert!((bar(400) - 3.3).abs() < 0.01);
        assert!(bar(413) < 3.3 && bar(414) > 3.3);
        assert!(bar(u32::MAX) > 6.0);
    }

    #[test]
    fn the_highest_of_many_by_hand() {
        // 1 - .99^100; two looks at p: 2p - p^2.
        close(highest_of(0.01, n(100)), 0.633_967_658_726_770_5, 1e-14);
        close(highest_of(0.25, n(2)), 0.437_5, 1e-15);
        assert_eq!(highest_of(0.3, n(1)), 0.3);
        // A p that 1 - p cannot hold: n p, less n (n - 1) / 2 p^2.
        close(highest_of(1e-18, n(1000)), 1e-15, 1e-12);
        close(highest_of(1e-300, n(u64::MAX)), 1.844_674_407_370_955_2e-281, 1e-12);
        assert_eq!((highest_of(0.0, n(9)), highest_of(1.0, n(9))), (0.0, 1.0));
        assert_eq!(
            (highest_of(f64::NAN, n(9)), highest_of(-1.0, n(9)), highest_of(7.0, n(9))),
            (1.0, 0.0, 1.0)
        );
    }

    #[test]
    fn corrected_for_players_tests_and_season() {
        let looks = LookCounts {
            players: NonZeroU32::new(400).expect("not 0"),
            tests: n(1200),
            season: Some(n(100_000)),
        };
        let corrected = |z: f64, looks: &LookCounts| corrected(z, upper_tail(z), looks);
        let at_4 = corrected(4.0, &looks).expect("a number");
        // p = 3.1671242e-5; 400 p = .012 668 5.
        close(at_4.players.expected, 0.012_668_496_733_25, 1e-9);
        close(at_4.players.tail, 0.012_588_787_213_116_56, 1e-9);
        close(at_4.players.z, 2.238_667_258_256_039, 1e-9);
        // Three tests each: 1 - (1 - p)^1200, by the cube of the complement above.
        let kept = 1.0 - 0.012_588_787_213_116_56;
        close(at_4.tests.tail, 1.0 - kept * kept * kept, 1e-9);
        let season = corrected(5.0, &looks).expect("a number").season.expect("stated");
        close(season.tail, 0.028_258_213_241_546_86, 1e-8);
        close(season.z, 1.907_032_133_662_699_2, 1e-8);
    }

    #[test]
    fn one_look_changes_nothing() {
        let looks = LookCounts { players: NonZeroU32::MIN, tests: NonZeroU64::MIN, season: None };
        let corrected = |z: f64, looks: &LookCounts| corrected(z, upper_tail(z), looks);
        let one = corrected(3.2, &looks).expect("a number");
        close(one.players.tail, one.tail, 1e-15);
        close(one.players.z, 3.2, 1e-9);
        assert_eq!(one.season, None);
        for z in [-40.0, 40.0, f64::MAX, f64::MIN] {
            let all = corrected(z, &looks).expect("a number");
            assert!(all.players.z.is_finite() && (0.0..=1.0).contains(&all.players.tail));
        }
        assert!(corrected(f64::NAN, &looks).is_err());
        let json = serde_json::to_string(&one).expect("writes");
        assert_eq!(serde_json::from_str::<Multiplicity>(&json).expect("reads"), one);
    }
}
