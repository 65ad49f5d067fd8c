//! `bundle.json`: what is in a bundle, and the rules that every manifest keeps, whoever wrote it.
//!
//! Its bytes are canonical: fields in the order of the type, files in the order of their names, two spaces, one newline at
//! the end. So the same contents give the same bytes, and a byte that was changed without changing the meaning is found as
//! well. This module opens no file.

use analyzer::digest::hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{KEY, MAX_BYTES, MAX_FILES, MAX_MANIFEST, ManifestError, PublicKey, SUMS, Timestamp, names};
use crate::visible;

/// For whom a bundle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// Everything there is, for the panel.
    Complete,
    /// For the player's side: everything that is not confidential.
    Defence,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Made to be read by people: PDF, HTML.
    Report,
    /// The numbers of the report for programs: JSON, CSV.
    Data,
    /// The games, as PGN.
    Games,
    /// The stored answers of the engine, from which the numbers can be computed again.
    Evaluations,
    /// How the numbers are made: method, parameters, certificate.
    Method,
    /// Not for the player's side, such as complaints or names of witnesses. A defence copy may not hold it.
    Confidential,
    /// `SHA256SUMS`, written by the bundle itself.
    Digests,
    /// `key.pub`, written by the bundle itself.
    Key,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its name in the folder; there are no folders below.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
}

/// Whose key signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signer {
    /// The short name of the key, 16 hexadecimal digits, as minisign shows it. It tells keys apart and proves nothing.
    pub key_id: String,
    /// SHA-256 over the 42 bytes of the public key, lower-case hex: what people compare over another channel.
    pub fingerprint: String,
    /// The public key as minisign's option `-P` takes it.
    pub public_key: String,
}

impl Signer {
    /// A key as a manifest describes it.
    #[must_use]
    pub fn for_key(key: &PublicKey) -> Self {
        Self { key_id: key.id(), fingerprint: key.fingerprint(), public_key: key.base64() }
    }
}

/// What is in a bundle. The names of the fields are a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`Manifest::SCHEMA`]
    pub schema: String,
    /// SHA-256 over this document with an empty text here, lower-case hex. Finds a changed byte also without a signature.
    pub digest: String,
    /// For whom it is.
    pub edition: Edition,
    /// When it was made, as its maker said: `2026-10-28T09:30:00Z`.
    #[schemars(with = "String")]
    pub created: Timestamp,
    /// Name and version of the software.
    pub software: String,
    /// The digest over the numbers of the dossier, the same in both editions and in every language.
    pub numbers: String,
    /// The key that signed; nothing for an unsigned bundle.
    pub signed_by: Option<Signer>,
    /// Every file but this one and its signature, in the order of their names.
    pub files: Vec<FileEntry>,
}

impl Manifest {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay/bundle/1";

    /// The bytes of `bundle.json`.
    ///
    /// # Errors
    /// [`ManifestError::Json`] if it cannot be serialised.
    pub fn text(&self) -> Result<String, ManifestError> {
        Ok(crate::json::pretty(self)?)
    }

    /// The same with the digest over itself filled in.
    pub(super) fn sealed(mut self) -> Result<Self, ManifestError> {
        self.digest = self.own_digest()?;
        Ok(self)
    }

    fn own_digest(&self) -> Result<String, ManifestError> {
        let mut open = self.clone();
        open.digest.clear();
        Ok(hex(&Sha256::digest(open.text()?.as_bytes())))
    }

