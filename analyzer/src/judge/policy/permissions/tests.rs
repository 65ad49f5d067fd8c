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
    let full = full.map(|z| FullTestResult { z, after_round: occasion.round(), ordinary_ipr: false });
    let facts = LadderFacts { attention, venue: Venue::OverTheBoard, quick, full, bars: &bars };
    let found = permissions(&facts, &rules);
    assert_eq!(found.iter().map(|permission| permission.action).collect::<Vec<_>>(), Action::ALL);
    let answer = |permission: Permission| {
        let Allowed { ground, level } = permission.answer.allowed()?;
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

/// RN VII: with observation a complaint may be a ground of intrusive steps with the statistics taken into account. So a full test
/// comes first, and one under 2.00 is a reason to reject the complaint.
#[test]
fn complaints_with_and_without_observation() {
    let watched = [(Unobtrusive, Complaint, None)];
    for occasion in [Occasion::SingleTest, look(5, 9)] {
        let complained = |full| allowed(occasion, Attention::Complaint, None, full);
        assert_eq!(complained(None), watched, "a closer watch, and a full test first");
        for z in [-3.0, 0.5, 1.0, 1.999] {
            assert_eq!(complained(Some(z)), [], "{z}: a reason to reject it");
        }
        for z in [2.0, 2.5, 2.999] {
            let intrusive = complained(Some(z)).last().copied();
            assert_eq!(intrusive, Some((Intrusive, Complaint, None)), "{z}");
        }
        let alone = Attention::ComplaintWithoutObservation;
        assert_eq!(allowed(occasion, alone, None, None), []);
        for z in [1.0, 2.5, 3.1, 4.0] {
            let nobody = allowed(occasion, Attention::Nobody, None, Some(z));
            assert_eq!(allowed(occasion, alone, None, Some(z)), nobody, "{z}");
        }
    }
}

/// After the event, and so online always, there is nobody left to search: the complaint is no ground, whatever the z. An IPR not
/// much above the rating is a reason to reject it as well.
#[test]
fn a_complaint_after_the_event_or_online_or_beside_an_ordinary_ipr_is_no_ground() {
    let rules = rules();
    let nobody = |z| allowed(Occasion::SingleTest, Attention::Nobody, None, Some(z));
    for z in [1.0, 2.5, 2.999] {
        let bars = Bars::on(Occasion::SingleTest, players(50), &rules.multiplicity);
        let intrusive = |attention, venue, ordinary_ipr| {
            let full = Some(FullTestResult { z, after_round: 0, ordinary_ipr });
            let facts = LadderFacts { attention, venue, quick: None, full, bars: &bars };
            permissions(&facts, &rules).remove(2)
        };
        for (attention, venue) in [
            (Attention::Complaint, Venue::Online),
            (Attention::ComplaintAfterTheEvent, Venue::Online),
            (Attention::ComplaintAfterTheEvent, Venue::OverTheBoard),
        ] {
            let found = intrusive(attention, venue, false);
            assert!(
                matches!(found.answer, Answer::NotAllowed(NotAllowed::UnderLevel { .. })),
                "{z} {attention:?} {venue:?}: {found:?}"
            );
            assert_eq!(found.article, "RN III");
        }
        let found = intrusive(Attention::Complaint, Venue::OverTheBoard, true);
        assert_eq!(found.answer, Answer::NotAllowed(NotAllowed::ReasonToRejectComplaint), "{z}");
        assert_eq!(found.article, "RN VII");
        assert_eq!(nobody(z).iter().filter(|allowed| allowed.0 == Intrusive).count(), 0);
    }
}

/// The rules set no least z for the mild steps, so no number forbids them.
#[test]
fn every_refusal_has_its_reason_and_no_number_forbids_the_mild_steps() {
    let rules = rules();
    let why = |occasion: Occasion, quick, full: Option<f64>| {
        let bars = Bars::on(occasion, players(50), &rules.multiplicity);
        let full = full.map(|z| FullTestResult { z, after_round: occasion.round(), ordinary_ipr: false });
        let (attention, venue) = (Attention::Nobody, Venue::OverTheBoard);
        let facts = LadderFacts { attention, venue, quick, full, bars: &bars };
        let found = permissions(&facts, &rules).into_iter();
        let answers = found.map(|permission| match permission.answer {
            Answer::Allowed(_) => Ok(()),
            Answer::NoReason => Err(None),
            Answer::NotAllowed(why) => Err(Some(why)),
        });
        answers.collect::<Vec<_>>()
    };
    let never = Err(Some(NotAllowed::NeverOnStatistics));
    let (full, none) = (Err(Some(NotAllowed::NeedsFullTest)), Err(None));
    for z in [-3.0, 1.0, 1.999] {
        let quick = Some(QuickTest::Single { z });
        let answers = [none.clone(), none.clone(), full.clone(), never.clone()];
        assert_eq!(why(Occasion::SingleTest, quick, None), answers);
    }
    let level = rules.ladder[2].levels.as_ref().expect("levels").nobody_singled_out.clone();
    assert_eq!(
        why(Occasion::SingleTest, None, Some(2.5)),
        [Ok(()), Ok(()), Err(Some(NotAllowed::UnderLevel { level })), never.clone()]
    );
    let quick = Some(QuickTest::Sequential { names: false });
    assert_eq!(why(look(5, 9), quick, None), [none.clone(), none.clone(), full, never.clone()]);
    assert_eq!(
        why(look(10, 9), quick, Some(9.0)),
        [none.clone(), none, Err(Some(NotAllowed::NoLookLeft)), never]
    );
}
