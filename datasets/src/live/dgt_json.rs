//! The JSON of `LiveChessCloud`: tournament, round and game.
//!
//! The layout is nowhere written down by its maker; this is the observed one. Fields that nothing here needs are not
//! looked at. Fields that come in several types (a FIDE number as number, text or null) are read in all of them. A field
//! of any other type is a defect with its place, never a guess.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::clocks::stamps::clock_text;
use crate::live::source::SourceError;
use crate::text::digits::number;

const MAX_ROUNDS: usize = 200;
const MAX_BOARDS: usize = 2000;
/// Most plies of a game. The longest serious game on record has 538.
const MAX_PLIES: usize = 3000;
const MOVE_BYTES: usize = 12;
/// Longest text behind a move.
const CLOCK_BYTES: usize = 40;

#[derive(Debug, Deserialize)]
pub(crate) struct Tournament {
    #[serde(deserialize_with = "required_text")]
    pub(crate) name: String,
    #[serde(default, deserialize_with = "text")]
    pub(crate) location: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(crate) country: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(crate) timecontrol: Option<String>,
    #[serde(deserialize_with = "list::<MAX_ROUNDS, _, _>")]
    pub(crate) rounds: Vec<RoundSize>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct RoundSize {
    pub(crate) count: u64,
    #[serde(default, deserialize_with = "flag")]
    pub(crate) live: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Round {
    #[serde(default, deserialize_with = "text")]
    pub(crate) date: Option<String>,
    #[serde(deserialize_with = "list::<MAX_BOARDS, _, _>")]
    pub(crate) pairings: Vec<Pairing>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Pairing {
    pub(crate) white: Option<Player>,
    pub(crate) black: Option<Player>,
    #[serde(default, deserialize_with = "text")]
    pub(crate) result: Option<String>,
    #[serde(default, deserialize_with = "flag")]
    pub(crate) live: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Player {
    #[serde(default, deserialize_with = "text")]
    fname: Option<String>,
    #[serde(default, deserialize_with = "text")]
    mname: Option<String>,
    #[serde(default, deserialize_with = "text")]
    lname: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(crate) title: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(crate) fideid: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Game {
    #[serde(default, deserialize_with = "flag")]
    pub(crate) live: bool,
    /// As the board says it: `WHITEWIN`, `BLACKWIN`, `DRAW`.
    #[serde(default, deserialize_with = "text")]
    pub(crate) result: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(crate) comment: Option<String>,
    /// Number of the starting position; 518 is the usual one.
    pub(crate) chess960: Option<u16>,
    #[serde(deserialize_with = "list::<MAX_PLIES, _, _>")]
    pub(crate) moves: Vec<TimedMove>,
}

/// A move with its times: `"e4 5400+12"`.
///
/// The number before the plus is the time left in seconds, the number behind it the time spent on the move; either may
/// be missing (`"e4"`, `"e4 5400"`, `"e4 +12"`). That the second number is time *spent* shows where the increment is
/// known: 918 s left, a move with `+2`, 926 s left fits 10 s a move. Nothing here knows whether the move is legal.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct TimedMove {
    pub(crate) san: String,
    /// The times as commands for a comment of a PGN: `[%clk 1:30:00] [%emt 0:00:12]`. Text that is no time stands as it is
    /// behind `clock:`.
    pub(crate) comment: Option<String>,
}

impl Player {
    /// `Last, First Middle`; empty if there is none.
    pub(crate) fn name(&self) -> String {
        let given: Vec<&str> = [&self.fname, &self.mname].into_iter().flatten().map(String::as_str).collect();
        let given = given.join(" ");
        let parts = [self.lname.as_deref().unwrap_or_default(), &given];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

impl TryFrom<String> for TimedMove {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let (san, clock) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'=' | b'+' | b'#');
        // Other characters could end a comment or a tag in the PGN.
        if san.is_empty() || san.len() > MOVE_BYTES || !san.bytes().all(fits) {
            return Err("it does not begin with a move");
        }
        let clock = clock.trim();
        let (left, spent) = clock.split_once('+').map_or((clock, ""), |(left, spent)| (left, spent));
        let times = [time("clk", left), time("emt", spent)];
        let read = times.iter().zip([left, spent]).all(|(time, text)| time.is_some() || text.is_empty());
        let comment = if read && !clock.ends_with('+') {
            times.into_iter().flatten().collect::<Vec<_>>().join(" ")
        } else if clock.len() > CLOCK_BYTES
            || clock.contains(|c: char| matches!(c, '{' | '}') || c.is_control())
        {
            return Err("the text behind the move is no clock time");
        } else {
            format!("clock: {clock}")
        };
        Ok(Self { san: san.to_owned(), comment: Some(comment).filter(|comment| !comment.is_empty()) })
    }
}

/// A number of seconds as a command, `[%clk 1:30:00]`.
fn time(command: &str, text: &str) -> Option<String> {
    let seconds: u32 = number(text, 10)?;
    Some(format!("[%{command} {}]", clock_text(seconds.into())))
}

pub(crate) fn read<'de, T: Deserialize<'de>>(file: &str, bytes: &[u8]) -> Result<T, SourceError> {
    let defect = |place, reason| SourceError::Defect { file: file.to_owned(), place, reason };
    let value: Value = serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("line {} column {}", error.line(), error.column());
        defect(place, "it is no whole JSON".to_owned())
    })?;
    // A list would be read as the fields of an object in their order.
    if !value.is_object() {
        return Err(defect("the whole".to_owned(), "is no object".to_owned()));
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { "the whole".to_owned() } else { path };
        defect(place, error.inner().to_string())
    })
}

/// Text or a number; nothing if it is null or empty.
fn text<'de, D: Deserializer<'de>>(json: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(json)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => Err(D::Error::custom("is no text")),
    }
}

