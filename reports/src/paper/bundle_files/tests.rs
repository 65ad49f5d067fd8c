use analyzer::screening::SOFTWARE;

use super::*;
use crate::bundle::as_0_3_0;
use crate::bundle::{Bundle, Check, Finding, SecretKey, Trust, Verification, Verifier};
use crate::{custody, dossier};

/// Numbers and custody of the example, which belong together, and every file that is made from them.
fn evidence(key: Option<&SecretKey>) -> (Description, Vec<Content>) {
    evidence_of(dossier::example::full_test(), key)
}

fn evidence_of(mut test: FullTest, key: Option<&SecretKey>) -> (Description, Vec<Content>) {
    test.manifest.digest = FullTest::digest_of_file(json(&test).expect("JSON").as_bytes()).expect("a digest");
    let custody = Custody {
        numbers: test.manifest.digest.clone(),
        signed_by: key.map(|key| Signer::for_key(key.public())),
        ..custody::example::custody()
    };
    let description = Description {
        edition: Edition::Complete,
        created: custody.made,
        software: test.manifest.software.clone(),
        numbers: test.manifest.digest.clone(),
        rating_lists: named_lists(&test),
    };
    let mut contents = pages_and_tables(&test, &custody).expect("pages");
    contents.push(Content::new(DOSSIER, Kind::Data, json(&test).expect("JSON")));
    contents.push(Content::new(CUSTODY, Kind::Data, json(&custody).expect("JSON")));
    (description, contents)
}

/// Puts the files together with a manifest of their own, and checks them as a stranger does.
fn checked(
    (description, contents): &(Description, Vec<Content>),
    key: Option<&SecretKey>,
    given: Option<&SecretKey>,
) -> Verification {
    let bundle = Bundle::new(description, contents.clone(), key).expect("a bundle");
    let folder = tempfile::tempdir().expect("a folder");
    bundle.write_folder(&folder.path().join("bundle")).expect("written");
    let verifier = Verifier::new(given.map(|key| *key.public()));
    let (verification, files) =
        verifier.open(&folder.path().join("bundle"), &[DOSSIER, CUSTODY]).expect("read");
    assert!(verification.holds, "the manifest is as new as the files: {verification:?}");
    let repeated = consistency(bundle.manifest(), &files);
    verification.with(repeated.0)
}

fn differ(verification: &Verification) -> Vec<String> {
    assert_eq!(verification.holds, !verification.recomputed.iter().any(Check::fails));
    verification.recomputed.iter().filter(|check| check.fails()).map(|check| check.what.to_string()).collect()
}

fn file<'a>(evidence: &'a mut (Description, Vec<Content>), name: &str) -> &'a mut Content {
    evidence.1.iter_mut().find(|content| content.name == name).expect("there")
}

#[test]
fn an_untouched_bundle_is_attested_by_the_key_that_was_given_alone() {
    let (own, foreign) = (SecretKey::generate().expect("a key"), SecretKey::generate().expect("a key"));
    let good = evidence(Some(&own));
    let verification = checked(&good, Some(&own), Some(&own));
    assert_eq!(differ(&verification), [""; 0]);
    assert!(verification.attested && verification.recomputed.len() >= 7, "{verification:?}");
    assert!(verification.recomputed.iter().any(|check| check.what.to_string() == "dossier.html"));
    // With the key inside, or without any, the same files are consistent and attested by nobody.
    let inside = checked(&good, Some(&own), None);
    let key_inside =
        |finding: &Finding| matches!(finding, Finding::SignatureGood { trust: Trust::Inside, .. });
    assert!(inside.holds && !inside.attested && inside.findings.iter().any(key_inside));
    let unsigned = checked(&evidence(None), None, None);
    assert!(unsigned.holds && !unsigned.attested);
    // Signed by somebody else, who changed nothing but the signer.
    let other = checked(&evidence(Some(&foreign)), Some(&foreign), None);
    assert!(other.holds && !other.attested);
}

