//! Who the player is, which rating is used, and in which event.

use analyzer::full_test::FullTest;

use crate::{
    conditions,
    document::{Block, Cell, facts, part, section, table, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn player(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let mut rows = vec![
        (Key::ColumnName, Cell::Plain(player.name.clone())),
        (Key::ColumnFide, Cell::Plain(n.whole(player.fide_id))),
        (Key::DossierRating, Cell::Plain(n.whole(player.rating.map(u32::from)))),
    ];
    if player.rating.is_some() {
        let source = conditions::of_rating(m, player);
        rows.push((Key::DossierRatingSource, Cell::Plain(source)));
    }
    let mut blocks = vec![section("player", m, Key::DossierPlayerHeading), facts(m, rows)];
    if !player.ratings.is_empty() {
        blocks.push(part(m, Key::PlayerRatings));
        blocks.push(text(m, Key::PlayerRatingsNote));
        let columns = [
            (Key::RatingsBasis, false),
            (Key::RatingsRating, true),
            (Key::ColumnZ, true),
            (Key::ColumnIndex, true),
        ];
        let mut views = table(m, Key::PlayerRatings, columns);
        for view in &player.ratings {
            views.row([
                m.text(conditions::basis(view.basis)),
                view.rating.to_string(),
                n.z(view.overall_z),
                n.index(view.roi),
            ]);
        }
        blocks.push(Block::Table { table: views });
    }
    blocks
}

pub(super) fn event(m: &Messages, t: &FullTest) -> Vec<Block> {
    let event = &t.event;
    let name = if event.name.is_empty() { m.text(Key::EventUnnamed) } else { event.name.clone() };
    let rows = [
        (Key::DossierEventName, Cell::Plain(name)),
        (Key::DossierEventConditions, Cell::Plain(conditions::of_event(m, event))),
    ];
    let count = |games: u32| m.numbers().count(u64::from(games));
    let parts = [event.games_in, event.games_scored, event.games_unscored, event.games_quarantined];
    let [all, scored, unscored, quarantined] = parts.map(count);
    let equation = m.with(
        Key::GamesEquation,
        &[
            ("in", Arg::Text(&all)),
            ("scored", Arg::Text(&scored)),
            ("unscored", Arg::Text(&unscored)),
            ("quarantined", Arg::Text(&quarantined)),
        ],
    );
    let mut blocks =
        vec![section("event", m, Key::DossierEventHeading), facts(m, rows), Block::Text { text: equation }];
    let [all, rest @ ..] = parts.map(u64::from);
    if rest.iter().sum::<u64>() != all {
        blocks.push(Block::Note { text: m.text(Key::DossierBroken) });
    }
    blocks
}
