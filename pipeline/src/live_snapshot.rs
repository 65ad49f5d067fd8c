//! A followed event at one moment: the games with the moves that count, and the rounds.
//!
//! A move counts once it is older than the transmission delay. The last move of a running game waits for a second look,
//! because it may be taken back. A finished game that the source has dropped still counts, because many sources show the
//! current round only; an unfinished one does not.
//!
//! No files here: the caller writes the text of [`datasets::live::pgn`], reads it with `datasets`, and makes the snapshot from that.

use analyzer::hints::{GameState, Rounds, Waiting};
use datasets::live::{Tracked, kept, stable_since};
use datasets::{Collection, GameResult, Roster, round_of};

/// The games of a followed event with the moves that count, and its rounds.
pub struct LiveSnapshot {
    pub collection: Collection,
    pub rounds: Rounds,
}

/// Moves of a game that count at a time, in plies.
fn counted(game: &Tracked, at: u64, delay: u64) -> usize {
    let since = stable_since(game);
    let old = since.iter().take_while(|seen| seen.saturating_add(delay) <= at).count();
    let running = game.latest.result == GameResult::Unknown;
    let just_seen = old == since.len() && since.last() == Some(&at);
    old.saturating_sub(usize::from(running && just_seen))
}

impl LiveSnapshot {
    /// The games of a source at the time `at`, in seconds since 1970, with a transmission delay in seconds. `collection`
    /// is read from the text of [`datasets::live::pgn`].
    pub fn new(games: &[Tracked], mut collection: Collection, at: u64, delay: u64) -> Self {
        let games: Vec<&Tracked> = kept(games).collect();
        let known: Vec<usize> = games.iter().map(|game| counted(game, at, delay)).collect();
        let state = |(game, known): (&&Tracked, &usize)| {
            let whole = *known >= game.latest.moves.len();
            match game.latest.result {
                _ if game.latest.fault.is_some() => GameState::Unreadable,
                GameResult::White | GameResult::Black | GameResult::Draw if whole => GameState::Finished,
                _ => GameState::Running,
            }
        };
        let rounds = Rounds::from_games(
            games.iter().zip(&known).map(|pair| (pair.0.latest.round.as_str(), state(pair))),
        );
        for game in &mut collection.games {
            let place = usize::try_from(game.number.saturating_sub(1)).unwrap_or(usize::MAX);
            let known = known.get(place).copied().unwrap_or(0);
            if known < game.moves.len() {
                game.moves.truncate(known);
                game.stamps.truncate(known);
                game.result = GameResult::Unknown;
            }
        }
        for broken in &mut collection.quarantine {
            let place = usize::try_from(broken.game.saturating_sub(1)).unwrap_or(usize::MAX);
            let known = known.get(place).copied().unwrap_or(0);
            let Some(mut legal) = broken.legal.take() else { continue };
            if known == 0 {
                // Not begun as far as is known, so there is nothing to accept.
                broken.unscorable = true;
                continue;
            }
            let running = known < legal.moves.len();
            legal.moves.truncate(known);
            legal.stamps.truncate(known);
            if running {
                legal.result = GameResult::Unknown;
            }
            broken.legal = Some(legal);
        }
        // A board at which nobody has moved yet is no game so far.
        let begun = |moves: bool, result: GameResult| moves || result != GameResult::Unknown;
        collection.games.retain(|game| begun(!game.moves.is_empty(), game.result));
        collection.unscored.retain(|game| begun(game.plies > 0, game.result));
        Self { collection, rounds }
    }

    /// The games of complete rounds only, and those that are finished and name no round.
    pub fn complete(&self) -> Collection {
        let last = self.rounds.complete_through.unwrap_or(0);
        let counts = |round: &str, result: GameResult| match round_of(round) {
            Some(round) => round <= last,
            None => result != GameResult::Unknown,
        };
        let mut collection = self.collection.clone();
        collection.games.retain(|game| counts(&game.round, game.result));
        collection.unscored.retain(|game| counts(&game.round, game.result));
        collection
    }

    /// The facts about each game that decide the order of searches. `raised` are players under attention.
    pub fn waiting(&self, roster: &Roster, raised: &dyn Fn(usize) -> bool) -> Vec<Waiting> {
        let mut points = vec![0_u32; roster.people.len()];
        for (game, sides) in self.collection.games.iter().zip(&roster.games) {
            let (white, black) = match game.result {
                GameResult::White => (2, 0),
                GameResult::Black => (0, 2),
                GameResult::Draw => (1, 1),
                GameResult::Unknown => (0, 0),
            };
            for (person, gain) in [(sides.0, white), (sides.1, black)] {
                if let Some(sum) = points.get_mut(person) {
                    *sum += gain;
                }
            }
        }
        let running = self.rounds.running();
        let points = |person: usize| points.get(person).copied().unwrap_or(0);
        let games = self.collection.games.iter().zip(&roster.games);
        games
            .map(|(game, sides)| {
                let round = round_of(&game.round);
                Waiting {
                    running: round.is_some() && round == running,
                    round,
                    raised: raised(sides.0) || raised(sides.1),
                    half_points: points(sides.0).max(points(sides.1)),
                    board: board(&game.round),
                }
            })
            .collect()
    }
}