    /// Reads a manifest. It may still break rules: see [`Self::check`].
    ///
    /// # Errors
    /// [`ManifestError::TooLarge`], [`ManifestError::OtherSchema`] or [`ManifestError::Json`].
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        if bytes.len() as u64 > MAX_MANIFEST {
            return Err(ManifestError::TooLarge { most: MAX_MANIFEST });
        }
        let head: Head = serde_json::from_slice(bytes)?;
        if head.schema != Self::SCHEMA {
            return Err(ManifestError::OtherSchema { found: visible(&head.schema), read: Self::SCHEMA });
        }
        Ok(serde_json::from_slice(bytes)?)
    }

    /// Checks that `bytes`, from which this was read, are as they were written, and that every rule is kept.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self, bytes: &[u8]) -> Result<(), ManifestError> {
        let found = self.own_digest()?;
        if found != self.digest {
            return Err(ManifestError::Digest { written: visible(&self.digest), found });
        }
        if self.text()?.as_bytes() != bytes {
            return Err(ManifestError::NotCanonical);
        }
        self.rules()
    }

    /// The rules of every manifest beyond its own digest and form.
    pub(super) fn rules(&self) -> Result<(), ManifestError> {
        let software = 1..=200;
        if !software.contains(&self.software.len()) || visible(&self.software) != self.software {
            return Err(ManifestError::Software);
        }
        is_digest(&self.numbers, || "the numbers".to_owned())?;
        if self.files.len() > MAX_FILES {
            return Err(ManifestError::TooMany { found: self.files.len() });
        }
        self.entries()?;
        self.own_files()
    }

    fn entries(&self) -> Result<(), ManifestError> {
        let mut before: Option<&str> = None;
        let mut bytes = 0_u64;
        for file in &self.files {
            if ![KEY, SUMS].contains(&file.name.as_str()) {
                names::check(&file.name)?;
            }
            if before.is_some_and(|before| before >= file.name.as_str()) {
                return Err(ManifestError::Order { name: visible(&file.name) });
            }
            before = Some(&file.name);
            let own_kind = match file.name.as_str() {
                KEY => Some(Kind::Key),
                SUMS => Some(Kind::Digests),
                _ => None,
            };
            let is_own_kind = matches!(file.kind, Kind::Key | Kind::Digests);
            if own_kind.map_or(is_own_kind, |kind| kind != file.kind) {
                return Err(ManifestError::Kind { name: file.name.clone() });
            }
            if self.edition == Edition::Defence && file.kind == Kind::Confidential {
                return Err(ManifestError::Confidential { name: file.name.clone() });
            }
            is_digest(&file.sha256, || file.name.clone())?;
            bytes = bytes.saturating_add(file.size);
        }
        if bytes > MAX_BYTES {
            return Err(ManifestError::TooMuch);
        }
        Ok(())
    }

    /// The files that the bundle writes itself follow from the rest of the manifest.
    fn own_files(&self) -> Result<(), ManifestError> {
        let holds = |name: &str, text: &str| {
            self.files.iter().any(|file| {
                file.name == name
                    && file.size == text.len() as u64
                    && file.sha256 == hex(&Sha256::digest(text.as_bytes()))
            })
        };
        if !holds(SUMS, &sums(&self.files)) {
            return Err(ManifestError::Sums);
        }
        let fits = match &self.signed_by {
            Some(signer) => PublicKey::parse(&signer.public_key)
                .is_ok_and(|key| Signer::for_key(&key) == *signer && holds(KEY, &key.text())),
            None => !self.files.iter().any(|file| file.name == KEY),
        };
        if fits { Ok(()) } else { Err(ManifestError::Key) }
    }
}

fn is_digest(text: &str, of: impl FnOnce() -> String) -> Result<(), ManifestError> {
    let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if text.len() == 64 && text.bytes().all(digit) {
        return Ok(());
    }
    Err(ManifestError::NoDigest { of: of() })
}

/// The text of `SHA256SUMS`: every file but itself, the manifest and the signature, as `sha256sum` prints them.
pub(super) fn sums(files: &[FileEntry]) -> String {
    files
        .iter()
        .filter(|file| file.name != SUMS)
        .flat_map(|file| [file.sha256.as_str(), "  ", file.name.as_str(), "\n"])
        .collect()
}

