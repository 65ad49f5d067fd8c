//! Looks at the bundled event with made-up evaluations.

use std::num::NonZeroU16;

use datasets::tournament::event_facts::EventFacts;
use datasets::{Collection, Roster};
use uci_pool::{Identity, Settings};

use super::*;
use crate::basis::{Basis, PlayerRating, of_tags};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::GamePlan;
use crate::fixtures::{bundled, made_up};
use crate::judge::full_test::tests::asked;
use crate::judge::full_test::{TestRequest, full_test};
use crate::judge::hints::ladder::Stands;
use crate::judge::hints::sequence::Crossing;
use crate::parameters::Parameters;
use crate::shipped::QUICK_STOCKFISH_15_1;
use crate::statistics::results::Sequential;

struct Made {
    collection: Collection,
    roster: Roster,
    plans: Vec<GamePlan>,
    evaluations: Evaluations,
    ratings: Vec<PlayerRating>,
    parameters: Parameters,
    identity: Identity,
    facts: EventFacts,
    basis: Basis,
}

fn made(collection: Collection) -> Made {
    let roster = datasets::roster(&collection);
    let plans = crate::decision::plan::all(&collection.games);
    Made {
        evaluations: made_up(&plans, 11),
        ratings: of_tags(&roster),
        parameters: Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads"),
        identity: Identity {
            name: "made up".to_owned(),
            author: String::new(),
            sha256: "0".repeat(64),
            signature: None,
            options: Vec::new(),
        },
        facts: EventFacts::default(),
        basis: Basis::Published,
        collection,
        roster,
        plans,
    }
}

impl Made {
    fn event(&self) -> Event<'_> {
        Event {
            name: "made up",
            collection: &self.collection,
            roster: &self.roster,
            plans: &self.plans,
            evaluations: &self.evaluations,
            engine: &self.identity,
            settings: &Settings::QUICK,
            parameters: Some(&self.parameters),
            facts: &self.facts,
            ratings: &self.ratings,
            rating_lists: None,
            basis: self.basis,
            left: None,
            field: None,
        }
    }

    fn looked(&self, change: impl FnOnce(&mut Look<'_>)) -> Result<Hints, HintsError> {
        let event = self.event();
        let screened = crate::screen(&event).expect("screens");
        let mut look = Look::usual(&event, &screened);
        change(&mut look);
        hints(&look)
    }
}

fn look(made: &Made) -> Hints {
    made.looked(|_| ()).expect("hints")
}

fn standing_of(hints: &Hints, person: usize) -> &PlayerLook {
    hints.players.iter().find(|p| p.person == person).expect("a player")
}

#[test]
fn every_player_is_there_with_the_index_of_the_sheet_and_a_value() {
    let made = made(bundled());
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    let hints = look(&made);
    assert_eq!(hints.players.len(), screened.screening.players.len());
    for player in &hints.players {
        let sheet = &screened.screening.players[player.person];
        assert_eq!((player.index, player.decisions), (sheet.roi, sheet.scored));
        if let Some(course) = &player.course {
            assert_eq!(course.decisions, player.decisions);
            let last = course.rounds.last().map_or(0.0, |round| round.log10_highest);
            assert_eq!(last, course.now.log10_highest);
        }
    }
    let values: Vec<(bool, f64)> =
        hints.players.iter().map(|p| (!p.is_named(), -p.log10_highest())).collect();
    assert!(values.is_sorted_by(|a, b| a <= b), "{values:?}");
}

#[test]
fn the_engine_first_in_half_of_all_moves_is_unusual_and_allows_what_a_quick_test_may() {
    // The made-up answers put the move played first twice as often as people find it, so everybody is unusual here.
    let hints = look(&made(bundled()));
    let named: Vec<usize> = hints.players.iter().filter(|p| p.is_named()).map(|p| p.person).collect();
    let Stands::Unobtrusive { players } = &hints.ladder[0].stands else {
        panic!("{:?}", hints.ladder[0]);
    };
    assert_eq!(players.iter().map(|p| p.person).collect::<Vec<_>>(), named);
    assert!(!hints.ladder[2].stands.is_allowed() && !hints.ladder[3].stands.is_allowed());
    let mut under_the_bound = 0;
    for player in &hints.players {
        let crossings = player.course.as_ref().map_or(&[][..], |course| &course.crossings);
        assert_eq!(player.is_named(), !crossings.is_empty());
        for crossing in crossings {
            assert!(crossing.log10_value >= crossing.log10_needed && crossing.log10_needed >= 1.0);
            // No more is needed than by the bound that holds whatever the positions are.
            let allowed = hints.promise.alpha * hints.promise.looks.share_through(crossing.games);
            under_the_bound += u32::from(crossing.log10_needed < -libm::log10(allowed));
        }
    }
    assert!(under_the_bound > 0);
}

