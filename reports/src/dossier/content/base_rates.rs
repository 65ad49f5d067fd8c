//! What is left of the result after everything that was looked at, and how far a prior carries.

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
    document::{Block, part, section, table, text},
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
    let n = m.numbers();
    let base = &rules.base_rates;
    let events = n.count(base.player_events_per_year.into());
    let expected = expected(m, base.honest_per_year);
    blocks.push(Block::Text {
        text: m.with(
            Key::DossierBaseYear,
            &[("events", Arg::Text(&events)), ("expected", Arg::Text(&expected))],
        ),
    });
    blocks.push(part(m, Key::DossierBasePosteriorHeading));
    blocks.push(text(m, Key::DossierBasePosteriorIntro));
    blocks.push(posteriors(m, &base.posteriors));
    let honest = once(m, base.one_in);
    blocks.push(Block::Text { text: m.with(Key::DossierBaseEven, &[("honest", Arg::Text(&honest))]) });
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
    table.row([
        m.text(Key::DossierBaseOne),
        n.count(1),
        expected(m, all.tail),
        n.rare_percent(all.tail),
        n.z(Some(all.z)),
    ]);
    let rows = [
        (Key::DossierBasePlayers, Some(all.players)),
        (Key::DossierBaseTests, Some(all.tests)),
        (Key::DossierBaseSeason, all.season),
    ];
    for (name, highest) in rows {
        if let Some(Highest { of, expected: many, tail, z }) = highest {
            table.row([
                m.text(name),
                n.count(of.get()),
                expected(m, many),
                n.rare_percent(tail),
                n.z(Some(z)),
            ]);
        }
    }
    Block::Table { table }
}

/// One decimal for what is expected often, two digits for what is rare.
fn expected(m: &Messages, number: f64) -> String {
    m.numbers().rare(number)
}

fn rounds(m: &Messages, t: &FullTest, rules: &UnderRules) -> Option<Block> {
    let n = m.numbers();
    let rounds = rules.rounds.as_ref()?;
    let scan = &rounds.scan;
    let analyzer::policy::Blocks::Contiguous { least, .. } = scan.blocks else {
        return None;
    };
    let [share, low, high] = scan.share;
    let text = m.with(
        Key::DossierBaseRounds,
        &[
            ("least", Arg::Text(&crate::document::count(m, least))),
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
        ],
    );
    Some(Block::Text { text })
}

fn posteriors(m: &Messages, posteriors: &[Posterior]) -> Block {
    let n = m.numbers();
    let columns = [
        (Key::DossierBaseWhere, false),
        (Key::DossierBaseHonest, true),
        (Key::DossierBaseOdds, true),
        (Key::DossierBaseBalance, false),
        (Key::DossierBaseComfortable, false),
    ];
    let mut table = table(m, Key::DossierBasePosteriorHeading, columns);
    for posterior in posteriors {
        let under = |standard| {
            let under = posterior.standards.iter().find(|s| s.standard == standard);
            under.map_or_else(
                || n.decimal(None, 0),
                |under| format!("{} ({})", m.text(bound(under.bound)), under.article),
            )
        };
        table.row([
            m.text(match posterior.venue {
                Venue::OverTheBoard => Key::DossierModeOverTheBoard,
                Venue::Online => Key::DossierModeOnline,
            }),
            n.count(posterior.honest_to_one.into()),
            n.rare(posterior.odds_at_most),
            under(StandardOfProof::BalanceOfProbabilities),
            under(StandardOfProof::ComfortableSatisfaction),
        ]);
    }
    Block::Table { table }
}

fn bound(bound: Bound) -> Key {
    match bound {
        Bound::OutOfReach => Key::DossierBoundOutOfReach,
        Bound::LeftOpen => Key::DossierBoundLeftOpen,
        Bound::NoNumber => Key::DossierBoundNoNumber,
    }
}
