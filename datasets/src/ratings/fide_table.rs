//! The arithmetic of FIDE ratings: expected scores from the table, the change an event makes, and the performance rating.
//!
//! Sources: FIDE Handbook B.02, FIDE Rating Regulations effective from 1 March 2024, with the amendment of
//! 1 October 2025. The numbers are whole hundredths throughout, so two machines print the same digits.

use crate::ratings::list::Day;

/// Table 8.1.2: the greatest rating difference for which the higher rated player expects 0.50, 0.51, ... 0.99. Beyond
/// the last it is 1.00.
const LAST_DIFFERENCE: [u16; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, // 0.50 to 0.59
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145, // 0.60 to 0.69
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, // 0.70 to 0.79
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357, // 0.80 to 0.89
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735, // 0.90 to 0.99
];

/// Scoring probability PD of table 8.1.2, in hundredths of a point (0 to 100), for a player who stands `difference`
/// rating points above the opponent (below, if negative).
pub fn expected(difference: i32) -> u8 {
    let distance = difference.unsigned_abs();
    let steps = LAST_DIFFERENCE.partition_point(|&last| u32::from(last) < distance);
    // At most 50 steps, so the sum is at most 100.
    let higher = 50 + u8::try_from(steps).unwrap_or(50);
    if difference < 0 { 100 - higher } else { higher }
}

/// Rating difference dp of table 8.1.1 for a score of `percent` hundredths of the possible points; more than 100 counts as 100.
///
/// The table is the inverse of 8.1.2: every dp is the middle of the differences that give the percentage there, a half cut off. It
/// sets 100 % to 800 and 0 % to -800.
pub fn score_difference(percent: u8) -> i16 {
    let above = percent.max(100 - percent.min(100)).min(100) - 50;
    let end = |step: u8| LAST_DIFFERENCE.get(usize::from(step)).and_then(|last| i16::try_from(*last).ok());
    let difference = match above.checked_sub(1).map(end) {
        None => 0,
        Some(below) => below.zip(end(above)).map_or(800, |(below, last)| (below + 1 + last) / 2),
    };
    if percent < 50 { -difference } else { difference }
}

/// Performance rating `Rp = Ra + dp` (B.01, 1.4.8): the mean rating of the rated opponents, rounded, and the difference of table
/// 8.1.1 for the share of points against them, rounded to hundredths; halves are rounded up. `None` without a rated opponent.
pub fn performance_rating(games: &[RatedGame]) -> Option<i32> {
    let rated = || games.iter().filter_map(|game| Some((u32::from(game.opponent?), game.points)));
    let n = u32::try_from(rated().count()).ok().filter(|n| *n > 0)?;
    let rounded = |sum: u32| (2 * sum + n) / (2 * n);
    let mean = rounded(rated().map(|(opponent, _)| opponent).sum());
    let percent = rounded(rated().map(|(_, points)| u32::from(points.hundredths())).sum());
    Some(i32::try_from(mean).ok()? + i32::from(score_difference(u8::try_from(percent).unwrap_or(100))))
}

/// How a large difference in rating is counted (article 8.3.1). It has changed four times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceRule {
    /// More than 350 points count as 350. Until 30 June 2009.
    Cap350,
    /// More than 400 points count as 400. From 1 July 2009, and again from 1 March 2024.
    Cap400,
    /// More than 400 points count as 400, but a player benefits from one upgrade in a tournament, for the game in which
    /// the difference is greatest. From 1 January 2022 to 29 February 2024.
    OneUpgrade,
    /// More than 400 points count as 400 for players under 2650; from 2650 the difference itself counts. From
    /// 1 October 2025.
    CapUnder2650,
}

impl DifferenceRule {
    pub fn on(day: Day) -> Self {
        match (day.year, day.month) {
            (..=2008, _) | (2009, ..=6) => Self::Cap350,
            (2022..=2023, _) | (2024, ..=2) => Self::OneUpgrade,
            (2026.., _) | (2025, 10..) => Self::CapUnder2650,
            _ => Self::Cap400,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    Loss,
    Draw,
    Win,
}

impl Points {
    /// 0, 50 or 100 hundredths of a point.
    pub fn hundredths(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Draw => 50,
            Self::Win => 100,
        }
    }
}

/// One game as it counts for a rating. Forfeits are not played games (article 5.1) and must not be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The opponent's rating on the list of the event; `None` for an unrated opponent, whose game does not count.
    pub opponent: Option<u16>,
    pub points: Points,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub game: usize,
    /// Expected points in hundredths, 0 to 100.
    pub expected: u8,
    /// Rating after this game, in hundredths of a rating point: the *live* rating.
    pub live: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub rounds: Vec<Round>,
    /// The change in hundredths of a rating point.
    pub exact: i32,
    /// Rating after the event, from these games alone; half a point of change is rounded away from zero (8.3.4).
    pub after: i32,
}

