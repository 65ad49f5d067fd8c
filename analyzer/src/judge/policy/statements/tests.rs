use super::*;
use crate::statistics::ipr::RatingEstimate;

fn rules() -> Regulations {
    Regulations::shipped().expect("reads")
}

/// A full test over the board in an event of 100 players, nobody singled out, no second test.
fn full(z: f64) -> ResultFacts {
    ResultFacts {
        z,
        test: TestKind::Full,
        mode: Mode::OverTheBoard,
        attention: Attention::Nobody,
        players: NonZeroU32::new(100).expect("not 0"),
        second_test_agrees: None,
        occasion: Occasion::SingleTest,
        ipr: None,
    }
}

fn said(reading: &ResultFacts) -> Vec<Statement> {
    statements(reading, &rules()).expect("a number")
}

/// The actions that the test itself allows.
fn allowed(reading: &ResultFacts) -> Vec<Action> {
    let by_test = |s: Statement| match s {
        Statement::ActionAllowed { action, ground: Ground::Test, .. } => Some(action),
        _ => None,
    };
    said(reading).into_iter().filter_map(by_test).collect()
}

fn meets(reading: &ResultFacts) -> bool {
    said(reading).iter().any(|s| matches!(s, Statement::MeetsThreshold { .. }))
}

fn not_primary(reading: &ResultFacts) -> Option<NotPrimary> {
    said(reading).into_iter().find_map(|s| match s {
        Statement::NotPrimaryEvidence { why, .. } => Some(why),
        _ => None,
    })
}

const HINTS: [Action; 2] = [Action::Unobtrusive, Action::OrangeAlert];
const UP_TO_INTRUSIVE: [Action; 3] = [Action::Unobtrusive, Action::OrangeAlert, Action::Intrusive];
const ATTENTIONS: [Attention; 5] = [
    Attention::Nobody,
    Attention::SingledOut,
    Attention::Complaint,
    Attention::ComplaintAfterTheEvent,
    Attention::ComplaintWithoutObservation,
];

#[test]
fn a_quick_test_gives_hints_and_nothing_else() {
    for z in [-3.0, 0.0, 2.1, 3.5, 6.0, 30.0, f64::MAX] {
        for attention in ATTENTIONS {
            for second_test_agrees in [None, Some(false), Some(true)] {
                let quick = ResultFacts { test: TestKind::Quick, attention, second_test_agrees, ..full(z) };
                let odd: &[Action] = if z >= 2.0 { &HINTS } else { &[] };
                assert_eq!(allowed(&quick), odd, "{z} {attention:?}");
                assert_eq!(not_primary(&quick), Some(NotPrimary::QuickTest));
                assert!(said(&quick).iter().all(|s| !matches!(
                    s,
                    Statement::MeetsThreshold { .. }
                        | Statement::SupportsOtherEvidence { .. }
                        | Statement::MayJustify { .. }
                        | Statement::MayBePrimaryEvidence { .. }
                )));
            }
        }
    }
}

#[test]
fn no_statistic_disqualifies_on_the_spot() {
    for z in [0.0, 5.1, 12.0, f64::MAX] {
        for attention in ATTENTIONS {
            let reading = ResultFacts { attention, second_test_agrees: Some(true), ..full(z) };
            let never = said(&reading).into_iter().any(|s| {
                matches!(
                    s,
                    Statement::ActionNotAllowed {
                        action: Action::OnTheSpotDisqualification,
                        why: NotAllowed::NeverOnStatistics,
                        ..
                    }
                )
            });
            assert!(never, "{z} {attention:?}");
        }
    }
}

#[test]
fn thresholds_by_mode() {
    let at = |z, mode| meets(&ResultFacts { mode, ..full(z) });
    // AC 1.5: above the threshold, not at it.
    assert!(!at(5.0, Mode::OverTheBoard) && at(5.000_1, Mode::OverTheBoard));
    assert!(!at(4.25, Mode::Online) && at(4.250_1, Mode::Online));
    let hybrid = |counted_as| Mode::Hybrid { counted_as };
    assert!(at(4.5, hybrid(Venue::Online)) && !at(4.5, hybrid(Venue::OverTheBoard)));
    let counted = said(&ResultFacts { mode: hybrid(Venue::Online), ..full(4.5) });
    let Some(Statement::CountedUnder { venue, threshold, .. }) = counted.first() else {
        panic!("what it counts as is said first")
    };
    assert_eq!((*venue, threshold.level.z), (Venue::Online, 4.25));
}

