//! Time controls in words: `90 min/40 moves + 30 min + 30 sec/move from move 1`, `15 min. + 10 s. per move`,
//! `40/80, SD30; +30`, `G/60;d5`, `G/30 d5`, `90/40+30/G+30`, `90'+30''`, `1h30 + 30s`, `1:30:00+30`; in English, German, French, Italian, Polish, Russian, Ukrainian and
//! Spanish: `90 Min/40 Züge + 30 Min + 30 Sek`, `90 мин + 30 сек на ход`.
//!
//! Parts stand between `+`, `,` and `;`. A part is a stage, an increment or a delay, and every word of it must be known.
//! One increment and one delay may stand behind the last stage; they hold from the first move on (FIDE's own example of
//! `40/6000+30:900+30` is *100'x40+15'+30"*).

use super::encoded::{check, thousandths, time_within, whole};
use super::{MAX_MOVES, Refused, Stage, TimeControl};

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// A number without a unit, in thousandths.
    Number(u64),
    /// A unit of time, in milliseconds. It joins the number before it.
    Unit(u64),
    /// Milliseconds, and the unit they were written in.
    Time(u64, u64),
    Moves,
    Slash,
    /// All the remaining moves: `G`, `SD`, `end`.
    Rest,
    Delay,
    Increment,
    Filler,
}

use Token::{Delay, Filler, Increment, Moves, Number, Rest, Slash, Time, Unit};

const WORDS: [(Token, &str); 9] = [
    (
        Unit(HOUR),
        "h hour hours hr hrs std stunde stunden heure heures ora ore godz godzina godziny godzin hora horas \
         ч час часа часов год година години годин",
    ),
    (
        Unit(MINUTE),
        "m min mins minute minutes minuten minuto minuti minut minuta minuty minutos м мин минута минуты минут \
         хв хвилина хвилини хвилин ' ’ ′ ‘ ´ `",
    ),
    (
        Unit(SECOND),
        "s sec secs second seconds sek sekunde sekunden seconde secondes secondo secondi sekund sekunda sekundy seg \
         segundo segundos с сек секунда секунды секунд секунди \" ” ″ “ '' ’’ ′′ ‘‘ ´´ ``",
    ),
    (
        Moves,
        "move moves zug züge zügen coup coups mossa mosse tratto tratti ruch ruchy ruchów posunięcie posunięcia \
         posunięć jugada jugadas ход хода ходы ходов хід ходи ходів",
    ),
    (Slash, "/ x for in für auf pro je pour par na za por на за"),
    (Rest, "g game sd rest end ende reste fin resto fine koniec końca resta конца кінця остаток решту"),
    (Delay, "d delay"),
    (
        Increment,
        "inc increment per each inkrement zuschlag jeden incrément chaque incremento ogni przyrost każdy każde cada \
         добавление добавлением инкремент каждый додавання додаванням інкремент кожен кожний",
    ),
    (
        Filler,
        ". the der den des die das bis le la les il lo del della do partii partie partita до партии партії",
    ),
];

/// What may stand behind an increment that holds from the first move on, in lower case.
const FROM_THE_START: [&str; 20] = [
    "from move 1",
    "from move one",
    "from the first move",
    "ab zug 1",
    "ab dem 1. zug",
    "ab dem ersten zug",
    "à partir du premier coup",
    "dès le premier coup",
    "dal primo tratto",
    "dalla prima mossa",
    "dalla mossa 1",
    "od 1. ruchu",
    "od pierwszego ruchu",
    "od pierwszego posunięcia",
    "с первого хода",
    "с 1 хода",
    "с 1-го хода",
    "з першого ходу",
    "з 1 ходу",
    "з 1-го ходу",
];
/// Words in front of these.
const STARTING: [&str; 4] = ["starting", "beginnend", "начиная", "починаючи"];
/// Words for a plus.
const PLUS: [&str; 2] = [" plus ", " плюс "];

