//! The notation of the PGN standard and of TRF26: digits, `/`, `+`, `:`, `*`, and `W…-B…`.
//!
//! The numbers are kept as written, because the same shape stands for seconds in one place and for minutes in
//! another. The caller says which.
//!
//! PGN standard (Edwards 1994, 9.6.1): `40/9000` moves and seconds, `300` seconds, `4500+60` seconds and increment,
//! `*180` a sand clock, fields joined by `:`. TRF26 (FIDE handbook, field 222): `d[:d]` or `Wd[:d]-Bd[:d]`, where `d` is
//! `M/S`, `M/S+I`, `S` or `S+I`. A delay is `d5` or, as American organisers write it, `+5d`.

use super::{MAX_MOVES, MAX_MS, MAX_STAGES, Refused, Stage, TimeControl};

/// What the bases mean. Increments are seconds in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Seconds,
    Minutes,
}

/// One stage as written; numbers in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) moves: Option<u32>,
    pub(super) base: u64,
    pub(super) increment: u64,
    pub(super) delay: u64,
}

/// A whole text as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Encoded {
    Both(Vec<Field>),
    Sides(Vec<Field>, Vec<Field>),
    Sandclock(u64),
}

impl Encoded {
    /// Every field of both sides.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        let (first, second): (&[Field], &[Field]) = match self {
            Self::Both(fields) => (fields, &[]),
            Self::Sides(white, black) => (white, black),
            Self::Sandclock(_) => (&[], &[]),
        };
        first.iter().chain(second)
    }

    /// The control, with the bases in `unit`.
    ///
    /// # Errors
    /// Times that pass the limits, no time at all.
    pub(super) fn control(&self, unit: Unit) -> Result<TimeControl, Refused> {
        match self {
            Self::Sandclock(base) => Ok(TimeControl::Sandclock { ms: positive(scaled(*base, unit)?)? }),
            Self::Both(fields) => Ok(whole(stages(fields, unit)?)),
            Self::Sides(white, black) => {
                Ok(TimeControl::Sides { white: stages(white, unit)?, black: stages(black, unit)? })
            }
        }
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

fn positive(ms: u64) -> Result<u64, Refused> {
    if ms == 0 { Err(Refused::NoTime) } else { Ok(ms) }
}

fn scaled(base: u64, unit: Unit) -> Result<u64, Refused> {
    let factor = match unit {
        Unit::Seconds => 1,
        Unit::Minutes => 60,
    };
    base.checked_mul(factor).filter(|&ms| ms <= MAX_MS).ok_or(Refused::TooMuch { what: "time" })
}

fn stages(fields: &[Field], unit: Unit) -> Result<Vec<Stage>, Refused> {
    let stages: Vec<Stage> = fields
        .iter()
        .map(|field| {
            Ok(Stage {
                moves: field.moves,
                base_ms: scaled(field.base, unit)?,
                increment_ms: field.increment,
                delay_ms: field.delay,
            })
        })
        .collect::<Result<_, Refused>>()?;
    check(&stages)?;
    Ok(stages)
}

/// Whether stages make sense together.
///
/// # Errors
/// No stage or too many, a stage behind one for all remaining moves, no time at all.
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

/// Reads the notation. Spaces around its signs are allowed.
///
/// # Errors
/// [`Refused::NotEncoded`] if the text has another shape; limits passed.
pub(super) fn parse(text: &str) -> Result<Encoded, Refused> {
    if let Some(rest) = text.strip_prefix('*') {
        return Ok(Encoded::Sandclock(thousandths(rest.trim())?));
    }
    if let Some(rest) = text.strip_prefix(['W', 'w']) {
        let (white, black) = rest.split_once('-').ok_or(Refused::NotEncoded)?;
        let black = black.trim().strip_prefix(['B', 'b']).ok_or(Refused::NotEncoded)?;
        return Ok(Encoded::Sides(fields(white)?, fields(black)?));
    }
    Ok(Encoded::Both(fields(text)?))
}

fn fields(text: &str) -> Result<Vec<Field>, Refused> {
    let mut found = Vec::new();
    for part in text.split(':') {
        if found.len() == MAX_STAGES {
            return Err(Refused::TooMuch { what: "stages" });
        }
        found.push(field(part.trim())?);
    }
    Ok(found)
}

fn field(text: &str) -> Result<Field, Refused> {
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => (Some(move_count(moves.trim())?), rest.trim()),
    };
    // `60d5` and `60+5d` are a delay of five; `60+5` is an increment.
    let (rest, mut delay) = match rest.split_once(['d', 'D']) {
        None => (rest, 0),
        Some((before, "")) => {
            let (base, late) = before.split_once('+').ok_or(Refused::NotEncoded)?;
            (base.trim(), thousandths(late.trim())?)
        }
        Some((before, late)) => (before.trim(), thousandths(late.trim())?),
    };
    let (base, increment) = match rest.split_once('+') {
        None => (thousandths(rest)?, 0),
        Some((base, more)) => {
            let more = more.trim();
            (thousandths(base.trim())?, thousandths(more)?)
        }
    };
    delay = delay.min(MAX_MS + 1);
    if increment > MAX_MS || delay > MAX_MS {
        return Err(Refused::TooMuch { what: "time" });
    }
    Ok(Field { moves, base, increment, delay })
}

/// A number of moves.
pub(super) fn move_count(text: &str) -> Result<u32, Refused> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits {
        return Err(Refused::NotEncoded);
    }
    text.parse()
        .ok()
        .filter(|moves| (1..=MAX_MOVES).contains(moves))
        .ok_or(Refused::TooMuch { what: "moves" })
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
    use super::{Unit, parse, thousandths};
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
            let control = parse(text).and_then(|e| e.control(Unit::Minutes)).expect("a control");
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
            let found = parse(text).and_then(|e| e.control(Unit::Seconds));
            assert_eq!(found, Err(expected), "{text}");
        }
    }
}
