//! A picture as marks: inside a page it takes the page's colours, alone it is an SVG file with its own.
//!
//! Knows nothing of what is drawn.

use serde::{Serialize, Serializer};

use crate::print::markup::Markup;

/// The colours of a picture that stands alone, which is always printed on white. The classes are those of
/// `assets/document.css`.
const STYLE: &str = "text{font-family:'Libertinus Serif',serif;font-size:12px;fill:#444;text-anchor:middle}\
text.start{text-anchor:start}text.strong{fill:#111;font-weight:bold}\
.frame{fill:none;stroke:#999;stroke-width:1}.grid{stroke:#ddd;stroke-width:1}\
.ideal{stroke:#555;stroke-width:1;stroke-dasharray:4 4}.band{fill:#e3ebf2}.edge{stroke:#9a6410;stroke-width:.7}\
.now{fill:#eee}.link{fill:#fff;fill-opacity:0}\
.dot{fill:#3b6d98}.seen{fill:none;stroke:#3b6d98;stroke-width:2}\
.ring{fill:#fff;stroke:#9a6410;stroke-width:1.6}.projected{fill:none;stroke:#9a6410;stroke-width:1.6;stroke-dasharray:5 4}\
.bell{fill:none;stroke:#111;stroke-width:1.4}.axis,.level{stroke:#999}.level{stroke-dasharray:3 4}\
.dot.at60{fill:#9a6410}text.number{fill:#111}\
.line{fill:none;stroke-width:2}.score{stroke:#6a1b9a;stroke-dasharray:8 2 2 2}.depth{stroke:#2e7d32;stroke-dasharray:12 3}\
.overall{stroke:#1b5e9c}.match{stroke:#b35900;stroke-dasharray:6 3}.loss{stroke:#4d4d4d;stroke-dasharray:2 3}\
.paper{fill:#fff}.light{fill:#f2eee4}.dark{fill:#c9c0ae}.white-piece{fill:#fff;stroke:#222;stroke-width:1.1}\
.black-piece{fill:#333;stroke:#fff;stroke-width:.7}.arrow{fill:none;stroke:#1f6fb0;stroke-width:4;stroke-opacity:.75}\
.arrow-head{fill:#1f6fb0;fill-opacity:.75}";

/// A picture with what it says in words.
#[derive(Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    title: String,
    description: String,
    marks: Markup,
}

/// A coordinate with one decimal: enough for a screen, and the same text on every machine.
fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_owned()
}

/// A way through points, as the data of a path.
fn way(points: &[(f64, f64)], closed: bool) -> String {
    let places: Vec<String> =
        points.iter().map(|(x, y)| format!("{} {}", coordinate(*x), coordinate(*y))).collect();
    format!("M{}{}", places.join("L"), if closed { "Z" } else { "" })
}

impl Drawing {
    pub fn new(width: f64, height: f64, title: String, description: String) -> Self {
        Self { width, height, title, description, marks: Markup::default() }
    }

    /// What the picture says, in words.
    pub(crate) fn description(&self) -> &str {
        &self.description
    }

    pub(crate) fn line(&mut self, class: &'static str, from: (f64, f64), to: (f64, f64)) {
        let ends = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        self.mark("line", class, &ends, |_| ());
    }

    /// A box by its upper left corner and its size.
    pub fn rect(&mut self, class: &'static str, corner: (f64, f64), size: (f64, f64)) {
        let place = [("x", corner.0), ("y", corner.1), ("width", size.0), ("height", size.1)];
        self.mark("rect", class, &place, |_| ());
    }

    /// A circle that says what it is where somebody points at it, if there are words.
    pub(crate) fn circle(&mut self, class: &'static str, centre: (f64, f64), radius: f64, words: &str) {
        let place = [("cx", centre.0), ("cy", centre.1), ("r", radius)];
        self.mark("circle", class, &place, |mark| {
            if !words.is_empty() {
                mark.el("title", &[], words);
            }
        });
    }

    /// A box that leads to an address and says what is there. Nobody sees it, and it is not among the places that the keyboard
    /// stops at: a page has to lead there by words as well.
    pub(crate) fn link(&mut self, address: &str, words: &str, corner: (f64, f64), size: (f64, f64)) {
        self.marks.open("a", &[("href", address), ("tabindex", "-1")]).el("title", &[], words);
        self.rect("link", corner, size);
        self.marks.close("a").raw("\n");
    }

    /// A path through points; closed if `closed`.
    pub fn path(&mut self, class: &'static str, points: &[(f64, f64)], closed: bool) {
        self.push_path(class, &way(points, closed));
    }

