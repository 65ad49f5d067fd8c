//! From a text to a time control, with the form it had and the rule that settled any doubt.
//!
//! `90+30` is 90 seconds and 30 seconds by the PGN standard, and 90 minutes and 30 seconds as organisers write it. No
//! text can settle that. So every reading says whether it was open to doubt, which rule decided, and what the other
//! reading is. The clocks of a game may settle it later ([`crate::clocks::times::settle`]).
//!
//! A game of an online site is in seconds; so is a text with a stage above 180 (as minutes more than three hours), a
//! fraction of a second or a fresh amount of time per move. For any other the first [`Rule`] that holds decides.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Stage, TimeControl, encoded, prose};

/// Most characters of a text that is read.
const MAX_CHARS: usize = 300;
/// The largest base that may be minutes, written as seconds, in milliseconds.
const MAX_MINUTES: u64 = 180_000;
/// A base below this is no online game, in milliseconds.
const MIN_SECONDS: u64 = 15_000;
/// Bases that are played in seconds, in milliseconds.
const BASES_IN_SECONDS: [u64; 5] = [15_000, 30_000, 60_000, 120_000, 180_000];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The `TimeControl` tag of a game played on an online site: these write seconds.
    OnlineTag,
    Tag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// A stage with a number of moves is in minutes: 180 seconds for 40 moves are no event's control.
    MovesMeanMinutes,
    /// An increment of a twentieth of the base or more means minutes: in seconds, the increments of 60 moves would be
    /// three times the base or more, which is no event's control, while 90+30, 60+5, 15+10 and 3+2 are common.
    LargeIncrementMeansMinutes,
    /// A base below 15 is in minutes: no site offers a shorter game.
    TinyBaseMeansMinutes,
    /// A base that is hardly ever played in seconds is in minutes: 45, 75, 90 and 100 are, away from playing sites.
    UnusualBaseMeansMinutes,
    /// The PGN standard says seconds.
    StandardIsSeconds,
}

