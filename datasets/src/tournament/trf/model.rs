//! The parts of a report that the comparison needs, with their places.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::date;
use super::defect::{Place, Warning};
use super::row::Cell;
use crate::day::Day;
use crate::pgn::encoding::Encoding;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trf {
    /// SHA-256 of the bytes as read, lower-case hex.
    pub sha256: String,
    pub encoding: Encoding,
    pub tournament: Tournament,
    /// The players, in the order of the file. Their numbers are unique.
    pub players: Vec<Player>,
    /// Whether teams play, by a line 013 or 310.
    pub has_teams: bool,
    /// Starting ranks of players whose points are set by decision (299), so that their rounds do not give them.
    pub points_by_decision: BTreeSet<u16>,
    /// The line that sets points for results in a way that is not read; then no points are added up.
    pub unread_points: Option<u32>,
    pub lines: LineCounts,
    pub warnings: Vec<Warning>,
}

/// Lines in = read + kept + comments + blank. A line that is none of these refuses the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineCounts {
    /// All lines.
    pub all: u32,
    /// Lines whose fields were read.
    pub read: u32,
    /// Lines known and kept as written.
    pub kept: u32,
    /// Comments, and column legends without the comment sign.
    pub comments: u32,
    /// Lines without text.
    pub blank: u32,
}

/// The event. A field without text is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// 012
    pub name: Option<Cell>,
    /// 042: first day, as written.
    pub start: Option<Cell>,
    /// 052: last day, as written.
    pub end: Option<Cell>,
    /// 062: number of players, as written.
    pub players: Option<Cell>,
    /// 072: number of rated players, as written.
    pub rated: Option<Cell>,
    /// 142 or XXR: number of rounds planned.
    pub rounds: Option<u16>,
    /// 162
    pub scoring: Scoring,
}

impl Tournament {
    /// The first and last day, if both can be read in one way only and the first is not after the last.
    pub fn days(&self) -> Option<(Day, Day)> {
        let day = |field: &Option<Cell>| field.as_ref().and_then(|field| date::parse(&field.text));
        let (start, end) = (day(&self.start)?, day(&self.end)?);
        (start <= end).then_some((start, end))
    }
}

/// Points for a result, in tenths. The defaults are those of the format (TRF26, field 162).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// A win on the board or by forfeit, and a full-point bye.
    pub win: i32,
    /// A draw, and a half-point bye.
    pub draw: i32,
    /// A loss on the board.
    pub loss: i32,
    /// An absence: a zero-point bye or a loss by forfeit.
    pub absence: i32,
    /// A bye given by the pairing.
    pub pairing_bye: i32,
}

impl Default for Scoring {
    fn default() -> Self {
        Self { win: 10, draw: 5, loss: 0, absence: 0, pairing_bye: 10 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub line: u32,
    /// Starting rank, 1 to 9999, by which opponents are named.
    pub number: u16,
    /// Name as written; empty if there is none.
    pub name: String,
    /// FIDE rating, 1 to 4000.
    pub rating: Option<u16>,
    /// FIDE number; up to eleven digits, three of them in reserve.
    pub fide_id: Option<u64>,
    /// Points in tenths.
    pub points: Option<i32>,
    pub rounds: Vec<Entry>,
}

impl Player {
    pub fn place(&self, column: u32) -> Place {
        Place { line: self.line, column }
    }

    pub(super) fn numbered_rounds(&self) -> impl Iterator<Item = (u16, &Entry)> {
        (1..).zip(&self.rounds)
    }
}

/// First columns of fields of a line 001, for findings to point at.
pub mod column {
    pub const NAME: u32 = 15;
    pub const RATING: u32 = 49;
    pub const FIDE_ID: u32 = 58;
    pub const POINTS: u32 = 81;
    /// Opponent in round 1; every further round stands ten columns on.
    pub const FIRST_ROUND: u32 = 92;

    /// The first column of a round, which counts from 1.
    pub fn of_round(round: u16) -> u32 {
        FIRST_ROUND + 10 * u32::from(round.saturating_sub(1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Starting rank of the opponent.
    pub opponent: Option<u16>,
    pub colour: Option<Colour>,
    pub code: Code,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    White,
    Black,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Win,
    Draw,
    Loss,
    /// A win in a game of less than one move, not rated.
    ShortWin,
    ShortDraw,
    ShortLoss,
    ForfeitWin,
    ForfeitLoss,
    FullBye,
    HalfBye,
    PairingBye,
    ZeroBye,
    /// Nothing: an absence, or with an opponent a game without a result yet.
    Blank,
}

impl Code {
    /// Every code with its sign; letters are capitals.
    pub const ALL: [(char, Self); 13] = [
        ('1', Self::Win),
        ('=', Self::Draw),
        ('0', Self::Loss),
        ('W', Self::ShortWin),
        ('D', Self::ShortDraw),
        ('L', Self::ShortLoss),
        ('+', Self::ForfeitWin),
        ('-', Self::ForfeitLoss),
        ('F', Self::FullBye),
        ('H', Self::HalfBye),
        ('U', Self::PairingBye),
        ('Z', Self::ZeroBye),
        (' ', Self::Blank),
    ];

    pub fn sign(self) -> char {
        Self::ALL.iter().find(|(_, code)| *code == self).map_or(' ', |(sign, _)| *sign)
    }

    /// The code with this sign, whatever the case of a letter.
    pub fn from_sign(sign: char) -> Option<Self> {
        let capital = sign.to_ascii_uppercase();
        Self::ALL.iter().find(|(sign, _)| *sign == capital).map(|(_, code)| *code)
    }

    /// The kind of result and its half points; none for byes and absences, which nobody plays against.
    pub(super) fn result(self) -> Option<(How, u8)> {
        Some(match self {
            Self::Win => (How::Played, 2),
            Self::Draw => (How::Played, 1),
            Self::Loss => (How::Played, 0),
            Self::ShortWin => (How::Short, 2),
            Self::ShortDraw => (How::Short, 1),
            Self::ShortLoss => (How::Short, 0),
            Self::ForfeitWin => (How::Forfeit, 2),
            Self::ForfeitLoss => (How::Forfeit, 0),
            Self::Blank => (How::Open, 0),
            Self::FullBye | Self::HalfBye | Self::PairingBye | Self::ZeroBye => return None,
        })
    }

    /// Points in tenths.
    pub fn points(self, scoring: &Scoring) -> i32 {
        match self {
            Self::Win | Self::ShortWin | Self::ForfeitWin | Self::FullBye => scoring.win,
            Self::Draw | Self::ShortDraw | Self::HalfBye => scoring.draw,
            Self::Loss | Self::ShortLoss => scoring.loss,
            Self::ForfeitLoss | Self::ZeroBye | Self::Blank => scoring.absence,
            Self::PairingBye => scoring.pairing_bye,
        }
    }
}
