//! Games with an illegal move that stood on the board, scored up to that move because a named arbiter says so.
//!
//! What was played cannot be corrected at the source. Whether the moves before it are those of the two players, and the game counts,
//! only an arbiter can say; without that word the game stays in quarantine. No other defect can be accepted.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::collection::settle;
use super::defect::GameDefect;
use super::game::{Collection, Game, Note, Quarantined, StoodMove};
use crate::players::spelling::normalised;
use crate::text::visible::{MOST, visible_within};

/// A game that an arbiter accepts up to its illegal move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptedGame {
    /// White's name as the game has it.
    pub white: String,
    pub black: String,
    /// `Round` tag as the game has it; absent for any, as the next ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// Day of the game as PGN writes it, `2025.05.01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Number of the game within its file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The illegal move as it is written; the word counts for no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// Who says so.
    pub arbiter: String,
}

/// Why a game that was accepted is not scored. The texts name the game as it was stated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAccepted {
    #[error("accepted_games: no game is {game}; write names and round as `fairplay inspect` shows them")]
    NoGame { game: String },
    #[error("accepted_games: {game} has no illegal move: it was read, and nothing is to be accepted")]
    Sound { game: String },
    #[error("accepted_games: {game} is named twice")]
    Twice { game: String },
    #[error("accepted_games: {games} quarantined games are {game}; say which with `round`, `date` or `game`")]
    Several { game: String, games: usize },
    #[error(
        "accepted_games: {game} is not quarantined for an illegal move, and nothing else can be accepted: {reason}; correct it at the source"
    )]
    OtherDefect { game: String, reason: GameDefect },
    #[error("accepted_games: the illegal move of {game} is `{found}` and not `{word}`")]
    OtherWord { game: String, word: String, found: String },
    #[error("accepted_games: the moves of {game} before the illegal one make no game that can be scored")]
    NotScorable { game: String },
}

impl AcceptedGame {
    /// Whether an arbiter can accept a game up to its illegal move.
    pub fn is_possible(game: &Quarantined) -> bool {
        game.reason == GameDefect::IllegalMove && game.ply >= 2 && !game.unscorable
    }

    /// Whether it means this quarantined game, whatever is wrong with it. The day is compared where the moves before the illegal one
    /// are at hand.
    pub fn means(&self, game: &Quarantined) -> bool {
        let date = game.legal.as_ref().map_or(self.date.as_deref().unwrap_or_default(), |legal| &legal.date);
        self.means_game([&game.white, &game.black], &game.round, date, game.game)
    }

    fn means_game(&self, names: [&str; 2], round: &str, date: &str, number: u32) -> bool {
        let said =
            |said: &Option<String>, found: &str| said.as_ref().is_none_or(|said| said.trim() == found.trim());
        [&self.white, &self.black].into_iter().zip(names).all(|(a, b)| normalised(a) == normalised(b))
            && said(&self.round, round)
            && said(&self.date, date)
            && self.game.is_none_or(|said| said == number)
    }

    /// The game in quarantine that this word takes out of it, with its copies, as their places among these.
    ///
    /// # Errors
    /// [`NotAccepted::NoGame`] if none of these is meant, and why a game that is meant cannot be accepted.
    pub fn find(&self, quarantine: &[&Quarantined]) -> Result<Vec<usize>, NotAccepted> {
        let game = self.text();
        let meant = || quarantine.iter().enumerate().filter(|(_, broken)| self.means(broken));
        let Some((_, first)) = meant().next() else { return Err(NotAccepted::NoGame { game }) };
        if !meant().all(|(_, other)| other.is_copy_of(first)) {
            return Err(NotAccepted::Several { game, games: meant().count() });
        }
        if first.reason != GameDefect::IllegalMove {
            return Err(NotAccepted::OtherDefect { game, reason: first.reason.clone() });
        }
        if let Some(word) = self.word.as_ref().filter(|word| word.trim() != first.token) {
            return Err(NotAccepted::OtherWord { game, word: visible(word), found: first.token.clone() });
        }
        if !Self::is_possible(first) {
            return Err(NotAccepted::NotScorable { game });
        }
        Ok(meant().map(|(place, _)| place).collect())
    }

