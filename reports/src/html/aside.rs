//! What was left out or set aside, and how the numbers were made.

use analyzer::screening::Screening;

use super::markup::Markup;
use crate::{
    messages::{Arg, Key, Language, Messages},
    order::Census,
    words,
};

/// The command that recomputes everything.
const RECOMPUTE: &str = "fairplay verify DIR --recompute all";

/// Moves left out over the whole event.
pub(crate) fn census(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "census")]).el("h2", &[], &m.text(Key::CensusHeading));
    accounting(page, m, &Census::of(&s.players));
    page.close("section").raw("\n");
}

/// The equation of moves and the reasons, for the event or for one player.
pub(crate) fn accounting(page: &mut Markup, m: &Messages, census: &Census) {
    let equation = m.with(
        Key::MovesEquation,
        &[
            ("moves", Arg::Text(&m.numbers().count(census.moves))),
            ("scored", Arg::Text(&m.numbers().count(census.scored))),
            ("excluded", Arg::Text(&m.numbers().count(census.left_out()))),
        ],
    );
    page.el("p", &[("class", "equation")], &equation);
    if !census.adds_up() {
        page.el("p", &[("class", "note")], &m.text(Key::EquationBroken));
    }
    if census.excluded.is_empty() {
        page.el("p", &[], &m.text(Key::CensusNone));
        return;
    }
    page.open_table(&m.text(Key::CensusHeading), "small")
        .head(&[(m.text(Key::CensusReason), false), (m.text(Key::CensusCount), true)]);
    page.open("tbody", &[]);
    for (&reason, &count) in &census.excluded {
        page.open("tr", &[]).el("th", &[("scope", "row")], &m.text(words::exclusion(reason)));
        page.el("td", &[("class", "n")], &m.numbers().count(count)).close("tr");
    }
    page.open("tr", &[("class", "total")]).el("th", &[("scope", "row")], &m.text(Key::CensusTotal));
    page.el("td", &[("class", "n")], &m.numbers().count(census.left_out())).close("tr");
    page.close_table();
}

/// Games set aside with a reason.
pub(crate) fn unscored(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "unscored")]).el("h2", &[], &m.text(Key::UnscoredHeading));
    if s.unscored.is_empty() {
        page.el("p", &[], &m.text(Key::UnscoredNone)).close("section").raw("\n");
        return;
    }
    page.el("p", &[], &m.text(Key::UnscoredIntro));
    page.open_table(&m.text(Key::UnscoredHeading), "small").head(&[
        (m.text(Key::AsideInput), false),
        (m.text(Key::AsideGame), true),
        (m.text(Key::AsideOffset), true),
        (m.text(Key::AsideWhite), false),
        (m.text(Key::AsideBlack), false),
        (m.text(Key::AsidePlies), true),
        (m.text(Key::AsideReason), false),
    ]);
    page.open("tbody", &[]);
    for entry in &s.unscored {
        page.open("tr", &[]);
        name(page, &entry.input);
        number(page, m, u64::from(entry.game));
        number(page, m, entry.offset);
        name(page, &entry.white);
        name(page, &entry.black);
        number(page, m, u64::from(entry.plies));
        page.el("td", &[], &words::set_aside(m, entry, str::to_owned)).close("tr");
    }
    page.close_table().close("section").raw("\n");
}

/// How single games were read; nothing is printed if there is nothing to say.
pub(crate) fn notes(page: &mut Markup, m: &Messages, s: &Screening) {
    if s.notes.is_empty() {
        return;
    }
    page.open("section", &[("id", "notes")]).el("h2", &[], &m.text(Key::NotesHeading));
    page.el("p", &[], &m.text(Key::NotesIntro));
    page.open_table(&m.text(Key::NotesHeading), "small").head(&[
        (m.text(Key::AsideInput), false),
        (m.text(Key::AsideGame), true),
        (m.text(Key::AsideOffset), true),
        (m.text(Key::AsideWhite), false),
        (m.text(Key::AsideBlack), false),
        (m.text(Key::NotesNote), false),
    ]);
    page.open("tbody", &[]);
    for entry in &s.notes {
        page.open("tr", &[]);
        name(page, &entry.input);
        number(page, m, u64::from(entry.game));
        number(page, m, entry.offset);
        name(page, &entry.white);
        name(page, &entry.black);
        page.el("td", &[], &words::note(m, entry)).close("tr");
    }
    page.close_table().close("section").raw("\n");
}