/// The manifest names the list of the dossier: file, month and SHA-256.
#[test]
fn rating_lists_of_the_manifest_are_those_of_the_dossier() {
    use analyzer::screening::{RatingLists, UsedList};
    let list = UsedList {
        name: "standard_\u{202e}jun25frl.txt".to_owned(),
        month: "2025-06".to_owned(),
        kind: "standard".to_owned(),
        sha256: "ab".repeat(32),
        ratings: 1,
        players: 1,
        births_only: false,
    };
    let mut test = dossier::example::full_test();
    test.manifest.rating_lists = Some(RatingLists { used: vec![list], ..RatingLists::default() });
    let named = named_lists(&test);
    assert_eq!(named[0].month, "2025-06");
    assert_eq!(named[0].name, visible("standard_\u{202e}jun25frl.txt"));
    let differences = |change: fn(&mut Vec<NamedList>)| {
        let (mut description, contents) = evidence_of(test.clone(), None);
        change(&mut description.rating_lists);
        differ(&checked(&(description, contents), None, None))
    };
    assert_eq!(differences(|_| ()), [""; 0]);
    let lists: [fn(&mut Vec<NamedList>); 3] = [
        |lists| lists[0].month = "2025-05".to_owned(),
        |lists| lists[0].sha256 = "00".repeat(32),
        Vec::clear,
    ];
    for change in lists {
        assert_eq!(differences(change), ["rating lists, as the manifest has them"]);
    }
}

#[test]
fn a_page_that_says_other_things_than_the_numbers_is_found_whoever_signs() {
    let key = SecretKey::generate().expect("a key");
    for signing in [None, Some(&key)] {
        for name in ["dossier.html", "dossier.md", DECISIONS] {
            let mut altered = evidence(signing);
            let content = file(&mut altered, name);
            let place = content.bytes.iter().rposition(u8::is_ascii_digit).expect("a digit");
            content.bytes[place] ^= 1;
            assert_eq!(differ(&checked(&altered, signing, signing)), [name]);
        }
        let mut swapped = evidence(signing);
        let page = std::mem::take(&mut file(&mut swapped, "dossier.html").bytes);
        let page = std::mem::replace(&mut file(&mut swapped, "dossier.md").bytes, page);
        file(&mut swapped, "dossier.html").bytes = page;
        assert_eq!(differ(&checked(&swapped, signing, signing)), ["dossier.html", "dossier.md"]);
        let mut more = evidence(signing);
        more.1.push(Content::new("summary.html", Kind::Report, "<p>Other words.</p>"));
        assert_eq!(differ(&checked(&more, signing, signing)), ["summary.html"]);
        let mut fewer = evidence(signing);
        fewer.1.retain(|content| content.name != "dossier.html");
        assert_eq!(differ(&checked(&fewer, signing, signing)), ["dossier.html"]);
    }
}

#[test]
fn a_signature_that_was_taken_off_and_numbers_of_another_test_are_found() {
    let key = SecretKey::generate().expect("a key");
    let stripped = checked(&evidence(Some(&key)), None, None);
    assert_eq!(differ(&stripped), ["signer, as the custody has it"]);
    let mut other = evidence(None);
    other.0.numbers = "5a".repeat(32);
    assert_eq!(differ(&checked(&other, None, None)), ["digest over the numbers, as the manifest has it"]);
}

/// A page is replaced in bundles that name versions and layouts of all kinds, in the manifest, the custody and the dossier. None of
/// them is consistent, whoever signs.
#[test]
fn a_forged_page_never_passes_by_the_version_that_a_bundle_names() {
    let key = SecretKey::generate().expect("a key");
    let own = SCHEMA.to_owned();
    let faults = [
        ("fairplay 0.0.9", own.clone()),
        ("fairplay 0.0.1", "fairplay/dossier/1".to_owned()),
        ("fairplay", own.clone()),
        ("other 7.0.0", own.clone()),
        (SOFTWARE, format!("{own}0a")),
        (SOFTWARE, "fairplay/screening/1".to_owned()),
    ];
    // What this program cannot know is not compared, and says so.
    let unknown = [
        ("fairplay 99.0.0", own.clone()),
        (SOFTWARE, "fairplay/dossier/1".to_owned()),
        ("fairplay 99.0.0", "fairplay/dossier/99".to_owned()),
    ];
    for signing in [None, Some(&key)] {
        for (software, schema) in faults.iter().chain(&unknown) {
            for also_in_files in [true, false] {
                let mut forged = forged(software, schema, also_in_files, signing);
                file(&mut forged, "dossier.html").bytes = b"<h1>Something else</h1>\n".to_vec();
                let verification = checked(&forged, signing, signing);
                let open = verification.holds && !verification.uncompared.is_empty();
                assert!(!verification.attested, "{software} {schema}: {verification:?}");
                let may_be_open = unknown.iter().any(|pair| *pair == (*software, schema.clone()));
                assert!(!verification.holds || open && may_be_open, "{software} {schema}");
                if !also_in_files && *software != SOFTWARE {
                    assert!(!verification.holds, "the files name another version: {software}");
                }
            }
        }
    }
}

