//! The JSON of `LiveChessCloud`: tournament, round and game.
//!
//! The layout is nowhere written down by its maker; this is what the service sends. Fields that nothing here needs are
//! not looked at. Fields that come in several types (a FIDE number as number, text or null) are read in all of them. A
//! field of any other type is a defect with its place, never a guess.

use serde_json::Value;

use crate::live::dgt_clock::TimedMove;
use crate::live::source::SourceError;

/// Most rounds of a tournament.
pub(crate) const MAX_ROUNDS: usize = 200;
/// Most boards of a round.
pub(crate) const MAX_BOARDS: usize = 2000;
/// Most plies of a game. The longest serious game on record has 538.
const MAX_PLIES: usize = 3000;
/// The number of the usual position among the 960.
const USUAL_POSITION: u64 = 518;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tournament {
    pub(crate) name: String,
    pub(crate) site: String,
    pub(crate) time_control: Option<String>,
    pub(crate) rounds: Vec<RoundSize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoundSize {
    pub(crate) count: u64,
    pub(crate) live: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) date: Option<String>,
    pub(crate) pairings: Vec<Pairing>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) white: Player,
    pub(crate) black: Player,
    pub(crate) result: Option<String>,
    pub(crate) live: bool,
}

/// A player as published; all empty if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    /// `Last, First Middle`.
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) fide_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) live: bool,
    /// As the board says it: `WHITEWIN`, `BLACKWIN`, `DRAW`.
    pub(crate) result: Option<String>,
    pub(crate) comment: Option<String>,
    /// Number of the starting position, if it is not the usual one.
    pub(crate) chess960: Option<u64>,
    pub(crate) moves: Vec<TimedMove>,
}

impl Tournament {
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        let value = parse(file, bytes)?;
        let root = Node::root(file, &value)?;
        let mut site = Vec::new();
        for field in ["location", "country"] {
            site.extend(root.field(field).text()?);
        }
        let mut rounds = Vec::new();
        for round in root.field("rounds").list(MAX_ROUNDS)? {
            let count = round.field("count");
            rounds.push(RoundSize {
                count: count.number()?.ok_or_else(|| count.defect("is missing"))?,
                live: round.field("live").flag()?,
            });
        }
        let name = root.field("name");
        Ok(Self {
            name: name.text()?.ok_or_else(|| name.defect("is missing"))?,
            site: site.join(", "),
            time_control: root.field("timecontrol").text()?,
            rounds,
        })
    }
}

impl Round {
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        let value = parse(file, bytes)?;
        let root = Node::root(file, &value)?;
        let mut pairings = Vec::new();
        for pairing in root.field("pairings").list(MAX_BOARDS)? {
            pairings.push(Pairing {
                white: player(&pairing.field("white"))?,
                black: player(&pairing.field("black"))?,
                result: pairing.field("result").text()?,
                live: pairing.field("live").flag()?,
            });
        }
        Ok(Self { date: root.field("date").text()?, pairings })
    }
}

impl Game {
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        let value = parse(file, bytes)?;
        let root = Node::root(file, &value)?;
        let mut moves = Vec::new();
        for entry in root.field("moves").list(MAX_PLIES)? {
            let text = entry.text()?.ok_or_else(|| entry.defect("is no move"))?;
            moves.push(TimedMove::read(&text).map_err(|reason| entry.defect(reason))?);
        }
        let position = root.field("chess960");
        let chess960 = position.number()?.filter(|&number| number != USUAL_POSITION);
        if chess960.is_some_and(|number| number >= 960) {
            return Err(position.defect("is none of the 960 positions"));
        }
        Ok(Self {
            live: root.field("live").flag()?,
            result: root.field("result").text()?,
            comment: root.field("comment").text()?,
            chess960,
            moves,
        })
    }
}

fn player(node: &Node<'_>) -> Result<Player, SourceError> {
    if node.is_null() {
        return Ok(Player::default());
    }
    node.object()?;
    let (first, middle, last) =
        (node.field("fname").text()?, node.field("mname").text()?, node.field("lname").text()?);
    let given: Vec<String> = [first, middle].into_iter().flatten().collect();
    let names = [last, (!given.is_empty()).then(|| given.join(" "))];
    Ok(Player {
        name: names.into_iter().flatten().collect::<Vec<_>>().join(", "),
        title: node.field("title").text()?,
        fide_id: node.field("fideid").text()?,
    })
}

fn parse(file: &str, bytes: &[u8]) -> Result<Value, SourceError> {
    serde_json::from_slice(bytes).map_err(|error| SourceError::Defect {
        file: file.to_owned(),
        place: format!("line {} column {}", error.line(), error.column()),
        reason: "it is no whole JSON".to_owned(),
    })
}

/// A value with its place, so that a defect can be named.
struct Node<'a> {
    file: &'a str,
    place: String,
    /// `None` if the field is not there.
    value: Option<&'a Value>,
}

impl<'a> Node<'a> {
    fn root(file: &'a str, value: &'a Value) -> Result<Self, SourceError> {
        let node = Self { file, place: String::new(), value: Some(value) };
        node.object()?;
        Ok(node)
    }

