//! The promises on honest events, with tolerances from the binomial distribution.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::*;
use analyzer::hints::promise::FALSE_HINTS;
use analyzer::shipped::QUICK_STOCKFISH_15_1 as PARAMETERS;
use analyzer::statistics::ipr::QUICK_STOCKFISH_15_1 as REFERENCE;

fn figures(events: u32, players: u32, form: Form) -> Figures {
    let plan = Plan {
        events,
        players: NonZeroU32::new(players).expect("some"),
        rounds: NonZeroU16::new(9).expect("some"),
        false_hints: FALSE_HINTS,
        form,
        decisions: [18, 38],
        seed: 11,
    };
    let reference = Reference::parse(REFERENCE).expect("reads");
    let parameters = Parameters::parse(PARAMETERS).expect("reads");
    honest_events(&reference, &parameters, &plan).expect("events")
}

/// Whether so few of `n` are shown to come from a rate of at most `rate`: at that rate there would be as few or fewer
/// with a probability under one in a million.
fn at_most(count: u32, n: u32, rate: f64) -> bool {
    let rate = Binomial::new(rate, u64::from(n)).expect("a rate");
    rate.cdf(u64::from(count)) < 1e-6
}

/// Whether so many of `n` do not speak against a rate of at least `rate`.
fn may_be(count: u32, n: u32, rate: f64) -> bool {
    let rate = Binomial::new(rate, u64::from(n)).expect("a rate");
    rate.cdf(u64::from(count)) > 1e-3
}

#[test]
fn what_the_rules_promise_for_one_look_holds_over_all_looks() {
    let seen = figures(300, 150, Form::MEASURED);
    assert_eq!((seen.events, seen.player_events), (300, 45_000));
    // The made-up players scatter as real ones do: otherwise all of this would be too easy.
    for spread in seen.spread.iter().skip(3) {
        assert!((spread.sd - 1.0).abs() < 0.06, "{spread:?}");
        assert!(spread.mean.abs() < 0.06, "{spread:?}");
    }
    assert_eq!(seen.spread[0].n, 0, "no z before the gate");
    // The rule: one in five events at most, now at any of nine looks.
    assert!(at_most(seen.intrusive, 300, 0.2), "{seen:?}");
    assert!(at_most(seen.intrusive_open, 300, 0.2), "{seen:?}");
    // Without the correction a look after every round would pass the level about twice as often as one look.
    assert!(seen.over_at_any_look >= 2 * seen.over_at_one_look, "{seen:?}");
    assert!(seen.over_at_any_look > seen.intrusive, "{seen:?}");
    assert!(may_be(seen.over_at_one_look, 300, 0.06), "the level means something: {seen:?}");
    // Names for unobtrusive steps: one in five events on average at most, so no more events than that.
    assert!(at_most(seen.events_named, 300, 0.2), "{seen:?}");
    assert!(f64::from(seen.named) <= 0.2 * 300.0, "{seen:?}");
    for (reached, alpha) in seen.reached.iter().zip(ALPHAS) {
        assert!(at_most(*reached, seen.player_events, alpha), "{alpha}: {seen:?}");
    }
}

#[test]
fn it_holds_for_players_who_are_stronger_than_expected() {
    let seen = figures(200, 150, Form::STRONGER);
    let last = seen.spread.last().expect("nine rounds");
    assert!((last.mean - 0.28).abs() < 0.08, "{last:?}");
    assert!(at_most(seen.intrusive, 200, 0.3), "{seen:?}");
    assert!(may_be(200 - seen.intrusive, 200, 0.8), "{seen:?}");
    assert!(may_be(200 - seen.events_named, 200, 0.8), "{seen:?}");
}

#[test]
fn the_same_plan_gives_the_same_figures_and_more_events_begin_with_the_same() {
    let (few, again) = (figures(4, 10, Form::MEASURED), figures(4, 10, Form::MEASURED));
    assert_eq!(few, again);
    assert!(figures(8, 10, Form::MEASURED).spread[8].n > few.spread[8].n);
}

#[test]
fn exact_players_scatter_less_than_real_ones() {
    let exact = Form { mean: 0.0, event: 0.0, game: 0.0, ..Form::MEASURED };
    let seen = figures(20, 50, exact);
    let last = seen.spread.last().expect("nine rounds");
    // The null allows for excess and form, which exact players do not have.
    assert!(last.sd < 0.85 && last.mean.abs() < 0.1, "{last:?}");
    assert_eq!(seen.over_at_any_look, 0);
}
