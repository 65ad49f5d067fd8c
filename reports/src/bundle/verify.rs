//! Verification by a stranger, without a network: every file, the manifest, the signature.
//!
//! A bundle that does not hold is a result and no error; an error means that nothing could be looked at. Nothing is
//! unpacked or written, a name only ever leads into the folder that was named, and sizes and numbers are bounded.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::contents::Contents;
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
        let bytes = |name: &str| contents.files.get(name).and_then(|found| found.bytes.as_deref());
        let manifest = match contents.files.get(MANIFEST).map(|found| found.bytes.as_deref()) {
            None => {
                findings.push(Finding::ManifestMissing);
                None
            }
            Some(None) => {
                findings.push(changed(&"it is larger than a manifest may be"));
                None
            }
            Some(Some(bytes)) => {
                let manifest = Manifest::parse(bytes);
                findings.push(match manifest.as_ref().map(|read| read.check(bytes)) {
                    Ok(Ok(())) => Finding::ManifestUnchanged,
                    Ok(Err(error)) => changed(&error),
                    Err(BundleError::Json(error)) => changed(error),
                    Err(error) => changed(error),
                });
                manifest.ok()
            }
        };
        if let Some(manifest) = &manifest {
            files(manifest, &contents, &mut findings);
        }
        findings.push(self.signature(
            manifest.as_ref(),
            bytes(MANIFEST),
            contents.files.get(SIGNATURE).map(|found| found.bytes.as_deref().unwrap_or_default()),
            bytes(KEY),
        ));
        let kept = contents.files.into_iter();
        let kept = kept.filter_map(|(name, found)| Some((name, found.bytes?)));
        (Verification::from_findings(manifest, findings), kept.collect())
    }

    fn signature(
        &self,
        manifest: Option<&Manifest>,
        message: Option<&[u8]>,
        signature: Option<&[u8]>,
        inside: Option<&[u8]>,
    ) -> Finding {
        let bad = |reason: String| Finding::SignatureBad { reason };
        let missing = |reason: &str| Finding::SignatureMissing { reason: reason.to_owned() };
        let Some(signature) = signature else {
            return match (self.key, manifest) {
                (Some(_), _) => missing("a key was given to check it with"),
                (None, Some(manifest)) if manifest.signed_by.is_none() => Finding::Unsigned,
                (None, Some(_)) => missing("the manifest says that there is one"),
                (None, None) => {
                    missing("without a manifest that can be read nothing says that there is none")
                }
            };
        };
        let Some(message) = message else {
            return bad("the manifest that it belongs to is not there".to_owned());
        };
        let signature = match Signature::parse(signature) {
            Ok(signature) => signature,
            Err(error) => return bad(error.to_string()),
        };
        let (key, trust) = match (self.key, inside.map(std::str::from_utf8)) {
            (Some(key), _) => (key, Trust::Given),
            (None, Some(Ok(text))) => match PublicKey::parse(text) {
                Ok(key) => (key, Trust::Inside),
                Err(error) => return bad(error.to_string()),
            },
            (None, Some(Err(_))) => return bad("the key inside is not text".to_owned()),
            (None, None) => return bad("the key inside is not there or far too long".to_owned()),
        };
        if trust == Trust::Given && signature.key_id() != key.id() {
            return Finding::SignatureOtherKey { given: key.id(), found: signature.key_id() };
        }
        match signature.check(&key, message) {
            Err(error) => bad(error.to_string()),
            Ok(()) if manifest.and_then(|m| m.signed_by.as_ref()) != Some(&Signer::for_key(&key)) => {
                bad("the manifest does not name this key as the one that signed".to_owned())
            }
            Ok(()) => Finding::SignatureGood { trust, key_id: key.id(), fingerprint: key.fingerprint() },
        }
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
    findings.extend(
        contents
            .files
            .keys()
            .filter(|name| !listed(name))
            .map(|name| Finding::FileAdded { name: name.clone() }),
    );
}
