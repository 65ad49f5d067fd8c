//! The method, the three tests with the overall z and the index, the second model beside them, the opponents, another
//! engine, intrinsic ratings, the result by parts, and the result after every game.

use analyzer::full_test::{Agreement, FullTest, HelpEvidence, HelpedGame, HelpedMove, Of, Part, Sequential};
use analyzer::ipr::RatingEstimate;
use analyzer::screening::{Also, Start, Tests};

use super::{game_name, game_number};
use crate::{
    chart::{self, Bar, Labels, Row},
    document::{Block, Cell, Table, facts, filled, listed, part, picture, text},
    messages::{Arg, Key, Messages},
    sheet::columns::{TESTS, Test, Unit, both},
    sheet::player as sheet,
    words,
};

pub(super) fn method(m: &Messages, t: &FullTest) -> Vec<Block> {
    let manifest = &t.manifest;
    let mut blocks = vec![text(m, Key::DossierMethodRecord), text(m, Key::DossierMethodSecond)];
    if manifest.parameters.is_some() && !manifest.provisional {
        blocks.push(text(m, Key::DossierMethodCertificate));
    }
    blocks.push(facts(m, conditions(m, t).into_iter().filter(|(_, value)| !is_code(value))));
    blocks
}

/// Engine, settings, parameters and rating lists of the test.
fn conditions(m: &Messages, t: &FullTest) -> Vec<(Key, Cell)> {
    let lists = words::manifest_lists(m, &t.manifest);
    words::manifest(m, &t.manifest).into_iter().take(5).chain(lists).collect()
}

fn is_code(value: &Cell) -> bool {
    matches!(value, Cell::Code(_))
}

/// What identifies the engine of the test.
pub(super) fn engine_codes(m: &Messages, t: &FullTest) -> Vec<Block> {
    let codes: Vec<_> = conditions(m, t).into_iter().filter(|(_, value)| is_code(value)).collect();
    let mut blocks = vec![part(m, Key::ManifestEngine), facts(m, codes)];
    if let Some(second) = &t.second_engine {
        let codes = [
            (Key::ManifestEngineSha256, Cell::Code(second.engine.sha256.clone())),
            (Key::ManifestEngineSignature, Cell::Code(m.numbers().whole(second.engine.signature.as_ref()))),
        ];
        blocks.extend([part(m, Key::DossierEngineHeading), facts(m, codes)]);
    }
    blocks
}

pub(super) fn results(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let opponents = &player.opponents;
    let mut blocks = vec![
        text(m, Key::DossierResultsIntro),
        tests(m, Key::DossierResultsHeading, &player.tests, Some(&player.also)).into(),
    ];
    blocks.extend(sheet::expected(m, player));
    blocks.push(part(m, Key::DossierSecondHeading));
    blocks.extend(both_models(m, t));
    let rating = n.decimal(opponents.mean_rating, 0).into();
    let values = [("decisions", Arg::from(opponents.scored)), ("rating", rating)];
    let overall =
        [(Key::ColumnZ, n.z(opponents.overall_z).into()), (Key::ColumnIndex, n.index(opponents.roi).into())];
    blocks.extend([
        part(m, Key::DossierOpponentsHeading),
        text(m, Key::DossierOpponentsIntro),
        filled(m, Key::PlayerOverallOpponents, values),
        tests(m, Key::DossierOpponentsHeading, &opponents.tests, None).into(),
        facts(m, overall),
    ]);
    blocks
}

fn tests(m: &Messages, label: Key, tests: &Tests, also: Option<&Also>) -> Table {
    let n = m.numbers();
    let result = |test: &Test| (test.result)(tests);
    let mut table = listed(m, &TESTS)
        .words(Key::PlayerTest, |test| m.text(test.name))
        .figures(Key::PlayerSeen, |test| test.unit.show(n, result(test).observed))
        .figures(Key::PlayerProjected, |test| test.unit.show(n, result(test).expected))
        .figures(Key::PlayerZ, |test| n.z(result(test).z))
        .figures(Key::PlayerTailZ, |test| n.z(result(test).tail_z))
        .figures(Key::PlayerZAdjusted, |test| n.z(result(test).z_adjusted))
        .under(label);
    let descriptive = also.into_iter().flat_map(|also| {
        [(Key::PlayerT3, &also.t3, Unit::Percent), (Key::PlayerError, &also.mean_error_cp, Unit::Centipawns)]
    });
    for (name, means, unit) in descriptive {
        let [seen, projected] = [means.observed, means.expected].map(|mean| unit.show(n, mean));
        table.row([m.text(name), seen, projected, String::new(), String::new(), String::new()]);
    }
    table
}

/// Both models side by side, and what it means when they differ.
fn both_models(m: &Messages, t: &FullTest) -> Vec<Block> {
    let models = sheet::both_models(m, &t.player).into();
    let Some(second) = &t.player.depth_aware else {
        return vec![models, text(m, Key::DossierSecondNone)];
    };
    let mut blocks = vec![text(m, Key::DossierSecondIntro), models];
    if let Some(z) = t.player.overall_z {
        let difference = [("difference", m.numbers().z(second.overall_z - z))];
        blocks.push(filled(m, Key::DossierSecondDiffer, difference));
    }
    blocks
}

