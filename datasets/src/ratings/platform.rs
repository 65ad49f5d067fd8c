//! Online platforms, and whether a rating in their games is the one before the game or after it.
//!
//! Lichess writes the rating before the game and its change in a tag of its own; Chess.com writes the rating after the
//! game. A platform is told by the host of an address or by its plain name in the `Site` or `Link` tag. Where players
//! carry FIDE numbers, the game was collected by somebody else and its ratings are most often FIDE's, so nothing is
//! said about them. Nothing here decides what a rating is worth.

use serde::Serialize;

use crate::ratings::fide_table::Points;

/// A place where games are played online.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Platform {
    Lichess,
    ChessCom,
    /// freechess.org, the Free Internet Chess Server
    Fics,
    /// chessclub.com, the Internet Chess Club
    Icc,
    /// chess24.com
    Chess24,
    /// tornelo.com
    Tornelo,
}

/// What a rating in the tags of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingTiming {
    /// The rating with which the player began the game.
    Before,
    /// The rating with the game's result in it.
    After,
    Unknown,
}

/// The tags by which a platform and its habit are told.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnlineTags<'a> {
    /// `Site`
    pub site: &'a str,
    /// `Link`, or empty.
    pub link: &'a str,
    /// Whether `WhiteFideId` or `BlackFideId` holds a number.
    pub fide_numbers: bool,
}

const HOSTS: [(&str, Platform); 6] = [
    ("lichess.org", Platform::Lichess),
    ("chess.com", Platform::ChessCom),
    ("freechess.org", Platform::Fics),
    ("chessclub.com", Platform::Icc),
    ("chess24.com", Platform::Chess24),
    ("tornelo.com", Platform::Tornelo),
];

impl Platform {
    /// The platform on which a game was played, by its `Link` tag, else by its `Site` tag.
    #[must_use]
    pub fn of(tags: &OnlineTags<'_>) -> Option<Self> {
        by_text(tags.link).or_else(|| by_text(tags.site))
    }

    /// The name as its owner writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lichess => "Lichess",
            Self::ChessCom => "Chess.com",
            Self::Fics => "FICS",
            Self::Icc => "ICC",
            Self::Chess24 => "chess24",
            Self::Tornelo => "Tornelo",
        }
    }
}

fn by_text(text: &str) -> Option<Platform> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).find_map(|word| {
        match word.to_ascii_lowercase().as_str() {
            "fics" => Some(Platform::Fics),
            "icc" => Some(Platform::Icc),
            "lichess" => Some(Platform::Lichess),
            "chess24" => Some(Platform::Chess24),
            "tornelo" => Some(Platform::Tornelo),
            lower => by_host(host(lower)),
        }
    })
}

/// The host of an address: `https://www.chess.com/game/1` is `www.chess.com`. A bare word is its own host.
fn host(word: &str) -> &str {
    let rest = word.split_once("://").map_or(word, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#', ':']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(rest)
}

fn by_host(host: &str) -> Option<Platform> {
    HOSTS
        .into_iter()
        .find(|(known, _)| {
            host.strip_suffix(known).is_some_and(|front| front.is_empty() || front.ends_with('.'))
        })
        .map(|(_, platform)| platform)
}

/// Whether the ratings in a game's tags are those before or after it.
///
/// Lichess (its API documentation and database page): before, with `WhiteRatingDiff` for the change. Chess.com:
/// after. Both hold for the platforms' own files, which carry the game's address or, for Chess.com, its name as the whole
/// `Site`. The other platforms do not say.
#[must_use]
pub fn timing(tags: &OnlineTags<'_>) -> RatingTiming {
    if tags.fide_numbers {
        return RatingTiming::Unknown;
    }
    let is_address = |text: &str| text.trim_start().starts_with("http");
    let own =
        is_address(tags.link) || is_address(tags.site) || tags.site.trim().eq_ignore_ascii_case("chess.com");
    match Platform::of(tags) {
        Some(Platform::Lichess) if own => RatingTiming::Before,
        Some(Platform::ChessCom) if own => RatingTiming::After,
        _ => RatingTiming::Unknown,
    }
}

/// One of a player's games on one platform at one time control, for a chain in order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Rating in the tag.
    pub rating: u16,
    /// The change in the tag, if there is one.
    pub diff: Option<i16>,
    pub points: Points,
    /// What the rating is.
    pub timing: RatingTiming,
}

