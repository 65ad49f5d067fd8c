//! The full test of players of the bundled event with made-up evaluations: what is shown adds up.

use datasets::tournament::event_facts::EventFacts;
use datasets::{Collection, Roster};
use uci_pool::{Identity, Settings};

use super::*;
use crate::basis::{Basis, PlayerRating, of_tags};
use crate::choice::deeper_choice::{DeeperChoices, DeeperSearch, tests as deeper_tests};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::GamePlan;
use crate::fixtures::{bundled, made_up};
use crate::judge::policy::{Attention, Mode, Occasion, TestKind};
use crate::shipped::QUICK_STOCKFISH_15_1;

mod beside;
mod premises;

/// An event with everything it borrows from.
struct Made {
    collection: Collection,
    roster: Roster,
    plans: Vec<GamePlan>,
    evaluations: Evaluations,
    ratings: Vec<PlayerRating>,
    parameters: Parameters,
    identity: Identity,
    settings: Settings,
    facts: EventFacts,
}

fn made() -> Made {
    let collection = bundled();
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
        settings: Settings { depth: 12, multipv: 5, hash_mib: 16, node_cap: 5_000_000, decided: None },
        facts: EventFacts::default(),
        collection,
        roster,
        plans,
    }
}

fn circumstances() -> Circumstances {
    Circumstances {
        mode: Mode::OverTheBoard,
        attention: Attention::Nobody,
        players: None,
        tests: std::num::NonZeroU64::new(30),
        season: None,
        per_year: None,
        second_test_agrees: None,
        occasion: Occasion::SingleTest,
    }
}

pub(crate) fn asked(person: usize) -> TestRequest<'static> {
    TestRequest {
        person,
        reference: None,
        second: None,
        circumstances: circumstances(),
        levels: &[2.5, 5.0],
        beside: SupportingEvidence::default(),
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
            settings: &self.settings,
            parameters: Some(&self.parameters),
            facts: &self.facts,
            ratings: &self.ratings,
            rating_lists: None,
            basis: Basis::Published,
            left: None,
            field: None,
        }
    }

    fn tested(&self, person: usize) -> FullTest {
        let event = self.event();
        let screened = crate::screen(&event).expect("screens");
        full_test(&event, &screened, &asked(person)).expect("tests")
    }
}

