use super::*;
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
    let mut unreadable = evidence(None);
    file(&mut unreadable, DOSSIER).bytes = b"{\"z\": 1.25}\n".to_vec();
    unreadable.0.software = "fairplay 0.0.1".to_owned();
    let verification = checked(&unreadable, None, None);
    assert!(verification.holds && verification.recomputed[0].detail.to_string().contains("fairplay 0.0.1"));
}

/// Another version may lay out the same numbers in another way, so its pages are named as not compared.
#[test]
fn pages_of_another_version_are_skipped_with_both_versions() {
    let mut older = evidence(None);
    older.0.software = "fairplay 0.0.1".to_owned();
    file(&mut older, "dossier.html").bytes.push(b'\n');
    let verification = checked(&older, None, None);
    assert_eq!(differ(&verification), [""; 0]);
    let skipped: Vec<_> = verification.recomputed.iter().filter(|check| check.holds.is_none()).collect();
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    assert_eq!(skipped[0].what.to_string(), "dossier.html");
    let why = skipped[0].detail.to_string();
    assert!(why.contains("fairplay 0.0.1") && why.contains("this is fairplay 0."));
}
