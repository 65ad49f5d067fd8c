//! A small generator of pseudo-random numbers whose sequence is part of the method: a simulation can be repeated
//! on any machine, with any number of threads, from its seed alone.
//!
//! It draws numbers and knows nothing of chess. It must never be used for anything that has to stay secret.

/// `SplitMix64` (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", figure 17): 64 bits of
/// state, period `2^64`, integer arithmetic only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

/// The odd integer nearest to `2^64` over the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function of `SplitMix64`, a bijection of 64 bits.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A sequence of its own for one place in a plan, say for one performance of one cell. Work can then be done in
    /// any order by any number of threads and still draw the same numbers.
    pub fn stream(seed: u64, place: &[u64]) -> Self {
        let state = place.iter().fold(mix(seed.wrapping_add(GOLDEN)), |state, part| {
            mix(state.wrapping_add(GOLDEN) ^ mix(part.wrapping_add(GOLDEN)))
        });
        Self { state }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// A number from 0 to under 1, a multiple of `2^-53`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A standard normal number (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let distance = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        distance * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// The place of one of these weights, which add up to 1, drawn with its probability. The last takes what rounding leaves; `None`
    /// without any.
    pub fn place(&mut self, weights: impl Iterator<Item = f64>) -> Option<usize> {
        let (mut left, mut last) = (self.unit(), None);
        for (place, weight) in weights.enumerate() {
            if left < weight {
                return Some(place);
            }
            left -= weight;
            last = Some(place);
        }
        last
    }

    /// A whole number below `n`, every one equally likely; 0 if `n` is 0 (Lemire 2019, "Fast random integer
    /// generation in an interval").
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        // Products whose low half lies below this would favour some results.
        let unfair = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = u64::try_from(product & u128::from(u64::MAX)).unwrap_or(u64::MAX);
            if low >= unfair {
                return usize::try_from(product >> 64).unwrap_or(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_drawn_by_their_weights() {
        let (mut random, mut seen) = (Random::new(5), [0_u32; 3]);
        for _ in 0..10_000 {
            seen[random.place([0.2, 0.0, 0.8].into_iter()).expect("a place")] += 1;
        }
        // 2,000 with a standard deviation of 40.
        assert!(seen[0].abs_diff(2_000) < 160 && seen[1] == 0, "{seen:?}");
        // Weights that add up to too little leave the rest to the last.
        assert_eq!((0..50).map(|_| random.place([0.0, 0.0].into_iter())).max(), Some(Some(1)));
        assert_eq!(random.place(std::iter::empty()), None);
    }

    #[test]
    fn the_sequence_is_the_published_one() {
        // Test vector of the reference implementation for the seed 1234567 (prng.di.unimi.it, splitmix64.c).
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn numbers_below_are_even_and_in_range() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        // 10,000 each with a standard deviation of 93.
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 400), "{counts:?}");
        assert_eq!(random.below(1), 0);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn units_have_the_mean_and_spread_of_an_even_draw() {
        let mut random = Random::stream(9, &[1, 2]);
        let n = 100_000_u32;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..n {
            let u = random.unit();
            assert!((0.0..1.0).contains(&u));
            sum += u;
            squares += u * u;
        }
        let n = f64::from(n);
        assert!((sum / n - 0.5).abs() < 0.004);
        assert!((squares / n - 1.0 / 3.0).abs() < 0.004);
    }

    #[test]
    fn normal_numbers_have_the_moments_and_tail_of_their_distribution() {
        let mut random = Random::new(3);
        let drawn: Vec<f64> = (0..100_000).map(|_| random.normal()).collect();
        let mean = |of: &dyn Fn(f64) -> f64| drawn.iter().map(|x| of(*x)).sum::<f64>() / 1e5;
        // Standard errors .0032, .0045 and .0005.
        assert!(mean(&|x| x).abs() < 0.013 && (mean(&|x| x * x) - 1.0).abs() < 0.018);
        assert!((mean(&|x| if x >= 2.0 { 1.0 } else { 0.0 }) - 0.022_75).abs() < 0.002);
    }

    #[test]
    fn streams_are_repeatable_and_differ_by_place() {
        let first = |place: &[u64]| Random::stream(5, place).bits();
        assert_eq!(first(&[1, 2, 3]), first(&[1, 2, 3]));
        let places: [&[u64]; 6] = [&[1, 2, 3], &[1, 3, 2], &[1, 2], &[1, 2, 4], &[0, 2, 3], &[]];
        let mut seen: Vec<u64> = places.iter().map(|p| first(p)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), places.len());
        assert_ne!(Random::stream(5, &[1]).bits(), Random::stream(6, &[1]).bits());
    }
}
