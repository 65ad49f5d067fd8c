//! The findings of a verification, as data.

use analyzer::screening::SOFTWARE;
use schemars::JsonSchema;
use serde::Serialize;

use super::{MANIFEST, Manifest, Timestamp};

/// Which key a good signature was checked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// One that the reader brought along: the holder of that key signed these bytes.
    Given,
    /// The one inside the bundle: it is unchanged since whoever holds that key signed it, and who that is stays open.
    Inside,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// The archive has bytes that no bundle has.
    ArchiveDamaged {
        /// The byte, from 0.
        offset: u64,
        /// What is wrong, in English.
        reason: String,
    },
    /// There are more files than a bundle may hold; none was read.
    TooMany {
        /// Files that a bundle may hold.
        most: u64,
    },
    /// Something in the folder could not be read or is not an ordinary file.
    Unreadable {
        /// Its name.
        name: String,
        /// Why, in English.
        reason: String,
    },
    /// There is no manifest, so there is nothing to compare with.
    ManifestMissing,
    /// The manifest is not as it was written, or breaks a rule.
    ManifestChanged {
        /// What is wrong, in English.
        reason: String,
    },
    /// The manifest is as it was written.
    ManifestUnchanged,
    /// A file is as the manifest says.
    FileUnchanged {
        /// Its name.
        name: String,
    },
    /// A file is not as the manifest says.
    FileChanged {
        /// Its name.
        name: String,
        /// Bytes by the manifest.
        expected_size: u64,
        /// Bytes found.
        found_size: u64,
        /// SHA-256 by the manifest.
        expected_sha256: String,
        /// SHA-256 found.
        found_sha256: String,
    },
    /// A file that the manifest lists is not there.
    FileMissing {
        /// Its name.
        name: String,
    },
    /// A file is there that the manifest does not list.
    FileAdded {
        /// Its name.
        name: String,
    },
    /// Nobody signed, and the manifest says so: the files belong together, and who made them stays open.
    Unsigned,
    /// There is no signature although there should be one.
    SignatureMissing {
        /// Why there should be one, in English.
        reason: String,
    },
    /// There is a signature that does not hold.
    SignatureBad {
        /// What is wrong, in English.
        reason: String,
    },
    /// The signature was made with another key than the one that was given.
    SignatureOtherKey {
        /// Short name of the key that was given.
        given: String,
        /// Short name of the key that signed.
        found: String,
    },
    /// The signature holds.
    SignatureGood {
        /// Which key it was checked with.
        trust: Trust,
        /// Short name of that key.
        key_id: String,
        /// SHA-256 over its 42 bytes.
        fingerprint: String,
    },
    /// An authority saw the signature at this time.
    TimeStampGood {
        /// When, in UTC; a fraction of a second is left out.
        #[schemars(with = "String")]
        time: Timestamp,
        /// The subject of the authority's certificate.
        authority: String,
        /// SHA-256 of that certificate.
        fingerprint: String,
        /// Whether it leads to an authority that the reader gave, or nothing but itself says who made it.
        trust: Trust,
    },
    /// There is a time stamp that does not hold.
    TimeStampBad {
        /// What is wrong, in English.
        reason: String,
    },
}

