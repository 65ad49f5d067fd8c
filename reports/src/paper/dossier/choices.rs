//! The overall z under other choices, help that would not have been seen, the result corrected for everything that was
//! looked at and how far a prior carries, and what speaks for the player.

use analyzer::full_test::{Change, FullTest, Row, UnderRules, Visible};
use analyzer::policy::{
    Regulations, base_rates::Posterior, multiplicity::Highest, regulations::StandardOfProof,
};

use super::game_name;
use crate::{
    document::{Block, filled, listed, part, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn sensitivity(m: &Messages, t: &FullTest) -> Vec<Block> {
    let rows = &t.sensitivity.rows;
    if rows.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![text(m, Key::DossierSensitivityIntro)];
    let n = m.numbers();
    let (lowest, highest) = (t.sensitivity.lowest, t.sensitivity.highest);
    let extreme = |place: Option<usize>| rows.get(place?);
    if let (Some(low), Some(high)) = (extreme(lowest), extreme(highest)) {
        let values = [
            ("lowest", name(m, t, low.change)),
            ("low", n.z(low.overall_z)),
            ("highest", name(m, t, high.change)),
            ("high", n.z(high.overall_z)),
        ];
        blocks.push(filled(m, Key::DossierSensitivityExtremes, values));
    }
    let notes = |place: usize, row: &Row| {
        let notes = [
            (lowest == Some(place), Key::DossierNoteLowest),
            (highest == Some(place), Key::DossierNoteHighest),
            (!row.change.is_calibrated(), Key::DossierNoteUncalibrated),
        ];
        let notes = notes.into_iter().filter(|note| note.0).map(|note| m.text(note.1));
        notes.collect::<Vec<_>>().join("; ")
    };
    let numbered: Vec<(usize, &Row)> = rows.iter().enumerate().collect();
    blocks.push(
        listed(m, &numbered)
            .words(Key::DossierSensitivityChange, |(_, row)| name(m, t, row.change))
            .figures(Key::DossierDecisions, |(_, row)| n.count(row.decisions))
            .figures(Key::ColumnZ, |(_, row)| n.z(row.overall_z))
            .figures(Key::DossierSecondZ, |(_, row)| n.z(row.depth_aware_z))
            .words(Key::DossierSensitivityNote, |(place, row)| notes(*place, row))
            .block(Key::DossierSensitivityHeading),
    );
    blocks
}

fn name(m: &Messages, t: &FullTest, change: Change) -> String {
    match change {
        Change::None => m.text(Key::DossierChangeNone),
        Change::Rating { basis, rating } => {
            let values = [("basis", m.label("basis", &basis)), ("rating", rating.to_string())];
            m.with(Key::DossierChangeRating, values)
        }
        Change::Shift { points, rating } => {
            let points = m.numbers().signed(f64::from(points), 0);
            m.with(Key::DossierChangeShift, [("points", points), ("rating", rating.to_string())])
        }
        Change::WithoutGame { game } => game_name(m, Key::DossierChangeWithout, t, game),
        Change::Shallower { plies } => m.with(Key::DossierChangeShallower, [("plies", u64::from(plies))]),
        Change::Lines { lines } => m.with(Key::DossierChangeLines, [("lines", u64::from(lines))]),
    }
}

/// Help that would not have been seen.
pub(super) fn power(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.power.is_empty() {
        return vec![text(m, Key::DossierPowerNone)];
    }
    let n = m.numbers();
    let share = |share: Option<f64>| match share {
        Some(_) => n.percent(share),
        None => m.text(Key::DossierPowerNever),
    };
    let table = |of: &[Visible], heading| {
        listed(m, of)
            .figures(Key::DossierPowerLevel, |visible| n.decimal(visible.level, 2))
            .figures(Key::DossierPowerHalf, |visible| share(visible.half))
            .figures(Key::DossierPowerFourFifths, |visible| share(visible.four_fifths))
            .block(heading)
    };
    let mut blocks = vec![text(m, Key::DossierPowerIntro), table(&t.power, Key::DossierPowerFirst)];
    if !t.power_other.is_empty() {
        blocks.extend([text(m, Key::DossierPowerOtherIntro), table(&t.power_other, Key::DossierPowerOther)]);
    }
    blocks
}

/// The result corrected for everything that was looked at.
pub(super) fn base_rates(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(rules) = &t.rules else {
        return vec![text(m, Key::DossierBaseNone)];
    };
    let mut blocks = vec![text(m, Key::DossierBaseIntro), looks(m, rules)];
    let (n, base) = (m.numbers(), &rules.base_rates);
    let year =
        [("events", n.count(base.player_events_per_year)), ("expected", n.expected(base.honest_per_year))];
    blocks.push(filled(m, Key::DossierBaseYear, year));
    let unusual = Regulations::shipped().ok().map(|shipped| shipped.assumptions.unusual);
    if let Some(level) = unusual.filter(|unusual| !unusual.holds(base.z)) {
        blocks.push(filled(m, Key::DossierBaseOrdinary, [("level", n.decimal(level.z, 2))]));
        return blocks;
    }
    blocks.extend([
        part(m, Key::DossierBasePosteriorHeading),
        text(m, Key::DossierBasePosteriorIntro),
        posteriors(m, &base.posteriors),
    ]);
    blocks.extend(comfortable(m, &base.posteriors).map(|text| Block::Text { text }));
    blocks.push(filled(m, Key::DossierBaseEven, [("honest", words::once(m, base.one_in))]));
    blocks
}

/// What comfortable satisfaction is held against; `None` in documents of before, which compared nothing with it.
fn comfortable(m: &Messages, posteriors: &[Posterior]) -> Option<String> {
    let n = m.numbers();
    let standard =
        posteriors.iter().flat_map(|posterior| &posterior.standards).find(|s| s.percent.is_some())?;
    let (percent, odds) = (standard.percent?, standard.over_odds?);
    let values = [
        ("from", n.decimal(percent.from, 0)),
        ("to", n.decimal(percent.to, 1)),
        ("odds", n.decimal(odds, 0)),
        ("article", standard.article.clone()),
    ];
    Some(m.with(Key::DossierBaseComfortableText, values))
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
        .figures(Key::DossierBaseExpected, |row| n.expected(row.2))
        .figures(Key::DossierBaseChance, |row| n.rare_percent(row.3))
        .figures(Key::DossierBaseLeft, |row| n.z(row.4))
        .block(Key::DossierBaseHeading)
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

/// What speaks for the player. It stands in every dossier, and says so where something is not known.
pub(super) fn favour(m: &Messages, t: &FullTest) -> Vec<Block> {
    let favour = &t.favour;
    let known = PlainFacts::new(m, t);
    let or = |known: Option<String>, none: Key| known.unwrap_or_else(|| m.text(none));
    let mut items = vec![
        or(known.forced, Key::DossierFavourForcedNone),
        known.opponents,
        or(known.book, Key::DossierFavourKnownNone),
        match favour.rating_gain {
            Some(points) => {
                m.with(Key::DossierFavourGain, [("points", m.numbers().signed(f64::from(points), 0))])
            }
            None => m.text(Key::DossierFavourGainNone),
        },
    ];
    items.extend(favour.once_in.map(|once_in| {
        let share = m.numbers().rare_percent(1.0 / once_in);
        m.with(Key::DossierFavourOnce, [("odds", words::odds(m, once_in)), ("share", share)])
    }));
    items.extend(known.lowest);
    let weights: Vec<f64> = t.decisions.iter().filter_map(|decision| decision.weight).collect();
    if !weights.is_empty() {
        let lowering = weights.iter().filter(|weight| **weight < 0.0).count();
        let values = [("count", Arg::from(lowering)), ("all", m.numbers().count(t.decisions.len()).into())];
        items.push(m.with(Key::DossierFavourDecisions, values));
    }
    vec![text(m, Key::DossierFavourIntro), Block::List { items }]
}

/// What is known of it without the tables further back, for the first page.
pub(super) fn favour_known(m: &Messages, t: &FullTest) -> Vec<String> {
    let PlainFacts { forced, opponents, book, lowest } = PlainFacts::new(m, t);
    let second = t
        .player
        .depth_aware
        .as_ref()
        .map(|second| m.with(Key::DossierPlainSecond, [("z", m.numbers().z(second.overall_z))]));
    [lowest, second, forced, Some(opponents), book].into_iter().flatten().collect()
}

struct PlainFacts {
    forced: Option<String>,
    opponents: String,
    book: Option<String>,
    lowest: Option<String>,
}

impl PlainFacts {
    fn new(m: &Messages, t: &FullTest) -> Self {
        let (n, favour) = (m.numbers(), &t.favour);
        let forced =
            [("own", n.percent(favour.forcedness)), ("theirs", n.percent(favour.opponents_forcedness))];
        let loss = &favour.opponents_loss_cp;
        let loss = [("seen", n.decimal(loss.observed, 1)), ("projected", n.decimal(loss.expected, 1))];
        let lowest = t.sensitivity.lowest.and_then(|place| t.sensitivity.rows.get(place));
        let is_forced = favour.forcedness.is_some() || favour.opponents_forcedness.is_some();
        Self {
            forced: is_forced.then(|| m.with(Key::DossierFavourForced, forced)),
            opponents: match favour.opponents_loss_cp.expected {
                Some(_) => m.with(Key::DossierFavourOpponents, loss),
                None => m.with(Key::DossierFavourOpponentsSeen, loss),
            },
            book: favour
                .known_plies
                .map(|plies| m.with(Key::DossierFavourKnown, [("plies", n.decimal(plies, 1))])),
            lowest: lowest.map(|row| {
                let values = [("z", n.z(row.overall_z)), ("name", name(m, t, row.change))];
                m.with(Key::DossierFavourLowest, values)
            }),
        }
    }
}
