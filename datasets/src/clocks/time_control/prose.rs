//! Time controls in words: `90 min/40 + 30 min + 30 sec`, `G/60;d5`, `40 in 2, 20 in 1, 30 min`.
//!
//! Every token must be understood; one that is not ends the parse. An increment written behind the last stage holds
//! from the first move on (FIDE's own example of `40/6000+30:900+30` is *100'x40+15'+30"*), unless a move is
//! named; one written between stages holds from the stage before it on.

use super::encoded::{check, thousandths, whole};
use super::{MAX_MOVES, MAX_MS, MAX_STAGES, Refused, Stage, TimeControl};

/// Stages written without a unit that are no longer than this are hours, in thousandths: `40 in 2`.
const MAX_HOURS: u64 = 3_000;

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// A number without a unit, in thousandths.
    Number(u64),
    /// A unit of time, in milliseconds. It joins the number before it.
    Unit(u64),
    /// Milliseconds, and the smallest unit they were written in.
    Time(u64, u64),
    Moves,
    /// Between a time and its moves: `/`, `in`, `for`.
    Link,
    Plus,
    Break,
    /// All the remaining moves: `G`, `SD`, `rest`.
    Rest,
    Delay,
    Increment,
    Per,
    From,
    Filler,
}

use Token::{Break, Delay, Filler, From, Increment, Link, Moves, Number, Per, Plus, Rest, Time, Unit};

const WORDS: [(Token, &str); 14] = [
    (Unit(24 * HOUR), "day days tag tage дней дня днів"),
    (Unit(HOUR), "h hr hrs hour hours std stunde stunden ч час часа часов год години"),
    (Unit(MINUTE), "m min mins minute minutes minuten мин минут минуты хв хвилин хвилини ' ’ ‘ ´ ` ′"),
    (Unit(SECOND), "s sec secs second seconds sek sekunden с сек секунд секунды секунди \" ” “ ″"),
    (Moves, "move moves zug züge zügen ход хода ходов хід ходи ходів"),
    (Link, "/ × x in for für на за"),
    (Plus, "+ | & plus and with und mit"),
    (Break, "; , : then followed by dann затем потім"),
    (Rest, "g game sd rest end finish remaining ende partie конца партии кінця партії"),
    (Delay, "d delay bronstein"),
    (Increment, "i inc incr increment bonus addition additional inkrement"),
    (Per, "per every each pro je"),
    (From, "from starting beginning ab"),
    (
        Filler,
        ". ( ) the of a an all player time control total standard classical rapid blitz den der die dem до",
    ),
];

/// Parses prose.
///
/// # Errors
/// An unknown word, an order without meaning, or limits passed.
pub(super) fn read(text: &str) -> Result<TimeControl, Refused> {
    let tokens = tokens(&text.to_lowercase())?;
    if !tokens.iter().any(Token::is_amount) {
        return Err(Refused::NoTime);
    }
    let mut parser = Parser { tokens: &tokens, at: 0, stages: Vec::new(), bonuses: Vec::new() };
    parser.elements()?;
    parser.give_bonuses()?;
    check(&parser.stages)?;
    Ok(whole(parser.stages))
}

impl Token {
    fn is_amount(&self) -> bool {
        matches!(self, Number(_) | Time(..))
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, Refused> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let run = |inside: fn(char) -> bool| rest.find(|c| !inside(c)).unwrap_or(rest.len());
        let length = match c {
            '0'..='9' => run(|c| c.is_ascii_digit() || c == '.'),
            _ if c.is_alphabetic() => run(char::is_alphabetic),
            _ => c.len_utf8(),
        };
        let (piece, behind) = rest.split_at(length);
        rest = behind;
        let token = match piece {
            _ if c.is_ascii_digit() => {
                Number(thousandths(piece.trim_end_matches('.')).map_err(|_| unknown(piece))?)
            }
            _ if c.is_whitespace() => continue,
            // As in "30-second increment".
            "-" if matches!(tokens.last(), Some(Number(_))) => continue,
            // "the first 40 moves" has its number; "from the first move" needs one.
            "first" if behind.trim_start().starts_with(|c: char| c.is_ascii_digit()) => continue,
            "first" | "one" => Number(1_000),
            "'" | "’" | "‘" | "´" | "′" if behind.starts_with(piece) => {
                rest = &behind[piece.len()..];
                Unit(SECOND)
            }
            _ => meaning(piece).ok_or_else(|| unknown(piece))?,
        };
        match token {
            Filler => {}
            Unit(unit) => join_unit(&mut tokens, unit)?,
            token => tokens.push(token),
        }
    }
    Ok(tokens)
}

