//! Why a model finds a move likely, in terms of themes.

use serde::{Deserialize, Serialize};

use super::features::{FEATURES, Theme};
use super::model::DepthAwareAt;
use super::move_features::MoveFeatures;

/// One theme's part in a probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reason {
    pub theme: Theme,
    /// Its addition to the move over the average of the moves that would be played otherwise, in nats: above 0 it
    /// speaks for the move.
    pub nats: f64,
}

/// Reasons for a move against the others, by theme, strongest first. `mv` counts as in the looks: lines first.
/// The comparison is with the average over the other moves, each weighted by its probability: `p` are the model's
/// probabilities of the moves.
pub fn explain(model: &DepthAwareAt, looks: &MoveFeatures, p: &[f64], mv: usize) -> Vec<Reason> {
    let own = p.get(mv).copied().unwrap_or(0.0);
    let others = (1.0 - own).max(f64::MIN_POSITIVE);
    let mut nats: Vec<(Theme, f64)> = Vec::new();
    let mut add = |feature: u8, value: f64| {
        let index = usize::from(feature);
        let (Some(weight), Some((.., theme))) = (model.weights().get(index), FEATURES.get(index)) else {
            return;
        };
        match nats.iter_mut().find(|(known, _)| known == theme) {
            Some((_, sum)) => *sum += weight * value,
            None => nats.push((*theme, weight * value)),
        }
    };
    for (other, p) in p.iter().enumerate() {
        let share = if other == mv { 1.0 } else { -p / others };
        for (feature, value) in looks.row(other) {
            add(*feature, share * f64::from(*value));
        }
    }
    let mut reasons: Vec<Reason> = nats.into_iter().map(|(theme, nats)| Reason { theme, nats }).collect();
    reasons.sort_by(|a, b| b.nats.total_cmp(&a.nats).then(a.theme.cmp(&b.theme)));
    reasons
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Square};
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::*;
    use crate::choice::depth_aware::LastMove;
    use crate::choice::depth_aware::model::tests::blank;
    use crate::choice::depth_aware::{Feature, Previous};

    #[test]
    fn a_recapture_is_explained_as_one() {
        let fen: Fen = "4k3/8/8/8/3p4/5N2/8/4K3 w - - 0 1".parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let line = |mv: &str, cp| Line {
            mv: mv.parse().expect("a move"),
            value: Value::Cp(cp),
            bound: Bound::Exact,
        };
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 12, lines: vec![line("f3d4", 0), line("e1d2", -20)] }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        let previous = Previous {
            theirs: Some(LastMove { from: Square::E5, to: Square::D4, capture: true }),
            ours: None,
        };
        let looks = MoveFeatures::from_position(&position, &previous, &evaluation, None).expect("looks");
        let mut model = blank();
        model.features[Feature::Recapture as usize].at_2400 = 3.0;
        model.features[Feature::Capture as usize].at_2400 = 1.0;
        model.features[Feature::King as usize].at_2400 = -1.0;
        let at = model.at(2400);
        let p = at.probabilities(&looks);
        let reasons = explain(&at, &looks, &p, 0);
        assert_eq!((reasons[0].theme, reasons[0].nats), (Theme::Recapture, 3.0));
        assert_eq!((reasons[1].theme, reasons[1].nats), (Theme::Capture, 1.0));
        // Kings and knights make up the other moves: the king's weight is what a knight's move is spared.
        let king = reasons.iter().find(|r| r.theme == Theme::Piece).expect("there");
        assert!(king.nats > 0.0 && king.nats < 1.0, "{king:?}");
        // Seen from the king's move the same speaks against it.
        let other = explain(&at, &looks, &p, 1);
        assert!(other.iter().any(|r| r.theme == Theme::Recapture && r.nats < -2.0), "{other:?}");
    }
}
