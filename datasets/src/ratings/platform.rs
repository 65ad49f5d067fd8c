//! Online platforms, and whether a rating in their games is the one before the game or after it.
//!
//! Lichess writes the rating before the game and its change in a tag of its own; Chess.com writes the rating after the
//! game. A platform is told by the host of an address or by its plain name in the `Site` or `Link` tag. Where players
//! carry FIDE numbers, the game was collected by somebody else and its ratings are most often FIDE's, so nothing is
//! said about them. Nothing here decides what a rating is worth.

use serde::Serialize;

use crate::pgn::game::Game;

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
    Tornelo,
    Playchess,
}

/// The moment at which a rating in the tags of a game held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingTiming {
    Before,
    /// The rating with the game's result in it.
    After,
    Unknown,
}

/// The tags by which a platform and its habit are told.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnlineTags<'a> {
    pub site: &'a str,
    /// `Link`, or empty.
    pub link: &'a str,
    /// Whether `WhiteFideId` or `BlackFideId` holds a number.
    pub fide_numbers: bool,
}

impl Game {
    /// The tags by which a platform and its habit are told.
    pub fn online_tags(&self) -> OnlineTags<'_> {
        OnlineTags {
            site: self.site.as_deref().unwrap_or_default(),
            link: self.link.as_deref().unwrap_or_default(),
            fide_numbers: self.white.fide_id.is_some() || self.black.fide_id.is_some(),
        }
    }
}

/// Host and name, which its owner writes so.
const PLATFORMS: [(Platform, &str, &str); 7] = [
    (Platform::Lichess, "lichess.org", "Lichess"),
    (Platform::ChessCom, "chess.com", "Chess.com"),
    (Platform::Fics, "freechess.org", "FICS"),
    (Platform::Icc, "chessclub.com", "ICC"),
    (Platform::Chess24, "chess24.com", "chess24"),
    (Platform::Tornelo, "tornelo.com", "Tornelo"),
    (Platform::Playchess, "playchess.com", "Playchess"),
];

impl Platform {
    /// The platform on which a game was played, by its `Link` tag, else by its `Site` tag.
    pub fn from_tags(tags: &OnlineTags<'_>) -> Option<Self> {
        by_text(tags.link).or_else(|| by_text(tags.site))
    }

    pub fn name(self) -> &'static str {
        PLATFORMS.iter().find(|(platform, ..)| *platform == self).map_or("", |(_, _, name)| name)
    }
}

/// The first word that is the name of a platform or an address under its host.
fn by_text(text: &str) -> Option<Platform> {
    text.split([' ', '\t', ',']).find_map(|word| {
        let word = word.to_ascii_lowercase();
        let rest = word.split_once("://").map_or(word.as_str(), |(_, rest)| rest);
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let under = |known: &str| {
            host.strip_suffix(known).is_some_and(|front| front.is_empty() || front.ends_with('.'))
        };
        let known = PLATFORMS.iter().find(|(_, host, name)| name.eq_ignore_ascii_case(&word) || under(host));
        known.map(|(platform, ..)| *platform)
    })
}

/// Whether the ratings in a game's tags are those before or after it.
///
/// Lichess (its API documentation and database page): before, with `WhiteRatingDiff` for the change. Chess.com:
/// after. Both hold for the platforms' own files, which carry the game's address or, for Chess.com, its name as the whole
/// `Site`. The other platforms do not say.
pub fn timing(tags: &OnlineTags<'_>) -> RatingTiming {
    if tags.fide_numbers {
        return RatingTiming::Unknown;
    }
    let is_address = |text: &str| text.trim_start().starts_with("http");
    let own =
        is_address(tags.link) || is_address(tags.site) || tags.site.trim().eq_ignore_ascii_case("chess.com");
    match Platform::from_tags(tags) {
        Some(Platform::Lichess) if own => RatingTiming::Before,
        Some(Platform::ChessCom) if own => RatingTiming::After,
        _ => RatingTiming::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(Platform::from_tags(&tags(site, link)), platform, "{site} {link}");
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
}