    /// Whether a game was taken into these because of this word.
    pub fn is_scored(&self, collection: &Collection) -> bool {
        let aside = collection.unscored.iter().map(|aside| &aside.game);
        collection.games.iter().chain(aside).any(|game| game.stood().is_some() && self.is_of(game))
    }

    fn is_of(&self, game: &Game) -> bool {
        self.means_game([&game.white.name, &game.black.name], &game.round, &game.date, game.number)
    }

    /// The game as it was stated, for people.
    fn text(&self) -> String {
        let said = |what: &str, text: &Option<String>| {
            text.as_ref().map_or_else(String::new, |text| format!(", {what} {}", visible(text)))
        };
        let number = self.game.map_or_else(String::new, |game| format!(", game {game}"));
        let (round, date) = (said("round", &self.round), said("date", &self.date));
        format!("{} - {}{round}{date}{number}", visible(&self.white), visible(&self.black))
    }
}

/// Text of people for people.
fn visible(text: &str) -> String {
    visible_within(text, MOST)
}

/// Takes the games that were accepted out of quarantine, each up to its illegal move, as if it had been read so; gives why others stay.
/// The collections are the events of the same inputs, and a word has to mean one game of all of them, or copies of one.
pub fn accept(collections: &mut [&mut Collection], accepted: &[AcceptedGame]) -> Vec<NotAccepted> {
    let mut refused = Vec::new();
    let mut changed = vec![false; collections.len()];
    for one in accepted {
        match places_of(collections, one) {
            Ok(places) => {
                // From the last on, so that the places before stay what they are.
                for (event, place) in places.into_iter().rev() {
                    if let (Some(collection), Some(changed)) =
                        (collections.get_mut(event), changed.get_mut(event))
                    {
                        let broken = collection.quarantine.remove(place);
                        collection.games.extend(broken.up_to_its_move(one.arbiter.trim()));
                        *changed = true;
                    }
                }
            }
            Err(why) => refused.push(why),
        }
    }
    for (collection, _) in collections.iter_mut().zip(changed).filter(|(_, changed)| *changed) {
        settle(collection);
    }
    refused
}

impl Collection {
    /// As [`accept`] for one event.
    pub fn accept(&mut self, accepted: &[AcceptedGame]) -> Vec<NotAccepted> {
        accept(&mut [self], accepted)
    }
}

impl Quarantined {
    /// Whether both are copies of one game. Stored summaries keep no moves; there the illegal move and its ply are compared.
    fn is_copy_of(&self, other: &Self) -> bool {
        let moves = |broken: &Self| broken.legal.as_ref().map(|legal| legal.sha256.clone());
        (self.ply, &self.token, moves(self)) == (other.ply, &other.token, moves(other))
    }

    fn up_to_its_move(self, arbiter: &str) -> Option<Game> {
        let Self { ply, token: word, legal, .. } = self;
        let mut game = *legal?;
        game.notes.push(Note::IllegalMoveStood(StoodMove { ply, word, arbiter: arbiter.to_owned() }));
        Some(game)
    }
}

/// The places of the game that is meant, and of its copies: event, and place in its quarantine.
fn places_of(
    collections: &[&mut Collection],
    one: &AcceptedGame,
) -> Result<Vec<(usize, usize)>, NotAccepted> {
    let broken = collections.iter().enumerate().flat_map(|(event, collection)| {
        collection.quarantine.iter().enumerate().map(move |(place, broken)| ((event, place), broken))
    });
    let (places, broken): (Vec<(usize, usize)>, Vec<&Quarantined>) = broken.unzip();
    match one.find(&broken) {
        Ok(found) => Ok(found.into_iter().filter_map(|place| places.get(place).copied()).collect()),
        Err(NotAccepted::NoGame { game }) => {
            let scored = collections.iter().flat_map(|collection| &collection.games);
            let aside =
                collections.iter().flat_map(|collection| &collection.unscored).map(|aside| &aside.game);
            let read: Vec<&Game> = scored.chain(aside).filter(|game| one.is_of(game)).collect();
            Err(match read.iter().any(|game| game.stood().is_some()) {
                true => NotAccepted::Twice { game },
                false if read.is_empty() => NotAccepted::NoGame { game },
                false => NotAccepted::Sound { game },
            })
        }
        Err(why) => Err(why),
    }
}