fn required_text<'de, D: Deserializer<'de>>(json: D) -> Result<String, D::Error> {
    text(json)?.ok_or_else(|| D::Error::custom("is missing"))
}

/// True, false, 1, 0; false if it is null.
fn flag<'de, D: Deserializer<'de>>(json: D) -> Result<bool, D::Error> {
    let value = Value::deserialize(json)?;
    match (value.as_bool(), value.as_u64()) {
        (Some(flag), _) => Ok(flag),
        (None, Some(number @ 0..=1)) => Ok(number == 1),
        (None, None) if value.is_null() => Ok(false),
        _ => Err(D::Error::custom("is neither true nor false")),
    }
}

fn list<'de, const MAX: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    json: D,
) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(json)?;
    if list.len() > MAX {
        return Err(D::Error::custom(format!("has more than {MAX} entries")));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::{Game, Round, TimedMove, Tournament, read};

    #[test]
    fn types_that_come_in_several_forms() {
        let round = br#"{"date": null, "pairings": [
            {"white": {"fname": "Anna", "mname": "Maria", "lname": "Berg", "title": "WGM", "fideid": 123},
             "black": {"fname": null, "lname": "Chu", "fideid": "0456"}, "result": "1-0", "live": 1},
            {"white": null, "black": {"fname": "Dora"}, "result": null}]}"#;
        let round: Round = read("round-1/index.json", round).expect("sound");
        let [first, second] = round.pairings.as_slice() else { panic!("two pairings") };
        let (white, black) = (first.white.as_ref().expect("there"), first.black.as_ref().expect("there"));
        assert_eq!((white.name().as_str(), white.fideid.as_deref()), ("Berg, Anna Maria", Some("123")));
        assert_eq!(black.fideid.as_deref(), Some("0456"));
        assert!(first.live && !second.live && second.white.is_none());
        assert_eq!(second.black.as_ref().map(super::Player::name).as_deref(), Some("Dora"));
    }

    #[test]
    fn a_defect_is_named_with_file_and_place() {
        fn failure<T: for<'de> serde::Deserialize<'de>>(text: &str) -> String {
            read::<T>("g.json", text.as_bytes()).map(|_| ()).expect_err(text).to_string()
        }
        for (text, expected) in [
            (r#"{"moves": ["e4", "e5", "7.5", {}]}"#, "moves[2]: it does not begin with a move"),
            (r#"{"moves": ["e4", null]}"#, "moves[1]: invalid type: null, expected a string"),
            (r#"{"moves": {}}"#, "moves: invalid type: map, expected a sequence"),
            (r"{}", "the whole: missing field `moves`"),
            (r"[]", "the whole: is no object"),
            (r#"{"moves": [], "live": 2}"#, "live: is neither true nor false"),
            ("{\"moves\": [\n\"e4", "line 2 column 3: it is no whole JSON"),
        ] {
            assert_eq!(failure::<Game>(text), format!("g.json: {expected}"));
        }
        let round = r#"{"pairings": [{"white": {"lname": []}, "black": null}]}"#;
        assert_eq!(failure::<Round>(round), "g.json: pairings[0].white.lname: is no text");
        let many = format!(r#"{{"pairings": [{}{{}}]}}"#, "{},".repeat(2000));
        assert_eq!(failure::<Round>(&many), "g.json: pairings: has more than 2000 entries");
        let negative = failure::<Tournament>(r#"{"name": "x", "rounds": [{"count": -1}]}"#);
        assert!(negative.starts_with("g.json: rounds[0].count: invalid value"), "{negative}");
    }
    #[test]
    fn times_in_all_their_forms() {
        for (text, expected) in [
            ("e4", ""),
            ("e4 5400", "[%clk 1:30:00]"),
            ("e4 +12", "[%emt 0:00:12]"),
            ("b3 918+1", "[%clk 0:15:18] [%emt 0:00:01]"),
            ("  O-O   937+67 ", "[%clk 0:15:37] [%emt 0:01:07]"),
            ("e8=Q# 0", "[%clk 0:00:00]"),
            ("e4 4294967295", "[%clk 1193046:28:15]"),
            ("e4 -5", "clock: -5"),
            ("e4 12+", "clock: 12+"),
            ("e4 +", "clock: +"),
            ("e4 99999999999", "clock: 99999999999"),
        ] {
            let timed = TimedMove::try_from(text.to_owned()).expect(text);
            assert_eq!(timed.comment.unwrap_or_default(), expected, "{text}");
        }
        for text in ["", " ", "+12 e4 }", "e4} 1-0", "e4\n[Event", "Кf3 12", "e4e5e6e7e8e9e", "1. e4", "{e4"]
        {
            assert!(TimedMove::try_from(text.to_owned()).is_err(), "{text:?}");
        }
        for text in ["e4 12 } 1-0", "e4 a{b", "e4 a\u{7}b", &format!("e4 {}", "9".repeat(50))] {
            assert!(TimedMove::try_from(text.to_owned()).is_err(), "{text:?}");
        }
    }
}