    /// Closed outlines that are filled together.
    pub(crate) fn outlines(&mut self, class: &'static str, outlines: &[Vec<(f64, f64)>]) {
        let d: String = outlines.iter().map(|outline| way(outline, true)).collect();
        self.push_path(class, &d);
    }

    fn push_path(&mut self, class: &'static str, d: &str) {
        self.marks.el("path", &[("class", class), ("d", d)], "").raw("\n");
    }

    /// Words on a base line; the class says where they start.
    pub fn text(&mut self, class: &'static str, at: (f64, f64), text: &str) {
        self.mark("text", class, &[("x", at.0), ("y", at.1)], |mark| {
            mark.text(text);
        });
    }

    fn mark(
        &mut self,
        tag: &'static str,
        class: &'static str,
        place: &[(&'static str, f64)],
        inside: impl FnOnce(&mut Markup),
    ) {
        let place: Vec<_> = place.iter().map(|(name, value)| (*name, coordinate(*value))).collect();
        let mut attributes = vec![("class", class)];
        attributes.extend(place.iter().map(|(name, value)| (*name, value.as_str())));
        inside(self.marks.open(tag, &attributes));
        self.marks.close(tag).raw("\n");
    }

    /// The picture inside a page; `number` tells it from the page's other pictures.
    pub(crate) fn inline(&self, page: &mut Markup, number: usize) {
        let (title, description) = (format!("picture-{number}"), format!("picture-{number}-text"));
        let view = self.view();
        let names = format!("{title} {description}");
        page.open("svg", &[("viewBox", &view), ("role", "img"), ("aria-labelledby", &names)]);
        page.el("title", &[("id", &title)], &self.title);
        page.el("desc", &[("id", &description)], &self.description).raw("\n");
        page.append(&self.marks).close("svg").raw("\n");
    }

    /// The picture as an SVG file.
    pub fn alone(&self) -> String {
        let mut file = Markup::default();
        let (view, width, height) = (self.view(), coordinate(self.width), coordinate(self.height));
        let space = ("xmlns", "http://www.w3.org/2000/svg");
        file.open("svg", &[space, ("viewBox", &view), ("width", &width), ("height", &height)]);
        file.open("style", &[]).raw(STYLE).close("style").raw("\n");
        file.append(&self.marks).close("svg").raw("\n");
        file.finish()
    }

    fn view(&self) -> String {
        format!("0 0 {} {}", coordinate(self.width), coordinate(self.height))
    }
}

impl Serialize for Drawing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Drawing", 2)?;
        fields.serialize_field("svg", &self.alone())?;
        fields.serialize_field("description", &self.description)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> Drawing {
        let mut drawing = Drawing::new(20.0, 10.5, "A <title>".to_owned(), "words".to_owned());
        drawing.line("axis", (0.0, 10.0), (20.0, -0.01));
        drawing.path("band", &[(1.0, 2.0), (3.25, 4.0)], true);
        drawing.text("start", (5.0, 6.0), "<b>&");
        drawing
    }

    #[test]
    fn a_file_of_its_own_by_hand() {
        let file = drawing().alone();
        let marks = file.split("</style>\n").nth(1).expect("the marks follow the style");
        assert_eq!(
            marks,
            "<line class=\"axis\" x1=\"0\" y1=\"10\" x2=\"20\" y2=\"0\"></line>\n\
             <path class=\"band\" d=\"M1 2L3.2 4Z\"></path>\n\
             <text class=\"start\" x=\"5\" y=\"6\">&lt;b&gt;&amp;</text>\n</svg>\n"
        );
        assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10.5\""));
    }

    #[test]
    fn outlines_are_one_mark_by_hand() {
        let mut drawing = Drawing::new(20.0, 10.0, String::new(), String::new());
        drawing.outlines("two", &[vec![(0.0, 0.0), (1.0, 0.0)], vec![(2.0, 2.0), (3.0, 2.0)]]);
        let file = drawing.alone();
        assert!(file.contains("<path class=\"two\" d=\"M0 0L1 0ZM2 2L3 2Z\"></path>"), "{file}");
    }

    #[test]
    fn inside_a_page_it_is_named_and_has_no_colours() {
        let mut page = Markup::default();
        drawing().inline(&mut page, 7);
        let page = page.finish();
        assert!(page.contains("aria-labelledby=\"picture-7 picture-7-text\""));
        assert!(page.contains("<title id=\"picture-7\">A &lt;title&gt;</title>"));
        assert!(!page.contains("<style") && !page.contains('#'));
    }
}
