//! A game, a game set aside, or one in quarantine: after the first move that is not legal nothing of a game is used.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use shakmaty::Chess;
use strum::VariantArray as _;
use uci_pool::hex;

use super::defect::GameDefect;
use super::encoding::{self, Encoding};
use super::game::{
    Game, GameResult, Note, Quarantined, Side, Stamp, Start, TextMark, Unscored, UnscoredGame,
};
use super::movetext::{self, End, Rules, Token};
use super::reading::{self, Fault, Text, shown};
use super::result::{self, WrittenResult};
use super::split::RawGame;
use super::start::Opening;
use super::tags::{Header, Tag};
use super::tavreli;
use crate::players::{is_bye, is_nameless};

#[derive(Clone, Debug)]
pub enum Entry {
    Game(Box<Game>),
    Unscored(Box<UnscoredGame>),
    Quarantined(Quarantined),
}

impl Entry {
    /// The `Event` tag, trimmed; empty without one.
    pub fn event(&self) -> &str {
        match self {
            Self::Game(game) => &game.event,
            Self::Unscored(game) => &game.event,
            Self::Quarantined(game) => &game.event,
        }
    }

    /// The number of the game within its input, from 1, and the offset of its first byte.
    pub fn place(&self) -> (u32, u64) {
        match self {
            Self::Game(game) => (game.number, game.offset),
            Self::Unscored(game) => (game.number, game.offset),
            Self::Quarantined(game) => (game.game, game.offset),
        }
    }

    /// The input that it stands in.
    pub(crate) fn input(&self) -> usize {
        match self {
            Self::Game(game) => game.input,
            Self::Unscored(game) => game.input,
            Self::Quarantined(game) => game.input,
        }
    }

    /// Gives the input another number.
    pub(crate) fn set_input(&mut self, input: usize) {
        match self {
            Self::Game(game) => game.input = input,
            Self::Unscored(game) => game.game.input = input,
            Self::Quarantined(game) => game.input = input,
        }
    }
}

/// Judges games one after another. It keeps its buffer between games.
#[derive(Default)]
pub(crate) struct Validator {
    tokens: Vec<Token>,
}

impl Validator {
    pub(crate) fn judge(&mut self, raw: &RawGame, input: usize) -> Entry {
        let (mut game, header) = match read_tags(raw, input) {
            Ok(read) => read,
            Err(quarantined) => return Entry::Quarantined(*quarantined),
        };
        match self.read_moves(&raw.movetext, &header, &mut game) {
            Ok(None) => Entry::Game(Box::new(game)),
            Ok(Some((reason, plies))) => {
                Entry::Unscored(Box::new(UnscoredGame::new(game, plies, reason, None)))
            }
            Err(mut fault) => {
                let text = || Text::new(&raw.movetext, game.encoding).decoded();
                if names_tavreli(raw, game.encoding) || tavreli::recognises(&text()) {
                    fault.reason = GameDefect::Tavreli;
                }
                let legal = match fault.reason {
                    GameDefect::IllegalMove => self.up_to(fault.ply, raw, &header, &game),
                    _ => None,
                };
                let unscorable = fault.reason == GameDefect::IllegalMove && legal.is_none();
                Entry::Quarantined(Quarantined { unscorable, legal, ..quarantined(fault, &game) })
            }
        }
    }

