//! How much time the players had: what a time control is, in one canonical form.
//!
//! A control is what the rules of the game allotted, never what the clocks showed. All times are whole
//! milliseconds, because some sources write tenths of a second. [`read`] turns texts into controls; nothing here
//! guesses.
//!
//! The canonical text ([`TimeControl`]'s `Display` and `FromStr`) is the notation of the PGN standard (Edwards 1994,
//! 9.6.1) and of field 222 of FIDE's TRF26, always in seconds, with one addition: `d5` after a stage is a delay of
//! five seconds a move, which neither of them can write.

mod encoded;
mod parse;
mod prose;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use parse::{Ambiguity, ParsedControl, Refused, Rule, Source, read};

pub const MAX_STAGES: usize = 8;
pub const MAX_MOVES: u32 = 999;
/// Most milliseconds of a stage, an increment or a delay: 366 days, enough for any correspondence game.
pub const MAX_MS: u64 = 366 * 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Stage {
    /// The moves to make in the stage, 1 to [`MAX_MOVES`]. `None`: all the remaining ones.
    pub moves: Option<u32>,
    /// The time the stage adds to the clock, milliseconds.
    pub base_ms: u64,
    /// Added for every move of the stage, milliseconds.
    pub increment_ms: u64,
    /// Free at the start of every move and lost if unused (simple or Bronstein delay), milliseconds.
    pub delay_ms: u64,
}

/// The time of both players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// Nobody knows: `?`.
    Unknown,
    /// There was none, or none is given: `-`. Online sites also write it for correspondence games.
    None,
    /// A sand clock: what one player spends, the other gains. Milliseconds at the start.
    Sandclock { ms: u64 },
    /// A fresh amount of time for every move, as on correspondence servers: `1/86400`.
    PerMove { ms: u64 },
    /// Stages, the same for both players. A last stage with a number of moves repeats.
    Stages(Vec<Stage>),
    /// Stages that differ, as in a decider: `W300-B240`.
    Sides { white: Vec<Stage>, black: Vec<Stage> },
}

impl TimeControl {
    /// White's and Black's stages, if the control has stages.
    pub fn stages(&self) -> Option<(&[Stage], &[Stage])> {
        match self {
            Self::Stages(both) => Some((both, both)),
            Self::Sides { white, black } => Some((white, black)),
            Self::Unknown | Self::None | Self::Sandclock { .. } | Self::PerMove { .. } => None,
        }
    }
}

/// The time one player has for 60 moves, milliseconds: all stages, plus 60 times the increment or delay.
///
/// That is the measure of the FIDE Laws, A.1 and B.1: *the allotted time plus 60 times any increment*. The Laws call a
/// delay one of the two modes of an increment. If the stages differ, the largest counts. A last stage with a number
/// of moves is repeated until 60 moves are covered.
pub fn sixty_moves_ms(stages: &[Stage]) -> u64 {
    let mut total = 0_u64;
    let mut moves = 0_u32;
    for stage in stages {
        total = total.saturating_add(stage.base_ms);
        moves = moves.saturating_add(stage.moves.unwrap_or(60));
    }
    if let Some(&Stage { moves: Some(each @ 1..), base_ms, .. }) = stages.last() {
        let repeats = 60_u32.saturating_sub(moves).div_ceil(each);
        total = total.saturating_add(base_ms.saturating_mul(u64::from(repeats)));
    }
    let largest = stages.iter().map(|s| s.increment_ms.max(s.delay_ms)).max().unwrap_or_default();
    total.saturating_add(largest.saturating_mul(60))
}

/// Seconds without needless digits.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let digits = format!("{rest:03}");
        write!(f, "{whole}.{}", digits.trim_end_matches('0'))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.base_ms))?;
        if self.increment_ms > 0 {
            write!(f, "+{}", Seconds(self.increment_ms))?;
        }
        if self.delay_ms > 0 {
            write!(f, "d{}", Seconds(self.delay_ms))?;
        }
        Ok(())
    }
}

fn join(f: &mut fmt::Formatter<'_>, stages: &[Stage]) -> fmt::Result {
    for (index, stage) in stages.iter().enumerate() {
        if index > 0 {
            f.write_str(":")?;
        }
        write!(f, "{stage}")?;
    }
    Ok(())
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::None => f.write_str("-"),
            Self::Sandclock { ms } => write!(f, "*{}", Seconds(*ms)),
            Self::PerMove { ms } => write!(f, "1/{}", Seconds(*ms)),
            Self::Stages(stages) => join(f, stages),
            Self::Sides { white, black } => {
                f.write_str("W")?;
                join(f, white)?;
                f.write_str("-B")?;
                join(f, black)
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = Refused;

    /// Reads the canonical form, in which every number is seconds; [`read`] knows more forms.
    fn from_str(text: &str) -> Result<Self, Refused> {
        match text {
            "?" => Ok(Self::Unknown),
            "-" => Ok(Self::None),
            _ => encoded::parse(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Stage, TimeControl, sixty_moves_ms};

    fn sixty(text: &str) -> u64 {
        let control: TimeControl = text.parse().expect("a control");
        sixty_moves_ms(control.stages().expect("stages").0)
    }

    #[test]
    fn sixty_moves_by_hand() {
        // 90 minutes and 60 times 30 seconds: two hours.
        assert_eq!(sixty("5400+30"), 7_200_000);
        // 90 + 30 minutes and 30 minutes of increments.
        assert_eq!(sixty("40/5400+30:1800+30"), 9_000_000);
        // 120 + 60 + 15 minutes and 30 minutes.
        assert_eq!(sixty("40/7200:20/3600:900+30"), 13_500_000);
        // Two hours for 40, repeated once for the moves 41 to 60.
        assert_eq!(sixty("40/7200"), 14_400_000);
        assert_eq!(sixty("20/600"), 1_800_000);
        assert_eq!(sixty("60/600"), 600_000);
        assert_eq!(sixty("3600d5"), 3_900_000);
        assert_eq!(sixty_moves_ms(&[]), 0);
        let huge = Stage { base_ms: u64::MAX, increment_ms: u64::MAX, ..Stage::default() };
        assert_eq!(sixty_moves_ms(&[huge, huge]), u64::MAX);
    }

    #[test]
    fn canonical_texts_come_back_as_they_were() {
        for text in [
            "?",
            "-",
            "*180",
            "1/86400",
            "300",
            "300+3",
            "10+0.05",
            "0+1",
            "40/7200:3600",
            "40/5400+30:1800+30",
            "40/7200:20/3600:900+30",
            "3600d5",
            "3600+5d2.5",
            "W300-B240",
            "W40/5400+30:1800+30-B600",
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
    }
}
