//! Games as read, and games that could not be read.

use std::fmt;
use std::ops::Deref;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Move;

pub use super::alphabet::Alphabet;
use super::defect::GameDefect;
pub use super::encoding::Encoding;
pub use super::marks::TextMark;
pub use super::result::GameResult;
pub use crate::clocks::stamps::TimeLike;
use crate::players::spelling::{is_nameless, normalised};
use crate::text::visible::{MOST, visible_within};

/// One input: a file, a member of a folder, or standard input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Input {
    /// File name as given, without the folders above it; `-` for standard input.
    pub name: String,
    /// SHA-256 of the bytes as they lie on disk (compressed bytes for compressed files), lower-case hex.
    pub sha256: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Name as written, white space trimmed.
    pub name: String,
    /// FIDE number, if the tag holds one (positive, of at most nine digits).
    pub fide_id: Option<u32>,
    /// Rating from the tag, if it holds a number from 1 to 4000; `0`, `-`, `?` and prose are no rating.
    pub rating: Option<u16>,
    pub title: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    #[default]
    Standard,
    /// Another one.
    Fen {
        /// The position; in Chess960 with the files of the rooks for the rights to castle (Shredder-FEN).
        fen: String,
        chess960: bool,
    },
}

/// Clock texts in the comments behind one move, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// `[%clk ...]`, at most 32 bytes of ASCII.
    pub clk: Option<Box<str>>,
    /// `[%emt ...]`, at most 32 bytes of ASCII.
    pub emt: Option<Box<str>>,
}

/// A tag that was read otherwise than it is written, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagText {
    /// Name of the tag.
    pub tag: &'static str,
    /// Its value as written, at most 80 characters; what cannot be seen is named.
    pub written: String,
    pub read_as: Option<String>,
}

impl TagText {
    pub(crate) fn new(tag: &'static str, written: &str) -> Self {
        Self { tag, written: visible_within(written, MOST), read_as: None }
    }
}

impl fmt::Display for TagText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} \"{}\"]", self.tag, self.written)?;
        self.read_as.as_ref().map_or(Ok(()), |read| write!(f, " = {read}"))
    }
}

/// A remark on how a game was read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Note {
    /// A tag is mojibake, UTF-8 decoded wrongly by another program (`MÃ¼ller`). It is kept as it is.
    Mojibake(TagText),
    /// A tag is UTF-8 beside tags in another encoding. It is read as UTF-8.
    MixedEncodings(TagText),
    /// A rating, FIDE number or date in another form than the standard's, and clear.
    TagReadAs(TagText),
    /// A tag says something that is not understood, or two things; it counts as missing.
    TagNotRead(TagText),
    /// A date that may be one of two days, which nothing settles.
    DateOfTwoDays(TagText),
    /// A rating of another list than FIDE's; it counts as missing.
    RatingOfAnotherList(TagText),
    /// Signs of the text were read as what they stand for.
    Text(TextMark),
    /// Moves are not written in the standard's notation: long, in coordinates, castling with zeros, small letters for pieces, or
    /// the like.
    OtherNotation,
    /// Kings were put into the centre to signal the result; these last plies, 1 or 2, were dropped.
    KingsInCentre(u8),
    /// The same pair has another game in this round, which is scored as well, and nothing says which of them counts.
    SecondGame(Place),
    /// The moves are those of another game, which is scored as well; of a long one the first 60 plies.
    SameMoves(Place),
    /// An illegal move stood on the board; the game is scored up to it because an arbiter says so.
    IllegalMoveStood(StoodMove),
}

impl Note {
    /// A stable name for programs, such as `tag_not_read` or `no_break_spaces`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(mark) => mark.into(),
            other => other.into(),
        }
    }

    /// The tag that it is about.
    pub fn tag(&self) -> Option<&TagText> {
        match self {
            Self::Mojibake(text)
            | Self::MixedEncodings(text)
            | Self::TagReadAs(text)
            | Self::TagNotRead(text)
            | Self::DateOfTwoDays(text)
            | Self::RatingOfAnotherList(text) => Some(text),
            Self::Text(_)
            | Self::OtherNotation
            | Self::KingsInCentre(_)
            | Self::SecondGame(_)
            | Self::SameMoves(_)
            | Self::IllegalMoveStood(_) => None,
        }
    }

    /// The illegal move that it is about.
    pub fn stood(&self) -> Option<&StoodMove> {
        match self {
            Self::IllegalMoveStood(stood) => Some(stood),
            _ => None,
        }
    }
}

