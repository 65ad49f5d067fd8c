//! The sequential value: evidence of help that may be looked at after every move.
//!
//! A z looked at after every round is several tests, and the highest of several z is no z. This value is made to be
//! looked at. For each decision, `p` is the probability that an honest player of that rating plays the engine's first
//! move. Somebody who takes a share `e` of all moves from the engine plays it with probability `(1 - e) p + e` and
//! every other move with `1 - e` times its honest probability, so the likelihood ratio of one decision is
//!
//! ```text
//! (1 - e) + e / p    if the engine's first move was played,
//!  1 - e             if another was.
//! ```
//!
//! Its expectation under honest play is 1. So the product over decisions, and any mixture of such products with fixed
//! weights, is a test martingale that starts at 1, and by Ville's inequality the probability that an honest player's
//! value *ever* reaches `1 / alpha` is at most `alpha`, however often it is read (Ville 1939, "Étude critique de la
//! notion de collectif"; Shafer, Shen, Vereshchagin and Vovk 2011, "Test martingales, Bayes factors and p-values",
//! Statistical Science 26, 84-101; Grünwald, de Heide and Koolen 2024, "Safe testing", JRSS B 86, 1091-1128).
//!
//! Three things the promise needs. Which decisions count must be known before the move is made, the caller's rules
//! for leaving moves out included. Decisions come in the order of play. And what is taken for honest play must hold
//! the honest player, whose own `p` is not the model's: see [`HonestPlay`].
//!
//! The promise is for one player. Of `n` honest players at most `n alpha` reach the level on average.
//!
//! This module must not know where probabilities come from, must not choose a level, and must not turn a value into
//! words. It uses `libm` only and adds up in the order given.

mod honest_play;

use thiserror::Error;

use honest_play::Form;
pub use honest_play::{HonestPlay, MIN_CHANCE};

/// Shares of helped moves that are mixed, each with weight 1/6. Fixed in advance.
///
/// About evenly spaced on a logarithmic scale, because what has to be right about a share is its size within a
/// factor: a share wrong by `sqrt(2)`, the worst between two neighbours a factor 2 apart, costs under a fifth of
/// the growth for each move. 5 % is the least that an event can show at all; 10, 20 and 33 % are the shares of the
/// power tables; 1 is somebody who plays nothing else, and its product ends at the first other move. Equal
/// weights, because nobody knows the share; they cost at most `ln 6` of the logarithm, under one power of ten.
pub const SHARES: [f64; 6] = [0.05, 0.1, 0.2, 0.33, 0.5, 1.0];

/// Why a decision cannot be observed or a kind of honest play not be used.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SequentialError {
    #[error("the probability of the engine's first move is {chance}, which must be above 0 and at most 1")]
    Chance { chance: f64 },
    #[error("the {name} is {logits} logits, which must be from 0 to 10")]
    Logits { name: &'static str, logits: f64 },
}

/// The value of one player in one event, decision by decision.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialValue {
    candidates: Vec<Candidate>,
    ln_highest: f64,
    decisions: u32,
}

/// One form that an honest player may be in.
#[derive(Clone, Debug, PartialEq)]
struct Candidate {
    form: Form,
    /// Logarithm of its weight times the probability that it gives to what was played.
    ln_likelihood: f64,
    /// Logarithm of the product of ratios for each of [`SHARES`]; minus infinity where a share has been ruled out.
    products: [f64; SHARES.len()],
}

impl SequentialValue {
    /// Before the first decision, with what is taken for honest play: value 1.
    pub fn against(null: &HonestPlay) -> Self {
        let candidate = |form: &Form| Candidate {
            form: *form,
            ln_likelihood: form.ln_weight,
            products: [0.0; SHARES.len()],
        };
        Self { candidates: null.forms().iter().map(candidate).collect(), ln_highest: 0.0, decisions: 0 }
    }

