//! `bundle.json`: what is in a bundle, and the rules that every manifest keeps, whoever wrote it.
//!
//! Its bytes are canonical: fields in the order of the type, files in the order of their names, two spaces, one newline at
//! the end. So the same contents give the same bytes, and a byte that was changed without changing the meaning is found as
//! well. This module opens no file.

use analyzer::digest::hex;
use datasets::ratings::list::YearMonth;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::refused;
use super::{
    BundleError, KEY, MANIFEST, MAX_BYTES, MAX_FILES, MAX_MANIFEST, PublicKey, SIGNATURE, SUMS, Timestamp,
};
use crate::visible;

/// Characters of a name at most. With the folder in front it stays below what old archivers and Windows take.
pub(super) const MAX_NAME: usize = 80;
/// Rating lists of a dossier at most: an event of years has one a month.
const MAX_LISTS: usize = 1_000;
/// Characters of the name of a rating list at most.
const MAX_LIST_NAME: usize = 200;

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
    pub fn for_key(key: &PublicKey) -> Self {
        Self { key_id: key.id(), fingerprint: key.fingerprint(), public_key: key.base64() }
    }
}

/// A rating list behind the ratings of a dossier. The list itself is not in the bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedList {
    /// Name of its file, 1 to 200 characters.
    pub name: String,
    /// First month in which it was valid, `YYYY-MM`.
    pub month: String,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
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
    /// The rating lists behind the ratings of the dossier; absent where there are none, and in bundles of before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rating_lists: Vec<NamedList>,
    /// The key that signed; nothing for an unsigned bundle.
    pub signed_by: Option<Signer>,
    /// Every file but this one and its signature, in the order of their names.
    pub files: Vec<FileEntry>,
}

impl Manifest {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay/bundle/1";

    /// The bytes of `bundle.json`.
    pub fn text(&self) -> Result<String, BundleError> {
        Ok(crate::data::json::pretty(self)?)
    }

    /// The same with the digest over itself filled in.
    pub(super) fn sealed(mut self) -> Result<Self, BundleError> {
        self.digest = self.own_digest()?;
        Ok(self)
    }

    fn own_digest(&self) -> Result<String, BundleError> {
        let mut open = self.clone();
        open.digest.clear();
        Ok(hex(&Sha256::digest(open.text()?.as_bytes())))
    }

    /// Reads a manifest. It may still break rules: see [`Self::check`].
    pub fn parse(bytes: &[u8]) -> Result<Self, BundleError> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        if bytes.len() as u64 > MAX_MANIFEST {
            return refused(format!("the manifest is larger than {MAX_MANIFEST} bytes"));
        }
        let found = visible(&serde_json::from_slice::<Head>(bytes)?.schema);
        if found != Self::SCHEMA {
            let read = Self::SCHEMA;
            return refused(format!("the manifest says it is `{found}`; this program reads `{read}`"));
        }
        Ok(serde_json::from_slice(bytes)?)
    }

    /// Checks that `bytes`, from which this was read, are as they were written, and that every rule is kept.
    pub fn check(&self, bytes: &[u8]) -> Result<(), BundleError> {
        let found = self.own_digest()?;
        if found != self.digest {
            let written = visible(&self.digest);
            return refused(format!("the manifest says its own digest is {written}, but it is {found}"));
        }
        if self.text()?.as_bytes() != bytes {
            return refused("the manifest is not written as bundles are: other spaces, order or marks");
        }
        self.rules()
    }

    /// The rules of every manifest beyond its own digest and form.
    pub(super) fn rules(&self) -> Result<(), BundleError> {
        let software = 1..=200;
        if !software.contains(&self.software.len()) || visible(&self.software) != self.software {
            return refused(
                "the name of the software must have 1 to 200 characters and no control characters",
            );
        }
        is_digest(&self.numbers, "the numbers")?;
        if self.rating_lists.len() > MAX_LISTS {
            return refused(format!("more than {MAX_LISTS} rating lists are named"));
        }
        for list in &self.rating_lists {
            list.check()?;
        }
        if self.files.len() > MAX_FILES {
            let found = self.files.len();
            return refused(format!("{found} files are more than the {MAX_FILES} that a bundle may hold"));
        }
        for file in &self.files {
            self.entry(file)?;
        }
        if let Some([_, file]) = self.files.array_windows().find(|[a, b]| a.name >= b.name) {
            return Err(out_of_order(&file.name));
        }
        if self.files.iter().map(|file| u128::from(file.size)).sum::<u128>() > u128::from(MAX_BYTES) {
            return refused(format!("the files have more than the {MAX_BYTES} bytes that a bundle may hold"));
        }
        self.own_files()
    }

    fn entry(&self, file: &FileEntry) -> Result<(), BundleError> {
        let own_kind = match file.name.as_str() {
            KEY => Some(Kind::Key),
            SUMS => Some(Kind::Digests),
            name => {
                check_name(name)?;
                None
            }
        };
        let name = &file.name;
        if own_kind != Some(file.kind).filter(|kind| matches!(kind, Kind::Key | Kind::Digests)) {
            return refused(format!("`{name}` is not of a kind that it can have"));
        }
        if self.edition == Edition::Defence && file.kind == Kind::Confidential {
            return refused(format!(
                "`{name}` is confidential, and the copy for the defence may not hold confidential files"
            ));
        }
        is_digest(&file.sha256, name)
    }

    /// The files that the bundle writes itself follow from the rest of the manifest.
    fn own_files(&self) -> Result<(), BundleError> {
        let holds = |name: &str, text: &str| {
            let digest = hex(&Sha256::digest(text.as_bytes()));
            let same = |file: &FileEntry| file.size == text.len() as u64 && file.sha256 == digest;
            self.files.iter().any(|file| file.name == name && same(file))
        };
        if !holds(SUMS, &sums(&self.files)) {
            return refused("SHA256SUMS does not list what the manifest lists");
        }
        let fits = match &self.signed_by {
            Some(signer) => PublicKey::parse(&signer.public_key)
                .is_ok_and(|key| Signer::for_key(&key) == *signer && holds(KEY, &key.text())),
            None => !self.files.iter().any(|file| file.name == KEY),
        };
        if fits {
            Ok(())
        } else {
            refused("the public key does not fit what the manifest says about the signature")
        }
    }
}