    /// Reads the moves into `game`, or counts them. Gives why the game is not scored, if it is not, and its plies.
    fn read_moves(
        &mut self,
        movetext: &[u8],
        header: &Header,
        game: &mut Game,
    ) -> Result<Option<(Unscored, usize)>, Fault> {
        let text = Text::new(movetext, game.encoding);
        let opening = Opening::from_header(header);
        if let Some(fault) = other_chess(text, header) {
            return Err(fault);
        }
        let usual = Chess::default();
        let (position, rules) = match &opening {
            Opening::Unreadable(reason) => {
                let counted = movetext::scan(text.bytes, Rules::COUNTED, &mut self.tokens);
                counted.map_err(|broken| text.fault(self.tokens.len(), broken))?;
                return Ok(Some((*reason, self.tokens.len())));
            }
            Opening::Standard => (&usual, Rules::STANDARD),
            Opening::Chess960(position) | Opening::SetUp(position) => {
                (&**position, Rules::fragment(position))
            }
        };
        let set_up = matches!(opening, Opening::SetUp(_));
        let parsed = reading::read(text, position, rules, set_up, &mut self.tokens)?;
        let plies = parsed.moves.len();
        let ending = reconcile(header.result(), parsed.scan.end).map_err(|(token, reason)| Fault {
            ply: plies,
            token: token.to_owned(),
            reason,
        })?;
        game.result = ending.result;
        let given = ending.forfeit && ending.result == GameResult::Unknown;
        let tag = header.get(Tag::Result).unwrap_or_default();
        let lost_by_both = given || parsed.scan.end == End::NobodyScored || result::nobody_scored(tag);
        let reasons = [
            (plies < 2 && without_opponent(game), Unscored::Bye),
            (plies < 2 && lost_by_both, Unscored::DoubleForfeit),
            (ending.forfeit, Unscored::Forfeit),
            (parsed.scan.null.is_some(), Unscored::NullMove),
            (set_up, Unscored::SetUp),
            (plies == 0, Unscored::NoMoves),
            // Without a result it may go on.
            (plies == 1 && ending.result != GameResult::Unknown, Unscored::NoGame),
        ];
        if let Some((_, reason)) = reasons.into_iter().find(|(holds, _)| *holds) {
            return Ok(Some((reason, plies)));
        }
        if let Opening::Chess960(position) = &opening {
            game.start = Start::chess960(position);
        }
        let stamped = self.tokens.iter_mut().take(plies);
        game.stamps = stamped.map(|token| std::mem::take(&mut token.stamp)).collect();
        if game.stamps.iter().all(|stamp| *stamp == Stamp::default()) {
            game.stamps = Vec::new();
            game.time_like = self.tokens.iter().take(plies).find_map(|token| token.time_like);
        }
        game.moves = parsed.moves;
        game.alphabet = parsed.alphabet;
        game.notes.extend(parsed.notes);
        game.sha256 = content_hash(game);
        Ok(None)
    }

    /// The game that the moves before an illegal one make, with the result that is written; `None` if it could not be scored, or if
    /// one side had not moved. `unread` is the game without its moves.
    fn up_to(&mut self, plies: usize, raw: &RawGame, header: &Header, unread: &Game) -> Option<Box<Game>> {
        let rules = match Opening::from_header(header) {
            Opening::Standard => Rules::STANDARD,
            Opening::Chess960(position) => Rules::fragment(&position),
            Opening::SetUp(_) | Opening::Unreadable(_) => return None,
        };
        // What stands behind the move may break off.
        let scan = movetext::scan(&raw.movetext, rules, &mut self.tokens);
        let end = scan.map_or(End::Missing, |scan| scan.end);
        let at = self.tokens.get(plies)?.at.start;
        let ending = reconcile(header.result(), end).ok().filter(|ending| !ending.forfeit)?;
        let mut game = unread.clone();
        let read = self.read_moves(raw.movetext.get(..at)?, header, &mut game);
        if !matches!(read, Ok(None)) || game.moves.len() != plies || plies < 2 {
            return None;
        }
        game.result = ending.result;
        game.sha256 = content_hash(&game);
        Some(Box::new(game))
    }
}

/// A game that its tag says is Tavreli, or whose moves say how many pieces of a tower go: that reads as chess, with a number for
/// a variation, and is none.
fn other_chess(text: Text<'_>, header: &Header) -> Option<Fault> {
    let said = header.get(Tag::Variant).filter(|variant| is_tavreli(variant));
    let counted = || {
        let at = text.bytes.windows(3).position(|three| {
            matches!(three, [b'1'..=b'8', b'(', b'0'..=b'9'] | [b'0'..=b'9', b')', b'a'..=b'h' | 0xd0 | 0xe0..=0xe7])
        })?;
        let token = text.word_around(at);
        tavreli::counts_pieces(&text.decoded()).then_some(token)
    };
    let token = said.map(str::to_owned).or_else(counted)?;
    Some(Fault { ply: 0, token, reason: GameDefect::Tavreli })
}

fn is_tavreli(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("tavrel") || text.contains("таврел")
}

/// Whether a tag names Tavreli, in Latin or Cyrillic letters. Only asked of a game whose moves do not read: a game of
/// chess may be played in a club of that name.
fn names_tavreli(raw: &RawGame, encoding: Encoding) -> bool {
    raw.tags().any(|(_, value)| is_tavreli(&encoding.decode(value)))
}

