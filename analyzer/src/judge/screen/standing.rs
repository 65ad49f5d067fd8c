//! Score, rank and performance rating of every player, from the results in the games.
//!
//! Results are what an arbiter compares first. They say nothing of how moves were found, and no z depends on them.

use datasets::ratings::fide_table::{RatedGame, performance_rating};
use datasets::{Collection, Roster};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::basis::{PlayerRating, points};

/// What a player scored in the games of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventScore {
    /// Half points: 2 for a win, 1 for a draw. Bare results, forfeits, byes and games with one side's move alone count; copies of
    /// a game do not.
    pub half_points: u32,
    /// Games with a result that these points come from.
    pub games: u32,
    /// 1 and the number of players with more points; players with equal points share a rank, without tie-breaks.
    pub rank: u32,
    /// FIDE's performance rating (B.01, 1.4.8) over games that were played against rated opponents; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub performance: Option<i32>,
}

/// The standing of everybody in the roster; `None` for players without a result. `ratings` has one entry for each.
pub(crate) fn standings(
    collection: &Collection,
    roster: &Roster,
    ratings: &[PlayerRating],
) -> Vec<Option<EventScore>> {
    let mut found: Vec<(EventScore, Vec<RatedGame>)> = vec![Default::default(); roster.people.len()];
    let scored = collection.games.iter().enumerate().zip(&roster.games);
    let scored =
        scored.map(|((index, game), (white, black))| (game, Some(index), (Some(*white), Some(*black))));
    let bare = collection.unscored.iter().zip(&roster.unscored);
    let bare = bare.filter(|(set_aside, _)| set_aside.reason.is_bare_result());
    let bare = bare.map(|(set_aside, sides)| (&set_aside.game, None, *sides));
    for (game, played, sides) in scored.chain(bare) {
        for (me, other, white) in [(sides.0, sides.1, true), (sides.1, sides.0, false)] {
            let entry = me.and_then(|me| found.get_mut(me));
            if let (Some((standing, rated)), Some(points)) = (entry, points(game.result, white)) {
                standing.half_points += u32::from(points.hundredths()) / 50;
                standing.games += 1;
                if let Some(game) = played {
                    let opponent =
                        other.and_then(|other| ratings.get(other)).and_then(|known| known.in_game(game));
                    rated.push(RatedGame { opponent, points });
                }
            }
        }
    }
    let all: Vec<u32> = found.iter().map(|(standing, _)| standing.half_points).collect();
    let above = |own: u32| all.iter().filter(|other| **other > own).count();
    let rank = |own: u32| u32::try_from(above(own)).map_or(u32::MAX, |above| above.saturating_add(1));
    let finish = |(standing, rated): (EventScore, Vec<RatedGame>)| {
        let with = EventScore {
            rank: rank(standing.half_points),
            performance: performance_rating(&rated),
            ..standing
        };
        (standing.games > 0).then_some(with)
    };
    found.into_iter().map(finish).collect()
}

#[cfg(test)]
mod tests {
    use datasets::{Game, GameResult, Side, Unscored, UnscoredGame};

    use super::*;
    use crate::basis::of_tags;

    fn game(white: &str, black: &str, result: GameResult) -> Game {
        let rating = |name: &str| match name {
            "A" => Some(2200),
            "B" => Some(2300),
            "C" => Some(2000),
            _ => None,
        };
        let side = |name: &str| Side { name: name.to_owned(), rating: rating(name), ..Side::default() };
        Game { white: side(white), black: side(black), result, ..Game::default() }
    }

    /// A beats B, draws with C, beats D, who has no rating: 2.5 of 3; 1.5 of 2 against a mean of 2150 is 75 %, 193 more. A game without a
    /// result counts for nobody, a copy neither; C's forfeit win counts for the score and not for the performance.
    #[test]
    fn an_event_by_hand() {
        use GameResult::{Draw, Unknown, White};
        let aside = |game, reason| UnscoredGame { game, plies: 0, reason, partner: None };
        let collection = Collection {
            games: vec![
                game("A", "B", White),
                game("C", "A", Draw),
                game("A", "D", White),
                game("B", "C", Unknown),
            ],
            unscored: vec![
                aside(game("C", "B", White), Unscored::Forfeit),
                aside(game("A", "B", White), Unscored::Duplicate),
            ],
            ..Collection::default()
        };
        let roster = datasets::roster(&collection);
        let names: Vec<&str> = roster.people.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, ["A", "B", "C", "D"]);
        let found = standings(&collection, &roster, &of_tags(&roster));
        let by_hand = |half_points, games, rank, performance| {
            Some(EventScore { half_points, games, rank, performance })
        };
        assert_eq!(
            found,
            [
                by_hand(5, 3, 1, Some(2343)),
                // One loss to 2200.
                by_hand(0, 2, 3, Some(1400)),
                // A draw with 2200.
                by_hand(3, 2, 2, Some(2200)),
                by_hand(0, 1, 3, Some(1400)),
            ]
        );
        let nobody = Collection { games: vec![game("B", "C", Unknown)], ..Collection::default() };
        let roster = datasets::roster(&nobody);
        assert_eq!(standings(&nobody, &roster, &of_tags(&roster)), [None, None]);
    }
}
