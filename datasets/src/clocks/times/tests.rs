//! Times by hand, and what is refused.

use super::{MoveClock, WhyNot, settle, times};
use crate::clocks::comment::{read_clock, read_elapsed};
use crate::clocks::time_control::{Source, TimeControl, read};

fn control(text: &str) -> TimeControl {
    text.parse().expect(text)
}

/// Stamps of whole seconds.
fn left(seconds: &[u64]) -> Vec<MoveClock> {
    let stamp = |s: &u64| read_clock(&format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60));
    seconds.iter().map(|s| MoveClock { left: stamp(s), spent: None }).collect()
}

fn spent(texts: &[&str]) -> Vec<MoveClock> {
    let stamp = |text: &&str| read_elapsed(text);
    texts.iter().map(|t| MoveClock { left: None, spent: stamp(t) }).collect()
}

fn seconds(times: &[Option<u64>]) -> Vec<Option<u64>> {
    times.iter().map(|t| t.map(|ms| ms / 1000)).collect()
}

#[test]
fn trap_11_time_left_is_not_time_spent() {
    // 3 + 2: 180, then 5, 1, 12, 2, 30 seconds of thought, two seconds back for each.
    let white = left(&[180, 177, 178, 168, 168, 140]);
    let found = times(Some(&control("180+2")), &white, &white).expect("times");
    let expected = [None, Some(5), Some(1), Some(12), Some(2), Some(30)];
    assert_eq!(seconds(&found.white), expected);
    // The numbers on the clocks are nowhere.
    assert!(found.white.iter().flatten().all(|ms| *ms < 100_000));
}

#[test]
fn a_stage_adds_its_time_once() {
    // Five moves in 100 seconds, then 60 more, 1 second a move. 10 s, 10 s, 10 s; at move 5 the clock rises by 60.
    let played = left(&[100, 91, 82, 73, 124, 115, 106]);
    let staged = control("5/100+1:60+1");
    let found = times(Some(&staged), &played, &played).expect("times");
    let ten = Some(10);
    assert_eq!(seconds(&found.black), [None, ten, ten, ten, ten, ten, ten]);
    // Clocks without a counter add it when the time has run out: 10 s, 66 - 60 ... at move 7.
    let late = left(&[100, 80, 60, 40, 20, 11, 62]);
    let found = times(Some(&staged), &late, &late).expect("times");
    assert_eq!(seconds(&found.white)[4..], [Some(21), Some(10), Some(10)]);
    // Once only: a second rise is not explained.
    let twice = left(&[100, 91, 82, 73, 124, 175, 166]);
    assert_eq!(
        times(Some(&staged), &twice, &twice),
        Err(WhyNot::Unexplained { player: super::Player::White, explained: 5, steps: 6 })
    );
    // With 60 or more left at the move, a long thought cannot be told from a short one.
    let open = left(&[100, 98, 96, 94, 92, 90, 88]);
    let found = times(Some(&staged), &open, &open).expect("times");
    assert_eq!(seconds(&found.white)[3..6], [Some(3), None, Some(3)]);
}

#[test]
fn another_control_is_refused() {
    let played = left(&[5430, 5440, 5400, 5410, 5300, 5310]);
    assert!(times(Some(&control("5400+30")), &played, &played).is_ok());
    for (text, expected) in [
        ("90+30", WhyNot::StartTooHigh { player: super::Player::White }),
        ("10900+30", WhyNot::StartTooLow),
        ("10860+30", WhyNot::HalfTime { player: super::Player::White }),
        ("5400", WhyNot::StartTooHigh { player: super::Player::White }),
        ("5430", WhyNot::Unexplained { player: super::Player::White, explained: 2, steps: 5 }),
        ("5400d30", WhyNot::Delay),
        ("1/86400", WhyNot::NoStages),
        ("?", WhyNot::NoStages),
    ] {
        assert_eq!(times(Some(&control(text)), &played, &played), Err(expected), "{text}");
    }
    assert_eq!(times(None, &played, &played), Err(WhyNot::NoControl));
    let short = left(&[5430, 5440]);
    let few = WhyNot::TooFewSteps { player: super::Player::Black, steps: 1 };
    assert_eq!(times(Some(&control("5400+30")), &played, &short), Err(few));
    let none = vec![MoveClock::default(); 9];
    assert_eq!(times(Some(&control("5400+30")), &none, &none), Err(WhyNot::NoStamps));
}