#[test]
fn an_earlier_look_shows_the_values_that_a_later_one_shows_for_then() {
    // Live ratings go on changing, and may not change what is taken for honest play.
    for basis in [Basis::Published, Basis::Live] {
        let at_basis = |collection| {
            let mut made = made(collection);
            made.basis = basis;
            made.parameters.strength.player.ln_slope_per_300 = -2.0;
            made
        };
        let whole = at_basis(bundled());
        let all = look(&whole);
        let last = all.rounds.complete_through.expect("rounds");
        let mut part = bundled();
        part.games.retain(|game| round_of(&game.round).is_some_and(|round| round < last));
        part.unscored.clear();
        let mut earlier = at_basis(part);
        earlier.evaluations = made_up(&whole.plans, 11);
        let before =
            earlier.looked(|look| look.players = NonZeroU32::new(all.promise.players)).expect("hints");
        assert!(before.rounds.complete_through < Some(last));
        let mut compared = 0;
        for player in &before.players {
            let then = all.players.iter().find(|p| p.name == player.name).expect("still there");
            for (course, later) in player.course.iter().zip(&then.course) {
                assert_eq!(course.rounds[..], later.rounds[..course.rounds.len()]);
                compared += course.rounds.len();
            }
        }
        assert!(compared > 20, "{compared}");
    }
}

/// With a second engine the value is that of a full test with the same engine, and a search that was not fitted changes nothing.
#[test]
fn the_value_takes_a_second_engine_into_account_as_a_full_test_does() {
    use crate::choice::deeper_choice::{DeeperSearch, tests as deeper_tests};
    let mut made = made(bundled());
    made.identity.signature = Some("1".repeat(64));
    let fitted =
        DeeperSearch { engine_signature: made.identity.signature.clone(), ..deeper_tests::made_up() };
    let settings = Settings { depth: fitted.depth, multipv: 1, ..Settings::QUICK };
    made.parameters.depth_aware.as_mut().expect("shipped").deeper = vec![fitted];
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    let with = |settings| {
        let second = Second { engine: &made.identity, settings, evaluations: &made.evaluations };
        hints(&Look { second: Some(second), ..Look::usual(&event, &screened) }).expect("hints")
    };
    let (alone, found) = (look(&made), with(&settings));
    assert_eq!(with(&Settings::QUICK), alone, "five lines were not fitted");
    assert_eq!(found.second_engine.as_ref().map(|second| second.settings.depth), Some(settings.depth));
    assert_eq!(alone.second_engine, None);
    assert_ne!(found.manifest.digest, alone.manifest.digest);
    let mut compared = 0;
    for player in found.players.iter().filter(|player| player.rating.is_some()).take(4) {
        let second = Second { engine: &made.identity, settings: &settings, evaluations: &made.evaluations };
        let request = TestRequest { second: Some(second), ..asked(player.person) };
        let test = full_test(&event, &screened, &request).expect("tests");
        let whole = test.second_engine.and_then(|second| second.sequential).expect("fitted");
        let now = player.course.as_ref().expect("a value").now;
        assert!((now.log10_value - whole.log10_value).abs() < 1e-9, "{now:?} {whole:?}");
        assert!((now.log10_highest - whole.log10_highest).abs() < 1e-9, "{now:?} {whole:?}");
        let before = standing_of(&alone, player.person).course.as_ref().expect("a value").now;
        compared += u32::from((now.log10_value - before.log10_value).abs() > 0.01);
    }
    assert!(compared > 2, "{compared}");
    let mut provisional = made.parameters.clone();
    provisional.provisional = true;
    let event = Event { parameters: Some(&provisional), ..made.event() };
    let screened = crate::screen(&event).expect("screens");
    let second = Second { engine: &made.identity, settings: &settings, evaluations: &made.evaluations };
    let none = hints(&Look { second: Some(second), ..Look::usual(&event, &screened) }).expect("hints");
    assert_eq!(none.second_engine, None, "nothing rests on provisional parameters");
}

#[test]
fn without_a_certified_calibration_nobody_is_named() {
    let mut made = made(bundled());
    made.parameters.provisional = true;
    let hints = look(&made);
    assert!(hints.players.iter().all(|p| p.course.is_none() && p.standing == Standing::Ordinary));
    assert!(hints.ladder.iter().all(|rung| !rung.stands.is_allowed()));
    let event = Event { parameters: None, ..made.event() };
    let screened = crate::screen(&event).expect("screens");
    let none = super::hints(&Look::usual(&event, &screened)).expect("hints");
    assert!(none.players.iter().all(|p| p.course.is_none() && p.index.is_none()));
}

