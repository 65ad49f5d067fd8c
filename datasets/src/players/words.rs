//! How alike two words of two names are.
//!
//! The kinds go from the same letters to a near miss. The values behind them are choices, checked on labelled
//! names (docs/people.md); what matters is their order and where the thresholds cut.

use super::given;
use super::name::Word;
use super::similarity::Reason;

/// What a word with one slip is worth.
const SLIP: f64 = 0.84;
/// What a long word with two slips is worth.
const SLIPS: f64 = 0.74;

/// How two words agree, with the value this is worth. 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement {
    /// What the pair is worth.
    pub(crate) value: f64,
    /// The kind, unless the letters are the same.
    pub(crate) reason: Option<Reason>,
}

impl Agreement {
    const SAME: Self = Self { value: 1.0, reason: None };

    fn of(value: f64, reason: Reason) -> Self {
        Self { value, reason: Some(reason) }
    }
}

/// Whether two words of surnames may be one.
pub(crate) fn surnames(a: &Word, b: &Word) -> Option<Agreement> {
    alike(a, b).or_else(|| near(a, b))
}

/// Whether two given names may be one; either may be an initial or cut short.
pub(crate) fn given_names(a: &Word, b: &Word) -> Option<Agreement> {
    if a.initial || b.initial {
        return begins(a, b).then(|| Agreement::of(0.86, Reason::Initial));
    }
    alike(a, b)
        .or_else(|| {
            given::same_name(&a.folded, &b.folded).then(|| Agreement::of(0.82, Reason::GivenNameForm))
        })
        .or_else(|| cut_short(a, b).then(|| Agreement::of(0.80, Reason::Abbreviated)))
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
        return Some(Agreement::of(0.98, Reason::Accents));
    }
    // Words of two sounds agree by chance.
    let long = a.length >= 3 && b.length >= 3;
    (long && meet(&a.readings, &b.readings)).then(|| Agreement::of(0.96, Reason::Transliteration))
}

/// A slip: one letter in words of four or more, two in words of eight or more. Counted on the letters and on
/// the English readings, whichever is nearer; an exchange of neighbours is one slip.
fn near(a: &Word, b: &Word) -> Option<Agreement> {
    let shorter = a.length.min(b.length);
    if shorter < 4 || a.length.abs_diff(b.length) > 2 {
        return None;
    }
    let letters = distance(&a.folded, &b.folded);
    let sounds = match (a.readings.first(), b.readings.first()) {
        (Some(a), Some(b)) => distance(a, b),
        _ => letters,
    };
    match letters.min(sounds) {
        0 | 1 => Some(Agreement::of(SLIP, Reason::Spelling)),
        2 if shorter >= 8 => Some(Agreement::of(SLIPS, Reason::Spelling)),
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

/// Edits between two words, counted up to 3: insertion, deletion, replacement, exchange of two neighbours
/// (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    const FAR: usize = 3;
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) >= FAR {
        return FAR;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for (j, &y) in b.iter().enumerate() {
            let at = |line: &[usize], place: usize| line.get(place).copied().unwrap_or(FAR);
            let mut best = (at(&row, j) + usize::from(x != y)).min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            if let (Some(i1), Some(j1)) = (i.checked_sub(1), j.checked_sub(1))
                && a.get(i1) == Some(&y)
                && b.get(j1) == Some(&x)
            {
                best = best.min(at(&before, j1) + 1);
            }
            next.push(best);
        }
        if next.iter().all(|n| *n >= FAR) {
            return FAR;
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(FAR).min(FAR)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn edits_are_counted_by_hand() {
        for (a, b, edits) in [
            ("", "", 0),
            ("petrov", "petrov", 0),
            ("petrov", "pertov", 1),
            ("petrov", "petro", 1),
            ("petrov", "pietrov", 1),
            ("petrov", "patrow", 2),
            ("petrov", "ivanov", 3),
            ("a", "abcdef", 3),
        ] {
            assert_eq!(distance(a, b), edits, "{a} {b}");
            assert_eq!(distance(b, a), edits, "{b} {a}");
        }
    }
}
