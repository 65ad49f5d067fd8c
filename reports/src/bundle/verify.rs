//! Verification by a stranger, without a network: every file, the manifest, the signature.
//!
//! A bundle that does not hold is a result and no error; an error means that nothing could be looked at. Nothing is
//! unpacked or written, a name only ever leads into the folder that was named, and sizes and numbers are bounded.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::contents::Contents;
use super::error::refused;
use super::{
    BundleError, Finding, KEY, MANIFEST, Manifest, PublicKey, SIGNATURE, Signature, Signer, Trust,
    Verification,
};

/// Checks bundles, with the key that the reader brought along or with the one inside each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verifier {
    key: Option<PublicKey>,
}

impl Verifier {
    /// With a public key that came by another way than the bundle, or without one.
    pub fn new(key: Option<PublicKey>) -> Self {
        Self { key }
    }

    /// Checks a folder, or a `.zip` where `path` is a file.
    pub fn path(&self, path: &Path) -> Result<Verification, BundleError> {
        Ok(self.open(path, &[])?.0)
    }

    /// The same, and the bytes of the `wanted` files. They are the very bytes that were checked, and worth nothing unless
    /// everything holds.
    pub fn open(
        &self,
        path: &Path,
        wanted: &[&str],
    ) -> Result<(Verification, BTreeMap<String, Vec<u8>>), BundleError> {
        let failed = |source| BundleError::Io { path: path.to_owned(), source };
        let kind = fs::metadata(path).map_err(failed)?;
        if kind.is_dir() {
            return Ok(self.contents(Contents::of_folder(path, wanted).map_err(failed)?));
        }
        if !kind.is_file() {
            return Err(failed(io::Error::other("it is neither a folder nor a file")));
        }
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        Ok(self.contents(Contents::of_archive(&mut file, wanted).map_err(failed)?))
    }

    pub fn archive(&self, source: &mut dyn Read) -> io::Result<Verification> {
        Ok(self.contents(Contents::of_archive(source, &[])?).0)
    }

    fn contents(&self, mut contents: Contents) -> (Verification, BTreeMap<String, Vec<u8>>) {
        let mut findings = std::mem::take(&mut contents.findings);
        let bytes = contents.files.get(MANIFEST).map(|found| found.bytes.as_deref());
        let manifest = bytes.flatten().map(|bytes| (Manifest::parse(bytes), bytes));
        findings.push(match &manifest {
            Some((Ok(read), bytes)) => match read.check(bytes) {
                Ok(()) => Finding::ManifestUnchanged,
                Err(error) => changed(&error),
            },
            Some((Err(BundleError::Json(error)), _)) => changed(error),
            Some((Err(error), _)) => changed(error),
            None if bytes.is_some() => changed(&"it is larger than a manifest may be"),
            None => Finding::ManifestMissing,
        });
        let manifest = manifest.and_then(|(manifest, _)| manifest.ok());
        if let Some(manifest) = &manifest {
            files(manifest, &contents, &mut findings);
        }
        let signature = self.signature(manifest.as_ref(), &contents);
        findings.push(signature.unwrap_or_else(|error| Finding::SignatureBad { reason: error.to_string() }));
        let kept = contents.files.into_iter();
        let kept = kept.filter_map(|(name, found)| Some((name, found.bytes?)));
        (Verification::from_findings(manifest, findings), kept.collect())
    }

    /// The one finding about the signature; an error is one that does not hold.
    fn signature(&self, manifest: Option<&Manifest>, contents: &Contents) -> Result<Finding, BundleError> {
        let bytes = |name: &str| contents.files.get(name)?.bytes.as_deref();
        let missing = |reason: &str| Ok(Finding::SignatureMissing { reason: reason.to_owned() });
        let signed_by = manifest.map(|manifest| manifest.signed_by.as_ref());
        if !contents.files.contains_key(SIGNATURE) {
            return match (self.key, signed_by) {
                (Some(_), _) => missing("a key was given to check it with"),
                (None, Some(None)) => Ok(Finding::Unsigned),
                (None, Some(Some(_))) => missing("the manifest says that there is one"),
                (None, None) => {
                    missing("without a manifest that can be read nothing says that there is none")
                }
            };
        }
        let Some(message) = bytes(MANIFEST) else {
            return refused("the manifest that it belongs to is not there");
        };
        let signature = Signature::parse(bytes(SIGNATURE).unwrap_or_default())?;
        let (key, trust) = match (self.key, bytes(KEY).map(str::from_utf8)) {
            (Some(key), _) => (key, Trust::Given),
            (None, Some(Ok(text))) => (PublicKey::parse(text)?, Trust::Inside),
            (None, _) => return refused("the key inside is not there, far too long or not text"),
        };
        if trust == Trust::Given && signature.key_id() != key.id() {
            return Ok(Finding::SignatureOtherKey { given: key.id(), found: signature.key_id() });
        }
        signature.check(&key, message)?;
        if signed_by.flatten() != Some(&Signer::for_key(&key)) {
            return refused("the manifest does not name this key as the one that signed");
        }
        Ok(Finding::SignatureGood { trust, key_id: key.id(), fingerprint: key.fingerprint() })
    }
}

fn changed(reason: &dyn std::fmt::Display) -> Finding {
    // It may quote the manifest.
    Finding::ManifestChanged { reason: crate::visible(&reason.to_string()) }
}

/// Compares what was found with what the manifest lists.
fn files(manifest: &Manifest, contents: &Contents, findings: &mut Vec<Finding>) {
    for file in &manifest.files {
        let name = crate::visible(&file.name);
        findings.push(match contents.files.get(&file.name) {
            None => Finding::FileMissing { name },
            Some(found) if found.size == file.size && found.sha256 == file.sha256 => {
                Finding::FileUnchanged { name }
            }
            Some(found) => Finding::FileChanged {
                name,
                expected_size: file.size,
                found_size: found.size,
                expected_sha256: crate::visible(&file.sha256),
                found_sha256: found.sha256.clone(),
            },
        });
    }
    let listed = |name: &str| {
        name == MANIFEST
            || name == SIGNATURE && manifest.signed_by.is_some()
            || manifest.files.iter().any(|file| file.name == name)
    };
    let added = contents.files.keys().filter(|name| !listed(name));
    findings.extend(added.map(|name| Finding::FileAdded { name: name.clone() }));
}
