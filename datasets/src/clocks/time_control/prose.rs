//! Time controls in words: `90 min/40 + 30 min + 30 sec`, `G/60;d5`, `40 in 2, 20 in 1, 30 min`.
//!
//! Every token must be understood; one that is not ends the reading. An increment written behind the last stage holds
//! from the first move on (FIDE's own example of `40/6000+30:900+30` is *100'x40+15'+30"*), unless a move is
//! named; one written between stages holds from the stage before it on.

use super::encoded::{check, thousandths, whole};
use super::reading::{Ambiguity, Form, Reading, Rule};
use super::words::{HOUR, MINUTE, SECOND, Word, meaning};
use super::{MOST_MOVES, MOST_MS, MOST_STAGES, Refused, Stage, TimeControl};

/// Most bonuses a text may name; more are nonsense.
const MOST_BONUSES: usize = 8;
/// Stages written without a unit that are no longer than this are hours, in thousandths: `40 in 2`.
const MOST_HOURS: u64 = 3_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Number(u64),
    Word(Word),
}

/// Reads prose.
///
/// # Errors
/// An unknown word, an order without meaning, or limits passed.
pub(super) fn read(text: &str) -> Result<Reading, Refused> {
    let tokens = tokens(text)?;
    if !tokens.iter().any(|t| matches!(t, Token::Number(_))) {
        return Err(Refused::NoTime);
    }
    let (control, doubt) = Parser::new(&tokens, None).control()?;
    // The other reading is the one with that rule turned round. It may not exist; then nothing was in doubt.
    let ambiguity = doubt.and_then(|rule| {
        let (other, _) = Parser::new(&tokens, Some(rule)).control().ok()?;
        (other != control).then_some(Ambiguity { rule, other })
    });
    Ok(Reading { control, form: Form::Prose, ambiguity })
}

fn tokens(text: &str) -> Result<Vec<Token>, Refused> {
    let text = text.to_lowercase();
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let after_number = matches!(tokens.last(), Some(Token::Number(_)));
        let (length, token) = if c.is_ascii_digit() {
            let length = number_length(rest);
            let number = rest.get(..length).unwrap_or_default();
            let value = thousandths(number).map_err(|_| unknown(number))?;
            (length, Some(Token::Number(value)))
        } else if c.is_alphabetic() {
            let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            let word = rest.get(..length).unwrap_or_default();
            let found = match (word, after_number) {
                // Russian: behind a number a second, else "from".
                ("с", true) => Word::Time(SECOND),
                _ => meaning(word).ok_or_else(|| unknown(word))?,
            };
            (length, Some(Token::Word(found)))
        } else {
            let second = rest.chars().nth(1);
            let token = match c {
                '\'' | '’' | '‘' | '´' | '`' | '′' if second == Some(c) => {
                    rest = rest.get(c.len_utf8()..).unwrap_or_default();
                    Some(Word::Time(SECOND))
                }
                '\'' | '’' | '‘' | '´' | '`' | '′' => Some(Word::Time(MINUTE)),
                '"' | '”' | '“' | '″' => Some(Word::Time(SECOND)),
                '+' | '|' | '&' => Some(Word::Plus),
                '/' | '×' => Some(Word::Link),
                ';' | ',' | ':' => Some(Word::Break),
                '.' | '(' | ')' => None,
                // As in "30-second increment".
                '-' if after_number && second.is_some_and(char::is_alphabetic) => None,
                _ if c.is_whitespace() => None,
                _ => return Err(unknown(c.encode_utf8(&mut [0; 4]))),
            };
            (c.len_utf8(), token.map(Token::Word))
        };
        tokens.extend(token);
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(tokens)
}

/// The length of the number at the beginning; a point counts only between digits.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| text.bytes().skip(from).take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    if text.as_bytes().get(whole) == Some(&b'.') && digits(whole + 1) > 0 {
        whole + 1 + digits(whole + 1)
    } else {
        whole
    }
}

fn unknown(word: &str) -> Refused {
    Refused::Unknown { word: word.chars().take(40).collect() }
}

#[derive(Clone, Copy, Debug)]
struct Bonus {
    ms: u64,
    delay: bool,
    /// How many stages were read before it.
    behind: usize,
    /// The move it begins with, if that is said.
    from: Option<u32>,
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The rule to turn round.
    turned: Option<Rule>,
    /// The first rule that was needed.
    doubt: Option<Rule>,
    stages: Vec<Stage>,
    bonuses: Vec<Bonus>,
}

