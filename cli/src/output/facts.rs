//! The JSON of a command as text for a terminal: sentences, facts and tables. Names and tokens are shown with their
//! steering characters as codes.
//!
//! A field is a path into the JSON, such as `list/name`; `heading=field` gives it another heading, in which `-` is a
//! space. `~` marks a word of machine output.

use comfy_table::{Table, presets};
use reports::visible;
use serde::Serialize;
use serde_json::Value;

/// Lines of a list that are shown without `--all`.
const MAX_SHOWN: usize = 20;

/// A text under way.
pub(crate) struct Page {
    lines: Vec<String>,
    /// Show whole lists, not only their first lines.
    all: bool,
}

impl Page {
    pub(crate) fn new(all: bool) -> Self {
        Self { lines: Vec::new(), all }
    }

    pub(crate) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub(crate) fn finish(mut self) -> String {
        self.line("");
        self.lines.join("\n")
    }

    pub(crate) fn shown<'a, T>(&self, items: &'a [T]) -> &'a [T] {
        if self.all { items } else { &items[..items.len().min(MAX_SHOWN)] }
    }

    /// An empty line, unless there is one already.
    pub(crate) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// A heading with the number, the lines, and how many more there are; nothing without lines. `whole` is the number of which
    /// `listed` are in the JSON, and of those the lines are the ones [`shown`](Self::shown).
    pub(crate) fn list(&mut self, heading: &str, lines: &[String], listed: usize, whole: u64) {
        if lines.is_empty() {
            return;
        }
        self.blank();
        self.lines.push(format!("{heading} ({whole})"));
        self.lines.extend(lines.iter().map(|line| format!("  {line}")));
        let shown = if self.all { listed } else { listed.min(MAX_SHOWN) } as u64;
        let more = whole.saturating_sub(shown);
        let known = listed as u64;
        let which = match (self.all, whole > known) {
            (true, _) => "which are only counted".to_owned(),
            (false, true) => format!("--all shows the first {known}"),
            (false, false) => "--all shows them".to_owned(),
        };
        if more > 0 {
            let mark = if self.all { "," } else { ";" };
            self.lines.push(format!("  and {more} more{mark} {which}"));
        }
        self.lines.push(String::new());
    }
}

/// The fields of an object that say something, one to the line.
pub(crate) fn facts(object: &impl Serialize, fields: &str) -> Result<String, serde_json::Error> {
    let object = serde_json::to_value(object)?;
    let facts = fields.split(' ').map(column).map(|(heading, field)| (heading, text(&object, field)));
    let facts = facts.filter(|(_, text)| !matches!(text.as_str(), "" | "0"));
    Ok(facts.map(|(heading, text)| format!("{:<24}{text}\n", words(heading))).collect())
}

/// A sentence with its `{fields}` filled in, if the first of them says something; of `{?field}` nothing is printed.
pub(crate) fn sentence(part: &Value, template: &str) -> Option<String> {
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

/// The lines of a table, without the columns that say nothing; none if the first column says nothing.
pub(crate) fn table(rows: &[Value], columns: &str) -> Vec<String> {
    let says = |field: &str| rows.iter().any(|row| !text(row, field).is_empty());
    let columns: Vec<(&str, &str)> = columns.split(' ').map(column).collect();
    if !columns.first().is_some_and(|(_, field)| says(field)) {
        return Vec::new();
    }
    let columns: Vec<(&str, &str)> = columns.into_iter().filter(|(_, field)| says(field)).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(columns.iter().map(|(heading, _)| words(heading)));
    table.add_rows(
        rows.iter().map(|row| columns.iter().map(|(_, field)| text(row, field)).collect::<Vec<_>>()),
    );
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}

fn column(column: &str) -> (&str, &str) {
    column.split_once('=').unwrap_or((column, column))
}

pub(crate) fn words(key: &str) -> String {
    key.trim_end_matches('~').replace(['-', '_'], " ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_say_how_many_are_hidden() {
        let items: Vec<Value> = (0..30).map(|n| serde_json::json!({ "games": n, "class": null })).collect();
        let printed = |all, whole| {
            let mut page = Page::new(all);
            page.list("Things", &table(page.shown(&items), "of-all=games class"), items.len(), whole);
            page.lines.join("\n")
        };
        // The list in the JSON is shorter than what was counted.
        assert!(printed(false, 2_102).starts_with("Things (2102)\n"));
        assert!(printed(false, 2_102).ends_with("  19\n  and 2082 more; --all shows the first 30\n"));
        assert!(printed(true, 2_102).ends_with("  29\n  and 2072 more, which are only counted\n"));
        assert!(printed(false, 30).starts_with("Things (30)\n   of all\n   0\n"), "{}", printed(false, 30));
        assert!(printed(false, 30).ends_with("  19\n  and 10 more; --all shows them\n"));
        assert!(printed(true, 30).ends_with("  29\n"));
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
        assert_eq!(
            facts(&part, "none who-is-it=pair/name zero").expect("JSON"),
            format!("{:<24}x\n", "who is it")
        );
    }
}
