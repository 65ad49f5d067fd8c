//! Games of an online arena in which a player went *berserk*: half of the own time, and no increment, for one more point
//! (<https://lichess.org/tournament/help>). No tag says so; the clocks do.

use crate::clocks::game_clocks::GameClocks;
use crate::clocks::time_control::{Stage, TimeControl};
use crate::clocks::times::MoveClock;
use crate::pgn::game::Game;

/// A clock that starts within this many milliseconds of half of the base.
const TOLERANCE_MS: u64 = 1_000;
/// Of a shorter base the half is no telling time, milliseconds.
const MIN_BASE_MS: u64 = 15_000;
/// Fewer readings than this do not show that there was no increment.
const MIN_READINGS: usize = 4;

/// Whether a player began with half of the time of the control and never had an increment. Where the control has none, only a game of
/// Lichess counts: elsewhere somebody may have come late.
pub(crate) fn is_berserk(game: &Game, control: &TimeControl) -> bool {
    let Some((stages, clocks)) = control.stages().zip(GameClocks::from_game(game)) else { return false };
    let lichess = game.platform() == Some("Lichess");
    halved(stages.0, &clocks.white, lichess) || halved(stages.1, &clocks.black, lichess)
}

fn halved(stages: &[Stage], moves: &[MoveClock], lichess: bool) -> bool {
    let &[Stage { moves: None, base_ms, increment_ms, delay_ms: 0 }] = stages else { return false };
    let left: Vec<u64> = moves.iter().map_while(|one| one.left).map(|time| time.ms).collect();
    let half = left.first().is_some_and(|first| first.abs_diff(base_ms / 2) <= TOLERANCE_MS);
    let falls = left.windows(2).all(|pair| pair[1] <= pair[0]);
    half && falls && base_ms >= MIN_BASE_MS && left.len() >= MIN_READINGS && (increment_ms > 0 || lichess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::Stamp;

    /// A game with the clocks of White and Black in seconds, moves in turn.
    fn game(site: &str, white: &[u32], black: &[u32]) -> Game {
        let clk = |seconds: &u32| Stamp {
            clk: Some(format!("0:{:02}:{:02}", seconds / 60, seconds % 60).into()),
            ..Stamp::default()
        };
        let stamps = white.iter().zip(black).flat_map(|(white, black)| [clk(white), clk(black)]).collect();
        Game { site: Some(site.into()), stamps, ..Game::default() }
    }

    fn berserk(site: &str, control: &str, white: &[u32], black: &[u32]) -> bool {
        is_berserk(&game(site, white, black), &control.parse().expect("a control"))
    }

    const LICHESS: &str = "https://lichess.org/abcd1234";

    #[test]
    fn half_of_the_time_and_no_increment() {
        let (full, half) = ([180, 181, 182, 181, 180], [90, 89, 88, 86, 80]);
        assert!(berserk(LICHESS, "180+2", &full, &half));
        assert!(berserk(LICHESS, "180+2", &half, &full));
        assert!(berserk(LICHESS, "180+2", &half, &half));
        assert!(!berserk(LICHESS, "180+2", &full, &full));
        // The clock grows, so there was an increment: the player came late.
        assert!(!berserk(LICHESS, "180+2", &full, &[90, 91, 89, 90, 85]));
        // Two seconds off the half.
        assert!(!berserk(LICHESS, "180+2", &full, &[88, 87, 86, 85, 84]));
        // Too short to show it.
        assert!(!berserk(LICHESS, "180+2", &full[..3], &half[..3]));
    }

    #[test]
    fn without_an_increment_only_where_there_is_such_a_rule() {
        let (full, half) = ([60, 60, 59, 58, 57], [30, 30, 29, 28, 27]);
        assert!(berserk(LICHESS, "60", &half, &full));
        assert!(!berserk("Chess.com", "60", &half, &full));
        assert!(berserk("Chess.com", "60+1", &half, &[60, 61, 60, 60, 60]), "an increment is missing");
        // Two stages: nobody's arena.
        assert!(!berserk(LICHESS, "40/60:30", &half, &full));
    }
}