impl<'a> Parser<'a> {
    fn new(tokens: &'a [Token], turned: Option<Rule>) -> Self {
        Self { tokens, at: 0, turned, doubt: None, stages: Vec::new(), bonuses: Vec::new() }
    }

    fn control(mut self) -> Result<(TimeControl, Option<Rule>), Refused> {
        let (mut plus, mut joined) = (false, false);
        while self.at < self.tokens.len() {
            let bonus_next =
                matches!(self.tokens.get(self.at + 1), Some(Token::Word(Word::Increment | Word::Delay)));
            match self.token() {
                Some(Token::Word(Word::Plus)) => {
                    (plus, joined) = (true, true);
                    self.at += 1;
                }
                // Russian "с добавлением": with an addition.
                Some(Token::Word(Word::From)) if bonus_next => self.at += 1,
                Some(Token::Word(Word::Break)) => {
                    joined = true;
                    self.at += 1;
                }
                Some(Token::Word(Word::Filler | Word::First | Word::Per)) => self.at += 1,
                _ => {
                    self.element(plus, joined)?;
                    (plus, joined) = (false, false);
                }
            }
            if self.stages.len() > MOST_STAGES || self.bonuses.len() > MOST_BONUSES {
                return Err(Refused::TooMuch { what: "stages" });
            }
        }
        if plus {
            return Err(self.wrong());
        }
        self.give_bonuses()?;
        check(&self.stages)?;
        Ok((whole(self.stages), self.doubt))
    }

    fn token(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn number(&self) -> Option<u64> {
        match self.token() {
            Some(Token::Number(n)) => Some(n),
            _ => None,
        }
    }

    fn number_follows(&self) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        rest.iter().any(|t| matches!(t, Token::Number(_)))
    }

    fn wrong(&self) -> Refused {
        Refused::Grammar { word: self.at + 1 }
    }

    /// Takes the words if they come next.
    fn take(&mut self, wanted: &[Word]) -> bool {
        let found = matches!(self.token(), Some(Token::Word(w)) if wanted.contains(&w));
        self.at += usize::from(found);
        found
    }

    fn take_all(&mut self, wanted: &[Word]) -> bool {
        let before = self.at;
        while self.take(wanted) {}
        self.at > before
    }

    /// Runs `step`; if it finds nothing, no token is taken.
    fn attempt<T>(&mut self, step: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.at;
        let found = step(self);
        if found.is_none() {
            self.at = before;
        }
        found
    }

    fn rule(&mut self, rule: Rule) -> bool {
        self.doubt.get_or_insert(rule);
        self.turned != Some(rule)
    }

    /// A stage or a bonus.
    fn element(&mut self, plus: bool, joined: bool) -> Result<(), Refused> {
        if let Some(delay) = self.bonus_word() {
            self.take_all(&[Word::Filler, Word::Link, Word::Break, Word::Plus, Word::Per]);
            let number = self.number().ok_or_else(|| self.wrong())?;
            self.at += 1;
            let ms = match self.unit() {
                Some(unit) => scaled(number, unit)?,
                None => number,
            };
            return self.bonus(ms, delay);
        }
        if self.take_all(&[Word::Rest, Word::Moves]) {
            self.take_all(&[Word::Filler, Word::Link, Word::Rest]);
            let (ms, _) = self.time(true)?;
            self.rest_of_game();
            return self.stage(None, ms);
        }
        if self.number().is_none() {
            return Err(self.wrong());
        }
        if let Some(moves) = self.attempt(Self::moves_in_front) {
            let (ms, _) = self.time(true)?;
            return self.stage(Some(moves), ms);
        }
        let counted = matches!(self.tokens.get(self.at + 1), Some(Token::Word(Word::Time(_))));
        let before = self.at;
        let (ms, unit) = self.time(false)?;
        if let Some(delay) = self.bonus_follows(unit) {
            // "+ 30 per move": without a unit, increments are seconds.
            let ms = if counted { ms } else { ms / 60 };
            return self.bonus(ms, delay);
        }
        if let Some(moves) = self.attempt(Self::moves_behind) {
            return self.stage(Some(moves?), ms);
        }
        if self.rest_of_game() {
            return self.stage(None, ms);
        }
        let open = self.stages.last().is_none_or(|s| s.moves.is_some());
        if counted {
            return match (unit, self.stages.is_empty(), joined) {
                (SECOND, false, true) => self.bonus(ms, false),
                // "15 min 10 sec" may be one time or two.
                (SECOND, false, false) => Err(Refused::Grammar { word: before + 1 }),
                _ => self.stage(None, ms),
            };
        }
        match (plus, open) {
            // "40/120, 60" and the first number of "90 + 30 sec".
            (false, true) => self.stage(None, ms),
            // "G/90 + 30".
            (_, false) => self.bonus(ms / 60, false),
            // "90/40 + 30 + 30": a stage only if an increment follows.
            (true, true) if self.number_follows() => self.stage(None, ms),
            (true, true) => Err(Refused::Grammar { word: before + 1 }),
        }
    }

