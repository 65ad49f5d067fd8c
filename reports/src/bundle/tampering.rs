//! A sample bundle, changed in every way that was thought of, as a folder and as an archive: nothing passes, and what was
//! changed is named.

use std::fs;
use std::path::{Path, PathBuf};

use super::{
    Bundle, Finding, KEY, MANIFEST, Manifest, PublicKey, SIGNATURE, SUMS, SecretKey, Trust, Verification,
    Verifier, archive, example,
};

fn stranger() -> SecretKey {
    SecretKey::from_seed([9; 32], *b"stranger").expect("a key")
}

fn given() -> Verifier {
    Verifier::new(Some(*example::key().public()))
}

type Files = Vec<(String, Vec<u8>)>;

fn sample(bundle: &Bundle) -> Files {
    bundle.files().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect()
}

/// Checks files as a folder and as an archive, where both must find the same.
fn check(verifier: Verifier, files: &Files) -> Verification {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    let as_folder = verifier.path(folder.path()).expect("read");
    let mut sorted: Vec<(&str, &[u8])> = files.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
    sorted.sort_unstable();
    let mut bytes = Vec::new();
    archive::write(sorted, &mut bytes).expect("memory does not fail");
    let as_archive = verifier.archive(&mut bytes.as_slice()).expect("memory does not fail");
    assert_eq!(as_folder, as_archive);
    as_folder
}

/// The name that a finding is about.
fn names(finding: &Finding) -> &str {
    match finding {
        Finding::FileUnchanged { name }
        | Finding::FileChanged { name, .. }
        | Finding::FileMissing { name }
        | Finding::FileAdded { name }
        | Finding::Unreadable { name, .. } => name,
        Finding::ManifestMissing | Finding::ManifestChanged { .. } | Finding::ManifestUnchanged => MANIFEST,
        Finding::SignatureMissing { .. }
        | Finding::SignatureBad { .. }
        | Finding::SignatureOtherKey { .. }
        | Finding::SignatureGood { .. }
        | Finding::Unsigned => SIGNATURE,
        Finding::ArchiveDamaged { .. }
        | Finding::TooMany { .. }
        | Finding::TimeStampGood { .. }
        | Finding::TimeStampBad { .. } => "",
    }
}

fn failures(verification: &Verification) -> Vec<&str> {
    assert_eq!(verification.holds, verification.failures().next().is_none());
    verification.failures().map(names).collect()
}

#[test]
fn an_untouched_bundle_holds() {
    let verification = check(given(), &sample(&example::bundle()));
    assert_eq!(failures(&verification), [""; 0]);
    // The manifest, six files, SHA256SUMS and key.pub, the signature.
    assert_eq!(verification.findings.len(), 10);
    let key = *example::key().public();
    let good = |trust| Finding::SignatureGood { trust, key_id: key.id(), fingerprint: key.fingerprint() };
    assert_eq!(verification.findings.last(), Some(&good(Trust::Given)));
    let inside = check(Verifier::default(), &sample(&example::bundle()));
    assert!(inside.holds);
    assert_eq!(inside.findings.last(), Some(&good(Trust::Inside)));
}

#[test]
fn every_changed_byte_of_every_file_is_found_and_named() {
    let files = sample(&example::bundle());
    for (index, (name, bytes)) in files.iter().enumerate() {
        for place in 0..bytes.len() {
            let mut changed = files.clone();
            changed[index].1[place] ^= 1;
            // Folder and archive agree, as `check` shows for one byte of each file.
            let verification =
                if place == bytes.len() / 2 { check(given(), &changed) } else { archived(given(), &changed) };
            let failures = failures(&verification);
            assert!(failures.contains(&name.as_str()), "byte {place} of {name}: {failures:?}");
            // What the manifest says about files may be what was changed there, and the signature is over it.
            if name != MANIFEST {
                assert_eq!(failures, [name.as_str()], "byte {place} of {name}");
            }
        }
    }
}

fn archived(verifier: Verifier, files: &Files) -> Verification {
    let mut bytes = Vec::new();
    let files = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    archive::write(files, &mut bytes).expect("memory does not fail");
    verifier.archive(&mut bytes.as_slice()).expect("memory does not fail")
}

