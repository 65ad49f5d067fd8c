//! A small generator of random numbers whose draws are the same on every machine and never change.
//!
//! `SplitMix64` (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", figure 16). For
//! simulation and resampling only, never for secrets.

/// The generator. Any seed is as good as any other, 0 and neighbours included.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for part `index` of a piece of work, so that parts can run in any order.
    #[must_use]
    pub fn part(seed: u64, index: u64) -> Self {
        let mut one = Self(seed);
        let mut other = Self(index ^ 0x5851_F42D_4C95_7F2D);
        Self(one.bits().wrapping_add(other.bits()))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to 1, 1 excluded, in steps of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `n`; 0 if `n` is 0. The bias is below n / 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = u128::from(self.bits()) * (n as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn as_published() {
        // First outputs for seed 1234567 in the reference programme of Sebastiano Vigna (2015).
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn draws_are_even() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        // Four standard deviations of a binomial count of mean 10,000.
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 370), "{counts:?}");
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.012, "{mean}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn parts_differ() {
        let of = |seed, index| Random::part(seed, index).bits();
        assert_ne!(of(1, 0), of(1, 1));
        assert_ne!(of(1, 0), of(0, 1));
        assert_eq!(of(3, 4), of(3, 4));
    }
}
