//! How likely two entries are one person, with the reasons by name: a suggestion for a human that never merges anybody.
//! Equal FIDE numbers are one person, different ones two, whatever the names. Handles are compared with nothing.
//!
//! The score is the worth of the surnames, times that of the given names, times a factor below 1 for everything that
//! speaks against. The thresholds were chosen on labelled names; docs/people.md has the figures.

use serde::Serialize;

use super::name::{Name, Split, Word};
pub use super::reason::Reason;
use super::words::{self, Agreement};

/// From this score two entries are likely one person. See docs/people.md for precision and recall.
pub const LIKELY: f64 = 0.90;
/// From this score two entries are worth a look; below it nothing is suggested.
pub const POSSIBLE: f64 = 0.70;
/// Below this score two names are clearly different people's.
pub const CLEARLY_DIFFERENT: f64 = 0.30;
/// Ratings further apart than this speak against one person. Elo points.
pub const RATING_GAP: u16 = 400;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Profile {
    pub name: String,
    pub fide_id: Option<u32>,
    pub federation: Option<String>,
    pub birth_year: Option<u16>,
    /// Rating. 1 to 4000.
    pub rating: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Similarity {
    /// 0 to 1.
    pub score: f64,
    pub reasons: Vec<Reason>,
}

impl Similarity {
    const NONE: Self = Self { score: 0.0, reasons: Vec::new() };

    fn weigh(&mut self, factor: f64, reason: Reason) {
        self.score *= factor;
        self.reasons.push(reason);
    }

    fn agree(&mut self, agreement: Agreement) {
        self.score *= agreement.value;
        self.reasons.extend(agreement.reason);
    }
}

pub fn similarity(a: &Profile, b: &Profile) -> Similarity {
    compared(a, Name::parse(&a.name).as_ref(), b, Name::parse(&b.name).as_ref())
}

/// [`similarity`] with the names already taken apart.
pub(crate) fn compared(a: &Profile, name_a: Option<&Name>, b: &Profile, name_b: Option<&Name>) -> Similarity {
    let mut found = match (name_a, name_b) {
        (Some(one), Some(other)) => names(one, other),
        _ => Similarity::NONE,
    };
    let numbers = a.fide_id.zip(b.fide_id);
    if let Some((one, other)) = numbers {
        let clear = name_a.is_some() && name_b.is_some() && found.score < CLEARLY_DIFFERENT;
        found.reasons.retain(|r| !r.is_against());
        if one == other {
            found.reasons.push(Reason::SameFideId);
            found.reasons.extend(clear.then_some(Reason::DifferentNames));
            found.score = 1.0;
        } else {
            found.reasons.push(Reason::DifferentFideId);
            found.score = 0.0;
        }
    }
    if numbers.is_none_or(|(one, other)| one != other) {
        let stated = |p: &Profile, name: Option<&Name>| {
            p.federation.clone().or_else(|| name.and_then(|n| n.federation.clone()))
        };
        let against = [
            (
                differ(stated(a, name_a).as_ref(), stated(b, name_b).as_ref()),
                0.85,
                Reason::DifferentFederation,
            ),
            (differ(a.birth_year.as_ref(), b.birth_year.as_ref()), 0.3, Reason::DifferentBirthYear),
            (far_apart(a.rating, b.rating), 0.7, Reason::RatingsFarApart),
        ];
        for (holds, factor, reason) in against {
            if holds {
                found.weigh(factor, reason);
            }
        }
    }
    found.reasons.sort_unstable();
    found.reasons.dedup();
    found
}

fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a != b)
}

fn far_apart(a: Option<u16>, b: Option<u16>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.abs_diff(b) > RATING_GAP)
}

/// Compares names in every way they can be taken apart and keeps the best.
fn names(a: &Name, b: &Name) -> Similarity {
    let mut best = Similarity::NONE;
    let divided = (a.is_divided(), b.is_divided());
    for one in &a.splits {
        for other in &b.splits {
            // A written order is doubted only against another written one, and never both at once.
            let doubted = (divided.0 && !one.written, divided.1 && !other.written);
            if doubted.0 && (doubted.1 || !divided.1) || doubted.1 && !divided.0 {
                continue;
            }
            let mut found = Similarity { score: 1.0, reasons: Vec::new() };
            if !taken_apart(a, *one, b, *other, &mut found) {
                continue;
            }
            if doubted.0 || doubted.1 {
                found.weigh(0.9, Reason::WordOrder);
            } else if a.words.len().min(b.words.len()) > 1 && (one.from > 0) != (other.from > 0) {
                found.weigh(0.99, Reason::WordOrder);
            } else if divided == (false, false) && one.from == 0 {
                // Neither name says that its surname comes first.
                found.score *= 0.8;
            }
            if found.score > best.score {
                best = found;
            }
        }
    }
    if best.score > 0.0 {
        beside(a, b, &mut best);
    }
    best
}