/// A bundle that names a version and a layout, with the digests of its numbers made anew.
fn forged(
    software: &str,
    schema: &str,
    also_in_files: bool,
    key: Option<&SecretKey>,
) -> (Description, Vec<Content>) {
    let mut test = dossier::example::full_test();
    test.schema = schema.to_owned();
    if also_in_files {
        test.manifest.software = software.to_owned();
    }
    let mut made = evidence_of(test, key);
    made.0.software = software.to_owned();
    let custody = file(&mut made, CUSTODY);
    let mut read: Custody = serde_json::from_slice(&custody.bytes).expect("a custody");
    read.software = if also_in_files { software } else { SOFTWARE }.to_owned();
    custody.bytes = json(&read).expect("JSON").into_bytes();
    made
}

/// Files whose dossier and custody cannot be read hold only where another version may have other rules.
#[test]
fn a_dossier_that_cannot_be_read_is_a_fault_unless_its_layout_is_another() {
    for (text, wanted) in [
        ("{\"z\": 1.25}\n", vec!["version that wrote it", "pages and tables"]),
        ("{\"schema\": \"fairplay/dossier/2\"}\n", vec!["pages and tables"]),
        ("{\"schema\": \"fairplay/dossier/1\"}\n", vec![]),
    ] {
        let mut unreadable = evidence(None);
        file(&mut unreadable, DOSSIER).bytes = text.as_bytes().to_vec();
        let verification = checked(&unreadable, None, None);
        assert_eq!(differ(&verification), wanted, "{text}");
        assert_eq!(verification.uncompared.is_empty(), !wanted.is_empty(), "{text}");
    }
}

/// An earlier release words the same numbers in another way, so its pages are named as not compared; what is alike is compared, and
/// the numbers are.
#[test]
fn pages_of_an_earlier_release_are_not_compared_byte_for_byte_and_its_numbers_are() {
    let check = |change: fn(&mut (Description, Vec<Content>))| {
        let mut older = forged("fairplay 0.1.0", SCHEMA, true, None);
        file(&mut older, "dossier.html").bytes.push(b'\n');
        change(&mut older);
        let files = older.1.iter().map(|content| (content.name.clone(), content.bytes.clone())).collect();
        let bundle = Bundle::new(&older.0, older.1, None).expect("a bundle");
        let origin = as_0_3_0("fairplay 0.1.0", SCHEMA, SCHEMA);
        consistency_with(&origin, bundle.manifest(), &files).0
    };
    let names = |checks: &[Check], wanted: fn(&Check) -> bool| -> Vec<String> {
        checks.iter().filter(|check| wanted(check)).map(|check| check.what.to_string()).collect()
    };
    let honest = check(|_| ());
    assert_eq!(names(&honest, Check::fails), [""; 0]);
    let open = names(&honest, Check::is_uncompared);
    assert!(open.contains(&"dossier.html".to_owned()) && !open.contains(&DECISIONS.to_owned()), "{open:?}");
    let why = honest.iter().find(|check| check.is_uncompared()).expect("one").detail.to_string();
    assert!(why.contains("made with fairplay 0.1.0 in the layout fairplay/dossier/"), "{why}");
    // Its numbers and its custody are of a layout that is known.
    let other_numbers = check(|older| older.0.numbers = "5a".repeat(32));
    assert_eq!(names(&other_numbers, Check::fails), ["digest over the numbers, as the manifest has it"]);
    let unreadable = check(|older| file(older, CUSTODY).bytes = b"{}\n".to_vec());
    assert_eq!(names(&unreadable, Check::fails), ["pages and tables"]);
}
