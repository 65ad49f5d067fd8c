//! The ratings of an event's players beside those of the stored lists.

use super::document::{Inspection, ListedRating, Player, RatingsPart, Tally, counted};
use crate::clocks::time_class::TimeClass;
use crate::players::Person;
use crate::ratings::list::{Day, IndexError, Lists, RatingClass, YearMonth};
use crate::ratings::{Entrant, EventDays, as_of};

/// Puts the ratings of the list of the first day beside those of the tags. Without `lists`, none is stored.
pub(super) fn with_lists(
    inspection: &mut Inspection,
    days: Option<EventDays>,
    class: TimeClass,
    lists: Option<&Lists>,
) -> Result<(), IndexError> {
    let class = match class {
        TimeClass::Correspondence => return Ok(()),
        TimeClass::Rapid => RatingClass::Rapid,
        TimeClass::Blitz => RatingClass::Blitz,
        TimeClass::Standard => RatingClass::Standard,
    };
    let Some(people) = &mut inspection.people else {
        return Ok(());
    };
    let first_day = days.map(|days| days.first);
    let mut part = RatingsPart {
        first_day: first_day.map(|day| day.to_string()),
        needed: first_day.map(|day| YearMonth::of_list(day).to_string()),
        by_game: days.is_some_and(EventDays::by_game),
        class: class.as_str().to_owned(),
        undated: first_day.is_none(),
        no_list: first_day.is_some(),
        ..RatingsPart::default()
    };
    if let (Some(day), Some(lists)) = (first_day, lists) {
        part.no_list = !lists.holds_valid_on(day, class)?;
        if !part.no_list {
            ask(&mut people.players, &mut part, day, class, lists)?;
        }
    }
    inspection.ratings = Some(part);
    Ok(())
}

fn ask(
    players: &mut [Player],
    part: &mut RatingsPart,
    day: Day,
    class: RatingClass,
    lists: &Lists,
) -> Result<(), IndexError> {
    let mut sources: Tally<String> = Tally::default();
    let mut passed: Tally<&str> = Tally::default();
    for player in players {
        let Person { name, fide_id, rating, .. } = &player.person;
        let entrant = Entrant { name, fide_id: *fide_id, pgn_rating: *rating };
        let found = as_of(&entrant, day, class, lists)?;
        let Some(list) = found.list else {
            // The last list asked is the one that could have helped.
            if let Some(reason) = found.passed_over.last() {
                *passed.entry(reason.into()).or_default() += 1;
            }
            continue;
        };
        part.listed += 1;
        match found.difference {
            Some(0) => part.agreeing += 1,
            Some(_) => part.differing += 1,
            None => {}
        }
        *sources.entry(format!("{}, {}", list.list.name, list.class.as_str())).or_default() += 1;
        player.difference = found.difference;
        player.list = Some(ListedRating {
            rating: list.listed.rating,
            class: list.class.as_str().to_owned(),
            fallback: list.fallback,
            list: list.list.name,
            period: list.list.period.to_string(),
            fide_id: list.fide_id,
            name: list.name,
            by_name: list.by_name,
            name_differs: found.name_differs,
        });
    }
    part.lists = counted(&sources);
    part.passed_over = counted(&passed);
    Ok(())
}