/// An illegal move that stood on the board. The moves before it are scored because an arbiter says so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StoodMove {
    /// Plies before it, which are scored.
    pub ply: u32,
    /// The move as it is written.
    pub word: String,
    /// Who says that the game counts up to it; empty in a copy where the name is somebody else's too.
    pub arbiter: String,
}

impl StoodMove {
    /// The move with its number: `3... a6`.
    pub fn numbered(&self) -> String {
        let dots = if self.ply.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} {}", self.ply / 2 + 1, self.word)
    }
}

/// A game whose every move was read and is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    pub input: usize,
    /// Number within its input, from 1, counting every game found there.
    pub number: u32,
    /// Byte offset of the game's first byte within its (decompressed) input.
    pub offset: u64,
    pub event: String,
    /// `Site` tag; `None` without one, if it says nothing (`?`), or if it stands twice with two values.
    pub site: Option<Box<str>>,
    /// The game's address on a platform, or that of its broadcast; `None` as for the site.
    pub link: Option<Box<str>>,
    /// `Mode` tag, in which `OTB` is over the board; `None` as for the site.
    pub mode: Option<Box<str>>,
    /// The `Date` tag as PGN writes dates, `2016.10.15` or `2016.10.??`, where it says a day, month or year; else as it stands there.
    pub date: String,
    pub round: String,
    pub white: Side,
    pub black: Side,
    pub result: GameResult,
    pub time_control: Option<String>,
    pub start: Start,
    pub moves: Vec<Move>,
    /// Clock texts, one per move; empty if the comments say nothing.
    pub stamps: Vec<Stamp>,
    /// In a game without clocks, what in its comments looks like a time and is not read.
    pub time_like: Option<TimeLike>,
    pub encoding: Encoding,
    pub alphabet: Alphabet,
    pub notes: Vec<Note>,
    /// SHA-256 over date, round, both names, result and moves in UCI (and the first position, if it is not the
    /// usual one), lower-case hex: the game's identity whatever file it stands in.
    pub sha256: String,
}

impl Game {
    /// The illegal move before which it ends on an arbiter's word.
    pub fn stood(&self) -> Option<&StoodMove> {
        self.notes.iter().find_map(Note::stood)
    }

    pub fn sides(&self) -> [&Side; 2] {
        [&self.white, &self.black]
    }

    /// Whether the `Event` tag names both players, as broadcasts write it: then it is the title of the game and
    /// does not say which event it belongs to. A side without a name names nobody.
    pub fn names_itself(&self) -> bool {
        let tag = normalised(&self.event);
        self.sides().iter().all(|side| {
            let name = normalised(&side.name);
            !is_nameless(&name) && tag.contains(name.as_str())
        })
    }
}

/// Why a readable game gives no decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unscored {
    /// A bare result: no move was played on the board.
    #[default]
    NoMoves,
    /// A variant other than standard chess; Chess960 too, if its start is not given or if it shares an event with
    /// standard chess.
    Variant,
    SetUp,
    /// Repeats another game: same players, round, date, result and moves.
    Duplicate,
    /// Played at another time class than the event, or under other special conditions: a document of a version that did not tell
    /// these apart.
    OtherConditions,
    /// Played at another time class than most games of the event.
    OtherTimeClass,
    /// One player against many.
    Simultaneous,
    Blindfold,
    /// A decider with unequal times and draw odds.
    Armageddon,
    /// The players had different times.
    UnequalTimes,
    /// A player of an online arena gave up half of the own time and the increment.
    Berserk,
    /// Decides a tie, most often at a faster control than the event's own.
    TieBreak,
    /// Both sides carry the same name or FIDE number, so no move can be told to be one person's.
    SamePlayer,
    /// The result was given without play (`+/-`, `1-0 ff`).
    Forfeit,
    /// Both sides lost without play (`0-0`, `-/-`).
    DoubleForfeit,
    /// One side is nobody: `BYE` or nothing stands in place of a name, and there was no play.
    Bye,
    /// It has a result, and only one side moved. A game is played when both have made a move (Rating Regulations B.02, 5).
    NoGame,
    /// Holds a null move, so the moves are an analyst's and not those of two players.
    NullMove,
    /// An earlier or shorter version of another game: same pairing, event, date and round.
    Superseded,
    /// The moves, date and round of another game, with the players' colours exchanged.
    SwappedColours,
    /// The moves, date and round of another game, with other names.
    Renamed,
    /// The moves of another game of the same two people, in another round or on another day.
    Copied,
    /// Another game of the same pair counts for the round: this one was started again (Online Chess Regulations 18.9.3, Laws
    /// 7.2.1), or the source holds one game twice.
    Restarted,
    /// Begun with the colours exchanged and stopped before ten moves; the game that was played in its place counts (Laws 7.3,
    /// Online Chess Regulations 15.2).
    Annulled,
}

