//! How often honest players get this high, and how far a prior carries.
//!
//! With `p` the probability that an honest player of this kind gets as high, the event *a z at least this high* has a
//! likelihood ratio of at most `1 / p`, whatever the other hypothesis is: its probability under that one is at most 1. So
//! posterior odds are at most prior odds over `p`. That is an upper bound and no estimate; help that is seen one time in two
//! halves it. It belongs to a player who was looked at once: see [`crate::judge::policy::multiplicity`].
//!
//! Both standards of proof stand side by side and none is chosen here. A bound can rule a standard out and can never
//! show that it is met.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::regulations::{Assumptions, Percent, Prior, Regulations, Standard, StandardOfProof};
use super::result_facts::Venue;
use super::{PolicyError, finite};

/// Tails below this are taken as this, so that no quotient is infinite; 37 sigma.
const SMALLEST_TAIL: f64 = 1e-300;

/// How often honest players get this high, and how far priors carry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseRates {
    pub z: f64,
    /// Probability that an honest player of this kind, looked at once, reaches it.
    pub tail: f64,
    /// One honest performance in so many. Also the greatest likelihood ratio, and the prior at which the bound on the
    /// odds is even: one player for so many honest ones.
    pub one_in: f64,
    /// Player-events per year that the next two are for.
    pub player_events_per_year: u32,
    /// Honest players expected at or above the z in a year.
    pub honest_per_year: f64,
    /// Years from one to the next.
    pub years_between: f64,
    /// Posterior odds for each stated prior.
    pub posteriors: Vec<Posterior>,
}

/// Posterior odds for one prior.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Posterior {
    /// Where the prior is for.
    pub venue: Venue,
    /// The prior: one player for so many honest ones.
    pub honest_to_one: u32,
    /// The odds are at most this to 1.
    pub odds_at_most: f64,
    /// The bound under each standard of proof.
    pub standards: Vec<UnderStandard>,
}

/// A bound on the odds under one standard of proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnderStandard {
    pub standard: StandardOfProof,
    /// The odds have to be above this; `None` where the rules fix no number.
    pub over_odds: Option<f64>,
    /// The interval of probability that the rules regard as meeting it; absent where they name none, and in documents of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<Percent>,
    /// The prior at which the bound equals that number: one player for so many honest ones. Under a rarer prior the
    /// standard is out of reach. `None` where the rules fix no number.
    pub break_even_one_in: Option<f64>,
    /// Conclusion from the bound.
    pub bound: Bound,
    pub article: String,
}

/// Conclusion from an upper bound on the odds for a standard of proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// With this prior the z alone cannot reach it.
    OutOfReach,
    /// The bound leaves it open, which does not say that it is met.
    LeftOpen,
    /// Nothing was compared. So it stands in documents of before for comfortable satisfaction.
    NoNumber,
}

/// Base rates of a z that an honest player of this kind reaches with probability `tail`, for a number of player-events per year
/// and the priors of the rules' data file.
///
/// # Errors
/// If the z or the tail is no number.
pub fn base_rates(
    z: f64,
    tail: f64,
    player_events_per_year: NonZeroU32,
    rules: &Regulations,
) -> Result<BaseRates, PolicyError> {
    let (z, tail) = (finite(z)?, finite(tail)?.max(SMALLEST_TAIL));
    let honest_per_year = tail * f64::from(player_events_per_year.get());
    let posterior = |prior: &Prior| {
        let odds_at_most = odds_at_most(tail, prior.honest_to_one);
        Posterior {
            venue: prior.venue,
            honest_to_one: prior.honest_to_one,
            odds_at_most,
            standards: rules.standards.iter().map(|s| under(s, odds_at_most, tail)).collect(),
        }
    };
    Ok(BaseRates {
        z,
        tail,
        one_in: 1.0 / tail,
        player_events_per_year: player_events_per_year.get(),
        honest_per_year,
        years_between: 1.0 / honest_per_year,
        posteriors: rules.assumptions.priors.iter().map(posterior).collect(),
    })
}