    fn object(&self) -> Result<(), SourceError> {
        match self.value {
            Some(Value::Object(_)) => Ok(()),
            _ => Err(self.defect("is no object")),
        }
    }

    fn field(&self, name: &str) -> Node<'a> {
        let dot = if self.place.is_empty() { "" } else { "." };
        Node {
            file: self.file,
            place: format!("{}{dot}{name}", self.place),
            value: self.value.and_then(|value| value.get(name)),
        }
    }

    fn is_null(&self) -> bool {
        matches!(self.value, None | Some(Value::Null))
    }

    fn list(&self, most: usize) -> Result<Vec<Node<'a>>, SourceError> {
        let Some(Value::Array(values)) = self.value else {
            return Err(self.defect(if self.value.is_none() { "is missing" } else { "is no list" }));
        };
        if values.len() > most {
            return Err(self.defect(&format!("has more than {most} entries")));
        }
        let entry = |(at, value)| Node {
            file: self.file,
            place: format!("{}[{at}]", self.place),
            value: Some(value),
        };
        Ok(values.iter().enumerate().map(entry).collect())
    }

    /// Text or a number; nothing if it is missing, null or empty.
    fn text(&self) -> Result<Option<String>, SourceError> {
        match self.value {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) => Err(self.defect("is no text")),
        }
    }

    fn number(&self) -> Result<Option<u64>, SourceError> {
        match self.value {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(self.defect("is no whole number")),
            },
        }
    }

    /// True, false, 1, 0; false if it is missing or null.
    fn flag(&self) -> Result<bool, SourceError> {
        match self.value {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(value) => match value.as_u64() {
                Some(0) => Ok(false),
                Some(1) => Ok(true),
                _ => Err(self.defect("is neither true nor false")),
            },
        }
    }

    fn defect(&self, reason: &str) -> SourceError {
        let place = if self.place.is_empty() { "the whole" } else { &self.place };
        SourceError::Defect { file: self.file.to_owned(), place: place.to_owned(), reason: reason.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Player, Round, Tournament};

    #[test]
    fn types_that_come_in_several_forms() {
        let round = br#"{"date": null, "pairings": [
            {"white": {"fname": "Anna", "mname": "Maria", "lname": "Berg", "title": "WGM", "fideid": 123},
             "black": {"fname": null, "lname": "Chu", "fideid": "0456"}, "result": "1-0", "live": 1},
            {"white": null, "black": {"fname": "Dora"}, "result": null}]}"#;
        let round = Round::read("round-1/index.json", round).expect("sound");
        let white = &round.pairings[0].white;
        assert_eq!((white.name.as_str(), white.fide_id.as_deref()), ("Berg, Anna Maria", Some("123")));
        assert_eq!(round.pairings[0].black.fide_id.as_deref(), Some("0456"));
        assert!(round.pairings[0].live && !round.pairings[1].live);
        assert_eq!(round.pairings[1].white, Player::default());
        assert_eq!(round.pairings[1].black.name, "Dora");
    }

    #[test]
    fn a_defect_is_named_with_file_and_place() {
        let game = |text: &str| {
            Game::read("round-2/game-7.json", text.as_bytes()).map_err(|error| error.to_string())
        };
        for (text, expected) in [
            (
                r#"{"moves": ["e4", "e5", 7.5, {}]}"#,
                "round-2/game-7.json: moves[2]: it does not begin with a move",
            ),
            (r#"{"moves": ["e4", null]}"#, "round-2/game-7.json: moves[1]: is no move"),
            (r#"{"moves": ["e4", {}]}"#, "round-2/game-7.json: moves[1]: is no text"),
            (r#"{"moves": {}}"#, "round-2/game-7.json: moves: is no list"),
            (r"{}", "round-2/game-7.json: moves: is missing"),
            (r"[]", "round-2/game-7.json: the whole: is no object"),
            (r#"{"moves": [], "live": 2}"#, "round-2/game-7.json: live: is neither true nor false"),
            (
                r#"{"moves": [], "chess960": 960}"#,
                "round-2/game-7.json: chess960: is none of the 960 positions",
            ),
            ("{\"moves\": [\n\"e4", "round-2/game-7.json: line 2 column 3: it is no whole JSON"),
        ] {
            assert_eq!(game(text).expect_err(text), expected);
        }
        let round = br#"{"pairings": [{"white": {"lname": []}, "black": null}]}"#;
        let error = Round::read("index", round).expect_err("a list is no name").to_string();
        assert_eq!(error, "index: pairings[0].white.lname: is no text");
        let error =
            Tournament::read("t", br#"{"name": "x", "rounds": [{"count": -1}]}"#).expect_err("negative");
        assert_eq!(error.to_string(), "t: rounds[0].count: is no whole number");
    }

    #[test]
    fn the_usual_position_is_not_chess960() {
        let read = |text: &str| Game::read("g", text.as_bytes()).expect(text).chess960;
        assert_eq!(read(r#"{"moves": [], "chess960": 518}"#), None);
        assert_eq!(read(r#"{"moves": []}"#), None);
        assert_eq!(read(r#"{"moves": [], "chess960": 0}"#), Some(0));
    }
}
