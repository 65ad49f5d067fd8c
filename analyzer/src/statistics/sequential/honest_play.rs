//! Model of honest play: how the players of one rating differ from the model of their rating.
//!
//! The model says what honest players of a rating do on average. One of them is in better form than the average, or
//! better than the rating says, and for this player the product of likelihood ratios grows without any help. Over 270
//! decisions a small such difference becomes a false alarm, so a promise about the average player is none.
//!
//! There are two remedies. A *margin* raises every probability to at least what the player's own could be. Where the
//! player's own is `p` and the one used is `p' >= p`, the ratio of one decision has the expectation
//! `(1 - e) + e p / p' <= 1`, so the value is a test supermartingale for each single player within the margin. That is
//! the stronger promise and costs much power. The other, *form*, mixes honest play over the forms that players bring
//! to an event, in the denominator as well as in the numerator. The value is then a Bayes factor with the same prior on
//! form on both sides, a test martingale for an honest player whose form is drawn from that prior (Hendriksen, de Heide
//! and Grünwald 2021, "Optional stopping with Bayes factors", Bayesian Analysis 16, 961-989). The promise is one about
//! honest players on average, as that of the null is.

use super::SequentialError;

/// No probability below this is used. Fixed in advance.
///
/// Below one in twenty there are too few decisions in any calibration to check the model, and a single match there
/// would multiply the value by more than `20 e`. Raising a probability costs power and, without forms, no validity;
/// with forms the expectation stays at 1 or a little under it where it was tested.
pub const MIN_CHANCE: f64 = 0.05;

/// A margin and a standard deviation of form lie from 0 to this many logits; `e^10` is beyond any player.
const MAX_LOGITS: f64 = 10.0;

/// The forms that are mixed, in standard deviations: a normal distribution at whole steps.
const STEPS: [f64; 7] = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0];

/// Honest play of the players of one rating.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestPlay {
    forms: Vec<Form>,
}

/// One form: how far the log odds of the engine's first move lie above the model's, and how usual that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    /// By what the odds against the first move are multiplied, above 0.
    against: f64,
    pub(super) ln_weight: f64,
}

impl Form {
    fn new(logits: f64, ln_weight: f64) -> Self {
        Self { against: libm::exp(-logits), ln_weight }
    }

    /// The probabilities of the first move and of any other, in this form, for a model's `chance` above 0 and at
    /// most 1. The second is 0 only where `chance` is 1.
    pub(super) fn chances(self, chance: f64) -> (f64, f64) {
        let others = (1.0 - chance) * self.against;
        let (first, other) = (chance / (chance + others), others / (chance + others));
        if first < MIN_CHANCE { (MIN_CHANCE, 1.0 - MIN_CHANCE) } else { (first, other) }
    }
}

impl HonestPlay {
    /// The form that an honest player brings to the event is normally distributed around the model with the standard
    /// deviation `sigma`, in logits of the first move. The promise holds for honest players on average.
    ///
    /// # Errors
    /// If `sigma` is not from 0 to 10.
    pub fn form(sigma: f64) -> Result<Self, SequentialError> {
        let sigma = checked("standard deviation of form", sigma)?;
        let total: f64 = STEPS.iter().map(|step| libm::exp(-0.5 * step * step)).sum();
        let forms = STEPS.iter().map(|step| Form::new(sigma * step, -0.5 * step * step - libm::log(total)));
        Ok(Self { forms: forms.collect() })
    }

    pub(super) fn forms(&self) -> &[Form] {
        &self.forms
    }
}

/// Compared with form in the tests, and not used: no form at all, and the margin.
#[cfg(test)]
impl HonestPlay {
    /// Every honest player plays as the model says. Real ones do not.
    pub fn exact() -> Self {
        Self { forms: vec![Form::new(0.0, 0.0)] }
    }

    /// Every honest player's log odds of playing the engine's first move lie at most `logits` above the model's, in
    /// whatever positions and however form changes below that. The promise holds for each of them.
    ///
    /// If the form of honest players has the standard deviation `sigma`, two sigma are the margin to use.
    ///
    /// # Errors
    /// If `logits` is not from 0 to 10.
    pub fn margin(logits: f64) -> Result<Self, SequentialError> {
        Ok(Self { forms: vec![Form::new(checked("margin", logits)?, 0.0)] })
    }
}

fn checked(name: &'static str, logits: f64) -> Result<f64, SequentialError> {
    if (0.0..=MAX_LOGITS).contains(&logits) {
        Ok(logits)
    } else {
        Err(SequentialError::Logits { name, logits })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn raised(logits: f64, chance: f64) -> f64 {
        HonestPlay::margin(logits).expect("a margin").forms[0].chances(chance).0
    }

    #[test]
    fn odds_are_multiplied_by_hand() {
        // A margin of ln 3 makes odds of 1 to 1 into 3 to 1 and of 1 to 4 into 3 to 4.
        let margin = libm::log(3.0);
        assert!((raised(margin, 0.5) - 0.75).abs() < 1e-15);
        assert!((raised(margin, 0.2) - 3.0 / 7.0).abs() < 1e-15);
        assert_eq!(raised(0.0, 0.3), 0.3);
        assert_eq!(raised(margin, 1.0), 1.0);
        assert_eq!(raised(0.0, 1e-310), MIN_CHANCE);
        assert_eq!(raised(1.0, 0.001), MIN_CHANCE);
    }

    #[test]
    fn forms_have_the_mean_and_spread_asked_for() {
        let null = HonestPlay::form(0.2).expect("form");
        let moment = |k: i32| -> f64 {
            let of = |f: &Form| libm::exp(f.ln_weight) * libm::pow(-libm::log(f.against), f64::from(k));
            null.forms.iter().map(of).sum()
        };
        assert!((moment(0) - 1.0).abs() < 1e-14);
        assert!(moment(1).abs() < 1e-15);
        // Cut off at three deviations a normal distribution in whole steps has 99.8 % of its deviation.
        assert!((moment(2).sqrt() - 0.2).abs() < 0.0006);
    }

    #[test]
    fn what_is_no_margin_is_refused() {
        for logits in [-1e-9, 10.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(HonestPlay::margin(logits).is_err());
            assert!(HonestPlay::form(logits).is_err());
        }
        assert_eq!(
            HonestPlay::margin(-0.5).expect_err("negative").to_string(),
            "the margin is -0.5 logits, which must be from 0 to 10"
        );
    }

    proptest! {
        #[test]
        fn a_margin_never_lowers_and_a_larger_one_raises_more(
            chance in 1e-12f64..=1.0, logits in 0.0f64..5.0, more in 0.0f64..5.0,
        ) {
            let once = raised(logits, chance);
            prop_assert!((MIN_CHANCE..=1.0).contains(&once));
            prop_assert!(once >= chance * (1.0 - 1e-15));
            prop_assert!(raised(logits + more, chance) >= once * (1.0 - 1e-15));
        }

        #[test]
        fn the_two_chances_make_one_and_none_is_lost(
            chance in 0.0f64..1.0, logits in -10.0f64..10.0,
        ) {
            let chance = chance.max(f64::MIN_POSITIVE);
            let (first, other) = Form::new(logits, 0.0).chances(chance);
            prop_assert!((first + other - 1.0).abs() < 1e-15);
            prop_assert!(first >= MIN_CHANCE && other > 0.0);
        }
    }
}
