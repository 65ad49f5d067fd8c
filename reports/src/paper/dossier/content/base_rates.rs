//! The result corrected for everything that was looked at, and how far a prior carries.

use analyzer::{
    full_test::{FullTest, UnderRules},
    policy::{Blocks, base_rates::Posterior, multiplicity::Highest, regulations::StandardOfProof},
};

use super::game_number;
use super::plain::once;
use crate::{
    document::{Block, filled, listed, part, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn base_rates(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("base-rates", m, Key::DossierBaseHeading)];
    let Some(rules) = &t.rules else {
        blocks.push(text(m, Key::DossierBaseNone));
        return blocks;
    };
    blocks.extend([text(m, Key::DossierBaseIntro), looks(m, rules)]);
    blocks.extend(rounds(m, t, rules));
    let (n, base) = (m.numbers(), &rules.base_rates);
    let year = [("events", n.count(base.player_events_per_year)), ("expected", n.rare(base.honest_per_year))];
    blocks.extend([
        filled(m, Key::DossierBaseYear, year),
        part(m, Key::DossierBasePosteriorHeading),
        text(m, Key::DossierBasePosteriorIntro),
        posteriors(m, &base.posteriors),
        filled(m, Key::DossierBaseEven, [("honest", once(m, base.one_in))]),
    ]);
    blocks
}

fn looks(m: &Messages, rules: &UnderRules) -> Block {
    let (n, all) = (m.numbers(), &rules.multiplicity);
    let row =
        |name: Key, highest: Highest| (name, highest.of.get(), highest.expected, highest.tail, highest.z);
    let mut rows = vec![(Key::DossierBaseOne, 1, all.tail, all.tail, all.z)];
    rows.extend([row(Key::DossierBasePlayers, all.players), row(Key::DossierBaseTests, all.tests)]);
    rows.extend(all.season.map(|season| row(Key::DossierBaseSeason, season)));
    listed(m, &rows)
        .words(Key::DossierBaseLooks, |row| m.text(row.0))
        .figures(Key::DossierBaseNumber, |row| n.count(row.1))
        .figures(Key::DossierBaseExpected, |row| n.rare(row.2))
        .figures(Key::DossierBaseChance, |row| n.rare_percent(row.3))
        .figures(Key::DossierBaseLeft, |row| n.z(row.4))
        .block(Key::DossierBaseHeading)
}

fn rounds(m: &Messages, t: &FullTest, rules: &UnderRules) -> Option<Block> {
    let n = m.numbers();
    let rounds = rules.rounds.as_ref()?;
    let scan = &rounds.scan;
    let Blocks::Contiguous { least, .. } = scan.blocks;
    let [share, low, high] = scan.share.map(|share| n.rare_percent(share));
    let values: [(&str, Arg<'_>); 11] = [
        ("least", n.count(least).into()),
        ("first", game_number(m, t, rounds.first).into()),
        ("last", game_number(m, t, rounds.last).into()),
        ("decisions", n.count(rounds.decisions).into()),
        ("z", n.z(rounds.overall_z).into()),
        ("runs", scan.number.into()),
        ("draws", n.count(scan.draws).into()),
        ("share", share.into()),
        ("low", low.into()),
        ("high", high.into()),
        ("left", n.z(scan.z_at_least).into()),
    ];
    Some(filled(m, Key::DossierBaseRounds, values))
}

fn posteriors(m: &Messages, posteriors: &[Posterior]) -> Block {
    let n = m.numbers();
    let under = |posterior: &Posterior, standard: StandardOfProof| {
        let under = posterior.standards.iter().find(|under| under.standard == standard);
        let under = under.map(|under| format!("{} ({})", m.label("bound", &under.bound), under.article));
        under.unwrap_or_else(|| n.missing())
    };
    let (balance, comfortable) =
        (StandardOfProof::BalanceOfProbabilities, StandardOfProof::ComfortableSatisfaction);
    listed(m, posteriors)
        .words(Key::DossierBaseWhere, |posterior| m.label("mode", &posterior.venue))
        .figures(Key::DossierBaseHonest, |posterior| n.count(posterior.honest_to_one))
        .figures(Key::DossierBaseOdds, |posterior| n.rare(posterior.odds_at_most))
        .words(Key::DossierBaseBalance, |posterior| under(posterior, balance))
        .words(Key::DossierBaseComfortable, |posterior| under(posterior, comfortable))
        .block(Key::DossierBasePosteriorHeading)
}
