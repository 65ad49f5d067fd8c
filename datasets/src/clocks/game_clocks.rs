//! From the clock texts of a game to its time per move. A text that is no time leaves its move without a clock.

use crate::clocks::comment::{ClockTime, read_clock, read_elapsed};
use crate::clocks::time_control::ParsedControl;
use crate::clocks::times::{MoveClock, Settled, settle};
use crate::pgn::game::{Game, Stamp};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameClocks {
    /// One entry per move of White.
    pub white: Vec<MoveClock>,
    pub black: Vec<MoveClock>,
    /// Texts that are no time; their moves have no clock.
    pub unreadable: u32,
}

impl GameClocks {
    /// Reads the texts of a game; `None` if it has none. White makes the first move of every game that is scored.
    pub fn from_game(game: &Game) -> Option<Self> {
        if game.stamps.is_empty() {
            return None;
        }
        let mut clocks = Self::default();
        for (ply, Stamp { clk, emt }) in game.stamps.iter().enumerate() {
            let mut time = |text: Option<&str>, read: fn(&str) -> Option<ClockTime>| {
                let found = read(text?);
                clocks.unreadable += u32::from(found.is_none());
                found
            };
            let clock = MoveClock {
                left: time(clk.as_deref(), read_clock),
                spent: time(emt.as_deref(), read_elapsed),
            };
            if ply % 2 == 0 {
                clocks.white.push(clock);
            } else {
                clocks.black.push(clock);
            }
        }
        Some(clocks)
    }

    /// The time per move by a control, or why there is none.
    pub fn settle(&self, reading: &ParsedControl) -> Settled {
        settle(reading, &self.white, &self.black)
    }
}

/// Milliseconds per move of White and of Black. `None` where the game has no clocks, or its time control does not explain them.
pub fn move_times(game: &Game) -> Option<[Vec<Option<u64>>; 2]> {
    let clocks = GameClocks::from_game(game)?;
    let times = clocks.settle(&game.time_class().reading?.ok()?).times.ok()?;
    Some([times.white, times.black])
}