/// The change of a rating by an event's games (articles 8.3.1 to 8.3.4), from these alone: FIDE rounds once for a rating
/// period. `rating` is the published rating at the start, `k` the coefficient: 40, 20 or 10, given or read from a list.
pub fn rating_change(rating: u16, k: u8, games: &[RatedGame], rule: DifferenceRule) -> Change {
    let start = i32::from(rating);
    let difference = |played: &RatedGame| Some(start - i32::from(played.opponent?));
    let k = limited(k, games.iter().filter_map(difference).count());
    // Of equal differences the first: which one it is changes no sum.
    let greatest = games.iter().filter_map(difference).max().unwrap_or(0);
    let mut upgraded = false;
    let (mut rounds, mut exact) = (Vec::new(), 0);
    for (game, played) in games.iter().enumerate() {
        let Some(difference) = difference(played) else { continue };
        let counted = match rule {
            DifferenceRule::Cap350 => difference.clamp(-350, 350),
            DifferenceRule::CapUnder2650 if rating >= 2650 => difference,
            DifferenceRule::OneUpgrade if difference > 400 && (upgraded || difference < greatest) => {
                difference
            }
            DifferenceRule::Cap400 | DifferenceRule::CapUnder2650 | DifferenceRule::OneUpgrade => {
                upgraded |= difference > 400;
                difference.clamp(-400, 400)
            }
        };
        let expected = expected(counted);
        // K times a difference of hundredths of a point is hundredths of a rating point.
        exact += i32::from(k) * (i32::from(played.points.hundredths()) - i32::from(expected));
        rounds.push(Round { game, expected, live: start * 100 + exact });
    }
    Change { rounds, exact, after: start + rounded(exact) }
}

/// K such that K times the number of games does not pass 700 (8.3.3).
fn limited(k: u8, games: usize) -> u8 {
    let most = 700_usize.checked_div(games).unwrap_or(usize::MAX);
    u8::try_from(most).map_or(k, |most| k.min(most))
}

