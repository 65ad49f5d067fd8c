//! The notation of the PGN standard and of TRF26: digits, `/`, `+`, `:`, `*`, `W…-B…`, and `…|…` for the two players.
//!
//! The same shape stands for seconds in one place and for minutes in another; here every number is seconds, and
//! [`in_minutes`] gives the other meaning.
//!
//! PGN standard (Edwards 1994, 9.6.1): `40/9000` moves and seconds, `300` seconds, `4500+60` seconds and increment,
//! `*180` a sand clock, fields joined by `:`. TRF26 (FIDE handbook, field 222): `d[:d]` or `Wd[:d]-Bd[:d]`, where `d` is
//! `M/S`, `M/S+I`, `S` or `S+I`. A delay is `d5` or, as American organisers write it, `+5d`.

use super::{MAX_MOVES, MAX_MS, MAX_STAGES, Refused, Stage, TimeControl};

/// Reads the notation. Spaces around its signs are allowed.
pub(super) fn parse(text: &str) -> Result<TimeControl, Refused> {
    if let Some(rest) = text.strip_prefix('*') {
        let ms = time(rest)?;
        return if ms == 0 { Err(Refused::NoTime) } else { Ok(TimeControl::Sandclock { ms }) };
    }
    if let Some(rest) = text.strip_prefix(['W', 'w']) {
        let (white, black) = rest.split_once('-').ok_or(Refused::NotEncoded)?;
        let black = black.trim().strip_prefix(['B', 'b']).ok_or(Refused::NotEncoded)?;
        return Ok(TimeControl::Sides { white: stages(white)?, black: stages(black)? });
    }
    // Two whole controls, White's first, as play-offs are written: `5+0|4+0`. On sites `3|2` is a base with its increment.
    if let Some((white, black)) =
        text.split_once('|').filter(|(white, black)| [white, black].iter().all(|one| one.contains('+')))
    {
        return Ok(TimeControl::Sides { white: stages(white)?, black: stages(black)? });
    }
    Ok(whole(stages(text)?))
}

/// The same control with its bases in minutes. Increments are seconds in both.
pub(super) fn in_minutes(control: &TimeControl) -> TimeControl {
    let minutes = |stages: &[Stage]| -> Vec<Stage> {
        stages.iter().map(|stage| Stage { base_ms: stage.base_ms.saturating_mul(60), ..*stage }).collect()
    };
    match control {
        TimeControl::Stages(stages) => TimeControl::Stages(minutes(stages)),
        TimeControl::Sides { white, black } => {
            TimeControl::Sides { white: minutes(white), black: minutes(black) }
        }
        other => other.clone(),
    }
}

/// The control of checked stages, the same for both players. One move for an amount of time is the form of correspondence
/// servers: a fresh amount for each move and no stage that repeats, whether it is written in signs or in words.
pub(super) fn whole(stages: Vec<Stage>) -> TimeControl {
    match stages.as_slice() {
        &[Stage { moves: Some(1), base_ms: ms, increment_ms: 0, delay_ms: 0 }] => TimeControl::PerMove { ms },
        _ => TimeControl::Stages(stages),
    }
}

fn stages(text: &str) -> Result<Vec<Stage>, Refused> {
    let stages: Result<Vec<Stage>, Refused> = text.split(':').take(MAX_STAGES + 1).map(stage).collect();
    let stages = stages?;
    check(&stages)?;
    Ok(stages)
}

/// Whether stages make sense together.
pub(super) fn check(stages: &[Stage]) -> Result<(), Refused> {
    if stages.len() > MAX_STAGES {
        return Err(Refused::TooMuch { what: "stages" });
    }
    let Some((_, before)) = stages.split_last() else {
        return Err(Refused::NoTime);
    };
    if before.iter().any(|s| s.moves.is_none()) {
        return Err(Refused::AfterTheLast);
    }
    if stages.iter().all(|s| s.base_ms == 0 && s.increment_ms == 0 && s.delay_ms == 0) {
        return Err(Refused::NoTime);
    }
    Ok(())
}

