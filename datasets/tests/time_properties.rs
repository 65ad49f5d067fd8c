//! Time controls and clocks: nothing panics, and what is printed reads as what it was.

use datasets::clocks::comment::{read_clock, read_elapsed};
use datasets::clocks::time_class::{TimeClass, time_class};
use datasets::clocks::time_control::{MAX_MOVES, MAX_MS, Source, Stage, TimeControl, read};
use datasets::clocks::times::{MoveClock, times};
use proptest::prelude::*;

const SOURCES: [Source; 2] = [Source::OnlineTag, Source::Tag];

/// Pieces that controls and clocks are made of.
fn piece() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> =
        "90~30~40~2~0~999999999~1.5~ ~+~/~:~;~,~'~''~\"~*~W~-B~d5~min~sec~h~moves~in~for~then~G/~SD~per~\
        move~increment~delay~from~first~one~rest~мин~с~ход~Züge~×~[%clk ~[%emt ~]~0:59:26~|~days"
            .split('~')
            .collect();
    prop_oneof![
        9 => proptest::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn some_text() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.concat()),
        proptest::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.join(" ")),
        proptest::collection::vec(any::<u8>(), 0..60)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

fn stage(last: bool) -> impl Strategy<Value = Stage> {
    let moves = if last {
        proptest::option::of(2..=MAX_MOVES).boxed()
    } else {
        (1..=MAX_MOVES).prop_map(Some).boxed()
    };
    let ms = || prop_oneof![0..=MAX_MS, (0..20_000_u64).prop_map(|s| s * 1000)];
    (moves, 1..=MAX_MS, ms(), ms()).prop_map(|(moves, base_ms, increment_ms, delay_ms)| Stage {
        moves,
        base_ms,
        increment_ms,
        delay_ms,
    })
}

fn some_stages() -> impl Strategy<Value = Vec<Stage>> {
    (proptest::collection::vec(stage(false), 0..7), stage(true)).prop_map(|(mut stages, last)| {
        stages.push(last);
        stages
    })
}

fn some_control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::Unknown),
        Just(TimeControl::None),
        (1..=MAX_MS).prop_map(|ms| TimeControl::Sandclock { ms }),
        (1..=MAX_MS).prop_map(|ms| TimeControl::PerMove { ms }),
        some_stages().prop_map(TimeControl::Stages),
        (some_stages(), some_stages()).prop_map(|(white, black)| TimeControl::Sides { white, black }),
    ]
}

fn some_clocks() -> impl Strategy<Value = Vec<MoveClock>> {
    let text = || proptest::option::of((0..20_u64, 0..60_u64, 0..60_u64));
    let clock = (text(), text()).prop_map(|(left, spent)| {
        let read =
            |t: Option<(u64, u64, u64)>| t.and_then(|(h, m, s)| read_clock(&format!("{h}:{m}:{s}")).ok());
        MoveClock { left: read(left), spent: read(spent) }
    });
    proptest::collection::vec(clock, 0..40)
}

proptest! {
    #[test]
    fn no_text_panics(text in some_text()) {
        for source in SOURCES {
            if let Ok(found) = read(&text, source) {
                let _class = TimeClass::from_control(&found.control);
                // A control that was read prints as itself.
                prop_assert_eq!(found.control.to_string().parse(), Ok(found.control));
            }
        }
        let _classified = time_class(&text, Some(&text), Some(&text));
        let _clock = (read_clock(&text), read_elapsed(&text));
    }

    #[test]
    fn printed_controls_come_back(control in some_control()) {
        let text = control.to_string();
        prop_assert_eq!(text.parse::<TimeControl>(), Ok(control.clone()));
        if text.chars().count() <= 300 {
            prop_assert_eq!(read(&text, Source::OnlineTag).map(|found| found.control), Ok(control));
        }
    }

    #[test]
    fn times_keep_their_promises(control in some_control(), white in some_clocks(), black in some_clocks()) {
        if let Ok(found) = times(Some(&control), &white, &black) {
            prop_assert_eq!((found.white.len(), found.black.len()), (white.len(), black.len()));
            prop_assert!(found.explained * 100 >= found.steps * 95 && found.explained <= found.steps);
            prop_assert!(found.agreed * 100 >= found.compared * 95 && found.agreed <= found.compared);
        }
    }
}
