//! A player's ratings as of a day: the games' tags beside the list that was valid (FIDE Title Regulations B.01, 1.4.6 a).
//!
//! No other list gives a rating: a rating of another month may be hundreds of points off. Where the valid list is not stored,
//! the player has none from a list, and it is said which one is missing. For rapid and blitz the list of that kind is asked
//! first; only a player who has no such rating there is looked up on the next one (Rapid and Blitz Rating Regulations, 7.2.1).

use serde::Serialize;

use crate::players::normalised;
use crate::ratings::list::{
    Day, IndexError, Listed, ListedPlayer, Lists, RatingClass, StoredList, YearMonth,
};

/// A player of an event.
#[derive(Clone, Debug, Default)]
pub struct Entrant<'a> {
    pub name: &'a str,
    /// FIDE identity number, if the games have it. With a number the name is not searched for.
    pub fide_id: Option<u32>,
    /// Rating in the games' tags.
    pub pgn_rating: Option<u16>,
}

/// The rating from the list that was valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FromList {
    /// The rating, with games in the period and coefficient.
    pub listed: Listed,
    pub class: RatingClass,
    /// The list it stands on.
    pub list: StoredList,
    /// True if it is not the rating of the event's own class.
    pub fallback: bool,
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
    /// The valid list is not stored, and none before it.
    NoList {
        class: RatingClass,
        /// The month of the list that was valid.
        needed: YearMonth,
    },
    /// The valid list is not stored; the newest one before it gives no rating.
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
    /// The month and class of the list that was valid and is not stored.
    pub fn missing(&self) -> Option<(YearMonth, RatingClass)> {
        match self {
            Self::NoList { class, needed } | Self::Outdated { class, needed, .. } => Some((*needed, *class)),
            Self::NotListed { .. } | Self::Unrated { .. } | Self::Several { .. } => None,
        }
    }

    /// For people, whole sentences.
    pub fn text(&self) -> String {
        match self {
            Self::NoList { class, needed } => not_stored(*needed, *class),
            Self::Outdated { class, list, needed } => format!(
                "{} The newest list before it, {list}, was not valid on that day and gives no rating.",
                not_stored(*needed, *class)
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

fn not_stored(needed: YearMonth, class: RatingClass) -> String {
    let class = class.as_str();
    format!("The list of {needed} is not stored ({class} ratings). Add it with `fairplay ratings add FILE`.")
}

/// A player's ratings, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// The list that gave the year of birth. It may be an older one: a year of birth does not change.
    pub age_from: Option<StoredList>,
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

/// The ratings of a player as of a day: the first one of an event, or in a long event that of a game (see
/// [`crate::ratings::EventDays`]).
pub fn as_of(
    entrant: &Entrant<'_>,
    day: Day,
    class: RatingClass,
    lists: &Lists,
) -> Result<Ratings, IndexError> {
    let needed = YearMonth::of_list(day);
    let mut passed_over = Vec::new();
    let mut birth: Option<(u16, StoredList)> = None;
    let mut from_list = None;
    // Whether another list may still give the rating; a year of birth is looked for on every one.
    let mut asking = true;
    for &asked in order(class) {
        if !asking && birth.is_some() {
            break;
        }
        let Some(list) = lists.newest_on(day, asked)? else {
            passed_over.extend(asking.then_some(PassedOver::NoList { class: asked, needed }));
            asking = false;
            continue;
        };
        let entry = entry(entrant, asked, &list, lists)?;
        if let (Ok(player), None) = (&entry, &birth) {
            birth = player.birth_year.map(|year| (year, list.clone()));
        }
        if !asking {
            continue;
        }
        if list.period < needed {
            // A list that is not stored may hold a rating of its class, so no other class stands in for it.
            passed_over.push(PassedOver::Outdated { class: asked, list: list.name, needed });
            asking = false;
            continue;
        }
        match entry.and_then(|player| rated(entrant, player, (asked, class), &list)) {
            Err(reason) => passed_over.push(reason),
            Ok(rated) => {
                from_list = Some(rated);
                asking = false;
            }
        }
    }
    let difference = match (entrant.pgn_rating, &from_list) {
        (Some(pgn), Some(rated)) => Some(i32::from(pgn) - i32::from(rated.listed.rating)),
        _ => None,
    };
    let name_differs = from_list
        .as_ref()
        .is_some_and(|rated| !entrant.name.is_empty() && normalised(&rated.name) != normalised(entrant.name));
    Ok(Ratings {
        pgn: entrant.pgn_rating,
        list: from_list,
        difference,
        name_differs,
        age: birth.as_ref().and_then(|(year, _)| day.year.checked_sub(*year)),
        age_from: birth.map(|(_, list)| list),
        passed_over,
    })
}

/// The one player of a list who fits.
fn entry(
    entrant: &Entrant<'_>,
    asked: RatingClass,
    list: &StoredList,
    lists: &Lists,
) -> Result<Result<ListedPlayer, PassedOver>, IndexError> {
    let mut entries = match entrant.fide_id {
        Some(number) => lists.by_number(number, Some(list))?,
        None => lists.by_name(entrant.name, Some(list))?,
    };
    let count = entries.len();
    let (class, list) = (asked, list.name.clone());
    Ok(match (entries.pop(), count) {
        (Some(entry), 1) => Ok(entry.player),
        (None, _) => Err(PassedOver::NotListed { class, list }),
        (Some(_), count) => Err(PassedOver::Several { class, list, count }),
    })
}

/// The rating of a player on a valid list, asked for an event of another class perhaps.
fn rated(
    entrant: &Entrant<'_>,
    player: ListedPlayer,
    (asked, class): (RatingClass, RatingClass),
    list: &StoredList,
) -> Result<FromList, PassedOver> {
    let Some(listed) = player.rating(asked) else {
        return Err(PassedOver::Unrated { class: asked, list: list.name.clone() });
    };
    Ok(FromList {
        listed,
        class: asked,
        list: list.clone(),
        fallback: asked != class,
        fide_id: player.fide_id,
        name: player.name,
        title: player.title,
        federation: player.federation,
        inactive: player.inactive,
        by_name: entrant.fide_id.is_none(),
    })
}