/// Hundredths to whole points, a half away from zero.
fn rounded(hundredths: i32) -> i32 {
    (hundredths.abs() + 50) / 100 * hundredths.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(opponent: u16, points: Points) -> RatedGame {
        RatedGame { opponent: Some(opponent), points }
    }

    #[test]
    fn the_table_holds_the_published_values() {
        // Read from table 8.1.2 at the beginning, at the end and at steps between.
        for (difference, pd) in [
            (0, 50),
            (3, 50),
            (4, 51),
            (10, 51),
            (11, 52),
            (25, 53),
            (26, 54),
            (53, 57),
            (54, 58),
            (91, 62),
            (98, 63),
            (99, 64),
            (100, 64),
            (106, 64),
            (107, 65),
            (200, 76),
            (206, 76),
            (207, 77),
            (344, 88),
            (345, 89),
            (391, 91),
            (392, 92),
            (400, 92),
            (411, 92),
            (412, 93),
            (619, 98),
            (620, 99),
            (735, 99),
            (736, 100),
            (4000, 100),
        ] {
            assert_eq!(expected(difference), pd, "{difference}");
            assert_eq!(expected(-difference), 100 - pd, "-{difference}");
        }
    }

    /// Table 8.1.1 as it is printed, from 100 % down to 50 %.
    #[test]
    fn differences_by_score_are_those_of_the_published_table() {
        let printed = [
            800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, // 1.00 to 0.90
            351, 336, 322, 309, 296, 284, 273, 262, 251, 240, // 0.89 to 0.80
            230, 220, 211, 202, 193, 184, 175, 166, 158, 149, // 0.79 to 0.70
            141, 133, 125, 117, 110, 102, 95, 87, 80, 72, // 0.69 to 0.60
            65, 57, 50, 43, 36, 29, 21, 14, 7, 0, // 0.59 to 0.50
        ];
        for (percent, dp) in (50..=100_u8).rev().zip(printed) {
            assert_eq!(score_difference(percent), dp, "{percent} %");
            assert_eq!(score_difference(100 - percent), -dp, "{} %", 100 - percent);
        }
        assert_eq!(score_difference(255), 800);
    }

    /// Opponents 2300, 2401, 2500: mean 2400.33, so 2400; the unrated one is left out. 2.5 of 3 is 83.3 %, so 273.
    #[test]
    fn performance_ratings_by_hand() {
        let games = [
            game(2300, Points::Win),
            game(2401, Points::Win),
            game(2500, Points::Draw),
            RatedGame { opponent: None, points: Points::Loss },
        ];
        assert_eq!(performance_rating(&games), Some(2673));
        // 1.5 of 4 is 37.5 %, which counts as 38 %: -87. The mean of 2000, 2000, 2000 and 2001 is 2000.
        let games = [
            game(2000, Points::Loss),
            game(2000, Points::Draw),
            game(2000, Points::Win),
            game(2001, Points::Loss),
        ];
        assert_eq!(performance_rating(&games), Some(1913));
        // A mean of 1500.5 counts as 1501, and no points as 800 below it.
        let lost = [game(1500, Points::Loss), game(1501, Points::Loss)];
        assert_eq!(performance_rating(&lost), Some(701));
        assert_eq!(performance_rating(&[RatedGame { opponent: None, points: Points::Win }]), None);
        assert_eq!(performance_rating(&[]), None);
    }

    /// The table is the normal distribution of a difference of two performances with a deviation of 200 points each
    /// (Elo, *The Rating of Chessplayers*), printed in hundredths. Half a hundredth would be the rounding; the published
    /// step from .88 to .89 stands at 344 where the curve has 339, which is the largest departure.
    #[test]
    fn the_table_follows_the_normal_curve() {
        for difference in 0..=800 {
            let z = f64::from(difference) / (200.0 * std::f64::consts::SQRT_2);
            let exact = 50.0 * libm::erfc(-z / std::f64::consts::SQRT_2);
            let off = (f64::from(expected(difference)) - exact).abs();
            assert!(off < 0.81, "{difference}: {off}");
        }
        assert!((1..=800).all(|d| expected(d) >= expected(d - 1)));
    }

    #[test]
    fn an_event_by_hand() {
        // 2400 with K 10: draw with 2500 (expects .36), win against 2300 (.64), loss to 2450 (.43), unrated left out.
        let games = [
            game(2500, Points::Draw),
            game(2300, Points::Win),
            RatedGame { opponent: None, points: Points::Win },
            game(2450, Points::Loss),
        ];
        let change = rating_change(2400, 10, &games, DifferenceRule::Cap400);
        assert_eq!(change.rounds.iter().map(|round| u32::from(round.expected)).sum::<u32>(), 143);
        assert_eq!((change.exact, change.after), (70, 2401));
        let live: Vec<(usize, i32)> = change.rounds.iter().map(|r| (r.game, r.live)).collect();
        assert_eq!(live, [(0, 240_140), (1, 240_500), (3, 240_070)]);
    }

    #[test]
    fn a_half_is_rounded_away_from_zero() {
        for (hundredths, points) in
            [(0, 0), (49, 0), (50, 1), (149, 1), (150, 2), (-49, 0), (-50, -1), (-250, -3)]
        {
            assert_eq!(rounded(hundredths), points, "{hundredths}");
        }
    }

    #[test]
    fn large_differences_by_the_rule_of_the_day() {
        let wins = [game(1900, Points::Win), game(1800, Points::Win), game(2000, Points::Win)];
        let expected = |rating, rule| -> Vec<u8> {
            let change = rating_change(rating, 10, &wins, rule);
            change.rounds.iter().map(|round| round.expected).collect()
        };
        // 2420 stands 520, 620 and 420 above them.
        assert_eq!(expected(2420, DifferenceRule::Cap350), [89, 89, 89]);
        assert_eq!(expected(2420, DifferenceRule::Cap400), [92, 92, 92]);
        // Only the greatest difference is upgraded; the others count as they are.
        assert_eq!(expected(2420, DifferenceRule::OneUpgrade), [97, 92, 93]);
        assert_eq!(expected(2420, DifferenceRule::CapUnder2650), [92, 92, 92]);
        assert_eq!(expected(2650, DifferenceRule::CapUnder2650), [100, 100, 99]);
        assert_eq!(expected(2649, DifferenceRule::CapUnder2650), [92, 92, 92]);
        // The lower rated side is capped in every game.
        assert_eq!(expected(1300, DifferenceRule::OneUpgrade), [8, 8, 8]);
        // Two equal greatest differences give one upgrade.
        let twice = [game(1800, Points::Win), game(1800, Points::Win)];
        let change = rating_change(2420, 10, &twice, DifferenceRule::OneUpgrade);
        assert_eq!(change.rounds.iter().map(|r| r.expected).collect::<Vec<_>>(), [92, 99]);
    }

    #[test]
    fn the_rule_goes_by_the_first_day() {
        let on = |text| DifferenceRule::on(Day::parse(text).expect(text));
        assert_eq!(on("2009-06-30"), DifferenceRule::Cap350);
        assert_eq!(on("2009-07-01"), DifferenceRule::Cap400);
        assert_eq!(on("2021-12-31"), DifferenceRule::Cap400);
        assert_eq!(on("2022-01-01"), DifferenceRule::OneUpgrade);
        assert_eq!(on("2024-02-29"), DifferenceRule::OneUpgrade);
        assert_eq!(on("2024-03-01"), DifferenceRule::Cap400);
        assert_eq!(on("2025-09-30"), DifferenceRule::Cap400);
        assert_eq!(on("2025-10-01"), DifferenceRule::CapUnder2650);
        assert_eq!(on("2027-01-01"), DifferenceRule::CapUnder2650);
    }

    #[test]
    fn many_games_lower_k() {
        // 20 games with K 40 are 800; the largest K whose product does not pass 700 is 35. 39 games with K 20: 17.
        assert_eq!(limited(40, 17), 40);
        assert_eq!(limited(40, 20), 35);
        assert_eq!(limited(20, 39), 17);
        assert_eq!(limited(10, 0), 10);
        assert_eq!(limited(10, 701), 0);
    }
}