/// Games that do not hold together.
pub(crate) fn quarantine(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "quarantine")]).el("h2", &[], &m.text(Key::QuarantineHeading));
    if s.quarantine.is_empty() {
        page.el("p", &[], &m.text(Key::QuarantineNone)).close("section").raw("\n");
        return;
    }
    page.el("p", &[], &m.text(Key::QuarantineIntro));
    page.open_table(&m.text(Key::QuarantineHeading), "small").head(&[
        (m.text(Key::AsideInput), false),
        (m.text(Key::AsideGame), true),
        (m.text(Key::AsideOffset), true),
        (m.text(Key::AsidePly), true),
        (m.text(Key::AsideToken), false),
        (m.text(Key::AsideReason), false),
    ]);
    page.open("tbody", &[]);
    for entry in &s.quarantine {
        page.open("tr", &[]);
        name(page, &entry.input);
        number(page, m, u64::from(entry.game));
        number(page, m, entry.offset);
        number(page, m, u64::from(entry.ply));
        page.open("td", &[]).el("code", &[], &entry.token).close("td");
        page.el("td", as_the_program_says(m), &entry.reason).close("tr");
    }
    page.close_table().close("section").raw("\n");
}

/// Positions no engine answered; nothing is printed if there are none.
pub(crate) fn failures(page: &mut Markup, m: &Messages, s: &Screening) {
    if s.failures.is_empty() {
        return;
    }
    page.open("section", &[("id", "failures")]).el("h2", &[], &m.text(Key::FailuresHeading));
    page.el("p", &[], &m.text(Key::FailuresIntro));
    page.open_table(&m.text(Key::FailuresHeading), "small")
        .head(&[(m.text(Key::AsidePosition), false), (m.text(Key::AsideReason), false)]);
    page.open("tbody", &[]);
    for entry in &s.failures {
        page.open("tr", &[]).open("td", &[]).el("code", &[], &entry.fen).close("td");
        page.el("td", as_the_program_says(m), &entry.reason).close("tr");
    }
    page.close_table().close("section").raw("\n");
}

/// Engine, settings, parameters, inputs and digests.
pub(crate) fn manifest_facts(page: &mut Markup, m: &Messages, s: &Screening) {
    let f = &s.manifest;
    let settings = words::settings(m, &f.settings);
    let parameters = words::parameters(m, f);
    let rows = [
        (Key::ManifestEngine, &f.engine.name, false),
        (Key::ManifestEngineSha256, &f.engine.sha256, true),
        (Key::ManifestSettings, &settings, false),
        (Key::ManifestParameters, &parameters, false),
        (Key::ManifestSoftware, &f.software, false),
        (Key::ManifestEvaluations, &f.evaluations, true),
        (Key::ManifestDigest, &f.digest, true),
    ];
    page.el("h2", &[], &m.text(Key::ManifestHeading));
    page.open("dl", &[("class", "facts")]);
    for (key, value, digest) in rows {
        page.el("dt", &[], &m.text(key)).open("dd", &[]);
        page.el(if digest { "code" } else { "span" }, &[], value).close("dd");
    }
    page.close("dl").raw("\n").el("h3", &[], &m.text(Key::ManifestInputs));
    page.open_table(&m.text(Key::ManifestInputs), "small")
        .head(&[(m.text(Key::ManifestInputName), false), (m.text(Key::ManifestInputSha256), false)]);
    page.open("tbody", &[]);
    for input in &f.inputs {
        page.open("tr", &[]);
        name(page, &input.name);
        page.open("td", &[]).el("code", &[], &input.sha256).close("td").close("tr");
    }
    page.close_table();
}

/// The same with the command that makes every number again.
pub(crate) fn manifest(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "manifest")]);
    manifest_facts(page, m, s);
    // The command stands between the words before and after it, set as code.
    let sentence = m.with(Key::ManifestRecompute, &[("command", Arg::Text(RECOMPUTE))]);
    page.open("p", &[]);
    match sentence.split_once(RECOMPUTE) {
        Some((before, after)) => page.text(before).el("code", &[], RECOMPUTE).text(after),
        None => page.text(&sentence),
    };
    page.close("p").close("section").raw("\n");
}

/// Reasons of a reader or an engine stand in the documents as English text, in whatever language the page is.
fn as_the_program_says(m: &Messages) -> &'static [(&'static str, &'static str)] {
    if m.language() == Language::ENGLISH { &[] } else { &[("lang", "en")] }
}

fn name(page: &mut Markup, name: &str) {
    page.open("td", &[]).el("bdi", &[], name).close("td");
}

fn number(page: &mut Markup, m: &Messages, number: u64) {
    page.el("td", &[("class", "n")], &m.numbers().count(number));
}
