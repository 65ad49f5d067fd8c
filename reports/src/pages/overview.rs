//! The event as a whole: progress, the field against the bell, moves and games left out, how the numbers were made.

use super::{Pages, Site, State, top};
use crate::document::{self, Block, Cell, listed, section, text};
use crate::messages::{Key, Messages};
use crate::print::html::fragment;
use crate::sheet::answer::answer;
use crate::sheet::sections;

/// Files to take out, by the end of their addresses.
const EXPORTS: [&str; 4] = ["screening.json", "players.csv", "decisions.csv", "sheet.html"];

impl Pages {
    /// The field against the bell, expected against seen, what was left out, and how the numbers were made.
    pub fn overview(&self, site: &Site<'_>, state: &State<'_>) -> String {
        let m = &self.0;
        let s = site.screening;
        let mut head = top(m, site, "results");
        head.el("h1", &[], &m.text(Key::PagesResults));
        head.el("p", &[("class", "hint")], &m.with(Key::PagesMade, [("when", state.made)]));
        let mut blocks = vec![Block::Screen { markup: head }];
        blocks.extend(answer(m, s, &|place| Some(site.player(place))));
        blocks.extend(sections::event_cautions(m, s));
        blocks.extend(sections::thresholds(m, s));
        blocks.push(section("summary", m, Key::SummaryHeading));
        blocks.extend(sections::summary(m, s));
        blocks.extend(sections::purpose(m));
        blocks.extend(document::sections(
            m,
            [
                ("field", Key::PlotHeading, sections::field(m, s)),
                ("check", Key::FieldHeading, sections::field_check(m, s)),
            ],
        ));
        blocks.extend(sections::left_out(m, s));
        blocks.push(section("manifest", m, Key::ManifestHeading));
        blocks.extend(sections::manifest(m, s));
        blocks.extend(earlier(m, state));
        if state.may_export {
            blocks.extend([section("export", m, Key::PagesExport), text(m, Key::PagesExportNote)]);
            let file = |file: &str| Cell::Link(file.to_owned(), format!("{}/export/{file}", site.base));
            blocks.extend(EXPORTS.map(|name| Block::Line { parts: vec![file(name)] }));
        }
        fragment(&blocks)
    }
}

/// Results before this one, so that it can be said later what could be seen when.
fn earlier(m: &Messages, state: &State<'_>) -> Option<Block> {
    let results = listed(m, state.earlier)
        .words(Key::PagesWhen, |(made, _)| made.clone())
        .figures(Key::PagesUnanswered, |(_, unanswered)| m.numbers().count(*unanswered))
        .under(Key::PagesEarlierResults);
    let summary = vec![Cell::Plain(m.text(Key::PagesEarlierResults))];
    let blocks = vec![results.into()];
    (!state.earlier.is_empty()).then_some(Block::Details { id: None, summary, blocks })
}
