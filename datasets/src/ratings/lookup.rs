//! A player's ratings as of an event: the games' tags beside the list valid on the first day (FIDE Title Regulations B.01,
//! 1.4.6a). For rapid and blitz the list of that kind comes first, then the next one; an old list is used only when there
//! is no other. Both are said.

use serde::Serialize;

use crate::players::normalised;
use crate::ratings::list::{Day, IndexError, Listed, Lists, RatingClass, StoredList, YearMonth};

/// A player of an event.
#[derive(Clone, Debug, Default)]
pub struct Entrant<'a> {
    pub name: &'a str,
    /// FIDE identity number, if the games have it. With a number the name is not searched for.
    pub fide_id: Option<u32>,
    /// Rating in the games' tags.
    pub pgn_rating: Option<u16>,
}

/// The rating from a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FromList {
    /// The rating, with games in the period and coefficient.
    pub listed: Listed,
    pub class: RatingClass,
    /// The list it stands on.
    pub list: StoredList,
    /// True if it is not the rating of the event's own class.
    pub fallback: bool,
    /// The month of the list that should have been used, if the stored one is older.
    pub outdated_since: Option<YearMonth>,
    /// Identity number on the list.
    pub fide_id: Option<u32>,
    pub name: String,
    pub title: Option<String>,
    pub federation: Option<String>,
    pub inactive: bool,
    /// Whether the player was found by name alone.
    pub by_name: bool,
}

/// Why a list gave no rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case", tag = "reason")]
#[strum(serialize_all = "snake_case")]
pub enum PassedOver {
    /// No list of that class and time is stored.
    NoList { class: RatingClass },
    /// The newest stored list is older than the one that was valid.
    Outdated {
        class: RatingClass,
        list: String,
        /// The month of the list that was valid.
        needed: YearMonth,
    },
    /// The player does not stand on the list.
    NotListed { class: RatingClass, list: String },
    /// The player stands on the list without a rating of that class.
    Unrated { class: RatingClass, list: String },
    /// Several players fit, and nothing tells which one is meant.
    Several {
        class: RatingClass,
        list: String,
        /// How many, at most [`crate::ratings::list::index::MAX_FOUND`].
        count: usize,
    },
}

impl PassedOver {
    /// For people, a whole sentence.
    pub fn text(&self) -> String {
        match self {
            Self::NoList { class } => {
                format!("No list with {} ratings is stored for that time.", class.as_str())
            }
            Self::Outdated { class, list, needed } => format!(
                "The newest stored list with {} ratings, {list}, is older than the one of {needed} that was valid.",
                class.as_str()
            ),
            Self::NotListed { class, list } => {
                format!("{list} does not name the player ({} rating).", class.as_str())
            }
            Self::Unrated { class, list } => {
                format!("{list} names the player without a {} rating.", class.as_str())
            }
            Self::Several { list, count, .. } => {
                format!("{list} has {count} players who fit; the FIDE number would tell which one.")
            }
        }
    }
}

/// A player's ratings, side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ratings {
    pub pgn: Option<u16>,
    /// From the list of the day.
    pub list: Option<FromList>,
    /// Rating in the tags minus rating on the list.
    pub difference: Option<i32>,
    /// True if the list knows the number under another name, which may be another spelling or another person.
    pub name_differs: bool,
    /// Age reached in the year of the event, from the year of birth.
    pub age: Option<u16>,
    /// Lists that were asked first and gave no rating.
    pub passed_over: Vec<PassedOver>,
}

/// Which ratings are asked in turn for an event of a class.
pub fn order(class: RatingClass) -> &'static [RatingClass] {
    match class {
        RatingClass::Standard => &[RatingClass::Standard],
        RatingClass::Rapid => &[RatingClass::Rapid, RatingClass::Standard],
        RatingClass::Blitz => &[RatingClass::Blitz, RatingClass::Rapid, RatingClass::Standard],
    }
}

/// The ratings of a player as of the first day of an event.
pub fn as_of(
    entrant: &Entrant<'_>,
    first_day: Day,
    class: RatingClass,
    lists: &Lists,
) -> Result<Ratings, IndexError> {
    let needed = YearMonth::of_list(first_day);
    let mut passed_over = Vec::new();
    let mut old = Vec::new();
    let mut birth_year = None;
    let mut found = None;
    for &asked in order(class) {
        match lists.valid_on(first_day, asked)? {
            None => passed_over.push(PassedOver::NoList { class: asked }),
            Some(list) if list.period < needed => {
                passed_over.push(PassedOver::Outdated { class: asked, list: list.name.clone(), needed });
                old.push((asked, list));
            }
            Some(list) => {
                found = ask(entrant, asked, class, list, lists, &mut passed_over, &mut birth_year)?;
            }
        }
        if found.is_some() {
            break;
        }
    }
    // Better an old rating with a remark than none; the newest of them first, whatever its class.
    old.sort_by_key(|(_, list)| std::cmp::Reverse(list.period));
    for (asked, list) in old {
        if found.is_some() {
            break;
        }
        found = ask(entrant, asked, class, list, lists, &mut passed_over, &mut birth_year)?;
        if let Some(found) = &mut found {
            found.outdated_since = Some(needed);
        }
    }
    let difference = match (entrant.pgn_rating, &found) {
        (Some(pgn), Some(found)) => Some(i32::from(pgn) - i32::from(found.listed.rating)),
        _ => None,
    };
    let name_differs = found
        .as_ref()
        .is_some_and(|found| !entrant.name.is_empty() && normalised(&found.name) != normalised(entrant.name));
    Ok(Ratings {
        pgn: entrant.pgn_rating,
        list: found,
        difference,
        name_differs,
        age: birth_year.and_then(|year| first_day.year.checked_sub(year)),
        passed_over,
    })
}

fn ask(
    entrant: &Entrant<'_>,
    asked: RatingClass,
    class: RatingClass,
    list: StoredList,
    lists: &Lists,
    passed_over: &mut Vec<PassedOver>,
    birth_year: &mut Option<u16>,
) -> Result<Option<FromList>, IndexError> {
    let mut entries = match entrant.fide_id {
        Some(number) => lists.by_number(number, Some(&list))?,
        None => lists.by_name(entrant.name, Some(&list))?,
    };
    let count = entries.len();
    let (Some(entry), true) = (entries.pop(), count == 1) else {
        passed_over.push(if count == 0 {
            PassedOver::NotListed { class: asked, list: list.name }
        } else {
            PassedOver::Several { class: asked, list: list.name, count }
        });
        return Ok(None);
    };
    let player = entry.player;
    *birth_year = birth_year.or(player.birth_year);
    let Some(listed) = player.rating(asked) else {
        passed_over.push(PassedOver::Unrated { class: asked, list: list.name });
        return Ok(None);
    };
    Ok(Some(FromList {
        listed,
        class: asked,
        list,
        fallback: asked != class,
        outdated_since: None,
        fide_id: player.fide_id,
        name: player.name,
        title: player.title,
        federation: player.federation,
        inactive: player.inactive,
        by_name: entrant.fide_id.is_none(),
    }))
}
