//! What a report says: the event, its players, their rounds, its teams.
//!
//! Texts are kept as written. Places stay with everything that a comparison may have to point at.

use schemars::JsonSchema;
use serde::Serialize;

use super::date::Date;
use super::defect::{Place, Warning};
use super::text::Encoding;

/// A tournament report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trf {
    /// SHA-256 of the bytes as read, lower-case hex.
    pub sha256: String,
    /// How its characters are written.
    pub encoding: Encoding,
    /// The event.
    pub tournament: Tournament,
    /// The players, in the order of the file. Their numbers are unique.
    pub players: Vec<Player>,
    /// The teams, from the lines 013 or 310.
    pub teams: Vec<Team>,
    /// Lines of national ratings.
    pub national: Vec<National>,
    /// Lines that are known and not needed here, as written.
    pub kept: Vec<Kept>,
    /// What became of every line.
    pub lines: LineCounts,
    /// What is odd, in order of place.
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

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The text, trimmed, not empty.
    pub text: String,
    /// Where it begins.
    pub place: Place,
}

/// The event. A field without text is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// 012: name.
    pub name: Option<Field>,
    /// 022: city.
    pub city: Option<Field>,
    /// 032: federation.
    pub federation: Option<Field>,
    /// 042: first day, as written.
    pub start: Option<Field>,
    /// 052: last day, as written.
    pub end: Option<Field>,
    /// 062: number of players, as written.
    pub players: Option<Field>,
    /// 072: number of rated players, as written.
    pub rated: Option<Field>,
    /// 082: number of teams, as written.
    pub teams: Option<Field>,
    /// 092: type.
    pub kind: Option<Field>,
    /// 102: chief arbiter.
    pub arbiter: Option<Field>,
    /// 112: deputies, one line each.
    pub deputies: Vec<Field>,
    /// 122: time control in words.
    pub time_control: Option<Field>,
    /// 222: time control in seconds, in the encoding of TRF26, as written.
    pub encoded_time_control: Option<Field>,
    /// 132: dates of rounds.
    pub round_dates: Vec<RoundDate>,
    /// 142 or XXR: number of rounds planned.
    pub rounds: Option<u16>,
    /// 162: points for results.
    pub scoring: Scoring,
}

impl Tournament {
    /// The first and last day, if both can be read in one way only and the first is not after the last.
    #[must_use]
    pub fn days(&self) -> Option<(Date, Date)> {
        let day = |field: &Option<Field>| field.as_ref().and_then(|field| Date::parse(&field.text));
        let (start, end) = (day(&self.start)?, day(&self.end)?);
        (start <= end).then_some((start, end))
    }
}

/// The date of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundDate {
    /// Round, from 1.
    pub round: u16,
    /// The day, if it can be read.
    pub date: Option<Date>,
    /// As written.
    pub field: Field,
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

/// A player, from a line 001.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The line.
    pub line: u32,
    /// Starting rank, 1 to 9999, by which opponents are named.
    pub number: u16,
    /// Sex as written.
    pub sex: Option<String>,
    /// Title as written: `GM`, `g`, `wim`.
    pub title: Option<String>,
    /// Name as written; empty if there is none.
    pub name: String,
    /// FIDE rating, 1 to 4000.
    pub rating: Option<u16>,
    /// Federation as written.
    pub federation: Option<String>,
    /// FIDE number; up to eleven digits, three of them in reserve.
    pub fide_id: Option<u64>,
    /// Date of birth as written: often the year alone.
    pub birth: Option<String>,
    /// Points in tenths.
    pub points: Option<i32>,
    /// Final rank.
    pub rank: Option<u16>,
    /// The rounds, from round 1.
    pub rounds: Vec<Entry>,
}

impl Player {
    /// Where a field of this player stands.
    #[must_use]
    pub fn place(&self, column: u32) -> Place {
        Place { line: self.line, column }
    }
}

/// First columns of fields of a line 001, for findings to point at.
pub mod column {
    /// Name.
    pub const NAME: u32 = 15;
    /// Rating.
    pub const RATING: u32 = 49;
    /// FIDE number.
    pub const FIDE_ID: u32 = 58;
    /// Points.
    pub const POINTS: u32 = 81;
    /// Opponent in round 1; every further round stands ten columns on.
    pub const FIRST_ROUND: u32 = 92;

    /// The first column of a round, which counts from 1.
    #[must_use]
    pub fn of_round(round: u16) -> u32 {
        FIRST_ROUND + 10 * u32::from(round.saturating_sub(1))
    }
}

/// What a player's line says of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Starting rank of the opponent.
    pub opponent: Option<u16>,
    /// Colour.
    pub colour: Option<Colour>,
    /// Result.
    pub code: Code,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

/// The result of a round for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `1`
    Win,
    /// `=`
    Draw,
    /// `0`
    Loss,
    /// `W`: a win in a game of less than one move, not rated.
    ShortWin,
    /// `D`: a draw in a game of less than one move, not rated.
    ShortDraw,
    /// `L`: a loss in a game of less than one move, not rated.
    ShortLoss,
    /// `+`
    ForfeitWin,
    /// `-`
    ForfeitLoss,
    /// `F`
    FullBye,
    /// `H`
    HalfBye,
    /// `U`: given by the pairing.
    PairingBye,
    /// `Z`: known absence.
    ZeroBye,
    /// Nothing: an absence, or with an opponent a game without a result yet.
    Blank,
}

impl Code {
    /// Every code with its sign.
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

    /// The sign in the file; letters are capitals.
    #[must_use]
    pub fn sign(self) -> char {
        let sign = Self::ALL.iter().find(|(_, code)| *code == self);
        sign.map_or(' ', |(sign, _)| *sign)
    }

    /// The code with this sign, whatever the case of a letter.
    #[must_use]
    pub fn of(sign: char) -> Option<Self> {
        let capital = sign.to_ascii_uppercase();
        let known = Self::ALL.iter().find(|(sign, _)| *sign == capital);
        known.map(|(_, code)| *code)
    }

    /// Whether this is a bye or absence, which nobody plays against.
    #[must_use]
    pub fn is_bye(self) -> bool {
        matches!(self, Self::FullBye | Self::HalfBye | Self::PairingBye | Self::ZeroBye)
    }

    /// Points in tenths.
    #[must_use]
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

/// A team, from a line 013 or 310.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The line.
    pub line: u32,
    /// Pairing number; the lines 013 have none.
    pub number: Option<u16>,
    /// Name as written.
    pub name: String,
    /// Starting ranks of the players, in order of boards.
    pub players: Vec<u16>,
}

/// A national rating, from a line that begins with a federation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct National {
    /// The line.
    pub line: u32,
    /// Federation that keeps the rating.
    pub federation: String,
    /// Starting rank of the player.
    pub number: u16,
    /// National rating, 1 to 4000.
    pub rating: Option<u16>,
    /// National number as written.
    pub id: Option<String>,
}

/// A line that is known and not needed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The line's number.
    pub line: u32,
    /// Its first three characters.
    pub tag: String,
    /// The line as written.
    pub text: String,
}
