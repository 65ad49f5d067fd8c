//! From the text of a table to its rows.

use serde::Deserialize;

use super::kind::TelemetryKind;
use crate::text::csv_rows::csv_rows;
use crate::text::digits;

/// A row whose own columns fit each other.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) game: String,
    pub(super) ply: u32,
    /// Whether it is about White, if `side` says so.
    pub(super) white: Option<bool>,
    pub(super) handle: Option<String>,
    pub(super) kind: TelemetryKind,
    pub(super) milliseconds: Option<u64>,
}

/// The columns as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Columns {
    game: String,
    ply: Option<u32>,
    #[serde(rename = "move")]
    turn: Option<u32>,
    side: Option<String>,
    handle: Option<String>,
    kind: String,
    ms: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Vec<Row>, (usize, String)> {
    let row = |(line, columns)| checked(line, columns).map_err(|message| (line, message));
    csv_rows(text)?.into_iter().map(row).collect()
}

fn checked(line: usize, columns: Columns) -> Result<Row, String> {
    let Columns { game, ply, turn, side, handle, kind, ms } = columns;
    let kind = kind.parse::<TelemetryKind>().map_err(|_| {
        let known: Vec<&str> = TelemetryKind::ALL.iter().map(|kind| kind.as_str()).collect();
        format!("`{kind}` is no kind that is known; known are {}", known.join(", "))
    })?;
    if game.is_empty() {
        return Err("`game` is missing: the address of the game or its number in the file".to_owned());
    }
    let white = match side.as_deref().map(str::to_ascii_lowercase).as_deref() {
        None | Some("") => None,
        Some("white" | "w") => Some(true),
        Some("black" | "b") => Some(false),
        Some(other) => return Err(format!("the side `{other}` is neither white nor black")),
    };
    let ply = match (ply, turn, white) {
        (Some(ply), None, _) => ply,
        (None, Some(turn), Some(white)) => {
            turn.checked_mul(2).and_then(|plies| plies.checked_sub(u32::from(white))).unwrap_or_default()
        }
        (None, Some(_), None) => return Err("`move` needs `side`: of White or of Black".to_owned()),
        (Some(_), Some(_), _) => return Err("give `ply` or `move`, not both".to_owned()),
        (None, None, _) => return Err("where in the game: give `ply`, or `move` and `side`".to_owned()),
    };
    let handle = handle.filter(|handle| !handle.is_empty());
    let milliseconds = ms.filter(|ms| !ms.is_empty()).map(|ms| milliseconds(&ms)).transpose()?;
    Ok(Row { line, game, ply, white, handle, kind, milliseconds })
}

/// A whole number of milliseconds, rounded, from `4200`, `4200.5` or `4200,5`. Three digits behind the sign may be thousands or
/// thousandths, so they are refused.
fn milliseconds(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no number of milliseconds, such as 4200");
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let number: u64 = digits::number(whole, 15).ok_or_else(wrong)?;
    match part.as_bytes() {
        [] if whole.len() == text.len() => Ok(number),
        [_, _, _] => {
            Err(format!("`{text}` can be read in two ways; write milliseconds without a point or comma"))
        }
        [first, ..] if part.bytes().all(|digit| digit.is_ascii_digit()) => {
            Ok(number + u64::from(*first >= b'5'))
        }
        _ => Err(wrong()),
    }
}
