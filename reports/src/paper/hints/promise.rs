//! The promise to honest players, in numbers.

use analyzer::hints::{Hints, Looks};

use crate::{
    document::{Block, filled, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn promise(m: &Messages, hints: &Hints) -> Vec<Block> {
    let (promise, n) = (&hints.promise, m.numbers());
    let values = [
        ("hints", Arg::Text(&n.decimal(Some(promise.false_hints), 2))),
        ("players", Arg::Count(promise.players.into())),
        ("alpha", Arg::Text(&n.rare_percent(promise.alpha))),
        ("needed", Arg::Text(&n.decimal(Some(promise.log10_needed), 2))),
    ];
    let looks = match promise.looks {
        Looks::Rounds { rounds } => {
            filled(m, Key::HintsLooksRounds, &[("rounds", Arg::Count(rounds.get().into()))])
        }
        Looks::Open => text(m, Key::HintsLooksOpen),
    };
    vec![section("promise", m, Key::HintsPromiseHeading), filled(m, Key::HintsPromiseText, &values), looks]
}
