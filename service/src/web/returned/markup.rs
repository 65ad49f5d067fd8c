//! Our own pages as a list of tags and the text between them.

use askama::filters::{Html, escape};

/// A piece of a page: a tag, or text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// As it is written, and escaped.
    Text(&'a str),
    Tag(Tag<'a>),
    /// What was put in between.
    Added(String),
}

/// A tag with its attributes, the values as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// With a stroke in front if it closes.
    pub(super) name: &'a str,
    attributes: Vec<(&'a str, Option<String>)>,
    written: &'a str,
    changed: bool,
    /// Markup in front of it and behind it.
    pub(super) beside: [String; 2],
}

impl<'a> Tag<'a> {
    /// Reads what stands between `<` and `>`.
    fn read(written: &'a str) -> Self {
        let end = written.find(char::is_whitespace).unwrap_or(written.len());
        let (name, mut rest) = written.split_at(end);
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let (key, after) = rest.split_at(end);
            if key.is_empty() {
                break;
            }
            let quoted = after.strip_prefix("=\"").and_then(|value| value.split_once('"'));
            let (value, after) = match quoted {
                Some((value, after)) => (Some(value.to_owned()), after),
                None => (None, after.strip_prefix('=').unwrap_or(after)),
            };
            attributes.push((key, value));
            rest = after;
        }
        Self { name, attributes, written, changed: false, beside: Default::default() }
    }

    /// The value of an attribute, without escapes; empty if it has none.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let found = self.attributes.iter().find(|(key, _)| *key == name)?;
        Some(plain(found.1.as_deref().unwrap_or_default()))
    }

    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|found| found == value)
    }

    /// Gives an attribute a value in place of the one that it has.
    pub(super) fn set(&mut self, name: &'a str, value: &str) {
        let written = Some(escaped(value));
        self.changed = true;
        match self.attributes.iter_mut().find(|(key, _)| *key == name) {
            Some((_, old)) => *old = written,
            None => self.attributes.push((name, written)),
        }
    }

    /// Sets an attribute that has no value, or takes it away.
    pub(super) fn mark(&mut self, name: &'a str, on: bool) {
        self.changed = true;
        self.attributes.retain(|(key, _)| *key != name);
        if on {
            self.attributes.push((name, None));
        }
    }

    fn write(&self, out: &mut String) {
        let [before, after] = &self.beside;
        out.push_str(before);
        out.push('<');
        if self.changed {
            out.push_str(self.name);
            for (name, value) in &self.attributes {
                out.extend([" ", name]);
                if let Some(value) = value {
                    out.extend(["=\"", value, "\""]);
                }
            }
        } else {
            out.push_str(self.written);
        }
        out.push('>');
        out.push_str(after);
    }
}

/// The pieces of a page in their order.
pub(super) fn pieces(page: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        let mut quoted = false;
        let end = after.find(|c: char| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let Some(end) = end else { break };
        if !text.is_empty() {
            out.push(Piece::Text(text));
        }
        out.push(Piece::Tag(Tag::read(&after[..end])));
        rest = &after[end + 1..];
    }
    if !rest.is_empty() {
        out.push(Piece::Text(rest));
    }
    out
}

pub(super) fn written(pieces: &[Piece<'_>]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Tag(tag) => tag.write(&mut out),
            Piece::Added(markup) => out.push_str(markup),
        }
    }
    out
}

pub(super) fn escaped(text: &str) -> String {
    escape(text, Html).map(|text| text.to_string()).unwrap_or_default()
}

/// Text without the escapes that our pages use.
pub(super) fn plain(text: &str) -> String {
    let signs = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    signs.iter().fold(text.to_owned(), |text, (escape, sign)| text.replace(escape, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_as_it_was_read() {
        let page =
            "<!doctype html>\n<p class=\"a > b\" hidden>x &#60; y</p><input name=\"n\"\n value=\"\"><br><";
        assert_eq!(written(&pieces(page)), page);
        assert_eq!(written(&pieces("no tag")), "no tag");
        assert_eq!(written(&pieces("<p")), "<p");
    }

    #[test]
    fn attributes_are_read_set_and_taken_away() {
        let mut pieces = pieces("<input name=\"n\" value=\"a &#38; &#34;b&#34;\" checked required>");
        let Some(Piece::Tag(tag)) = pieces.first_mut() else { panic!("a tag") };
        assert_eq!(
            (tag.get("value").as_deref(), tag.get("checked").as_deref()),
            (Some("a & \"b\""), Some(""))
        );
        assert_eq!((tag.get("size"), tag.is("name", "n")), (None, true));
        tag.set("value", "<\"'&>");
        tag.mark("checked", false);
        tag.mark("disabled", true);
        let text = written(&pieces);
        assert_eq!(text, "<input name=\"n\" value=\"&#60;&#34;&#39;&#38;&#62;\" required disabled>");
    }
}