#[test]
fn the_rows_of_record_are_the_players_block() {
    let made = made();
    for person in 0..made.roster.people.len() {
        let test = made.tested(person);
        let z = test.player.overall_z.expect("over the gate");
        let record = &test.sensitivity.rows[0];
        assert_eq!((record.change, record.overall_z), (Change::None, Some(z)));
        assert_eq!(record.decisions, test.player.scored);
        let second = test.player.depth_aware.as_ref().map(|d| d.overall_z);
        assert!(second.is_some() && record.depth_aware_z == second);
        // The course ends where the block stands, and its value never falls below the highest.
        let last = test.course.last().expect("a course");
        assert_eq!((last.overall_z, last.depth_aware_z), (Some(z), second));
        let with_decisions = test.games.iter().filter(|g| g.decisions > 0).count();
        assert_eq!(test.course.len(), with_decisions);
        for standing in &test.course {
            let value = standing.sequential.expect("projected");
            assert!(value.log10_highest >= value.log10_value && value.p_value <= 1.0);
        }
        let once_in = test.favour.once_in.expect("a z");
        // Predictive: at least as frequent as under a normal distribution.
        assert!(once_in >= 1.0 && once_in * crate::statistics::field::upper_tail(z.max(2.0)) <= 1.0 + 1e-9);
        assert_eq!(test.power.len(), 2);
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    let made = made();
    let test = made.tested(2);
    let total = |wanted: fn(&Of) -> bool| {
        let parts = test.parts.iter().filter(|p| wanted(&p.of));
        parts.fold((0, 0.0, 0.0), |(n, seen, expected), part| {
            let k = f64::from(part.decisions);
            (
                n + part.decisions,
                seen + k * part.tests.mm.observed.expect("observed"),
                expected + k * part.tests.mm.expected.expect("expected"),
            )
        })
    };
    let n = f64::from(test.player.scored);
    let (seen, expected) = (
        n * test.player.tests.mm.observed.expect("observed"),
        n * test.player.tests.mm.expected.expect("expected"),
    );
    let ways: [fn(&Of) -> bool; 3] = [
        |of| matches!(of, Of::Game { .. }),
        |of| matches!(of, Of::Colour { .. }),
        |of| matches!(of, Of::Turns { .. }),
    ];
    for way in ways {
        let (decisions, a, b) = total(way);
        assert_eq!(decisions, test.player.scored);
        assert!((a - seen).abs() < 1e-9 && (b - expected).abs() < 1e-9);
    }
    let games = test.parts.iter().filter(|p| matches!(p.of, Of::Game { .. }));
    assert!(games.clone().count() == test.course.len() && games.clone().all(|p| p.overall_z.is_none()));
    assert!(games.clone().all(|p| p.tests.mm.z.is_none() && p.tests.asd.z_adjusted.is_none()));
    let entries: u32 = test.games.iter().map(|g| g.decisions).sum();
    assert_eq!(entries, test.player.scored);
    assert_eq!(u32::try_from(test.decisions.len()), Ok(entries));
}

#[test]
fn what_decisions_weigh_adds_up_to_the_normal_overall_z() {
    let made = made();
    let test = made.tested(4);
    let overall_z = test.player.overall_z.expect("a z");
    let sum: f64 = test.decisions.iter().map(|d| d.weight.expect("a weight")).sum();
    // The exact tails take a little from the z of MM and EV.
    assert!((sum - overall_z).abs() < 0.05, "{sum} {overall_z}");
    for decision in &test.decisions {
        let p: f64 = decision.lines.iter().filter_map(|l| l.probability).sum();
        assert!(!decision.lines.is_empty() && p > 0.0 && p <= 1.0 + 1e-12);
        assert_eq!(decision.rank.is_some(), decision.lines.iter().any(|l| l.san == decision.played));
    }
}

#[test]
fn a_game_left_out_is_as_if_it_had_not_been_played() {
    let made = made();
    let test = made.tested(1);
    let out = test.games.iter().rfind(|g| g.decisions > 0).expect("a game").index;
    let row = test
        .sensitivity
        .rows
        .iter()
        .find(|row| row.change == Change::WithoutGame { game: out })
        .expect("a row");
    // The same by another way: the event without that game.
    let mut less = self::made();
    less.collection.games.remove(out);
    less.roster.games.remove(out);
    less.plans.remove(out);
    let screened = crate::screen(&less.event()).expect("screens");
    assert_eq!(row.overall_z, screened.screening.players[1].overall_z);
    let rows = test.sensitivity.rows.iter();
    let without = rows.filter(|row| matches!(row.change, Change::WithoutGame { .. }));
    assert_eq!(without.count(), test.course.len());
}

#[test]
fn a_higher_rating_expects_more() {
    let made = made();
    let test = made.tested(0);
    let mut shifted: Vec<(i16, f64)> = test
        .sensitivity
        .rows
        .iter()
        .filter_map(|row| match row.change {
            Change::Shift { points, .. } => Some((points, row.overall_z?)),
            _ => None,
        })
        .collect();
    shifted.sort_by_key(|(points, _)| *points);
    assert_eq!(shifted.len(), 4);
    assert!(shifted.windows(2).all(|pair| pair[0].1 > pair[1].1), "{shifted:?}");
    let (lowest, highest) = (test.sensitivity.lowest, test.sensitivity.highest);
    let z = |row: Option<usize>| test.sensitivity.rows[row.expect("a row")].overall_z;
    assert!(z(lowest) <= Some(shifted[3].1) && z(highest) >= Some(shifted[0].1));
}

#[test]
fn fewer_lines_leave_the_rest_to_the_unlisted_moves() {
    let mut made = made();
    let unlisted = made.parameters.unlisted;
    made.parameters.fewer_lines = vec![crate::parameters::FewerLines { lines: 3, unlisted }];
    let test = made.tested(3);
    let whole = decisions(&made.event(), |p| p == 3, View::Complete);
    for o in &whole {
        let cut = o.decision.first_lines(3);
        let kept = o.decision.deltas.len().min(3);
        let dropped = u32::try_from(o.decision.deltas.len() - kept).expect("small");
        assert_eq!(o.decision.deltas[..kept], cut.deltas[..]);
        assert_eq!(o.decision.unlisted + dropped, cut.unlisted);
        // Whatever was played keeps its value.
        assert_eq!(o.decision.played_delta(), cut.played_delta());
        assert_eq!(o.decision.is_match(), cut.is_match());
    }
    let row = |test: &FullTest| test.sensitivity.rows.last().copied().expect("rows");
    assert_eq!(row(&test).change, Change::Lines { lines: 3 });
    // Cut to as many lines as there are, nothing changes.
    made.parameters.fewer_lines = vec![crate::parameters::FewerLines { lines: 5, unlisted }];
    let same = made.tested(3);
    assert_eq!(row(&same).overall_z, same.player.overall_z);
    assert_ne!(row(&test).overall_z, same.player.overall_z);
    // Made-up searches have one row only, so nothing is known of a shallower one.
    assert!(decisions(&made.event(), |p| p == 3, View::Shallower(1)).is_empty());
}

#[test]
fn a_shallower_row_is_read_as_if_the_search_had_ended_there() {
    let mut made = made();
    let mut shallow = Evaluations::default();
    let mut deep = Evaluations::default();
    for turn in made.plans.iter().flat_map(GamePlan::searched) {
        for only in [None, Some(turn.played)] {
            let answer = match only {
                None => made.evaluations.position(&turn.fen),
                Some(mv) => made.evaluations.apart(&turn.fen, mv),
            };
            let Some(Ok(evaluation)) = answer else { continue };
            let mut before = evaluation.clone();
            before.depths[0].depth = 10;
            let mut after = before.clone();
            let mut row = before.depths[0].clone();
            row.depth = 12;
            let half = row.lines.len() / 2;
            row.lines.rotate_left(half);
            after.depths.push(row);
            after.judgment = 1;
            shallow.insert(turn.fen.clone(), only, Ok(before));
            deep.insert(turn.fen.clone(), only, Ok(after));
        }
    }
    made.evaluations = shallow;
    let ended: Vec<Decision> = decisions(&made.event(), |p| p == 5, View::Complete)
        .into_iter()
        .map(|o| Decision { looks: None, ..o.decision })
        .collect();
    made.evaluations = deep;
    let read: Vec<Decision> =
        decisions(&made.event(), |p| p == 5, View::Shallower(2)).into_iter().map(|o| o.decision).collect();
    assert!(!read.is_empty());
    assert_eq!(ended, read);
    assert!(decisions(&made.event(), |p| p == 5, View::Shallower(1)).is_empty());
}

#[test]
fn without_parameters_or_player_nothing_is_tested() {
    let made = made();
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    assert!(matches!(full_test(&event, &screened, &asked(99)), Err(FullTestError::NoPlayer(99))));
    let event = Event { parameters: None, ..event };
    let screened = crate::screen(&event).expect("screens");
    assert!(matches!(full_test(&event, &screened, &asked(0)), Err(FullTestError::NotCalibrated)));
}

#[test]
fn the_opponents_are_those_of_the_players_games() {
    let made = made();
    let test = made.tested(6);
    let event = made.event();
    let games: Vec<usize> = test.games.iter().map(|g| g.index).collect();
    let losses: Vec<f64> = decisions(&event, |p| p != 6, View::Complete)
        .iter()
        .filter(|o| games.contains(&o.game))
        .map(|o| 100.0 * o.decision.played_difference())
        .collect();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    let found = test.favour.opponents_loss_cp.observed.expect("opponents");
    assert!((found - mean).abs() < 1e-9);
    assert_eq!(u32::try_from(losses.len()), Ok(test.player.opponents.scored));
}

#[test]
fn the_engine_of_the_test_asked_again_agrees_with_itself() {
    let made = made();
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    let asked = TestRequest {
        second: Some(Second {
            engine: &made.identity,
            settings: &made.settings,
            evaluations: &made.evaluations,
        }),
        ..asked(4)
    };
    let test = full_test(&event, &screened, &asked).expect("tests");
    let found = test.second_engine.expect("asked for");
    for (agreement, scored, mm) in [
        (found.player, test.player.scored, &test.player.tests.mm),
        (found.opponents, test.player.opponents.scored, &test.player.opponents.tests.mm),
    ] {
        assert_eq!((agreement.decisions, agreement.same_first), (scored, scored));
        assert_eq!(agreement.first_matches, agreement.second_matches);
        let rate = f64::from(agreement.first_matches) / f64::from(scored);
        assert!((rate - mm.observed.expect("observed")).abs() < 1e-12);
    }
}

#[test]
fn another_engine_is_asked_for_its_own_first_move() {
    let made = made();
    // An engine whose first move is the third line of the engine of the test.
    let mut other = Evaluations::default();
    for turn in made.plans.iter().flat_map(GamePlan::searched) {
        if let Some(Ok(evaluation)) = made.evaluations.position(&turn.fen) {
            let mut turned = evaluation.clone();
            let lines = &mut turned.depths[0].lines;
            let third = 2.min(lines.len() - 1);
            lines.swap(0, third);
            other.insert(turn.fen.clone(), None, Ok(turned));
        }
    }
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    let other = Second { engine: &made.identity, settings: &made.settings, evaluations: &other };
    let test = full_test(&event, &screened, &TestRequest { second: Some(other), ..asked(4) }).expect("tests");
    let found = test.second_engine.expect("asked for").player;
    let of_rank = |rank: &dyn Fn(&DecisionEntry) -> usize| {
        let played = test.decisions.iter().filter(|d| d.rank == Some(rank(d)));
        u32::try_from(played.count()).expect("few")
    };
    assert_eq!(found.first_matches, of_rank(&|_| 1));
    assert_eq!(found.second_matches, of_rank(&|d| 3.min(d.lines.len())));
    assert!(found.same_first < 5 && found.second_matches > 0);
    // The choices passed to the sequential value: the third line, and the first one by the engine of the test itself.
    let own = Second { engine: &made.identity, settings: &made.settings, evaluations: &made.evaluations };
    let decisions = decisions(&event, |p| p == 4, View::Complete);
    assert!(!decisions.is_empty());
    for decision in &decisions {
        let fitted = DeeperSearch { depth: made.settings.depth, ..deeper_tests::made_up() };
        let lines = |second| {
            let search = FittedSearch { second, event: &event, weights: &fitted };
            search.choices(decision).expect("answered").lines
        };
        let third = 2.min(decision.decision.deltas.len() - 1);
        assert_eq!((lines(own), lines(other)), (vec![Some(0)], vec![Some(third)]));
    }
}

#[test]
fn the_value_of_all_games_comes_from_kinds_and_games() {
    let made = made();
    let mut found = 0;
    for person in 0..4 {
        let test = made.tested(person);
        let Some(help) = &test.help else { continue };
        found += 1;
        let last = test.course.last().and_then(|at| at.sequential).expect("a value");
        assert!((help.log10_value - last.log10_value).abs() < 1e-9, "{help:?} {last:?}");
        assert!((help.kinds.iter().map(|kind| kind.share).sum::<f64>() - 1.0).abs() < 1e-9);
        let games: Vec<usize> = help.games.iter().map(|game| game.game).collect();
        assert_eq!(games, test.course.iter().map(|at| at.game).collect::<Vec<_>>());
        assert_eq!(help.games.iter().map(|game| game.decisions).sum::<u32>(), test.player.scored);
        assert!(help.games.iter().all(|game| game.helped > 0.0 && game.helped < f64::from(game.decisions)));
        for game in &help.games {
            // White's plies are even, so the two sides share none; each move stands in the order of play.
            let parities = [&game.player, &game.opponent].map(|side| {
                assert!(side.windows(2).all(|two| two[0].ply < two[1].ply));
                assert!(side.iter().all(|mv| mv.helped > 0.0 && mv.helped < 1.0), "{side:?}");
                side.iter().map(|mv| mv.ply % 2).collect::<std::collections::BTreeSet<usize>>()
            });
            assert_eq!(game.player.len(), usize::try_from(game.decisions).expect("few"));
            assert!(
                parities[0].len() == 1 && parities[1].len() == 1 && parities[0] != parities[1],
                "{parities:?}"
            );
        }
    }
    assert!(found > 0, "no player of the event has a value");
}

/// Another engine plays the first line less often than the engine of the test does, so more help is needed to be seen.
#[test]
fn help_of_another_engine_shows_less() {
    let made = made();
    let event = made.event();
    let second = made.parameters.depth_aware.as_ref().expect("shipped");
    let helper = second.helper.as_ref().expect("fitted");
    let mut compared = 0;
    for person in 0..4 {
        let test = made.tested(person);
        assert_eq!(test.power.len(), test.power_other.len());
        for (first, other) in test.power.iter().zip(&test.power_other) {
            assert_eq!(first.level, other.level);
            // If help from the first line is not visible at all, help from another engine is not either.
            let Some(half) = first.half else { continue };
            assert!(other.half.is_none_or(|other| other > half), "{other:?} {half}");
            compared += 1;
        }
        // By hand: each line has the probability that the helper gives it.
        let own = decisions(&event, |p| p == person, View::Complete);
        let found = visible::by_other_engine(helper, &own, &made.parameters, |_| Some(2400));
        let [mm, ev, asd] = found.expect("projected");
        let (mut first, mut equal) = (0.0, 0.0);
        for own in &own {
            let chances = helper.in_order().outcomes(own.decision.looks.as_ref().expect("complete"));
            first += chances[0];
            equal += chances.iter().take(own.decision.equal_best()).sum::<f64>();
        }
        assert!((mm - first).abs() < 1e-9 && (ev - equal).abs() < 1e-9, "{mm} {first} {ev} {equal}");
        assert!(asd > 0.0 && mm < own.len() as f64);
    }
    assert!(compared > 0, "no player's help would have been seen");
}

/// The value is that of the same moves under the adjusted models, and there is none for a search that was not fitted.
#[test]
fn the_value_takes_the_first_moves_of_a_second_engine() {
    use crate::statistics::bayes_factor::BayesFactor;
    use crate::statistics::outcomes::{Nodes, grid};
    let mut made = made();
    made.identity.signature = Some("1".repeat(64));
    let settings = Settings { depth: 16, multipv: 1, ..made.settings.clone() };
    let second = made.parameters.depth_aware.as_mut().expect("shipped");
    let fitted =
        DeeperSearch { engine_signature: made.identity.signature.clone(), ..deeper_tests::made_up() };
    // Those of another depth must not be taken.
    let other = DeeperSearch { depth: 17, line: [-3.0, 0.0], ..fitted.clone() };
    second.deeper = vec![other, fitted.clone()];
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    let reading = made.parameters.depth_aware.as_ref().expect("shipped");
    let of = |settings, person| {
        let second = Some(Second { engine: &made.identity, settings, evaluations: &made.evaluations });
        full_test(&event, &screened, &TestRequest { second, ..asked(person) }).expect("tests")
    };
    let mut compared = 0;
    for person in 0..5 {
        let test = of(&settings, person);
        let adjusted = test.second_engine.expect("asked for").sequential;
        assert_eq!(adjusted.is_some(), test.help.is_some());
        assert_eq!(of(&made.settings, person).second_engine.expect("asked for").sequential, None);
        let Some(adjusted) = adjusted else { continue };
        let rating = test.player.rating.expect("rated");
        let shift = event.prior(person, rating, event.first_day()).expect("projected");
        let grid = grid(reading, shift).expect("fitted");
        let nodes = Nodes::new(reading, rating, &grid).expect("fitted");
        let mut value = BayesFactor::new(grid, 1);
        let own = decisions(&event, |p| p == person, View::Complete);
        for game in own.chunk_by(|a, b| a.game == b.game) {
            for own in game {
                let choices = DeeperChoices { lines: vec![Some(0)] };
                let outcomes = nodes.outcomes(&own.decision, Some((&fitted, &choices))).expect("projected");
                value.observe(outcomes.played(own.decision.played_line()).expect("listed"));
            }
            if own.last().map(|own| own.game) != game.last().map(|own| own.game) {
                value.end_game();
            }
        }
        let by_hand = value.ln_value() * std::f64::consts::LOG10_E;
        assert!((adjusted.log10_value - by_hand).abs() < 1e-9, "{} {by_hand}", adjusted.log10_value);
        let without = test.help.expect("as above").log10_value;
        assert!((adjusted.log10_value - without).abs() > 1e-3, "{without}");
        compared += 1;
    }
    assert!(compared > 0, "no player of the event has a value");
}

/// The opponent's strip is the player's own, seen from the other side of the board.
#[test]
fn a_game_reads_the_same_from_both_sides() {
    let made = made();
    let mut compared = 0;
    let helps: Vec<_> = (0..4).filter_map(|person| made.tested(person).help).collect();
    for (one, other) in helps.iter().flat_map(|one| helps.iter().map(move |other| (one, other))) {
        for game in &one.games {
            let same = other.games.iter().find(|same| same.game == game.game && same.player != game.player);
            let Some(same) = same else { continue };
            compared += 1;
            assert_eq!(game.opponent, same.player);
        }
    }
    assert!(compared > 0);
}

#[test]
fn what_is_searched_with_less_than_the_full_test_is_a_quick_test() {
    let entry = |depth: u8, multipv: u8| crate::judge::screen::document::SettingsEntry {
        depth,
        multipv,
        hash_mib: 16,
        node_cap: 1,
        decided: None,
    };
    let (depth, lines) = (Settings::FULL.depth, Settings::FULL.multipv);
    let kind_of = |depth, lines| kind(&entry(depth, lines), false);
    assert_eq!(kind_of(depth, lines), TestKind::Full);
    assert_eq!(kind_of(depth + 2, lines + 2), TestKind::Full);
    assert_eq!(kind_of(depth - 1, lines), TestKind::Quick);
    assert_eq!(kind_of(depth, lines - 1), TestKind::Quick);
    assert_eq!(kind_of(Settings::QUICK.depth, Settings::QUICK.multipv), TestKind::Quick);
    // Parameters that missed a bar make no full test, however deep the search.
    assert_eq!(kind(&entry(depth, lines), true), TestKind::Quick);
}
