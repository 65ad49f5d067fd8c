//! Which game of this poll is which game of the polls before.
//!
//! A game is known by its event, its round (with the board, if the tag has it) and its two players. Any of the three may
//! be corrected while the game is on, so two of them do if the moves go on as well. A FIDE number decides who somebody
//! is; without one the names do. What cannot be told apart is matched in the order of the document.

use std::collections::BTreeMap;

use crate::live::reading::LiveGame;
use crate::pgn::game::Side;
use crate::players::{is_nameless, normalised};

/// Most pairs of games compared one by one under one key. Beyond that, only order counts.
const MAX_PAIRS: usize = 1_000_000;

/// For every game of `current` its place in `known`, if it is there. No place is given twice.
pub(crate) fn matched(known: &[&LiveGame], current: &[LiveGame]) -> Vec<Option<usize>> {
    let known: Vec<KeyedGame<'_>> = known.iter().map(|game| KeyedGame::new(game)).collect();
    let current: Vec<KeyedGame<'_>> = current.iter().map(KeyedGame::new).collect();
    let mut places = Places { of_current: vec![None; current.len()], taken: vec![false; known.len()] };
    let event_and_round = |game: &KeyedGame<'_>| (game.game.event.clone(), game.game.round.clone());
    places.settle(&known, &current, &event_and_round, &|old, new| match (
        people(old, new),
        continues(old.game, new.game),
    ) {
        (2, _) if old.game.moves == new.game.moves => Some(0),
        (2, true) => Some(1),
        (2, false) => Some(2),
        (1, true) if both_played(old, new) => Some(3),
        _ => None,
    });
    let pair = |game: &KeyedGame<'_>| (game.white.clone(), game.black.clone());
    places.settle(&known, &current, &pair, &|old, new| {
        let same = old.game.event == new.game.event || old.game.round == new.game.round;
        let goes_on = both_played(old, new) && continues(old.game, new.game);
        (same && goes_on && people(old, new) == 2).then_some(0)
    });
    places.of_current
}

struct KeyedGame<'a> {
    game: &'a LiveGame,
    white: String,
    black: String,
}

impl<'a> KeyedGame<'a> {
    fn new(game: &'a LiveGame) -> Self {
        Self { game, white: normalised(&game.white.name), black: normalised(&game.black.name) }
    }
}

