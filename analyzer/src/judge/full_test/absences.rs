//! Decisions after a logged absence, apart from all others.
//!
//! An arbiter notes the move number when a player is away; moves after an absence that correlate with the engine can make a
//! case (FIDE Protection Measures, appendix A). So the first [`WINDOW`] moves after coming back are looked at by themselves.
//! How many was fixed before any data were seen: what was looked up is worth a few moves, until the opponent leaves it. Fewer
//! would leave next to nothing to count, more would thin it out.
//!
//! There are few of them, so a normal z would be wrong. The probability of at least so many matches is exact
//! (Poisson-binomial), and it is corrected for having been looked at apart. All of it is advisory: nothing here enters the
//! overall z, and a small number of decisions says little either way.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use datasets::Absences as Log;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::player_decision::{PlayerDecision, sums};
use crate::judge::policy::multiplicity::highest_of;
use crate::null::gains::Overall;
use crate::parameters::Parameters;
use crate::statistics::overall::Shifts;
use crate::statistics::statistic::MM;
use crate::statistics::sums::Sums;
use crate::statistics::tails::{equivalent_z, poisson_binomial_upper};

/// Moves of the player after coming back, that one included.
pub const WINDOW: u32 = 5;
/// Looks that the tail is corrected for: all decisions together, and these apart.
const LOOKS: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);
/// Other decisions that are needed to tell a player's form from them.
const MIN_OTHERS: u32 = 30;
/// Form is looked for within so many logits either way, far beyond what anybody shows.
const FARTHEST: f64 = 12.0;

/// Decisions after absences beside all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AfterAbsences {
    /// Name of the log.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Moves after coming back that count, the first included.
    pub window: u32,
    /// The absences, in the order of games and moves.
    pub entries: Vec<AbsenceEntry>,
    /// Decisions within the window of an absence; one within two windows counts once.
    pub after: Counted,
    pub others: Counted,
    /// Probability by chance; absent without a projected decision after an absence.
    pub chance: Option<Chance>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbsenceEntry {
    /// The game's index in the event.
    pub game: usize,
    /// Number of the move at which the player left; 0 is before the first.
    pub left: u32,
    /// Number of the first move made after coming back.
    pub back: u32,
    /// Further notes.
    pub note: Option<String>,
    /// Who noted it.
    pub logged_by: String,
    /// Decisions within its window.
    pub counted: Counted,
}

/// Matches with the first line beside their projection.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counted {
    pub decisions: u32,
    /// Of these, those in which the first line was played.
    pub matches: u32,
    /// Projected matches; absent if one of the decisions has no projection.
    pub expected: Option<f64>,
}

/// How often an honest player has so many matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chance {
    /// Probability of at least so many matches, exact for independent decisions.
    pub tail: f64,
    /// The z that tail is equivalent to, against the expected shift from the published rating where that makes it lower.
    pub z: f64,
    /// Probability that an honest player of this kind has a z at least this high.
    pub dispersed: f64,
    /// Looks it is corrected for.
    pub looks: u64,
    /// Probability that the highest of so many looks is this high.
    pub corrected: f64,
    /// The exact probability if every projection is moved to the player's own form in the other decisions; absent where
    /// there are too few of them.
    pub own_form: Option<f64>,
}

