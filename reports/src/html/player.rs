//! The part of each player: tests, opponents, accounting, games.

use analyzer::screening::{GameTrace, PlayerResult, Projected, Screening, TestResult};

use super::{aside, markup::Markup, table, trace};
use crate::{
    ReportError, conditions,
    messages::{Arg, Key, Messages},
    number::Numbers,
    order::{Census, by_index, sides},
};

/// Every player's part, in the order of the table.
pub(crate) fn all(
    page: &mut Markup,
    m: &Messages,
    s: &Screening,
    games: &[GameTrace],
) -> Result<(), ReportError> {
    let mut of_player = vec![Vec::new(); s.players.len()];
    for (number, game) in games.iter().enumerate() {
        sides(s, game)?;
        of_player[game.white].push(number);
        if game.black != game.white {
            of_player[game.black].push(number);
        }
    }
    page.open("section", &[("id", "parts")]).el("h2", &[], &m.text(Key::PlayersHeading));
    page.open("noscript", &[]).el("p", &[("class", "note")], &m.text(Key::PlayersNoscript)).close("noscript");
    trace::legend(page, m, trace::has_second(games));
    page.open("p", &[("class", "tools"), ("id", "fold"), ("hidden", "")]);
    page.el("button", &[("type", "button"), ("id", "open-all")], &m.text(Key::PlayerOpenAll)).raw(" ");
    page.el("button", &[("type", "button"), ("id", "close-all")], &m.text(Key::PlayerCloseAll)).close("p");
    page.raw("\n");
    for index in by_index(s) {
        if let (Some(player), Some(own)) = (s.players.get(index), of_player.get(index)) {
            part(page, m, index, player);
            trace::list(page, m, s, index, own, games)?;
            page.open("p", &[]).el("a", &[("href", "#players")], &m.text(Key::PlayerBack)).close("p");
            page.close("div").close("details").raw("\n");
        }
    }
    page.close("section").raw("\n");
    Ok(())
}

/// Everything of the part that stands before the games; leaves the part open.
fn part(page: &mut Markup, m: &Messages, index: usize, player: &PlayerResult) {
    let id = format!("p{index}");
    page.open("details", &[("class", "player"), ("id", &id)]).open("summary", &[]);
    page.open("span", &[("class", "who")]).el("bdi", &[], &player.name).close("span").raw(" ");
    if player.roi.is_some() {
        index_words(page, m, player);
    }
    table::reading(page, m, player.reading);
    page.close("summary").raw("\n").open("div", &[("class", "part")]);
    facts(page, m, player);
    page.el("h3", &[], &m.text(Key::PlayerTests));
    tests(page, m, player);
    opponents(page, m, player);
    if let Some(reading) = &player.depth_aware {
        let n = m.numbers();
        let t = &reading.tests;
        let z = [
            reading.overall_z,
            reading.efficient_score_z,
            t.mm.z_adjusted,
            t.ev.z_adjusted,
            t.asd.z_adjusted,
        ];
        let [z, score, mm, ev, asd] = z.map(|z| n.z(Some(z)));
        let roi = n.decimal(Some(reading.roi), 1);
        let text = m.with(
            Key::PlayerDepthAware,
            &[
                ("z", Arg::Text(&z)),
                ("roi", Arg::Text(&roi)),
                ("score", Arg::Text(&score)),
                ("mm", Arg::Text(&mm)),
                ("ev", Arg::Text(&ev)),
                ("asd", Arg::Text(&asd)),
            ],
        );
        page.el("p", &[], &text);
    }
    ratings(page, m, player);
    page.el("h3", &[], &m.text(Key::PlayerExcluded));
    aside::accounting(page, m, &Census::of([player]));
}

/// The index in words.
pub(crate) fn index_words(page: &mut Markup, m: &Messages, player: &PlayerResult) {
    let shown = m.numbers().index(player.roi);
    let text = m.with(Key::PlayerIndex, &[("index", Arg::Text(&shown))]);
    page.el("span", &[("class", "index")], &text).raw(" ");
}

/// How many decisions of the opponents there are, and how strong they are.
pub(crate) fn opponents(page: &mut Markup, m: &Messages, player: &PlayerResult) {
    let rating = m.numbers().decimal(player.opponents.mean_rating, 0);
    let opponents = m.with(
        Key::PlayerOverallOpponents,
        &[("decisions", Arg::Count(u64::from(player.opponents.scored))), ("rating", Arg::Text(&rating))],
    );
    page.el("p", &[], &opponents);
}

/// Rating, FIDE number, games and decisions in one line.
pub(crate) fn facts(page: &mut Markup, m: &Messages, player: &PlayerResult) {
    let mut facts = Vec::new();
    match player.rating {
        Some(rating) => {
            let rating = m.with(Key::PlayerRating, &[("rating", Arg::Text(&rating.to_string()))]);
            facts.push(format!("{rating} ({})", conditions::of_rating(m, player)));
        }
        None => facts.push(m.text(Key::PlayerUnrated)),
    }
    if let Some(fide) = player.fide_id {
        facts.push(m.with(Key::PlayerFide, &[("fide", Arg::Text(&fide.to_string()))]));
    }
    facts.push(m.with(Key::PlayerGames, &[("games", Arg::Count(u64::from(player.games)))]));
    facts.push(m.with(Key::PlayerDecisions, &[("decisions", Arg::Count(u64::from(player.scored)))]));
    if player.known_plies.is_some() {
        let plies = m.numbers().decimal(player.known_plies, 1);
        facts.push(m.with(Key::PlayerKnownPlies, &[("plies", Arg::Text(&plies))]));
    }
    page.el("p", &[("class", "who-line")], &facts.join(" · "));
}

