//! The names that an event knows, so that a name typed by hand does not become a second person without a word, and how long its games
//! were, so that nobody leaves a board after a move that was not played.

use std::collections::BTreeSet;

use datasets::{GameResult, round_of};

use crate::events::absences::Seat;
use crate::events::boards::Board;
use crate::events::result_cache::ResultView;
use crate::keys::Key;
use crate::web::Problem;
use crate::web::problem::{Detail, Values};

/// Most names that are proposed for one that is not known.
const MAX_LIKELY: usize = 5;
/// Shortest word, in characters, that may differ from another in one of them.
const MIN_SPELT: usize = 4;

pub(crate) struct KnownNames {
    names: BTreeSet<String>,
    /// Games that are over.
    ended: Vec<EndedGame>,
}

struct EndedGame {
    round: String,
    white: String,
    black: String,
    plies: u32,
}

impl EndedGame {
    /// Moves that the player of a seat made, if this is the game.
    fn own_moves(&self, seat: &Seat) -> Option<u32> {
        let sits = |player: &String, opponent: &String| *player == seat.player && *opponent == seat.opponent;
        let white = sits(&self.white, &self.black);
        let here = self.is_in_round_of(seat) && (white || sits(&self.black, &self.white));
        here.then(|| Board::own_moves(white, self.plies))
    }

    fn is_in_round_of(&self, seat: &Seat) -> bool {
        let round = round_of(&self.round);
        self.round == seat.round || (round.is_some() && round == round_of(&seat.round))
    }

    /// Whom the player of a seat played, if it is a game of that round and player.
    fn other_than(&self, seat: &Seat) -> Option<&str> {
        match [&self.white, &self.black] {
            _ if !self.is_in_round_of(seat) => None,
            [white, black] if *white == seat.player => Some(black),
            [white, black] if *black == seat.player => Some(white),
            _ => None,
        }
    }
}

impl KnownNames {
    /// Names as the boards write them, and as most games of the newest result do.
    pub(crate) fn new(boards: &[Board], result: Option<&ResultView>) -> Self {
        let on_boards = boards.iter().flat_map(|board| [&board.white, &board.black]);
        let in_result = result.iter().flat_map(|shown| shown.found.screening.players.iter().map(|p| &p.name));
        let names = on_boards.chain(in_result).cloned().collect();
        // A result without a move tells nothing of the length of a game.
        let over = boards.iter().filter(|board| board.over && board.plies > 0);
        let of_boards = over.map(|board| EndedGame {
            round: board.round.clone(),
            white: board.white.clone(),
            black: board.black.clone(),
            plies: board.plies,
        });
        let heads = result.iter().flat_map(|shown| shown.heads.iter().map(move |head| (shown, head)));
        let of_result = heads.filter_map(|(shown, head)| {
            let name = |place: usize| Some(shown.found.screening.players.get(place)?.name.clone());
            let is_over = head.score != GameResult::Unknown.as_str() && head.plies > 0;
            let game = EndedGame {
                round: head.round.clone(),
                white: name(head.white)?,
                black: name(head.black)?,
                plies: u32::try_from(head.plies).unwrap_or(u32::MAX),
            };
            is_over.then_some(game)
        });
        Self { names, ended: of_boards.chain(of_result).collect() }
    }

    /// Refuses a seat whose player is known to have played somebody else in that round, and nobody else is known to sit there.
    pub(crate) fn refuse_other_pairing(&self, seat: &Seat) -> Result<(), Problem> {
        let opponents: BTreeSet<&str> = self.ended.iter().filter_map(|game| game.other_than(seat)).collect();
        if opponents.is_empty() || opponents.contains(seat.opponent.as_str()) {
            return Ok(());
        }
        let (name, round) = (reports::visible(&seat.player), reports::visible(&seat.round));
        let played = opponents.into_iter().map(reports::visible).collect::<Vec<_>>().join("; ");
        let text = format!("{round}: {name} – {played}");
        let values = vec![("name", name), ("round", round), ("played", played)];
        Err(refusal(Key::RefusedOtherPairing, text, (Key::RefusedOtherPairingKnown, values)))
    }

