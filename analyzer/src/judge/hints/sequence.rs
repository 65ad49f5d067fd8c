//! The sequential value of one player, decision by decision, as it stood after each round.
//!
//! The model of honest play has to be fixed before the first move. So its mean is the strength expected of the player by
//! date and lag, and the spread of form comes from the null alone and not from the player's positions: the spread of
//! strength, and with it the excess of MM at the gate as if it lasted for the event. Part of that excess comes and goes from
//! game to game, so this allows for more than there is; `docs/hints` measures what is left of the promise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::null::Null;
use crate::null::strength::Shift;
use crate::statistics::results::Sequential;
use crate::statistics::sequential::{HonestPlay, SequentialError, SequentialValue};

/// The mean of `p (1 - p)` that the spread of form is computed with. Less than either reading leaves (.217 and .162
/// were measured), because less makes the spread larger and the value smaller.
const CHANCE_VARIANCE: f64 = 0.16;
/// Change of the log odds of the first line per rating point, rounded up: a larger one makes the spread larger and the value
/// smaller.
const LOGITS_PER_POINT: f64 = 0.001;

/// Which reading a value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadingName {
    /// The two-parameter model, the primary one.
    Record,
    /// The depth-aware model, the second model.
    DepthAware,
}

/// One decision of a player, as the value sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchSeen {
    /// Round of the game; absent if its tag names none.
    pub round: Option<u16>,
    /// Projected probability of the engine's first move, above 0 and at most 1.
    pub chance: f64,
    /// Whether it was played.
    pub matched: bool,
}

/// The value after the games of one round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundValue {
    pub round: u16,
    /// Decisions up to then.
    pub decisions: u32,
    /// Decimal logarithm of the value then.
    pub log10_value: f64,
    /// Decimal logarithm of the highest value up to then.
    pub log10_highest: f64,
}

/// The value of one player under one reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Course")]
pub struct SequentialPath {
    pub reading: ReadingName,
    /// Decisions taken in.
    pub decisions: u32,
    /// The value now.
    pub now: Sequential,
    /// After each round played, in the order of play.
    pub rounds: Vec<RoundValue>,
}

/// Model of honest play under a choice model at the rating of [`expected_rating`], fixed before any move. `shift` is the one
/// expected of the player without a look at the field.
///
/// # Errors
/// If the null gives no spread from 0 to 10 logits, which no certified one does.
pub fn honest_play(null: &Null, shift: Shift) -> Result<HonestPlay, SequentialError> {
    let decisions = f64::from(null.gate.decisions.max(1));
    let excess = (null.excess.mm - 1.0).max(0.0) / (CHANCE_VARIANCE * decisions);
    let strength = LOGITS_PER_POINT * LOGITS_PER_POINT * shift.variance;
    HonestPlay::form((excess + strength).sqrt())
}

/// The rating that a model projects the expected strength of a player for: the published one with level, trend and lag added.
pub fn expected_rating(null: &Null, rating: u16, shift: Shift) -> u16 {
    let points = f64::from(rating) + shift.at_level(null.level).mean;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the range of a rating"
    )]
    let points = points.round().clamp(1.0, 4000.0) as u16;
    points
}

impl SequentialPath {
    /// The course of decisions in the order of play.
    ///
    /// # Errors
    /// If a chance is no probability above 0, which no choice model gives.
    pub fn from_matches(
        reading: ReadingName,
        null: &HonestPlay,
        seen: &[MatchSeen],
    ) -> Result<Self, SequentialError> {
        let mut value = SequentialValue::against(null);
        let mut rounds: Vec<RoundValue> = Vec::new();
        for decision in seen {
            value.observe(decision.chance, decision.matched)?;
            let Some(round) = decision.round else { continue };
            let then = RoundValue {
                round,
                decisions: value.decisions(),
                log10_value: value.log10_value(),
                log10_highest: value.log10_highest(),
            };
            match rounds.last_mut() {
                Some(last) if last.round == round => *last = then,
                _ => rounds.push(then),
            }
        }
        Ok(Self { reading, decisions: value.decisions(), now: (&value).into(), rounds })
    }

