//! The fields of a form on a page, filled in as they were sent.

use std::collections::BTreeMap;

use super::markup::{Piece, Tag, escaped, pieces, plain, written};
use crate::keys::Key;
use crate::web::form::CSRF_FIELD;

/// Why a form is not taken, in the words of its reader.
pub(super) struct Refusal<'a> {
    pub(super) message: &'a str,
    pub(super) detail: Option<&'a str>,
    /// What became of that which was written.
    pub(super) kept: Option<String>,
    /// The same where the page has no such form any more.
    pub(super) gone: String,
    pub(super) why: Key,
    /// Fields that cannot be taken, by name and place among those with it, each with its reason.
    pub(super) faults: Vec<((&'static str, usize), String)>,
}

/// The element of the page with the reason at its field.
const AT_FIELD: &str = "refused";

/// The fields that a reason is about, where it does not name one by its label; the first that the form has.
fn about(why: Key) -> &'static [&'static str] {
    match why {
        Key::RefusedName => &["name"],
        Key::RefusedRole => &["role"],
        Key::RefusedLogin | Key::RefusedLoginTaken | Key::RefusedUnknownPerson => &["login"],
        Key::RefusedOldPassword => &["old"],
        Key::RefusedPasswordsDiffer => &["again"],
        Key::RefusedPasswordShort | Key::RefusedPasswordLong | Key::RefusedPasswordKnown => &["password"],
        Key::RefusedAccepted => &["accepted_arbiter"],
        Key::RefusedTokenDays => &["days"],
        Key::RefusedNoScope => &["scope"],
        Key::RefusedCode => &["code"],
        Key::RefusedAddress => &["address"],
        Key::RefusedPlace => &["place"],
        Key::RefusedDelay => &["delay"],
        Key::RefusedBudget => &["core_minutes"],
        Key::RefusedSecondEngine => &["second"],
        Key::RefusedEarlier => &["earlier"],
        Key::RefusedMoves | Key::RefusedFewerMoves | Key::RefusedUnplayedMove => &["moves"],
        Key::RefusedCaseKind => &["kind"],
        Key::RefusedCaseTest => &["test"],
        Key::RefusedMonth | Key::RefusedListMonth => &["month"],
        Key::RefusedListKind => &["kind"],
        Key::RefusedPublic => &["key"],
        Key::RefusedNoFile | Key::RefusedNoGames | Key::RefusedUnreadable => &["file"],
        Key::RefusedReportFile => &["report", "file"],
        _ => &[],
    }
}

/// A form of a page: where its tag stands and where it ends, and the folds around it.
struct Form {
    begin: usize,
    end: usize,
    folds: Vec<usize>,
    /// How many of its hidden fields are as they were sent, less those that are not.
    fits: i64,
}

