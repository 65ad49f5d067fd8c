//! An opening book of real games.
//!
//! The data are not part of the repository. The test looks for them in the folder that `FAIRPLAY_DATA` names,
//! else in `../shared/data` beside the workspace, and says so if there is none.

mod real;

use std::ops::ControlFlow;

use datasets::book::{Book, Builder, Day, Span};
use datasets::{Entry, stream};

#[test]
fn every_game_of_the_archive_is_known_from_the_next_day_on() {
    let Some(path) = real::data("otb-archive-2005-2015.pgn.zst") else {
        return;
    };
    let mut games = Vec::new();
    stream(&path, &mut |entry| {
        if let Entry::Game(game) = entry {
            games.push(*game);
        }
        if games.len() < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .unwrap();
    let mut builder = Builder::new(40);
    games.iter().for_each(|game| builder.game(game));
    let book = builder.finish().unwrap();
    let m = book.manifest();
    assert_eq!(m.games + m.duplicates + m.undated, 2000);
    assert_eq!(Book::from_bytes(&book.to_bytes().unwrap()).unwrap(), book);

    let end = Day::new(9999, 12, 31).unwrap();
    let begin = Day::new(1, 1, 1).unwrap();
    let mut left = 0;
    for game in games.iter().filter(|game| Span::of_tag(&game.date).is_some()) {
        assert_eq!(book.novelty(&game.moves, end), None, "game {}", game.number);
        assert_eq!(book.novelty(&game.moves, begin), Some(1), "game {}", game.number);
        // Judged by the days before its own, a game leaves the book somewhere, unless it repeats another to the
        // fortieth ply.
        let own = Span::of_tag(&game.date).unwrap().earliest;
        left += usize::from(book.novelty(&game.moves, own).is_some());
    }
    assert!(left > 1900, "only {left} games of 2000 have something new");
}