#[test]
fn support_of_other_evidence_starts_at_2_50() {
    let level = rules().thresholds.supporting.level;
    let supports = Statement::SupportsOtherEvidence { level: level.clone() };
    let no_basis = Statement::NoBasis { level };
    assert!(said(&full(2.5)).contains(&supports) && !said(&full(2.5)).contains(&no_basis));
    assert!(said(&full(2.499)).contains(&no_basis) && !said(&full(2.499)).contains(&supports));
}

#[test]
fn primary_evidence_needs_a_second_test_that_agrees() {
    let with = |z, second_test_agrees| ResultFacts { second_test_agrees, ..full(z) };
    assert_eq!(not_primary(&with(6.0, None)), Some(NotPrimary::NoSecondTest));
    assert_eq!(not_primary(&with(6.0, Some(false))), Some(NotPrimary::SecondTestDisagrees));
    assert_eq!(not_primary(&with(5.0, Some(true))), Some(NotPrimary::UnderThreshold));
    assert_eq!(not_primary(&with(6.0, Some(true))), None);
    assert!(said(&with(6.0, Some(true))).contains(&Statement::MayBePrimaryEvidence {
        conditions: vec![Condition::AfterTheEvent, Condition::DecidedCentrally],
        article: "RN I.3".to_owned(),
    }));
}

#[test]
fn intrusive_action_where_nobody_was_singled_out() {
    assert_eq!(allowed(&full(2.999)), HINTS);
    assert_eq!(allowed(&full(3.0)), UP_TO_INTRUSIVE);
    // 400 players: 1 in 2000, z 3.2905.
    let of_400 = |z| ResultFacts { players: NonZeroU32::new(400).expect("not 0"), ..full(z) };
    assert_eq!(allowed(&of_400(3.29)), HINTS);
    assert_eq!(allowed(&of_400(3.291)), UP_TO_INTRUSIVE);
    let bar = said(&of_400(3.0)).into_iter().find_map(|s| match s {
        Statement::PlayersBar { one_in, level, .. } => Some((one_in, level.z)),
        _ => None,
    });
    let (one_in, z) = bar.expect("a bar");
    assert_eq!(one_in, 2000.0);
    assert!((z - 3.290_526_731_491_895).abs() < 1e-9, "{z}");
}

#[test]
fn intrusive_action_for_a_player_who_was_singled_out() {
    let singled = |z| ResultFacts {
        attention: Attention::SingledOut,
        players: NonZeroU32::new(5000).expect("not 0"),
        ..full(z)
    };
    assert_eq!(allowed(&singled(1.999)), []);
    assert_eq!(allowed(&singled(2.0)), UP_TO_INTRUSIVE);
    // The number of players does not matter for somebody picked out before the event.
    assert!(said(&singled(2.0)).iter().all(|s| !matches!(s, Statement::PlayersBar { .. })));
}

#[test]
fn a_complaint_with_observation_is_a_ground_of_its_own() {
    let complaint = |z, test| {
        let reading = ResultFacts { attention: Attention::Complaint, test, ..full(z) };
        said(&reading).into_iter().find_map(|s| match s {
            Statement::ActionAllowed { action: Action::Intrusive, ground, level, .. } => {
                Some((ground, level.map(|l| l.z)))
            }
            _ => None,
        })
    };
    assert_eq!(complaint(0.5, TestKind::Full), None, "a reason to reject it, even with observations");
    assert_eq!(complaint(9.0, TestKind::Quick), None, "the statistics are taken into account first");
    assert_eq!(complaint(2.0, TestKind::Full), Some((Ground::Complaint, None)));
    assert_eq!(complaint(2.99, TestKind::Full), Some((Ground::Complaint, None)));
    assert_eq!(complaint(3.5, TestKind::Full), Some((Ground::Test, Some(3.0))));
}

