//! From the bytes of one game to what it is: a game, a game set aside, or a game in quarantine.
//!
//! A move counts only if it is legal where it stands. After the first token that is not, nothing of the game
//! is used. Two readings of the movetext, the strict scan and `pgn-reader`, have to agree move for move.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use pgn_reader::{Reader, Visitor};
use sha2::{Digest, Sha256};
use shakmaty::san::{SanError, SanPlus};
use shakmaty::{CastlingMode, Chess, Move, Position};
use uci_pool::hex;

use crate::game::{Game, Outcome, Quarantined, Side, Unscored, UnscoredGame};
use crate::movetext::{self, Break, End, Rules, Token};
use crate::split::{RawGame, TooLong};
use crate::tags::{self, Header};

/// What one game of an input turned out to be.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A game to be scored.
    Game(Box<Game>),
    /// A game set aside, and its `Event` tag.
    Unscored(Box<UnscoredGame>, String),
    /// A game that does not hold together, and its `Event` tag as far as it could be read.
    Quarantined(Quarantined, String),
}

impl Entry {
    /// The `Event` tag, trimmed; empty without one.
    #[must_use]
    pub fn event(&self) -> &str {
        match self {
            Self::Game(game) => &game.event,
            Self::Unscored(_, event) | Self::Quarantined(_, event) => event,
        }
    }
}

/// Judges games one after another. It keeps its buffers between games.
#[derive(Default)]
pub(crate) struct Validator {
    tokens: Vec<Token>,
    second: SecondReading,
}

/// Where a game breaks.
struct Fault {
    ply: usize,
    token: String,
    reason: String,
}

impl Validator {
    /// Judges the game at index `input` of the inputs.
    pub(crate) fn judge(&mut self, raw: &RawGame, input: usize) -> Entry {
        let utf8 = str::from_utf8(raw.tag_bytes()).is_ok();
        let mut header = Header::collect(raw.tags(), utf8);
        let event = header.event.take().unwrap_or_default();
        match self.read(raw, header, input) {
            Ok(Sorted::Game(mut game)) => {
                game.event = event;
                Entry::Game(game)
            }
            Ok(Sorted::Unscored(game)) => Entry::Unscored(game, event),
            Err(Fault { ply, token, reason }) => {
                let ply = u32::try_from(ply).unwrap_or(u32::MAX);
                let place = Quarantined {
                    input,
                    game: raw.number,
                    offset: raw.offset,
                    ply,
                    token,
                    reason,
                };
                Entry::Quarantined(place, event)
            }
        }
    }

    fn read(&mut self, raw: &RawGame, mut header: Header, input: usize) -> Result<Sorted, Fault> {
        check_bounds_and_tags(raw, &header)?;
        let (white, black) = header.take_sides();
        let round = header.round.unwrap_or_default();
        let unscored = |reason, plies: usize, round, white, black| {
            let plies = u32::try_from(plies).unwrap_or(u32::MAX);
            let (number, offset) = (raw.number, raw.offset);
            Sorted::Unscored(Box::new(UnscoredGame {
                input,
                number,
                offset,
                round,
                white,
                black,
                plies,
                reason,
            }))
        };
        let text = raw.movetext.as_slice();
        let aside = not_standard(
            header.variant.as_deref(),
            header.set_up.as_deref(),
            header.fen.as_deref(),
        );
        if let Some(reason) = aside {
            movetext::scan(text, Rules::Counted, &mut self.tokens)
                .map_err(|broken| fault(text, self.tokens.len(), broken))?;
            return Ok(unscored(reason, self.tokens.len(), round, white, black));
        }
        let scanned = movetext::scan(text, Rules::Standard, &mut self.tokens);
        // The moves before a break are played first: an illegal one among them is the earlier fault.
        let moves = play(text, &self.tokens)?;
        let end = scanned.map_err(|broken| fault(text, moves.len(), broken))?;
        if end != End::NobodyScored {
            self.second.agrees(text, &self.tokens)?;
        }
        let result = reconcile(header.result.as_deref(), end).map_err(|(token, reason)| Fault {
            ply: moves.len(),
            token: token.to_owned(),
            reason,
        })?;
        if moves.is_empty() {
            return Ok(unscored(Unscored::NoMoves, 0, round, white, black));
        }
        let date = header.date.unwrap_or_default();
        let sha256 = content_hash(&date, &round, &white, &black, result, &moves);
        Ok(Sorted::Game(Box::new(Game {
            input,
            number: raw.number,
            offset: raw.offset,
            event: String::new(),
            date,
            round,
            white,
            black,
            result,
            time_control: header.time_control,
            moves,
            sha256,
        })))
    }
}

enum Sorted {
    Game(Box<Game>),
    Unscored(Box<UnscoredGame>),
}

fn check_bounds_and_tags(raw: &RawGame, header: &Header) -> Result<(), Fault> {
    let whole = |token: String, reason: String| {
        Err(Fault {
            ply: 0,
            token,
            reason,
        })
    };
    match raw.too_long {
        Some(TooLong::Movetext) => return whole(String::new(), "movetext is longer than 1 MiB".to_owned()),
        Some(TooLong::TagLine) => return whole(String::new(), "tag line is longer than 64 KiB".to_owned()),
        Some(TooLong::Tags) => return whole(String::new(), "tags are longer than 1 MiB".to_owned()),
        None => {}
    }
    if let Some(line) = raw.broken_tag() {
        return whole(shown(line), "tag does not close".to_owned());
    }
    match header.contradiction {
        Some(name) => whole(name.to_owned(), "tag stands twice with two values".to_owned()),
        None => Ok(()),
    }
}

