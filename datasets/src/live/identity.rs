//! Which game of this poll is which game of the polls before.
//!
//! A game is known by its event, its round (with the board, if the tag has it) and its two players. Any of the three may
//! be corrected while the game is on, so two of them do if the moves go on as well; a game that has ended is not gone on with. A FIDE number decides who somebody
//! is; without one the names do. What cannot be told apart is matched in the order of the document.

use std::collections::BTreeMap;

use crate::live::reading::LiveGame;
use crate::pgn::game::{GameResult, Side};
use crate::players::{is_nameless, normalised};

/// Most pairs of games compared one by one under one key. Beyond that, only order counts.
const MAX_PAIRS: usize = 1_000_000;

/// A key under which games may be one, and how well two of them agree: the lower the better, `None` if they are two.
type Pass = (fn(&LiveGame) -> (String, String), fn(&LiveGame, &LiveGame) -> Option<u8>);

const PASSES: [Pass; 2] = [
    (
        |game| (game.event.clone(), game.round.clone()),
        |old, new| match (people(old, new), continues(old, new)) {
            (2, _) if is_another(old, new) => None,
            (2, _) if old.moves == new.moves => Some(0),
            (2, true) => Some(1),
            (2, false) => Some(2),
            (1, true) if both_played(old, new) && !is_over(old, new) => Some(3),
            _ => None,
        },
    ),
    (
        |game| (normalised(&game.white.name), normalised(&game.black.name)),
        |old, new| {
            let same = old.event == new.event || old.round == new.round;
            let one = same && both_played(old, new) && continues(old, new) && people(old, new) == 2;
            (one && !is_over(old, new)).then_some(0)
        },
    ),
];

/// For every game of `current` its place in `known`, if it is there. No place is given twice.
pub(crate) fn matched(known: &[&LiveGame], current: &[LiveGame]) -> Vec<Option<usize>> {
    let mut places = vec![None; current.len()];
    let mut taken = vec![false; known.len()];
    for (key, rank) in PASSES {
        // What is still free: within equal keys, the lowest rank first, then the nearest in order.
        let mut groups: BTreeMap<(String, String), (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (place, game) in known.iter().enumerate().filter(|(place, _)| !taken[*place]) {
            groups.entry(key(game)).or_default().0.push(place);
        }
        for (place, game) in current.iter().enumerate().filter(|(place, _)| places[*place].is_none()) {
            groups.entry(key(game)).or_default().1.push(place);
        }
        for (old, new) in groups.into_values() {
            let mut pairs = Vec::new();
            let in_order = old.len().saturating_mul(new.len()) > MAX_PAIRS;
            for (n, &there) in new.iter().enumerate() {
                let candidates = if in_order { n..n + 1 } else { 0..old.len() };
                for (o, &here) in candidates.filter_map(|o| Some((o, old.get(o)?))) {
                    let rank = rank(known[here], &current[there]);
                    pairs.extend(rank.map(|rank| (rank, o.abs_diff(n), here, there)));
                }
            }
            pairs.sort_unstable();
            for (_, _, here, there) in pairs {
                if !taken[here] && places[there].is_none() {
                    taken[here] = true;
                    places[there] = Some(here);
                }
            }
        }
    }
    places
}

/// How many of the two players are the same person, each on their own side.
fn people(old: &LiveGame, new: &LiveGame) -> u8 {
    u8::from(same(&old.white, &new.white)) + u8::from(same(&old.black, &new.black))
}

/// Two numbers decide. With one number or none the names do; two nameless sides are equally unknown.
fn same(old: &Side, new: &Side) -> bool {
    if let (Some(old), Some(new)) = (old.fide_id, new.fide_id) {
        return old == new;
    }
    let (old, new) = (normalised(&old.name), normalised(&new.name));
    old == new || (is_nameless(&old) && is_nameless(&new))
}

fn both_played(old: &LiveGame, new: &LiveGame) -> bool {
    !old.moves.is_empty() && !new.moves.is_empty()
}

/// Whether the old game had ended and the new one has other moves or goes on: a finished game is corrected, and never gone on with.
fn is_over(old: &LiveGame, new: &LiveGame) -> bool {
    old.result != GameResult::Unknown && (new.result == GameResult::Unknown || old.moves != new.moves)
}

/// Whether two games of the same players are two where no round tells them apart (the tag is empty, `?` or `-`): of two days, or one that
/// was over and one that has begun. A document that was caught half-written begins no game.
fn is_another(old: &LiveGame, new: &LiveGame) -> bool {
    let day =
        |game: &LiveGame| Some(game.date.clone()).filter(|date| !date.is_empty() && !date.contains('?'));
    let days = day(old).zip(day(new)).is_some_and(|(old, new)| old != new);
    let begun = old.result != GameResult::Unknown
        && new.result == GameResult::Unknown
        && new.complete
        && old.moves != new.moves;
    !old.round.chars().any(char::is_alphanumeric) && (days || begun)
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
