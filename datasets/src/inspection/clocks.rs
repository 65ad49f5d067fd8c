//! How often the clocks of games give the time per move.

use super::document::Clocks;
use super::kinds::Tally;
use crate::clocks::game_clocks::GameClocks;
use crate::clocks::time_control::ParsedControl;
use crate::clocks::times::WhyNot;
use crate::pgn::game::Game;

#[derive(Default)]
pub(super) struct ClockCounts {
    counts: Clocks,
    refused: Tally<&'static str>,
}

impl ClockCounts {
    pub(super) fn add(&mut self, game: &Game, control: Option<&ParsedControl>) {
        let counts = &mut self.counts;
        let Some(clocks) = GameClocks::from_game(game) else {
            counts.without += 1;
            return;
        };
        counts.with += 1;
        counts.unreadable += u64::from(clocks.unreadable > 0);
        let Some(control) = control else {
            return self.refused.add(WhyNot::NoControl.into());
        };
        let settled = clocks.settle(control);
        match settled.times {
            Ok(_) => {
                counts.explained += 1;
                counts.settled_by_clocks += u64::from(settled.by_clocks);
                counts.settled_otherwise +=
                    u64::from(settled.by_clocks && control.control != settled.control);
            }
            Err(why) => self.refused.add(why.into()),
        }
    }

    pub(super) fn document(self) -> Clocks {
        Clocks { refused: self.refused.counted(|code| (*code).to_owned()), ..self.counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocks::time_control::{Source, read};
    use crate::pgn::game::Stamp;

    fn game(left: &[u64]) -> Game {
        let stamp = |seconds: &u64| Stamp {
            clk: Some(format!("0:{:02}:{:02}", seconds / 60, seconds % 60).into()),
            emt: None,
        };
        Game { stamps: left.iter().map(stamp).collect(), ..Game::default() }
    }

    #[test]
    fn times_come_out_where_the_control_explains_the_clocks() {
        // Both sides spend 10 seconds a move of 5 minutes without increment.
        let left: Vec<u64> = (1..=16_u64).map(|ply| 300 - 10 * ply.div_ceil(2)).collect();
        let clocks = GameClocks::from_game(&game(&left)).expect("clocks");
        assert_eq!((clocks.white.len(), clocks.black.len()), (8, 8));
        let control = |text| read(text, Source::OnlineTag).expect(text);
        let times = clocks.settle(&control("300+0")).times.expect("explained");
        assert_eq!(times.white.get(1), Some(&Some(10_000)));
        let mut counts = ClockCounts::default();
        counts.add(&game(&left), Some(&control("300+0")));
        // More time left than the control gives.
        counts.add(&game(&left), Some(&control("60+0")));
        counts.add(&game(&left), None);
        // 50 is read as seconds, and the clocks say minutes.
        let slow: Vec<u64> = (1..=16_u64).map(|ply| 3_000 - 10 * ply.div_ceil(2)).collect();
        let tag = read("50", Source::Tag).expect("a control");
        let mut other = ClockCounts::default();
        other.add(&game(&slow), Some(&tag));
        let other = other.document();
        assert_eq!((other.settled_by_clocks, other.settled_otherwise), (1, 1));
        counts.add(&Game::default(), None);
        let mut odd = game(&left);
        odd.stamps[0].clk = Some("4:50".into());
        counts.add(&odd, Some(&control("300+0")));
        let found = counts.document();
        assert_eq!((found.without, found.with, found.explained), (1, 4, 2));
        assert_eq!(found.unreadable, 1);
        let refused: Vec<(&str, u64)> = found.refused.iter().map(|c| (c.name.as_str(), c.games)).collect();
        assert_eq!(refused, [("no_control", 1), ("start_too_high", 1)]);
    }
}