fn meaning(word: &str) -> Option<Token> {
    let listed = |words: &str| words.split(' ').any(|known| known == word);
    WORDS.iter().find(|(_, words)| listed(words)).map(|(token, _)| *token)
}

fn unknown(word: &str) -> Refused {
    Refused::Unknown { word: word.chars().take(40).collect() }
}

/// Makes a time of the number before a unit, and one time of `1 h 30 min`.
fn join_unit(tokens: &mut Vec<Token>, unit: u64) -> Result<(), Refused> {
    let Some(Number(number)) = tokens.pop() else {
        return Err(Refused::Grammar { word: tokens.len() + 1 });
    };
    let ms = scaled(number, unit)?;
    match tokens.last_mut() {
        Some(Time(hours, smallest @ HOUR)) if unit == MINUTE && ms < HOUR => {
            (*hours, *smallest) = (*hours + ms, MINUTE);
        }
        _ => tokens.push(Time(ms, unit)),
    }
    Ok(())
}

struct Bonus {
    ms: u64,
    delay: bool,
    /// Number of stages in front of it.
    behind: usize,
    /// The move it begins with, if one is named.
    from: Option<u32>,
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    stages: Vec<Stage>,
    bonuses: Vec<Bonus>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a [Token] {
        self.tokens.get(self.at..).unwrap_or_default()
    }

    fn wrong(&self) -> Refused {
        Refused::Grammar { word: self.at + 1 }
    }

    fn skip(&mut self, wanted: &[Token]) -> bool {
        let before = self.at;
        while self.rest().first().is_some_and(|token| wanted.contains(token)) {
            self.at += 1;
        }
        self.at > before
    }

    fn elements(&mut self) -> Result<(), Refused> {
        while !self.rest().is_empty() {
            let before = self.at;
            self.skip(&[Plus, Break]);
            let plus = self.tokens[before..self.at].contains(&Plus);
            if plus || !self.rest().is_empty() {
                self.element(plus)?;
            }
            if self.stages.len() > MAX_STAGES {
                return Err(Refused::TooMuch { what: "stages" });
            }
        }
        Ok(())
    }

    /// A stage or a bonus, by the first pattern that fits.
    fn element(&mut self, plus: bool) -> Result<(), Refused> {
        let rest = self.rest();
        match *rest {
            // "40 moves in 90 min"
            [Number(moves), Moves, Link, time, ..] => self.stage(4, Some(moves), time),
            // "90/40 moves"
            [time @ Number(_), Link, Number(moves), Moves, ..] => self.stage(4, Some(moves), time),
            // "90/40": more moves than minutes are no control.
            [time @ Number(minutes), Link, Number(moves), ..] if minutes > moves && moves > MAX_HOURS => {
                self.stage(3, Some(moves), time)
            }
            // "40/90", "40/2", "40/90 min"
            [Number(moves), Link, time, ..] if time.is_amount() => self.stage(3, Some(moves), time),
            // "90 min/40", "100'x40", "90 min for 40 moves"
            [time @ Time(..), Link, Number(moves), ..] => self.stage(3, Some(moves), time),
            // "G/60", "SD30", "rest in 30 min"
            [Rest, ..] => {
                self.skip(&[Rest, Moves, Link]);
                let time = *self.rest().first().ok_or_else(|| self.wrong())?;
                self.stage(1, None, time)
            }
            // "d5", "increment of 30 sec", "inc/30"
            [Delay | Increment, ..] => {
                let delay = self.bonus_words();
                self.skip(&[Link, Plus, Break, Per]);
                let time = *self.rest().first().ok_or_else(|| self.wrong())?;
                self.bonus(time, delay)
            }
            // "30 sec per move", "30''/move"
            [time, Per | Link, Moves, ..] => self.bonus(time, false),
            // "10 sec increment"; in "90 min increment 30 sec" the word belongs to what follows it.
            [time @ Time(_, SECOND), Increment | Delay, ..] => self.bonus(time, false),
            [time, Increment | Delay, ..] if !rest.get(2).is_some_and(Token::is_amount) => {
                self.bonus(time, false)
            }
            // "15'/end"
            [time, Link, Rest, ..] => self.stage(1, None, time),
            // "15 min + 10 sec"
            [time @ Time(_, SECOND), ..] if !self.stages.is_empty() => self.bonus(time, false),
            // "G/90 + 30"
            [time @ Number(_), ..] if self.stages.last().is_some_and(|stage| stage.moves.is_none()) => {
                self.bonus(time, false)
            }
            // In "90/40 + 30 + 30" the first is a stage; in "90/40 + 30" nobody can tell.
            [Number(_), ref others @ ..] if plus && !others.iter().any(Token::is_amount) => Err(self.wrong()),
            // "40/120, 60", "90 min"
            [time, ..] => self.stage(1, None, time),
            [] => Err(self.wrong()),
        }
    }