/// The forms of a page that are sent to `path`; `here` is the address of the page.
fn forms(all: &[Piece<'_>], (here, path): (&str, &str), typed: &[(String, String)]) -> Vec<Form> {
    let mut found: Vec<Form> = Vec::new();
    let (mut folds, mut open) = (Vec::new(), None);
    for (place, piece) in all.iter().enumerate() {
        let Piece::Tag(tag) = piece else { continue };
        match tag.name {
            "details" => folds.push(place),
            "/details" => drop(folds.pop()),
            "form" if tag.is("method", "post") => {
                let action = tag.get("action").unwrap_or_else(|| here.to_owned());
                let form = Form { begin: place, end: all.len(), folds: folds.clone(), fits: 0 };
                open = (action == path).then_some(form);
            }
            "/form" => found.extend(open.take().map(|form| Form { end: place, ..form })),
            "input" if tag.is("type", "hidden") && !tag.is("name", CSRF_FIELD) => {
                let pair = tag.get("name").zip(tag.get("value"));
                let same = pair.is_some_and(|pair| typed.contains(&pair));
                if let Some(form) = &mut open {
                    form.fits += if same { 1 } else { -1 };
                }
            }
            _ => {}
        }
    }
    found
}

/// A page with the reason of a refusal, and the form that was sent as it was sent.
pub(super) fn returned(
    page: &str,
    addresses: (&str, &str),
    typed: &[(String, String)],
    refusal: &Refusal<'_>,
) -> String {
    let mut all = pieces(page);
    // The first of those that fit best.
    let found = forms(&all, addresses, typed).into_iter().rev().max_by_key(|form| form.fits);
    let (mut jump, mut kept) = (None, refusal.kept.as_deref().map(|kept| format!(" {}", escaped(kept))));
    if found.is_none() {
        kept = kept
            .map(|_| texts(typed))
            .filter(|texts| !texts.is_empty())
            .map(|texts| format!(" {}</p>\n<p class=\"written\">{texts}", escaped(&refusal.gone)));
    }
    if let Some(form) = found {
        for fold in &form.folds {
            if let Some(Piece::Tag(tag)) = all.get_mut(*fold) {
                tag.mark("open", true);
            }
        }
        if let Some(inside) = all.get_mut(form.begin..form.end) {
            fill(inside, typed);
            jump = match refusal.faults.is_empty() {
                true => point(inside, refusal),
                false => point_at_all(inside, &refusal.faults),
            };
        }
    }
    let message = escaped(refusal.message);
    let message = match jump {
        Some(id) => format!("<a href=\"#{}\">{message}</a>", escaped(&id)),
        None => message,
    };
    let detail = refusal.detail.map(|detail| {
        // What follows is a sentence of its own.
        let stop = if detail.ends_with(['.', '!', '?', '…', ':']) { "" } else { "." };
        format!(" <bdi>{}</bdi>{stop}", escaped(detail))
    });
    let notice = [
        "\n<p class=\"notice\" role=\"alert\"><strong>",
        &message,
        "</strong>",
        detail.as_deref().unwrap_or_default(),
        kept.as_deref().unwrap_or_default(),
        "</p>",
    ];
    let main = all.iter().position(|piece| matches!(piece, Piece::Tag(tag) if tag.name == "main"));
    all.insert(main.map_or(0, |place| place + 1), Piece::Added(notice.concat()));
    written(&all)
}

/// Fields that hold no text of a person, or one that is not shown.
const UNSEEN: [&str; 8] =
    [CSRF_FIELD, "password", "again", "old", "code", "confirm_password", "confirm_code", "what"];

/// What was written into a form that is not there any more, to be copied.
fn texts(typed: &[(String, String)]) -> String {
    let texts =
        typed.iter().filter(|(name, value)| !UNSEEN.contains(&name.as_str()) && !value.trim().is_empty());
    texts.map(|(_, value)| format!("<bdi>{}</bdi>\n", escaped(value))).collect()
}

/// Fills the fields of a form; of several with one name each gets the value at its place.
fn fill(inside: &mut [Piece<'_>], typed: &[(String, String)]) {
    let mut taken = BTreeMap::<String, usize>::new();
    let mut next = |name: &str| {
        let place = taken.entry(name.to_owned()).or_default();
        let value = typed.iter().filter(|(key, _)| key == name).nth(*place).map(|(_, value)| value.clone());
        *place += 1;
        value
    };
    let has = |name: &str, value: &str| typed.iter().any(|(key, sent)| key == name && sent == value);
    let mut choice: Option<Option<String>> = None;
    let mut written = false;
    for piece in inside {
        let Piece::Tag(tag) = piece else {
            // What stood in a text box before.
            if std::mem::take(&mut written) {
                *piece = Piece::Text("");
            }
            continue;
        };
        written = false;
        let name = tag.get("name").unwrap_or_default();
        match tag.name {
            "input" => match tag.get("type").as_deref() {
                Some("checkbox" | "radio") => {
                    let value = tag.get("value").unwrap_or_else(|| "on".to_owned());
                    let on = has(&name, &value);
                    tag.mark("checked", on);
                }
                Some("hidden" | "password" | "file" | "submit") => {}
                _ => {
                    if let Some(value) = next(&name) {
                        tag.set("value", &value);
                    }
                }
            },
            "select" => choice = Some(next(&name)),
            "/select" => choice = None,
            "option" => {
                if let Some(Some(chosen)) = &choice {
                    let on = tag.is("value", chosen);
                    tag.mark("selected", on);
                }
            }
            "textarea" => {
                if let Some(value) = next(&name) {
                    // A line end behind the tag is no part of the text, so one that is stands behind another.
                    tag.beside[1] = format!("\n{}", escaped(&value));
                    written = true;
                }
            }
            _ => {}
        }
    }
}

/// Puts the reason at its field, if one is known: the name of the element that holds it.
fn point(inside: &mut [Piece<'_>], refusal: &Refusal<'_>) -> Option<String> {
    let by_label = refusal.detail.and_then(|detail| labelled(inside, detail));
    let has = |name: &&str| {
        let is = |piece: &Piece<'_>| matches!(piece, Piece::Tag(tag) if tag.is("name", name));
        inside.iter().filter(|piece| is(piece)).count() == 1
    };
    let by_name = about(refusal.why).iter().find(|name| has(name));
    let is_it = |tag: &Tag<'_>| match (&by_label, by_name) {
        (Some(id), _) => tag.is("id", id),
        (None, Some(name)) => tag.is("name", name),
        (None, None) => false,
    };
    let place = inside.iter().position(|piece| matches!(piece, Piece::Tag(tag) if is_it(tag)))?;
    let Some(Piece::Tag(tag)) = inside.get_mut(place) else { return None };
    tag.set("aria-invalid", "true");
    // One without a name of its own stands within its label.
    let id = tag.get("id")?;
    describe(tag, AT_FIELD);
    // What a colon leads to stands above.
    let message = escaped(refusal.message.trim_end_matches(':'));
    tag.beside[0] = format!("<p class=\"notice\" id=\"{AT_FIELD}\">{message}</p>\n");
    Some(id)
}

/// Names the element with the reason before what describes a field already.
fn describe(tag: &mut Tag<'_>, at: &str) {
    let described = tag.get("aria-describedby").map_or_else(String::new, |old| format!(" {old}"));
    tag.set("aria-describedby", &format!("{at}{described}"));
}

/// Puts each reason at its field: the name of the first field, or of its reason where it has none.
fn point_at_all(inside: &mut [Piece<'_>], faults: &[((&str, usize), String)]) -> Option<String> {
    let mut first = None;
    for (number, ((name, nth), why)) in faults.iter().enumerate() {
        let is_field = |piece: &Piece<'_>| matches!(piece, Piece::Tag(tag) if tag.is("name", name));
        let place = inside.iter().enumerate().filter(|(_, piece)| is_field(piece)).nth(*nth);
        let Some(Piece::Tag(tag)) = place.map(|(place, _)| place).and_then(|place| inside.get_mut(place))
        else {
            continue;
        };
        let at = format!("{AT_FIELD}-{}", number + 1);
        tag.set("aria-invalid", "true");
        describe(tag, &at);
        // Within a label there may be no paragraph.
        let reason = format!("<span class=\"notice fault\" id=\"{at}\">{}</span>\n", escaped(why));
        tag.beside[0].push_str(&reason);
        first = first.or(tag.get("id").or(Some(at)));
    }
    first
}

/// The element whose label is a text.
fn labelled(inside: &[Piece<'_>], text: &str) -> Option<String> {
    inside.windows(2).find_map(|two| match two {
        [Piece::Tag(tag), Piece::Text(label)] if tag.name == "label" && plain(label).trim() == text => {
            tag.get("for")
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<main id=\"main\">\n<form method=\"post\" action=\"/other\"><input name=\"a\" value=\"1\"></form>\
        <details><summary>More</summary><form method=\"post\" action=\"/a\">\
        <input type=\"hidden\" name=\"csrf\" value=\"9\"><input type=\"hidden\" name=\"who\" value=\"A &#38; B\">\
        <label for=\"a\">Time &#38; place</label><input id=\"a\" name=\"a\" autocomplete=\"off\" value=\"old\" aria-describedby=\"h\">\
        <input type=\"password\" name=\"p\"><input name=\"row\" value=\"\"><input name=\"row\" value=\"\">\
        <input type=\"checkbox\" name=\"c\" value=\"x\" checked><input type=\"checkbox\" name=\"c\" value=\"y\">\
        <select name=\"s\"><option value=\"\"></option><option value=\"1\" selected>1</option><option value=\"2\">2</option></select>\
        <textarea name=\"t\">old</textarea><textarea name=\"u\"></textarea></form></details></main>";

    fn sent(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn refusal<'a>(detail: Option<&'a str>, why: Key) -> Refusal<'a> {
        Refusal {
            message: "No <good>.",
            detail,
            kept: Some("Kept.".to_owned()),
            gone: "Gone:".to_owned(),
            why,
            faults: Vec::new(),
        }
    }

    #[test]
    fn every_kind_of_field_comes_back_as_it_was_sent() {
        let typed = sent(&[
            ("who", "A & B"),
            ("a", "9x <\"'&>"),
            ("p", "secret"),
            ("row", "one"),
            ("row", "two"),
            ("c", "y"),
            ("s", "2"),
            ("t", "\nfirst\nline </textarea>"),
            ("u", "new"),
        ]);
        let page = returned(PAGE, ("/page", "/a"), &typed, &refusal(Some("Time & place"), Key::RefusedDay));
        for part in [
            "<a href=\"#a\">No &#60;good&#62;.</a></strong> <bdi>Time &#38; place</bdi>. Kept.",
            "<details open>",
            "<p class=\"notice\" id=\"refused\">",
            "value=\"9x &#60;&#34;&#39;&#38;&#62;\" aria-describedby=\"refused h\" aria-invalid=\"true\">",
            "<input name=\"row\" value=\"one\"><input name=\"row\" value=\"two\">",
            "value=\"x\"><input type=\"checkbox\" name=\"c\" value=\"y\" checked>",
            "<option value=\"1\">1</option><option value=\"2\" selected>",
            "<textarea name=\"t\">\n\nfirst\nline &#60;/textarea&#62;</textarea>",
            "<textarea name=\"u\">\nnew</textarea>",
            "action=\"/other\"><input name=\"a\" value=\"1\">",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("secret") && !page.contains("old"), "{page}");
        // A field is found by its name too where the reason names none.
        let page = returned(PAGE, ("/page", "/a"), &typed, &refusal(None, Key::RefusedPublic));
        assert!(!page.contains("aria-invalid"), "no field `key` here: {page}");
    }

    #[test]
    fn every_field_says_why_it_is_not_taken() {
        let refusal = Refusal {
            faults: vec![(("a", 0), "A <day>.".to_owned()), (("row", 1), "A name.".to_owned())],
            ..refusal(Some("Time & place; Row"), Key::RefusedFields)
        };
        let page = returned(PAGE, ("/page", "/a"), &sent(&[("a", "9x"), ("row", "x")]), &refusal);
        for part in [
            "<a href=\"#a\">No &#60;good&#62;.</a></strong> <bdi>Time &#38; place; Row</bdi>. Kept.</p>",
            "<span class=\"notice fault\" id=\"refused-1\">A &#60;day&#62;.</span>\n<input id=\"a\"",
            "aria-describedby=\"refused-1 h\" aria-invalid=\"true\">",
            "<span class=\"notice fault\" id=\"refused-2\">A name.</span>\n<input name=\"row\" value=\"\" aria-invalid",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    /// Of several forms for one address that one comes back whose hidden fields are those that were sent.
    #[test]
    fn the_form_that_was_sent_comes_back() {
        let board = |who: &str| {
            format!(
                "<form method=\"post\" action=\"/a\"><input type=\"hidden\" name=\"who\" value=\"{who}\">\
                 <label>Moves <input name=\"moves\"></label></form>"
            )
        };
        let page = format!(
            "<main>{}{}<form method=\"post\" action=\"/a\"><input name=\"moves\"></form>",
            board("A"),
            board("B")
        );
        let typed = sent(&[("who", "B"), ("moves", "9x")]);
        let shown = returned(&page, ("/p", "/a"), &typed, &refusal(None, Key::RefusedMoves));
        let filled = "value=\"B\"><label>Moves <input name=\"moves\" value=\"9x\" aria-invalid=\"true\">";
        assert!(shown.contains(filled) && shown.matches("9x").count() == 1, "{shown}");
        let by_name =
            returned(&page, ("/p", "/a"), &sent(&[("moves", "9x")]), &refusal(None, Key::RefusedMoves));
        assert!(
            by_name.ends_with("<input name=\"moves\" value=\"9x\" aria-invalid=\"true\"></form>"),
            "{by_name}"
        );
        let typed = [typed, sent(&[("password", "secret"), ("text", "A <note>.")])].concat();
        let gone = returned("<main><p>Nothing</p>", ("/p", "/a"), &typed, &refusal(None, Key::RefusedMoves));
        let written =
            "Gone:</p>\n<p class=\"written\"><bdi>B</bdi>\n<bdi>9x</bdi>\n<bdi>A &#60;note&#62;.</bdi>\n</p>";
        assert!(gone.contains("No &#60;good&#62;.") && gone.contains("<p>Nothing</p>"), "{gone}");
        assert!(gone.contains(written) && !gone.contains("secret") && !gone.contains("Kept."), "{gone}");
    }
}
