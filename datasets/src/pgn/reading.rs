//! From the movetext of a game to its moves, whatever alphabet and notation it is written in. After the standard's
//! notation another reading counts only for a whole game of legal moves, on which all alphabets that can read it agree.

use shakmaty::san::{SanError, SanPlus};
use shakmaty::{Chess, Move, Position, Rank, Role, Square};
use strum::VariantArray as _;

use crate::pgn::alphabet::Alphabet;
use crate::pgn::defect::GameDefect;
use crate::pgn::encoding::{self, Encoding};
use crate::pgn::game::{Note, TextMark};
use crate::pgn::lower_case;
use crate::pgn::movetext::{self, Break, End, Rules, Scanned, Token};
use crate::pgn::notation::{self, Form, Style};
use crate::text::visible::{MOST, visible_within};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub ply: usize,
    /// The token, at most 80 characters, what cannot be seen named; empty if it is the whole game.
    pub token: String,
    pub reason: GameDefect,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParsedMovetext {
    pub(crate) moves: Vec<Move>,
    pub(crate) alphabet: Alphabet,
    pub(crate) notes: Vec<Note>,
    pub(crate) scan: Scanned,
}

/// A movetext, and what its bytes mean.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) bytes: &'a [u8],
    shown: Encoding,
    /// How to read the letters of pieces. Beyond ASCII only Cyrillic has any, and of the encodings that are not
    /// UTF-8 only Windows-1251 has Cyrillic.
    letters: Encoding,
}

impl<'a> Text<'a> {
    /// `tags` is the encoding of the game's tags. Movetext that is valid UTF-8 is UTF-8 whatever the tags are.
    pub(crate) fn new(bytes: &'a [u8], tags: Encoding) -> Self {
        let (shown, letters) = match tags {
            _ if str::from_utf8(bytes).is_ok() => (Encoding::Utf8, Encoding::Utf8),
            Encoding::Ascii | Encoding::Utf8 => (encoding::detect(bytes), Encoding::Windows1251),
            tags => (tags, Encoding::Windows1251),
        };
        Self { bytes, shown, letters }
    }

    /// The whole text, as its pieces' letters are read.
    pub(crate) fn decoded(&self) -> String {
        self.letters.decode(self.bytes)
    }

    /// The word around a place, for people.
    pub(crate) fn word_around(&self, at: usize) -> String {
        let (before, after) = self.bytes.split_at_checked(at).unwrap_or((self.bytes, &[]));
        let start = before.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
        let end = after.iter().position(u8::is_ascii_whitespace).map_or(self.bytes.len(), |space| at + space);
        shown(self.bytes.get(start..end).unwrap_or_default(), self.shown)
    }

    /// A token for people: at most 80 characters.
    pub(crate) fn shown(&self, token: &Token) -> String {
        shown(self.bytes.get(token.at.clone()).unwrap_or_default(), self.shown)
    }

    pub(crate) fn fault(&self, ply: usize, Break { at, reason }: Break) -> Fault {
        let token = shown(self.bytes.get(at).unwrap_or_default(), self.shown);
        Fault { ply, token, reason }
    }
}

/// Bytes for people: decoded, at most 80 characters, and what cannot be seen is named.
pub(crate) fn shown(bytes: &[u8], encoding: Encoding) -> String {
    // Four bytes are the most that a character takes; more would be decoded in vain.
    let head = &bytes[..bytes.len().min(4 * MOST)];
    // A cut character at the end would make valid UTF-8 look like something else.
    let whole = match str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => &head[..error.valid_up_to()],
        _ => head,
    };
    let encoding = if str::from_utf8(whole).is_ok() { Encoding::Utf8 } else { encoding };
    visible_within(&encoding.decode(whole), MOST)
}

/// Reads a movetext from a position and leaves its tokens in `tokens`. With `alone`, other alphabets that read the game too
/// are ignored where English ones do: a fragment of a move or two often reads in several alphabets.
pub(crate) fn read(
    text: Text<'_>,
    start: &Chess,
    rules: Rules,
    alone: bool,
    tokens: &mut Vec<Token>,
) -> Result<ParsedMovetext, Fault> {
    let first = match standard(text, start, rules, tokens) {
        Ok(reading) if alone || reading.scan.null.is_some() => return Ok(reading),
        Ok(reading) => match rival(text, start, tokens, &reading) {
            None => return Ok(reading),
            Some((other, moves)) => {
                return Err(differ(text, tokens, &[(Alphabet::English, reading.moves), (other, moves)]));
            }
        },
        Err(fault) => fault,
    };
    let any = Rules { any_word: true, ..rules };
    let Ok(scan) = movetext::scan(text.bytes, any, tokens) else {
        return Err(first);
    };
    let played = scan.null.unwrap_or(tokens.len()).min(tokens.len());
    let words = &tokens[..played];
    let every = |read: Reader| -> Vec<(Alphabet, Moves)> {
        Alphabet::VARIANTS.iter().filter_map(|&a| Some((a, read(text, start, words, a)?))).collect()
    };
    let mut readings = every(other);
    if readings.is_empty() {
        readings = every(small_letters);
    }
    let Some(((alphabet, moves), rest)) = readings.split_first() else {
        return Err(first);
    };
    let differing = rest.iter().any(|(_, others)| others.moves != moves.moves);
    if differing && !(alone && *alphabet == Alphabet::English) {
        let named: Vec<(Alphabet, Vec<Move>)> = readings.into_iter().map(|(a, m)| (a, m.moves)).collect();
        return Err(differ(text, tokens, &named));
    }
    let mut notes = Vec::new();
    if *alphabet == Alphabet::English || moves.unusual {
        notes.push(Note::OtherNotation);
    }
    notes.extend(moves.note());
    notes.extend(glyphs(scan));
    Ok(ParsedMovetext { moves: moves.moves.clone(), alphabet: *alphabet, notes, scan })
}

