//! The rule of thumb for agreement with an engine. It is a reading aid beside the move match and no level: games differ in how
//! forcing they are, so no action follows from it, and it does not stand in the file of the rules.

/// Agreement that is unusual at a rating, by a straight line (RN IV).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleOfThumb {
    /// Unusual at [`Self::rating`], in per cent of the moves.
    pub percent: f64,
    pub rating: f64,
    /// Change per 100 rating points, in percentage points.
    pub per_100: f64,
    /// How far below the unusual agreement the typical one lies, in percentage points.
    pub typical_below: f64,
}

/// 70 % for 2800 less 1.5 for every 100 points; typical is 12 lower (RN IV).
pub const RULE_OF_THUMB: RuleOfThumb =
    RuleOfThumb { percent: 70.0, rating: 2800.0, per_100: 1.5, typical_below: 12.0 };

impl RuleOfThumb {
    /// Agreement that is unusual at a rating, in per cent.
    pub fn unusual(&self, rating: f64) -> f64 {
        self.percent - self.per_100 * (self.rating - rating) / 100.0
    }

    /// Agreement that is typical at a rating, in per cent.
    pub fn typical(&self, rating: f64) -> f64 {
        self.unusual(rating) - self.typical_below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RN IV prints 64 % for 2400 and 61 % for 2200.
    #[test]
    fn printed_values() {
        let at = |rating| (RULE_OF_THUMB.unusual(rating), RULE_OF_THUMB.typical(rating));
        assert_eq!([2800.0, 2400.0, 2200.0].map(at), [(70.0, 58.0), (64.0, 52.0), (61.0, 49.0)]);
    }
}
