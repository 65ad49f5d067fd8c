//! Where a tournament was played, and what in its games says so. The same signs count for an event that is screened and for a
//! tournament of a corpus.
//!
//! A sign counts where at least half of the games show it, so one odd tag decides nothing.

mod address;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::comment::{read_clock, read_elapsed};
use crate::pgn::game::{Game, Stamp};
use crate::players::is_handle;
use crate::ratings::platform::platform;

/// Where a tournament was played.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Venue {
    OverTheBoard,
    Online,
    /// In playing halls, against opponents in other halls.
    Hybrid,
    Unknown,
}

/// A fact with what says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fact<T> {
    /// The fact.
    pub value: T,
    /// In words, for people.
    pub evidence: String,
}

/// Words of an event or a site that are played online, in lower case. A word ending in `*` stands for those that begin so; words
/// joined by `_` follow one another.
const ONLINE: [&str; 31] = [
    "online*",
    "on_line",
    "internet*",
    "int",
    "e_sports",
    "esports",
    "playchess",
    "cyberspace*",
    "nettsjakk*",
    "nettisha*",
    "nettiturnau*",
    "virtual*",
    "telematic*",
    "telemátic*",
    "live_chess",
    "rated_bullet_game",
    "rated_blitz_game",
    "rated_rapid_game",
    "rated_classical_game",
    "en_ligne",
    "en_línea",
    "en_linea",
    "em_linha",
    "w_sieci",
    "in_rete",
    "çevrimiçi",
    "онлайн*",
    "интернет*",
    "інтернет*",
    "по_сети",
    "в_мережі",
];
/// The same of hybrid play.
const HYBRID: [&str; 7] = ["hybrid*", "hibrid*", "гибрид*", "гібрид*", "híbrid*", "hybryd*", "ibrid*"];
/// Highest rating of any list of FIDE: 2882 in May 2014. Platforms give higher ones.
const HIGHEST: u16 = 2_882;

/// What in the games of an event says where it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum VenueSign {
    /// Site or link of a platform.
    Platform { name: String },
    /// The word `hybrid`.
    Hybrid,
    /// A word of events that are played online.
    OnlineWord { name: String },
    /// Clocks to a fraction of a second, in some of all games.
    FineClocks { games: usize, of: usize },
    /// Ratings above any of FIDE's lists.
    HighRatings { games: usize, of: usize },
    /// Names as on a playing site.
    Handles { games: usize, of: usize },
    /// Site or link of a platform in less than half of the games; the place of others, if one is named.
    SomeOnline { name: Option<String>, games: usize, of: usize },
    /// Addresses of studies, and no sign of an event over the board: anybody puts games of any kind there.
    Study { name: String },
    /// Addresses in the web in place of a place, and no sign of an event over the board.
    Address { name: String },
    /// A `Mode` tag of play by a server or by post.
    ModeTag { name: String },
    /// A place.
    Place { name: String },
    /// Nothing.
    Nothing,
}

impl VenueSign {
    /// The venue that the sign says.
    pub fn venue(&self) -> Venue {
        match self {
            Self::Platform { .. }
            | Self::OnlineWord { .. }
            | Self::FineClocks { .. }
            | Self::HighRatings { .. }
            | Self::Handles { .. }
            | Self::ModeTag { .. } => Venue::Online,
            Self::Hybrid => Venue::Hybrid,
            Self::Place { .. } => Venue::OverTheBoard,
            Self::SomeOnline { .. } | Self::Study { .. } | Self::Address { .. } | Self::Nothing => {
                Venue::Unknown
            }
        }
    }

    /// Whether games may have been played online, all or some, as far as the sign goes: then people have to say how.
    pub fn is_online(&self) -> bool {
        matches!(self.venue(), Venue::Online | Venue::Hybrid)
            || matches!(self, Self::SomeOnline { .. } | Self::Study { .. } | Self::Address { .. })
    }
}

impl fmt::Display for VenueSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Platform { name } => write!(f, "site or link of {name}"),
            Self::Hybrid => write!(f, "the word `hybrid`"),
            Self::OnlineWord { name } => write!(f, "the word `{name}`"),
            Self::FineClocks { games, of } => {
                write!(f, "clocks to a fraction of a second in {games} of {of} games")
            }
            Self::HighRatings { games, of } => {
                write!(f, "ratings above any of FIDE's lists in {games} of {of} games")
            }
            Self::Handles { games, of } => write!(f, "names as on a playing site in {games} of {of} games"),
            Self::SomeOnline { name: Some(place), .. } => {
                write!(f, "the place {place}, and some games of a platform")
            }
            Self::SomeOnline { name: None, games, of } => {
                write!(f, "no place, and {games} of {of} games of a platform")
            }
            Self::Study { name } => write!(f, "no place but a study, {name}"),
            Self::Address { name } => write!(f, "no place but an address, {name}"),
            Self::ModeTag { name } => write!(f, "the mode `{name}`"),
            Self::Place { name } => write!(f, "the place {name}"),
            Self::Nothing => write!(f, "no place"),
        }
    }
}

