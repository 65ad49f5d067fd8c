//! From the bytes of one game to what it is: a game, a game set aside, or a game in quarantine.
//!
//! A move counts only if it is legal where it stands. After the first token that is not, nothing of the game
//! is used. Two readings of the movetext, the strict scan and `pgn-reader`, have to agree move for move.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use pgn_reader::{Reader, Visitor};
use sha2::{Digest, Sha256};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};
use uci_pool::hex;

use crate::clocks::stamps;
use crate::pgn::encoding::{self, Encoding};
use crate::pgn::game::{Game, Note, Outcome, Quarantined, Side, Start, Unscored, UnscoredGame};
use crate::pgn::movetext::{self, End, Numbers, Rules, Token, Words};
use crate::pgn::outcome::{self, Ending};
use crate::pgn::reading::{self, Fault, Reading, Text, shown};
use crate::pgn::split::{RawGame, TooLong};
use crate::pgn::start::Opening;
use crate::pgn::tags::Header;

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

impl Validator {
    /// Judges the game at index `input` of the inputs.
    pub(crate) fn judge(&mut self, raw: &RawGame, input: usize) -> Entry {
        let encoding = encoding::detect(raw.tag_bytes());
        let mut header = Header::collect(raw.tags(), encoding);
        let event = header.event.take().unwrap_or_default();
        match self.read(raw, header, encoding, input) {
            Ok(Sorted::Game(mut game)) => {
                game.event = event;
                Entry::Game(game)
            }
            Ok(Sorted::Unscored(game)) => Entry::Unscored(game, event),
            Err(Fault { ply, token, reason }) => {
                let ply = u32::try_from(ply).unwrap_or(u32::MAX);
                let place = Quarantined { input, game: raw.number, offset: raw.offset, ply, token, reason };
                Entry::Quarantined(place, event)
            }
        }
    }

    fn read(
        &mut self,
        raw: &RawGame,
        mut header: Header,
        encoding: Encoding,
        input: usize,
    ) -> Result<Sorted, Fault> {
        check_bounds_and_tags(raw, &header, encoding)?;
        let (white, black) = header.take_sides();
        let round = header.round.take().unwrap_or_default();
        let opening = Opening::of(header.variant.as_deref(), header.set_up.as_deref(), header.fen.as_deref());
        let text = Text::new(&raw.movetext, encoding);
        let judged = self.moves(text, &opening, header.result.as_deref())?;
        let reason = match (&judged, &opening) {
            (Judged::Counted(_, reason), _) => Some(*reason),
            (Judged::Read(_, ending), _) if ending.forfeit => Some(Unscored::Forfeit),
            (Judged::Read(..), _) if is_bye(&white) || is_bye(&black) => Some(Unscored::Bye),
            (Judged::Read(reading, _), _) if reading.found.null.is_some() => Some(Unscored::NullMove),
            (Judged::Read(..), Opening::SetUp(_)) => Some(Unscored::SetUp),
            (Judged::Read(reading, _), _) if reading.moves.is_empty() => Some(Unscored::NoMoves),
            (Judged::Read(..), _) => None,
        };
        let date = header.date.take().unwrap_or_default();
        let [site, link] = header.take_places();
        match (judged, reason) {
            (Judged::Read(reading, ending), None) => {
                let start = match &opening {
                    Opening::Chess960(position) => Start::chess960(position),
                    _ => Start::Standard,
                };
                let sha256 =
                    content_hash(&date, &round, [&white, &black], ending.outcome, &start, &reading.moves);
                let spoilt = header.mojibake.then_some(Note::Mojibake);
                Ok(Sorted::Game(Box::new(Game {
                    input,
                    number: raw.number,
                    offset: raw.offset,
                    event: String::new(),
                    site,
                    link,
                    date,
                    round,
                    white,
                    black,
                    result: ending.outcome,
                    time_control: header.time_control,
                    start,
                    stamps: stamps::stamps(&raw.movetext, &self.tokens, reading.moves.len()),
                    moves: reading.moves,
                    encoding,
                    alphabet: reading.alphabet,
                    notes: spoilt.into_iter().chain(reading.notes).collect(),
                    sha256,
                })))
            }
            (judged, reason) => Ok(Sorted::Unscored(Box::new(UnscoredGame {
                input,
                number: raw.number,
                offset: raw.offset,
                date,
                round,
                white,
                black,
                result: match &judged {
                    Judged::Read(_, ending) => ending.outcome,
                    Judged::Counted(..) => header
                        .result
                        .as_deref()
                        .and_then(outcome::of_tag)
                        .map_or(Outcome::Unknown, |ending| ending.outcome),
                },
                plies: u32::try_from(judged.plies()).unwrap_or(u32::MAX),
                reason: reason.unwrap_or(Unscored::NoMoves),
                partner: None,
            }))),
        }
    }

    /// Reads the moves from where the game starts, or counts them where that is not known.
    fn moves(&mut self, text: Text<'_>, opening: &Opening, result: Option<&str>) -> Result<Judged, Fault> {
        let usual;
        let (position, rules) = match opening {
            Opening::Unreadable(reason) => {
                let counted = movetext::scan(text.bytes, Rules::COUNTED, &mut self.tokens);
                counted.map_err(|broken| text.fault(self.tokens.len(), broken))?;
                return Ok(Judged::Counted(self.tokens.len(), *reason));
            }
            Opening::Standard => {
                usual = Chess::default();
                (&usual, Rules::STANDARD)
            }
            Opening::Chess960(position) | Opening::SetUp(position) => {
                // Programs number the moves of a fragment from one or as in the game it was taken from.
                let numbers = Numbers::Counting { first: None, black: position.turn() == Color::Black };
                let words = Words::San;
                (&**position, Rules { words, numbers })
            }
        };
        let alone = matches!(opening, Opening::SetUp(_));
        let reading = reading::read(text, position, rules, alone, &mut self.tokens)?;
        // The other reader knows only the standard's notation, and goes on after a null move.
        if reading.standard && reading.found.null.is_none() && reading.found.end != End::NobodyScored {
            self.second.agrees(text, &self.tokens)?;
        }
        let ending = reconcile(result, reading.found.end).map_err(|(token, reason)| Fault {
            ply: reading.moves.len(),
            token: token.to_owned(),
            reason,
        })?;
        Ok(Judged::Read(reading, ending))
    }
}

