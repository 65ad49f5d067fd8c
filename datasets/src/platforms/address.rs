//! From an address, as a browser shows it, to what a platform is asked for.

use super::chess_com::ChessCom;
use super::error::ImportError;
use super::lichess::Lichess;
use super::month::Month;

/// An event or a player on one of the platforms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Lichess(Lichess),
    ChessCom(ChessCom),
}

impl Wanted {
    /// Reads an address of `lichess.org` or `chess.com`. A player's games need a month, an event has none.
    pub fn parse(address: &str, month: Option<Month>) -> Result<Self, ImportError> {
        let unknown = || ImportError::Address { address: address.chars().take(200).collect() };
        let text = address.trim();
        let text = text.split_once("://").map_or(text, |(_, rest)| rest);
        let text = text.split(['?', '#']).next().unwrap_or_default();
        let mut parts = text.split('/').filter(|part| !part.is_empty());
        let host = parts.next().unwrap_or_default().to_ascii_lowercase();
        let parts: Vec<&str> = parts.collect();
        // They become part of what is asked, so nothing else may be in them.
        let plain =
            |part: &&str| part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'@'));
        if !parts.iter().all(plain) {
            return Err(unknown());
        }
        let wanted = match host.strip_prefix("www.").unwrap_or(&host) {
            "lichess.org" => Lichess::at(&parts, month)?.map(Self::Lichess),
            "chess.com" => ChessCom::at(&parts, month)?.map(Self::ChessCom),
            _ => None,
        };
        let wanted = wanted.ok_or_else(unknown)?;
        if month.is_some() && !wanted.is_player() {
            return Err(ImportError::NeedlessMonth);
        }
        Ok(wanted)
    }

    fn is_player(&self) -> bool {
        matches!(self, Self::Lichess(Lichess::Player { .. }) | Self::ChessCom(ChessCom::Player { .. }))
    }

    /// Whether players stand under names that they chose on the platform. Games of a broadcast have the players' own names,
    /// and are mostly played over the board.
    pub fn has_handles(&self) -> bool {
        !matches!(self, Self::Lichess(Lichess::Broadcast(_) | Lichess::Round(_)))
    }

    /// The platform's name in alias tables.
    pub fn site(&self) -> &'static str {
        match self {
            Self::Lichess(_) => "lichess",
            Self::ChessCom(_) => "chess.com",
        }
    }

    /// A name for the file of games, without its ending.
    pub fn file_stem(&self) -> String {
        let (platform, rest) = match self {
            Self::Lichess(lichess) => ("lichess", lichess.file_stem()),
            Self::ChessCom(chess_com) => ("chess-com", chess_com.file_stem()),
        };
        format!("{platform}-{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(address: &str, month: Option<&str>) -> Result<String, String> {
        let month = month.map(|month| month.parse().expect("a month"));
        Wanted::parse(address, month).map(|wanted| wanted.file_stem()).map_err(|error| error.to_string())
    }

    #[test]
    fn addresses_of_the_browser_say_what_is_wanted() {
        for (address, month, expected) in [
            ("https://lichess.org/tournament/abcd1234", None, "lichess-arena-abcd1234"),
            ("lichess.org/tournament/abcd1234?page=2", None, "lichess-arena-abcd1234"),
            ("https://lichess.org/swiss/Xy12ab34#x", None, "lichess-swiss-Xy12ab34"),
            ("https://lichess.org/broadcast/rook-open/abcd1234", None, "lichess-broadcast-abcd1234"),
            ("https://lichess.org/broadcast/rook-open/round-2/efgh5678", None, "lichess-round-efgh5678"),
            (
                "https://lichess.org/broadcast/rook-open/round-2/efgh5678/ijkl9012",
                None,
                "lichess-round-efgh5678",
            ),
            ("https://lichess.org/@/Ample_Anna/all", Some("2026-03"), "lichess-Ample_Anna-2026-03"),
            ("https://www.chess.com/member/Ample-Anna", Some("2026-03"), "chess-com-ample-anna-2026-03"),
            ("https://www.chess.com/games/archive/ample", Some("2026-03"), "chess-com-ample-2026-03"),
            ("https://www.chess.com/tournament/-33rd-rooks", None, "chess-com--33rd-rooks"),
            ("https://www.chess.com/tournament/live/rooks-123", None, "chess-com-rooks-123"),
            ("https://www.chess.com/tournament/live/arena/rooks-123", None, "chess-com-rooks-123"),
            ("https://www.chess.com/club/matches/12803", None, "chess-com-match-12803"),
            ("https://www.chess.com/club/matches/rook-club/12803/games", None, "chess-com-match-12803"),
            ("https://www.chess.com/club/matches/live/5833", None, "chess-com-live-match-5833"),
            ("https://www.chess.com/club/matches/live/rook-club/5833", None, "chess-com-live-match-5833"),
        ] {
            assert_eq!(stem(address, month).as_deref(), Ok(expected), "{address}");
        }
    }

    #[test]
    fn other_addresses_are_refused_with_examples() {
        for address in [
            "",
            "abcd1234",
            "https://example.org/tournament/abcd1234",
            "https://lichess.org.example.org/tournament/abcd1234",
            "https://lichess.org/",
            "https://lichess.org/tournament",
            "https://lichess.org/tournament/ab%2fcd",
            "https://lichess.org/study/abcd1234",
            "https://www.chess.com/events/2026-rooks",
            "https://www.chess.com/club/matches/live",
            "https://user@lichess.org/tournament/abcd1234",
        ] {
            let error = stem(address, None).expect_err(address);
            assert!(error.contains("https://lichess.org/swiss/ID"), "{error}");
        }
        assert!(
            stem("https://lichess.org/@/ample", None).expect_err("no month").contains("write it as 2026-03")
        );
        let event = stem("https://lichess.org/swiss/abcd1234", Some("2026-03"));
        assert!(event.expect_err("a month").contains("an event comes whole"));
    }
}