/// The JSON Schema of [`Manifest`], pretty, with a trailing newline.
#[must_use]
pub fn schema() -> String {
    crate::json::schema_of::<Manifest>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::{Bundle, example};

    fn changed(change: impl FnOnce(&mut Manifest)) -> ManifestError {
        let bundle = Bundle::new(&example::description(), example::contents(), None).expect("a bundle");
        let mut manifest = bundle.manifest().clone();
        change(&mut manifest);
        let manifest = manifest.sealed().expect("sealed");
        let text = manifest.text().expect("text");
        let read = Manifest::parse(text.as_bytes()).and_then(|read| read.check(text.as_bytes()));
        read.expect_err("refused")
    }

    #[test]
    fn a_manifest_reads_back_as_itself() {
        let bundle = example::bundle();
        let text = bundle.manifest().text().expect("text");
        let read = Manifest::parse(text.as_bytes()).expect("a manifest");
        assert_eq!(&read, bundle.manifest());
        read.check(text.as_bytes()).expect("sound");
    }

    #[test]
    fn the_same_contents_in_another_form_are_found() {
        let text = example::bundle().manifest().text().expect("text");
        let check = |text: &str| {
            Manifest::parse(text.as_bytes())
                .and_then(|read| read.check(text.as_bytes()))
                .expect_err("refused")
        };
        for other in
            [text.replace("  ", " "), format!("{text}\n"), text.replace("\"complete\"", "\"\\u0063omplete\"")]
        {
            assert!(matches!(check(&other), ManifestError::NotCanonical));
        }
        assert!(matches!(check(&text.replace("complete", "defence")), ManifestError::Digest { .. }));
        let newer = check(&text.replace("bundle/1", "bundle/2")).to_string();
        assert!(newer.contains("`fairplay/bundle/2`"), "{newer}");
        assert!(matches!(
            check(&text.replace("\"schema\"", "\"added\": 1,\n  \"schema\"")),
            ManifestError::Json(_)
        ));
        let long = format!("{text}{}", " ".repeat(1 << 20));
        assert!(matches!(check(&long), ManifestError::TooLarge { .. }));
    }

    /// A manifest whose digest fits may still have been written by somebody who does not keep the rules.
    #[test]
    fn every_rule_is_checked_when_reading_as_well() {
        use ManifestError as E;
        assert!(matches!(changed(|m| m.software.clear()), E::Software));
        assert!(matches!(changed(|m| m.software.push('\u{1b}')), E::Software));
        assert!(matches!(changed(|m| m.numbers.push('0')), E::NoDigest { .. }));
        assert!(matches!(changed(|m| m.numbers = "A".repeat(64)), E::NoDigest { .. }));
        assert!(matches!(changed(|m| m.files.reverse()), E::Order { .. }));
        assert!(matches!(changed(|m| m.files.push(m.files[m.files.len() - 1].clone())), E::Order { .. }));
        assert!(matches!(changed(|m| m.files[1].name = "../x".to_owned()), E::Name(_)));
        assert!(matches!(changed(|m| m.files[1].kind = Kind::Digests), E::Kind { .. }));
        assert!(matches!(changed(|m| m.files[0].kind = Kind::Report), E::Kind { .. }));
        assert!(matches!(changed(|m| m.files[1].size = MAX_BYTES), E::TooMuch));
        assert!(matches!(changed(|m| m.files[1].size = u64::MAX), E::TooMuch));
        assert!(matches!(changed(|m| m.files[1].sha256 = "0".repeat(64)), E::Sums));
        assert!(matches!(changed(|m| drop(m.files.remove(0))), E::Sums));
        let signer = example::bundle().manifest().signed_by.clone();
        assert!(matches!(changed(|m| m.signed_by = signer), E::Key));
        assert!(matches!(
            changed(|m| m.edition = Edition::Defence),
            E::Confidential { name } if name == "complaint.txt"
        ));
        let many = changed(|m| m.files = vec![m.files[0].clone(); MAX_FILES + 1]);
        assert!(matches!(many, E::TooMany { found } if found == MAX_FILES + 1));
    }
}
