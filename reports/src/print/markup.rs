//! Building markup so that text can only be text.
//!
//! Tag and attribute names are literals of this crate; attribute values and text are always escaped.

use crate::escape;

#[derive(Debug, Default, serde::Serialize)]
pub(crate) struct Markup {
    #[serde(skip)]
    out: String,
}

impl Markup {
    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// Markup that this crate wrote itself: white space, the style, the script.
    pub(crate) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    pub(crate) fn open(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) -> &mut Self {
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            self.out.push_str(&escape::html(value));
            self.out.push('"');
        }
        self.out.push('>');
        self
    }

    pub(crate) fn close(&mut self, tag: &'static str) -> &mut Self {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.out.push_str(&escape::html(text));
        self
    }

    /// An element with nothing but text in it.
    pub(crate) fn el(
        &mut self,
        tag: &'static str,
        attributes: &[(&'static str, &str)],
        text: &str,
    ) -> &mut Self {
        self.open(tag, attributes).text(text).close(tag)
    }

    /// A script element that holds JSON.
    pub(crate) fn json(&mut self, id: &str, json: &str) -> &mut Self {
        self.open("script", &[("type", "application/json"), ("id", id)]);
        self.out.push_str(&escape::script_json(json));
        self.close("script").raw("\n")
    }

    /// Markup that was made apart.
    pub(crate) fn append(&mut self, other: &Self) -> &mut Self {
        self.out.push_str(&other.out);
        self
    }
}