/// Whether one side is nobody: pairing programs write `BYE` where there is no opponent, some with a number of their own,
/// or nothing (`?`) beside a result. Without a result such a game is a pairing whose opponent is not known yet.
fn without_opponent(game: &Game) -> bool {
    let unnamed = |side: &Side| side.fide_id.is_none() && is_nameless(&side.name);
    let [white, black] = game.sides();
    is_bye(&white.name)
        || is_bye(&black.name)
        || (unnamed(white) != unnamed(black) && game.result != GameResult::Unknown)
}

/// The game without its moves, and the remaining tags; or the game in quarantine.
fn read_tags(raw: &RawGame, input: usize) -> Result<(Game, Header), Box<Quarantined>> {
    let encoding = encoding::detect(raw.tag_bytes());
    let mut header = Header::collect(raw.tags(), encoding);
    let fault = tag_fault(raw, &header, encoding);
    let event = header.take(Tag::Event).unwrap_or_default();
    let (white, black) = header.take_sides();
    let (site, link, date) = (header.take_place(Tag::Site), header.take_link(), header.take_date());
    header.note_result();
    let marks = TextMark::VARIANTS.iter().filter(|mark| raw.marks.contains(**mark));
    let mut notes = std::mem::take(&mut header.notes);
    notes.extend(marks.map(|mark| Note::Text(*mark)));
    let game = Game {
        input,
        number: raw.number,
        offset: raw.offset,
        event,
        site,
        link,
        mode: header.take_place(Tag::Mode),
        date,
        round: header.take(Tag::Round).unwrap_or_default(),
        white,
        black,
        result: header.result().unwrap_or_default().result,
        time_control: header.take(Tag::TimeControl),
        encoding,
        notes,
        ..Game::default()
    };
    match fault {
        Some(fault) => Err(Box::new(quarantined(fault, &game))),
        None => Ok((game, header)),
    }
}

/// The game in quarantine, with the tags that were read.
fn quarantined(Fault { ply, token, reason }: Fault, game: &Game) -> Quarantined {
    Quarantined {
        input: game.input,
        game: game.number,
        offset: game.offset,
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        token,
        reason,
        event: game.event.clone(),
        round: game.round.clone(),
        white: game.white.name.clone(),
        black: game.black.name.clone(),
        ..Quarantined::default()
    }
}

pub(crate) fn tag_fault(raw: &RawGame, header: &Header, encoding: Encoding) -> Option<Fault> {
    let (token, reason) = match (&raw.too_long, raw.broken_tag(), header.contradiction) {
        (Some(bound), ..) => (String::new(), bound.clone()),
        (None, Some(line), _) => (shown(line, encoding), GameDefect::TagUnclosed),
        (None, None, Some(name)) => (name.to_owned(), GameDefect::TagTwice),
        (None, None, None) => return None,
    };
    Some(Fault { ply: 0, token, reason })
}

/// One result out of the tag and the end of the moves; the token and the reason if both name one and differ.
pub(crate) fn reconcile(
    tag: Option<WrittenResult>,
    end: End,
) -> Result<WrittenResult, (&'static str, GameDefect)> {
    let tag = tag.unwrap_or_default();
    let moves = match end {
        End::Result(ending) => ending,
        End::Missing | End::NobodyScored => WrittenResult::default(),
    };
    let result = match (tag.result, moves.result) {
        (known, GameResult::Unknown) | (GameResult::Unknown, known) => known,
        (a, b) if a == b => a,
        (tag, movetext) => {
            return Err((movetext.as_str(), GameDefect::Results { tag, movetext }));
        }
    };
    Ok(WrittenResult { result, forfeit: tag.forfeit || moves.forfeit })
}

/// Every field is preceded by its length, so that no two games write the same bytes. The usual first position
/// is not written at all.
pub(crate) fn content_hash(game: &Game) -> String {
    let mut uci = String::with_capacity(game.moves.len() * 5);
    for mv in &game.moves {
        // Writing into a string does not fail.
        let _ = write!(uci, "{} ", mv.to_uci(game.start.castling_mode()));
    }
    let mut hash = Sha256::new();
    let mut field = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    let (white, black) = (&game.white.name, &game.black.name);
    for text in [&game.date, &game.round, white, black, game.result.as_str(), uci.trim_end()] {
        field(text);
    }
    if let Start::Fen { fen, .. } = &game.start {
        field(fen);
    }
    hex(&hash.finalize())
}