/// What became of a movetext.
enum Judged {
    /// Every move is legal.
    Read(Reading, Ending),
    /// So many plies, and why they were only counted.
    Counted(usize, Unscored),
}

impl Judged {
    fn plies(&self) -> usize {
        match self {
            Self::Read(reading, _) => reading.moves.len(),
            Self::Counted(plies, _) => *plies,
        }
    }
}

/// Pairing programs write `BYE` where there is no opponent. A person of that name has more of one, or a number.
fn is_bye(side: &Side) -> bool {
    side.fide_id.is_none() && side.name.trim_matches(['-', '*', ' ']).eq_ignore_ascii_case("bye")
}

/// What a game is by its tags alone: its moves are not looked at, so nothing is said about them.
pub(crate) fn skim(raw: &RawGame, input: usize) -> Entry {
    let encoding = encoding::detect(raw.tag_bytes());
    let mut header = Header::collect(raw.tags(), encoding);
    let event = header.event.take().unwrap_or_default();
    if let Err(Fault { token, reason, .. }) = check_bounds_and_tags(raw, &header, encoding) {
        let place = Quarantined { input, game: raw.number, offset: raw.offset, ply: 0, token, reason };
        return Entry::Quarantined(place, event);
    }
    let (white, black) = header.take_sides();
    let [site, link] = header.take_places();
    let result = header.result.as_deref().and_then(outcome::of_tag);
    Entry::Game(Box::new(Game {
        input,
        number: raw.number,
        offset: raw.offset,
        event,
        site,
        link,
        date: header.date.take().unwrap_or_default(),
        round: header.round.take().unwrap_or_default(),
        white,
        black,
        result: result.map_or(Outcome::Unknown, |ending| ending.outcome),
        time_control: header.time_control,
        encoding,
        notes: header.mojibake.then_some(Note::Mojibake).into_iter().collect(),
        ..Game::default()
    }))
}

enum Sorted {
    Game(Box<Game>),
    Unscored(Box<UnscoredGame>),
}

fn check_bounds_and_tags(raw: &RawGame, header: &Header, encoding: Encoding) -> Result<(), Fault> {
    let whole = |token: String, reason: String| Err(Fault { ply: 0, token, reason });
    match raw.too_long {
        Some(TooLong::Movetext) => return whole(String::new(), "movetext is longer than 1 MiB".to_owned()),
        Some(TooLong::TagLine) => return whole(String::new(), "tag line is longer than 64 KiB".to_owned()),
        Some(TooLong::Tags) => return whole(String::new(), "tags are longer than 1 MiB".to_owned()),
        None => {}
    }
    if let Some(line) = raw.broken_tag() {
        return whole(shown(line, encoding), "tag does not close".to_owned());
    }
    match header.contradiction {
        Some(name) => whole(name.to_owned(), "tag stands twice with two values".to_owned()),
        None => Ok(()),
    }
}

/// One result out of the tag and the end of the moves; the token and the reason if both name one and differ.
pub(crate) fn reconcile(tag: Option<&str>, end: End) -> Result<Ending, (&'static str, String)> {
    const NOTHING: Ending = Ending { outcome: Outcome::Unknown, forfeit: false };
    let tag = tag.and_then(outcome::of_tag).unwrap_or(NOTHING);
    let moves = match end {
        End::Result(ending) => ending,
        End::Missing | End::NobodyScored => NOTHING,
    };
    let outcome = match (tag.outcome, moves.outcome) {
        (known, Outcome::Unknown) | (Outcome::Unknown, known) => known,
        (a, b) if a == b => a,
        (a, b) => {
            return Err((
                b.as_str(),
                format!("result tag says {}, movetext ends {}", a.as_str(), b.as_str()),
            ));
        }
    };
    let forfeit = tag.forfeit || moves.forfeit;
    Ok(Ending { outcome, forfeit })
}

/// Every field is preceded by its length, so that no two games write the same bytes. The usual first position
/// is not written at all.
fn content_hash(
    date: &str,
    round: &str,
    [white, black]: [&Side; 2],
    result: Outcome,
    start: &Start,
    moves: &[Move],
) -> String {
    let mut uci = String::with_capacity(moves.len() * 5);
    for mv in moves {
        // Writing into a string does not fail.
        let _ = write!(uci, "{} ", mv.to_uci(start.castling_mode()));
    }
    let mut hash = Sha256::new();
    let mut field = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    for text in [date, round, &white.name, &black.name, result.as_str(), uci.trim_end()] {
        field(text);
    }
    if let Start::Fen { fen, .. } = start {
        field(fen);
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
    fn agrees(&mut self, text: Text<'_>, tokens: &[Token]) -> Result<(), Fault> {
        self.moves.clear();
        let read = Reader::new(text.bytes).read_game(self);
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
        let token = tokens.get(ply).map(|token| text.shown(token)).unwrap_or_default();
        Err(Fault { ply, token, reason: "two readings of the movetext differ".to_owned() })
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