impl Rule {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ambiguity {
    pub rule: Rule,
    pub other: TimeControl,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ParsedControl {
    pub control: TimeControl,
    pub ambiguity: Option<Ambiguity>,
}

impl ParsedControl {
    fn certain(control: TimeControl) -> Self {
        Self { control, ambiguity: None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("not in the notation of the PGN standard")]
    NotEncoded,
    #[error("no time is named")]
    NoTime,
    #[error("too much {what}, or none where some is needed")]
    TooMuch { what: &'static str },
    #[error("a stage follows the last one")]
    AfterTheLast,
    #[error("'{word}' is not known")]
    Unknown {
        /// The word; cut if long.
        word: String,
    },
    #[error("its parts stand in no order that is known")]
    Order,
}

/// Reads a time control. A text that is not understood is no control at all: no part of it is used.
pub fn read(text: &str, source: Source) -> Result<ParsedControl, Refused> {
    let text = text.trim();
    if text.chars().nth(MAX_CHARS).is_some() {
        return Err(Refused::TooMuch { what: "text" });
    }
    if let Some((base, increment)) = text.split_once('|')
        && [base, increment].iter().all(|part| part.trim().bytes().all(|b| b.is_ascii_digit()))
    {
        // Sites show 5|3: minutes and seconds.
        let control: TimeControl = format!("{base}+{increment}").parse()?;
        let minutes = stages(&control).all(|s| s.base_ms <= MAX_MINUTES);
        return Ok(ParsedControl::certain(if minutes { encoded::in_minutes(&control) } else { control }));
    }
    if let Some(text) = with_units(text) {
        return prose::read(&text).map(ParsedControl::certain);
    }
    let control = match text.parse() {
        Ok(control) => control,
        Err(Refused::NotEncoded) => return prose::read(text).map(ParsedControl::certain),
        Err(refused) => return Err(refused),
    };
    if source == Source::OnlineTag || is_in_seconds(&control) {
        return Ok(ParsedControl::certain(control));
    }
    // More moves than minutes are no control: in `90/40` the time may stand in front.
    if stages(&control).any(|s| s.moves.is_some_and(|moves| u64::from(moves) * 1000 > s.base_ms)) {
        return Err(Refused::Order);
    }
    let (minutes, rule) = rule(&control);
    let other = encoded::in_minutes(&control);
    let (control, other) = if minutes { (other, control) } else { (control, other) };
    Ok(ParsedControl { control, ambiguity: Some(Ambiguity { rule, other }) })
}

/// A control whose times stand as clocks show them, `1:30:00+30`, with their units; `None` if there is no such time in it. Two
/// colons are needed: `1:30` may be a minute and a half.
fn with_units(text: &str) -> Option<String> {
    let in_time = |c: char| c.is_ascii_digit() || c == ':';
    let mut written = String::new();
    let mut rest = text;
    let mut any = false;
    while let Some(start) = rest.find(in_time) {
        let (before, from) = rest.split_at(start);
        let (word, behind) = from.split_at(from.find(|c| !in_time(c)).unwrap_or(from.len()));
        written.push_str(before);
        match *word.split(':').collect::<Vec<_>>().as_slice() {
            [hours, minutes, seconds]
                if (1..=2).contains(&hours.len()) && minutes.len() == 2 && seconds.len() == 2 =>
            {
                let [hours, minutes, seconds] =
                    [hours, minutes, seconds].map(|part| part.parse::<u64>().unwrap_or_default());
                let (minutes, seconds) = (60 * hours + minutes, seconds);
                let with_unit = match (minutes, seconds) {
                    (minutes, 0) => format!("{minutes} min"),
                    (minutes, seconds) => format!("{} s", 60 * minutes + seconds),
                };
                written.push_str(&with_unit);
                any = true;
            }
            _ => written.push_str(word),
        }
        rest = behind;
    }
    written.push_str(rest);
    any.then_some(written)
}

fn stages(control: &TimeControl) -> impl Iterator<Item = &Stage> {
    let (white, black) = control.stages().unwrap_or_default();
    white.iter().chain(black)
}

/// Whether a control cannot be one in minutes.
fn is_in_seconds(control: &TimeControl) -> bool {
    let any = |what: fn(&Stage) -> bool| stages(control).any(what);
    any(|s| s.base_ms > MAX_MINUTES)
        || any(|s| ![s.base_ms, s.increment_ms, s.delay_ms].iter().all(|n| n.is_multiple_of(1000)))
        || any(|s| s.moves == Some(1))
        || stages(control).all(|s| s.base_ms == 0)
}

/// The rule that decides, and whether the bases are minutes by it.
fn rule(control: &TimeControl) -> (bool, Rule) {
    let any = |what: fn(&Stage) -> bool| stages(control).any(what);
    let large = |s: &Stage| {
        let bonus = s.increment_ms.max(s.delay_ms);
        bonus > 0 && bonus.saturating_mul(20) >= s.base_ms
    };
    if any(|s| s.moves.is_some()) {
        (true, Rule::MovesMeanMinutes)
    } else if stages(control).any(large) {
        (true, Rule::LargeIncrementMeansMinutes)
    } else if any(|s| s.base_ms < MIN_SECONDS) {
        (true, Rule::TinyBaseMeansMinutes)
    } else if any(|s| !BASES_IN_SECONDS.contains(&s.base_ms)) {
        (true, Rule::UnusualBaseMeansMinutes)
    } else {
        (false, Rule::StandardIsSeconds)
    }
}

#[cfg(test)]
mod tests {
    use super::{Refused, Source, read};

    /// The canonical text and the doubt.
    fn brief(text: &str, source: Source) -> String {
        match read(text, source) {
            Ok(found) => match found.ambiguity {
                None => found.control.to_string(),
                Some(doubt) => format!("{}, {} or {}", found.control, doubt.rule.as_str(), doubt.other),
            },
            Err(refused) => format!("refused: {refused}"),
        }
    }

    #[test]
    fn prose_of_fide_and_of_real_tags() {
        for (text, expected) in [
            ("90 min/40 + 30 min + 30 sec", "40/5400+30:1800+30"),
            ("90 min/40 moves + 30 min + 30 sec/move from move 1", "40/5400+30:1800+30"),
            ("90'/40 moves + 30' + 30\"/move", "40/5400+30:1800+30"),
            ("100'x40+15'+30\"", "40/6000+30:900+30"),
            ("100’/40+50’/20+15’/end + 30”/move, starting from move 1", "40/6000+30:20/3000+30:900+30"),
            ("15 min. + 10 s. per move", "900+10"),
            ("15 minutes + 10 seconds increment per move, starting from move 1", "900+10"),
            ("G/60;d5", "3600d5"),
            ("G60 d5", "3600d5"),
            ("G/30 d5", "1800d5"),
            ("G/90 inc30", "5400+30"),
            ("G/90 d 5", "5400d5"),
            ("40/120, SD60 d5", "40/7200d5:3600d5"),
            ("1:30:00+30", "5400+30"),
            ("1:30:00 + 0:00:30", "5400+30"),
            ("0:03:00 + 2", "180+2"),
            ("40/1:30:00 + 0:30:00 + 0:00:30", "40/5400+30:1800+30"),
            ("1:30+30", "refused: a stage follows the last one"),
            ("90/40+30/G+30", "40/5400+30:1800+30"),
            ("120/40, 60/20, 30/G", "40/7200:20/3600:1800"),
            ("G/90;+30", "5400+30"),
            ("Game in 60 minutes", "3600"),
            ("2h/40", "40/7200"),
            ("40/2h, 20/1h, 30 min", "40/7200:20/3600:1800"),
            ("90 minutes for 40 moves, 30 minutes for the rest, 30 seconds per move", "40/5400+30:1800+30"),
            ("1.5 hours + 30 sec", "5400+30"),
            ("40/80, SD30; +30", "40/4800+30:1800+30"),
            ("40/90, SD/30", "40/5400:1800"),
            ("90'+30''", "5400+30"),
            ("25'+10''", "1500+10"),
            ("90′ + 30″", "5400+30"),
            ("1h30 + 30s", "5400+30"),
            ("1h30 + 30s/coup", "5400+30"),
            ("1 h 30 min + 30 s", "5400+30"),
            ("1h30m+30s", "5400+30"),
            ("1h30/40 + 30' + 30''", "40/5400+30:1800+30"),
            ("5|3", "300+3"),
            ("15 | 10", "900+10"),
            ("300|3", "300+3"),
            ("90 мин + 30 сек", "5400+30"),
            ("90 минут + 30 секунд на ход, начиная с первого хода", "5400+30"),
            ("90 мин на 40 ходов + 30 мин до конца партии + 30 сек на каждый ход", "40/5400+30:1800+30"),
            ("15 хв + 10 с", "900+10"),
            ("90 хвилин на 40 ходів + 30 хвилин + 30 секунд на хід", "40/5400+30:1800+30"),
            ("1 година 30 хвилин + 30 с за кожен хід", "5400+30"),
            ("90 Min/40 Züge + 30 Min + 30 Sek", "40/5400+30:1800+30"),
            (
                "90 Minuten für 40 Züge + 30 Minuten für den Rest + 30 Sekunden pro Zug ab dem ersten Zug",
                "40/5400+30:1800+30",
            ),
            ("2 Std. + 30 Sek.", "7200+30"),
            ("90 minutes pour 40 coups + 30 minutes + 30 secondes par coup", "40/5400+30:1800+30"),
            ("1 heure + 30 secondes par coup à partir du premier coup", "3600+30"),
            ("90 minuti per 40 mosse + 30 minuti + 30 secondi a", "refused: 'a' is not known"),
            ("90 minuti per 40 mosse + 30 minuti + 30 secondi per mossa", "40/5400+30:1800+30"),
            ("90 minut na 40 posunięć + 30 minut do końca partii + 30 sekund na ruch", "40/5400+30:1800+30"),
            ("60 min plus 30 sek. na ruch", "3600+30"),
            ("3 min 2 s", "refused: its parts stand in no order that is known"),
            // A fresh amount for each move, as `1/28800` says it.
            ("1 move in 8 hours", "1/28800"),
        ] {
            assert_eq!(brief(text, Source::Tag), expected, "{text}");
        }
    }

    #[test]
    fn doubts_are_settled_by_rules_and_said() {
        for (text, source, expected) in [
            ("90+30", Source::OnlineTag, "90+30"),
            ("90+30", Source::Tag, "5400+30, large_increment_means_minutes or 90+30"),
            ("110 + 10", Source::Tag, "6600+10, large_increment_means_minutes or 110+10"),
            ("30+5", Source::Tag, "1800+5, large_increment_means_minutes or 30+5"),
            ("60+5d", Source::Tag, "3600d5, large_increment_means_minutes or 60d5"),
            ("180+2", Source::Tag, "180+2, standard_is_seconds or 10800+2"),
            ("180+2", Source::OnlineTag, "180+2"),
            ("120+12", Source::OnlineTag, "120+12"),
            ("60", Source::Tag, "60, standard_is_seconds or 3600"),
            ("90", Source::Tag, "5400, unusual_base_means_minutes or 90"),
            ("45+2", Source::Tag, "2700+2, unusual_base_means_minutes or 45+2"),
            ("90", Source::OnlineTag, "90"),
            ("5+0", Source::Tag, "300, tiny_base_means_minutes or 5"),
            ("10+0.05", Source::Tag, "10+0.05"),
            ("300", Source::Tag, "300"),
            ("1/60", Source::Tag, "1/60"),
            ("40/90:30+30", Source::Tag, "40/5400:1800+30, moves_mean_minutes or 40/90:30+30"),
            ("40/7200:3600", Source::Tag, "40/7200:3600"),
        ] {
            assert_eq!(brief(text, source), expected, "{text} {source:?}");
        }
    }

    #[test]
    fn what_is_refused() {
        let long = "9".repeat(301);
        for (text, expected) in [
            ("", Refused::NoTime),
            (long.as_str(), Refused::TooMuch { what: "text" }),
            ("Standard", Refused::Unknown { word: "standard".to_owned() }),
            ("G/", Refused::Order),
            ("0", Refused::NoTime),
            ("90 min = 30", Refused::Unknown { word: "=".to_owned() }),
            ("90/40 + 30", Refused::Order),
            ("40/2, 20/1", Refused::Order),
            ("90 min +", Refused::Order),
            ("90 min for 40 + 30 sec, 30 min + 10 sec", Refused::Order),
            ("90 min + 30 min", Refused::AfterTheLast),
            ("90 min + 30 sec from move 41", Refused::Unknown { word: "from".to_owned() }),
            ("9000 hours", Refused::TooMuch { what: "time" }),
        ] {
            assert_eq!(read(text, Source::Tag), Err(expected), "{text}");
        }
    }
}