impl Unscored {
    /// The game is another copy or version of a game that is kept.
    pub(crate) fn is_copy(self) -> bool {
        matches!(
            self,
            Self::Duplicate | Self::Superseded | Self::SwappedColours | Self::Renamed | Self::Copied
        )
    }

    /// Another game is kept in place of this one, so it is no further game of its round.
    pub fn is_replaced(self) -> bool {
        self.is_copy() || matches!(self, Self::Restarted | Self::Annulled)
    }

    /// The game is no game of its players. Other copies have always been counted among the games of a player, and documents of
    /// earlier versions have to come out with the same numbers.
    pub fn is_not_counted(self) -> bool {
        matches!(self, Self::Copied | Self::Restarted | Self::Annulled)
    }

    /// The result was given without a game, so it counts for the score and for no rating.
    pub fn is_bare_result(self) -> bool {
        matches!(self, Self::NoMoves | Self::Forfeit | Self::DoubleForfeit | Self::Bye | Self::NoGame)
    }
}

/// The place of a game in the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub input: usize,
    /// Number within its input, from 1.
    pub number: u32,
}

/// A game that was read and set aside with a reason. It has no moves.
#[derive(Clone, Debug, Default)]
pub struct UnscoredGame {
    /// The game's tags; of a forfeit the result too, though nobody moved.
    pub game: Game,
    /// Plies found: validated where the first position is known, only counted elsewhere; up to the first null move.
    pub plies: u32,
    pub reason: Unscored,
    /// The game that is kept in place of this one, for copies and versions.
    pub partner: Option<Place>,
}

impl UnscoredGame {
    /// A game of so many plies that was read, set aside.
    pub(crate) fn new(mut game: Game, plies: usize, reason: Unscored, partner: Option<Place>) -> Self {
        (game.moves, game.stamps) = (Vec::new(), Vec::new());
        Self { game, plies: u32::try_from(plies).unwrap_or(u32::MAX), reason, partner }
    }
}

impl Deref for UnscoredGame {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

/// A game that does not hold together, with the place where it breaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantined {
    pub input: usize,
    /// Number within its input, from 1.
    pub game: u32,
    /// Byte offset of the game within its (decompressed) input.
    pub offset: u64,
    pub ply: u32,
    /// The token that could not be read, at most 80 characters; what cannot be seen is named.
    pub token: String,
    pub reason: GameDefect,
    /// `Event` tag as far as it could be read, as the next ones.
    pub event: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// White's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub white: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black: String,
    /// The moves before an illegal one are known to make no game that can be scored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unscorable: bool,
    /// The game that the moves before an illegal one make.
    #[serde(skip)]
    pub legal: Option<Box<Game>>,
}

/// Everything found in the inputs: games in = games + unscored + quarantined.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The inputs, in the order given (a folder's files by name).
    pub inputs: Vec<Input>,
    /// Games with moves, in canonical order: by date, round, white, black, hash; so the order in the file is immaterial.
    pub games: Vec<Game>,
    /// Games set aside.
    pub unscored: Vec<UnscoredGame>,
    /// Games that do not hold together.
    pub quarantine: Vec<Quarantined>,
}

impl Collection {
    /// Whether there are games and every one is of another kind of chess.
    pub fn is_other_chess(&self) -> bool {
        self.games.is_empty()
            && !(self.unscored.is_empty() && self.quarantine.is_empty())
            && self.unscored.iter().all(|game| game.reason == Unscored::Variant)
            && self.quarantine.iter().all(|game| game.reason == GameDefect::Tavreli)
    }
}