    /// Takes a stage of some tokens. A number without a unit is minutes, or hours if it is small and belongs to stages:
    /// `40/2, 20/1`.
    fn stage(&mut self, tokens: usize, moves: Option<u64>, time: Token) -> Result<(), Refused> {
        let staged = moves.is_some() || self.stages.last().is_some_and(|stage| stage.moves.is_some());
        let base_ms = match time {
            Time(ms, _) => ms,
            Number(number) if staged && number <= MAX_HOURS => scaled(number, HOUR)?,
            Number(number) => scaled(number, MINUTE)?,
            _ => return Err(self.wrong()),
        };
        let moves = moves.map(count).transpose()?;
        self.stages.push(Stage { moves, base_ms, ..Stage::default() });
        self.at += tokens;
        self.skip(&[Link, Rest, Moves]);
        Ok(())
    }

    /// Takes an increment or delay. A number without a unit is seconds.
    fn bonus(&mut self, time: Token, delay: bool) -> Result<(), Refused> {
        let (Time(ms, _) | Number(ms)) = time else { return Err(self.wrong()) };
        if ms > MAX_MS {
            return Err(Refused::TooMuch { what: "time" });
        }
        self.at += 1;
        self.per_move();
        let delay = self.bonus_words() || delay;
        self.per_move();
        if let [Break, From, ..] = self.rest() {
            self.at += 1;
        }
        let from = if self.skip(&[From]) { Some(self.first_move()?) } else { None };
        self.bonuses.push(Bonus { ms, delay, behind: self.stages.len(), from });
        Ok(())
    }

    /// Takes the words for a bonus; true if a delay is among them.
    fn bonus_words(&mut self) -> bool {
        let before = self.at;
        self.skip(&[Delay, Increment]);
        self.tokens[before..self.at].contains(&Delay)
    }

    fn per_move(&mut self) {
        if let [Per | Link, Moves, ..] = self.rest() {
            self.at += 2;
        }
    }

    /// `move 1`, `the first move`, `move one`.
    fn first_move(&mut self) -> Result<u32, Refused> {
        let ([Moves, Number(number), ..] | [Number(number), Moves, ..]) = *self.rest() else {
            return Err(self.wrong());
        };
        self.at += 2;
        count(number)
    }

    fn give_bonuses(&mut self) -> Result<(), Refused> {
        let last = self.stages.len();
        for bonus in &self.bonuses {
            let single = self.bonuses.iter().filter(|other| other.delay == bonus.delay).count() == 1;
            let begin = match bonus.from {
                Some(number) => stage_from(&self.stages, number).ok_or(Refused::From { number })?,
                None if single && bonus.behind == last => 0,
                None => bonus.behind.saturating_sub(1),
            };
            for stage in self.stages.iter_mut().skip(begin) {
                *(if bonus.delay { &mut stage.delay_ms } else { &mut stage.increment_ms }) = bonus.ms;
            }
        }
        Ok(())
    }
}

/// The stage that begins with a move.
fn stage_from(stages: &[Stage], number: u32) -> Option<usize> {
    let mut next = 1_u32;
    stages.iter().position(|stage| {
        let begins = next == number;
        next = next.saturating_add(stage.moves.unwrap_or(MAX_MOVES));
        begins
    })
}

/// Thousandths times a unit, in milliseconds.
fn scaled(number: u64, unit: u64) -> Result<u64, Refused> {
    number.checked_mul(unit / 1000).filter(|&ms| ms <= MAX_MS).ok_or(Refused::TooMuch { what: "time" })
}

/// A whole number of moves.
fn count(thousandths: u64) -> Result<u32, Refused> {
    let whole = thousandths.is_multiple_of(1000).then_some(thousandths / 1000);
    let moves = whole.and_then(|moves| u32::try_from(moves).ok());
    moves.filter(|moves| (1..=MAX_MOVES).contains(moves)).ok_or(Refused::TooMuch { what: "moves" })
}