/// The venue of some games with its evidence.
pub fn venue(games: &[Game]) -> Fact<Venue> {
    let sign = venue_sign(games);
    Fact { value: sign.venue(), evidence: sign.to_string() }
}

/// The first sign that at least half of the games show.
pub fn venue_sign(games: &[Game]) -> VenueSign {
    let of = games.len();
    let count = |sign: &dyn Fn(&Game) -> bool| games.iter().filter(|game| sign(game)).count();
    let half = |sign: &dyn Fn(&Game) -> bool| Some(count(sign)).filter(|n| *n > 0 && 2 * n >= of);
    let on_platforms = count(&|game| played_on(game).is_some());
    if let Some(name) = games.iter().find_map(played_on)
        && 2 * on_platforms >= of
    {
        return VenueSign::Platform { name: name.to_owned() };
    }
    if half(&|game| word_of(&HYBRID, &words(game)).is_some()).is_some() {
        return VenueSign::Hybrid;
    }
    if let Some(mode) = games.iter().find_map(remote_mode)
        && half(&|game| remote_mode(game).is_some()).is_some()
    {
        return VenueSign::ModeTag { name: mode.to_owned() };
    }
    if let Some(word) = games.iter().find_map(online_word)
        && half(&|game| online_word(game).is_some()).is_some()
    {
        return VenueSign::OnlineWord { name: word };
    }
    if let Some(games) = half(&has_fine_clocks) {
        return VenueSign::FineClocks { games, of };
    }
    let high = |game: &Game| game.sides().iter().any(|side| side.rating.is_some_and(|r| r > HIGHEST));
    if let Some(games) = half(&high) {
        return VenueSign::HighRatings { games, of };
    }
    // Somebody who collects games under FIDE numbers may have kept a nickname.
    let handles =
        |game: &Game| game.sides().iter().all(|side| side.fide_id.is_none() && is_handle(&side.name));
    if let Some(games) = half(&handles) {
        return VenueSign::Handles { games, of };
    }
    let sites = games.iter().filter_map(|game| game.site.as_deref()).map(str::trim);
    let place = sites.filter(|site| site.chars().any(char::is_alphabetic)).min().map(str::to_owned);
    if let Some(study) = games.iter().find_map(bare_study)
        && on_platforms == 0
        && half(&|game| bare_study(game).is_some()).is_some()
    {
        return VenueSign::Study { name: study.to_owned() };
    }
    if let Some(page) = games.iter().find_map(bare_address)
        && on_platforms == 0
        && half(&|game| bare_address(game).is_some()).is_some()
    {
        return VenueSign::Address { name: page.to_owned() };
    }
    match place {
        name if on_platforms > 0 => VenueSign::SomeOnline { name, games: on_platforms, of },
        Some(name) => VenueSign::Place { name },
        None => VenueSign::Nothing,
    }
}

/// The platform by link or site, else, of a game without a site, by its event.
fn played_on(game: &Game) -> Option<&'static str> {
    game.platform().or_else(|| if game.site.is_none() { platform(&game.event) } else { None })
}

