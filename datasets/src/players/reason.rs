//! Reasons for and against two entries being one person.

use serde::Serialize;

/// A point for or against one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    SameFideId,
    /// The surnames have the same letters, accents aside.
    SameSurname,
    /// The given names have the same letters, accents aside.
    SameGivenName,
    /// Surname and given name stand in different order, or their order is not known.
    WordOrder,
    /// Accents are written with a second letter, or such a letter is left out (`ü`, `ue`, `u`).
    Accents,
    /// One word in two transliterations.
    Transliteration,
    /// Words are written together, apart or with a hyphen.
    Joined,
    /// One of the two has a surname more.
    DoubleSurname,
    /// A slip of one or two letters.
    Spelling,
    /// An initial stands for the given name.
    Initial,
    /// The given name is cut short.
    Abbreviated,
    /// Forms of one given name in two languages.
    GivenNameForm,
    /// One of the two has a middle name more.
    MiddleName,
    /// One of the two has a patronymic more.
    Patronymic,
    /// One of the two has no particle (`van der`).
    Particle,
    NoGivenName,
    /// One of the two has a suffix (`jr.`) or an organiser's mark (`(2)`).
    Suffix,
    /// Against: two different FIDE numbers.
    DifferentFideId,
    /// Against: names that are clearly different.
    DifferentNames,
    /// Against: middle names that differ.
    DifferentMiddleName,
    /// Against: suffixes or marks that differ (`jr.` and `sr.`, `(1)` and `(2)`).
    DifferentSuffix,
    DifferentFederation,
    DifferentBirthYear,
    /// Against: ratings more than 400 points apart.
    RatingsFarApart,
}

impl Reason {
    /// Whether it speaks against one person.
    pub fn is_against(self) -> bool {
        self >= Self::DifferentFideId
    }

    /// The name in machine output.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
