//! What is promised to honest players, in numbers.

use analyzer::hints::{Hints, Looks};

use crate::{
    document::{Block, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn promise(m: &Messages, hints: &Hints) -> Vec<Block> {
    let (stated, n) = (&hints.promise, m.numbers());
    let most = n.decimal(Some(stated.false_hints), 2);
    let alpha = n.rare_percent(stated.alpha);
    let needed = n.decimal(Some(stated.log10_needed), 2);
    let parts = [
        ("hints", Arg::Text(&most)),
        ("players", Arg::Count(stated.players.into())),
        ("alpha", Arg::Text(&alpha)),
        ("needed", Arg::Text(&needed)),
    ];
    vec![
        section("promise", m, Key::HintsPromiseHeading),
        Block::Text { text: m.with(Key::HintsPromiseText, &parts) },
        match stated.looks {
            Looks::Rounds { rounds } => Block::Text {
                text: m.with(Key::HintsLooksRounds, &[("rounds", Arg::Count(rounds.get().into()))]),
            },
            Looks::Open => text(m, Key::HintsLooksOpen),
        },
    ]
}
