//! Addresses in the web that stand where a place should: nobody sits there, and what is played there is not said.

/// Hosts whose pages show events over the board: results, broadcasts, federations. What is played on those that are playing sites
/// too is told by [`crate::ratings::platform`].
const OF_BOARDS: [&str; 40] = [
    "2700chess.com",
    "aicf.in",
    "auschess.org.au",
    "chess-results.com",
    "chess.at",
    "chess.ca",
    "chess.com",
    "chess.cz",
    "chess.hu",
    "chess.sk",
    "chess24.com",
    "chessarbiter.com",
    "chessbase.com",
    "chessmanager.com",
    "chessscotland.com",
    "echecs.asso.fr",
    "ecflms.org.uk",
    "englishchess.org.uk",
    "feda.org",
    "federscacchi.com",
    "federscacchi.it",
    "fide.com",
    "followchess.com",
    "frbe-kbsb.be",
    "icu.ie",
    "info64.org",
    "lichess.org",
    "livechesscloud.com",
    "pzszach.pl",
    "ruchess.ru",
    "schaakbond.nl",
    "schachbund.de",
    "schachbundesliga.de",
    "schack.se",
    "sjakk.no",
    "swisschess.ch",
    "theweekinchess.com",
    "ukrchess.org.ua",
    "uschess.org",
    "vesus.org",
];
/// Last parts of a host by which a word without `www` is known for one. Not those that end the names of towns.
const ENDINGS: &str = "com org net info biz eu io tv gg app live online club games chess ru su ua by kz de at ch fr it es pt nl be \
                       uk ie dk no se fi ee lv lt pl cz sk hu ro bg rs hr si gr tr il am ge in cn jp vn id au nz ca us mx br ar cl co \
                       za рф укр";

/// Whether a site is nothing but an address in the web, of a page that is not known for events over the board.
pub(super) fn is_unknown_page(site: &str) -> bool {
    let site = site.trim().to_lowercase();
    let (is_link, rest) = match site.split_once("://") {
        Some((_, rest)) => (true, rest),
        None => (site.starts_with("www."), site.as_str()),
    };
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let parts: Vec<&str> = host.split('.').collect();
    let is_part = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '-');
    let ending = parts.last().copied().unwrap_or_default();
    let is_host = parts.len() > 1 && parts.iter().all(is_part);
    let under =
        |known: &str| host.strip_suffix(known).is_some_and(|front| front.is_empty() || front.ends_with('.'));
    !site.contains(char::is_whitespace)
        && is_host
        && (is_link || ENDINGS.split_whitespace().any(|known| known == ending))
        && !OF_BOARDS.iter().any(|known| under(known))
}

#[cfg(test)]
mod tests {
    use super::is_unknown_page;

    #[test]
    fn a_bare_address_is_told_from_a_place() {
        for site in [
            "worldchess.com",
            "ChessKid.com",
            "flyordie.com",
            "buho21.com",
            "vint.ee",
            " www.Chess-Hall.example ",
            "https://example.org/online",
            "http://gameknot.net:8080/chess.pl?bd=1",
            "шахматы.рф",
            "notlichess.org",
        ] {
            assert!(is_unknown_page(site), "{site}");
        }
        for site in [
            "",
            "?",
            "Riga LAT",
            "St.Petersburg",
            "N.Novgorod",
            "Bad.Wiessee",
            "Wijk aan Zee",
            "S.Paulo",
            "Club worldchess.com",
            "chess-results.com",
            "https://s2.chess-results.com/tnr1.aspx?lan=1",
            "https://handbook.fide.com",
            "www.schachbund.de/turnier",
            "https://lichess.org/broadcast/-/-/gfXgh34J",
            "https://www.chess.com/events/2024-open",
            "https://view.livechesscloud.com/#0a1b",
            "https://",
            "..com",
        ] {
            assert!(!is_unknown_page(site), "{site}");
        }
    }
}