/// The board in a `Round` tag: `3.14` is board 14.
fn board(round: &str) -> Option<u32> {
    round.split('.').nth(1)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use datasets::live::{Document, Tracker, games, pgn};

    use super::*;

    fn game(round: &str, white: &str, black: &str, moves: &str) -> String {
        format!("[Event \"E\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
    }

    fn observe(tracker: &mut Tracker, text: &str, at: u64) {
        let document = Document::new("d".to_owned(), text.as_bytes().to_vec());
        for settled in [false, true, true] {
            tracker.observe(&games(&document).games, settled, at).expect("in memory");
        }
    }

    fn read(tracker: &Tracker, at: u64, delay: u64) -> LiveSnapshot {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("look.pgn");
        std::fs::write(&path, pgn(tracker.games())).expect("written");
        let collection = datasets::read(&[path], None).expect("reads");
        LiveSnapshot::new(tracker.games(), collection, at, delay)
    }

    fn plies(stand: &LiveSnapshot) -> Vec<usize> {
        stand.collection.games.iter().map(|game| game.moves.len()).collect()
    }

    #[test]
    fn the_last_move_of_a_running_game_waits_for_another_look_and_for_the_delay() {
        let mut tracker = Tracker::in_memory();
        observe(&mut tracker, &game("1.1", "Birch", "Oak", "1. e4 e5 2. Nf3 *"), 100);
        let at = |tracker: &Tracker, at, delay| read(tracker, at, delay);
        assert_eq!(plies(&at(&tracker, 100, 0)), [2]);
        assert_eq!(plies(&at(&tracker, 115, 0)), [3]);
        assert!(at(&tracker, 115, 900).collection.games.is_empty(), "not begun for us");
        observe(&mut tracker, &game("1.1", "Birch", "Oak", "1. e4 e5 2. Nf3 Nc6 1-0"), 130);
        let now = at(&tracker, 130, 0);
        assert_eq!((plies(&now), now.rounds.complete_through), (vec![4], Some(1)));
        // With a delay the end of the game is not known yet, and neither is the round's.
        let later = at(&tracker, 1_000, 900);
        assert_eq!((plies(&later), later.rounds.complete_through), (vec![3], None));
        assert_eq!(later.collection.games[0].result, GameResult::Unknown);
        assert_eq!(at(&tracker, 1_030, 900).rounds.complete_through, Some(1));
    }

    #[test]
    fn finished_games_stay_when_the_source_shows_the_next_round_only() {
        let mut tracker = Tracker::in_memory();
        observe(&mut tracker, &game("1.1", "Birch", "Oak", "1. e4 e5 1/2-1/2"), 100);
        let second = game("2.1", "Oak", "Birch", "1. d4 d5 *") + &game("2.2", "Elm", "Ash", "*");
        observe(&mut tracker, &second, 200);
        let now = read(&tracker, 300, 0);
        assert_eq!(plies(&now), [2, 2]);
        assert_eq!((now.rounds.complete_through, now.rounds.running()), (Some(1), Some(2)));
        assert!(now.collection.unscored.is_empty(), "nobody has moved on board 2");
        assert_eq!(now.complete().games.len(), 1);
        let roster = datasets::roster(&now.collection);
        let waiting = now.waiting(&roster, &|_| false);
        let first = now.collection.games.iter().position(|g| g.round == "2.1").expect("there");
        assert_eq!(analyzer::hints::search_order(&waiting)[0], first);
        assert_eq!((waiting[first].board, waiting[first].half_points), (Some(1), 1));
    }

    #[test]
    fn a_broken_game_is_counted_and_holds_nobody_up() {
        let mut tracker = Tracker::in_memory();
        let text = game("1.1", "Birch", "Oak", "1. e4 Ke6 1-0") + &game("1.2", "Elm", "Ash", "1. e4 e5 0-1");
        observe(&mut tracker, &text, 100);
        let now = read(&tracker, 100, 0);
        assert_eq!((now.collection.games.len(), now.collection.quarantine.len()), (1, 1));
        assert_eq!((now.rounds.complete_through, now.rounds.rounds[0].unreadable), (Some(1), 1));
    }

    /// A game that counts up to an illegal move shows no move sooner than any other game.
    #[test]
    fn the_delay_holds_for_a_game_that_is_accepted_up_to_an_illegal_move() {
        let mut tracker = Tracker::in_memory();
        observe(&mut tracker, &game("1.1", "Birch", "Oak", "1. e4 e5 *"), 100);
        observe(&mut tracker, &game("1.1", "Birch", "Oak", "1. e4 e5 2. Nf3 Nc6 3. Ke3 d6 0-1"), 200);
        let accepted = [datasets::AcceptedGame {
            white: "Birch".to_owned(),
            black: "Oak".to_owned(),
            arbiter: "Roe, Jane".to_owned(),
            ..datasets::AcceptedGame::default()
        }];
        let at = |at, delay| {
            let mut now = read(&tracker, at, delay);
            assert_eq!(now.collection.quarantine.len(), 1);
            let refused = now.collection.accept(&accepted);
            (plies(&now), now.collection.games.first().map(|game| game.result), refused.len())
        };
        assert_eq!(at(300, 0), (vec![4], Some(GameResult::Black), 0));
        assert_eq!(at(1_050, 900), (vec![2], Some(GameResult::Unknown), 0));
        assert_eq!(at(900, 900), (vec![], None, 1), "not begun for us");
    }
}
