//! An inspection for the terminal: sentences and tables filled in from its JSON. Names and tokens are shown with their
//! steering characters as codes.

use std::path::PathBuf;

use comfy_table::{Table, presets};
use datasets::inspection::{Inspection, Mode, QuarantinedGame, Step};
use reports::visible;
use serde_json::Value;

/// Lines of a list that are shown without `--all`.
const MAX_SHOWN: usize = 20;

/// Sentences and tables in the order shown, each with its place in the JSON.
///
/// A sentence is shown if its first `{field}` says something; of `{?field}` nothing is printed. A
/// table has a title and its columns, `field` or `heading=field`; a column that says nothing is left out, and so is a
/// table whose first column says nothing. `~` marks a word of machine output.
const PARTS: &str = "\
| Not looked at: {unchecked~}.
/inputs | Files: name bytes sha256
/games | Unscored: {unscored_by_reason~}.
/games | Quarantined: {quarantined_by_reason~}.
/copies | Exact copies of another game: {exact}.
/reading | Encoding of the tags: {encodings}.
/reading | Letters of the pieces: {alphabets~}.
/reading | How moves and tags are written: {notes~}.
/reading | Games from a position of Chess960: {chess960}.
/events/listed | Events: games unscored name each-game-its-own-tag=own_tags first_day last_day rounds players mean_rating
/time_controls/controls | Time controls: games tag=written meaning=means not-understood=refused class by=evidence~ word but-the-name-says=contradicted_by/class or-else=doubt/other class=doubt/other_class decided-by=doubt/rule~
/time_controls | Games with further time controls: {further_games}.
/time_controls | Time classes: {classes}.
/time_controls | Special conditions: {conditions}.
/clocks | Games without clocks: {without}.
/clocks | In {explained} of {with} games with clocks the time of each move is known.
/clocks | In {settled_by_clocks} of them the clocks show which of two time controls was meant.
/clocks | Games whose clocks fit only the less likely one: {settled_otherwise}.
/clocks | Why not in the others: {refused~}.
/clocks | Games with clocks that do not read as a time: {unreadable}.
/platforms | Online: platform games ratings with-changes=with_changes
/people | People: {count}, {with_fide_id} of them with a FIDE number, {unrated} without a rating in the tags.
/people | Names like those on playing sites: {handles}.
/people | Alias table: {aliases}.
/people/players | Players: name title FIDE-number=fide_id rating on-the-list=list/rating difference games moves-to-score=moves_to_score name-on-the-list=list/name
/people/several_ratings | Players with several ratings in the tags, and in how many games: name FIDE-number=fide_id ratings
/people/suggestions | Pairs of names that may be one person: score one=a other=b why=reasons~
/people | There are too many names to compare all pairs{?suggestions_incomplete}: some may be missing.
/people/findings | Names and FIDE numbers that do not fit: finding=kind~ FIDE-number=fide_id names name FIDE-numbers=fide_ids
/completeness/rounds | Rounds: round games to-score=scored
/completeness | Games that do not say their round: {without_round}.
/completeness | It looks like a round robin. Games of each pair: {round_robin}.
/completeness/unmet | Pairs of the round robin with games missing: one=a other=b games
/completeness/few_games | Players with few games: name games
/completeness | Players who may reach the {gate} decisions that an index needs: {may_have_an_index}.
/completeness | Rated players with too few moves for an index: {too_few_moves}.
/completeness | Players without a rating, who get no index: {without_rating}.
/ratings | {?no_list}No rating list ({class}) is stored that was valid on the first day, {first_day}.
/ratings | {?listed}Players on the rating list of the first day, {first_day}: {listed} ({lists}).
/ratings | Players with the list's rating in the tags: {agreeing}.
/ratings | Players with another rating in the tags than on the list: {differing}.
/ratings | Players without a rating from a list: {passed_over~}.
/report | Tournament report {name}: {players} players.
/report/inconsistencies | Contradictions within the report: text round line=place/line
/report/check/games | {compared} of {all} games are compared with a pairing of the report.
/report/check/pairings | {compared} of {all} pairings of the report are compared with a game.
/report/check/findings | Differences between games and report: kind~ round players games=pgn report=trf
/book | Opening book {digest}, {plies} plies of each game.
/book | The median game leaves the book with ply {median}.
/book/games | Where games left the book: file=input game ply";

