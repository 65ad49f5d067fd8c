//! Online platforms, told by the host of an address or by their plain name in the `Site` or `Link` tag.

use crate::pgn::game::Game;

/// Most characters of a site that are looked at.
const MAX_CHARS: usize = 1_000;

/// Host and name, which its owner writes so.
const PLATFORMS: [(&str, &str); 12] = [
    ("lichess.org", "Lichess"),
    ("chess.com", "Chess.com"),
    ("freechess.org", "FICS"),
    ("chessclub.com", "ICC"),
    ("chess24.com", "chess24"),
    ("tornelo.com", "Tornelo"),
    ("playchess.com", "Playchess"),
    ("play.chessbase.com", "Playchess"),
    ("chesscube.com", "ChessCube"),
    ("chessarena.com", "FIDE Online Arena"),
    ("arena.myfide.net", "FIDE Online Arena"),
    ("gameknot.com", "GameKnot"),
];

/// The platform of a site, by a word that is its name or an address under its host. A broadcast or study there shows games
/// played elsewhere.
pub fn platform(site: &str) -> Option<&'static str> {
    let site: String = site.chars().take(MAX_CHARS).collect::<String>().to_lowercase();
    if ["/broadcast", "/study", "/events/"].iter().any(|part| site.contains(part)) {
        return None;
    }
    site.split([' ', '\t', ',']).find_map(|word| {
        let rest = word.split_once("://").map_or(word, |(_, rest)| rest);
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let under = |known: &str| {
            host.strip_suffix(known).is_some_and(|front| front.is_empty() || front.ends_with('.'))
        };
        let known = PLATFORMS.iter().find(|(host, name)| name.eq_ignore_ascii_case(word) || under(host));
        known.map(|(_, name)| *name)
    })
}

impl Game {
    /// The platform on which it was played, by its address, else by its site.
    pub fn platform(&self) -> Option<&'static str> {
        [&self.link, &self.site].into_iter().flatten().find_map(|text| platform(text))
    }

    /// Whether the ratings in the tags are a platform's. Where players carry FIDE numbers, the game was collected by
    /// somebody else and its ratings are most often FIDE's.
    pub fn has_platform_ratings(&self) -> bool {
        self.sides().iter().all(|side| side.fide_id.is_none()) && self.platform().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::platform;

    #[test]
    fn platforms_by_host_and_name_and_no_others() {
        for (site, known) in [
            ("https://lichess.org/wNjSW4wJ", Some("Lichess")),
            ("lichess.org INT", Some("Lichess")),
            ("Chess.com", Some("Chess.com")),
            ("https://www.chess.com/live/game/1", Some("Chess.com")),
            ("chess.com INT", Some("Chess.com")),
            ("FICS", Some("FICS")),
            ("FICS freechess.org", Some("FICS")),
            ("Internet Chess Club, chessclub.com", Some("ICC")),
            ("https://chess24.com/en/watch", Some("chess24")),
            ("https://tornelo.com/chess/x", Some("Tornelo")),
            ("https://play.chessbase.com/", Some("Playchess")),
            ("play.chessbase.com", Some("Playchess")),
            ("https://arena.myfide.net/game/1", Some("FIDE Online Arena")),
            ("https://database.chessbase.com/", None),
            ("https://lichess.org/study/gfXgh34J/4icmuXBU", None),
            ("https://lichess.org/broadcast/-/-/gfXgh34J", None),
            ("https://www.chess.com/events/2024-open", None),
            ("https://notlichess.org/a", None),
            ("https://lichess.org.example.net/a", None),
            ("https://example.net/lichess.org", None),
            ("Welcome2Chess.com", None),
            ("Reykjavik ISL", None),
            ("Kirche, Ficsville", None),
            ("", None),
        ] {
            assert_eq!(platform(site), known, "{site}");
        }
    }
}
