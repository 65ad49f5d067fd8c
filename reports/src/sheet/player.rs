//! Tables and sentences about a player, on the sheet and on the pages of the server.

use analyzer::screen::rule_of_thumb::RULE_OF_THUMB;
use analyzer::screening::{FieldEntry, LossShare, PlayerResult, TestResult};

use super::columns::{TESTS, Unit, points_of_games, reading};
use super::sections::laid_out;
use crate::document::{Block, Cell, Layout, Table, filled, listed, part, table, text};
use crate::messages::{Arg, Key, Messages};
use crate::words;

/// The index and what it suggests.
pub(crate) fn suggestion(m: &Messages, player: &PlayerResult) -> Vec<Cell> {
    let index =
        player.roi.map(|index| Cell::Strong(m.with(Key::PlayerIndex, [("index", m.numbers().index(index))])));
    index.into_iter().chain([reading(m, player.reading)]).collect()
}

/// Rating, FIDE number, games and decisions in one line.
pub(crate) fn facts(m: &Messages, player: &PlayerResult) -> Block {
    let mut facts = Vec::new();
    match player.rating {
        Some(rating) => {
            let rating = m.with(Key::PlayerRating, [("rating", rating.to_string())]);
            facts.push(format!("{rating} ({})", words::rating_source(m, player)));
        }
        None => facts.push(m.text(Key::PlayerUnrated)),
    }
    facts.extend(player.fide_id.map(|fide| m.with(Key::PlayerFide, [("fide", fide.to_string())])));
    facts.push(m.with(Key::PlayerGames, [("games", player.games)]));
    if let Some(standing) = &player.standing {
        let values = [("score", points_of_games(standing)), ("rank", m.numbers().count(standing.rank))];
        facts.push(m.with(Key::PlayerScore, values));
        let performance = standing.performance.map(|rating| [("rating", rating.to_string())]);
        facts.extend(performance.map(|rating| m.with(Key::PlayerPerformance, rating)));
    }
    facts.push(m.with(Key::PlayerDecisions, [("decisions", player.scored)]));
    if let Some(plies) = player.known_plies {
        facts.push(m.with(Key::PlayerKnownPlies, [("plies", m.numbers().decimal(plies, 1))]));
    }
    Block::Hint { text: facts.join(" · ") }
}

/// What the rule of thumb says of agreement at the player's rating; nothing without a rating.
pub(crate) fn rule_of_thumb(m: &Messages, player: &PlayerResult) -> Option<Block> {
    let n = m.numbers();
    let rating = f64::from(player.rating?);
    let values = [
        ("rating", n.whole(player.rating)),
        ("unusual", n.decimal(RULE_OF_THUMB.unusual(rating), 0)),
        ("typical", n.decimal(RULE_OF_THUMB.typical(rating), 0)),
    ];
    Some(Block::Hint { text: m.with(Key::PlayerThumb, values) })
}

/// How often a move lost more than so many centipawns; nothing where nobody counted.
pub(crate) fn losses(m: &Messages, player: &PlayerResult) -> Vec<Block> {
    if player.losses.is_empty() {
        return Vec::new();
    }
    let n = m.numbers();
    let projected = player.losses.iter().all(|share| share.expected.is_some());
    let name = |share: &LossShare| m.with(Key::LossesOver, [("loss", n.count(share.over_cp))]);
    let mut shares = listed(m, &player.losses)
        .words(Key::LossesLoss, name)
        .figures(Key::LossesSeen, |share| n.percent(share.observed));
    if projected {
        shares = shares.figures(Key::LossesProjected, |share| n.percent(share.expected));
    }
    let intro = if projected { Key::LossesIntro } else { Key::LossesDescribe };
    vec![part(m, Key::LossesHeading), text(m, intro), shares.block(Key::LossesHeading)]
}

/// The three tests of the player and of the opponents, then the opponents in words.
pub(crate) fn tests(m: &Messages, player: &PlayerResult) -> [Block; 2] {
    let n = m.numbers();
    let opponents = &player.opponents;
    let figures =
        [Key::PlayerSeen, Key::PlayerProjected, Key::PlayerZ, Key::PlayerTailZ, Key::PlayerZAdjusted];
    let columns = figures.iter().chain(&figures).map(|key| (*key, true));
    let columns = std::iter::once((Key::PlayerTest, false)).chain(columns);
    let mut results = table(m, Key::PlayerTests, columns);
    results.groups = vec![(m.text(Key::PlayerSelf), 5), (m.text(Key::PlayerOpponents), 5)];
    for test in &TESTS {
        let show = |result: &TestResult| {
            let mean = |value| test.unit.show(n, value);
            let z = [result.z, result.tail_z, result.z_adjusted].map(|z| n.z(z));
            [mean(result.observed), mean(result.expected)].into_iter().chain(z)
        };
        let (own, theirs) = ((test.result)(&player.tests), (test.result)(&opponents.tests));
        results.numbers(m.text(test.name), show(own).chain(show(theirs)));
    }
    let blank = |cells: usize| std::iter::repeat_n(String::new(), cells);
    let overall = [(player.overall_z, player.roi), (opponents.overall_z, opponents.roi)];
    let overall = overall.into_iter().flat_map(|(z, index)| blank(3).chain([n.z(z), n.index(index)]));
    results.total(m.text(Key::PlayerOverall), overall);
    for (name, unit, figure) in [
        (Key::PlayerT3, Unit::Percent, &player.also.t3),
        (Key::PlayerError, Unit::Centipawns, &player.also.mean_error_cp),
    ] {
        let means = [unit.show(n, figure.observed), unit.show(n, figure.expected)];
        results.numbers(m.text(name), means.into_iter().chain(blank(8)));
    }
    let rating = n.decimal(opponents.mean_rating, 0).into();
    let values = [("decisions", Arg::from(opponents.scored)), ("rating", rating)];
    [laid_out(Layout::Tests, results), filled(m, Key::PlayerOverallOpponents, values)]
}