#[test]
fn a_changed_file_is_told_with_both_digests() {
    let mut files = sample(&example::bundle());
    let place = files.iter().position(|file| file.0 == "dossier.json").expect("there");
    files[place].1 = b"{\"z\": 9.25}\n".to_vec();
    let verification = check(given(), &files);
    let failures: Vec<&Finding> = verification.failures().collect();
    // The digests are those of sha256sum.
    let expected = Finding::FileChanged {
        name: "dossier.json".to_owned(),
        expected_size: 12,
        found_size: 12,
        expected_sha256: "5765cb1cff3a190ff05a3169d5cffdce084a859fd495033a9c9b2234eff5d405".to_owned(),
        found_sha256: "f274dd39ead6694ddcc40dfb12d8e4fe558884466833f5ab5cab3d648f7e97b8".to_owned(),
    };
    assert_eq!(failures, [&expected]);
}

#[test]
fn every_missing_added_and_renamed_file_is_named() {
    let files = sample(&example::bundle());
    for index in 0..files.len() {
        let name = files[index].0.clone();
        let mut fewer = files.clone();
        fewer.remove(index);
        let verification = check(given(), &fewer);
        assert!(failures(&verification).contains(&name.as_str()), "without {name}");
        // Also for a reader without a key.
        assert!(!check(Verifier::default(), &fewer).holds, "without {name}");

        let mut renamed = files.clone();
        renamed[index].0 = format!("x-{name}");
        let verification = check(given(), &renamed);
        let failures = failures(&verification);
        assert!(failures.contains(&name.as_str()), "{name}: {failures:?}");
        if name != MANIFEST {
            assert!(failures.contains(&format!("x-{name}").as_str()), "{name}: {failures:?}");
        }
    }
    let mut more = files;
    more.push(("more.txt".to_owned(), vec![]));
    assert_eq!(failures(&check(given(), &more)), ["more.txt"]);
}

#[test]
fn every_changed_byte_and_every_cut_of_the_archive_is_found() {
    // Every byte without a signature, whose check takes long, and some with one.
    let unsigned = Bundle::new(&example::description(), example::contents(), None).expect("a bundle");
    for (bundle, step) in [(unsigned, 1), (example::bundle(), 17)] {
        let mut good = Vec::new();
        bundle.zip(&mut good).expect("memory does not fail");
        let check = |mut bytes: &[u8]| Verifier::default().archive(&mut bytes).expect("memory does not fail");
        assert!(check(&good).holds);
        for place in (0..good.len()).step_by(step) {
            let mut changed = good.clone();
            changed[place] ^= 1;
            let verification = check(&changed);
            assert!(!verification.holds, "byte {place}");
            assert!(
                verification.failures().any(|finding| matches!(
                    finding,
                    Finding::ArchiveDamaged { .. } | Finding::FileChanged { .. }
                )),
                "byte {place} is not named"
            );
        }
        for end in (0..good.len()).step_by(7) {
            assert!(!check(&good[..end]).holds, "cut at {end}");
        }
    }
}

#[test]
fn an_unsigned_bundle_is_called_so_and_is_not_enough_for_who_has_a_key() {
    let bundle = Bundle::new(&example::description(), example::contents(), None).expect("a bundle");
    let files = sample(&bundle);
    let verification = check(Verifier::default(), &files);
    assert!(verification.holds);
    assert_eq!(verification.findings.last(), Some(&Finding::Unsigned));
    assert_eq!(failures(&check(given(), &files)), [SIGNATURE]);
    // Without a signature the manifest's own digest still finds what was changed by accident.
    for (index, (name, bytes)) in files.iter().enumerate() {
        for place in 0..bytes.len() {
            let mut changed = files.clone();
            changed[index].1[place] ^= 1;
            let verification = archived(Verifier::default(), &changed);
            assert!(failures(&verification).contains(&name.as_str()), "byte {place} of {name}");
        }
    }
    // A signature that the manifest knows nothing of.
    let mut signed = files;
    let text = signed.iter().find(|file| file.0 == MANIFEST).expect("there").1.clone();
    let signature = example::key().sign(&text, example::description().created).expect("signs");
    signed.push((SIGNATURE.to_owned(), signature.text().into_bytes()));
    assert_eq!(failures(&check(given(), &signed)), [SIGNATURE, SIGNATURE]);
}

/// Whoever changes a file can make manifest and signature anew with a key of their own.
#[test]
fn a_bundle_signed_again_by_somebody_else_is_found_by_who_has_the_key() {
    let mut contents = example::contents();
    contents[2].bytes = b"{\"z\": 9.25}\n".to_vec();
    let again = Bundle::new(&example::description(), contents, Some(&stranger())).expect("a bundle");
    let verification = check(given(), &sample(&again));
    let expected =
        Finding::SignatureOtherKey { given: example::key().public().id(), found: stranger().public().id() };
    assert_eq!(verification.failures().collect::<Vec<_>>(), [&expected]);
    // Without the key nothing but the note says so.
    let verification = check(Verifier::default(), &sample(&again));
    assert!(verification.holds);
    assert!(matches!(
        verification.findings.last(),
        Some(Finding::SignatureGood { trust: Trust::Inside, .. })
    ));
    // The short name of a key can be chosen; it does not help.
    let same_name = SecretKey::from_seed([9; 32], *b"examples").expect("a key");
    let again =
        Bundle::new(&example::description(), example::contents(), Some(&same_name)).expect("a bundle");
    assert_eq!(failures(&check(given(), &sample(&again))), [SIGNATURE]);
}

