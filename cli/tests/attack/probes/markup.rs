//! Hostile text for every field, and what it must not become: elements, handlers, addresses that run, turned text, formulas.

use uci_pool::steers_display;

pub(super) const MARKUP: &str = "\"><script>alert(1)</script><x-evil onload=alert(2)>";
pub(super) const HANDLER: &str = "' onmouseover='alert(3)' x=\"y\" onfocus=\"alert(4)\" autofocus x='";
pub(super) const TEMPLATE: &str = "'><svg/onload=alert(5)><x-evil>{{7*7}}x-evil<%=7*7%>x-evil${7*7}x-evil";
pub(super) const ADDRESS: &str = "javascript:alert(6)//x-evil";
pub(super) const FORMULAS: [&str; 4] =
    ["=cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0", "+1+cmd|' /C calc'!A0", "-1+cmd|' /C calc'!A0"];
/// Only in files: forms refuse it.
pub(super) const TURNED: &str = "Ab\u{202e}cd\u{2066}x\u{1b}[31m";

/// Elements that no page of the program has.
const FOREIGN: [&str; 13] = [
    "script", "iframe", "object", "embed", "base", "img", "image", "style", "audio", "video", "math",
    "template", "x-evil",
];
/// Attributes that hold addresses.
const ADDRESSES: [&str; 7] = ["href", "src", "action", "formaction", "xlink:href", "data", "poster"];

pub(super) struct Element {
    pub(super) name: String,
    /// Names in lower case, values without references.
    pub(super) attributes: Vec<(String, String)>,
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A value with its references to characters replaced.
fn plain(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let number = after.strip_prefix('#').and_then(|after| after.split_once(';'));
        let code = number.and_then(|(digits, _)| match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        });
        if let Some((c, (_, behind))) = code.and_then(char::from_u32).zip(number) {
            text.push(c);
            rest = behind;
        } else {
            let named = [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("quot;", '"')];
            let found = named.iter().find_map(|(name, c)| Some((after.strip_prefix(name)?, *c)));
            let (behind, c) = found.unwrap_or((after, '&'));
            text.push(c);
            rest = behind;
        }
    }
    text + rest
}

/// The elements that begin in a page, as a browser finds them.
pub(super) fn elements(page: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        if !after.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let name_ends =
            after.find(|c: char| c.is_whitespace() || c == '/' || c == '>').unwrap_or(after.len());
        let mut element = Element { name: after[..name_ends].to_ascii_lowercase(), attributes: Vec::new() };
        rest = &after[name_ends..];
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') {
                break;
            }
            let ends = rest[1..]
                .find(|c: char| c.is_whitespace() || "=/>".contains(c))
                .map_or(rest.len(), |at| at + 1);
            let name = rest[..ends].to_ascii_lowercase();
            rest = rest[ends..].trim_start();
            let mut value = "";
            if let Some(after) = rest.strip_prefix('=') {
                let after = after.trim_start();
                let quote = after.chars().next().filter(|c| ['"', '\''].contains(c));
                (value, rest) = match quote {
                    Some(quote) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
                    None => {
                        let ends = after.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(after.len());
                        after.split_at(ends)
                    }
                };
            }
            element.attributes.push((name, plain(value)));
        }
        found.push(element);
    }
    found
}

/// Characters that turn text or steer a terminal.
fn steering(text: &str) -> Vec<char> {
    text.chars().filter(|c| steers_display(*c) && !"\n\t\r".contains(*c)).collect()
}

/// What is in a page that somebody from outside put there to run, to lead away or to turn the text.
pub(super) fn injected(page: &str, elements: &[Element]) -> Vec<String> {
    let mut found = Vec::new();
    for element in elements {
        let name = &element.name;
        if FOREIGN.contains(&name.as_str()) {
            found.push(format!("<{name}>"));
        }
        for (attribute, value) in &element.attributes {
            let own = value.starts_with(['/', '#', '?']) && !value.starts_with("//");
            if attribute.starts_with("on") || attribute == "style" {
                found.push(format!("<{name} {attribute}={value}>"));
            }
            if ADDRESSES.contains(&attribute.as_str()) && !own && value != "data:," {
                found.push(format!("<{name} {attribute}={value}>"));
            }
        }
    }
    // What a form sends back as it came is not shown.
    let unseen = |element: &&Element| {
        element.attribute("type") == Some("hidden")
            || (element.name == "option" && element.attribute("value").is_some())
    };
    let sent_back: usize = elements
        .iter()
        .filter(unseen)
        .filter_map(|e| e.attribute("value"))
        .map(|value| steering(value).len())
        .sum();
    let steering = steering(page);
    if steering.len() > sent_back {
        found.push(format!("{steering:?}, {sent_back} of them not shown"));
    }
    if page.contains("49x-evil") {
        found.push("a template that was worked out".to_owned());
    }
    found
}

/// Cells of a table with commas that a spreadsheet takes for a formula.
pub(super) fn formulas(table: &str) -> (u64, Vec<String>) {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    for c in table.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' | '\n' if !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(c),
        }
    }
    cells.push(cell);
    let is_formula = |cell: &&String| {
        cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.trim().parse::<f64>().is_err()
    };
    (cells.len() as u64, cells.iter().filter(is_formula).cloned().collect())
}
