//! An inspection for the terminal: sums and next steps as sentences, the rest of the JSON as facts and tables.
//! Names and tokens are shown with their steering characters as codes.

use std::path::PathBuf;

use comfy_table::{Table, presets};
use datasets::inspection::{Inspection, QuarantinedGame, Step};
use reports::visible;
use serde_json::Value;

/// Lines of a list that are shown without `--all`.
const MAX_SHOWN: usize = 20;

/// The parts of the JSON in the order shown, with their fields. A list of objects becomes a table.
const PARTS: [(&str, &str); 23] = [
    ("", "mode unchecked"),
    ("/inputs", "name bytes sha256"),
    ("/games", "unscored_by_reason quarantined_by_reason"),
    ("/copies", "exact"),
    ("/reading", "encodings alphabets notes chess960"),
    ("/events/listed", "name own_tags first_day last_day rounds games unscored players mean_rating"),
    ("/time_controls/controls", "games written means refused class evidence word contradicted_by doubt"),
    ("/time_controls", "further_games classes conditions"),
    ("/clocks", "with without explained settled_by_clocks settled_otherwise unreadable refused"),
    ("/platforms", "platform games ratings with_changes"),
    ("/people", "count with_fide_id unrated handles aliases suggestions_incomplete"),
    ("/people/players", "fide_id title rating list/rating difference games moves_to_score name list/name"),
    ("/people/several_ratings", "name fide_id ratings"),
    ("/people/suggestions", "score a b reasons"),
    ("/people/findings", "kind fide_id names name fide_ids"),
    ("/completeness/rounds", "round games scored"),
    ("/completeness/unmet", "a b games"),
    ("/completeness/few_games", "name games"),
    ("/completeness", "without_round round_robin gate may_have_an_index too_few_moves without_rating"),
    ("/ratings", "first_day class no_list lists listed agreeing differing passed_over"),
    ("/report", "name players inconsistencies check/games check/pairings"),
    ("/report/check/findings", "kind round players pgn trf"),
    ("/book", "digest plies median"),
];

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
    let heading = "quarantined: could not be read as written, and nothing of them is used";
    let lines: Vec<String> = page.shown(&found.quarantine).iter().map(broken).collect();
    page.list(heading, &lines, games.quarantined);
    let value = serde_json::to_value(found)?;
    for (path, fields) in PARTS {
        let title = path.trim_start_matches('/').replace('/', ", ").replace('_', " ");
        let fields: Vec<&str> = fields.split(' ').collect();
        match value.pointer(path) {
            Some(Value::Array(items)) => {
                page.list(&title, &table(page.shown(items), &fields), items.len() as u64);
            }
            Some(part @ Value::Object(_)) => page.facts(&title, part, &fields),
            _ => {}
        }
    }
    let files: Vec<String> = files.iter().map(|path| visible(&path.to_string_lossy())).collect();
    page.lines.push("\nwhat to do next".to_owned());
    for (step, place) in found.next.iter().zip(1..) {
        page.lines.push(format!("  {place}. {}", sentence(*step, &files.join(" "))));
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

    /// A heading with the number, the lines, and how many more there are; nothing for an empty list.
    fn list(&mut self, heading: &str, lines: &[String], total: u64) {
        if total == 0 {
            return;
        }
        self.lines.push(format!("\n{heading} ({total})"));
        self.lines.extend(lines.iter().map(|line| format!("  {line}")));
        if !self.all && total > MAX_SHOWN as u64 {
            self.lines.push(format!("  and {} more; --all shows them", total - MAX_SHOWN as u64));
        }
    }

    /// The fields of a part that say something, one to the line.
    fn facts(&mut self, title: &str, part: &Value, fields: &[&str]) {
        let facts: Vec<String> = fields
            .iter()
            .map(|field| (*field, text(part, field)))
            .filter(|(_, text)| !matches!(text.as_str(), "" | "0"))
            .map(|(field, text)| format!("  {:<24}{text}", name(field)))
            .collect();
        if !facts.is_empty() {
            self.lines.push(format!("\n{title}"));
            self.lines.extend(facts);
        }
    }
}

/// The lines of a table whose columns are fields. A column that says nothing is left out.
fn table(rows: &[Value], fields: &[&str]) -> Vec<String> {
    let filled: Vec<&&str> =
        fields.iter().filter(|field| rows.iter().any(|row| !text(row, field).is_empty())).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(filled.iter().map(|field| name(field)));
    table.add_rows(rows.iter().map(|row| filled.iter().map(|field| text(row, field)).collect::<Vec<_>>()));
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}

fn name(field: &str) -> String {
    field.replace(['_', '/'], " ")
}

/// A field, given by its path, as text; empty if it says nothing.
fn text(part: &Value, field: &str) -> String {
    part.pointer(&format!("/{field}")).map(plain).unwrap_or_default()
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
        Value::Array(values) => joined(values.iter().collect()),
        // A kind and how many games are of it.
        Value::Object(fields) => match (fields.len(), fields.get("games"), fields.get("name")) {
            (2, Some(games), Some(Value::String(kind))) => format!("{games} {}", visible(&name(kind))),
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
fn sentence(step: Step, files: &str) -> String {
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
            page.list("things", &table(page.shown(&items), &["class", "games"]), 30);
            page.lines.join("\n")
        };
        assert!(printed(false).starts_with("\nthings (30)\n   games\n   0\n"), "{}", printed(false));
        assert!(printed(false).ends_with("  19\n  and 10 more; --all shows them"));
        assert!(printed(true).ends_with("  29"));
    }

    #[test]
    fn values_are_plain_and_harmless() {
        let part = serde_json::json!({
            "kinds": [{ "games": 2, "name": "no_moves" }, { "games": 1, "name": "bye" }],
            "name": "a_b\u{1b}", "none": null, "share": 0.956, "pair": { "id": null, "name": "x" },
        });
        let shown = ["kinds", "name", "none", "share", "pair/name", "pair"].map(|field| text(&part, field));
        assert_eq!(shown, ["2 no moves, 1 bye", "a_b\\u{1b}", "", "0.96", "x", "x"]);
    }
}