struct Places {
    of_current: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Places {
    /// Matches what is still free: within equal keys, the lowest rank first, then the nearest in order.
    fn settle(
        &mut self,
        known: &[KeyedGame<'_>],
        current: &[KeyedGame<'_>],
        key: &dyn Fn(&KeyedGame<'_>) -> (String, String),
        rank: &dyn Fn(&KeyedGame<'_>, &KeyedGame<'_>) -> Option<u8>,
    ) {
        let mut groups: BTreeMap<(String, String), (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (place, game) in known.iter().enumerate().filter(|(place, _)| !self.taken[*place]) {
            groups.entry(key(game)).or_default().0.push(place);
        }
        for (place, game) in current.iter().enumerate() {
            if self.of_current[place].is_none()
                && let Some((_, new)) = groups.get_mut(&key(game))
            {
                new.push(place);
            }
        }
        for (old, new) in groups.into_values() {
            let mut pairs = Vec::new();
            let in_order = old.len().saturating_mul(new.len()) > MAX_PAIRS;
            for (n, &there) in new.iter().enumerate() {
                let candidates = if in_order { n..n + 1 } else { 0..old.len() };
                for o in candidates {
                    let Some(&here) = old.get(o) else { continue };
                    if let Some(rank) = rank(&known[here], &current[there]) {
                        pairs.push((rank, o.abs_diff(n), here, there));
                    }
                }
            }
            pairs.sort_unstable();
            for (_, _, here, there) in pairs {
                if !self.taken[here] && self.of_current[there].is_none() {
                    self.taken[here] = true;
                    self.of_current[there] = Some(here);
                }
            }
        }
    }
}

/// How many of the two players are the same person, each on their own side.
fn people(old: &KeyedGame<'_>, new: &KeyedGame<'_>) -> u8 {
    let white = same((&old.game.white, &old.white), (&new.game.white, &new.white));
    let black = same((&old.game.black, &old.black), (&new.game.black, &new.black));
    u8::from(white) + u8::from(black)
}

/// Two numbers decide. With one number or none the names do; two nameless sides are equally unknown.
fn same((old, old_name): (&Side, &str), (new, new_name): (&Side, &str)) -> bool {
    match (old.fide_id, new.fide_id) {
        (Some(old), Some(new)) => old == new,
        _ => old_name == new_name || (is_nameless(old_name) && is_nameless(new_name)),
    }
}

fn both_played(old: &KeyedGame<'_>, new: &KeyedGame<'_>) -> bool {
    !old.game.moves.is_empty() && !new.game.moves.is_empty()
}

fn continues(old: &LiveGame, new: &LiveGame) -> bool {
    common(&old.moves, &new.moves) == old.moves.len().min(new.moves.len())
}

pub(crate) fn common(one: &[String], other: &[String]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::matched;
    use crate::live::reading::{LiveGame, games};
    use crate::live::source::Document;

    /// Games from lines of `event|round|white|id|black|moves`.
    fn list(lines: &[&str]) -> Vec<LiveGame> {
        let mut text = String::new();
        for line in lines {
            let field: Vec<&str> = line.split('|').collect();
            let tags = [
                ("Event", field[0]),
                ("Round", field[1]),
                ("White", field[2]),
                ("WhiteFideId", field[3]),
                ("Black", field[4]),
            ];
            for (name, value) in tags {
                let _ = writeln!(text, "[{name} \"{value}\"]");
            }
            let _ = write!(text, "\n{} *\n\n", field[5]);
        }
        games(&Document::new("x".to_owned(), text.into_bytes())).games
    }

    fn places(old: &[&str], new: &[&str]) -> Vec<Option<usize>> {
        let known = list(old);
        matched(&known.iter().collect::<Vec<_>>(), &list(new))
    }

    #[test]
    fn event_round_and_pair_say_which_game_it_is() {
        let old = ["E|1.1|A|1|B|1. e4 e5", "E|1.2|C|2|D|1. e4 e5", "E|2.1|A|1|B|1. e4 e5"];
        let new = ["E|2.1|A|1|B|1. d4", "E|1.2|C|2|D|1. e4 e5", "E|1.1|A|1|B|1. e4", "E|1.3|X||Y|1. e4"];
        assert_eq!(places(&old, &new), [Some(2), Some(1), Some(0), None]);
    }

    #[test]
    fn a_number_decides_and_a_spelling_does_not() {
        assert_eq!(places(&["E|1|Ivanov|7|B|1. e4"], &["E|1|IWANOW, I|7|B|1. d4"]), [Some(0)]);
        assert_eq!(places(&["E|1|Ivanov|7|B|1. e4"], &["E|1|Ivanov|8|C|1. e4"]), [None]);
        assert_eq!(places(&["E|1|Ivanov||B|1. e4"], &["E|1|ivanov|8|B|1. d4"]), [Some(0)]);
    }

    #[test]
    fn one_of_the_three_may_be_corrected_while_the_game_goes_on() {
        let old = ["E|1|A||B|1. e4 e5 2. Nf3"];
        for new in ["F|1|A||B|1. e4 e5 2. Nf3 Nc6", "E|1.7|A||B|1. e4 e5", "E|1|A||Bo|1. e4 e5 2. Nf3"] {
            assert_eq!(places(&old, &[new]), [Some(0)], "{new}");
        }
        for new in
            ["F|2|A||B|1. e4 e5 2. Nf3", "E|1|X||Y|1. e4 e5 2. Nf3", "F|1|A||B|1. d4", "E|1|A||C|1. d4"]
        {
            assert_eq!(places(&old, &[new]), [None], "{new}");
        }
    }

    #[test]
    fn games_with_one_name_are_told_apart_by_moves_then_by_order() {
        let old = ["E|1|A||B|1. e4 e5", "E|1|A||B|1. d4 d5", "E|1|A||B|1. c4"];
        let new = ["E|1|A||B|1. c4 c5", "E|1|A||B|1. d4 d5", "E|1|A||B|1. Nf3"];
        assert_eq!(places(&old, &new), [Some(2), Some(1), Some(0)]);
    }

    #[test]
    fn no_game_is_given_twice() {
        let old = ["||||| ", "||||| "];
        let new = ["||||1. e4", "||||1. e4", "||||1. e4"];
        let found = places(&["E|1|A||B|1. e4"], &["E|1|A||B|1. e4", "E|1|A||B|1. e4"]);
        assert_eq!(found, [Some(0), None]);
        let found = places(&old.map(|_| "||?||?|1. e4"), &new.map(|_| "||?||?|1. e4"));
        assert_eq!(found, [Some(0), Some(1), None]);
    }
}
