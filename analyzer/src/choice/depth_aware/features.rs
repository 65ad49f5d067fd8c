//! The features of a move, by name.

use serde::{Deserialize, Serialize};

/// Subject of a feature; the explanation of a decision is given by theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// How good the move is at the judgment depth.
    Judgment,
    /// How it looked at shallower depths.
    History,
    Capture,
    /// That it takes back.
    Recapture,
    /// Giving check, or getting out of it.
    Check,
    /// Pieces attacked, saved or left hanging.
    Threat,
    Piece,
    /// Where to: forward or back, far or near, to the centre or away.
    Direction,
    /// Castling, and the first move of a piece.
    Development,
    /// Pawns: breaks, passed pawns, promotion.
    Pawn,
    /// How it follows the moves before.
    Previous,
}

impl Theme {
    /// Every theme, in order.
    pub const ALL: [Self; 11] = [
        Self::Judgment,
        Self::History,
        Self::Capture,
        Self::Recapture,
        Self::Check,
        Self::Threat,
        Self::Piece,
        Self::Direction,
        Self::Development,
        Self::Pawn,
        Self::Previous,
    ];
}

macro_rules! features {
    ($($name:ident $text:literal $theme:ident,)*) => {
        /// A feature of a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Feature { $($name,)* }

        /// Every feature with its name in the parameter file and its theme, in order.
        pub const FEATURES: &[(Feature, &str, Theme)] = &[$((Feature::$name, $text, Theme::$theme),)*];
    };
}