/// Another engine's first moves, beside what the opponents played.
pub(super) fn second_engine(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(second) = &t.second_engine else {
        return Vec::new();
    };
    let n = m.numbers();
    let engine = [
        (Key::ManifestEngine, second.engine.name.clone().into()),
        (Key::ManifestSettings, words::settings(m, &second.settings).into()),
    ];
    let share = |part: u32, of: &Agreement| {
        n.percent((of.decisions > 0).then(|| f64::from(part) / f64::from(of.decisions)))
    };
    let rows =
        [(t.player.name.clone(), &second.player), (m.text(Key::DossierEngineOpponents), &second.opponents)];
    let adjusted = second.sequential.map(|value| {
        let values = [
            ("value", n.signed(value.log10_value, 2)),
            ("highest", n.signed(value.log10_highest, 2)),
            ("chance", n.rare_percent(value.p_value)),
        ];
        filled(m, Key::DossierEngineSequential, values)
    });
    let table = vec![
        text(m, Key::DossierEngineIntro),
        facts(m, engine),
        listed(m, &rows)
            .words(Key::DossierEngineWho, |(who, _)| who.clone())
            .figures(Key::DossierDecisions, |(_, all)| n.count(all.decisions))
            .figures(Key::DossierEngineSame, |(_, all)| share(all.same_first, all))
            .figures(Key::DossierEngineFirst, |(_, all)| share(all.first_matches, all))
            .figures(Key::DossierEngineSecond, |(_, all)| share(all.second_matches, all))
            .block(Key::DossierEngineHeading),
    ];
    table.into_iter().chain(adjusted).collect()
}

/// Intrinsic performance ratings, never without their range.
pub(super) fn ipr(m: &Messages, t: &FullTest) -> Vec<Block> {
    let iprs = &t.ipr;
    let intrinsic = iprs.intrinsic.as_ref();
    let ways = [
        (Key::DossierIprIntrinsic, intrinsic.map(|ipr| (ipr.value, ipr.low, ipr.high, ipr.decisions))),
        (Key::DossierIprRecord, iprs.record.map(|ipr| (ipr.value, ipr.low, ipr.high, ipr.decisions))),
        (Key::DossierIprSecond, iprs.depth_aware.map(|ipr| (ipr.value, ipr.low, ipr.high, ipr.decisions))),
    ];
    let rows: Vec<_> = ways.into_iter().filter_map(|(way, ipr)| Some((way, ipr?))).collect();
    let range =
        |low, high| m.with(Key::CertificateRange, [("low", rating(m, low)), ("high", rating(m, high))]);
    let mut blocks = Vec::new();
    if !rows.is_empty() {
        let table = listed(m, &rows)
            .words(Key::DossierIprWay, |(way, _)| m.text(*way))
            .figures(Key::DossierIprValue, |(_, (value, ..))| rating(m, *value))
            .figures(Key::DossierIprRange, |(_, (_, low, high, _))| range(*low, *high))
            .figures(Key::DossierDecisions, |(_, (.., decisions))| m.numbers().count(*decisions));
        blocks.push(table.block(Key::DossierIprHeading));
    }
    if !iprs.missing.is_empty() {
        blocks.push(filled(m, Key::DossierIprMissing, [("reasons", iprs.missing.join("; "))]));
    }
    // Without any there is a reason, or nothing was asked for.
    if !blocks.is_empty() {
        blocks.insert(0, text(m, Key::DossierIprIntro));
    }
    blocks
}

pub(super) fn rating(m: &Messages, reading: RatingEstimate) -> String {
    match reading {
        RatingEstimate::At(rating) => m.numbers().decimal(rating, 0),
        RatingEstimate::Below(rating) => m.with(Key::DossierIprBelow, [("rating", rating.to_string())]),
        RatingEstimate::Above(rating) => m.with(Key::DossierIprAbove, [("rating", rating.to_string())]),
    }
}

/// The result by colour, by turns and by game.
pub(super) fn parts(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.parts.is_empty() {
        return Vec::new();
    }
    let n = m.numbers();
    let test = |test: usize, part: &Part| {
        let test = &TESTS[test];
        let result = (test.result)(&part.tests);
        both(m, test.unit, result.observed, result.expected, " / ")
    };
    let table = listed(m, &t.parts)
        .words(Key::DossierPart, |part| part_name(m, t, part))
        .figures(Key::DossierDecisions, |part| n.count(part.decisions))
        .figures(Key::TestMm, |part| test(0, part))
        .figures(Key::TestEv, |part| test(1, part))
        .figures(Key::TestAsd, |part| test(2, part))
        .figures(Key::ColumnZ, |part| n.z(part.overall_z))
        .figures(Key::DossierSecondZ, |part| n.z(part.depth_aware_z))
        .grouped(m.text(Key::DossierPartsHeading), |part| Some(m.label("part", &part.of)));
    vec![text(m, Key::DossierPartsIntro), table.into()]
}