/// Whatever is stated, what allows intrusive steps because of a complaint and a reason to reject it never stand side by side, and how
/// a search is done stands there exactly where somebody may be searched.
#[test]
fn a_ground_and_a_reason_to_reject_it_never_stand_side_by_side() {
    let ipr = |low| IprFact {
        rating: 2400,
        value: RatingEstimate::At(2549.0),
        low: RatingEstimate::At(low),
        high: RatingEstimate::At(2780.0),
    };
    let modes = [Mode::OverTheBoard, Mode::Online, Mode::Hybrid { counted_as: Venue::Online }];
    let mut by_complaint = 0;
    for z in [-3.0, 0.0, 1.99, 2.0, 2.4, 2.99, 3.0, 4.3, 5.2, f64::MAX] {
        for (attention, mode) in ATTENTIONS.into_iter().flat_map(|a| modes.map(|mode| (a, mode))) {
            for test in [TestKind::Quick, TestKind::Full] {
                for ipr in [None, Some(ipr(2331.0)), Some(ipr(2431.0))] {
                    let list = said(&ResultFacts { attention, mode, test, ipr, ..full(z) });
                    let has = |wanted: &dyn Fn(&Statement) -> bool| list.iter().any(wanted);
                    let ground = has(&|s| {
                        matches!(
                            s,
                            Statement::ActionAllowed {
                                action: Action::Intrusive,
                                ground: Ground::Complaint,
                                ..
                            }
                        )
                    });
                    let rejected = has(&|s| {
                        matches!(
                            s,
                            Statement::ReasonToRejectComplaint { .. } | Statement::ReasonToRejectByIpr { .. }
                        )
                    });
                    let at = format!("{z} {attention:?} {mode:?} {test:?} {ipr:?}");
                    assert!(!(ground && rejected), "{at}");
                    assert!(
                        !ground || (mode == Mode::OverTheBoard && attention == Attention::Complaint),
                        "{at}"
                    );
                    by_complaint += usize::from(ground);
                    let intrusive =
                        has(&|s| matches!(s, Statement::ActionAllowed { action: Action::Intrusive, .. }));
                    let searched = has(&|s| matches!(s, Statement::Search { terms, .. } if terms.len() == 7));
                    assert_eq!(searched, intrusive && mode == Mode::OverTheBoard, "{at}");
                    let after = has(&|s| matches!(s, Statement::ComplaintAfterTheEvent { .. }));
                    let may = has(&|s| matches!(s, Statement::ComplaintAllows { observation: true, .. }));
                    assert!(!(after && (may || ground)), "{at}");
                }
            }
        }
    }
    assert_eq!(by_complaint, 2 * 3, "at 2.00, 2.40 and 2.99, without an IPR and with one above the rating");
}

/// RN IV.5, the last example.
#[test]
fn after_other_evidence_3_00_is_weighty_support_and_never_the_sole_ground() {
    let weighty = |z, test| {
        said(&ResultFacts { test, ..full(z) }).into_iter().find_map(|s| match s {
            Statement::WeightySupport { level, sole_ground, safer } => {
                assert_eq!((level.article.as_str(), sole_ground.article.as_str()), ("RN IV", "RN IV.5"));
                Some((level.z, sole_ground.z, safer))
            }
            _ => None,
        })
    };
    let found = Some((3.0, 4.5, [4.75, 5.0]));
    assert_eq!((weighty(2.999, TestKind::Full), weighty(3.0, TestKind::Full)), (None, found));
    assert_eq!((weighty(4.6, TestKind::Full), weighty(5.5, TestKind::Full)), (found, found));
    assert_eq!(weighty(5.5, TestKind::Quick), None, "a quick test is a hint and nothing beyond");
}