    /// Refuses a number of moves that the player of a seat did not make before the game ended.
    pub(crate) fn refuse_unplayed(&self, seat: &Seat, moves: u32) -> Result<(), Problem> {
        // Of two games of one pair in one round either may be meant.
        let most = self.ended.iter().filter_map(|game| game.own_moves(seat)).max();
        match most {
            Some(most) if moves > most => {
                let (name, most) = (reports::visible(&seat.player), most.to_string());
                let text = format!("{name}: {most}");
                let values = vec![("name", name), ("moves", most)];
                Err(refusal(Key::RefusedUnplayedMove, text, (Key::RefusedUnplayedMoves, values)))
            }
            _ => Ok(()),
        }
    }

    /// Those that a form can take: a name with characters that cannot be seen is not typed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).filter(|name| reports::visible(name) == *name)
    }

    /// Known names that a name resembles.
    pub(crate) fn likely(&self, name: &str) -> Vec<String> {
        let wanted = words(name);
        let likely = self.names.iter().filter(|known| resembles(&words(known), &wanted));
        likely.take(MAX_LIKELY).map(|known| reports::visible(known)).collect()
    }

    /// A name as the event writes it. One that it does not know is taken as it is, for a board that the source does not show; one that
    /// only resembles a name that it knows is refused with the likely ones.
    pub(crate) fn checked(&self, name: String) -> Result<String, Problem> {
        let wanted = words(&name);
        if self.names.contains(&name) {
            return Ok(name);
        }
        let same: Vec<&String> = self.names.iter().filter(|known| words(known) == wanted).collect();
        if let [one] = same[..] {
            return Ok(one.clone());
        }
        let likely = self.likely(&name);
        if likely.is_empty() {
            return Ok(name);
        }
        let (name, likely) = (reports::visible(&name), likely.join("; "));
        let values = vec![("name", name.clone()), ("likely", likely.clone())];
        let text = format!("{name}: {likely}");
        Err(refusal(Key::RefusedUnknownName, text, (Key::RefusedUnknownNameLikely, values)))
    }
}

/// A refusal with what is known instead: `text` for programs, `worded` for readers.
fn refusal(why: Key, text: String, worded: (Key, Values)) -> Problem {
    Problem::Refused { why, detail: Some(Detail { text, file: None, worded: Some(worded) }) }
}

fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// Whether two names share a word of more than one letter, or one that differs in a single character.
fn resembles(known: &[String], typed: &[String]) -> bool {
    let close = |a: &str, b: &str| a.chars().count() > 1 && (a == b || is_one_off(a, b));
    typed.iter().any(|a| known.iter().any(|b| close(a, b)))
}