impl Finding {
    /// The finding as an English sentence.
    pub fn sentence(&self) -> String {
        match self {
            Finding::ArchiveDamaged { offset, reason } => format!("archive, byte {offset}: {reason}"),
            Finding::TooMany { most } => {
                format!("there are more files than the {most} that a bundle may hold; none was read")
            }
            Finding::Unreadable { name, reason } => format!("{name}: cannot be read: {reason}"),
            Finding::ManifestMissing => {
                format!("{MANIFEST}: missing, so there is nothing to compare the files with")
            }
            Finding::ManifestChanged { reason } => format!("{MANIFEST}: not as a bundle has it: {reason}"),
            Finding::ManifestUnchanged => format!("{MANIFEST}: as it was written"),
            Finding::FileUnchanged { name } => format!("{name}: unchanged"),
            Finding::FileChanged { name, expected_size, found_size, expected_sha256, found_sha256 } => {
                format!(
                    "{name}: changed; listed with {expected_size} bytes and SHA-256 {expected_sha256}, found with \
                 {found_size} bytes and SHA-256 {found_sha256}"
                )
            }
            Finding::FileMissing { name } => format!("{name}: missing"),
            Finding::FileAdded { name } => format!("{name}: not listed in {MANIFEST}"),
            Finding::Unsigned => "signature: none; the bundle is unsigned".to_owned(),
            Finding::SignatureMissing { reason } => format!("signature: missing, although {reason}"),
            Finding::SignatureBad { reason } => format!("signature: does not hold: {reason}"),
            Finding::SignatureOtherKey { given, found } => {
                format!("signature: made with the key {found}, not with {given}, which was given")
            }
            Finding::SignatureGood { trust, key_id, .. } => match trust {
                Trust::Given => format!("signature: good, by the key {key_id}, which was given"),
                Trust::Inside => format!("signature: good, by the key {key_id}, which lies inside"),
            },
            Finding::TimeStampGood { time, authority, trust, .. } => match trust {
                Trust::Given => {
                    format!(
                        "time stamp: the signature existed at {time}, says {authority}, which leads to an authority given"
                    )
                }
                Trust::Inside => format!("time stamp: the signature existed at {time}, says {authority}"),
            },
            Finding::TimeStampBad { reason } => format!("time stamp: does not hold: {reason}"),
        }
    }

    /// Whether a bundle with this finding may still hold.
    pub fn holds(&self) -> bool {
        matches!(
            self,
            Self::ManifestUnchanged
                | Self::FileUnchanged { .. }
                | Self::Unsigned
                | Self::SignatureGood { .. }
                | Self::TimeStampGood { .. }
        )
    }
}

/// What was done again and compared. Its text is English and part of documents; pages word it in their own language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(into = "String")]
pub enum Compared {
    #[error("digest over the numbers, as the manifest has it")]
    DigestOfManifest,
    #[error("digest over the numbers that are written")]
    DigestWritten,
    #[error("digest over the numbers, as the custody has it")]
    DigestOfCustody,
    #[error("signer, as the custody has it")]
    SignerOfCustody,
    #[error("rating lists, as the manifest has them")]
    RatingLists,
    #[error("digest over the numbers computed again")]
    DigestComputed,
    #[error("pages and tables")]
    PagesAndTables,
    #[error("version that wrote it")]
    Version,
    #[error("version, as dossier and custody have it")]
    VersionOfFiles,
    /// A file by its name, or anything else in English.
    #[error("{0}")]
    Other(String),
}

/// What a comparison found, or why nothing was compared. Its text is English and part of documents, as that of [`Compared`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(into = "String")]
pub enum Outcome {
    /// Both texts are this one.
    #[error("{0}")]
    Same(String),
    #[error("written {written}, found {found}")]
    Differs { written: String, found: String },
    #[error("made again from the data, byte for byte")]
    MadeAgain,
    #[error("not what the data give")]
    OtherThanData,
    #[error("not compared: this program is built without the format")]
    NoFormat,
    #[error(
        "not compared: made with {software} in the layout {schema}; this is {SOFTWARE} with {own_schema}"
    )]
    OtherVersion { software: String, schema: String, own_schema: String },
    #[error("no version of this program is `{software}` with the layout `{schema}`")]
    NoVersion { software: String, schema: String },
    #[error("{0}")]
    Other(String),
}

impl From<Compared> for String {
    fn from(what: Compared) -> Self {
        what.to_string()
    }
}

impl From<&str> for Compared {
    fn from(what: &str) -> Self {
        Self::Other(what.to_owned())
    }
}

impl From<String> for Compared {
    fn from(what: String) -> Self {
        Self::Other(what)
    }
}

impl From<&String> for Compared {
    fn from(what: &String) -> Self {
        Self::Other(what.clone())
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> Self {
        outcome.to_string()
    }
}

impl From<&str> for Outcome {
    fn from(outcome: &str) -> Self {
        Self::Other(outcome.to_owned())
    }
}

impl From<String> for Outcome {
    fn from(outcome: String) -> Self {
        Self::Other(outcome)
    }
}

/// One thing that was done again and compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Check {
    /// What, in English.
    #[schemars(with = "String")]
    pub what: Compared,
    /// Whether it holds; null if it could not be compared.
    pub holds: Option<bool>,
    /// What was found, or why nothing was compared, in English.
    #[schemars(with = "String")]
    pub detail: Outcome,
}