/// RN VII: move analysis alone is a ground for a full test; what is intrusive goes by its z.
#[test]
fn a_complaint_from_moves_alone_allows_nothing_intrusive() {
    let complaint = |z| ResultFacts { attention: Attention::ComplaintWithoutObservation, ..full(z) };
    for z in [0.5, 1.999, 2.0, 2.999, 3.0, 6.0] {
        // The same as for a player whom nobody named.
        assert_eq!(allowed(&complaint(z)), allowed(&full(z)), "{z}");
        let by_complaint =
            |s: &Statement| matches!(s, Statement::ActionAllowed { ground: Ground::Complaint, .. });
        assert!(!said(&complaint(z)).iter().any(by_complaint), "{z}");
    }
    let states = |attention| {
        said(&ResultFacts { attention, ..full(0.5) }).into_iter().find_map(|s| match s {
            Statement::ComplaintAllows { observation, article } => Some((observation, article)),
            _ => None,
        })
    };
    assert_eq!(states(Attention::ComplaintWithoutObservation), Some((false, "RN VII".to_owned())));
    assert_eq!(states(Attention::Complaint), Some((true, "RN VII".to_owned())));
    assert_eq!((states(Attention::Nobody), states(Attention::SingledOut)), (None, None));
    let after = |attention, mode| {
        said(&ResultFacts { attention, mode, ..full(2.5) }).into_iter().find_map(|s| match s {
            Statement::ComplaintAfterTheEvent { article } => Some(article),
            _ => None,
        })
    };
    let late = Attention::ComplaintAfterTheEvent;
    assert_eq!(after(late, Mode::OverTheBoard).as_deref(), Some("AC 3.2.2"));
    for attention in [late, Attention::Complaint] {
        assert_eq!(after(attention, Mode::Online).as_deref(), Some("ON G.1.1"));
    }
    assert_eq!(after(Attention::Complaint, Mode::OverTheBoard), None);
    let odd = |s: &Statement| matches!(s, Statement::IgnoredWithoutObservation { .. });
    assert!(said(&complaint(3.0)).iter().any(odd), "it states no observation");
}

/// A range of 2331 to 2780 reaches a rating of 2400 and of 2331, and not one of 2330.
#[test]
fn an_ipr_not_much_above_the_rating_is_a_reason_to_reject() {
    let rejects = |rating, low| {
        let ipr =
            IprFact { rating, value: RatingEstimate::At(2549.0), low, high: RatingEstimate::At(2780.0) };
        let list = said(&ResultFacts { ipr: Some(ipr), ..full(2.5) });
        let article = rules().complaints.ipr.article;
        list.contains(&Statement::ReasonToRejectByIpr { ipr, article })
    };
    let low = RatingEstimate::At(2331.0);
    assert!(rejects(2400, low) && rejects(2331, low) && !rejects(2330, low));
    assert!(rejects(1400, RatingEstimate::Below(1400)), "the range begins below all fitted ratings");
    assert!(!rejects(2800, RatingEstimate::Above(2800)));
    // Without an IPR nothing is said of it.
    let of_ipr = |s: &Statement| matches!(s, Statement::ReasonToRejectByIpr { .. });
    assert!(!said(&full(0.0)).iter().any(of_ipr));
}

#[test]
fn online_other_evidence_may_carry_a_case() {
    let other = |mode| {
        let list = said(&ResultFacts { mode, ..full(1.0) });
        list.iter().any(|s| *s == Statement::OtherEvidence { article: "AC 1.3".to_owned() })
    };
    assert!(other(Mode::Online) && other(Mode::Hybrid { counted_as: Venue::Online }));
    assert!(!other(Mode::OverTheBoard) && !other(Mode::Hybrid { counted_as: Venue::OverTheBoard }));
    let platform = Statement::PlatformIndication { article: "ON A.3".to_owned() };
    assert!(said(&ResultFacts { mode: Mode::Online, ..full(1.0) }).contains(&platform));
    assert!(!said(&full(1.0)).contains(&platform));
    assert!(said(&full(1.0)).contains(&Statement::OtherBreaches { article: "AC 1.4".to_owned() }));
}

/// What was stated before there were two kinds of complaint and several occasions.
#[test]
fn older_facts_read_as_they_were_meant() {
    let json = r#"{"z":1.5,"test":"full","mode":{"kind":"online"},"attention":"complaint","players":64,"second_test_agrees":null}"#;
    let read: ResultFacts = serde_json::from_str(json).expect("reads");
    assert_eq!((read.attention, read.occasion, read.ipr), (Attention::Complaint, Occasion::SingleTest, None));
    assert_eq!(serde_json::to_string(&read).expect("writes"), json);
    let new = serde_json::to_value(Attention::ComplaintWithoutObservation).expect("writes");
    assert_eq!(new, "complaint_without_observation");
    for old in [
        r#"{"statement":"action_allowed","action":"unobtrusive","ground":"test","level":null,"article":"RN III"}"#,
        r#"{"statement":"action_not_allowed","action":"unobtrusive","why":{"reason":"not_named"},"article":"RN III"}"#,
        r#"{"statement":"action_not_allowed","action":"orange_alert","why":{"reason":"under_level","level":{"z":2.0,"holds":"at_least","article":"RN IV"}},"article":"RN III"}"#,
    ] {
        assert!(serde_json::from_str::<Statement>(old).is_ok(), "{old}");
    }
}

