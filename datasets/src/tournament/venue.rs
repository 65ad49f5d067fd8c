//! Where a tournament was played, and what in its games says so. The same signs count for an event that is screened and for a
//! tournament of a corpus.
//!
//! A sign counts where at least half of the games show it, so one odd tag decides nothing.

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

/// Words of an event or a site that are played online, in lower case.
const ONLINE: [&str; 6] = ["online", "internet", "int", "chess24.com", "e-sports", "playchess"];
/// Highest rating of any list of FIDE: 2882 in May 2014. Platforms give higher ones.
const HIGHEST: u16 = 2_882;

/// The venue of some games with its evidence.
pub fn venue(games: &[Game]) -> Fact<Venue> {
    let says = |value, evidence: String| Fact { value, evidence };
    let all = games.len();
    let count = |sign: &dyn Fn(&Game) -> bool| games.iter().filter(|game| sign(game)).count();
    let half = |sign: &dyn Fn(&Game) -> bool| Some(count(sign)).filter(|n| *n > 0 && 2 * n >= all);
    let platforms = games.iter().filter_map(played_on);
    if let Some(platform) = platforms.clone().next()
        && half(&|game| played_on(game).is_some()).is_some()
    {
        return says(Venue::Online, format!("site or link of {platform}"));
    }
    if half(&|game| words(game).iter().any(|word| word == "hybrid")).is_some() {
        return says(Venue::Hybrid, "the word `hybrid`".to_owned());
    }
    if let Some(word) = games.iter().find_map(online_word)
        && half(&|game| online_word(game).is_some()).is_some()
    {
        return says(Venue::Online, format!("the word `{word}`"));
    }
    if let Some(fine) = half(&has_fine_clocks) {
        return says(Venue::Online, format!("clocks to a fraction of a second in {fine} of {all} games"));
    }
    let high = |game: &Game| game.sides().iter().any(|side| side.rating.is_some_and(|r| r > HIGHEST));
    if let Some(high) = half(&high) {
        return says(Venue::Online, format!("ratings above any of FIDE's lists in {high} of {all} games"));
    }
    // Somebody who collects games under FIDE numbers may have kept a nickname.
    let handles =
        |game: &Game| game.sides().iter().all(|side| side.fide_id.is_none() && is_handle(&side.name));
    if let Some(handles) = half(&handles) {
        return says(Venue::Online, format!("names as on a playing site in {handles} of {all} games"));
    }
    let some_online = platforms.count() > 0;
    let sites = games.iter().filter_map(|game| game.site.as_deref()).map(str::trim);
    match sites.filter(|site| site.chars().any(char::is_alphabetic)).min() {
        Some(site) if !some_online => says(Venue::OverTheBoard, format!("the place {site}")),
        Some(site) => says(Venue::Unknown, format!("the place {site}, and some games of a platform")),
        None => says(Venue::Unknown, "no place".to_owned()),
    }
}

/// The platform by link or site, else, of a game without a site, by its event.
fn played_on(game: &Game) -> Option<&'static str> {
    game.platform().or_else(|| if game.site.is_none() { platform(&game.event) } else { None })
}

fn words(game: &Game) -> Vec<String> {
    let text = format!("{} {}", game.event, game.site.as_deref().unwrap_or_default()).to_lowercase();
    text.split([' ', ',', '(', ')']).map(str::to_owned).collect()
}

fn online_word(game: &Game) -> Option<&'static str> {
    let words = words(game);
    let last = words.iter().rfind(|word| !word.is_empty());
    // `INT` stands in place of a country where a game has none.
    let there = |known: &&str| *known != "int" && words.iter().any(|word| word == *known);
    ONLINE.into_iter().find(there).or_else(|| last.is_some_and(|word| word == "int").then_some("int"))
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
        let linked = Game { link: Some("https://www.chess.com/game/1".into()), ..game("Cup", "Riga LAT") };
        for (game, value, evidence) in [
            (game("Cup", "https://lichess.org/abcd1234"), online, "site or link of Lichess"),
            (linked, online, "site or link of Chess.com"),
            (game("Lichess Titled Arena 3", ""), online, "site or link of Lichess"),
            (game("Online Cup", "Riga LAT"), online, "the word `online`"),
            (game("Cup", "Riga INT"), online, "the word `int`"),
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
}