/// A rating as far as it can be known before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BeforeGame {
    /// The tag itself says it.
    Tag(u16),
    /// The tag's rating after the game, less the change in its own tag.
    LessChange(u16),
    /// The rating after the previous game.
    PreviousGame(u16),
    /// Only the rating after the game is known.
    OnlyAfter(u16),
    /// A rating of which nobody says when it held.
    Unknown(u16),
}

/// Greatest change by one game that still counts as one game's: established players move by up to 32 points at most,
/// and more means that games between are missing or the account is new.
const MOST_CHANGE: i32 = 32;

/// The ratings before each of a player's games.
///
/// A rating after the game is corrected where the previous game of the chain allows it: the change between the two must
/// fit the later game's result and be that of one game. Otherwise it stays what it is, the rating after the game.
#[must_use]
pub fn before_games(games: &[Played]) -> Vec<BeforeGame> {
    let previous = std::iter::once(None).chain(games.iter().map(Some));
    games
        .iter()
        .zip(previous)
        .map(|(game, previous)| match game.timing {
            RatingTiming::Before => BeforeGame::Tag(game.rating),
            RatingTiming::Unknown => BeforeGame::Unknown(game.rating),
            RatingTiming::After => less_change(game)
                .or_else(|| by_previous(previous?, game))
                .unwrap_or(BeforeGame::OnlyAfter(game.rating)),
        })
        .collect()
}

fn less_change(game: &Played) -> Option<BeforeGame> {
    let before = i32::from(game.rating) - i32::from(game.diff?);
    let before = u16::try_from(before).ok().filter(|rating| *rating > 0)?;
    Some(BeforeGame::LessChange(before))
}

fn by_previous(previous: &Played, game: &Played) -> Option<BeforeGame> {
    let change = i32::from(game.rating) - i32::from(previous.rating);
    let fits = match game.points {
        Points::Win => (0..=MOST_CHANGE).contains(&change),
        Points::Draw => change.abs() <= MOST_CHANGE / 2,
        Points::Loss => (-MOST_CHANGE..=0).contains(&change),
    };
    (previous.timing == RatingTiming::After && fits).then_some(BeforeGame::PreviousGame(previous.rating))
}

/// What a chain of games says about its own ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// Neighbouring games of which one was won and the other lost, and the rating changed: the change follows the result
    /// of the first, as it does when ratings are those before the game.
    pub follows_first: u32,
    /// The same, but the change follows the result of the second, as it does when ratings are those after the game.
    pub follows_second: u32,
    /// Neighbouring games of which the first has a change in its tag.
    pub with_diff: u32,
    /// Of these, the ones where rating and change of the first give the rating of the second.
    pub diff_exact: u32,
}