#[test]
fn complaints_may_be_rejected_under_2_00() {
    let reason = |z| {
        said(&full(z)).into_iter().any(|s| {
            matches!(s, Statement::ReasonToRejectComplaint { conditions, .. }
                if conditions == [Condition::EveryTest])
        })
    };
    assert!(reason(1.999) && !reason(2.0));
}

#[test]
fn the_scale_without_observation() {
    let scale = |z| {
        said(&full(z)).into_iter().find_map(|s| match s {
            Statement::IgnoredWithoutObservation { level } => Some((level.z, vec![], 0.0)),
            Statement::MayJustify { level, justifies, once_in_years } => {
                Some((level.z, justifies, once_in_years.to))
            }
            _ => None,
        })
    };
    let (queries, inquiry, process) = (Justified::Queries, Justified::PrivateInquiry, Justified::Process);
    assert_eq!(scale(3.99), Some((4.0, vec![], 0.0)));
    // Exactly at a step, a z has not passed it.
    assert_eq!(scale(4.0), Some((4.0, vec![], 0.0)));
    assert_eq!(scale(4.01), Some((4.0, vec![queries, inquiry], 0.5)));
    assert_eq!(scale(4.51), Some((4.5, vec![queries, inquiry, process], 6.0)));
    assert_eq!(scale(4.76), Some((4.75, vec![queries, inquiry, process], 20.0)));
    assert_eq!(scale(5.01), Some((5.0, vec![queries, inquiry, process], 70.0)));
    // It is the scale for players without observation only.
    let singled = ResultFacts { attention: Attention::SingledOut, ..full(4.6) };
    assert!(
        said(&singled).iter().all(|s| !matches!(
            s,
            Statement::MayJustify { .. } | Statement::IgnoredWithoutObservation { .. }
        ))
    );
}

#[test]
fn every_rung_is_answered_once_and_everything_reads_back() {
    for z in [-2.0, 1.0, 3.1, 4.6, 7.0] {
        for attention in ATTENTIONS {
            for test in [TestKind::Quick, TestKind::Full] {
                let reading = ResultFacts {
                    attention,
                    test,
                    mode: Mode::Hybrid { counted_as: Venue::Online },
                    ..full(z)
                };
                let list = said(&reading);
                let answered: Vec<_> = list
                    .iter()
                    .filter_map(|s| match s {
                        Statement::ActionAllowed { action, .. }
                        | Statement::NoReason { action, .. }
                        | Statement::ActionNotAllowed { action, .. } => Some(*action),
                        _ => None,
                    })
                    .collect();
                assert_eq!(answered, Action::ALL);
                let json = serde_json::to_string(&list).expect("writes");
                assert_eq!(serde_json::from_str::<Vec<Statement>>(&json).expect("reads"), list);
                let json = serde_json::to_string(&reading).expect("writes");
                assert_eq!(serde_json::from_str::<ResultFacts>(&json).expect("reads"), reading);
            }
        }
    }
}

#[test]
fn other_rules_give_other_answers() {
    let mut rules = rules();
    rules.thresholds.over_the_board.level.z = 4.0;
    rules.multiplicity.odds_per_player = 50.0;
    let list = statements(&full(4.5), &rules).expect("a number");
    assert!(list.iter().any(|s| matches!(s, Statement::MeetsThreshold { .. })));
    // 1 in 5000: z 3.54, the bar for 1000 players under the rules.
    let bar = list.iter().find_map(|s| match s {
        Statement::PlayersBar { level, .. } => Some(level.z),
        _ => None,
    });
    assert!((bar.expect("a bar") - 3.540_083_799_206_145).abs() < 1e-9);
}

#[test]
fn a_z_that_is_no_number_is_refused() {
    for z in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(statements(&full(z), &rules()), Err(PolicyError::NotFinite { .. })));
    }
}
