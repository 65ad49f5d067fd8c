//! Supporting evidence and its effect on the test.

use datasets::tournament::absences::Absence;
use datasets::tournament::telemetry::{Telemetry, TelemetryEvent, TelemetryKind};
use datasets::{Absences, Input};

use super::*;
use crate::judge::screen::document::Screening;

fn tested_with(made: &Made, person: usize, beside: SupportingEvidence<'_>) -> FullTest {
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    full_test(&event, &screened, &TestRequest { beside, ..asked(person) }).expect("tests")
}

fn log(entries: &[(usize, u32, u32)]) -> Absences {
    let entries = entries.iter().map(|&(game, left, back)| Absence {
        game,
        left,
        back,
        note: None,
        logged_by: "B. Arbiter".to_owned(),
    });
    Absences {
        input: Input { name: "log.toml".to_owned(), sha256: "7".repeat(64) },
        entries: entries.collect(),
    }
}

#[test]
fn nothing_beside_the_games_changes_a_z() {
    let made = made();
    let alone = made.tested(4);
    let game = alone.games[0].index;
    let absences = log(&[(game, 12, 13)]);
    let with = tested_with(
        &made,
        4,
        SupportingEvidence {
            players: Some(77),
            absences: Some(&absences),
            earlier: Some(&[]),
            ..SupportingEvidence::default()
        },
    );
    assert_eq!((with.event_players, with.event_players_from), (77, PlayersFrom::Games));
    let people = u32::try_from(made.roster.people.len()).expect("few");
    assert_eq!(alone.event_players, people);
    let as_before = FullTest {
        manifest: alone.manifest.clone(),
        event_players: people,
        absences: None,
        several: None,
        // What the number of players asks for changes with it, and no z does.
        rules: alone.rules.clone(),
        ..with.clone()
    };
    assert_eq!(as_before, alone);
    // The digest covers what was added, and not what the file was called.
    assert_ne!(with.manifest.digest, alone.manifest.digest);
    let mut renamed = with.clone();
    renamed.absences.as_mut().expect("a log").name = "other.toml".to_owned();
    assert_eq!(renamed.digest().expect("writes"), with.manifest.digest);
    renamed.absences.as_mut().expect("a log").after.matches += 1;
    assert_ne!(renamed.digest().expect("writes"), with.manifest.digest);
}

#[test]
fn telemetry_stands_beside_the_moves_and_changes_no_number() {
    let made = made();
    let alone = made.tested(4);
    let game = &alone.games[0];
    let own = u32::from(!game.white);
    let event = |half_moves, kind, milliseconds| TelemetryEvent {
        game: game.index,
        // Half-moves after the player's tenth.
        ply: 19 + own + half_moves,
        white: game.white,
        kind,
        milliseconds,
    };
    let given = Telemetry {
        input: Input { name: "platform.csv".to_owned(), sha256: "7".repeat(64) },
        events: vec![
            event(0, TelemetryKind::TabSwitch, Some(4000)),
            event(1, TelemetryKind::InputLag, None),
            event(2, TelemetryKind::TabSwitch, Some(500)),
        ],
        set_aside: 0,
    };
    let beside = SupportingEvidence { telemetry: Some(&given), ..SupportingEvidence::default() };
    let with = tested_with(&made, 4, beside);
    let found = with.telemetry.clone().expect("given");
    let rows: Vec<_> = found.entries.iter().map(|e| (e.turn, e.to_move, e.kind, e.milliseconds)).collect();
    let opponents = if game.white { 10 } else { 11 };
    assert_eq!(
        rows,
        [
            (10, true, TelemetryKind::TabSwitch, Some(4000)),
            (opponents, false, TelemetryKind::InputLag, None),
            (11, true, TelemetryKind::TabSwitch, Some(500)),
        ]
    );
    let kinds: Vec<_> = found.kinds.iter().map(|kind| (kind.kind, kind.count, kind.milliseconds)).collect();
    assert_eq!(kinds, [(TelemetryKind::TabSwitch, 2, Some(4500)), (TelemetryKind::InputLag, 1, None)]);
    // Every z, the index, and what the rules allow are as without it.
    let as_before = FullTest { manifest: alone.manifest.clone(), telemetry: None, ..with.clone() };
    assert_eq!(as_before, alone);
    assert!(!serde_json::to_string(&alone).expect("writes").contains("telemetry"), "old digests stay");
    // The digest covers what was given, and not what the file was called.
    assert_ne!(with.manifest.digest, alone.manifest.digest);
    let mut renamed = with.clone();
    renamed.telemetry.as_mut().expect("given").name = "other.csv".to_owned();
    assert_eq!(renamed.digest().expect("writes"), with.manifest.digest);
}

