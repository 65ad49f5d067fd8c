//! Bundles: the archive, the manifest, the signature and the key beside it.

use std::sync::OnceLock;

use reports::bundle::{
    Bundle, Content, Description, Edition, Kind, Manifest, PublicKey, SecretKey, Signature, Timestamp,
    Verifier,
};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "bundle",
    about: "bundles: archive, manifest, signature, keys",
    run,
    words: WORDS,
    made: || {
        let (zip, _) = sound();
        vec![zip.clone()]
    },
    data: &[],
};

/// A signed bundle as an archive, and its key. The key is new in each process: only sound bundles hold with it.
fn sound() -> &'static (Vec<u8>, PublicKey) {
    static MADE: OnceLock<(Vec<u8>, PublicKey)> = OnceLock::new();
    MADE.get_or_init(|| {
        let key = SecretKey::generate().expect("a key");
        let description = Description {
            edition: Edition::Complete,
            created: Timestamp::from_seconds(1_793_179_800).expect("in range"),
            software: "fairplay 0.1.0".to_owned(),
            numbers: "5a".repeat(32),
            rating_lists: Vec::new(),
        };
        let contents = vec![
            Content::new("dossier.json", Kind::Data, "{\"z\": 1.25}\n"),
            Content::new("games.pgn", Kind::Games, "[White \"Ample, Anna\"]\n\n1. e4 e5 *\n"),
            Content::new("method.md", Kind::Method, ""),
        ];
        let bundle = Bundle::new(&description, contents, Some(&key)).expect("a bundle");
        let mut zip = Vec::new();
        bundle.zip(&mut zip).expect("written");
        (zip, *key.public())
    })
}

fn run(bytes: &[u8], bench: &mut Bench) {
    let (whole, key) = sound();
    for verifier in [Verifier::new(None), Verifier::new(Some(*key))] {
        match verifier.archive(&mut &*bytes) {
            Ok(found) => {
                bench.trace.said("found", &format!("{} {}", found.holds, found.attested));
                bench.trace.count("findings", found.findings.len());
                for failure in found.failures() {
                    bench.trace.said("failure", &format!("{failure:?}"));
                }
                assert!(!found.attested || bytes == whole, "another archive holds with the key of this one");
            }
            Err(error) => bench.trace.said("unread", &error.to_string()),
        }
    }
    match Manifest::parse(bytes) {
        Ok(manifest) if manifest.check(bytes).is_ok() => {
            assert_eq!(manifest.text().expect("written").as_bytes(), bytes, "a manifest in two spellings");
            bench.trace.count("files", manifest.files.len());
        }
        Ok(_) => bench.trace.said("manifest", "changed"),
        Err(error) => bench.trace.said("manifest", &error.to_string()),
    }
    match Signature::parse(bytes) {
        Ok(signature) => {
            assert!(signature.check(key, b"something else").is_err());
            bench.trace.said("signature", "read");
        }
        Err(error) => bench.trace.said("signature", &error.to_string()),
    }
    let text = String::from_utf8_lossy(bytes);
    for (kind, said) in [
        (
            "public key",
            PublicKey::parse(&text).map(|key| assert_eq!(PublicKey::parse(&key.text()).ok(), Some(key))),
        ),
        ("secret key", SecretKey::parse(&text).map(|key| drop(key.text()))),
    ] {
        match said {
            Ok(()) => bench.trace.said(kind, "read"),
            Err(error) => bench.trace.said(kind, &error.to_string()),
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"manifest.json",
    b"manifest.json.minisig",
    b"SHA256SUMS",
    b"key.pub",
    b"../",
    b"\"files\":[",
    b"\"kind\":\"",
    b"\"sha256\":\"",
    b"\"size\":",
    b"untrusted comment: ",
    b"trusted comment: ",
    b"RWQ",
];