#[test]
fn an_increment_that_never_shows_is_refused() {
    let played: Vec<u64> = (0..30).map(|n| 600 - 5 * n).collect();
    let played = left(&played);
    let hidden = WhyNot::NoIncrement { steps: 58 };
    assert_eq!(times(Some(&control("600+3")), &played, &played), Err(hidden));
    assert!(times(Some(&control("600")), &played, &played).is_ok());
}

#[test]
fn a_clock_that_stands_still_gives_no_times() {
    let mut runs: Vec<u64> = (0..100).map(|n| 5400 - 10 * n).collect();
    // One quick move, so that the increment shows.
    runs[0] = 5385;
    let mut stands = runs.clone();
    for still in &mut stands[40..44] {
        *still = 5010;
    }
    let found = times(Some(&control("5400+30")), &left(&runs), &left(&stands)).expect("times");
    let forty = Some(40);
    assert_eq!(seconds(&found.white)[38..46], [forty; 8]);
    // 39 and 40 to 43 show the same; the step to 44 holds the time of all.
    assert_eq!(seconds(&found.black)[39..46], [forty, None, None, None, None, None, forty]);
    let frozen = left(&[5430; 12]);
    assert!(matches!(
        times(Some(&control("5400+30")), &frozen, &frozen),
        Err(WhyNot::Unexplained { explained: 0, .. })
    ));
}

#[test]
fn a_gap_is_no_step() {
    let mut played = left(&[300, 290, 280, 270, 260, 250, 240, 230, 220]);
    played[3].left = None;
    let found = times(Some(&control("300")), &played, &played).expect("times");
    assert_eq!(seconds(&found.white)[2..6], [Some(10), None, None, Some(10)]);
}

#[test]
fn time_spent_alone_must_fit_the_budget() {
    let played = spent(&["0.0", "2.25", "1.284", "30", "0.1", "5.5"]);
    let found = times(Some(&control("120")), &played, &played).expect("times");
    assert_eq!(found.white[1..4], [Some(2_250), Some(1_284), Some(30_000)]);
    let over = times(Some(&control("20")), &played, &played);
    assert!(matches!(over, Err(WhyNot::Unexplained { explained: 3, steps: 6, .. })));
}

#[test]
fn both_kinds_must_agree() {
    let mut played = left(&[300, 290, 280, 270, 260, 250, 240]);
    for stamp in &mut played {
        stamp.spent = read_elapsed("0:00:10");
    }
    let found = times(Some(&control("300")), &played, &played).expect("times");
    assert_eq!(seconds(&found.white)[1..], [Some(10); 6]);
    for stamp in &mut played[2..] {
        stamp.spent = read_elapsed("0:00:20");
    }
    let differ = WhyNot::Disagree { agreed: 2, compared: 12 };
    assert_eq!(times(Some(&control("300")), &played, &played), Err(differ));
}

#[test]
fn clocks_settle_a_doubt() {
    let reading = read("90+30", Source::Tag).expect("a control");
    let long = left(&[5430, 5440, 5400, 5410, 5300, 5310]);
    let found = settle(&reading, &long, &long);
    assert_eq!((found.control.to_string().as_str(), found.by_clocks), ("5400+30", true));
    let short = left(&[90, 100, 110, 90, 95, 100]);
    let found = settle(&reading, &short, &short);
    assert_eq!((found.control.to_string().as_str(), found.by_clocks), ("90+30", true));
    assert!(found.times.is_ok());
    let none = settle(&reading, &[], &[]);
    assert_eq!((none.by_clocks, none.times), (false, Err(WhyNot::NoStamps)));
}
