//! One game move by move, for people.

use datasets::clocks::game_clocks::move_times;
use shakmaty::Chess;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use uci_pool::{Evaluation, Line, Value};

use crate::choice::Choices;
use crate::decision::Decision;
use crate::decision::assessment::AssessedTurn;
use crate::judge::screen::document::{
    Exclusion, GameTrace, LineTrace, MoveClass, MoveTrace, ScoredTrace, SecondTrace,
};
use crate::judge::screen::event::Event;
use crate::judge::screen::second_model::Second;
use crate::statistics::projection::Projection;
use crate::statistics::statistic::{ASD, EV, MM};

/// The games of an event with their moves, and the time used on each move where the clocks give it.
pub(super) fn games(
    event: &Event<'_>,
    moves: impl Iterator<Item = impl Iterator<Item = MoveTrace>>,
) -> Vec<GameTrace> {
    let input =
        |index: usize| event.collection.inputs.get(index).map_or_else(String::new, |i| i.name.clone());
    let rows = event.collection.games.iter().zip(&event.roster.games).zip(moves);
    rows.map(|((game, sides), moves)| {
        let times = move_times(game);
        let seconds = |ply: usize| {
            let ms = (*times.as_ref()?.get(ply % 2)?.get(ply / 2)?)?;
            Some(ms as f64 / 1000.0)
        };
        let timed = |(ply, mv): (usize, MoveTrace)| MoveTrace { seconds: seconds(ply), ..mv };
        GameTrace {
            white: sides.0,
            black: sides.1,
            date: game.date.clone(),
            round: game.round.clone(),
            result: game.result.as_str(),
            input: input(game.input),
            number: game.number,
            sha256: game.sha256.clone(),
            moves: moves.enumerate().map(timed).collect(),
        }
    })
    .collect()
}

pub(crate) fn move_trace(
    assessed: &AssessedTurn<'_>,
    projected: Option<&(Choices, Projection)>,
    second: Option<&Second>,
) -> MoveTrace {
    let AssessedTurn { turn, outcome, .. } = assessed;
    // An excluded turn may stand in the evaluations because another game needed its position.
    let evaluation = assessed.evaluation.filter(|_| turn.excluded.is_none());
    let apart = evaluation.and_then(|_| assessed.restricted_value());
    let lines = evaluation.map_or(&[][..], Evaluation::lines);
    let position = if lines.is_empty() { None } else { position(&turn.fen) };
    let probabilities = projected.map(|(choices, _)| choices.lines.as_slice());
    let line = |(index, line): (usize, &Line)| LineTrace {
        san: position.as_ref().map_or_else(String::new, |p| san(p, line.mv)),
        probability: probabilities.and_then(|p| p.get(index)).copied(),
        ..value_trace(line.value)
    };
    let traced: Vec<LineTrace> = lines.iter().enumerate().map(line).collect();
    let rank = lines.iter().position(|line| line.mv == turn.played);
    let played_value = match (rank, apart) {
        (Some(index), _) => traced.get(index).cloned(),
        (None, Some(value)) => Some(LineTrace { san: turn.san.clone(), ..value_trace(value) }),
        (None, None) => None,
    };
    MoveTrace {
        fen: turn.fen.clone(),
        san: turn.san.clone(),
        uci: turn.played.to_string(),
        class: class(outcome),
        lines: traced,
        rank,
        played_value,
        scored: match outcome {
            Ok(decision) => Some(scored(decision, projected, second)),
            Err(_) => None,
        },
        seconds: None,
    }
}

fn scored(
    decision: &Decision,
    projected: Option<&(Choices, Projection)>,
    second: Option<&Second>,
) -> ScoredTrace {
    let projection = projected.map(|(_, projection)| projection);
    ScoredTrace {
        delta: decision.played_delta(),
        loss_cp: 100.0 * decision.played_difference(),
        p_first: projection.map(|p| p.mean(MM)),
        p_equal: projection.map(|p| p.mean(EV)),
        expected_delta: projection.map(|p| p.mean(ASD)),
        second: second.map(|second| SecondTrace {
            p_first: second.projection.mean(MM),
            p_played: second.played,
            reason: second.reason,
        }),
    }
}

fn class(outcome: &Result<Decision, Exclusion>) -> MoveClass {
    match outcome {
        Ok(decision) if decision.is_equal_match() => MoveClass::Match,
        Ok(_) => MoveClass::Inferior,
        Err(Exclusion::Opening | Exclusion::UnscoredGame) => MoveClass::Opening,
        Err(Exclusion::Late) => MoveClass::Late,
        Err(Exclusion::GameOver) => MoveClass::GameOver,
        Err(Exclusion::Repeated) => MoveClass::Repeated,
        Err(Exclusion::Forced) => MoveClass::Forced,
        Err(Exclusion::Decided) => MoveClass::Decided,
        Err(Exclusion::Failed) => MoveClass::Failed,
    }
}

fn value_trace(value: Value) -> LineTrace {
    let (cp, mate) = match value {
        Value::Cp(cp) => (Some(cp), None),
        Value::Mate(n) => (None, Some(n)),
    };
    LineTrace { san: String::new(), cp, mate, probability: None }
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(uci_pool::mode(fen)).ok()
}

fn san(position: &Chess, mv: UciMove) -> String {
    mv.to_move(position)
        .map_or_else(|_| mv.to_string(), |legal| SanPlus::from_move(position.clone(), legal).to_string())
}
