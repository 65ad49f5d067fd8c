//! How every legal move of a position looked: the features of all of them, ready for a choice model.

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};
use uci_pool::{Evaluation, Value};

use super::features::{Feature, Row};
use super::history::{DepthTrace, History};
use super::moves::{Context, LastMove, Previous, Situation, phase};
use crate::decision::plan::GamePlan;

/// Typical number of features of a move that are not 0.
const FEATURES_OF_A_MOVE: usize = 40;

/// The features of every legal move: first the lines in the engine's order, then the unlisted moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveFeatures {
    /// Where each move's features end in `entries`.
    ends: Vec<u32>,
    /// Feature and value, those that are not 0.
    entries: Vec<(u8, f32)>,
    /// How many of the moves are lines.
    listed: usize,
    /// Facts about the position.
    context: Context,
    played: Option<usize>,
}

impl MoveFeatures {
    /// Looks at the position before a turn of a game; `None` if the position is not one of usual chess, or the
    /// evaluation belongs to another position.
    pub fn of_turn(plan: &GamePlan, ply: usize, evaluation: &Evaluation) -> Option<Arc<Self>> {
        let turn = plan.turns.get(ply)?;
        let before = |back: usize| {
            let turn = plan.turns.get(ply.checked_sub(back)?)?;
            let mv = turn.played.to_move(&position(&turn.fen)?).ok()?;
            Some(LastMove { from: mv.from()?, to: mv.to(), capture: mv.is_capture() })
        };
        let previous = Previous { theirs: before(1), ours: before(2) };
        let looks = Self::from_position(&position(&turn.fen)?, &previous, evaluation, Some(turn.played))?;
        Some(Arc::new(looks))
    }

    /// Looks at a position; `None` if a line of the evaluation is not a legal move, or there is no line. `played` is the
    /// move that was played in the game, for the fit.
    pub fn from_position(
        position: &Chess,
        previous: &Previous,
        evaluation: &Evaluation,
        played: Option<UciMove>,
    ) -> Option<Self> {
        let legal = position.legal_moves();
        let moves: Vec<(UciMove, Move)> =
            legal.iter().map(|mv| (mv.to_uci(CastlingMode::Standard), *mv)).collect();
        let lines = evaluation.lines();
        let first = lines.first()?.value;
        let mut ordered = Vec::with_capacity(moves.len());
        for line in lines {
            ordered.push(*moves.iter().find(|(uci, _)| *uci == line.mv)?);
        }
        let unlisted = moves.iter().filter(|(uci, _)| lines.iter().all(|line| line.mv != *uci));
        ordered.extend(unlisted);
        let context = Context {
            phase: phase(position.board()),
            best: pawns(first),
            legal: libm::log(moves.len() as f64 / 30.0),
        };
        let history = History::new(evaluation);
        let situation = Situation::new(position, &legal, previous, context);
        let mut ends = Vec::with_capacity(ordered.len());
        // One row after the other.
        let mut row = Row { entries: Vec::with_capacity(FEATURES_OF_A_MOVE * ordered.len()) };
        let mut never: Option<(DepthTrace, Row)> = None;
        let played = ordered.iter().position(|(uci, _)| Some(*uci) == played);
        for (index, (uci, mv)) in ordered.into_iter().enumerate() {
            let looked = || {
                let (course, mut written) = (history.course(uci), Row::default());
                course.write(&mut written);
                (course, written)
            };
            let own;
            let (course, written) = if history.ever_listed(uci) {
                own = looked();
                &own
            } else {
                never.get_or_insert_with(looked)
            };
            let costs = (course.cost(), course.early());
            judgment(index, index < lines.len(), &history, &context, costs, &mut row);
            row.mark(Feature::FirstByInCheck, index == 0 && situation.in_check());
            row.entries.extend_from_slice(&written.entries);
            situation.write(mv, course, &mut row);
            ends.push(u32::try_from(row.entries.len()).ok()?);
        }
        // Fits keep a hundred thousand of these.
        row.entries.shrink_to_fit();
        Some(Self { ends, entries: row.entries, listed: lines.len(), context, played })
    }

    /// Number of legal moves.
    pub fn moves(&self) -> usize {
        self.ends.len()
    }

    /// Number of lines; the other moves are unlisted.
    pub fn listed(&self) -> usize {
        self.listed
    }

    pub fn feature(&self, mv: usize, feature: Feature) -> f64 {
        let found = self.row(mv).iter().find(|(k, _)| *k == feature as u8);
        found.map_or(0.0, |(_, value)| f64::from(*value))
    }

    /// The move that was played in the game, as an index.
    pub fn played(&self) -> Option<usize> {
        self.played
    }

    /// The same moves with another one as the move played.
    #[cfg(test)]
    pub(crate) fn with_played(self, mv: usize) -> Self {
        Self { played: (mv < self.moves()).then_some(mv), ..self }
    }