#[test]
fn decisions_after_absences_are_counted_once_and_the_others_are_the_rest() {
    let made = made();
    let alone = made.tested(4);
    let longest = alone.games.iter().max_by_key(|g| g.decisions).expect("games");
    let game = longest.index;
    let turns: Vec<u32> = alone.decisions.iter().filter(|d| d.game == game).map(|d| d.turn).collect();
    let back = turns[4];
    // Two absences whose windows overlap.
    let absences = log(&[(game, back - 1, back), (game, back + 1, back + 2)]);
    let test = tested_with(
        &made,
        4,
        SupportingEvidence { absences: Some(&absences), ..SupportingEvidence::default() },
    );
    let found = test.absences.expect("a log");
    let within = |d: &&DecisionEntry, from: u32, to: u32| d.game == game && d.turn >= from && d.turn < to;
    let count = |from: u32, to: u32| {
        let chosen = || alone.decisions.iter().filter(move |d| within(d, from, to));
        let matches = chosen().filter(|d| d.rank == Some(1)).count();
        // The projection of a match is the printed probability of the first line.
        let expected: f64 = chosen().map(|d| d.lines[0].probability.expect("projected")).sum();
        (chosen().count(), matches, expected)
    };
    let same = |counted: &Counted, wanted: (usize, usize, f64)| {
        assert_eq!(usize::try_from(counted.decisions), Ok(wanted.0));
        assert_eq!(usize::try_from(counted.matches), Ok(wanted.1));
        assert!((counted.expected.expect("projected") - wanted.2).abs() < 1e-9);
    };
    same(&found.entries[0].counted, count(back, back + 5));
    same(&found.entries[1].counted, count(back + 2, back + 7));
    same(&found.after, count(back, back + 7));
    let all = count(0, u32::MAX);
    assert!(all.0 > usize::try_from(found.after.decisions).expect("few"));
    assert_eq!(found.after.decisions + found.others.decisions, test.player.scored);
    let n = f64::from(test.player.scored);
    let matches = n * test.player.tests.mm.observed.expect("observed");
    assert!((f64::from(found.after.matches + found.others.matches) - matches).abs() < 1e-9);
    assert!(found.chance.is_some_and(|chance| chance.own_form.is_some()));
}

#[test]
fn an_empty_log_says_nothing() {
    let made = made();
    let absences = log(&[]);
    let beside = SupportingEvidence { absences: Some(&absences), ..SupportingEvidence::default() };
    let found = tested_with(&made, 4, beside).absences.expect("a log");
    assert_eq!((found.after.decisions, found.chance), (0, None));
    assert!(found.entries.is_empty());
}

fn screening(made: &Made) -> Screening {
    crate::screen(&made.event()).expect("screens").screening
}

fn json(screening: &Screening) -> String {
    serde_json::to_string(screening).expect("writes")
}