// Costs are scaled differences to the best value, in scaled pawns: `root` of one is its square root, `saturated` is
// d / (d + 0.1), or d / (d + 0.05) at shallower depths. A group of depths gives the mean over its depths. `*` is a product with a fact
// about the position: `phase` 1 with all pieces and 0 with none, `value` the best value's distance from 0 in pawns,
// `best` the best value in pawns, `ahead` the same if positive, `legal` ln(legal moves / 30), `gap` root of the second line's cost, `span` root of
// the last line's, `early` root cost over depths 1 to 5.
features! {
    FirstLine "first_line" Judgment,
    SecondLine "second_line" Judgment,
    ThirdLine "third_line" Judgment,
    EqualBest "equal_best" Judgment,
    Unlisted "unlisted" Judgment,
    Cost "cost" Judgment,
    RootCost "root_cost" Judgment,
    SaturatedCost "saturated_cost" Judgment,
    RootCostByValue "root_cost*value" Judgment,
    RootCostByAhead "root_cost*ahead" Judgment,
    RootCostByPhase "root_cost*phase" Judgment,
    RootCostByLegal "root_cost*legal" Judgment,
    FirstByGap "first_line*gap" Judgment,
    FirstByPhase "first_line*phase" Judgment,
    FirstByValue "first_line*value" Judgment,
    FirstByLegal "first_line*legal" Judgment,
    FirstBySpan "first_line*span" Judgment,
    UnlistedBySpan "unlisted*span" Judgment,
    UnlistedByLegal "unlisted*legal" Judgment,
    UnlistedByPhase "unlisted*phase" Judgment,
    RootCost1 "root_cost_at_1" History,
    RootCost2 "root_cost_at_2-3" History,
    RootCost4 "root_cost_at_4-5" History,
    RootCost6 "root_cost_at_6-7" History,
    RootCost8 "root_cost_at_8-9" History,
    RootCost10 "root_cost_from_10" History,
    Absent1 "absent_at_1" History,
    Absent2 "absent_at_2-3" History,
    Absent4 "absent_at_4-5" History,
    Absent6 "absent_at_6-7" History,
    Absent8 "absent_at_8-9" History,
    Absent10 "absent_from_10" History,
    Best1 "best_at_1" History,
    Best2 "best_at_2-3" History,
    Best4 "best_at_4-5" History,
    Best6 "best_at_6-7" History,
    Best8 "best_at_8-9" History,
    Best10 "best_from_10" History,
    SaturatedCost1 "saturated_cost_at_1-3" History,
    SaturatedCost4 "saturated_cost_at_4-7" History,
    SaturatedCost8 "saturated_cost_from_8" History,
    StableBest "stable_best" History,
    NeverListed "never_listed" History,
    Swing "swing" History,
    WorstLately "worst_root_cost_of_last_four" History,
    RootCostByEarly "root_cost*early" History,
    EarlyByLegal "early*legal" History,
    EarlyByPhase "early*phase" History,
    EarlyByValue "early*value" History,
    Capture "capture" Capture,
    TakesLastMover "takes_piece_that_just_moved" Capture,
    ExchangeGain "exchange_gain" Capture,
    ExchangeLoss "exchange_loss" Capture,
    LosingCapture "losing_capture" Capture,
    EvenTrade "even_trade" Capture,
    QueenTrade "queen_trade" Capture,
    CaptureByEndgame "capture*endgame" Capture,
    CaptureByBest "capture*best" Capture,
    RootCostByCapture "root_cost*capture" Capture,
    EarlyByCapture "early*capture" Capture,
    Recapture "recapture" Recapture,
    OnlyRecapture "only_recapture" Recapture,
    EarlyByRecapture "early*recapture" Recapture,
    Check "check" Check,
    SafeCheck "safe_check" Check,
    KingStepsOut "king_steps_out_of_check" Check,
    Interposes "interposes" Check,
    FirstByInCheck "first_line*in_check" Check,
    RootCostByInCheck "root_cost*in_check" Check,
    SavesPiece "moves_attacked_piece" Threat,
    AnswersAttack "answers_attack_by_last_mover" Threat,
    ThreatLeft "threat_left" Threat,
    ThreatRemoved "threat_removed" Threat,
    ThreatMade "threat_made" Threat,
    AttacksQueen "attacks_queen" Threat,
    Defends "defends_attacked_piece" Threat,
    Hangs "hangs_piece" Threat,
    KingZone "aims_at_king" Threat,
    Knight "knight" Piece,
    Bishop "bishop" Piece,
    Rook "rook" Piece,
    Queen "queen" Piece,
    King "king" Piece,
    KnightByPhase "knight*phase" Piece,
    BishopByPhase "bishop*phase" Piece,
    QueenByPhase "queen*phase" Piece,
    KingByEndgame "king*endgame" Piece,
    PawnByEndgame "pawn*endgame" Piece,
    RookByEndgame "rook*endgame" Piece,
    Retreat "retreat" Direction,
    Sideways "sideways" Direction,
    Length "length" Direction,
    QueenLength "queen_length" Direction,
    RookLength "rook_length" Direction,
    TowardCentre "toward_centre" Direction,
    PieceRank "rank_of_piece" Direction,
    TowardKing "toward_king" Direction,
    Mobility "mobility" Direction,
    OpenFile "rook_to_open_file" Direction,
    Castling "castling" Development,
    GivesUpCastling "gives_up_castling" Development,
    Develops "develops" Development,
    Promotion "promotion" Pawn,
    PassedPawn "passed_pawn" Pawn,
    PassedRank "rank_of_passed_pawn" Pawn,
    PawnRank "rank_of_pawn" Pawn,
    EdgePawn "edge_pawn" Pawn,
    TwoSteps "two_steps" Pawn,
    PawnBreak "pawn_break" Pawn,
    ShelterPawn "pawn_before_king" Pawn,
    NearLast "near_last_move" Previous,
    SamePiece "same_piece_again" Previous,
    Undoes "undoes_last_move" Previous,
}

/// A row of features: those that are not 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    pub(super) entries: Vec<(u8, f32)>,
}

impl Row {
    /// Adds a feature; 0 is left out.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "features are of the size of 1; six digits of them are plenty and halve the memory"
    )]
    pub(super) fn put(&mut self, feature: Feature, value: f64) {
        if value != 0.0 && value.is_finite() {
            self.entries.push((feature as u8, value as f32));
        }
    }

    /// Adds 1 if something is so.
    pub(super) fn mark(&mut self, feature: Feature, yes: bool) {
        if yes {
            self.put(feature, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_in_the_order_of_the_features() {
        let names: BTreeSet<&str> = FEATURES.iter().map(|(_, name, _)| *name).collect();
        assert_eq!(names.len(), FEATURES.len());
        for (index, (feature, ..)) in FEATURES.iter().enumerate() {
            assert_eq!(*feature as usize, index);
        }
    }

    #[test]
    fn a_row_holds_what_is_not_zero() {
        let mut row = Row::default();
        row.mark(Feature::Capture, true);
        row.mark(Feature::Check, false);
        row.put(Feature::Cost, 0.0);
        row.put(Feature::RootCost, f64::NAN);
        row.put(Feature::Swing, -0.5);
        assert_eq!(row.entries, vec![(Feature::Capture as u8, 1.0), (Feature::Swing as u8, -0.5)]);
    }
}