/// The player under every rating on hand, where they differ.
pub(crate) fn ratings(page: &mut Markup, m: &Messages, player: &PlayerResult) {
    let differ = player.ratings.iter().any(|view| Some(view.rating) != player.rating);
    if !differ || player.ratings.iter().all(|view| view.overall_z.is_none()) {
        return;
    }
    let heading = m.text(Key::PlayerRatings);
    page.el("h3", &[], &heading).el("p", &[], &m.text(Key::PlayerRatingsNote));
    page.open_table(&heading, "small").head(&[
        (m.text(Key::RatingsBasis), false),
        (m.text(Key::RatingsRating), true),
        (m.text(Key::PlayerOverall), true),
        (m.text(Key::ColumnIndex), true),
    ]);
    page.open("tbody", &[]);
    for view in &player.ratings {
        let name = m.text(conditions::basis(view.basis));
        page.open("tr", &[]).el("th", &[("scope", "row")], &name);
        let n = m.numbers();
        for cell in [view.rating.to_string(), n.z(view.overall_z), n.index(view.roi)] {
            page.el("td", &[("class", "n")], &cell);
        }
        page.close("tr");
    }
    page.close_table();
}

/// How a test's mean is printed.
#[derive(Clone, Copy)]
enum Unit {
    Percent,
    ScaledPawns,
    Centipawns,
}

impl Unit {
    fn show(self, n: Numbers, value: Option<f64>) -> String {
        match self {
            Self::Percent => n.percent(value),
            Self::ScaledPawns => n.decimal(value, 3),
            Self::Centipawns => n.decimal(value, 1),
        }
    }
}

/// The three tests of the player and of the opponents.
pub(crate) fn tests(page: &mut Markup, m: &Messages, player: &PlayerResult) {
    let n = m.numbers();
    let opponents = &player.opponents;
    page.open_table(&m.text(Key::PlayerTests), "small tests").open("thead", &[]).open("tr", &[]);
    page.el("th", &[("scope", "col"), ("rowspan", "2"), ("class", "t")], &m.text(Key::PlayerTest));
    for key in [Key::PlayerSelf, Key::PlayerOpponents] {
        page.el("th", &[("scope", "colgroup"), ("colspan", "5"), ("class", "group")], &m.text(key));
    }
    page.close("tr").open("tr", &[]);
    let figures =
        [Key::PlayerSeen, Key::PlayerProjected, Key::PlayerZ, Key::PlayerTailZ, Key::PlayerZAdjusted];
    for key in figures.iter().chain(&figures) {
        page.el("th", &[("scope", "col"), ("class", "n")], &m.text(*key));
    }
    page.close("tr").close("thead").open("tbody", &[]);
    let rows = [
        (Key::TestMm, Unit::Percent, &player.tests.mm, &opponents.tests.mm),
        (Key::TestEv, Unit::Percent, &player.tests.ev, &opponents.tests.ev),
        (Key::TestAsd, Unit::ScaledPawns, &player.tests.asd, &opponents.tests.asd),
    ];
    for (key, unit, own, theirs) in rows {
        page.open("tr", &[]).el("th", &[("scope", "row")], &m.text(key));
        result(page, n, unit, own);
        result(page, n, unit, theirs);
        page.close("tr");
    }
    page.open("tr", &[("class", "total")]).el("th", &[("scope", "row")], &m.text(Key::PlayerOverall));
    for (z, index) in [(player.overall_z, player.roi), (opponents.overall_z, opponents.roi)] {
        page.el("td", &[("class", "n"), ("colspan", "3")], "");
        page.el("td", &[("class", "n")], &n.z(z)).el("td", &[("class", "n")], &n.index(index));
    }
    page.close("tr");
    for (key, unit, figure) in [
        (Key::PlayerT3, Unit::Percent, &player.also.t3),
        (Key::PlayerError, Unit::Centipawns, &player.also.mean_error_cp),
    ] {
        descriptive(page, m, key, unit, figure);
    }
    page.close_table();
}

fn result(page: &mut Markup, n: Numbers, unit: Unit, test: &TestResult) {
    let cells = [
        unit.show(n, test.observed),
        unit.show(n, test.expected),
        n.z(test.z),
        n.z(test.tail_z),
        n.z(test.z_adjusted),
    ];
    for cell in cells {
        page.el("td", &[("class", "n")], &cell);
    }
}

fn descriptive(page: &mut Markup, m: &Messages, name: Key, unit: Unit, figure: &Projected) {
    let n = m.numbers();
    page.open("tr", &[]).el("th", &[("scope", "row")], &m.text(name));
    page.el("td", &[("class", "n")], &unit.show(n, figure.observed));
    page.el("td", &[("class", "n")], &unit.show(n, figure.expected));
    page.el("td", &[("class", "n"), ("colspan", "8")], "").close("tr");
}
