//! Who met whom: two lines of players that name each other make a pairing.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defect::Place;
use super::model::{Code, Colour, Trf, column};

/// Two players who met, or were to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Round, from 1.
    pub round: u16,
    /// Indices into [`Trf::players`]: White first if the colours are known, else in the order of the file.
    pub players: [usize; 2],
    /// The result in each one's line; `None` if that line does not name the other.
    pub codes: [Option<Code>; 2],
    /// Whether the lines give the two opposite colours. One blank beside a colour counts as its opposite.
    pub coloured: bool,
    /// Where the round stands in the first player's line, or in the line that names the other.
    pub place: Place,
}

/// How a pairing of the report ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// On the board.
    Played,
    /// In less than one move.
    Short,
    /// One or both did not come.
    Forfeit,
    /// No result yet.
    Open,
    /// The two lines contradict each other.
    Contradictory,
}

/// The end of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Contradictory also if only one line names the other.
    pub how: How,
    /// Half points of the first and of the second player; none without a result.
    pub halves: Option<[u8; 2]>,
}

impl Pairing {
    /// Whether both lines name each other.
    #[must_use]
    pub fn is_mutual(&self) -> bool {
        self.codes.iter().all(Option::is_some)
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        let [first, second] = self.codes.map(|code| code.and_then(result));
        match (first, second) {
            (Some((How::Open, _)), Some((How::Open, _))) => Ending { how: How::Open, halves: None },
            (Some((how, one)), Some((other_how, other)))
                if how == other_how && (one + other == 2 || (how, one, other) == (How::Forfeit, 0, 0)) =>
            {
                Ending { how, halves: Some([one, other]) }
            }
            _ => Ending { how: How::Contradictory, halves: None },
        }
    }
}

/// The kind of result and its half points; none for byes, which nobody plays against.
fn result(code: Code) -> Option<(How, u8)> {
    Some(match code {
        Code::Win => (How::Played, 2),
        Code::Draw => (How::Played, 1),
        Code::Loss => (How::Played, 0),
        Code::ShortWin => (How::Short, 2),
        Code::ShortDraw => (How::Short, 1),
        Code::ShortLoss => (How::Short, 0),
        Code::ForfeitWin => (How::Forfeit, 2),
        Code::ForfeitLoss => (How::Forfeit, 0),
        Code::Blank => (How::Open, 0),
        Code::FullBye | Code::HalfBye | Code::PairingBye | Code::ZeroBye => return None,
    })
}

/// One side's line on a round.
#[derive(Clone, Copy)]
struct Claim {
    player: usize,
    colour: Option<Colour>,
    code: Code,
}

impl Trf {
    /// Players by starting rank, as indices into [`Trf::players`].
    #[must_use]
    pub fn numbers(&self) -> BTreeMap<u16, usize> {
        self.players.iter().enumerate().map(|(index, player)| (player.number, index)).collect()
    }

    /// Every pairing that at least one line gives, by round and place. Rounds against oneself or against a number
    /// without a line are left out; [`Trf::inconsistencies`] has them.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        let numbers = self.numbers();
        let mut claims: BTreeMap<(u16, usize, usize), [Option<Claim>; 2]> = BTreeMap::new();
        for (index, player) in self.players.iter().enumerate() {
            for (round, entry) in player.numbered_rounds() {
                let Some(&other) = entry.opponent.and_then(|number| numbers.get(&number)) else {
                    continue;
                };
                if other == index {
                    continue;
                }
                let claim = Claim { player: index, colour: entry.colour, code: entry.code };
                let pair = claims.entry((round, index.min(other), index.max(other))).or_default();
                pair[usize::from(index > other)] = Some(claim);
            }
        }
        let mut pairings: Vec<Pairing> = claims
            .into_iter()
            .map(|((round, low, high), pair)| self.pairing(round, [low, high], pair))
            .collect();
        pairings.sort_by_key(|pairing| (pairing.round, pairing.place));
        pairings
    }

    fn pairing(&self, round: u16, players: [usize; 2], claims: [Option<Claim>; 2]) -> Pairing {
        let colours = claims.map(|claim| claim.and_then(|claim| claim.colour));
        let (coloured, swap) = match colours {
            [Some(Colour::White), Some(Colour::Black) | None] | [None, Some(Colour::Black)] => (true, false),
            [Some(Colour::Black), Some(Colour::White) | None] | [None, Some(Colour::White)] => (true, true),
            _ => (false, false),
        };
        let (mut players, mut claims) = (players, claims);
        if swap {
            players.reverse();
            claims.reverse();
        }
        let codes = claims.map(|claim| claim.map(|claim| claim.code));
        let speaker = claims.into_iter().flatten().next();
        let line = speaker.and_then(|claim| self.players.get(claim.player)).map_or(0, |player| player.line);
        Pairing { round, players, codes, coloured, place: Place { line, column: column::of_round(round) } }
    }
}