    /// Takes in the next decision: `chance` is the probability, above 0 and at most 1, that the model gives to the
    /// engine's first move at the player's rating, `matched` whether it was played.
    ///
    /// # Errors
    /// If `chance` is no such probability. The value is then as before.
    pub fn observe(&mut self, chance: f64, matched: bool) -> Result<(), SequentialError> {
        if !(chance > 0.0 && chance <= 1.0) {
            return Err(SequentialError::Chance { chance });
        }
        let other_move = SHARES.map(|share| libm::log1p(-share));
        for candidate in &mut self.candidates {
            let (first, other) = candidate.form.chances(chance);
            if matched {
                let gain = other / first;
                candidate.add(first, SHARES.map(|share| libm::log1p(share * gain)));
            } else {
                candidate.add(other, other_move);
            }
        }
        self.decisions = self.decisions.saturating_add(1);
        // A mixture is never above its largest part, so most decisions of honest play need no sum.
        if self.largest_product() > self.ln_highest {
            self.ln_highest = self.ln_highest.max(self.ln_value());
        }
        Ok(())
    }

    fn largest_product(&self) -> f64 {
        let products = self.candidates.iter().flat_map(|c| c.products);
        products.fold(f64::NEG_INFINITY, f64::max)
    }

    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// Natural logarithm of the value now; 0 at the start.
    pub fn ln_value(&self) -> f64 {
        // Seen from the likeliest form and from the largest product nothing overflows, and neither is ever minus
        // infinity: only the share 1 can be ruled out.
        let likeliest = self.candidates.iter().map(|c| c.ln_likelihood).fold(f64::NEG_INFINITY, f64::max);
        let largest = self.largest_product();
        let (mut helped, mut honest) = (0.0, 0.0);
        for candidate in &self.candidates {
            let weight = libm::exp(candidate.ln_likelihood - likeliest);
            let mixed: f64 = candidate.products.iter().map(|x| libm::exp(x - largest)).sum();
            honest += weight;
            helped += weight * mixed / SHARES.len() as f64;
        }
        largest + libm::log(helped / honest)
    }

    /// Decimal logarithm of the value now: 3 is a thousand to one.
    pub fn log10_value(&self) -> f64 {
        self.ln_value() * std::f64::consts::LOG10_E
    }

    /// Decimal logarithm of the highest value so far, 0 or more.
    pub fn log10_highest(&self) -> f64 {
        self.ln_highest * std::f64::consts::LOG10_E
    }

    /// One over the highest value so far: a p-value that is valid whenever it is read, and only ever falls.
    ///
    /// From 0 to 1; 0 stands for anything below the smallest double, and the logarithm still says how far below.
    pub fn p_value(&self) -> f64 {
        libm::exp(-self.ln_highest)
    }
}

#[cfg(test)]
impl SequentialValue {
    /// Natural logarithm of the highest value so far, the start included, so 0 or more.
    pub fn ln_highest(&self) -> f64 {
        self.ln_highest
    }

    /// Whether the value has ever reached `1 / alpha`. An honest player gets there with probability `alpha` at most.
    ///
    /// Never for an `alpha` that is 0, negative or no number.
    pub fn reaches(&self, alpha: f64) -> bool {
        alpha > 0.0 && self.p_value() <= alpha
    }
}

impl Candidate {
    /// Takes in what was played: its probability under this form, and for each share the logarithm of the ratio,
    /// `(1 - e) + e / p = 1 + e (1 - p) / p` or `1 - e`. The logarithm of 0 is minus infinity, which stays.
    fn add(&mut self, probability: f64, ratios: [f64; SHARES.len()]) {
        for (product, ratio) in self.products.iter_mut().zip(ratios) {
            *product += ratio;
        }
        // 0 only if the model was certain of the first move. Then every form was, and they stand as they stood.
        if probability > 0.0 {
            self.ln_likelihood += libm::log(probability);
        }
    }
}

#[cfg(test)]
mod error_rates;
#[cfg(test)]
pub(crate) mod simulated;
#[cfg(test)]
mod tests;