#[test]
fn the_place_is_counted_from_the_top() {
    let made = made();
    let screening = screening(&made);
    let indices: Vec<f64> = screening.players.iter().filter_map(|p| p.roi).collect();
    for person in 0..made.roster.people.len() {
        let there = FieldScreening::parse(
            "screening.json",
            &json(&screening),
            &made.collection,
            &made.roster.people[person],
        )
        .expect("the same event");
        let beside = SupportingEvidence { screening: Some(&there), ..SupportingEvidence::default() };
        let test = tested_with(&made, person, beside);
        let place = test.place.expect("asked for");
        let own = screening.players[person].roi.expect("an index");
        let above = indices.iter().filter(|other| **other > own).count();
        assert_eq!(place.rank.map(|rank| rank as usize), Some(above + 1));
        assert_eq!(place.field, screening.field);
        assert_eq!((place.index, place.test_index), (Some(own), test.player.roi));
        assert!(place.same_settings && place.indices.windows(2).all(|pair| pair[0] >= pair[1]));
        assert_eq!(place.indices.len(), indices.len());
    }
}

#[test]
fn a_screening_of_something_else_is_refused_with_the_reason() {
    let made = made();
    let screening = screening(&made);
    let person = &made.roster.people[0];
    let refused = |screening: &Screening, collection: &Collection| {
        let found = FieldScreening::parse("x", &json(screening), collection, person);
        found.expect_err("refused").to_string()
    };
    let mut changed = screening.clone();
    changed.players[1].roi = Some(49.0);
    assert!(refused(&changed, &made.collection).contains("was changed after it was made"));
    let mut other = made.collection.clone();
    other.inputs.push(Input { name: "round-9.pgn".to_owned(), sha256: "9".repeat(64) });
    assert!(refused(&screening, &other).contains("made without round-9.pgn"));
    let mut fewer = made.collection.clone();
    fewer.games.pop();
    assert!(refused(&screening, &fewer).contains("games of the event"));
    let stranger = datasets::Person { name: "Nobody, Ann".to_owned(), fide_id: None, ..person.clone() };
    let found = FieldScreening::parse("x", &json(&screening), &made.collection, &stranger);
    assert!(found.expect_err("refused").to_string().contains("0 of its players are Nobody, Ann"));
    let mut old = screening;
    old.schema = "fairplay/screening/0".to_owned();
    assert!(refused(&old, &made.collection).contains("layout `fairplay/screening/0`"));
    let bad = FieldScreening::parse("x", "[1]", &made.collection, person);
    assert!(bad.expect_err("refused").to_string().contains("not the screening.json"));
}

#[test]
fn times_are_those_of_the_moves() {
    let mut made = made();
    assert_eq!(made.tested(4).clocks.timed, 0, "the bundled event has no clocks");
    for game in &mut made.collection.games {
        game.time_control = Some("5400+30".to_owned());
        // White takes 20 seconds for every move, Black 50; 30 come back.
        let stamp = |ply: usize| {
            let moves = u64::try_from(ply / 2 + 1).expect("small");
            let left = if ply.is_multiple_of(2) { 5400 + 10 * moves } else { 5400 - 20 * moves };
            let text = format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60);
            datasets::Stamp { clk: Some(text.into()), emt: None }
        };
        game.stamps = (0..game.moves.len()).map(stamp).collect();
    }
    let test = made.tested(4);
    let clocks = &test.clocks;
    assert_eq!(clocks.decisions, test.player.scored);
    // A first move has no time, but it is no decision either.
    assert_eq!(clocks.timed, test.player.scored);
    let used = clocks.used.as_ref().expect("enough");
    assert_eq!(used.matched.decisions + used.other.decisions, clocks.timed);
    let white: BTreeMap<usize, bool> = test.games.iter().map(|g| (g.index, g.white)).collect();
    let mean = |matched: bool| {
        let chosen = test.decisions.iter().filter(|d| (d.rank == Some(1)) == matched);
        let seconds: Vec<f64> = chosen.map(|d| if white[&d.game] { 20.0 } else { 50.0 }).collect();
        seconds.iter().sum::<f64>() / seconds.len() as f64
    };
    for (times, matched) in [(used.matched, true), (used.other, false)] {
        assert!((times.mean_seconds.expect("some") - mean(matched)).abs() < 1e-9);
    }
    // A control that does not explain the clocks gives no time.
    for game in &mut made.collection.games {
        game.time_control = Some("60+0".to_owned());
    }
    let none = made.tested(4).clocks;
    assert_eq!((none.timed, none.games, none.used), (0, 0, None));
}

