//! From a report to its text, in the columns of TRF16.
//!
//! What does not fit its columns is an error, never cut: the caller knows what may be shortened.

use std::fmt::Write as _;

use thiserror::Error;

use super::consistency::tenths;
use super::model::{Colour, Entry, Field, Player, Scoring, Tournament};

/// A value that does not fit the format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} `{text}` does not fit the {columns} columns of a tournament report")]
pub struct WriteError {
    pub what: &'static str,
    pub text: String,
    pub columns: usize,
}

/// Most columns of a line about the event, which is far more than any name takes.
const EVENT_COLUMNS: usize = 1000;

/// The text of a report: the lines about the event, then the players in the order given. Lines that FIDE asks
/// for are there even if nothing is known, so that a person can fill them in. Lines end with CR LF.
///
/// # Errors
/// A value that is too long for its columns or holds a character that ends or shifts a line.
pub fn write(tournament: &Tournament, players: &[Player]) -> Result<String, WriteError> {
    let mut text = String::new();
    let head = [
        ("012", &tournament.name),
        ("022", &tournament.city),
        ("032", &tournament.federation),
        ("042", &tournament.start),
        ("052", &tournament.end),
        ("062", &tournament.players),
        ("072", &tournament.rated),
        ("082", &tournament.teams),
        ("092", &tournament.kind),
        ("102", &tournament.arbiter),
    ];
    for (tag, field) in head {
        event_line(&mut text, tag, field.as_ref())?;
    }
    if tournament.deputies.is_empty() {
        event_line(&mut text, "112", None)?;
    }
    for deputy in &tournament.deputies {
        event_line(&mut text, "112", Some(deputy))?;
    }
    event_line(&mut text, "122", tournament.time_control.as_ref())?;
    round_dates(&mut text, tournament)?;
    if let Some(rounds) = tournament.rounds {
        // Writing into a string does not fail.
        let _ = write!(text, "142 {rounds}\r\n");
    }
    scoring(&mut text, &tournament.scoring)?;
    if tournament.encoded_time_control.is_some() {
        event_line(&mut text, "222", tournament.encoded_time_control.as_ref())?;
    }
    for player in players {
        player_line(&mut text, player)?;
    }
    Ok(text)
}

fn event_line(text: &mut String, tag: &str, field: Option<&Field>) -> Result<(), WriteError> {
    let value = field.map_or("", |field| field.text.as_str());
    let value = fitting("event", value, EVENT_COLUMNS)?;
    let line = format!("{tag} {value}");
    text.push_str(line.trim_end());
    text.push_str("\r\n");
    Ok(())
}

fn round_dates(text: &mut String, tournament: &Tournament) -> Result<(), WriteError> {
    let mut line = "132".to_owned();
    for date in &tournament.round_dates {
        let first = super::model::column::of_round(date.round) as usize;
        let blanks = first.saturating_sub(1 + line.chars().count());
        line.extend(std::iter::repeat_n(' ', blanks));
        line += fitting("date of a round", &date.field.text, 10)?;
    }
    text.push_str(&line);
    text.push_str("\r\n");
    Ok(())
}

/// Letters in columns 6, 15, 24 and so on, their points in the four columns behind; no line for the usual points.
fn scoring(text: &mut String, scoring: &Scoring) -> Result<(), WriteError> {
    if *scoring == Scoring::default() {
        return Ok(());
    }
    text.push_str("162  ");
    for (letter, value) in [
        ('W', scoring.win),
        ('D', scoring.draw),
        ('L', scoring.loss),
        ('A', scoring.absence),
        ('P', scoring.pairing_bye),
    ] {
        let value = tenths(i64::from(value));
        // Writing into a string does not fail.
        let _ = write!(text, "{letter}{:>4}    ", fitting("points for a result", &value, 4)?);
    }
    text.truncate(text.trim_end().len());
    text.push_str("\r\n");
    Ok(())
}

fn player_line(text: &mut String, player: &Player) -> Result<(), WriteError> {
    let optional = |value: &Option<String>| value.clone().unwrap_or_default();
    let number = |value: Option<String>| value.unwrap_or_default();
    let points = number(player.points.map(|points| tenths(i64::from(points))));
    let line = format!(
        "001 {:>4} {:>1}{:>3} {} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}",
        fitting("starting rank", &player.number.to_string(), 4)?,
        fitting("sex", &optional(&player.sex), 1)?,
        fitting("title", &optional(&player.title), 3)?,
        padded(fitting("name", &player.name, NAME_COLUMNS)?, NAME_COLUMNS),
        fitting("rating", &number(player.rating.map(|r| r.to_string())), 4)?,
        fitting("federation", &optional(&player.federation), 3)?,
        fitting("FIDE number", &number(player.fide_id.map(|id| id.to_string())), 11)?,
        fitting("birth", &optional(&player.birth), 10)?,
        fitting("points", &points, 4)?,
        fitting("rank", &number(player.rank.map(|r| r.to_string())), 4)?,
    );
    text.push_str(&line);
    for entry in &player.rounds {
        text.push_str(&round(entry));
    }
    text.push_str("\r\n");
    Ok(())
}

/// Columns of a name.
pub(super) const NAME_COLUMNS: usize = 33;

fn round(entry: &Entry) -> String {
    let colour = match entry.colour {
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
        None => '-',
    };
    // Number, colour and result of a round in which nothing is known are blank.
    match entry.opponent {
        Some(opponent) => format!("  {opponent:>4} {colour} {}", entry.code.sign()),
        None if entry.code == super::model::Code::Blank => " ".repeat(10),
        None => format!("  0000 {colour} {}", entry.code.sign()),
    }
}

/// `format!` pads by characters too, but only this says so.
fn padded(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(text.chars().count());
    text.chars().chain(std::iter::repeat_n(' ', blanks)).collect()
}

fn fitting<'a>(what: &'static str, text: &'a str, columns: usize) -> Result<&'a str, WriteError> {
    let fits = text.chars().count() <= columns && !text.chars().any(|c| c.is_control() || c == '\u{fffd}');
    if fits { Ok(text) } else { Err(WriteError { what, text: text.chars().take(80).collect(), columns }) }
}
