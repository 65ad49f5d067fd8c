//! Values to scaled differences.

use uci_pool::Value;

/// Largest raw difference that counts, in pawns (Regan and Haworth 2011, section 3).
pub const CAP_PAWNS: f64 = 10.0;

/// The scale `F(v) = sign(v) ln(1 + |v|)`, `v` in pawns. People err about twice as much when half a pawn
/// ahead or behind; the scale takes that out (Regan, Macieja, Haworth 2011, section 3).
pub fn scaled(pawns: f64) -> f64 {
    let magnitude = libm::log1p(pawns.abs());
    if pawns < 0.0 { -magnitude } else { magnitude }
}

/// Raw difference between the best value and another, in pawns, from 0 to [`CAP_PAWNS`].
///
/// A mate counts as lying 10 pawns beyond any evaluation, so a mate on one side of the pair gives the cap,
/// and two mates for the same side give 0. A value above the best (which an engine's own order can contain
/// only through a search apart) gives 0.
pub fn difference(best: Value, other: Value) -> f64 {
    match (best, other) {
        (Value::Cp(best), Value::Cp(other)) => {
            ((f64::from(best) - f64::from(other)) / 100.0).clamp(0.0, CAP_PAWNS)
        }
        (Value::Mate(best), Value::Mate(other)) if (best > 0) == (other > 0) => 0.0,
        _ if best > other => CAP_PAWNS,
        _ => 0.0,
    }
}

/// Scaled difference `F(v_0) - F(v_0 - difference)`, 0 or more, in scaled pawns; `best` in pawns.
pub fn scaled_difference(best: f64, difference: f64) -> f64 {
    scaled(best) - scaled(best - difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn the_scale_is_odd_and_logarithmic() {
        close(scaled(0.0), 0.0);
        close(scaled(1.0), std::f64::consts::LN_2);
        close(scaled(-2.0), -1.098_612_288_668_109_8); // -ln 3
    }

    #[test]
    fn a_pawn_lost_weighs_less_when_ahead() {
        // ln 2 - ln 1 against ln 4 - ln 3, by hand.
        close(scaled_difference(1.0, 1.0), std::f64::consts::LN_2);
        close(scaled_difference(3.0, 1.0), 0.287_682_072_451_780_9);
        // Across zero both sides count: ln 1.5 + ln 1.5.
        close(scaled_difference(0.5, 1.0), 0.810_930_216_216_328_8);
    }

    #[test]
    fn trap_07_mates_are_capped_and_never_thousands() {
        close(difference(Value::Cp(20), Value::Mate(-3)), 10.0);
        close(difference(Value::Cp(20), Value::Cp(-30_000)), 10.0);
        close(difference(Value::Mate(2), Value::Cp(900)), 10.0);
        close(difference(Value::Mate(2), Value::Mate(5)), 0.0);
        close(difference(Value::Mate(2), Value::Mate(-5)), 10.0);
        close(difference(Value::Cp(20), Value::Cp(-15)), 0.35);
    }
}