pub(super) fn read(text: &str) -> Result<TimeControl, Refused> {
    let text = PLUS.iter().fold(text.to_lowercase(), |text, word| text.replace(word, " + "));
    let cut = |text: &str, ends: &[&str]| {
        let end = ends.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
        end.trim_end_matches([' ', ',']).to_owned()
    };
    let text = cut(&cut(text.trim_end_matches([' ', '.']), &FROM_THE_START), &STARTING);
    let mut stages: Vec<Stage> = Vec::new();
    let (mut increment, mut delay) = (None, None);
    let mut plus = false;
    let mut parts: Vec<(Vec<Token>, bool)> = Vec::new();
    for part in text.split_inclusive(['+', ',', ';']) {
        let mut words = tokens(part.trim_end_matches(['+', ',', ';']))?;
        // `G/30 d5`: American organisers write a delay or an increment behind the game's time without a sign between.
        if matches!(words.as_slice(), [Rest, .., Number(_), Delay | Increment, Number(_) | Time(..)]) {
            let bonus = words.split_off(words.len() - 2);
            parts.push((words, false));
            words = bonus;
        }
        parts.push((words, part.ends_with('+')));
    }
    // Where the last time stands in front of its `G`, a time stands in front of its moves too.
    let time_first = parts.iter().any(|(words, _)| matches!(words.as_slice(), [Number(_), Slash, Rest]));
    for (words, ends_with_plus) in parts {
        let last = stages.last();
        let stage = match *words.as_slice() {
            [] => None,
            [Delay, time] | [time, Delay] if delay.is_none() => {
                delay = Some(bonus(time)?);
                None
            }
            [time, Slash, Moves]
            | [time, Increment]
            | [Increment, time]
            | [time, Slash, Increment, Moves]
            | [time, Increment, Moves]
            | [time, Increment, Increment, Moves]
                if increment.is_none() =>
            {
                increment = Some(bonus(time)?);
                None
            }
            [time @ Time(_, SECOND)] if last.is_some() && increment.is_none() => {
                increment = Some(bonus(time)?);
                None
            }
            [time @ Number(_)]
                if plus && last.is_some_and(|last| last.moves.is_none()) && increment.is_none() =>
            {
                increment = Some(bonus(time)?);
                None
            }
            [time @ Number(_), Slash, Rest] => Some((None, time)),
            [time @ Number(_), Slash, Number(moves)] if time_first => Some((Some(moves), time)),
            // "90/40": more moves than minutes are no control.
            [Number(moves), Slash, Number(minutes)] if moves > minutes => return Err(Refused::Order),
            [Number(moves), Slash, time] | [Number(moves), Moves, Slash, time] => Some((Some(moves), time)),
            [time @ Time(..), Slash, Number(moves)] | [time @ Time(..), Slash, Number(moves), Moves] => {
                Some((Some(moves), time))
            }
            // "90 min per 40 mosse".
            [time @ Time(..), Increment, Number(moves), Moves] => Some((Some(moves), time)),
            [Rest, time] | [Rest, Slash, time] | [time, Slash, Rest] | [time @ Time(..), Rest] => {
                Some((None, time))
            }
            // In "40/90 + 30" nobody can tell whether a stage or an increment is meant.
            [Number(_)] if plus => return Err(Refused::Order),
            [time] => Some((None, time)),
            _ => return Err(Refused::Order),
        };
        if let Some((moves, time)) = stage {
            if increment.is_some() || delay.is_some() {
                return Err(Refused::Order);
            }
            let base_ms = match time {
                Time(ms, _) => ms,
                Number(number) => scaled(number, MINUTE)?,
                _ => return Err(Refused::Order),
            };
            stages.push(Stage { moves: moves.map(count).transpose()?, base_ms, ..Stage::default() });
        }
        plus = ends_with_plus || (plus && words.is_empty());
    }
    if plus {
        return Err(Refused::Order);
    }
    for stage in &mut stages {
        (stage.increment_ms, stage.delay_ms) = (increment.unwrap_or_default(), delay.unwrap_or_default());
    }
    check(&stages)?;
    Ok(whole(stages))
}

/// The words of a part, numbers joined with their units, words without meaning left out.
fn tokens(part: &str) -> Result<Vec<Token>, Refused> {
    let mut tokens = Vec::new();
    let mut rest = part.trim();
    // Whether no space stands in front of a word.
    let mut next_glued = true;
    while let Some(c) = rest.chars().next() {
        let run = |inside: fn(char) -> bool| rest.find(|c| !inside(c)).unwrap_or(rest.len());
        let doubled = matches!(c, '\'' | '’' | '′' | '‘' | '´' | '`') && rest[c.len_utf8()..].starts_with(c);
        let length = match c {
            _ if doubled => 2 * c.len_utf8(),
            '0'..='9' => run(|c| c.is_ascii_digit() || c == '.'),
            _ if c.is_alphabetic() => run(char::is_alphabetic),
            _ => c.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        rest = behind.trim_start();
        let glued = std::mem::replace(&mut next_glued, rest.len() == behind.len());
        let unknown = || Refused::Unknown { word: word.chars().take(40).collect() };
        let meaning = WORDS.iter().find(|(_, words)| words.split(' ').any(|known| known == word));
        match meaning.map(|(token, _)| *token) {
            None if c.is_ascii_digit() => {
                let digits = word.trim_end_matches('.');
                let number = thousandths(digits).map_err(|_| unknown())?;
                let unit_follows = rest.starts_with(|c: char| c.is_alphabetic() || "'’′‘´`".contains(c));
                match tokens.last().copied() {
                    // "1h30" without a space and without a unit: minutes.
                    Some(Time(hours, HOUR)) if glued && !unit_follows && number < 60_000 => {
                        tokens.pop();
                        tokens.push(Time(hours + scaled(number, MINUTE)?, MINUTE));
                    }
                    _ => tokens.push(Number(number)),
                }
            }
            None => return Err(unknown()),
            Some(Filler) => {}
            Some(Unit(unit)) => {
                let Some(Number(number)) = tokens.pop() else { return Err(Refused::Order) };
                let time = scaled(number, unit)?;
                match tokens.last().copied() {
                    Some(Time(hours, HOUR)) if unit == MINUTE => {
                        tokens.pop();
                        tokens.push(Time(time_within(hours + time)?, MINUTE));
                    }
                    _ => tokens.push(Time(time, unit)),
                }
            }
            Some(token) => tokens.push(token),
        }
    }
    Ok(tokens)
}

/// Milliseconds of an increment or delay. A number without a unit is seconds.
fn bonus(time: Token) -> Result<u64, Refused> {
    match time {
        Time(ms, _) => Ok(ms),
        Number(number) => scaled(number, SECOND),
        _ => Err(Refused::Order),
    }
}

/// Thousandths times a unit, in milliseconds.
fn scaled(number: u64, unit: u64) -> Result<u64, Refused> {
    time_within(number.saturating_mul(unit / 1000))
}

/// A whole number of moves.
fn count(thousandths: u64) -> Result<u32, Refused> {
    let whole = thousandths.is_multiple_of(1000).then_some(thousandths / 1000);
    let moves = whole.and_then(|moves| u32::try_from(moves).ok());
    moves.filter(|moves| (1..=MAX_MOVES).contains(moves)).ok_or(Refused::TooMuch { what: "moves" })
}