fn taken_apart(a: &Name, one: Split, b: &Name, other: Split, found: &mut Similarity) -> bool {
    let (surname_a, given_a) = divide(&a.words, one);
    let (surname_b, given_b) = divide(&b.words, other);
    surnames(&surname_a, &surname_b, found) && given_names(&given_a, &given_b, found)
}

fn divide(words: &[Word], split: Split) -> (Vec<&Word>, Vec<&Word>) {
    let surname = words.get(split.from..split.to).unwrap_or_default();
    let before = words.get(..split.from).unwrap_or_default();
    let after = words.get(split.to..).unwrap_or_default();
    (surname.iter().collect(), before.iter().chain(after).collect())
}

fn surnames(a: &[&Word], b: &[&Word], found: &mut Similarity) -> bool {
    // An initial is nobody's surname, and a lone letter would agree with too many.
    if a.iter().chain(b).all(|w| w.length < 2) {
        return false;
    }
    let all: Option<Vec<Agreement>> =
        (a.len() == b.len()).then(|| a.iter().zip(b).map(|(a, b)| words::surnames(a, b)).collect()).flatten();
    if let Some(all) = all {
        if all.iter().all(|one| one.reason.is_none()) {
            found.reasons.push(Reason::SameSurname);
        }
        all.into_iter().for_each(|one| found.agree(one));
        return true;
    }
    if a.len() != b.len()
        && let Some(whole) = words::surnames(&Word::joined(a), &Word::joined(b))
    {
        found.agree(whole);
        found.weigh(0.98, Reason::Joined);
        return true;
    }
    // `Garcia Lopez` is `Garcia` to many, and some use the second alone.
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if few.len() == 1 && many.len() > 1 {
        for (place, factor) in [(0, 0.9), (many.len() - 1, 0.82)] {
            let (Some(one), Some(other)) = (few.first(), many.get(place)) else {
                continue;
            };
            if let Some(agreement) = words::surnames(one, other) {
                found.agree(agreement);
                found.weigh(factor, Reason::DoubleSurname);
                return true;
            }
        }
    }
    false
}

fn given_names(a: &[&Word], b: &[&Word], found: &mut Similarity) -> bool {
    let (Some((first_a, rest_a)), Some((first_b, rest_b))) = (a.split_first(), b.split_first()) else {
        if a.len() != b.len() {
            found.weigh(0.6, Reason::NoGivenName);
        }
        return true;
    };
    if let Some(agreement) = words::given_names(first_a, first_b) {
        if agreement.reason.is_none() {
            found.reasons.push(Reason::SameGivenName);
        }
        found.agree(agreement);
        middle_names(rest_a, rest_b, found);
        return true;
    }
    if a.len() != b.len()
        && let Some(whole) = words::surnames(&Word::joined(a), &Word::joined(b))
    {
        found.agree(whole);
        found.weigh(0.97, Reason::Joined);
        return true;
    }
    // One goes by the second given name.
    for (one, others) in [(first_a, rest_b), (first_b, rest_a)] {
        if let Some(agreement) = others.iter().find_map(|other| words::given_names(one, other)) {
            let by_letter = agreement.reason == Some(Reason::Initial);
            found.agree(agreement);
            found.weigh(if by_letter { 0.65 } else { 0.85 }, Reason::MiddleName);
            return true;
        }
    }
    false
}

/// Names behind the first: a missing one costs little, a different one much.
fn middle_names(a: &[&Word], b: &[&Word], found: &mut Similarity) {
    for (one, other) in a.iter().zip(b) {
        match words::given_names(one, other) {
            Some(agreement) => found.agree(agreement),
            None => found.weigh(0.5, Reason::DifferentMiddleName),
        }
    }
    if a.len() != b.len() {
        let extra = if a.len() > b.len() { a } else { b };
        let patronymic = extra.iter().any(|w| is_patronymic(w));
        if patronymic {
            found.weigh(0.97, Reason::Patronymic);
        } else {
            found.weigh(0.93, Reason::MiddleName);
        }
    }
}

/// Son of, daughter of: Russian and Ukrainian endings in English letters, and the Azerbaijani words.
fn is_patronymic(word: &Word) -> bool {
    let text = word.readings.first().unwrap_or(&word.folded);
    ["oviC", "eviC", "iC", "ovna", "evna", "iCna", "ivna", "oglu", "oglii", "kizi", "gizi", "qizi"]
        .iter()
        .any(|end| text.len() > end.len() + 1 && text.ends_with(end) || text == end)
}

fn beside(a: &Name, b: &Name, best: &mut Similarity) {
    if a.particles != b.particles {
        let one_has_none = a.particles.is_empty() || b.particles.is_empty();
        best.weigh(if one_has_none { 0.97 } else { 0.94 }, Reason::Particle);
    }
    if differ(a.generation.as_ref(), b.generation.as_ref()) || differ(a.mark.as_ref(), b.mark.as_ref()) {
        best.weigh(0.2, Reason::DifferentSuffix);
    } else if a.generation != b.generation || a.mark != b.mark {
        best.weigh(0.85, Reason::Suffix);
    }
}
