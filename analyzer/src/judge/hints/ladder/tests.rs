//! The ladder under every kind of evidence.

use std::num::{NonZeroU16, NonZeroU32};

use super::*;
use crate::judge::hints::sequence::{Crossing, SequentialPath};
use crate::judge::policy::LookPlan;
use crate::judge::policy::{Mode, Occasion, ResultFacts, Statement, TestKind, statements};
use crate::statistics::ipr::RatingEstimate;

fn promise(players: u32, rounds: u16) -> Promise {
    let looks = LookPlan::Rounds { rounds: NonZeroU16::new(rounds).expect("some") };
    Promise::usual(NonZeroU32::new(players).expect("some"), looks)
}

fn hint() -> QuickHint {
    let crossing = Crossing { round: Some(1), games: 1, log10_value: 130.0, log10_needed: 2.0 };
    let course = SequentialPath::new(&[], &[], vec![crossing]);
    assert_eq!(QuickHint::from_path(&course, Some(130.0)), None);
    QuickHint::from_path(&course, None).expect("named")
}

fn player<'a>(
    person: usize,
    attention: Attention,
    hint: Option<&'a QuickHint>,
    full: Option<&'a FullReading>,
) -> PlayerEvidence<'a> {
    PlayerEvidence { person, name: ["Anna", "Boris", "Chen"][person], attention, hint, full }
}