    fn bonus_word(&mut self) -> Option<bool> {
        let delay = match self.token()? {
            Token::Word(Word::Delay) => true,
            Token::Word(Word::Increment) => false,
            Token::Word(_) | Token::Number(_) => return None,
        };
        self.at += 1;
        // "Bronstein delay", "additional increment".
        let more = self.take_all(&[Word::Delay, Word::Increment]);
        Some(delay || (more && self.tokens.get(self.at - 1) == Some(&Token::Word(Word::Delay))))
    }

    fn unit(&mut self) -> Option<u64> {
        match self.token()? {
            Token::Word(Word::Time(unit)) => {
                self.at += 1;
                Some(unit)
            }
            Token::Word(_) | Token::Number(_) => None,
        }
    }

    /// A time and its smallest unit. Without a unit it is minutes, or hours if it is `staged` and small.
    fn time(&mut self, staged: bool) -> Result<(u64, u64), Refused> {
        let number = self.number().ok_or_else(|| self.wrong())?;
        self.at += 1;
        let Some(unit) = self.unit() else {
            let staged = staged && (self.after_stage() || self.behind_moves());
            if staged && number <= MOST_HOURS && self.rule(Rule::SmallStageIsHours) {
                return Ok((scaled(number, HOUR)?, HOUR));
            }
            return Ok((scaled(number, MINUTE)?, MINUTE));
        };
        let mut ms = scaled(number, unit)?;
        // "2h30", "1 h 30 min".
        if unit == HOUR
            && let Some(minutes) = self.number()
            && minutes < 60_000
        {
            match self.tokens.get(self.at + 1) {
                Some(Token::Word(Word::Time(MINUTE))) => self.at += 2,
                Some(Token::Word(Word::Time(_) | Word::Moves) | Token::Number(_)) => return Ok((ms, unit)),
                _ => self.at += 1,
            }
            ms = ms.saturating_add(scaled(minutes, MINUTE)?);
            return Ok((ms, MINUTE));
        }
        Ok((ms, unit))
    }

    fn after_stage(&self) -> bool {
        self.stages.last().is_some_and(|s| s.moves.is_some())
    }

    /// Whether the number just taken stands behind a number of moves: `40/2`.
    fn behind_moves(&self) -> bool {
        let before = self.tokens.get(..self.at.saturating_sub(1)).unwrap_or_default();
        let mut words = before
            .iter()
            .rev()
            .skip_while(|t| matches!(t, Token::Word(Word::Link | Word::Filler | Word::Moves)));
        matches!(words.next(), Some(Token::Number(_)))
    }

    /// `40/`, `40 moves in`: the number of moves in front of a time.
    fn moves_in_front(&mut self) -> Option<u32> {
        let number = self.number()?;
        let moves = count(number)?;
        self.at += 1;
        let named = self.take(&[Word::Moves]);
        if !self.take(&[Word::Link]) {
            return None;
        }
        self.take_all(&[Word::Filler]);
        let time = self.number()?;
        let counted = matches!(self.tokens.get(self.at + 1), Some(Token::Word(Word::Time(_))));
        let moves_behind = self.tokens.get(self.at + 1) == Some(&Token::Word(Word::Moves));
        if moves_behind && !named {
            return None;
        }
        // "90/40": the time may stand in front.
        if !named && !counted && number > time && time > MOST_HOURS && self.rule(Rule::LargerNumberIsTime) {
            return None;
        }
        Some(moves)
    }

    /// `/40`, `for the first 40 moves`: the number of moves behind a time.
    fn moves_behind(&mut self) -> Option<Result<u32, Refused>> {
        if !self.take(&[Word::Link]) {
            return None;
        }
        self.take_all(&[Word::Filler, Word::First]);
        let number = self.number()?;
        self.at += 1;
        if matches!(self.token(), Some(Token::Word(Word::Time(_)))) {
            return None;
        }
        self.take(&[Word::Moves]);
        Some(count(number).ok_or(Refused::TooMuch { what: "moves" }))
    }

