use std::num::{NonZeroU16, NonZeroU32};

use super::super::result_facts::{LookPlan, Occasion};
use super::*;

fn rules() -> Regulations {
    Regulations::shipped().expect("reads")
}

fn players(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("some")
}

fn look(round: u16, rounds: u16) -> Occasion {
    let plan = LookPlan::Rounds { rounds: NonZeroU16::new(rounds).expect("some") };
    Occasion::Look { round, plan, named: false }
}

/// Actions that are allowed, each with its ground and level.
fn allowed(
    occasion: Occasion,
    attention: Attention,
    quick: Option<QuickTest>,
    full: Option<f64>,
) -> Vec<(Action, AllowedBy, Option<f64>)> {
    let rules = rules();
    let bars = Bars::on(occasion, players(50), &rules.multiplicity);
    let full = full.map(|z| FullTestResult { z, after_round: occasion.round() });
    let found = permissions(&LadderFacts { attention, quick, full, bars: &bars }, &rules);
    assert_eq!(found.iter().map(|permission| permission.action).collect::<Vec<_>>(), Action::ALL);
    let answer = |permission: Permission| {
        let Allowed { ground, level } = permission.answer.ok()?;
        Some((permission.action, ground, level.map(|level| level.z)))
    };
    found.into_iter().filter_map(answer).collect()
}

use Action::{Intrusive, OrangeAlert, Unobtrusive};
use AllowedBy::{Complaint, FullTest, QuickTest as ByQuickTest};

#[test]
fn a_single_test_is_odd_from_2_00_on() {
    let single = Occasion::SingleTest;
    let quick = |z| allowed(single, Attention::Nobody, Some(QuickTest::Single { z }), None);
    assert_eq!(quick(-2.28), []);
    assert_eq!(quick(1.999), []);
    let odd = [(Unobtrusive, ByQuickTest, Some(2.0)), (OrangeAlert, ByQuickTest, Some(2.0))];
    for z in [2.0, 5.5, f64::MAX] {
        assert_eq!(quick(z), odd, "a quick test allows no more, whatever its z");
    }
    let full = |z| allowed(single, Attention::Nobody, None, Some(z));
    let mild = [(Unobtrusive, FullTest, Some(2.0)), (OrangeAlert, FullTest, Some(2.0))];
    assert_eq!(full(2.999), mild);
    assert_eq!(full(3.0)[2..], [(Intrusive, FullTest, Some(3.0))]);
    assert_eq!(full(f64::NAN), []);
}

/// Nine looks at 50 players: 3.1687 by another program.
#[test]
fn at_one_of_several_looks_the_sequential_value_and_the_shared_level_count() {
    let at = |names, full| {
        let quick = Some(QuickTest::Sequential { names });
        allowed(look(5, 9), Attention::Nobody, quick, full)
    };
    assert_eq!(at(false, None), []);
    assert_eq!(at(false, Some(3.168)), [], "2.00 is for a single test");
    assert_eq!(at(true, Some(3.168)), [(Unobtrusive, ByQuickTest, None), (OrangeAlert, ByQuickTest, None)]);
    let full = at(true, Some(3.169));
    assert_eq!(
        full.iter().map(|allowed| allowed.0).collect::<Vec<_>>(),
        [Unobtrusive, OrangeAlert, Intrusive]
    );
    assert!(full.iter().all(|(_, ground, level)| {
        *ground == FullTest && level.is_some_and(|z| (z - 3.168_7).abs() < 1e-4)
    }));
    let quick = Some(QuickTest::Sequential { names: false });
    assert_eq!(allowed(look(10, 9), Attention::Nobody, quick, Some(9.0)), [], "no look is left");
}

#[test]
fn complaints_with_and_without_observation() {
    for occasion in [Occasion::SingleTest, look(5, 9)] {
        let by_complaint = [Unobtrusive, OrangeAlert, Intrusive].map(|action| (action, Complaint, None));
        assert_eq!(allowed(occasion, Attention::Complaint, None, None), by_complaint);
        assert_eq!(allowed(occasion, Attention::Complaint, None, Some(1.0)), by_complaint);
        let alone = Attention::ComplaintWithoutObservation;
        assert_eq!(allowed(occasion, alone, None, None), []);
        for z in [1.0, 2.5, 3.1, 4.0] {
            let nobody = allowed(occasion, Attention::Nobody, None, Some(z));
            assert_eq!(allowed(occasion, alone, None, Some(z)), nobody, "{z}");
        }
    }
}

#[test]
fn every_refusal_has_its_reason() {
    let rules = rules();
    let why = |occasion: Occasion, quick, full: Option<f64>| {
        let bars = Bars::on(occasion, players(50), &rules.multiplicity);
        let full = full.map(|z| FullTestResult { z, after_round: occasion.round() });
        let facts = LadderFacts { attention: Attention::Nobody, quick, full, bars: &bars };
        permissions(&facts, &rules).into_iter().map(|permission| permission.answer.err()).collect::<Vec<_>>()
    };
    let under = |level: &Level| Some(NotAllowed::UnderLevel { level: level.clone() });
    let unusual = &rules.assumptions.unusual;
    let never = Some(NotAllowed::NeverOnStatistics);
    let (full, named) = (Some(NotAllowed::NeedsFullTest), Some(NotAllowed::NotNamed));
    let quick = Some(QuickTest::Single { z: 1.0 });
    assert_eq!(
        why(Occasion::SingleTest, quick, None),
        [under(unusual), under(unusual), full.clone(), never.clone()]
    );
    let intrusive = rules.ladder[2].levels.as_ref().expect("levels");
    assert_eq!(
        why(Occasion::SingleTest, None, Some(2.5)),
        [None, None, under(&intrusive.nobody_singled_out), never.clone()]
    );
    let quick = Some(QuickTest::Sequential { names: false });
    assert_eq!(why(look(5, 9), quick, None), [named.clone(), named.clone(), full, never.clone()]);
    assert_eq!(
        why(look(10, 9), quick, Some(9.0)),
        [named.clone(), named, Some(NotAllowed::NoLookLeft), never]
    );
}
