//! `fairplay key` and `fairplay verify` on evidence bundles, from the outside. The people in them are invented.

use analyzer::full_test::SCHEMA;
use analyzer::screening::SOFTWARE;
use reports::bundle::{Bundle, SecretKey, key_file};

use crate::evidence::evidence;
use crate::home::Home;

fn bundle(key: Option<&SecretKey>) -> Bundle {
    let (description, contents) = evidence(SOFTWARE, SCHEMA, key);
    Bundle::new(&description, contents, key).expect("a bundle")
}

#[test]
fn a_bundle_is_signed_sent_and_checked_by_a_stranger() {
    let home = Home::new();
    let out = home.text(&["key", "new"], 0);
    assert!(out.contains("It has no password"), "{out}");
    // A second one does not replace the first.
    let (code, _, error) = home.run(&["key", "new"]);
    assert!(code == Some(1) && error.contains("move it away first"), "{error}");
    let public = home.text(&["key", "show", "--minisign"], 0);
    home.put("operator.pub", &public);
    let signer = home.json(&["key", "show", "--json"], 0);
    let shown = home.text(&["key", "show"], 0);
    let fingerprint = signer["fingerprint"].as_str().expect("text");
    let public_key = signer["public_key"].as_str().expect("text");
    assert!(shown.contains(fingerprint) && public.contains(public_key), "{shown}");

    let secret = std::fs::read_to_string(home.path(".config/fairplay/signing.key")).expect("a key");
    let secret = secret.lines().nth(1).expect("two lines");
    assert!(!out.contains(secret) && !shown.contains(secret) && !public.contains(secret));

    let key = key_file::read(&home.path(".config/fairplay/signing.key")).expect("a key");
    let bundle = bundle(Some(&key));
    bundle.write_folder(&home.path("bundle")).expect("written");
    bundle.write_zip(&home.path("bundle.zip")).expect("written");

    for path in ["bundle", "bundle.zip"] {
        for key in ["operator.pub", public_key] {
            let out = home.text(&["verify", path, "--key", key], 0);
            let head = format!("Copy for the defence, made 2026-10-28T09:30:00Z with {SOFTWARE}\n");
            assert!(out.starts_with(&head) && out.contains("which was given"), "{out}");
            assert!(
                out.contains("Everything that was checked holds (") && !out.contains("not attested"),
                "{out}"
            );
            assert!(out.contains("holds    dossier.html: made again from the data"), "{out}");
        }
        let out = home.text(&["verify", path], 5);
        assert!(out.contains("Consistent, but not attested ("), "{out}");
        assert!(out.contains("this proves only") && out.contains(fingerprint), "{out}");
        let json = home.json(&["verify", path, "--json"], 5);
        assert_eq!((&json["holds"], &json["attested"]), (&true.into(), &false.into()));
        let (code, _, error) = home.run(&["verify", path, "--recompute", "all"]);
        assert!(code == Some(1) && error.contains("the bundle holds no premises.json"), "{error}");
    }

    // One byte of one file, of the folder and of the archive.
    let changed = "[White \"Ample, Anna\"]\n\n1. d4 e5 *\n";
    std::fs::write(home.path("bundle/games.pgn"), changed).expect("written");
    let mut bytes = std::fs::read(home.path("bundle.zip")).expect("there");
    let place = bytes.windows(8).position(|eight| eight == b"1. e4 e5").expect("stored as it is");
    bytes[place + 3] = b'd';
    std::fs::write(home.path("bundle.zip"), bytes).expect("written");
    for path in ["bundle", "bundle.zip"] {
        let out = home.text(&["verify", path, "--key", "operator.pub"], 1);
        assert!(out.contains("DIFFERS  games.pgn: changed; listed with 34 bytes"), "{out}");
        assert!(out.contains("holds    dossier.json: unchanged") && out.contains("do not hold."), "{out}");
        let json = home.json(&["verify", path, "--key", "operator.pub", "--json"], 1);
        assert_eq!((&json["schema"], &json["holds"]), (&"fairplay/bundle-check/1".into(), &false.into()));
        assert_eq!(json["manifest"]["edition"], "defence");
        let findings = json["findings"].as_array().expect("findings");
        let changed = findings.iter().find(|finding| finding["finding"] == "file_changed").expect("found");
        assert_eq!((&changed["name"], &changed["found_size"]), (&"games.pgn".into(), &34.into()));
    }
}

