//! Reasons for and against two entries being one person.

use serde::Serialize;

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
    Transliteration,
    /// Words are written together, apart or with a hyphen.
    Joined,
    /// One of the two has a surname more.
    DoubleSurname,
    /// A slip of one or two letters.
    Spelling,
    Initial,
    Abbreviated,
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
    DifferentFideId,
    DifferentNames,
    DifferentMiddleName,
    /// Against: suffixes or marks that differ (`jr.` and `sr.`, `(1)` and `(2)`).
    DifferentSuffix,
    DifferentFederation,
    DifferentBirthYear,
    RatingsFarApart,
}

impl Reason {
    pub fn is_against(self) -> bool {
        self >= Self::DifferentFideId
    }

    /// The name in machine output.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
