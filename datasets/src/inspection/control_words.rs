//! A time control in words.

use crate::clocks::time_control::{Stage, TimeControl};

pub(super) fn described(control: &TimeControl) -> String {
    match control {
        TimeControl::Unknown => "unknown".to_owned(),
        TimeControl::None => "no time control".to_owned(),
        TimeControl::Sandclock { ms } => format!("sand clock of {}", time(*ms)),
        TimeControl::PerMove { ms } => format!("{} for every move", time(*ms)),
        TimeControl::Stages(stages) => in_words(stages),
        TimeControl::Sides { white, black } => {
            format!("White {}; Black {}", in_words(white), in_words(black))
        }
    }
}

fn in_words(stages: &[Stage]) -> String {
    let all: Vec<String> = stages.iter().map(stage).collect();
    all.join(", then ")
}

fn stage(stage: &Stage) -> String {
    let mut text = time(stage.base_ms);
    if let Some(moves) = stage.moves {
        text = format!("{text} for {moves} moves");
    }
    if stage.increment_ms > 0 {
        text = format!("{text} + {} a move", time(stage.increment_ms));
    }
    if stage.delay_ms > 0 {
        text = format!("{text} with {} delay", time(stage.delay_ms));
    }
    text
}

/// `90 min`, `1 min 30 s`, `2 days`, `0.5 s`.
pub(super) fn time(ms: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(86_400_000, "days"), (60_000, "min"), (1_000, "s")];
    if ms < 1_000 {
        return if ms == 0 { "0 s".to_owned() } else { format!("0.{ms:03} s") };
    }
    let mut left = ms;
    let mut parts = Vec::new();
    for (unit, name) in UNITS {
        if left >= unit {
            let count = left / unit;
            // Of the units only days have a plural.
            let name = if count == 1 && name == "days" { "day" } else { name };
            parts.push(format!("{count} {name}"));
            left %= unit;
        }
    }
    parts.join(" ")
}
