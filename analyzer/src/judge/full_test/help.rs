//! The parts of the Bayes factor of help: which kind of help, which games, and which moves, with the opponents' beside them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::player_decision::PlayerDecision;
use crate::judge::hints::sequence::PlayerMoves;
use crate::statistics::bayes_factor::{Alternative, MoveChance, StrengthGrid, explain};

/// The parts of the value over all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpEvidence {
    /// Decimal logarithm of the value over all games.
    pub log10_value: f64,
    /// Share of each kind of help in it; they add up to 1.
    pub kinds: Vec<KindShare>,
    /// The games, in the order of play.
    pub games: Vec<HelpedGame>,
}

/// A kind of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelpKind {
    /// On any move alike.
    Uniform,
    /// In some games.
    SomeGames,
    /// From one game on, or up to one game.
    Run,
    /// On critical moves.
    Critical,
}

impl HelpKind {
    const ALL: [Self; 4] = [Self::Uniform, Self::SomeGames, Self::Run, Self::Critical];

    fn from_alternative(alternative: Alternative) -> Self {
        match alternative {
            Alternative::Uniform { .. } => Self::Uniform,
            Alternative::SomeGames { .. } => Self::SomeGames,
            Alternative::From { .. } | Alternative::UpTo { .. } => Self::Run,
            Alternative::Critical { .. } => Self::Critical,
        }
    }
}

/// The part of a kind of help in the value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KindShare {
    pub kind: HelpKind,
    /// 0 to 1.
    pub share: f64,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpedGame {
    /// Its index in the event.
    pub game: usize,
    pub decisions: u32,
    /// Mean number of helped moves, if there was help at all.
    pub helped: f64,
    /// The player's moves, from this game alone.
    pub player: Vec<HelpedMove>,
    /// The opponent's moves, from this game alone and at the opponent's rating; empty if they cannot be projected.
    pub opponent: Vec<HelpedMove>,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpedMove {
    /// Ply in the game, from 0.
    pub ply: usize,
    /// Probability that the move was helped, 0 to 1, if there was help in the game.
    pub helped: f64,
}

/// The moves of one side of one game, which is all of `game`.
pub(super) fn helped_moves(
    own: &[PlayerDecision],
    grid: &StrengthGrid,
    game: &[Vec<MoveChance>],
) -> Vec<HelpedMove> {
    let found = explain(grid, game).moves;
    let moves = own.iter().zip(found.into_iter().flatten());
    moves.map(|(own, helped)| HelpedMove { ply: own.ply, helped }).collect()
}

/// `None` without decisions. `opponent` gives the opponent's moves in a game, by its index.
pub(super) fn help(
    own: &[PlayerDecision],
    moves: &PlayerMoves,
    opponent: impl Fn(usize) -> Vec<HelpedMove>,
) -> Option<HelpEvidence> {
    let played = moves.played();
    let found = explain(&moves.grid, &played);
    let kind = |kind: HelpKind| {
        let of = found
            .alternatives
            .iter()
            .filter(|(alternative, _)| HelpKind::from_alternative(*alternative) == kind);
        KindShare { kind, share: of.map(|(_, share)| share).sum() }
    };
    let games: Vec<HelpedGame> = own
        .chunk_by(|a, b| a.game == b.game)
        .zip(played.iter().zip(&found.moves))
        .filter_map(|(own, (chances, helped))| {
            let game = own.first()?.game;
            Some(HelpedGame {
                game,
                decisions: u32::try_from(helped.len()).unwrap_or(u32::MAX),
                helped: helped.iter().sum(),
                player: helped_moves(own, &moves.grid, std::slice::from_ref(chances)),
                opponent: opponent(game),
            })
        })
        .collect();
    (!games.is_empty()).then(|| HelpEvidence {
        log10_value: found.ln_value * std::f64::consts::LOG10_E,
        kinds: HelpKind::ALL.map(kind).into(),
        games,
    })
}