fn part_name(m: &Messages, t: &FullTest, part: &Part) -> String {
    match part.of {
        Of::Colour { white: true } => m.text(Key::DossierPartWhite),
        Of::Colour { white: false } => m.text(Key::DossierPartBlack),
        Of::Start { rule: Start::Novelty } => m.text(Key::DossierPartNovelty),
        Of::Start { rule: Start::Turn9 } => m.text(Key::DossierPartTurnNine),
        Of::Turns { first, last } => {
            m.with(Key::DossierPartRange, [("first", first.to_string()), ("last", last.to_string())])
        }
        Of::Game { game } => game_name(m, Key::DossierGameName, t, game),
    }
}

/// The result after every game, with the value that may be read at every look.
pub(super) fn course(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(end) = t.course.last() else {
        return Vec::new();
    };
    let n = m.numbers();
    let values = [
        ("games", Arg::from(t.course.len())),
        ("z", n.z(end.overall_z).into()),
        ("second", n.z(end.depth_aware_z).into()),
    ];
    let labels = Labels {
        title: m.text(Key::DossierCourseHeading),
        description: m.with(Key::DossierCourseText, values),
        across: m.text(Key::DossierCourseAxis),
    };
    let points: Vec<_> = t.course.iter().map(|at| [at.overall_z, at.depth_aware_z]).collect();
    let drawing = chart::lines(n, labels, &points);
    let value = |value: Option<f64>| n.signed(value, 2);
    let chance =
        |value: Option<Sequential>| value.map_or_else(|| n.missing(), |value| n.rare_percent(value.p_value));
    let mut blocks = vec![text(m, Key::DossierCourseIntro)];
    blocks.extend(drawing.map(|drawing| picture(drawing, m.text(Key::DossierCourseCaption))));
    blocks.push(
        listed(m, &t.course)
            .words(Key::DossierCourseAfter, |at| game_name(m, Key::DossierGameName, t, at.game))
            .figures(Key::DossierDecisions, |at| n.count(at.decisions))
            .figures(Key::ColumnZ, |at| n.z(at.overall_z))
            .figures(Key::DossierSecondZ, |at| n.z(at.depth_aware_z))
            .figures(Key::DossierCourseValue, |at| value(at.sequential.map(|value| value.log10_value)))
            .figures(Key::DossierCourseHighest, |at| value(at.sequential.map(|value| value.log10_highest)))
            .figures(Key::DossierCourseChance, |at| chance(at.sequential))
            .block(Key::DossierCourseHeading),
    );
    blocks.extend(t.help.iter().flat_map(|found| help(m, t, found)));
    blocks
}

/// Where the value of all games comes from.
fn help(m: &Messages, t: &FullTest, found: &HelpEvidence) -> Vec<Block> {
    let n = m.numbers();
    let kinds = listed(m, &found.kinds)
        .words(Key::DossierHelpKind, |kind| m.label("help", &kind.kind))
        .figures(Key::DossierHelpShare, |kind| n.decimal(100.0 * kind.share, 1));
    let games = listed(m, &found.games)
        .words(Key::ColumnGames, |of| game_name(m, Key::DossierGameName, t, of.game))
        .figures(Key::DossierDecisions, |of| n.count(of.decisions))
        .figures(Key::DossierHelpHelped, |of| n.decimal(of.helped, 1));
    let mut blocks = vec![
        part(m, Key::DossierHelpHeading),
        filled(m, Key::DossierHelpIntro, [("value", n.signed(found.log10_value, 2))]),
        kinds.block(Key::DossierHelpHeading),
        part(m, Key::DossierHelpGames),
        games.block(Key::DossierHelpGames),
    ];
    let bars =
        |side: &[HelpedMove]| -> Vec<Bar> { side.iter().map(|of| (of.ply / 2 + 1, of.helped)).collect() };
    let row = |of: &HelpedGame| Row {
        name: game_number(m, t, of.game),
        sides: [bars(&of.player), bars(&of.opponent)],
    };
    let moves: Vec<Row> = found.games.iter().map(row).collect();
    let [player, opponents] = [0, 1].map(|side| {
        let of_side: Vec<f64> =
            moves.iter().filter_map(|of| of.sides.get(side)).flatten().map(|bar| bar.1).collect();
        let count = of_side.len();
        let mean = (count > 0).then(|| 100.0 * of_side.iter().sum::<f64>() / count as f64);
        mean.map_or_else(|| n.missing(), |mean| n.decimal(mean, 0))
    });
    let values = [("player", Arg::from(player)), ("opponents", opponents.into())];
    let labels = Labels {
        title: m.text(Key::DossierHelpMoves),
        description: m.with(Key::DossierHelpMovesText, values),
        across: m.text(Key::DossierHelpMovesAxis),
    };
    if let Some(drawing) = chart::strip(labels, &moves) {
        blocks.push(part(m, Key::DossierHelpMoves));
        blocks.push(picture(drawing, m.text(Key::DossierHelpMovesCaption)));
    }
    blocks
}
