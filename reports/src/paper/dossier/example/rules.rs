//! The example under the rules: made by the policy itself, from stated circumstances.

use std::num::{NonZeroU32, NonZeroU64};

use analyzer::full_test::{Circumstances, UnderRules};
use analyzer::policy::base_rates::Bound;
use analyzer::policy::{
    Attention, Mode, Occasion, Regulations, ResultFacts, TestKind, Venue, base_rates, corrected,
    multiplicity::LookCounts, statements,
};
use analyzer::strength::Strength;

/// The stated circumstances of the example.
pub(crate) fn reading(z: f64) -> ResultFacts {
    ResultFacts {
        z,
        test: TestKind::Quick,
        mode: Mode::OverTheBoard,
        attention: Attention::Nobody,
        players: NonZeroU32::new(400).expect("not 0"),
        second_test_agrees: None,
        occasion: Occasion::SingleTest,
        ipr: None,
    }
}

/// The rules on a reading.
pub(crate) fn under(reading: &ResultFacts) -> UnderRules {
    let rules = Regulations::shipped().expect("reads");
    let circumstances = Circumstances {
        mode: reading.mode,
        attention: reading.attention,
        players: Some(reading.players),
        tests: NonZeroU64::new(1_200),
        season: NonZeroU64::new(20_000),
        per_year: None,
        second_test_agrees: reading.second_test_agrees,
        occasion: reading.occasion,
    };
    let looks = LookCounts {
        players: reading.players,
        tests: NonZeroU64::new(1_200).expect("not 0"),
        season: circumstances.season,
    };
    let tail = Strength::shipped().expect("reads").reached(reading.z, 0.2);
    UnderRules {
        statements: statements(reading, &rules).expect("a number"),
        multiplicity: corrected(reading.z, tail, &looks).expect("a number"),
        base_rates: base_rates(reading.z, tail, rules.assumptions.per_year(), &rules).expect("a number"),
        reading: *reading,
        circumstances,
        title: rules.title,
        date: rules.date,
        edition: rules.edition,
        sources: rules.sources,
    }
}

/// The same as documents of before have it, which compared nothing with comfortable satisfaction.
fn of_before(mut rules: UnderRules) -> UnderRules {
    for standard in rules.base_rates.posteriors.iter_mut().flat_map(|posterior| &mut posterior.standards) {
        if standard.percent.take().is_some() {
            (standard.over_odds, standard.break_even_one_in) = (None, None);
            standard.bound = Bound::NoNumber;
        }
    }
    rules
}

/// Results that together make the rules say everything they can.
pub(crate) fn all() -> Vec<UnderRules> {
    let hybrid = |counted_as| Mode::Hybrid { counted_as };
    let full = |z, mode, attention, second_test_agrees| {
        under(&ResultFacts { test: TestKind::Full, mode, attention, second_test_agrees, ..reading(z) })
    };
    let mut all = vec![
        full(5.5, Mode::Online, Attention::SingledOut, Some(true)),
        full(4.6, hybrid(Venue::Online), Attention::Complaint, Some(false)),
        full(5.2, hybrid(Venue::OverTheBoard), Attention::Nobody, None),
        full(2.2, Mode::OverTheBoard, Attention::Nobody, None),
        full(-1.0, Mode::OverTheBoard, Attention::Complaint, None),
        full(2.7, Mode::OverTheBoard, Attention::ComplaintWithoutObservation, None),
        full(2.7, Mode::OverTheBoard, Attention::ComplaintAfterTheEvent, None),
        full(2.7, Mode::OverTheBoard, Attention::Complaint, None),
        of_before(full(3.2, Mode::OverTheBoard, Attention::Nobody, None)),
        under(&reading(1.0)),
    ];
    for rules in &mut all {
        rules.circumstances.season = None;
        rules.multiplicity.season = None;
    }
    all
}