/// Whether one character was left out, put in or changed.
fn is_one_off(a: &str, b: &str) -> bool {
    let (mut a, mut b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len() > b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    if a.len() < MIN_SPELT || b.len() - a.len() > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (&a[same..], &b[same..]);
    let skip = usize::from(a.len() == b.len()).min(rest_a.len());
    rest_b.is_empty() || rest_a[skip..] == rest_b[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownNames {
        let names = ["Németh, Anna", "Nemeth, Bela", "Oak, Boris", "Li, Wei"];
        KnownNames { names: names.map(str::to_owned).into(), ended: Vec::new() }
    }

    #[test]
    fn a_name_that_resembles_a_known_one_is_no_second_person() {
        let taken = |name: &str| known().checked(name.to_owned()).ok();
        for (typed, meant) in [
            ("Oak, Boris", Some("Oak, Boris")),
            ("oak boris", Some("Oak, Boris")),
            (" Oak,Boris ", Some("Oak, Boris")),
            ("Fir, Eva", Some("Fir, Eva")),
            ("Nemeth", None),
            ("Nemet", None),
            ("Boriss", None),
            ("Oak", None),
            ("Bela Nemeth", None),
            ("Wei", None),
        ] {
            assert_eq!(taken(typed).as_deref(), meant, "{typed}");
        }
        let Err(Problem::Refused { detail: Some(detail), .. }) = known().checked("Nemeth".to_owned()) else {
            panic!("refused");
        };
        assert_eq!(detail.text, "Nemeth: Nemeth, Bela; Németh, Anna");
        assert_eq!(KnownNames::new(&[], None).checked("Nemeth".to_owned()).ok().as_deref(), Some("Nemeth"));
    }

    /// White made 17 moves, Black 16; a game that goes on, or that has a result and no move, has no end that is known.
    #[test]
    fn nobody_leaves_after_a_move_that_was_not_played() {
        let board = |round: &str, plies, over| Board {
            round: round.to_owned(),
            white: "Birch, Boris".to_owned(),
            black: "Oak, Anna".to_owned(),
            plies,
            over,
            ..Board::default()
        };
        let known =
            KnownNames::new(&[board("3.9", 33, true), board("4.1", 33, false), board("5.1", 0, true)], None);
        let takes = |round: &str, white: bool, moves| {
            let names = ["Birch, Boris", "Oak, Anna"].map(str::to_owned);
            let [white_name, black_name] = names;
            let (player, opponent) = if white { (white_name, black_name) } else { (black_name, white_name) };
            known.refuse_unplayed(&Seat { round: round.to_owned(), player, opponent }, moves).is_ok()
        };
        for (round, white, moves, taken) in [
            ("3.9", true, 17, true),
            ("3.9", true, 18, false),
            ("3", true, 99, false),
            ("3", false, 16, true),
            ("3.9", false, 17, false),
            ("4.1", true, 99, true),
            ("5.1", true, 12, true),
            ("6", true, 99, true),
        ] {
            assert_eq!(takes(round, white, moves), taken, "{round} {white} {moves}");
        }
    }

    #[test]
    fn a_pairing_that_was_not_played_is_refused() {
        let board = |round: &str, white: &str, black: &str| Board {
            round: round.to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            plies: 40,
            over: true,
            ..Board::default()
        };
        let boards = [
            board("3.1", "Birch", "Oak"),
            board("3.2", "Elm", "Fir"),
            board("4", "Oak", "Elm"),
            // Two games of one round, as in a match.
            board("5.1", "Birch", "Oak"),
            board("5.2", "Birch", "Elm"),
        ];
        let known = KnownNames::new(&boards, None);
        for (round, player, opponent, taken) in [
            ("3", "Birch", "Oak", true),
            ("3", "Birch", "Elm", false),
            ("3.2", "Elm", "Oak", false),
            ("4", "Elm", "Oak", true),
            ("5", "Birch", "Elm", true),
            ("5", "Birch", "Fir", false),
            // Nothing is known of the round of this player.
            ("6", "Birch", "Fir", true),
            ("4", "Birch", "Fir", true),
        ] {
            let [round, player, opponent] = [round, player, opponent].map(str::to_owned);
            let seat = Seat { round, player, opponent };
            assert_eq!(known.refuse_other_pairing(&seat).is_ok(), taken, "{seat:?}");
        }
    }

    #[test]
    fn one_character_off_by_hand() {
        for (a, b, off) in [
            ("nemeth", "nemet", true),
            ("nemeth", "németh", true),
            ("nemeth", "nemetth", true),
            ("xemeth", "nemeth", true),
            ("nemeth", "nemeth", true),
            ("nemeth", "nmeeth", false),
            ("oak", "oaks", false),
            ("nemeth", "neme", false),
        ] {
            assert_eq!(is_one_off(a, b), off, "{a} {b}");
            assert_eq!(is_one_off(b, a), off, "{b} {a}");
        }
    }
}