/// The strength that the player is held against, and the overall z without and with the field's correction under both
/// models; nothing without a projection.
pub(crate) fn expected(m: &Messages, player: &PlayerResult) -> Vec<Block> {
    let Some(strength) = &player.strength else { return Vec::new() };
    let (n, second) = (m.numbers(), player.depth_aware.as_ref());
    let lag = strength.lag_by.map_or_else(
        || m.text(Key::ExpectedNoLag),
        |by| {
            let values = [("points", n.signed(strength.lag, 0)), ("reason", m.label("lag", &by.evidence))];
            m.with(Key::ExpectedLag, values)
        },
    );
    let signed = |points: f64| n.signed(points, 0);
    let values = [
        ("level", signed(strength.level)),
        ("date", signed(strength.trend)),
        ("lag", lag),
        ("sd", n.decimal(strength.sd, 0)),
    ];
    let mut sentences = Vec::new();
    let mut blocks = vec![part(m, Key::ExpectedHeading), filled(m, Key::ExpectedText, values)];
    blocks.extend(strength.conditions.map(|points| {
        let values = [("points", signed(points))];
        filled(m, Key::ExpectedConditions, values)
    }));
    let fields = [strength.field, second.and_then(|second| second.field)];
    if fields.iter().any(Option::is_some) {
        let columns = [(Key::FieldMeasure, false), (Key::PagesOfRecord, true), (Key::PagesBeside, true)];
        let mut both = table(m, Key::ExpectedHeading, columns);
        let correction = |field: FieldEntry| {
            let values = [("value", n.signed(field.points, 0)), ("error", n.decimal(field.sd, 0))];
            m.with(Key::CertificateValueError, values)
        };
        let corrections = fields.map(|field| field.map_or_else(|| n.missing(), correction));
        let alone = [player.alone_z, second.and_then(|second| second.alone_z)];
        let with_field = [player.field_z, second.and_then(|second| second.field_z)];
        both.numbers(m.text(Key::ExpectedOthers), fields.map(|field| n.whole(field.map(|f| f.players))));
        both.numbers(m.text(Key::ExpectedCorrection), corrections);
        both.numbers(m.text(Key::ExpectedAlone), alone.map(|z| n.z(z)));
        both.numbers(m.text(Key::ExpectedField), with_field.map(|z| n.z(z)));
        blocks.push(both.into());
        sentences.push(m.text(Key::ExpectedLeads));
    }
    sentences.extend(player.once_in.map(|once| m.with(Key::ExpectedOnce, [("odds", words::odds(m, once))])));
    blocks.push(Block::Text { text: sentences.join(" ") });
    blocks
}

/// The primary model and the depth-aware one, line by line; of the latter nothing where there is none.
pub(crate) fn both_models(m: &Messages, player: &PlayerResult) -> Table {
    let (n, second) = (m.numbers(), player.depth_aware.as_ref());
    let columns = [(Key::FieldMeasure, false), (Key::PagesOfRecord, true), (Key::PagesBeside, true)];
    let mut models = table(m, Key::PagesReadings, columns);
    models.numbers(m.text(Key::ColumnZ), [player.overall_z, second.map(|s| s.overall_z)].map(|z| n.z(z)));
    models.numbers(m.text(Key::ColumnIndex), [player.roi, second.map(|s| s.roi)].map(|index| n.index(index)));
    let tests = || TESTS.iter().map(|t| (t, (t.result)(&player.tests), second.map(|s| (t.second)(&s.tests))));
    for (test, own, other) in tests() {
        let z = [own.z_adjusted, other.map(|other| other.z_adjusted)];
        models.numbers(m.text(test.z_name), z.map(|z| n.z(z)));
    }
    for (test, own, other) in tests() {
        let name = format!("{}, {}", m.text(test.name), m.text(Key::PlayerProjected));
        let means = [own.expected, other.map(|other| other.expected)];
        models.numbers(name, means.map(|mean| test.unit.show(n, mean)));
    }
    let score = n.z(second.map(|second| second.efficient_score_z));
    models.numbers(m.text(Key::PagesEfficient), [n.missing(), score]);
    if let Some(z) = second.and_then(|second| second.rating_free_z) {
        models.numbers(m.text(Key::PagesRatingFree), [n.missing(), n.z(Some(z))]);
    }
    models
}

/// The player under every rating on hand, where they differ.
pub(crate) fn ratings(m: &Messages, player: &PlayerResult) -> Vec<Block> {
    let differ = player.ratings.iter().any(|view| Some(view.rating) != player.rating);
    if !differ || player.ratings.iter().all(|view| view.overall_z.is_none()) {
        return Vec::new();
    }
    under_ratings(m, player, Key::PlayerOverall).into()
}

/// The result under every rating on hand.
pub(crate) fn under_ratings(m: &Messages, player: &PlayerResult, z: Key) -> [Block; 3] {
    let n = m.numbers();
    let views = listed(m, &player.ratings)
        .words(Key::RatingsBasis, |view| m.label("basis", &view.basis))
        .figures(Key::RatingsRating, |view| view.rating.to_string())
        .figures(z, |view| n.z(view.overall_z))
        .figures(Key::ColumnIndex, |view| n.index(view.roi));
    [part(m, Key::PlayerRatings), text(m, Key::PlayerRatingsNote), views.block(Key::PlayerRatings)]
}