/// The whole text. `files` is what the user typed; with `all` no list is cut.
///
/// # Errors
/// The inspection does not serialise.
pub(super) fn inspection(
    found: &Inspection,
    files: &[PathBuf],
    all: bool,
) -> Result<String, serde_json::Error> {
    let mut page = Page { lines: Vec::new(), all };
    let games = &found.games;
    page.lines.push(format!(
        "{} found = {} to score + {} unscored + {} quarantined",
        games.found, games.games, games.unscored, games.quarantined
    ));
    page.lines.push(match found.mode {
        Mode::Event => "Read as one event.".to_owned(),
        Mode::Summary => "Read as a collection of events.".to_owned(),
        Mode::Tags => "Read as a collection of events, and of the games nothing but their tags.".to_owned(),
    });
    let heading = "Quarantined: could not be read as written, and nothing of them is used";
    let lines: Vec<String> = page.shown(&found.quarantine).iter().map(broken).collect();
    page.list(heading, &lines, games.quarantined);
    let value = serde_json::to_value(found)?;
    for (path, template) in PARTS.lines().filter_map(|line| line.split_once("| ")) {
        match (value.pointer(path.trim_end()), template.split_once(": ")) {
            (Some(Value::Array(items)), Some((title, columns))) => {
                page.list(title, &table(page.shown(items), columns), items.len() as u64);
            }
            (Some(part @ Value::Object(_)), _) => page.lines.extend(sentence(part, template)),
            _ => {}
        }
    }
    // A list of many files would hide the sentence around it.
    let typed: Vec<String> = files.iter().map(|path| visible(&path.to_string_lossy())).collect();
    let typed = if files.len() <= 3 { typed.join(" ") } else { "FILES".to_owned() };
    page.blank();
    page.lines.push("What to do next".to_owned());
    for (step, place) in found.next.iter().zip(1..) {
        page.lines.push(format!("  {place}. {}", next_step(*step, &typed)));
    }
    page.lines.push(String::new());
    Ok(page.lines.join("\n"))
}

struct Page {
    lines: Vec<String>,
    all: bool,
}

impl Page {
    fn shown<'a, T>(&self, items: &'a [T]) -> &'a [T] {
        if self.all { items } else { &items[..items.len().min(MAX_SHOWN)] }
    }

    /// An empty line, unless there is one already.
    fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// A heading with the number, the lines, and how many more there are; nothing without lines.
    fn list(&mut self, heading: &str, lines: &[String], total: u64) {
        if lines.is_empty() {
            return;
        }
        self.blank();
        self.lines.push(format!("{heading} ({total})"));
        self.lines.extend(lines.iter().map(|line| format!("  {line}")));
        if !self.all && total > MAX_SHOWN as u64 {
            self.lines.push(format!("  and {} more; --all shows them", total - MAX_SHOWN as u64));
        }
        self.lines.push(String::new());
    }
}

/// The sentence with its fields filled in, if the first of them says something.
fn sentence(part: &Value, template: &str) -> Option<String> {
    let mut pieces = template.split(['{', '}']);
    let mut sentence = pieces.next()?.to_owned();
    for at in 0.. {
        let Some(field) = pieces.next() else { break };
        let said = text(part, field.trim_start_matches('?'));
        if at == 0 && matches!(said.as_str(), "" | "0") {
            return None;
        }
        if !field.starts_with('?') {
            sentence.push_str(&said);
        }
        sentence.push_str(pieces.next().unwrap_or_default());
    }
    Some(sentence)
}

