//! Who met whom: two lines of players that name each other make a pairing.

use std::collections::BTreeMap;

use super::defect::Place;
use super::model::{Code, Colour, How, Trf, column};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Contradictory also if only one line names the other.
    pub how: How,
    /// Half points of the first and of the second player; none without a result.
    pub halves: Option<[u8; 2]>,
}

impl Pairing {
    pub fn is_mutual(&self) -> bool {
        self.codes.iter().all(Option::is_some)
    }

    pub fn ending(&self) -> Ending {
        let [first, second] = self.codes.map(|code| code.and_then(Code::result));
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

/// One side's line on a round.
#[derive(Clone, Copy)]
struct Claim {
    player: usize,
    colour: Option<Colour>,
    code: Code,
}

impl Trf {
    /// Players by starting rank, as indices into [`Trf::players`].
    pub fn numbers(&self) -> BTreeMap<u16, usize> {
        self.players.iter().enumerate().map(|(index, player)| (player.number, index)).collect()
    }

    /// Every pairing that at least one line gives, by round and place. Rounds against oneself or against a number
    /// without a line are left out; [`Trf::inconsistencies`] has them.
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