#[test]
fn an_ordinary_full_test_answers_a_hint_until_the_value_rises_again() {
    let made = made(bundled());
    let first = look(&made);
    let named = first.players.iter().find(|p| p.is_named()).expect("somebody");
    let last = first.rounds.complete_through.expect("rounds");
    let person = named.person;
    let with = |round: u16, z: f64| {
        let full = vec![FullReading::made_up(person, round, z).into()];
        made.looked(|look| look.full = full).expect("hints")
    };
    let answered = with(last, 1.99);
    assert_eq!(standing_of(&answered, person).standing, Standing::Answered { after_round: last });
    let Stands::Unobtrusive { players } = &answered.ladder[0].stands else {
        panic!("{:?}", answered.ladder[0]);
    };
    assert!(players.iter().all(|p| p.person != person));
    assert!(standing_of(&with(last, 2.0), person).is_named(), "2.00 is not ordinary");
    // A test of the first round answers only what was seen by then.
    let course = named.course.as_ref().expect("a value");
    assert!(course.highest_through(1) < course.now.log10_highest);
    assert!(standing_of(&with(1, 0.0), person).is_named());
    // The latest test counts.
    let both =
        vec![FullReading::made_up(person, last, 1.0).into(), FullReading::made_up(person, 1, 9.0).into()];
    let hints = made.looked(|look| look.full = both).expect("hints");
    assert_eq!(standing_of(&hints, person).full.as_ref().map(|full| full.z), Some(1.0));
}

#[test]
fn a_full_test_over_the_level_reaches_the_third_rung() {
    let made = made(bundled());
    let full = vec![FullReading::made_up(0, 5, 4.5).into()];
    let hints = made
        .looked(|look| {
            look.full = full;
            look.looks = LookPlan::Rounds { rounds: NonZeroU16::new(9).expect("nine") };
        })
        .expect("hints");
    let Stands::Intrusive { players } = &hints.ladder[2].stands else {
        panic!("{:?}", hints.ladder[2]);
    };
    assert_eq!(players.iter().map(|p| p.person).collect::<Vec<_>>(), [0]);
    let candidate = standing_of(&hints, 0).candidate(10);
    assert_eq!((candidate.tested_after, candidate.positions), (Some(5), 10));
}

#[test]
fn what_cannot_be_is_refused() {
    let made = made(bundled());
    let nobody = vec![FullReading::made_up(10_000, 1, 4.0).into()];
    let error = made.looked(|look| look.full = nobody).expect_err("nobody");
    assert!(error.to_string().contains("names player 10000"), "{error}");
    for wrong in [0.0, f64::NAN, 2.0] {
        assert!(made.looked(|look| look.false_hints = wrong).is_err());
    }
}

#[test]
fn the_digest_is_of_the_numbers_and_not_of_the_time() {
    let made = made(bundled());
    let one = look(&made);
    let two = made.looked(|look| look.at = Some(5)).expect("hints");
    assert_eq!(one.manifest.digest, two.manifest.digest);
    let other = made.looked(|look| look.false_hints = 0.1).expect("hints");
    assert_ne!(one.manifest.digest, other.manifest.digest);
    assert_eq!(one.manifest.digest.len(), 64);
}

/// Of 50 players one in 1000 honest ones reaches 1000, so at most 50 in 1000 events have one who does: once in 20. At 100 the bound is one
/// event in two, and the promise of one in five is the smaller.
#[test]
fn how_often_an_honest_event_shows_a_hint_as_high() {
    let mut found = made(bundled()).looked(|look| look.players = NonZeroU32::new(50)).expect("hints");
    let chance = |found: &Hints, log10_value: f64| {
        let crossing = Crossing { round: Some(5), games: 5, log10_value, log10_needed: 2.0 };
        let path = SequentialPath {
            decisions: 150,
            now: Sequential::new(0.0, 0.0),
            rounds: Vec::new(),
            crossings: vec![crossing],
        };
        found.chance_in_honest_event(&QuickHint::from_path(&path, None).expect("a hint"))
    };
    for (log10_value, expected) in [(3.0, 0.05), (2.0, 0.2), (5.0, 0.000_5)] {
        assert!((chance(&found, log10_value) - expected).abs() < 1e-12, "{log10_value}");
    }
    found.promise.false_hints = 0.01;
    assert!((chance(&found, 3.0) - 0.01).abs() < 1e-12);
}