    /// Whether the value has ever reached `1 / alpha`.
    pub fn reaches(&self, alpha: f64) -> bool {
        alpha > 0.0 && self.now.log10_highest >= -libm::log10(alpha)
    }

    /// Decimal logarithm of the highest value up to the end of a round; 0 before the first.
    pub fn highest_through(&self, round: u16) -> f64 {
        let up_to = self.rounds.iter().filter(|value| value.round <= round);
        up_to.map(|value| value.log10_highest).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;
    use crate::shipped::QUICK_STOCKFISH_15_1;

    fn seen(decisions: &[(u16, f64, bool)]) -> Vec<MatchSeen> {
        let one =
            |&(round, chance, matched): &(u16, f64, bool)| MatchSeen { round: Some(round), chance, matched };
        decisions.iter().map(one).collect()
    }

    #[test]
    fn the_value_after_each_round_by_hand() {
        let decisions = seen(&[(1, 0.5, true), (1, 0.5, true), (2, 0.5, false)]);
        let course = SequentialPath::from_matches(ReadingName::Record, &HonestPlay::exact(), &decisions)
            .expect("a course");
        let shares = crate::statistics::sequential::SHARES;
        let mean = |f: &dyn Fn(f64) -> f64| shares.iter().map(|e| f(*e)).sum::<f64>() / 6.0;
        // Two matches at 1/2 multiply by (1 + e)^2, another move by 1 - e.
        let two = libm::log10(mean(&|e| (1.0 + e) * (1.0 + e)));
        let three = libm::log10(mean(&|e| (1.0 + e) * (1.0 + e) * (1.0 - e)));
        assert_eq!(course.rounds.len(), 2);
        assert!((course.rounds[0].log10_value - two).abs() < 1e-12);
        assert!((course.rounds[1].log10_value - three).abs() < 1e-12);
        assert!((course.rounds[1].log10_highest - two).abs() < 1e-12);
        assert!((course.highest_through(1) - two).abs() < 1e-12);
        assert_eq!((course.highest_through(0), course.decisions), (0.0, 3));
        assert!((course.now.p_value - libm::pow(10.0, -two)).abs() < 1e-12);
        assert!(course.reaches(1.0) && course.reaches(0.6) && !course.reaches(0.4));
        assert!(!course.reaches(0.0) && !course.reaches(f64::NAN));
    }

    #[test]
    fn the_spread_of_form_is_fixed_by_the_null() {
        let mut null = Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads").null;
        (null.excess.mm, null.level) = (1.32, -20.0);
        // .32 / 16 of the excess and .001^2 * 10,000 of the strength: .02 + .01.
        let shift = Shift { mean: 55.4, variance: 10_000.0, own: 8000.0 };
        let value = |form: &HonestPlay| {
            let decisions = seen(&[(1, 0.4, true), (1, 0.3, true), (1, 0.5, false)]);
            SequentialPath::from_matches(ReadingName::Record, form, &decisions)
                .expect("a path")
                .now
                .log10_value
        };
        let expected = value(&HonestPlay::form(0.03_f64.sqrt()).expect("form"));
        let found = honest_play(&null, shift).expect("form");
        assert!((value(&found) - expected).abs() < 1e-12);
        assert_eq!(expected_rating(&null, 2400, shift), 2435);
        assert_eq!(expected_rating(&null, 10, Shift { mean: -500.0, ..shift }), 1);
    }

    #[test]
    fn games_without_a_round_count_and_have_no_row() {
        let mut decisions = seen(&[(1, 0.3, true), (1, 0.3, true)]);
        decisions[1].round = None;
        let course = SequentialPath::from_matches(ReadingName::Record, &HonestPlay::exact(), &decisions)
            .expect("a course");
        assert_eq!((course.decisions, course.rounds.len()), (2, 1));
        assert!(course.now.log10_highest > course.rounds[0].log10_highest);
        let empty = SequentialPath::from_matches(ReadingName::DepthAware, &HonestPlay::exact(), &[])
            .expect("a course");
        assert_eq!((empty.now.p_value, empty.now.log10_highest), (1.0, 0.0));
    }
}
