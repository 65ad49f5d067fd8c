//! Every game of a collection, without moves too, as an encounter of two players in a round, as reports speak of them.

use crate::pgn::game::{Collection, Game, GameResult, Side, Unscored};
use crate::players::{Roster, is_bye};
use crate::text::digits::number;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter<'a> {
    pub(crate) input: usize,
    /// Number within its input, from 1.
    pub(crate) number: u32,
    pub(crate) offset: u64,
    pub(crate) date: &'a str,
    /// Round, if the tag holds one: `3` and `3.14` are round 3.
    pub(crate) round: Option<u16>,
    pub(crate) round_tag: &'a str,
    pub(crate) sides: [&'a Side; 2],
    /// White and Black as indices into [`Roster::people`]; `None` where nobody sat.
    pub(crate) people: [Option<usize>; 2],
    pub(crate) result: GameResult,
    pub(crate) plies: usize,
    pub(crate) aside: Option<Unscored>,
}

impl Encounter<'_> {
    /// Whether it is a bye written as a game, by its word in place of a name. Beside a name that says nothing the report may know
    /// an opponent.
    pub(crate) fn is_named_bye(&self) -> bool {
        self.aside == Some(Unscored::Bye) && self.sides.iter().any(|side| is_bye(&side.name))
    }
}

/// The round in a `Round` tag: the number before the first point, 1 to 999.
pub fn round_of(tag: &str) -> Option<u16> {
    let first = tag.split('.').next().unwrap_or_default().trim();
    number(first, 3).filter(|&round| round > 0)
}

/// Every game that could be read, in the order of the inputs. `roster` has to be the collection's own.
pub(crate) fn encounters<'a>(collection: &'a Collection, roster: &Roster) -> Vec<Encounter<'a>> {
    let encounter = |game: &'a Game, people, plies, aside| Encounter {
        input: game.input,
        number: game.number,
        offset: game.offset,
        date: &game.date,
        round: round_of(&game.round),
        round_tag: &game.round,
        sides: game.sides(),
        people,
        result: game.result,
        plies,
        aside,
    };
    let games = collection.games.iter().zip(&roster.games);
    let games = games
        .map(|(game, (white, black))| encounter(game, [Some(*white), Some(*black)], game.moves.len(), None));
    let unscored = collection.unscored.iter().zip(&roster.unscored);
    let unscored = unscored.map(|(game, (white, black))| {
        encounter(game, [*white, *black], game.plies as usize, Some(game.reason))
    });
    let mut all: Vec<Encounter<'_>> = games.chain(unscored).collect();
    all.sort_by_key(|encounter| (encounter.input, encounter.number));
    all
}

#[cfg(test)]
mod tests {
    use super::round_of;

    #[test]
    fn the_round_stands_before_the_board() {
        let cases = [
            ("3", Some(3)),
            ("3.14", Some(3)),
            ("11.1.2", Some(11)),
            ("0", None),
            ("?", None),
            ("", None),
            ("-", None),
            ("1000", None),
            ("Round 3", None),
            ("3a", None),
        ];
        for (tag, round) in cases {
            assert_eq!(round_of(tag), round, "{tag}");
        }
    }
}
