//! The first page, which stands alone: what came out in one sentence, in one picture, what speaks for the player, what could not
//! have been seen, and what such a result may be used for.

use analyzer::full_test::{FullTest, Visible};
use analyzer::policy::{Mode, Regulations};

use super::choices;
use crate::{
    chart::{Labels, Reading, readings},
    date,
    document::{Block, facts, filled, note, part, picture, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn first_page(m: &Messages, t: &FullTest) -> Vec<Block> {
    let rules = Regulations::shipped().ok();
    let mut blocks: Vec<Block> = stated(m, t).into_iter().collect();
    blocks.push(sentence(m, t, rules.as_ref()));
    blocks.extend(rules.as_ref().and_then(|rules| z_picture(m, t, rules)));
    blocks.extend(cautions(m, t));
    blocks.push(part(m, Key::DossierFavourHeading));
    blocks.push(Block::List { items: choices::favour_known(m, t) });
    blocks.push(part(m, Key::DossierPowerHeading));
    blocks.extend(unseen(m, t, rules.as_ref()));
    blocks
}

/// When and where the event was played and who answered for it, as far as it is stated.
fn stated(m: &Messages, t: &FullTest) -> Option<Block> {
    let stated = t.stated.as_ref()?;
    // As the dates of the games.
    let day = |day: &Option<String>| day.as_ref().map(|day| date::date(m.language(), &day.replace('-', ".")));
    let answer = |yes: bool| m.text(if yes { Key::DossierStatedYes } else { Key::DossierStatedNo });
    let rows = [
        (Key::DossierStatedFirstDay, day(&stated.first_day)),
        (Key::DossierStatedLastDay, day(&stated.last_day)),
        (Key::DossierStatedPlace, stated.place.clone()),
        (Key::DossierStatedOrganiser, stated.organiser.clone()),
        (Key::DossierStatedChief, stated.chief_arbiter.clone()),
        (Key::DossierStatedControl, stated.time_control.clone()),
        (Key::DossierStatedSupervised, stated.supervised.map(answer)),
    ];
    let rows: Vec<_> = rows.into_iter().filter_map(|(key, text)| Some((key, text?.into()))).collect();
    (!rows.is_empty()).then(|| facts(m, rows))
}

/// What came out, in one sentence.
pub(super) fn in_one_sentence(m: &Messages, t: &FullTest) -> Block {
    sentence(m, t, Regulations::shipped().ok().as_ref())
}

/// The result in short, for a page that shows a part of a dossier only.
pub(super) fn result(m: &Messages, t: &FullTest) -> Vec<Block> {
    let rules = Regulations::shipped().ok();
    let mut blocks = vec![sentence(m, t, rules.as_ref())];
    let beside = beside(m, t);
    if !beside.is_empty() {
        blocks.push(Block::Text { text: beside.join(" ") });
    }
    blocks.extend(cautions(m, t));
    blocks
}

/// What came out. Under the level from which a single test counts as unusual it is called ordinary.
fn sentence(m: &Messages, t: &FullTest, rules: Option<&Regulations>) -> Block {
    let (n, player) = (m.numbers(), &t.player);
    match (player.overall_z, player.roi, t.favour.once_in) {
        (Some(z), Some(index), Some(once_in)) => {
            let values = [
                ("decisions", Arg::from(player.scored)),
                ("z", n.z(z).into()),
                ("index", n.index(index).into()),
                ("once", words::once(m, once_in).into()),
            ];
            let unusual = rules.is_none_or(|rules| rules.assumptions.unusual.holds(z));
            filled(m, if unusual { Key::DossierFirstUnusual } else { Key::DossierFirstOrdinary }, values)
        }
        _ => filled(m, Key::DossierPlainResultNone, [("reason", m.label("reading", &player.reading))]),
    }
}

/// What the second model gives, and the range under other choices.
fn beside(m: &Messages, t: &FullTest) -> Vec<String> {
    let n = m.numbers();
    let mut beside = Vec::new();
    if let Some(second) = &t.player.depth_aware {
        beside.push(m.with(Key::DossierPlainSecond, [("z", n.z(second.overall_z))]));
    }
    beside.extend(
        range(t).map(|(low, high)| m.with(Key::DossierPlainRange, [("low", n.z(low)), ("high", n.z(high))])),
    );
    beside
}

/// Lowest and highest overall z under other calibrated choices.
fn range(t: &FullTest) -> Option<(f64, f64)> {
    let at = |row: Option<usize>| t.sensitivity.rows.get(row?)?.overall_z;
    at(t.sensitivity.lowest).zip(at(t.sensitivity.highest))
}

/// What a result may be used for, and what it must not be taken for.
fn cautions(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        words::caution(m, &t.manifest, &t.event).map(|text| Block::Note { text }).into_iter().collect();
    let lists = words::list_cautions(m, t.manifest.rating_lists.as_ref());
    blocks.extend(lists.into_iter().map(|text| Block::Note { text }));
    blocks.extend(words::control_cautions(m, &t.event).into_iter().map(|text| Block::Note { text }));
    blocks.extend(words::approval(m).map(|text| Block::Text { text }));
    blocks.push(note(m, Key::DossierPlainNoVerdict));
    blocks
}

/// Both models on one axis, with the levels of the rules; none without a z.
fn z_picture(m: &Messages, t: &FullTest, rules: &Regulations) -> Option<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let z = player.overall_z?;
    let odds = player.once_in.map_or_else(|| n.missing(), |once_in| words::once(m, once_in));
    let marks = |alone: Option<f64>, field: Option<f64>, leading: f64| match (alone, field) {
        // Documents of before name the leading z alone.
        (None, None) => (Some(leading), None),
        marks => marks,
    };
    let (alone, field) = marks(player.alone_z, player.field_z, z);
    let primary = m.with(Key::DossierFirstPrimary, [("z", n.z(z)), ("once", odds)]);
    let mut rows = vec![Reading { words: primary, alone, field, range: range(t) }];
    if let Some(second) = &player.depth_aware {
        let (alone, field) = marks(second.alone_z, second.field_z, second.overall_z);
        let words = m.with(Key::DossierFirstSecond, [("z", n.z(second.overall_z))]);
        rows.push(Reading { words, alone, field, range: None });
    }
    let mode = t.rules.as_ref().map_or(Mode::OverTheBoard, |rules| rules.circumstances.mode);
    let levels = [&rules.thresholds.supporting.level, &rules.thresholds.at(mode.venue()).level];
    let named = levels.map(|level| (level.z, n.decimal(level.z, 2)));
    let values = [
        ("support", named[0].1.clone()),
        ("support-article", levels[0].article.clone()),
        ("threshold", named[1].1.clone()),
        ("threshold-article", levels[1].article.clone()),
    ];
    let caption = m.with(Key::DossierFirstCaption, values.clone());
    let said = rows.iter().map(|row| {
        let values = [("row", row.words.clone()), ("alone", n.z(row.alone)), ("field", n.z(row.field))];
        m.with(Key::DossierFirstDescribed, values)
    });
    let description = said.chain(
        range(t).map(|(low, high)| m.with(Key::DossierPlainRange, [("low", n.z(low)), ("high", n.z(high))])),
    );
    let labels = Labels {
        title: m.text(Key::DossierFirstPicture),
        description: description.collect::<Vec<_>>().join(" "),
        across: m.text(Key::DossierFirstAxis),
    };
    readings(labels, &rows, &named).map(|drawing| picture(drawing, caption))
}

/// The smallest help that would have been seen, at the level from where a z may support other evidence and at the threshold.
fn unseen(m: &Messages, t: &FullTest, rules: Option<&Regulations>) -> Vec<Block> {
    let n = m.numbers();
    let mode = t.rules.as_ref().map_or(Mode::OverTheBoard, |rules| rules.circumstances.mode);
    let levels =
        rules.map(|rules| [rules.thresholds.supporting.level.z, rules.thresholds.at(mode.venue()).level.z]);
    // Help from another engine is nearer to life than the best case for the test.
    let (of, some, all) = if t.power_other.is_empty() {
        (&t.power, Key::DossierFirstUnseen, Key::DossierFirstUnseenAll)
    } else {
        (&t.power_other, Key::DossierFirstUnseenOther, Key::DossierFirstUnseenOtherAll)
    };
    let at = |level: f64| of.iter().find(|visible| (visible.level - level).abs() < 1e-9);
    let said = |visible: &Visible| {
        let level = ("level", n.decimal(visible.level, 2));
        match visible.half {
            Some(_) => m.with(some, [level, ("share", n.percent(visible.half))]),
            None => m.with(all, [level]),
        }
    };
    let sentences: Vec<String> = levels.into_iter().flatten().filter_map(at).map(said).collect();
    if sentences.is_empty() {
        vec![text(m, Key::DossierPowerNone)]
    } else {
        vec![Block::Text { text: sentences.join(" ") }]
    }
}