    /// `/G`, `for the rest of the game`, `per player`.
    fn rest_of_game(&mut self) -> bool {
        self.attempt(|p| {
            p.take_all(&[Word::Link, Word::Per, Word::Filler]);
            if !p.take_all(&[Word::Rest]) {
                return None;
            }
            p.take_all(&[Word::Rest, Word::Filler, Word::Moves]);
            Some(())
        })
        .is_some()
    }

    /// What follows a time and makes it a bonus: `per move`, `increment`, `delay`.
    fn bonus_follows(&mut self, unit: u64) -> Option<bool> {
        let per_move = self.per_move();
        let word = self.attempt(|p| {
            let delay = p.bonus_word()?;
            // "90 min increment 30 sec": the word belongs to what follows.
            let mut look = p.at;
            while let Some(Token::Word(Word::Filler | Word::Link | Word::Break)) = p.tokens.get(look) {
                look += 1;
            }
            let later = matches!(p.tokens.get(look), Some(Token::Number(_)));
            (unit == SECOND || !later).then_some(delay)
        });
        (per_move || word.is_some()).then_some(word.unwrap_or(false))
    }

    fn per_move(&mut self) -> bool {
        self.attempt(|p| {
            let linked = p.take_all(&[Word::Per, Word::Link, Word::Filler]);
            (linked && p.take(&[Word::Moves])).then_some(())
        })
        .is_some()
    }

    fn stage(&mut self, moves: Option<u32>, ms: u64) -> Result<(), Refused> {
        self.stages.push(Stage { moves, base_ms: ms, ..Stage::default() });
        if ms > MOST_MS {
            return Err(Refused::TooMuch { what: "time" });
        }
        Ok(())
    }

    fn bonus(&mut self, ms: u64, delay: bool) -> Result<(), Refused> {
        if ms > MOST_MS {
            return Err(Refused::TooMuch { what: "time" });
        }
        self.per_move();
        let word = self.attempt(Self::bonus_word);
        self.per_move();
        self.take_all(&[Word::Break]);
        let from = if self.take_all(&[Word::From]) { Some(self.first_move()?) } else { None };
        self.bonuses.push(Bonus { ms, delay: delay || word == Some(true), behind: self.stages.len(), from });
        Ok(())
    }

    /// `move 1`, `the first move`, `move one`, `1. Zug`.
    fn first_move(&mut self) -> Result<u32, Refused> {
        let mut number = None;
        let mut named = false;
        loop {
            match self.token() {
                Some(Token::Number(n)) if number.is_none() => {
                    number = Some(count(n).ok_or(Refused::TooMuch { what: "moves" })?);
                }
                Some(Token::Word(Word::First | Word::One)) if number.is_none() => number = Some(1),
                Some(Token::Word(Word::Moves)) if !named => named = true,
                Some(Token::Word(Word::Filler | Word::From)) => {}
                _ => break,
            }
            self.at += 1;
        }
        number.filter(|_| named).ok_or_else(|| self.wrong())
    }

    fn give_bonuses(&mut self) -> Result<(), Refused> {
        let last = self.stages.len();
        for bonus in &self.bonuses {
            let alone = self.bonuses.iter().filter(|b| b.delay == bonus.delay).count() == 1;
            let begin = match bonus.from {
                Some(number) => {
                    let mut next = 1_u32;
                    let mut found = None;
                    for (index, stage) in self.stages.iter().enumerate() {
                        if next == number {
                            found = Some(index);
                            break;
                        }
                        next = next.saturating_add(stage.moves.unwrap_or(MOST_MOVES));
                    }
                    found.ok_or(Refused::From { number })?
                }
                None if alone && bonus.behind == last => 0,
                None => bonus.behind.saturating_sub(1),
            };
            for stage in self.stages.iter_mut().skip(begin) {
                if bonus.delay {
                    stage.delay_ms = bonus.ms;
                } else {
                    stage.increment_ms = bonus.ms;
                }
            }
        }
        Ok(())
    }
}

/// Thousandths times a unit, in milliseconds.
fn scaled(number: u64, unit: u64) -> Result<u64, Refused> {
    number.checked_mul(unit / 1000).filter(|&ms| ms <= MOST_MS).ok_or(Refused::TooMuch { what: "time" })
}

/// A whole number of moves.
fn count(thousandths: u64) -> Option<u32> {
    if !thousandths.is_multiple_of(1000) {
        return None;
    }
    u32::try_from(thousandths / 1000).ok().filter(|moves| (1..=MOST_MOVES).contains(moves))
}