impl NamedList {
    /// A list by name, month and SHA-256; characters of the name that a reader cannot see are written as codes, and the name is
    /// cut to what a manifest holds.
    pub fn new(name: &str, month: &str, sha256: &str) -> Self {
        let name: String = visible(name).chars().take(MAX_LIST_NAME).collect();
        Self { name, month: month.to_owned(), sha256: sha256.to_owned() }
    }

    fn check(&self) -> Result<(), BundleError> {
        let length = self.name.chars().count();
        if !(1..=MAX_LIST_NAME).contains(&length) || visible(&self.name) != self.name {
            return refused(format!(
                "the name of a rating list must have 1 to {MAX_LIST_NAME} characters and no control characters"
            ));
        }
        if YearMonth::parse(&self.month).is_none() {
            return refused(format!("`{}` is no month of a rating list", visible(&self.month)));
        }
        is_digest(&self.sha256, "a rating list")
    }
}

pub(super) fn out_of_order(name: &str) -> BundleError {
    let name = visible(name);
    BundleError::Rule(format!("the files are not in the order of their names, or `{name}` is there twice"))
}

/// Checks the name of a file that was given to be put into a bundle. A bundle travels between systems that disagree about
/// letters, capitals and separators, and it comes from strangers, so a name is one part in small Latin letters.
pub(super) fn check_name(name: &str) -> Result<(), BundleError> {
    let known = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b);
    let own = [MANIFEST, SIGNATURE, KEY, SUMS].iter().any(|own| own.eq_ignore_ascii_case(name));
    let points = name.starts_with(['.', '_', '-']) || name.ends_with('.') || name.contains("..");
    // Windows takes these for devices, with any ending (Microsoft, "Naming Files, Paths, and Namespaces").
    let stem = name.split('.').next().unwrap_or(name);
    let port = ["com", "lpt"].iter().filter_map(|port| stem.strip_prefix(port)).any(|n| n.len() == 1);
    let device = port || ["con", "prn", "aux", "nul"].contains(&stem);
    if (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(known) && !points && !own && !device {
        return Ok(());
    }
    refused(format!(
        "`{}` cannot be the name of a file in a bundle: it must have 1 to {MAX_NAME} of the characters a to z, digits, `.`, \
         `_` and `-`, begin with a letter or a digit, have something behind each point, and be no device and no name of the bundle's own",
        visible(name)
    ))
}

fn is_digest(text: &str, of: &str) -> Result<(), BundleError> {
    let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if text.len() == 64 && text.bytes().all(digit) {
        return Ok(());
    }
    refused(format!("what stands as the SHA-256 of {of} is not 64 small hexadecimal digits"))
}

