//! Since when each move of a game stands: a move just seen may be taken back, when boards are corrected or pieces fall.

use crate::live::version_log::Change;
use crate::live::versions::Tracked;

/// For every ply of the latest version the time at which it was first seen and from which on it never changed, in seconds
/// since 1970-01-01 UTC. As many as the latest version has whole moves.
pub fn stable_since(game: &Tracked) -> Vec<u64> {
    let mut since: Vec<u64> = Vec::new();
    for version in &game.versions {
        let stays = match version.change {
            Change::New => 0,
            Change::Extended { from_ply } => from_ply,
            Change::Changed { ply } => ply.saturating_sub(1),
            Change::Amended | Change::Unchanged | Change::Vanished | Change::Returned => version.plies,
        };
        since.truncate(stays);
        since.resize(version.plies.max(since.len()), version.seen_at);
        since.truncate(version.plies);
    }
    since
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{Document, Tracker, games};

    fn observe(tracker: &mut Tracker, moves: &str, at: u64) {
        let text =
            format!("[Event \"E\"]\n[Round \"1.1\"]\n[White \"Birch\"]\n[Black \"Oak\"]\n\n{moves}\n\n");
        let document = Document::new("d".to_owned(), text.into_bytes());
        // Seen twice, so that nothing waits to be believed.
        for _ in 0..2 {
            tracker.observe(&games(&document).games, true, at).expect("in memory");
        }
    }

    #[test]
    fn a_move_stands_since_it_was_first_seen_unchanged() {
        let mut tracker = Tracker::in_memory();
        observe(&mut tracker, "1. e4 e5 *", 100);
        observe(&mut tracker, "1. e4 e5 2. Nf3 *", 110);
        assert_eq!(stable_since(&tracker.games()[0]), [100, 100, 110]);
        // The second move is corrected, so everything from there on is new.
        observe(&mut tracker, "1. e4 c5 2. Nf3 d6 *", 120);
        assert_eq!(stable_since(&tracker.games()[0]), [100, 120, 120, 120]);
        // A result changes no move.
        observe(&mut tracker, "1. e4 c5 2. Nf3 d6 1-0", 130);
        assert_eq!(stable_since(&tracker.games()[0]), [100, 120, 120, 120]);
        // A move taken back.
        observe(&mut tracker, "1. e4 c5 *", 140);
        assert_eq!(stable_since(&tracker.games()[0]), [100, 120]);
        assert_eq!(tracker.games()[0].latest.moves.len(), 2);
    }
}
