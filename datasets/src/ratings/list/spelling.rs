//! The spelling file of the Scid project (`.ssp`): names, peak ratings and FIDE numbers.
//!
//! A player is one line, `Name #Titles FED [peak] birth flag`, and the indented lines below it, of which `%Bio FIDEID`
//! gives the number. A peak with a star is an estimate for a time without ratings and is not taken. Other spellings and
//! biography are counted as notes.

use super::ListedPlayer;
use super::cells::{federation, flag, identity, rating};
use super::columns::Wrong;
use super::{Sex, YearMonth};

/// What a line of the file is.
pub(crate) enum Line {
    /// Begins a player; the one before is complete.
    Player(Box<ListedPlayer>),
    /// The FIDE number of the player above.
    Number(u32),
    /// A comment in front of the players.
    Comment,
    /// Adds to a player, or stands in another part of the file.
    Note,
}

/// Where in the file the reader stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Section {
    /// Before the first `@` line.
    #[default]
    Before,
    /// In the part with players.
    Players,
    /// In a part with sites, events or rounds.
    Other,
}

/// Whether the first line of a file may begin a spelling file.
pub(crate) fn may_begin(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("@PLAYER")
}

/// The month in the comments of the head, `FIDE ratings APR-2021`.
pub(crate) fn period(comment: &str) -> Option<YearMonth> {
    let word = comment.split("FIDE ratings ").nth(1)?.split_whitespace().next()?;
    let (month, year) = word.split_once('-')?;
    let year = year.strip_prefix("20").or_else(|| year.strip_prefix("19"))?;
    YearMonth::from_word(&format!("{month}{year}"))
}

/// Reads a line that is not blank.
pub(crate) fn line(section: &mut Section, text: &str) -> Result<Line, Wrong> {
    if let Some(rest) = text.strip_prefix('@') {
        *section = if rest.starts_with("PLAYER") { Section::Players } else { Section::Other };
        return Ok(Line::Comment);
    }
    match section {
        _ if text.starts_with('#') => Ok(Line::Comment),
        Section::Before => Err(wrong(0, text, "text before the first @ line")),
        Section::Other => Ok(Line::Note),
        Section::Players if text.starts_with([' ', '\t']) => below(text),
        // Rules of spelling: %Prefix, %Infix, %Suffix.
        Section::Players if text.starts_with('%') => Ok(Line::Note),
        Section::Players => player(text).map(|player| Line::Player(Box::new(player))),
    }
}

fn wrong(column: usize, cell: &str, reason: &'static str) -> Wrong {
    Wrong { column, cell: cell.to_owned(), reason }
}

fn below(text: &str) -> Result<Line, Wrong> {
    let inner = text.trim();
    match inner.strip_prefix("%Bio FIDEID") {
        // A number that FIDE has withdrawn is nobody's.
        Some(number) if number.trim_end().ends_with("deprecated") => Ok(Line::Note),
        Some(number) => {
            let number = number.trim();
            identity(number)
                .map(Line::Number)
                .map_err(|reason| wrong(text.chars().count() - number.chars().count(), number, reason))
        }
        None if inner.starts_with(['=', '%', '#']) => Ok(Line::Note),
        None => Err(wrong(0, inner, "an indented line that is no note")),
    }
}

fn player(text: &str) -> Result<ListedPlayer, Wrong> {
    if let Some(at) = text.chars().position(char::is_control) {
        return Err(wrong(at, "", "a control character"));
    }
    let (name, rest) = text.rsplit_once('#').ok_or_else(|| wrong(0, text, "no # behind the name"))?;
    let column = name.chars().count() + 1;
    let (before, rest) = rest.split_once('[').ok_or_else(|| wrong(column, rest, "no rating in brackets"))?;
    let at = column + before.chars().count() + 1;
    let (peak, after) = rest.split_once(']').ok_or_else(|| wrong(at, rest, "no rating in brackets"))?;
    let mut player = ListedPlayer { name: name.trim().to_owned(), ..ListedPlayer::default() };
    let mut words = before.split_whitespace();
    let titles = words.next().unwrap_or("-");
    let known = |title: &str| title.len() <= 3 && title.bytes().all(|b| b.is_ascii_alphabetic());
    if titles != "-" && !titles.split('+').all(known) {
        return Err(wrong(column, titles, "not a title"));
    }
    for title in titles.split('+').filter(|title| *title != "-") {
        // Small letters are for titles of the past.
        if title.eq_ignore_ascii_case("W") {
            player.sex = Some(Sex::Female);
        } else {
            player.title.get_or_insert_with(|| title.to_ascii_uppercase());
        }
    }
    // Countries in order of time, `FRG/GER`; the last is the present one.
    let last = words.next().and_then(|countries| countries.rsplit('/').next());
    player.federation = last.and_then(|country| federation(country).ok());
    player.peak = match peak.trim() {
        "...." => None,
        estimate if estimate.ends_with('*') => None,
        number => rating(number).map_err(|reason| wrong(at, number, reason))?,
    };
    let mut words = after.split_whitespace();
    let birth = words.next().unwrap_or("????");
    let year = birth.get(..4).and_then(|year| year.parse::<u16>().ok());
    player.birth_year =
        year.filter(|year| *year > 0 && birth.as_bytes().get(4).is_none_or(|b| matches!(b, b'.' | b'-')));
    if let Some(word) = words.next_back() {
        let written = flag(word).map_err(|reason| wrong(at, word, reason))?;
        written.clone_into(&mut player.flag);
        player.inactive = written.contains('i');
        if written.contains('w') {
            player.sex = Some(Sex::Female);
        }
    }
    Ok(player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_every_kind() {
        let born = |text: &str| player(text).expect(text).birth_year;
        let one = player("Sample, Ana Maria #WGM+HGM FRG/GER [2446] 1976.05.01 wi").expect("a player");
        assert_eq!(one.name, "Sample, Ana Maria");
        assert_eq!((one.title.as_deref(), one.federation.as_deref()), (Some("WGM"), Some("GER")));
        assert_eq!((one.peak, one.birth_year), (Some(2446), Some(1976)));
        assert!(one.inactive && one.sex == Some(Sex::Female));
        // Estimates and dots are no published rating.
        assert_eq!(player("Old, Master #-  ESP [2450*] 1530--1580").expect("a player").peak, None);
        assert_eq!(player("No, Rating #-  ITA [....] ????").expect("a player").peak, None);
        assert_eq!(born("A, B #- ITA [1500] 0000 i"), None);
        assert_eq!(born("A, B #- ITA [1500] 0    i"), None);
        assert_eq!(born("A, B #- ITA [1500] 1901.02.03--1980.01.01"), Some(1901));
        assert_eq!(born("A, B #- ITA [1500] 1530--1580"), Some(1530));
        assert_eq!(born("A, B #- ITA [1500] 19521"), None);
        for bad in
            ["A, B", "A, B #- ITA", "A, B #- ITA [15", "A, B #- ITA [M 18] 1986", "A, B #x! ITA [1500]"]
        {
            assert!(player(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_month_of_the_head() {
        assert_eq!(period("# FIDE ratings APR-2021 Last modified at 04.04.2021"), YearMonth::new(2021, 4));
        assert_eq!(period("# FIDE ratings soon"), None);
        assert_eq!(period("# nothing"), None);
    }
}