fn climb(rules: &Regulations, promise: &Promise, players: &[PlayerEvidence<'_>]) -> Vec<Rung> {
    climb_at(Venue::OverTheBoard, rules, promise, players)
}

fn climb_at(
    venue: Venue,
    rules: &Regulations,
    promise: &Promise,
    players: &[PlayerEvidence<'_>],
) -> Vec<Rung> {
    let terms = Terms { rules, promise, bars: promise.bars(&rules.multiplicity), venue, round: 5 };
    ladder(&terms, players)
}

fn rules() -> Regulations {
    Regulations::shipped().expect("reads")
}

fn allowed(ladder: &[Rung]) -> Vec<Action> {
    let allowed = ladder.iter().filter(|rung| rung.stands.is_allowed());
    allowed.map(|rung| rung.action).collect()
}

fn intrusive(ladder: &[Rung]) -> Vec<Intrusive> {
    match &ladder[2].stands {
        Stands::Intrusive { players } => players.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_evidence_nothing_is_allowed_and_every_rung_says_what_it_needs() {
    let ladder = climb(&rules(), &promise(50, 9), &[player(0, Attention::Nobody, None, None)]);
    assert_eq!(ladder.iter().map(|r| r.action).collect::<Vec<_>>(), Action::ALL);
    assert_eq!(allowed(&ladder), []);
    assert!(ladder.iter().all(|rung| !rung.needed.is_empty() && !rung.article.is_empty()));
    // One of 50 players, 1 in 5 events.
    let Needed::SequentialValue { chance } = ladder[0].needed[0] else {
        panic!("{:?}", ladder[0].needed);
    };
    assert!((chance - 0.004).abs() < 1e-12);
}

#[test]
fn a_quick_test_never_allows_more_than_unobtrusive_steps_and_an_alert_without_names() {
    let hint = hint();
    for attention in [Attention::Nobody, Attention::SingledOut] {
        let ladder = climb(&rules(), &promise(50, 9), &[player(1, attention, Some(&hint), None)]);
        assert_eq!(allowed(&ladder), [Action::Unobtrusive, Action::OrangeAlert]);
        let alert = serde_json::to_string(&ladder[1]).expect("JSON");
        assert!(!alert.contains("Boris"), "{alert}");
        let watch = serde_json::to_string(&ladder[0]).expect("JSON");
        assert!(watch.contains("Boris") && watch.contains("quick_test"), "{watch}");
    }
}

#[test]
fn a_full_test_allows_intrusive_steps_from_the_level_of_all_looks() {
    // 50 players, nine looks: 3.1687 by another program, though the rule names 3.00 for one look.
    for (z, expected) in [(2.99, false), (3.168, false), (3.169, true), (9.0, true)] {
        let full = FullReading::made_up(0, 5, z);
        let ladder = climb(&rules(), &promise(50, 9), &[player(0, Attention::Nobody, None, Some(&full))]);
        assert_eq!(!intrusive(&ladder).is_empty(), expected, "{z}");
        // With one look planned the level is the rule's own.
        let one = FullReading::made_up(0, 1, z);
        let ladder = climb(&rules(), &promise(50, 1), &[player(0, Attention::Nobody, None, Some(&one))]);
        assert_eq!(!intrusive(&ladder).is_empty(), z >= 3.0, "{z}");
    }
    let full = FullReading::made_up(0, 10, 9.0);
    let beyond = climb(&rules(), &promise(50, 9), &[player(0, Attention::Nobody, None, Some(&full))]);
    assert_eq!(allowed(&beyond), [], "no look is left after the ninth round");
}

#[test]
fn two_is_enough_only_for_a_player_singled_out_before() {
    let full = FullReading::made_up(0, 5, 2.0);
    for (attention, expected) in [(Attention::SingledOut, true), (Attention::Nobody, false)] {
        let ladder = climb(&rules(), &promise(50, 9), &[player(0, attention, None, Some(&full))]);
        assert_eq!(!intrusive(&ladder).is_empty(), expected, "{attention:?}");
    }
    let less = FullReading::made_up(0, 5, 1.99);
    let ladder = climb(&rules(), &promise(50, 9), &[player(0, Attention::SingledOut, None, Some(&less))]);
    assert_eq!(allowed(&ladder), []);
}

/// With the statistics taken into account (RN VII): not before a full test, and not where that is a reason to reject it.
#[test]
fn a_complaint_is_a_ground_once_a_full_test_does_not_speak_against_it() {
    let of = |attention, full: Option<&FullReading>| {
        climb(&rules(), &promise(50, 9), &[player(2, attention, None, full)])
    };
    let first = of(Attention::Complaint, None);
    assert_eq!(allowed(&first), [Action::Unobtrusive], "a closer watch and a full test");
    let Stands::Unobtrusive { players } = &first[0].stands else { panic!("{:?}", first[0]) };
    assert!(matches!(players[0].ground, Ground::Complaint(_)), "{players:?}");
    for (z, expected) in [(1.0, false), (1.99, false), (2.0, true), (3.0, true)] {
        let full = FullReading::made_up(2, 5, z);
        let ladder = of(Attention::Complaint, Some(&full));
        let ground = intrusive(&ladder).pop().map(|allowed| allowed.ground);
        assert_eq!(matches!(ground, Some(IntrusiveGround::Complaint(_))), expected, "{z}: {ladder:?}");
        assert!(intrusive(&of(Attention::ComplaintAfterTheEvent, Some(&full))).is_empty(), "{z}");
        let online = climb_at(
            Venue::Online,
            &rules(),
            &promise(50, 9),
            &[player(2, Attention::Complaint, None, Some(&full))],
        );
        assert!(intrusive(&online).is_empty(), "{z}: online nobody is searched");
        let needs = |needed: &Needed| matches!(needed, Needed::Complaint { .. });
        assert!(!online[2].needed.iter().any(needs) && ladder[2].needed.iter().any(needs));
    }
    // No IPR is much above the rating: a second reason to reject it.
    let ipr = IprFact {
        rating: 2400,
        value: RatingEstimate::At(2500.0),
        low: RatingEstimate::At(2380.0),
        high: RatingEstimate::At(2620.0),
    };
    let mut full = FullReading::made_up(2, 5, 2.5);
    full.ipr = Some(ipr);
    assert!(intrusive(&of(Attention::Complaint, Some(&full))).is_empty());
    full.ipr = Some(IprFact { low: RatingEstimate::At(2401.0), ..ipr });
    assert_eq!(intrusive(&of(Attention::Complaint, Some(&full))).len(), 1);
    let mut without = rules();
    without.ladder[2].complaint = None;
    let ladder = climb(&without, &promise(50, 9), &[player(2, Attention::Complaint, None, None)]);
    assert_eq!(allowed(&ladder), []);
}

#[test]
fn nothing_allows_a_disqualification() {
    let hint = hint();
    let full = FullReading::made_up(0, 5, 50.0);
    for attention in [Attention::Nobody, Attention::SingledOut, Attention::Complaint] {
        let ladder = climb(&rules(), &promise(2, 1), &[player(0, attention, Some(&hint), Some(&full))]);
        assert_eq!(ladder[3].action, Action::OnTheSpotDisqualification);
        assert_eq!(
            (&ladder[3].stands, &ladder[3].needed[..]),
            (&Stands::Never, &[Needed::BreachOfTheLaws][..])
        );
    }
}

#[test]
fn no_rule_file_lifts_a_quick_test() {
    // The check of the file refuses this; the types would hold even if it did not.
    let mut lax = rules();
    lax.ladder[2].evidence = Evidence::QuickTest;
    let hint = hint();
    let ladder = climb(&lax, &promise(50, 9), &[player(0, Attention::Nobody, Some(&hint), None)]);
    assert_eq!(intrusive(&ladder), []);
    // A stricter file is followed.
    let mut strict = rules();
    strict.ladder[0].evidence = Evidence::FullTest;
    let ladder = climb(&strict, &promise(50, 9), &[player(0, Attention::Nobody, Some(&hint), None)]);
    assert_eq!(allowed(&ladder), [Action::OrangeAlert]);
}

/// What hints, dossiers, pages of cases and the interface for programs say is allowed is the same on every occasion, for every
/// reading, attention and size of event, whatever the venue.
#[test]
fn the_ladder_and_the_statements_allow_the_same() {
    let rules = rules();
    let hint = hint();
    let attentions = [
        Attention::Nobody,
        Attention::SingledOut,
        Attention::Complaint,
        Attention::ComplaintAfterTheEvent,
        Attention::ComplaintWithoutObservation,
    ];
    let modes = [
        Mode::OverTheBoard,
        Mode::Online,
        Mode::Hybrid { counted_as: Venue::OverTheBoard },
        Mode::Hybrid { counted_as: Venue::Online },
    ];
    let readings = [-2.0, 0.0, 1.99, 2.0, 2.5, 3.0, 3.2, 4.0, 6.0]
        .map(|z| [TestKind::Quick, TestKind::Full].map(|test| (z, test)))
        .concat();
    let looks = [(1, false), (1, true), (9, false), (9, true), (10, true)];
    let nine = LookPlan::Rounds { rounds: NonZeroU16::new(9).expect("some") };
    let mut compared = 0;
    for (players, plan) in [(2, nine), (50, nine), (400, nine), (2, LookPlan::Open), (400, LookPlan::Open)] {
        let promise = Promise::usual(NonZeroU32::new(players).expect("some"), plan);
        let bars = promise.bars(&rules.multiplicity);
        let terms = |venue| Terms { rules: &rules, promise: &promise, bars: bars.clone(), venue, round: 5 };
        for (z, test) in readings.iter().copied() {
            for (attention, (round, unusual)) in
                attentions.into_iter().flat_map(|attention| looks.map(|look| (attention, look)))
            {
                // An ordinary full test answers the hint of a look.
                let named = unusual && !(test == TestKind::Full && rules.complaints.reject.holds(z));
                let full = (test == TestKind::Full).then(|| FullReading::made_up(0, round, z));
                let mode = modes[compared % modes.len()];
                let evidence = player(0, attention, named.then_some(&hint), full.as_ref());
                let reading = ResultFacts {
                    z,
                    test,
                    mode,
                    attention,
                    players: promise.players,
                    second_test_agrees: None,
                    occasion: Occasion::Look { round, plan, named: unusual },
                    ipr: None,
                };
                let said = statements(&reading, &rules).expect("a number").into_iter();
                let by_statements: Vec<Action> = said
                    .filter_map(|s| match s {
                        Statement::ActionAllowed { action, .. } => Some(action),
                        _ => None,
                    })
                    .collect();
                assert_eq!(allowed(&ladder(&terms(mode.venue()), &[evidence])), by_statements, "{reading:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 5 * 18 * 25);
}