impl Assumptions {
    /// Player-events per year to compute with where nobody states another number.
    pub fn per_year(&self) -> NonZeroU32 {
        NonZeroU32::new(self.player_events_per_year).unwrap_or(NonZeroU32::MIN)
    }
}

/// Posterior odds are at most prior odds, 1 to `honest_to_one`, over the tail.
fn odds_at_most(tail: f64, honest_to_one: u32) -> f64 {
    1.0 / f64::from(honest_to_one.max(1)) / tail
}

fn under(standard: &Standard, odds_at_most: f64, tail: f64) -> UnderStandard {
    UnderStandard {
        standard: standard.standard,
        over_odds: standard.over_odds,
        percent: standard.percent,
        break_even_one_in: standard.over_odds.map(|odds| 1.0 / odds / tail),
        bound: match standard.over_odds {
            None => Bound::NoNumber,
            Some(odds) if odds_at_most > odds => Bound::LeftOpen,
            Some(_) => Bound::OutOfReach,
        },
        article: standard.article.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::policy::regulations::Step;
    use crate::statistics::field::upper_tail;

    /// How many player-events a year a step's printed frequency stands for: at least, and at most if the text says.
    fn implied_player_events(step: &Step) -> (f64, Option<f64>) {
        let tail = upper_tail(step.level.z).max(SMALLEST_TAIL);
        let years = step.once_in_years;
        let most = (years.from > 0.0).then(|| 1.0 / (years.from * tail));
        (1.0 / (years.to * tail), most)
    }

    fn rules() -> Regulations {
        Regulations::shipped().expect("reads")
    }

    fn at(z: f64) -> BaseRates {
        let rules = rules();
        base_rates(z, upper_tail(z), rules.assumptions.per_year(), &rules).expect("a number")
    }

    fn bound(rates: &BaseRates, venue: Venue) -> f64 {
        let of = rates.posteriors.iter().find(|p| p.venue == venue);
        of.expect("a prior").odds_at_most
    }

    fn close(got: f64, want: f64, relative: f64) {
        assert!((got / want - 1.0).abs() < relative, "{got} {want}");
    }

    #[test]
    fn the_published_bounds() {
        // 1 / 10,000 over 2.866 516e-7 and 1 / 100 over 1.068 853e-5: 349 to 1 and 936 to 1.
        close(bound(&at(5.0), Venue::OverTheBoard), 348.855_578_723_788_2, 1e-8);
        close(bound(&at(4.25), Venue::Online), 935.582_718_381_136_7, 1e-8);
        assert_eq!(bound(&at(5.0), Venue::OverTheBoard).round(), 349.0);
        assert_eq!(bound(&at(4.25), Venue::Online).round(), 936.0);
    }

    #[test]
    fn the_bound_is_a_bound_for_every_power() {
        // Bayes for the event itself, with power q: odds q / (n p). Never above the bound, equal to it at q = 1.
        let rates = at(4.25);
        for q in [0.01, 0.5, 0.99, 1.0] {
            let odds = q / 100.0 / rates.tail;
            assert!(odds <= bound(&rates, Venue::Online) * (1.0 + 1e-12));
        }
    }

    #[test]
    fn honest_players_per_year() {
        // 100,000 a year: 3.167 at 4.00; once in 2.94, 9.83 and 34.9 years at 4.50, 4.75 and 5.00.
        close(at(4.0).honest_per_year, 3.167_124_183_311_996_5, 1e-8);
        for (z, years) in
            [(4.5, 2.943_190_716_968_831_4), (4.75, 9.832_036_928_210_897), (5.0, 34.885_557_872_378_82)]
        {
            close(at(z).years_between, years, 1e-8);
        }
    }

    #[test]
    fn what_the_printed_frequencies_imply() {
        // Once in 6 years at 4.50, in 20 at 4.75, in 60 to 70 at 5.00: all three stand for about 50,000 player-events a
        // year. "More than twice a year" at 4.00 needs more than 63,149 and does not fit the others: 50,000 give 1.6.
        let rules = rules();
        let steps: Vec<_> = rules.without_observation.iter().map(implied_player_events).collect();
        close(steps[0].0, 63_148.771_069, 1e-8);
        assert_eq!(steps[0].1, None);
        for (step, least, most) in [
            (1, 49_053.178_616, 49_053.178_616),
            (2, 49_160.184_641, 49_160.184_641),
            (3, 49_836.511_246, 58_142.596_454),
        ] {
            close(steps[step].0, least, 1e-8);
            close(steps[step].1.expect("a range"), most, 1e-8);
        }
        // What is assumed lies above all of it, so more honest players are expected than the text says.
        let assumed = f64::from(rules.assumptions.player_events_per_year);
        assert!(steps.iter().all(|(least, most)| assumed > most.unwrap_or(*least)));
    }

    #[test]
    fn both_standards_stand_side_by_side() {
        let rates = at(5.0);
        for posterior in &rates.posteriors {
            let [balance, satisfaction] = posterior.standards.as_slice() else { panic!("two standards") };
            assert_eq!(balance.standard, StandardOfProof::BalanceOfProbabilities);
            assert_eq!(balance.bound, Bound::LeftOpen);
            // Even at a prior of one in 3.49 million.
            close(balance.break_even_one_in.expect("a number"), 3_488_555.787, 1e-8);
            // AC 1.6a: from 99 % on, odds of 99 to 1.
            assert_eq!((satisfaction.over_odds, satisfaction.article.as_str()), (Some(99.0), "AC 1.6a"));
            close(satisfaction.break_even_one_in.expect("a number"), 35_237.937_242_4, 1e-8);
            assert_eq!(satisfaction.bound, Bound::LeftOpen);
        }
        close(rates.one_in, 3_488_555.787, 1e-8);
        // What the rules say of their thresholds agrees: both leave the standard open, and less does not.
        assert_eq!(at(4.25).posteriors[1].standards[1].bound, Bound::LeftOpen);
        assert_eq!(at(3.6).posteriors[1].standards[1].bound, Bound::OutOfReach);
        assert_eq!(at(4.5).posteriors[0].standards[1].bound, Bound::OutOfReach);
    }

    /// Documents of before compared nothing with comfortable satisfaction, and read as they were written.
    #[test]
    fn a_document_of_before_reads() {
        let old = r#"{"standard":"comfortable_satisfaction","over_odds":null,"break_even_one_in":null,"bound":"no_number","article":"ON C.1"}"#;
        let read: UnderStandard = serde_json::from_str(old).expect("reads");
        assert_eq!((read.bound, read.percent), (Bound::NoNumber, None));
        assert_eq!(serde_json::to_string(&read).expect("writes"), old);
    }

    #[test]
    fn a_rare_prior_puts_the_balance_out_of_reach() {
        // z 3.00 is 1 in 741: with one player in 10,000 the odds are at most 1 to 13.5.
        let rates = at(3.0);
        let board = &rates.posteriors[0];
        close(board.odds_at_most, 740.796_694_689_917_1 / 10_000.0, 1e-8);
        assert_eq!(board.standards[0].bound, Bound::OutOfReach);
        assert_eq!(rates.posteriors[1].standards[0].bound, Bound::LeftOpen);
    }

    #[test]
    fn every_finite_z_gives_finite_numbers_that_read_back() {
        for z in [f64::MIN, -8.0, 0.0, 6.5, 38.0, 1e6, f64::MAX] {
            let rates = at(z);
            assert!(rates.one_in.is_finite() && rates.years_between.is_finite());
            assert!(rates.posteriors.iter().all(|p| p.odds_at_most.is_finite()));
            let json = serde_json::to_string(&rates).expect("writes");
            assert_eq!(serde_json::from_str::<BaseRates>(&json).expect("reads"), rates);
        }
        let rules = rules();
        assert!(base_rates(f64::NAN, 0.1, NonZeroU32::MIN, &rules).is_err());
    }
}