impl Check {
    /// Whether it was compared and differs.
    pub fn fails(&self) -> bool {
        self.holds == Some(false)
    }

    /// Whether this program cannot make a file of the document again, so that the file may say anything.
    pub fn is_uncompared(&self) -> bool {
        let cause = matches!(self.detail, Outcome::NoFormat | Outcome::OtherVersion { .. });
        self.holds.is_none() && cause
    }
}

/// The checks made, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks(pub Vec<Check>);

impl Checks {
    /// Adds something that was compared.
    pub fn add(&mut self, what: impl Into<Compared>, holds: bool, detail: impl Into<Outcome>) {
        self.0.push(Check { what: what.into(), holds: Some(holds), detail: detail.into() });
    }

    /// Adds whether two texts are equal.
    pub fn equal(&mut self, what: impl Into<Compared>, written: &str, found: &str) {
        let detail = if written == found {
            Outcome::Same(found.to_owned())
        } else {
            Outcome::Differs { written: written.to_owned(), found: found.to_owned() }
        };
        self.add(what, written == found, detail);
    }

    /// Adds something that cannot be compared, and why.
    pub fn skip(&mut self, what: impl Into<Compared>, why: impl Into<Outcome>) {
        self.0.push(Check { what: what.into(), holds: None, detail: why.into() });
    }

    /// Adds whether a file is what its data give, byte for byte. Another version of the program, which `other` names, may
    /// write the same data in another way, so that a difference shows nothing.
    pub fn repeats(&mut self, what: &str, same: bool, other: Option<&Outcome>) {
        match other.filter(|_| !same) {
            Some(other) => self.skip(what, other.clone()),
            None if same => self.add(what, true, Outcome::MadeAgain),
            None => self.add(what, false, Outcome::OtherThanData),
        }
    }
}

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verification {
    /// [`Verification::SCHEMA`]
    pub schema: String,
    /// Whether everything that was compared holds. Anybody can make files that do.
    pub holds: bool,
    /// Whether everything holds, nothing is left uncompared, and the key that the reader brought along signed it.
    pub attested: bool,
    /// What another version of the program, or one built with other formats, has to compare; absent where there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub uncompared: Vec<Compared>,
    /// What the bundle says about itself, if its manifest could be read. Worth no more than the findings allow.
    pub manifest: Option<Manifest>,
    /// Everything that was found, in a fixed order: reading, manifest, files by name, signature.
    pub findings: Vec<Finding>,
    /// What was computed again and compared, in order; absent where nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recomputed: Vec<Check>,
}

impl Verification {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay/bundle-check/1";

    /// Draws the sum of what was found. Nothing found is nothing that holds.
    pub(super) fn from_findings(manifest: Option<Manifest>, findings: Vec<Finding>) -> Self {
        let holds = !findings.is_empty() && findings.iter().all(Finding::holds);
        let given = |finding: &Finding| matches!(finding, Finding::SignatureGood { trust: Trust::Given, .. });
        Self {
            schema: Self::SCHEMA.to_owned(),
            holds,
            attested: holds && findings.iter().any(given),
            uncompared: Vec::new(),
            manifest,
            findings,
            recomputed: Vec::new(),
        }
    }

    /// The same with one more finding.
    pub fn and(mut self, finding: Finding) -> Self {
        self.holds &= finding.holds();
        self.attested &= self.holds;
        self.findings.push(finding);
        self
    }

    /// The same with what was computed again.
    pub fn with(mut self, recomputed: Vec<Check>) -> Self {
        self.holds &= !recomputed.iter().any(Check::fails);
        let uncompared = recomputed.iter().filter(|check| check.is_uncompared());
        self.uncompared = uncompared.map(|check| check.what.clone()).collect();
        self.attested &= self.holds && self.uncompared.is_empty();
        self.recomputed = recomputed;
        self
    }

    /// Findings with which a bundle does not hold.
    pub fn failures(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.holds())
    }
}
