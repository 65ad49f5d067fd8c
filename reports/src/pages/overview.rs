//! The event as a whole: how far it is, the field against the bell, what was left out, how the numbers were made.

use super::{Room, Site, State, top};
use crate::html::{aside, markup::Markup, plot, summary};
use crate::messages::{Arg, Key, Messages};

/// What may be taken out, by the end of its address.
const EXPORTS: [&str; 4] = ["screening.json", "players.csv", "decisions.csv", "sheet.html"];

pub(super) fn page(m: &Messages, site: &Site<'_>, state: &State<'_>) -> String {
    let s = site.screening;
    let mut page = Markup::default();
    top(&mut page, m, site, Room::Overview);
    page.el("h1", &[], &m.text(Key::PagesResults));
    page.el("p", &[], &m.text(Key::Purpose));
    page.el("p", &[("class", "hint")], &m.with(Key::PagesMade, &[("when", Arg::Text(state.made))]));
    if state.unanswered > 0 {
        let open = m.with(Key::PagesOpen, &[("positions", Arg::Count(state.unanswered))]);
        page.el("p", &[("class", "notice"), ("role", "note")], &open);
    }
    summary::caution(&mut page, m, s);
    summary::tiles(&mut page, m, s);
    plot::field(&mut page, m, s);
    summary::field_check(&mut page, m, s);
    aside::quarantine(&mut page, m, s);
    aside::unscored(&mut page, m, s);
    aside::failures(&mut page, m, s);
    aside::notes(&mut page, m, s);
    aside::census(&mut page, m, s);
    page.open("section", &[("id", "manifest")]);
    aside::manifest_facts(&mut page, m, s);
    page.close("section").raw("\n");
    earlier(&mut page, m, state);
    if state.may_export {
        page.open("section", &[("id", "export")]).el("h2", &[], &m.text(Key::PagesExport));
        page.el("p", &[], &m.text(Key::PagesExportNote));
        page.open("ul", &[]);
        for file in EXPORTS {
            let address = format!("{}/export/{file}", site.base);
            page.open("li", &[]).el("a", &[("href", &address), ("download", "")], file).close("li");
        }
        page.close("ul").close("section").raw("\n");
    }
    page.finish()
}

/// What stood here before, so that it can be said later what could be seen when; nothing is printed if there was nothing.
fn earlier(page: &mut Markup, m: &Messages, state: &State<'_>) {
    if state.earlier.is_empty() {
        return;
    }
    let heading = m.text(Key::PagesEarlierResults);
    page.open("details", &[]).el("summary", &[], &heading);
    page.open_table(&heading, "small")
        .head(&[(m.text(Key::PagesWhen), false), (m.text(Key::PagesUnanswered), true)]);
    page.open("tbody", &[]);
    for (made, unanswered) in state.earlier {
        page.open("tr", &[]).el("th", &[("scope", "row")], made);
        page.el("td", &[("class", "n")], &m.numbers().count(*unanswered)).close("tr");
    }
    page.close_table();
    page.close("details").raw("\n");
}