/// The lines of a table; see [`PARTS`].
fn table(rows: &[Value], columns: &str) -> Vec<String> {
    let says = |field: &str| rows.iter().any(|row| !text(row, field).is_empty());
    let columns = columns.split(' ').map(|column| column.split_once('=').unwrap_or((column, column)));
    let columns: Vec<(&str, &str)> = columns.collect();
    if !columns.first().is_some_and(|(_, field)| says(field)) {
        return Vec::new();
    }
    let columns: Vec<(&str, &str)> = columns.into_iter().filter(|(_, field)| says(field)).collect();
    let mut table = Table::new();
    let heading = |(heading, _): &(&str, &str)| heading.trim_end_matches('~').replace(['-', '_'], " ");
    table.load_style(presets::NOTHING).set_header(columns.iter().map(heading));
    table.add_rows(
        rows.iter().map(|row| columns.iter().map(|(_, field)| text(row, field)).collect::<Vec<_>>()),
    );
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// A field, given by its path, as text; empty if it says nothing.
fn text(part: &Value, field: &str) -> String {
    let word = field.strip_suffix('~');
    let text = part.pointer(&format!("/{}", word.unwrap_or(field))).map(plain).unwrap_or_default();
    if word.is_some() { text.replace('_', " ") } else { text }
}

fn plain(value: &Value) -> String {
    let joined = |values: Vec<&Value>| {
        let texts = values.into_iter().map(plain).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join(", ")
    };
    match value {
        Value::Null | Value::Bool(false) => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Number(number) if number.is_f64() => format!("{:.2}", number.as_f64().unwrap_or_default()),
        Value::Number(number) => number.to_string(),
        Value::String(text) => visible(text),
        Value::Array(values) => match values.as_slice() {
            // A rating and how many games have it.
            [Value::Number(rating), Value::Number(games)] => format!("{rating} in {games}"),
            _ => joined(values.iter().collect()),
        },
        // A kind and how many games are of it.
        Value::Object(fields) => match (fields.len(), fields.get("games"), fields.get("name")) {
            (2, Some(games), Some(Value::String(kind))) => format!("{games} {}", visible(kind)),
            _ => joined(fields.values().collect()),
        },
    }
}

fn broken(game: &QuarantinedGame) -> String {
    let token =
        if game.token.is_empty() { String::new() } else { format!(" at \"{}\"", visible(&game.token)) };
    // An arbiter looks for a move, not for a ply.
    let place = if game.ply == 0 {
        String::new()
    } else {
        let side = if game.ply.is_multiple_of(2) { "White" } else { "Black" };
        format!(", move {} of {side}", game.ply / 2 + 1)
    };
    let (input, reason) = (visible(&game.input), visible(&game.reason));
    format!("{input} game {} (byte {}){place}: {reason}{token}", game.game, game.offset)
}

/// A step as a sentence, with the number of cases behind it.
fn next_step(step: Step, files: &str) -> String {
    let (cases, text) = match step {
        Step::FixQuarantined(n) => {
            (n, "Correct the quarantined games at the source. Nothing of them is used until then.")
        }
        Step::ChooseEvent(n) => (
            n,
            "Look at one event: fairplay inspect FILES --event NAME. If all games are one event: --together.",
        ),
        Step::ReadMoves => (0, "Read the moves too: fairplay inspect FILES --summary."),
        Step::SettleNumbers(n) => (
            n,
            "Settle names and FIDE numbers that do not fit with the organiser: numbers decide who is who.",
        ),
        Step::ConfirmSpellings(n) => {
            (n, "Say whether likely pairs of names are one person each: fairplay people suggest FILES.")
        }
        Step::SettleReport(n) => {
            (n, "Go through the differences between games and report: fairplay trf check shows both places.")
        }
        Step::AddRatingList => {
            (0, "Add the rating list of the event's first day: fairplay ratings add FILE.")
        }
        Step::CompareRatings(n) => {
            (n, "Compare the ratings that differ with the list: the index depends on the rating.")
        }
        Step::FindRatings(n) => {
            (n, "Find the ratings of players who have none: without one there is no index.")
        }
        Step::SettleTimeClass(n) => {
            (n, "Find out the time control of games whose tag and name say different things.")
        }
        Step::NotStandard(n) => {
            (n, "Some games are not of standard time control: parameters for that do not exist yet.")
        }
        Step::NothingToScore => (0, "There is nothing to screen: no game has moves that can be scored."),
        Step::Screen => (0, "Screen the event: fairplay screen FILES."),
    };
    let cases = if cases > 0 { format!(" ({cases})") } else { String::new() };
    format!("{}{cases}", text.replace("FILES", files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_say_how_many_are_hidden() {
        let items: Vec<Value> = (0..30).map(|n| serde_json::json!({ "games": n, "class": null })).collect();
        let printed = |all| {
            let mut page = Page { lines: Vec::new(), all };
            page.list("Things", &table(page.shown(&items), "of-all=games class"), 30);
            page.lines.join("\n")
        };
        assert!(printed(false).starts_with("Things (30)\n   of all\n   0\n"), "{}", printed(false));
        assert!(printed(false).ends_with("  19\n  and 10 more; --all shows them\n"));
        assert!(printed(true).ends_with("  29\n"));
        assert!(table(&items, "class games").is_empty(), "the first column says nothing");
    }

    #[test]
    fn sentences_and_values_are_plain_and_harmless() {
        let part = serde_json::json!({
            "kinds": [{ "games": 2, "name": "no_moves" }, { "games": 1, "name": "bye" }],
            "name": "a_b\u{1b}", "none": null, "share": 0.956, "pair": { "id": null, "name": "x" }, "zero": 0,
            "ratings": [[2000, 3], [1990, 1]], "cut": true,
        });
        let fields = ["kinds~", "name", "none", "share", "pair/name", "pair", "ratings"];
        let shown = fields.map(|field| text(&part, field));
        let ratings = "2000 in 3, 1990 in 1";
        assert_eq!(shown, ["2 no moves, 1 bye", "a_b\\u{1b}", "", "0.96", "x", "x", ratings]);
        assert_eq!(sentence(&part, "Why: {kinds~}.").as_deref(), Some("Why: 2 no moves, 1 bye."));
        assert_eq!(sentence(&part, "Cut{?cut}: {zero} are left.").as_deref(), Some("Cut: 0 are left."));
        assert_eq!(sentence(&part, "{zero} of {share}."), None);
    }
}