fn stage(text: &str) -> Result<Stage, Refused> {
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => (Some(move_count(moves.trim())?), rest),
    };
    // `60d5` and `60+5d` are a delay of five; `60+5` is an increment.
    let (rest, delay_ms) = match rest.split_once(['d', 'D']) {
        None => (rest, 0),
        Some((before, behind)) if behind.trim().is_empty() => {
            let (base, late) = before.split_once('+').ok_or(Refused::NotEncoded)?;
            (base, time(late)?)
        }
        Some((before, late)) => (before, time(late)?),
    };
    let (base, increment_ms) = match rest.split_once('+') {
        None => (rest, 0),
        Some((base, more)) => (base, time(more)?),
    };
    Ok(Stage { moves, base_ms: time(base)?, increment_ms, delay_ms })
}

fn move_count(text: &str) -> Result<u32, Refused> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Refused::NotEncoded);
    }
    let moves = text.parse().ok().filter(|moves| (1..=MAX_MOVES).contains(moves));
    moves.ok_or(Refused::TooMuch { what: "moves" })
}

/// Seconds, in milliseconds.
fn time(text: &str) -> Result<u64, Refused> {
    time_within(thousandths(text.trim())?)
}

pub(super) fn time_within(ms: u64) -> Result<u64, Refused> {
    if ms > MAX_MS { Err(Refused::TooMuch { what: "time" }) } else { Ok(ms) }
}

/// A decimal number with at most three digits behind the point, in thousandths.
pub(super) fn thousandths(text: &str) -> Result<u64, Refused> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 3 {
        return Err(Refused::NotEncoded);
    }
    if whole.len() > 9 {
        return Err(Refused::TooMuch { what: "time" });
    }
    let part: u64 = format!("{part:0<3}").parse().map_err(|_| Refused::NotEncoded)?;
    let whole: u64 = whole.parse().map_err(|_| Refused::NotEncoded)?;
    Ok(whole * 1000 + part)
}

#[cfg(test)]
mod tests {
    use super::{in_minutes, parse, thousandths};
    use crate::clocks::time_control::Refused;

    #[test]
    fn numbers_in_thousandths() {
        assert_eq!(thousandths("0.05"), Ok(50));
        assert_eq!(thousandths("90"), Ok(90_000));
        assert_eq!(thousandths("7.125"), Ok(7_125));
        for bad in ["", ".", "1.", ".5", "1.2345", "-1", "+1", "1e3", "1.2.3", "٣"] {
            assert_eq!(thousandths(bad), Err(Refused::NotEncoded), "{bad}");
        }
        assert_eq!(thousandths("1234567890"), Err(Refused::TooMuch { what: "time" }));
    }

    #[test]
    fn delays_in_both_spellings() {
        for text in ["60d5", "60+5d", "60 + 5d", "60 d 5"] {
            let control = in_minutes(&parse(text).expect("a control"));
            assert_eq!(control.to_string(), "3600d5", "{text}");
        }
    }

    #[test]
    fn broken_notation_is_refused() {
        for (text, expected) in [
            ("", Refused::NotEncoded),
            ("40/", Refused::NotEncoded),
            ("/300", Refused::NotEncoded),
            ("300+", Refused::NotEncoded),
            ("300+3+3", Refused::NotEncoded),
            ("60d", Refused::NotEncoded),
            ("W300", Refused::NotEncoded),
            ("W300-240", Refused::NotEncoded),
            ("300-240", Refused::NotEncoded),
            ("0", Refused::NoTime),
            ("*0", Refused::NoTime),
            ("1/0", Refused::NoTime),
            ("0/300", Refused::TooMuch { what: "moves" }),
            ("1000/300", Refused::TooMuch { what: "moves" }),
            ("300:300", Refused::AfterTheLast),
            ("999999999", Refused::TooMuch { what: "time" }),
            ("300+999999999", Refused::TooMuch { what: "time" }),
            ("1:1:1:1:1:1:1:1:1", Refused::TooMuch { what: "stages" }),
        ] {
            assert_eq!(parse(text), Err(expected), "{text}");
        }
    }
}
