//! The promise to honest players, in numbers.

use analyzer::hints::{Hints, Looks};

use crate::{
    document::{Block, filled, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn promise(m: &Messages, hints: &Hints) -> Vec<Block> {
    let (promise, n) = (&hints.promise, m.numbers());
    let values = [
        ("hints", n.decimal(promise.false_hints, 2).into()),
        ("players", Arg::from(promise.players)),
        ("alpha", n.rare_percent(promise.alpha).into()),
        ("needed", n.decimal(promise.log10_needed, 2).into()),
    ];
    let looks = match promise.looks {
        Looks::Rounds { rounds } => filled(m, Key::HintsLooksRounds, [("rounds", u32::from(rounds.get()))]),
        Looks::Open => text(m, Key::HintsLooksOpen),
    };
    vec![section("promise", m, Key::HintsPromiseHeading), filled(m, Key::HintsPromiseText, values), looks]
}