/// Why the game is not one of standard chess from the starting position.
pub(crate) fn not_standard(
    variant: Option<&str>,
    set_up: Option<&str>,
    fen: Option<&str>,
) -> Option<Unscored> {
    let variant = variant.unwrap_or_default();
    if variant.eq_ignore_ascii_case("From Position") {
        return Some(Unscored::SetUp);
    }
    if !["", "?", "-", "standard", "chess"]
        .iter()
        .any(|known| variant.eq_ignore_ascii_case(known))
    {
        return Some(Unscored::Variant);
    }
    let mut fields = fen.unwrap_or_default().split_whitespace();
    let start = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-"];
    match (fields.next(), set_up) {
        // A set-up position that is not given cannot be the usual one for certain.
        (None, Some("1")) => Some(Unscored::SetUp),
        (None | Some("?" | "-"), _) => None,
        (Some(board), _) => {
            let given = std::iter::once(board).chain(fields);
            (!start.iter().copied().eq(given.take(start.len()))).then_some(Unscored::SetUp)
        }
    }
}

fn play(text: &[u8], tokens: &[Token]) -> Result<Vec<Move>, Fault> {
    let mut position = Chess::default();
    let mut moves = Vec::with_capacity(tokens.len());
    for token in tokens {
        let mv = token.san.san.to_move(&position).map_err(|error| Fault {
            ply: moves.len(),
            token: shown(&text[token.at.clone()]),
            reason: match error {
                SanError::IllegalSan => "illegal move".to_owned(),
                SanError::AmbiguousSan => "ambiguous move".to_owned(),
            },
        })?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

fn fault(text: &[u8], ply: usize, Break { at, reason }: Break) -> Fault {
    Fault {
        ply,
        token: shown(text.get(at).unwrap_or_default()),
        reason,
    }
}

/// Bytes as a token for people: decoded, at most 80 characters.
pub(crate) fn shown(bytes: &[u8]) -> String {
    // Four bytes are the most that a character takes; more would be decoded in vain.
    let head = &bytes[..bytes.len().min(4 * 80)];
    // A cut character at the end would make valid UTF-8 look like something else.
    let whole = match str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => &head[..error.valid_up_to()],
        _ => head,
    };
    tags::decode(whole).chars().take(80).collect()
}

/// One result out of the tag and the end of the moves; the token and the reason if both name one and differ.
pub(crate) fn reconcile(tag: Option<&str>, end: End) -> Result<Outcome, (&'static str, String)> {
    let tag = tag
        .and_then(|t| tags::outcome(t.as_bytes()))
        .unwrap_or(Outcome::Unknown);
    let moves = match end {
        End::Result(outcome) => outcome,
        End::Missing | End::NobodyScored => Outcome::Unknown,
    };
    match (tag, moves) {
        (known, Outcome::Unknown) | (Outcome::Unknown, known) => Ok(known),
        (a, b) if a == b => Ok(a),
        (a, b) => Err((
            written(b),
            format!("result tag says {}, movetext ends {}", written(a), written(b)),
        )),
    }
}

fn written(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::White => "1-0",
        Outcome::Black => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Unknown => "*",
    }
}

/// Every field is preceded by its length, so that no two games write the same bytes.
fn content_hash(
    date: &str,
    round: &str,
    white: &Side,
    black: &Side,
    result: Outcome,
    moves: &[Move],
) -> String {
    let mut uci = String::with_capacity(moves.len() * 5);
    for mv in moves {
        // Writing into a string does not fail.
        let _ = write!(uci, "{} ", mv.to_uci(CastlingMode::Standard));
    }
    let mut hash = Sha256::new();
    for field in [
        date,
        round,
        &white.name,
        &black.name,
        written(result),
        uci.trim_end(),
    ] {
        hash.update((field.len() as u64).to_le_bytes());
        hash.update(field.as_bytes());
    }
    hex(&hash.finalize())
}

/// The moves as `pgn-reader` sees them.
#[derive(Default)]
struct SecondReading {
    moves: Vec<SanPlus>,
}

impl SecondReading {
    /// Compares both readings; what differs first is the fault.
    fn agrees(&mut self, text: &[u8], tokens: &[Token]) -> Result<(), Fault> {
        self.moves.clear();
        let read = Reader::new(text).read_game(self);
        let differs = tokens
            .iter()
            .map(Some)
            .chain(std::iter::repeat(None))
            .zip(self.moves.iter().map(Some).chain(std::iter::repeat(None)))
            .take(tokens.len().max(self.moves.len()))
            .position(|(ours, theirs)| ours.map(|token| &token.san) != theirs);
        let ply = match (read, differs) {
            (Ok(_), None) => return Ok(()),
            (Ok(_), Some(ply)) => ply,
            (Err(_), differs) => differs.unwrap_or(tokens.len()),
        };
        let token = tokens
            .get(ply)
            .map(|token| shown(&text[token.at.clone()]))
            .unwrap_or_default();
        Err(Fault {
            ply,
            token,
            reason: "two readings of the movetext differ".to_owned(),
        })
    }
}

impl Visitor for SecondReading {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.moves.push(san);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}