type Reader = fn(Text<'_>, &Chess, &[Token], Alphabet) -> Option<Moves>;

/// Moves read, and how many tokens at the end were kings put into the centre.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Moves {
    moves: Vec<Move>,
    kings: u8,
    /// Something is written in another form than short algebraic notation, letters aside.
    unusual: bool,
}

impl Moves {
    fn note(&self) -> Option<Note> {
        (self.kings > 0).then_some(Note::KingsInCentre(self.kings))
    }
}

/// Plays tokens one after another, each as the move that `next` gives. With an alphabet, kings put into the centre at
/// the end are no moves. Fails with the ply that has none.
fn play<E>(
    text: Text<'_>,
    start: &Chess,
    tokens: &[Token],
    centre: Option<Alphabet>,
    next: impl Fn(usize, &Chess) -> Result<Move, E>,
) -> Result<Moves, (usize, E)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(tokens.len());
    for ply in 0..tokens.len() {
        match next(ply, &position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                moves.push(mv);
            }
            Err(_) if centre.is_some_and(|alphabet| centred(text, &tokens[ply..], alphabet)) => {
                let kings = u8::try_from(tokens.len() - ply).unwrap_or(u8::MAX);
                return Ok(Moves { moves, kings, unusual: false });
            }
            Err(error) => return Err((ply, error)),
        }
    }
    Ok(Moves { moves, kings: 0, unusual: false })
}

fn standard(
    text: Text<'_>,
    start: &Chess,
    rules: Rules,
    tokens: &mut Vec<Token>,
) -> Result<ParsedMovetext, Fault> {
    let mut scanned = movetext::scan(text.bytes, rules, tokens);
    // The moves before a break are played first: an illegal one among them is the earlier fault.
    let null = tokens.iter().position(|token| token.san.san == shakmaty::san::San::Null);
    let before = &tokens[..null.unwrap_or(tokens.len())];
    let centre = (scanned.is_ok() && null.is_none()).then_some(Alphabet::English);
    let next = |ply: usize, position: &Chess| match &before[ply] {
        token if is_knight_too(text, token, position) => Err(SanError::AmbiguousSan),
        token => token.san.san.to_move(position),
    };
    let mut read = play(text, start, before, centre, next);
    if let Err((ply, _)) = &read
        && let Ok(scan) = &mut scanned
        && scan.end == End::Missing
        && ply + 1 == tokens.len()
        && text.bytes.get(tokens[*ply].at.clone()) == Some(b"0-0")
    {
        // Castling that is not legal, at the end of the moves: the result by which both sides lose.
        scan.end = End::NobodyScored;
        let ply = *ply;
        read = play(text, start, &before[..ply], None, next);
    }
    let read = read.map_err(|(ply, error)| {
        let reason = match error {
            SanError::IllegalSan => GameDefect::IllegalMove,
            SanError::AmbiguousSan => GameDefect::AmbiguousMove,
        };
        Fault { ply, token: text.shown(&before[ply]), reason }
    })?;
    let scan = scanned.map_err(|broken| text.fault(read.moves.len(), broken))?;
    let notes = read.note().into_iter().chain(glyphs(scan)).collect();
    Ok(ParsedMovetext { moves: read.moves, alphabet: Alphabet::English, notes, scan })
}

fn glyphs(scan: Scanned) -> Option<Note> {
    scan.glyphs.then_some(Note::Text(TextMark::GlyphsAsWords))
}

/// Whether the `N` in front of a move, taken for a novelty, could be the letter of a knight that makes the move.
fn is_knight_too(text: Text<'_>, token: &Token, position: &Chess) -> bool {
    token.after_n && {
        let word = text.bytes.get(token.at.clone()).unwrap_or_default();
        let knight = SanPlus::from_ascii(&[b"N", word].concat());
        knight.is_ok_and(|knight| knight.san.to_move(position).is_ok())
    }
}