#[test]
fn one_event_after_another() {
    let made = made();
    let event = made.event();
    let screened = crate::screen(&event).expect("screens");
    let first = performance(&event, &screened, 4).expect("tests").expect("projected");
    let earlier = [first];
    let alone = made.tested(4);
    let with = |earlier: &[Performance]| {
        let beside = SupportingEvidence { earlier: Some(earlier), ..SupportingEvidence::default() };
        tested_with(&made, 4, beside).several.expect("asked for")
    };
    let only = with(&[]);
    assert_eq!((only.events.len(), only.apart), (1, Some(Apart::OneEvent)));
    let (z, entry) = (alone.player.overall_z.expect("a z"), &only.events[0]);
    assert!((entry.combined_z.expect("over the gate") - z).abs() < 1e-9);
    let second = alone.player.depth_aware.as_ref().expect("read").overall_z;
    assert!((entry.combined_depth_aware_z.expect("read") - second).abs() < 1e-9);
    assert!(entry.first_day <= entry.last_day && entry.first_day.is_some());
    // The same event twice: the gain doubles and the variance from move to move too.
    let twice = with(&earlier);
    let combined = twice.combined.expect("two events");
    assert_eq!(combined.decisions, 2 * alone.player.scored);
    // Gain and derivative double, so the z grows by less than the root of two, and by less if all of the form lasts.
    let [sums, lasting] = [0, 1].map(|row| combined.rows[row].overall_z.expect("a z") / z);
    assert!(1.0 < lasting && lasting < sums && sums < 2.0_f64.sqrt() + 1e-9, "{lasting} {sums}");
}

#[test]
fn where_decisions_begin_is_a_part_of_its_own_with_a_book() {
    use crate::judge::screen::document::Start;
    let mut made = made();
    let starts = |test: &FullTest| -> Vec<(Start, u32)> {
        let parts = test.parts.iter();
        let of = |part: &Part| match part.of {
            Of::Start { rule } => Some((rule, part.decisions)),
            _ => None,
        };
        parts.filter_map(of).collect()
    };
    assert!(starts(&made.tested(4)).is_empty());
    // Every game was new at its 21st ply.
    let left: Vec<datasets::book::BookExit> =
        made.collection.games.iter().map(|_| datasets::book::BookExit::At(20)).collect();
    made.plans =
        crate::decision::plan::from_novelty(&made.collection.games, &left, datasets::PlayedUnder::Laws);
    let event = Event { left: Some(&left), ..made.event() };
    let screened = crate::screen(&event).expect("screens");
    let test = full_test(&event, &screened, &asked(4)).expect("tests");
    let scored = test.player.scored;
    assert_eq!(starts(&test), [(Start::Novelty, scored), (Start::Turn9, scored)]);
    // New from the fifth ply on: some decisions lie before turn 9.
    let left: Vec<datasets::book::BookExit> =
        made.collection.games.iter().map(|_| datasets::book::BookExit::At(4)).collect();
    made.plans =
        crate::decision::plan::from_novelty(&made.collection.games, &left, datasets::PlayedUnder::Laws);
    made.evaluations = made_up(&made.plans, 11);
    let event = Event { left: Some(&left), ..made.event() };
    let screened = crate::screen(&event).expect("screens");
    let test = full_test(&event, &screened, &asked(4)).expect("tests");
    let late = test.decisions.iter().filter(|d| d.turn >= 9).count();
    let found = starts(&test);
    assert_eq!(found[0], (Start::Novelty, test.player.scored));
    assert_eq!(found[1].1 as usize, late);
    assert!(found[1].1 < found[0].1);
}
