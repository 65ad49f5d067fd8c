//! Means over some decisions of traced games: what was seen beside what was projected.
//!
//! For the course of an event and for rounds beside each other. There is no z here: one game or one round has too few
//! decisions for one, and the z of a player is made over the whole event (see `three_tests`).

use crate::judge::screen::document::{GameTrace, MoveClass, MoveTrace, Projected};

/// Observed and projected means over some decisions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Means {
    pub decisions: u32,
    /// Move match: share in which the first line was played, 0 to 1.
    pub mm: Projected,
    /// Standard deviation of the observed move match around the projected one over independent decisions; absent where the
    /// projection is.
    pub mm_sd: Option<f64>,
    /// Equal-value match: share in which a move equal to the best was played, 0 to 1.
    pub ev: Projected,
    /// Average scaled difference, in scaled pawns; smaller is better play.
    pub asd: Projected,
}

pub fn of_side(game: &GameTrace, white: bool) -> impl Iterator<Item = &MoveTrace> {
    game.moves.iter().skip(usize::from(!white)).step_by(2)
}

/// The means over the scored decisions among some moves. A projection is absent if any decision has none.
pub fn means<'a>(moves: impl IntoIterator<Item = &'a MoveTrace>) -> Means {
    let mut decisions = 0_u32;
    let mut seen = [0.0_f64; 3];
    let mut projected = [Some(0.0_f64); 3];
    let mut variance = Some(0.0_f64);
    for mv in moves {
        let Some(scored) = &mv.scored else { continue };
        decisions = decisions.saturating_add(1);
        let here = [
            f64::from(u8::from(mv.rank == Some(0))),
            f64::from(u8::from(mv.class == MoveClass::Match)),
            scored.delta,
        ];
        for (sum, value) in seen.iter_mut().zip(here) {
            *sum += value;
        }
        variance = variance.zip(scored.p_first).map(|(sum, p)| sum + p * (1.0 - p));
        let expected = [scored.p_first, scored.p_equal, scored.expected_delta];
        for (sum, value) in projected.iter_mut().zip(expected) {
            *sum = sum.zip(value).map(|(sum, value)| sum + value);
        }
    }
    let mean = |sum: f64| (decisions > 0).then(|| sum / f64::from(decisions));
    let [mm, ev, asd] = [0, 1, 2].map(|test: usize| Projected {
        observed: seen.get(test).copied().and_then(mean),
        expected: projected.get(test).copied().flatten().and_then(mean),
    });
    let mm_sd = variance.filter(|_| decisions > 0).map(|sum| sum.sqrt() / f64::from(decisions));
    Means { decisions, mm, mm_sd, ev, asd }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::screen::document::ScoredTrace;

    fn decision(rank: usize, class: MoveClass, delta: f64, p: Option<[f64; 3]>) -> MoveTrace {
        MoveTrace {
            fen: String::new(),
            san: "Nf3".to_owned(),
            uci: "g1f3".to_owned(),
            class,
            lines: Vec::new(),
            rank: Some(rank),
            played_value: None,
            scored: Some(ScoredTrace {
                delta,
                loss_cp: 0.0,
                p_first: p.map(|p| p[0]),
                p_equal: p.map(|p| p[1]),
                expected_delta: p.map(|p| p[2]),
                second: None,
            }),
            seconds: None,
        }
    }

    fn close(found: Option<f64>, by_hand: f64) {
        let found = found.expect("a mean");
        assert!((found - by_hand).abs() < 1e-15, "{found} {by_hand}");
    }

    #[test]
    fn means_by_hand() {
        use MoveClass::{Inferior, Match, Opening};
        let mut opening = decision(0, Opening, 0.0, None);
        opening.scored = None;
        let moves = [
            decision(0, Match, 0.0, Some([0.5, 0.75, 0.125])),
            // As good as the best, but another move.
            decision(1, Match, 0.0, Some([0.25, 0.5, 0.25])),
            decision(2, Inferior, 0.5, Some([0.75, 0.75, 0.0])),
            decision(0, Match, 0.0, Some([0.5, 1.0, 0.125])),
            opening,
        ];
        let m = means(&moves);
        assert_eq!(m.decisions, 4);
        // First line 2 of 4, equal value 3 of 4, difference 0.5 / 4.
        for (found, by_hand) in [
            (m.mm.observed, 0.5),
            (m.mm.expected, 0.5),
            // Variances 1/4, 3/16, 3/16 and 1/4: 7/8, and its root over 4.
            (m.mm_sd, 0.875_f64.sqrt() / 4.0),
            (m.ev.observed, 0.75),
            (m.ev.expected, 0.75),
            (m.asd.observed, 0.125),
            (m.asd.expected, 0.125),
        ] {
            close(found, by_hand);
        }
    }

    #[test]
    fn nothing_is_guessed_where_something_is_missing() {
        assert_eq!(means([]), Means::default());
        let moves = [
            decision(0, MoveClass::Match, 0.0, Some([0.5, 0.5, 0.1])),
            decision(0, MoveClass::Match, 0.0, None),
        ];
        let m = means(&moves);
        assert_eq!((m.decisions, m.mm.observed, m.mm.expected), (2, Some(1.0), None));
        assert_eq!(m.mm_sd, None);
    }

    #[test]
    fn sides_take_turns() {
        let moves: Vec<MoveTrace> = (0..5).map(|n| decision(n, MoveClass::Match, 0.0, None)).collect();
        let game = GameTrace {
            white: 0,
            black: 1,
            date: String::new(),
            round: String::new(),
            result: "*",
            input: String::new(),
            number: 1,
            sha256: String::new(),
            moves,
        };
        let ranks = |white| of_side(&game, white).filter_map(|mv| mv.rank).collect::<Vec<_>>();
        assert_eq!((ranks(true), ranks(false)), (vec![0, 2, 4], vec![1, 3]));
    }
}
