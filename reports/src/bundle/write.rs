//! Putting a bundle together and writing it. What the files contain is not looked at.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use analyzer::digest::hex;
use sha2::{Digest, Sha256};

use super::manifest::{check_name, out_of_order, sums};
use super::{
    BundleError, Edition, FileEntry, KEY, Kind, MANIFEST, Manifest, NamedList, SIGNATURE, SUMS, SecretKey,
    Signer, Timestamp, archive, place,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its name: 1 to 80 of the characters `a` to `z`, digits, `.`, `_` and `-`.
    pub name: String,
    /// Not [`Kind::Digests`] and not [`Kind::Key`], which the bundle writes itself.
    pub kind: Kind,
    pub bytes: Vec<u8>,
}

/// The head of a manifest.
impl Content {
    pub fn new(name: impl Into<String>, kind: Kind, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), kind, bytes: bytes.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// For whom it is.
    pub edition: Edition,
    /// When it is made. The caller says so, because the same contents at the same instant give the same bytes.
    pub created: Timestamp,
    pub software: String,
    /// The digest over the numbers of the dossier: 64 small hexadecimal digits.
    pub numbers: String,
    /// The rating lists behind the ratings of the dossier.
    pub rating_lists: Vec<NamedList>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    manifest: Manifest,
    files: BTreeMap<String, Vec<u8>>,
}

fn entry(name: &str, kind: Kind, bytes: &[u8]) -> FileEntry {
    FileEntry { name: name.to_owned(), kind, size: bytes.len() as u64, sha256: hex(&Sha256::digest(bytes)) }
}

impl Bundle {
    /// Puts files together, and signs them if there is a key to sign with; without one the bundle is unsigned and says so.
    ///
    /// # Errors
    /// If a name, a kind, a size or the description breaks a rule, above all if a copy for the defence would hold a
    /// confidential file; if the key cannot sign.
    pub fn new(
        description: &Description,
        contents: Vec<Content>,
        key: Option<&SecretKey>,
    ) -> Result<Self, BundleError> {
        let mut files = BTreeMap::new();
        let mut entries = Vec::new();
        for content in contents {
            check_name(&content.name)?;
            entries.push(entry(&content.name, content.kind, &content.bytes));
            if files.insert(content.name.clone(), content.bytes).is_some() {
                return Err(out_of_order(&content.name));
            }
        }
        if let Some(key) = key {
            let text = key.public().text().into_bytes();
            entries.push(entry(KEY, Kind::Key, &text));
            files.insert(KEY.to_owned(), text);
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        let sums = sums(&entries).into_bytes();
        entries.push(entry(SUMS, Kind::Digests, &sums));
        files.insert(SUMS.to_owned(), sums);
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        let manifest = Manifest {
            schema: Manifest::SCHEMA.to_owned(),
            digest: String::new(),
            edition: description.edition,
            created: description.created,
            software: description.software.clone(),
            numbers: description.numbers.clone(),
            rating_lists: description.rating_lists.clone(),
            signed_by: key.map(|key| Signer::for_key(key.public())),
            files: entries,
        }
        .sealed()?;
        manifest.rules()?;
        let text = manifest.text()?.into_bytes();
        if let Some(key) = key {
            let signature = key.sign(&text, description.created)?;
            files.insert(SIGNATURE.to_owned(), signature.text().into_bytes());
        }
        files.insert(MANIFEST.to_owned(), text);
        Ok(Self { manifest, files })
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Every file with its bytes, in the order of the names.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// Writes it as a folder, in one step; an older bundle of that name is replaced. Only its owner may look into it.
    pub fn write_folder(&self, path: &Path) -> Result<(), BundleError> {
        place::folder(path, self.files())
    }

    /// Writes it as a `.zip`, in one step; an older bundle of that name is replaced. Only its owner may read it. The same
    /// bundle gives the same bytes.
    pub fn write_zip(&self, path: &Path) -> Result<(), BundleError> {
        place::file(path, |out| self.zip(out))
    }

    pub fn zip(&self, out: &mut dyn Write) -> io::Result<()> {
        archive::write(self.files(), out)
    }
}

#[cfg(test)]
mod tests;
