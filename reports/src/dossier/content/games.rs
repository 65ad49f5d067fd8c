//! Every game of the player, what identifies it, and the class of every move.

use analyzer::full_test::{FullTest, GameEntry};

use super::game_number;
use crate::{
    date,
    document::{Block, Cell, Table, count, part, section, table, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn games(m: &Messages, t: &FullTest) -> Vec<Block> {
    let listed = count(m, t.games.len());
    let intro = m.with(
        Key::DossierGamesIntro,
        &[("games", Arg::Count(u64::from(t.player.games))), ("listed", Arg::Text(&listed))],
    );
    let mut blocks = vec![section("games", m, Key::DossierGamesHeading), Block::Text { text: intro }];
    if t.games.is_empty() {
        return blocks;
    }
    blocks.push(Block::Table { table: list(m, t) });
    blocks.push(part(m, Key::DossierHashHeading));
    blocks.push(text(m, Key::DossierHashIntro));
    let columns = [(Key::DossierGame, true), (Key::ManifestInputSha256, false)];
    let hashes = table(m, Key::DossierHashHeading, columns);
    blocks.push(Block::Table { table: of_code(m, t, hashes, |game| &game.sha256) });
    blocks.push(part(m, Key::DossierClassesHeading));
    blocks.push(text(m, Key::DossierClassesIntro));
    let columns = [(Key::DossierGame, true), (Key::DossierClasses, false)];
    let classes = table(m, Key::DossierClassesHeading, columns);
    blocks.push(Block::Table { table: of_code(m, t, classes, |game| &game.classes) });
    let legend = words::CLASSES.map(|(class, meaning)| {
        let (letter, meaning) = (class.letter().to_string(), m.text(meaning));
        let values = [("letter", Arg::Text(&letter)), ("meaning", Arg::Text(&meaning))];
        m.with(Key::DossierClassLine, &values)
    });
    blocks.push(Block::List { items: legend.into() });
    blocks
}

fn list(m: &Messages, t: &FullTest) -> Table {
    let columns = [
        (Key::DossierGame, true),
        (Key::DossierDate, false),
        (Key::DossierRound, false),
        (Key::DossierColour, false),
        (Key::DossierOpponent, false),
        (Key::DossierOpponentRating, true),
        (Key::DossierOwnRating, true),
        (Key::DossierPoints, true),
        (Key::DossierDecisions, true),
    ];
    let mut games = table(m, Key::DossierGamesHeading, columns);
    for game in &t.games {
        let colour = if game.white { Key::GameWhite } else { Key::GameBlack };
        games.row([
            game_number(m, t, game.index),
            date::date(m.language(), &game.date),
            game.round.clone(),
            m.text(colour),
            game.opponent.clone(),
            m.numbers().whole(game.opponent_rating.map(u32::from)),
            m.numbers().whole(game.rating.map(u32::from)),
            points(m, game.half_points),
            m.numbers().count(u64::from(game.decisions)),
        ]);
    }
    games
}

fn points(m: &Messages, half_points: Option<u8>) -> String {
    match half_points {
        Some(0) => "0".to_owned(),
        Some(1) => "\u{bd}".to_owned(),
        Some(2) => "1".to_owned(),
        Some(_) | None => m.numbers().whole(None),
    }
}

/// The numbers of the games beside what a program wrote about each.
fn of_code(m: &Messages, t: &FullTest, mut table: Table, what: fn(&GameEntry) -> &String) -> Table {
    for game in &t.games {
        table.cells(vec![Cell::Plain(game_number(m, t, game.index)), Cell::Code(what(game).clone())]);
    }
    table
}