    /// Facts about the position.
    pub fn context(&self) -> Context {
        self.context
    }

    /// Features of a move that are not 0, as index and value.
    pub fn row(&self, mv: usize) -> &[(u8, f32)] {
        let end = |k: usize| self.ends.get(k).map_or(0, |e| *e as usize);
        let start = mv.checked_sub(1).map_or(0, end);
        self.entries.get(start..end(mv)).unwrap_or_default()
    }
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

fn pawns(value: Value) -> f64 {
    value.centipawns().map_or(0.0, |cp| (f64::from(cp) / 100.0).clamp(-3.0, 3.0))
}

/// Features of the judgment depth. `costs` is the move's cost there and its root cost over depths 1 to 5.
fn judgment(
    index: usize,
    listed: bool,
    history: &History,
    context: &Context,
    costs: (f64, f64),
    row: &mut Row,
) {
    let (cost, early) = costs;
    let (root, value) = (cost.sqrt(), context.best.abs());
    row.mark(Feature::FirstLine, index == 0);
    row.mark(Feature::SecondLine, listed && index == 1);
    row.mark(Feature::ThirdLine, listed && index == 2);
    row.mark(Feature::EqualBest, listed && cost == 0.0);
    row.put(Feature::Cost, cost);
    row.put(Feature::RootCost, root);
    row.put(Feature::SaturatedCost, cost / (cost + 0.1));
    row.put(Feature::RootCostByValue, root * value);
    row.put(Feature::RootCostByAhead, root * context.best.max(0.0));
    row.put(Feature::RootCostByPhase, root * context.phase);
    row.put(Feature::RootCostByLegal, root * context.legal);
    if index == 0 {
        row.put(Feature::FirstByGap, history.cost(1).unwrap_or(2.0).sqrt());
        row.put(Feature::FirstByPhase, context.phase);
        row.put(Feature::FirstByValue, value);
        row.put(Feature::FirstByLegal, context.legal);
        row.put(Feature::FirstBySpan, history.span().sqrt());
    }
    if !listed {
        row.mark(Feature::Unlisted, true);
        row.put(Feature::UnlistedBySpan, history.span().sqrt());
        row.put(Feature::UnlistedByLegal, context.legal);
        row.put(Feature::UnlistedByPhase, context.phase);
    }
    row.put(Feature::RootCostByEarly, root * early);
    row.put(Feature::EarlyByLegal, early * context.legal);
    row.put(Feature::EarlyByPhase, early * context.phase);
    row.put(Feature::EarlyByValue, early * value);
}

#[cfg(test)]
mod tests {
    use uci_pool::{Bound, DepthLines, Line};

    use super::*;

    fn line(mv: &str, cp: i32) -> Line {
        Line { mv: mv.parse().expect("a move"), value: Value::Cp(cp), bound: Bound::Exact }
    }

    fn evaluation(lines: Vec<Line>) -> Evaluation {
        Evaluation {
            depths: vec![DepthLines { depth: 12, lines }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        }
    }

    fn value(looks: &MoveFeatures, mv: usize, feature: Feature) -> f32 {
        let found = looks.row(mv).iter().find(|(k, _)| *k == feature as u8);
        found.map_or(0.0, |(_, v)| *v)
    }

    #[test]
    fn lines_come_first_and_every_legal_move_is_there() {
        let position = Chess::default();
        let evaluation = evaluation(vec![line("e2e4", 30), line("d2d4", 30), line("c2c4", 10)]);
        let looks =
            MoveFeatures::from_position(&position, &Previous::default(), &evaluation, None).expect("looks");
        assert_eq!((looks.moves(), looks.listed()), (20, 3));
        assert_eq!(value(&looks, 0, Feature::FirstLine), 1.0);
        assert_eq!(value(&looks, 1, Feature::EqualBest), 1.0);
        assert_eq!(value(&looks, 2, Feature::EqualBest), 0.0);
        assert_eq!(value(&looks, 2, Feature::ThirdLine), 1.0);
        assert_eq!((3..20).map(|mv| value(&looks, mv, Feature::Unlisted)).sum::<f32>(), 17.0);
        // Cost of c2c4: ln 1.3 - ln 1.1.
        let cost = libm::log(1.3 / 1.1);
        assert!((f64::from(value(&looks, 2, Feature::Cost)) - cost).abs() < 1e-6);
        assert_eq!(looks.context().phase, 1.0);
        assert!((looks.context().legal - libm::log(20.0 / 30.0)).abs() < 1e-12);
    }

    #[test]
    fn lines_of_another_position_are_refused() {
        let position = Chess::default();
        let foreign = evaluation(vec![line("e7e5", 30)]);
        assert_eq!(MoveFeatures::from_position(&position, &Previous::default(), &foreign, None), None);
        assert_eq!(
            MoveFeatures::from_position(&position, &Previous::default(), &evaluation(Vec::new()), None),
            None
        );
    }
}