/// Another alphabet that reads a game in the standard's notation too, with other moves. The letters have to
/// mean other pieces there, which few games without knights and queens allow.
fn rival(
    text: Text<'_>,
    start: &Chess,
    tokens: &[Token],
    reading: &ParsedMovetext,
) -> Option<(Alphabet, Vec<Move>)> {
    const LETTERS: [(char, Role); 5] =
        [('K', Role::King), ('Q', Role::Queen), ('R', Role::Rook), ('B', Role::Bishop), ('N', Role::Knight)];
    let read = reading.scan.null.unwrap_or(tokens.len()).min(tokens.len());
    let mut used = [false; 5];
    for mv in &reading.moves {
        let castles = mv.castling_side().is_some();
        for role in [(!castles).then(|| mv.role()), mv.promotion()].into_iter().flatten() {
            if let Some(at) = LETTERS.iter().position(|(_, known)| *known == role) {
                used[at] = true;
            }
        }
    }
    // No other alphabet has the letter of the queen.
    if used[1] || !used.contains(&true) {
        return None;
    }
    let read = read.min(reading.moves.len());
    Alphabet::VARIANTS.iter().skip(1).find_map(|&alphabet| {
        let mut means_another = false;
        for ((letter, role), _) in LETTERS.iter().zip(used).filter(|(_, used)| *used) {
            let (piece, _) = alphabet.piece(letter.encode_utf8(&mut [0; 4]))?;
            means_another |= piece != *role;
        }
        if !means_another {
            return None;
        }
        let moves = other(text, start, &tokens[..read], alphabet)?.moves;
        (moves != reading.moves).then_some((alphabet, moves))
    })
}

/// The game in an alphabet, in any notation; `None` unless every token is one legal move.
fn other(text: Text<'_>, start: &Chess, tokens: &[Token], alphabet: Alphabet) -> Option<Moves> {
    let mut forms = Vec::with_capacity(tokens.len());
    for token in tokens {
        // The longest move has fewer than forty bytes in any notation.
        let bytes = text.bytes.get(token.at.clone()).filter(|bytes| bytes.len() <= 40)?;
        forms.push(notation::form(&text.letters.decode(bytes), alphabet)?);
    }
    let style = Style::from_forms(&forms);
    let next = |ply: usize, position: &Chess| {
        let knight = is_knight_too(text, &tokens[ply], position);
        notation::to_move(forms[ply], style, position).filter(|_| !knight).ok_or(())
    };
    let read = play(text, start, tokens, Some(alphabet), next).ok()?;
    let unusual = forms.iter().zip(tokens).any(|(form, token)| match form {
        Form::Castle(_) => text.bytes.get(token.at.start) != Some(&b'O'),
        Form::Step(step) => step.file.is_some() && step.rank.is_some(),
    });
    Some(Moves { unusual, ..read })
}

/// The game with small letters for the pieces of an alphabet; `None` unless every token is a legal move.
fn small_letters(text: Text<'_>, start: &Chess, tokens: &[Token], alphabet: Alphabet) -> Option<Moves> {
    let mut words = Vec::with_capacity(tokens.len());
    for token in tokens {
        let bytes = text.bytes.get(token.at.clone()).filter(|bytes| bytes.len() <= 40 && !token.after_n)?;
        words.push(text.letters.decode(bytes));
    }
    let moves = lower_case::read(&words, start, alphabet)?;
    Some(Moves { moves, kings: 0, unusual: true })
}

/// Whether the last tokens of a game are kings put into the centre of the board: one token or two, by different
/// sides since turns alternate, each a king to d4, d5, e4 or e5. Electronic boards record this signal for the
/// result as moves.
fn centred(text: Text<'_>, tokens: &[Token], alphabet: Alphabet) -> bool {
    let to_centre = |token: &Token| {
        let bytes = text.bytes.get(token.at.clone()).unwrap_or_default();
        bytes.len() <= 40
            && match notation::form(&text.letters.decode(bytes), alphabet) {
                Some(Form::Step(step)) => {
                    step.role == Some(Role::King)
                        && !step.capture
                        && is_centre(step.to)
                        && step.promotion.is_none()
                }
                _ => false,
            }
    };
    (1..=2).contains(&tokens.len()) && tokens.iter().all(to_centre)
}

fn is_centre(square: Square) -> bool {
    matches!(square.file().char(), 'd' | 'e') && matches!(square.rank(), Rank::Fourth | Rank::Fifth)
}

fn differ(text: Text<'_>, tokens: &[Token], readings: &[(Alphabet, Vec<Move>)]) -> Fault {
    let (first, moves) = match readings.first() {
        Some((alphabet, moves)) => (*alphabet, moves.as_slice()),
        None => (Alphabet::English, &[][..]),
    };
    let (other, others) = readings
        .iter()
        .find(|(_, others)| others != moves)
        .map_or((first, moves), |(alphabet, others)| (*alphabet, others.as_slice()));
    let ply = moves.iter().zip(others).take_while(|(a, b)| a == b).count();
    Fault {
        ply,
        token: tokens.get(ply).map(|token| text.shown(token)).unwrap_or_default(),
        reason: GameDefect::Alphabets { first, other },
    }
}