/// The words of event and site, in lower case, without those of addresses: a platform is known by its host.
fn words(game: &Game) -> Vec<String> {
    let text = format!("{} {}", game.event, game.site.as_deref().unwrap_or_default()).to_lowercase();
    text.split_whitespace()
        .filter(|word| !word.contains("://"))
        .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The first word or phrase of a list that stands among some words, as it stands there.
fn word_of(known: &[&str], words: &[String]) -> Option<String> {
    let stands = |known: &str, from: usize| {
        let words = words.get(from..).unwrap_or_default();
        match known.strip_suffix('*') {
            Some(start) => words.first().filter(|word| word.starts_with(start)).cloned(),
            None => {
                let parts: Vec<&str> = known.split('_').collect();
                words.get(..parts.len()).filter(|words| *words == parts).map(|words| words.join(" "))
            }
        }
    };
    known.iter().find_map(|known| (0..words.len()).find_map(|from| stands(known, from)))
}

fn online_word(game: &Game) -> Option<String> {
    let words = words(game);
    let others: Vec<&str> = ONLINE.into_iter().filter(|known| *known != "int").collect();
    // `INT` stands in place of a country where a game has none.
    word_of(&others, &words).or_else(|| words.last().filter(|word| *word == "int").cloned())
}

/// The `Mode` tag of the PGN standard (9.9.2) where it says that nobody sat at a board: by an internet chess server, by mail or by
/// telephone; `OTB` is over the board.
fn remote_mode(game: &Game) -> Option<&str> {
    let mode = game.mode.as_deref()?.trim();
    ["ICS", "EM", "PM", "TC"].iter().any(|known| known.eq_ignore_ascii_case(mode)).then_some(mode)
}

/// The address of a study, where nothing else of the game speaks for an event over the board.
fn bare_study(game: &Game) -> Option<&str> {
    let site = game.site.as_deref().filter(|site| site.to_lowercase().contains("lichess.org/study"))?;
    (!is_of_a_broadcast(game)).then_some(site)
}

/// The address of a page that is not known for events over the board, where nothing else of the game speaks for one.
fn bare_address(game: &Game) -> Option<&str> {
    let site = game.site.as_deref().filter(|site| address::is_unknown_page(site))?;
    (!is_of_a_broadcast(game)).then_some(site.trim())
}

/// Broadcasts name both players by their FIDE numbers, or say where they are shown.
fn is_of_a_broadcast(game: &Game) -> bool {
    game.sides().iter().all(|side| side.fide_id.is_some())
        || game.link.as_deref().is_some_and(|link| link.contains("/broadcast"))
}

/// Whether a clock of the game shows a fraction of a second; clocks of boards send whole seconds.
fn has_fine_clocks(game: &Game) -> bool {
    let fine = |stamp: &Stamp| {
        let left = stamp.clk.as_deref().and_then(read_clock);
        let spent = stamp.emt.as_deref().and_then(read_elapsed);
        [left, spent].into_iter().flatten().any(|time| time.resolution_ms < 1_000)
    };
    game.stamps.iter().any(fine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::Side;

    fn game(event: &str, site: &str) -> Game {
        let site = Some(site).filter(|site| !site.is_empty()).map(Into::into);
        Game { event: event.to_owned(), site, ..Game::default() }
    }

    fn found(game: Game) -> (Venue, String) {
        let found = venue(&[game]);
        (found.value, found.evidence)
    }

    #[test]
    fn each_sign_is_named() {
        let (online, board) = (Venue::Online, Venue::OverTheBoard);
        let side = |name: &str, rating| Side { name: name.to_owned(), rating, ..Side::default() };
        let play = |white: Side, black: Side| Game { white, black, ..game("Cup", "Riga LAT") };
        let clock = |text: &str| Game {
            stamps: vec![Stamp { clk: Some(text.into()), emt: None }],
            ..game("Cup", "Riga LAT")
        };
        let moded = |mode: &str| Game { mode: Some(mode.into()), ..game("Cup", "Riga LAT") };
        // Games of a study, of people with FIDE numbers or not.
        let study = |number: Option<u32>, link: Option<&str>| {
            let side = |name: &str| Side { name: name.to_owned(), fide_id: number, ..Side::default() };
            let site = Some("https://lichess.org/study/abcd1234".into());
            let (white, black) = (side("Oak, Ann"), side("Elm, Bo"));
            Game { site, link: link.map(Into::into), white, black, ..game("Cup", "") }
        };
        let linked = Game { link: Some("https://www.chess.com/game/1".into()), ..game("Cup", "Riga LAT") };
        for (game, value, evidence) in [
            (game("Cup", "https://lichess.org/abcd1234"), online, "site or link of Lichess"),
            (linked, online, "site or link of Chess.com"),
            (game("Lichess Titled Arena 3", ""), online, "site or link of Lichess"),
            (game("Online Cup", "Riga LAT"), online, "the word `online`"),
            (game("Cup", "Riga INT"), online, "the word `int`"),
            (game("Кубок онлайн", "Рига"), online, "the word `онлайн`"),
            (game("Кубок", "Интернет"), online, "the word `интернет`"),
            (game("Кубок", "в Інтернеті"), online, "the word `інтернеті`"),
            (game("Кубок-онлайн", "Рига"), online, "the word `онлайн`"),
            (game("Интернет-турнир", "?"), online, "the word `интернет`"),
            (game("Tournoi", "en ligne"), online, "the word `en ligne`"),
            (game("Torneo en línea", "Madrid"), online, "the word `en línea`"),
            (game("Deutsche Internetmeisterschaft", "Berlin"), online, "the word `internetmeisterschaft`"),
            (game("Campionato in rete", "Roma"), online, "the word `in rete`"),
            (game("Torneio pela Internet", "Lisboa"), online, "the word `internet`"),
            (game("Turniej internetowy", "Kraków"), online, "the word `internetowy`"),
            (game("Live Chess", "?"), online, "the word `live chess`"),
            (game("Rated Blitz game", ""), online, "the word `rated blitz game`"),
            (game("Cup", "https://play.chessbase.com/x"), online, "site or link of Playchess"),
            (moded("ICS"), online, "the mode `ICS`"),
            (moded("em"), online, "the mode `em`"),
            (moded("OTB"), board, "the place Riga LAT"),
            (game("Ligne Open", "Lignères FRA"), board, "the place Lignères FRA"),
            (game("Live Chess Club Open", "https://example.org/online"), online, "the word `live chess`"),
            (
                game("Open", "https://example.org/online"),
                Venue::Unknown,
                "no place but an address, https://example.org/online",
            ),
            (game("Cup", "ChessKid.com"), Venue::Unknown, "no place but an address, ChessKid.com"),
            (game("Cup", "vint.ee"), Venue::Unknown, "no place but an address, vint.ee"),
            (game("Cup", "chess-results.com"), board, "the place chess-results.com"),
            (game("Cup", "Cyberspace"), online, "the word `cyberspace`"),
            (game("Klubbmesterskap", "Nettsjakk"), online, "the word `nettsjakk`"),
            (game("Nettiturnaus 4", "?"), online, "the word `nettiturnaus`"),
            (game("Hibrid kupa", "Budapest"), Venue::Hybrid, "the word `hybrid`"),
            (game("Гибридный кубок", "Рига"), Venue::Hybrid, "the word `hybrid`"),
            (game("Hybrid Cup", "Riga LAT"), Venue::Hybrid, "the word `hybrid`"),
            (clock("0:02:59.9"), online, "clocks to a fraction of a second in 1 of 1 games"),
            (clock("0:02:59"), board, "the place Riga LAT"),
            (
                play(side("Oak, Ann", Some(2_950)), side("Elm, Bo", Some(2_700))),
                online,
                "ratings above any of FIDE's lists in 1 of 1 games",
            ),
            (
                play(side("oak_ann", None), side("Elm1999", None)),
                online,
                "names as on a playing site in 1 of 1 games",
            ),
            (play(side("oak_ann", None), side("Elm, Bo", None)), board, "the place Riga LAT"),
            (game("Int Open", "Oslo NOR"), board, "the place Oslo NOR"),
            (game("Lichess friends", "Oslo NOR"), board, "the place Oslo NOR"),
            (game("Cup", ""), Venue::Unknown, "no place"),
            (study(None, None), Venue::Unknown, "no place but a study, https://lichess.org/study/abcd1234"),
            (study(Some(7), None), board, "the place https://lichess.org/study/abcd1234"),
            (
                study(None, Some("https://lichess.org/broadcast/x/1/2")),
                board,
                "the place https://lichess.org/study/abcd1234",
            ),
            (
                Game { site: Some("worldchess.com".into()), ..study(Some(7), None) },
                board,
                "the place worldchess.com",
            ),
        ] {
            assert_eq!(found(game.clone()), (value, evidence.to_owned()), "{game:?}");
        }
    }

    #[test]
    fn half_of_the_games_decide() {
        let (board, online) = (game("Cup", "Riga LAT"), game("Cup", "Chess.com"));
        assert_eq!(venue(&[online.clone(), board.clone()]).value, Venue::Online);
        let some = venue(&[online, board.clone(), board]);
        let evidence = "the place Chess.com, and some games of a platform";
        assert_eq!((some.value, some.evidence.as_str()), (Venue::Unknown, evidence));
        assert_eq!(venue(&[]).value, Venue::Unknown);
    }

    /// One game of a platform among many is a reason to ask, whatever place the others name.
    #[test]
    fn some_games_of_a_platform_are_a_sign_of_online_play() {
        let (board, online) = (game("Cup", "Riga LAT"), game("Cup", "https://lichess.org/abcd1234"));
        let none = game("Cup", "");
        for (games, asks) in [
            (vec![board.clone(), board.clone()], false),
            (vec![none.clone(), none.clone()], false),
            (vec![board.clone(), board.clone(), online.clone()], true),
            (vec![none.clone(), none, online], true),
            (vec![game("Hybrid Cup", "Riga LAT")], true),
            (vec![game("Cup", "https://lichess.org/broadcast/-/-/gfXgh34J"), board.clone()], false),
            (vec![game("Cup", "worldchess.com"), board.clone()], true),
            (vec![game("Cup", "worldchess.com"), board.clone(), board.clone()], false),
            (vec![game("Cup", "https://followchess.com/x"), board], false),
        ] {
            assert_eq!(venue_sign(&games).is_online(), asks, "{games:?}");
        }
    }
}
