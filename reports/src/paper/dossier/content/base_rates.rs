//! The result corrected for everything that was looked at, and how far a prior carries.

use analyzer::{
    full_test::{FullTest, UnderRules},
    policy::{
        Venue,
        base_rates::{Bound, Posterior},
        multiplicity::Highest,
        regulations::StandardOfProof,
    },
};

use super::game_number;
use super::plain::once;
use crate::{
    document::{Block, count, filled, listed, part, section, table, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn base_rates(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("base-rates", m, Key::DossierBaseHeading)];
    let Some(rules) = &t.rules else {
        blocks.push(text(m, Key::DossierBaseNone));
        return blocks;
    };
    blocks.push(text(m, Key::DossierBaseIntro));
    blocks.push(looks(m, rules));
    blocks.extend(rounds(m, t, rules));
    let (n, base) = (m.numbers(), &rules.base_rates);
    let year = [
        ("events", Arg::Text(&n.count(base.player_events_per_year.into()))),
        ("expected", Arg::Text(&n.rare(base.honest_per_year))),
    ];
    blocks.extend([
        filled(m, Key::DossierBaseYear, &year),
        part(m, Key::DossierBasePosteriorHeading),
        text(m, Key::DossierBasePosteriorIntro),
        posteriors(m, &base.posteriors),
        filled(m, Key::DossierBaseEven, &[("honest", Arg::Text(&once(m, base.one_in)))]),
    ]);
    blocks
}

fn looks(m: &Messages, rules: &UnderRules) -> Block {
    let n = m.numbers();
    let columns = [
        (Key::DossierBaseLooks, false),
        (Key::DossierBaseNumber, true),
        (Key::DossierBaseExpected, true),
        (Key::DossierBaseChance, true),
        (Key::DossierBaseLeft, true),
    ];
    let mut table = table(m, Key::DossierBaseHeading, columns);
    let all = &rules.multiplicity;
    let mut row = |name: Key, of: u64, expected: f64, tail: f64, z: f64| {
        table.row([m.text(name), n.count(of), n.rare(expected), n.rare_percent(tail), n.z(Some(z))]);
    };
    row(Key::DossierBaseOne, 1, all.tail, all.tail, all.z);
    for (name, highest) in [
        (Key::DossierBasePlayers, Some(all.players)),
        (Key::DossierBaseTests, Some(all.tests)),
        (Key::DossierBaseSeason, all.season),
    ] {
        if let Some(Highest { of, expected, tail, z }) = highest {
            row(name, of.get(), expected, tail, z);
        }
    }
    table.into()
}

fn rounds(m: &Messages, t: &FullTest, rules: &UnderRules) -> Option<Block> {
    let n = m.numbers();
    let rounds = rules.rounds.as_ref()?;
    let scan = &rounds.scan;
    let analyzer::policy::Blocks::Contiguous { least, .. } = scan.blocks else {
        return None;
    };
    let [share, low, high] = scan.share;
    let values = [
        ("least", Arg::Text(&count(m, least))),
        ("first", Arg::Text(&game_number(m, t, rounds.first))),
        ("last", Arg::Text(&game_number(m, t, rounds.last))),
        ("decisions", Arg::Text(&n.count(rounds.decisions.into()))),
        ("z", Arg::Text(&n.z(Some(rounds.overall_z)))),
        ("runs", Arg::Count(scan.number)),
        ("draws", Arg::Text(&n.count(scan.draws.into()))),
        ("share", Arg::Text(&n.rare_percent(share))),
        ("low", Arg::Text(&n.rare_percent(low))),
        ("high", Arg::Text(&n.rare_percent(high))),
        ("left", Arg::Text(&n.z(Some(scan.z_at_least)))),
    ];
    Some(filled(m, Key::DossierBaseRounds, &values))
}

fn posteriors(m: &Messages, posteriors: &[Posterior]) -> Block {
    let n = m.numbers();
    let venue = |venue: Venue| match venue {
        Venue::OverTheBoard => Key::DossierModeOverTheBoard,
        Venue::Online => Key::DossierModeOnline,
    };
    let bound = |bound: Bound| match bound {
        Bound::OutOfReach => Key::DossierBoundOutOfReach,
        Bound::LeftOpen => Key::DossierBoundLeftOpen,
        Bound::NoNumber => Key::DossierBoundNoNumber,
    };
    let under = |posterior: &Posterior, standard: StandardOfProof| {
        let under = posterior.standards.iter().find(|under| under.standard == standard);
        let under = under.map(|under| format!("{} ({})", m.text(bound(under.bound)), under.article));
        under.unwrap_or_else(|| n.whole(None))
    };
    let (balance, comfortable) =
        (StandardOfProof::BalanceOfProbabilities, StandardOfProof::ComfortableSatisfaction);
    listed(m, posteriors)
        .words(Key::DossierBaseWhere, |posterior| m.text(venue(posterior.venue)))
        .figures(Key::DossierBaseHonest, |posterior| n.count(posterior.honest_to_one.into()))
        .figures(Key::DossierBaseOdds, |posterior| n.rare(posterior.odds_at_most))
        .words(Key::DossierBaseBalance, |posterior| under(posterior, balance))
        .words(Key::DossierBaseComfortable, |posterior| under(posterior, comfortable))
        .under(Key::DossierBasePosteriorHeading)
        .into()
}