#[test]
fn a_bundle_without_manifest_without_signature_or_with_another_key_says_so() {
    let home = Home::new();
    for name in ["one.key", "two.key"] {
        home.text(&["key", "new", "--key", name], 0);
    }
    home.put("two.pub", &home.text(&["key", "show", "--key", "two.key", "--minisign"], 0));
    let one = key_file::read(&home.path("one.key")).expect("a key");
    let signed = bundle(Some(&one));
    signed.write_folder(&home.path("bundle")).expect("written");
    let made_with = format!("signature: made with the key {}", one.public().id());
    bundle(None).write_zip(&home.path("unsigned.zip")).expect("written");
    std::fs::create_dir(home.path("empty")).expect("made");
    signed.write_folder(&home.path("bare")).expect("written");
    std::fs::remove_file(home.path("bare/bundle.json")).expect("there");
    for (arguments, code, wanted) in [
        (&["verify", "bundle", "--key", "two.pub"][..], 1, made_with.as_str()),
        (&["verify", "bare"], 1, "bundle.json: missing"),
        (&["verify", "unsigned.zip"], 4, "Consistent, but not attested"),
        (
            &["verify", "--help"],
            0,
            "5  consistent, but not attested: the key that signed came with the bundle",
        ),
        (&["verify", "unsigned.zip", "--key", "two.pub"], 1, "signature: missing"),
        // A key that is none, and a folder that is no bundle.
        (&["verify", "unsigned.zip", "--key", "unsigned.zip"], 1, "neither a public key nor the file of one"),
        (&["verify", "empty", "--key", "two.pub"], 1, "is not a bundle"),
        (&["key", "show"], 1, "`fairplay key new` makes one"),
    ] {
        let (found, out, error) = home.run(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {out}{error}");
        assert!(out.contains(wanted) || error.contains(wanted), "{arguments:?}: {out}{error}");
    }
}

/// A page was replaced, the digests were made anew, and the signature is off or a stranger's. Whatever version and layout the files
/// name, the bundle is not consistent: what never was is a fault, and what may be another version's is the first line and exit code 6.
#[test]
fn a_replaced_page_does_not_pass_by_naming_another_version() {
    let home = Home::new();
    home.text(&["key", "new", "--key", "stranger.key"], 0);
    let stranger = key_file::read(&home.path("stranger.key")).expect("a key");
    home.put("stranger.pub", &home.text(&["key", "show", "--key", "stranger.key", "--minisign"], 0));
    let cases = [
        (SOFTWARE, SCHEMA, 1),
        ("fairplay 0.0.9", SCHEMA, 1),
        ("fairplay 0.0.9", "fairplay/dossier/1", 1),
        ("fairplay", SCHEMA, 1),
        (SOFTWARE, "fairplay/dossier/two", 1),
        (SOFTWARE, "fairplay/dossier/1", 6),
        ("fairplay 99.0.0", SCHEMA, 6),
    ];
    for (n, (software, schema, code)) in cases.into_iter().enumerate() {
        for key in [None, Some(&stranger)] {
            let (description, mut contents) = evidence(software, schema, key);
            for content in contents.iter_mut().filter(|content| content.name == "dossier.html") {
                content.bytes = b"<h1>Something else</h1>\n".to_vec();
            }
            let name = format!("forged-{n}-{}.zip", key.is_some());
            let forged = Bundle::new(&description, contents, key).expect("a bundle");
            forged.write_zip(&home.path(&name)).expect("written");
            let given = ["verify", name.as_str(), "--key", "stranger.pub"];
            for arguments in [&given[..2], if key.is_some() { &given } else { &given[..2] }] {
                let out = home.text(arguments, code);
                assert!(
                    !out.contains("Consistent") && !out.contains("Everything"),
                    "{software} {schema}: {out}"
                );
                let first = out.starts_with("NOT COMPARED: dossier.html");
                assert_eq!(first, code == 6, "{software} {schema}: {out}");
                let json = home.json(&[arguments, &["--json"]].concat(), code);
                assert_eq!(json["attested"], false, "{software} {schema}");
                assert_eq!(json["uncompared"].is_array(), code == 6, "{json}");
            }
        }
    }
}