/// Looks at the decisions after absences.
pub(super) fn after_absences(
    log: &Log,
    parameters: &Parameters,
    shifts: &Shifts,
    own: &[PlayerDecision],
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> AfterAbsences {
    let within = |o: &PlayerDecision, game: usize, back: u32| {
        let turn = turn(o);
        o.game == game && turn >= back && turn < back.saturating_add(WINDOW)
    };
    let in_any: BTreeSet<(usize, usize)> = own
        .iter()
        .filter(|o| log.entries.iter().any(|a| within(o, a.game, a.back)))
        .map(|o| (o.game, o.ply))
        .collect();
    let (after, others): (Vec<&PlayerDecision>, Vec<&PlayerDecision>) =
        own.iter().partition(|o| in_any.contains(&(o.game, o.ply)));
    let sums_of = |own: &[&PlayerDecision]| sums(own.iter().copied(), parameters, rating);
    let (after_sums, other_sums) = (sums_of(&after), sums_of(&others));
    let entries = log.entries.iter().map(|absence| {
        let own: Vec<&PlayerDecision> =
            own.iter().filter(|o| within(o, absence.game, absence.back)).collect();
        AbsenceEntry {
            game: absence.game,
            left: absence.left,
            back: absence.back,
            note: absence.note.clone(),
            logged_by: absence.logged_by.clone(),
            counted: counted(&own, sums_of(&own).as_ref()),
        }
    });
    AfterAbsences {
        name: log.input.name.clone(),
        sha256: log.input.sha256.clone(),
        window: WINDOW,
        entries: entries.collect(),
        after: counted(&after, after_sums.as_ref()),
        others: counted(&others, other_sums.as_ref()),
        chance: complete(after_sums).map(|after| {
            let (null, shift) = (&parameters.null, shifts.alone);
            let ordinary = |exact: f64| {
                let mut gains = *after.added();
                gains.gain[MM] = exact * gains.covariance[MM][MM].sqrt();
                let none = Overall { z: exact, own: 0.0, shared: 0.0 };
                gains.z(MM, &null.noise(), shift.at_level(null.level)).unwrap_or(none)
            };
            let reached = |Overall { z, own, .. }: Overall| parameters.strength.reached(z, own);
            chance(&after, complete(other_sums).as_ref(), ordinary, reached)
        }),
    }
}

fn turn(own: &PlayerDecision) -> u32 {
    u32::try_from(own.ply / 2 + 1).unwrap_or(u32::MAX)
}

/// Sums in which every decision has a projection, and there is one.
fn complete(sums: Option<Sums>) -> Option<Sums> {
    sums.filter(|sums| sums.projected > 0 && sums.projected == sums.decisions)
}

fn counted(own: &[&PlayerDecision], sums: Option<&Sums>) -> Counted {
    let matches = own.iter().filter(|o| o.decision.is_match()).count();
    Counted {
        decisions: u32::try_from(own.len()).unwrap_or(u32::MAX),
        matches: u32::try_from(matches).unwrap_or(u32::MAX),
        expected: sums.filter(|sums| sums.projected == sums.decisions).map(|sums| sums.expected(MM)),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sum of ones is whole and not negative"
)]
fn matches(sums: &Sums) -> u32 {
    sums.compared(MM).round() as u32
}

/// `ordinary` takes the exact z to the one against the player's expected shift, and `reached` says how often honest players have
/// such a z.
fn chance(
    after: &Sums,
    others: Option<&Sums>,
    ordinary: impl Fn(f64) -> Overall,
    reached: impl Fn(Overall) -> f64,
) -> Chance {
    let seen = matches(after);
    let tail = poisson_binomial_upper(after.chances(MM), seen);
    let exact = equivalent_z(tail);
    // The null may only make a result look more ordinary.
    let found = ordinary(exact);
    let z = exact.min(found.z);
    let dispersed = reached(Overall { z, ..found });
    let form = others
        .filter(|others| others.projected >= MIN_OTHERS)
        .map(|others| form(others.chances(MM), f64::from(matches(others))));
    Chance {
        tail,
        z,
        dispersed,
        looks: LOOKS.get(),
        corrected: highest_of(dispersed, LOOKS),
        own_form: form.map(|logits| {
            let moved: Vec<f64> = after.chances(MM).iter().map(|p| shifted(*p, logits)).collect();
            poisson_binomial_upper(&moved, seen)
        }),
    }
}

/// A probability moved by so many logits.
fn shifted(p: f64, logits: f64) -> f64 {
    let odds = libm::exp(logits) * p;
    if odds > 0.0 { odds / (odds + (1.0 - p)) } else { 0.0 }
}

/// The shift in logits under which so many matches are just what was to be expected; the ends where there is none.
fn form(chances: &[f64], seen: f64) -> f64 {
    let (mut low, mut high) = (-FARTHEST, FARTHEST);
    // Halved often enough to leave nothing of 24 logits.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let expected: f64 = chances.iter().map(|p| shifted(*p, middle)).sum();
        if expected < seen {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::field::upper_tail;
    use crate::statistics::sums::tests::coins;

    /// The chance if the exact z is `over` times the one against the expected shift.
    fn chance(after: &Sums, others: Option<&Sums>, over: f64) -> Chance {
        let ordinary = |z: f64| Overall { z: z / over, own: 0.0, shared: 0.0 };
        super::chance(after, others, ordinary, |found| upper_tail(found.z))
    }

    fn close(got: f64, want: f64) {
        assert!((got - want).abs() < 1e-9, "{got} {want}");
    }

    #[test]
    fn a_handful_of_coins_by_hand() {
        // 5 fair coins, 4 heads or more: 6 / 32.
        let after = coins([true, true, true, true, false]);
        let found = chance(&after, None, 1.25);
        close(found.tail, 6.0 / 32.0);
        // The z of .1875 is .887 147, by table; divided by 1.25 it is .709 717, with an upper tail of .238 938.
        assert!((found.z - 0.709_717).abs() < 1e-5, "{}", found.z);
        assert!((found.dispersed - 0.238_94).abs() < 1e-4, "{}", found.dispersed);
        // Two looks: 1 - (1 - p)^2.
        close(found.corrected, 1.0 - (1.0 - found.dispersed) * (1.0 - found.dispersed));
        assert!(found.looks == 2 && found.own_form.is_none());
        // All five wrong is certain to be reached, and no null makes that less ordinary.
        let none = chance(&coins([false; 5]), None, 1.25);
        close(none.tail, 1.0);
        assert!(none.z < 0.0 && none.corrected > 0.999);
    }

    #[test]
    fn a_players_own_form_is_taken_from_the_other_decisions() {
        // 30 of 40 fair coins: odds of 3 to 1, so that 5 of 5 has .75^5 and not .5^5.
        let others = coins((0..40).map(|k| k < 30));
        let after = coins([true; 5]);
        let found = chance(&after, Some(&others), 1.0);
        close(found.tail, 1.0 / 32.0);
        close(found.own_form.expect("enough others"), libm::pow(0.75, 5.0));
        let few = coins((0..29).map(|k| k < 20));
        assert_eq!(chance(&after, Some(&few), 1.0).own_form, None);
        // Everything matched: as far as form goes, and still a number.
        let all = coins([true; 40]);
        assert!(chance(&after, Some(&all), 1.0).own_form.is_some_and(|p| p > 0.999 && p <= 1.0));
    }

    #[test]
    fn shifts_by_hand() {
        close(shifted(0.5, libm::log(3.0)), 0.75);
        close(shifted(0.2, 0.0), 0.2);
        assert_eq!((shifted(0.0, 5.0), shifted(1.0, -5.0)), (0.0, 1.0));
        // Chances of .2 and .6 that gave one match on average: odds 1/4 and 3/2 times s, with the sum of both 1.
        // s^2 (3/8) = 1, so s = sqrt(8 / 3).
        close(form(&[0.2, 0.6], 1.0), libm::log(8.0_f64 / 3.0) / 2.0);
    }

    /// Honest play: the corrected probability stays below a level at most so often.
    #[test]
    fn the_corrected_probability_is_one() {
        let mut random = crate::random::Random::new(12);
        let rounds = 4000_u32;
        let (mut at_5, mut at_20) = (0_u32, 0_u32);
        for _ in 0..rounds {
            let flips: Vec<bool> = (0..12).map(|_| random.unit() < 0.5).collect();
            let found = chance(&coins(flips), None, 1.15);
            at_5 += u32::from(found.corrected <= 0.05);
            at_20 += u32::from(found.corrected <= 0.2);
        }
        assert!(at_5 <= rounds / 20 && at_20 <= rounds / 5, "{at_5} {at_20}");
        assert!(at_20 > rounds / 100, "a test that never says anything: {at_20}");
    }
}