impl Evidence {
    /// Adds what two neighbouring games of one player say.
    pub fn add(&mut self, first: &Played, second: &Played) {
        let change = i32::from(second.rating) - i32::from(first.rating);
        if let Some(diff) = first.diff {
            self.with_diff += 1;
            self.diff_exact += u32::from(i32::from(diff) == change);
        }
        let rose_first = match (first.points, second.points) {
            (Points::Win, Points::Loss) => change > 0,
            (Points::Loss, Points::Win) => change < 0,
            _ => return,
        };
        if change != 0 {
            self.follows_first += u32::from(rose_first);
            self.follows_second += u32::from(!rose_first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Draw, Loss, Win};

    fn tags<'a>(site: &'a str, link: &'a str) -> OnlineTags<'a> {
        OnlineTags { site, link, fide_numbers: false }
    }

    #[test]
    fn platforms_by_host_and_name_and_no_others() {
        for (site, link, platform) in [
            ("https://lichess.org/abcdefgh", "", Some(Platform::Lichess)),
            ("lichess.org INT", "", Some(Platform::Lichess)),
            ("Chess.com", "https://www.chess.com/live/game/1", Some(Platform::ChessCom)),
            ("chess.com INT", "", Some(Platform::ChessCom)),
            ("FICS freechess.org", "", Some(Platform::Fics)),
            ("Internet Chess Club, chessclub.com", "", Some(Platform::Icc)),
            ("https://chess24.com/en/watch", "", Some(Platform::Chess24)),
            ("https://tornelo.com/chess/x", "", Some(Platform::Tornelo)),
            ("https://notlichess.org/a", "", None),
            ("https://lichess.org.example.net/a", "", None),
            ("https://example.net/lichess.org", "", None),
            ("mychess.com", "", None),
            ("Reykjavik ISL", "", None),
            ("", "", None),
            ("Kirche, Ficsville", "", None),
        ] {
            assert_eq!(Platform::of(&tags(site, link)), platform, "{site} {link}");
        }
    }

    #[test]
    fn only_the_platforms_own_files_say_when_a_rating_held() {
        assert_eq!(timing(&tags("https://lichess.org/abcdefgh", "")), RatingTiming::Before);
        assert_eq!(timing(&tags("Chess.com", "")), RatingTiming::After);
        assert_eq!(timing(&tags("?", "https://www.chess.com/live/game/1")), RatingTiming::After);
        for site in ["chess.com INT", "lichess.org INT", "FICS freechess.org", "Oslo"] {
            assert_eq!(timing(&tags(site, "")), RatingTiming::Unknown, "{site}");
        }
        let collected = OnlineTags { fide_numbers: true, ..tags("https://lichess.org/abcdefgh", "") };
        assert_eq!(timing(&collected), RatingTiming::Unknown);
    }

    fn after(rating: u16, points: Points) -> Played {
        Played { rating, diff: None, points, timing: RatingTiming::After }
    }

    #[test]
    fn a_rating_after_the_game_is_corrected_only_along_the_chain() {
        let games = [
            after(1500, Win),
            after(1508, Win),
            after(1500, Loss),
            // Up by a loss: a game between is missing.
            after(1507, Loss),
            // Far too much for one game.
            after(1607, Win),
            after(1606, Draw),
            Played { diff: Some(-7), ..after(1599, Loss) },
            Played { timing: RatingTiming::Before, ..after(1599, Win) },
            // The rating of the game before is not one after it.
            after(1606, Win),
            Played { timing: RatingTiming::Unknown, ..after(1700, Win) },
        ];
        assert_eq!(
            before_games(&games),
            [
                BeforeGame::OnlyAfter(1500),
                BeforeGame::PreviousGame(1500),
                BeforeGame::PreviousGame(1508),
                BeforeGame::OnlyAfter(1507),
                BeforeGame::OnlyAfter(1607),
                BeforeGame::PreviousGame(1607),
                BeforeGame::LessChange(1606),
                BeforeGame::Tag(1599),
                BeforeGame::OnlyAfter(1606),
                BeforeGame::Unknown(1700),
            ]
        );
        let odd = Played { diff: Some(i16::MAX), ..after(5, Win) };
        assert_eq!(before_games(&[odd]), [BeforeGame::OnlyAfter(5)]);
    }

    #[test]
    fn a_chain_tells_which_result_its_ratings_follow() {
        let mut evidence = Evidence::default();
        evidence.add(&after(1500, Win), &after(1508, Loss));
        evidence.add(&after(1500, Win), &after(1492, Loss));
        evidence.add(&after(1500, Loss), &after(1492, Win));
        evidence.add(&after(1500, Win), &after(1508, Win));
        evidence.add(&after(1500, Win), &after(1500, Loss));
        let with_diff = Played { diff: Some(8), ..after(1500, Draw) };
        evidence.add(&with_diff, &after(1508, Draw));
        evidence.add(&with_diff, &after(1509, Draw));
        assert_eq!(evidence, Evidence { follows_first: 2, follows_second: 1, with_diff: 2, diff_exact: 1 });
    }
}
