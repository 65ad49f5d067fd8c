//! Time controls: what is printed reads as what it was. The readers of texts and clocks are held to more in `fuzz`.

use datasets::clocks::time_control::{MAX_MOVES, MAX_MS, Source, Stage, TimeControl, read};
use proptest::prelude::*;

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

proptest! {
    #[test]
    fn printed_controls_come_back(control in some_control()) {
        let text = control.to_string();
        prop_assert_eq!(text.parse::<TimeControl>(), Ok(control.clone()));
        if text.chars().count() <= 300 {
            prop_assert_eq!(read(&text, Source::OnlineTag).map(|found| found.control), Ok(control));
        }
    }
}