#[test]
fn a_signature_over_a_manifest_that_names_another_key_is_bad() {
    let mut files = sample(&example::bundle());
    let text = files.iter().find(|file| file.0 == MANIFEST).expect("there").1.clone();
    let place = files.iter().position(|file| file.0 == SIGNATURE).expect("there");
    let signature = stranger().sign(&text, example::description().created).expect("signs");
    files[place].1 = signature.text().into_bytes();
    let verification = check(Verifier::new(Some(*stranger().public())), &files);
    assert_eq!(failures(&verification), [SIGNATURE]);
}

/// A signed manifest is still held to the rules: somebody may sign what breaks them.
#[test]
fn a_signature_does_not_excuse_a_broken_rule() {
    let mut files = sample(&example::bundle());
    let place = files.iter().position(|file| file.0 == MANIFEST).expect("there");
    let mut manifest = Manifest::parse(&files[place].1).expect("a manifest");
    manifest.edition = super::Edition::Defence;
    let text = manifest.sealed().expect("sealed").text().expect("text").into_bytes();
    let signature = example::key().sign(&text, example::description().created).expect("signs");
    files[place].1 = text;
    let place = files.iter().position(|file| file.0 == SIGNATURE).expect("there");
    files[place].1 = signature.text().into_bytes();
    let verification = check(given(), &files);
    let failures: Vec<&Finding> = verification.failures().collect();
    assert!(
        matches!(failures.as_slice(), [Finding::ManifestChanged { reason }] if reason.contains("confidential")),
        "{failures:?}"
    );
}

#[test]
fn hostile_files_are_findings_and_never_more() {
    let huge = vec![b'['; 2 << 20];
    let deep = vec![b'['; 1 << 19];
    for manifest in [b"".to_vec(), b"{}".to_vec(), b"\xff\xfe".to_vec(), huge, deep] {
        for verifier in [given(), Verifier::default()] {
            let verification = check(verifier, &vec![(MANIFEST.to_owned(), manifest.clone())]);
            assert_eq!(failures(&verification), [MANIFEST, SIGNATURE]);
        }
    }
    let mut files = sample(&example::bundle());
    for name in [KEY, SIGNATURE] {
        let place = files.iter().position(|file| file.0 == name).expect("there");
        let before = std::mem::replace(&mut files[place].1, vec![b'A'; 100_000]);
        assert!(!check(Verifier::default(), &files).holds);
        files[place].1 = before;
    }
    assert!(check(Verifier::default(), &files).holds);
    assert!(Verifier::default().path(Path::new("nowhere")).is_err());
    let empty = tempfile::tempdir().expect("a folder");
    assert_eq!(failures(&given().path(empty.path()).expect("read")), [MANIFEST, SIGNATURE]);
}

/// Writes the sample for tools outside, and asks `minisign` and `sha256sum` where they are installed.
#[test]
fn ordinary_tools_take_a_bundle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path: PathBuf = folder.path().join("bundle");
    example::bundle().write_folder(&path).expect("written");
    let ask = |program: &str, arguments: &[&str]| {
        let output = std::process::Command::new(program).args(arguments).current_dir(&path).output();
        match output {
            Ok(output) => Some(output.status.success()),
            Err(error) => {
                println!("skipped {program}: {error}");
                None
            }
        }
    };
    let sums = ["-c", "--strict", SUMS];
    let signature = ["-V", "-m", MANIFEST, "-p", KEY];
    assert_ne!(ask("sha256sum", &sums), Some(false));
    assert_ne!(ask("minisign", &signature), Some(false));
    let key = PublicKey::parse(&fs::read_to_string(path.join(KEY)).expect("text")).expect("a key");
    assert_ne!(ask("minisign", &["-V", "-m", MANIFEST, "-P", &key.base64()]), Some(false));
    let manifest = fs::read_to_string(path.join(MANIFEST)).expect("text");
    fs::write(path.join(MANIFEST), manifest.replace("complete", "defence")).expect("written");
    fs::write(path.join("games.pgn"), "*").expect("written");
    assert_ne!(ask("sha256sum", &sums), Some(true));
    assert_ne!(ask("minisign", &signature), Some(true));
}