/// The text of `SHA256SUMS`: every file but itself, the manifest and the signature, as `sha256sum` prints them.
pub(super) fn sums(files: &[FileEntry]) -> String {
    files
        .iter()
        .filter(|file| file.name != SUMS)
        .flat_map(|file| [file.sha256.as_str(), "  ", file.name.as_str(), "\n"])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::{Bundle, example};

    fn changed(change: impl FnOnce(&mut Manifest)) -> BundleError {
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
            assert!(check(&other).to_string().contains("other spaces, order or marks"));
        }
        assert!(check(&text.replace("complete", "defence")).to_string().contains("its own digest"));
        let newer = check(&text.replace("bundle/1", "bundle/2")).to_string();
        assert!(newer.contains("`fairplay/bundle/2`"), "{newer}");
        assert!(matches!(
            check(&text.replace("\"schema\"", "\"added\": 1,\n  \"schema\"")),
            BundleError::Json(_)
        ));
        let long = format!("{text}{}", " ".repeat(1 << 20));
        assert!(check(&long).to_string().contains("larger than 1048576 bytes"));
    }

    /// A manifest whose digest fits may still have been written by somebody who does not keep the rules.
    #[test]
    fn every_rule_is_checked_when_reading_as_well() {
        type Change<'a> = (&'a dyn Fn(&mut Manifest), &'a str);
        let signer = example::bundle().manifest().signed_by.clone();
        let list = |name: &str, month: &str, sha256: &str| {
            vec![NamedList { name: name.to_owned(), month: month.to_owned(), sha256: sha256.to_owned() }]
        };
        let digest = "5a".repeat(32);
        let changes: [Change<'_>; 21] = [
            (&|m| m.rating_lists = list("a\u{1b}", "2025-06", &digest), "the name of a rating list"),
            (&|m| m.rating_lists = list("a.txt", "June", &digest), "`June` is no month"),
            (&|m| m.rating_lists = list("a.txt", "2025-06", "5A"), "the SHA-256 of a rating list"),
            (
                &|m| m.rating_lists = vec![list("a.txt", "2025-06", &digest).remove(0); 1_001],
                "more than 1000 rating lists",
            ),
            (&|m| m.software.clear(), "1 to 200 characters"),
            (&|m| m.software.push('\u{1b}'), "no control characters"),
            (&|m| m.numbers.push('0'), "the SHA-256 of the numbers"),
            (&|m| m.numbers = "A".repeat(64), "small hexadecimal digits"),
            (&|m| m.files.reverse(), "the order of their names"),
            (&|m| m.files.push(m.files[m.files.len() - 1].clone()), "there twice"),
            (&|m| m.files[1].name = "../x".to_owned(), "`../x` cannot be the name"),
            (&|m| m.files[1].kind = Kind::Digests, "not of a kind"),
            (&|m| m.files[0].kind = Kind::Report, "`SHA256SUMS` is not of a kind"),
            (&|m| m.files[1].size = MAX_BYTES, "more than the 1073741824 bytes"),
            (&|m| m.files[1].size = u64::MAX, "more than the 1073741824 bytes"),
            (&|m| m.files[1].sha256 = "0".repeat(64), "SHA256SUMS does not list"),
            (&|m| drop(m.files.remove(0)), "SHA256SUMS does not list"),
            (&|m| m.signed_by.clone_from(&signer), "the public key does not fit"),
            (&|m| m.edition = Edition::Defence, "`complaint.txt` is confidential"),
            (&|m| m.files = vec![m.files[0].clone(); MAX_FILES + 1], "1001 files are more"),
            (&|m| m.schema.push('\u{7}'), "`fairplay/bundle/1\\u{7}`"),
        ];
        for (change, rule) in changes {
            let error = changed(change).to_string();
            assert!(error.contains(rule), "{error}");
        }
    }

    #[test]
    fn names_that_lead_elsewhere_or_mean_something_are_refused() {
        for name in ["dossier.pdf", "console.txt", "com10", "0", "a_b.json.zst", &"a".repeat(MAX_NAME)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        let long = "a".repeat(MAX_NAME + 1);
        for name in [
            "",
            ".",
            "..",
            ".hidden",
            "-rf",
            "a/b",
            "/etc/passwd",
            "..\\a",
            "c:a",
            "a..b",
            "a.",
            "Games.pgn",
            "games pgn",
            "партии.pgn",
            "a\0b",
            "a\nb",
            "bundle.json",
            "bundle.json.minisig",
            "key.pub",
            "sha256sums",
            "con",
            "nul.txt",
            "com1.pgn",
            &long,
        ] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        let error = check_name("a\u{1b}[31m").expect_err("refused").to_string();
        assert!(error.contains("`a\\u{1b}[31m`"), "{error}");
    }
}
