//! How alike two words of two names are. The values are choices, checked on labelled names (docs/people.md).

use strsim::osa_distance;

use super::name::Word;
use super::reason::Reason;

const SLIP: f64 = 0.84;
const SLIPS: f64 = 0.74;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement {
    /// 0 to 1.
    pub(crate) value: f64,
    pub(crate) reason: Option<Reason>,
}

impl Agreement {
    const SAME: Self = Self { value: 1.0, reason: None };

    fn new(value: f64, reason: Reason) -> Self {
        Self { value, reason: Some(reason) }
    }
}

pub(crate) fn surnames(a: &Word, b: &Word) -> Option<Agreement> {
    alike(a, b).or_else(|| near(a, b))
}

/// Whether two given names may be one; either may be an initial or cut short.
pub(crate) fn given_names(a: &Word, b: &Word) -> Option<Agreement> {
    if a.initial || b.initial {
        return begins(a, b).then(|| Agreement::new(0.86, Reason::Initial));
    }
    alike(a, b)
        .or_else(|| same_name(&a.folded, &b.folded).then(|| Agreement::new(0.82, Reason::GivenNameForm)))
        .or_else(|| cut_short(a, b).then(|| Agreement::new(0.80, Reason::Abbreviated)))
        // Two slips in a given name are more often another name.
        .or_else(|| near(a, b).filter(|one| one.value > SLIPS))
}

fn meet(a: &[String], b: &[String]) -> bool {
    a.iter().any(|one| b.contains(one))
}

fn alike(a: &Word, b: &Word) -> Option<Agreement> {
    if a.folded == b.folded {
        return Some(Agreement::SAME);
    }
    if meet(&a.spellings, &b.spellings) {
        return Some(Agreement::new(0.98, Reason::Accents));
    }
    // Words of two sounds agree by chance.
    let long = a.length >= 3 && b.length >= 3;
    (long && meet(&a.readings, &b.readings)).then(|| Agreement::new(0.96, Reason::Transliteration))
}

/// A slip: one letter in words of four or more, two in words of eight or more. Counted on the letters and on
/// the English readings, whichever is nearer; an exchange of neighbours is one slip.
fn near(a: &Word, b: &Word) -> Option<Agreement> {
    let shorter = a.length.min(b.length);
    if shorter < 4 || a.length.abs_diff(b.length) > 2 {
        return None;
    }
    let letters = osa_distance(&a.folded, &b.folded);
    let sounds = match (a.readings.first(), b.readings.first()) {
        (Some(a), Some(b)) => osa_distance(a, b),
        _ => letters,
    };
    match letters.min(sounds) {
        0 | 1 => Some(Agreement::new(SLIP, Reason::Spelling)),
        2 if shorter >= 8 => Some(Agreement::new(SLIPS, Reason::Spelling)),
        _ => None,
    }
}

/// Whether an initial stands for the other word, in letters or in sounds (`Yu.` for `Юрий`).
fn begins(a: &Word, b: &Word) -> bool {
    let (short, long) = if a.length <= b.length { (a, b) } else { (b, a) };
    let head = |one: &str, whole: &str| !one.is_empty() && whole.starts_with(one);
    head(&short.folded, &long.folded)
        || short
            .readings
            .iter()
            .any(|one| long.readings.iter().any(|whole| head(one, whole)))
        // Yevgeny and Evgeny are one name.
        || (matches!(short.folded.as_str(), "y" | "j") && long.folded.starts_with('e'))
}

/// `Mar` for `Mariano`: at least two letters, and at least two left out.
fn cut_short(a: &Word, b: &Word) -> bool {
    let (short, long) = if a.length <= b.length { (a, b) } else { (b, a) };
    short.length >= 2 && long.length >= short.length + 2 && long.folded.starts_with(&short.folded)
}

/// Given names that are one name in several languages, without being transliterations: `Mykola` and `Nikolai`. One name to
/// the line, its forms between spaces; a line that begins with `#` is a comment.
const FORMS: &str = include_str!("given_names.txt");

/// Whether two folded given names are forms of one name.
fn same_name(a: &str, b: &str) -> bool {
    let holds = |row: &str, name: &str| row.split(' ').any(|form| form == name);
    rows().any(|row| holds(row, a) && holds(row, b))
}

fn rows() -> impl Iterator<Item = &'static str> {
    FORMS.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::{rows, same_name};

    #[test]
    fn forms_of_one_name_meet() {
        assert!(same_name("mykola", "nikolai") && same_name("hans", "johannes"));
        assert!(!same_name("ivan", "igor") && !same_name("unheard", "unheard of"));
    }

    #[test]
    fn every_row_is_plain_and_without_repeats() {
        for row in rows() {
            let names: Vec<&str> = row.split(' ').collect();
            for (at, name) in names.iter().enumerate() {
                assert!(!names[..at].contains(name), "{name} stands twice");
                assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()), "{row}");
            }
            assert!(names.len() > 1, "{row}");
        }
    }
}
