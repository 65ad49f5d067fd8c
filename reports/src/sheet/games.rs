//! Games on the sheet: a strip of letters as plain text, and the moves as JSON that the script turns into tables. Every text in
//! the JSON is already formatted, so that the script knows nothing of numbers or languages.

use analyzer::depth_aware::Reason;
use analyzer::screening::{GameTrace, LineTrace, MoveClass, MoveTrace, Screening};
use serde_json::{Value, json};

use crate::ReportError;
use crate::date::date;
use crate::document::{Block, part, text};
use crate::escape::visible;
use crate::messages::{Key, Messages};
use crate::print::markup::Markup;
use crate::words::CLASSES;

/// Meaning of the letters, with how the values are read.
pub(crate) fn legend(m: &Messages, second: bool) -> Vec<Block> {
    let letters = Block::Screen { markup: letters(m, |_| true) };
    let mut blocks = vec![part(m, Key::ClassHeading), letters, text(m, Key::TraceNote)];
    blocks.extend(second.then(|| text(m, Key::TraceNoteSecond)));
    blocks
}

/// The letters that are shown, each with its meaning.
pub(crate) fn letters(m: &Messages, shown: impl Fn(MoveClass) -> bool) -> Markup {
    let mut letters = Markup::default();
    letters.open("ul", &[("class", "letters")]);
    for class in CLASSES.into_iter().filter(|class| shown(*class)) {
        let letter = class.letter().to_string();
        letters.open("li", &[]).el("span", &[("class", "c"), ("data-c", &letter)], &letter);
        letters.raw(" ").text(&m.label("class", &class)).close("li");
    }
    letters.close("ul");
    letters
}

/// Round as the games write it, or that there is none.
pub(crate) fn round(m: &Messages, round: &str) -> String {
    match round.trim() {
        "" | "?" | "-" => m.text(Key::GameRoundNone),
        round => m.with(Key::GameRound, [("round", round)]),
    }
}

pub(crate) fn source(m: &Messages, game: &GameTrace) -> String {
    let values = [
        ("date", date(m.language(), &game.date)),
        ("number", game.number.to_string()),
        ("input", game.input.clone()),
        ("sha256", game.sha256.clone()),
    ];
    m.with(Key::GameSource, values)
}

/// Whether any move is explained by the second model.
pub(crate) fn has_second(games: &[GameTrace]) -> bool {
    let mut scored = games.iter().flat_map(|g| &g.moves).filter_map(|m| m.scored.as_ref());
    scored.any(|scored| scored.second.is_some())
}

/// The games of one player, in the order of the document.
pub(crate) fn list(
    m: &Messages,
    s: &Screening,
    player: usize,
    own: &[usize],
    games: &[GameTrace],
) -> Vec<Block> {
    let mut blocks = vec![part(m, Key::PlayerGameList)];
    if own.is_empty() {
        blocks.push(text(m, Key::PlayerNoGames));
    }
    let own = own.iter().filter_map(|&number| Some((number, games.get(number)?)));
    let games = own.map(|(number, game)| unfolding(m, s, player, number, game));
    blocks.extend(games.map(|markup| Block::Screen { markup }));
    blocks
}

/// A game that the script unfolds to its moves.
fn unfolding(m: &Messages, s: &Screening, player: usize, number: usize, game: &GameTrace) -> Markup {
    let (key, other, side) = if game.white == player {
        (Key::GameAsWhite, game.black, "w")
    } else {
        (Key::GameAsBlack, game.white, "b")
    };
    let other = s.players.get(other).map_or("", |other| &other.name);
    let against = m.with(key, [("name", other)]);
    let mut page = Markup::default();
    page.open("div", &[("class", "game")]);
    page.open("details", &[("data-game", &number.to_string()), ("data-side", side)]).open("summary", &[]);
    page.text(&round(m, &game.round)).raw(" · ").el("bdi", &[], &against);
    page.raw(" · ").text(game.result).close("summary");
    page.el("p", &[("class", "hint")], &source(m, game)).close("details");
    page.open("dl", &[("class", "strip")]);
    for (key, first) in [(Key::GameWhite, 0), (Key::GameBlack, 1)] {
        let letters: String =
            game.moves.iter().skip(first).step_by(2).map(|ply| ply.class.letter()).collect();
        page.el("dt", &[], &m.text(key)).el("dd", &[], &letters);
    }
    page.close("dl").close("div");
    page
}

/// The words the script needs, and every game's moves: one script element each, so that a game is parsed only when it is
/// unfolded.
pub(crate) fn data(m: &Messages, games: &[GameTrace]) -> Result<Markup, ReportError> {
    let mut columns = vec![
        Key::TraceNumber,
        Key::TraceMove,
        Key::TraceClass,
        Key::TraceBest,
        Key::TraceBefore,
        Key::TraceAfter,
        Key::TraceDifference,
        Key::TraceProbability,
    ];
    if has_second(games) {
        columns.extend([Key::TracePlayedSecond, Key::TraceReason]);
    }
    let classes: serde_json::Map<String, Value> =
        CLASSES.iter().map(|class| (class.letter().to_string(), m.label("class", class).into())).collect();
    let labels = json!({
        "columns": columns.into_iter().map(|key| m.text(key)).collect::<Vec<_>>(),
        "classes": classes,
        "shown": m.with(Key::FilterShown, [("shown", "%1"), ("total", "%2")]),
    });
    let mut page = Markup::default();
    page.json("labels", &serde_json::to_string(&labels)?);
    for (number, game) in games.iter().enumerate() {
        let rows: Vec<Vec<String>> = game.moves.iter().map(|ply| row(m, ply)).collect();
        page.json(&format!("g{number}"), &serde_json::to_string(&rows)?);
    }
    Ok(page)
}

/// Move, letter, best move, value before, value after, scaled difference, probability, and from the second model the
/// probability of the move played with the strongest reason; missing texts at the end are left away.
fn row(m: &Messages, ply: &MoveTrace) -> Vec<String> {
    let n = m.numbers();
    let best = ply.lines.first();
    let value = |line: Option<&LineTrace>| line.map(|line| n.pawns(line.cp, line.mate)).unwrap_or_default();
    let scored = ply.scored.as_ref();
    let mut row = vec![
        visible(&ply.san),
        ply.class.letter().to_string(),
        best.filter(|line| line.san != ply.san).map(|line| visible(&line.san)).unwrap_or_default(),
        value(best),
        value(ply.played_value.as_ref()),
        scored.map(|scored| n.decimal(scored.delta, 2)).unwrap_or_default(),
        scored.and_then(|scored| scored.p_first).map(|p| n.percent(p)).unwrap_or_default(),
    ];
    if let Some(second) = scored.and_then(|scored| scored.second) {
        row.push(second.p_played.map(|p| n.percent(p)).unwrap_or_default());
        row.push(second.reason.map(|reason| because(m, reason)).unwrap_or_default());
    }
    while row.last().is_some_and(String::is_empty) {
        row.pop();
    }
    row
}

/// A theme with what it adds, in nats.
pub(crate) fn because(m: &Messages, reason: Reason) -> String {
    format!("{} {}", m.numbers().z(reason.nats), m.label("theme", &reason.theme))
}
