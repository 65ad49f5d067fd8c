//! Time controls in all notations and in prose, clocks, and the times per move that follow from both.

use datasets::clocks::comment::{read_clock, read_elapsed};
use datasets::clocks::time_class::{TimeClass, time_class};
use datasets::clocks::time_control::{
    MAX_MOVES, MAX_MS, MAX_STAGES, Source, TimeControl, read, sixty_moves_ms,
};
use datasets::clocks::times::{MoveClock, TimesPerMove, settle, times};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "clocks",
    about: "time controls, prose too, and the clocks of comments",
    run,
    words: WORDS,
    made: Vec::new,
    data: &[],
};

const SOURCES: [Source; 2] = [Source::OnlineTag, Source::Tag];

/// The first line is a control, the second a site, the rest are comments in turn of White and Black.
fn run(bytes: &[u8], bench: &mut Bench) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let (control, site) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let mut clocks = [Vec::new(), Vec::new()];
    for (ply, line) in lines.take(2000).enumerate() {
        clocks[ply % 2].push(clock(line, bench));
    }
    let [white, black] = &clocks;
    for text in [control, &*text] {
        for source in SOURCES {
            self::control(text, source, white, black, bench);
        }
    }
    let class = time_class(site, Some(site), Some(control));
    bench.trace.said("class", &format!("{:?} {:?}", class.class, class.conditions));
    assert!(class.conditions.is_sorted(), "conditions out of order");
}

fn clock(comment: &str, bench: &mut Bench) -> MoveClock {
    let command = |name: &str| {
        let (_, value) = comment.split_once(name)?;
        Some(value.split_once(']')?.0)
    };
    let emt = command("[%emt ");
    let left = read_clock(command("[%clk ").unwrap_or(comment));
    let spent = read_elapsed(emt.unwrap_or(comment));
    for time in [&left, &spent].into_iter().flatten() {
        assert!(time.ms < 10_000 * 3_600_000, "{time:?}");
        assert_eq!(time.ms % time.resolution_ms, 0, "finer than written: {time:?}");
    }
    bench.trace.said("clock", &format!("{} {}", left.is_some(), spent.is_some()));
    MoveClock { left, spent: emt.and(spent) }
}

fn control(text: &str, source: Source, white: &[MoveClock], black: &[MoveClock], bench: &mut Bench) {
    let reading = match read(text, source) {
        Ok(reading) => reading,
        Err(refused) => {
            bench.trace.said("refused", &format!("{:?}", std::mem::discriminant(&refused)));
            let _ = refused.to_string();
            return;
        }
    };
    bench.trace.said("read", &format!("{:?} {:?}", source, reading.ambiguity.as_ref().map(|a| a.rule)));
    sound(&reading.control, bench);
    if let Some(doubt) = &reading.ambiguity {
        assert_ne!(doubt.other, reading.control, "a doubt without a difference: {text:?}");
        sound(&doubt.other, bench);
    }
    if let Ok(found) = times(Some(&reading.control), white, black) {
        kept(&found, white, black);
    }
    let settled = settle(&reading, white, black);
    match &settled.times {
        Ok(found) => {
            kept(found, white, black);
            bench.trace.said("times", &settled.by_clocks.to_string());
        }
        Err(why) => bench.trace.said("no times", &why.to_string()),
    }
}

/// Within its bounds, and what is printed reads as what it was.
fn sound(control: &TimeControl, bench: &mut Bench) {
    assert_eq!(control.to_string().parse().as_ref(), Ok(control), "printed as {control}");
    if let Some((white, black)) = control.stages() {
        for stages in [white, black] {
            bench.trace.count("stages", stages.len());
            assert!((1..=MAX_STAGES).contains(&stages.len()), "{control:?}");
            for stage in stages {
                let bounded = [stage.base_ms, stage.increment_ms, stage.delay_ms];
                assert!(bounded.iter().all(|ms| *ms <= MAX_MS), "{control:?}");
                assert!(stage.moves.is_none_or(|n| (1..=MAX_MOVES).contains(&n)), "{control:?}");
            }
            assert!(sixty_moves_ms(stages) > 0, "{control:?}");
        }
        // Two sides may have two classes, and then the control has none.
        let one = matches!(control, TimeControl::Stages(_));
        assert!(!one || TimeClass::from_control(control).is_some(), "{control:?} has no class");
    }
}

fn kept(found: &TimesPerMove, white: &[MoveClock], black: &[MoveClock]) {
    assert_eq!((found.white.len(), found.black.len()), (white.len(), black.len()));
    for (moves, times) in [(white, &found.white), (black, &found.black)] {
        for (pair, time) in moves.windows(2).zip(times.iter().skip(1)) {
            // What was left, an increment and the time of a stage are all there is to spend.
            if let (Some(before), Some(ms)) = (pair[0].left, time) {
                assert!(*ms <= before.ms + 2 * MAX_MS, "{found:?}");
            }
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"40/5400+30:1800+30",
    b"90+30",
    b"G/90;d5",
    b"SD/30",
    b"W300-B240",
    b"*60",
    b"40",
    b"1.5",
    b" ",
    b"+",
    b"/",
    b":",
    b";",
    b",",
    b"'",
    b"''",
    b"\"",
    b"d5",
    b"min",
    b"sec",
    b"h",
    b"hours",
    b"moves",
    b"in",
    b"for",
    b"then",
    b"per move",
    b"increment",
    b"delay",
    b"from move 1",
    b"first",
    b"rest of the game",
    b"one",
    b"half an hour",
    "мин".as_bytes(),
    "сек на ход".as_bytes(),
    "ходов".as_bytes(),
    "хв".as_bytes(),
    "Züge".as_bytes(),
    b"coups",
    b"minutos",
    "×".as_bytes(),
    "½".as_bytes(),
    b"days",
    b"[%clk 0:59:26]",
    b"[%emt 0:00:05]",
    b"[%clk 1:30:00.5]",
    b"[%clk ",
    b"]",
    b"0:59:26",
    b"9999:59:59.999",
    b"23.456",
    b"Rapid",
    b"Blitz",
    b"Armageddon",
    b"Chess960",
    b"blindfold",
    b"lichess.org",
    b"?",
    b"-",
    b"\n",
];
